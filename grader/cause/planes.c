// Counts planes that were stored, and those that were left out.
#include "grader/cause/planes.h"

enum { EXTENT = 1024 };

bool count_planes(const Study *s, int axis, Planes *p) {
    bool stored[EXTENT] = {false}, empty[EXTENT] = {false};
    *p = (Planes){.first_empty = -1};
    for (size_t i = 0; i < s->c.cells; i++) {
        size_t place[3];
        cell_position(&s->c, i, place);
        if (place[axis] >= EXTENT) return false;
        if (s->c.bound[i] != 0) *(s->c.untouched[i] ? &empty[place[axis]] : &stored[place[axis]]) = true;
    }
    for (int at = 0; at < EXTENT; at++) {
        if (stored[at] && empty[at]) return false;
        p->stored += stored[at], p->empty += empty[at];
        if (empty[at] && p->first_empty < 0) p->first_empty = at;
        if (empty[at]) p->last_empty = at;
    }
    return true;
}
