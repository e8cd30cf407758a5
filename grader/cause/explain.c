// From what the witness says of the cells to a cause: which difference, where, whose line.
#include "grader/cause/explain.h"

#include <stdlib.h>
#include <string.h>

#include "grader/cause/sentences.h"
#include "grader/contract/witness_report.h"

enum { WRONG_ASKED = 1200 };

// Every so many of `count` when at most `most` are wanted.
static size_t stride_for(size_t count, size_t most) {
    return count <= most ? 1 : (count + most - 1) / most;
}

size_t cells_to_ask(const CaseData *data, const LabEntry *lab, uint64_t *cells) {
    Comparison c;
    size_t asked = 0, right = 0;
    if (!compare_keeping_cells(&c, data, lab, 0)) return 0;
    for (size_t i = 0; i < c.cells; i++) right += !c.wrong[i] && c.bound[i] != 0;
    const size_t every_wrong = stride_for(c.wrong_count, WRONG_ASKED);
    const size_t every_right = stride_for(right, WITNESS_CELLS_MAX - WRONG_ASKED - 8);
    for (size_t i = 0; i < c.cells && asked < WITNESS_CELLS_MAX; i++) {
        const size_t scattered = i * 2654435761u % 4294967291u >> 7; // so that no plane is left out
        const bool take =
            c.wrong[i] ? scattered % every_wrong == 0 : c.bound[i] != 0 && scattered % every_right == 0;
        if (take) cells[asked++] = i;
    }
    comparison_free(&c);
    return asked;
}

// ---- The study --------------------------------------------------------------------------------------------

static void find_interior(Study *s) {
    for (int axis = 0; axis < 3; axis++) s->low[axis] = 1 << 30, s->high[axis] = -1;
    for (size_t i = 0; i < s->c.cells; i++) {
        int place[3];
        if (s->c.bound[i] == 0) continue;
        cell_place(s->data, i, place);
        for (int axis = 0; axis < 3; axis++) {
            if (place[axis] < s->low[axis]) s->low[axis] = place[axis];
            if (place[axis] > s->high[axis]) s->high[axis] = place[axis];
        }
    }
}

static bool start_study(Study *s, const CaseData *data, const LabEntry *lab, const char *text, size_t size) {
    memset(s, 0, sizeof *s);
    s->data = data;
    s->entry = data->entry;
    if (!witnessed_read(&s->w, text, size) || !compare_keeping_cells(&s->c, data, lab, 0)) return false;
    s->cell = calloc((size_t)s->w.cells + 1, sizeof *s->cell);
    if (!s->cell) return false;
    for (int i = 0; i < s->w.cells; i++) {
        StudyCell *x = &s->cell[s->count];
        const WCell *cell = &s->w.cell[i];
        if (cell->index >= s->c.cells) continue;
        x->cell = cell;
        cell_place(data, cell->index, x->place);
        x->todo = s->c.bound[cell->index] != 0;
        x->wrong = s->c.wrong[cell->index];
        x->written = cell->site >= 0;
        if (x->todo && x->written && !s->entry->term_count && x->wrong)
            x->d = (Differences){.list = {{.kind = DIFFERS_VALUE, .term = -1, .got = -1}}, .count = 1};
        else if (x->todo && (s->entry->term_count || !x->written))
            find_differences(data, &s->w, cell, &x->d);
        else if (x->wrong)
            x->d = (Differences){.list = {{.kind = DIFFERS_BOUNDARY, .term = -1, .got = -1}}, .count = 1};
        s->todo += x->todo;
        s->wrong += x->wrong && x->todo;
        s->count++;
    }
    find_interior(s);
    return true;
}

static void end_study(Study *s) {
    witnessed_free(&s->w);
    comparison_free(&s->c);
    free(s->cell);
}

// Which plane of its march a cell is: how far above the one that its thread stored first.
static void find_steps(Study *s) {
    for (int i = 0; i < s->count && s->marches; i++) {
        StudyCell *x = &s->cell[i];
        int first[3];
        if (!x->written) continue;
        cell_place(s->data, x->cell->first, first);
        x->step = abs(x->place[s->along] - first[s->along]);
    }
}

// Does a thread store in several planes? In a grid of two axes they are rows.
static bool marches(const Study *s) {
    for (int i = 0; i < s->count; i++)
        for (int k = i + 1; k < s->count && k < i + 400; k++) {
            const StudyCell *x = &s->cell[i], *y = &s->cell[k];
            if (x->written && y->written && x->place[s->along] != y->place[s->along] &&
                !memcmp(&x->cell->who, &y->cell->who, sizeof x->cell->who))
                return true;
        }
    return false;
}

bool same_difference(const Difference *a, const Difference *b) {
    return a->kind == b->kind && a->term == b->term && (a->got < 0 || a->source == b->source);
}

const Difference *difference_like(const Differences *d, const Difference *wanted) {
    for (int i = 0; i < d->count; i++)
        if (same_difference(&d->list[i], wanted)) return &d->list[i];
    return NULL;
}

static int count_like(const Study *s, const Difference *d) {
    int count = 0;
    for (int i = 0; i < s->count; i++) count += s->cell[i].wrong && difference_like(&s->cell[i].d, d);
    return count;
}

// A variable that was never given a value comes before all that follows from it.
static int rank_of(const Difference *d) {
    return d->got >= 0 && d->source == SOURCE_UNSET ? -1 : (int)d->kind;
}

// Is it the better one to explain? The more frequent one is, but where both are about as frequent the one that comes up
// first in a march, from which others follow; then the one that says most.
static bool is_better(const Study *s, const Difference *d, int count, int step) {
    if (!s->cells || count * 10 < s->cells * 8) return !s->cells;
    if (count * 8 > s->cells * 10) return true;
    if (step != s->cell[s->example].step) return step < s->cell[s->example].step;
    return count > s->cells || (count == s->cells && rank_of(d) < rank_of(&s->main));
}

// The lowest step of a march at which the difference comes up.
static int first_step(const Study *s, const Difference *d, int *example) {
    int step = 1 << 30;
    for (int i = 0; i < s->count; i++) {
        if (!s->cell[i].wrong || s->cell[i].step >= step || !difference_like(&s->cell[i].d, d)) continue;
        step = s->cell[i].step;
        *example = i;
    }
    return step;
}

// Cells that should have been left alone come into it where no other is wrong.
static bool choose_main(Study *s) {
    Difference seen[DIFFERENCES_MAX];
    int seen_count = 0;
    for (int i = 0; i < s->count; i++) {
        if (!s->cell[i].wrong || s->cell[i].todo != (s->wrong > 0)) continue;
        for (int k = 0; k < s->cell[i].d.count; k++) {
            const Difference *d = &s->cell[i].d.list[k];
            int same = 0, example = i;
            while (same < seen_count && !same_difference(d, &seen[same])) same++;
            if (same < seen_count || seen_count == DIFFERENCES_MAX) continue;
            seen[seen_count++] = *d;
            const int count = count_like(s, d), step = first_step(s, d, &example);
            if (!is_better(s, d, count, step)) continue;
            s->main = *difference_like(&s->cell[example].d, d);
            s->cells = count;
            s->example = example;
        }
    }
    return s->cells > 0;
}

// Of cells that were never written only some were looked into: one of those is the example.
static void choose_looked_into(Study *s) {
    for (int i = 0; i < s->count && s->main.kind == DIFFERS_UNWRITTEN; i++)
        if (s->cell[i].todo && s->cell[i].cell->absent && !s->cell[s->example].cell->absent) s->example = i;
}

static void note_stored(Cause *cause, const Study *s) {
    const SourcePlace *stored = site_place(&s->w, s->cell[s->example].cell->site);
    if (stored && in_student_file(stored, s->source_path)) cause->stored_line = stored->line;
}

static void mark_cells(Study *s) {
    s->uniform = true;
    for (int i = 0; i < s->count; i++) {
        StudyCell *x = &s->cell[i];
        const Difference *d = x->wrong ? difference_like(&x->d, &s->main) : NULL;
        x->has = d != NULL;
        if (x->has && memcmp(d->at, s->main.at, sizeof d->at)) s->uniform = false;
    }
}

void explain_output(Cause *cause, const Explained *e, const char *text, size_t size) {
    Study s;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!text) return;
    bool ready = start_study(&s, e->data, e->lab, text, size);
    s.records = e->records;
    s.source_path = e->source_path;
    ready &= !s.w.truncated; // half a history would be taken for what the kernel did
    s.along = cell_axes(s.data) == 2 ? 1 : 2;
    s.marches = ready && marches(&s);
    if (ready) find_steps(&s);
    if (ready && say_narrowed(cause, &s)) {
        // no sum of products says more
    } else if (ready && choose_main(&s)) {
        choose_looked_into(&s);
        mark_cells(&s);
        say_cause(cause, &s);
        say_next_step(cause, &s);
        note_stored(cause, &s);
        cause->example = (long)s.cell[s.example].cell->index;
    }
    end_study(&s);
}
