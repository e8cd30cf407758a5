// What an instructor takes away: files made from the journal, each whole or not there.
//
// All are made anew by each command and hold nothing that changes from one run to the next, but for the day of a grading (feedback/) and how long it
// took, where other tools have a place for it (junit.xml, exports/): apart from that, and for the zone that times are shown in, the same class gives the same bytes on every machine.
#ifndef WARPBOOK_CLASS_OUTPUTS_H
#define WARPBOOK_CLASS_OUTPUTS_H

#include <stdbool.h>
#include <stdio.h>

#include "grader/class/journal.h"
#include "grader/class/roster.h"
#include "grader/lab/spec.h"

typedef struct {
    Journal *journal;
    const char *out; // absolute path of the folder
    const LabSpec *spec;
    const Roster *roster; // NULL: none
    const char *column;   // of the gradebook, NULL: the one that names the lab
    int64_t due, before;  // as --due and --policy before= have them; 0: not given
    bool keep_marks;      // of its cells those that hold a mark stay as they are
} Outputs;

// Makes the view `marks`, a row for each student, and the table `todo_points`, for all that follows. Their columns are
// described in marks.c.
void marks_prepare(const Outputs *outputs);

void write_class_csv(const Outputs *outputs);

// The instructor's own gradebook with one column filled. What became of it is said on standard output.
void write_gradebook(const Outputs *outputs);

void write_changes(
    const Outputs *outputs); // against the conditions of an earlier command, where there was one
void write_junit(const Outputs *outputs);
void write_exports(const Outputs *outputs);  // for Gradescope, PrairieLearn, GitHub Classroom, Autolab
void write_feedback(const Outputs *outputs); // a text and a page for each student
void write_class_page(const Outputs *outputs);

// A file of OUT: written beside its place, and put there by output_end.
typedef struct {
    FILE *stream;
    char *path, *temporary;
} OutputFile;

OutputFile output_begin(const char *out, const char *name);
void output_end(OutputFile *file);

// Without the file of an earlier command that this one does not make; false where there was none.
bool output_remove(const char *out, const char *name);

// A time as "2026-03-04 23:59:00" in UTC; "" for 0.
void time_words(int64_t time, char text[32]);

#endif
