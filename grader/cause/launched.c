// Launches that are not what the caller asked for, or that CUDA refuses: which line, and what is wrong with its numbers.
#include <stdio.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/value_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { MOST_THREADS = 1024 };

static void asked_block(const CaseData *data, long asked[3]) {
    for (int i = 0; i < 3; i++)
        asked[i] = data->entry->block[i] ? data->key.size[data->entry->block[i] - 1] : 1;
}

static bool same(const long a[3], const long b[3]) {
    return !memcmp(a, b, 3 * sizeof *a);
}

static void say_block(Cause *cause, const Explained *e, const LaunchRecord *l, const long asked[3]) {
    cause->place = l->place;
    SAY(what, "This launch has blocks of %ld x %ld x %ld threads, and %ld x %ld x %ld were asked for.",
        l->block[0], l->block[1], l->block[2], asked[0], asked[1], asked[2]);
    if (same(l->grid, asked)) {
        SAY(route,
            "Its grid is what was asked for as the block: the two stand in each other's place. Behind <<< comes "
            "the number of blocks, then the threads of a block.");
        return;
    }
    const int set = line_of_block_size(e->source_path, l->place.line);
    if (set && set != l->place.line) {
        cause->other = l->place;
        SAY(other_what, "It is launched here");
        cause->place.line = set;
    }
    SAY(next, "Launch with the block that the function is given.");
}

static bool explain_block(Cause *cause, const Explained *e) {
    long asked[3];
    asked_block(e->data, asked);
    for (int i = 0; i < e->records->launch_count && e->data->entry->block_asked; i++) {
        const LaunchRecord *l = &e->records->launches[i];
        if (same(l->block, asked)) continue;
        say_block(cause, e, l, asked);
        return true;
    }
    return false;
}

// A launch without blocks.
static bool explain_empty(Cause *cause, const Explained *e) {
    const RefusedLaunch *r = e->records->refused;
    if (!e->records->refused_count || (r->grid[0] && r->grid[1] && r->grid[2])) return false;
    const int axis = !r->grid[0] ? 0 : !r->grid[1] ? 1 : 2;
    cause->place = r->place;
    const int set = line_of_launch_size(e->source_path, r->place.line, axis),
              rounded = line_of_rounding(e->source_path, set);
    cause->place.line =
        rounded != set ? rounded : line_that_computes_size(e->source_path, r->place.line, axis);
    SAY(what, "CUDA refuses this launch: its grid, (%ld,%ld,%ld), has no blocks.", r->grid[0], r->grid[1],
        r->grid[2]);
    if (cause->place.line != r->place.line) {
        cause->other = r->place;
        SAY(other_what, "It is launched here");
        SAY(route, "The number of blocks follows from this line.");
    }
    if (rounds_too_late(e->source_path, cause->place.line)) SAY(route, " %s", ROUNDED_TOO_LATE);
    if (divides_integers_for_fraction(e->source_path, cause->place.line))
        SAY(route, " %s", DIVIDED_TOO_EARLY);
    SAY(next, "Round up: the last elements need a block too, even if they do not fill it.");
    return true;
}

// Asked for twice: who asks first gets the error, and the other one learns that there is none.
static bool say_asked_twice(Cause *cause, const Explained *e, const RefusedLaunch *r) {
    int line[2];
    if (!in_student_file(&r->place, e->source_path) ||
        !lines_of_last_error(e->source_path, r->place.line, line))
        return false;
    cause->place.line = line[0];
    cause->place.column = 0;
    char second[40] = "second one";
    if (line[0] != line[1]) snprintf(second, sizeof second, "one in line %d", line[1]);
    SAY(route, "cudaGetLastError() hands out the last error and forgets it. %s, so the %s gets cudaSuccess.",
        line[0] == line[1] ? "The first call in this line takes it" : "This call takes it", second);
    SAY(next,
        "Call it once, directly behind the launch, and keep what it returns: error = cudaGetLastError();");
    return true;
}

// A helper, or an earlier call in the function or in the same helper, was handed the error before the call whose answer is returned.
static bool say_taken_before(Cause *cause, const Explained *e, const RefusedLaunch *r) {
    const SourcePlace *taken = &r->seen_place;
    if (!in_student_file(&r->place, e->source_path) || !in_student_file(taken, e->source_path)) return false;
    const int own = line_that_asks_for_error(e->source_path, r->place.line, taken->line),
              later = own ? own : line_that_asks_for_error(e->source_path, taken->line, taken->line);
    const bool by_helper = taken->line < r->place.line; // of which the function is told nothing
    if (!later || (!by_helper && later < taken->line)) return false;
    cause->other = r->place;
    SAY(other_what, "It is launched here");
    cause->place = *taken;
    SAY(route,
        "The call in this line is handed the error, and cudaGetLastError() forgets what it hands out: line %d asks for it later, and "
        "gets cudaSuccess.",
        later);
    SAY(next,
        "Ask once, directly behind the launch, keep what it returns, and use that: error = cudaGetLastError();");
    return true;
}

// What a wait returns is taken for the launch's error.
static bool say_waited_alone(Cause *cause, const Explained *e, const RefusedLaunch *r) {
    const int line =
        in_student_file(&r->place, e->source_path) ? line_that_waits_alone(e->source_path, r->place.line) : 0;
    if (!line) return false;
    cause->other = r->place;
    SAY(other_what, "It is launched here");
    cause->place.line = line;
    cause->place.column = 0;
    SAY(route,
        "This call waits, and tells how work ended that had begun. A launch that is refused never begins: its error is told by "
        "cudaGetLastError() alone.");
    SAY(next, "Directly behind the launch: error = cudaGetLastError(); what waits comes after that.");
    return true;
}

// Is it the caller's block that CUDA refuses, or one that no GPU takes?
static bool refused_as_asked(const Explained *e, const RefusedLaunch *r) {
    long asked[3];
    asked_block(e->data, asked);
    return r->block[0] * r->block[1] * r->block[2] > MOST_THREADS ||
           (e->data->entry->block_asked && e->data->key.gpu[0] && same(r->block, asked));
}

static bool explain_refused(Cause *cause, const Explained *e) {
    const RefusedLaunch *r = e->records->refused;
    if (!e->records->refused_count) return false;
    if (explain_empty(cause, e)) return true;
    cause->place = r->place;
    if (!e->data->entry->allow_launch || !refused_as_asked(e, r)) return false;
    SAY(what,
        "CUDA refuses this launch, as it should (%ld threads a block), and the caller does not learn of it.",
        r->block[0] * r->block[1] * r->block[2]);
    if (r->seen && (say_asked_twice(cause, e, r) || say_taken_before(cause, e, r))) return true;
    if (!r->seen && say_waited_alone(cause, e, r)) return true;
    SAY(route, r->seen ? "The error is asked for, and something else is returned."
                       : "Behind the launch nobody asks for the error, and a launch returns none.");
    cause->symptom = true;
    SAY(next, r->seen ? "Return what CUDA gave." : "Directly behind the launch: error = cudaGetLastError();");
    return true;
}

// A kernel that was given an address of the host, or one that was never set, by code that allocates its memory itself.
static bool explain_pointer(Cause *cause, const Explained *e, const Finding *f) {
    const bool null = f && e->data->entry->moves_data && tells(f, FOUND_NULL_POINTER);
    if (!f || !f->who.known || (!null && !tells(f, FOUND_NOT_DEVICE)) || !e->records->launch_count)
        return false;
    cause->place = e->records->launches[e->records->launch_count - 1].place;
    SAY(what, null ? "A pointer that this launch passes to the kernel is null: no cudaMalloc has set it."
                   : "A pointer that this launch passes to the kernel is not an address in device memory.");
    SAY(next,
        null
            ? "Call cudaMalloc for each array, look at what it returns, and pass the pointers that it has set."
            : "Pass the pointers that cudaMalloc gave: a kernel cannot use arrays of the host.");
    return true;
}

void explain_launch(Cause *cause, const Explained *e, const Finding *f, bool output_wrong) {
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!e->source_path) return;
    cause->known = f ? explain_pointer(cause, e, f) || explain_crowded(cause, e, f) ||
                           explain_misaligned(cause, e, f) ||
                           (!strcmp(f->check, "launch") && explain_empty(cause, e))
                   : output_wrong ? explain_refused(cause, e)
                                  : explain_block(cause, e);
    cause->known &= in_student_file(&cause->place, e->source_path);
}
