// grade LAB, and grade explain LAB: finds what was built, runs the cases, reports.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/cli/against.h"
#include "grader/cli/commands.h"
#include "grader/grading/explain_failure.h"
#include "grader/grading/explain_point.h"
#include "grader/grading/watch_case.h"
#include "grader/grading/fill_todos.h"
#include "grader/grading/gpu_choice.h"
#include "grader/grading/hardware_counters.h"
#include "grader/grading/kept_result.h"
#include "grader/grading/leaderboard.h"
#include "grader/grading/machine_fit.h"
#include "grader/grading/parts.h"
#include "grader/grading/progress.h"
#include "grader/grading/submission.h"
#include "grader/grading/thresholds.h"
#include "grader/jail/jail.h"
#include "grader/page/page.h"
#include "grader/text/clean.h"

enum { LABS_MAX = 64 };

// Everything one grading works on.
typedef struct {
    const Project *project;
    const Options *options;
    char folder[256];
    LabSpec spec;
    LabLibrary library;
    LabResult result;
    Submission submission;
    Parts parts;
    Answers answers, right_answers; // the second are empty without solutions/
    GpuTurn turn;
    double deadline; // of the whole grading
    char error[1200];
} Grading;

__attribute__((format(printf, 2, 3))) static bool fail(Grading *g, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(g->error, sizeof g->error, format, arguments);
    va_end(arguments);
    return false;
}

// Every TODO's number: "3.1, 3.2".
static const char *todo_ids(const LabSpec *spec) {
    static char ids[SPEC_TODOS * 20];
    ids[0] = 0;
    for (int i = 0; i < spec->todo_count; i++)
        snprintf(ids + strlen(ids), 20, "%s%s", i ? ", " : "", spec->todos[i].id);
    return ids;
}

static bool check_options(Grading *g) {
    const Options *o = g->options;
    if (o->solution && o->file) return fail(g, "--solution grades the finished file: leave %s out.", o->file);
    char module[PATH_SIZE];
    project_path(g->project, module, PAGE_MODULE, NULL);
    if (o->alive && !file_exists(module)) return fail(g, MODULE_MISSING);
    if (o->todo && spec_find_todo(&g->spec, o->todo) < 0)
        return fail(g, "%s has no TODO %s. It has: %s.", g->spec.name, o->todo, todo_ids(&g->spec));
    return true;
}

// The lab that comes behind this one in the list of labs.
static void find_next_lab(Grading *g) {
    static char folders[LABS_MAX][256];
    int count = project_labs(g->project, folders, LABS_MAX);
    for (int i = 0; i + 1 < count; i++)
        if (!strcmp(folders[i], g->folder)) memcpy(g->result.next_lab, folders[i + 1], sizeof folders[0]);
}

// What is graded: the file that was named, or what make has built.
static bool find_submission(Grading *g) {
    const Options *o = g->options;
    g->submission = (Submission){.project = g->project,
                                 .folder = g->folder,
                                 .spec = &g->spec,
                                 .command = "",
                                 .file = o->file,
                                 .solution = o->solution,
                                 .deadline = g->deadline};
    const bool good = submission_find(&g->submission, g->error, sizeof g->error);
    snprintf(g->result.source, sizeof g->result.source, "%s", g->submission.source);
    snprintf(g->result.source_path, sizeof g->result.source_path, "%s", g->submission.source_path);
    snprintf(g->result.origin_path, sizeof g->result.origin_path, "%s", g->submission.origin_path);
    snprintf(g->result.rebuild, sizeof g->result.rebuild, "%s", g->submission.rebuild);
    return good;
}

// The quiz belongs to the lab's own file and to the finished one; a file named on the command line has no
// answers.
static bool read_answers(Grading *g) {
    const Options *o = g->options;
    char path[PATH_SIZE];
    if (o->file || o->todo || !g->spec.question_count) return true;
    project_path(g->project, path, o->solution ? "solutions" : "labs", g->folder, "answers.txt", NULL);
    if (!file_exists(path)) return true;
    if (!answers_load(&g->answers, &g->spec, path, g->error, sizeof g->error)) return false;
    project_path(g->project, path, "solutions", g->folder, "answers.txt", NULL);
    if (file_exists(path) && !answers_load(&g->right_answers, &g->spec, path, g->error, sizeof g->error))
        return false;
    plan_quiz(&g->result, &g->answers);
    snprintf(g->result.quiz_complaint, sizeof g->result.quiz_complaint, "%s", g->answers.complaint);
    return true;
}

static bool choose_device(Grading *g, RunPlan *plan) {
    const Options *o = g->options;
    GpuChoice gpu;
    plan->timed = !o->todo;
    const RunChoices choices = option_choices(o);
    if (!gpu_choose(&gpu, &g->turn, &choices, plan, g->error, sizeof g->error)) return false;
    plan->compare = g->result.compared = o->device == DEVICE_BOTH;
    snprintf(g->result.gpu_name, sizeof g->result.gpu_name, "%s", gpu.name);
    return !gpu.usable || thresholds_apply(g->project, gpu.name, &g->spec, g->result.thresholds,
                                           sizeof g->result.thresholds, g->error, sizeof g->error);
}

static bool run(Grading *g) {
    const Options *o = g->options;
    g->result.solution = o->solution;
    g->result.live = o->watch;
    const RunChoices choices = option_choices(o);
    RunPlan plan = parts_plan(&g->parts, &choices, &g->library, g->submission.path);
    plan.deadline = g->deadline;
    plan.compiled_name = g->submission.compiled_name;
    plan.session.work_told = o->alive;
    g->result.alive_gpu = o->alive ? o->gpu ? o->gpu : GPU_DEFAULT : NULL;
    spec_draw(&g->spec, plan.data_seed);
    if (!plan_cases(&g->result, &g->spec, o->todo ? spec_find_todo(&g->spec, o->todo) : -1))
        return fail(g, "There is no memory left.");
    if (!g->result.case_count) return fail(g, "lab.spec has no test for TODO %s.", o->todo);
    if (!read_answers(g)) return false;
    if (!choose_device(g, &plan)) return false;
    plan.may_wait = !o->solution && !plan.use_gpu;
    if (!run_cases(&plan, &g->result, g->error, sizeof g->error)) return false;
    if (o->ncu) count_on_hardware(&plan, &g->result);
    judge_quiz(&g->result, &g->answers, &g->right_answers);
    plan.show_progress = plan.timed = plan.may_wait = plan.session.work_told = false;
    if (!fill_todos(&g->result, &plan, g->project, g->folder, g->error, sizeof g->error)) return false;
    explain_failure(&g->result, &plan, g->project, g->folder);
    plan.session.work_told = o->alive;
    if (o->json || o->page) watch_case(&g->result, &plan);
    plan.session.work_told = false;
    return o->command != COMMAND_EXPLAIN ||
           explain_point(&g->result, &plan, o->point_given ? o->point : NULL, g->error, sizeof g->error);
}

static void write_result(FILE *stream, const void *result) {
    report_json(stream, result);
}

// Where no file is named, the page is in the build folder, under the lab's name.
void lab_page_path(const Project *project, const Options *options, const char *lab, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%s", options->page ? options->page : "");
    if (!path[0]) project_path(project, path, "build", lab, "result.html", NULL);
}

static bool write_page(Grading *g) {
    char path[PATH_SIZE];
    lab_page_path(g->project, g->options, g->spec.name, path);
    char module[PATH_SIZE];
    project_path(g->project, module, PAGE_MODULE, NULL);
    if (!page_file(path, g->options->alive ? module : NULL, write_result, &g->result, g->error,
                   sizeof g->error))
        return false;
    if (g->options->detail >= DETAIL_SHORT && (!g->options->json || strcmp(g->options->json, "-")))
        printf("page    %s\n", path);
    return true;
}

static bool report(Grading *g) {
    const Options *o = g->options;
    find_next_lab(g);
    bool json_only = o->json && !strcmp(o->json, "-");
    if (!json_only) {
        Writer writer = writer_open(stdout, o->color);
        if (o->command == COMMAND_EXPLAIN)
            report_explained(&writer, &g->result);
        else
            report_text(&writer, &g->result, o->detail);
        if (o->command != COMMAND_EXPLAIN && o->detail >= DETAIL_NORMAL && !o->todo)
            leaderboard_report(&writer, g->project, &g->result, !o->solution && !o->file);
        if (fflush(stdout) || ferror(stdout))
            return fail(g, "The report cannot be written to standard output: %s.", strerror(errno));
    }
    if (!o->solution && !o->file && !o->todo && o->command != COMMAND_EXPLAIN) {
        Progress progress;
        progress_load(&progress, g->project, &g->spec);
        progress_take_result(&progress, &g->result);
        progress_save(&progress, g->project, &g->spec);
    }
    if (!against_take(g->project, o, &g->result, g->error, sizeof g->error)) return false;
    // Only where they are drawn or asked for: a result alone is the same whatever was graded before.
    if ((o->page || o->against) && !o->strangers) kept_results_list(g->project, &g->result);
    if (!o->todo && !o->strangers && o->command != COMMAND_EXPLAIN) kept_result_save(g->project, &g->result);
    if (o->json && !report_json_file(o->json, &g->result, g->error, sizeof g->error)) return false;
    return !o->page || write_page(g);
}

// A file that its own fault keeps from being graded has JSON too. Where a machine is in the way there is none.
static void tell_refusal(Grading *g) {
    char error[1200];
    const LabRefusal refusal = {.lab = g->spec.name,
                                .source = g->result.source,
                                .message = g->error,
                                .compiler = g->submission.compilation.first_error,
                                .live = g->options->watch};
    if (!g->submission.compilation.refused) return;
    if (g->options->json && !report_refusal_file(g->options->json, &refusal, error, sizeof error))
        not_graded(error);
    char path[PATH_SIZE];
    lab_page_path(g->project, g->options, g->spec.name, path);
    if (g->options->page && !page_file(path, NULL, report_refusal, &refusal, error, sizeof error))
        not_graded(error);
}

// Whoever wrote the file: may it be graded in the jail that there is?
static bool choose_jail(Grading *g) {
    const Options *o = g->options;
    if (o->jail && !jail_use(o->jail, g->error, sizeof g->error)) return false;
    g->result.weak_jail = !jail_keeps_strangers();
    if (!o->strangers || !g->result.weak_jail) return true;
    return fail(
        g,
        "The jail here is \"%s\", in which strangers' files must not be graded: ./grade doctor --jails says "
        "what it leaves open. Install bubblewrap, or allow user namespaces; ./grade doctor has the command.",
        jail_kind());
}

int command_lab(const Project *project, const Options *options) {
    Grading *g = calloc(1, sizeof *g);
    if (!g) return not_graded("There is no memory left.");
    g->project = project;
    g->options = options;
    g->deadline = grading_deadline();
    bool good = machine_fit(g->error, sizeof g->error) && choose_jail(g) &&
                project_lab_folder(project, options->lab, g->folder, g->error, sizeof g->error) &&
                project_load_spec(project, g->folder, &g->spec, g->error, sizeof g->error) &&
                check_options(g) &&
                against_check(project, options, g->folder, &g->spec, g->error, sizeof g->error) &&
                find_submission(g) && parts_find(&g->parts, project, &g->spec, g->error, sizeof g->error) &&
                lab_library_open(&g->library, g->parts.reference, &g->spec, g->error, sizeof g->error) &&
                run(g) && report(g);
    int status = good ? (g->result.passed ? EXIT_FULL_MARKS : EXIT_SHORT) : not_graded(g->error);
    if (!good) tell_refusal(g);
    submission_end(&g->submission);
    lab_result_free(&g->result);
    lab_library_close(&g->library);
    free(g);
    return status;
}
