// Where the cells with the difference lie, in the terms of the launch: place in block, tile, march and grid.
#include <stdio.h>
#include <string.h>

#include "grader/cause/study.h"
#include "grader/text/append.h"

typedef enum {
    THREAD_X,
    THREAD_Y,
    THREAD_Z,
    MARCH,
    BLOCK_X,
    BLOCK_Y,
    BLOCK_Z,
    GRID_X,
    GRID_Y,
    GRID_Z,
    FEATURES
} Feature;

static int value_of(const StudyCell *x, Feature f) {
    if (f <= THREAD_Z) return x->cell->who.thread[f];
    if (f == MARCH) return x->step;
    if (f <= BLOCK_Z) return x->cell->who.block[f - BLOCK_X];
    return x->place[f - GRID_X];
}

typedef struct {
    int low, high; // of all cells that are to be computed
} Range;

static Range range_of(const Study *s, Feature f) {
    Range r = {1 << 30, -1};
    for (int i = 0; i < s->count; i++) {
        if (!s->cell[i].todo || (!s->cell[i].written && f < GRID_X)) continue;
        const int v = value_of(&s->cell[i], f);
        if (v < r.low) r.low = v;
        if (v > r.high) r.high = v;
    }
    return r;
}

typedef enum { IS, AT_LEAST, AT_MOST, ODD, EVEN } Relation;

static bool holds(Relation r, int v, int bound) {
    switch (r) {
    case IS: return v == bound;
    case AT_LEAST: return v >= bound;
    case AT_MOST: return v <= bound;
    case ODD: return v % 2 == 1;
    default: return v % 2 == 0;
    }
}

// Of cells that were never written all are known, asked or not.
static bool separates_all(const Study *s, Feature f, Relation r, int bound) {
    for (size_t i = 0; i < s->c.cells; i++) {
        size_t place[3];
        if (s->c.bound[i] == 0) continue;
        cell_position(&s->c, i, place);
        if (holds(r, (int)place[f - GRID_X], bound) != s->c.untouched[i]) return false;
    }
    return true;
}

static bool separates(const Study *s, Feature f, Relation r, int bound) {
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->todo || (!x->written && f < GRID_X)) continue;
        if (holds(r, value_of(x, f), bound) != x->has) return false;
    }
    return s->main.kind != DIFFERS_UNWRITTEN || f < GRID_X || separates_all(s, f, r, bound);
}

const char *march_step(const Study *s) {
    return s->along == 1 ? "row" : "plane";
}

static void name_relation(const Study *s, Feature f, Relation r, int bound, Range range, char *words,
                          size_t size) {
    static const char *const names[] = {"threadIdx.x", "threadIdx.y", "threadIdx.z", "",  "blockIdx.x",
                                        "blockIdx.y",  "blockIdx.z",  "x",           "y", "z"};
    const int extent = f >= GRID_X ? cell_extent(s->data, f - GRID_X) : 0;
    const char axis = (char)('x' + f - GRID_X);
    if (f == MARCH) {
        const char *plane = march_step(s);
        if (r == IS && bound == 0)
            append(words, size, "in the first %s of each march", plane);
        else if (r == IS && bound == range.high)
            append(words, size, "in the last %s of each march", plane);
        else if (r == AT_LEAST && bound == 1)
            append(words, size, "in every %s that a thread computes except the first", plane);
        else
            append(words, size, "in %s %d of each march%s", plane, bound,
                   r == AT_LEAST  ? " and after it"
                   : r == AT_MOST ? " and before it"
                                  : "");
    } else if (r == ODD || r == EVEN) {
        append(words, size, "where %s is %s", names[f], r == ODD ? "odd" : "even");
    } else if (f >= GRID_X && cell_axes(s->data) == 1) {
        append(words, size,
               r == IS && bound == extent - 2 ? "at the last computed element, %d"
               : r == IS                      ? "at element %d"
               : r == AT_LEAST                ? "from element %d on"
                                              : "up to element %d",
               bound);
    } else if (f >= GRID_X && r == IS && (bound == 1 || bound == extent - 2)) {
        append(words, size, "in the %s computed plane, %c = %d", bound == 1 ? "first" : "last", axis, bound);
    } else {
        append(words, size, "where %s %s %d", names[f],
               r == IS         ? "is"
               : r == AT_LEAST ? "is at least"
                               : "is at most",
               bound);
    }
}

static bool try_feature(const Study *s, Feature f, char *words, size_t size) {
    const Range r = range_of(s, f);
    if (r.high <= r.low) return false;
    static const Relation relations[] = {IS, AT_LEAST, AT_MOST};
    for (int k = 0; k < 3; k++)
        for (int bound = r.low; bound <= r.high && bound < r.low + 200; bound++)
            if (bound != (relations[k] == AT_LEAST  ? r.low
                          : relations[k] == AT_MOST ? r.high
                                                    : -1) &&
                separates(s, f, relations[k], bound)) {
                name_relation(s, f, relations[k], bound, r, words, size);
                return true;
            }
    for (int k = ODD; k <= EVEN; k++)
        if (r.high > r.low + 1 && separates(s, f, (Relation)k, 0)) {
            name_relation(s, f, (Relation)k, 0, r, words, size);
            return true;
        }
    return false;
}

// Do all cells that are to be computed in this plane have the difference?
static bool whole_plane(const Study *s, int axis, int at) {
    bool any = false;
    for (size_t i = 0; i < s->c.cells && s->main.kind == DIFFERS_UNWRITTEN;
         i++) { // known of all, asked or not
        size_t p[3];
        cell_position(&s->c, i, p);
        if (s->c.bound[i] != 0 && p[axis] == (size_t)at && !s->c.untouched[i]) return false;
    }
    for (int i = 0; i < s->count; i++) {
        if (!s->cell[i].todo || s->cell[i].place[axis] != at) continue;
        if (!s->cell[i].has) return false;
        any = true;
    }
    return any;
}

// "in the planes x = 7, y = 7, z = 7", or "at the elements 1, 3", where together they are all.
static void name_planes(const Study *s, char *words, size_t size) {
    enum { NAMED = 6, EXTENT = 200 };
    static bool whole[3][EXTENT];
    int named = 0;
    for (int axis = 0; axis < 3; axis++)
        for (int at = 0; at < cell_extent(s->data, axis) && at < EXTENT; at++)
            whole[axis][at] = whole_plane(s, axis, at);
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        bool covered = !x->todo || !x->has;
        for (int axis = 0; axis < 3 && !covered; axis++)
            covered = x->place[axis] < EXTENT && whole[axis][x->place[axis]];
        if (!covered) return;
    }
    for (int axis = 0; axis < 3; axis++)
        for (int at = 0; at < cell_extent(s->data, axis) && at < EXTENT; at++) {
            if (!whole[axis][at]) continue;
            if (named == NAMED) append(words, size, ", ...");
            if (named++ >= NAMED) continue;
            if (cell_axes(s->data) == 1)
                append(words, size, "%s%d", named == 1 ? "at the elements " : ", ", at);
            else
                append(words, size, "%s%c = %d", named == 1 ? "in the planes " : ", ", 'x' + axis, at);
        }
}

void describe_where(const Study *s, char *words, size_t size) {
    static const Feature order[] = {MARCH,    GRID_X,   GRID_Y,  GRID_Z,  THREAD_X,
                                    THREAD_Y, THREAD_Z, BLOCK_X, BLOCK_Y, BLOCK_Z};
    words[0] = 0;
    int has = 0, todo = 0;
    for (int i = 0; i < s->count; i++) {
        todo += s->cell[i].todo;
        has += s->cell[i].todo && s->cell[i].has;
    }
    const bool elements = cell_axes(s->data) == 1, blank = s->main.kind == DIFFERS_UNWRITTEN;
    for (size_t i = 0; i < s->c.cells && blank; i++) // known of all, asked or not
        todo += s->c.bound[i] != 0 && !s->c.untouched[i];
    if (has == todo) {
        append(words, size, "at %s %s", blank ? "any" : "every",
               elements ? "element" : "point"); // blank: "Nothing is stored at ..."
        return;
    }
    if (has == 1) {
        const StudyCell *x = &s->cell[s->example];
        if (elements)
            append(words, size, "at element %zu alone", x->cell->index);
        else
            append(words, size, "at one point, x = %d, y = %d, z = %d", x->place[0], x->place[1],
                   x->place[2]);
        return;
    }
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        if ((!blank || order[i] >= GRID_X) && // cells that were never written have no thread
            try_feature(s, order[i], words, size))
            return;
    name_planes(s, words, size);
}

int axis_of_end(const Study *s) {
    for (int axis = 0; axis < cell_axes(s->data); axis++) {
        int last = -1, first = 1 << 30;
        for (size_t i = 0; i < s->c.cells; i++) {
            size_t place[3];
            if (s->c.bound[i] == 0) continue;
            cell_position(&s->c, i, place);
            if (!s->c.untouched[i] && (int)place[axis] > last) last = (int)place[axis];
            if (s->c.untouched[i] && (int)place[axis] < first) first = (int)place[axis];
        }
        if (last >= 0 && first == last + 1) return axis;
    }
    return -1;
}
