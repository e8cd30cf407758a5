// A launch of many more threads than there are elements: its kernel's blocks come to an end, and it does not, or takes long.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/cause/launch_line.h"
#include "grader/text/append.h"
#include "grader/cause/torn_text.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// Tiles that overlap need more threads than there are elements; along no axis several times as many.
enum { MANY = 3 };

static long threads_along(const LaunchRecord *l, int axis) {
    return l->grid[axis] * l->block[axis];
}

// Beyond the last block that an axis needs there may be one more.
static bool is_crowded(const LaunchRecord *l, int axis, long extent) {
    return threads_along(l, axis) > MANY * (extent + l->block[axis]);
}

bool explain_crowded(Cause *cause, const Explained *e, const Finding *f) {
    return tells(f, FOUND_BLOCKS_END) && explain_crowded_launch(cause, e);
}

// ---- Does an index stand for a place along its own axis? ------------------------------------------------------------------

// Behind blanks and closing brackets: is it divided, or its rest or some of its bits taken?
static bool is_taken_apart(const char *behind) {
    behind += strspn(behind, " )");
    return *behind == '%' || *behind == '/' || *behind == '&' || !strncmp(behind, ">>", 2);
}

// An argument by itself: a function makes of it what it likes.
static bool is_handed_over(const char *text, const char *begin, const char *end) {
    const char *before = before_blanks(text, begin);
    end += strspn(end, " ");
    return before > text && (before[-1] == '(' || before[-1] == ',') && (*end == ',' || *end == ')');
}

// The variable that the statement with `at` gives its value: "int number = blockIdx.x * 8 + y". False: it gives none.
static bool find_target(const char *text, const char *at, char name[SOURCE_NAME]) {
    while (at > text && !strchr(";{}", at[-1])) at--;
    const char *end = at + strcspn(at, ";{}=");
    return *end == '=' && end[1] != '=' && name_before(text, end, name);
}

static bool name_is_taken_apart(const char *text, const char *name) {
    for (const char *at = text; (at = find_name(text, at, name)); at += strlen(name))
        if (is_taken_apart(at + strlen(name))) return true;
    return false;
}

static bool index_is_taken_apart(const char *text, const char *index) {
    for (const char *at = text; (at = strstr(at, index)); at++) {
        char name[SOURCE_NAME];
        const char *behind = at + strlen(index);
        if (is_word(*behind)) continue;
        if (is_taken_apart(behind) || is_handed_over(text, at, behind) ||
            (find_target(text, at, name) && name_is_taken_apart(text, name)))
            return true;
    }
    return false;
}

// Threads and blocks of that axis are places along it, as far as the text shows: they are not numbered through and taken apart, and none
// goes on by as many as there are.
static bool is_place_along(const char *text, int axis) {
    static const char *const ranks[] = {"thread_rank", "block_rank", "gridDim.", "group_index",
                                        "thread_index"};
    char index[24];
    for (size_t i = 0; i < sizeof ranks / sizeof *ranks; i++)
        if (strstr(text, ranks[i])) return false;
    snprintf(index, sizeof index, "threadIdx.%c", 'x' + axis);
    if (index_is_taken_apart(text, index)) return false;
    snprintf(index, sizeof index, "blockIdx.%c", 'x' + axis);
    return !index_is_taken_apart(text, index);
}

// ---- What is said -----------------------------------------------------------------------------------------------------------

static bool say_all(Cause *cause, const Explained *e, const LaunchRecord *l) {
    const double block = (double)l->block[0] * (double)l->block[1] * (double)l->block[2],
                 threads = block * (double)l->grid[0] * (double)l->grid[1] * (double)l->grid[2];
    if (threads <= MANY * ((double)e->data->cells + block)) return false;
    SAY(what, "The launch has %.0f threads for %zu elements", threads, e->data->cells);
    return true;
}

static int say_axes(Cause *cause, const Explained *e, const LaunchRecord *l, const char *text) {
    int last[3], first = -1;
    cell_place(e->data, e->data->cells - 1, last);
    for (int axis = 0; axis < 3; axis++) {
        if (!is_crowded(l, axis, last[axis] + 1) || !is_place_along(text, axis)) continue;
        SAY(what, "%s%ld threads along %c for %d elements", first < 0 ? "The launch has " : ", ",
            threads_along(l, axis), 'x' + axis, last[axis] + 1);
        if (first < 0) first = axis;
    }
    return first;
}

// The axes are those of the output: x is its last one.
bool explain_crowded_launch(Cause *cause, const Explained *e) {
    const LaunchRecord *l =
        e->records->launch_count ? &e->records->launches[e->records->launch_count - 1] : NULL;
    char *text = l && e->data->cells && e->source_path ? read_code(e->source_path) : NULL;
    if (!text) return false;
    int first = say_axes(cause, e, l, text);
    free(text);
    const bool along = first >= 0;
    if (!along && !say_all(cause, e, l)) return false;
    for (int axis = 2; axis >= 0 && !along; axis--)
        if (first < 0 || threads_along(l, axis) > threads_along(l, first)) first = axis;
    SAY(what, ": its grid is (%ld,%ld,%ld), of blocks of (%ld,%ld,%ld).", l->grid[0], l->grid[1], l->grid[2],
        l->block[0], l->block[1], l->block[2]);
    cause->place = l->place;
    cause->place.line = line_of_launch_size(e->source_path, l->place.line, first);
    if (cause->place.line != l->place.line) {
        cause->place.column = 0;
        cause->other = l->place;
        SAY(other_what, "It is launched here");
    }
    SAY(next,
        "Compute the number of blocks by hand for this size: elements%s, divided by those that one block "
        "computes, rounded up. Check what the parentheses take in, and what is divided.",
        along ? " along the axis" : "");
    blame_torn_text(cause, e->source_path, l->place.line);
    return true;
}
