// One file a TODO: the student's, with the solution's text for the other TODOs; where the tree holds no solution, with the
// skeleton's for the later ones.
#include "grader/grading/fill_todos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grading/filled_builds.h"
#include "grader/grading/put_off.h"
#include "grader/grading/source_regions.h"
#include "grader/lab/bare_text.h"

typedef struct {
    LabResult *result;
    const RunPlan *plan;
    const Project *project;
    const char *lab_folder;
    SourceRegions file, solution, skeleton;
    bool finishes;                          // with the solution's text; else the later TODOs are undone
    char *own, *finished, *filled_skeleton; // bare texts; NULL: not known
    FilledBuilds builds;
    Compilation like; // of all of them
    char *error;
    size_t error_size;
} Filling;

static bool same(const char *a, const char *b) {
    return a && b && !strcmp(a, b);
}

// The cases of one TODO on the filled file. False: trouble of this machine.
static bool run_filled(const Filling *f, int todo, const FilledBuild *built) {
    LabResult part = {0};
    RunPlan plan = *f->plan;
    plan.session.submission = built->library;
    plan.session.ptx = built->ptx;
    plan.filled = true;
    plan.may_wait = !plan.use_gpu;
    const bool good = plan_cases(&part, f->result->spec, todo) &&
                      run_cases(&plan, &part, f->error, f->error_size) &&
                      run_put_off(&plan, &part, false, f->error, f->error_size);
    if (good) take_filled(f->result, &part);
    lab_result_free(&part);
    return good;
}

// The same where the filled file is the file itself: its cases have been run.
static bool take_own_cases(const Filling *f, int todo) {
    LabResult part = {0};
    const bool good = plan_cases(&part, f->result->spec, todo);
    for (int i = 0; good && i < part.case_count; i++) {
        const CaseResult *own = find_case(f->result, &part.cases[i].key);
        if (own) part.cases[i] = *own;
    }
    if (good) {
        score_lab(&part);
        take_filled(f->result, &part);
    }
    for (int i = 0; i < part.case_count; i++) case_forget_records(&part.cases[i]);
    lab_result_free(&part);
    return good;
}

// Compiles the filled file, and runs its cases. What its compiler says is not shown: it speaks of text that is not the
// student's.
static bool build_and_run(Filling *f, int todo, const char *text, const char *bare) {
    f->like.deadline = plan_deadline(f->plan);
    const FilledBuild *built = filled_build(&f->builds, text, bare, f->error, f->error_size);
    return built && (!built->library || run_filled(f, todo, built));
}

static char *filled_text(const Filling *f, int todo) {
    return f->finishes
               ? regions_fill(&f->file.regions, f->file.text, &f->solution.regions, f->solution.text, todo)
               : regions_undo_after(&f->file.regions, f->file.text, &f->skeleton.regions, f->skeleton.text,
                                    todo);
}

// What comes of one TODO among finished ones, or before the later ones. A file whose text is that of a finished one is right,
// which need not be found out once more.
static bool fill_one(Filling *f, int todo) {
    char *text = filled_text(f, todo);
    char *bare = text ? bare_text(text) : NULL;
    bool good = text;
    if (!text)
        snprintf(f->error, f->error_size, "There is no memory left. Close other programs.");
    else if (same(bare, f->finished) || same(bare, f->filled_skeleton))
        take_finished(f->result, todo);
    else if (same(bare, f->own))
        good = take_own_cases(f, todo);
    else
        good = build_and_run(f, todo, text, bare);
    free(text);
    free(bare);
    return good;
}

// Can a later TODO be why this one fails? It is short of its points, too, it is not as the skeleton has it, and both call the same
// function.
static bool later_ones_may_spoil(const Filling *f, int todo) {
    const LabSpec *spec = f->result->spec;
    double score, max_score;
    for (int later = todo + 1; later < spec->todo_count; later++) {
        todo_score(f->result, later, &score, &max_score);
        for (int entry = 0; entry < spec->entry_count; entry++)
            if (score < max_score && !f->result->not_started[later] && spec_todo_calls(spec, todo, entry) &&
                spec_todo_calls(spec, later, entry))
                return true;
    }
    return false;
}

static bool worth_filling(const Filling *f, int todo) {
    double score, max_score;
    todo_score(f->result, todo, &score, &max_score);
    score += time_withheld(f->result, todo); // what is filled in is not timed
    if (score >= max_score || f->result->not_started[todo]) return false;
    return f->finishes
               ? regions_match(&f->file.regions, &f->solution.regions, todo)
               : regions_match(&f->file.regions, &f->skeleton.regions, todo) && later_ones_may_spoil(f, todo);
}

// A TODO that is short of its points, or was not graded, and still as the skeleton has it.
static void find_not_started(Filling *f) {
    double score, max_score;
    for (int todo = 0; todo < f->result->spec->todo_count; todo++) {
        todo_score(f->result, todo, &score, &max_score);
        f->result->not_started[todo] =
            (score < max_score || (f->result->only_todo >= 0 && todo != f->result->only_todo)) &&
            todo_untouched(&f->file, &f->skeleton, todo);
    }
}

static bool fill_each(Filling *f) {
    const LabResult *result = f->result;
    bool good = true;
    for (int todo = 0; todo < result->spec->todo_count && good; todo++) {
        if ((result->only_todo >= 0 && todo != result->only_todo) || !worth_filling(f, todo)) continue;
        if (plan_is_over(f->plan)) {
            f->result->out_of_time = true;
            break;
        }
        good = fill_one(f, todo);
    }
    return good;
}

// ---- With the file's own text in those that are right ------------------------------------------------------------------------

// A TODO may be right by what another one of the file does, and not by what the finished one does there: a grid that is counted with
// the file's own block. So one that fails among finished TODOs is tried once more with those alone finished that are wrong, too.
static bool fill_wrong_ones(Filling *f, int todo, const bool *wrong) {
    bool filled[SPEC_TODOS];
    memcpy(filled, wrong, sizeof filled);
    filled[todo] = false;
    char *text =
        regions_fill_some(&f->file.regions, f->file.text, &f->solution.regions, f->solution.text, filled);
    char *bare = text ? bare_text(text) : NULL;
    if (!text) snprintf(f->error, f->error_size, "There is no memory left. Close other programs.");
    const bool good = text && (same(bare, f->own) || build_and_run(f, todo, text, bare));
    free(text);
    free(bare);
    return good;
}

static bool fill_again(Filling *f) {
    LabResult *result = f->result;
    bool wrong[SPEC_TODOS] = {false}, good = true;
    int right = 0;
    for (int todo = 0; todo < result->spec->todo_count; todo++) {
        wrong[todo] = todo_short(result, todo);
        right += !wrong[todo];
    }
    for (int todo = 0; todo < result->spec->todo_count && good && right; todo++) {
        if (!wrong[todo] || (result->only_todo >= 0 && todo != result->only_todo) ||
            !worth_filling(f, todo) || plan_is_over(f->plan))
            continue;
        good = fill_wrong_ones(f, todo, wrong);
        if (good && result->alone.known && result->alone.todo == todo && !todo_short(result, todo))
            result->alone.known = false;
    }
    return good;
}

// The skeleton with all of its TODOs from the solution.
static char *fill_skeleton(const Filling *f) {
    char *text = regions_match(&f->skeleton.regions, &f->solution.regions, 0)
                     ? regions_fill(&f->skeleton.regions, f->skeleton.text, &f->solution.regions,
                                    f->solution.text, FILL_ALL)
                     : NULL;
    char *bare = text ? bare_text(text) : NULL;
    free(text);
    return bare;
}

// Fills in, runs what was put off, and gives the points. False: trouble of this machine.
static bool fill_and_settle(Filling *f) {
    f->result->later_undone = !f->finishes;
    f->own = bare_text(f->file.text);
    if (f->finishes) {
        f->finished = bare_text(f->solution.text);
        f->filled_skeleton = fill_skeleton(f);
    }
    f->like = (Compilation){.project = f->project,
                            .lab_folder = f->lab_folder,
                            .origin = f->result->origin_path,
                            .shown = f->result->source,
                            .quiet = true};
    f->builds.like = &f->like;
    filled_builds_add(&f->builds, f->own, f->plan->session.submission);
    const bool good = fill_each(f) && (!f->finishes || fill_again(f));
    filled_builds_end(&f->builds);
    if (!good || !run_put_off(f->plan, f->result, false, f->error, f->error_size)) return false;
    settle_filled(f->result);
    return true;
}

bool fill_todos(LabResult *result, const RunPlan *plan, const Project *project, const char *lab_folder,
                char *error, size_t error_size) {
    if (result->passed || result->solution) return true;
    char solution[PATH_SIZE], skeleton[PATH_SIZE];
    project_path(project, solution, "solutions", lab_folder, result->spec->source, NULL);
    project_path(project, skeleton, "labs", lab_folder, "skeleton", result->spec->source, NULL);
    Filling f = {.result = result,
                 .plan = plan,
                 .project = project,
                 .lab_folder = lab_folder,
                 .error = error,
                 .error_size = error_size};
    bool good = true, settled = false;
    if (file_exists(skeleton) && source_regions_read(&f.file, result->spec, result->source_path) &&
        source_regions_read(&f.skeleton, result->spec, skeleton)) {
        find_not_started(&f);
        f.finishes = file_exists(solution);
        if (result->spec->todo_count > 1 &&
            (!f.finishes || source_regions_read(&f.solution, result->spec, solution)))
            settled = good = fill_and_settle(&f);
    }
    good = good && run_put_off(plan, result, settled, error, error_size);
    free(f.own);
    free(f.finished);
    free(f.filled_skeleton);
    free(f.file.text);
    free(f.solution.text);
    free(f.skeleton.text);
    return good;
}
