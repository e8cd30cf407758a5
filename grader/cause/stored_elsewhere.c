// Points that nothing was stored at, while their sums stand at other points: the index of the store is not that of the sum.
#include <string.h>

#include "grader/cause/move_line.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Has the point no right value? One that the witness was asked about must be unwritten: another mistake may have made it wrong.
static bool is_lost(const Study *s, const int place[3]) {
    size_t index = 0;
    for (int axis = 2; axis >= 0; axis--) {
        const int extent = axis < cell_axes(s->data) ? cell_extent(s->data, axis) : 1;
        if (place[axis] < 0 || place[axis] >= extent) return false;
        index = index * (size_t)extent + (size_t)place[axis];
    }
    for (int i = 0; i < s->count; i++)
        if (s->cell[i].cell->index == index) return s->cell[i].todo && !s->cell[i].written;
    return s->c.bound[index] != 0 && s->c.wrong[index];
}

// A cell that holds the sum of one that was not written, which lies at `lost` then; NULL: there is none.
static const StudyCell *holder(const Study *s, int lost[3]) {
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        int shift[3];
        if (!x->todo || !x->written || !x->wrong || !holds_shifted_sum(s, x, shift)) continue;
        for (int axis = 0; axis < 3; axis++) lost[axis] = x->place[axis] + shift[axis];
        if (is_lost(s, lost) && site_place(&s->w, x->cell->site)) return x;
    }
    return NULL;
}

bool say_sum_elsewhere(Cause *cause, const Study *s) {
    int lost[3];
    const StudyCell *x = s->entry->term_count ? holder(s, lost) : NULL;
    char name[64];
    if (!x) return false;
    blame_site(cause, s, x->cell->site);
    SAY(route,
        "These points have a thread, but it stores their sums elsewhere: that of x = %d, y = %d, z = %d stands at x = %d, y = %d, z = %d.",
        lost[0], lost[1], lost[2], x->place[0], x->place[1], x->place[2]);
    if (in_student_file(&cause->place, s->source_path) &&
        stores_to_one_place(s->source_path, cause->place.line, name, sizeof name)) {
        SAY(route, " `%s`, through which this line stores, is never moved on.", name);
        SAY(next, "Move `%s` on in each step, by as much as the pointer that is read through.", name);
    } else {
        SAY(next,
            "Compare the index of this store with that of the values that are summed, in the second step of a thread, too.");
    }
    return true;
}
