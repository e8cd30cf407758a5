// Wrong answers of host code that only computes with numbers. An interpreter computes them from its text; where it comes to the
// program's own answers it is asked which change of one word, or of one assigned value, makes all of them right.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/mentioned.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"
#include "grader/verdict/compare.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { GIVEN = 24, ANSWERS = 8, CALLS = 400, EACH = 120, STEPS_OF_TRIALS = 10 * 1000 * 1000 };

// One call of a function: what it got, and what it should have answered.
typedef struct {
    char function[HOST_NAME];
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
    Trial trial;              // of the function's body
    char function[HOST_NAME]; // whose answers are to be explained
    bool together;            // with those of the file's other functions
    Call *call;
    int calls, wrong;
} Calls;

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

static bool same_call(const Call *a, const Call *b) {
    if (strcmp(a->function, b->function)) return false;
    for (int i = 0; i < a->count && a->count == b->count; i++)
        if (a->given[i].value != b->given[i].value) return false;
    return a->count == b->count;
}

static void add_cell(Calls *t, const LabEntry *lab, const CaseData *data, size_t cell, double value,
                     double bound, double got) {
    Call c = {0};
    const char *function = cell_given(lab, data, cell, take, &c);
    if (!function || (!t->together && strcmp(function, t->function))) return;
    snprintf(c.function, sizeof c.function, "%s", function);
    Call *last = t->calls ? &t->call[t->calls - 1] : NULL;
    char name[HOST_NAME];
    name_answer(lab, data, cell, name);
    const bool again =
        last && last->answers < ANSWERS && same_call(last, &c) && strcmp(last->answer[0].name, name);
    if (!again && t->calls == CALLS) return;
    if (!again) t->call[t->calls++] = c;
    last = &t->call[t->calls - 1];
    snprintf(last->answer[last->answers].name, HOST_NAME, "%s", name);
    last->answer[last->answers].value = value;
    last->answer[last->answers].bound = bound;
    last->answer[last->answers++].got = got;
}

// Is the cell an answer of one of the calls [from, to)?
static bool is_known(const Calls *t, const LabEntry *lab, const CaseData *data, size_t cell, int from,
                     int to) {
    Call c = {0};
    const char *function = from < to ? cell_given(lab, data, cell, take, &c) : NULL;
    if (!function) return false;
    snprintf(c.function, sizeof c.function, "%s", function);
    for (int i = from; i < to; i++)
        if (same_call(&t->call[i], &c)) return true;
    return false;
}

static void add_case(Calls *t, const CaseData *data, const LabEntry *lab, size_t most, bool ran) {
    Comparison c;
    if (!lab->given || !compare_keeping_cells(&c, data, lab, 0)) return;
    const size_t before = (size_t)t->calls, few = most / 4;
    // Wrong ones may be rare among many: some of them first.
    for (size_t i = 0; ran && i < c.cells && (size_t)t->calls < before + few; i++)
        if (c.wrong[i]) add_cell(t, lab, data, i, c.value[i], c.bound[i], c.got[i]);
    const int known = t->calls;
    for (size_t i = 0; i < c.cells && (size_t)t->calls < before + most; i++)
        if (!is_known(t, lab, data, i, (int)before, known))
            add_cell(t, lab, data, i, c.value[i], c.bound[i], ran ? c.got[i] : NAN);
    comparison_free(&c);
}

static bool is_right(Calls *t, const Call *c, bool as_got, HostResult *result) {
    host_call(result, t->trial.text, c->function, c->given, c->count);
    t->trial.left -= 1 + result->steps;
    for (int i = 0; i < c->answers; i++) {
        double value;
        if (!result->good || !host_answer(result, c->answer[i].name, &value)) return false;
        const double wanted = as_got && !isnan(c->answer[i].got) ? c->answer[i].got : c->answer[i].value;
        if (!(fabs(value - wanted) <= c->answer[i].bound + 1e-12 * fabs(wanted))) return false;
    }
    return true;
}

// Is what the text computes what the program has answered, everywhere? Then notes which calls are wrong.
static bool agrees(Calls *t, int own) {
    HostResult result;
    for (int i = 0; i < t->calls; i++) {
        if (i < own && !is_right(t, &t->call[i], true, &result)) return false;
        t->call[i].wrong = !is_right(t, &t->call[i], false, &result);
        if (!result.good || t->trial.left < 0) return false;
        t->wrong += t->call[i].wrong;
    }
    return t->wrong > 0;
}

// Wrong calls first: a change that is none fails there at once.
static bool all_right(Trial *trial) {
    Calls *t = (Calls *)trial;
    HostResult result;
    for (int wrong = 1; wrong >= 0; wrong--)
        for (int i = 0; i < t->calls; i++) {
            if (t->call[i].wrong != wrong) continue;
            if (!is_right(t, &t->call[i], false, &result) || t->trial.left < 0) return false;
        }
    return true;
}

// ---- Changes of one word -------------------------------------------------------------------------------------

// ---- An int that grows too large -------------------------------------------------------------------------------

static int overflowing_token(Calls *t) {
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

// ---- The return that is to blame ----------------------------------------------------------------------------------

// An early `return` that all wrong calls end by, while others go on to a later one and are right: what stands behind it was not done for
// them. 0: there is none.
static int wrong_return(Calls *t) {
    HostResult result;
    int found = 0, last_of_right = 0;
    for (int i = 0; i < t->calls; i++) {
        if (strcmp(t->call[i].function, t->function)) continue;
        is_right(t, &t->call[i], false, &result);
        if (!result.good || !result.returned_at) return 0;
        if (t->call[i].wrong && found && found != result.returned_at) return 0;
        if (t->call[i].wrong)
            found = result.returned_at;
        else if (result.returned_at > last_of_right)
            last_of_right = result.returned_at;
    }
    return last_of_right > found ? found : 0;
}

static void say_return(Cause *cause) {
    SAY(route, "All wrong answers come from this `return`: what stands behind it is not looked at for them.");
    SAY(next, "Let these go through the rest of the function, too, or work out here all that it would.");
}

// ---- The assigned value that is to blame -------------------------------------------------------------------------

// Can a call be mended by a value that lies near to the one that is assigned there?
static bool is_mended(Calls *t, const Call *c) {
    enum { NEAR = 600 };
    HostResult result;
    for (int by = 1; by <= NEAR; by++)
        for (int sign = -1; sign <= 1; sign += 2) {
            t->trial.text->changed_by = sign * by;
            const bool right = is_right(t, c, false, &result);
            if (right || t->trial.left < 0) return right;
        }
    return false;
}

// The last assignment whose value alone is wrong: with another one each of the wrong calls would be right. One that mentions
// `word` is preferred. 0: there is none.
static int assigned_token(Calls *t, const char *word) {
    enum { MENDED = 4 };
    int best = 0;
    bool best_mentions = false;
    for (int i = t->trial.part[0].begin + 1; i + 1 < t->trial.part[0].end && t->trial.left > 0; i++) {
        const HostToken *at = &t->trial.text->token[i];
        if (at->kind != TOKEN_NAME || !is_assigned(at)) continue;
        bool mentions = false, all = true;
        for (int k = i; word && k < t->trial.part[0].end && !token_is(&t->trial.text->token[k], ";"); k++)
            mentions |= token_is(&t->trial.text->token[k], word);
        if (best_mentions && !mentions) continue;
        t->trial.text->changed_at = i;
        for (int k = 0, seen = 0; k < t->calls && seen < MENDED && all; k++)
            if (t->call[k].wrong) all = is_mended(t, &t->call[k]), seen++;
        t->trial.text->changed_at = -1;
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
        if (!dot || strcmp(dot + 1, field) || !token_is(&text->token[i + 1], "=") || !text->token[i].line)
            continue;
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

static int find_token(Calls *t, const Explained *e, Cause *cause) {
    const int overflow = overflowing_token(t);
    if (overflow) say_overflow(cause);
    if (!overflow && changed_token(&t->trial, cause)) return 1;
    t->trial.left = STEPS_OF_TRIALS;
    const int returns = overflow ? 0 : wrong_return(t);
    if (returns) {
        say_return(cause);
        cause->place.line = t->trial.text->token[returns - 1].line;
        return returns;
    }
    const int token = overflow ? overflow : assigned_token(t, word_of_mistake(e));
    if (token) cause->place.line = t->trial.text->token[token].line;
    return token;
}

// The function of the first wrong answer. False: it has no name here.
static bool name_function(Calls *t, const Explained *e) {
    Comparison compared;
    Call c = {0};
    size_t i = 0;
    if (!compare_keeping_cells(&compared, e->data, e->lab, 0)) return false;
    while (i < compared.cells && !compared.wrong[i]) i++;
    const char *name = i < compared.cells ? cell_given(e->lab, e->data, i, take, &c) : NULL;
    comparison_free(&compared);
    if (name) snprintf(t->function, sizeof t->function, "%s", name);
    return name;
}

// The calls of the function, or those of the others too, and what of the text is computed by them.
static bool prepare(Calls *t, const Explained *e, bool together) {
    *t = (Calls){.trial = {.text = t->trial.text,
                           .path = e->source_path,
                           .root = e->root,
                           .left = STEPS_OF_TRIALS,
                           .all_right = all_right},
                 .call = t->call};
    t->together = together;
    if (!name_function(t, e)) return false;
    add_case(t, e->data, e->lab, EACH, true);
    const int own = t->calls;
    for (int i = 0; i < e->others; i++) {
        const LabEntry *lab = lab_library_find(e->library, e->other[i].entry->name);
        if (lab) add_case(t, &e->other[i], lab, EACH, false);
    }
    for (int i = 0; i < t->calls; i++)
        for (int k = 0; k < t->call[i].count && !strcmp(t->call[i].function, t->function); k++)
            trial_add_name(&t->trial, t->call[i].given[k].name);
    trial_add_functions(&t->trial, t->function);
    return t->trial.parts && agrees(t, own);
}

// A change with which all functions are right is the likelier one, where several share what is wrong.
static bool explain_function(Cause *cause, const Explained *e, Calls *t) {
    Cause changed = *cause;
    if (prepare(t, e, true) && changed_token(&t->trial, &changed) && changed.place.line > 0) {
        *cause = changed;
        return true;
    }
    if (!prepare(t, e, false)) return false;
    const int token = find_token(t, e, cause);
    return token > 0 && cause->place.line > 0;
}

bool explain_by_trial(Cause *cause, const Explained *e, const char *field) {
    Calls t = {.trial = {.text = calloc(1, sizeof *t.trial.text)}, .call = calloc(CALLS, sizeof *t.call)};
    HostText *text = t.trial.text;
    bool found = text && t.call && e->root && host_text_read(text, e->source_path, e->root);
    if (found)
        found = e->lab->given ? explain_function(cause, e, &t) : explain_expression(cause, e, text, field);
    free(text), free(t.call);
    return found;
}
