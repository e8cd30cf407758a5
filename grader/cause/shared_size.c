// A launch with too few bytes of dynamic shared memory: what the number of bytes leaves out.
#include "grader/cause/shared_size.h"

#include "grader/cause/launch_line.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { MOST_HALO = 8, MOST_ARRAYS = 8 };

// Elements of a block's points with `halo` more along each axis along which it has threads; `axes`: a bit for each of those that get it.
static long elements_of(const LaunchRecord *l, int halo, unsigned axes) {
    long product = 1;
    for (int axis = 0; axis < 3; axis++)
        product *= l->block[axis] + (l->block[axis] > 1 && axes >> axis & 1 ? halo : 0);
    return product;
}

typedef struct {
    int halo;      // elements more along an axis, on both sides together
    unsigned axes; // that have it in what the launch asks for
    long arrays;   // as many of them
} Lacking;

// The bytes used are those of the block's points with a halo, and those asked for the same with none along some axes.
static bool lacks_halo(const SharedSize *s, Lacking *found) {
    const unsigned all = 7;
    for (int halo = 1; halo <= MOST_HALO; halo++)
        for (long arrays = 1; arrays <= MOST_ARRAYS; arrays++) {
            if (s->used != arrays * s->element * elements_of(s->launch, halo, all)) continue;
            for (unsigned axes = 0; axes < all; axes++) {
                if (s->asked != arrays * s->element * elements_of(s->launch, halo, axes)) continue;
                *found = (Lacking){halo, axes, arrays};
                return true;
            }
        }
    return false;
}

static bool counts_elements(const SharedSize *s) {
    return s->asked * s->element == s->used;
}

bool shows_what_lacks(const SharedSize *size) {
    Lacking lacking;
    return !size->asked || counts_elements(size) || lacks_halo(size, &lacking);
}

bool is_shared_size(const Cause *cause, const char *source_path, const SharedSize *size) {
    const int launch = size->launch->place.line;
    return cause->known &&
           (cause->place.line == launch || cause->place.line == line_of_shared_size(source_path, launch));
}

static void say_extents(Cause *cause, const LaunchRecord *l, int halo, unsigned axes) {
    for (int axis = 0, named = 0; axis < 3; axis++) {
        if (l->block[axis] == 1) continue;
        SAY(route, "%s%ld", named++ ? " x " : "", l->block[axis] + (axes >> axis & 1 ? halo : 0));
    }
}

static void say_halo(Cause *cause, const SharedSize *s, const Lacking *lacking) {
    const LaunchRecord *l = s->launch;
    SAY(route, "%ld bytes are ", s->asked);
    if (lacking->arrays > 1) SAY(route, "%ld times ", lacking->arrays);
    say_extents(cause, l, lacking->halo, lacking->axes);
    SAY(route, " elements of %ld bytes", s->element);
    if (elements_of(l, lacking->halo, lacking->axes) == elements_of(l, 0, 0)) {
        SAY(route, ", one for each thread of the block, and none for the halo around them");
    } else {
        SAY(route, ": the halo has no room along");
        for (int axis = 0; axis < 3; axis++)
            if (l->block[axis] > 1 && !(lacking->axes >> axis & 1)) SAY(route, " %c", 'x' + axis);
    }
    SAY(route, ". With it they are ");
    say_extents(cause, l, lacking->halo, 7);
    SAY(route, ".");
}

static void say_reason(Cause *cause, const SharedSize *s) {
    const LaunchRecord *l = s->launch;
    const long threads = l->block[0] * l->block[1] * l->block[2], each = threads * s->element;
    Lacking lacking;
    if (!s->asked)
        SAY(route,
            "An array that is declared `extern __shared__` has as many bytes as the third number of the launch "
            "says, and without one it has none.");
    else if (counts_elements(s))
        SAY(route, "%ld is the number of elements, and bytes are asked for.", s->asked);
    else if (lacks_halo(s, &lacking))
        say_halo(cause, s, &lacking);
    else if (s->asked == each)
        SAY(route,
            "%ld bytes are %ld for each of the %ld threads of the block, one element. The kernel keeps more there: a "
            "halo, for instance, or a second array.",
            s->asked, s->element, threads);
    else if (s->used % s->asked == 0)
        SAY(route,
            "It uses exactly %ld times as many: are there so many arrays, or are the elements so much larger?",
            s->used / s->asked);
}

void say_shared_size(Cause *cause, const char *source_path, const SharedSize *s, const char *tried) {
    enum { USUAL = 48 << 10 };
    const LaunchRecord *l = s->launch;
    *cause =
        (Cause){.known = true, .sure = true, .of_launch = true, .todo = -1, .example = -1, .place = l->place};
    cause->place.line = line_of_shared_size(source_path, l->place.line);
    if (cause->place.line != l->place.line) {
        cause->place.column = 0;
        cause->other = l->place;
        SAY(other_what, "It is launched here");
    }
    SAY(what,
        "The launch asks for %ld bytes of dynamic shared memory, and its kernel uses %ld (at %s). With so many every "
        "result that was tried is right (%s).",
        s->asked, s->used, s->sizes, tried);
    say_reason(cause, s);
    SAY(next, "Add up all elements that a block keeps there, and multiply by the size of one.");
    if (s->used > USUAL)
        SAY(next, " More than 48 KiB have to be allowed with cudaFuncSetAttribute before the launch.");
}
