// Large results alone are wrong: an index is made of a float, which holds whole numbers exactly up to 2^24 alone, or kept in a type that ends early.
#include "grader/grading/large_alone.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/edits/ptx_lines.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/size_limits.h"
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

// A launch that is refused, blocks that wait and kernels without an end have other causes.
static bool may_be_an_index(const CaseResult *c) {
    static const char *const checks[] = {"race", "out-of-bounds", "misaligned"};
    for (size_t i = 0; c->finding >= 0 && i < sizeof checks / sizeof *checks; i++)
        if (!strcmp(c->records.findings[c->finding].check, checks[i])) return true;
    return c->finding < 0 && !c->hung;
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

// The first line that declares a number of 16 bits; 0: there is none.
static int line_of_short(const char *path, const char **type) {
    static const char *const types[] = {"unsigned short", "short", "uint16_t", "int16_t", "ushort"};
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count && !found; i++)
        for (size_t k = 0; k < sizeof types / sizeof *types && !found; k++)
            if (find_word(t.line[i], t.line[i], types[k])) *type = types[k], found = i + 1;
    free_lines(&t);
    return found;
}

static bool explain_short(Cause *cause, const char *path) {
    const char *type = NULL;
    const int line = line_of_short(path, &type);
    if (!line) return false;
    append(cause->place.file, sizeof cause->place.file, "%s", path);
    cause->place.line = line;
    append(
        cause->what, sizeof cause->what,
        "Smaller results are right, and a number in this line is kept in 16 bits: `%s` ends at %d, and begins anew behind that.",
        type, strchr(type, 'u') ? 65535 : 32767);
    append(cause->next, sizeof cause->next,
           "Keep numbers that grow with the data as int, and indices as int or size_t.");
    return true;
}

// No float: a type or a number of the text that ends early. Where that is one of 16 bits, it is said how far it counts.
static void explain_narrow_index(const Explaining *x, CaseResult *c) {
    const char *path = x->result->source_path, *type;
    const Cause nothing = {.todo = -1, .example = -1};
    size_t size;
    Cause limit = nothing, narrow = nothing;
    char *text = read_whole_file(path, &size);
    const bool limited = text && explain_size_limit(&limit, path, text),
               own_line = !limited || limit.place.line == line_of_short(path, &type);
    const bool is_short = text && own_line && explain_short(&narrow, path);
    if (limited || is_short) c->cause = is_short ? narrow : limit;
    c->cause.known |= limited || is_short;
    free(text);
}

void explain_large_alone(Explaining *x, CaseResult *c) {
    int lines[LINES_MOST];
    size_t size;
    if (!may_be_an_index(c) || !large_alone_fail(x->result, c) || !compiled_plain(x)) return;
    char *ptx = read_whole_file(x->plain.output, &size);
    const int count = ptx ? lines_of_floats(ptx, size, x->result->source_path, lines) : 0;
    free(ptx);
    if (!count) {
        explain_narrow_index(x, c);
        return;
    }
    c->cause = (Cause){.known = true, .todo = -1, .example = -1, .place = {.line = lines[0]}};
    append(c->cause.place.file, sizeof c->cause.place.file, "%s", x->result->source_path);
    append(
        c->cause.what, sizeof c->cause.what,
        "Results of up to 2^24 elements are right, and this line makes a whole number of a float. A float has 24 bits: "
        "beyond 16777216 it cannot hold every index, and rounds to a neighbour's.");
    append(c->cause.next, sizeof c->cause.next,
           "Compute indices, rows and planes as int or size_t all the way.");
}
