// Grids that do not grow as the size does: along that axis nobody computes what lies beyond their blocks. Of one block along an axis
// nothing is said: mostly the kernel does not look along it.
#include <string.h>

#include "grader/cause/cut_off.h"
#include "grader/cause/explain.h"
#include "grader/cause/launch_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The launch of that kernel, whose name may have a shape behind it; NULL: it has not been launched.
static const LaunchRecord *launch_of(const Records *r, const char *kernel) {
    const size_t length = strcspn(kernel, "<(");
    for (int i = 0; i < r->launch_count; i++)
        if (length && !strncmp(r->launches[i].kernel, kernel, length) &&
            strchr("<(", r->launches[i].kernel[length]))
            return &r->launches[i];
    return NULL;
}

// Blames the line that sets the number of blocks along the axis, or the one that lets no more than so many through.
static void blame_size(Cause *cause, const Explained *e, const LaunchRecord *l, int axis, long blocks) {
    *cause = (Cause){.known = true, .todo = -1, .example = -1, .place = l->place};
    const int cut = line_of_cut_off(e->source_path, l->place.line, axis, blocks);
    cause->place.line = cut ? cut : line_of_launch_size(e->source_path, l->place.line, axis);
    if (cause->place.line == l->place.line) return;
    cause->place.column = 0;
    cause->other = l->place;
    SAY(other_what, "It is launched here");
}

bool explain_short_grid(Cause *cause, const Explained *e, const CaseData *larger, const char *kernel,
                        const unsigned grid[3], const char *sizes) {
    const LaunchRecord *l = launch_of(e->records, kernel);
    size_t small[3], large[3];
    if (!l) return false;
    output_extent(e->data, small), output_extent(larger, large);
    for (int axis = 0; axis < 3; axis++) {
        const size_t threads = (size_t)grid[axis] * (size_t)l->block[axis];
        if (grid[axis] < 2 || (size_t)(l->grid[axis] * l->block[axis]) < small[axis] ||
            threads + 2 >= large[axis])
            continue;
        blame_size(cause, e, l, axis, (long)grid[axis]);
        SAY(what,
            "At %s this launch has %u blocks along %c, so %zu threads for %zu elements; at smaller sizes each element has its own.",
            sizes, grid[axis], 'x' + axis, threads, large[axis]);
        SAY(next,
            "Compute the number of blocks along %c from n, rounded up, and cut it off nowhere; or let the threads go on in a loop.",
            'x' + axis);
        return in_student_file(&cause->place, e->source_path);
    }
    return false;
}

bool explain_same_grid(Cause *cause, const Explained *e, const char *kernel, const unsigned grid[3],
                       const char *sizes) {
    const LaunchRecord *l = launch_of(e->records, kernel);
    int same = -1, larger = 0;
    for (int axis = 0; l && axis < 3; axis++) {
        if ((long)grid[axis] > l->grid[axis])
            larger++;
        else if (same < 0 && grid[axis] > 1)
            same = axis;
    }
    if (same < 0 || !larger || (long)grid[same] != l->grid[same]) return false;
    blame_size(cause, e, l, same, (long)grid[same]);
    SAY(what,
        "At %s the grid of this launch, (%u,%u,%u), has as many blocks along %c as at a smaller size, where it is (%ld,%ld,%ld).",
        sizes, grid[0], grid[1], grid[2], 'x' + same, l->grid[0], l->grid[1], l->grid[2]);
    SAY(next, "Compute the number of blocks along %c from n, rounded up, or let the threads go on in a loop.",
        'x' + same);
    return in_student_file(&cause->place, e->source_path);
}
