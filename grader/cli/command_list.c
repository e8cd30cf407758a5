// grade: lists the labs with state and score.
#include <stdio.h>
#include <stdlib.h>

#include "grader/cli/commands.h"
#include "grader/cli/progress.h"

enum { LABS_MAX = 64 };

static void describe_state(const Project *project, const LabSpec *spec, const char *folder,
                           const Progress *progress, char *state, size_t size) {
    char source[PATH_SIZE], remembered[PATH_SIZE];
    project_path(project, source, "labs", folder, spec->source, NULL);
    project_path(project, remembered, "build", spec->name, "progress.txt", NULL);
    if (!progress->graded)
        snprintf(state, size, "not graded yet, %g points", spec_points(spec, -1));
    else
        snprintf(state, size, "%g / %g%s", progress->score, progress->max_score,
                 file_older(remembered, source) ? ", changed since" : "");
}

int command_list(const Project *project, const Options *options) {
    static char folders[LABS_MAX][256];
    Paper paper = paper_open(stdout, options->color);
    LabSpec *spec = malloc(sizeof *spec);
    int count = project_labs(project, folders, LABS_MAX), bad = 0;
    bool start_shown = false;
    if (!spec) return not_graded("There is no memory left.");
    if (!count) bad += not_graded("There is no lab in the folder `labs`.") != 0;
    for (int i = 0; i < count; i++) {
        char error[1200], state[100];
        if (!project_load_spec(project, folders[i], spec, error, sizeof error)) {
            bad += not_graded(error) != 0;
            continue;
        }
        Progress progress;
        progress_load(&progress, project, spec);
        describe_state(project, spec, folders[i], &progress, state, sizeof state);
        bool done = progress.graded && progress.score >= progress.max_score;
        paper_print(&paper, 0, 6, done ? STYLE_GOOD : STYLE_PLAIN, "%s  %s: %s", spec->name, spec->title,
                    state);
        if (done || start_shown) continue;
        start_shown = true;
        paper_print(&paper, 6, 6, STYLE_BOLD, "%s: read labs/%s/README.md, then: make %s && ./grade %s",
                    progress.graded ? "go on here" : "start here", folders[i], spec->name, spec->name);
    }
    free(spec);
    return bad ? EXIT_NOT_GRADED : EXIT_SUCCESS;
}
