// ./grade explain: the source with what each line counted, what a point is made of, and what limits the kernel.
#include <stdlib.h>
#include <string.h>

#include "grader/report/kernels.h"
#include "grader/report/report.h"
#include "grader/text/append.h"
#include "grader/text/clean.h"

enum { LINE = 1024, SHOWN = 200 };

static const char HEAD[] = "executed lanes requests sectors  excess conflicts   line";

// Sums over a kernel's records of one line: inlined code has several.
static bool counts_of(const ShownKernel *shown, const char *source_path, long line, Counters *sum) {
    const Records *records = &shown->from->records;
    bool any = false;
    memset(sum, 0, sizeof *sum);
    for (int i = 0; i < records->line_count; i++) {
        const LineCounters *l = &records->lines[i];
        if (l->place.line != line || strcmp(l->kernel, shown->name) ||
            !in_student_file(&l->place, source_path))
            continue;
        any = true;
        for (int k = 0; k < COUNTER_COUNT; k++) sum->value[k] += l->counters.value[k];
    }
    return any;
}

static void put_count(char *words, size_t size, int width, bool has, uint64_t value) {
    if (has)
        append(words, size, " %*llu", width, (unsigned long long)value);
    else
        append(words, size, " %*s", width, "");
}

static void print_counted_line(const Writer *writer, const Counters *c, bool counted, long number,
                               const char *text) {
    char columns[120] = "";
    const bool global = c->global_load_requests + c->global_store_requests > 0;
    const uint64_t shared = c->shared_load_requests + c->shared_store_requests;
    put_count(columns, sizeof columns, 8, counted, c->warp_instructions);
    if (counted && c->warp_instructions)
        append(columns, sizeof columns, " %5.1f",
               (double)c->thread_instructions / (double)c->warp_instructions);
    else
        append(columns, sizeof columns, "      ");
    put_count(columns, sizeof columns, 8, global || shared,
              c->global_load_requests + c->global_store_requests + shared);
    put_count(columns, sizeof columns, 7, global, c->global_load_sectors + c->global_store_sectors);
    put_count(columns, sizeof columns, 7, global, c->global_sectors_excessive);
    put_count(columns, sizeof columns, 9, shared > 0,
              c->shared_load_bank_conflicts + c->shared_store_bank_conflicts);
    fprintf(writer->stream, "%s%s%s %6ld | %s\n", style_begin(writer, counted ? STYLE_PLAIN : STYLE_FAINT),
            columns, style_end(writer, counted ? STYLE_PLAIN : STYLE_FAINT), number, text);
}

// Only the lines from the first counted one to the last are shown: the launch function has no counts.
static bool line_range(const ShownKernel *shown, const char *source_path, long *first, long *last) {
    const Records *records = &shown->from->records;
    *first = 0, *last = 0;
    for (int i = 0; i < records->line_count; i++) {
        const LineCounters *l = &records->lines[i];
        if (strcmp(l->kernel, shown->name) || !in_student_file(&l->place, source_path)) continue;
        if (!*first || l->place.line < *first) *first = l->place.line;
        if (l->place.line > *last) *last = l->place.line;
    }
    return *first > 0 && *last - *first < 2000;
}

// The largest case in which the kernel ran: at n = 3 a line has hardly any counts.
static ShownKernel largest_case(const LabResult *result, const ShownKernel *shown) {
    ShownKernel best = *shown;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        bool has = false;
        for (int k = 0; k < c->records.line_count && !has; k++)
            has = !strcmp(c->records.lines[k].kernel, shown->name);
        if (has && c->cells > best.from->cells && (!shown->from->passed || !is_counted(result, shown->from)))
            best.from = c;
    }
    return best;
}

static void print_source(const Writer *writer, const LabResult *result, const ShownKernel *shown) {
    long first, last, number = 0;
    char line[LINE], text[4 * SHOWN];
    FILE *file =
        line_range(shown, result->source_path, &first, &last) ? fopen(result->source_path, "re") : NULL;
    if (!file) return;
    writer_print(writer, 0, 2, STYLE_BOLD, "%s, %s: what each line counted, in all warps", shown->name,
                 shown->from->sizes);
    fprintf(writer->stream, " %s\n", HEAD);
    while (fgets(line, sizeof line, file) && ++number <= last) {
        Counters sum;
        if (number < first) continue;
        const size_t length = strcspn(line, "\n");
        clean_text(text, sizeof text, line, length < SHOWN ? length : SHOWN);
        const bool counted = counts_of(shown, result->source_path, number, &sum);
        print_counted_line(writer, &sum, counted, number, text);
    }
    fclose(file);
    writer_words(
        writer, 2, 2, STYLE_FAINT,
        "executed: instructions of warps. lanes: how many of 32 threads took part, on average. requests: of "
        "global and shared memory. sectors: of 32 bytes of global memory; excess: those beyond what the bytes "
        "would fill side by side. conflicts: of banks of shared memory.");
    writer_blank(writer);
}

// ---- A point ----------------------------------------------------------------------------------------------

static void name_point(const PointRecipe *r, char *words, size_t size) {
    append(words, size, "%s: ", r->sizes);
    if (r->axes == 1)
        append(words, size, "element %zu", r->index);
    else
        append(words, size, "the point ");
    for (int axis = r->axes - 1; axis >= 0 && r->axes > 1; axis--)
        append(words, size, "%c = %d%s", 'x' + axis, r->place[axis], axis ? ", " : "");
}

static void name_who(const ThreadPlace *who, char *words, size_t size) {
    if (who->known)
        append(words, size, " by thread (%ld,%ld,%ld) of block (%ld,%ld,%ld)", who->thread[0], who->thread[1],
               who->thread[2], who->block[0], who->block[1], who->block[2]);
}

static void print_step(const Writer *writer, const LabResult *result, const RecipeStep *s) {
    char words[700] = "";
    append(words, sizeof words, "%s", s->kind);
    if (s->element[0])
        append(words, sizeof words, " %s %s", strcmp(s->kind, "load") ? "to" : "of", s->element);
    if (s->place.line)
        append(words, sizeof words, ", %s:%d", place_name(&s->place, result->source_path), s->place.line);
    if (strcmp(s->space, "local")) name_who(&s->who, words, sizeof words);
    writer_words(writer, 6, 8, STYLE_FAINT, words);
}

static void print_term(const Writer *writer, const LabResult *result, const RecipeTerm *t) {
    char words[500] = "";
    append(words, sizeof words, "%s: ", t->name[0] ? t->name : "no term");
    if (!t->element[0]) {
        append(words, sizeof words, "missing");
    } else {
        if (t->number != 1) append(words, sizeof words, "%g * ", t->number);
        append(words, sizeof words, "%s%s%s", t->right ? t->factor : "",
               t->right && t->factor[0] ? " * " : "", t->element);
        if (!t->right) append(words, sizeof words, " (wrong)");
    }
    writer_words(writer, 4, 6, t->right ? STYLE_PLAIN : STYLE_BAD, words);
    for (int i = 0; i < t->steps; i++) print_step(writer, result, &t->step[i]);
}

static void print_recipe(const Writer *writer, const LabResult *result, const PointRecipe *r) {
    char words[300] = "";
    name_point(r, words, sizeof words);
    append(words, sizeof words, r->wrong ? ", which is wrong" : "");
    writer_print(writer, 0, 2, STYLE_BOLD, "What a point is made of, %s", words);
    words[0] = 0;
    name_who(&r->who, words, sizeof words);
    writer_print(writer, 2, 4, STYLE_PLAIN,
                 r->written ? "Stored%s. From its source to the store:" : "No kernel stores it.%s", words);
    for (int i = 0; i < r->terms; i++) print_term(writer, result, &r->term[i]);
    writer_blank(writer);
}

// ---- All of it --------------------------------------------------------------------------------------------

static void print_limits(const Writer *writer, const LabResult *result) {
    bool modelled = false;
    for (int i = 0; i < result->timed_count; i++)
        modelled |= result->timed[i].model.known && !is_beyond(result, i);
    writer_words(writer, 0, 2, STYLE_BOLD, "What limits it");
    if (modelled)
        print_times(writer, result);
    else if (!has_times(result))
        writer_print(
            writer, 2, 2, STYLE_PLAIN,
            "This lab has no size that is timed. ./grade model %s models the largest ones that it tests.",
            result->spec->name);
    else
        writer_words(writer, 2, 2, STYLE_PLAIN,
                     "Not modelled: only what is right is held against a GPU's memory and schedulers.");
}

void report_explained(const Writer *writer, const LabResult *result) {
    int count;
    ShownKernel *shown = choose_kernels(result, &count);
    writer_print(writer, 0, 2, STYLE_BOLD, "%s %s, explained", result->spec->name, result->spec->title);
    writer_print(writer, 0, 2, STYLE_PLAIN, "%s, on a simulated %s", result->source, result->device_name);
    writer_blank(writer);
    for (int i = 0; i < count; i++) {
        const ShownKernel largest = largest_case(result, &shown[i]);
        print_source(writer, result, &largest);
    }
    free(shown);
    for (int i = 0; i < result->recipe_count; i++) print_recipe(writer, result, &result->recipes[i]);
    const int failure = first_failure(result);
    if (failure >= 0) {
        writer_words(writer, 0, 2, STYLE_BOLD, "What is wrong first");
        print_failure(writer, result, &result->cases[failure]);
        writer_blank(writer);
    }
    print_limits(writer, result);
    char next[300];
    snprintf(next, sizeof next, "./grade explain %s --point z,y,x follows another point", result->spec->name);
    if (result->recipe_count)
        writer_entry(writer, "next", STYLE_BOLD, next);
    else
        writer_command(writer, "next", STYLE_BOLD, result->rebuild);
}
