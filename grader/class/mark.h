// One student's mark, as the writers of files read it from the journal.
#ifndef WARPBOOK_CLASS_MARK_H
#define WARPBOOK_CLASS_MARK_H

#include "grader/class/outputs.h"

// States of a mark. Only the first two have points.
typedef enum {
    MARK_GRADED,
    MARK_REFUSED, // cannot be graded by the file's own fault: 0 points
    MARK_WAITING, // there is no result yet
    MARK_NO_FILE, // something was handed in that is no submission; `problem` says what
    MARK_NOTHING
} MarkState;

// Texts are valid until the next one is read.
typedef struct {
    MarkState state;
    const char *state_name; // "graded", ...
    const char *name, *email, *username, *id, *key;
    const char *stem;                   // of the student's files: letters, digits, '-' and '_'
    const char *file, *hash;            // as it was handed in, and its SHA-256
    const char *graded_on;              // the day, "" where it has no result
    const char *problem, *note, *cause; // one line each, "" mostly
    const char *page;                   // the report's text, or the compiler's messages
    double score, max_score;            // of the first two states, else 0
    double lab_points;                  // what the lab's points come to, whatever the state
    bool late, passed, on_roster;
    double seconds;    // that its grading took, 0: it has no result. Equal files have the same
    int64_t at;        // when it was handed in, 0: not known
    int64_t due;       // for this student; 0: none was given, or the course system decides who is late
    int64_t until;     // what came later does not count; 0: all does
    const char *board; // the leaderboard it stands on: a GPU's, or "NVIDIA H200 (modelled)"; empty: on none
    double percent_of_copy; // on that board
} Mark;

typedef struct {
    sqlite3_stmt *query;
} Marks;

Marks marks_begin(const Outputs *outputs);
bool marks_next(const Outputs *outputs, Marks *marks, Mark *mark); // ends them when it returns false

// A TODO of a result. A refused file has every TODO with 0 points and no message.
typedef struct {
    const char *id, *title;
    double score, max_score;
    bool started;
    // For the student, why it is short of its points: "not started" too; "" where it is not short.
    char message[600];
    // What is wrong in it, to be counted over a class; "" where nothing of its own is known to be.
    char cause[600];
} TodoMark;

// Is there a file in feedback/ for the student? Not of a hand-in that is nobody's, for what is said of it names others.
bool has_feedback(const Mark *mark);

TodoMark todo_mark(const Outputs *outputs, const Mark *mark, int todo);

bool todo_full(const TodoMark *todo); // has all its points

// Why this TODO is short of its points, whatever the mark's state: "" where it is not.
const char *todo_words(const Mark *mark, const TodoMark *todo);

// One run grades all TODOs: each one's share of its seconds, so that their sum is what it took.
double todo_seconds(const Outputs *outputs, const Mark *mark);

// Why there are not all points, in one line: the problem, the cause, or "".
const char *mark_reason(const Mark *mark);

#endif
