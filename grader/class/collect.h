// From SOURCE to the journal: who has handed in what, and which of it counts.
#ifndef WARPBOOK_CLASS_COLLECT_H
#define WARPBOOK_CLASS_COLLECT_H

#include "grader/class/choose_hand_in.h"
#include "grader/class/journal.h"
#include "grader/class/roster.h"
#include "grader/grading/project.h"
#include "grader/lab/spec.h"

typedef struct {
    const char *source;
    const Project *project;
    const char *lab_folder; // "lab3_basic_stencil"
    const LabSpec *spec;
    const Roster *roster; // NULL: none
    const char *files;    // folder OUT/files, where submissions lie by their checksum
    const char *out;      // the folder of results, an absolute path
    const char *work;     // folder OUT/work, in the same file system; the next command empties it
    Policy policy;
    int64_t before;    // hand-ins after this time do not count; 0: all do. One whose time is not known counts
    bool one;          // all of it is one student's
    bool drop_missing; // of those that had handed in before most may be gone
    bool together;     // what one of a group has handed in is all its members'
    int64_t
        due; // later ones are marked as late; 0, or where the export says of each whether it is: only what it says
} CollectPlan;

// How the problem of a hand-in begins that fits two students of the roster, or none for sure. What follows names others: it is for the
// instructor alone.
#define NOBODYS "nobody's: "

// Makes the tables of students and hand-ins anew, and puts each file that is to be graded under
// files/CHECKSUM.cu. hand_ins.chosen is set as choose_hand_in.h says.
void collect(Journal *journal, const CollectPlan *plan);

#endif
