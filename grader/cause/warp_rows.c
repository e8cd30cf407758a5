// Neighbours along x in blocks whose width is no multiple of a warp: lanes go on in the next row of the block.
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/sentences.h"
#include "grader/cause/warp_ends.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// ---- The line that decides which lanes load their neighbour ------------------------------------------------------------

// "... threadIdx ... % 32"
static bool is_lane(const char *value, const char *end) {
    const char *thread = strstr(value, "threadIdx"), *mask = strpbrk(value, "%&");
    return thread && thread < end && mask && mask < end && is_warp_size(mask + 1 + strspn(mask + 1, " ("));
}

// Is it compared with the first lane, or the last one where `side` asks for that? "lane == 0", "lane > 0", "!lane", "threadIdx.x % 32 < 31".
static bool asks_for_lane(const char *line, const char *name, int side) {
    for (const char *at = find_word(line, line, name); at; at = find_word(line, at + 1, name)) {
        if (side < 0 && at > line && at[-1] == '!') return true;
        const char *mark = at + strlen(name);
        mark += strspn(mark, " )");
        if (*mark == '%' || (*mark == '&' && mark[1] != '&')) mark += strcspn(mark, "=!<>;");
        const size_t sign = strspn(mark, "=!<>");
        if (!sign || (sign == 1 && *mark == '=')) continue;
        const char *value = mark + sign + strspn(mark + sign, " ");
        if (side < 0 ? *value == '0' && !is_word(value[1]) : is_warp_size(value)) return true;
    }
    return false;
}

static int line_of_ends(const char *path, int side) {
    static SourceLines t;
    char name[LANE_NAMES][SOURCE_NAME];
    int found = 0;
    if (!path || !read_lines(&t, path)) return 0;
    const int count = names_of_values(&t, is_lane, name);
    for (int k = count - 1; k >= 0 && !found; k--) // lanes before threadIdx.x, which guards may compare, too
        for (int i = 0; i < t.count && !found; i++)
            if (asks_for_lane(t.line[i], name[k], side)) found = i + 1;
    free_lines(&t);
    return found;
}

// The only line of the file that counts lanes to a warp's last one, "t & (WARP - 1)"; 0: there is none, or more than one.
static int line_of_lane(const char *path) {
    static SourceLines t;
    int found = 0, count = 0;
    if (!path || !read_lines(&t, path)) return 0;
    for (int i = 0; i < t.count; i++)
        for (const char *mark = t.line[i]; (mark = strpbrk(mark, "%&")); mark++) {
            const bool joins = *mark == '&' && (mark[1] == '&' || (mark > t.line[i] && mark[-1] == '&'));
            if (!joins && is_warp_size(mark + 1 + strspn(mark + 1, " ("))) found = i + 1, count++;
        }
    free_lines(&t);
    return count == 1 ? found : 0;
}

// "lane == 32": lanes are numbered from 0.
static bool asks_for_no_lane(const char *line, const char *name) {
    static const char *const sizes[] = {"32", "WARP", "WARP_SIZE", "warpSize"};
    for (const char *at = find_word(line, line, name); at; at = find_word(line, at + 1, name)) {
        const char *value = at + strlen(name);
        value += strspn(value, " )");
        if (strncmp(value, "==", 2)) continue;
        value += 2 + strspn(value + 2, " ");
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
            const char *behind = value + strlen(sizes[i]);
            if (!strncmp(value, sizes[i], strlen(sizes[i])) && !is_word(*behind) &&
                !strchr("-+*/", behind[strspn(behind, " ")]))
                return true;
        }
    }
    return false;
}

int line_of_no_lane(const char *path) {
    static SourceLines t;
    char name[LANE_NAMES][SOURCE_NAME];
    int found = 0;
    if (!path || !read_lines(&t, path)) return 0;
    const int count = names_of_values(&t, is_lane, name);
    for (int k = count - 1; k > 0 && !found; k--) // threadIdx.x may be 32
        for (int i = 0; i < t.count && !found; i++)
            if (asks_for_no_lane(t.line[i], name[k])) found = i + 1;
    free_lines(&t);
    return found;
}

// ---- Which threads are wrong ------------------------------------------------------------------------------------------

static int lane_of(const int *block, const WThread *who) {
    return ((who->thread[2] * block[1] + who->thread[1]) * block[0] + who->thread[0]) % WARP_LANES;
}

typedef enum { ENDS_NEITHER, ENDS_OF_ROWS, ENDS_OF_WARPS } Ends;

// Do all cells with the difference belong to the ends of the block's rows, or all to the ends of its warps? Where both are among them
// it is the rows: a warp that ends has no lane of another row beside it.
static Ends which_ends(const Study *s, const int *block, int side) {
    int rows = 0, warps = 0;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->has) continue;
        if (!x->written) return ENDS_NEITHER;
        const bool row = x->cell->who.thread[0] == (side > 0 ? block[0] - 1 : 0);
        const bool warp = lane_of(block, &x->cell->who) == (side > 0 ? WARP_LANES - 1 : 0);
        if (!row && !warp) return ENDS_NEITHER;
        rows += row;
        warps += !row;
    }
    return rows ? ENDS_OF_ROWS : warps ? ENDS_OF_WARPS : ENDS_NEITHER;
}

void say_warp_rows(Cause *cause, const Study *s) {
    const int side = side_along_x(s), *block = s->w.launch[s->w.launches - 1].block;
    const Ends ends = which_ends(s, block, side);
    if (ends == ENDS_NEITHER || s->main.kind != DIFFERS_ELEMENT || !came_by_shuffle(s)) return;
    int line = line_of_ends(s->source_path, side);
    if (!line && ends == ENDS_OF_ROWS) line = line_of_lane(s->source_path);
    if (line && line != cause->place.line) blame_line_of_ends(cause, line);
    cause->next[0] = 0;
    cause->sure = true; // another text that is right by chance at this width would say less
    if (ends == ENDS_OF_ROWS) {
        SAY(route,
            "The block is %d threads wide, so a warp holds threads of several rows: the lane %s the %s thread of a row belongs "
            "to another row, and the shuffle brings that one's value.",
            block[0], side > 0 ? "behind" : "before", side > 0 ? "last" : "first");
        SAY(next,
            "Let the first and the last thread of each row of the block load their neighbour, not the first and the last "
            "lane alone; or make the block a multiple of 32 threads wide.");
        return;
    }
    SAY(route,
        "The block is %d threads wide, so its warps do not begin and end where its rows do: these are the points of lane "
        "%d, which the shuffle gives no neighbour, in the middle of a row.",
        block[0], side > 0 ? WARP_LANES - 1 : 0);
    SAY(next,
        "The lane is (threadIdx.y * blockDim.x + threadIdx.x) %% 32, not a place in the row; or make the block a multiple "
        "of 32 threads wide.");
}
