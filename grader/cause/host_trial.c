// Wrong answers of host code that only computes with numbers. An interpreter computes them from its text; where it comes to the
// program's own answers it is asked which change of one word, or of one assigned value, makes all of them right.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/host_code/host_code.h"
#include "grader/text/append.h"
#include "grader/verdict/compare.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { GIVEN = 24, ANSWERS = 8, CALLS = 400, EACH = 120, STEPS_OF_TRIALS = 10 * 1000 * 1000 };

// One call of the function: what it got, and what it should have answered.
typedef struct {
    HostGiven given[GIVEN];
    int count;
    struct {
        char name[HOST_NAME];
        double value, bound, got;
    } answer[ANSWERS];
    int answers;
    bool wrong; // as the text stands
} Call;

typedef struct {
    HostText *text;
    char function[HOST_NAME];
    Call *call;
    int calls, wrong;
    int begin, end; // its body
    long left;      // steps of calls that may still be tried
} Trial;

static void take(void *context, const char *name, double value) {
    Call *c = context;
    if (c->count == GIVEN) return;
    snprintf(c->given[c->count].name, HOST_NAME, "%s", name);
    c->given[c->count++].value = value;
}

static void name_answer(const LabEntry *lab, const CaseData *data, size_t cell, char name[HOST_NAME]) {
    char words[200] = "";
    if (lab->describe) describe_cell(lab, data, 0, cell, words, sizeof words);
    words[strcspn(words, " ,(")] = 0;
    snprintf(name, HOST_NAME, "%.*s", HOST_NAME - 1, words);
}

static bool same_given(const Call *a, const Call *b) {
    for (int i = 0; i < a->count && a->count == b->count; i++)
        if (a->given[i].value != b->given[i].value) return false;
    return a->count == b->count;
}

static void add_cell(Trial *t, const LabEntry *lab, const CaseData *data, size_t cell, double value,
                     double bound, double got) {
    Call c = {0};
    const char *function = cell_given(lab, data, cell, take, &c);
    if (!function || (t->function[0] && strcmp(function, t->function))) return;
    Call *last = t->calls ? &t->call[t->calls - 1] : NULL;
    char name[HOST_NAME];
    name_answer(lab, data, cell, name);
    const bool again =
        last && last->answers < ANSWERS && same_given(last, &c) && strcmp(last->answer[0].name, name);
    if (!again && t->calls == CALLS) return;
    if (!again) t->call[t->calls++] = c;
    last = &t->call[t->calls - 1];
    snprintf(last->answer[last->answers].name, HOST_NAME, "%s", name);
    last->answer[last->answers].value = value;
    last->answer[last->answers].bound = bound;
    last->answer[last->answers++].got = got;
}

static void add_case(Trial *t, const CaseData *data, const LabEntry *lab, size_t most, bool ran) {
    Comparison c;
    if (!lab->given || !compare_keeping_cells(&c, data, lab, 0)) return;
    const size_t before = (size_t)t->calls;
    for (size_t i = 0; i < c.cells && (size_t)t->calls < before + most; i++)
        add_cell(t, lab, data, i, c.value[i], c.bound[i], ran ? c.got[i] : NAN);
    comparison_free(&c);
}

static bool is_right(Trial *t, const Call *c, bool as_got, HostResult *result) {
    host_call(result, t->text, t->function, c->given, c->count);
    t->left -= 1 + result->steps;
    for (int i = 0; i < c->answers; i++) {
        double value;
        if (!result->good || !host_answer(result, c->answer[i].name, &value)) return false;
        const double wanted = as_got && !isnan(c->answer[i].got) ? c->answer[i].got : c->answer[i].value;
        if (!(fabs(value - wanted) <= c->answer[i].bound + 1e-12 * fabs(wanted))) return false;
    }
    return true;
}

// Is what the text computes what the program has answered, everywhere? Then notes which calls are wrong.
static bool agrees(Trial *t, int own) {
    HostResult result;
    for (int i = 0; i < t->calls; i++) {
        if (i < own && !is_right(t, &t->call[i], true, &result)) return false;
        t->call[i].wrong = !is_right(t, &t->call[i], false, &result);
        if (!result.good || t->left < 0) return false;
        t->wrong += t->call[i].wrong;
    }
    return t->wrong > 0;
}

// Wrong calls first: a change that is none fails there at once.
static bool all_right(Trial *t) {
    HostResult result;
    for (int wrong = 1; wrong >= 0; wrong--)
        for (int i = 0; i < t->calls; i++) {
            if (t->call[i].wrong != wrong) continue;
            if (!is_right(t, &t->call[i], false, &result) || t->left < 0) return false;
        }
    return true;
}

// ---- Changes of one word -------------------------------------------------------------------------------------

static bool is(const HostToken *t, const char *text) {
    return t->kind != TOKEN_NUMBER && !strcmp(t->text, text);
}

static bool is_operand(const HostToken *t) {
    return t->kind == TOKEN_NUMBER || is(t, ")") || t->kind == TOKEN_NAME;
}

static bool try_text(Trial *t, HostToken *at, const char *text) {
    char own[HOST_NAME];
    memcpy(own, at->text, sizeof own);
    snprintf(at->text, sizeof at->text, "%s", text);
    const bool good = strcmp(own, text) && all_right(t);
    memcpy(at->text, own, sizeof own);
    return good;
}

// The same change at each token of the statement that is equal.
static bool try_texts(Trial *t, HostToken *at, const char *text) {
    char own[HOST_NAME];
    HostToken *changed[16];
    int count = 0;
    memcpy(own, at->text, sizeof own);
    for (HostToken *x = at; count < 16 && !is(x, ";") && x < t->text->token + t->end; x++)
        if (x->kind == at->kind && !strcmp(x->text, own)) changed[count++] = x;
    for (int i = 0; i < count; i++) snprintf(changed[i]->text, HOST_NAME, "%s", text);
    const bool good = count > 1 && strcmp(own, text) && all_right(t);
    for (int i = 0; i < count; i++) memcpy(changed[i]->text, own, sizeof own);
    return good;
}

static bool try_division(Trial *t, HostToken *at, Division division) {
    at->division = division;
    const bool good = all_right(t);
    at->division = DIVIDE_AS_C;
    return good;
}

// Two more tokens behind `at`: an operator and an operand.
static bool try_more(Trial *t, int at, const char *mark, const char *name) {
    HostText *text = t->text;
    if (text->count + 2 > HOST_TOKENS) return false;
    HostToken *behind = &text->token[at + 1];
    memmove(behind + 2, behind, (size_t)(text->count - at - 1) * sizeof *behind);
    text->count += 2;
    behind[0] = (HostToken){.kind = TOKEN_MARK, .line = text->token[at].line};
    behind[1] = (HostToken){.kind = TOKEN_NAME, .line = text->token[at].line};
    snprintf(behind[0].text, HOST_NAME, "%s", mark);
    snprintf(behind[1].text, HOST_NAME, "%s", name);
    const bool good = all_right(t);
    memmove(behind, behind + 2, (size_t)(text->count - at - 3) * sizeof *behind);
    text->count -= 2;
    return good;
}

// Without one token or two.
static bool try_less(Trial *t, int at, int tokens) {
    HostText *text = t->text;
    HostToken *token = &text->token[at];
    const HostToken kept[2] = {token[0], token[1]};
    memmove(token, token + tokens, (size_t)(text->count - at - tokens) * sizeof *token);
    text->count -= tokens;
    const bool good = all_right(t);
    memmove(token + tokens, token, (size_t)(text->count - at) * sizeof *token);
    memcpy(token, kept, (size_t)tokens * sizeof *token);
    text->count += tokens;
    return good;
}

static bool try_divisions(Trial *t, Cause *cause, HostToken *at) {
    if (!is(at, "/")) return false;
    if (try_division(t, at, DIVIDE_CEILING)) {
        SAY(route,
            "The division in this line is one of integers and drops what is left over: here it has to be "
            "rounded up.");
        return true;
    }
    if (!try_division(t, at, DIVIDE_EXACT)) return false;
    SAY(route,
        "The division in this line is one of integers: it drops what stands behind the point, and that is needed "
        "here.");
    return true;
}

static bool try_operators(Trial *t, Cause *cause, HostToken *at) {
    static const char *const groups[][7] = {{"+", "-", "*", "/", "%", NULL},
                                            {"<", "<=", ">", ">=", "==", "!=", NULL},
                                            {"=", "|=", "+=", "*=", "-=", NULL},
                                            {"&&", "||", NULL},
                                            {"min", "max", NULL},
                                            {"floor", "ceil", "round", NULL}};
    for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
        bool here = false;
        for (int i = 0; groups[g][i]; i++) here |= !strcmp(at->text, groups[g][i]);
        for (int i = 0; here && groups[g][i]; i++)
            if (try_text(t, at, groups[g][i]) || try_texts(t, at, groups[g][i])) {
                SAY(route,
                    "`%s` in this line is not what belongs there: with another one in its place every answer is "
                    "right.",
                    at->text);
                return true;
            }
    }
    return false;
}

// Is the name one of a value, not of a function, a type or what is assigned to?
static bool is_value(const Trial *t, int i) {
    const HostToken *at = &t->text->token[i];
    return at->kind == TOKEN_NAME && !is(at + 1, "(") && at[1].kind != TOKEN_NAME &&
           (t->text->token[i - 1].kind == TOKEN_MARK || is(&t->text->token[i - 1], "return"));
}

static bool is_assigned(const HostToken *at) {
    return is(at + 1, "=") || is(at + 1, "+=") || is(at + 1, "|=") || is(at + 1, "-=") || is(at + 1, "*=");
}

static bool try_names(Trial *t, Cause *cause, int i) {
    HostToken *at = &t->text->token[i];
    if (!is_value(t, i) || is_assigned(at)) return false;
    for (int k = 0; k < t->call[0].count; k++)
        if (try_text(t, at, t->call[0].given[k].name)) {
            SAY(route,
                "`%s` in this line is not what belongs there: with another value in its place every answer is "
                "right.",
                at->text);
            return true;
        }
    for (int k = t->begin; k < i; k++) {
        const HostToken *local = &t->text->token[k];
        const bool number = local->kind == TOKEN_NAME && is(local + 1, "=") && try_text(t, at, local->text);
        if (!number) continue;
        SAY(route,
            "`%s` in this line is not what belongs there: with another value in its place every answer is right.",
            at->text);
        return true;
    }
    return false;
}

static bool try_number(Trial *t, Cause *cause, HostToken *at) {
    char text[HOST_NAME];
    if (at->kind != TOKEN_NUMBER || strpbrk(at->text, ".eExX")) return false;
    for (int by = -1; by <= 1; by += 2) {
        snprintf(text, sizeof text, "%ld", strtol(at->text, NULL, 10) + by);
        if (!try_text(t, at, text)) continue;
        SAY(route, "The number %s in this line is off by one.", at->text);
        return true;
    }
    return false;
}

static bool try_insertions(Trial *t, Cause *cause, int i) {
    static const char *const marks[] = {"*", "/", "+", "-", ","};
    const HostToken *at = &t->text->token[i];
    if (!is_operand(at) || is_assigned(at) || is(at + 1, "(") || at[1].kind == TOKEN_NAME) return false;
    const bool ends = is(at + 1, "}") || is(at + 1, ")"); // a list
    for (int m = 0; m < 4 + ends; m++)
        for (int k = 0; k < t->call[0].count; k++)
            if (try_more(t, i, marks[m], t->call[0].given[k].name)) {
                SAY(route, "In this line something is missing behind `%s`: %s.",
                    is(at, ")") ? "...)" : at->text,
                    m == 0   ? "a factor"
                    : m == 1 ? "it is to be divided"
                    : m == 4 ? "one more value"
                             : "one more summand");
                return true;
            }
    return false;
}

static bool try_deletion(Trial *t, Cause *cause, int i) {
    const HostToken *at = &t->text->token[i];
    if (is(at, "else") && try_less(t, i, 1)) {
        SAY(route, "`else` is too much here: what stands behind it is to be done in any case.");
        return true;
    }
    const bool joins = is(at, "+") || is(at, "-") || is(at, "*") || is(at, "/") || is(at, "%");
    if (!joins || !is_operand(at + 1) || is(at + 2, "(") || !try_less(t, i, 2)) return false;
    SAY(route, "`%s %s` in this line is too much: without it every answer is right.", at->text, at[1].text);
    return true;
}

// The token whose change makes everything right, with what is wrong there as the route; 0: there is none.
static int changed_token(Trial *t, Cause *cause) {
    for (int kind = 0; kind < 6; kind++)
        for (int i = t->begin + 1; i + 2 < t->end && t->left > 0; i++) {
            HostToken *at = &t->text->token[i];
            const bool found = kind == 0   ? try_divisions(t, cause, at)
                               : kind == 1 ? try_operators(t, cause, at)
                               : kind == 2 ? try_names(t, cause, i)
                               : kind == 3 ? try_number(t, cause, at)
                               : kind == 4 ? try_deletion(t, cause, i)
                                           : try_insertions(t, cause, i);
            if (found) return i;
        }
    return 0;
}

// ---- An int that grows too large -------------------------------------------------------------------------------

static int overflowing_token(Trial *t) {
    HostResult result;
    int at = 0;
    for (int i = 0; i < t->calls; i++) {
        is_right(t, &t->call[i], false, &result);
        if ((result.overflow != 0) != t->call[i].wrong) return 0;
        if (result.overflow) at = result.overflow - 1;
    }
    return at;
}

static void say_overflow(Cause *cause) {
    SAY(route,
        "This line computes with int, and what it comes to on the way is larger than an int can be, 2147483647: it "
        "overflows. Let the first factor be a double, or a long long.");
}

// ---- The assigned value that is to blame -------------------------------------------------------------------------

// Can a call be mended by a value that lies near to the one that is assigned there?
static bool is_mended(Trial *t, const Call *c) {
    enum { NEAR = 600 };
    HostResult result;
    for (int by = 1; by <= NEAR; by++)
        for (int sign = -1; sign <= 1; sign += 2) {
            t->text->changed_by = sign * by;
            const bool right = is_right(t, c, false, &result);
            if (right || t->left < 0) return right;
        }
    return false;
}

// The last assignment whose value alone is wrong: with another one each of the wrong calls would be right. One that mentions
// `word` is preferred. 0: there is none.
static int assigned_token(Trial *t, const char *word) {
    enum { MENDED = 4 };
    int best = 0;
    bool best_mentions = false;
    for (int i = t->begin + 1; i + 1 < t->end && t->left > 0; i++) {
        const HostToken *at = &t->text->token[i];
        if (at->kind != TOKEN_NAME || !is_assigned(at)) continue;
        bool mentions = false, all = true;
        for (int k = i; word && k < t->end && !is(&t->text->token[k], ";"); k++)
            mentions |= is(&t->text->token[k], word);
        if (best_mentions && !mentions) continue;
        t->text->changed_at = i;
        for (int k = 0, seen = 0; k < t->calls && seen < MENDED && all; k++)
            if (t->call[k].wrong) all = is_mended(t, &t->call[k]), seen++;
        t->text->changed_at = -1;
        if (all) best = i, best_mentions = mentions;
    }
    return best;
}

// ---- An expression alone -------------------------------------------------------------------------------------------

// Where functions ask CUDA for numbers only what is computed from other answers, all of them right, can be computed again.
static bool explain_expression(Cause *cause, const Explained *e, HostText *text, const char *field) {
    Comparison c;
    HostGiven given[GIVEN];
    HostResult result;
    bool found = false;
    if (!compare_keeping_cells(&c, e->data, e->lab, 0)) return false;
    for (int i = 0; i + 2 < text->count && !found; i++) {
        const char *dot = strrchr(text->token[i].text, '.');
        if (!dot || strcmp(dot + 1, field) || !is(&text->token[i + 1], "=") || !text->token[i].line) continue;
        int count = 0;
        size_t own = c.cells;
        for (size_t k = 0; k < c.cells && count < GIVEN; k++) {
            char name[HOST_NAME];
            name_answer(e->lab, e->data, k, name);
            if (!strcmp(name, field)) own = k;
            if (!c.wrong[k] &&
                snprintf(given[count].name, HOST_NAME, "%.*s.%s", (int)(dot - text->token[i].text),
                         text->token[i].text, name) < HOST_NAME)
                given[count++].value = c.value[k];
        }
        host_evaluate(&result, text, i + 2, given, count);
        const double value = host_number_of(&result.value);
        if (own == c.cells || !result.good || fabs(value - c.got[own]) > 1e-6 * fabs(value) ||
            !result.overflow)
            continue;
        cause->place.line = text->token[result.overflow - 1].line;
        say_overflow(cause);
        found = true;
    }
    comparison_free(&c);
    return found;
}

// ---- Together --------------------------------------------------------------------------------------------------------

static const char *mentioned(const Explained *e) {
    const LabMistake *m = e->lab->mistakes;
    const LabMention *mention = e->lab->mentions;
    while (m && m->words && (!e->mistake || !strstr(e->mistake, m->words))) m++;
    while (m && m->words && mention && mention->expect && mention->expect != m->expect) mention++;
    return m && m->words && mention ? mention->word : NULL;
}

static int find_token(Trial *t, const Explained *e, Cause *cause) {
    const int overflow = overflowing_token(t);
    if (overflow) say_overflow(cause);
    const int changed = overflow ? overflow : changed_token(t, cause);
    t->left = STEPS_OF_TRIALS;
    return changed ? changed : assigned_token(t, mentioned(e));
}

static bool explain_function(Cause *cause, const Explained *e, Trial *t) {
    for (size_t i = 0; i < e->data->cells && !t->function[0]; i++) {
        Call c = {0};
        const char *name = cell_given(e->lab, e->data, i, take, &c);
        Comparison compared;
        if (!name || !compare_keeping_cells(&compared, e->data, e->lab, 0)) return false;
        for (; i < compared.cells && !compared.wrong[i]; i++) continue;
        name = i < compared.cells ? cell_given(e->lab, e->data, i, take, &c) : NULL;
        comparison_free(&compared);
        if (!name) return false;
        snprintf(t->function, sizeof t->function, "%s", name);
    }
    add_case(t, e->data, e->lab, EACH, true);
    const int own = t->calls;
    for (int i = 0; i < e->others; i++) {
        const LabEntry *lab = lab_library_find(e->library, e->other[i].entry->name);
        if (lab) add_case(t, &e->other[i], lab, EACH, false);
    }
    if (!host_function(t->text, t->function, &t->begin, &t->end) || !agrees(t, own)) return false;
    const int token = find_token(t, e, cause);
    if (token) cause->place.line = t->text->token[token].line;
    return token > 0 && cause->place.line > 0;
}

bool explain_by_trial(Cause *cause, const Explained *e, const char *field) {
    Trial t = {
        .text = calloc(1, sizeof *t.text), .call = calloc(CALLS, sizeof *t.call), .left = STEPS_OF_TRIALS};
    bool found = t.text && t.call && e->root && host_text_read(t.text, e->source_path, e->root);
    if (found)
        found = e->lab->given ? explain_function(cause, e, &t) : explain_expression(cause, e, t.text, field);
    free(t.text), free(t.call);
    return found;
}
