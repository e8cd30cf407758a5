// The machine-readable result. Its keys are a contract (schema 1): more may be added, none renamed.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/json.h"
#include "grader/report/kernels.h"
#include "grader/report/report.h"
#include "grader/text/source_line.h"

static void write_device(Json *json, const LabResult *result) {
    json_open(json, "device", '{');
    const bool gpu = result->gpu_name[0] != 0;
    json_string(json, "kind", gpu ? "gpu" : "sim");
    json_string(json, "name", gpu ? result->gpu_name : result->device_name);
    json_string(json, "jail", result->jail);
    json_bool(json, "jail_keeps_strangers", !result->weak_jail);
    if (gpu) json_string(json, "simulated", result->device_name);
    if (gpu) json_string(json, "trouble", result->gpu_trouble);
    json_close(json, '}');
}

static const char *gpu_verdict(const CaseResult *c) {
    static const char *const words[] = {"not run", "right", "wrong"};
    return words[c->gpu];
}

static void write_tests(Json *json, const LabResult *result) {
    json_open(json, "tests", '[');
    for (int i = 0; i < result->test_count; i++) {
        const TestResult *t = &result->tests[i];
        json_open(json, NULL, '{');
        json_string(json, "id", t->id);
        json_string(json, "todo", result->spec->todos[t->todo].id);
        json_bool(json, "passed", t->passed);
        json_bool(json, "filled", t->filled);
        json_number(json, "score", t->score);
        json_number(json, "max_score", t->max_score);
        json_string(json, "message", t->message);
        const CaseResult *c = &result->cases[t->case_index];
        json_bool(json, "right", c->passed);
        json_string(json, "entry", result->spec->entries[c->key.entry].name);
        json_string(json, "where", c->where);
        json_string(json, "pattern", c->pattern);
        json_string(json, "next", c->next);
        json_bool(json, "started", !result->not_started[t->todo]);
        json_string(json, "sizes", c->sizes);
        if (result->gpu_name[0]) {
            json_string(json, "on_gpu", gpu_verdict(c));
            json_string(json, "on_simulator", c->simulated_right ? "right" : "wrong");
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_triple(Json *json, const char *key, const long triple[3]) {
    json_open(json, key, '[');
    for (int i = 0; i < 3; i++) json_integer(json, NULL, triple[i]);
    json_close(json, ']');
}

static void write_place(Json *json, const SourcePlace *place, const ThreadPlace *who,
                        const char *source_path) {
    if (place->line) {
        json_string(json, "file", source_path ? place_name(place, source_path) : place->file);
        json_integer(json, "line", place->line);
    } else {
        json_null(json, "file");
        json_null(json, "line");
    }
    if (who->known) {
        write_triple(json, "block", who->block);
        write_triple(json, "thread", who->thread);
    } else {
        json_null(json, "block");
        json_null(json, "thread");
    }
}

void write_finding_members(Json *json, const char *source_path, const Finding *f) {
    json_string(json, "check", f->check);
    write_place(json, &f->place, &f->who, source_path);
    json_integer(json, "column", f->place.column);
    json_string(json, "message", f->message);
    json_string(json, "next", f->next);
    json_string(json, "kernel", f->kernel);
    json_integer(json, "count", f->count);
    json_bool(json, "fatal", f->fatal);
    if (!f->other_what[0] && !f->other_place.line && !f->other_who.known) return;
    json_open(json, "other", '{');
    json_string(json, "what", f->other_what);
    write_place(json, &f->other_place, &f->other_who, source_path);
    json_close(json, '}');
}

static void write_finding(Json *json, const LabResult *result, const CaseResult *c, const Finding *f) {
    json_open(json, NULL, '{');
    write_finding_members(json, result->source_path, f);
    json_string(json, "entry", result->spec->entries[c->key.entry].name);
    json_string(json, "sizes", c->sizes);
    json_integer(json, "n", c->key.size[0]);
    json_close(json, '}');
}

// Was the same thing found in an earlier case?
static bool found_before(const LabResult *result, int case_index, const Finding *f) {
    for (int i = 0; i < case_index; i++)
        for (int k = 0; k < result->cases[i].records.finding_count; k++)
            if (same_finding(&result->cases[i].records.findings[k], f)) return true;
    return false;
}

// Why the failure that the report shows in full is wrong, as far as that is known.
static void write_cause(Json *json, const LabResult *result) {
    const int failure = first_failure(result);
    const Cause *cause = failure < 0 ? NULL : &result->cases[failure].cause;
    const char *todo = result->blamed ? result->spec->todos[result->blamed - 1].id : NULL;
    const TargetResult *missed = failure < 0 ? missed_target(result, work_todo(result)) : NULL;
    if (missed) {
        cause = &missed->cause;
        todo = result->spec->todos[todo_of_target(result, missed)].id;
    }
    const TimedResult *slow = failure < 0 && !missed ? slow_by_launch(result, -1) : NULL;
    if (slow) {
        cause = &slow->cause;
        todo = slow->cause_todo < 0 ? NULL : result->spec->todos[slow->cause_todo].id;
    }
    json_open(json, "cause", '{');
    if (cause && cause->known) {
        json_string(json, "what", cause->what);
        json_string(json, "route", cause->route);
        json_string(json, "next", cause->next);
        if (cause->place.line) {
            json_string(json, "file", place_name(&cause->place, result->source_path));
            json_integer(json, "line", cause->place.line);
            json_integer(json, "column", cause->place.column); // 0: not known
        }
        if (cause->other.line) json_integer(json, "other_line", cause->other.line);
    }
    if (todo) json_string(json, "todo", todo);
    json_close(json, '}');
}

static void write_findings(Json *json, const LabResult *result) {
    json_open(json, "findings", '[');
    for (int i = 0; i < result->graded_count; i++)
        for (int k = 0; k < result->cases[i].records.finding_count; k++) {
            const Finding *f = &result->cases[i].records.findings[k];
            bool allowed =
                result->spec->entries[result->cases[i].key.entry].allow_launch && !strcmp(f->check, "launch");
            if (!allowed && !found_before(result, i, f)) write_finding(json, result, &result->cases[i], f);
        }
    json_close(json, ']');
}

static void write_remark(Json *json, const LabResult *result) {
    if (!result->remark.check[0]) return;
    json_open(json, "remark", '{');
    write_finding_members(json, result->source_path, &result->remark);
    json_close(json, '}');
}

// Null where the quiz was not looked at.
static void write_quiz(Json *json, const LabResult *result) {
    if (!result->with_quiz) {
        json_null(json, "quiz");
        return;
    }
    json_open(json, "quiz", '[');
    for (int i = 0; i < result->spec->question_count; i++) {
        const QuestionResult *q = &result->questions[i];
        json_open(json, NULL, '{');
        json_string(json, "id", result->spec->questions[i].id);
        json_bool(json, "answered", q->answered);
        json_bool(json, "passed", q->right);
        json_bool(json, "checked", q->answered && !q->open);
        json_string(json, "message", q->message);
        json_close(json, '}');
    }
    json_close(json, ']');
}

typedef struct {
    const LabResult *result;
    const CaseResult *c;
} CountedCase;

static void write_case(Json *json, const void *context) {
    const CountedCase *of = context;
    json_string(json, "entry", of->result->spec->entries[of->c->key.entry].name);
    json_string(json, "sizes", of->c->sizes);
    json_integer(json, "n", of->c->key.size[0]);
}

// Null where --ncu was not asked for.
static void write_hardware(Json *json, const LabResult *result) {
    const HardwareCounts *h = result->hardware;
    if (!h) {
        json_null(json, "ncu");
        return;
    }
    json_open(json, "ncu", '{');
    json_string(json, "why_not", h->counts.why);
    json_string(json, "sizes", h->from ? h->from->sizes : "");
    json_open(json, "kernels", '{');
    for (int i = 0; i < h->counts.count; i++) {
        const NcuKernel *kernel = &h->counts.kernel[i];
        const KernelCounters *simulated = simulated_counters(h, kernel);
        json_open(json, kernel->name, '{');
        for (int m = 0; m < NCU_METRICS; m++) {
            json_open(json, ncu_metrics[m].key, '{');
            json_number(json, "simulator", simulated ? ncu_simulated(m, &simulated->counters) : NAN);
            json_number(json, "ncu", kernel->value[m]);
            json_close(json, '}');
        }
        json_close(json, '}');
    }
    json_close(json, '}');
    json_close(json, '}');
}

static void write_counters(Json *json, const LabResult *result) {
    int count;
    ShownKernel *shown = choose_kernels(result, &count);
    json_open(json, "counters", '{');
    for (int i = 0; i < count; i++) {
        const CountedCase of = {result, shown[i].from};
        write_counted(json, &of.c->records, shown[i].name, write_case, &of);
    }
    json_close(json, '}');
    json_open(json, "configurations", '[');
    for (int i = 0; i < count; i++) {
        const CountedCase of = {result, shown[i].from};
        write_configurations(json, &of.c->records, shown[i].name, write_case, &of);
    }
    json_close(json, ']');
    json_open(json, "lines", '[');
    for (int i = 0; i < count; i++)
        write_lines(json, result->source_path, &shown[i].from->records, shown[i].name);
    json_close(json, ']');
    free(shown);
}

void report_json(FILE *stream, const LabResult *result) {
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_integer(&json, "schema", 1);
    json_string(&json, "lab", result->spec->name);
    json_string(&json, "title", result->spec->title);
    json_string(&json, "source", result->source);
    json_string(&json, "rebuild", result->rebuild);
    json_bool(&json, "solution", result->solution);
    json_bool(&json, "later_undone", result->later_undone);
    json_bool(&json, "live", result->live);
    write_device(&json, result);
    json_bool(&json, "passed", result->passed);
    json_number(&json, "score", result->score);
    json_number(&json, "max_score", result->max_score);
    json_integer(&json, "seed", (int64_t)result->seed);
    write_todos(&json, result);
    write_tests(&json, result);
    write_failure(&json, result);
    write_findings(&json, result);
    write_remark(&json, result);
    write_cause(&json, result);
    write_performance(&json, result);
    write_quiz(&json, result);
    write_counters(&json, result);
    write_recipes(&json, result, result->recipes, result->recipe_count);
    json_open(&json, "sources", '[');
    const char *slash = strrchr(result->source_path, '/');
    write_source_text(&json, result->source_path, slash ? slash + 1 : result->source_path);
    json_close(&json, ']');
    write_watched(&json, result);
    if (result->alive_gpu) write_lab_alive(&json, result);
    write_against(&json, result);
    if (result->others)
        json_value(&json, "others", result->others, result->others_size);
    else
        json_null(&json, "others");
    write_hardware(&json, result);
    json_bytes(&json, "output", result->output ? result->output : "", result->output_size);
    json_close(&json, '}');
    fputc('\n', stream);
}

static void write_lab(FILE *stream, const void *result) {
    report_json(stream, result);
}

bool report_json_file(const char *path, const LabResult *result, char *error, size_t error_size) {
    return write_json_file(path, write_lab, result, error, error_size);
}

void report_refusal(FILE *stream, const void *data) {
    const LabRefusal *refusal = data;
    Json json = {.stream = stream};
    json_open(&json, NULL, '{');
    json_integer(&json, "schema", 1);
    json_string(&json, "lab", refusal->lab);
    json_string(&json, "source", refusal->source);
    json_bool(&json, "passed", false);
    json_string(&json, "refused", "submission");
    json_string(&json, "message", refusal->message);
    if (refusal->compiler)
        json_string(&json, "compiler", refusal->compiler);
    else
        json_null(&json, "compiler");
    json_bool(&json, "live", refusal->live);
    json_close(&json, '}');
    fputc('\n', stream);
}

bool report_refusal_file(const char *path, const LabRefusal *refusal, char *error, size_t error_size) {
    return write_json_file(path, report_refusal, refusal, error, error_size);
}
