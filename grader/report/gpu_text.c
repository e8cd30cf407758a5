// What a real GPU adds to the report: where it disagrees with the simulator, and how fast the work is.
#include "grader/report/report.h"
#include "grader/verdict/append.h"

static bool disagrees(const CaseResult *c) {
    return c->gpu != GPU_NOT_RUN && (c->gpu == GPU_RIGHT) != c->simulated_right;
}

// What --device both asks for: the cases on which simulator and GPU do not agree.
void print_comparison(const Paper *paper, const LabResult *result) {
    int ran = 0, differ = 0;
    if (!result->compared) return;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        ran += c->gpu != GPU_NOT_RUN;
        differ += disagrees(c);
    }
    paper_print(paper, 0, 2, differ ? STYLE_WARN : STYLE_BOLD,
                "Simulator and GPU: %d cases ran on both, %d of them with different verdicts", ran, differ);
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        char name[300] = "";
        if (!disagrees(c)) continue;
        name_case(result, c, name, sizeof name);
        paper_print(paper, 2, 4, STYLE_WARN, "%s: right on the %s, wrong on the %s", name,
                    c->gpu == GPU_RIGHT ? "GPU" : "simulator", c->gpu == GPU_RIGHT ? "simulator" : "GPU");
    }
    if (differ)
        paper_words(paper, 2, 2, STYLE_FAINT,
                    "A case must be right on both. The simulator also fails what a GPU gets right by luck: "
                    "races, reads of memory that nobody wrote, accesses just outside an array.");
    paper_blank(paper);
}

static void print_time(const Paper *paper, const TimedResult *t, const char *name) {
    const Times *x = &t->times;
    if (!t->measured) {
        paper_print(paper, 2, 4, STYLE_WARN, "%s: not timed: %s", name, t->message);
        return;
    }
    paper_print(paper, 2, 4, STYLE_PLAIN, "%s: %.4g ms, %.0f GB/s, %.1f %% of a copy's speed (%.4g ms)", name,
                x->ms, x->bytes / x->ms / 1e6, x->percent_of_copy, x->copy_ms);
    paper_print(paper, 4, 4, STYLE_FAINT, "median of %ld runs, spread %.2g %%", x->runs, x->spread_percent);
    if (x->floor_ms > 0)
        paper_print(paper, 4, 4, STYLE_FAINT,
                    "floor %.4g ms: reading and writing the data once, at the memory's full speed", x->floor_ms);
    if (x->ms < x->floor_ms)
        paper_print(paper, 4, 4, STYLE_WARN, "suspect: faster than the memory allows. Show it to your instructor.");
}

// How fast the work is on the GPU: shown, no points.
void print_times(const Paper *paper, const LabResult *result) {
    if (!result->timed_count) return;
    paper_print(paper, 0, 2, STYLE_BOLD, "How fast, measured on the %s", result->gpu_name);
    for (int i = 0; i < result->timed_count; i++) {
        const TimedResult *t = &result->timed[i];
        char name[300] = "", sizes[160];
        case_words(result->spec, &t->key, " = ", ", ", sizes, sizeof sizes);
        append(name, sizeof name, "%s, %s", result->spec->entries[t->key.entry].name, sizes);
        print_time(paper, t, name);
    }
    paper_blank(paper);
}
