// Patterns in the positions of the wrong cells: planes, faces, a missing tail, every m-th.
#include "grader/verdict/pattern.h"

#include <stdint.h>
#include <stdlib.h>

#include "grader/text/append.h"

enum { PERIOD_MAX = 64 };

static int axis_count(const Comparison *c) {
    return c->axes ? c->axes : 1;
}

static void widen(size_t *low, size_t *high, size_t from, size_t to) {
    if (from < *low) *low = from;
    if (to > *high) *high = to;
}

// Lowest and highest position along each axis among the cells that have to be written. Of a row only its ends are looked
// at, from outside up to the first such cell.
static void todo_range(const Comparison *c, size_t low[3], size_t high[3]) {
    const size_t length = c->extent[0];
    for (int axis = 0; axis < 3; axis++) {
        low[axis] = SIZE_MAX;
        high[axis] = 0;
    }
    for (size_t row = 0, i = 0; i < c->cells; row++, i += length) {
        const double *bound = c->bound + i;
        const size_t end = c->cells - i < length ? c->cells - i : length, y = row % c->extent[1],
                     z = row / c->extent[1];
        size_t first = 0, last = end;
        while (first < end && bound[first] == 0) first++;
        if (first == end) continue;
        while (bound[last - 1] == 0) last--;
        widen(&low[0], &high[0], first, last - 1);
        widen(&low[1], &high[1], y, y);
        widen(&low[2], &high[2], z, z);
    }
}

// "x = 1", "x = 31 (n - 2)"
static void name_plane(const Comparison *c, int axis, size_t at, char *to, size_t size) {
    append(to, size, "%c = %zu", 'x' + axis, at);
    size_t from_end = c->extent[axis] - at;
    if (at > 1 && from_end <= 2) append(to, size, " (n - %zu)", from_end);
}

// All wrong cells have one and the same position along an axis.
static bool one_plane(const Comparison *c, bool blank, char *words, size_t size) {
    size_t low[3], high[3];
    todo_range(c, low, high);
    for (int axis = 0; axis < axis_count(c); axis++) {
        size_t at = SIZE_MAX;
        bool one = high[axis] > low[axis];
        for (CellWalk w = {0}; one && w.cell < c->cells; next_cell(c, &w)) {
            const size_t i = w.cell, *p = w.at;
            if (!wrong_todo(c, i)) continue;
            if (at == SIZE_MAX) at = p[axis];
            one = p[axis] == at;
        }
        if (!one) continue;
        char plane[64] = "";
        name_plane(c, axis, at, plane, sizeof plane);
        const char *noun = axis_count(c) > 1          ? "All of them lie on the plane"
                           : count_wrong_todo(c) == 1 ? "It lies at"
                                                      : "They all lie at";
        append(words, size, "%s %s%s.", noun, plane, blank ? ", which was never written" : "");
        if (at == low[axis] || at == high[axis])
            append(words, size, " It is the %s one to compute: often the guard is off by one, or %s.",
                   at == low[axis] ? "first" : "last",
                   blank && at == high[axis] ? "there are too few blocks (round their number up)"
                                             : "a neighbour is taken from the wrong side");
        return true;
    }
    return false;
}

// All wrong cells lie on the outermost planes that have to be computed.
static bool outer_planes(const Comparison *c, bool blank, char *words, size_t size) {
    size_t low[3], high[3];
    bool used[3][2] = {{false}};
    todo_range(c, low, high);
    for (int axis = 0; axis < axis_count(c); axis++)
        if (high[axis] - low[axis] < 4) return false; // nearly every plane would be an outer one
    for (CellWalk w = {0}; w.cell < c->cells; next_cell(c, &w)) {
        const size_t i = w.cell, *p = w.at;
        if (!wrong_todo(c, i)) continue;
        bool outer = false;
        for (int axis = 0; axis < axis_count(c); axis++) {
            used[axis][0] |= p[axis] == low[axis];
            used[axis][1] |= p[axis] == high[axis];
            outer |= p[axis] == low[axis] || p[axis] == high[axis];
        }
        if (!outer) return false;
    }
    // A plane counts when its middle is wrong too, not only where it meets another one.
    char planes[200] = "";
    int named = 0;
    for (int axis = 0; axis < axis_count(c); axis++)
        for (int side = 0; side < 2; side++) {
            size_t middle[3];
            for (int k = 0; k < 3; k++) middle[k] = (low[k] + high[k]) / 2;
            middle[axis] = side ? high[axis] : low[axis];
            size_t cell = middle[0] + c->extent[0] * (middle[1] + c->extent[1] * middle[2]);
            if (!used[axis][side] || !c->wrong[cell]) continue;
            if (named++) append(planes, sizeof planes, ", ");
            name_plane(c, axis, middle[axis], planes, sizeof planes);
        }
    if (!named) return false;
    append(words, size,
           "All of them lie on the outermost computed %s %s%s. Often a guard is off by one there%s.",
           named == 1 ? "plane" : "planes", planes, blank ? ", never written" : "",
           blank ? ", or there are too few blocks (round their number up)" : "");
    return true;
}

// The first position along each axis behind all cells that are right. False: none is. A row is looked at from its end, as
// far as it may go beyond the rows before it.
static bool behind_right_cells(const Comparison *c, size_t start[3]) {
    const size_t length = c->extent[0];
    bool any = false;
    for (size_t row = 0, i = 0; i < c->cells; row++, i += length) {
        const size_t end = c->cells - i < length ? c->cells - i : length, y = row % c->extent[1],
                     z = row / c->extent[1];
        const bool known = y < start[1] && z < start[2]; // that this row has one changes x alone
        size_t last = end;
        while (last > (known ? start[0] : 0) && (c->bound[i + last - 1] == 0 || c->wrong[i + last - 1]))
            last--;
        if (last <= (known ? start[0] : 0)) continue;
        any = true;
        if (last > start[0]) start[0] = last;
        if (y >= start[1]) start[1] = y + 1;
        if (z >= start[2]) start[2] = z + 1;
    }
    return any;
}

// Behind some position along an axis (or several) nothing is right, and everywhere else all is.
static bool tail(const Comparison *c, bool blank, char *words, size_t size) {
    size_t low[3], high[3], start[3] = {0};
    todo_range(c, low, high);
    if (!behind_right_cells(c, start)) return false;
    for (CellWalk w = {0}; w.cell < c->cells; next_cell(c, &w)) {
        const size_t i = w.cell, *p = w.at;
        if (!wrong_todo(c, i)) continue;
        bool behind = false;
        for (int axis = 0; axis < axis_count(c); axis++) behind |= p[axis] >= start[axis];
        if (!behind) return false;
    }
    char where[100] = "";
    for (int axis = 0; axis < axis_count(c); axis++)
        if (start[axis] <= high[axis])
            append(where, sizeof where, "%s%c >= %zu", where[0] ? " or " : "", 'x' + axis, start[axis]);
    append(words, size,
           blank ? "Nothing was written for %s"
                 : "Every point with %s is wrong; all the other points are right",
           where);
    append(words, size, "%s",
           blank ? ". Often there are too few blocks (their number must be rounded up, ceil_div(n, block)), "
                   "or the "
                   "index leaves out blockIdx."
                 : ". Look at what the threads of the last blocks do.");
    return true;
}

// The same in the order of memory: what blocks of one dimension leave out.
static bool linear_tail(const Comparison *c, char *words, size_t size) {
    size_t start = 0, first = SIZE_MAX;
    for (size_t i = 0; i < c->cells; i++) {
        if (c->bound[i] != 0 && !c->wrong[i]) start = i + 1;
        if (first == SIZE_MAX && wrong_todo(c, i)) first = i;
    }
    if (!start || first < start) return false;
    append(words, size,
           "Nothing was written from element %zu of %zu on. Often there are too few blocks: their number "
           "must be "
           "rounded up.",
           first, c->cells);
    return true;
}

// Cells to compute, and wrong ones, by position along an axis.
typedef struct {
    size_t *todo, *wrong;
} AxisCounts;

static bool make_counts(const Comparison *c, AxisCounts counts[3]) {
    bool good = true;
    for (int axis = 0; axis < 3; axis++) {
        counts[axis].todo = calloc(c->extent[axis], sizeof *counts[axis].todo);
        counts[axis].wrong = calloc(c->extent[axis], sizeof *counts[axis].wrong);
        good &= counts[axis].todo && counts[axis].wrong;
    }
    return good;
}

static bool count_axes(const Comparison *c, AxisCounts counts[3]) {
    const size_t length = c->extent[0];
    if (!make_counts(c, counts)) return false;
    for (size_t row = 0, i = 0; i < c->cells; row++, i += length) {
        const size_t end = c->cells - i < length ? c->cells - i : length, y = row % c->extent[1],
                     z = row / c->extent[1];
        size_t todo = 0, wrong = 0;
        for (size_t x = 0; x < end; x++) {
            const size_t asked = c->bound[i + x] != 0, bad = asked & c->wrong[i + x];
            counts[0].todo[x] += asked;
            counts[0].wrong[x] += bad;
            todo += asked;
            wrong += bad;
        }
        const size_t at[3] = {0, y, z};
        for (int axis = 1; axis < axis_count(c); axis++) {
            counts[axis].todo[at[axis]] += todo;
            counts[axis].wrong[at[axis]] += wrong;
        }
    }
    return true;
}

typedef struct {
    bool all_wrong[PERIOD_MAX]; // positions modulo m at which every cell is wrong
    int count;                  // of those; 0 unless they are few and one of them repeats
} Residues;

static Residues find_residues(const AxisCounts *counts, size_t extent, size_t m) {
    Residues r = {.count = 0};
    bool repeats = false;
    for (size_t k = 0; k < m; k++) {
        size_t todo = 0, wrong = 0, planes = 0;
        for (size_t at = k; at < extent; at += m) {
            todo += counts->todo[at];
            wrong += counts->wrong[at];
            planes += counts->todo[at] > 0;
        }
        r.all_wrong[k] = todo && wrong == todo;
        r.count += r.all_wrong[k];
        repeats |= r.all_wrong[k] && planes > 1;
    }
    return (size_t)r.count * 2 > m || !repeats ? (Residues){.count = 0} : r;
}

static void name_residues(const Residues *r, int axis, size_t m, char *words, size_t size) {
    size_t k = 0;
    if (r->count == 1) {
        while (!r->all_wrong[k]) k++;
        append(words, size, "every %zu%s in %c (%c = %zu, %zu, %zu, ...)", m,
               m == 2   ? "nd"
               : m == 3 ? "rd"
                        : "th",
               'x' + axis, 'x' + axis, k, k + m, k + 2 * m);
        return;
    }
    append(words, size, "%c %% %zu =", 'x' + axis, m);
    for (int named = 0; k < m; k++)
        if (r->all_wrong[k]) append(words, size, "%s %zu", named++ ? " or" : "", k);
}

// Is each wrong cell at one of the residues of some axis?
static bool residues_cover(const Comparison *c, const Residues r[3], size_t m) {
    for (CellWalk w = {0}; w.cell < c->cells; next_cell(c, &w)) {
        const size_t i = w.cell, *p = w.at;
        if (!wrong_todo(c, i)) continue;
        bool covered = false;
        for (int axis = 0; axis < axis_count(c); axis++) covered |= r[axis].all_wrong[p[axis] % m];
        if (!covered) return false;
    }
    return true;
}

// The wrong cells are every m-th along an axis (or several): the edges of tiles, odd threads, a warp's last
// lane.
static bool periodic(const Comparison *c, bool blank, char *words, size_t size) {
    AxisCounts counts[3] = {{0}};
    Residues r[3];
    bool found = false, ready = count_axes(c, counts);
    size_t m;
    for (m = 2; ready && m <= PERIOD_MAX; m++) {
        int residues = 0;
        for (int axis = 0; axis < axis_count(c); axis++) {
            r[axis] = find_residues(&counts[axis], c->extent[axis], m);
            residues += r[axis].count;
        }
        found = residues && residues_cover(c, r, m);
        if (found) break;
    }
    for (int axis = 0; axis < 3; axis++) {
        free(counts[axis].todo);
        free(counts[axis].wrong);
    }
    if (!found) return false;
    append(words, size, "The wrong points are ");
    for (int axis = 0, named = 0; axis < axis_count(c); axis++) {
        if (!r[axis].count) continue;
        if (named++) append(words, size, ", and ");
        name_residues(&r[axis], axis, m, words, size);
    }
    append(words, size,
           "%s. Often this comes from the size of the block: look at what the threads at its edge do.",
           blank ? ", never written" : "");
    return true;
}

bool place_pattern(const Comparison *c, bool never_written, char *words, size_t size) {
    if (c->todo_cells < 2 || count_wrong_todo(c) == c->todo_cells) return false;
    if (one_plane(c, never_written, words, size)) return true;
    if (outer_planes(c, never_written, words, size)) return true;
    if (tail(c, never_written, words, size)) return true;
    if (never_written && linear_tail(c, words, size)) return true;
    return periodic(c, never_written, words, size);
}

// Does the position lie on this face, and on no other?
static bool inside_face(const Comparison *c, const size_t p[3], int axis, size_t at) {
    for (int other = 0; other < c->axes; other++)
        if (other != axis && (p[other] == 0 || p[other] + 1 == c->extent[other])) return false;
    return p[axis] == at;
}

// The k-th cell of a plane across an axis, and its position.
static size_t cell_of_plane(const Comparison *c, int axis, size_t at, size_t k, size_t p[3]) {
    for (int other = 0; other < 3; other++) {
        if (other == axis) continue;
        p[other] = k % c->extent[other];
        k /= c->extent[other];
    }
    p[axis] = at;
    return p[0] + c->extent[0] * (p[1] + c->extent[1] * p[2]);
}

// Cells that should have kept their contents and did not: on which faces?
void describe_boundary(const Comparison *c, bool also, char *words, size_t size) {
    char faces[200] = "";
    for (int axis = 0; axis < c->axes; axis++)
        for (int side = 0; side < 2; side++) {
            size_t at = side ? c->extent[axis] - 1 : 0, wrong = 0, whole = 0;
            for (size_t k = 0; k < c->cells / c->extent[axis]; k++) {
                size_t p[3];
                const size_t i = cell_of_plane(c, axis, at, k, p);
                // A face that only shares its edges with an overwritten one is not named.
                if (c->bound[i] != 0 || !inside_face(c, p, axis, at)) continue;
                whole++;
                wrong += c->wrong[i];
            }
            if (wrong * 2 <= whole || (side && c->extent[axis] == 1)) continue;
            if (faces[0]) append(faces, sizeof faces, ", ");
            name_plane(c, axis, at, faces, sizeof faces);
        }
    append(words, size, also ? " The boundary was overwritten too" : "The boundary was overwritten");
    if (faces[0]) append(words, size, ", on %s", faces);
    append(words, size, ". Boundary points must stay as they were%s",
           also ? "." : ": often a guard is missing, or lets one thread too many through.");
}
