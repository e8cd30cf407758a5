// Statements of lab.spec about what is graded: TODOs, tests, counted targets, hints.
#include <stdio.h>
#include <string.h>

#include "grader/lab/expression.h"
#include "grader/lab/spec_parts.h"

// Not 0: what can fail a file must cost it something, or it would have full marks and not pass.
static bool take_points(Statement *s, double *points) {
    if (!take_number(s, points, "the number of points")) return false;
    return (*points >= 0.1 && *points <= 1000) || statement_fail(s, "points must lie between 0.1 and 1000");
}

static bool take_todo(Statement *s, const LabSpec *spec, int *todo) {
    char id[16];
    if (!take_word(s, id, sizeof id, "the TODO's id")) return false;
    *todo = spec_find_todo(spec, id);
    return *todo >= 0 || statement_fail(s, "no \"todo %s\" line stands above", id);
}

// "does load share": up to the end of the line.
static bool take_parts(Statement *s, unsigned *does) {
    static const char *const names[] = {"launch", "load",  "share", "wait", "guard",
                                        "sum",    "march", "wide",  "plain"};
    enum { NAMES = sizeof names / sizeof *names };
    char word[16];
    if (at_end(s)) return true;
    if (!take_keyword(s, "does")) return false;
    while (!at_end(s)) {
        int part = 0;
        if (!take_word(s, word, sizeof word, "what it does")) return false;
        while (part < NAMES && strcmp(word, names[part])) part++;
        if (part == NAMES)
            return statement_fail(
                s, "%s is none of launch, load, share, wait, guard, sum, march, wide and plain", word);
        *does |= 1u << part;
    }
    return true;
}

bool parse_todo(Statement *s, LabSpec *spec) {
    if (spec->todo_count == SPEC_TODOS) return statement_fail(s, "more than %d TODOs", SPEC_TODOS);
    LabTodo *todo = &spec->todos[spec->todo_count];
    if (!take_word(s, todo->id, sizeof todo->id, "the TODO's id")) return false;
    if (!take_text(s, todo->what, sizeof todo->what, "what the TODO asks for")) return false;
    if (!take_parts(s, &todo->does)) return false;
    if (spec_find_todo(spec, todo->id) >= 0) return statement_fail(s, "todo %s stands here twice", todo->id);
    spec->todo_count++;
    return true;
}

bool parse_test(Statement *s, LabSpec *spec) {
    if (spec->test_count == SPEC_TESTS) return statement_fail(s, "more than %d tests", SPEC_TESTS);
    LabTest *test = &spec->tests[spec->test_count];
    if (!take_todo(s, spec, &test->todo) || !take_drawn_case(s, spec, &test->key) ||
        !take_points(s, &test->points))
        return false;
    for (int i = 0; i < spec->test_count; i++) {
        if (spec->tests[i].todo != test->todo) continue;
        char words[120], other[120];
        case_range_words(spec, &spec->tests[i].key, other, sizeof other);
        case_range_words(spec, &test->key, words, sizeof words);
        if (!strcmp(words, other) && spec->tests[i].key.entry == test->key.entry)
            return statement_fail(s, "the test %s/%s stands here twice", spec->todos[test->todo].id, words);
    }
    spec->test_count++;
    return true;
}

// TODO POINTS. The points are some of those that the TODO has: with a GPU and without one a lab comes to the same sum.
static bool take_held_back(Statement *s, const LabSpec *spec, LabTimed *timed) {
    if (!take_todo(s, spec, &timed->todo) || !take_points(s, &timed->points)) return false;
    if (timed->points <= spec_points(spec, timed->todo)) return true;
    return statement_fail(s, "TODO %s has %g points above this line, so %g cannot be held back",
                          spec->todos[timed->todo].id, spec_points(spec, timed->todo), timed->points);
}

// "right TODO POINTS", or "require PERCENT TODO POINTS [modelled] ["advice"]".
static bool take_requirement(Statement *s, const LabSpec *spec, LabTimed *timed) {
    if (next_is(s, "right")) return take_keyword(s, "right") && take_held_back(s, spec, timed);
    if (!take_keyword(s, "require") ||
        !take_number(s, &timed->required, "the percentage of the copy's speed"))
        return false;
    if (!(timed->required > 0 && timed->required <= 100))
        return statement_fail(s, "the percentage must lie above 0, and 100 at most");
    if (!take_held_back(s, spec, timed)) return false;
    timed->modelled = next_is(s, "modelled");
    if (timed->modelled && !take_keyword(s, "modelled")) return false;
    return at_end(s) || take_text(s, timed->advice, sizeof timed->advice, "the advice");
}

bool parse_time(Statement *s, LabSpec *spec) {
    if (spec->timed_count == SPEC_TIMED) return statement_fail(s, "more than %d times", SPEC_TIMED);
    LabTimed *timed = &spec->timed[spec->timed_count];
    if (!take_case(s, spec, &timed->key)) return false;
    if (!at_end(s) && !take_requirement(s, spec, timed)) return false;
    spec->timed_count++;
    return true;
}

bool parse_beyond(Statement *s, LabSpec *spec) {
    if (spec->timed_count == SPEC_TIMED) return statement_fail(s, "more than %d times", SPEC_TIMED);
    LabTimed *timed = &spec->timed[spec->timed_count];
    if (!take_drawn_case(s, spec, &timed->key) || !take_held_back(s, spec, timed)) return false;
    timed->beyond = true;
    timed->counted = next_is(s, "counted");
    if (timed->counted && !take_keyword(s, "counted")) return false;
    spec->timed_count++;
    return true;
}

bool parse_leaderboard(Statement *s, LabSpec *spec) {
    spec->leaderboard_counted = !at_end(s);
    if (spec->leaderboard_counted && !take_keyword(s, "counted")) return false;
    return spec->leaderboard = true;
}

bool parse_picture(Statement *s, LabSpec *spec) {
    LabPicture *picture = &spec->picture;
    if (picture->drawn) return statement_fail(s, "one picture is drawn, and it stands above");
    if (!take_case(s, spec, &picture->key)) return false;
    const LabEntrySpec *entry = &spec->entries[picture->key.entry];
    if (entry->params[entry->output].axes != 2 || entry->params[entry->output].type != TYPE_INT)
        return statement_fail(s, "%s is drawn only if its output is a grid of ints with axes x y",
                              entry->name);
    return picture->drawn = take_text(s, picture->title, sizeof picture->title, "the title");
}

// A name that an expression may use.
typedef struct {
    const LabSpec *spec;
    const CaseKey *key;
} Names;

static bool entry_has_size(const LabEntrySpec *entry, const char *name) {
    for (int i = 0; i < entry->size_count; i++)
        if (!strcmp(entry->sizes[i], name)) return true;
    return false;
}

static double known_name(void *context, const char *name, bool each) {
    (void)each;
    const Names *names = context;
    for (int i = 0; i < names->spec->entry_count; i++)
        if ((!names->key || names->key->entry == i) && entry_has_size(&names->spec->entries[i], name))
            return 1;
    return 0;
}

bool take_expression(Statement *s, const LabSpec *spec, const CaseKey *key, const char *const *ends, char *to,
                     size_t size) {
    size_t length = 0;
    for (bool end = false; !at_end(s) && !end;) {
        for (const char *const *word = ends; *word; word++) end |= next_is(s, *word);
        if (end || s->quoted[s->next]) break;
        const char *word = s->word[s->next++];
        if (length + strlen(word) + 2 > size) return statement_fail(s, "the expression is too long");
        length += (size_t)snprintf(to + length, size - length, "%s%s", length ? " " : "", word);
    }
    char why[200];
    Names names = {spec, key};
    return expression_check(to, known_name, &names, why, sizeof why) || statement_fail(s, "%s", why);
}

// "while "what it is" EXPRESSION below BOUND"
static bool take_limit(Statement *s, const LabSpec *spec, LabTarget *target) {
    static const char *const ends[] = {"below", NULL};
    const int i = target->limits;
    if (i == SPEC_LIMITS) return statement_fail(s, "more than %d conditions", SPEC_LIMITS);
    if (!take_keyword(s, "while") ||
        !take_text(s, target->limited_what[i], sizeof target->limited_what[i], "what is limited") ||
        !take_expression(s, spec, &target->key, ends, target->limited[i], sizeof target->limited[i]) ||
        !take_keyword(s, "below") || !take_number(s, &target->limit[i], "the bound of the condition"))
        return false;
    target->limits++;
    return true;
}

// "CASE full BOUND none BOUND" of a further case
static bool take_further(Statement *s, const LabSpec *spec, const LabTarget *target, CaseKey *key,
                         double *full, double *none) {
    if (!take_drawn_case(s, spec, key) || !take_keyword(s, "full") ||
        !take_number(s, full, "the bound for full points") || !take_keyword(s, "none") ||
        !take_number(s, none, "the bound for no points"))
        return false;
    if (key->entry != target->key.entry) return statement_fail(s, "both cases must be of the same entry");
    if ((*full < *none) != (target->full < target->none) || *full == *none)
        return statement_fail(s, "the bounds of both cases must stand in the same order");
    return true;
}

static bool take_also(Statement *s, const LabSpec *spec, LabTarget *target) {
    return target->also = take_keyword(s, "also") && take_further(s, spec, target, &target->also_key,
                                                                  &target->also_full, &target->also_none);
}

// "where right CASE full BOUND none BOUND"
static bool take_where_right(Statement *s, const LabSpec *spec, LabTarget *target) {
    const int i = target->where_rights;
    if (i == SPEC_WHERE_RIGHT) return statement_fail(s, "more than %d such cases", SPEC_WHERE_RIGHT);
    if (!take_keyword(s, "where") || !take_keyword(s, "right") ||
        !take_further(s, spec, target, &target->where_right[i].key, &target->where_right[i].full,
                      &target->where_right[i].none))
        return false;
    target->where_rights++;
    return true;
}

bool parse_counter(Statement *s, LabSpec *spec) {
    static const char *const ends[] = {"best", "while", "full", NULL};
    if (spec->target_count == SPEC_TARGETS)
        return statement_fail(s, "more than %d counted targets", SPEC_TARGETS);
    LabTarget *target = &spec->targets[spec->target_count];
    if (!take_todo(s, spec, &target->todo) || !take_drawn_case(s, spec, &target->key) ||
        !take_text(s, target->what, sizeof target->what, "what is counted") ||
        !take_expression(s, spec, &target->key, ends, target->expression, sizeof target->expression))
        return false;
    target->best_of = -1;
    if (next_is(s, "best")) {
        char table[32];
        if (!take_keyword(s, "best") || !take_word(s, table, sizeof table, "the table's name")) return false;
        target->best_of = spec_find_table(spec, table);
        if (target->best_of < 0) return statement_fail(s, "no \"table %s\" line stands above", table);
    }
    while (next_is(s, "while"))
        if (!take_limit(s, spec, target)) return false;
    if (!take_keyword(s, "full") || !take_number(s, &target->full, "the bound for full points")) return false;
    if (!take_keyword(s, "none") || !take_number(s, &target->none, "the bound for no points")) return false;
    if (target->full == target->none) return statement_fail(s, "the two bounds must differ");
    if (next_is(s, "also") && !take_also(s, spec, target)) return false;
    while (next_is(s, "where"))
        if (!take_where_right(s, spec, target)) return false;
    if (!take_points(s, &target->points)) return false;
    if (!at_end(s) && !take_text(s, target->advice, sizeof target->advice, "the advice")) return false;
    spec->target_count++;
    return true;
}

bool parse_hint(Statement *s, LabSpec *spec) {
    if (spec->hint_count == SPEC_HINTS) return statement_fail(s, "more than %d hints", SPEC_HINTS);
    LabHint *hint = &spec->hints[spec->hint_count];
    if (!take_todo(s, spec, &hint->todo)) return false;
    if (!take_text(s, hint->text, sizeof hint->text, "the hint")) return false;
    int before = 0;
    for (int i = 0; i < spec->hint_count; i++) before += spec->hints[i].todo == hint->todo;
    if (before == SPEC_HINTS_PER_TODO)
        return statement_fail(s, "TODO %s has more than %d hints", spec->todos[hint->todo].id,
                              SPEC_HINTS_PER_TODO);
    spec->hint_count++;
    return true;
}
