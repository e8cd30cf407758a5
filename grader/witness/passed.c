// What a stored value is a sum of, and how many terms of it came through shared memory from another thread.
//
// A term whose way is unknown counts as one that came another way: else loads could be hidden behind what recipes do not look into.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

// Is what the load found somebody else's word of shared memory?
static bool is_others_word(const Witness *t, const Node *load) {
    const Node *stored = graph_at(&t->graph, load->a);
    return load->kind == NODE_LOAD && load->space == SPACE_SHARED &&
           (stored->kind == NODE_PASSED ||
            ((stored->kind == NODE_STORE || stored->kind == NODE_ATOMIC) && stored->thread != load->thread));
}

// An element of an input of the grader's, or a word that was filled by a thread without histories.
static bool is_element(const Stores *s, const Node *n) {
    if (n->kind == NODE_PASSED || (n->kind == NODE_STORE && !n->a)) return true;
    const Allocation *a = n->kind == NODE_INITIAL ? witness_allocation(s->t, n->where) : NULL;
    return a && a->parameter[0] && a->base != s->base;
}

// What an element may be multiplied by: numbers that the program or its host has made.
static bool is_coefficient(const Node *n) {
    const bool computed = n->kind == NODE_OPERATION && !(n->depends & DEPENDS_DATA);
    return n->kind == NODE_PARAMETER || n->kind == NODE_SPECIAL || n->kind == NODE_CONSTANT ||
           n->kind == NODE_INITIAL || computed;
}

typedef enum { TERM_NUMBER, TERM_ELEMENT, TERM_UNKNOWN } TermKind;

// `element`: the one that it is a multiple of.
static TermKind kind_of(const Stores *s, const Term *term, u32 *element) {
    bool number = true, known = true;
    *element = 0;
    for (int i = 0; i < term->count; i++) {
        const Node *n = graph_at(&s->t->graph, term->factor[i].node);
        const bool first = !*element && is_element(s, n);
        if (first) *element = term->factor[i].node;
        known &= first || is_coefficient(n);
        number &= !first && is_coefficient(n) && n->kind != NODE_INITIAL;
    }
    return number ? TERM_NUMBER : known && *element ? TERM_ELEMENT : TERM_UNKNOWN;
}

// What a value was copied from: by loads, stores and shuffles.
static u32 copied_from(const Witness *t, u32 value) {
    for (;;) {
        const Node *n = graph_at(&t->graph, value);
        const bool copies = n->kind == NODE_LOAD || n->kind == NODE_SHUFFLE || n->kind == NODE_STORE;
        if (!copies || !n->a) return value;
        value = n->a;
    }
}

bool is_partial_sum(const Stores *s, u32 value) {
    const u32 source = copied_from(s->t, value);
    if (graph_at(&s->t->graph, source)->kind != NODE_OPERATION) return false;
    u32 first = 0, element;
    bool several = false;
    Recipe *recipe = malloc(sizeof *recipe);
    if (!recipe) return true;
    find_ways(s->t, source, s->base, s->size, recipe);
    for (int i = 0; i < recipe->count && !several; i++) {
        if (kind_of(s, &recipe->term[i], &element) != TERM_ELEMENT) continue;
        several = first && first != element;
        first = element;
    }
    several |= recipe->overflow;
    free(recipe);
    return several;
}

// Who hands on a sum of elements has loaded these for that one point: no other thread can use it, as it can use an element.
static bool is_passed_on(const Stores *s, const Term *term) {
    const Witness *t = s->t;
    for (int i = 0; i < term->steps; i++) {
        const Node *load = graph_at(&t->graph, term->step[i]);
        if (is_others_word(t, load) && !is_partial_sum(s, load->a)) return true;
    }
    return false;
}

static bool same_element(const Stores *s, const Term *term, u32 element) {
    u32 own;
    return kind_of(s, term, &own) == TERM_ELEMENT && own == element;
}

// How much of an element a term is, as far as that is known: a program can multiply by next to nothing.
static double weight_of(const Stores *s, const Term *term, u32 element) {
    double weight = fabs(term->coefficient);
    for (int i = 0; i < term->count; i++) {
        const Node *n = graph_at(&s->t->graph, term->factor[i].node);
        const u32 bits = n->kind == NODE_INITIAL ? n->bits : (u32)n->where;
        double value = NAN;
        float single;
        memcpy(&single, &bits, sizeof single);
        if (n->kind == NODE_PARAMETER && n->bytes == 8)
            memcpy(&value, &n->where, sizeof value);
        else if (n->kind == NODE_PARAMETER || (n->kind == NODE_INITIAL && s->width == 4))
            value = single;
        else if (n->kind == NODE_INITIAL)
            value = 1; // a half of a double
        if (term->factor[i].node != element) weight *= pow(fabs(value), term->factor[i].power);
    }
    return weight;
}

static u32 first_load(const Witness *t, const Term *term) {
    for (int i = term->steps; i-- > 0;) {
        const Node *n = graph_at(&t->graph, term->step[i]);
        if (n->kind == NODE_LOAD && n->space == SPACE_GLOBAL) return term->step[i];
    }
    return 0;
}

// An element that came another way too has not been passed on.
static bool is_passed_alone(const Stores *s, const Recipe *recipe, u32 element) {
    bool all = !recipe->overflow;
    for (int i = 0; i < recipe->count; i++)
        if (same_element(s, &recipe->term[i], element)) all &= is_passed_on(s, &recipe->term[i]);
    return all;
}

static bool is_first(const Stores *s, const Recipe *recipe, int at, u32 element) {
    for (int i = 0; i < at; i++)
        if (same_element(s, &recipe->term[i], element)) return false;
    return true;
}

// Does the element lie in another row than the point? What a thread without histories has put there is of another warp's.
static bool is_of_another_row(const Stores *s, u32 element, u32 point) {
    const Node *n = graph_at(&s->t->graph, element);
    const Allocation *a = n->kind == NODE_INITIAL ? witness_allocation(s->t, n->where) : NULL;
    if (!a || a->size != s->size) return true;
    const u64 row = (u64)s->width * s->extent[0];
    return (n->where - a->base) / row != (graph_at(&s->t->graph, point)->where - s->base) / row;
}

// The axes along which both lie in one line; 0 where they do not, or where that is not known.
static u8 axes_between(const Stores *s, u32 element, u32 point) {
    const Node *n = graph_at(&s->t->graph, element);
    const Allocation *a = n->kind == NODE_INITIAL ? witness_allocation(s->t, n->where) : NULL;
    if (!a || a->size != s->size) return 0;
    u64 from = (n->where - a->base) / s->width,
        to = (graph_at(&s->t->graph, point)->where - s->base) / s->width;
    u8 axes = 7;
    for (int axis = 0; axis < 3; axis++) {
        const u64 extent = axis == 2 ? UINT64_MAX : s->extent[axis];
        if (from % extent != to % extent) axes &= (u8)(1 << axis);
        from /= extent, to /= extent;
    }
    return axes;
}

static void add_line_loads(const Stores *s, const Term *term, u32 thread, u8 axes, Passed *found) {
    for (int i = 0; i < term->steps && axes && found->line_loads < LINE_LOADS; i++) {
        const Node *n = graph_at(&s->t->graph, term->step[i]);
        if (n->kind == NODE_LOAD &&
            (n->space == SPACE_SHARED || (n->space == SPACE_GLOBAL && n->thread == thread)))
            found->line_load[found->line_loads++] = (LineLoad){term->step[i], axes};
    }
}

void count_passed(const Stores *s, u32 value, u32 terms, Passed *found) {
    static Recipe recipe;
    double weight[RECIPE_TERMS], most = 0;
    found->passed = found->crossing = found->others = found->elements = found->line_loads = 0;
    find_ways(s->t, value, s->base, s->size, &recipe);
    for (int i = 0; i < recipe.count; i++) {
        u32 element;
        const TermKind kind = kind_of(s, &recipe.term[i], &element);
        if (kind == TERM_UNKNOWN) found->others++;
        if (kind == TERM_ELEMENT)
            add_line_loads(s, &recipe.term[i], graph_at(&s->t->graph, value)->thread,
                           axes_between(s, element, value), found);
        if (kind != TERM_ELEMENT || !is_first(s, &recipe, i, element)) continue;
        const bool passed = is_passed_alone(s, &recipe, element);
        found->passed += passed;
        found->crossing += passed && is_of_another_row(s, element, value);
        found->others += !passed;
        weight[found->elements] = weight_of(s, &recipe.term[i], element);
        most = fmax(most, weight[found->elements]);
        found->element[found->elements++] =
            (PassedElement){.load = first_load(s->t, &recipe.term[i]), .passed = passed};
    }
    for (u32 i = 0; i < found->elements; i++) found->element[i].counts = weight[i] > 1e-3 * most;
    // More than the lab's terms: some of them are there for show, and all that came otherwise is needed.
    if (terms && found->passed + found->others > terms)
        found->passed = terms > found->others ? terms - found->others : 0;
    if (found->crossing > found->passed) found->crossing = found->passed;
}
