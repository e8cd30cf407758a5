// An asynchronous copy to shared memory that is used before all who need it can know that it is there: a wait that is missing, that
// leaves the copy's group open, that finds no closed group, or that stands behind the barrier.
#include "grader/grading/unfinished_copy.h"

#include <string.h>

#include "grader/c_text/lines.h"
#include "grader/grading/blamed_todo.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// The lines of the copy, of its wait (0: not known), and of the read; and the threads of the first and the last.
typedef struct {
    int copy, wait, read;
    const long *copies, *reads;
    bool reads_first; // the wait then finishes the copy
} Meeting;

static bool find_meeting(Meeting *m, const Finding *f, const char *source_path) {
    const bool race = !strcmp(f->check, "race"), writes = race && tells(f, FOUND_WRITES);
    if (!tells(f, FOUND_COPYING) || !f->who.known || !f->other_who.known ||
        !in_student_file(&f->place, source_path) || !in_student_file(&f->other_place, source_path))
        return false;
    *m = (Meeting){.copy = writes ? f->place.line : f->other_place.line,
                   .read = writes ? f->other_place.line : f->place.line,
                   .copies = writes ? f->who.thread : f->other_who.thread,
                   .reads = writes ? f->other_who.thread : f->who.thread,
                   .reads_first = writes};
    if (in_student_file(&f->wait_place, source_path)) m->wait = f->wait_place.line;
    return true;
}

// The last line with a barrier, or the first, from line `from` to line `to` of one function; 0: there is none.
static int barrier_between(const char *text, int from, int to, bool last) {
    size_t begin, end, there, behind;
    int found = 0;
    if (from > to || !find_line(text, from, &begin, &end) || !find_line(text, to, &there, &behind) ||
        function_head(text, begin) != function_head(text, there))
        return 0;
    for (int line = from; line <= to && (last || !found); line++)
        if (find_line(text, line, &begin, &end) && has_barrier(text, begin, end)) found = line;
    return found;
}

static const char *wait_words(const char *text) {
    return strstr(text, "__pipeline_")       ? "__pipeline_wait_prior(0)"
           : strstr(text, "cp.async")        ? "cp.async.wait_all"
           : strstr(text, "producer_commit") ? "consumer_wait()"
                                             : "the wait that belongs to the copy";
}

static void say_open_group(Cause *cause, const Meeting *m, const char *text) {
    const char *commit = strstr(text, "__pipeline_")        ? "__pipeline_commit()"
                         : strstr(text, "producer_acquire") ? "producer_commit()"
                                                            : "cp.async.commit_group";
    cause->place.line = m->wait;
    SAY(what,
        "This wait knows nothing of the copy that is started in line %d: it waits for groups of copies that have been closed, and "
        "between the copy and the wait nothing closes its group.",
        m->copy);
    SAY(next, "Close the group behind the copies and before this wait, with %s.", commit);
}

// Another number here mends it, or another element there.
static void say_too_many_left(Cause *cause, const Meeting *m, const Finding *f) {
    cause->place.line = m->wait;
    if (f->wait_left == 1)
        SAY(what, "This wait leaves the last group of copies unfinished, ");
    else
        SAY(what, "This wait leaves the last %ld groups of copies unfinished, ", f->wait_left);
    SAY(what,
        "and the copy from line %d to the element that line %d reads is in one of them: at most %ld group%s may be left here.",
        m->copy, m->read, f->wait_most, f->wait_most == 1 ? "" : "s");
    SAY(next,
        "Count the groups that are closed after the one that is needed: so many may be left, and no more. At the end of a loop "
        "this holds only if each step closes a group, be it an empty one.");
}

// The barrier comes before the wait.
static void say_late_wait(Cause *cause, const Meeting *m, int barrier) {
    const long *a = m->copies, *b = m->reads;
    cause->place.line = m->wait;
    SAY(what,
        "A thread waits for its own copies alone, and here it does so only behind the barrier%s. So thread (%ld,%ld,%ld) can read "
        "in line %d what thread (%ld,%ld,%ld) has started to copy in line %d, before that one has waited for it.",
        barrier ? "" : " that follows the copy", b[0], b[1], b[2], m->read, a[0], a[1], a[2], m->copy);
    if (barrier)
        SAY(next,
            "Put this wait above the __syncthreads() of line %d: behind it the copies of all threads of the block are there.",
            barrier);
    else
        SAY(next,
            "Put a __syncthreads() between this wait and what is read in line %d, where all threads of the block reach it.",
            m->read);
}

static void say_no_barrier(Cause *cause, const Meeting *m) {
    const long *a = m->copies, *b = m->reads;
    cause->place.line = m->wait;
    SAY(what,
        "A thread waits for its own copies alone. No barrier comes between this wait and line %d, so thread (%ld,%ld,%ld) can read "
        "there what thread (%ld,%ld,%ld) copies in line %d before that one has waited.",
        m->read, b[0], b[1], b[2], a[0], a[1], a[2], m->copy);
    SAY(next,
        "Put a __syncthreads() behind this wait, where every thread of the block reaches it. If each thread should use only its own "
        "element, check the index.");
}

static void say_read_between(Cause *cause, const Meeting *m) {
    const long *a = m->copies, *b = m->reads;
    cause->place.line = m->wait;
    SAY(what,
        "Thread (%ld,%ld,%ld) starts the copy in line %d, passes a barrier, and waits for the copy only here. Thread "
        "(%ld,%ld,%ld) reads the same element in line %d while it is under way.",
        a[0], a[1], a[2], m->copy, b[0], b[1], b[2], m->read);
    SAY(next,
        "If it should read what is copied, wait before that barrier; if it should read what was there before, start the copy only "
        "when a barrier has come after the read, or copy to another element.");
}

// The line of a wait that comes behind the read, in the same loop; 0: none does.
static int wait_behind(const char *text, int read) {
    size_t begin, end;
    if (!find_line(text, read, &begin, &end)) return 0;
    const size_t loop = loop_begin(text, begin), last = function_end(text, end);
    for (int line = read + 1; loop && find_line(text, line, &begin, &end) && begin < last; line++) {
        const char *wait = strstr(text + begin, "wait"), *comment = strstr(text + begin, "//");
        const bool code = wait && wait < text + end && !(comment && comment < wait);
        if (code && loop_begin(text, begin) == loop) return line;
    }
    return 0;
}

// The copy is fetched ahead, and its wait comes when it should.
static void say_too_early(Cause *cause, const Meeting *m, int wait) {
    const long *a = m->copies, *b = m->reads;
    const bool same = !memcmp(a, b, 3 * sizeof *a);
    cause->place.line = m->copy;
    SAY(what, "Thread (%ld,%ld,%ld) starts a copy here that writes over an element which ", a[0], a[1], a[2]);
    if (same)
        SAY(what, "it reads in line %d, ", m->read);
    else
        SAY(what, "thread (%ld,%ld,%ld) reads in line %d, ", b[0], b[1], b[2], m->read);
    SAY(what, "before the wait of line %d: what is read there may be the old value or the new one.", wait);
    SAY(next,
        "If line %d needs the old value, start the copy behind it%s, or copy to an element that nobody needs any more: a "
        "ring for copies that are fetched ahead has one plane more. If it needs the new one, wait before it.",
        m->read, same ? "" : " and behind a __syncthreads()");
}

static void say_no_wait(Cause *cause, const Meeting *m, const char *text) {
    const long *a = m->copies;
    const int barrier = barrier_between(text, m->copy, m->read, false);
    cause->place.line = barrier ? barrier : m->read;
    SAY(what,
        "Thread (%ld,%ld,%ld) has started an asynchronous copy to this element in line %d, and has not waited for it when "
        "line %d reads the element.",
        a[0], a[1], a[2], m->copy, m->read);
    if (barrier)
        SAY(next,
            "A barrier waits for threads, not for their copies: above it let each thread wait for its own ones, with %s.",
            wait_words(text));
    else
        SAY(next,
            "Let each thread wait for its own copies, with %s, and put a __syncthreads() behind that before others "
            "read them.",
            wait_words(text));
}

bool say_unfinished_copy(CaseResult *c, const char *text, const char *source_path) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    Meeting m;
    if (!f || !find_meeting(&m, f, source_path)) return false;
    const bool waited = tells(f, FOUND_COPY_WAITED), done = tells(f, FOUND_COPY_DONE),
               barrier = tells(f, FOUND_COPY_BARRIER),
               known = waited || done || tells(f, FOUND_READER_WAITED);
    if (known ? !m.wait : strcmp(f->check, "uninitialised")) return false;
    if (m.reads_first && !waited && !barrier) return false; // the copy may have been started too early
    const int later = tells(f, FOUND_COPY_OVER) && !known ? wait_behind(text, m.read) : 0;
    Cause *cause = &c->cause;
    *cause = (Cause){.known = true, .place = f->place, .todo = -1, .example = -1};
    cause->place.column = 0;
    cause->sure = !waited || tells(f, FOUND_COPY_OPEN);
    if (waited && tells(f, FOUND_COPY_OPEN))
        say_open_group(cause, &m, text);
    else if (waited)
        say_too_many_left(cause, &m, f);
    else if (later)
        say_too_early(cause, &m, later);
    else if (!known)
        say_no_wait(cause, &m, text);
    else if (m.reads_first)
        say_read_between(cause, &m);
    else if (barrier)
        say_late_wait(
            cause, &m,
            barrier_between(text, m.wait, m.read, true) ? 0 : barrier_between(text, m.copy, m.wait, true));
    else
        say_no_barrier(cause, &m);
    return true;
}
