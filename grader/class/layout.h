// Whose file is it? Course systems put that into names: Moodle, Canvas, Blackboard, Gradescope, GitHub Classroom.
//
//   Moodle      Jane Doe_12345_assignsubmission_file_/stencil.cu, or in one name without the '/'
//   Canvas      doejane_LATE_12345_67890_stencil-1.cu: the student, late or not, user, attachment, file
//   Blackboard  Lab 3_jdoe_attempt_2026-03-04-12-30-45_stencil.cu, and the same name with .txt, a note
//   Gradescope  submission_67890/stencil.cu, and submission_metadata.yml, which names the students of each
//   GitHub      lab-3-jdoe/labs/lab3_basic_stencil/stencil.cu: the assignment, a '-', the student's name there
//   others      jane/stencil.cu or jane.cu
#ifndef WARPBOOK_CLASS_LAYOUT_H
#define WARPBOOK_CLASS_LAYOUT_H

#include "grader/class/entry.h"

typedef struct {
    char *name, *id, *username, *email; // "" where the name of the file does not tell
    // A name whose end is the user's: GitHub's "lab-3-jdoe", Blackboard's "Lab 3_jdoe" where no note says who; "" elsewhere.
    char *ends_in_user;
    int user_starts; // at the latest, so many bytes from its beginning: all names of the class begin with these
} Person;

enum { UNIT_PEOPLE = 16 };

// What was handed in at one time by one student, or by a group.
typedef struct {
    const char *system; // "Moodle", "Canvas", ...; "folder"
    char *key;          // two units of one key are the same student's
    char *place;        // the folder or file in the export that this unit is, for messages
    Person people[UNIT_PEOPLE];
    int person_count;
    int64_t time;        // when it was handed in, seconds since 1970, UTC; 0: the export does not tell
    bool late;           // the export says so
    bool tells_late;     // the export says of each hand-in whether it is late
    const Entry **files; // in order of their paths; folders are not among them
    char **names;        // of these files, without what the system added
    int64_t *versions;   // of files of one name the largest is the latest
    int file_count;
} Unit;

typedef struct {
    Unit *items;
    int count;
} Units;

// Groups entries by hand-in, in order of their paths. `lab_folder` is "lab3_basic_stencil". The entries must
// stay as long as the units are used.
void units_find(Units *units, const Entries *entries, const char *lab_folder);
// One unit with all of them, of a student named "submission".
void units_one(Units *units, const Entries *entries);
void units_free(Units *units);

#endif
