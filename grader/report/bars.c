// Prints the times of a table's rows as bars: the longest is the copy, 100 %.
#include "grader/report/bars.h"

#include <stdio.h>
#include <string.h>

enum { BAR = 20, LABEL_MIN = 24 };

static const TimedResult *time_of(const LabResult *result, const CaseKey *key) {
    for (int i = 0; i < result->timed_count; i++)
        if (same_case(&result->timed[i].key, key)) return &result->timed[i];
    return NULL;
}

static int widest_label(const LabTable *table) {
    size_t widest = LABEL_MIN;
    for (int i = 0; i < table->row_count; i++)
        if (strlen(table->rows[i].label) > widest) widest = strlen(table->rows[i].label);
    return (int)widest;
}

static void print_bar(const Paper *paper, Style style, int label_width, const char *label, double ms,
                      double percent, double published) {
    char bar[BAR + 1] = "", beside[32] = "-";
    int length = percent >= 100 ? BAR : (int)(percent * BAR / 100 + 0.5);
    memset(bar, '#', (size_t)length);
    if (published > 0) snprintf(beside, sizeof beside, "%g", published);
    fprintf(paper->stream, "  %-*s  %8.4g  %6.1f  %s%-*s%s  %9s\n", label_width, label, ms, percent,
            style_begin(paper, style), BAR, bar, style_end(paper, style), beside);
}

// Why a row has no time: it failed, or it could not be measured.
static void print_untimed(const Paper *paper, const char *label, const TimedResult *t) {
    paper_print(paper, 2, 4, STYLE_WARN, "%s: not timed: %s", label,
                t && t->verdict != TIME_NOT_RIGHT
                    ? t->message
                    : "its result is not right on the simulator and on the GPU, see below.");
}

void print_bars(const Paper *paper, const LabResult *result, int table) {
    const LabTable *t = &result->spec->tables[table];
    const int width = widest_label(t);
    double copies = 0;
    int measured = 0;
    char sizes[160] = "";
    int first = 0;
    while (first < t->row_count && !t->rows[first].timed) first++;
    if (!result->gpu_name[0] || first == t->row_count) return;
    case_words(result->spec, &t->rows[first].timed_key, " = ", ", ", sizes, sizeof sizes);
    paper_print(paper, 0, 2, STYLE_BOLD, "%s", t->title);
    paper_print(paper, 0, 2, STYLE_FAINT, "measured on the %s, %s", result->gpu_name, sizes);
    paper_blank(paper);
    fprintf(paper->stream, "  %s%-*s  %8s  %6s  %-*s  %9s%s\n", style_begin(paper, STYLE_FAINT), width, "",
            "ms", "copy %", BAR, "", "published", style_end(paper, STYLE_FAINT));
    for (int i = 0; i < t->row_count; i++) {
        if (!t->rows[i].timed) continue;
        const TimedResult *x = time_of(result, &t->rows[i].timed_key);
        if (x && x->measured) {
            print_bar(paper, STYLE_GOOD, width, t->rows[i].label, x->times.ms, x->times.percent_of_copy,
                      t->rows[i].published);
            copies += x->times.copy_ms;
            measured++;
        } else {
            print_untimed(paper, t->rows[i].label, x);
        }
    }
    if (measured) print_bar(paper, STYLE_BOLD, width, "a copy of the same bytes", copies / measured, 100, 0);
    if (result->gpu_trouble[0]) paper_words(paper, 2, 4, STYLE_WARN, result->gpu_trouble);
    paper_blank(paper);
}
