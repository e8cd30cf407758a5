// The machine-readable result. Its keys are a contract (schema 1): more may be added, none renamed.
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/text/json.h"
#include "grader/report/kernels.h"
#include "grader/report/report.h"
#include "grader/text/source_line.h"
#include "grader/verdict/board.h"

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
    for (int i = 0; i < result->target_count && failure < 0 && !cause; i++) {
        if (!result->targets[i].cause.known) continue;
        cause = &result->targets[i].cause;
        todo = result->spec->todos[result->targets[i].todo].id;
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

// What was measured first, else nothing: the simulator has no modelled time.
static const TimedResult *first_time(const LabResult *result) {
    for (int i = 0; i < result->timed_count; i++)
        if (result->timed[i].measured) return &result->timed[i];
    return NULL;
}

static void write_required(Json *json, const TimedResult *t) {
    if (t && t->required > 0)
        json_number(json, "required_percent_of_copy", t->required);
    else
        json_null(json, "required_percent_of_copy");
}

// The launch that takes longest: what the model says of it, and what each of its lines has of its time.
static void write_modelled_launch(Json *json, const LabResult *result, const ModelledCase *m) {
    json_open(json, "modelled_launch", '{');
    json_integer(json, "launches", m->launches);
    write_modelled_members(json, &m->launch, result->source_path);
    json_open(json, "lines", '[');
    for (int i = 0; i < m->line_count; i++) {
        json_open(json, NULL, '{');
        json_string(json, "file", place_name(&m->lines[i].place, result->source_path));
        json_integer(json, "line", m->lines[i].place.line);
        json_number(json, "instructions_percent", m->lines[i].instructions_percent);
        json_number(json, "time_percent", m->lines[i].time_percent);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

// Each time that the lab has measured. `time` is the verdict.
static void write_times(Json *json, const LabResult *result) {
    json_open(json, "times", '[');
    for (int i = 0; i < result->timed_count; i++) {
        const TimedResult *t = &result->timed[i];
        const LabTimed *spec = &result->spec->timed[t->index];
        const Times *x = &t->times;
        json_open(json, NULL, '{');
        json_string(json, "entry", result->spec->entries[t->key.entry].name);
        json_string(json, "sizes", t->sizes);
        json_string(json, "time", time_word(t->verdict));
        json_string(json, "todo", spec->points > 0 ? result->spec->todos[spec->todo].id : "");
        json_number(json, "points", spec->points);
        json_number(json, "withheld", t->withheld);
        write_required(json, t);
        json_string(json, "message", t->message);
        if (t->model.known) {
            json_number(json, "modelled_ms", t->model.ms);
            json_number(json, "modelled_percent_of_copy", t->model.percent_of_copy);
            json_number(json, "modelled_low", t->model.low);
            json_number(json, "modelled_high", t->model.high);
            json_string(json, "modelled_bound", t->model.launch.bound);
            json_string(json, "modelled_for", t->model.gpu);
            write_modelled_launch(json, result, &t->model);
        }
        if (t->measured) {
            json_number(json, "time_ms", x->ms);
            json_number(json, "gigabytes_per_second", x->bytes / x->ms / 1e6);
            json_number(json, "copy_ms", x->copy_ms);
            json_number(json, "percent_of_copy", x->percent_of_copy);
            json_number(json, "percent_of_copy_low", x->low);
            json_number(json, "percent_of_copy_high", x->high);
            json_number(json, "spread_percent", x->spread_percent);
            json_integer(json, "runs", x->runs);
            json_integer(json, "processes", t->processes);
            json_number(json, "floor_ms", x->floor_ms);
            json_number(json, "cold_start_ms", x->cold_start_ms);
            json_number(json, "cold_first_launch_ms", x->cold_ms);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

// Where it stands on a leaderboard; what is modelled has boards of its own, whose names say so.
static void write_board(Json *json, const LabResult *result) {
    char name[BOARD_BYTES];
    if (!result->spec->leaderboard || !board_is_open(result) || board_missing(result))
        return json_null(json, "board");
    board_name(result, name);
    json_open(json, "board", '{');
    json_string(json, "name", name);
    json_bool(json, "modelled", !result->gpu_name[0]);
    json_number(json, "percent_of_copy", board_percent(result));
    json_close(json, '}');
}

// The counted targets are what is judged, and on a GPU what is required of times.
static void write_performance(Json *json, const LabResult *result) {
    const TimedResult *timed = first_time(result);
    const Times none = {.ms = NAN, .copy_ms = NAN, .percent_of_copy = NAN, .spread_percent = NAN},
                *times = timed ? &timed->times : &none;
    bool passed = true;
    json_open(json, "performance", '{');
    json_number(json, "time_ms", times->ms);
    json_number(json, "copy_ms", times->copy_ms);
    json_number(json, "percent_of_copy", times->percent_of_copy);
    write_required(json, timed);
    json_string(json, "time_source", timed ? "measured" : "none");
    json_string(json, "thresholds", result->thresholds[0] ? result->thresholds : "lab.spec");
    if (timed) {
        json_string(json, "entry", result->spec->entries[timed->key.entry].name);
        json_string(json, "sizes", timed->sizes);
        json_number(json, "floor_ms", times->floor_ms);
        json_bool(json, "suspect", timed->verdict == TIME_SUSPECT);
    }
    for (int i = 0; i < result->target_count; i++) passed &= result->targets[i].passed;
    for (int i = 0; i < result->timed_count; i++) passed &= result->timed[i].withheld <= 0;
    json_bool(json, "passed", passed);
    json_integer(json, "runs", times->runs);
    json_number(json, "spread_percent", times->spread_percent);
    write_times(json, result);
    write_board(json, result);
    json_open(json, "targets", '[');
    for (int i = 0; i < result->target_count; i++) {
        const TargetResult *t = &result->targets[i];
        json_open(json, NULL, '{');
        json_string(json, "id", t->id);
        json_string(json, "todo", result->spec->todos[t->todo].id);
        json_string(json, "what", t->what);
        json_number(json, "value", t->value);
        json_number(json, "full", t->full);
        json_number(json, "none", t->none);
        json_bool(json, "passed", t->passed);
        json_bool(json, "filled", t->filled);
        json_number(json, "score", t->score);
        json_number(json, "max_score", t->max_score);
        json_string(json, "message", t->message);
        json_string(json, "sizes", result->cases[t->shown_index].sizes);
        json_close(json, '}');
    }
    json_close(json, ']');
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

static bool write_all(FILE *stream, void (*write)(FILE *stream, const void *result), const void *result) {
    write(stream, result);
    return !fflush(stream) && !ferror(stream);
}

// A device or a pipe: what is there is written to, and not replaced.
static bool write_in_place(const char *path, void (*write)(FILE *stream, const void *result),
                           const void *result) {
    FILE *stream = fopen(path, "we");
    bool good = stream && write_all(stream, write, result);
    const int error = errno;
    if (stream) good = !fclose(stream) && good;
    if (error) errno = error;
    return good;
}

static bool write_beside(const char *path, void (*write)(FILE *stream, const void *result),
                         const void *result) {
    char temporary[4200];
    snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    int fd = mkstemp(temporary);
    FILE *stream = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool good = stream != NULL;
    if (good) {
        mode_t mask = umask(0);
        umask(mask);
        fchmod(fd, 0666 & ~mask); // as any new file, not as mkstemp has it
        good = write_all(stream, write, result) && !fsync(fd);
        good = !fclose(stream) && good;
        good = good && rename(temporary, path) == 0;
    }
    const int error = errno;
    if (!good && fd >= 0) unlink(temporary);
    errno = error;
    return good;
}

bool write_json_file(const char *path, void (*write)(FILE *stream, const void *result), const void *result,
                     char *error, size_t error_size) {
    return write_result_file(path, "--json", write, result, error, error_size);
}

bool write_result_file(const char *path, const char *option, void (*write)(FILE *stream, const void *result),
                       const void *result, char *error, size_t error_size) {
    struct stat info;
    errno = 0;
    if (!strcmp(path, "-")) {
        if (write_all(stdout, write, result)) return true;
        snprintf(error, error_size, "The result cannot be written to standard output: %s.", strerror(errno));
        return false;
    }
    const bool special = stat(path, &info) == 0 && !S_ISREG(info.st_mode);
    if (special ? write_in_place(path, write, result) : write_beside(path, write, result)) return true;
    snprintf(error, error_size, "%s cannot be written: %s. Name another file after %s.", path,
             strerror(errno), option);
    return false;
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
    json_bool(&json, "live", refusal->live);
    json_close(&json, '}');
    fputc('\n', stream);
}

bool report_refusal_file(const char *path, const LabRefusal *refusal, char *error, size_t error_size) {
    return write_json_file(path, report_refusal, refusal, error, error_size);
}
