// Cells that were never written: which comparison, which index or which launch is to blame.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/cut_off.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/left_early.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

void name_thread(char *words, size_t size, const WThread *who) {
    append(words, size, "thread (%d,%d,%d) of block (%d,%d,%d)", who->thread[0], who->thread[1],
           who->thread[2], who->block[0], who->block[1], who->block[2]);
}

static const char *points_of(const Study *s) {
    return cell_axes(s->data) == 1 || !s->entry->term_count ? "elements" : "points";
}

void blame_site(Cause *cause, const Study *s, int site) {
    const SourcePlace *place = site_place(&s->w, site);
    if (place) cause->place = *place;
}

void blame_guard(Cause *cause, const Study *s, const WGuard *g) {
    const SourcePlace *place = guard_place(&s->w, g), *bound = bound_place(&s->w, g);
    if (place) cause->place = *place;
    if (!place || !bound) return;
    cause->other = *bound;
    cause->made_there = true;
    SAY(other_what, "What it compares with was computed here");
}

static void blame_launch(Cause *cause, const Study *s) {
    for (int i = 0; i < s->records->launch_count && !cause->place.line; i++)
        cause->place = s->records->launches[i].place;
}

// The axis along which the cells with the difference differ from the others: they lie in one plane of it, or all
// beyond one. -1: none is clear.
static int telling_axis(const Study *s) {
    for (int axis = 0; axis < 3; axis++) {
        int low = 1 << 30, high = -1, other_low = 1 << 30, other_high = -1;
        for (int i = 0; i < s->count; i++) {
            const StudyCell *x = &s->cell[i];
            if (!x->todo) continue;
            int *least = x->has ? &low : &other_low, *most = x->has ? &high : &other_high;
            if (x->place[axis] < *least) *least = x->place[axis];
            if (x->place[axis] > *most) *most = x->place[axis];
        }
        if (other_high >= 0 && (low > other_high || high < other_low)) return axis;
    }
    return -1;
}

static bool of_another_axis(const WGuard *g, int axis) {
    return axis >= 0 && g->axes && !(g->axes >> axis & 1);
}

static const WGuard *guard_for(const Study *s, const WCell *cell, int axis) {
    const WGuard *first = NULL;
    for (int i = 0; i < cell->guards; i++) {
        const WGuard *g = &s->w.guard[cell->guard + i];
        if (!site_place(&s->w, g->site)) continue;
        if (axis >= 0 && g->axes >> axis & 1) return g;
        const bool apart = first && (g->depends & 7u) && !(first->depends & 7u), // it tells threads apart
            nearer = first && of_another_axis(first, axis) && !of_another_axis(g, axis);
        if (!first || nearer || (apart && !of_another_axis(g, axis))) first = g;
    }
    return first;
}

// The thread stores, but other elements: its index is wrong, or moves on by a wrong step.
static void say_stored_elsewhere(Cause *cause, const Study *s, const WCell *cell) {
    const StudyCell *own = NULL,
                    *any = NULL; // its stores, if others have not stored over them; another thread's
    int stored = 0;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (x->written) any = x;
        if (!x->written || memcmp(&x->cell->who, &cell->absent_who, sizeof x->cell->who)) continue;
        own = x;
        stored++;
    }
    if (!any) return;
    blame_site(cause, s, own ? own->cell->site : any->cell->site);
    SAY(route, " It stores at this line, but never to these points");
    if (own)
        SAY(route, "; it does store to x = %d, y = %d, z = %d, for example", own->place[0], own->place[1],
            own->place[2]);
    SAY(route, ".");
    SAY(next, stored != 1
                  ? "Check the index of the store, and by how much it moves on from one step to the next."
                  : "Check the index of the store.");
}

// The point right in front of the cell along x, if that thread stored it, in the same row; NULL.
static const StudyCell *stored_beside(const Study *s, const WCell *cell) {
    int place[3];
    cell_place(s->data, cell->index, place);
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (x->written && !x->wrong && x->place[0] == place[0] - 1 && x->place[1] == place[1] &&
            x->place[2] == place[2] && !memcmp(&x->cell->who, &cell->absent_who, sizeof x->cell->who))
            return x;
    }
    return NULL;
}

// A thread that stores several points of a row side by side, and leaves one out: no condition that looks at nothing along x
// does that.
static bool say_left_out(Cause *cause, const Study *s, const WCell *cell, const WGuard *g) {
    const StudyCell *beside = g && (g->axes & 1u) ? NULL : stored_beside(s, cell);
    if (!beside || !site_place(&s->w, beside->cell->site)) return false;
    blame_site(cause, s, beside->cell->site);
    SAY(route, " It stores the point in front of it, x = %d, at this line, and then none at x = %d.",
        beside->place[0], beside->place[0] + 1);
    SAY(next, "Each point of a row that a thread computes needs a store: is there one for this point?");
    return true;
}

// The condition lets as many threads through as there are points: what is wrong is which thread computes which point.
static bool say_numbered_wrongly(Cause *cause, const Study *s, const WGuard *g) {
    const int axis = telling_axis(s);
    long points = 1;
    for (int i = 0; i < cell_axes(s->data); i++) points *= s->high[i] - s->low[i] + 1;
    if (!g || axis < 0 || cell_axes(s->data) < 2 || g->right != points || g->left < points) return false;
    const StudyCell *stored = NULL;
    for (int i = 0; i < s->count && !stored; i++)
        if (s->cell[i].written && s->cell[i].todo) stored = &s->cell[i];
    if (!stored) return false;
    const int sites[] = {stored->cell->made_site[axis], stored->cell->shift_site[axis],
                         stored->cell->index_site, stored->cell->site};
    for (int i = 3; i >= 0; i--) blame_site(cause, s, sites[i]);
    if (!cause->place.line) return false;
    SAY(route,
        " As the threads are numbered, that is number %ld, and only %ld come this far, as many as there are points: so which "
        "thread computes which point is wrong along %c, and some points are computed twice.",
        g->left, points, 'x' + axis);
    SAY(next,
        "How many threads lie between one point and the next one along %c, in the order in which they are numbered?",
        'x' + axis);
    return true;
}

static void say_skipped(Cause *cause, const Study *s, const WCell *cell) {
    const WGuard *g = guard_for(s, cell, telling_axis(s));
    SAY(route, "There are threads for these %s: ", points_of(s));
    name_thread(cause->route, sizeof cause->route, &cell->absent_who);
    SAY(route, " was to compute %s.", cell_axes(s->data) == 1 ? "this element" : "one of them");
    if (say_left_out(cause, s, cell, g) || say_numbered_wrongly(cause, s, g) || say_left_over(cause, s, g))
        return;
    if (g) {
        blame_guard(cause, s, g);
        cause->keeps_away = true;
        SAY(route, " This condition keeps it away: ");
        guard_sides(g, cause->route, sizeof cause->route);
        SAY(route, ".");
        SAY(next, "%s", guard_advice(g));
    } else {
        say_stored_elsewhere(cause, s, cell);
    }
}

// An index along one axis that counts with the blocks of another one.
static bool say_other_block(Cause *cause, const Study *s, const WCell *cell) {
    for (int axis = 0; axis < 3; axis++) {
        const unsigned blocks = cell->made_of[axis] >> 3 & 7u;
        if (!blocks || blocks >> axis & 1 || !site_place(&s->w, cell->made_site[axis])) continue;
        const int other = blocks & 1 ? 0 : blocks & 2 ? 1 : 2;
        blame_site(cause, s, cell->made_site[axis]);
        SAY(route,
            "The index computed here combines threadIdx.%c with blockIdx.%c: these are different "
            "axes.",
            'x' + axis, 'x' + other);
        SAY(next, "Which axis is this index for? Take threadIdx, blockIdx and blockDim all of that one.");
        return true;
    }
    return false;
}

// Blocks that begin before the one before them has ended: they store some elements twice, and do not come to the end.
static bool say_overlap(Cause *cause, const Study *s, const WCell *cell) {
    const int axis = cell->absent_axis;
    if (axis < 0 || !cell->apart[axis] || cell->apart[axis] >= cell->stored[axis]) return false;
    const int site = cell->march_site[axis] >= 0 ? cell->march_site[axis] : cell->made_site[axis];
    if (!site_place(&s->w, site)) return false;
    blame_site(cause, s, site);
    cause->sure = cell->march_site[axis] >=
                  0; // that a march goes on to the end of another one mends it, and is no march
    SAY(route,
        "The blocks overlap along %c: with the index computed here they begin %ld %s apart, but each "
        "computes %ld of them. So the last block ends too early.",
        'x' + axis, cell->apart[axis], points_of(s), cell->stored[axis]);
    SAY(next, "Let neighbouring blocks begin as many %s apart as each block computes.", points_of(s));
    return true;
}

// The lowest and the highest place along an axis that a kernel wrote, of points to compute.
static void find_written(const Study *s, int axis, int *low, int *high) {
    *low = 1 << 30, *high = -1;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->todo || !x->written) continue;
        if (x->place[axis] < *low) *low = x->place[axis];
        if (x->place[axis] > *high) *high = x->place[axis];
    }
}

// The points at the beginning of an axis are left out, and the index along it has a number added to it that is as large.
static bool say_shifted(Cause *cause, const Study *s, const WCell *cell) {
    const StudyCell *x = &s->cell[s->example];
    for (int axis = 0; axis < cell_axes(s->data); axis++) {
        int low, high;
        const int first = s->low[axis];
        find_written(s, axis, &low, &high);
        if (low <= first || x->place[axis] >= low || cell->shift[axis] != low - first ||
            !site_place(&s->w, cell->shift_site[axis]))
            continue;
        blame_site(cause, s, cell->shift_site[axis]);
        SAY(route,
            "The first %s that a thread stores along %c is %c = %d; %c = %d is the first to compute. This line adds "
            "%ld to that index.",
            s->entry->term_count ? "point" : "element", 'x' + axis, 'x' + axis, low, 'x' + axis, first,
            cell->shift[axis]);
        SAY(next, "Which %c does the first thread that computes have in block 0?", 'x' + axis);
        return true;
    }
    return false;
}

// The launch's number of blocks was cut off before.
static bool say_launch_cut_off(Cause *cause, const Study *s, const WLaunch *l, int axis) {
    const SourcePlace launch = cause->place;
    if (axis < 0 || !l || !in_student_file(&launch, s->source_path) ||
        !say_cut_off(cause, s->source_path, launch.line, axis, l->grid[axis]))
        return false;
    if (cause->place.line == launch.line) return true;
    cause->other = launch;
    SAY(other_what, "It is launched here, with grid (%d,%d,%d) of blocks (%d,%d,%d)", l->grid[0], l->grid[1],
        l->grid[2], l->block[0], l->block[1], l->block[2]);
    return true;
}

// Nobody's index is known to be wrong: the line that stores the points that are stored.
static bool say_others_stored(Cause *cause, const Study *s) {
    for (int i = 0; i < s->count && !cause->place.line; i++)
        if (s->cell[i].todo && s->cell[i].written) blame_site(cause, s, s->cell[i].cell->site);
    if (!in_student_file(&cause->place, s->source_path))
        return cause->place = (SourcePlace){.line = 0}, false;
    SAY(route, "No thread stores them. The others are stored with this line.");
    SAY(next, "Check the index of the store, and by how much it moves on from one step to the next.");
    return true;
}

// Where the number of blocks is rounded down; else where it is computed.
static int line_of_missing_blocks(const char *path, int launch, int axis) {
    const int set = line_of_launch_size(path, launch, axis), rounded = line_of_rounding(path, set);
    return rounded == set ? line_that_computes_size(path, launch, axis < 0 ? 0 : axis) : rounded;
}

// Does the kernel ask for its block's number along that axis? If it does not, the launch is flat, and has no end there.
static bool counts_blocks_along(const Study *s, int axis) {
    static SourceLines t;
    bool counts = false;
    if (axis < 1 || !s->source_path || !read_lines(&t, s->source_path)) return true;
    for (int i = 0; i < t.count && !counts; i++)
        for (const char *at = t.line[i]; (at = find_word(t.line[i], at, "blockIdx")) && !counts; at++)
            counts = at[strlen("blockIdx")] != '.' || at[strlen("blockIdx.")] == 'x' + axis;
    free_lines(&t);
    return counts;
}

// Is anything stored in the last plane to compute along the axis?
static bool reaches_end_along(const Study *s, int axis) {
    for (int i = 0; i < s->count; i++)
        if (s->cell[i].todo && s->cell[i].written && s->cell[i].place[axis] == s->high[axis]) return true;
    return false;
}

// Another axis for which the launch has a block or more too many; -1: none.
static int axis_with_too_many(const Study *s, const WCell *cell, const WLaunch *l, int but) {
    for (int axis = 0; axis < cell_axes(s->data); axis++)
        if (axis != but && l->grid[axis] > 1 &&
            reaches_end_along(s, axis) && // of one block alone that stores no distance is known
            (cell->apart[axis] <= 0 || (l->grid[axis] - 1) * cell->apart[axis] >= cell_extent(s->data, axis)))
            return axis;
    return -1;
}

// One helper computes both numbers from what it is handed, too many there and too few here: then what it is handed is exchanged.
static bool say_exchanged_sizes(Cause *cause, const Study *s, const WCell *cell, const WLaunch *l) {
    const int axis = cell->absent_axis, other = l && axis >= 0 ? axis_with_too_many(s, cell, l, axis) : -1;
    if (other < 0 || !in_student_file(&cause->place, s->source_path)) return false;
    const int launch = cause->place.line, set = line_of_launch_size(s->source_path, launch, axis),
              made = line_that_computes_size(s->source_path, launch, axis);
    if (set == made || made != line_that_computes_size(s->source_path, launch, other)) return false;
    cause->place.line = set;
    SAY(route,
        "There is no thread for them: the launch, grid (%d,%d,%d) of blocks (%d,%d,%d), ends before them along %c. Along %c it "
        "has more blocks than are needed. Both numbers are computed in the same way, from different numbers.",
        l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], 'x' + axis, 'x' + other);
    SAY(next, "Which of these numbers belongs to %c, and which to %c? They seem to be exchanged.", 'x' + axis,
        'x' + other);
    return true;
}

static void say_beyond(Cause *cause, const Study *s, const WCell *cell) {
    const WLaunch *l = s->w.launches ? &s->w.launch[s->w.launches - 1] : NULL;
    const char axis = cell->absent_axis >= 0 ? (char)('x' + cell->absent_axis) : 'x';
    if (say_other_block(cause, s, cell) || say_shifted(cause, s, cell) || say_overlap(cause, s, cell)) return;
    const int along = cell->absent_axis;
    blame_launch(cause, s);
    if ((l && l->grid[0] > 1 && !counts_blocks_along(s, along)) ||
        (along >= 0 && s->source_path && goes_on_by_grid(s->source_path, cause->place.line, along))) {
        const SourcePlace launch = cause->place;
        cause->place = (SourcePlace){.line = 0};
        if (say_others_stored(cause, s)) return;
        cause->place = launch;
    }
    if (say_launch_cut_off(cause, s, l, cell->absent_axis) || say_exchanged_sizes(cause, s, cell, l)) return;
    const bool flat = along > 0 && !counts_blocks_along(s, along) && l && l->grid[along] == 1;
    if (in_student_file(&cause->place, s->source_path))
        cause->place.line = line_of_missing_blocks(s->source_path, cause->place.line, flat ? 0 : along);
    if (flat) {
        SAY(route,
            "There is no block for them: the launch has %d in one row, for all axes together, and that is too few.",
            l->grid[0]);
        SAY(next,
            "How many blocks does each axis need? Round up for each of them, and then multiply: an incomplete part needs a block along every "
            "axis.");
        return;
    }
    if (l)
        SAY(route,
            "There is no thread for them: the launch, grid (%d,%d,%d) of blocks (%d,%d,%d), ends before them along %c.",
            l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], axis);
    SAY(next,
        "Compute the number of blocks from the number of %s that each block computes along %c, rounded up.",
        points_of(s), axis);
}

static void say_gap(Cause *cause, const Study *s, const WCell *cell) {
    if (say_other_block(cause, s, cell) || say_shifted(cause, s, cell)) return;
    blame_site(cause, s, cell->absent_site);
    const int axis = cell->absent_axis;
    if (!cause->place.line && say_others_stored(cause, s)) return;
    if (!cause->place.line) blame_launch(cause, s);
    if (axis < 0 || cell->apart[axis] <= cell->stored[axis]) {
        SAY(route,
            "No thread computes them: by the index computed here each has another one, or one past the end, or a condition keeps it away.");
        SAY(next, "Work out which thread should have the first of them, and which one it gets here.");
        return;
    }
    SAY(route,
        "No thread computes them: there is a gap between the %s of one block and those of the "
        "next. Along %c blocks begin %ld %s apart, and each computes %ld of them.",
        points_of(s), 'x' + axis, cell->apart[axis], points_of(s), cell->stored[axis]);
    SAY(next,
        "Compare the distance between the first elements of neighbouring blocks with the number "
        "of %s that each block computes.",
        points_of(s));
}

// Is the boundary overwritten on the other side of the grid? Then the stores are off by some steps.
static const WCell *beyond_other_side(const Study *s, int axis) {
    const int place = s->cell[s->example].place[axis], last = cell_extent(s->data, axis) - 1;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->todo && x->written && x->place[axis] == (place > last / 2 ? 0 : last)) return x->cell;
    }
    return NULL;
}

// Results that are stored in another place than that of their point.
static bool say_moved(Cause *cause, const Study *s) {
    const int axis = telling_axis(s);
    const WCell *other = axis < 0 ? NULL : beyond_other_side(s, axis);
    if (!other) return false;
    blame_site(cause, s, other->index_site);
    SAY(route,
        "On the other side the boundary was overwritten: along %c, results are stored next to the "
        "point that they belong to.",
        'x' + axis);
    SAY(next,
        "Check the index of the store: which point should the thread of block 0 with threadIdx.%c "
        "= 1 compute?",
        'x' + axis);
    return cause->place.line > 0;
}

// Of so few threads, is one of the two numbers the place of one? Else more of them would not help.
static bool compares_first_threads(const WGuard *g) {
    enum { FEW = 4 };
    return labs(g->left) < FEW || labs(g->right) < FEW;
}

// No thread stores anything, and along some axis there are hardly any threads: the one whose condition fails.
static bool say_no_threads(Cause *cause, const Study *s, const WCell *cell) {
    const WLaunch *l = &s->w.launch[s->w.launches - 1];
    for (int axis = 0; axis < cell_axes(s->data); axis++)
        for (int i = 0; i < cell->guards; i++) {
            const WGuard *g = &s->w.guard[cell->guard + i];
            if (!(g->depends & 9u << axis) || l->grid[axis] * l->block[axis] > 2 ||
                cell_extent(s->data, axis) < 4 || !compares_first_threads(g))
                continue;
            blame_launch(cause, s);
            if (in_student_file(&cause->place, s->source_path))
                cause->place.line = line_of_launch_size(s->source_path, cause->place.line, axis);
            SAY(route, "The launch, grid (%d,%d,%d) of blocks (%d,%d,%d), has too few threads along %c.",
                l->grid[0], l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], 'x' + axis);
            SAY(next, "Compute the number of blocks along %c from the number of points, rounded up.",
                'x' + axis);
            return true;
        }
    return false;
}

static void say_nothing_stored(Cause *cause, const Study *s, const WCell *cell) {
    if (!s->w.launches && say_no_launch(cause, s->data, s->source_path)) return;
    if (!s->w.launches) {
        SAY(route, "No kernel was launched.");
        SAY(next, "A kernel runs only where it is launched: name<<<blocks, threads>>>(...);");
        return;
    }
    if (say_no_threads(cause, s, cell)) return;
    const WGuard *g = guard_for(s, cell, -1);
    if (g) {
        blame_guard(cause, s, g);
        SAY(route, "The kernel ran, and no thread came to a store: this condition keeps them away.");
        SAY(next, "Check what this condition lets through.");
    } else {
        blame_launch(cause, s);
        SAY(route, "The kernel ran, but it stored nothing in `%s`.", output_name(s));
        SAY(next, "Store the result: each thread writes the point that it computes.");
    }
}

// A march that ends by itself, not at the end of the grid, and nothing was stored behind it: no block goes on there.
static bool ends_with_last_block(const Study *s, const WCell *cell, const WGuard *g) {
    const int axes = cell_axes(s->data);
    if (!g || g->held || !(g->depends & 56u) || (g->depends & 7u) || !s->w.launches) return false;
    int axis = axes - 1;
    for (int i = 0; i < 3; i++)
        if (g->depends >> (3 + i) & 1) axis = i;
    if (axis >= axes || labs(g->right - cell_extent(s->data, axis)) <= 3 ||
        labs(g->left - cell_extent(s->data, axis)) <= 3)
        return false;
    const WLaunch *l = &s->w.launch[s->w.launches - 1];
    if (cell->absent_who.block[axis] < l->grid[axis] - 1) return false; // there is a block behind it
    int place[3];
    cell_place(s->data, cell->index, place);
    for (int i = 0; i < s->count; i++)
        if (s->cell[i].todo && s->cell[i].written && s->cell[i].place[axis] >= place[axis]) return false;
    return true;
}

void say_unwritten(Cause *cause, const Study *s) {
    const WCell *cell = s->cell[s->example].cell;
    cause->left_out = true;
    SAY(what, "Nothing is stored");
    say_points(cause, s);
    SAY(what, ".");
    if (cell->absent != ABSENT_ALL && (say_launch_loop(cause, s) || say_between_launches(cause, s) ||
                                       say_moved(cause, s) || say_sum_elsewhere(cause, s))) {
        cause->known = true;
        return;
    }
    switch (cell->absent) {
    case ABSENT_ALL:
        cause->nothing_stored = true;
        say_nothing_stored(cause, s, cell);
        break;
    case ABSENT_BEYOND: say_beyond(cause, s, cell); break;
    case ABSENT_GAP: say_gap(cause, s, cell); break;
    case ABSENT_SKIPPED: {
        const WGuard *g = guard_for(s, cell, telling_axis(s));
        WCell beyond = *cell;
        beyond.absent_axis = telling_axis(s);
        if (ends_with_last_block(s, cell, g))
            say_beyond(cause, s, &beyond);
        else if (!say_shared_out(cause, s, cell, g, telling_axis(s)))
            say_skipped(cause, s, cell);
        break;
    }
    default: {
        // Of a large case not all is known: where nothing at all is stored from some place on, threads are missing there.
        WCell beyond = *cell;
        beyond.absent_axis = axis_of_end(s);
        if (beyond.absent_axis >= 0)
            say_beyond(cause, s, &beyond);
        else
            blame_launch(cause, s);
    }
    }
    cause->known = cause->place.line > 0 || cause->route[0];
}
