// The cause of the failure that is shown: a run with the witness, and the TODO whose text holds the line.
#include "grader/grading/explain_failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/cause/shared_elements.h"
#include "grader/edits/edits.h"
#include "grader/grading/blame.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/compile.h"
#include "grader/grading/explain_by_change.h"
#include "grader/grading/explain_host.h"
#include "grader/grading/explain_targets.h"
#include "grader/grading/follows_missing.h"
#include "grader/grading/missing_barrier.h"
#include "grader/grading/refused_launch.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/try_edits.h"
#include "grader/grading/try_launches.h"
#include "grader/grading/try_shared.h"
#include "grader/grading/unfinished_copy.h"

// More cells take the witness long. Where nothing smaller fails it looks at some of their blocks, up to the second number.
enum {
    EXPLAINED_CELLS = 40 * 40 * 40,
    LARGEST_CELLS = 184 * 184 * 184,
    STRAY_CELLS = 256 * 256 * 256,
    RUNS_AS_WRITTEN = 6
};

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

// The sentence of a mistake that the output looks like, in the lab's own words.
static void prefer_mistake(CaseResult *c) {
    if (c->cause.of_value && c->mistake)
        snprintf(c->cause.what, sizeof c->cause.what, "%.*s", (int)sizeof c->cause.what - 1, c->pattern);
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
    setup.witnessed = choose_cells;
    setup.witnessed_context = (void *)lab;
    setup.witness_focus = asked_thread(c);
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    session_run(&setup, &data, &session);
    const Explained e = {
        .data = &data, .lab = lab, .records = &c->records, .source_path = result->source_path, .root = root};
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
        prefer_mistake(c);
        keep_recipe(result, c, &e, &session);
    }
    session_result_free(&session);
    case_data_free(&data);
}

// What is explained with: the file as it is written, compiled when it is first needed.
typedef struct {
    const RunPlan *plan;
    LabResult *result;
    const Project *project;
    const char *lab_folder;
    Compilation plain;
    bool compiled;
    CaseResult *explained; // the case that the witness was asked about; NULL: none
} Explaining;

static bool compiled_plain(Explaining *x) {
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

// Two threads of a block that store into the same element of shared memory at one line.
static bool fills_twice(const CaseResult *c) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    return f && !strcmp(f->check, "race") && f->who.known && f->other_who.known &&
           tells(f, FOUND_SHARED | FOUND_OTHER_WRITES) &&
           !memcmp(f->who.block, f->other_who.block, sizeof f->who.block) &&
           f->place.line == f->other_place.line;
}

static void say_filled_twice(CaseResult *c) {
    const Finding *f = &c->records.findings[c->finding];
    const long *a = f->who.thread, *b = f->other_who.thread;
    c->cause.known = true;
    c->cause.place = f->place;
    snprintf(
        c->cause.what, sizeof c->cause.what,
        "Thread (%ld,%ld,%ld) and thread (%ld,%ld,%ld) of a block fill the same element with this store.",
        a[0], a[1], a[2], b[0], b[1], b[2]);
    snprintf(
        c->cause.next, sizeof c->cause.next,
        "Check the index: each thread needs an element of its own. A row must be as long as the block is wide, and a plane "
        "must have all its rows.");
}

// ---- The failure --------------------------------------------------------------------------------------------

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

static void explain_by_witness(Explaining *x, CaseResult *c) {
    CaseResult *smaller =
        explainable(x->result, c) ? c : smaller_failure(x->result, c, EXPLAINED_CELLS, true);
    if (!smaller)
        smaller = explainable_up_to(x->result, c, LARGEST_CELLS)
                      ? c
                      : smaller_failure(x->result, c, LARGEST_CELLS, false);
    if (smaller) explain_case(x, smaller);
    if (smaller && smaller->cause.filler_unknown) smaller = explain_filler(x, smaller);
    if (smaller && smaller != c) c->cause = smaller->cause;
    x->explained = smaller;
}

// Does it fail for a macro without parentheses? Compiled only where the file has one.
static bool tears_macro(Explaining *x, CaseResult *c, const char *text) {
    const LabEntrySpec *entry = &x->result->spec->entries[c->key.entry];
    const bool runs = c->records.launch_count && !entry->file[0] && !c->hung && !c->key.gpu[0];
    return runs && strstr(text, "#define") && compiled_plain(x) &&
           explain_by_macros(x->plan, x->result, c, &x->plain, text);
}

// True: something may have been found out.
static bool try_to_mend(Explaining *x, CaseResult *c, const char *text) {
    Cause small = {.known = false};
    if (text && tears_macro(x, c, text)) return true;
    if (c->cause.known && c->cause.sure) return text && explain_by_values(x->plan, x->result, c, text);
    const Cause before = c->cause;
    SharedSize size = {0};
    char tried[200] = "";
    if (!try_more_shared(&size, x->plan, x->result, c, tried, sizeof tried)) size.used = 0;
    if (explain_shared_size(c, x->result->source_path, &size, tried, true)) return true;
    if (text && explain_by_launch(x->plan, x->result, c, x->project, x->lab_folder, text, &small)) {
        if (c->cause.of_number && compiled_plain(x))
            explain_by_handed_number(x->plan, x->result, c, &x->plain, text, &before);
        return true;
    }
    if (compiled_plain(x) && explain_by_change(x->plan, x->result, c, &x->plain, text)) return true;
    if (explain_shared_size(c, x->result->source_path, &size, tried, false)) return true;
    if (small.known && x->compiled) c->cause = small;
    return x->compiled;
}

// Two lines of a block race: does one barrier more make everything right? Then no other change says as much.
static BarrierTrial try_to_wait(Explaining *x, const CaseResult *c, const char *text) {
    return text && !c->cause.known && lacks_barrier(c, x->result->source_path) && compiled_plain(x)
               ? try_barrier(x->plan, x->result, c, &x->plain, text)
               : BARRIER_UNTRIED;
}

static Explained explained_text(const Explaining *x, const CaseResult *c) {
    return (Explained){
        .records = &c->records, .source_path = x->result->source_path, .root = x->project->root};
}

static void explain_lost_value(const Explaining *x, CaseResult *c) {
    const Explained e = explained_text(x, c);
    explain_second_declaration(&c->cause, &e, c->finding >= 0 ? &c->records.findings[c->finding] : NULL);
    if (!c->cause.sure) explain_slip(&c->cause, &e, x->result->spec->entries[c->key.entry].name);
}

// Only the TODO is known: no line in it was suspected, so none was changed yet. `before`: the cause until then.
static void mend_region(Explaining *x, CaseResult *c, const Cause *before) {
    const Cause region = c->cause;
    if (!compiled_plain(x)) return;
    c->cause = before->known ? *before : (Cause){.known = true, .todo = -1, .example = -1};
    c->cause.place = region.place;
    if (explain_by_edits(x->plan, x->result, c, &x->plain, NULL))
        c->cause.todo = region.todo;
    else
        c->cause = region;
}

// The cause of a failure, and the TODO to blame for it. False: it follows from TODOs that are not started.
static bool explain_one(Explaining *x, CaseResult *c) {
    LabResult *result = x->result;
    char skeleton[PATH_SIZE];
    size_t size;
    char *text = read_whole_file(result->source_path, &size);
    project_path(x->project, skeleton, "labs", x->lab_folder, "skeleton", result->spec->source, NULL);
    const Explained e = explained_text(x, c);
    if (!c->fault) explain_host(x->plan, result, c); // else it is known from the judging
    if (c->later_call) explain_kept_value(&c->cause, &e, result->spec->entries[c->key.entry].name);
    const bool by_copy = !c->cause.known && text && say_unfinished_copy(c, text, result->source_path);
    const bool by_host = c->cause.known && !c->cause.symptom && (!by_copy || c->cause.sure);
    if (!c->cause.known) explain_by_witness(x, c);
    if (!by_host) explain_lost_value(x, c);
    c->cause.todo = -1;
    const bool by_program = !by_host && explain_program(x->plan, result, c, x->project->root);
    if (by_program && text && is_device_line(text, c->cause.place.line))
        explain_by_number(x->plan, result, c, x->project, text);
    const bool missing = some_missing(result, c->key.entry);
    const bool may_mend = !by_host && !by_program && !missing;
    const BarrierTrial barrier = may_mend ? try_to_wait(x, c, text) : BARRIER_UNTRIED;
    if (may_mend && barrier != BARRIER_HELPS) try_to_mend(x, c, text);
    say_refused_launch(result, c);
    const bool races = text && !c->cause.known && lacks_barrier(c, result->source_path);
    const bool mended = races && barrier != BARRIER_HELPS && !missing && compiled_plain(x) &&
                        explain_race_by_edits(x->plan, result, c, &x->plain);
    if (races && !mended) say_barrier(result, c, text, barrier == BARRIER_HELPS_NOT);
    // What is a cause is no remark beside it.
    if (c->cause.known && result->remark.check[0] && result->remark.place.line == c->cause.place.line)
        result->remark.check[0] = 0;
    if (!c->cause.known && fills_twice(c)) say_filled_twice(c);
    result->blamed = 0;
    result->blamed_outside = false;
    const Cause before = c->cause;
    if (text && blame_todo(result, c, skeleton, text) && may_mend) mend_region(x, c, &before);
    const bool own = !text || !follows_from_missing(result, c, text);
    if (own && missing && !by_host && try_to_mend(x, c, text) && text) blame_todo(result, c, skeleton, text);
    free(text);
    if (own) return true;
    result->blamed = 0;
    c->cause.known = false;
    return false;
}

// The smallest other wrong output of the function that has points to compute: there the TODOs that are missing, a grid that is
// not set above all, do least harm. -1: there is none.
static int smallest_failure(const LabResult *result, int failure) {
    int best = -1;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (i == failure || !c->judged || c->passed || c->trivial || c->finding >= 0 || !c->where[0] ||
            c->key.entry != result->cases[failure].key.entry || failure_expected(result, i))
            continue;
        if (best < 0 || c->cells < result->cases[best].cells) best = i;
    }
    return best >= 0 && result->cases[best].cells < result->cases[failure].cells ? best : -1;
}

static bool is_access(const CaseResult *c) {
    static const char *const checks[] = {"out-of-bounds", "misaligned", "race", "barrier"};
    for (size_t i = 0; i < sizeof checks / sizeof *checks && c->finding >= 0; i++)
        if (!strcmp(c->records.findings[c->finding].check, checks[i])) return true;
    return false;
}

static void take_message(LabResult *result, int index) {
    for (int i = 0; i < result->test_count; i++)
        if (result->tests[i].case_index == index)
            snprintf(result->tests[i].message, sizeof result->tests[i].message, "%s",
                     result->cases[index].message);
}

// Runs a case that has failed once more, as the file is written: a compiler leaves out what nothing uses yet, and with it
// accesses that are wrong. The case stays as it was where that finds nothing.
static bool finds_as_written(Explaining *x, int index) {
    CaseResult *c = &x->result->cases[index], before = *c;
    char error[600];
    RunPlan plan = *x->plan;
    plan.session.ptx = x->plain.output;
    case_forget_records(c);
    if (run_case(&plan, x->result, index, error, sizeof error) && !c->passed && is_access(c)) {
        case_free_records(&before);
        take_message(x->result, index);
        return true;
    }
    case_free_records(c);
    *c = before;
    return false;
}

// The same of some wrong outputs of a function, for an access that is a started TODO's own mistake. -1: there is none.
static int own_access(Explaining *x, int entry) {
    LabResult *result = x->result;
    int runs = 0;
    if (!compiled_plain(x)) return -1;
    for (int i = 0; i < result->graded_count && runs < RUNS_AS_WRITTEN; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->key.entry != entry || !c->judged || c->passed || c->finding >= 0 || c->trivial ||
            c->cells > EXPLAINED_CELLS || failure_expected(result, i))
            continue;
        runs++;
        if (finds_as_written(x, i) && explain_one(x, &result->cases[i])) return i;
    }
    result->as_written = runs > 0;
    return -1;
}

// What is said of the wrong points was found out in another case than the first that failed: that one is shown.
static void show_explained(Explaining *x, int failure) {
    CaseResult *c = &x->result->cases[failure], *explained = x->explained;
    if (!explained || explained == c || !c->cause.known) return;
    explained->cause = c->cause;
    x->result->shown = 1 + (int)(explained - x->result->cases);
}

// One that does not follow from TODOs that are not started; -1: there is none.
static int explain_first(Explaining *x) {
    LabResult *result = x->result;
    for (int entries = 0; entries < result->spec->entry_count; entries++) {
        const int failure = first_failure(result);
        x->explained = NULL;
        if (failure < 0) return failure;
        if (explain_one(x, &result->cases[failure])) {
            show_explained(x, failure);
            return failure;
        }
        const int smallest = smallest_failure(result, failure);
        if (smallest >= 0 && explain_one(x, &result->cases[smallest])) {
            result->shown = 1 + smallest;
            return smallest;
        }
        const int access = own_access(x, result->cases[failure].key.entry);
        if (access >= 0) {
            result->shown = 1 + access;
            return access;
        }
        result->recipe_count = 0;
        let_wait(result, result->cases[failure].key.entry);
    }
    return first_failure(result);
}

void explain_failure(LabResult *result, const RunPlan *plan, const Project *project, const char *lab_folder) {
    Explaining x = {.plan = plan, .result = result, .project = project, .lab_folder = lab_folder};
    if (explain_first(&x) < 0) explain_targets(result, plan, project, lab_folder);
    if (x.plain.project) compile_clean_up(&x.plain);
}
