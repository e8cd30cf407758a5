// grade: the program that a student types.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/cli/commands.h"
#include "grader/cli/help.h"
#include "grader/contract/allocation.h"
#include "grader/contract/version.h"
#include "grader/jail/probe.h"
#include "grader/session/session.h"

// Replaces this program by `device --list-gpus`.
int command_gpus(const Project *project) {
    char device[PATH_SIZE];
    project_path(project, device, "build", "bin", "device", NULL);
    execl(device, device, "--list-gpus", (char *)NULL);
    return not_graded("The simulator is not built yet. Build it with: make");
}

void end_without_memory(void) {
    static const char words[] = "grade: " MEMORY_ADVICE "\n";
    if (write(STDERR_FILENO, words, sizeof words - 1) < 0) _exit(EXIT_NOT_GRADED);
    _exit(EXIT_NOT_GRADED);
}

// The tree that students get has no finished files.
static bool has_finished_files(const Project *project) {
    char path[PATH_SIZE];
    project_path(project, path, "solutions", NULL);
    return access(path, F_OK) == 0;
}

int main(int argc, char **argv) {
    probe_inside(argc, argv);
    if (fcntl(STDOUT_FILENO, F_GETFD) < 0)
        return not_graded("Standard output is closed: nobody would see a result.");
    session_reserve_descriptor();
    Options options;
    Project project;
    char error[1200];
    if (argc > 1 && !strcmp(argv[1], "class")) // has options of its own
        return project_find(&project, error, sizeof error) ? command_class(&project, argv + 1)
                                                           : not_graded(error);
    if (!options_parse(&options, argc, argv, error, sizeof error)) return not_graded(error);
    if (options.version)
        return puts("grade (Warpbook) " WARPBOOK_VERSION) < 0 ? EXIT_NOT_GRADED : EXIT_SUCCESS;
    if (options.help) {
        print_help(options.command);
        return EXIT_SUCCESS;
    }
    if (!project_find(&project, error, sizeof error)) return not_graded(error);
    if (options.solution && !has_finished_files(&project))
        return not_graded("This tree has no finished files: leave --solution out to run your own.");
    if (options.command == COMMAND_CALIBRATE && !has_finished_files(&project))
        return not_graded("calibrate measures the finished files, and this tree has none.");
    switch (options.command) {
    case COMMAND_LIST: return command_list(&project, &options);
    case COMMAND_EXPLAIN:
    case COMMAND_LAB: return command_lab(&project, &options);
    case COMMAND_WATCH: return command_watch(&project, &options);
    case COMMAND_RESET: return command_reset(&project, &options);
    case COMMAND_HINT: return command_hint(&project, &options);
    case COMMAND_DOCTOR: return command_doctor(&project, &options);
    case COMMAND_DEMO: return command_demo(&project, &options);
    case COMMAND_QUIZ: return command_quiz(&project, &options);
    case COMMAND_CALIBRATE: return command_calibrate(&project, &options);
    case COMMAND_MODEL: return command_model(&project, &options);
    case COMMAND_RUN: return command_run(&project, &options);
    case COMMAND_GPUS: return command_gpus(&project);
    }
    return EXIT_NOT_GRADED;
}
