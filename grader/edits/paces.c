// How far a loop goes on in a round: by the threads of the block that share it, or by what it says without its halo.
#include "grader/edits/editing.h"

// The `for` in whose head the word stands; -1: it stands in none.
static int head_with(const Editing *e, int i) {
    for (int open = i - 1; open > e->begin && !lexeme_is(&e->x, open, "{"); open--)
        if (lexeme_is(&e->x, open, "(") && e->x.list[open].mate > i)
            return lexeme_is(&e->x, open - 1, "for") ? open - 1 : -1;
    return -1;
}

static int find_word_in(const Editing *e, int from, int to, const char *word) {
    while (from < to && !lexeme_is(&e->x, from, word)) from++;
    return from < to ? from : -1;
}

// What a variable of the function is first set to, [*from, *to). False: it is not set before `i`.
static bool find_setting(const Editing *e, int name, int i, int *from, int *to) {
    for (int k = e->begin; k < i; k++)
        if (lexemes_equal(&e->x, k, name) && lexeme_is(&e->x, k + 1, "=")) {
            *from = k + 2, *to = value_end(e, k + 2);
            return true;
        }
    return false;
}

// Do the words [from, to) number the threads of a block along one axis, or all of them? Then how many these are.
static const char *threads_numbered(const Editing *e, int from, int to) {
    static const char *const along[] = {"blockDim.x", "blockDim.y", "blockDim.z"};
    int threads = 0;
    for (int i = from; i < to; i++) {
        if (lexeme_is(&e->x, i, "blockIdx") || lexeme_is(&e->x, i, "(")) return NULL;
        threads += lexeme_is(&e->x, i, "threadIdx");
    }
    if (threads > 1) return "(blockDim.x * blockDim.y * blockDim.z)";
    if (!threads || to != from + 3) return NULL;
    for (int axis = 0; axis < 3; axis++)
        if (e->x.text[e->x.list[from + 2].at] == 'x' + axis) return along[axis];
    return NULL;
}

// for (row = threadIdx.y; row < ...; row += STEP): the threads that begin beside each other leave nothing out where STEP is their
// number.
static void edit_pace_of_block(Editing *e, int i, int to) {
    const int head = head_with(e, i), begin = head < 0 ? -1 : find_word_in(e, head, i, "=");
    if (begin < 0 || begin + 1 >= i) return;
    int from = begin + 1, end = find_word_in(e, from, i, ";");
    if (end < 0 || (end == from + 1 && is_variable(e, from) && !find_setting(e, from, head, &from, &end)))
        return;
    const char *threads = threads_numbered(e, from, end);
    const int before = e->edits->count;
    if (!threads || find_word_in(e, i, to, "blockDim") >= 0) return;
    add_words(e, EDIT_PACE, i, to, i, "%s", threads);
    name_words(e, before, i, to);
    make_likely(e, before, given_rank(e, i));
}

void edit_pace(Editing *e, int i) {
    const int before = e->edits->count;
    if (!lexeme_is(&e->x, i - 1, "+=")) return;
    const int to = value_end(e, i);
    if (to == i + 1 && is_variable(e, i) && type_of(e, i) == TYPE_WHOLE) {
        add_words(e, EDIT_PACE, i, to, i, "(%.*s - 2)", WORDS(e, i, to));
        add_words(e, EDIT_PACE, i, to, i, "(%.*s + 2)", WORDS(e, i, to));
        make_likely(e, before, 1 + 3 * e->suspicion[i - e->begin] + given_rank(e, i)); // there are few
    }
    if (to > i) edit_pace_of_block(e, i, to);
}
