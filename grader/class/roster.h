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
    COLUMN_HANDED_IN, // this one and the next ones tell nothing of who it is
    COLUMN_GROUP,
    COLUMN_DUE,
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
    int group;                          // whose member it is, of the roster's groups; -1: in none
    RosterKey keys[ROSTER_KEYS];
    int key_count;
    int *rows,
        row_count;     // in the table: several where a student is in it more than once, with the same number
    int64_t handed_in; // by the list itself, seconds since 1970, UTC; 0: not known
    int64_t due;       // the student's own due date (due_dates.h); 0: that of all
} RosterStudent;

// Students who may hand in together.
typedef struct {
    char *name;        // as its first member has it
    char *plain, *key; // as plain_key and group_key write it
} RosterGroup;

typedef struct {
    Csv table;
    RosterStudent *students;
    int count;
    RosterGroup *groups;
    int group_count;
    int group_column;    // -1: none tells who hands in together
    bool has_times;      // it says when each student has handed in
    int times_unread;    // cells that hold a time in words we cannot read
    char *time_not_read; // the first of these, NULL: none
} Roster;

// False with one sentence in `error` where no column of the table is known. `group_column` is the heading of the column that tells who
// hands in together, NULL: the first that is called Group, or nearly so.
bool roster_read(Roster *roster, const char *path, const char *group_column, char *error, size_t error_size);
void roster_free(Roster *roster);

// What a column of that heading tells; COLUMN_OTHER: nothing that is looked for.
Column roster_column(const char *heading);

#endif
