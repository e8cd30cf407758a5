// grade run PROGRAM: runs any program of the CUDA runtime on the simulated GPU.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/page/page.h"
#include "grader/report/run_report.h"
#include "grader/session/program.h"

static const int majors[] = {13, 12, 14};

// Finds the libcudart that was built; its version is the one that programs must have been built for.
static int find_library(const char *folder) {
    char path[PATH_SIZE + 40];
    for (size_t i = 0; i < sizeof majors / sizeof *majors; i++) {
        snprintf(path, sizeof path, "%s/libcudart.so.%d", folder, majors[i]);
        if (file_exists(path)) return majors[i];
    }
    return 0;
}

// The program as a shell would find it, with a slash in its path.
static bool find_program_file(const char *name, char path[PATH_SIZE], char *error, size_t error_size) {
    struct stat info;
    snprintf(path, PATH_SIZE, "%s%s", strchr(name, '/') ? "" : "./", name);
    if (stat(path, &info)) {
        snprintf(error, error_size, "%s: %s. Name the program that nvcc made, as in: ./grade run ./a.out",
                 name, strerror(errno));
    } else if (!S_ISREG(info.st_mode)) {
        snprintf(error, error_size, "There is no file %s. Name the program that nvcc made.", name);
    } else if (strlen(name) > 3 && !strcmp(name + strlen(name) - 3, ".cu")) {
        snprintf(error, error_size,
                 "%s is a source file. Build it first: nvcc -cudart shared -arch=compute_75 -code=compute_75 "
                 "-lineinfo -Xcompiler -g %s -o a.out, then: ./grade run ./a.out",
                 name, name);
    } else if (access(path, X_OK)) {
        snprintf(error, error_size, "%s may not be executed: %s. Try: chmod +x %s", name, strerror(errno),
                 name);
    } else {
        return true;
    }
    return false;
}

// Where no file is named: the program's name with .html, in this folder.
static void name_page(char page[PATH_SIZE], const char *program) {
    const char *slash = strrchr(program, '/');
    snprintf(page, PATH_SIZE, "%.*s.html", PATH_SIZE - 6, slash ? slash + 1 : program);
}

static int report(const ProgramResult *result, const Options *options) {
    char error[1200];
    if (!options->json || strcmp(options->json, "-")) {
        Writer writer = writer_open(stderr, options->color);
        run_report_text(&writer, result, options->detail);
    }
    if (options->json && !write_json_file(options->json, run_report_json, result, error, sizeof error))
        not_graded(error);
    char page[PATH_SIZE];
    snprintf(page, sizeof page, "%s", options->page ? options->page : "");
    if (options->page && !page[0]) name_page(page, options->program[0]);
    if (options->page && !page_file(page, NULL, run_report_json, result, error, sizeof error))
        not_graded(error);
    if (result->status == 0 && result->state == PROGRAM_DEVICE_LOST) return EXIT_NOT_GRADED;
    const bool found = result->records.finding_count || result->records.findings_dropped;
    return result->status == 0 && found ? options->error_exitcode : result->status;
}

int command_run(const Project *project, const Options *options) {
    char device[PATH_SIZE], libraries[PATH_SIZE], file[PATH_SIZE], error[1200];
    project_path(project, device, "build", "bin", "device", NULL);
    project_path(project, libraries, "build", "lib", NULL);
    const int major = find_library(libraries);
    if (!file_exists(device) || !major)
        return not_graded("The simulator is not built yet. Build it with: make tools");
    if (!find_program_file(options->program[0], file, error, sizeof error)) return not_graded(error);
    const ProgramSetup setup = {.device_program = device,
                                .library_folder = libraries,
                                .cuda_major = major,
                                .file = file,
                                .argv = options->program,
                                .gpu = options->gpu,
                                .workers = option_workers(options),
                                .devices = options->devices,
                                .launch_limit = options->limit,
                                .launches = options->launches,
                                .model = options->model,
                                .cold = options->cold,
                                .samples_only = options->samples_only,
                                .show_progress = options->detail != DETAIL_QUIET && isatty(STDERR_FILENO)};
    ProgramResult result;
    program_run(&setup, &result);
    const bool ran = result.state == PROGRAM_RAN || result.state == PROGRAM_DEVICE_LOST;
    const int status = ran ? report(&result, options) : not_graded(result.reason);
    program_result_free(&result);
    return status;
}
