// Reads the text around a barrier: braces, heads of statements, ways out of the kernel. See departures.h.
#include "grader/grading/departures.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/comments.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/passed_over.h"
#include "grader/c_text/words.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/replace_file.h"

enum { DEPTH = 40 };

// What is open at a place: the heads of the statements around it, outermost first.
typedef struct {
    size_t head[DEPTH]; // where the statement, or the function, begins that the brace belongs to
    size_t body[DEPTH]; // behind its brace
    int count;
    size_t begun; // where the statement begins that the place itself lies in
} Around;

static const char *const conditions[] = {"if", "else", "switch"}, *const loops[] = {"for", "while", "do"},
                         *const ways_out[] = {"return", "goto", "asm", "exit", "__trap"};

// Does one of the words stand by itself between these bytes?
static bool has_one(const char *text, size_t begin, size_t end, const char *const *words, int count) {
    for (int i = 0; i < count; i++) {
        const char *found = find_word(text, text + begin, words[i]);
        if (found && found < text + end) return true;
    }
    return false;
}

#define HAS_ONE(text, begin, end, words) has_one(text, begin, end, words, sizeof words / sizeof *words)

// False where braces do not match up to the place, or a macro of the file may leave a function.
static bool look_around(Around *a, const char *text, size_t place) {
    int parentheses = 0;
    bool line_begins = true;
    memset(a, 0, sizeof *a);
    for (size_t at = 0; at < place;) {
        const char c = text[at];
        if (line_begins && c == '#') {
            const size_t end = (size_t)(behind_directive(text + at) - text);
            if (HAS_ONE(text, at, end, ways_out) || end > place) return false;
            at = end;
            continue;
        }
        line_begins = c == '\n' || (line_begins && (c == ' ' || c == '\t'));
        at++;
        parentheses += (c == '(') - (c == ')');
        if (parentheses > 0 || !strchr("{};", c)) continue;
        if (c == '{') {
            if (a->count == DEPTH) return false;
            a->head[a->count] = a->begun;
            a->body[a->count++] = at;
        } else if (c == '}' && --a->count < 0) {
            return false;
        }
        a->begun = at;
    }
    return parentheses == 0;
}

// The number in `a` of the kernel around the place; -1: it lies in no __global__ function.
static int kernel_around(const Around *a, const char *text) {
    static const char *const global[] = {"__global__"};
    for (int i = 0; i < a->count; i++)
        if (HAS_ONE(text, a->head[i], a->body[i], global)) return i;
    return -1;
}

static int line_of_head(const char *text, size_t head) {
    while (text[head] && strchr(" \t\r\n}", text[head])) head++;
    return line_at(text, head);
}

static int condition_in(const char *code, size_t place) {
    Around a;
    if (!look_around(&a, code, place)) return 0;
    const int kernel = kernel_around(&a, code);
    if (kernel < 0 || HAS_ONE(code, a.body[kernel], place, ways_out)) return 0;
    if (HAS_ONE(code, a.begun, place, conditions) || HAS_ONE(code, a.begun, place, loops))
        return line_of_head(code, a.begun);
    for (int i = a.count - 1; i > kernel; i--)
        if (HAS_ONE(code, a.head[i], a.body[i], conditions)) return line_of_head(code, a.head[i]);
    for (int i = a.count - 1; i > kernel; i--)
        if (HAS_ONE(code, a.head[i], a.body[i], loops)) return line_of_head(code, a.head[i]);
    return 0;
}

int condition_around(const char *text, int line, int column) {
    size_t begin, end;
    char *code = code_alone(text);
    int found = 0;
    if (code && column > 0 && find_line(text, line, &begin, &end)) {
        while (begin > 0 && text[begin - 1] != '\n') begin--;
        if (begin + (size_t)column <= end) found = condition_in(code, begin + (size_t)column - 1);
    }
    free(code);
    return found;
}

static bool is_loop(const char *text, int line) {
    size_t begin, end;
    return find_line(text, line, &begin, &end) && HAS_ONE(text, begin, end, loops);
}

static bool at_two_places(const Finding *f) {
    return tells(f, FOUND_OTHER_BARRIER);
}

const Finding *unequal_barrier(const Records *records, const char *source_path, const char *text, int *loop) {
    for (int i = 0; i < records->departure_count; i++) {
        const Finding *found = &records->departures[i];
        if (!in_student_file(&found->place, source_path)) continue;
        const int line = condition_around(text, found->place.line, found->place.column);
        *loop = line && is_loop(text, line) ? line : 0;
        if (*loop || at_two_places(found)) return found;
    }
    return NULL;
}

// A warp-level operation, whose text the simulator has written: a mask that names lanes which had left.
static bool is_of_lanes(const Finding *f) {
    return tells(f, FOUND_LANES);
}

static void name_line(Finding *f, int line, const char *what) {
    f->other_place = (SourcePlace){.line = line};
    snprintf(f->other_place.file, sizeof f->other_place.file, "%s", f->place.file);
    snprintf(f->other_what, sizeof f->other_what, "%s", what);
}

static bool remark_branch(Finding *f, const Finding *found, const char *text) {
    const int line = is_of_lanes(found) || at_two_places(found)
                         ? 0
                         : condition_around(text, found->place.line, found->place.column);
    if (!line) return false;
    *f = *found;
    name_line(f, line, "leaves the kernel without it, by this condition");
    snprintf(
        f->next, sizeof f->next,
        "That goes well: GPUs since compute capability 7.0 count threads that have left the kernel as there. But a "
        "line behind the branch can change it, and CUDA's rule is that all threads of a block reach a barrier. Move it "
        "out of the branch.");
    return true;
}

int ways_out_above(const char *text, int line, int *first) {
    size_t begin, end;
    Around a;
    char *code = code_alone(text);
    int count = 0;
    *first = 0;
    const bool read = code && find_line(text, line, &begin, &end) && look_around(&a, code, begin);
    const int kernel = read ? kernel_around(&a, code) : -1;
    for (size_t i = 0; kernel >= 0 && i < sizeof ways_out / sizeof *ways_out; i++) {
        const char *found = find_word(code, code + a.body[kernel], ways_out[i]);
        for (; found && found < code + begin; found = find_word(code, found + 1, ways_out[i])) {
            count++;
            *first = line_at(code, (size_t)(found - code));
        }
    }
    free(code);
    return count;
}

// Of several ways out a compiler may make one, so that it is not known which was taken.
static bool remark_return(Finding *f, const Finding *found, const char *text) {
    int line;
    const int ways = at_two_places(found) ? 0 : ways_out_above(text, found->place.line, &line);
    if (!ways) return false;
    *f = *found;
    name_line(f, line, ways > 1 ? "has left the kernel above it" : "has left the kernel there");
    if (ways > 1) memset(&f->other_place, 0, sizeof f->other_place);
    if (is_of_lanes(found)) return true;
    snprintf(
        f->next, sizeof f->next,
        "That goes well: since compute capability 7.0 CUDA promises that a barrier waits only for the threads that have not "
        "left the kernel; before, it was undefined. What such a thread was to do behind its way out is not done.");
    return true;
}

void remark_departures(LabResult *result, const Records *records) {
    size_t size;
    Finding *f = &result->remark;
    const bool wanted = records->departure_count && !f->check[0];
    char *text = wanted ? read_whole_file(result->source_path, &size) : NULL;
    for (int outside = 0; outside < 2; outside++)
        for (int i = 0; text && i < records->departure_count && !f->check[0]; i++) {
            const Finding *found = &records->departures[i];
            if (!in_student_file(&found->place, result->source_path)) continue;
            if (!outside && at_two_places(found))
                *f = *found;
            else if (outside)
                remark_return(f, found, text);
            else
                remark_branch(f, found, text);
        }
    free(text);
}
