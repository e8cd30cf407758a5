// Grid-stride loops that go on by one block: each block does the work of all that follow it. Told from the text.
#include "grader/cause/explain.h"

#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/variable_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool is_of_block(const char *text) {
    return strstr(text, "blockDim") && !strstr(text, "gridDim");
}

// What stands behind the += in the head of a loop; empty: there is none.
static Span pace_in(const char *line) {
    const char *head = find_word(line, line, "for"), *plus = head ? strstr(head, "+=") : NULL;
    if (!plus) return (Span){line, line};
    return trimmed(plus + 2, plus + strcspn(plus, "),;{\n"));
}

// Does the loop begin at a place of the block's own, among those of the grid: is it made of blockIdx, there or where a name is set?
static bool begins_by_block(const char *path, int loop) {
    static SourceLines t;
    char name[SOURCE_NAME] = "";
    if (!read_lines(&t, path)) return false;
    const char *line = line_text(&t, loop), *mark = strchr(line, '='),
               *end = mark ? mark + strcspn(mark, ";") : NULL;
    const bool own = end && span_has_text((Span){mark, end}, "blockIdx"),
               named = end && only_name(mark + 1, end, name);
    free_lines(&t);
    const int set = named && !own ? line_of_value(path, loop, name) : 0;
    if (!set || !read_lines(&t, path)) return own;
    const bool of_block = strstr(line_text(&t, set), "blockIdx");
    free_lines(&t);
    return of_block;
}

// The line that says how far the loop goes on: its own, or the one that sets the variable it goes on by. 0: not by a block.
static int line_of_pace(const char *path, int loop) {
    static SourceLines t;
    char name[SOURCE_NAME] = "";
    if (!read_lines(&t, path)) return 0;
    const Span pace = pace_in(line_text(&t, loop));
    const bool own = span_has_text(pace, "blockDim") && !span_has_text(pace, "gridDim"),
               named = only_name(pace.begin, pace.end, name);
    free_lines(&t);
    const int set = named ? line_of_value(path, loop, name) : 0;
    if (!set || !read_lines(&t, path)) return own ? loop : 0;
    const bool of_block = is_of_block(line_text(&t, set));
    free_lines(&t);
    return of_block ? set : 0;
}

void explain_block_pace(Cause *cause, const Explained *e, const Finding *f) {
    const LaunchRecord *l =
        e->records->launch_count ? &e->records->launches[e->records->launch_count - 1] : NULL;
    if (!l || l->grid[0] * l->grid[1] * l->grid[2] < 2 || !in_student_file(&f->place, e->source_path)) return;
    const int line = line_of_pace(e->source_path, f->place.line);
    if (!line || !begins_by_block(e->source_path, f->place.line)) return;
    memset(cause, 0, sizeof *cause);
    cause->known = cause->sure = true;
    cause->todo = cause->example = -1;
    cause->place = f->place;
    cause->place.line = line;
    if (line != f->place.line) {
        cause->place.column = 0;
        cause->other = f->place;
        SAY(other_what, "The loop that goes on by it is here");
    }
    SAY(what,
        "Each thread goes on by the number of threads of its own block, and there are %ld blocks: so each block does the "
        "work of those behind it once more.",
        l->grid[0] * l->grid[1] * l->grid[2]);
    SAY(next, "Go on by all threads of the grid: blockDim.x * gridDim.x.");
}
