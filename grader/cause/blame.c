// The line to blame for a wrong term: the place on its way that right terms do not pass.
//
// Each term of each cell that was looked at came by a way of its own: stores, loads, arithmetic. A place that only
// wrong ones pass is suspect, one that as many right ones pass is not. Among equals the loads come first for a wrong
// element, and arithmetic for a wrong factor or sign.
#include <stdlib.h>
#include <string.h>

#include "grader/cause/loop_line.h"
#include "grader/cause/only_call.h"
#include "grader/cause/variable_line.h"
#include "grader/cause/study.h"
#include "grader/cause/warp_ends.h"

typedef struct {
    int right, wrong;
} Passes;

// The arithmetic where a term joins the sum: the first behind its source. Later arithmetic is passed by all the terms that
// were added before, and says nothing about any of them.
static int entry_of(const Witnessed *w, int term) {
    const WTerm *t = &w->term[term];
    for (int i = t->steps - 1; i >= 0; i--)
        if (w->step[t->step + i].kind == STEP_OPERATION) return w->step[t->step + i].site;
    return -1;
}

static bool passes_site(const Witnessed *w, int term, int site) {
    const WTerm *t = &w->term[term];
    for (int i = 0; i < t->steps; i++) {
        const WStep *step = &w->step[t->step + i];
        if (step->site == site) return step->kind != STEP_OPERATION || entry_of(w, term) == site;
    }
    return false;
}

// How many wrong terms, and how many right ones, came by a site.
static Passes count_passes(const Study *s, int site) {
    Passes p = {0};
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        if (!x->todo || !x->written) continue;
        for (int k = 0; k < s->entry->term_count; k++)
            if (x->d.matched[k] >= 0 && passes_site(&s->w, x->d.matched[k], site)) p.right++;
        for (int k = 0; k < x->d.count; k++)
            if (x->d.list[k].got >= 0 && x->d.list[k].kind == s->main.kind &&
                passes_site(&s->w, x->d.list[k].got, site))
                p.wrong++;
    }
    return p;
}

static int preference(const Study *s, const WStep *step) {
    const bool arithmetic = s->main.kind == DIFFERS_FACTOR || s->main.kind == DIFFERS_NUMBER;
    if (step->kind == STEP_OPERATION) return arithmetic ? 4 : 2; // what stands there chooses the element
    if (step->kind == STEP_SHUFFLE) return arithmetic ? 1 : 4;   // the copies around it choose nothing
    if (step->kind == STEP_LOAD) return arithmetic ? 1 : 3;
    return 2;
}

// Was this very element, loaded at this place by this thread, right in another cell? Then it was right once, and
// was not replaced in time.
// Both join the sum at the same place then: in another step of a loop.
static bool was_right_before(const Study *s, const WStep *origin) {
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        const int t = s->main.term >= 0 && x->todo && x->written ? x->d.matched[s->main.term] : -1;
        if (t < 0 || entry_of(&s->w, t) != entry_of(&s->w, s->main.got)) continue;
        const WTerm *term = &s->w.term[t];
        for (int k = 0; k < term->steps; k++) {
            const WStep *step = &s->w.step[term->step + k];
            if (step->made == origin->made) return true;
        }
    }
    return false;
}

// Was the cell looked at that the thread of the example computed some planes before?
static bool is_looked_at(const Study *s, int step) {
    const StudyCell *x = &s->cell[s->example];
    for (int i = 0; i < s->count; i++) {
        const StudyCell *y = &s->cell[i];
        if (!y->todo || !y->written || y->step != step ||
            memcmp(&y->cell->who, &x->cell->who, sizeof x->cell->who))
            continue;
        bool column = true;
        for (int axis = 0; axis < 3; axis++) column &= axis == s->along || y->place[axis] == x->place[axis];
        if (column) return true;
    }
    return false;
}

// Is it the element of the same point some planes before, and did such a value come by the same places there and was
// right? Where that cell was not looked at any other thread's tells, too.
static bool is_right_planes_before(const Study *s, const WStep *origin) {
    int offset[3];
    const StudyCell *x = &s->cell[s->example];
    if (!s->marches || s->main.term < 0 || s->main.source != SOURCE_ELEMENT ||
        !offset_of_term(s, s->main.term, offset))
        return false;
    const int back = offset[s->along] - s->main.at[s->along];
    for (int axis = 0; axis < 3; axis++)
        if (axis != s->along && s->main.at[axis] != offset[axis]) return false;
    if (back <= 0 || back > x->step || is_looked_at(s, x->step - back)) return false;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *y = &s->cell[i];
        const int t = y->todo && y->written && y->step == x->step - back ? y->d.matched[s->main.term] : -1;
        if (t >= 0 && entry_of(&s->w, t) == entry_of(&s->w, s->main.got) &&
            passes_site(&s->w, t, origin->site))
            return true;
    }
    return false;
}

static const WStep *origin_of(const Study *s, const WTerm *t) {
    for (int i = t->steps - 1; i >= 0; i--) {
        const WStep *step = &s->w.step[t->step + i];
        if (step->kind == STEP_LOAD && !strcmp(step->space, "global")) return step;
    }
    return NULL;
}

// Where a stale value is used: the load from shared memory, or the last arithmetic before the store.
static const WStep *use_of(const Study *s, const WTerm *t) {
    for (int i = t->steps - 1; i >= 0; i--) {
        const WStep *step = &s->w.step[t->step + i];
        if (step->kind == STEP_LOAD && !strcmp(step->space, "shared")) return step;
    }
    for (int i = t->steps - 1; i >= 0; i--) {
        const WStep *step = &s->w.step[t->step + i];
        if (step->kind == STEP_OPERATION) return step;
    }
    return NULL;
}

static long linear_thread(const WLaunch *l, const WThread *who) {
    return ((long)who->thread[2] * l->block[1] + who->thread[1]) * l->block[0] + who->thread[0];
}

// A thread's place in its block and the place in a shared array that it fills: where the array has a cell for each
// thread they are the same, unless the indices stand in another order.
static bool fills_another_place(const Study *s, const WStep *step) {
    if (step->kind != STEP_STORE || strcmp(step->space, "shared") || step->who.launch < 0 ||
        step->who.launch >= s->w.launches)
        return false;
    const WLaunch *l = &s->w.launch[step->who.launch];
    const long linear = linear_thread(l, &step->who);
    for (int i = 0; i < s->w.arrays; i++)
        if (!strcmp(s->w.array[i].name, step->name) &&
            s->w.array[i].bytes == 4L * l->block[0] * l->block[1] * l->block[2])
            return step->index != linear;
    return false;
}

// Which element of a shared array a thread reads, counted from its own place in the block.
static bool reading_place(const Witnessed *w, const WStep *step, long *place) {
    if (step->kind != STEP_LOAD || strcmp(step->space, "shared") || step->who.launch < 0 ||
        step->who.launch >= w->launches)
        return false;
    *place = step->index - linear_thread(&w->launch[step->who.launch], &step->who);
    return true;
}

static bool same_row(const WThread *a, const WThread *b) {
    return a->thread[1] == b->thread[1] && a->thread[2] == b->thread[2];
}

// Does a thread read at its place of a shared array what others read there that are right? Then the reading is right, and
// what was put there is not.
static bool reads_as_others(const Study *s, const WStep *step) {
    long own, other;
    bool any = false;
    if (!reading_place(&s->w, step, &own)) return false;
    for (int i = 0; i < s->count; i++) {
        const StudyCell *x = &s->cell[i];
        for (int k = 0; k < s->entry->term_count && x->todo && x->written; k++) {
            const WTerm *t = x->d.matched[k] >= 0 ? &s->w.term[x->d.matched[k]] : NULL;
            for (int j = 0; t && j < t->steps; j++) {
                const WStep *y = &s->w.step[t->step + j];
                if (y->site != step->site || !same_row(&y->who, &step->who) ||
                    !reading_place(&s->w, y, &other))
                    continue;
                if (other != own) return false;
                any = true;
            }
        }
    }
    return any;
}

// The first step of a way, from the buffer back, that can be to blame: behind a right reading of a shared array. Of another
// plane than the right one it says nothing: then the array was not replaced in time, or another one is read.
static int first_suspect(const Study *s, const WTerm *t) {
    int offset[3];
    if (s->main.term >= 0 && offset_of_term(s, s->main.term, offset) &&
        s->main.at[s->along] != offset[s->along])
        return 0;
    for (int i = t->steps - 1; i >= 0 && s->main.kind == DIFFERS_ELEMENT; i--)
        if (reads_as_others(s, &s->w.step[t->step + i])) return i + 1;
    return 0;
}

static const WStep *most_suspect(const Study *s, const WTerm *t) {
    const WStep *best = NULL;
    double best_score = -1;
    for (int i = first_suspect(s, t); i < t->steps; i++) {
        const WStep *step = &s->w.step[t->step + i];
        if (!site_place(&s->w, step->site)) continue;
        if (step->kind == STEP_OPERATION && entry_of(&s->w, (int)(t - s->w.term)) != step->site) continue;
        const Passes p = count_passes(s, step->site);
        const double purity = p.wrong ? (double)p.wrong / (p.wrong + p.right) : 0;
        const double reach = s->cells ? (double)p.wrong / (s->cells * (s->entry->term_count + 1.0)) : 0;
        const double score =
            100 * purity + 10 * reach + preference(s, step) + 5 * fills_another_place(s, step);
        if (score < best_score - 1e-9) continue;
        best = step;
        best_score = score;
    }
    return best;
}

// Where the array that holds an unwritten word is filled: the store into that very word in another block, else any.
static const WStep *filling_store(const Study *s, const WFactor *f) {
    const WStep *any = NULL;
    for (int i = 0; i < s->w.steps; i++) {
        const WStep *step = &s->w.step[i];
        if (step->kind != STEP_STORE || strcmp(step->name, f->name) || strcmp(step->space, f->space))
            continue;
        if (step->index == f->index) return step;
        if (!any) any = step;
    }
    return any;
}

bool blames_caller(const Study *s, int site) {
    const SourcePlace *own = site_place(&s->w, site);
    // A value that is not there came by no caller.
    if (!own || s->main.got < 0 || site_caller(&s->w, site) == own->line) return false;
    // A wrong argument spoils what comes by the call; what is right as often is spoilt in the function, for some threads.
    const Passes here = count_passes(s, site);
    if (here.wrong <= here.right) return false;
    for (int i = 0; i < s->w.sites; i++) {
        const WSite *other = &s->w.site[i];
        if (other->number == site || other->caller == site_caller(&s->w, site)) continue;
        const Passes p = count_passes(s, other->number);
        if (p.right <= p.wrong) continue;
        // The same function is right where another line calls it. The place may be that of the call, in a helper that is inlined too.
        if (other->place.line == own->line ||
            (s->source_path && calls_helper_of_line(s->source_path, other->place.line, own->line)))
            return true;
    }
    return false;
}

bool only_in_first_plane(const Study *s) {
    for (int i = 0; i < s->count; i++)
        if (s->cell[i].has && s->cell[i].step) return false;
    return true;
}

// A cell where the term is right: what it came by there.
static const WTerm *right_elsewhere(const Study *s, int term) {
    for (int i = 0; i < s->count && term >= 0; i++)
        if (s->cell[i].todo && s->cell[i].written && s->cell[i].d.matched[term] >= 0)
            return &s->w.term[s->cell[i].d.matched[term]];
    return NULL;
}

// A term that is not there. Where it is right in other cells, it is missing for the lack of a value: in the first plane of a
// march nothing was loaded yet, else the load was skipped.
// A 0 that its variable was given at first stands in the sum: the line that should have replaced it, and that no history
// passes. 0: there is none.
static int line_not_reached(const Study *s, bool first_plane) {
    const WTerm *t = s->main.got < 0 ? NULL : &s->w.term[s->main.got];
    const SourcePlace *begins =
        t && t->steps ? site_place(&s->w, s->w.step[t->step + t->steps - 1].site) : NULL;
    if (!begins || !in_student_file(begins, s->source_path)) return 0;
    if (first_plane && is_assignment(s->source_path, begins->line)) return begins->line;
    for (int line = begins->line; (line = next_assignment(s->source_path, begins->line, line));) {
        bool passed = false; // by whoever is right; before a march the first such line is the one
        if (first_plane) return line;
        for (int i = 0; i < s->w.steps && !passed; i++) {
            const SourcePlace *place = site_place(&s->w, s->w.step[i].site);
            passed = place && place->line == line;
        }
        if (!passed) return line;
    }
    return 0;
}

// The term whose neighbour in the lab's order is nearest to the missing one, of those that are in the sum: whoever writes the sum down
// writes them in about that order. -1: there is none.
static int nearest_term(const Study *s) {
    const StudyCell *x = &s->cell[s->example];
    int best = -1;
    for (int k = 0; k < s->entry->term_count; k++) {
        const int own = abs(k - s->main.term),
                  than = best < 0 ? s->entry->term_count : abs(best - s->main.term);
        if (x->d.matched[k] >= 0 && own < than && joining_line(s, x->d.matched[k])) best = k;
    }
    return best;
}

// Does any cell have the term whose sum is added up in the same place of the code?
static bool summed_elsewhere_with_it(const Study *s, int beside) {
    const StudyCell *x = &s->cell[s->example];
    const int site = beside < 0 ? -1 : joining_site(s, x->d.matched[beside]);
    for (int i = 0; i < s->count && site >= 0; i++) {
        const StudyCell *y = &s->cell[i];
        if (y->todo && y->written && y->d.matched[s->main.term] >= 0 &&
            joining_site(s, y->d.matched[beside]) == site)
            return true;
    }
    return site < 0;
}

// Does the sum name the coefficient of the missing term?
static bool is_written_down(const Study *s, int beside) {
    const LabTerm *t = &s->entry->terms[s->main.term];
    const int line = joining_line(s, s->cell[s->example].d.matched[beside]);
    for (int i = 0; i < t->factor_count; i++)
        if (!t->factor[i].of_cell && line_of_coefficient(s->source_path, line, t->factor[i].index))
            return true;
    return false;
}

bool is_summed_elsewhere(const Study *s) {
    const int beside = nearest_term(s);
    return beside >= 0 && joining_site(s, s->cell[s->example].d.matched[beside]) >= 0 &&
           summed_elsewhere_with_it(s, beside);
}

static void blame_missing(const Study *s, Blame *b) {
    const int beside = nearest_term(s);
    // A sum that never has the term was written without it, unless what it multiplies is 0.
    if (!summed_elsewhere_with_it(s, beside) && !is_written_down(s, beside)) b->beside = beside;
    const WTerm *t = b->beside < 0 ? right_elsewhere(s, s->main.term) : NULL;
    b->site = s->cell[s->example].cell->site;
    if (!t) return;
    const WStep *load = origin_of(s, t);
    b->first_plane = s->marches && only_in_first_plane(s) && !lacks_boundary(s);
    const int site = b->first_plane || !load ? entry_of(&s->w, (int)(t - s->w.term)) : load->site;
    if (site_place(&s->w, site)) b->site = site;
    b->not_loaded = load && b->site == load->site && is_summed_elsewhere(s);
    const SourcePlace *used = site_place(&s->w, b->site);
    const int line = line_not_reached(s, b->first_plane);
    // Before a march begins it is a line above the first use.
    if (!b->first_plane || (used && line < used->line)) b->not_reached = line;
}

int joining_site(const Study *s, int term) {
    return term < 0 ? -1 : entry_of(&s->w, term);
}

int joining_line(const Study *s, int term) {
    const int site = joining_site(s, term);
    const SourcePlace *place = site_place(&s->w, site);
    if (!place || !in_student_file(place, s->source_path)) return 0;
    // The line that calls a helper is where its operands join.
    return site_caller(&s->w, site) ? site_caller(&s->w, site) : place->line;
}

int first_joining_line(const Study *s) {
    const StudyCell *x = &s->cell[s->example];
    int first = 0;
    for (int k = 0; k < s->entry->term_count; k++) {
        const int line = joining_line(s, x->d.matched[k]);
        if (line && (!first || line < first)) first = line;
    }
    return first;
}

int loading_site(const Study *s, int term) {
    const WStep *load = term < 0 ? NULL : origin_of(s, &s->w.term[term]);
    return load ? load->site : -1;
}

// The access whose index may be wrong: the blamed one, or the load behind a blamed sum.
static const WStep *access_of(const Study *s, const WTerm *t, const WStep *step) {
    if (!step || step->via >= 0) return step;
    const WStep *access = NULL;
    for (int i = t->steps - 1; i >= 0 && &s->w.step[t->step + i] != step; i--)
        if (s->w.step[t->step + i].via >= 0) access = &s->w.step[t->step + i];
    return access;
}

// Was the word stored by a thread that has left the kernel since? Then nobody was there to replace it.
static int left_site(const Study *s, const WTerm *t) {
    for (int i = 0; i < t->steps; i++)
        if (s->w.step[t->step + i].left >= 0) return s->w.step[t->step + i].left;
    return -1;
}

Blame find_blame(const Study *s) {
    Blame b = {.site = -1, .parting = -1, .left = -1, .beside = -1};
    const StudyCell *x = &s->cell[s->example];
    if (s->main.kind == DIFFERS_MISSING) {
        blame_missing(s, &b);
        return b;
    }
    const WTerm *t = &s->w.term[s->main.got];
    const WFactor *f = s->main.source == SOURCE_UNWRITTEN ? element_factor(&s->w, t) : NULL;
    b.filled = f ? filling_store(s, f) : NULL;
    if (b.filled && site_place(&s->w, b.filled->site)) {
        b.step = b.filled;
        b.site = b.filled->site;
        b.use = most_suspect(s, t);
        return b;
    }
    b.origin = origin_of(s, t);
    b.stale = s->main.kind == DIFFERS_ELEMENT && s->marches && b.origin && !lost_at_warp_end(s) &&
              (was_right_before(s, b.origin) || is_right_planes_before(s, b.origin));
    b.step = b.stale ? use_of(s, t) : most_suspect(s, t);
    if (!b.step) b.step = most_suspect(s, t);
    b.site = b.step ? b.step->site : x->cell->site;
    if (b.site < 0 || !site_place(&s->w, b.site)) b.site = x->cell->site;
    if (b.stale) b.left = left_site(s, t);
    b.parting = b.stale ? -1 : parting_site(s, access_of(s, t, b.step));
    return b;
}
