// The file that a command works on: one named on the command line, which is built for it, or what make has built.
#ifndef WARPBOOK_SUBMISSION_H
#define WARPBOOK_SUBMISSION_H

#include "grader/grading/compile.h"

typedef struct {
    const Project *project;
    const char *folder; // of the lab
    const LabSpec *spec;
    const char *command;         // the word before the lab, as in "model "; "" for ./grade LAB
    const char *file;            // named on the command line; NULL: none
    bool solution;               // without a file: the finished one
    double deadline;             // on clock_seconds()
    char path[PATH_SIZE];        // the shared object
    char source[PATH_SIZE];      // the file, as shown
    char source_path[PATH_SIZE]; // the same, to be opened: a copy where it was named on the command line
    const char *compiled_name;   // what __FILE__ is in a copy; NULL: it is none
    char origin_path[PATH_SIZE]; // absolute: where it was submitted
    char rebuild[200];           // the command that does all of it again
    Compilation compilation;     // of a named file
} Submission;

// Fills the second half. False with one sentence in `error`: what is missing, and the command that makes it.
bool submission_find(Submission *submission, char *error, size_t error_size);

// Removes what was built for this run alone.
void submission_end(Submission *submission);

#endif
