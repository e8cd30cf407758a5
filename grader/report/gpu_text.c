// What a real GPU adds to the report: where it disagrees with the simulator, and how fast the work is.
#include "grader/report/report.h"
#include "grader/text/source_line.h"
#include "grader/text/append.h"

static bool disagrees(const CaseResult *c) {
    return c->gpu != GPU_NOT_RUN && (c->gpu == GPU_RIGHT) != c->simulated_right;
}

// What --device both asks for: the cases on which simulator and GPU do not agree.
void print_comparison(const Writer *writer, const LabResult *result) {
    int ran = 0, differ = 0;
    if (!result->compared) return;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        ran += c->gpu != GPU_NOT_RUN;
        differ += disagrees(c);
    }
    writer_print(writer, 0, 2, differ ? STYLE_WARN : STYLE_BOLD,
                 "Simulator and GPU: %s ran on both, %d of them with different verdicts",
                 several(ran, "case").text, differ);
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        char name[300] = "";
        if (!disagrees(c)) continue;
        name_case(result, c, name, sizeof name);
        writer_print(writer, 2, 4, STYLE_WARN, "%s: right on the %s, wrong on the %s", name,
                     c->gpu == GPU_RIGHT ? "GPU" : "simulator", c->gpu == GPU_RIGHT ? "simulator" : "GPU");
    }
    if (differ)
        writer_words(writer, 2, 2, STYLE_FAINT,
                     "A case must be right on both. The simulator also fails what a GPU gets right by luck: "
                     "races, reads of memory that was never written, accesses just outside an array.");
    writer_blank(writer);
}

// What is required, how far the student is from it, and what to do.
static void print_requirement(const Writer *writer, const LabResult *result, const TimedResult *t) {
    const LabTimed *spec = &result->spec->timed[t->index];
    const char *todo = result->spec->todos[spec->todo].id;
    if (t->verdict == TIME_REACHED)
        writer_print(writer, 4, 4, STYLE_GOOD, "required: %g %%, reached%s", t->required,
                     t->times.percent_of_copy < t->required ? " within what can be measured" : "");
    if (t->verdict == TIME_MISSED)
        writer_print(writer, 4, 4, STYLE_WARN,
                     "required: %g %%. It must be %.3g times as fast. Held back: %g of the "
                     "points of TODO %s.%s%s",
                     t->required, t->required / t->times.percent_of_copy, t->withheld, todo,
                     spec->advice[0] ? " Next: " : "", spec->advice);
    if (t->verdict == TIME_SUSPECT)
        writer_print(writer, 4, 4, STYLE_WARN,
                     "suspect: faster than the memory allows. Show it to your instructor; "
                     "until then %g of the points of TODO %s %s held back.",
                     t->withheld, todo, t->withheld == 1 ? "is" : "are");
    if (t->verdict == TIME_NOT_RIGHT && t->withheld > 0)
        writer_print(writer, 4, 4, STYLE_FAINT,
                     "%g of the points of TODO %s %s for a time of at least %g %% of a copy's "
                     "speed.",
                     t->withheld, todo, t->withheld == 1 ? "is" : "are", t->required);
    if (t->verdict == TIME_TROUBLE && t->required > 0)
        writer_print(writer, 4, 4, STYLE_FAINT, "This costs no points: the counted targets alone decide.");
}

static void print_measured(const Writer *writer, const TimedResult *t, const char *name) {
    const Times *x = &t->times;
    writer_print(writer, 2, 4, STYLE_PLAIN, "%s: %.4g ms, %.0f GB/s, %.1f %% of a copy's speed (%.4g ms)",
                 name, x->ms, x->bytes / x->ms / 1e6, x->percent_of_copy, x->copy_ms);
    writer_print(writer, 4, 4, STYLE_FAINT,
                 "median of %ld runs, spread %.2g %%; percent of a copy between %.1f and %.1f", x->runs,
                 x->spread_percent, x->low, x->high);
    if (t->processes > 1)
        writer_print(writer, 4, 4, STYLE_FAINT,
                     "measured in %d processes, for it was unsteady: these are the numbers of the steadiest",
                     t->processes);
    if (x->floor_ms > 0)
        writer_print(writer, 4, 4, STYLE_FAINT,
                     "floor %.4g ms: reading and writing the data once, at the memory's full speed",
                     x->floor_ms);
    writer_print(
        writer, 4, 4, STYLE_FAINT,
        "first launch, cold: %.4g ms by this machine's clock, after %.4g ms to start the GPU and to load the "
        "kernels. They happen once and are not part of the time above.",
        x->cold_ms, x->cold_start_ms);
}

static void print_time(const Writer *writer, const LabResult *result, const TimedResult *t) {
    char name[300] = "", sizes[160];
    case_words(result->spec, &t->key, " = ", ", ", sizes, sizeof sizes);
    append(name, sizeof name, "%s, %s", result->spec->entries[t->key.entry].name, sizes);
    if (t->measured)
        print_measured(writer, t, name);
    else
        writer_print(writer, 2, 4, STYLE_WARN, "%s: not timed: %s", name, t->message);
    print_requirement(writer, result, t);
}

static void print_line_of(const Writer *writer, int line, const char *source_path) {
    SourcePlace place = {.line = line};
    append(place.file, sizeof place.file, "%s", source_path);
    print_source_line(writer, &place, source_path);
}

static void print_cause_of_time(const Writer *writer, const LabResult *result, const Cause *cause) {
    writer_print(writer, 2, 4, STYLE_WARN, "%s", cause->what);
    print_line_of(writer, cause->place.line, result->source_path);
    if (cause->next[0]) writer_print(writer, 2, 4, STYLE_WARN, "Next: %s", cause->next);
}

// "54 % of a copy (between 50 and 58)", and what limits it.
static void print_model(const Writer *writer, const LabResult *result, const TimedResult *t) {
    const ModelledCase *m = &t->model;
    const ModelledTime *x = &m->launch;
    const LabTimed *spec = &result->spec->timed[t->index];
    char line[200] = "", sizes[160];
    case_words(result->spec, &t->key, " = ", ", ", sizes, sizeof sizes);
    if (x->hot_line > 0)
        snprintf(line, sizeof line, " Line %d takes %.0f %% of the instructions.", x->hot_line,
                 x->hot_percent);
    writer_print(
        writer, 0, 2, STYLE_PLAIN,
        "Modelled for an %s, %snot measured: %.3g ms at %s, %.0f %% of a copy (between %.0f and %.0f). Bound by "
        "%s%s%s: %.0f %%.%s",
        m->gpu, x->calibrated ? "" : "uncalibrated, ", m->ms, sizes, m->percent_of_copy, m->low, m->high,
        x->bound, x->unit[0] ? ", " : "", x->unit, x->bound_percent, line);
    if (x->hot_line > 0) print_line_of(writer, x->hot_line, result->source_path);
    if (t->verdict == TIME_MODEL_REACHED)
        writer_print(writer, 2, 4, STYLE_GOOD,
                     m->percent_of_copy >= t->required
                         ? "required: %g %% of a copy, reached by the model"
                         : "required: %g %% of a copy, within the modelled range: no points are held back",
                     t->required);
    if (t->verdict == TIME_MODEL_MISSED) {
        const bool known = t->cause.known, advised = !known && spec->advice[0];
        writer_print(
            writer, 2, 4, STYLE_WARN,
            "required: %g %% of a copy, for %s of TODO %s. All of the modelled range lies below it, so %s "
            "held back. By the model it must be %.3g times as fast. On a GPU the measurement decides.%s%s",
            t->required, several(spec->points, "point").text, result->spec->todos[spec->todo].id,
            spec->points == 1 ? "it is" : "they are", t->required / m->percent_of_copy,
            advised ? " Next: " : "", advised ? spec->advice : "");
        if (known) print_cause_of_time(writer, result, &t->cause);
    }
}

static void print_lacking(const Writer *writer, const LabResult *result, const TimedResult *t,
                          const char *sizes) {
    const LabTimed *spec = &result->spec->timed[t->index];
    writer_print(
        writer, 2, 4, STYLE_WARN,
        "%s at %s: %s. So %s of TODO %s %s held back. Which kernel runs there? Let the same one compute "
        "every size.",
        result->spec->entries[t->key.entry].name, sizes, t->model.lacking,
        several(spec->points, "point").text, result->spec->todos[spec->todo].id,
        spec->points == 1 ? "is" : "are");
}

// A time that no right result can have.
static void print_suspect_model(const Writer *writer, const LabResult *result, const TimedResult *t) {
    const LabTimed *spec = &result->spec->timed[t->index];
    const char *what = t->wrong       ? t->model.wrong
                       : t->suspicion ? t->suspicion
                                      : "it is faster than the memory";
    char sizes[160];
    case_words(result->spec, &t->key, " = ", ", ", sizes, sizeof sizes);
    if (t->suspicion && t->suspicion == t->model.lacking) {
        print_lacking(writer, result, t, sizes);
        return;
    }
    writer_print(
        writer, 2, 4, STYLE_WARN, "%s at %s: %s. So %s there, and %s of TODO %s %s held back. %s",
        result->spec->entries[t->key.entry].name, sizes, what,
        t->wrong ? "the result is wrong" : "part of the result is not computed",
        several(spec->points, "point").text, result->spec->todos[spec->todo].id,
        spec->points == 1 ? "is" : "are",
        t->wrong || t->suspicion == t->model.uncovered
            ? "Look for what depends on the size: a narrow type for an index, a limit that is a number, a "
              "case of its own for large n."
            : "Compute every point, whatever the size is.");
    if (t->cause.known) print_cause_of_time(writer, result, &t->cause);
}

// Without a GPU: what one would add, once there is nothing else to do.
static void print_not_measured(const Writer *writer, const LabResult *result) {
    for (int i = 0; i < result->timed_count && result->passed; i++) {
        const TimedResult *t = &result->timed[i];
        const LabTimed *spec = &result->spec->timed[t->index];
        if (t->required <= 0 || t->model.known || t->verdict == TIME_SUSPECT) continue;
        writer_print(writer, 0, 2, STYLE_FAINT,
                     "Time: not measured without a GPU. On one %s of TODO %s %s for %g %% of a copy's speed.",
                     several(spec->points, "point").text, result->spec->todos[spec->todo].id,
                     spec->points == 1 ? "asks" : "ask", t->required);
        writer_blank(writer);
    }
}

// How fast the work is on the GPU.
void print_times(const Writer *writer, const LabResult *result) {
    if (!result->timed_count) return;
    bool modelled = false;
    for (int i = 0; i < result->timed_count; i++)
        if (result->timed[i].model.known && !is_beyond(result, i))
            print_model(writer, result, &result->timed[i]), modelled = true;
    for (int i = 0; i < result->timed_count; i++)
        if (result->timed[i].verdict == TIME_SUSPECT && (!result->gpu_name[0] || is_beyond(result, i)))
            print_suspect_model(writer, result, &result->timed[i]), modelled = true;
    if (modelled) writer_blank(writer);
    if (!has_times(result)) return;
    if (!result->gpu_name[0]) {
        print_not_measured(writer, result);
        return;
    }
    writer_print(writer, 0, 2, STYLE_BOLD, "How fast, measured on the %s", result->gpu_name);
    for (int i = 0; i < result->timed_count; i++)
        if (!is_beyond(result, i)) print_time(writer, result, &result->timed[i]);
    if (result->thresholds[0])
        writer_print(writer, 2, 4, STYLE_FAINT, "What is required is from %s.", result->thresholds);
    writer_blank(writer);
}
