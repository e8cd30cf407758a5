// Remembers scores and hints in build/LAB/progress.txt.
#include "grader/cli/progress.h"

#include <stdio.h>
#include <string.h>

void progress_load(Progress *progress, const Project *project, const LabSpec *spec) {
    char path[PATH_SIZE], line[200], id[16];
    memset(progress, 0, sizeof *progress);
    project_path(project, path, "build", spec->name, "progress.txt", NULL);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        int done, hints;
        if (sscanf(line, "score %lf of %lf", &progress->score, &progress->max_score) == 2)
            progress->graded = true;
        if (sscanf(line, "todo %15s done %d hints %d", id, &done, &hints) != 3) continue;
        int todo = spec_find_todo(spec, id);
        if (todo < 0) continue;
        progress->done[todo] = done != 0;
        progress->hints_seen[todo] = hints < 0 ? 0 : hints;
    }
    if (file) fclose(file);
}

void progress_save(const Progress *progress, const Project *project, const LabSpec *spec) {
    char path[PATH_SIZE];
    project_path(project, path, "build", spec->name, "progress.txt", NULL);
    FILE *file = fopen(path, "w");
    if (!file) return;
    if (progress->graded) fprintf(file, "score %g of %g\n", progress->score, progress->max_score);
    for (int i = 0; i < spec->todo_count; i++)
        fprintf(file, "todo %s done %d hints %d\n", spec->todos[i].id, progress->done[i],
                progress->hints_seen[i]);
    fclose(file);
}

void progress_take_result(Progress *progress, const LabResult *result) {
    progress->graded = true;
    progress->score = result->score;
    progress->max_score = result->max_score;
    for (int i = 0; i < result->spec->todo_count; i++) {
        double score, max_score;
        todo_score(result, i, &score, &max_score);
        progress->done[i] = score >= max_score;
    }
}
