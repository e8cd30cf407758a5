// A wide load or store where rows do not begin at a multiple of its size: for such sizes the kernel may not be launched.
#include <string.h>

#include "grader/cause/condition_line.h"
#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { WIDEST = 16 };

bool explain_misaligned(Cause *cause, const Explained *e, const Finding *f) {
    const LabEntrySpec *entry = e->data->entry;
    const long bytes = f->bytes, element = (long)element_size(entry->params[entry->output].type),
               row = (long)cell_extent(e->data, 0) * element;
    const LaunchRecord *l =
        e->records->launch_count ? &e->records->launches[e->records->launch_count - 1] : NULL;
    if (strcmp(f->check, "misaligned") || !l || cell_axes(e->data) < 2 || bytes <= element ||
        bytes > WIDEST || row % bytes == 0)
        return false;
    const int line = condition_over(e->source_path, l->place.line);
    cause->place = l->place;
    cause->symptom = true; // another launch may say more
    if (line && line != l->place.line) cause->place.line = line, cause->place.column = 0;
    cause->other = l->place;
    SAY(other_what, "It is launched here");
    SAY(what,
        "A row has %d elements here, %ld bytes: only the first one, and each %s after it, begins at a multiple of %ld bytes. "
        "Where the array begins does not matter for the others.",
        cell_extent(e->data, 0), row, row * 2 % bytes == 0 ? "second one" : "fourth one", bytes);
    SAY(next,
        "Launch a kernel that loads %ld bytes at once only where n is a multiple of %ld, and another one elsewhere.",
        bytes, bytes / element);
    return true;
}
