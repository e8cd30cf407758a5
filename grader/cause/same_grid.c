// A grid that is as large at a larger size: along that axis nobody computes what lies beyond its blocks. Of one block along an axis nothing
// is said: mostly the kernel does not look along it.
#include <string.h>

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
    *cause = (Cause){.known = true, .todo = -1, .example = -1, .place = l->place};
    cause->place.line = line_of_launch_size(e->source_path, l->place.line, same);
    if (cause->place.line != l->place.line) {
        cause->place.column = 0;
        cause->other = l->place;
        SAY(other_what, "It is launched here");
    }
    SAY(what,
        "At %s the grid of this launch, (%u,%u,%u), has as many blocks along %c as at a smaller size, where it is (%ld,%ld,%ld).",
        sizes, grid[0], grid[1], grid[2], 'x' + same, l->grid[0], l->grid[1], l->grid[2]);
    SAY(next, "Compute the number of blocks along %c from n, rounded up, or let the threads go on in a loop.",
        'x' + same);
    return in_student_file(&cause->place, e->source_path);
}
