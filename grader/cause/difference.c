// Compares the sum that a cell is with the sum that it should be, term by term.
#include "grader/cause/difference.h"

#include <math.h>
#include <string.h>

int cell_axes(const CaseData *data) {
    const int axes = data->entry->params[data->entry->output].axes;
    return axes ? axes : 1;
}

int cell_extent(const CaseData *data, int axis) {
    size_t extent[3];
    output_extent(data, extent);
    return (int)extent[axis];
}

void cell_place(const CaseData *data, size_t index, int place[3]) {
    for (int axis = 0; axis < 3; axis++) {
        const size_t extent = (size_t)cell_extent(data, axis);
        place[axis] = (int)(extent ? index % extent : 0);
        index /= extent ? extent : 1;
    }
}

// ---- Factors as the lab names them ------------------------------------------------------------------------

typedef struct {
    int param; // -1: none of the lab's
    long index;
    int power;
} Factor;

enum { FACTORS = 8 };

typedef struct {
    double number;
    Factor factor[FACTORS];
    int count;
    int got; // of Witnessed
    bool used;
} Expanded;

static double value_of(const CaseData *data, int param, long index) {
    const char *values = data->args[param].before[0];
    if (data->entry->params[param].type == TYPE_DOUBLE) {
        double wide;
        memcpy(&wide, values + 8 * index, sizeof wide);
        return wide;
    }
    float single;
    memcpy(&single, values + 4 * index, sizeof single);
    return single;
}

// A kernel's parameter that has these bits, as a number of the type of a lab's parameter.
static double number_of(uint64_t bits, ElementType type) {
    const uint32_t low = (uint32_t)bits;
    float single;
    double wide;
    memcpy(&wide, &bits, sizeof wide), memcpy(&single, &low, sizeof single);
    return type == TYPE_DOUBLE ? wide : single;
}

// A number that came by value: which one of the lab's is it, or twice it, or one over it? What a launch
// function computes on the host may be one of these.
static Factor by_value(const CaseData *data, uint64_t bits, double *times) {
    static const double multiples[] = {1, 2, 0.5, -1, -2, -0.5, 4, 0.25};
    for (size_t m = 0; m < sizeof multiples / sizeof *multiples; m++)
        for (int power = 1; power >= -1; power -= 2)
            for (int i = 0; i < data->arg_count; i++) {
                const ElementType type = data->entry->params[i].type;
                if (data->entry->params[i].kind != PARAM_VALUES || type == TYPE_INT) continue;
                for (long k = 0; k < (long)(data->args[i].bytes / (type == TYPE_DOUBLE ? 8 : 4)); k++) {
                    const double is = multiples[m] * pow(value_of(data, i, k), power);
                    const double v = number_of(bits, type);
                    if (!(fabs(v - is) <= 2e-7 * fabs(is))) continue;
                    *times = multiples[m];
                    return (Factor){i, k, power};
                }
            }
    return (Factor){-1, 0, 1};
}

static Factor resolve(const CaseData *data, const WFactor *f, double *times) {
    *times = 1;
    if (f->kind == FACTOR_INITIAL)
        for (int i = 0; i < data->arg_count; i++)
            if (!strcmp(data->entry->params[i].name, f->name)) return (Factor){i, f->index, f->power};
    if (f->kind != FACTOR_PARAMETER) return (Factor){-1, 0, f->power};
    Factor found = by_value(data, f->bits, times);
    found.power *= f->power;
    *times = pow(*times, f->power);
    return found;
}

static Expanded product_of(const CaseData *data, const Witnessed *w, int number) {
    const WTerm *t = &w->term[number];
    Expanded p = {.number = t->coefficient, .got = number};
    for (int i = 0; i < t->factors && p.count < FACTORS; i++) {
        double times;
        p.factor[p.count++] = resolve(data, &w->factor[t->factor + i], &times);
        p.number *= times;
    }
    return p;
}

// What the lab's term is at a cell. An element outside the buffer gets an index that none has.
static Expanded expected_of(const CaseData *data, const LabTerm *term, const int place[3]) {
    Expanded p = {.number = term->number, .got = -1};
    for (int i = 0; i < term->factor_count; i++) {
        long index = term->factor[i].index, stride = 1;
        if (term->factor[i].of_cell) {
            index = 0;
            for (int axis = 0; axis < 3; axis++) {
                index += (place[axis] + term->factor[i].offset[axis]) * stride;
                stride *= cell_extent(data, axis);
            }
        }
        p.factor[p.count++] = (Factor){term->factor[i].param, index, term->factor[i].power};
    }
    return p;
}

long expected_element(const CaseData *data, const LabTerm *term, const int place[3], int *param) {
    const Expanded p = expected_of(data, term, place);
    for (int i = 0; i < term->factor_count; i++)
        if (term->factor[i].of_cell) {
            *param = p.factor[i].param;
            return p.factor[i].index;
        }
    return -1;
}

static bool same_factor(const Factor *a, const Factor *b) {
    return a->param >= 0 && a->param == b->param && a->index == b->index && a->power == b->power;
}

// The factors of a kind: those of arrays in device memory, or those by value.
static bool of_kind(const CaseData *data, const Factor *f, bool buffers) {
    return (f->param < 0 || data->entry->moves_data || data->args[f->param].buffer) == buffers;
}

static bool same_kind_factors(const CaseData *data, const Expanded *a, const Expanded *b, bool buffers) {
    int count = 0, other = 0;
    for (int k = 0; k < b->count; k++) other += of_kind(data, &b->factor[k], buffers);
    for (int i = 0; i < a->count; i++) {
        if (!of_kind(data, &a->factor[i], buffers)) continue;
        int k = 0;
        while (k < b->count && !same_factor(&a->factor[i], &b->factor[k])) k++;
        if (k == b->count) return false;
        count++;
    }
    return count == other;
}

static bool same_number(double a, double b) {
    return fabs(a - b) <= 1e-5 * fabs(b);
}

const WFactor *element_factor(const Witnessed *w, const WTerm *t) {
    const WFactor *best = NULL;
    for (int i = 0; i < t->factors; i++) {
        const WFactor *f = &w->factor[t->factor + i];
        if (f->kind != FACTOR_PARAMETER && !best) best = f;
    }
    return best;
}

static SourceKind source_of(const CaseData *data, const Witnessed *w, int got, const int place[3],
                            int at[3]) {
    const WFactor *f = element_factor(w, &w->term[got]);
    // Of a variable that was never given a value a compiler makes the number NaN.
    if (!f) return isnan(w->term[got].coefficient) ? SOURCE_UNSET : SOURCE_NUMBER;
    if (f->kind == FACTOR_STORED) return SOURCE_STORED;
    if (f->kind == FACTOR_UNWRITTEN) return SOURCE_UNWRITTEN;
    if (f->kind == FACTOR_UNSET) return SOURCE_UNSET;
    if (f->kind != FACTOR_INITIAL) return SOURCE_OTHER;
    if (!strcmp(f->name, data->entry->params[data->entry->output].name)) return SOURCE_BEFORE;
    int there[3];
    cell_place(data, (size_t)f->index, there);
    for (int axis = 0; axis < 3; axis++) at[axis] = there[axis] - place[axis];
    return SOURCE_ELEMENT;
}

// ---- The comparison ---------------------------------------------------------------------------------------

typedef struct {
    const CaseData *data;
    const Witnessed *w;
    int place[3];
    Expanded expected[SPEC_TERMS], got[64];
    int got_count;
    Differences *d;
} Match;

static Difference *note(Match *m, DifferenceKind kind, int term, Expanded *got) {
    static Difference lost;
    if (m->d->count == DIFFERENCES_MAX) return &lost;
    Difference *x = &m->d->list[m->d->count++];
    *x = (Difference){.kind = kind, .term = term, .got = got ? got->got : -1, .by_value = -1, .times = 1};
    if (got) {
        got->used = true;
        x->source = source_of(m->data, m->w, got->got, m->place, x->at);
    }
    if (term >= 0) m->expected[term].used = true;
    return x;
}

static void match_right(Match *m, int term) {
    Expanded *e = &m->expected[term];
    for (int k = 0; k < m->got_count; k++) {
        Expanded *g = &m->got[k];
        if (g->used || !same_number(g->number, e->number) || !same_kind_factors(m->data, e, g, true) ||
            !same_kind_factors(m->data, e, g, false))
            continue;
        e->used = g->used = true;
        m->d->matched[term] = g->got;
        return;
    }
}

// A constant 0 in place of its element: the term is missing, and it is known where the 0 came from.
static void match_zero(Match *m, int term) {
    Expanded *e = &m->expected[term];
    for (int k = 0; k < m->got_count && !e->used; k++) {
        Expanded *g = &m->got[k];
        if (!g->used && g->number == 0 && same_kind_factors(m->data, e, g, false))
            note(m, DIFFERS_MISSING, term, g);
    }
}

static void match_number(Match *m, int term) {
    Expanded *e = &m->expected[term];
    for (int k = 0; k < m->got_count && !e->used; k++) {
        Expanded *g = &m->got[k];
        if (g->used || g->number == 0 || !same_kind_factors(m->data, e, g, true) ||
            !same_kind_factors(m->data, e, g, false))
            continue;
        note(m, DIFFERS_NUMBER, term, g)->times = g->number / e->number;
    }
}

// The same by-value factors, other elements; or the other way round.
static void match_half(Match *m, int term, bool elements, bool exact) {
    Expanded *e = &m->expected[term];
    for (int k = 0; k < m->got_count && !e->used; k++) {
        Expanded *g = &m->got[k];
        if (g->used || g->number == 0 || !same_kind_factors(m->data, e, g, elements) ||
            (exact && !same_number(g->number, e->number)))
            continue;
        Difference *x = note(m, elements ? DIFFERS_FACTOR : DIFFERS_ELEMENT, term, g);
        x->times = g->number / e->number;
        for (int i = 0; i < g->count && elements; i++)
            if (g->factor[i].param >= 0 && !of_kind(m->data, &g->factor[i], true))
                x->by_value = g->factor[i].index;
    }
}

static bool has_values(const CaseData *data, const Expanded *p) {
    for (int i = 0; i < p->count; i++)
        if (!of_kind(data, &p->factor[i], false)) return true;
    return false;
}

void find_differences(const CaseData *data, const Witnessed *w, const WCell *cell, Differences *d) {
    Match m = {.data = data, .w = w, .d = d};
    const int terms = data->entry->term_count;
    d->count = 0;
    memset(d->matched, -1, sizeof d->matched);
    cell_place(data, cell->index, m.place);
    if (cell->site < 0) {
        note(&m, DIFFERS_UNWRITTEN, -1, NULL);
        return;
    }
    for (int i = 0; i < terms; i++) m.expected[i] = expected_of(data, &data->entry->terms[i], m.place);
    for (int i = 0; i < cell->terms && m.got_count < 64; i++)
        m.got[m.got_count++] = product_of(data, w, cell->term + i);
    for (int i = 0; i < terms; i++) match_right(&m, i);
    for (int i = 0; i < terms; i++) match_number(&m, i);
    for (int exact = 1; exact >= 0; exact--)
        for (int i = 0; i < terms; i++)
            if (has_values(data, &m.expected[i])) match_half(&m, i, false, exact);
    for (int exact = 1; exact >= 0; exact--)
        for (int i = 0; i < terms; i++) match_half(&m, i, true, exact);
    for (int i = 0; i < terms; i++) match_zero(&m, i);
    for (int i = 0; i < terms; i++)
        if (!m.expected[i].used) note(&m, DIFFERS_MISSING, i, NULL);
    for (int k = 0; k < m.got_count; k++)
        if (!m.got[k].used && m.got[k].number != 0) note(&m, DIFFERS_EXTRA, -1, &m.got[k]);
}
