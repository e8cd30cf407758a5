// Statements of lab.spec that say what the output is made of: term.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/spec_parts.h"

static int find_param(const LabEntrySpec *entry, const char *name, size_t length) {
    for (int i = 0; i < entry->param_count; i++)
        if (strlen(entry->params[i].name) == length && !memcmp(entry->params[i].name, name, length)) return i;
    return -1;
}

// "[k-1]": a step along an axis. Moves *at behind it.
static bool read_offset(const char **at, int *offset) {
    const char *p = *at;
    if (*p++ != '[' || !isalpha((unsigned char)*p++)) return false;
    char *end = (char *)p;
    *offset = *p == ']' ? 0 : (int)strtol(p, &end, 10);
    *at = end + 1;
    return *end == ']' && *offset >= -1000 && *offset <= 1000;
}

// What comes after a parameter's name: nothing, [NUMBER], or a place for each axis of the output, x last.
static bool read_place(LabTerm *term, const LabEntrySpec *entry, const char *at) {
    const int axes = entry->output >= 0 ? entry->params[entry->output].axes : 0;
    const int f = term->factor_count;
    const bool by_value = entry->params[term->factor[f].param].kind == PARAM_VALUES && !entry->moves_data;
    if (by_value) {
        char *end = (char *)at;
        if (*at == '[') term->factor[f].index = strtol(at + 1, &end, 10);
        return term->factor[f].index >= 0 && (!*at || !strcmp(end, "]"));
    }
    term->factor[f].of_cell = true;
    for (int axis = axes - 1; axis >= 0; axis--)
        if (!read_offset(&at, &term->factor[f].offset[axis])) return false;
    return axes > 0 && !*at;
}

static bool take_factor(Statement *s, const LabEntrySpec *entry, LabTerm *term) {
    char word[64];
    if (!take_word(s, word, sizeof word, "a factor")) return false;
    char *end;
    const double number = strtod(word, &end);
    if (!*end) {
        term->number *= number;
        return number != 0 || statement_fail(s, "a term with the factor 0 says nothing");
    }
    if (term->factor_count == SPEC_TERM_FACTORS)
        return statement_fail(s, "more than %d factors", SPEC_TERM_FACTORS);
    const bool divides = !strncmp(word, "1/", 2);
    const char *name = word + 2 * divides;
    const int f = term->factor_count, param = find_param(entry, name, strcspn(name, "["));
    if (param < 0) return statement_fail(s, "\"%s\" names no parameter of %s", word, entry->name);
    term->factor[f].param = param;
    term->factor[f].power = divides ? -1 : 1;
    if (!read_place(term, entry, name + strcspn(name, "[")))
        return statement_fail(
            s,
            "\"%s\" must be a number, a by-value parameter such as c[5], or an element such "
            "as in[i-1][j][k] with an index for each axis of the output",
            word);
    term->factor_count++;
    return true;
}

bool parse_term(Statement *s, LabSpec *spec) {
    LabEntrySpec *entry = current_entry(s, spec);
    if (!entry) return false;
    if (entry->term_count == SPEC_TERMS) return statement_fail(s, "more than %d terms", SPEC_TERMS);
    LabTerm *term = &entry->terms[entry->term_count];
    term->number = 1;
    while (!at_end(s) && !s->quoted[s->next])
        if (!take_factor(s, entry, term)) return false;
    if (!take_text(s, term->name, sizeof term->name, "the term's name")) return false;
    entry->term_count++;
    return term->factor_count > 0 || statement_fail(s, "a term needs a factor that is a parameter");
}
