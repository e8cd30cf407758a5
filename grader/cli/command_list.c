// grade: lists the labs with their scores, and says the one next step.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cli/commands.h"
#include "grader/grading/progress.h"
#include "grader/grading/replace_file.h"
#include "grader/text/source_line.h"

enum { LABS_MAX = 64, NUMBERS = 28, TITLE_LEAST = 8 }; // columns of score, best and hints

// What there is to do in a lab, the more urgent the larger.
typedef enum { STEP_NONE, STEP_START, STEP_GO_ON, STEP_GRADE } Step;

typedef struct {
    char folder[256];
    LabSpec spec;
    Progress progress;
    char changed[200]; // files that are not what was graded
    Step step;
} Lab;

// Has the student written something in a lab that was never graded?
static bool was_edited(const Project *project, const Lab *lab) {
    char path[PATH_SIZE], skeleton[PATH_SIZE];
    size_t size, skeleton_size;
    project_path(project, path, "labs", lab->folder, lab->spec.source, NULL);
    project_path(project, skeleton, "labs", lab->folder, "skeleton", lab->spec.source, NULL);
    char *text = read_whole_file(path, &size), *first = read_whole_file(skeleton, &skeleton_size);
    bool edited = text && first && (size != skeleton_size || memcmp(text, first, size));
    free(text);
    free(first);
    return edited;
}

static void look_at(const Project *project, Lab *lab) {
    const Progress *p = &lab->progress;
    progress_load(&lab->progress, project, &lab->spec);
    if (p->graded) progress_changed_files(p, project, &lab->spec, lab->changed, sizeof lab->changed);
    if (p->graded ? lab->changed[0] != 0 : was_edited(project, lab))
        lab->step = STEP_GRADE;
    else if (p->graded)
        lab->step = p->score < p->max_score ? STEP_GO_ON : STEP_NONE;
    else
        lab->step = STEP_START;
}

// One column's worth of a title, cut with dots.
static void fit(char *to, size_t size, const char *text, int width) {
    snprintf(to, size, "%s", text);
    if (first_columns(to, width) == strlen(to)) return;
    size_t fits = first_columns(to, width - 3);
    snprintf(to + fits, size - fits, "...");
}

static int count_hints(const Lab *lab) {
    int hints = 0;
    for (int i = 0; i < lab->spec.todo_count; i++) hints += lab->progress.hints_seen[i];
    return hints;
}

static void print_line(const Writer *writer, const char *name, const char *title, const char *score,
                       const char *best, const char *hints, Style style) {
    char shown[200], line[400];
    int width = writer->width - 6 - NUMBERS > TITLE_LEAST ? writer->width - 6 - NUMBERS : TITLE_LEAST;
    fit(shown, sizeof shown, title, width);
    int columns = 0; // of the title: characters, not bytes
    while (first_columns(shown, columns) < strlen(shown)) columns++;
    int length = snprintf(line, sizeof line, "%-5s %s%*s %11s %7s %7s", name, shown, width - columns, "",
                          score, best, hints);
    while (length > 0 && line[length - 1] == ' ') line[--length] = 0;
    fprintf(writer->stream, "%s%s%s\n", style_begin(writer, style), line, style_end(writer, style));
}

static void print_lab(const Writer *writer, const Lab *lab) {
    const Progress *p = &lab->progress;
    char score[40], best[24] = "", hints[16] = "";
    bool done = p->graded && p->score >= p->max_score;
    if (p->graded)
        snprintf(score, sizeof score, "%g / %g", p->score, p->max_score);
    else
        snprintf(score, sizeof score, "- / %g", spec_points(&lab->spec, -1));
    if (p->best_max > 0) snprintf(best, sizeof best, "%g", p->best);
    if (count_hints(lab)) snprintf(hints, sizeof hints, "%d", count_hints(lab));
    print_line(writer, lab->spec.name, lab->spec.title, score, best, hints, done ? STYLE_GOOD : STYLE_PLAIN);
    if (lab->changed[0])
        writer_print(writer, 6, 8, STYLE_WARN, "changed since it was graded: %s", lab->changed);
}

// The TODO that comes next in a lab that was graded: the first that is short of its points.
static int open_todo(const Lab *lab) {
    int todo = 0;
    while (todo + 1 < lab->spec.todo_count && lab->progress.done[todo]) todo++;
    return todo;
}

// The most urgent step; among equals that of the lab graded last, and of those never graded the first.
static const Lab *choose_lab(const Lab *labs, int count) {
    const Lab *chosen = NULL;
    for (int i = 0; i < count; i++) {
        const Lab *lab = &labs[i];
        if (!chosen || lab->step > chosen->step ||
            (lab->step == chosen->step && strcmp(lab->progress.when, chosen->progress.when) > 0))
            chosen = lab;
    }
    return chosen;
}

static void print_next(const Writer *writer, const Project *project, const Lab *lab) {
    char text[PATH_SIZE], path[PATH_SIZE];
    const char *name = lab->spec.name, *todo = lab->spec.todo_count ? lab->spec.todos[open_todo(lab)].id : "";
    switch (lab->step) {
    case STEP_GRADE: snprintf(text, sizeof text, "make %s && ./grade %s", name, name); break;
    case STEP_GO_ON:
        project_path(project, path, "labs", lab->folder, lab->spec.source, NULL);
        int line = find_todo_line(path, todo);
        if (line)
            snprintf(text, sizeof text, "open labs/%s/%s:%d and do TODO %s", lab->folder, lab->spec.source,
                     line, todo);
        else
            snprintf(text, sizeof text, "go on with TODO %s in labs/%s/%s", todo, lab->folder,
                     lab->spec.source);
        break;
    case STEP_START: snprintf(text, sizeof text, "open labs/%s/README.md and read it", lab->folder); break;
    case STEP_NONE: snprintf(text, sizeof text, "nothing is left to do: all labs have full marks"); break;
    }
    writer_blank(writer);
    writer_entry(writer, "next", STYLE_BOLD, text);
}

int command_list(const Project *project, const Options *options) {
    static char folders[LABS_MAX][256];
    int found = project_labs(project, folders, LABS_MAX), count = 0, bad = 0;
    if (!found) return not_graded("There is no lab in the folder `labs`.");
    Lab *labs = calloc((size_t)found, sizeof *labs);
    if (!labs) return not_graded("There is no memory left.");
    Writer writer = writer_open(stdout, options->color);
    print_line(&writer, "lab", "", "score", "best", "hints", STYLE_FAINT);
    for (int i = 0; i < found; i++) {
        char error[1200];
        Lab *lab = &labs[count];
        if (!project_load_spec(project, folders[i], &lab->spec, error, sizeof error)) {
            fflush(stdout);
            bad += not_graded(error) != 0;
            continue;
        }
        memcpy(lab->folder, folders[i], sizeof lab->folder);
        look_at(project, lab);
        print_lab(&writer, lab);
        count++;
    }
    if (count) print_next(&writer, project, choose_lab(labs, count));
    free(labs);
    return bad ? EXIT_NOT_GRADED : EXIT_SUCCESS;
}
