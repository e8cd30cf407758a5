// A pointer that a function got by value: what cudaMalloc stores into it, the caller never sees.
#include "grader/cause/pointer_copy.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/source_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// A function or a lambda.
typedef struct {
    const char *name; // of the variable that holds it, of a lambda
    char word[SOURCE_NAME];
    const char *parameters, *body, *end; // at the opening brackets, and at the closing brace
} Function;

// What is allocated into, and the parameter of that name.
typedef struct {
    char name[SOURCE_NAME];
    bool member;           // of an object of that name
    int number;            // of the parameter, from 0
    const char *type, *at; // where the parameter begins, and its name in it
} Target;

static bool is_one_of(Span word, const char *const *words) {
    for (; *words; words++)
        if ((size_t)(word.end - word.begin) == strlen(*words) && !strncmp(word.begin, *words, strlen(*words)))
            return true;
    return false;
}

// What stands before a brace, without what may follow the parameters of a function: const, noexcept, -> type.
static Span head_before(const char *text, const char *brace) {
    Span head = trimmed(text, brace);
    const char *end = head.end;
    while (end > text && (is_word(end[-1]) || strchr(" \n*&:<>-", end[-1]))) end--;
    if (end > text && end[-1] == ')') head.end = end;
    return head;
}

// Does that brace open a function's body?
static bool read_function(const char *text, const char *brace, Function *f) {
    static const char *const STATEMENTS[] = {"if", "for", "while", "switch", "catch", NULL};
    const Span head = head_before(text, brace);
    if (head.end == text || head.end[-1] != ')') return false;
    f->parameters = opening_bracket(text, head.end - 1);
    f->body = brace;
    f->end = closing_bracket(brace);
    if (!f->parameters || !f->end) return false;
    Span before = trimmed(text, f->parameters);
    if (before.end > text && before.end[-1] == ']') { // a lambda: name = [...](...)
        const char *captures = opening_bracket(text, before.end - 1);
        before = trimmed(text, captures ? captures : text);
        if (before.end == text || before.end[-1] != '=') return false;
        before.end--;
    }
    const Span word = word_before(text, before.end);
    f->name = word.begin;
    return !is_one_of(word, STATEMENTS) && only_name(word.begin, word.end, f->word);
}

// The innermost function around `at`.
static bool function_around(const char *text, const char *at, Function *f) {
    int depth = 0;
    while (at-- > text) {
        depth += (*at == '}') - (*at == '{');
        if (depth >= 0) continue;
        if (read_function(text, at, f)) return true;
        depth = 0;
    }
    return false;
}

// What an argument like &name, (void **)&name or &object.member takes the address of. False: it is none of these.
static bool read_target(Span argument, Target *t) {
    const char *at = argument.end;
    while (at > argument.begin && *at != '&') at--;
    if (*at != '&') return false;
    for (at++; at < argument.end && (isspace((unsigned char)*at) || *at == '('); at++) continue;
    const char *end = word_end(at);
    const Span behind = trimmed(end, argument.end);
    t->member = behind.begin < behind.end && *behind.begin == '.';
    for (const char *rest = behind.begin; rest < behind.end && !t->member; rest++)
        if (*rest != ')' && !isspace((unsigned char)*rest)) return false;
    return only_name(at, end, t->name);
}

// The parameter that the target is, if it is a copy of what the caller gave.
static bool find_parameter(const Function *f, Target *t) {
    Span p;
    for (t->number = 0; find_argument(f->parameters, t->number, &p); t->number++) {
        const char *equals = memchr(p.begin, '=', (size_t)(p.end - p.begin));
        const Span name = word_before(p.begin, equals ? equals : p.end);
        char word[SOURCE_NAME];
        if (name.begin == p.begin || !only_name(name.begin, name.end, word) || strcmp(word, t->name))
            continue;
        const Span type = {p.begin, name.begin};
        t->type = p.begin;
        t->at = name.begin;
        return !span_has(type, '&') && span_has(type, '*') == !t->member;
    }
    return false;
}

// A call of the function elsewhere that passes a variable whose name is used again behind it. Its name in `passed`.
static bool find_caller(const char *text, const Function *f, const Target *t, char passed[SOURCE_NAME]) {
    for (const char *at = find_word(text, text, f->word); at; at = find_word(text, at + 1, f->word)) {
        const char *open = at + strlen(f->word);
        while (isspace((unsigned char)*open)) open++;
        Span argument;
        Function caller;
        if ((at >= f->name && at <= f->end) || *open != '(' || !find_argument(open, t->number, &argument))
            continue;
        if (*argument.begin == '&') argument.begin++;
        const char *end = word_end(argument.begin), *close = closing_bracket(open);
        if (!close || !only_name(argument.begin, end, passed) || !strcmp(passed, "NULL") ||
            !strcmp(passed, "nullptr") || !function_around(text, at, &caller))
            continue;
        const char *again = find_word(text, close, passed);
        if (again && again < caller.end) return true;
    }
    return false;
}

static bool returns(const Function *f, const char *name) {
    for (const char *at = find_word(f->body, f->body, "return"); at && at < f->end;
         at = find_word(f->body, at + 1, "return")) {
        const Span value = trimmed(at + strlen("return"), at + strcspn(at, ";"));
        char word[SOURCE_NAME];
        if (only_name(value.begin, value.end, word) && !strcmp(word, name)) return true;
    }
    return false;
}

static void say_copy(Cause *cause, const char *text, const Function *f, const Target *t, const char *passed,
                     const char *allocation) {
    Span type = trimmed(t->type, t->at);
    int stars = 0;
    for (; type.end > type.begin && strchr("* ", type.end[-1]); type.end--) stars += type.end[-1] == '*';
    const int length = (int)(type.end - type.begin);
    cause->place.line = line_at(text, (size_t)(t->at - text));
    SAY(what,
        "`%s` is passed by value: %s has a copy of the caller's `%s`, %s stores the address of the memory into that "
        "copy, and `%s` stays as it was.",
        t->name, f->word, passed, allocation, passed);
    if (stars > 1)
        SAY(next, "`%s` already is the address of a pointer: give it to %s as it is, without &.", t->name,
            allocation);
    else if (t->member)
        SAY(next, "Take it by reference, %.*s &%s, or return it and let the caller keep what is returned.",
            length, type.begin, t->name);
    else
        SAY(next,
            "Take the pointer's address, %.*s **%s, give %s that, without &, and call %s with &%s. Or take a reference, "
            "%.*s *&%s. Or return the pointer, and let the caller keep it.",
            length, type.begin, t->name, allocation, f->word, passed, length, type.begin, t->name);
}

// Is the line `used` not in the function, and does a caller go on with what the function was given?
static bool is_lost(const char *text, const Function *f, const Target *t, int used,
                    char passed[SOURCE_NAME]) {
    const bool inside =
        used >= line_at(text, (size_t)(f->name - text)) && used <= line_at(text, (size_t)(f->end - text));
    return !inside && !returns(f, t->name) && find_caller(text, f, t, passed);
}

static bool find_copy(Cause *cause, const Explained *e, const char *text, const char *allocation, int used) {
    for (const char *at = find_word(text, text, allocation); at; at = find_word(text, at + 1, allocation)) {
        Span argument;
        Function f;
        Target t;
        char passed[SOURCE_NAME];
        if (at[strlen(allocation)] != '(' || !find_argument(at + strlen(allocation), 0, &argument) ||
            !read_target(argument, &t) || !function_around(text, at, &f) || !find_parameter(&f, &t) ||
            !is_lost(text, &f, &t, used, passed))
            continue;
        say_copy(cause, text, &f, &t, passed, allocation);
        append(cause->place.file, sizeof cause->place.file, "%s", e->source_path);
        if (line_at(text, (size_t)(at - text)) == cause->place.line) return true;
        cause->other = cause->place;
        cause->other.line = line_at(text, (size_t)(at - text));
        SAY(other_what, "The copy is set here");
        return true;
    }
    return false;
}

bool explain_pointer_copy(Cause *cause, const Explained *e, const Finding *f) {
    static const char *const ALLOCATIONS[] = {"cudaMalloc", "cudaMallocAsync", "cudaMallocManaged",
                                              "cudaMallocPitch", NULL};
    *cause = (Cause){.todo = -1, .example = -1};
    if (!f || !e->source_path || !(f->facts & (FOUND_NOT_DEVICE | FOUND_NULL_POINTER))) return false;
    char *text = read_code(e->source_path);
    const int used = in_student_file(&f->place, e->source_path) ? f->place.line : 0;
    for (int i = 0; text && ALLOCATIONS[i] && !cause->known; i++)
        cause->known = find_copy(cause, e, text, ALLOCATIONS[i], used);
    free(text);
    return cause->known;
}
