// Changes of what may be too small at large sizes: a type that holds too little, a number that is a limit.
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"

enum { SMALLEST_LIMIT = 32, TIMES_AS_MUCH = 8, LONGEST_NUMBER = 9 };

// How many words from i on name an integer type of 8 or 16 bits; 0: they name none.
static int narrow_words(const Lexemes *x, int i) {
    static const char *const names[] = {"short",    "char",   "int8_t", "uint8_t", "int16_t",
                                        "uint16_t", "ushort", "uchar",  NULL};
    const int first = lexeme_is(x, i, "unsigned") || lexeme_is(x, i, "signed") ? i + 1 : i;
    for (int k = 0; names[k]; k++) {
        if (!lexeme_is(x, first, names[k])) continue;
        return first + 1 - i + lexeme_is(x, first + 1, "int");
    }
    return 0;
}

// "float at = i * n;" and "(float)i": a number that was whole. Elements of arrays are none.
static bool was_whole(const Lexemes *x, int i) {
    bool names = false;
    int inside = 0;
    if (lexeme_is(x, i - 1, "(") && lexeme_is(x, i + 1, ")")) return !lexeme_is(x, i - 2, "sizeof");
    if (!lexeme_is(x, i + 2, "=")) return false;
    for (int k = i + 3; k < x->count && !lexeme_is(x, k, ";"); k++) {
        if (lexeme_is(x, k, ",") && k > inside) break; // "float a = 0, b": what comes is another one's
        if (lexeme_is(x, k, "(") && x->list[k].mate > inside) inside = x->list[k].mate;
        if (lexeme_is(x, k, "[")) return false;
        names |= x->list[k].kind == LEX_NAME;
    }
    return names;
}

// "Rows<const char, float>": the type of what a pointer points to, or of elements. A cast to it narrows.
static bool is_template_argument(const Lexemes *x, int i) {
    const int from = lexeme_is(x, i - 1, "const") ? i - 1 : i;
    if (!lexeme_is(x, i, "char") || !(lexeme_is(x, i + 1, ",") || lexeme_is(x, i + 1, ">"))) return false;
    return lexeme_is(x, from - 1, ",") ||
           (lexeme_is(x, from - 1, "<") && !lexeme_is(x, from - 2, "static_cast"));
}

// What counts elements in a float is exact up to 2^24.
static void widen_type(Editing *e, int i) {
    const int words = narrow_words(&e->x, i);
    const bool again = narrow_words(&e->x, i - 1), pointer = lexeme_is(&e->x, i + words, "*");
    const int before = e->edits->count;
    if (words && !again && !pointer && !is_template_argument(&e->x, i))
        add_words(e, EDIT_TYPE, i, i + words, i, "int");
    name_words(e, before, i, i + words);
    if (lexeme_is(&e->x, i, "float") && was_whole(&e->x, i)) add_words(e, EDIT_TYPE, i, i + 1, i, "double");
}

// A mask, a bound, the length of an array.
static void raise_number(Editing *e, int i) {
    const Lexeme *x = &e->x.list[i];
    char *end;
    if (x->kind != LEX_NUMBER || x->length > LONGEST_NUMBER) return;
    const long number = strtol(e->x.text + x->at, &end, 0);
    if (number < SMALLEST_LIMIT || end != e->x.text + x->at + x->length) return;
    const bool mask = !((number + 1) & number);
    add_words(e, EDIT_LIMIT, i, i + 1, i, "%ld",
              mask ? (number + 1) * TIMES_AS_MUCH - 1 : number * TIMES_AS_MUCH);
}

// Numbers of host functions do not show in device code.
static void raise_numbers(Editing *e) {
    int begin = 0, end = 0;
    e->begin = 0;
    if (!next_device_function(&e->x, 0, &begin, &end)) return;
    for (int i = 0; i < e->x.count; i++) {
        if (i > end && !next_device_function(&e->x, end, &begin, &end)) begin = end = e->x.count;
        const bool body = lexeme_is(&e->x, i, "{") && lexeme_is(&e->x, i - 1, ")");
        if (body && i < begin) i = e->x.list[i].mate;
        raise_number(e, i);
    }
}

// "unsigned short row, slice;" in a struct, and types that are given another name: outside of functions.
static void widen_members(Editing *e) {
    for (int i = 0; i < e->x.count; i++) {
        const bool body = lexeme_is(&e->x, i, "{") && lexeme_is(&e->x, i - 1, ")");
        if (body && e->x.list[i].mate > i) i = e->x.list[i].mate;
        const bool declares = e->x.list[i].kind == LEX_NAME && !lexeme_is(&e->x, i - 1, "(") &&
                              !lexeme_is(&e->x, i - 1, ",") && !lexeme_is(&e->x, i - 1, "<");
        if (declares && narrow_words(&e->x, i)) widen_type(e, i);
    }
}

bool too_small_of(Edits *edits, const char *text, int most) {
    Editing e = {.edits = edits};
    *edits = (Edits){.list = calloc(EDITS_COLLECTED, sizeof *edits->list)};
    if (!edits->list || !lexemes_read(&e.x, text)) {
        edits_free(edits);
        return false;
    }
    e.suspicion = calloc((size_t)e.x.count + 1, sizeof *e.suspicion); // none is nearer than another one
    for (int at = 0; e.suspicion && next_device_function(&e.x, at, &e.begin, &e.end); at = e.end)
        for (int i = e.begin; i < e.end; i++) widen_type(&e, i);
    e.begin = 0;
    if (e.suspicion) raise_numbers(&e), widen_members(&e);
    free(e.suspicion);
    lexemes_free(&e.x);
    keep_likeliest(edits, most);
    if (!e.failed && edits->count) return true;
    edits_free(edits);
    return false;
}
