// Indices that are computed as a float: it holds whole numbers exactly up to 2^24 alone, so that only larger results go wrong.
#include "grader/grading/float_index.h"

#include <stdlib.h>
#include <string.h>

#include "grader/edits/ptx_lines.h"
#include "grader/grading/replace_file.h"
#include "grader/text/append.h"

enum { EXACT_IN_FLOAT = 1 << 24, LINES_MOST = 8 };

// "cvt.rzi.s32.f32": a whole number of a float.
static bool makes_whole(const char *ptx, PtxSpan opcode) {
    static const char *const ends[] = {".s32.f32", ".u32.f32", ".s64.f32", ".u64.f32"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        const size_t length = strlen(ends[i]);
        if (ptx_span_begins(ptx, opcode, "cvt.") && opcode.size > length &&
            !memcmp(ptx + opcode.at + opcode.size - length, ends[i], length))
            return true;
    }
    return false;
}

// The lines of the file's device code that do so, each once. Returns how many.
static int lines_of_floats(const char *ptx, size_t size, const char *source, int lines[LINES_MOST]) {
    PtxLines listing = {0};
    int count = 0;
    if (ptx_lines_read(&listing, ptx, size, source))
        for (int i = 0; i < listing.count && count < LINES_MOST; i++) {
            const PtxLine *l = &listing.list[i];
            bool known = !l->line || !makes_whole(ptx, l->opcode);
            for (int k = 0; k < count; k++) known |= lines[k] == l->line;
            if (!known) lines[count++] = l->line;
        }
    ptx_lines_free(&listing);
    return count;
}

static bool large_alone_fail(const LabResult *result, const CaseResult *c) {
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *other = &result->cases[i];
        if (other->key.entry == c->key.entry && other->judged && !other->passed &&
            other->cells <= EXACT_IN_FLOAT)
            return false;
    }
    return c->cells > EXACT_IN_FLOAT;
}

void explain_float_index(Explaining *x, CaseResult *c) {
    int lines[LINES_MOST];
    size_t size;
    if (!large_alone_fail(x->result, c) || !compiled_plain(x)) return;
    char *ptx = read_whole_file(x->plain.output, &size);
    const int count = ptx ? lines_of_floats(ptx, size, x->result->source_path, lines) : 0;
    free(ptx);
    if (!count) return;
    c->cause = (Cause){.known = true, .todo = -1, .example = -1, .place = {.line = lines[0]}};
    append(c->cause.place.file, sizeof c->cause.place.file, "%s", x->result->source_path);
    append(
        c->cause.what, sizeof c->cause.what,
        "Results of up to 2^24 elements are right, and this line makes a whole number of a float. A float has 24 bits: "
        "beyond 16777216 it cannot hold every index, and rounds to a neighbour's.");
    append(c->cause.next, sizeof c->cause.next,
           "Compute indices, rows and planes as int or size_t all the way.");
}
