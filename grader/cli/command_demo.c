// grade demo: runs the rows of a lab's table and shows what they count, and how long they take where the
// table has that measured and there is a GPU.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/grading/gpu_choice.h"
#include "grader/grading/parts.h"
#include "grader/grading/source_regions.h"
#include "grader/page/page.h"
#include "grader/report/bars.h"
#include "grader/report/demo_json.h"
#include "grader/report/table.h"
#include "grader/text/append.h"

enum { LABS_MAX = 64, TABLES_MAX = 256 };

typedef struct {
    const Project *project;
    const Options *options;
    LabSpec spec;
    char folder[256]; // of the lab
    int table;
    LabLibrary library;
    Parts parts;
    LabResult result;
    GpuTurn turn;
    char submission[PATH_SIZE + 80];
    char error[1200];
} Demo;

// Every table of every lab; answers how many there are.
static int collect_tables(const Project *project, DemoLink links[TABLES_MAX]) {
    static char folders[LABS_MAX][256];
    const int labs = project_labs(project, folders, LABS_MAX);
    LabSpec *spec = malloc(sizeof *spec);
    char error[1200];
    int count = 0;
    for (int i = 0; spec && i < labs; i++) {
        if (!project_load_spec(project, folders[i], spec, error, sizeof error)) continue;
        for (int k = 0; k < spec->table_count && count < TABLES_MAX; k++) {
            DemoLink *link = &links[count++];
            snprintf(link->name, sizeof link->name, "%s", spec->tables[k].name);
            snprintf(link->lab, sizeof link->lab, "%s", spec->name);
            snprintf(link->title, sizeof link->title, "%s", spec->tables[k].title);
        }
    }
    free(spec);
    return count;
}

static int list_tables(const Project *project, const Writer *writer) {
    static DemoLink links[TABLES_MAX];
    const int count = collect_tables(project, links);
    for (int i = 0; i < count; i++)
        writer_print(writer, 0, 2, STYLE_PLAIN, "./grade demo %-14s %s: %s", links[i].name, links[i].lab,
                     links[i].title);
    return EXIT_SUCCESS;
}

static int table_of_name(const LabSpec *spec, const char *name) {
    for (int i = 0; i < spec->table_count; i++)
        if (!strcasecmp(spec->tables[i].name, name)) return i;
    return -1;
}

// The table of that name, in upper or lower case; a lab's name stands for its first one.
static bool find_table(Demo *d, const char *written) {
    static char folders[LABS_MAX][256];
    int count = project_labs(d->project, folders, LABS_MAX);
    char lab[64];
    const char *name = lab_name(written, lab);
    for (int i = 0; i < count; i++) {
        if (!project_load_spec(d->project, folders[i], &d->spec, d->error, sizeof d->error)) return false;
        d->table = table_of_name(&d->spec, name);
        if (d->table < 0 && d->spec.table_count && !strcmp(d->spec.name, name)) d->table = 0;
        if (d->table >= 0) snprintf(d->folder, sizeof d->folder, "%.255s", folders[i]);
        if (d->table >= 0) return true;
    }
    snprintf(d->error, sizeof d->error, "There is no table \"%s\". ./grade demo lists those there are.",
             written);
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
    plan->timed = true; // modelled where there is no GPU
    d->result.graded_count = d->result.case_count;
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

// The tables of the classroom are shown in a fresh tree, too.
static bool find_parts(Demo *d) {
    char build[PATH_SIZE];
    const bool submission = runs_the_submission(d);
    project_path(d->project, build, "build", d->spec.name, NULL);
    snprintf(d->submission, sizeof d->submission, "%s/%.*s.so", build,
             d->options->solution ? 8 : (int)strcspn(d->spec.source, "."),
             d->options->solution ? "solution" : d->spec.source);
    parts_build(&d->parts, d->project, &d->spec, submission ? d->submission : NULL, d->options->solution);
    if (!parts_find(&d->parts, d->project, &d->spec, d->error, sizeof d->error)) return false;
    if (!submission || file_exists(d->submission)) return true;
    snprintf(d->error, sizeof d->error,
             "%s is not built yet, and a row of this table runs it. Type: make %s%s",
             d->options->solution ? "The finished file" : "Your file", d->spec.name,
             d->options->solution ? " SOLUTION=1" : "");
    return false;
}

static bool run(Demo *d) {
    if (!plan_table(&d->result, &d->spec, d->table)) {
        snprintf(d->error, sizeof d->error, "There is no memory left.");
        return false;
    }
    const RunChoices choices = option_choices(d->options);
    RunPlan plan = parts_plan(&d->parts, &choices, &d->library, d->submission);
    char module[PATH_SIZE];
    project_path(d->project, module, PAGE_MODULE, NULL);
    plan.session.work_told = d->options->page && file_exists(module);
    if (plan.session.work_told) d->result.alive_gpu = d->options->gpu ? d->options->gpu : GPU_DEFAULT;
    return plan_times(d, &plan) && run_cases(&plan, &d->result, d->error, sizeof d->error);
}

// A row of the student's kernel that is not right says so where its TODOs are as the skeleton has them.
static void say_not_started(Demo *d) {
    for (int i = 0; i < d->result.case_count && !d->options->solution; i++) {
        CaseResult *c = &d->result.cases[i];
        bool untouched[SPEC_TODOS];
        char list[200] = "";
        if (c->passed || d->spec.entries[c->key.entry].file[0]) continue;
        const int of_entry = find_untouched(d->project, d->folder, &d->spec, c->key.entry, untouched);
        int left = 0;
        for (int todo = 0; todo < d->spec.todo_count; todo++) left += untouched[todo];
        if (!left) continue;
        name_todos(&d->spec, untouched, list, sizeof list);
        if (left == of_entry) snprintf(c->message, sizeof c->message, "Your kernel is not started:");
        append(c->message, sizeof c->message, " TODO%s %s of %s %s as you got %s.", left > 1 ? "s" : "", list,
               d->spec.source, left > 1 ? "are" : "is", left > 1 ? "them" : "it");
    }
}

// Writes the page where it was asked for; where no file is named, build/demos/NAME.html.
static bool write_page(Demo *d) {
    char path[PATH_SIZE], folder[PATH_SIZE], module[PATH_SIZE];
    project_path(d->project, module, PAGE_MODULE, NULL);
    project_path(d->project, path, "build", "demos", NULL);
    if (!d->options->page) return true;
    if (!d->options->page[0]) mkdir(path, 0777);
    snprintf(folder, sizeof folder, "%s", path);
    if (!d->options->page[0])
        snprintf(path, sizeof path, "%.4000s/%s.html", folder, d->spec.tables[d->table].name);
    else
        snprintf(path, sizeof path, "%s", d->options->page);
    project_path(d->project, folder, "labs", d->folder, NULL);
    const ShownDemo shown = {.result = &d->result, .table = d->table, .lab_folder = folder};
    if (!page_file(path, d->result.alive_gpu ? module : NULL, demo_json, &shown, d->error, sizeof d->error))
        return false;
    printf("page    %s\n", path);
    return true;
}

static int show_table(const Project *project, const Options *options, const Writer *writer) {
    Demo *d = calloc(1, sizeof *d);
    if (!d) return not_graded("There is no memory left.");
    d->project = project;
    d->options = options;
    bool good = find_table(d, options->lab) && finished_files_are_here(d) && find_parts(d) &&
                lab_library_open(&d->library, d->parts.reference, &d->spec, d->error, sizeof d->error) &&
                run(d);
    if (good) say_not_started(d);
    if (good) print_bars(writer, &d->result, d->table);
    if (good) print_table(writer, &d->result, d->table);
    good = good && write_page(d);
    int status = good ? EXIT_SUCCESS : not_graded(d->error);
    lab_result_free(&d->result);
    lab_library_close(&d->library);
    free(d);
    return status;
}

// Every table with its page, and the page that leads to them.
static int show_all(const Project *project, const Options *options, const Writer *writer) {
    static DemoLink links[TABLES_MAX + 1];
    char path[PATH_SIZE], error[1200];
    const int count = collect_tables(project, links);
    project_path(project, path, "build", "demos", NULL);
    mkdir(path, 0777);
    for (int i = 0; i < count; i++) {
        Options one = *options;
        one.lab = links[i].name;
        one.page = "";
        links[i].shown = show_table(project, &one, writer) == EXIT_SUCCESS;
        writer_blank(writer);
    }
    project_path(project, path, "build", "demos", "index.html", NULL);
    if (!page_file(path, NULL, demo_index_json, links, error, sizeof error)) return not_graded(error);
    printf("page    %s\n", path);
    return EXIT_SUCCESS;
}

int command_demo(const Project *project, const Options *options) {
    Writer writer = writer_open(stdout, options->color);
    if (options->lab) return show_table(project, options, &writer);
    return options->page ? show_all(project, options, &writer) : list_tables(project, &writer);
}
