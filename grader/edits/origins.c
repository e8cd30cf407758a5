// a[(z - first) % 4] and a[z % 4]: elements of an array that is gone through in turn are put by one number of a step, and looked for
// by another. The number counted from where the other one begins.
#include "grader/edits/editing.h"

// A variable that is taken off in the words [from, to), "z - first"; -1: none is.
static int taken_off(const Editing *e, int from, int to) {
    for (int k = from + 1; k + 1 < to; k++)
        if (lexeme_is(&e->x, k, "-") && is_variable(e, k + 1) && !lexeme_is(&e->x, k + 2, "[")) return k + 1;
    return -1;
}

// What the loop begins with whose variable stands at `name`, behind its head: "for (int z = first; ...": the first word of `first`, and
// behind it in *end. -1: there is no such loop, or it begins with a number.
static int begin_of_loop(const Editing *e, int name, int *end) {
    int found = -1;
    for (int k = e->begin; k < name; k++) {
        if (!lexeme_is(&e->x, k, "for") || !lexeme_is(&e->x, k + 1, "(")) continue;
        int at = k + 2;
        const int head = e->x.list[k + 1].mate;
        while (at < head && !lexemes_equal(&e->x, at, name) && !lexeme_is(&e->x, at, ";")) at++;
        if (!lexemes_equal(&e->x, at, name) || !lexeme_is(&e->x, at + 1, "=")) continue;
        found = at + 2;
        *end = found;
        while (*end < head && !lexeme_is(&e->x, *end, ";") && !lexeme_is(&e->x, *end, ",")) ++*end;
    }
    return found > 0 && *end > found && e->x.list[found].kind != LEX_NUMBER ? found : -1;
}

// Is what an array is gone through in turn by made of the variable at `name`, further down in the function?
static bool turns_ring(const Editing *e, int name) {
    for (int k = name + 1; k < e->end; k++) {
        if (!lexeme_is(&e->x, k, "%")) continue;
        for (int at = begin_of_operand(e, k - 1); at < k; at++)
            if (lexemes_equal(&e->x, at, name)) return true;
    }
    return false;
}

// "turn = z;", where the ring begins with the march: counted from its first step.
static void edit_turn(Editing *e, int i) {
    enum { SHIFTS = 3 };
    int end, first;
    if (!lexeme_is(&e->x, i, "=") || !is_variable(e, i + 1) || !lexeme_is(&e->x, i + 2, ";") ||
        !turns_ring(e, i - 1) || (first = begin_of_loop(e, i + 1, &end)) < 0)
        return;
    const int before = e->edits->count;
    for (int shift = 0; shift < SHIFTS; shift++) {
        const int one = e->edits->count;
        add_words(e, EDIT_ORIGIN, i + 1, i + 2, i + 1, "(%.*s - (%.*s) + %d)", WORDS(e, i + 1, i + 2),
                  WORDS(e, first, end), shift);
        name_words(e, one, i + 1, i + 2);
    }
    make_likely(e, before, 1 + e->suspicion[i - e->begin]);
}

void edit_origin(Editing *e, int i) {
    edit_turn(e, i);
    enum { BACK = -2, ON = 2 };
    const int from = lexeme_is(&e->x, i, "%") ? begin_of_operand(e, i - 1) : -1,
              to = from < 0 ? -1 : end_of_operand(e, i + 1), less = to < 0 ? -1 : taken_off(e, from, i);
    int own = less, first = -1, first_end = -1;
    for (int k = from; less < 0 && to > 0 && k < i && first < 0; k++)
        if (is_variable(e, k) && (first = begin_of_loop(e, k, &first_end)) >= 0) own = k;
    for (int shift = BACK; own >= 0 && shift <= ON; shift++) {
        const int before = e->edits->count;
        if (less >= 0) // so that nothing is below 0
            add_words(e, EDIT_ORIGIN, own, own + 1, i, "(%d - %.*s)", shift, WORDS(e, i + 1, to));
        else
            add_words(e, EDIT_ORIGIN, own, own + 1, i, "(%.*s - (%.*s) + %.*s + %d)", WORDS(e, own, own + 1),
                      WORDS(e, first, first_end), WORDS(e, i + 1, to), shift - BACK);
        name_words(e, before, from, to);
        make_likely(e, before, 1 + e->suspicion[i - e->begin]); // there are few
    }
}
