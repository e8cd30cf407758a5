// The list of students: any table with a heading, among them what Canvas, Moodle, Gradescope, Blackboard and
// GitHub Classroom export.
#ifndef WARPBOOK_CLASS_ROSTER_H
#define WARPBOOK_CLASS_ROSTER_H

#include <stdint.h>

#include "grader/class/csv.h"

// What a column tells. Course systems have several numbers for one student, and one student's number of one kind may be another's of
// another kind.
typedef enum {
    COLUMN_NAME,
    COLUMN_FIRST,
    COLUMN_LAST,
    COLUMN_EMAIL,
    COLUMN_LOGIN_OF_EMAIL, // no column's: what stands before the @
    COLUMN_USERNAME,
    COLUMN_CANVAS_LOGIN,
    COLUMN_GITHUB_USER,
    COLUMN_ID,
    COLUMN_STUDENT_ID,
    COLUMN_CANVAS_SIS,
    COLUMN_MOODLE_ID_NUMBER,
    COLUMN_GITHUB_IDENTIFIER,
    COLUMN_MOODLE,
    COLUMN_REPOSITORY,
    COLUMN_HANDED_IN, // this one and the next tell nothing of who it is
    COLUMN_OTHER
} Column;

enum { ROSTER_KEYS = 32 };

// Something by which a hand-in may name a student.
typedef struct {
    Column column;
    char *plain; // as plain_key writes it
    char *key;   // as match_key does: of names with words in order, else squeezed
} RosterKey;

typedef struct {
    char *name, *email, *username, *id; // "" where no column has it
    RosterKey keys[ROSTER_KEYS];
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

#endif
