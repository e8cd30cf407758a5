// A thread that reads or writes outside its memory: which condition should have kept it away.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/blamed_guard.h"
#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/loop_access.h"
#include "grader/cause/macro.h"
#include "grader/cause/remainder.h"
#include "grader/cause/sentences.h"
#include "grader/cause/truth_line.h"
#include "grader/cause/witnessed.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The first axis that no condition on the way looks at; -1: each has one.
static int unguarded_axis(const Witnessed *w, const LaunchRecord *l, const Finding *f, const CaseData *data,
                          int axes) {
    for (int axis = 0; axis < axes; axis++) {
        bool seen = l && l->grid[axis] * l->block[axis] == 1; // one thread: it has no index there
        // Two conditions that are joined into one value may not be told apart: of a thread inside none was to keep it away.
        const long at = l ? f->who.block[axis] * l->block[axis] + f->who.thread[axis] : 0;
        seen |= f->who.known && at > 0 && at < cell_extent(data, axis) - 1;
        for (int i = 0; i < w->focus.guards; i++)
            seen |= (w->guard[w->focus.guard + i].depends & 9u << axis) != 0;
        if (!seen) return axis;
    }
    return -1;
}

static long threads_of(const Witnessed *w) {
    const WLaunch *l = w->launches ? &w->launch[w->launches - 1] : NULL;
    return l ? (long)l->block[0] * l->block[1] * l->block[2] : 0;
}

// The only shared array, where it has fewer elements than a block has threads; else NULL.
// `width`: bytes of an element.
static const WArray *too_small(const Witnessed *w, long width) {
    const WArray *only = NULL;
    for (int i = 0; i < w->arrays; i++) {
        if (strcmp(w->array[i].space, "shared")) continue;
        if (only) return NULL;
        only = &w->array[i];
    }
    return only && only->bytes < width * threads_of(w) ? only : NULL;
}

static void blame(Cause *cause, const Witnessed *w, const WGuard *g) {
    const SourcePlace *bound = bound_place(w, g);
    cause->place = *guard_place(w, g);
    if (!bound) return;
    cause->other = *bound;
    cause->made_there = true;
    SAY(other_what, "What it compares with was computed here");
}

// Where the point of the thread lies, as the conditions on its way show it: along each axis one number that is compared, the
// same in all of them. False where an axis is not seen, or the point is none of the grid.
static bool find_point(const Witnessed *w, const Explained *e, int place[3]) {
    const CaseData *data = e->data;
    const int axes = cell_axes(data);
    bool seen[3] = {false};
    memset(place, 0, 3 * sizeof *place);
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        for (int axis = 0; axis < axes; axis++) {
            if ((g->depends & 63u) != (g->depends & 9u << axis) || !(g->depends & 8u << axis)) continue;
            if (g->is_unsigned)
                return false; // a - 1 < n - 2 stands for two conditions: what is compared is not the index
            if ((seen[axis] && place[axis] != g->left) || compares_remainder(w, g, e->source_path))
                return false;
            place[axis] = (int)g->left;
            seen[axis] = true;
        }
    }
    for (int axis = 0; axis < axes; axis++)
        if (!seen[axis] || place[axis] < 0 || place[axis] >= cell_extent(data, axis)) return false;
    return true;
}

// Is it the point's own element, or that of a neighbour that the lab asks for?
static bool belongs_to_point(const CaseData *data, const int place[3], long element) {
    long stride[3] = {1}, own = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (axis) stride[axis] = stride[axis - 1] * cell_extent(data, axis - 1);
        own += place[axis] * stride[axis];
    }
    if (element == own) return true;
    for (int t = 0; t < data->entry->term_count; t++)
        for (int k = 0; k < data->entry->terms[t].factor_count; k++) {
            const int *offset = data->entry->terms[t].factor[k].offset;
            const long there = own + offset[0] * stride[0] + offset[1] * stride[1] + offset[2] * stride[2];
            if (data->entry->terms[t].factor[k].of_cell && element == there) return true;
        }
    return false;
}

// The element lies a few steps along one axis beside the point, and the grid has no such element: a neighbour or a row of a
// loop that nothing keeps inside. Returns those steps; 0: it is not so.
static long steps_outside(const CaseData *data, const int place[3], long element, int *axis) {
    enum { FAR = 8 };
    long stride = 1, own = 0;
    for (int i = 0; i < cell_axes(data); i++) {
        own += place[i] * stride;
        stride *= cell_extent(data, i);
    }
    for (*axis = cell_axes(data) - 1; *axis >= 0; --*axis) {
        stride /= cell_extent(data, *axis);
        const long steps = (element - own) / stride, there = place[*axis] + steps;
        if ((element - own) % stride == 0 && labs(steps) <= FAR && labs(steps) < cell_extent(data, *axis) &&
            (there < 0 || there >= cell_extent(data, *axis)))
            return steps;
    }
    return 0;
}

// The same of any number of whole rows or planes, as a thread with several points has them between its points.
static long rows_outside(const CaseData *data, const int place[3], long element, int *axis) {
    enum { FAR = 64 };
    long stride = 1, own = 0;
    for (int i = 0; i < cell_axes(data); i++) {
        own += place[i] * stride;
        stride *= cell_extent(data, i);
    }
    for (*axis = cell_axes(data) - 1; *axis >= 1; --*axis) {
        stride /= cell_extent(data, *axis);
        const long rows = (element - own) / stride, there = place[*axis] + rows;
        if ((element - own) % stride == 0 && labs(rows) <= FAR &&
            (there < 0 || there >= cell_extent(data, *axis)))
            return rows;
    }
    return 0;
}

static void say_outside(Cause *cause, const CaseData *data, const int place[3], int axis, long steps) {
    const char name = (char)('x' + axis);
    SAY(what, "Its point is x = %d", place[0]);
    for (int i = 1; i < cell_axes(data); i++) SAY(what, ", %c = %d", 'x' + i, place[i]);
    SAY(what,
        ", inside the grid. But this access goes to %c = %ld, %ld %s, and the grid has only 0 to %d: no condition looks at that number.",
        name, place[axis] + steps, labs(steps), steps > 0 ? "further" : "before it",
        cell_extent(data, axis) - 1);
    SAY(next,
        "Keep %c inside the grid for each element that is read or written here, not for the thread's first point alone.",
        name);
}

// A comparison of the thread's number along that axis alone that has let it through by no more than the access goes too far: a number
// is added behind it, or what it compares with is too large.
static const WGuard *just_passed(const Witnessed *w, int axis, long steps) {
    const WGuard *found = NULL;
    for (int i = 0; i < w->focus.guards; i++) {
        const WGuard *g = &w->guard[w->focus.guard + i];
        const bool alone = (g->depends & 63u) && !(g->depends & 63u & ~(9u << axis));
        if (alone && g->left != g->right && labs(g->left - g->right) <= labs(steps) && guard_place(w, g))
            found = g;
    }
    return found;
}

static void say_just_passed(Cause *cause, const Witnessed *w, const CaseData *data, const WGuard *g, int axis,
                            long there) {
    blame(cause, w, g);
    cause->lets_through = true;
    SAY(what,
        "The access goes to %c = %ld, and the grid has only 0 to %d. This condition lets the thread through: ",
        'x' + axis, there, cell_extent(data, axis) - 1);
    guard_sides(g, cause->what, sizeof cause->what);
    SAY(what, ".");
    SAY(next,
        "Is what it compares with too large, here or where the kernel is launched? And is the number that is compared the one "
        "that the access goes by?");
}

// Is the element `f->at` of an array of the grader's known?
static bool names_element(const Finding *f) {
    return tells(f, FOUND_GLOBAL) && f->room;
}

// Is the element one that the grid would have a few steps beside the thread's point?
static bool is_just_outside(const Explained *e, const Finding *f, const Witnessed *w) {
    int place[3], axis;
    return names_element(f) && find_point(w, e, place) && steps_outside(e->data, place, f->at, &axis);
}

// The conditions keep the thread's point inside the grid, and the element is none that belongs to it: then the index is wrong.
static bool say_index(Cause *cause, const Explained *e, const Finding *f, const Witnessed *w) {
    int place[3];
    long own = 0, stride = 1;
    const long element = f->at;
    if (!names_element(f) || !find_point(w, e, place) || belongs_to_point(e->data, place, element))
        return false;
    for (int axis = 0; axis < cell_axes(e->data); axis++) {
        own += place[axis] * stride;
        stride *= cell_extent(e->data, axis);
    }
    cause->place = f->place;
    int axis;
    const long steps = steps_outside(e->data, place, element, &axis);
    const WGuard *passed = steps ? just_passed(w, axis, steps) : NULL;
    if (passed && is_past_in_last_rounds(e, f, w)) {
        say_last_rounds(cause, e, f, w);
        return true;
    }
    if (passed) {
        say_just_passed(cause, w, e->data, passed, axis, place[axis] + steps);
        return true;
    }
    if (steps) {
        say_outside(cause, e->data, place, axis, steps);
        return true;
    }
    const long rows = rows_outside(e->data, place, element, &axis);
    const WGuard *looks = rows ? just_passed(w, axis, rows) : NULL;
    if (looks) {
        say_just_passed(cause, w, e->data, looks, axis, place[axis] + rows);
        return true;
    }
    SAY(what, "The conditions before this line keep its point inside the data: x = %d", place[0]);
    for (int axis = 1; axis < cell_axes(e->data); axis++) SAY(what, ", %c = %d", 'x' + axis, place[axis]);
    SAY(what, ", which is element %ld. So the index is wrong, not the conditions.", own);
    SAY(next, "How far apart do neighbours lie in memory?");
    SAY(next, cell_axes(e->data) == 3   ? " Along x 1 element, along y a row of n, along z a plane of n * n."
              : cell_axes(e->data) == 2 ? " Along x 1 element, along y a whole row of the array."
                                        : " Neighbours follow each other.");
    return true;
}

// A whole number on the way of the address that did not fit into its type.
static bool say_lost(Cause *cause, const Witnessed *w) {
    const SourcePlace *place = w->lost ? site_place(w, w->lost_site) : NULL;
    if (!place) return false;
    cause->place = *place;
    switch (w->lost) {
    case WLOST_OVERFLOW:
        SAY(what,
            "A number that the index is computed from overflows here: it should be %ld, and becomes %ld.",
            w->lost_exact, w->lost_held);
        SAY(next, "An int holds numbers up to 2147483647: compute this one as size_t or long long.");
        break;
    case WLOST_NARROW:
        SAY(what,
            "A number that the index is computed from does not fit into its type here: it should be %ld, and becomes %ld.",
            w->lost_exact, w->lost_held);
        SAY(next, "Declare it as int: a short holds numbers up to 32767, a signed char up to 127.");
        break;
    default:
        SAY(what,
            "A number that the index is computed from is unsigned here: it should be %ld, and becomes %ld.",
            w->lost_exact, w->lost_held);
        SAY(next, "An unsigned number cannot be negative: compute this one with int.");
    }
    return true;
}

// An index below 0: a number that is subtracted on its way comes before the place where it is put together.
static void say_negative(Cause *cause, const Witnessed *w, const WGuard *g) {
    cause->place = *site_place(w, g->made);
    SAY(what, "The index that is made here is %ld in this thread.", g->left);
    for (int axis = 0; axis < 3; axis++) {
        const SourcePlace *shift = site_place(w, w->focus.shift_site[axis]);
        if (!(g->depends & 9u << axis) || w->focus.shift[axis] >= 0 || !shift ||
            shift->line == cause->place.line)
            continue;
        cause->other = cause->place;
        SAY(other_what, "The index is made here");
        cause->place = *shift;
        cause->what[0] = 0;
        SAY(what, "The index is %ld in this thread: this line subtracts %ld on its way.", g->left,
            -w->focus.shift[axis]);
        return;
    }
}

// Shared memory has no such element: a thread at the edge of its block should have been kept away; an index of another one is
// wrong.
static void say_shared(Cause *cause, const Finding *f, const Witnessed *w, const WGuard *g) {
    cause->place = f->place;
    if (w->access[0] && (w->access_element < 0 || w->access_element >= w->access_elements))
        SAY(what, "That would be `%s[%ld]`, counted in elements: the array has %ld, 0 to %ld. ", w->access,
            w->access_element, w->access_elements, w->access_elements - 1);
    if (!at_block_edge(w, &w->focus.who)) {
        SAY(what,
            "The thread does not stand at an edge of its block, where a neighbour would be missing: so the index is "
            "wrong, not the conditions.");
        SAY(next, "Compute by hand which element of the array this index stands for, for that thread.");
        return;
    }
    if (g) blame(cause, w, g), cause->lets_through = true;
    SAY(what, "The thread stands at the edge of its block, where the array has no neighbour%s",
        g ? ", and this condition lets it through" : "");
    if (g && asks_place_in_grid(g))
        SAY(what, ": it asks for the place in the grid, not for that in the block");
    SAY(what, ".");
    SAY(next, "Only the inner threads of the tile must compute: the outermost ones, at both ends of "
              "each axis, only load the halo.");
}

// Is a value made of neighbours? Else a guard need only ask whether the thread has an element.
static bool takes_neighbours(const LabEntrySpec *entry) {
    int reach[3] = {0};
    entry_reach(entry, reach);
    return reach[0] || reach[1] || reach[2];
}

// The very first thread lies past the end: no condition on where it stands would keep it away from there alone.
static bool first_is_past(const Finding *f, const CaseData *data) {
    static const long first[3];
    return f->who.known && cell_extent(data, 0) > 2 && !memcmp(f->who.block, first, sizeof first) &&
           !memcmp(f->who.thread, first, sizeof first) && tells(f, FOUND_GLOBAL | FOUND_PAST_END);
}

// Of an access that is predicated no branch tells: "there ? p[n] : 0", or an `if` beside it.
static bool has_condition(const char *path, int line) {
    static SourceLines t;
    if (!path || !read_lines(&t, path)) return false;
    const char *text = line_text(&t, line);
    const bool found = strstr(text, " ? ") || find_word(text, text, "if");
    free_lines(&t);
    return found;
}

// The condition is worked out before a loop, for its first round alone.
static bool say_asked_before(Cause *cause, const Explained *e, const Finding *f) {
    char name[SOURCE_NAME];
    const int line = line_of_truth_before_loop(e->source_path, f->place.line, name, sizeof name);
    if (!line) return false;
    cause->place = cause->other = f->place;
    cause->place.line = line, cause->place.column = 0;
    SAY(other_what, "It is asked here, in each round");
    SAY(what,
        "`%s` is worked out here, once, before the loop: it holds for the first round, and the index moves on behind it.",
        name);
    SAY(next, "Work it out in each round, for the element of that round.");
    return true;
}

void explain_stray(Cause *cause, const Explained *e, const Finding *f, const char *text, size_t size) {
    Witnessed w;
    const LabParam *output = &e->data->entry->params[e->data->entry->output];
    const LaunchRecord *l =
        e->records->launch_count ? &e->records->launches[e->records->launch_count - 1] : NULL;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!text || !witnessed_read(&w, text, size)) return;
    forget_guards_behind(&w, &f->place, e->source_path);
    const WGuard *loose = loose_guard(&w, e->data), *any = guard_of_threads(&w);
    const int axis = unguarded_axis(&w, l, f, e->data, output->axes ? output->axes : 1);
    const WGuard *equal = passed_guard(&w, e->data, true);
    const long width = (long)element_size(output->type);
    const WGuard *negative = negative_guard(&w), *in_block = guard_at_edge(&w, &f->who);
    if (!loose && axis < 0) loose = guard_of_last(&w, e->data);
    const WGuard *wrapped = wrapped_guard(&w);
    if (wrapped) equal = NULL, loose = wrapped;
    if ((!wrapped || w.lost != WLOST_UNSIGNED) && say_lost(cause, &w)) {
        // the conditions are those of the number that was meant
    } else if (tells(f, FOUND_SHARED | FOUND_WRITES) && too_small(&w, width)) {
        const WArray *a = too_small(&w, width);
        const int line = e->source_path ? line_of_declaration(e->source_path, a->name) : 0;
        cause->place = f->place;
        if (line) cause->place.line = line, cause->place.column = 0;
        cause->other = f->place;
        SAY(other_what, "The store that is out of bounds");
        SAY(what,
            "`%s` is too small: it has %ld elements, but each of the %ld threads of a block fills "
            "one.",
            a->name, a->bytes / width, threads_of(&w));
        SAY(next, "Give it an element for each thread of the block, or fewer threads to the block.");
    } else if (tells(f, FOUND_SHARED)) {
        say_shared(cause, f, &w, in_block ? in_block : any);
    } else if (say_remainder(cause, e, f, &w)) {
        // what other conditions compare says nothing of that
    } else if (equal) {
        cause->place = *guard_place(&w, equal);
        cause->lets_through = true;
        SAY(what,
            "This condition stops only the threads for which its two sides are equal. Here they are %ld and %ld: the thread lies further out, and is let through.",
            equal->left, equal->right);
        SAY(next,
            "Use an order, < or >=, in place of == or !=: every thread past the end must stay away, not only the first one.");
    } else if (negative) {
        say_negative(cause, &w, negative);
        SAY(next, "Which point does the first thread of the first block compute? No index may be negative.");
    } else if (loose) {
        blame(cause, &w, loose);
        cause->lets_through = true;
        SAY(what, "This condition lets the thread through: ");
        guard_sides(loose, cause->what, sizeof cause->what);
        SAY(what, ".");
        name_automatic(cause, e->source_path, loose);
        SAY(next, "%s", guard_advice(loose));
    } else if (axis >= 0 && any && !first_is_past(f, e->data)) {
        blame(cause, &w, any);
        cause->lets_through = true;
        SAY(what, "This condition decides which threads come there, and it does not look at %c.", 'x' + axis);
        SAY(next,
            takes_neighbours(e->data->entry) ? "Keep away the threads whose point has no neighbours along %c."
                                             : "Keep away the threads that lie past the end along %c.",
            'x' + axis);
    } else if (axis >= 0 && !first_is_past(f, e->data)) {
        cause->place = f->place;
        const bool guarded = has_condition(e->source_path, f->place.line);
        if (guarded && say_asked_before(cause, e, f))
            ;
        else if (guarded)
            SAY(what, "The condition in this line lets the thread through.");
        else
            SAY(what, "No condition keeps any thread away from this line.");
        if (!cause->next[0])
            SAY(next, "%s",
                guarded ? "Work out what each variable in it is for this thread: where does it get its value?"
                : takes_neighbours(e->data->entry)
                    ? "Guard it: only threads whose point has all its neighbours may come here."
                    : "Guard it: only threads that have an element of their own may come here.");
    }
    if (!cause->what[0] && !passed_guard(&w, e->data, false) && is_past_in_last_rounds(e, f, &w))
        say_last_rounds(cause, e, f, &w);
    const bool first = !cause->what[0] && first_is_past(f, e->data);
    if (first && !say_asked_before(cause, e, f) && !is_just_outside(e, f, &w) &&
        !say_first_round(cause, e, f, &w)) {
        cause->place = f->place;
        SAY(what,
            "It is the very first thread that goes past the end: no condition is missing, the index is too large.");
        SAY(next,
            "Compute the index by hand for that thread. On a pointer to float4 or double2 an index counts these, not floats.");
    }
    if (!cause->what[0]) say_index(cause, e, f, &w);
    const WGuard *past = cause->what[0] ? NULL : passed_guard(&w, e->data, false);
    if (past) {
        blame(cause, &w, past);
        SAY(what, "The thread lies past the end of the grid, and this condition lets it through: ");
        guard_sides(past, cause->what, sizeof cause->what);
        SAY(what, ".");
        SAY(next, "%s",
            takes_neighbours(e->data->entry)
                ? "Keep away every thread whose point is outside the grid or on its boundary."
                : "Keep away every thread whose element does not exist.");
    }
    cause->known = cause->place.line > 0;
    blame_open_macro(cause, e->source_path, &f->place);
    witnessed_free(&w);
}
