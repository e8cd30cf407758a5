// What-if tables for a person.
#include "grader/report/what_if_report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/text/append.h"

static const char *article(const char *gpu) {
    return strncmp(gpu, "NVIDIA", 6) == 0 ? "an" : "a";
}

static void bound_words(const ModelledTime *x, char *to, size_t size) {
    snprintf(to, size, "%s%s%s %.0f %%", x->bound, x->unit[0] ? ", " : "", x->unit, x->bound_percent);
}

static void print_as_it_is(const Writer *writer, const WhatIfCase *c) {
    const ModelledCase *m = &c->model;
    const ModelledTime *x = &m->launch;
    char bound[100];
    bound_words(x, bound, sizeof bound);
    const char *kernel = m->kernel;
    writer_print(
        writer, 0, 2, STYLE_PLAIN,
        "Modelled for %s %s, %snot measured: %.3g ms (between %.3g and %.3g), %.0f %% of a copy. Bound by %s.",
        article(m->gpu), m->gpu, x->calibrated ? "" : "uncalibrated, ", m->ms, m->copy_ms * 100 / m->high,
        m->copy_ms * 100 / m->low, m->percent_of_copy, bound);
    writer_print(
        writer, 0, 2, STYLE_PLAIN,
        "%s: %u x %u x %u blocks of %u x %u x %u threads, %s a thread. An SM holds %s of them, %.0f %% of its warps: "
        "%s limit%s it. %.0f %% are there on average, modelled.",
        kernel, m->grid[0], m->grid[1], m->grid[2], m->block[0], m->block[1], m->block[2],
        several(x->registers_per_thread, "register").text, several(x->blocks_per_sm, "block").text,
        x->theoretical_occupancy_percent, x->occupancy_limit,
        strcmp(x->occupancy_limit, "shared memory") ? "" : "s", x->achieved_occupancy_percent);
    if (m->launches > 1)
        writer_print(writer, 0, 2, STYLE_PLAIN, "Times are of all %ld launches, the rest of the longest.",
                     m->launches);
}

static void print_change(const Writer *writer, const WhatIfCase *c, const WhatIfRow *row) {
    const double percent = 100 * (row->model.ms / c->model.ms - 1);
    char bound[100], change[20];
    if (row->wrong) return;
    if (row->why_not[0]) {
        writer_print(writer, 2, 4, STYLE_FAINT, "%s: not modelled: %s", row->what, row->why_not);
        return;
    }
    bound_words(&row->model.launch, bound, sizeof bound);
    snprintf(change, sizeof change, fabs(percent) < 0.5 ? "same" : "%+.0f %%", percent);
    fprintf(writer->stream, "  %-32s%9.3g%9s  %s\n", row->what, row->model.ms, change, bound);
}

// Blocks that the file is not made for, together.
static void print_wrong(const Writer *writer, const char *lab, const WhatIfCase *c) {
    char shapes[600] = "";
    const char *why = "";
    for (int i = 0; i < c->change_count; i++) {
        if (!c->changes[i].wrong) continue;
        append(shapes, sizeof shapes, "%s%s", shapes[0] ? ", " : "",
               c->changes[i].what + strlen("blocks of "));
        why = c->changes[i].why_not;
    }
    if (shapes[0])
        writer_print(
            writer, 2, 4, STYLE_FAINT,
            "Not modelled in blocks of %s: %s. Change its numbers in a copy, and model that: ./grade model %s "
            "COPY.cu",
            shapes, why, lab);
}

static void print_changes(const Writer *writer, const char *lab, const WhatIfCase *c) {
    char bound[100];
    fprintf(writer->stream, "%s  %-32s%9s%9s  %s%s\n", style_begin(writer, STYLE_BOLD), "if, modelled", "ms",
            "change", "bound by", style_end(writer, STYLE_BOLD));
    bound_words(&c->model.launch, bound, sizeof bound);
    fprintf(writer->stream, "  %-32s%9.3g%9s  %s\n", "as it is", c->model.ms, "", bound);
    for (int i = 0; i < c->change_count; i++) print_change(writer, c, &c->changes[i]);
    print_wrong(writer, lab, c);
}

static void print_gpus(const Writer *writer, const WhatIfCase *c) {
    if (!c->gpu_count) return;
    fprintf(writer->stream, "%s  %-32s%9s%9s  %s%s\n", style_begin(writer, STYLE_BOLD), "on, modelled", "ms",
            "% copy", "bound by", style_end(writer, STYLE_BOLD));
    for (int i = 0; i < c->gpu_count; i++) {
        const WhatIfRow *row = &c->gpus[i];
        char bound[100], name[100];
        if (row->why_not[0]) {
            writer_print(writer, 2, 4, STYLE_FAINT, "%s: not modelled: %s", row->what, row->why_not);
            continue;
        }
        bound_words(&row->model.launch, bound, sizeof bound);
        snprintf(name, sizeof name, "%-8s%s", row->what, row->model.launch.calibrated ? "" : "uncalibrated");
        fprintf(writer->stream, "  %-32s%9.3g%9.0f  %s\n", name, row->model.ms, row->model.percent_of_copy,
                bound);
    }
}

void what_if_text(const Writer *writer, const ShownWhatIf *shown) {
    const WhatIf *w = shown->what_if;
    writer_print(writer, 0, 0, STYLE_BOLD, "%s %s", shown->spec->name, shown->spec->title);
    writer_print(writer, 0, 2, STYLE_PLAIN, "%s, modelled, not measured", w->source);
    for (int i = 0; i < w->count; i++) {
        const WhatIfCase *c = &w->cases[i];
        char sizes[160];
        writer_blank(writer);
        case_words(shown->spec, &c->key, " = ", ", ", sizes, sizeof sizes);
        writer_print(writer, 0, 2, STYLE_BOLD, "%s, %s", shown->spec->entries[c->key.entry].name, sizes);
        if (!c->model.known) {
            writer_print(writer, 2, 4, STYLE_FAINT, "Not modelled: %s.", c->model.why);
            continue;
        }
        print_as_it_is(writer, c);
        writer_blank(writer);
        print_changes(writer, shown->spec->name, c);
        writer_blank(writer);
        print_gpus(writer, c);
    }
    writer_blank(writer);
    writer_print(
        writer, 0, 2, STYLE_FAINT,
        "Every time above is modelled. Changes of a few percent are less than the model can tell; \"uncalibrated\": "
        "nothing was measured on such a GPU. Fewer registers are supposed for the same instructions: what a "
        "compiler would spill is not counted.");
    writer_command(writer, "next", STYLE_PLAIN, w->command);
}
