// Values that belong to other points: shifted by some steps, or with two axes exchanged.
#include <string.h>

#include "grader/cause/loop_line.h"
#include "grader/cause/named_side.h"
#include "grader/cause/study.h"

bool offset_of_term(const Study *s, int term, int offset[3]) {
    const LabTerm *t = &s->entry->terms[term];
    for (int f = 0; f < t->factor_count; f++)
        if (t->factor[f].of_cell) {
            memcpy(offset, t->factor[f].offset, 3 * sizeof *offset);
            return true;
        }
    return false;
}

bool holds_shifted_sum(const Study *s, const StudyCell *cell, int shift[3]) {
    const Differences *d = &cell->d;
    int found = 0;
    for (int i = 0; i < d->count; i++) {
        const Difference *x = &d->list[i];
        int offset[3];
        if (x->kind != DIFFERS_ELEMENT || x->source != SOURCE_ELEMENT || !offset_of_term(s, x->term, offset))
            return false;
        for (int axis = 0; axis < 3; axis++) {
            if (found && x->at[axis] - offset[axis] != shift[axis]) return false;
            shift[axis] = x->at[axis] - offset[axis];
        }
        found++;
    }
    return found == s->entry->term_count && found > 1;
}

static void exchange(int place[3], int a, int b) {
    const int kept = place[a];
    place[a] = place[b];
    place[b] = kept;
}

// Is each wrong element the one with both axes exchanged? `stored`: of the point as a whole, whose neighbours lie as they
// should; else of the element by itself.
static bool is_exchanged(const Study *s, int a, int b, bool stored) {
    int found = 0;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        for (int k = 0; k < x->d.count && x->todo && x->wrong; k++) {
            const Difference *d = &x->d.list[k];
            int offset[3], want[3];
            if (d->kind != DIFFERS_ELEMENT || d->source != SOURCE_ELEMENT ||
                !offset_of_term(s, d->term, offset))
                return false;
            memcpy(want, x->place, sizeof want);
            for (int axis = 0; axis < 3 && !stored; axis++) want[axis] += offset[axis];
            exchange(want, a, b);
            for (int axis = 0; axis < 3; axis++) {
                want[axis] += stored ? offset[axis] : 0;
                if (want[axis] != x->place[axis] + d->at[axis]) return false;
            }
            found++;
        }
    }
    return found > 1;
}

// Was the boundary overwritten, too? Then the place of the store is wrong, not that of the loads.
static bool boundary_is_hit(const Study *s) {
    for (size_t i = 0; i < s->c.cells; i++)
        if (s->c.bound[i] == 0 && s->c.wrong[i]) return true;
    return false;
}

// Do two threads store into one place? Then the places that they store to are not those of their sums.
static bool stores_race(const Study *s) {
    for (int i = 0; i < s->records->finding_count; i++) {
        const Finding *f = &s->records->findings[i];
        if (!strcmp(f->check, "race") && tells(f, FOUND_GLOBAL | FOUND_WRITES | FOUND_OTHER_WRITES))
            return true;
    }
    return false;
}

Moved find_moved(const Study *s) {
    Moved m = {.kind = MOVED_NOT};
    if (s->main.kind != DIFFERS_ELEMENT) return m;
    for (m.a = 0; m.a < cell_axes(s->data); m.a++)
        for (m.b = m.a + 1; m.b < cell_axes(s->data); m.b++)
            for (int stored = 1; stored >= 0; stored--)
                if (is_exchanged(s, m.a, m.b, stored)) {
                    m.kind = MOVED_EXCHANGED;
                    m.stored = stored;
                    return m;
                }
    if (holds_shifted_sum(s, &s->cell[s->example], m.shift)) {
        m.kind = MOVED_SHIFTED;
        m.stored = boundary_is_hit(s) || stores_race(s);
        return m;
    }
    return m;
}

// Is the difference gone in the later steps of the marches? Then the sum is right, and what a march begins with is not.
static bool only_at_first(const Study *s) {
    bool early = s->marches, right_later = false;
    for (int i = 0; i < s->count; i++) {
        if (s->cell[i].has && s->cell[i].step > 1) early = false;
        right_later |= s->cell[i].todo && s->cell[i].written && !s->cell[i].wrong && s->cell[i].step > 1;
    }
    return early && right_later;
}

int exchanged_with(const Study *s) {
    const Differences *d = &s->cell[s->example].d;
    int own[3], other[3];
    if (only_at_first(s) || s->main.kind != DIFFERS_ELEMENT || s->main.source != SOURCE_ELEMENT ||
        !offset_of_term(s, s->main.term, own))
        return -1;
    for (int i = 0; i < d->count; i++) {
        const Difference *x = &d->list[i];
        if (x->kind != DIFFERS_ELEMENT || x->source != SOURCE_ELEMENT || x->term == s->main.term ||
            !offset_of_term(s, x->term, other))
            continue;
        if (!memcmp(x->at, own, sizeof own) && !memcmp(s->main.at, other, sizeof other)) return x->term;
    }
    return -1;
}

bool multiplies_another(const Study *s, int term, const SourcePlace *place) {
    const LabTerm *t = &s->entry->terms[term];
    int offset[3];
    char name[64];
    if (!place || !in_student_file(place, s->source_path) || !offset_of_term(s, term, offset)) return false;
    for (int i = 0; i < t->factor_count; i++)
        if (!t->factor[i].of_cell &&
            name_beside_coefficient(s->source_path, place->line, t->factor[i].index, name, sizeof name) &&
            is_named_after_another(name, offset))
            return true;
    return false;
}
