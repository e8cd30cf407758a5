// Finds what make has built, and sets the limits of a run.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // getloadavg, memfd_create
#endif
#include "grader/grading/parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/contract/sanitized.h"
#include "grader/lab/processors.h"
#include "grader/lab/random.h"

enum { TIMES_SLOWER = SANITIZED ? 5 : 1 };
enum {
    GRADING_SECONDS = 600 * TIMES_SLOWER,
    WALL_SECONDS = 30 * TIMES_SLOWER,
    IDLE_MS = 5000,
    CPU_SECONDS = 2
};

static bool there(const Project *project, const LabSpec *spec, const char *path, char *error,
                  size_t error_size) {
    if (file_exists(path)) return true;
    snprintf(error, error_size, "%s is not built yet. Build it with: make %s",
             path + strlen(project->root) + 1, spec->name);
    return false;
}

// The lab's own .cu files, where its entries name them.
static bool find_files(const Parts *parts, const Project *project, const LabSpec *spec, char *error,
                       size_t error_size) {
    for (int i = 0; i < spec->entry_count; i++) {
        const char *file = spec->entries[i].file;
        char path[PATH_SIZE + 80];
        snprintf(path, sizeof path, "%s/%.*s.so", parts->lab_build, (int)strcspn(file, "."), file);
        if (file[0] && !there(project, spec, path, error, error_size)) return false;
    }
    return true;
}

static bool find_built(Parts *parts, const Project *project, const LabSpec *spec, char *error,
                       size_t error_size) {
    project_path(project, parts->device, "build", "bin", "device", NULL);
    project_path(project, parts->student, "build", "bin", "student", NULL);
    project_path(project, parts->libraries, "build", "lib", NULL);
    project_path(project, parts->lab_build, "build", spec->name, NULL);
    project_path(project, parts->call, "build", spec->name, "call.so", NULL);
    project_path(project, parts->reference, "build", spec->name, "reference.so", NULL);
    return there(project, spec, parts->device, error, error_size) &&
           there(project, spec, parts->student, error, error_size) &&
           there(project, spec, parts->libraries, error, error_size) &&
           there(project, spec, parts->call, error, error_size) &&
           there(project, spec, parts->reference, error, error_size) &&
           find_files(parts, project, spec, error, error_size);
}

bool parts_find(Parts *parts, const Project *project, const LabSpec *spec, char *error, size_t error_size) {
    return find_built(parts, project, spec, error, error_size) &&
           secret_load(&parts->secret, project, error, error_size);
}

void parts_build(Parts *parts, const Project *project, const LabSpec *spec, const char *submission,
                 bool solution) {
    char error[1200];
    if (find_built(parts, project, spec, error, sizeof error) && (!submission || file_exists(submission)))
        return;
    fprintf(stderr, "Building %s, once: make %s%s\n", spec->name, spec->name, solution ? " SOLUTION=1" : "");
    const pid_t child = fork();
    if (child == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        unsetenv("MAKEFLAGS"), unsetenv("MAKELEVEL");
        execlp("make", "make", "-s", "-k", "-C", project->root, spec->name, solution ? "SOLUTION=1" : NULL,
               (char *)NULL);
        fprintf(stderr, "make cannot be run: %s. ./grade doctor says how to install it.\n", strerror(errno));
        _exit(127);
    }
    while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR) continue;
}

// A machine with more to do than it has cores gives each process less: limits of elapsed time grow with the
// load, so that a right submission is not stopped because somebody else computes. Processor time needs no
// such care. The load is the whole machine's, the cores are ours: where others compute on theirs, limits are
// longer than they need be, which does no harm.
static double load_factor(void) {
    enum { MOST = 3 };
    double load = 0;
    const int cores = usable_processors();
    if (getloadavg(&load, 1) != 1 || load < cores) return 1;
    return load / cores < MOST ? load / cores : MOST;
}

double grading_deadline(void) {
    return clock_seconds() + GRADING_SECONDS * load_factor();
}

// For what ptxas tells `device`: it is as old as this process, and ends with it. 0: there is none.
static int empty_counts(void) {
    const int fd = memfd_create("warpbook-counts", MFD_CLOEXEC);
    if (fd > 0 && !fcntl(fd, F_SETFL, O_APPEND)) return fd;
    if (fd >= 0) close(fd);
    return 0;
}

RunPlan parts_plan(const Parts *parts, const RunChoices *choices, const LabLibrary *library,
                   const char *submission) {
    const double slower = load_factor();
    const uint64_t seed = choices->seed_given ? choices->seed : random_seed();
    return (RunPlan){.session = {.device_program = parts->device,
                                 .student_program = parts->student,
                                 .library_folder = parts->libraries,
                                 .submission = submission,
                                 .call_library = parts->call,
                                 .counts_fd = empty_counts(),
                                 .gpu = choices->gpu,
                                 .workers = choices->workers,
                                 .wall_seconds = WALL_SECONDS * slower,
                                 .idle_ms = (int)(IDLE_MS * slower),
                                 .cpu_seconds = CPU_SECONDS},
                     .library = library,
                     .lab_build = parts->lab_build,
                     .deadline = grading_deadline(),
                     .seed = seed,
                     .seed_repeats = parts->secret.kept,
                     .data_seed = random_data_seed(parts->secret.bytes, seed),
                     .show_progress = !choices->quiet};
}
