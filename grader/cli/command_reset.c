// grade reset LAB: puts the skeleton back; what the student wrote is kept under another name.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/grading/replace_file.h"

enum { KEPT_MOST = 9999 };

typedef struct {
    Writer writer;
    char target[PATH_SIZE], skeleton[PATH_SIZE]; // absolute
    char kept[PATH_SIZE + 16];
    const char *shown;          // the target from the project's root
    const char *shown_skeleton; // the same for the skeleton
    char error[2 * PATH_SIZE];
} Reset;

static bool same_bytes(const char *a, size_t a_size, const char *b, size_t b_size) {
    return a_size == b_size && memcmp(a, b, a_size) == 0;
}

// For file systems without hard links: a copy, complete before it counts.
static int keep_copy(const char *from, const char *to) {
    size_t size;
    int fd =
        open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600); // takes the name; never an existing file
    if (fd < 0) return -1;
    close(fd);
    char *text = read_whole_file(from, &size);
    bool good = text && replace_file(to, text, size);
    int error = errno;
    free(text);
    if (!good) unlink(to);
    errno = error;
    return good ? 0 : -1;
}

// Gives the student's file a second name, NAME.1 or the next that is free.
static bool keep_file(Reset *r) {
    for (int i = 1; i <= KEPT_MOST; i++) {
        snprintf(r->kept, sizeof r->kept, "%s.%d", r->target, i);
        if (link(r->target, r->kept) == 0) return true;
        bool no_links = errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK;
        if (no_links && keep_copy(r->target, r->kept) == 0) return true;
        if (errno != EEXIST) break;
    }
    snprintf(r->error, sizeof r->error, "%s cannot be kept under another name: %s. Nothing was changed.",
             r->shown, errno == EEXIST ? "there are too many kept files" : strerror(errno));
    return false;
}

static void say_done(const Reset *r, bool kept) {
    const char *name = r->kept + (r->shown - r->target);
    writer_print(&r->writer, 0, 2, STYLE_PLAIN, "%s is the skeleton again.", r->shown);
    if (!kept) return;
    char command[2 * PATH_SIZE + 8];
    writer_print(&r->writer, 2, 4, STYLE_PLAIN, "Your file is kept as %s. To get it back:", name);
    snprintf(command, sizeof command, "cp %s %s", name, r->shown);
    writer_command(&r->writer, "", STYLE_BOLD, command);
}

static bool put_back(Reset *r, const char *skeleton, size_t size) {
    struct stat info;
    bool there = lstat(r->target, &info) == 0;
    if (there && S_ISDIR(info.st_mode)) {
        snprintf(r->error, sizeof r->error, "%s is a folder. Move it away first.", r->shown);
        return false;
    }
    if (there && !keep_file(r)) return false;
    if (replace_file(r->target, skeleton, size)) {
        say_done(r, there);
        return true;
    }
    snprintf(r->error, sizeof r->error, "%s cannot be written: %s. Your file is as it was.", r->shown,
             strerror(errno));
    if (there) unlink(r->kept);
    return false;
}

// Resets one file of the lab.
static bool reset_file(Reset *r, const Project *project, const char *folder, const char *name) {
    size_t size, old_size;
    project_path(project, r->target, "labs", folder, name, NULL);
    project_path(project, r->skeleton, "labs", folder, "skeleton", name, NULL);
    r->shown = r->target + strlen(project->root) + 1;
    r->shown_skeleton = r->skeleton + strlen(project->root) + 1;
    char *skeleton = read_whole_file(r->skeleton, &size);
    if (!skeleton) {
        snprintf(r->error, sizeof r->error,
                 "%s cannot be read: %s. It is part of the project: fetch it again.", r->shown_skeleton,
                 strerror(errno));
        return false;
    }
    char *old = read_whole_file(r->target, &old_size);
    bool good = true;
    if (old && same_bytes(old, old_size, skeleton, size))
        writer_print(&r->writer, 0, 2, STYLE_PLAIN, "%s is the skeleton already: nothing to do.", r->shown);
    else
        good = put_back(r, skeleton, size);
    free(old);
    free(skeleton);
    return good;
}

// Is there a quiz to begin again? Asked first, so that nothing is changed where there is none.
static bool check_answers(const Project *project, const char *folder, const LabSpec *spec, char *error,
                          size_t size) {
    char path[PATH_SIZE];
    project_path(project, path, "labs", folder, "skeleton", "answers.txt", NULL);
    if (file_exists(path)) return true;
    snprintf(error, size,
             "%s has no skeleton/answers.txt, so no answers to begin again. Leave --answers out.",
             spec->name);
    return false;
}

int command_reset(const Project *project, const Options *options) {
    char folder[256], error[1200];
    Reset r = {.writer = writer_open(stdout, options->color)};
    LabSpec *spec = malloc(sizeof *spec);
    if (!spec) return not_graded("There is no memory left.");
    bool found = project_lab_folder(project, options->lab, folder, error, sizeof error) &&
                 project_load_spec(project, folder, spec, error, sizeof error) &&
                 (!options->answers || check_answers(project, folder, spec, error, sizeof error));
    bool good = found && reset_file(&r, project, folder, spec->source) &&
                (!options->answers || reset_file(&r, project, folder, "answers.txt"));
    free(spec);
    if (good) return EXIT_SUCCESS;
    fflush(stdout);
    return not_graded(found ? r.error : error);
}
