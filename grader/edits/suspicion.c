// How far each word of a function lies from the suspected lines, along the ways by which a mistake gets there: from a statement
// to those that set what it uses, and to the conditions that it stands under.
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"

enum { UNITS = 400, OWN_STATEMENT = 1, NEAR = 2, NEAR_MEMBER = 4 };

// A statement, or the head of a compound one: words without a ; { or } among them.
typedef struct {
    int from, to;
    int above; // the head of what it stands in; -1: the function's own
    int distance;
} Unit;

typedef struct {
    const Editing *e;
    Unit unit[UNITS];
    int count;
} Units;

static void split(Units *u, int begin, int end, int above) {
    const Lexemes *x = &u->e->x;
    int from = begin;
    for (int i = begin; i < end && u->count < UNITS; i++) {
        const bool opens = lexeme_is(x, i, "{") && !opens_values(x, i), ends = lexeme_is(x, i, ";");
        if (!opens && !ends) {
            if (x->list[i].mate > i) i = x->list[i].mate;
            continue;
        }
        if (i > from) u->unit[u->count++] = (Unit){from, i, above, SUSPICION_FAR};
        if (opens) {
            split(u, i + 1, x->list[i].mate, i > from ? u->count - 1 : above);
            i = x->list[i].mate;
        }
        from = i + 1;
    }
}

bool is_set(const Editing *e, int i) {
    static const char *const marks[] = {"=", "+=", "-=", "*=", "/=", "++", "--"};
    int behind = i + 1;
    while (lexeme_is(&e->x, behind, "[") || lexeme_is(&e->x, behind, "."))
        behind = lexeme_is(&e->x, behind, ".") ? behind + 2 : e->x.list[behind].mate + 1;
    for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
        if (lexeme_is(&e->x, behind, marks[k])) return true;
    return lexeme_is(&e->x, i - 1, "&") || lexeme_is(&e->x, i - 1, "++"); // given to a function that sets it
}

// "column.push(value)", and "push(column, value);" as a statement of its own: what is called may set the object.
static bool may_be_set_by_call(const Editing *e, const Unit *u, int i) {
    if (lexeme_is(&e->x, i + 1, ".") && lexeme_is(&e->x, i + 3, "(")) return true;
    const bool alone = lexeme_is(&e->x, u->from + 1, "(") && e->x.list[u->from + 1].mate == u->to - 1;
    return alone && (lexeme_is(&e->x, i - 1, "(") || lexeme_is(&e->x, i - 1, ",")) &&
           (lexeme_is(&e->x, i + 1, ",") || i + 1 == u->to - 1);
}

static bool sets_what_is_used(const Editing *e, const Unit *setter, const Unit *user) {
    for (int i = setter->from; i < setter->to; i++) {
        if (e->x.list[i].kind != LEX_NAME || !(is_set(e, i) || may_be_set_by_call(e, setter, i))) continue;
        for (int k = user->from; k < user->to; k++)
            if (lexemes_equal(&e->x, i, k)) return setter != user; // used there, or set there as well
    }
    return false;
}

// Does it make threads leave, so that what comes behind it is not for them?
static bool makes_leave(const Editing *e, const Unit *u) {
    for (int i = u->from; i < u->to; i++)
        if (lexeme_is(&e->x, i, "return") || lexeme_is(&e->x, i, "continue") || lexeme_is(&e->x, i, "break"))
            return true;
    return false;
}

static bool unit_has_line(const Editing *e, const Unit *u, int line) {
    return line && line >= e->x.list[u->from].line && line <= e->x.list[u->to - 1].line;
}

static void lower(int *distance, int to) {
    if (to < *distance) *distance = to;
}

// From each unit that lies that far to those that it depends on.
static void spread(Units *u, int distance) {
    for (int i = 0; i < u->count; i++) {
        if (u->unit[i].distance != distance) continue;
        if (u->unit[i].above >= 0) lower(&u->unit[u->unit[i].above].distance, distance + 1);
        for (int k = 0; k < u->count; k++)
            if (u->unit[k].distance > distance + 1 && (sets_what_is_used(u->e, &u->unit[k], &u->unit[i]) ||
                                                       (k < i && makes_leave(u->e, &u->unit[k])))) {
                u->unit[k].distance = distance + 1;
                const int above = u->unit[k].above; // "if (...) {return;}"
                if (above >= 0 && makes_leave(u->e, &u->unit[k]))
                    lower(&u->unit[above].distance, distance + 1);
            }
    }
}

static bool calls_suspected(const Editing *e, const Unit *u) {
    for (int i = u->from; i < u->to; i++)
        for (int k = 0; k < e->helpers; k++)
            if ((lexeme_is(&e->x, i + 1, "(") || is_instance(e, i)) && lexemes_equal(&e->x, i, e->helper[k]))
                return true;
    return false;
}

static int distance_of_call(const Editing *e) {
    const int name = function_name(&e->x, e->begin);
    for (int i = 0; i < e->calls && name >= 0; i++)
        if (lexemes_equal(&e->x, e->called[i].name, name)) return e->called[i].distance + 1;
    return SUSPICION_FAR;
}

// What stands right behind a suspected statement, or in front of it, may be the statement that is meant.
static void find_distances(Units *u) {
    for (int i = 0; i < u->count; i++) lower(&u->unit[i].distance, distance_of_call(u->e));
    for (int i = 0; i < u->count; i++)
        if (calls_suspected(u->e, &u->unit[i])) lower(&u->unit[i].distance, 1);
    for (int i = 0; i < u->count; i++)
        for (int k = 0; k < SUSPECTED_LINES; k++) {
            if (!unit_has_line(u->e, &u->unit[i], u->e->lines[k])) continue;
            lower(&u->unit[i].distance, k > 0);
            if (i) lower(&u->unit[i - 1].distance, 2);
            if (i + 1 < u->count) lower(&u->unit[i + 1].distance, 2);
        }
    for (int distance = 0; distance + 1 < SUSPICION_FAR; distance++) spread(u, distance);
}

bool find_suspicion(Editing *e) {
    Units *u = calloc(1, sizeof *u);
    e->suspicion = calloc((size_t)(e->end - e->begin) + 1, sizeof *e->suspicion);
    if (u && e->suspicion) {
        u->e = e;
        split(u, e->begin + 1, e->end, -1);
        find_distances(u);
        for (int i = e->begin; i <= e->end; i++) e->suspicion[i - e->begin] = SUSPICION_FAR;
        for (int i = 0; i < u->count; i++)
            for (int k = u->unit[i].from; k < u->unit[i].to; k++) {
                bool own = false, suspected = false; // another line of a statement that has a suspected one
                for (int n = 0; n < SUSPECTED_LINES; n++) {
                    own |= e->lines[n] == e->x.list[k].line;
                    suspected |= unit_has_line(e, &u->unit[i], e->lines[n]);
                }
                const int away = u->unit[i].distance + (suspected && !own ? OWN_STATEMENT : 0);
                e->suspicion[k - e->begin] = away;
            }
    }
    free(u);
    return e->suspicion != NULL;
}

static void note_call(Editing *e, int name, int distance) {
    int i = 0;
    while (i < e->calls && !lexemes_equal(&e->x, e->called[i].name, name)) i++;
    if (i == CALLED) return;
    if (i == e->calls) {
        e->called[e->calls].name = name;
        e->called[e->calls++].distance = distance;
    }
    lower(&e->called[i].distance, distance);
}

// Is it a condition's, or a truth value's? Such a function may let the wrong threads through, wherever it is asked.
static bool decides(const Editing *e, int call) {
    for (int i = call; i > e->begin; i--) {
        const int mate = e->x.list[i].mate;
        if (mate >= 0 && mate < i) { // of what stands in brackets before it no part is its own
            if (lexeme_is(&e->x, mate - 1, "if")) return false;
            i = mate;
            continue;
        }
        if (lexeme_is(&e->x, i, ";") || lexeme_is(&e->x, i, "{") || lexeme_is(&e->x, i, "}")) return false;
        if (lexeme_is(&e->x, i, "if") || lexeme_is(&e->x, i, "bool") || lexeme_is(&e->x, i, "&&"))
            return true;
    }
    return false;
}

bool note_calls(Editing *e) {
    if (!find_suspicion(e)) return false;
    for (int i = e->begin; i < e->end; i++) {
        const int distance = e->suspicion[i - e->begin];
        const bool call = e->x.list[i].kind == LEX_NAME && lexeme_is(&e->x, i + 1, "(");
        const bool asked = call && decides(e, i); // else what is called is right more often than its call
        const bool member =
            call && lexeme_is(&e->x, i - 1, "."); // it may set the object, which nothing else tells
        // "Cell at(s)": the constructor sets it, which nothing else tells, either.
        const bool constructed = e->x.list[i].kind == LEX_NAME && i > e->begin &&
                                 e->x.list[i - 1].kind == LEX_NAME && !lexeme_is(&e->x, i - 1, "return") &&
                                 (call || lexeme_is(&e->x, i + 1, "{"));
        if (constructed && distance < NEAR_MEMBER) note_call(e, i - 1, distance + 1);
        if (call && distance < (asked ? SUSPICION_FAR : member ? NEAR_MEMBER : NEAR))
            note_call(e, i, distance + !asked);
    }
    free(e->suspicion);
    return true;
}
