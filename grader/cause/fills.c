// Shared arrays and the blocks that fill them: rows that are shorter than the block is wide, too few planes, too few bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/instance_order.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/variable_line.h"
#include "grader/cause/macro.h"
#include "grader/cause/witnessed.h"
#include "grader/host_code/host_code.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The axes along which a block's threads fill an array, that of the shortest step first. Returns how many; 0: that is not
// known.
static int find_axes(const WFill *f, const WLaunch *l, int axes[3]) {
    int count = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (l->block[axis] == 1) continue;
        if (f->step[axis] <= 0) return 0;
        int at = count++;
        for (; at > 0 && f->step[axes[at - 1]] > f->step[axis]; at--) axes[at] = axes[at - 1];
        axes[at] = axis;
    }
    return count;
}

// How many elements the array has along the axis of that number: a row's, then a plane's rows, then its planes.
static long extent_along(const WFill *f, const int axes[3], int count, int number) {
    const long next = number + 1 < count ? f->step[axes[number + 1]] : f->elements;
    return next / f->step[axes[number]];
}

// Are they the numbers of the block, in another order?
static bool is_permuted(const WFill *f, const WLaunch *l, const int axes[3], int count) {
    bool used[3] = {false};
    for (int i = 0; i < count; i++) {
        int k = 0;
        while (k < count && (used[k] || extent_along(f, axes, count, i) != l->block[axes[k]])) k++;
        if (k == count) return false;
        used[k] = true;
    }
    return true;
}

// The first axis along which threads have no element of their own; -1: there is none.
static int short_axis(const WFill *f, const WLaunch *l, const int axes[3], int count) {
    for (int i = 0; i < count; i++) {
        const long threads = f->high[axes[i]] - f->low[axes[i]] + 1;
        if (i + 1 < count && f->high[axes[i + 1]] > f->low[axes[i + 1]] &&
            extent_along(f, axes, count, i) < threads)
            return i;
    }
    for (int i = count - 1; i >= 0 && f->outside && f->elements; i--)
        if (extent_along(f, axes, count, i) < l->block[axes[i]]) return i;
    return -1;
}

static const char *const pieces[] = {"elements in a row", "rows in a plane", "planes"};

static void name_shape(const WFill *f, const WLaunch *l, const int axes[3], int count, char *words,
                       size_t size) {
    for (int axis = 0; axis < 3; axis++)
        for (int i = 0; i < count; i++)
            if (axes[i] == axis)
                append(words, size, "%s%c %ld", words[0] ? ", " : "", 'x' + axis,
                       extent_along(f, axes, count, i));
    append(words, size, "; the block has x %d, y %d, z %d", l->block[0], l->block[1], l->block[2]);
}

static void set_line(SourcePlace *place, const char *path, int line) {
    snprintf(place->file, sizeof place->file, "%s", path);
    place->line = line;
    place->column = 0;
}

// The line that scales the index of a store: in a macro, in a helper, or the store's own.
static void set_scaling(Cause *cause, const char *path, const SourcePlace *store, const SourcePlace *scaled) {
    cause->place = *store;
    if (scaled && (scaled->line != store->line || strcmp(scaled->file, store->file))) {
        cause->place = *scaled;
        cause->other = *store;
        SAY(other_what, "The store that fills the array with this index");
    }
    const int macro = cause->other.line ? 0 : line_of_macro(path, store->line);
    if (macro) {
        cause->place.line = macro;
        cause->place.column = 0;
        cause->made_there = true;
        cause->other = *store;
        SAY(other_what, "The store that fills the array by this macro");
    }
}

// What the pitch is to be, for the axis of that number.
static void say_right_pitch(Cause *cause, const WFill *f, const WLaunch *l, const int axes[3], int number) {
    const int axis = axes[number];
    const long row = f->step[axis], needed = row * l->block[axis];
    if (row == 1)
        SAY(next, "%s are to begin %ld elements apart%s: one element for each thread of the block along %c.",
            number ? "Planes" : "Rows", needed, f->outside ? "" : ", or more", 'x' + axis);
    else
        SAY(next,
            "%s are to begin %ld elements apart%s: %d times the %ld from one thread along %c to the next.",
            number ? "Planes" : "Rows", needed, f->outside ? "" : ", or more", l->block[axis], row,
            'x' + axis);
}

// An array without rows of its own: the store's index says how long they are.
static void say_pitch(Cause *cause, const char *path, const WFill *f, const WLaunch *l, const int axes[3],
                      int number, const SourcePlace *store, const SourcePlace *scaled) {
    const int axis = axes[number], next = axes[number + 1];
    int one[3] = {0}, other[3] = {0};
    const long has = f->step[next] / f->step[axis];
    if (!store) return;
    one[axis] = (int)has, other[next] = 1;
    set_scaling(cause, path, store, scaled);
    SAY(what,
        "With this index %s of `%s` begin %ld elements apart, but the block has %d threads along %c: thread (%d,%d,%d) "
        "and thread (%d,%d,%d) fill the same element.",
        number ? "planes" : "rows", f->name, f->step[next], l->block[axis], 'x' + axis, one[0], one[1],
        one[2], other[0], other[1], other[2]);
    say_right_pitch(cause, f, l, axes, number);
    cause->known = true;
}

static long threads_of(const WLaunch *l) {
    return (long)l->block[0] * l->block[1] * l->block[2];
}

// The element behind the last one that a thread of the block fills.
static long end_of(const WFill *f, const WLaunch *l) {
    long end = 1;
    for (int axis = 0; axis < 3; axis++) end += f->step[axis] * (l->block[axis] - 1);
    return end;
}

// The first axis along which an index without need leaves elements out between the threads; -1: there is none.
static int long_axis(const WFill *f, const WLaunch *l, const int axes[3], int count) {
    for (int i = 0; i + 1 < count; i++)
        if (f->step[axes[i + 1]] > f->step[axes[i]] * l->block[axes[i]]) return i;
    return -1;
}

// An array with an element for each thread, and an index whose rows or planes are longer than the block needs.
static bool say_long_pitch(Cause *cause, const char *path, const Witnessed *w, const WFill *f,
                           const WLaunch *l, const int axes[3], int count) {
    const int number = f->elements >= threads_of(l) ? long_axis(f, l, axes, count) : -1;
    const SourcePlace *store = site_place(w, f->site);
    if (number < 0 || !store) return false;
    set_scaling(cause, path, store, site_place(w, f->scaled_site[axes[number + 1]]));
    SAY(what,
        "With this index %s of `%s` begin %ld elements apart: the last thread of the block comes to element %ld, and the array "
        "has %ld, %s for each of the %ld threads.",
        number ? "planes" : "rows", f->name, f->step[axes[number + 1]], end_of(f, l) - 1, f->elements,
        f->elements == threads_of(l) ? "one" : "more than one", threads_of(l));
    say_right_pitch(cause, f, l, axes, number);
    SAY(next, " Or, if there is to be room between them, declare `%s` with %ld elements.", f->name,
        end_of(f, l));
    return cause->known = true;
}

// The last size that the array is declared with, "[32 + 2]"; 0: it is not known.
static long declared_row(const Explained *e, const char *name) {
    HostText *t = calloc(1, sizeof *t);
    HostResult r = {.good = false};
    if (t && e->root && host_text_read(t, e->source_path, e->root))
        for (int i = 0; i + 1 < t->count && !r.good; i++) {
            int last = i + 1;
            if (!token_is(&t->token[i], name) || !token_is(&t->token[last], "[")) continue;
            while (token_is(&t->token[host_bracket_end(t, last)], "[")) last = host_bracket_end(t, last);
            host_evaluate(&r, t, last + 1, NULL, 0);
            if (!r.good) break;
        }
    free(t);
    return r.good && r.value.type < HOST_FLOAT ? (long)host_number_of(&r.value) : 0;
}

static void say_shape(Cause *cause, const Explained *e, const WFill *f, const WLaunch *l, const int axes[3],
                      int count, int number, bool flat) {
    const int axis = axes[number];
    const long has = extent_along(f, axes, count, number);
    const LaunchRecord *launch = &e->records->launches[e->records->launch_count - 1];
    const int declared = line_of_declaration(e->source_path, f->name),
              shaped = line_of_block_size(e->source_path, launch->place.line);
    const bool permuted = is_permuted(f, l, axes, count);
    const bool by_block = permuted && l->block[axes[0]] < extent_along(f, axes, count, 0);
    char shape[200] = "";
    name_shape(f, l, axes, count, shape, sizeof shape);
    if (!declared) return;
    set_line(&cause->place, e->source_path, by_block ? shaped : declared);
    set_line(&cause->other, e->source_path, by_block ? declared : shaped);
    SAY(other_what, by_block ? "The array is declared here" : "The block gets its shape here");
    SAY(what,
        "`%s` is too small along %c: it has %ld %s, but the block has %d threads along %c, and each fills one.",
        f->name, 'x' + axis, has, pieces[number], l->block[axis], 'x' + axis);
    SAY(route, "%s`%s` has %s.", permuted ? "The sizes stand in another order: " : "", f->name, shape);
    if (flat)
        SAY(next, "Declare it with %ld elements: so many do the threads of the block fill.", end_of(f, l));
    else
        SAY(next,
            "The last index of the array belongs to threadIdx.x if neighbouring threads are to use neighbouring "
            "elements: give it as many elements as the block has threads there, and so on for y and z.");
    cause->known = true;
    long wanted[3];
    for (int i = 0; i < count; i++) wanted[i] = l->block[axes[i]];
    if (!flat && !permuted) say_instance_order(cause, e, f->name, launch->place.line, wanted, count);
}

// Bytes that the launch was to ask for.
static void say_bytes(Cause *cause, const Explained *e, const WFill *f, const WLaunch *l,
                      const SourcePlace *store) {
    const LaunchRecord *launch = &e->records->launches[e->records->launch_count - 1];
    long last = 0;
    for (int axis = 0; axis < 3; axis++) {
        if (l->block[axis] > 1 && f->step[axis] <= 0) return;
        last += f->step[axis] * (l->block[axis] - 1);
    }
    const long needed = f->width * (last + 1);
    if (f->elements || needed <= launch->shared) return;
    set_line(&cause->place, e->source_path, line_of_shared_size(e->source_path, launch->place.line));
    if (store) cause->other = *store;
    SAY(other_what, "The store that fills it");
    SAY(what,
        "The launch asks for %ld bytes of shared memory, but the threads of a block fill %ld elements of `%s`: %ld bytes.",
        launch->shared, last + 1, f->name, needed);
    SAY(next,
        launch->shared * f->width == needed
            ? "The third number of a launch counts bytes: multiply the number of elements by the size of one, sizeof(float) or sizeof(double)."
            : "The third number of a launch, in bytes: the size of an element times the number of elements that a block fills.");
    cause->known = true;
}

void explain_fills(Cause *cause, const Explained *e, const char *text, size_t size) {
    Witnessed w;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!text || !e->source_path || !e->records->launch_count || !witnessed_read(&w, text, size)) return;
    for (int i = 0; i < w.fills && !cause->known; i++) {
        const WFill *f = &w.fill[i];
        int axes[3];
        if (f->who.launch < 0 || f->who.launch >= w.launches) continue;
        const WLaunch *l = &w.launch[f->who.launch];
        const int count = find_axes(f, l, axes);
        const int number = count ? short_axis(f, l, axes, count) : -1;
        const int declared = line_of_declaration(e->source_path, f->name);
        const long row = number >= 0 && number + 1 < count ? declared_row(e, f->name) : 0;
        // What is filled with rows of another length than the array's is gone through by a number of the thread alone.
        const bool numbered = row && row != extent_along(f, axes, count, 0) && row >= l->block[axes[0]],
                   flat = number >= 0 && (numbered || count_sizes(e->source_path, declared, f->name) < 2);
        if (flat && f->outside && say_long_pitch(cause, e->source_path, &w, f, l, axes, count)) break;
        if (flat && number + 1 < count && !f->outside)
            say_pitch(cause, e->source_path, f, l, axes, number, site_place(&w, f->site),
                      site_place(&w, f->scaled_site[axes[number + 1]]));
        else if (number >= 0)
            say_shape(cause, e, f, l, axes, count, number, flat);
        if (count && !cause->known) say_bytes(cause, e, f, l, site_place(&w, f->site));
    }
    witnessed_free(&w);
}
