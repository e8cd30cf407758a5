// The TODO whose text holds a line, or in whose text something is missing.
#include "grader/grading/blamed_todo.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/words.h"
#include "grader/lab/cpp_comments.h"
#include "grader/lab/regions.h"

// Is there a line in the text that is these bytes, but for blanks at its ends?
static bool is_line_of(const char *text, const char *bytes, size_t size) {
    for (const char *at = text; at; at = line_begin(at, 2)) {
        const Span line = trimmed(at, at + strcspn(at, "\n"));
        if ((size_t)(line.end - line.begin) == size && !memcmp(line.begin, bytes, size)) return true;
    }
    return false;
}

bool is_skeleton_line(const char *text, const char *skeleton, int line) {
    size_t begin, end;
    return skeleton && find_line(text, line, &begin, &end) && strspn(text + begin, "{};") < end - begin &&
           is_line_of(skeleton, text + begin, end - begin);
}

// Where the function ends that a place lies in: the brace that closes it stands at the beginning of its line.
size_t function_end(const char *text, size_t at) {
    const char *brace = strstr(text + at, "\n}");
    return brace ? (size_t)(brace - text) : strlen(text);
}

const char *function_head(const char *text, size_t at) {
    for (size_t i = at; i > 0; i--) {
        const char first = text[i];
        if (text[i - 1] == '\n' && (first == '_' || isalpha((unsigned char)first))) return text + i;
    }
    return text;
}

bool name_function(const char *text, size_t at, char *name, size_t size) {
    const char *head = function_head(text, at), *end = head + strcspn(head, "(\n");
    const char *begin = word_begin(head, end);
    snprintf(name, size, "%.*s", (int)(end - begin), begin);
    return *end == '(' && end > begin && (size_t)(end - begin) < size;
}

int todo_of_function(const LabSpec *spec, const char *text, const char *skeleton, int line) {
    Regions regions;
    char name[80], other[80];
    size_t begin, end;
    int todo = -1;
    if (!skeleton || !find_line(text, line, &begin, &end) || !name_function(text, begin, name, sizeof name) ||
        !regions_find(&regions, spec, skeleton))
        return -1;
    for (int i = 0; i < regions.count; i++) {
        const Region *r = &regions.list[i];
        if (!name_function(skeleton, r->begin, other, sizeof other) || strcmp(name, other)) continue;
        if (todo >= 0 && todo != r->todo) return -1;
        todo = r->todo;
    }
    return todo;
}

// Where the function begins that a place lies in: behind the brace that closes the one before it.
size_t function_begin(const char *text, size_t at) {
    while (at > 0 && !(text[at] == '}' && text[at - 1] == '\n')) at--;
    return at;
}

// The region that a line lies in. A line that is the skeleton's own works with what the region before it in its function has
// set; where there is none, that region behind it is to replace what it sets.
int todo_of_line(const LabSpec *spec, const char *text, const char *skeleton, int line, bool *outside) {
    Regions regions;
    size_t begin, end;
    int near = -1;
    *outside = false;
    if (!regions_find(&regions, spec, text) || !regions.count || !find_line(text, line, &begin, &end))
        return -1;
    const size_t first = function_begin(text, begin), last = function_end(text, end);
    for (int i = 0; i < regions.count; i++) {
        const Region *r = &regions.list[i];
        if (r->begin <= begin && end <= r->end) return r->todo;
        if (r->begin >= first && r->begin < last && (r->end <= begin || near < 0)) near = r->todo;
    }
    if (is_skeleton_line(text, skeleton, line)) return near;
    *outside = true;
    return -1;
}

size_t loop_end(const char *text, size_t loop) {
    const char *head = text + loop + strcspn(text + loop, "("),
               *behind = *head ? closing_bracket(head) : NULL;
    const char *body = behind ? behind + 1 + strspn(behind + 1, " \t\n") : "";
    const char *end = *body == '{' ? closing_bracket(body) : NULL;
    return end ? (size_t)(end - text) : 0;
}

// Where the loop begins that a place lies in; 0: in none of its function.
size_t loop_begin(const char *text, size_t at) {
    int depth = 0;
    for (; at > 0; at--) {
        if (text[at] == '}' && text[at - 1] == '\n') return 0;
        depth += (text[at] == '}') - (text[at] == '{');
        if (depth <= 0 && (!strncmp(text + at, "for (", 5) || !strncmp(text + at, "while (", 7))) return at;
    }
    return 0;
}

size_t loop_around(const char *text, size_t first, size_t last) {
    size_t loop = loop_begin(text, last);
    while (loop > first) loop = loop_begin(text, loop - 1);
    return loop;
}

static int region_at(const Regions *regions, size_t at) {
    for (int i = 0; i < regions->count; i++)
        if (regions->list[i].begin <= at && at < regions->list[i].end) return i;
    return -1;
}

int todo_behind(const LabSpec *spec, const char *text, int line) {
    Regions regions;
    size_t begin, end;
    if (!regions_find(&regions, spec, text) || !find_line(text, line, &begin, &end)) return -1;
    const int own = region_at(&regions, begin);
    const size_t loop = loop_begin(text, begin), last = function_end(text, end);
    if (own >= 0 && loop && region_at(&regions, loop) == own) return regions.list[own].todo;
    for (int i = 0; i < regions.count; i++)
        if (regions.list[i].begin > end && regions.list[i].begin < last) return regions.list[i].todo;
    return own >= 0 ? regions.list[own].todo : -1;
}

// Does a word of this text wait for all threads of a block: __syncthreads(), block.sync(), barrier.arrive_and_wait()? A word such
// as memcpy_async or __syncwarp does not.
static bool names_barrier(const char *text, size_t begin, size_t end) {
    for (const char *at = text + begin; (at = strstr(at, "sync")) && at + 4 <= text + end; at++)
        if (strncmp(at, "syncwarp", 8) && (at == text || at[-1] != 'a')) return true;
    const char *wait = strstr(text + begin, "arrive_and_wait");
    return wait && wait < text + end;
}

bool has_barrier(const char *text, size_t begin, size_t end) {
    CommentCursor cursor = {.text = text};
    LineComment comment;
    size_t from = begin;
    while (from < end && next_comment(&cursor, &comment)) {
        if (comment.end <= from) continue;
        if (names_barrier(text, from, comment.begin < end ? comment.begin : end)) return true;
        from = comment.end;
    }
    return from < end && names_barrier(text, from, end);
}

// Where the first loop behind a place begins, up to `last`; that place itself where there is none.
static size_t next_loop(const char *text, size_t at, size_t last) {
    for (size_t i = at; i < last; i++)
        if (!strncmp(text + i, "for (", 5) || !strncmp(text + i, "while (", 7)) return i;
    return at;
}

int todo_before_loop(const LabSpec *spec, const char *text, int line, int *first) {
    Regions regions;
    size_t begin, end;
    int found = -1;
    *first = line;
    if (!regions_find(&regions, spec, text) || !find_line(text, line, &begin, &end)) return -1;
    const int own = region_at(&regions, begin);
    const size_t inside = loop_begin(text, begin), function = function_begin(text, begin),
                 loop = inside ? inside : next_loop(text, begin, function_end(text, end));
    // All of the march, or a line before it, may be one TODO's.
    if (own >= 0 && (!inside || region_at(&regions, inside) == own)) return regions.list[own].todo;
    for (int i = 0; i < regions.count; i++)
        if (regions.list[i].begin >= function && regions.list[i].end <= loop) found = i;
    if (found < 0) return own >= 0 ? regions.list[own].todo : -1;
    *first = line_at(text, regions.list[found].begin) - 1;
    return regions.list[found].todo;
}
