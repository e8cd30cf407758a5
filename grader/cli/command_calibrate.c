// grade calibrate: measures the solutions on the GPU that is here, and writes down what it asks of others.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/grading/gpu_choice.h"
#include "grader/grading/parts.h"
#include "grader/grading/thresholds.h"

enum { LABS_MAX = 64, REPEATS = 5 };
static const double share = 0.85; // of the solution's speed

typedef struct {
    const Project *project;
    const Options *options;
    GpuChoice gpu;
    GpuTurn turn;
    Writer writer;
    LabSpec spec;
    LabLibrary library;
    Parts parts;
    LabResult result;
    char file[200]; // that was written; "": none yet
    int unmeasured; // cases that this machine did not let measure
    char error[1200];
} Calibration;

// The repetitions of one case.
typedef struct {
    double lowest, highest, middle; // percent of the copy's speed
    double ms, copy_ms;             // of the middle one
    bool measured;                  // each of them
} Repeated;

static int by_percent(const void *a, const void *b) {
    const double x = ((const Times *)a)->percent_of_copy, y = ((const Times *)b)->percent_of_copy;
    return (x > y) - (x < y);
}

static void show_repeat(const Calibration *c, int number) {
    if (!isatty(STDERR_FILENO)) return;
    if (number < REPEATS)
        fprintf(stderr, "\r\033[K%s  %d/%d ", c->spec.name, number + 1, REPEATS);
    else
        fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

static bool not_measured(Calibration *c, const TimedResult *t) {
    if (t->verdict == TIME_TROUBLE) {
        writer_print(&c->writer, 0, 2, STYLE_WARN,
                     "%s, %s, was not measured, and nothing is written for %s: %s", c->spec.name, t->sizes,
                     c->spec.name, t->message);
        c->unmeasured++;
        return true;
    }
    snprintf(c->error, sizeof c->error, "%s, %s, was not measured: %s", c->spec.name, t->sizes, t->message);
    return false;
}

// A process of its own for each repetition: that is how submissions are measured, too. False where the
// solution is at fault; a case that this machine did not let measure is told and left out.
static bool repeat_case(Calibration *c, const RunPlan *plan, int index, Repeated *r) {
    Times times[REPEATS];
    for (int i = 0; i < REPEATS; i++) {
        TimedResult t = {.index = index};
        show_repeat(c, i);
        time_solution(plan, &c->result, &t);
        if (!t.measured) {
            show_repeat(c, REPEATS);
            *r = (Repeated){0};
            return not_measured(c, &t);
        }
        times[i] = t.times;
    }
    show_repeat(c, REPEATS);
    qsort(times, REPEATS, sizeof *times, by_percent);
    const Times *middle = &times[REPEATS / 2];
    *r = (Repeated){.lowest = times[0].percent_of_copy,
                    .highest = times[REPEATS - 1].percent_of_copy,
                    .middle = middle->percent_of_copy,
                    .ms = middle->ms,
                    .copy_ms = middle->copy_ms,
                    .measured = true};
    return true;
}

// 85 % of the slowest repetition, in tenths, rounded down.
static double proposed(const Repeated *r) {
    return floor(share * r->lowest * 10) / 10;
}

static void print_row(const Calibration *c, const LabTimed *timed, const Repeated *r) {
    char sizes[120], words[200];
    case_words(&c->spec, &timed->key, "=", " ", sizes, sizeof sizes);
    snprintf(words, sizeof words, "%s %s", c->spec.entries[timed->key.entry].name, sizes);
    printf("%-6s%-25s%9.4f%9.4f%8.1f%8.1f", c->spec.name, words, r->ms, r->copy_ms, r->middle,
           r->highest - r->lowest);
    if (timed->required > 0)
        printf("%8g%6.1f\n", timed->required, proposed(r));
    else
        printf("%8s%6s\n", "-", "-");
    fflush(stdout);
}

static void print_head(const Calibration *c) {
    writer_print(&c->writer, 0, 2, STYLE_BOLD, "The solutions on the %s, %d repetitions of each", c->gpu.name,
                 REPEATS);
    writer_blank(&c->writer);
    printf("%-31s%9s%9s%16s%14s\n", "", "solution", "copy", "percent of copy", "required");
    printf("%-6s%-25s%9s%9s%8s%8s%8s%6s\n", "lab", "case", "ms", "ms", "middle", "spread", "shipped", "here");
}

static bool find_solution(Calibration *c, char submission[PATH_SIZE]) {
    project_path(c->project, submission, "build", c->spec.name, "solution.so", NULL);
    if (file_exists(submission)) return true;
    snprintf(c->error, sizeof c->error, "The solution of %s is not built. Type: make %s SOLUTION=1",
             c->spec.name, c->spec.name);
    return false;
}

static bool measure_cases(Calibration *c, const RunPlan *plan) {
    Threshold list[SPEC_TIMED];
    const int unmeasured = c->unmeasured;
    int count = 0;
    for (int i = 0; i < c->spec.timed_count; i++) {
        const LabTimed *timed = &c->spec.timed[i];
        Repeated r;
        if (timed->beyond) continue;
        if (!repeat_case(c, plan, i, &r)) return false;
        if (!r.measured) continue;
        print_row(c, timed, &r);
        if (r.lowest < timed->required)
            writer_print(&c->writer, 6, 6, STYLE_WARN,
                         "The solution itself does not reach what lab.spec requires here.");
        if (timed->required <= 0) continue;
        Threshold *t = &list[count++];
        *t = (Threshold){.key = timed->key, .percent = proposed(&r)};
        snprintf(t->reason, sizeof t->reason, "%g %% of the slowest of %d: the solution reached %.1f to %.1f",
                 100 * share, REPEATS, r.lowest, r.highest);
    }
    if (c->unmeasured > unmeasured) return true; // what an earlier calibration has written stays
    return !count || thresholds_write(c->project, c->gpu.name, &c->spec, list, count, c->file, sizeof c->file,
                                      c->error, sizeof c->error);
}

// One lab; one that has nothing timed is left out.
static bool calibrate_lab(Calibration *c, const char *folder) {
    char submission[PATH_SIZE];
    if (!project_load_spec(c->project, folder, &c->spec, c->error, sizeof c->error)) return false;
    if (!c->spec.timed_count) return true;
    if (!find_solution(c, submission) ||
        !parts_find(&c->parts, c->project, &c->spec, c->error, sizeof c->error) ||
        !lab_library_open(&c->library, c->parts.reference, &c->spec, c->error, sizeof c->error))
        return false;
    const RunChoices choices = option_choices(c->options);
    RunPlan plan = parts_plan(&c->parts, &choices, &c->library, submission);
    plan.use_gpu = true;
    plan.session.turn = &c->turn;
    c->result.spec = &c->spec;
    const bool good = measure_cases(c, &plan);
    lab_library_close(&c->library);
    return good;
}

static bool calibrate(Calibration *c) {
    static char folders[LABS_MAX][256];
    const char *lab = c->options->lab;
    int count = 1;
    if (lab && !project_lab_folder(c->project, lab, folders[0], c->error, sizeof c->error)) return false;
    if (!lab) count = project_labs(c->project, folders, LABS_MAX);
    project_path(c->project, c->parts.device, "build", "bin", "device", NULL);
    c->gpu = gpu_probe_in_turn(c->parts.device, &c->turn, false);
    if (!c->gpu.usable) {
        snprintf(c->error, sizeof c->error,
                 "Times are measured on a GPU, and there is none to use: %s. Gradings without one need no "
                 "thresholds: there the counted targets decide.",
                 c->gpu.why);
        return false;
    }
    print_head(c);
    for (int i = 0; i < count; i++)
        if (!calibrate_lab(c, folders[i])) return false;
    writer_blank(&c->writer);
    if (!c->file[0]) {
        writer_print(&c->writer, 0, 0, STYLE_PLAIN, "%s: no file was written.",
                     c->unmeasured ? "Nothing was measured of which a time is required"
                                   : "Nothing is required of times here");
        return true;
    }
    writer_print(&c->writer, 0, 2, STYLE_PLAIN,
                 "Written to %s: %g %% of the slowest repetition, rounded down to a tenth. From now on "
                 "gradings on a GPU of "
                 "this name use it and say so; `make handout` takes it along. Remove the file to have "
                 "lab.spec's again.",
                 c->file, 100 * share);
    return true;
}

int command_calibrate(const Project *project, const Options *options) {
    Calibration *c = calloc(1, sizeof *c);
    if (!c) return not_graded("There is no memory left.");
    c->project = project;
    c->options = options;
    c->writer = writer_open(stdout, options->color);
    int status = calibrate(c) ? EXIT_SUCCESS : not_graded(c->error);
    if (status == EXIT_SUCCESS && c->unmeasured) status = EXIT_SHORT;
    free(c);
    return status;
}
