// Slips that C takes without a word: a `;` behind the head of an if or a loop, the size of a pointer for that of an array, two
// values that are exchanged without a third place for one of them, a < b < c, ~ for !, a second statement that only looks as if it
// belonged to a loop, `static` for what each call has anew.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/reached.h"
#include "grader/cause/slips.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

void blame_slip(Cause *cause, const Explained *e, const HostToken *at) {
    const SourcePlace shown = cause->known ? cause->place : (SourcePlace){.line = 0};
    *cause = (Cause){.known = true, .sure = true, .todo = -1, .example = cause->example};
    cause->place = (SourcePlace){.line = at->line, .column = at->column};
    SAY(place.file, "%s", e->source_path);
    if (!shown.line || shown.line == at->line) return;
    cause->other = shown;
    SAY(other_what, "What follows from it shows here");
}

// A loop may wait with nothing to do; one whose body stands behind its `;` in braces does not.
static bool is_empty(const HostText *t, int i) {
    const bool loop = token_is(&t->token[i], "for") || token_is(&t->token[i], "while");
    if ((!loop && !token_is(&t->token[i], "if")) || !token_is(&t->token[i + 1], "(")) return false;
    const int last = host_bracket_end(t, i + 1) - 1;
    const bool ends_do = token_is(&t->token[i], "while") && token_is(&t->token[i - 1], "}");
    if (last + 2 >= t->count || !token_is(&t->token[last + 1], ";") || ends_do) return false;
    return loop ? token_is(&t->token[last + 2], "{") : !token_is(&t->token[last + 2], "else");
}

static bool say_empty(Cause *cause, const Explained *e, const HostText *t, int i) {
    if (!is_empty(t, i)) return false;
    const HostToken *behind = &t->token[host_bracket_end(t, i + 1) + 1];
    blame_slip(cause, e, &t->token[i]);
    SAY(what,
        "The `;` behind this `%s (...)` ends it: what follows in line %d does not belong to it, and is done in any case.",
        t->token[i].text, behind->line);
    SAY(next, "Leave out the `;`.");
    return true;
}

typedef enum { POINTER_NONE, POINTER_PARAMETER, POINTER_VARIABLE } PointerKind;

static bool is_element_type(const HostToken *token) {
    static const char *const types[] = {"float", "double", "int", "char", "float2", "float4", "double2"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (token_is(token, types[i])) return true;
    return false;
}

// The name is declared there as "T *name" or, as a parameter, as "T name[...]".
static bool declares_pointer(const HostText *t, int i, bool parameter) {
    const HostToken *before = &t->token[i - 1];
    // Of two factors, "a * b", the first one is a number's name, and no type's.
    const bool typed = token_is(before, "*") && i > 1 && t->token[i - 2].kind == TOKEN_NAME &&
                       (parameter || is_element_type(&t->token[i - 2]));
    return typed || (parameter && token_is(&t->token[i + 1], "["));
}

// Is it a parameter of the function whose body begins there, or a variable that is declared in it before `use`?
static PointerKind pointer_kind(const HostText *t, int body, int use, const char *name) {
    for (int i = use; i > body; i--)
        if (t->token[i].kind == TOKEN_NAME && token_is(&t->token[i], name) && declares_pointer(t, i, false))
            return POINTER_VARIABLE;
    for (int i = body - 1; i > 0 && !token_is(&t->token[i], ";") && !token_is(&t->token[i], "}"); i--)
        if (t->token[i].kind == TOKEN_NAME && token_is(&t->token[i], name))
            return declares_pointer(t, i, true) ? POINTER_PARAMETER : POINTER_NONE;
    return POINTER_NONE;
}

static bool say_pointer_size(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    const bool brackets = token_is(&t->token[i + 1], "(");
    const HostToken *name = &t->token[i + (brackets ? 2 : 1)];
    if (!token_is(&t->token[i], "sizeof") || name->kind != TOKEN_NAME ||
        (brackets && !token_is(name + 1, ")")) || (!brackets && strpbrk(name[1].text, "[.(-*")))
        return false;
    const PointerKind kind = pointer_kind(t, body, i, name->text);
    if (!kind) return false;
    blame_slip(cause, e, &t->token[i]);
    SAY(what, "sizeof(%s) is the size of a pointer here, 8 bytes: ", name->text);
    if (kind == POINTER_PARAMETER)
        SAY(what,
            "a parameter is no array, however it is written, and does not know how many elements the caller's has.");
    else
        SAY(what, "`%s` is declared as a pointer, and does not know how much lies behind it.", name->text);
    SAY(next, kind == POINTER_PARAMETER
                  ? "Hand the number of elements on as a parameter of its own, or write a constant."
                  : "Take the size of what it points to: of the array or the struct itself.");
    return true;
}

// "a = b; b = a;" of two names: the second one hands back what the first one has just put there.
static bool say_lost_swap(Cause *cause, const Explained *e, const HostText *t, int i) {
    enum { WORDS = 8 };
    const HostToken *a = &t->token[i], *b = a + 2;
    if (i + WORDS > t->count || a->kind != TOKEN_NAME || b->kind != TOKEN_NAME || token_is(a, b->text) ||
        !token_is(a + 1, "=") || !token_is(a + 3, ";") || !token_is(a + 4, b->text) ||
        !token_is(a + 5, "=") || !token_is(a + 6, a->text) || !token_is(a + 7, ";"))
        return false;
    blame_slip(cause, e, a + 4);
    SAY(what,
        "`%s` was given the value of `%s` right before, so both are the same from here on: what `%s` was is lost.",
        a->text, b->text, a->text);
    SAY(next,
        "To exchange two values, keep the first one in a third variable, and take it from there at the end.");
    return true;
}

static bool is_smaller(const HostToken *token) {
    return token_is(token, "<") || token_is(token, "<=");
}

// The second < of "a < b < c", from the first one at `i` on; 0: there is none. What a template is given ends with a >.
static int second_comparison(const HostText *t, int i) {
    // Of bits, & and the like, comparisons are parts: they come first.
    static const char *const conditions[] = {"&&", "||", "?", ";", "&", "|", "^", NULL};
    int second = 0, depth = 0;
    for (int k = i + 1; k < t->count; k++) {
        const HostToken *token = &t->token[k];
        if (token_is(token, "(") || token_is(token, "[")) depth++;
        if ((token_is(token, ")") || token_is(token, "]")) && depth-- == 0) return second;
        if (depth) continue;
        if (token_is_one_of(token, conditions)) return second;
        if (strchr(token->text, '>') || token_is(token, ",") || token_is(token, "::")) return 0;
        if (is_smaller(token) && !second) second = k;
    }
    return 0;
}

static bool joins_conditions(const HostToken *token) {
    static const char *const marks[] = {"&&", "||", "=", "?", "return", ";", "{", "}", "(", "&", "|", "^"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (token_is(token, marks[i])) return true;
    return false;
}

static bool ends_condition(const HostToken *token) {
    return joins_conditions(token) || token_is(token, ")") || token_is(token, ":");
}

static bool say_two_in_one(Cause *cause, const Explained *e, const HostText *t, int i) {
    const int second = is_smaller(&t->token[i]) ? second_comparison(t, i) : 0;
    if (!second) return false;
    int first = i, end = second + 1;
    while (first > 0 && !joins_conditions(&t->token[first - 1])) first--;
    while (end < t->count && !ends_condition(&t->token[end])) end++;
    blame_slip(cause, e, &t->token[i]);
    SAY(what, "In `");
    for (int k = first; k < end; k++) SAY(what, "%s%s", k > first ? " " : "", t->token[k].text);
    SAY(what, "` the first comparison comes out as 0 or 1, and that is what the second one compares.");
    SAY(next, "Write 0 < x && x < n: C has no comparison of three values.");
    return true;
}

// "turn = ~turn": of 0 and 1 that makes -1 and -2.
static bool say_all_bits(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *name = &t->token[i];
    if (name->kind != TOKEN_NAME || !token_is(name + 1, "=") || !token_is(name + 2, "~") ||
        !token_is(name + 3, name->text) || !token_is(name + 4, ";"))
        return false;
    blame_slip(cause, e, name + 2);
    SAY(what, "`~` turns over every bit of a number: ~0 is -1, and not 1.");
    SAY(next, "To go from 0 to 1 and back write 1 - %s, or !%s.", name->text, name->text);
    return true;
}

int end_of_statement(const HostText *t, int i) {
    int depth = 0;
    for (; i < t->count; i++) {
        depth += token_is(&t->token[i], "(") || token_is(&t->token[i], "[") || token_is(&t->token[i], "{");
        depth -= token_is(&t->token[i], ")") || token_is(&t->token[i], "]") || token_is(&t->token[i], "}");
        if (depth < 0 || (!depth && token_is(&t->token[i], ";"))) break;
    }
    return i;
}

// A loop without braces, and two statements below each other behind it that both stand further in: only the first is its body.
static bool say_no_braces(Cause *cause, const Explained *e, const HostText *t, int i) {
    const HostToken *loop = &t->token[i];
    if (!token_is(loop, "for") || !token_is(loop + 1, "(")) return false;
    const int body = host_bracket_end(t, i + 1), end = end_of_statement(t, body);
    const HostToken *first = &t->token[body], *second = &t->token[end + 1];
    const bool nests = token_is(first, "for") || token_is(first, "if") || token_is(first, "while");
    if (end + 1 >= t->count || token_is(first, "{") || nests || !second->line || token_is(second, "}") ||
        first->line <= loop->line || second->line <= first->line || first->column <= loop->column ||
        second->column != first->column)
        return false;
    blame_slip(cause, e, second);
    SAY(what,
        "This statement does not belong to the loop in line %d: without braces a loop repeats the one statement behind it, "
        "however the others are set in.",
        loop->line);
    SAY(next, "Put all that the loop is to repeat in braces { }.");
    return true;
}

int parameter_named(const HostText *t, int body, const HostToken *name) {
    const size_t length = strcspn(name->text, "."); // of a path its first part
    for (int i = body - 1; i > 0 && !token_is(&t->token[i], ";") && !token_is(&t->token[i], "}"); i--)
        if (t->token[i].kind == TOKEN_NAME && strlen(t->token[i].text) == length &&
            !strncmp(t->token[i].text, name->text, length))
            return i;
    return 0;
}

// "static const int threads = block.x": it begins with what the first call was given, and so it stays.
static bool say_static(Cause *cause, const Explained *e, const HostText *t, int body, int i) {
    if (!token_is(&t->token[i], "static")) return false;
    const int end = end_of_statement(t, i);
    int set = i;
    while (set < end && !token_is(&t->token[set], "=")) set++;
    bool given = false;
    for (int k = set + 1; k < end; k++)
        given |= t->token[k].kind == TOKEN_NAME && parameter_named(t, body, &t->token[k]) > 0;
    if (!given) return false;
    blame_slip(cause, e, &t->token[i]);
    SAY(what,
        "A `static` variable gets its first value once, in the first call: `%s` keeps it in all later ones, whatever they are "
        "given.",
        t->token[set - 1].text);
    SAY(next, "Leave out `static`: each call then computes the value from what it is given.");
    return true;
}

// A vote of the block in place of a barrier: where a thread says no, all get no.
static bool say_vote(Cause *cause, const Explained *e, const HostText *t, int i) {
    if (!token_is(&t->token[i], "__syncthreads_and")) return false;
    if (!cause->nothing_stored && (!cause->known || cause->place.line != t->token[i].line)) return false;
    blame_slip(cause, e, &t->token[i]);
    SAY(what,
        "__syncthreads_and() is a barrier, and gives every thread the same answer: true only where all threads of the block have "
        "said so. One that says no, such as a thread of the halo, holds all of them back.");
    SAY(next,
        "Wait with __syncthreads(), and let each thread look at its own condition. Whether any thread says so, __syncthreads_or() tells.");
    return true;
}

// What a sure cause does not give way to.
static bool say_doubtful(Cause *cause, const Explained *e, const HostText *t, int body, int i, bool helper) {
    return say_empty(cause, e, t, i) || say_pointer_size(cause, e, t, body, i) ||
           say_lost_swap(cause, e, t, i) || say_two_in_one(cause, e, t, i) || say_all_bits(cause, e, t, i) ||
           say_no_braces(cause, e, t, i) || say_static(cause, e, t, body, i) ||
           say_likely_slip(cause, e, t, body, i, helper);
}

void explain_slip(Cause *cause, const Explained *e, const char *entry) {
    HostText *t = calloc(1, sizeof *t);
    bool found = false;
    if (t && host_text_read(t, e->source_path, e->root)) {
        Reached r;
        reach_functions(&r, t, entry);
        for (int k = 0; k < r.count && !found; k++)
            for (int i = r.begin[k] + 1; i + 3 < host_bracket_end(t, r.begin[k]) && !found; i++)
                found = t->token[i].line &&
                        ((!cause->sure && say_doubtful(cause, e, t, r.begin[k], i, k > 0)) ||
                         (i > r.begin[k] + 3 && say_misread(cause, e, t, i)) || say_vote(cause, e, t, i));
    }
    free(t);
}
