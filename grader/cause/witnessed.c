// Reads the text of the witness.
#include "grader/cause/witnessed.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/append.h"
#include "grader/text/clean.h"

// One more element at the end of an array whose room is always a power of two; NULL without memory.
static void *add(void **list, int *count, size_t size) {
    if ((*count & (*count - 1)) == 0) {
        const size_t room = *count ? 2 * (size_t)*count : 1;
        void *grown = realloc(*list, room * size);
        if (!grown) return NULL;
        *list = grown;
    }
    void *slot = (char *)*list + (size_t)(*count)++ * size;
    memset(slot, 0, size);
    return slot;
}

#define ADD(w, field, count) add((void **)&(w)->field, &(w)->count, sizeof *(w)->field)

#define THREAD               " %d %d %d %d %d %d %d"
#define THREAD_OF(t)                                                                                         \
    &(t).launch, &(t).block[0], &(t).block[1], &(t).block[2], &(t).thread[0], &(t).thread[1], &(t).thread[2]

static bool read_launch(Witnessed *w, const char *line) {
    WLaunch *l = ADD(w, launch, launches);
    return l && sscanf(line, "launch %*d %63s %d %d %d %d %d %d", l->kernel, &l->grid[0], &l->grid[1],
                       &l->grid[2], &l->block[0], &l->block[1], &l->block[2]) == 7;
}

static bool read_array(Witnessed *w, const char *line) {
    WArray *a = ADD(w, array, arrays);
    return a && sscanf(line, "array %7s %63s %ld %ld", a->space, a->name, &a->offset, &a->bytes) == 4;
}

static bool read_site(Witnessed *w, const char *line) {
    WSite *s = ADD(w, site, sites);
    int at = 0;
    if (!s ||
        sscanf(line, "site %d %d %d %d %n", &s->number, &s->place.line, &s->place.column, &s->caller, &at) !=
            4 ||
        !at)
        return false;
    clean_text(s->place.file, sizeof s->place.file, line + at, strlen(line + at));
    return true;
}

static bool read_cell(Witnessed *w, const char *line) {
    WCell *c = ADD(w, cell, cells);
    if (!c) return false;
    c->term = w->terms;
    c->guard = w->guards;
    c->shift_site[0] = c->shift_site[1] = c->shift_site[2] = -1;
    c->index_site = -1;
    for (int axis = 0; axis < 3; axis++) c->made_site[axis] = c->march_site[axis] = -1;
    const bool good = sscanf(line, "cell %zu %d" THREAD, &c->index, &c->site, THREAD_OF(c->who)) == 9;
    c->first = c->index;
    return good;
}

static bool read_term(Witnessed *w, const char *line) {
    WTerm *t = w->cells ? ADD(w, term, terms) : NULL;
    if (!t) return false;
    w->cell[w->cells - 1].terms++;
    t->factor = w->factors;
    t->step = w->steps;
    return sscanf(line, "term %lf", &t->coefficient) == 1;
}

static bool find_in_list(const char *word, const char *const *words, int count, int *index) {
    for (*index = 0; *index < count; ++*index)
        if (!strcmp(word, words[*index])) return true;
    return false;
}

static bool read_factor(Witnessed *w, const char *line) {
    static const char *const kinds[] = {"initial", "parameter", "unwritten", "unset", "stored", "other"};
    WFactor *f = w->terms ? ADD(w, factor, factors) : NULL;
    char kind[16];
    int number;
    if (!f ||
        sscanf(line, "factor %d %15s %7s %63s %ld %" SCNu64 " %d" THREAD, &f->power, kind, f->space, f->name,
               &f->index, &f->bits, &f->site, THREAD_OF(f->who)) != 14 ||
        !find_in_list(kind, kinds, 6, &number))
        return false;
    f->kind = (FactorKind)number;
    w->term[w->terms - 1].factors++;
    return true;
}

static bool read_step(Witnessed *w, const char *line) {
    static const char *const kinds[] = {"store", "load", "shuffle", "atomic", "operation"};
    WStep *s = w->terms ? ADD(w, step, steps) : NULL;
    char kind[16];
    int number;
    if (!s ||
        sscanf(line, "step %15s %d %7s %63s %ld %d %d %u" THREAD, kind, &s->site, s->space, s->name,
               &s->index, &s->via, &s->left, &s->made, THREAD_OF(s->who)) != 15 ||
        !find_in_list(kind, kinds, 5, &number))
        return false;
    s->kind = (WStepKind)number;
    w->term[w->terms - 1].steps++;
    return true;
}

static bool read_via(Witnessed *w, const char *line) {
    WVia *v = ADD(w, via, vias);
    if (!v) return false;
    line += strcspn(line, " ");
    line += strspn(line, " ");
    while (*(line += strcspn(line, " ")) && v->sites < VIA_SITES) v->site[v->sites++] = atoi(++line);
    return true;
}

static bool read_access(Witnessed *w, const char *line) {
    return sscanf(line, "access %63s %ld %ld", w->access, &w->access_element, &w->access_elements) == 3;
}

static bool read_rounds(Witnessed *w, const char *line) {
    return sscanf(line, "rounds %ld %ld %d", &w->rounds, &w->round_bytes, &w->round_site) == 3;
}

static bool read_guard(Witnessed *w, const char *line) {
    WGuard *g = w->cells || w->focus.who.launch >= 0 ? ADD(w, guard, guards) : NULL;
    int held, reused = 0, equality, is_unsigned;
    if (!g || sscanf(line, "guard %d %ld %ld %d %u %u %d %d %d %d %d %d %d", &g->site, &g->left, &g->right,
                     &held, &g->depends, &g->axes, &g->made, &g->use, &reused, &g->bound, &equality,
                     &is_unsigned, &g->branch) != 13)
        return false;
    g->equality = equality != 0;
    g->is_unsigned = is_unsigned != 0;
    g->held = held != 0;
    g->reused = reused != 0;
    (w->focus.who.launch >= 0 ? &w->focus : &w->cell[w->cells - 1])->guards++;
    return true;
}

static bool read_focus(Witnessed *w, const char *line) {
    w->focus.guard = w->guards;
    return sscanf(line, "focus" THREAD, THREAD_OF(w->focus.who)) == 7;
}

static bool read_index(Witnessed *w, const char *line) {
    return w->cells && sscanf(line, "index %d", &w->cell[w->cells - 1].index_site) == 1;
}

static bool read_first(Witnessed *w, const char *line) {
    return w->cells && sscanf(line, "first %zu", &w->cell[w->cells - 1].first) == 1;
}

static bool read_absent(Witnessed *w, const char *line) {
    static const char *const reasons[] = {"", "all", "beyond", "gap", "skipped"};
    WCell *c = w->cells ? &w->cell[w->cells - 1] : NULL;
    char reason[16];
    int number;
    if (!c ||
        sscanf(line, "absent %15s %d %d" THREAD, reason, &c->absent_axis, &c->absent_site,
               THREAD_OF(c->absent_who)) != 10 ||
        !find_in_list(reason, reasons, 5, &number))
        return false;
    c->absent = (WAbsence)number;
    return true;
}

static bool read_made(Witnessed *w, const char *line) {
    WCell *c = w->cells ? &w->cell[w->cells - 1] : NULL;
    int axis, site;
    unsigned depends;
    if (!c || sscanf(line, "made %d %d %u", &axis, &site, &depends) != 3 || axis < 0 || axis > 2)
        return false;
    c->made_site[axis] = site;
    c->made_of[axis] = depends;
    return true;
}

static bool read_shift(Witnessed *w, const char *line) {
    WCell *c = w->focus.who.launch >= 0 ? &w->focus : w->cells ? &w->cell[w->cells - 1] : NULL;
    int axis, site;
    long by;
    if (!c || sscanf(line, "shift %d %d %ld", &axis, &site, &by) != 3 || axis < 0 || axis > 2) return false;
    c->shift_site[axis] = site;
    c->shift[axis] = by;
    return true;
}

static bool read_apart(Witnessed *w, const char *line) {
    WCell *c = w->cells ? &w->cell[w->cells - 1] : NULL;
    int axis, site;
    long distance, stored;
    if (!c || sscanf(line, "apart %d %ld %ld %d", &axis, &distance, &stored, &site) != 4 || axis < 0 ||
        axis > 2)
        return false;
    c->march_site[axis] = site;
    c->apart[axis] = distance;
    c->stored[axis] = stored;
    return true;
}

static bool read_fill(Witnessed *w, const char *line) {
    WFill *f = ADD(w, fill, fills);
    return f &&
           sscanf(line, "fill %d %63s %ld %ld %d %ld %ld %d %d %ld %d %d %ld %d %d %d %d %d" THREAD, &f->site,
                  f->name, &f->width, &f->elements, &f->outside, &f->element, &f->step[0], &f->low[0],
                  &f->high[0], &f->step[1], &f->low[1], &f->high[1], &f->step[2], &f->low[2], &f->high[2],
                  &f->scaled_site[0], &f->scaled_site[1], &f->scaled_site[2], THREAD_OF(f->who)) == 25;
}

static bool read_refill(Witnessed *w, const char *line) {
    WRefill *r = ADD(w, refill, refills);
    return r && sscanf(line, "refill %d %ld %ld", &r->site, &r->stores, &r->again) == 3;
}

static bool read_end(Witnessed *w, const char *line) {
    WEnd *end = ADD(w, end, ends);
    return end && sscanf(line, "ended %d" THREAD, &end->site, THREAD_OF(end->who)) == 8;
}

static bool read_held(Witnessed *w, const char *line) {
    WHeld *h = ADD(w, held, holds);
    return h && sscanf(line, "held %d %63s %ld %63s %ld" THREAD, &h->site, h->name, &h->index, h->buffer,
                       &h->element, THREAD_OF(h->who)) == 12;
}

static bool read_lost(Witnessed *w, const char *line) {
    static const char *const kinds[] = {"", "overflow", "narrow", "unsigned"};
    char kind[16];
    int number;
    if (sscanf(line, "lost %15s %d %ld %ld", kind, &w->lost_site, &w->lost_exact, &w->lost_held) != 4 ||
        !find_in_list(kind, kinds, 4, &number))
        return false;
    w->lost = (WLoss)number;
    return true;
}

static bool read_narrowed(Witnessed *w, const char *line) {
    static const char *const kinds[] = {"", "whole", "float", "left", "idle"};
    WCell *c = w->cells ? &w->cell[w->cells - 1] : NULL;
    char kind[16];
    int number;
    if (!c || sscanf(line, "narrowed %15s %d", kind, &c->narrowed_site) != 2 ||
        !find_in_list(kind, kinds, 5, &number))
        return false;
    c->narrowed = (WNarrowing)number;
    return true;
}

static bool read_line(Witnessed *w, const char *line) {
    static const struct {
        const char *kind;
        bool (*read)(Witnessed *, const char *);
    } records[] = {{"launch ", read_launch}, {"array ", read_array},       {"site ", read_site},
                   {"cell ", read_cell},     {"term ", read_term},         {"factor ", read_factor},
                   {"step ", read_step},     {"guard ", read_guard},       {"absent ", read_absent},
                   {"index ", read_index},   {"first ", read_first},       {"focus ", read_focus},
                   {"made ", read_made},     {"narrowed ", read_narrowed}, {"apart ", read_apart},
                   {"fill ", read_fill},     {"lost ", read_lost},         {"via ", read_via},
                   {"shift ", read_shift},   {"access ", read_access},     {"ended ", read_end},
                   {"held ", read_held},     {"refill ", read_refill},     {"rounds ", read_rounds}};
    if (!strncmp(line, "end ", 4)) {
        w->truncated = line[4] == '1';
        return true;
    }
    for (size_t i = 0; i < sizeof records / sizeof *records; i++)
        if (!strncmp(line, records[i].kind, strlen(records[i].kind))) return records[i].read(w, line);
    return true; // a kind of a later version
}

bool witnessed_read(Witnessed *w, const char *text, size_t size) {
    memset(w, 0, sizeof *w);
    w->focus.who.launch = w->round_site = -1;
    w->focus.shift_site[0] = w->focus.shift_site[1] = w->focus.shift_site[2] = -1;
    char *copy = malloc(size + 1), *rest = NULL;
    bool good = copy != NULL;
    if (!good) return false;
    memcpy(copy, text, size);
    copy[size] = 0;
    for (char *line = strtok_r(copy, "\n", &rest); line && good; line = strtok_r(NULL, "\n", &rest))
        good = read_line(w, line);
    free(copy);
    if (!good) witnessed_free(w);
    return good;
}

void witnessed_free(Witnessed *w) {
    free(w->cell), free(w->term), free(w->factor), free(w->step);
    free(w->site), free(w->launch), free(w->array), free(w->guard), free(w->fill), free(w->refill),
        free(w->via);
    free(w->end);
    free(w->held);
    memset(w, 0, sizeof *w);
}

const SourcePlace *site_place(const Witnessed *w, int site) {
    for (int i = 0; i < w->sites; i++)
        if (w->site[i].number == site) return &w->site[i].place;
    return NULL;
}

const SourcePlace *guard_place(const Witnessed *w, const WGuard *g) {
    const SourcePlace *use = g->reused ? site_place(w, g->use) : NULL;
    return use ? use : site_place(w, g->site);
}

bool wraps_below_zero(const WGuard *g) {
    return g->is_unsigned && (g->left < 0 || g->right < 0);
}

void guard_sides(const WGuard *g, char *words, size_t size) {
    const bool wraps = wraps_below_zero(g);
    const long long left = wraps ? (unsigned)g->left : g->left, right = wraps ? (unsigned)g->right : g->right;
    append(words, size, "its two sides are %lld and %lld there", left, right);
    if (wraps)
        append(words, size, ", because they are compared as unsigned numbers, where %ld is %u",
               g->left < 0 ? g->left : g->right, (unsigned)(g->left < 0 ? g->left : g->right));
}

const char *guard_advice(const WGuard *g) {
    if (wraps_below_zero(g) && g->left >= 0)
        return "The bound is below 0 here, and as an unsigned number it is very large: keep sizes without a point to compute "
               "away before this, or compare ints with both ends.";
    if (wraps_below_zero(g)) return "Make both sides int: an unsigned number is never below 0.";
    return "Check this condition: how its parts are joined, && or ||, and where each ends, < or <=, n - 1 or n - 2.";
}

const SourcePlace *bound_place(const Witnessed *w, const WGuard *g) {
    const SourcePlace *own = guard_place(w, g), *bound = site_place(w, g->bound);
    return bound && own && (bound->line != own->line || strcmp(bound->file, own->file)) ? bound : NULL;
}

int site_caller(const Witnessed *w, int site) {
    for (int i = 0; i < w->sites; i++)
        if (w->site[i].number == site) return w->site[i].caller;
    return 0;
}
