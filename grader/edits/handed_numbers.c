// A constant of the file in a kernel that is handed a number for it: the parameter in the constant's place.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { LONGEST = 4000, RANK_OF_OTHERS = 2, RANK_AMONG_OTHERS = 4 };

static const char *const numbers[] = {"int", "unsigned", "size_t", "long", NULL};

// depth and DEPTH.
static bool are_twins(const Editing *e, int a, int b) {
    const Lexeme *x = &e->x.list[a], *y = &e->x.list[b];
    return x->length > 1 && x->length == y->length &&
           !strncasecmp(e->x.text + x->at, e->x.text + y->at, (size_t)x->length);
}

static bool is_used(const Editing *e, int parameter) {
    for (int i = e->begin; i < e->end; i++)
        if (lexemes_equal(&e->x, i, parameter)) return true;
    return false;
}

// The constant at one place, or wherever the function has it from there on.
static void add_parameter(Editing *e, int i, int parameter, bool all) {
    char text[LONGEST] = "";
    size_t at = e->x.list[i].at;
    int places = 0, last = i;
    for (int k = i; k < (all ? e->end : i + 1); k++) {
        const Lexeme *own = &e->x.list[k];
        if (!lexemes_equal(&e->x, k, i)) continue;
        append(text, sizeof text, "%.*s%.*s", (int)(own->at - at), e->x.text + at,
               WORDS(e, parameter, parameter + 1));
        at = own->at + (size_t)own->length;
        last = k;
        places++;
    }
    const int before = e->edits->count;
    if ((all && places < 2) || strlen(text) + 1 == sizeof text) return;
    add_text(e, EDIT_ARGUMENT, e->x.list[i].at, (size_t)words_length(e, i, last + 1), text, e->x.list[i].line,
             e->x.list[i].column, e->x.text + e->x.list[i].at, e->x.list[i].length);
    if (e->edits->count == before) return;
    Edit *edit = &e->edits->list[before];
    edit->rank = (are_twins(e, i, parameter) || !is_used(e, parameter) ? 0 : RANK_OF_OTHERS) + all +
                 (e->suspicion ? RANK_AMONG_OTHERS + e->suspicion[i - e->begin] : 0);
    edit->places = all ? places : 0;
    edit->last_line = e->x.list[last].line;
    append(edit->other, sizeof edit->other, "%.*s", WORDS(e, parameter, parameter + 1));
}

static bool is_first(const Editing *e, int i) {
    for (int k = e->begin; k < i; k++)
        if (lexemes_equal(&e->x, k, i)) return false;
    return true;
}

static void edit_constants_of(Editing *e, int parameter) {
    for (int i = e->begin; i < e->end; i++) {
        const bool constant = e->x.list[i].kind == LEX_NAME && !lexeme_is(&e->x, i + 1, "(") &&
                              !lexemes_equal(&e->x, i, parameter) &&
                              (is_constant(e, i) || are_twins(e, i, parameter));
        if (!constant) continue;
        add_parameter(e, i, parameter, false);
        if (is_first(e, i)) add_parameter(e, i, parameter, true);
    }
}

// Each number among the parameters of the function with that name whose own name is as long.
static void edit_parameters_of(Editing *e, int name, int shortest) {
    for (int i = name + 2; i < e->x.list[name + 1].mate; i++)
        if (e->x.list[i].kind == LEX_NAME && lexeme_is_any(&e->x, i - 1, numbers) &&
            e->x.list[i].length >= shortest && (lexeme_is(&e->x, i + 1, ",") || lexeme_is(&e->x, i + 1, ")")))
            edit_constants_of(e, i);
}

// A name of one letter is what the lab hands over: n.
void edit_arguments(Editing *e) {
    const int name = function_name(&e->x, e->begin);
    int head = name;
    while (head > 0 && !lexeme_is(&e->x, head, ";") && !lexeme_is(&e->x, head, "}") &&
           !lexeme_is(&e->x, head, "__global__"))
        head--;
    if (lexeme_is(&e->x, head, "__global__")) edit_parameters_of(e, name, 2);
}

static void edit_kernel(Editing *e, const char *kernel) {
    const int name = function_name(&e->x, e->begin);
    if (name >= 0 && lexeme_is(&e->x, name, kernel)) edit_parameters_of(e, name, 1);
}

bool handed_numbers_of(Edits *edits, const char *text, const char *kernel, int most) {
    Editing e = {.edits = edits};
    *edits = (Edits){.list = calloc(EDITS_COLLECTED, sizeof *edits->list)};
    if (!edits->list || !lexemes_read(&e.x, text)) {
        edits_free(edits);
        return false;
    }
    for (int at = 0; next_device_function(&e.x, at, &e.begin, &e.end); at = e.end) edit_kernel(&e, kernel);
    lexemes_free(&e.x);
    keep_likeliest(edits, most);
    if (edits->count) return true;
    edits_free(edits);
    return false;
}
