// A launch of many more threads than there are elements: its kernel's blocks come to an end, and it does not, or takes long.
#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/cause/launch_line.h"
#include "grader/text/append.h"

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

// The axes are those of the output: x is its last one.
bool explain_crowded_launch(Cause *cause, const Explained *e) {
    static const char names[] = "xyz";
    const LaunchRecord *l =
        e->records->launch_count ? &e->records->launches[e->records->launch_count - 1] : NULL;
    int last[3], first = -1;
    if (!l || !e->data->cells) return false;
    cell_place(e->data, e->data->cells - 1, last);
    for (int axis = 0; axis < 3; axis++) {
        if (!is_crowded(l, axis, last[axis] + 1)) continue;
        SAY(what, "%s%ld threads along %c for %d elements", first < 0 ? "The launch has " : ", ",
            threads_along(l, axis), names[axis], last[axis] + 1);
        if (first < 0) first = axis;
    }
    if (first < 0) return false;
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
        "Compute the number of blocks by hand for this size: elements along the axis, divided by those that one block "
        "computes, rounded up. Check what the parentheses take in, and what is divided.");
    return true;
}
