// Names the pattern of a wrong output: tries the most specific one first.
#include "grader/verdict/pattern.h"

#include <math.h>

#include "grader/text/append.h"

size_t count_wrong_todo(const Comparison *c) {
    size_t count = 0;
    for (size_t i = 0; i < c->cells; i++) count += wrong_todo(c, i);
    return count;
}

// Nothing at all was written.
static bool never_written(const PatternQuestion *question, char *words, size_t size) {
    const Comparison *c = question->c;
    for (size_t i = 0; i < c->cells; i++)
        if (!c->untouched[i]) return false;
    if (question->launches == 0)
        append(
            words, size,
            "The output was never written: no kernel was launched. A kernel runs only where it is launched: "
            "name<<<blocks, threads>>>(...);");
    else
        append(
            words, size,
            "The output was never written, although a kernel ran. Often the kernel stores nothing yet, its "
            "guard lets no thread through, or the result goes to another array.");
    return true;
}

static void describe_rest(const Comparison *c, size_t wrong, char *words, size_t size) {
    size_t blank = 0, nan = 0;
    for (size_t i = 0; i < c->cells; i++) {
        blank += wrong_todo(c, i) && c->untouched[i];
        nan += wrong_todo(c, i) && isnan(c->got[i]);
    }
    if (wrong == c->todo_cells && !blank)
        append(words, size,
               "Every computed point is wrong: look at the formula first (which neighbour is multiplied by "
               "which "
               "coefficient), then at the index.");
    else if (blank == wrong)
        append(
            words, size,
            "The wrong points were never written, and they are scattered. Often two threads compute the same "
            "index, so that others are left out.");
    else
        append(words, size,
               "The wrong points are scattered: they share no plane, row or block. Often threads write to "
               "the same "
               "point, or read what another thread has changed.");
    if (blank && blank != wrong)
        append(words, size, " %zu of them %s never written.", blank, blank == 1 ? "was" : "were");
    if (nan) append(words, size, " %zu of them %s NaN (not a number).", nan, nan == 1 ? "is" : "are");
}

static bool all_untouched(const Comparison *c) {
    for (size_t i = 0; i < c->cells; i++)
        if (wrong_todo(c, i) && !c->untouched[i]) return false;
    return true;
}

static void describe_computed(const PatternQuestion *question, size_t wrong, char *words, size_t size) {
    const Comparison *c = question->c;
    if (uniform_pattern(c, words, size)) return;
    if (all_untouched(c)) {
        if (!place_pattern(c, true, words, size)) describe_rest(c, wrong, words, size);
        return;
    }
    if (moved_pattern(c, words, size)) return;
    if (place_pattern(c, false, words, size)) return;
    if (scaled_pattern(c, words, size)) return;
    describe_rest(c, wrong, words, size);
}

bool describe_pattern(const PatternQuestion *question, char *words, size_t size) {
    const Comparison *c = question->c;
    words[0] = 0;
    if (!c->wrong_count || never_written(question, words, size)) return false;
    size_t wrong = count_wrong_todo(c);
    bool explained = mistake_pattern(question, words, size);
    // Cells that the lab describes are answers to questions: where they lie says nothing.
    const bool answers = question->lab && question->lab->describe;
    if (wrong && !explained && !answers) describe_computed(question, wrong, words, size);
    if (wrong < c->wrong_count && !(explained && !wrong)) describe_boundary(c, wrong > 0, words, size);
    return explained;
}
