// Launches in a loop of the host, each of which computes its planes: a loop that begins too late, or ends too early, leaves planes out.
#include "grader/cause/launch_line.h"
#include "grader/cause/loop_line.h"
#include "grader/cause/planes.h"
#include "grader/cause/sentences.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// How many launches there are, all of one line; 0: they are not.
static long launches_of_one_line(const Records *r) {
    long count = 0;
    for (int i = 0; i < r->launch_count; i++) {
        if (r->launches[i].place.line != r->launches[0].place.line) return 0;
        count += r->launches[i].count;
    }
    return count;
}

// Each launch has as many planes as its grid has threads along the axis, and those behind the last launch are left out.
static bool say_too_few(Cause *cause, const Study *s, long launches, int loop, int axis, const Planes *p) {
    const LaunchRecord *l = &s->records->launches[0];
    const long each = l->grid[axis] * l->block[axis], planes = launches * each;
    const bool behind = p->last_empty == s->high[axis] && p->last_empty - p->first_empty + 1 == p->empty;
    if (each < 2 || s->records->launch_count > 1 || !behind || p->first_empty != planes) return false;
    const int line = line_of_rounding(s->source_path, loop);
    const char name = (char)('x' + axis);
    cause->place = cause->other = l->place;
    cause->place.line = line;
    cause->place.column = 0;
    SAY(other_what, "The launch");
    SAY(route,
        "Each launch has threads for %ld planes across %c, and there %s %s: none has a thread for %c = %d and what "
        "lies behind it.",
        each, name, launches == 1 ? "is" : "are", several((double)launches, "launch").text, name,
        p->first_empty);
    if (line != loop) SAY(route, " The division in this line drops what is left over.");
    SAY(next,
        "Round the number of launches up: the last planes need a launch too, even if they do not fill it.");
    cause->sure = true;
    return true;
}

// Each launch is given as many planes as its grid has threads along the axis, and computes all but the first and the last of them:
// where two parts meet a plane of each is left out.
static bool say_parts_meet(Cause *cause, const Study *s, long launches, int loop, int axis) {
    const LaunchRecord *l = &s->records->launches[0];
    const long each = l->grid[axis] * l->block[axis];
    bool all = true; // and nothing else is left out
    long seen = 0;
    if (launches < 2 || each < 4) return false;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        const long place = x->place[axis], in_part = place % each;
        if (!x->todo) continue;
        const bool edge = in_part == each - 1 || (in_part == 0 && place > 0);
        all &= x->written != edge;
        seen += edge;
    }
    if (!seen || !all) return false;
    const char name = (char)('x' + axis);
    cause->place = cause->other = l->place;
    cause->place.line = loop;
    cause->place.column = 0;
    SAY(other_what, "The launch in it");
    SAY(route,
        "The loop launches the kernel for %ld planes across %c at a time, one part behind the other, and the first and the last "
        "plane of a part are not computed: where two parts meet, a plane of each is left out.",
        each, name);
    SAY(next,
        "Let the parts overlap: each begins two planes before the end of the one before it, since its own first plane is "
        "only read.");
    cause->sure = true;
    return true;
}

bool say_launch_loop(Cause *cause, const Study *s) {
    const long launches = launches_of_one_line(s->records);
    const SourcePlace *launch = launches > 0 ? &s->records->launches[0].place : NULL;
    if (!launch || cell_axes(s->data) < 2 || !in_student_file(launch, s->source_path)) return false;
    const int loop = line_of_loop(s->source_path, launch->line);
    for (int axis = 0; axis < cell_axes(s->data) && loop; axis++) {
        Planes p;
        if (!count_planes(s, axis, &p) || !p.empty) continue;
        if (say_too_few(cause, s, launches, loop, axis, &p) || say_parts_meet(cause, s, launches, loop, axis))
            return true;
        if (p.stored != launches || p.last_empty - p.first_empty + 1 != p.empty ||
            (p.first_empty == s->low[axis]) == (p.last_empty == s->high[axis]))
            continue;
        cause->place = *launch;
        cause->place.line = loop;
        cause->place.column = 0;
        cause->other = *launch;
        SAY(other_what, "The launch in it");
        const char name = (char)('x' + axis);
        SAY(route, "Each launch computes a plane across %c, and there %s %s for %d planes: this loop %s.",
            name, launches == 1 ? "is" : "are", several((double)launches, "launch").text, p.stored + p.empty,
            p.first_empty == s->low[axis] ? "begins too late" : "ends too early");
        SAY(next,
            "Which %c does the first launch compute, and which the last one? The planes from %c = %d to %c = %d need one each.",
            name, name, s->low[axis], name, s->high[axis]);
        return true;
    }
    return false;
}
