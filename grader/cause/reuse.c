// Why values cost more than they need: a thread loads them again, or a block has several elements of shared memory for each thread.
#include "grader/cause/reuse.h"

#include <stdlib.h>
#include <string.h>

#include "grader/cause/difference.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/loop_line.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// ---- Loaded again -----------------------------------------------------------------------------------------------

static int by_element(const void *a, const void *b) {
    const WStep *x = *(const WStep *const *)a, *y = *(const WStep *const *)b;
    const int who = memcmp(&x->who, &y->who, sizeof x->who);
    if (who) return who;
    if (x->index != y->index) return x->index < y->index ? -1 : 1;
    return (x->made > y->made) - (x->made < y->made);
}

static bool same_element(const WStep *a, const WStep *b) {
    return a->index == b->index && !memcmp(&a->who, &b->who, sizeof a->who);
}

// All loads from global memory, those of an element by a thread side by side, each once. NULL without memory.
static const WStep **collect_loads(const Witnessed *w, int *count) {
    const WStep **load = calloc((size_t)w->steps + 1, sizeof *load);
    int kept = 0;
    *count = 0;
    for (int i = 0; load && i < w->steps; i++)
        if (w->step[i].kind == STEP_LOAD && !strcmp(w->step[i].space, "global"))
            load[(*count)++] = &w->step[i];
    if (load) qsort(load, (size_t)*count, sizeof *load, by_element);
    for (int i = 0; load && i < *count; i++)
        if (!kept || load[kept - 1]->made != load[i]->made) load[kept++] = load[i];
    *count = kept;
    return load;
}

// What the most loads of an element are that the thread had loaded at `before` last; -1: hardly any is.
static int most_again(const Witnessed *w, const WStep *const *load, int count, int *before) {
    int *again = calloc((size_t)w->sites + 1, sizeof *again),
        *from = calloc((size_t)w->sites + 1, sizeof *from);
    int all = 0, best = -1;
    for (int i = 1; again && from && i < count; i++) {
        const int site = load[i]->site;
        if (!same_element(load[i - 1], load[i]) || site < 0 || site >= w->sites) continue;
        all++;
        again[site]++;
        from[site] = load[i - 1]->site;
        if (best < 0 || again[site] > again[best]) best = site;
    }
    if (best >= 0) *before = from[best];
    free(again), free(from);
    return all * 5 > count ? best : -1; // at the ends of a march a few are
}

bool say_loaded_again(Cause *cause, const Witnessed *w) {
    int count, before = -1;
    const WStep **load = collect_loads(w, &count);
    const int site = load ? most_again(w, load, count, &before) : -1;
    free(load);
    const SourcePlace *place = site_place(w, site), *first = site_place(w, before);
    if (!place) return false;
    cause->place = *place;
    if (site_caller(w, site) && site_caller(w, site) != place->line) { // a helper loads what it is asked for
        cause->place.line = site_caller(w, site);
        cause->place.column = 0;
    }
    SAY(what, "This line loads elements that the same thread has loaded before.");
    if (first && site_caller(w, before) && site_caller(w, before) != cause->place.line) {
        cause->other = *first;
        cause->other.line = site_caller(w, before);
        SAY(other_what, "It has loaded them here");
    }
    SAY(next, "The value is there already: move it on, from where the step before has left it.");
    cause->known = true;
    return true;
}

// ---- Taken from shared memory again -----------------------------------------------------------------------------

// What a thread has read from shared memory: a copy of an element of the input.
typedef struct {
    const WStep *load;
    long element;
} Taken;

static int by_taker(const void *a, const void *b) {
    const Taken *x = a, *y = b;
    const int who = memcmp(&x->load->who, &y->load->who, sizeof x->load->who);
    if (who) return who;
    if (x->element != y->element) return x->element < y->element ? -1 : 1;
    return (x->load->made > y->load->made) - (x->load->made < y->load->made);
}

static Taken *collect_taken(const Witnessed *w, int *count) {
    Taken *taken = calloc((size_t)w->steps + 1, sizeof *taken);
    *count = 0;
    for (int i = 0; taken && i < w->terms; i++) {
        const WFactor *element = element_factor(w, &w->term[i]);
        for (int k = 0; element && k < w->term[i].steps; k++) {
            const WStep *step = &w->step[w->term[i].step + k];
            if (step->kind == STEP_LOAD && !strcmp(step->space, "shared") && *count < w->steps)
                taken[(*count)++] = (Taken){step, element->index};
        }
    }
    if (taken) qsort(taken, (size_t)*count, sizeof *taken, by_taker);
    return taken;
}

bool say_taken_again(Cause *cause, const Witnessed *w) {
    int count, most = 0;
    const WStep *first = NULL, *second = NULL;
    Taken *taken = collect_taken(w, &count);
    int *again = calloc((size_t)w->sites + 1, sizeof *again);
    for (int i = 1; taken && again && i < count; i++) {
        const WStep *before = taken[i - 1].load, *load = taken[i].load;
        if (taken[i].element != taken[i - 1].element || before->made == load->made || load->site < 0 ||
            load->site >= w->sites || memcmp(&before->who, &load->who, sizeof load->who))
            continue;
        if (++again[load->site] > most) most = again[load->site], first = before, second = load;
    }
    free(taken), free(again);
    const SourcePlace *place = second ? site_place(w, second->site) : NULL,
                      *other = place ? site_place(w, first->site) : NULL;
    if (!place) return false;
    cause->place = *place;
    SAY(what, "Here a thread reads an element from shared memory%s%s%s for the second time.",
        second->name[0] ? ", `" : "", second->name, second->name[0] ? "`," : "");
    if (other && other->line != place->line) {
        cause->other = *other;
        SAY(other_what, "It has read it here");
    }
    SAY(next,
        "A thread needs its own column's values in three steps of the march: it reads each once, or never, and keeps it in a "
        "register.");
    return cause->known = true;
}

// ---- Filled again -----------------------------------------------------------------------------------------------

// All places of the line together: a compiler makes several copies of what stands in a loop.
static WRefill refill_of_line(const Witnessed *w, int line) {
    WRefill sum = {0};
    for (int i = 0; i < w->refills; i++) {
        const SourcePlace *place = site_place(w, w->refill[i].site);
        if (!place || place->line != line) continue;
        sum.stores += w->refill[i].stores;
        sum.again += w->refill[i].again;
    }
    return sum;
}

bool say_filled_again(Cause *cause, const Witnessed *w, const char *path) {
    const SourcePlace *worst = NULL;
    WRefill most = {0};
    for (int i = 0; i < w->refills; i++) {
        const SourcePlace *place = site_place(w, w->refill[i].site);
        const WRefill sum = place ? refill_of_line(w, place->line) : most;
        if (sum.again > most.again) most = sum, worst = place;
    }
    if (!worst || most.again * 2 <= most.stores) return false;
    cause->place = *worst;
    const int loop = line_of_inner_loop(path, worst->line);
    if (loop && loop != worst->line) {
        cause->other = *worst;
        cause->place.line = loop;
        cause->place.column = 0;
        SAY(other_what, "The store that fills it is here");
    }
    SAY(what,
        "%s of shared memory: each gets the same element %.3g times, from several threads of the block.",
        loop ? "Threads that go round this loop fill the same places" : "Threads fill the same places here",
        (double)most.stores / (double)(most.stores - most.again));
    SAY(next,
        loop
            ? "All threads of the block together are to fill each place once: look at where a thread begins in that loop and "
              "in those around it, and at what it goes on by."
            : "All threads of the block together are to fill each place once.");
    return cause->known = true;
}

// ---- Shared memory ------------------------------------------------------------------------------------------------

bool say_shared_bytes(Cause *cause, const Explained *e, const Witnessed *w) {
    const WLaunch *l = w->launches ? &w->launch[w->launches - 1] : NULL;
    const WArray *largest = NULL;
    long bytes = 0;
    for (int i = 0; i < w->arrays; i++) {
        const WArray *a = &w->array[i];
        if (strcmp(a->space, "shared")) continue;
        bytes += a->bytes;
        if (!largest || a->bytes > largest->bytes) largest = a;
    }
    const double columns = l ? e->columns : 0;
    if (!largest || columns <= 0 || (double)bytes < 1.9 * 4 * columns) return false;
    const int line = line_of_declaration(e->source_path, largest->name);
    if (!line) return false;
    cause->place = (SourcePlace){.line = line};
    SAY(place.file, "%s", e->source_path);
    SAY(what,
        "A block works on %.0f columns of points at a time, halo included, and has %ld bytes of shared memory, %.0f for each "
        "column; `%s` has %ld of them.",
        columns, bytes, (double)bytes / columns, largest->name, largest->bytes);
    SAY(next,
        "Which of these values does another thread read? What a thread keeps for itself alone fits into a register.");
    cause->known = true;
    return true;
}
