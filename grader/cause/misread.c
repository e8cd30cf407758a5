// Text that C reads otherwise than it looks: (a, b, c) where a dim3 is meant, a statement that begins with +, a + b ? c : d, a case
// without break, a break out of one loop of several, ! for ~, a copy that is changed in place of the caller's variable.
#include <string.h>

#include "grader/cause/slips.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

static bool is_one_of(const HostToken *token, const char *const *marks, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (token_is(token, marks[i])) return true;
    return false;
}
#define IS_ONE_OF(token, ...)                                                                                \
    is_one_of(token, (const char *const[]){__VA_ARGS__},                                                     \
              sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *))

// "grid = (a, b, c);": the comma computes one after the other, and the last one is the value.
static bool say_comma(Cause *cause, const Explained *e, const HostText *t, int i) {
    if (!token_is(&t->token[i], "=") || !token_is(&t->token[i + 1], "(")) return false;
    const int end = host_bracket_end(t, i + 1);
    int last = 0, depth = 0;
    for (int k = i + 2; k < end - 1; k++) {
        depth += IS_ONE_OF(&t->token[k], "(", "[", "{") - IS_ONE_OF(&t->token[k], ")", "]", "}");
        if (!depth && token_is(&t->token[k], ",")) last = k;
    }
    if (!last || !token_is(&t->token[end], ";")) return false;
    blame_slip(cause, e, &t->token[i - 1]);
    SAY(what,
        "A comma between numbers in parentheses computes one after the other and keeps the last: this is `");
    for (int k = last + 1; k < end - 1; k++) SAY(what, "%s%s", k > last + 1 ? " " : "", t->token[k].text);
    SAY(what, "` alone, and not all of them.");
    SAY(next, "Write dim3(x, y, z) for the numbers of blocks or threads along the three axes.");
    return true;
}

// "...; + c * x;": the `;` before it has ended the sum.
static bool say_no_effect(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *sign = &t->token[i + 1];
    if (!token_is(&t->token[i], ";") || !IS_ONE_OF(sign, "+", "-")) return false;
    const int end = end_of_statement(t, i + 1);
    for (int k = i + 1; k < end; k++)
        if (strchr(t->token[k].text, '=') || IS_ONE_OF(&t->token[k], "++", "--")) return false;
    if (!token_is(&t->token[end], ";")) return false; // the third part of a for
    blame_slip(cause, e, &t->token[i]);
    SAY(what,
        "The `;` at the end of this line ends the sum. What follows in line %d, from the `%s` on, is a statement of its own that does "
        "nothing.",
        sign->line, sign->text);
    SAY(next, "Leave out this `;`. The compiler warns of such lines: \"expression has no effect\".");
    return true;
}

// "p + inside ? a : b" is "(p + inside) ? a : b".
static bool say_question(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *asked = &t->token[i - 1], *mark = &t->token[i - 2];
    if (!token_is(&t->token[i], "?") || asked->kind != TOKEN_NAME || !IS_ONE_OF(mark, "+", "*")) return false;
    for (int k = i - 2, depth = 0; k > 0; k--) {
        const HostToken *token = &t->token[k];
        depth += IS_ONE_OF(token, ")", "]") - IS_ONE_OF(token, "(", "[");
        if (depth < 0 || IS_ONE_OF(token, ";", "{", "}", "=", ",", "return")) break;
        if (!depth && IS_ONE_OF(token, "<", ">", "<=", ">=", "==", "!=", "&&", "||", "&", "%")) return false;
    }
    blame_slip(cause, e, &t->token[i]);
    SAY(what,
        "`%s` binds before `?`: what is asked here is not whether `%s` holds, but whether `%s %s %s` is other than 0, and one of "
        "the two behind the `?` is the whole value.",
        mark->text, asked->text, t->token[i - 3].text, mark->text, asked->text);
    SAY(next, "Put the choice in parentheses: ... %s (%s ? ... : ...).", mark->text, asked->text);
    return true;
}

// "case 0: x = 1; default: ...": the next case is done as well.
static bool say_no_break(Cause *cause, const Explained *e, const HostText *t, int i) {
    if (!IS_ONE_OF(&t->token[i], "case", "default") || !token_is(&t->token[i - 1], ";")) return false;
    int first = i - 1;
    while (first > 0 && !IS_ONE_OF(&t->token[first - 1], ";", "{", "}")) first--;
    while (IS_ONE_OF(&t->token[first], "case", "default")) { // behind the labels: a `:` may belong to a `?`
        while (first < i && !token_is(&t->token[first], ":")) first++;
        first++;
    }
    for (int k = first; k < i; k++)
        if (IS_ONE_OF(&t->token[k], "break", "return", "continue", "goto", "fallthrough", "__trap"))
            return false;
    blame_slip(cause, e, &t->token[first]);
    SAY(what, "No `break` comes behind this: what stands in line %d, for another case, is done as well.",
        t->token[i].line);
    SAY(next, "Write break; at the end of each case.");
    return true;
}

// "n & !1": of a number other than 0 it makes 0.
static bool say_not_number(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *number = &t->token[i + 1];
    if (!token_is(&t->token[i], "!") || number->kind != TOKEN_NUMBER ||
        !IS_ONE_OF(&t->token[i - 1], "&", "|", "^"))
        return false;
    blame_slip(cause, e, &t->token[i]);
    SAY(what, "`!` asks whether a number is 0: !%s is %s. `~` turns over its bits.", number->text,
        strspn(number->text, "0") == strlen(number->text) ? "1" : "0");
    SAY(next, "Write ~%s for all bits but those of %s.", number->text, number->text);
    return true;
}

static bool by_reference(const HostText *t, int parameter) {
    for (int k = parameter - 1; k > 0 && !IS_ONE_OF(&t->token[k], ",", "(", ";"); k--)
        if (IS_ONE_OF(&t->token[k], "&", "&&")) return true;
    return false;
}

static bool in_loop(const HostText *t, int body, int at) {
    for (int k = body; k < at; k++)
        if (IS_ONE_OF(&t->token[k], "for", "while", "do") && end_of_statement(t, k + 1) > at) return true;
    return false;
}

// Does the function do nothing but exchange or move on what it was given? Then it is the parameters that are wrong.
static bool only_moves(const HostText *t, int body) {
    for (int k = body + 1; k < host_bracket_end(t, body); k++) {
        if (IS_ONE_OF(&t->token[k], "[", "if", "for", "while", "return")) return false;
        if (token_is(&t->token[k], "*") && IS_ONE_OF(&t->token[k - 1], ";", "{", "}")) return false;
    }
    return true;
}

// "void next(const float *from) { ...; from += step; }": the last that is done is lost.
static bool say_own_copy(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    const HostToken *name = &t->token[i];
    if (name->kind != TOKEN_NAME || strchr(name->text, '.') || !IS_ONE_OF(&t->token[i - 1], ";", "{", "}") ||
        !IS_ONE_OF(name + 1, "=", "+=", "-=", "*=", "++", "--"))
        return false;
    const int parameter = parameter_named(t, body, name);
    if (!parameter || by_reference(t, parameter) || in_loop(t, body, i)) return false;
    for (int k = i + 1; k < host_bracket_end(t, body); k++)
        if (token_is(&t->token[k], name->text)) return false;
    const bool moves = only_moves(t, body);
    blame_slip(cause, e, moves ? &t->token[parameter] : name);
    if (moves && t->token[parameter].line != name->line) {
        cause->other = cause->place;
        cause->other.line = name->line, cause->other.column = name->column;
        SAY(other_what, "It is changed here");
    }
    SAY(what,
        "`%s` is a copy of what this function was given. It is changed in the function and not used there any "
        "more: the variable of who calls the function stays as it is.",
        name->text);
    SAY(next,
        "Take a reference, with & before the parameter's name, or change the variable where the function is called.");
    return true;
}

// A loop around token `at`, and the variable that it counts: "for (int z = 0; ...".
typedef struct {
    const HostToken *head, *counter;
} LoopAround;

static int loops_around(const HostText *t, int body, int at, LoopAround *loops, int most) {
    int count = 0;
    for (int k = body; k < at && count < most; k++) {
        if (!token_is(&t->token[k], "for") || !token_is(&t->token[k + 1], "(")) continue;
        const int inside = host_bracket_end(t, k + 1), braces = token_is(&t->token[inside], "{");
        if (inside > at || (braces ? host_bracket_end(t, inside) : end_of_statement(t, inside)) < at)
            continue;
        int set = k + 2;
        while (set < inside && !token_is(&t->token[set], "=")) set++;
        if (set < inside) loops[count++] = (LoopAround){&t->token[k], &t->token[set - 1]};
    }
    return count;
}

// Does the condition in the brackets (from, to) ask whether that variable has a certain value?
static bool asks_for_one(const HostText *t, int from, int to, const HostToken *name) {
    for (int k = from + 1; k + 1 < to; k++)
        if (token_is(&t->token[k], name->text) &&
            (token_is(&t->token[k + 1], "==") || token_is(&t->token[k - 1], "==")))
            return true;
    return false;
}

// "if (x == a && y == b) break;" in a loop over x inside of one over y: the outer one goes on.
static bool say_inner_break(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    enum { LOOPS = 8 };
    LoopAround loops[LOOPS];
    if (!token_is(&t->token[i], "if") || !token_is(&t->token[i + 1], "(")) return false;
    int leaves = host_bracket_end(t, i + 1);
    const int condition_end = leaves;
    if (token_is(&t->token[leaves], "{")) leaves++;
    if (!token_is(&t->token[leaves], "break")) return false;
    const int count = loops_around(t, body, i, loops, LOOPS);
    for (int k = 0; k + 1 < count; k++) {
        if (!asks_for_one(t, i + 1, condition_end, loops[k].counter)) continue;
        blame_slip(cause, e, &t->token[leaves]);
        SAY(what,
            "`break` leaves the innermost loop alone, that of line %d: the one over `%s` in line %d goes on.",
            loops[count - 1].head->line, loops[k].counter->text, loops[k].head->line);
        SAY(next,
            "Leave them all: put the loops in a function and return from it, or compute the result without a loop.");
        return true;
    }
    return false;
}

// The last token of the name that begins at k: of "S::width" that of `width`.
static int name_end(const HostText *t, int k) {
    while (token_is(&t->token[k + 1], "::") && t->token[k + 2].kind == TOKEN_NAME) k += 2;
    return k;
}

static bool same_names(const HostText *t, int one, int other) {
    const int count = name_end(t, one) - one;
    if (name_end(t, other) - other != count) return false;
    for (int k = 0; k <= count; k++)
        if (!token_is(&t->token[one + k], t->token[other + k].text)) return false;
    return true;
}

// Is there "name / by", or "name % by", in the tokens? `by`: where that begins.
static bool divides(const HostText *t, int from, int to, const HostToken *name, const char *mark, int by) {
    for (int k = from; k + 2 < to; k++)
        if (token_is(&t->token[k], name->text) && token_is(&t->token[k + 1], mark) &&
            same_names(t, k + 2, by))
            return true;
    return false;
}

// Is the variable given another value between the two tokens, whichever of them comes first? Then it is another number there.
static bool changes_between(const HostText *t, int one, int other, const HostToken *name) {
    for (int k = one < other ? one : other; k < (one < other ? other : one); k++)
        if (token_is(&t->token[k], name->text) &&
            IS_ONE_OF(&t->token[k + 1], "=", "/=", "%=", "-=", "+=", "*=", "++", "--"))
            return true;
    return false;
}

// "x = m % length; y = m / n;": a flat number is taken apart by two lengths. Where there is m % n, too, n is that of a plane.
static bool say_two_lengths(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    const HostToken *flat = &t->token[i], *length = flat + 2;
    const int end = host_bracket_end(t, body);
    if (flat->kind != TOKEN_NAME || !token_is(flat + 1, "%") || length->kind != TOKEN_NAME ||
        divides(t, body, end, flat, "/", i + 2))
        return false;
    for (int k = body; k + 3 < end; k++) {
        const HostToken *other = &t->token[k + 2];
        if (!token_is(&t->token[k], flat->text) || !token_is(&t->token[k + 1], "/") ||
            other->kind != TOKEN_NAME || !IS_ONE_OF(&t->token[name_end(t, k + 2) + 1], ";", ",", ")") ||
            divides(t, body, end, flat, "%", k + 2) || changes_between(t, i, k, flat))
            continue;
        blame_slip(cause, e, &t->token[k]);
        SAY(what,
            "`%s` is a number through rows: line %d takes the place in its row as %s %% %s, and this one the row as %s / %s. Rows have one "
            "length.",
            flat->text, flat->line, flat->text, t->token[name_end(t, i + 2)].text, flat->text,
            t->token[name_end(t, k + 2)].text);
        SAY(next, "Divide by what the remainder is taken of.");
        return true;
    }
    return false;
}

// Does the statement around token `at`, the index of an element, use it elsewhere, too?
static bool used_beside(const HostText *t, int at) {
    int from = at;
    while (from > 0 && !IS_ONE_OF(&t->token[from - 1], ";", "{", "}", "(", ")"))
        from--; // behind the head of a loop
    for (int k = from; k < t->count && !(k > at && IS_ONE_OF(&t->token[k], ";", "{", "}")); k++)
        if (k != at && token_is(&t->token[k], t->token[at].text) && !token_is(&t->token[k - 1], "["))
            return true;
    return false;
}

// "std::sort(of, of + 4); ... if (of[r] == least) which |= 1 << r;": what was number r is another one now.
static bool say_sorted(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    const HostToken *array = &t->token[i + 2];
    const size_t length = strlen(t->token[i].text);
    const bool sorts = length >= 4 && !strcmp(t->token[i].text + length - 4, "sort");
    if (!sorts || !token_is(&t->token[i + 1], "(") || array->kind != TOKEN_NAME) return false;
    for (int k = i; k + 3 < host_bracket_end(t, body); k++) {
        if (!token_is(&t->token[k], array->text) || !token_is(&t->token[k + 1], "[") ||
            t->token[k + 2].kind != TOKEN_NAME || !used_beside(t, k + 2))
            continue;
        blame_slip(cause, e, &t->token[i]);
        SAY(what,
            "Once `%s` is sorted, the place of a number in it no longer tells what the number belongs to. Line %d takes it from there.",
            array->text, t->token[k].line);
        SAY(next, "Leave the order as it is: std::min() or a loop finds the smallest.");
        return true;
    }
    return false;
}

bool say_misread(Cause *cause, const Explained *e, const HostText *t, int i) {
    return say_comma(cause, e, t, i) || say_no_effect(cause, e, t, i) || say_question(cause, e, t, i) ||
           say_not_number(cause, e, t, i);
}

bool say_likely_slip(Cause *cause, const Explained *e, const HostText *t, int body, int i, bool helper) {
    return (helper && say_own_copy(cause, e, t, body, i)) || say_no_break(cause, e, t, i) ||
           say_inner_break(cause, e, t, body, i) || say_sorted(cause, e, t, body, i) ||
           say_two_lengths(cause, e, t, body, i) || say_left_behind(cause, e, t, body, i);
}
