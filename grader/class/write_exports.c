// exports/: each student's result as other graders want it. What waits has none: a file that is not there is an error to them, and no 0.
// Where something was handed in that is no submission, PrairieLearn and GitHub Classroom have words for it, and get these; Gradescope and
// Autolab have a score or nothing (packaging/).
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/folder.h"
#include "grader/class/mark.h"
#include "grader/class/stop.h"
#include "grader/class/students_report.h"
#include "grader/text/json.h"

enum { TEXT_MOST = 200000 }; // bytes of a report: PrairieLearn takes 1 MB of JSON in all

static void write_report(Json *json, const char *key, const Mark *mark) {
    char *text = students_report(mark->page);
    size_t size = strlen(text);
    json_bytes(json, key, text, size < TEXT_MOST ? size : TEXT_MOST);
    free(text);
}

static char *todo_name(const TodoMark *todo) {
    return new_text("TODO %s: %s", todo->id, todo->title);
}

// ---- Gradescope -----------------------------------------------------------------------------------------

// https://gradescope-autograders.readthedocs.io/en/latest/specs/
static void write_gradescope(FILE *stream, const Outputs *o, const Mark *mark) {
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_number(&json, "score", mark->score);
    json_number(&json, "execution_time", round(1000 * mark->seconds) / 1000);
    write_report(&json, "output", mark);
    json_string(&json, "output_format", "text");
    json_string(&json, "visibility", "visible");
    json_string(&json, "stdout_visibility", "hidden");
    json_open(&json, "tests", '[');
    for (int i = 0; i < o->spec->todo_count; i++) {
        TodoMark todo = todo_mark(o, mark, i);
        char *name = todo_name(&todo);
        json_open(&json, NULL, '{');
        json_string(&json, "name", name);
        json_string(&json, "number", todo.id);
        json_number(&json, "score", todo.score);
        json_number(&json, "max_score", todo.max_score);
        json_string(&json, "status", todo_full(&todo) ? "passed" : "failed");
        json_string(&json, "output", todo_words(mark, &todo));
        json_string(&json, "output_format", "text");
        json_close(&json, '}');
        free(name);
    }
    json_close(&json, ']');
    if (mark->board[0]) {
        char *column = new_text("percent of a copy's speed, %s", mark->board);
        json_open(&json, "leaderboard", '[');
        json_open(&json, NULL, '{');
        json_string(&json, "name", column);
        json_number(&json, "value", mark->percent_of_copy);
        json_string(&json, "order", "desc");
        json_close(&json, '}');
        json_close(&json, ']');
        free(column);
    }
    json_close(&json, '}');
    fputc('\n', stream);
}

// ---- PrairieLearn ---------------------------------------------------------------------------------------

// https://prairielearn.readthedocs.io/en/latest/externalGrading/
static void write_prairielearn(FILE *stream, const Outputs *o, const Mark *mark) {
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_bool(&json, "gradable", mark->state != MARK_NO_FILE);
    json_number(&json, "score", mark->max_score > 0 ? fmin(mark->score / mark->max_score, 1) : 0);
    json_string(&json, "message", mark_reason(mark));
    if (mark->state == MARK_NO_FILE) {
        json_open(&json, "format_errors", '[');
        json_string(&json, NULL, mark_reason(mark));
        json_close(&json, ']');
    }
    write_report(&json, "output", mark);
    json_open(&json, "tests", '[');
    for (int i = 0; i < o->spec->todo_count; i++) {
        TodoMark todo = todo_mark(o, mark, i);
        char *name = todo_name(&todo);
        json_open(&json, NULL, '{');
        json_string(&json, "name", name);
        json_number(&json, "points", todo.score);
        json_number(&json, "max_points", todo.max_score);
        json_string(&json, "message", todo_words(mark, &todo));
        json_close(&json, '}');
        free(name);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', stream);
}

// ---- GitHub Classroom -----------------------------------------------------------------------------------

// What a step of the workflow sets as its output `result`, in base64. `duration` is in milliseconds.
static void write_github(FILE *stream, const Outputs *o, const Mark *mark) {
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_integer(&json, "version", 1);
    json_string(&json, "status", mark->passed ? "pass" : "fail");
    json_number(&json, "max_score", mark->lab_points);
    json_open(&json, "tests", '[');
    for (int i = 0; i < o->spec->todo_count; i++) {
        TodoMark todo = todo_mark(o, mark, i);
        char *name = todo_name(&todo);
        json_open(&json, NULL, '{');
        json_string(&json, "name", name);
        json_string(&json, "status", todo_full(&todo) ? "pass" : "fail");
        json_number(&json, "score", todo.score);
        json_string(&json, "message",
                    mark->state == MARK_NO_FILE ? mark_reason(mark) : todo_words(mark, &todo));
        json_string(&json, "test_code", "");
        json_string(&json, "filename", o->spec->source);
        json_integer(&json, "line_no", 0);
        json_integer(&json, "duration", lround(1000 * todo_seconds(o, mark)));
        json_close(&json, '}');
        free(name);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', stream);
}

// ---- Autolab --------------------------------------------------------------------------------------------

// The last line that the grader prints: nothing that a student printed may follow it.
static void write_autolab(FILE *stream, const Outputs *o, const Mark *mark) {
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_open(&json, "scores", '{');
    for (int i = 0; i < o->spec->todo_count; i++) {
        TodoMark todo = todo_mark(o, mark, i);
        char *name = new_text("TODO %s", todo.id);
        json_number(&json, name, todo.score);
        free(name);
    }
    json_close(&json, '}');
    json_open(&json, "scoreboard", '[');
    json_number(&json, NULL, mark->score);
    json_close(&json, ']');
    json_close(&json, '}');
    fputc('\n', stream);
}

void write_exports(const Outputs *o) {
    static const struct {
        const char *folder;
        void (*write)(FILE *stream, const Outputs *o, const Mark *mark);
        bool without_file; // what is no submission is written, too
    } formats[] = {{"exports/gradescope", write_gradescope, false},
                   {"exports/prairielearn", write_prairielearn, true},
                   {"exports/github", write_github, true},
                   {"exports/autolab", write_autolab, false}};
    char *all = new_text("%s/exports", o->out);
    remove_folder(all); // of a student who has no result any more, none must be left
    free(all);
    free(folder_make(o->out, "exports"));
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        Mark mark;
        free(folder_make(o->out, formats[i].folder));
        for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) {
            const bool told = mark.state == MARK_NO_FILE && formats[i].without_file && has_feedback(&mark);
            if (mark.state > MARK_REFUSED && !told) continue;
            char *name = new_text("%s/%s.json", formats[i].folder, mark.stem);
            OutputFile file = output_begin(o->out, name);
            formats[i].write(file.stream, o, &mark);
            output_end(&file);
            free(name);
        }
    }
}
