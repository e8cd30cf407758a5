// The commands of `grade`. Each returns the exit status.
#ifndef WARPBOOK_COMMANDS_H
#define WARPBOOK_COMMANDS_H

#include "grader/cli/options.h"
#include "grader/grading/project.h"

enum { EXIT_FULL_MARKS = 0, EXIT_SHORT = 1, EXIT_NOT_GRADED = 2 };

int command_list(const Project *project, const Options *options);
int command_lab(const Project *project, const Options *options);   // explain, too
int command_watch(const Project *project, const Options *options); // grade LAB --watch
int command_reset(const Project *project, const Options *options);
// Where the page of a lab's result is written: what --page names, else the lab's build folder.
void lab_page_path(const Project *project, const Options *options, const char *lab, char path[PATH_SIZE]);

int command_hint(const Project *project, const Options *options);
int command_doctor(const Project *project, const Options *options);
int command_demo(const Project *project, const Options *options);
int command_quiz(const Project *project, const Options *options);
int command_calibrate(const Project *project, const Options *options);
int command_run(const Project *project, const Options *options);
int command_model(const Project *project, const Options *options);
int command_gpus(const Project *project);

// `arguments`: from the word "class" on, ended by NULL.
int command_class(const Project *project, char **arguments);

// Says on standard error why nothing was graded; returns EXIT_NOT_GRADED.
int not_graded(const char *why);

// The simulator for pages, which make wasm builds, in the project; and what is said where it is not there.
#define PAGE_MODULE "build", "lib", "warpsim.wasm.gz"
#define MODULE_MISSING                                                                                       \
    "--alive puts the simulator into the page, and it is not built yet. Type: make wasm (./grade doctor "    \
    "says what that needs). Without --alive the page shows the same result."

#endif
