// The list of students: any table with a heading, among them what Canvas, Moodle, Gradescope, Blackboard and
// GitHub Classroom export.
#ifndef WARPBOOK_CLASS_ROSTER_H
#define WARPBOOK_CLASS_ROSTER_H

#include "grader/class/csv.h"
#include "grader/class/layout.h"

enum { ROSTER_COLUMNS = 16 };

typedef struct {
    char *name, *email, *username, *id; // "" where no column has it
    char *keys[ROSTER_COLUMNS]; // all by which a hand-in may name this student, as match_key writes them
    int key_count;
    int *rows,
        row_count;     // in the table: several where a student is in it more than once, with the same number
    int64_t handed_in; // by the list itself, seconds since 1970, UTC; 0: not known
} RosterStudent;

typedef struct {
    Csv table;
    RosterStudent *students;
    int count;
    bool has_times;      // it says when each student has handed in
    int times_unread;    // cells that hold a time in words we cannot read
    char *time_not_read; // the first of these, NULL: none
} Roster;

// False with one sentence in `error` where no column of the table is known.
bool roster_read(Roster *roster, const char *path, char *error, size_t error_size);
void roster_free(Roster *roster);

// Is a column of that heading one that says who a student is, or when they handed in?
bool roster_column_is_known(const char *heading);

// The student that this person is, -1 where there is none, -2 where there are several.
int roster_find(const Roster *roster, const Person *person);

// A name as it is compared: small letters, without accents where they have plain ones, and words in order of
// the alphabet, so that "Doe, Jane" is "Jane Doe". With `squeezed` no blanks: "doejane". The caller frees it.
char *match_key(const char *name, bool squeezed);

#endif
