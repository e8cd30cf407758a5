// A run with the witness, and what is made of what it says.
#include "grader/grading/ask_witness.h"

#include <stdio.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/mentioned.h"
#include "grader/cause/shared_elements.h"
#include "grader/grading/blame.h"
#include "grader/grading/case_run.h"
#include "grader/grading/explain_host.h"

// Where nothing smaller fails than EXPLAINED_CELLS it looks at some blocks of a case, up to LARGEST_CELLS.
enum { LARGEST_CELLS = 184 * 184 * 184, STRAY_CELLS = 256 * 256 * 256 };

static size_t choose_cells(void *context, const CaseData *data, uint64_t *cells) {
    return cells_to_ask(data, context, cells);
}

static bool is_stray(const CaseResult *c) {
    return c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "out-of-bounds");
}

static bool in_block_edge(const LaunchRecord *l, const ThreadPlace *who) {
    for (int i = 0; i < 3; i++)
        if (l->block[i] > 2 && (who->thread[i] == 0 || who->thread[i] == l->block[i] - 1)) return true;
    return false;
}

// Of two threads of different blocks that store at one line, the one that stands at the edge of its block alone.
static const ThreadPlace *overlapping_thread(const CaseResult *c) {
    if (c->finding < 0 || !c->records.launch_count) return NULL;
    const Finding *f = &c->records.findings[c->finding];
    const LaunchRecord *l = &c->records.launches[c->records.launch_count - 1];
    if (strcmp(f->check, "race") || !f->who.known || !f->other_who.known ||
        f->place.line != f->other_place.line ||
        !memcmp(f->who.block, f->other_who.block, sizeof f->who.block))
        return NULL;
    const bool own = in_block_edge(l, &f->who), other = in_block_edge(l, &f->other_who);
    return own == other ? NULL : own ? &f->who : &f->other_who;
}

// The thread that does not come to a barrier, or to an operation of its warp. False: the finding is another one.
static bool absent_thread(const CaseResult *c, ThreadPlace *who) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    if (!f || strcmp(f->check, "barrier") || !f->absent.known || !c->records.launch_count) return false;
    *who = f->absent;
    return true;
}

// 1 + the number of the thread that the witness is asked about: the one that left its memory, that does not come to
// a barrier, or that computes what another block does; 0: none.
static uint64_t asked_thread(const CaseResult *c) {
    const ThreadPlace *who = overlapping_thread(c);
    ThreadPlace absent;
    if (!who && absent_thread(c, &absent)) who = &absent;
    if (!who && (!is_stray(c) || !c->records.launch_count)) return 0;
    if (!who) who = &c->records.findings[c->finding].who;
    const LaunchRecord *l = &c->records.launches[c->records.launch_count - 1];
    const long block = (who->block[2] * l->grid[1] + who->block[1]) * l->grid[0] + who->block[0];
    const long thread = (who->thread[2] * l->block[1] + who->thread[1]) * l->block[0] + who->thread[0];
    return who->known ? 1 + (uint64_t)(block * l->block[0] * l->block[1] * l->block[2] + thread) : 0;
}

// The recipe of the point that the cause speaks of.
static void keep_recipe(LabResult *result, const CaseResult *c, const Explained *e,
                        const SessionResult *session) {
    const uint64_t point = (uint64_t)c->cause.example;
    if (c->cause.example < 0) return;
    result->recipe_count =
        recipes_of(result->recipes, POINT_RECIPES, e, session->witness, session->witness_size, &point, 1);
    for (int i = 0; i < result->recipe_count; i++)
        snprintf(result->recipes[i].sizes, sizeof result->recipes[i].sizes, "%s", c->sizes);
}

// The sentence of a mistake that the output looks like, in the lab's own words, and the line that it is about.
static void prefer_mistake(CaseResult *c, const Explained *e) {
    Cause *cause = &c->cause;
    if (!cause->of_value || !c->mistake) return;
    snprintf(cause->what, sizeof cause->what, "%.*s", (int)sizeof cause->what - 1, c->pattern);
    const int line = line_of_mistake(e);
    if (!line || line == cause->place.line) return;
    cause->other = cause->place;
    snprintf(cause->other_what, sizeof cause->other_what, "What is wrong is stored here");
    cause->place.line = line;
    cause->place.column = 0;
}

static bool in_shared_memory(const CaseResult *c) {
    return c->finding >= 0 && tells(&c->records.findings[c->finding], FOUND_SHARED);
}

static bool races_in_shared(const CaseResult *c) {
    return in_shared_memory(c) && !strcmp(c->records.findings[c->finding].check, "race");
}

// One run with the witness, and what is made of what it says. `ptx`: its device code; NULL: that which was graded.
static void explain_with(const RunPlan *plan, const char *ptx, const char *root, LabResult *result,
                         CaseResult *c) {
    CaseData data;
    SessionResult session;
    SessionSetup setup = plan->session;
    if (!case_data_make(&data, result->spec, &c->key, plan->data_seed)) return;
    const LabEntry *lab = lab_library_find(plan->library, data.entry->name);
    setup.ptx = ptx;
    setup.workers = 1;
    setup.wall_seconds = wall_seconds_for(setup.wall_seconds, data.cells);
    setup.witnessed = choose_cells;
    setup.witnessed_context = (void *)lab;
    setup.witness_focus = asked_thread(c);
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    session_run(&setup, &data, &session);
    const Explained e = {.data = &data,
                         .lab = lab,
                         .records = &c->records,
                         .source_path = result->source_path,
                         .root = root,
                         .mistake = c->mistake ? c->pattern : NULL};
    ThreadPlace absent;
    if (in_shared_memory(c)) explain_shared_elements(&c->cause, &e, &c->records.findings[c->finding]);
    if (session.witness && in_shared_memory(c) && !c->cause.known)
        explain_fills(&c->cause, &e, session.witness, session.witness_size);
    if (c->cause.known || !session.witness) {
        // the shape of an array says all
    } else if (races_in_shared(c)) {
        // the two lines of the finding say the rest
    } else if (overlapping_thread(c)) {
        explain_overlap(&c->cause, &c->records.findings[c->finding], overlapping_thread(c), session.witness,
                        session.witness_size);
    } else if (absent_thread(c, &absent)) {
        explain_barrier(&c->cause, &e, &c->records.findings[c->finding], &absent, session.witness,
                        session.witness_size);
    } else if (setup.witness_focus) {
        explain_stray(&c->cause, &e, &c->records.findings[c->finding], session.witness, session.witness_size);
    } else {
        if (c->records.launch_count || result->spec->entries[c->key.entry].term_count)
            explain_output(&c->cause, &e, session.witness, session.witness_size);
        else
            explain_answers(plan, result, c, e);
        prefer_mistake(c, &e);
        keep_recipe(result, c, &e, &session);
    }
    session_result_free(&session);
    case_data_free(&data);
}

bool compiled_plain(Explaining *x) {
    if (!x->plain.project) {
        x->plain = (Compilation){.project = x->project,
                                 .lab_folder = x->lab_folder,
                                 .origin = x->result->origin_path,
                                 .shown = x->result->source,
                                 .quiet = true,
                                 .deadline = plan_deadline(x->plan)};
        x->compiled = compile_plain(&x->plain, x->result->source_path);
    }
    return x->compiled;
}

// A compiler merges, moves and removes what a file says. So the file as it is written is asked first; where that fails
// otherwise, or cannot be had, what was graded is.
static void explain_case(Explaining *x, CaseResult *c) {
    const bool launched = c->records.launch_count || x->result->spec->entries[c->key.entry].term_count;
    if (launched && compiled_plain(x)) explain_with(x->plan, x->plain.output, x->project->root, x->result, c);
    // Of a race the shape of an array is asked for, and optimised code says no more of that.
    if (!c->cause.known && !races_in_shared(c)) explain_with(x->plan, NULL, x->project->root, x->result, c);
}

// Two threads store the same element at one line: what they leave out says why.
static bool stores_twice(const CaseResult *c) {
    const Finding *f = &c->records.findings[c->finding];
    return !strcmp(f->check, "race") && tells(f, FOUND_GLOBAL | FOUND_OTHER_WRITES) &&
           f->place.line == f->other_place.line;
}

// A wrong output, and findings that let the kernel go on: their effect on the output says more.
static bool explainable_up_to(const LabResult *result, const CaseResult *c, long cells) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    if (c->hung || c->cells > (size_t)cells || (!entry->term_count && entry->moves_data) || entry->file[0])
        return false;
    ThreadPlace absent;
    return f ? is_stray(c) || races_in_shared(c) || absent_thread(c, &absent) || overlapping_thread(c) ||
                   stores_twice(c) || (!f->fatal && !strcmp(f->check, "uninitialised"))
             : c->where[0] != 0;
}

// A thread of the first block left its memory: the run ends there, however large the case is.
static bool ends_early(const CaseResult *c) {
    const LaunchRecord *l =
        c->records.launch_count ? &c->records.launches[c->records.launch_count - 1] : NULL;
    return l && is_stray(c) && asked_thread(c) > 0 &&
           asked_thread(c) <= (uint64_t)(l->block[0] * l->block[1] * l->block[2]);
}

static bool explainable(const LabResult *result, const CaseResult *c) {
    return explainable_up_to(result, c, ends_early(c) ? STRAY_CELLS : EXPLAINED_CELLS);
}

// Where the failure that is shown is too large for the witness: one of the same kind with at most `cells` cells, the
// largest, which says most, or the smallest, which does not depend on the sizes that the seed draws.
static CaseResult *smaller_failure(LabResult *result, const CaseResult *shown, long cells, bool largest) {
    CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        CaseResult *c = &result->cases[i];
        const bool alike = c->judged && !c->passed && c->key.entry == shown->key.entry && !c->trivial &&
                           (c->finding < 0) == (shown->finding < 0);
        if (alike && explainable_up_to(result, c, cells) && (!best || largest == (c->cells > best->cells)))
            best = c;
    }
    return best;
}

static bool same_check(const CaseResult *a, const CaseResult *b) {
    const char *one = a->finding < 0 ? "" : a->records.findings[a->finding].check,
               *other = b->finding < 0 ? "" : b->records.findings[b->finding].check;
    return !strcmp(one, other);
}

// In a small grid of few blocks no thread may have filled the element that was never written, and any line that fills the array seems
// to be the one. In a larger one that fails alike some block may have filled it: that one is then explained, and shown.
static CaseResult *explain_filler(Explaining *x, CaseResult *c) {
    CaseResult *larger = smaller_failure(x->result, c, EXPLAINED_CELLS, true);
    if (!larger || larger == c || larger->cells <= c->cells || !same_check(larger, c)) return c;
    const Cause before = larger->cause;
    PointRecipe recipes[POINT_RECIPES];
    const int count = x->result->recipe_count;
    memcpy(recipes, x->result->recipes, sizeof recipes);
    explain_case(x, larger);
    if (!larger->cause.known || !larger->cause.filler_known) {
        larger->cause = before;
        memcpy(x->result->recipes, recipes, sizeof recipes);
        x->result->recipe_count = count;
        return c;
    }
    return larger;
}

// A shared element that was never written was used, and which line was to write it is not known.
static bool lacks_filler(const CaseResult *c) {
    const bool unwritten =
        in_shared_memory(c) && !strcmp(c->records.findings[c->finding].check, "uninitialised");
    return c->cause.filler_unknown ||
           (unwritten && c->cause.known && !c->cause.sure && !c->cause.filler_known);
}

void explain_by_witness(Explaining *x, CaseResult *c) {
    CaseResult *smaller =
        explainable(x->result, c) ? c : smaller_failure(x->result, c, EXPLAINED_CELLS, true);
    if (!smaller)
        smaller = explainable_up_to(x->result, c, LARGEST_CELLS)
                      ? c
                      : smaller_failure(x->result, c, LARGEST_CELLS, false);
    if (smaller) explain_case(x, smaller);
    if (smaller && lacks_filler(smaller)) smaller = explain_filler(x, smaller);
    if (smaller && smaller != c) c->cause = smaller->cause;
    x->explained = smaller;
}
