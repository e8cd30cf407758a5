// By which way the values of a right output came: through shared memory, from the thread's own registers, or
// straight from global memory for one point alone.
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/difference.h"
#include "grader/cause/explain.h"
#include "grader/cause/reuse.h"
#include "grader/contract/witness_report.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// A box in the middle of the interior: all of the last axis, and as much of the others as fits.
size_t columns_to_ask(const CaseData *data, uint64_t *cells) {
    const int axes = cell_axes(data);
    int low[3] = {0}, count[3] = {1, 1, 1}, side = 1;
    long room = WITNESS_CELLS_MAX / cell_extent(data, axes - 1);
    while (axes > 1 && (axes == 2 ? side + 1 : (side + 1) * (side + 1)) <= room) side++;
    for (int axis = 0; axis < axes; axis++) {
        const int extent = cell_extent(data, axis);
        count[axis] = axis == axes - 1 || side > extent ? extent : side;
        low[axis] = (extent - count[axis]) / 2;
    }
    size_t asked = 0;
    for (int z = 0; z < count[2]; z++)
        for (int y = 0; y < count[1]; y++)
            for (int x = 0; x < count[0] && asked < WITNESS_CELLS_MAX; x++)
                cells[asked++] =
                    ((uint64_t)(low[2] + z) * (uint64_t)cell_extent(data, 1) + (uint64_t)(low[1] + y)) *
                        (uint64_t)cell_extent(data, 0) +
                    (uint64_t)(low[0] + x);
    return asked;
}

typedef struct {
    const WStep
        *load; // from global memory, the only step of memory between the buffer and the sum; else NULL
    int term;  // of the lab
} Way;

static const WStep *direct_load(const Witnessed *w, const WTerm *t) {
    const WStep *load = NULL;
    for (int i = 0; i < t->steps; i++) {
        const WStep *step = &w->step[t->step + i];
        if (step->kind == STEP_SHUFFLE || !strcmp(step->space, "shared") || step->kind == STEP_ATOMIC)
            return NULL;
        if (step->kind == STEP_LOAD && !strcmp(step->space, "global")) load = step;
    }
    return load;
}

static int by_load(const void *a, const void *b) {
    const Way *x = a, *y = b;
    if (!x->load || !y->load) return !x->load - !y->load;
    if (x->load->site != y->load->site) return x->load->site - y->load->site;
    const int who = memcmp(&x->load->who, &y->load->who, sizeof x->load->who);
    return who ? who : x->load->index < y->load->index ? -1 : x->load->index > y->load->index;
}

static bool same_load(const Way *a, const Way *b) {
    return a->load && b->load && !by_load(a, b);
}

// Each term of each cell with its way. NULL without memory.
static Way *collect_ways(const CaseData *data, const Witnessed *w, int *count, int *cells) {
    Way *ways = calloc((size_t)w->cells * (size_t)data->entry->term_count + 1, sizeof *ways);
    static Differences d;
    *count = *cells = 0;
    for (int i = 0; ways && i < w->cells; i++) {
        if (w->cell[i].site < 0) continue;
        find_differences(data, w, &w->cell[i], &d);
        ++*cells;
        for (int k = 0; k < data->entry->term_count; k++)
            if (d.matched[k] >= 0) ways[(*count)++] = (Way){direct_load(w, &w->term[d.matched[k]]), k};
    }
    if (ways) qsort(ways, (size_t)*count, sizeof *ways, by_load);
    return ways;
}

// Where most of a term's values are loaded: what a march loads before its loop are few.
static int usual_site(const Way *ways, int count, int term) {
    int best = -1, most = 0, same = 0, site = -1;
    for (int i = 0; i < count && ways[i].load; i++) { // in the order of their sites
        if (ways[i].load->site != site) same = 0;
        site = ways[i].load->site;
        same += ways[i].term == term;
        if (same > most) most = same, best = site;
    }
    return best;
}

// Nothing is loaded for one point alone: what is counted is loaded more than once, or kept.
static void say_reuse(Cause *cause, const Explained *e, const Witnessed *w, const char *counted) {
    cause->next[0] = 0;
    if (!strstr(counted, "shared_bytes") && say_filled_again(cause, w, e->source_path)) return;
    if (!say_loaded_again(cause, w) && strstr(counted, "shared_bytes")) say_shared_bytes(cause, e, w);
}

// Loads that a line writes beside each other.
static bool loads_several(const char *path, int line) {
    static SourceLines t;
    int loads = 0;
    if (!path || !read_lines(&t, path)) return false;
    for (const char *at = line_text(&t, line); *at; at++) loads += *at == '[' && at[1] != ']';
    free_lines(&t);
    return loads > 1;
}

// Is the function that holds the line called at more than one place? Then each call says which memory it is to read.
static bool serves_several(const char *path, int line) {
    Lexemes x;
    int begin, end, calls = 0;
    char *code = path ? read_code_words(path, &x) : NULL;
    if (!code) return false;
    for (int at = 0; next_device_function(&x, at, &begin, &end); at = end) {
        const int open = lexeme_is(&x, begin - 1, ")") ? x.list[begin - 1].mate : -1;
        if (open < 1 || line < x.list[open].line || line > x.list[end].line) continue;
        for (int i = 0; i + 1 < x.count; i++)
            calls += i != open - 1 && lexemes_equal(&x, i, open - 1) && lexeme_is(&x, i + 1, "(");
    }
    lexemes_free(&x);
    free(code);
    return calls > 1;
}

void explain_ways(Cause *cause, const Explained *e, const char *counted, const char *text, size_t size) {
    Witnessed w;
    int count, cells, alone[SPEC_TERMS] = {0}, site = -1, named = 0;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!e->data->entry->term_count || !text || !witnessed_read(&w, text, size)) return;
    if (strstr(counted, "line_values") && say_taken_again(cause, &w)) {
        witnessed_free(&w);
        return;
    }
    Way *ways = collect_ways(e->data, &w, &count, &cells);
    // A load that serves several terms of a thread's points is reuse in registers.
    for (int i = 0; i < count; i++) {
        const bool shared = (i > 0 && same_load(&ways[i - 1], &ways[i])) ||
                            (i + 1 < count && same_load(&ways[i], &ways[i + 1]));
        if (!ways || !ways[i].load || shared) continue;
        alone[ways[i].term]++;
    }
    for (int k = 0; k < e->data->entry->term_count; k++) {
        if (alone[k] * 2 <= cells) continue;
        SAY(what, "%s%s",
            named++ ? ", " : "These terms are loaded from global memory for a single point, without reuse: ",
            e->data->entry->terms[k].name);
        if (site < 0) site = usual_site(ways, count, k);
    }
    if (named) SAY(what, ".");
    const SourcePlace *place = site_place(&w, site);
    const int caller = site_caller(&w, site);
    if (place) cause->place = *place;
    if (place && caller && caller != place->line) { // a helper loads what it is asked for
        const bool chosen = named > 1 &&
                            loads_several(e->source_path, place->line) && // or those that it chooses
                            !serves_several(e->source_path, place->line);
        SourcePlace *called = chosen ? &cause->other : &cause->place;
        cause->other = *place;
        called->line = caller;
        called->column = 0;
        SAY(other_what, chosen ? "It is called here" : "The load is here");
    }
    SAY(next,
        "Which of these values has another thread of the block, or this one a step before, loaded already?");
    cause->known = named > 0 && place;
    Cause again = {.todo = -1, .example = -1};
    if (!named)
        say_reuse(cause, e, &w, counted);
    else if (
        named ==
            1 && // its value is there, and is not kept; or it is kept as it should be, and others are not
        (say_loaded_again(&again, &w) || (strstr(counted, "shared_bytes") &&
                                          (say_taken_again(&again, &w) || say_shared_bytes(&again, e, &w)))))
        *cause = again;
    free(ways);
    witnessed_free(&w);
}
