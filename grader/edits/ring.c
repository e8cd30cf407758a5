// An array that is gone through in turn, a[z % 3], and whose first elements are set by fixed numbers, a[0] and a[1]: those that the
// first round of the loop looks for. And an index that runs past an end of such an array.
#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { LONGEST = 2000 };

// The loop whose rounds go through the array: what its variable begins with, and what the index is divided by.
typedef struct {
    int at, first, first_end, divisor, divisor_end;
} Ring;

// "a[0]": an element by a number, and no declaration.
static bool is_numbered(const Editing *e, int i) {
    return e->x.list[i].kind == LEX_NAME && e->x.list[i - 1].kind != LEX_NAME &&
           lexeme_is(&e->x, i + 1, "[") && e->x.list[i + 2].kind == LEX_NUMBER &&
           lexeme_is(&e->x, i + 3, "]");
}

// Have the words from .. end - 1 the variable, and a remainder?
static bool is_remainder(const Editing *e, int from, int end, int variable, Ring *r) {
    bool has = false;
    r->divisor = 0, r->divisor_end = end;
    for (int k = from; k < end; k++) {
        has |= lexemes_equal(&e->x, k, variable);
        if (lexeme_is(&e->x, k, "%")) r->divisor = k + 1;
    }
    return has && r->divisor && end_of_operand(e, r->divisor) == end;
}

// Is the index of the array's element at i such a remainder, or a name that is given one in the loop, "next = (i + 1) % 3"?
static bool goes_round(const Editing *e, int i, int variable, Ring *r) {
    if (!lexeme_is(&e->x, i + 1, "[")) return false;
    const int index = i + 2, end = e->x.list[i + 1].mate;
    if (is_remainder(e, index, end, variable, r)) return true;
    for (int k = r->at; end == index + 1 && k < i; k++) {
        if (!lexemes_equal(&e->x, k, index) || !lexeme_is(&e->x, k + 1, "=")) continue;
        int to = k + 2;
        while (to < i && !lexeme_is(&e->x, to, ",") && !lexeme_is(&e->x, to, ";"))
            to = e->x.list[to].mate > to ? e->x.list[to].mate + 1 : to + 1;
        if (is_remainder(e, k + 2, to, variable, r)) return true;
    }
    return false;
}

// Is the loop at i, behind the array's first elements, one that goes through it in turn?
static bool read_ring(const Editing *e, int i, int array, Ring *r) {
    if (!lexeme_is(&e->x, i, "for") || !lexeme_is(&e->x, i + 1, "(")) return false;
    int equals = i + 2;
    while (equals < e->x.list[i + 1].mate && !lexeme_is(&e->x, equals, "=") && !lexeme_is(&e->x, equals, ";"))
        equals++;
    if (!lexeme_is(&e->x, equals, "=")) return false;
    *r = (Ring){.at = i, .first = equals + 1, .first_end = equals + 1};
    while (!lexeme_is(&e->x, r->first_end, ";") && !lexeme_is(&e->x, r->first_end, ",") &&
           r->first_end < e->end)
        r->first_end++;
    if (r->first_end == r->first || e->x.list[r->first].kind == LEX_NUMBER) return false;
    const int end = statement_end_at(&e->x, i, e->end);
    for (int k = r->first_end; k < end; k++)
        if (lexemes_equal(&e->x, k, array) && goes_round(e, k, equals - 1, r)) return true;
    return false;
}

// All of them up to the loop, each as many elements on as the loop's first round is.
static void add_ring(Editing *e, int i, const Ring *r, int shift) {
    char text[LONGEST] = "";
    int last = i;
    for (int k = i; k < r->at; k++)
        if (lexemes_equal(&e->x, k, i) && is_numbered(e, k)) last = k;
    const int to = last + 4, before = e->edits->count;
    size_t at = e->x.list[i].at;
    int places = 0;
    for (int k = i; k <= last; k++) {
        if (!lexemes_equal(&e->x, k, i) || !is_numbered(e, k)) continue;
        const Lexeme *number = &e->x.list[k + 2];
        append(text, sizeof text, "%.*s(%.*s + %.*s + %.*s %c %d) %% %.*s", (int)(number->at - at),
               e->x.text + at, WORDS(e, r->first, r->first_end), WORDS(e, k + 2, k + 3),
               WORDS(e, r->divisor, r->divisor_end), shift < 0 ? '-' : '+', shift < 0 ? -shift : shift,
               WORDS(e, r->divisor, r->divisor_end));
        at = number->at + (size_t)number->length;
        places++;
    }
    append(text, sizeof text, "%.*s", (int)(e->x.list[to - 1].at + 1 - at), e->x.text + at);
    add_words(e, EDIT_RING, i, to, i, "%s", text);
    make_likely(e, before, 1 + e->suspicion[i - e->begin]); // there are few
    if (e->edits->count == before || places < 2) return;
    e->edits->list[before].places = places;
    e->edits->list[before].last_line = e->x.list[last].line;
}

void edit_ring(Editing *e, int i) {
    Ring r;
    if (!is_numbered(e, i)) return;
    for (int k = e->begin; k < i; k++)
        if (lexemes_equal(&e->x, k, i) && is_numbered(e, k)) return; // the first one stands for all
    for (int k = i; k < e->end; k++) {
        if (!read_ring(e, k, i, &r)) continue;
        for (int shift = -2; shift <= 1; shift++) add_ring(e, i, &r, shift);
        return;
    }
}

// "__shared__ float ring[SIZE];" in front of i: the bracket behind the array's name; -1: it is none of one size.
static int shared_size_at(const Editing *e, int i) {
    for (int k = e->begin; k < i; k++) {
        if (!lexeme_is(&e->x, k, "__shared__")) continue;
        const int end = statement_end_at(&e->x, k, e->end);
        for (int name = k + 1; name < end; name++)
            if (lexemes_equal(&e->x, name, i) && lexeme_is(&e->x, name + 1, "[") &&
                !lexeme_is(&e->x, e->x.list[name + 1].mate + 1, "["))
                return name + 1;
    }
    return -1;
}

// "ring[z % 3 * PLANE + own]" somewhere: else the array has no other end to go on at, and who looks past it is to be kept from that.
static bool is_ring(const Editing *e, int array) {
    for (int i = e->begin; i + 1 < e->end; i++)
        for (int k = i + 2;
             lexemes_equal(&e->x, i, array) && lexeme_is(&e->x, i + 1, "[") && k < e->x.list[i + 1].mate; k++)
            if (lexeme_is(&e->x, k, "%")) return true;
    return false;
}

// "ring[e + PLANE]", past one end of the array: as far behind the other one.
void edit_wrapped(Editing *e, int i) {
    const int size =
        e->x.list[i].kind == LEX_NAME && lexeme_is(&e->x, i + 1, "[") ? shared_size_at(e, i) : -1;
    if (size < 0 || e->suspicion[i - e->begin] > 1 || !is_ring(e, i)) return;
    const int index = i + 2, end = e->x.list[i + 1].mate, to = e->x.list[size].mate, before = e->edits->count;
    add_words(e, EDIT_WRAPPED, index, end, i, "((%.*s) %% (%.*s) + (%.*s)) %% (%.*s)", WORDS(e, index, end),
              WORDS(e, size + 1, to), WORDS(e, size + 1, to), WORDS(e, size + 1, to));
    make_likely(e, before, 2);
    name_words(e, before, i, i + 1);
}

// "= 0, b = 1, c = 2;" behind the first name: how many numbers follow each other from 0 on, and where the last one stands.
static int numbers_in_turn(const Editing *e, int name, int *last) {
    int count = 0;
    for (int i = name; lexeme_is(&e->x, i + 1, "=") && e->x.list[i + 2].kind == LEX_NUMBER; i += 4) {
        if (e->x.list[i + 2].length != 1 || e->x.text[e->x.list[i + 2].at] != '0' + count) break;
        *last = i + 2;
        count++;
        if (!lexeme_is(&e->x, i + 3, ",")) break;
    }
    return count > 1 && lexeme_is(&e->x, *last + 1, ";") ? count : 0;
}

// What the next loop begins with, "for (int z = first;", if that is no number. False: there is none.
static bool next_march(const Editing *e, int from, int *first, int *end) {
    for (int i = from; i < e->end; i++) {
        if (!lexeme_is(&e->x, i, "for") || !lexeme_is(&e->x, i + 1, "(")) continue;
        int at = i + 2;
        while (at < e->x.list[i + 1].mate && !lexeme_is(&e->x, at, "=") && !lexeme_is(&e->x, at, ";")) at++;
        if (!lexeme_is(&e->x, at, "=")) return false;
        *first = *end = at + 1;
        while (!lexeme_is(&e->x, *end, ";") && !lexeme_is(&e->x, *end, ",") && *end < e->end) ++*end;
        return *end > *first && e->x.list[*first].kind != LEX_NUMBER;
    }
    return false;
}

// "int below = 0, here = 1, above = 2;": places in a ring that is gone through in turn later on, by a remainder of the march.
void edit_turns(Editing *e, int i) {
    int last, first, first_end;
    const int count = lexeme_is(&e->x, i, "int") ? numbers_in_turn(e, i + 1, &last) : 0;
    if (!count || !next_march(e, last, &first, &first_end)) return;
    const int before = e->edits->count;
    for (int slots = count; slots <= count + 1; slots++)
        for (int shift = -1; shift <= 1; shift++) {
            char text[LONGEST] = "";
            for (int k = 0, name = i + 1; k < count; k++, name += 4)
                append(text, sizeof text, "%s%.*s = (%.*s + %d) %% %d", k ? ", " : "",
                       WORDS(e, name, name + 1), WORDS(e, first, first_end), k + shift + slots, slots);
            const int one = e->edits->count;
            add_words(e, EDIT_RING, i + 1, last + 1, i + 1, "%s", text);
            name_words(e, one, i + 1, last + 1);
        }
    make_likely(e, before, 2);
}
