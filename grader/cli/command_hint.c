// grade hint: the next hint for a TODO, after those that were shown before.
#include <stdio.h>
#include <stdlib.h>

#include "grader/cli/commands.h"
#include "grader/grading/progress.h"

// The TODO that was asked for, else the first that is not done. -1 with a sentence in `error`.
static int choose_todo(const LabSpec *spec, const Progress *progress, const char *id, char *error,
                       size_t size) {
    int todo = 0;
    if (id) {
        todo = spec_find_todo(spec, id);
        if (todo < 0)
            snprintf(error, size, "%s has no TODO %s. ./grade %s lists those it has.", spec->name, id,
                     spec->name);
        return todo;
    }
    while (todo < spec->todo_count && progress->done[todo]) todo++;
    if (todo < spec->todo_count) return todo;
    snprintf(error, size, "Every TODO of %s is done. For a hint all the same: ./grade hint %s %s", spec->name,
             spec->name, spec->todo_count ? spec->todos[0].id : "TODO");
    return -1;
}

static int show_hints(const Writer *writer, const LabSpec *spec, int todo, Progress *progress) {
    int total = 0, shown = 0;
    for (int i = 0; i < spec->hint_count; i++) total += spec->hints[i].todo == todo;
    writer_print(writer, 0, 4, STYLE_BOLD, "TODO %s: %s", spec->todos[todo].id, spec->todos[todo].what);
    int wanted = progress->hints_seen[todo] + 1 < total ? progress->hints_seen[todo] + 1 : total;
    for (int i = 0; i < spec->hint_count && shown < wanted; i++) {
        if (spec->hints[i].todo != todo) continue;
        shown++;
        writer_print(writer, 2, 7, shown == wanted ? STYLE_PLAIN : STYLE_FAINT, "%d/%d  %s", shown, total,
                     spec->hints[i].text);
    }
    if (!total)
        writer_print(writer, 2, 2, STYLE_PLAIN,
                     "This TODO has no hints. Its part of the handout says what to do.");
    else if (wanted < total)
        writer_print(writer, 2, 2, STYLE_FAINT, "One more hint: ./grade hint %s %s", spec->name,
                     spec->todos[todo].id);
    else
        writer_print(writer, 2, 2, STYLE_FAINT, "That was the last hint of this TODO.");
    progress->hints_seen[todo] = wanted;
    return EXIT_SUCCESS;
}

int command_hint(const Project *project, const Options *options) {
    char folder[256], error[1200];
    LabSpec *spec = malloc(sizeof *spec);
    Progress progress;
    int todo = -1;
    if (!spec) return not_graded("There is no memory left.");
    if (project_lab_folder(project, options->lab, folder, error, sizeof error) &&
        project_load_spec(project, folder, spec, error, sizeof error)) {
        progress_load(&progress, project, spec);
        todo = choose_todo(spec, &progress, options->todo, error, sizeof error);
    }
    if (todo >= 0) {
        Writer writer = writer_open(stdout, options->color);
        show_hints(&writer, spec, todo, &progress);
        progress_save(&progress, project, spec);
    }
    free(spec);
    return todo >= 0 ? EXIT_SUCCESS : not_graded(error);
}
