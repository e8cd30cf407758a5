// What host code that moves its data has asked for: which allocation or copy is not what the arrays need, and its line.
#include <string.h>

#include "grader/cause/copy_start.h"
#include "grader/cause/explain.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/lost_error.h"
#include "grader/cause/slips.h"
#include "grader/cause/value_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

typedef struct {
    const MoveRecord *move;
    int count;
    const Records *records;
    const Finding *finding; // that failed the case; NULL: none has
    const CaseData *data;
    const char *source_path;
    bool
        crashed; // the host code did: a copy that is not among the moves, which may be of as many bytes as one that is
    long wanted; // bytes of the array that is to be filled
    const char *output;
    size_t element;
} Moves;

static bool is(const MoveRecord *m, const char *kind) {
    return !strcmp(m->kind, kind);
}

static long bytes_of_array(const Moves *s, const char *name) {
    for (int i = 0; i < s->data->arg_count; i++)
        if (!strcmp(s->data->entry->params[i].name, name)) return (long)s->data->args[i].bytes;
    return 0;
}

// Moves of that kind, at that address alone where it is not 0; *last becomes the latest.
static int count_of(const Moves *s, const char *kind, long at, const MoveRecord **last) {
    int count = 0;
    for (int i = 0; i < s->count; i++) {
        if (!is(&s->move[i], kind) || (at && s->move[i].at != at)) continue;
        *last = &s->move[i];
        count++;
    }
    return count;
}

// Is it one of several copies with parts of the same memory, or with the same call as the one that failed? Then each may be right
// and be of fewer bytes than the array.
static bool is_piece(const Moves *s, const MoveRecord *m) {
    const MoveRecord *own = allocation_of(s->records, m);
    const Finding *f = s->finding;
    for (int i = 0; i < s->count; i++) {
        const MoveRecord *x = &s->move[i];
        if (x != m && x->at != m->at && is(x, m->kind) && own && allocation_of(s->records, x) == own)
            return true;
    }
    return f && !f->who.known && m->place.line && !m->error && f->place.line == m->place.line &&
           !strcmp(f->place.file, m->place.file);
}

// Has the same line allocated as much as is wanted in another call of the function? Then it goes by what it is called with.
static bool is_of_other_call(const Moves *s, const MoveRecord *m) {
    for (int i = 0; i < s->count; i++)
        if (is(&s->move[i], "allocate") && s->move[i].bytes == s->wanted &&
            s->move[i].place.line == m->place.line)
            return m->bytes != s->wanted;
    return false;
}

// How many bytes a move should be of; 0: nobody knows, or it is one of several pieces.
static long right_bytes(const Moves *s, const MoveRecord *m) {
    const MoveRecord *other = NULL;
    if (!is(m, "allocate") && is_piece(s, m)) return 0;
    if (is(m, "to")) return count_of(s, "to", m->at, &other) == 1 ? bytes_of_array(s, m->holds) : 0;
    if (is(m, "back")) return count_of(s, "back", 0, &other) == 1 ? s->wanted : 0;
    if (!is(m, "allocate") || is_of_other_call(s, m)) return 0;
    const int uploads = count_of(s, "to", m->at, &other);
    if (uploads > 1) return 0;
    return uploads && other->holds[0] ? bytes_of_array(s, other->holds) : s->wanted;
}

// More than is needed is an allocation's own business, but where a copy of as much has crashed.
static bool is_wrong(const Moves *s, const MoveRecord *m) {
    const long right = right_bytes(s, m);
    return right && (m->bytes < right || (m->bytes > right && (s->crashed || !is(m, "allocate"))));
}

// Has every move of known size the same wrong one? Then what they have in common is wrong.
static bool all_alike(const Moves *s, const MoveRecord *first) {
    int alike = 0;
    for (int i = 0; i < s->count; i++) {
        if (!right_bytes(s, &s->move[i])) continue;
        if (s->move[i].bytes != first->bytes) return false;
        alike++;
    }
    return alike > 1 || s->crashed;
}

static void say_bytes(Cause *cause, const Moves *s, const MoveRecord *m) {
    const long right = right_bytes(s, m), element = (long)s->element, count = right / element;
    const char *array = is(m, "to") ? m->holds : s->output;
    SAY(what, "%s %s, but `%s` is %s of %ld bytes, %ld bytes.",
        is(m, "allocate") ? "This allocates" : "This copies", several((double)m->bytes, "byte").text, array,
        several((double)count, "element").text, element, right);
    if (m->bytes == count)
        SAY(route, "%ld is the number of elements, where a number of bytes is asked for.", m->bytes);
    else if (m->bytes == (long)sizeof(void *) && right > m->bytes)
        SAY(route, "%ld bytes is the size of a pointer, not of what it points to.", m->bytes);
    else if (m->bytes == count * (long)sizeof(void *))
        SAY(route, "%ld bytes for each element is the size of a pointer (or of a double), not of an element.",
            (long)sizeof(void *));
    else if (m->bytes < right)
        SAY(route, right - m->bytes == 1 ? "The last byte is left out." : "The last %ld bytes are left out.",
            right - m->bytes);
    else
        SAY(route, "That is %s too many, behind the array.",
            several((double)(m->bytes - right), "byte").text);
    SAY(next, "Sizes are in bytes: the number of elements times the size of one, such as n * sizeof(float).");
}

static bool say_size(Cause *cause, const Moves *s) {
    for (int i = 0; i < s->count; i++) {
        const MoveRecord *m = &s->move[i];
        if (!is_wrong(s, m) || !m->place.line) continue;
        cause->place = m->place;
        say_bytes(cause, s, m);
        int set = all_alike(s, m) ? line_of_size(s->source_path, m->place.line) : 0;
        if (!set && all_alike(s, m)) set = line_of_size_in_caller(s->source_path, m->place.line);
        const int called = set ? line_of_called_value(s->source_path, set) : 0;
        if (called) set = called;
        if (set) {
            cause->other = m->place;
            cause->place.line = set;
            SAY(other_what, "It is used here");
        }
        return true;
    }
    return false;
}

// The finding that memory is used which was given back before.
static bool say_given_back(Cause *cause, const Explained *e) {
    const Records *r = e->records;
    for (int i = 0; i < r->finding_count; i++) {
        const Finding *f = &r->findings[i];
        if (f->who.known || !tells(f, FOUND_FREED) || !f->other_place.line) continue;
        if (say_copied_object(cause, e, f->other_place.line)) {
            cause->other = f->place;
            SAY(other_what, "It is used here, when it has been given back");
            return true;
        }
        cause->place = f->other_place;
        cause->other = f->place;
        SAY(what, "The device memory is given back here, and used afterwards.");
        SAY(other_what, "It is used here");
        SAY(next, "Call cudaFree after the last copy and the last kernel that needs the memory.");
        return true;
    }
    return false;
}

// What is brought back must have been put there: by a copy, or by a kernel that was launched before.
static bool say_order(Cause *cause, const Moves *s) {
    const MoveRecord *launch = NULL;
    for (int i = 0; i < s->count; i++) {
        const MoveRecord *m = &s->move[i], *upload = NULL;
        if (is(m, "launch")) launch = m;
        if (!is(m, "back") || !m->place.line) continue;
        const MoveRecord *later = NULL, *copied = NULL;
        const bool uploaded = count_of(s, "to", m->at, &upload) || count_of(s, "on", m->at, &copied) ||
                              count_of(s, "fill", m->at, &copied);
        if (launch || (uploaded && upload < m)) continue;
        cause->place = m->place;
        SAY(what, "This copies back from device memory that holds nothing yet.");
        if (count_of(s, "launch", 0, &later) || upload) {
            later = later ? later : upload;
            cause->other = later->place;
            SAY(other_what,
                is(later, "launch") ? "The kernel is launched only here" : "It is filled only here");
            SAY(next, "The work is carried out in the order of the calls: copy there, compute, copy back.");
        } else {
            SAY(next,
                "Copy the data to the device first: cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice).");
        }
        return true;
    }
    return false;
}

// An array that no copy takes to the device, and a copy that takes none of them.
static bool say_not_uploaded(Cause *cause, const Moves *s) {
    for (int i = 0; i < s->data->arg_count; i++) {
        const LabParam *p = &s->data->entry->params[i];
        bool uploaded = p->kind != PARAM_VALUES;
        const MoveRecord *strange = NULL;
        for (int k = 0; k < s->count; k++) {
            uploaded |= is(&s->move[k], "to") && !strcmp(s->move[k].holds, p->name);
            if (is(&s->move[k], "to") && !s->move[k].holds[0]) strange = &s->move[k];
        }
        if (uploaded || !strange || !strange->place.line) continue;
        cause->place = strange->place;
        SAY(what, "This copies something to the device that is not `%s`, and nothing else takes `%s` there.",
            p->name, p->name);
        SAY(next, "The first argument is where the bytes go, the second where they come from.");
        return true;
    }
    return false;
}

// A copy that failed, since nothing lies at its address of device memory: what was to come behind it was not reached.
static bool say_not_allocated(Cause *cause, const Finding *f) {
    if (!f || f->who.known || !tells(f, FOUND_NOT_DEVICE) || !f->place.line) return false;
    const bool null = tells(f, FOUND_NULL_POINTER);
    cause->place = f->place;
    SAY(what, null ? "This copy is given a null pointer for device memory: no cudaMalloc has set it."
                   : "This copy is given an address for device memory that cudaMalloc has not returned.");
    SAY(next, "Call cudaMalloc(&pointer, bytes) first, look at what it returns, and pass that pointer.");
    return true;
}

// What advice there is for errors that are dropped.
static const char KEEP_ERRORS[] =
    "Keep what each call returns, go on only while that is cudaSuccess, and return the first error.";

// The line that puts another result in the place of the one that is to be returned.
static bool say_lost_error(Cause *cause, const Moves *s, const SourcePlace *call, const char *where) {
    const int line = s->source_path ? line_that_loses_error(s->source_path, call->line) : 0;
    if (!line) return false;
    cause->place = cause->other = *call;
    cause->place.line = line;
    cause->place.column = 0;
    SAY(what,
        "%s fails in line %d, the function does not return that error: this line puts another result in its place.",
        where, call->line);
    SAY(other_what, "The call that fails");
    SAY(next,
        "Give back what was allocated without losing the error before: keep it, and return the first one.");
    return true;
}

// A copy that fails, which the function was called with for its error alone.
static bool say_failed_copy(Cause *cause, const Moves *s) {
    const MoveRecord *m = NULL;
    for (int i = 0; i < s->count && !m; i++)
        if (is(&s->move[i], "failed copy") && s->move[i].place.line) m = &s->move[i];
    if (!m) return false;
    if (say_lost_error(cause, s, &m->place, "Where the copy")) return true;
    cause->place = m->place;
    SAY(what, "Where this copy fails, the function does not return its error.");
    SAY(next, "%s", KEEP_ERRORS);
    return true;
}

// An allocation on a device that has no memory left, which the function was called with for its error alone.
static bool say_no_memory(Cause *cause, const Moves *s) {
    const MoveRecord *m = NULL;
    for (int i = 0; i < s->count && !m; i++)
        if (is(&s->move[i], "no room") && s->move[i].place.line) m = &s->move[i];
    if (!m) return false;
    if (!s->finding && say_lost_error(cause, s, &m->place, "Where cudaMalloc")) return true;
    cause->place = m->place;
    SAY(what,
        "On a device that has no memory left cudaMalloc fails here, and the function does not return that error.");
    if (s->finding && !s->finding->who.known && s->finding->place.line) {
        cause->other = s->finding->place;
        SAY(other_what, "It goes on here, with a pointer that cudaMalloc has not set");
    }
    SAY(next, "%s", KEEP_ERRORS);
    return true;
}

static bool say_not_brought_back(Cause *cause, const Moves *s) {
    const MoveRecord *last = NULL, *wrong = NULL;
    if (count_of(s, "back", 0, &last)) return false;
    for (int i = 0; i < s->count; i++) {
        if (is(&s->move[i], "to") && !s->move[i].holds[0] && s->move[i].place.line) wrong = &s->move[i];
        if (!is(&s->move[i], "free") && s->move[i].place.line) last = &s->move[i];
    }
    if (!last) return false;
    cause->place = wrong ? wrong->place : last->place;
    SAY(what, "Nothing is copied back from the device: nothing was copied into `%s`.", s->output);
    if (wrong)
        SAY(route,
            "This copy goes to the device, and takes there what none of the arrays held that were to go "
            "there.");
    else
        SAY(route, "After this line no cudaMemcpy takes anything from the device to the host.");
    SAY(next,
        "The result lies in device memory: cudaMemcpy(%s, ..., cudaMemcpyDeviceToHost). The first argument "
        "is where the bytes go.",
        s->output);
    return true;
}

void explain_moves(Cause *cause, const Explained *e, const Finding *f) {
    const LabParam *output = &e->data->entry->params[e->data->entry->output];
    Moves s = {.move = e->records->moves,
               .count = e->records->move_count,
               .records = e->records,
               .finding = f,
               .data = e->data,
               .source_path = e->source_path,
               .wanted = (long)e->data->args[e->data->entry->output].bytes,
               .output = output->name,
               .element = element_size(output->type)};
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    for (int i = 0; i < e->records->finding_count; i++)
        s.crashed |= !strcmp(e->records->findings[i].check, "host-dereference");
    if (!s.count || s.count == RECORD_MOVES || !e->source_path) return;
    cause->known = say_no_memory(cause, &s) || say_failed_copy(cause, &s) || say_given_back(cause, e) ||
                   explain_copy_start(cause, e, f) || say_size(cause, &s) || say_not_allocated(cause, f) ||
                   say_not_brought_back(cause, &s) || say_order(cause, &s) || say_not_uploaded(cause, &s);
    cause->known &= in_student_file(&cause->place, e->source_path);
}
