// What a word is where it stands: a name that is declared there, a statement, a constant, an object. Another word in its place
// would not compile.
#include <ctype.h>

#include "grader/edits/editing.h"

// The first word of the statement, or of the list in brackets, that the word i stands in, and not in brackets within it.
static int declaration_begin(const Editing *e, int i) {
    int k = i - 1;
    while (k > 0 && !lexeme_is(&e->x, k, ";") && !lexeme_is(&e->x, k, "{") && !lexeme_is(&e->x, k, "}") &&
           !lexeme_is(&e->x, k, "(") && !lexeme_is(&e->x, k, "[")) {
        const int mate = e->x.list[k].mate;
        k = mate >= 0 && mate < k ? mate - 1 : k - 1;
    }
    return k + 1;
}

bool is_declared_there(const Editing *e, int i) {
    if (lexeme_is(&e->x, i - 1, ",")) {
        const int begin = declaration_begin(e, i - 1);
        return begin < i - 1 && e->x.list[begin].kind == LEX_NAME && e->x.list[begin + 1].kind == LEX_NAME &&
               !lexeme_is(&e->x, begin, "return") && !lexeme_is(&e->x, begin, "else");
    }
    return e->x.list[i - 1].kind == LEX_NAME && !lexeme_is(&e->x, i - 1, "return") &&
           !lexeme_is(&e->x, i - 1, "else");
}

bool is_statement(const Editing *e, int i) {
    const bool begins =
        lexeme_is(&e->x, i - 1, ";") || lexeme_is(&e->x, i - 1, "{") || lexeme_is(&e->x, i - 1, "}");
    return begins && lexeme_is(&e->x, i + 1, ";");
}

// Of a parameter its own words tell, of the others of a declaration those of the first one, too.
bool is_const(const Editing *e, int name) {
    const int begin = declaration_begin(e, name);
    const bool listed = begin > 0 && lexeme_is(&e->x, begin - 1, "(");
    for (int k = name - 1; k >= begin; k--) {
        const int mate = e->x.list[k].mate;
        if (mate >= 0 && mate < k) k = mate; // the const of a cast is another one
        if (lexeme_is(&e->x, k, "const")) return true;
        if (listed && lexeme_is(&e->x, k, ",")) return false;
    }
    return false;
}

bool is_given_value(const Editing *e, int i) {
    return is_set(e, i) && !lexeme_is(&e->x, i - 1, "&"); // of two numbers, more often than an address
}

bool may_be_set(const Editing *e, int i, int name) {
    if (!is_given_value(e, i) || !is_const(e, first_place(e, name))) return true;
    return type_of(e, name) == TYPE_POINTER && !lexeme_is(&e->x, i + 1, "[") && !lexeme_is(&e->x, i - 1, "*");
}

// By its capital: index_t may be a number, and so may T.
bool is_object(const Editing *e, int i) {
    const int name = first_place(e, i);
    if (name == 0 || e->x.list[name - 1].kind != LEX_NAME || e->x.list[name - 1].length < 2) return false;
    const char *type = e->x.text + e->x.list[name - 1].at;
    return isupper((unsigned char)type[0]) && islower((unsigned char)type[1]);
}

static bool is_real(const Editing *e, int i) {
    const Lexeme *x = &e->x.list[i];
    if (x->kind == LEX_NAME) return type_of(e, i) == TYPE_REAL;
    for (int k = 0; x->kind == LEX_NUMBER && k < x->length; k++)
        if (e->x.text[x->at + (size_t)k] == '.') return true;
    return false;
}

// A number with a point, or a variable of such numbers, in the operand: brackets, or one word.
static bool has_real(const Editing *e, int begin, int end) {
    for (int k = begin; k <= end; k++)
        if (is_real(e, k) && !lexeme_is(&e->x, k + 1, "[")) return true;
    return false;
}

bool divides_reals(const Editing *e, int i) {
    const int before = e->x.list[i - 1].mate, behind = e->x.list[i + 1].mate;
    return has_real(e, before >= 0 && before < i ? before : i - 1, i - 1) ||
           has_real(e, i + 1, behind > i ? behind : i + 1);
}
