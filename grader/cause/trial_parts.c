// Which functions of a student's text are changed, and by which names; where its operands and statements begin and end.
#include <string.h>

#include "grader/cause/trial.h"
#include "grader/text/append.h"

void trial_add_name(Trial *t, const char *name) {
    for (int i = 0; i < t->names; i++)
        if (!strcmp(t->name[i], name)) return;
    if (t->names < TRIAL_NAMES && name[0]) append(t->name[t->names++], HOST_NAME, "%s", name);
}

void trial_add_constants(Trial *t) {
    const HostToken *token = t->text->token;
    for (int i = 0; i < t->text->count; i++) {
        if (!token_is(&token[i], "enum") || !token[i].line) continue;
        for (; i + 1 < t->text->count && !token_is(&token[i], ";"); i++)
            if (token[i].kind == TOKEN_NAME && token_is(&token[i + 1], "=")) trial_add_name(t, token[i].text);
    }
}

static bool is_part(const Trial *t, int begin) {
    for (int i = 0; i < t->parts; i++)
        if (t->part[i].begin == begin) return true;
    return false;
}

void trial_add_functions(Trial *t, const char *name) {
    enum { NAMES = 16 };
    char names[NAMES][HOST_NAME];
    const char *dot = strrchr(name, '.'); // "object.f": by the function's own name
    int begin, end;
    if (dot) name = dot + 1;
    if (t->parts == TRIAL_PARTS || !host_function(t->text, name, &begin, &end) || is_part(t, begin) ||
        !t->text->token[begin].line)
        return;
    t->part[t->parts].begin = begin;
    t->part[t->parts++].end = end;
    const int count = host_parameters_of(t->text, begin, names, NAMES);
    for (int i = 0; i < count; i++) trial_add_name(t, names[i]);
    for (int i = begin; i < end; i++)
        if (t->text->token[i].kind == TOKEN_NAME && token_is(&t->text->token[i + 1], "("))
            trial_add_functions(t, t->text->token[i].text);
}

bool is_assigned(const HostToken *at) {
    static const char *const marks[] = {"=", "+=", "|=", "-=", "*=", "/=", "%=", "++", "--", NULL};
    return token_is_one_of(at + 1, marks);
}

bool is_operand(const HostToken *t) {
    return t->kind == TOKEN_NUMBER || token_is(t, ")") || token_is(t, "]") || t->kind == TOKEN_NAME;
}

int trial_statement_end(const Trial *t, int at) {
    while (at < t->text->count && !token_is(&t->text->token[at], ";") && !token_is(&t->text->token[at], "{"))
        at++;
    return at;
}

int one_operand_begin(const Trial *t, int last) {
    const HostToken *token = t->text->token;
    int first = last;
    while (first > 0 && (token_is(&token[first], ")") || token_is(&token[first], "]"))) {
        first = host_bracket_begin(t->text, first);
        const bool called = token[first - 1].kind == TOKEN_NAME && !token_is(&token[first - 1], "return");
        if (!called && !token_is(&token[first - 1], ")") && !token_is(&token[first - 1], "]")) break;
        first--;
    }
    return first;
}

int one_operand_end(const Trial *t, int first) {
    const HostToken *token = t->text->token;
    int last = token_is(&token[first], "(") ? host_bracket_end(t->text, first) - 1 : first;
    while (token[last].kind != TOKEN_NUMBER &&
           (token_is(&token[last + 1], "(") || token_is(&token[last + 1], "[")))
        last = host_bracket_end(t->text, last + 1) - 1;
    return last;
}
