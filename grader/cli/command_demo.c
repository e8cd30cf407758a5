// grade demo: runs the rows of a lab's table and shows what they count, and how long they take where the
// table has that measured and there is a GPU.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/grading/gpu_choice.h"
#include "grader/grading/parts.h"
#include "grader/report/bars.h"
#include "grader/report/table.h"

enum { LABS_MAX = 64 };

typedef struct {
    const Project *project;
    const Options *options;
    LabSpec spec;
    int table;
    LabLibrary library;
    Parts parts;
    LabResult result;
    GpuTurn turn;
    char error[1200];
} Demo;

// Every table of every lab.
static int list_tables(const Project *project, const Paper *paper) {
    static char folders[LABS_MAX][256];
    int count = project_labs(project, folders, LABS_MAX);
    LabSpec *spec = malloc(sizeof *spec);
    char error[1200];
    if (!spec) return not_graded("There is no memory left.");
    for (int i = 0; i < count; i++) {
        if (!project_load_spec(project, folders[i], spec, error, sizeof error)) continue;
        for (int k = 0; k < spec->table_count; k++)
            paper_print(paper, 0, 2, STYLE_PLAIN, "./grade demo %-14s %s: %s", spec->tables[k].name,
                        spec->name, spec->tables[k].title);
    }
    free(spec);
    return EXIT_SUCCESS;
}

// The table of that name; a lab's name stands for its first one.
static bool find_table(Demo *d, const char *name) {
    static char folders[LABS_MAX][256];
    int count = project_labs(d->project, folders, LABS_MAX);
    for (int i = 0; i < count; i++) {
        if (!project_load_spec(d->project, folders[i], &d->spec, d->error, sizeof d->error)) return false;
        d->table = spec_find_table(&d->spec, name);
        if (d->table < 0 && d->spec.table_count && !strcmp(d->spec.name, name)) d->table = 0;
        if (d->table >= 0) return true;
    }
    snprintf(d->error, sizeof d->error, "There is no table \"%s\". ./grade demo lists those there are.",
             name);
    return false;
}

// The tree that students get has no finished files.
static bool finished_files_are_here(Demo *d) {
    char path[PATH_SIZE];
    project_path(d->project, path, "solutions", NULL);
    if (!d->spec.tables[d->table].needs_solutions || access(path, F_OK) == 0) return true;
    snprintf(
        d->error, sizeof d->error,
        "\"%s\" runs the finished files of the labs, and this tree has no solutions/. Whoever handed it out "
        "can show you the table.",
        d->spec.tables[d->table].name);
    return false;
}

// What is timed is what this table has timed, and only a right row: each is run on the GPU as a graded case
// is.
static bool plan_times(Demo *d, RunPlan *plan) {
    const LabTable *table = &d->spec.tables[d->table];
    GpuChoice gpu;
    d->spec.timed_count = 0;
    for (int i = 0; i < table->row_count; i++)
        if (table->rows[i].timed) d->spec.timed[d->spec.timed_count++].key = table->rows[i].timed_key;
    if (!d->spec.timed_count) return true;
    const RunChoices choices = option_choices(d->options);
    if (!gpu_choose(&gpu, &d->turn, &choices, plan, d->error, sizeof d->error)) return false;
    plan->timed = gpu.usable;
    if (gpu.usable) d->result.graded_count = d->result.case_count;
    snprintf(d->result.gpu_name, sizeof d->result.gpu_name, "%s", gpu.name);
    return true;
}

// Does a row run the student's file, or the solution in its place?
static bool runs_the_submission(const Demo *d) {
    const LabTable *table = &d->spec.tables[d->table];
    for (int i = 0; i < table->row_count; i++)
        if (!d->spec.entries[table->rows[i].key.entry].file[0]) return true;
    return false;
}

static bool run(Demo *d) {
    char submission[PATH_SIZE + 80];
    snprintf(submission, sizeof submission, "%s/%s.so", d->parts.lab_build,
             d->options->solution ? "solution" : strtok(d->spec.source, "."));
    if (runs_the_submission(d) && !file_exists(submission)) {
        snprintf(d->error, sizeof d->error,
                 "%s is not built yet, and a row of this table runs it. Type: make %s%s",
                 d->options->solution ? "The finished file" : "Your file", d->spec.name,
                 d->options->solution ? " SOLUTION=1" : "");
        return false;
    }
    if (!plan_table(&d->result, &d->spec, d->table)) {
        snprintf(d->error, sizeof d->error, "There is no memory left.");
        return false;
    }
    const RunChoices choices = option_choices(d->options);
    RunPlan plan = parts_plan(&d->parts, &choices, &d->library, submission);
    return plan_times(d, &plan) && run_cases(&plan, &d->result, d->error, sizeof d->error);
}

int command_demo(const Project *project, const Options *options) {
    Paper paper = paper_open(stdout, options->color);
    if (!options->lab) return list_tables(project, &paper);
    Demo *d = calloc(1, sizeof *d);
    if (!d) return not_graded("There is no memory left.");
    d->project = project;
    d->options = options;
    bool good = find_table(d, options->lab) && finished_files_are_here(d) &&
                parts_find(&d->parts, project, &d->spec, d->error, sizeof d->error) &&
                lab_library_open(&d->library, d->parts.reference, &d->spec, d->error, sizeof d->error) &&
                run(d);
    if (good) print_bars(&paper, &d->result, d->table);
    if (good) print_table(&paper, &d->result, d->table);
    int status = good ? EXIT_SUCCESS : not_graded(d->error);
    lab_result_free(&d->result);
    lab_library_close(&d->library);
    free(d);
    return status;
}
