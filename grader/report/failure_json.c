// The parts of the JSON that say where the work stands: the TODOs with their points, and the failure to look at first.
#include "grader/report/report.h"

void write_todos(Json *json, const LabResult *result) {
    json_open(json, "todos", '[');
    for (int i = 0; i < result->spec->todo_count; i++) {
        double score, max_score;
        if (result->only_todo >= 0 && i != result->only_todo) continue;
        todo_score(result, i, &score, &max_score);
        json_open(json, NULL, '{');
        json_string(json, "id", result->spec->todos[i].id);
        json_string(json, "what", result->spec->todos[i].what);
        json_number(json, "score", score);
        json_number(json, "max_score", max_score);
        json_bool(json, "started", !result->not_started[i]);
        json_bool(json, "waits",
                  result->waits[i]); // what fails of it follows from TODOs that are not started
        json_integer(json, "line", find_todo_line(result->source_path, result->spec->todos[i].id)); // 0: none
        json_close(json, '}');
    }
    json_close(json, ']');
}

void write_failure(Json *json, const LabResult *result) {
    const int failure = first_failure(result);
    if (failure < 0) {
        json_null(json, "failure");
        return;
    }
    const CaseResult *c = &result->cases[failure];
    char name[400] = "";
    name_case(result, c, name, sizeof name);
    json_open(json, "failure", '{');
    json_string(json, "case", name);
    json_string(json, "entry", result->spec->entries[c->key.entry].name);
    json_string(json, "sizes", c->sizes);
    json_string(json, "message", c->message);
    json_string(json, "where", c->where);
    json_string(json, "pattern", c->pattern);
    json_string(json, "next", c->next);
    if (c->finding >= 0) {
        json_open(json, "finding", '{');
        write_finding_members(json, result->source_path, &c->records.findings[c->finding]);
        json_close(json, '}');
    } else {
        json_null(json, "finding");
    }
    json_close(json, '}');
}
