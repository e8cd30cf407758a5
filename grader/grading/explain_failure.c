// The cause of the failure that is shown: a run with the witness, and the TODO whose text holds the line.
#include "grader/grading/explain_failure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/flat_guard.h"
#include "grader/cause/explain.h"
#include "grader/edits/edits.h"
#include "grader/grading/ask_witness.h"
#include "grader/grading/blame.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/explain_by_change.h"
#include "grader/grading/explain_host.h"
#include "grader/grading/explain_targets.h"
#include "grader/grading/large_alone.h"
#include "grader/grading/follows_missing.h"
#include "grader/grading/missing_barrier.h"
#include "grader/grading/refused_launch.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/try_edits.h"
#include "grader/grading/try_launches.h"
#include "grader/grading/try_shared.h"
#include "grader/grading/unfinished_copy.h"
#include "grader/grading/whole_warps.h"

enum { RUNS_AS_WRITTEN = 6 };

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

// Does another index give each thread an element of its own, and make everything right?
static bool mends_index(Explaining *x, CaseResult *c) {
    return compiled_plain(x) && explain_race_by_edits(x->plan, x->result, c, &x->plain);
}

// ---- The failure --------------------------------------------------------------------------------------------

// Does it fail for a macro without parentheses? Compiled only where the file has one.
static bool tears_macro(Explaining *x, CaseResult *c, const char *text) {
    const LabEntrySpec *entry = &x->result->spec->entries[c->key.entry];
    const bool runs = c->records.launch_count && !entry->file[0] && !c->hung && !c->key.gpu[0];
    return runs && strstr(text, "#define") && compiled_plain(x) &&
           explain_by_macros(x->plan, x->result, c, &x->plain, text);
}

// The launch gives a parameter the variable that has its name, and another number makes everything right: so may another line of the
// kernel, which is then the likelier one.
static void prefer_kernel(Explaining *x, CaseResult *c, const Cause *before) {
    const Cause launch = c->cause;
    const bool at_launch = launch.of_number && !launch.other.line; // and not where the number is computed
    if (!at_launch || !launch.parameter_line || !compiled_plain(x)) return;
    c->cause = *before;
    if (c->cause.known) c->cause.place.line = launch.parameter_line, c->cause.place.column = 0;
    if (!explain_by_edits(x->plan, x->result, c, &x->plain, NULL)) c->cause = launch;
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
        prefer_kernel(x, c, &before);
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

static void explain_a_slip(const Explaining *x, CaseResult *c) {
    const Explained e = explained_text(x, c);
    explain_slip(&c->cause, &e, x->result->spec->entries[c->key.entry].name);
}

static void explain_lost_value(const Explaining *x, CaseResult *c) {
    const Explained e = explained_text(x, c);
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    explain_second_declaration(&c->cause, &e, f);
    if (f && !strcmp(f->check, "timeout")) explain_block_pace(&c->cause, &e, f);
    if (f && !c->cause.sure && !strcmp(f->check, "race")) explain_other_name(&c->cause, &e, f);
    explain_a_slip(x, c);
}

// Does an access out of bounds stand before the condition that keeps threads away? Nothing else says as much.
static bool guarded_too_late(Explaining *x, CaseResult *c, const char *text) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const LabEntrySpec *entry = &x->result->spec->entries[c->key.entry];
    const bool runs = c->records.launch_count && !entry->file[0] && !c->hung && !c->key.gpu[0];
    return f && runs && !strcmp(f->check, "out-of-bounds") && tells(f, FOUND_GLOBAL) && compiled_plain(x) &&
           explain_by_late_guard(x->plan, x->result, c, &x->plain, text);
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
    if (!c->fault) explain_host(x->plan, result, c, x->project->root); // else it is known from the judging
    if (c->later_call) explain_kept_value(&c->cause, &e, result->spec->entries[c->key.entry].name);
    if (!c->cause.known) explain_large_alone(x, c);
    const bool by_copy = !c->cause.known && text && say_unfinished_copy(c, text, result->source_path);
    const bool by_host = c->cause.known && !c->cause.symptom && (!by_copy || c->cause.sure);
    if (!c->cause.known) explain_by_witness(x, c);
    if (by_host)
        explain_second_declaration(&c->cause, &e, NULL);
    else
        explain_lost_value(x, c);
    c->cause.todo = -1;
    const bool missing = some_missing(result, c->key.entry);
    const bool late = !by_host && !missing && text && guarded_too_late(x, c, text);
    const bool by_program = !by_host && !late && explain_program(x->plan, result, c, x->project->root);
    if (by_program && text && is_device_line(text, c->cause.place.line))
        explain_by_number(x->plan, result, c, x->project, text);
    const bool may_mend = !by_host && !by_program && !missing && !late;
    const Cause first = c->cause;
    const BarrierTrial barrier = may_mend ? try_to_wait(x, c, text) : BARRIER_UNTRIED;
    if (may_mend && barrier != BARRIER_HELPS && try_to_mend(x, c, text)) explain_a_slip(x, c);
    say_refused_launch(result, c, skeleton);
    const bool races = text && !c->cause.known && lacks_barrier(c, result->source_path);
    const bool mended = races && barrier != BARRIER_HELPS && !missing && compiled_plain(x) &&
                        explain_race_by_edits(x->plan, result, c, &x->plain);
    if (races && !mended) say_barrier(result, c, text, barrier == BARRIER_HELPS_NOT);
    // What is a cause is no remark beside it.
    if (c->cause.known && result->remark.check[0] && result->remark.place.line == c->cause.place.line)
        result->remark.check[0] = 0;
    if (!c->cause.known && fills_twice(c) && !(may_mend && mends_index(x, c))) say_filled_twice(c);
    if (text && !missing) say_whole_warps(result, c, text);
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    if (!c->cause.known && c->stored_twice && entry->params[entry->output].axes > 1)
        explain_flat_guard(&c->cause, result->source_path);
    result->blamed = 0;
    result->blamed_outside = false;
    const Cause before = c->cause.of_launch ? first : c->cause; // another launch is no cure for a wrong TODO
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
    if (explain_first(&x) < 0) explain_targets(&x);
    if (x.plain.project) compile_clean_up(&x.plain);
}
