// One file a TODO: the student's, with the solution's text for the other TODOs.
#include "grader/grading/fill_todos.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/grading/compile.h"
#include "grader/lab/regions.h"

enum { SOURCE_MAX = 1 << 20 };

typedef struct {
    char *text; // NULL: there is none, or it is unreadable
    Regions regions;
} Source;

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(SOURCE_MAX + 1, 1) : NULL;
    bool whole = text && fread(text, 1, SOURCE_MAX, file) < SOURCE_MAX && !ferror(file);
    if (file) fclose(file);
    if (whole) return text;
    free(text);
    return NULL;
}

static bool read_source(Source *source, const LabSpec *spec, const char *path) {
    source->text = read_text(path);
    return source->text && regions_find(&source->regions, spec, source->text);
}

typedef struct {
    LabResult *result;
    const RunPlan *plan;
    const Project *project;
    const char *lab_folder;
    Source file, solution, skeleton;
    char *error;
    size_t error_size;
} Filling;

// Compiles the filled file. What its compiler says is not shown: it speaks of text that is not the student's.
// *usable: it compiles. False: trouble of this machine.
static bool build(const Filling *f, int todo, Compilation *c, bool *usable) {
    char *text = regions_fill(&f->file.regions, f->file.text, &f->solution.regions, f->solution.text, todo);
    *c = (Compilation){.project = f->project,
                       .lab_folder = f->lab_folder,
                       .origin = f->result->origin_path,
                       .shown = f->result->source,
                       .quiet = true,
                       .deadline = plan_deadline(f->plan)};
    *usable = text && compile_take_text(c, "filled.cu", text, f->error, f->error_size) &&
              compile_submission(c, f->error, f->error_size);
    if (!text) snprintf(f->error, f->error_size, "There is no memory left. Close other programs.");
    free(text);
    return *usable || c->refused;
}

// The cases of one TODO on the filled file. False: trouble of this machine.
static bool run_filled(const Filling *f, int todo, const char *submission) {
    LabResult part = {0};
    RunPlan plan = *f->plan;
    plan.session.submission = submission;
    bool good = plan_cases(&part, f->result->spec, todo) && run_cases(&plan, &part, f->error, f->error_size);
    if (good) take_filled(f->result, &part);
    lab_result_free(&part);
    return good;
}

static bool worth_filling(const Filling *f, int todo) {
    double score, max_score;
    todo_score(f->result, todo, &score, &max_score);
    score += time_withheld(f->result, todo); // what is filled in is not timed
    return score < max_score && !f->result->not_started[todo] &&
           regions_match(&f->file.regions, &f->solution.regions, todo);
}

// A TODO that is short of its points and still as the skeleton has it.
static void find_not_started(Filling *f) {
    double score, max_score;
    for (int todo = 0; todo < f->result->spec->todo_count; todo++) {
        todo_score(f->result, todo, &score, &max_score);
        f->result->not_started[todo] =
            score < max_score && regions_match(&f->file.regions, &f->skeleton.regions, todo) &&
            !regions_touched(&f->file.regions, f->file.text, &f->skeleton.regions, f->skeleton.text, todo);
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
        Compilation compilation = {0};
        bool usable;
        good = build(f, todo, &compilation, &usable) && (!usable || run_filled(f, todo, compilation.output));
        compile_clean_up(&compilation);
    }
    if (good) settle_filled(f->result);
    return good;
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
    bool good = true;
    if (file_exists(skeleton) && read_source(&f.file, result->spec, result->source_path) &&
        read_source(&f.skeleton, result->spec, skeleton)) {
        find_not_started(&f);
        if (result->spec->todo_count > 1 && file_exists(solution) &&
            read_source(&f.solution, result->spec, solution))
            good = fill_each(&f);
    }
    free(f.file.text);
    free(f.solution.text);
    free(f.skeleton.text);
    return good;
}
