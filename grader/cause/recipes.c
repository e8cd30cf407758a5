// The recipes of single points, as the report and the JSON show them.
#include <stdio.h>
#include <string.h>

#include "grader/cause/difference.h"
#include "grader/cause/element_name.h"
#include "grader/cause/explain.h"
#include "grader/text/append.h"
#include "grader/verdict/compare.h"

static ThreadPlace thread_of(const WThread *who) {
    ThreadPlace t = {.known = who->launch >= 0};
    for (int i = 0; i < 3; i++) t.block[i] = who->block[i], t.thread[i] = who->thread[i];
    return t;
}

// The way, from its source on; arithmetic is left out.
static void take_steps(const CaseData *data, const Witnessed *w, const WTerm *t, RecipeTerm *to) {
    static const char *const kinds[] = {"store", "load", "shuffle", "atomic", "operation"};
    for (int i = t->steps - 1; i >= 0 && to->steps < POINT_STEPS; i--) {
        const WStep *from = &w->step[t->step + i];
        const SourcePlace *place = site_place(w, from->site);
        if (from->kind == STEP_OPERATION) continue;
        RecipeStep *s = &to->step[to->steps++];
        snprintf(s->kind, sizeof s->kind, "%s", kinds[from->kind]);
        snprintf(s->space, sizeof s->space, "%s", from->space);
        if (from->kind != STEP_SHUFFLE)
            name_memory(data, w, from->space, from->name, from->index, s->element, sizeof s->element);
        if (place) s->place = *place;
        s->who = thread_of(&from->who);
    }
}

static void name_element_of(const CaseData *data, const Witnessed *w, const WTerm *t, RecipeTerm *to) {
    const WFactor *f = element_factor(w, t);
    to->number = t->coefficient;
    if (!f) {
        append(to->element, sizeof to->element, "a number");
        return;
    }
    switch (f->kind) {
    case FACTOR_INITIAL:
    case FACTOR_STORED:
        name_memory(data, w, "global", f->name, f->index, to->element, sizeof to->element);
        break;
    case FACTOR_UNWRITTEN:
        name_memory(data, w, f->space, f->name, f->index, to->element, sizeof to->element);
        append(to->element, sizeof to->element, ", never written");
        break;
    case FACTOR_UNSET: append(to->element, sizeof to->element, "a variable that has no value"); break;
    default: append(to->element, sizeof to->element, "a value that is not an element");
    }
}

static void name_factor_of(const CaseData *data, const LabTerm *t, RecipeTerm *to) {
    for (int i = 0; i < t->factor_count; i++) {
        if (t->factor[i].of_cell) continue;
        const LabParam *p = &data->entry->params[t->factor[i].param];
        append(to->factor, sizeof to->factor, "%s%s", t->factor[i].power < 0 ? "1/" : "", p->name);
        if (data->args[t->factor[i].param].bytes > 4)
            append(to->factor, sizeof to->factor, "[%ld]", t->factor[i].index);
    }
}

static RecipeTerm *add_term(PointRecipe *r, const char *name, bool right) {
    if (r->terms == POINT_TERMS) return NULL;
    RecipeTerm *t = &r->term[r->terms++];
    snprintf(t->name, sizeof t->name, "%s", name);
    t->right = right;
    return t;
}

static void take_cell(PointRecipe *r, const CaseData *data, const Witnessed *w, const WCell *cell) {
    static Differences d;
    find_differences(data, w, cell, &d);
    for (int k = 0; k < data->entry->term_count; k++) {
        const LabTerm *lab = &data->entry->terms[k];
        int got = d.matched[k];
        for (int i = 0; i < d.count && got < 0; i++)
            if (d.list[i].term == k) got = d.list[i].got;
        RecipeTerm *t = add_term(r, lab->name, d.matched[k] >= 0);
        if (!t) return;
        name_factor_of(data, lab, t);
        if (got < 0) continue; // missing
        name_element_of(data, w, &w->term[got], t);
        take_steps(data, w, &w->term[got], t);
    }
    for (int i = 0; i < d.count; i++) {
        RecipeTerm *t = d.list[i].term < 0 && d.list[i].got >= 0 ? add_term(r, "", false) : NULL;
        if (!t) continue;
        name_element_of(data, w, &w->term[d.list[i].got], t);
        take_steps(data, w, &w->term[d.list[i].got], t);
    }
}

int recipes_of(PointRecipe *list, int most, const Explained *e, const char *text, size_t size,
               const uint64_t *points, int count) {
    Witnessed w;
    Comparison c;
    int found = 0;
    if (!e->data->entry->term_count || !text || !witnessed_read(&w, text, size)) return 0;
    const bool compared = compare_keeping_cells(&c, e->data, e->lab, 0);
    for (int p = 0; p < count; p++)
        for (int i = 0; i < w.cells && found < most; i++) {
            const WCell *cell = &w.cell[i];
            if (cell->index != points[p]) continue;
            PointRecipe *r = &list[found++];
            memset(r, 0, sizeof *r);
            r->index = cell->index;
            r->axes = cell_axes(e->data);
            cell_place(e->data, cell->index, r->place);
            r->wrong = compared && cell->index < c.cells && c.wrong[cell->index];
            r->written = cell->site >= 0;
            r->who = thread_of(&cell->who);
            if (r->written) take_cell(r, e->data, &w, cell);
            break;
        }
    if (compared) comparison_free(&c);
    witnessed_free(&w);
    return found;
}
