// A barrier that not all threads of a block come to: which condition sends one of them another way.
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/condition_line.h"
#include "grader/cause/decides.h"
#include "grader/cause/explain.h"
#include "grader/cause/witnessed.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// A lane that misses an operation of its warp goes on: the branch that it took is behind it when the kernel ends.
static void say_lane(Cause *cause, const Explained *e, const Finding *f, const ThreadPlace *absent) {
    const bool own = in_student_file(&f->place, e->source_path);
    int line = own ? condition_over(e->source_path, f->place.line) : 0;
    // A function has no condition of its own: the one over its call.
    if (!line && f->call_line) line = condition_over(e->source_path, f->call_line);
    if (!line) return;
    cause->place = f->place;
    if (line != f->place.line) {
        cause->place.line = line, cause->place.column = 0;
        cause->other = f->place;
        SAY(other_what, "The warp-level operation");
    }
    cause->sure = true;
    SAY(what,
        "Thread (%ld,%ld,%ld) does not reach it: a condition on this line sends it another way. All lanes of the mask must "
        "execute it, and may choose between results afterwards.",
        absent->thread[0], absent->thread[1], absent->thread[2]);
}

// "const bool NAME =".
static bool declared_truth(const char *line, char name[SOURCE_NAME]) {
    const char *type = find_word(line, line, "bool"), *equals = type ? find_assignment(line) : NULL;
    return equals && name_before(type, equals, name);
}

// Is there a `continue`, or a `return`, in this line, or among the first statements under it?
static bool is_over(const SourceLines *t, int line, const char *word) {
    enum { LINES = 4 };
    for (int i = line; i < line + LINES && i <= t->count; i++) {
        if (find_name(t->line[i - 1], t->line[i - 1], word)) return true;
        if (strchr(t->line[i - 1], '}')) break;
    }
    return false;
}

// Does the condition of that line decide over a `continue`?
static bool is_over_continue(const char *path, int line) {
    static SourceLines t;
    if (!read_lines(&t, path)) return false;
    const bool over = is_over(&t, line, "continue");
    free_lines(&t);
    return over;
}

// "const bool halo = ...;" in `line`: the `if` further down, above the barrier, that asks for it, or for what it is a part of, and that
// lets threads leave. 0: the line is no such thing.
static int line_that_sends_away(const char *path, int line, int barrier) {
    static SourceLines t;
    char name[SOURCE_NAME];
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    if (declared_truth(line_text(&t, line), name))
        for (int i = line + 1; i < barrier && !found; i++) {
            const char *text = line_text(&t, i);
            if (!find_name(text, text, name)) continue;
            char next[SOURCE_NAME];
            if (find_word(text, text, "if") && (is_over(&t, i, "continue") || is_over(&t, i, "return")))
                found = i;
            else if (declared_truth(text, next))
                memcpy(name, next, sizeof name);
        }
    free_lines(&t);
    return found;
}

// The line of the branch that follows from a comparison: what it decides may stand further down.
static const SourcePlace *branch_of(const Witnessed *w, const WGuard *g, const char *path) {
    const SourcePlace *branch = site_place(w, g->branch), *place = guard_place(w, g);
    return branch && in_student_file(branch, path) ? branch
           : place && in_student_file(place, path) ? place
                                                   : NULL;
}

// A compiler that unrolls a loop makes several barriers of one: threads with other numbers of rounds come to different ones.
static void say_rounds(Cause *cause, const Finding *f, int loop) {
    cause->place = f->place;
    SAY(what,
        "Not all threads of the block pass this barrier equally often: it stands in the loop of line %d, of which they make "
        "different numbers of rounds.",
        loop);
    SAY(next,
        "Let every thread of the block pass the same barriers equally often: put the barrier behind the loop.");
}

void explain_barrier(Cause *cause, const Explained *e, const Finding *f, const ThreadPlace *absent,
                     const char *text, size_t size) {
    Witnessed w;
    const WGuard *found = NULL;
    bool others = false;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (tells(f, FOUND_LANES)) {
        say_lane(cause, e, f, absent);
        cause->known = cause->place.line > 0;
        return;
    }
    if (!text || !witnessed_read(&w, text, size)) return;
    // The latest comparison that tells threads of a block apart, and threads come to it one after the other.
    for (int i = 0; i < w.focus.guards && !found; i++) {
        const WGuard *g = &w.guard[w.focus.guard + i];
        const SourcePlace *place = guard_place(&w, g);
        if (!(g->depends & 7u) || !place || !in_student_file(place, e->source_path)) continue;
        if (may_decide(e->source_path, branch_of(&w, g, e->source_path)->line, f->place.line))
            found = g;
        else
            others = true;
    }
    const int around = line_of_loop_over(e->source_path, f->place.line),
              branch = found ? branch_of(&w, found, e->source_path)->line : 0,
              loop =
                  others || branch == around ? around : 0; // which a thread leaves, or has none of its rounds
    if (loop && branch <= loop) {
        say_rounds(cause, f, loop);
    } else if (found) {
        cause->place = *branch_of(&w, found, e->source_path);
        cause->other = f->place;
        SAY(other_what, "The barrier");
        const int leaves = line_that_sends_away(e->source_path, cause->place.line, f->place.line);
        if (leaves) {
            cause->other.line = cause->place.line, cause->other.column = 0;
            cause->other_what[0] = 0;
            SAY(other_what, "Which threads these are is decided here");
            cause->place.line = leaves, cause->place.column = 0;
        }
        SAY(what,
            "Thread (%ld,%ld,%ld) does not reach it: because of this condition it takes the other "
            "branch.",
            absent->thread[0], absent->thread[1], absent->thread[2]);
        if (is_over_continue(e->source_path, cause->place.line))
            SAY(next,
                "`continue` skips the rest of the step, and the barrier in it. Put what only some threads do into "
                "if (...) { }, and let all of them go on: barriers, and what each does for the next step, stand outside of it.");
    }
    cause->known = cause->place.line > 0;
    witnessed_free(&w);
}
