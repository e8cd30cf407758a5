// Prints the times of a table's rows as bars, measured or modelled: the longest is the copy, 100 %.
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

static bool is_timed(const LabTable *table) {
    for (int i = 0; i < table->row_count; i++)
        if (table->rows[i].timed) return true;
    return false;
}

static bool has_published(const LabTable *table) {
    for (int i = 0; i < table->row_count; i++)
        if (table->rows[i].published > 0) return true;
    return false;
}

// The sizes that all timed rows share, as "n = 512".
static void shared_sizes(const LabSpec *spec, const LabTable *table, char *text, size_t text_size) {
    const CaseKey *first = NULL;
    const char *between = "";
    bool differs[SPEC_SIZES] = {0};
    for (int i = 0; i < table->row_count; i++) {
        const CaseKey *key = &table->rows[i].timed_key;
        if (!table->rows[i].timed) continue;
        if (!first) first = key;
        for (int k = 0; k < SPEC_SIZES; k++) differs[k] |= key->size[k] != first->size[k];
    }
    const LabEntrySpec *entry = &spec->entries[first->entry];
    size_t length = 0;
    for (int k = 0; k < entry->size_count && length < text_size; k++) {
        if (differs[k]) continue;
        length += (size_t)snprintf(text + length, text_size - length, "%s%s = %d", between, entry->sizes[k],
                                   first->size[k]);
        between = ", ";
    }
}

// How long the longest bar may be: shorter than usual where the terminal is narrow.
static int bar_width(const Writer *writer, int label_width, bool published) {
    const int others = 2 + label_width + 2 + 8 + 2 + 6 + 2 + (published ? 2 + 9 : 0);
    const int room = writer->columns ? writer->columns - others : BAR;
    return room < 0 ? 0 : room < BAR ? room : BAR;
}

// `beside` is what stands in the last column; NULL where the table has none.
static void print_bar(const Writer *writer, Style style, int label_width, const char *label, double ms,
                      double percent, const char *beside) {
    char bar[BAR + 1] = "";
    const int room = bar_width(writer, label_width, beside != NULL);
    int length = percent >= 100 ? room : (int)(percent * room / 100 + 0.5);
    memset(bar, '#', (size_t)length);
    fprintf(writer->stream, "  %-*s  %8.4g  %6.1f  %s%-*s%s", label_width, label, ms, percent,
            style_begin(writer, style), beside ? room : 0, bar, style_end(writer, style));
    if (beside) fprintf(writer->stream, "  %9s", beside);
    fputc('\n', writer->stream);
}

// The GPU whose model the bars are drawn from; NULL where none is known.
static const TimedResult *modelled_row(const LabResult *result) {
    for (int i = 0; i < result->timed_count; i++)
        if (result->timed[i].model.known) return &result->timed[i];
    return NULL;
}

// Measured, or else modelled.
static void print_source(const Writer *writer, const LabResult *result, const TimedResult *modelled,
                         const char *sizes) {
    const char *comma = sizes[0] ? ", " : "";
    if (result->gpu_name[0])
        writer_print(writer, 0, 2, STYLE_FAINT, "measured on the %s%s%s", result->gpu_name, comma, sizes);
    else
        writer_print(writer, 0, 2, STYLE_FAINT, "modelled for the %s, %snot measured%s%s",
                     modelled->model.gpu, modelled->model.launch.calibrated ? "" : "uncalibrated, ", comma,
                     sizes);
}

// Why a row has no time: it failed, or it could not be measured or modelled.
static void print_untimed(const Writer *writer, const char *label, const TimedResult *t, bool on_gpu) {
    if (!on_gpu) {
        writer_print(writer, 2, 4, STYLE_WARN, "%s: not modelled: %s", label,
                     t && t->model.why[0] ? t->model.why : "its result is not right, see below.");
        return;
    }
    writer_print(writer, 2, 4, STYLE_WARN, "%s: not timed: %s", label,
                 t && t->verdict != TIME_NOT_RIGHT
                     ? t->message
                     : "its result is not right on the simulator and on the GPU, see below.");
}

void print_bars(const Writer *writer, const LabResult *result, int table) {
    const LabTable *t = &result->spec->tables[table];
    const int width = widest_label(t);
    const bool published = has_published(t);
    double copies = 0;
    int shown = 0;
    char sizes[160] = "";
    const bool on_gpu = result->gpu_name[0] != 0;
    const TimedResult *modelled = modelled_row(result);
    if (!is_timed(t) || (!on_gpu && !modelled)) return;
    shared_sizes(result->spec, t, sizes, sizeof sizes);
    writer_print(writer, 0, 2, STYLE_BOLD, "%s", t->title);
    print_source(writer, result, modelled, sizes);
    writer_blank(writer);
    fprintf(writer->stream, "  %s%-*s  %8s  %6s", style_begin(writer, STYLE_FAINT), width, "", "ms",
            "copy %");
    if (published) fprintf(writer->stream, "  %-*s  %9s", bar_width(writer, width, true), "", "published");
    fprintf(writer->stream, "%s\n", style_end(writer, STYLE_FAINT));
    for (int i = 0; i < t->row_count; i++) {
        if (!t->rows[i].timed) continue;
        const TimedResult *x = time_of(result, &t->rows[i].timed_key);
        if (x && (on_gpu ? x->measured : x->model.known)) {
            char beside[32] = "-";
            if (t->rows[i].published > 0) snprintf(beside, sizeof beside, "%g", t->rows[i].published);
            print_bar(writer, STYLE_GOOD, width, t->rows[i].label, on_gpu ? x->times.ms : x->model.ms,
                      on_gpu ? x->times.percent_of_copy : x->model.percent_of_copy,
                      published ? beside : NULL);
            copies += on_gpu ? x->times.copy_ms : x->model.copy_ms;
            shown++;
        } else {
            print_untimed(writer, t->rows[i].label, x, on_gpu);
        }
    }
    if (shown)
        print_bar(writer, STYLE_BOLD, width, "a copy of the same bytes", copies / shown, 100,
                  published ? "-" : NULL);
    if (result->gpu_trouble[0]) writer_words(writer, 2, 4, STYLE_WARN, result->gpu_trouble);
    writer_blank(writer);
}

bool times_note(const LabResult *result, int table, char *note, size_t note_size) {
    const LabTable *t = &result->spec->tables[table];
    const TimedResult *modelled = modelled_row(result);
    char sizes[160] = "";
    bool measured = false;
    if (!is_timed(t)) return false;
    shared_sizes(result->spec, t, sizes, sizeof sizes);
    const char *at = sizes[0] ? ", at " : "";
    for (int i = 0; i < result->timed_count; i++) measured |= result->timed[i].measured;
    if (measured)
        snprintf(note, note_size, "Times are measured on the %s%s%s; the rest is counted.", result->gpu_name,
                 at, sizes);
    else if (result->gpu_name[0])
        snprintf(note, note_size, "No row could be timed on the %s: all of this is counted.",
                 result->gpu_name);
    else if (modelled)
        snprintf(note, note_size, "Times are modelled for the %s, %snot measured%s%s; the rest is counted.",
                 modelled->model.gpu, modelled->model.launch.calibrated ? "" : "uncalibrated, ", at, sizes);
    else
        snprintf(
            note, note_size,
            "There are no times: no GPU has measured them, and they could not be modelled. All of this is "
            "counted.");
    return true;
}
