// Where the index of a wrong access parts from those of right ones: the earliest arithmetic on its way that no right term's
// addresses passed.
#include <string.h>

#include "grader/cause/study.h"

typedef struct {
    const Study *s;
    int site[VIA_SITES], sites;
    int right[VIA_SITES], wrong[VIA_SITES]; // how many terms passed
} Parting;

static bool has_site(const WVia *v, int site) {
    for (int i = 0; i < v->sites; i++)
        if (v->site[i] == site) return true;
    return false;
}

static void count_term(Parting *p, int term, int *counts) {
    const WTerm *t = &p->s->w.term[term];
    bool passed[VIA_SITES] = {false};
    for (int k = 0; k < t->steps; k++) {
        const int via = p->s->w.step[t->step + k].via;
        for (int i = 0; via >= 0 && via < p->s->w.vias && i < p->sites; i++)
            passed[i] |= has_site(&p->s->w.via[via], p->site[i]);
    }
    for (int i = 0; i < p->sites; i++) counts[i] += passed[i];
}

static void count_all(Parting *p) {
    const Study *s = p->s;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->todo || !x->written) continue;
        for (int k = 0; k < s->entry->term_count; k++)
            if (x->d.matched[k] >= 0) count_term(p, x->d.matched[k], p->right);
        for (int k = 0; k < x->d.count; k++)
            if (x->d.list[k].got >= 0 && same_difference(&x->d.list[k], &s->main))
                count_term(p, x->d.list[k].got, p->wrong);
    }
}

static bool has_right_term(const Study *s) {
    const StudyCell *x = &s->cell[s->example];
    for (int k = 0; k < s->entry->term_count; k++)
        if (x->d.matched[k] >= 0) return true;
    return false;
}

int parting_site(const Study *s, const WStep *step) {
    if (s->main.kind != DIFFERS_ELEMENT || !step || step->via < 0 || step->via >= s->w.vias ||
        !has_right_term(s))
        return -1;
    Parting p = {.s = s};
    const WVia *v = &s->w.via[step->via];
    memcpy(p.site, v->site, sizeof p.site);
    p.sites = v->sites;
    count_all(&p);
    for (int i = 0; i < p.sites; i++) {
        const SourcePlace *place = site_place(&s->w, p.site[i]);
        if (!p.right[i] && p.wrong[i] * 10 >= s->cells * 9 && place && in_student_file(place, s->source_path))
            return p.site[i];
    }
    return -1;
}
