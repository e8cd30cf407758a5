// grade model LAB: what the kernels would take on other GPUs, in other blocks, with fewer registers. All of it modelled.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cli/commands.h"
#include "grader/grading/gpu_choice.h"
#include "grader/grading/machine_fit.h"
#include "grader/grading/parts.h"
#include "grader/grading/submission.h"
#include "grader/grading/what_if.h"
#include "grader/report/report.h"
#include "grader/report/what_if_report.h"
#include "grader/text/append.h"

typedef struct {
    const Project *project;
    const Options *options;
    char folder[256];
    LabSpec spec;
    LabLibrary library;
    Parts parts;
    Submission submission;
    WhatIf what_if;
    char command[260], error[1200];
} Modelling;

static bool find_file(Modelling *m) {
    const Options *o = m->options;
    if (o->solution && o->file) {
        snprintf(m->error, sizeof m->error, "--solution models the finished file: leave %s out.", o->file);
        return false;
    }
    m->submission = (Submission){.project = m->project,
                                 .folder = m->folder,
                                 .spec = &m->spec,
                                 .command = "model ",
                                 .file = o->file,
                                 .solution = o->solution,
                                 .deadline = grading_deadline()};
    return submission_find(&m->submission, m->error, sizeof m->error);
}

// Whether a result is right is the grading's business.
static void name_grading(Modelling *m) {
    const char *words = m->submission.rebuild, *place = strstr(words, "./grade model ");
    if (place)
        snprintf(m->command, sizeof m->command, "%.*s./grade %s", (int)(place - words), words,
                 place + strlen("./grade model "));
    m->what_if.source = m->submission.source;
    m->what_if.command = m->command;
}

static bool knows_gpu(Modelling *m) {
    const char *gpu = m->options->gpu;
    char list[700] = "";
    for (int i = 0; i < m->what_if.gpu_count; i++) {
        if (!gpu || !strcmp(gpu, m->what_if.gpus[i])) return true;
        append(list, sizeof list, "%s%s", i ? ", " : "", m->what_if.gpus[i]);
    }
    snprintf(m->error, sizeof m->error, "--gpu %.60s cannot be modelled. Those that can: %s.", gpu ? gpu : "",
             list);
    return false;
}

static bool run(Modelling *m) {
    const Options *o = m->options;
    const RunChoices choices = option_choices(o);
    RunPlan plan = parts_plan(&m->parts, &choices, &m->library, m->submission.path);
    plan.deadline = m->submission.deadline;
    spec_draw(&m->spec, plan.data_seed);
    m->what_if.gpu_count = gpu_list(m->parts.device, m->what_if.gpus, WHAT_IF_GPUS);
    if (!knows_gpu(m)) return false;
    m->what_if.show_progress = o->detail != DETAIL_QUIET;
    return what_if_run(&m->what_if, &plan, &m->spec, m->error, sizeof m->error);
}

static bool report(Modelling *m) {
    const Options *o = m->options;
    const ShownWhatIf shown = {&m->spec, &m->what_if};
    if (!o->json || strcmp(o->json, "-")) {
        Writer writer = writer_open(stdout, o->color);
        what_if_text(&writer, &shown);
    }
    if (o->json && !write_json_file(o->json, what_if_json, &shown, m->error, sizeof m->error)) return false;
    if (!fflush(stdout) && !ferror(stdout)) return true;
    snprintf(m->error, sizeof m->error, "The tables cannot be written to standard output: %s.",
             strerror(errno));
    return false;
}

int command_model(const Project *project, const Options *options) {
    Modelling *m = calloc(1, sizeof *m);
    if (!m) return not_graded("There is no memory left.");
    m->project = project;
    m->options = options;
    bool good = !options->blocks || what_if_blocks(&m->what_if, options->blocks, m->error, sizeof m->error);
    good = good && machine_fit(m->error, sizeof m->error) &&
           project_lab_folder(project, options->lab, m->folder, m->error, sizeof m->error) &&
           project_load_spec(project, m->folder, &m->spec, m->error, sizeof m->error) && find_file(m) &&
           parts_find(&m->parts, project, &m->spec, m->error, sizeof m->error) &&
           lab_library_open(&m->library, m->parts.reference, &m->spec, m->error, sizeof m->error);
    if (good) name_grading(m);
    good = good && run(m) && report(m);
    const int status = good ? EXIT_SUCCESS : not_graded(m->error);
    submission_end(&m->submission);
    lab_library_close(&m->library);
    free(m);
    return status;
}
