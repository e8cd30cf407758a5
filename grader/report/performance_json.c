// The member "performance" of a result: times, measured and modelled, the board, counted targets.
#include <math.h>

#include "grader/report/kernels.h"
#include "grader/report/report.h"
#include "grader/text/source_line.h"
#include "grader/verdict/board.h"

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
        json_bool(json, "beyond", spec->beyond); // looked at for its result alone
        json_string(json, "time", time_word(t->verdict));
        json_string(json, "todo", spec->points > 0 ? result->spec->todos[spec->todo].id : "");
        json_number(json, "points", spec->points);
        json_number(json, "withheld", t->withheld);
        write_required(json, t);
        json_string(json, "message",
                    t->message[0]       ? t->message
                    : t->model.wrong[0] ? t->model.wrong
                    : t->suspicion      ? t->suspicion
                                        : "");
        if (t->cause.known) {
            json_string(json, "cause", t->cause.what);
            json_integer(json, "cause_line", t->cause.place.line);
        }
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
void write_performance(Json *json, const LabResult *result) {
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
