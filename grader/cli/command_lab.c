// grade LAB: finds what was built, runs the cases, reports.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/cli/compile.h"
#include "grader/cli/fill_todos.h"
#include "grader/cli/gpu_choice.h"
#include "grader/cli/hardware_counters.h"
#include "grader/cli/leaderboard.h"
#include "grader/cli/parts.h"
#include "grader/cli/progress.h"
#include "grader/cli/thresholds.h"

// Everything one grading works on.
typedef struct {
    const Project *project;
    const Options *options;
    char folder[256];
    LabSpec spec;
    LabLibrary library;
    LabResult result;
    char submission[PATH_SIZE]; // the shared object
    Compilation compilation;    // of a file named on the command line, for this run only
    Parts parts;
    Answers answers;
    GpuTurn turn;
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
    if (o->todo && spec_find_todo(&g->spec, o->todo) < 0)
        return fail(g, "%s has no TODO %s. It has: %s.", g->spec.name, o->todo, todo_ids(&g->spec));
    return true;
}

// The student's own file or the solution, as make builds it.
static bool find_built(Grading *g) {
    const char *name = g->spec.name, *top = g->options->solution ? "solutions" : "labs";
    char built[80];
    snprintf(built, sizeof built, "%.*s.so", (int)strcspn(g->spec.source, "."), g->spec.source);
    project_path(g->project, g->submission, "build", name, g->options->solution ? "solution.so" : built,
                 NULL);
    project_path(g->project, g->result.source_path, top, g->folder, g->spec.source, NULL);
    snprintf(g->result.source, sizeof g->result.source, "%s",
             g->result.source_path + strlen(g->project->root) + 1);
    const char *choice = g->options->solution ? " SOLUTION=1" : "",
               *flag = g->options->solution ? " --solution" : "";
    snprintf(g->result.rebuild, sizeof g->result.rebuild, "make %s%s && ./grade %s%s", name, choice, name,
             flag);
    if (!file_exists(g->result.source_path)) return fail(g, "%s is not there.", g->result.source);
    if (!file_exists(g->submission))
        return fail(g, "%s is not built yet. Type: %s", g->result.source, g->result.rebuild);
    if (file_older(g->submission, g->result.source_path))
        return fail(g, "%s has changed since it was built. Type: %s", g->result.source, g->result.rebuild);
    return true;
}

// make's variables stand for themselves only without blanks and its own signs.
static bool plain_path(const char *path) {
    return !path[strcspn(path, " \t\n$#%:;\\'\"`()<>|&*?[]{}~!")];
}

// A file named on the command line: built for this run.
static bool build_file(Grading *g) {
    const char *file = g->options->file;
    struct stat info;
    if (stat(file, &info) && spec_find_todo(&g->spec, file) >= 0)
        return fail(g, "%s is a TODO. To grade it alone: ./grade %s --todo %s", file, g->spec.name, file);
    if (stat(file, &info))
        return fail(g, "There is no file %s. Without a file's name, ./grade %s grades labs/%s/%s.", file,
                    g->spec.name, g->folder, g->spec.source);
    if (!S_ISREG(info.st_mode)) return fail(g, "%s is no file. Name a .cu file.", file);
    char absolute[PATH_SIZE];
    if (!realpath(file, absolute)) return fail(g, "%s cannot be read: %s.", file, strerror(errno));
    size_t length = strlen(absolute);
    if (length < 4 || strcmp(absolute + length - 3, ".cu")) return fail(g, "%s is no .cu file.", file);
    if (!plain_path(absolute))
        return fail(g, "%s: make cannot build a file with blanks or shell signs in its path. Rename it.",
                    file);
    snprintf(g->result.source_path, sizeof g->result.source_path, "%s", absolute);
    snprintf(g->result.source, sizeof g->result.source, "%s", file);
    snprintf(g->result.rebuild, sizeof g->result.rebuild, "./grade %s %.150s", g->spec.name, file);
    g->compilation = (Compilation){.project = g->project,
                                   .lab_folder = g->folder,
                                   .source = g->result.source_path,
                                   .shown = g->result.source};
    bool good = compile_submission(&g->compilation, g->error, sizeof g->error);
    snprintf(g->submission, sizeof g->submission, "%s", g->compilation.output);
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
    plan_quiz(&g->result, &g->answers);
    snprintf(g->result.quiz_complaint, sizeof g->result.quiz_complaint, "%s", g->answers.complaint);
    return true;
}

static bool choose_device(Grading *g, RunPlan *plan) {
    const Options *o = g->options;
    GpuChoice gpu;
    plan->timed = !o->todo;
    if (!gpu_choose(&gpu, &g->turn, o, plan, g->error, sizeof g->error)) return false;
    plan->compare = g->result.compared = o->device == DEVICE_BOTH;
    snprintf(g->result.gpu_name, sizeof g->result.gpu_name, "%s", gpu.name);
    return !gpu.usable || thresholds_apply(g->project, gpu.name, &g->spec, g->result.thresholds,
                                           sizeof g->result.thresholds, g->error, sizeof g->error);
}

static bool run(Grading *g) {
    const Options *o = g->options;
    g->result.solution = o->solution;
    if (!plan_cases(&g->result, &g->spec, o->todo ? spec_find_todo(&g->spec, o->todo) : -1))
        return fail(g, "There is no memory left.");
    if (!g->result.case_count) return fail(g, "lab.spec has no test for TODO %s.", o->todo);
    if (!read_answers(g)) return false;
    RunPlan plan = parts_plan(&g->parts, o, &g->library, g->submission);
    if (!choose_device(g, &plan)) return false;
    if (!run_cases(&plan, &g->result, g->error, sizeof g->error)) return false;
    if (o->ncu) count_on_hardware(&plan, &g->result);
    judge_quiz(&g->result, &g->answers);
    plan.show_progress = plan.timed = false;
    return fill_todos(&g->result, &plan, g->project, g->folder, g->error, sizeof g->error);
}

static bool report(Grading *g) {
    const Options *o = g->options;
    bool json_only = o->json && !strcmp(o->json, "-");
    if (!json_only) {
        Paper paper = paper_open(stdout, o->color);
        report_text(&paper, &g->result, o->detail);
        if (o->detail >= DETAIL_NORMAL && !o->todo)
            leaderboard_report(&paper, g->project, &g->result, !o->solution && !o->file);
        fflush(stdout);
    }
    if (!o->solution && !o->file && !o->todo) {
        Progress progress;
        progress_load(&progress, g->project, &g->spec);
        progress_take_result(&progress, &g->result);
        progress_save(&progress, g->project, &g->spec);
    }
    return !o->json || report_json_file(o->json, &g->result, g->error, sizeof g->error);
}

int command_lab(const Project *project, const Options *options) {
    Grading *g = calloc(1, sizeof *g);
    if (!g) return not_graded("There is no memory left.");
    g->project = project;
    g->options = options;
    bool good = project_lab_folder(project, options->lab, g->folder, g->error, sizeof g->error) &&
                project_load_spec(project, g->folder, &g->spec, g->error, sizeof g->error) &&
                check_options(g) && (options->file ? build_file(g) : find_built(g)) &&
                parts_find(&g->parts, project, &g->spec, g->error, sizeof g->error) &&
                lab_library_open(&g->library, g->parts.reference, &g->spec, g->error, sizeof g->error) &&
                run(g) && report(g);
    int status = good ? (g->result.passed ? EXIT_FULL_MARKS : EXIT_SHORT) : not_graded(g->error);
    compile_clean_up(&g->compilation);
    lab_result_free(&g->result);
    lab_library_close(&g->library);
    free(g);
    return status;
}
