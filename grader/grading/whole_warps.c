// Warps counted through the grid: where a block's last warp is not full the next block's first one begins earlier than that.
#include "grader/grading/whole_warps.h"

#include "grader/c_text/source_lines.h"
#include "grader/edits/edits.h"
#include "grader/text/append.h"

enum { WARP = 32, RIGHT_AT_LEAST = 2 };

// Of the block that the function is asked to launch; 0: it is asked for none.
static long threads_asked(const LabResult *result, const CaseResult *c) {
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    long threads = entry->block_asked;
    for (int axis = 0; axis < 3 && threads; axis++)
        if (entry->block[axis]) threads *= c->key.size[entry->block[axis] - 1];
    return threads;
}

static bool right_in_whole_warps_alone(const LabResult *result, const CaseResult *c) {
    int right = 0;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *o = &result->cases[i];
        if (o->key.entry != c->key.entry || !o->judged || o->trivial || threads_asked(result, o) % WARP)
            continue;
        if (!o->passed) return false;
        right++;
    }
    return right >= RIGHT_AT_LEAST && threads_asked(result, c) % WARP;
}

static bool computes_with_warps(const char *line) {
    static const char *const words[] = {"warpSize", "WARP_SIZE", "32", "31", "5", NULL};
    for (const char *const *word = words; *word; word++)
        if (find_word(line, line, *word)) return true;
    return false;
}

// The line that computes the number of a thread in the grid, in a function of the device that computes with warps; 0: there is none.
static int line_of_grid_thread(const SourceLines *t, const char *text) {
    int place = 0;
    bool warps = false;
    for (int i = 0; i < t->count; i++) {
        const char *line = t->line[i];
        if (line[0] == '}') place = 0, warps = false; // a function ends
        if (!is_device_line(text, i + 1)) continue;
        warps |= computes_with_warps(line);
        if (!place && find_word(line, line, "blockIdx") && find_word(line, line, "blockDim") &&
            find_word(line, line, "threadIdx"))
            place = i + 1;
        if (place && warps) return place;
    }
    return 0;
}

bool say_whole_warps(const LabResult *result, CaseResult *c, const char *text) {
    static SourceLines t;
    const bool in_kernel = c->cause.known && is_device_line(text, c->cause.place.line);
    if (c->finding >= 0 || !right_in_whole_warps_alone(result, c) || !read_lines(&t, result->source_path))
        return false;
    // What a change of a line with the size of a warp mends is this.
    const bool known_better = in_kernel && !computes_with_warps(line_text(&t, c->cause.place.line));
    const int place = known_better ? 0 : line_of_grid_thread(&t, text);
    free_lines(&t);
    if (!place) return false;
    Cause *cause = &c->cause;
    *cause = (Cause){.known = true, .todo = -1, .example = -1, .place.line = place};
    append(cause->place.file, sizeof cause->place.file, "%s", result->source_path);
    const long threads = threads_asked(result, c);
    append(
        cause->what, sizeof cause->what,
        "Each case whose blocks are whole warps is right, and in this one, with blocks of %ld threads, the last warp of each has %ld.",
        threads, threads % WARP);
    append(
        cause->route, sizeof cause->route,
        "This line counts threads through the whole grid. Warps do not run on from block to block: each block begins with a new "
        "warp, so thread %ld of the grid is lane 0 of one.",
        threads);
    append(
        cause->next, sizeof cause->next,
        "Find warp and lane from threadIdx alone, and how many warps the blocks before have from the size of a block, "
        "rounded up to whole warps.");
    return true;
}
