// The journal of a class: one SQLite database, in which what is written is never lost.
//
// Results are kept by what they depend on: the bytes that were handed in, and the condition under which they
// were graded. Nothing is ever graded twice under one condition, and nothing is overwritten. The schema, with
// its meaning, is in journal_tables.c.
#ifndef WARPBOOK_CLASS_JOURNAL_H
#define WARPBOOK_CLASS_JOURNAL_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    sqlite3 *db;
    int64_t condition;        // the one this command grades under
    int64_t condition_before; // the other one that a command has graded under last; 0: there was none
} Journal;

// What a result depends on, besides the submission.
typedef struct {
    const char *lab;        // "lab3"
    const char *grader;     // checksum of the programs that grade and of the lab's folder
    const char *thresholds; // checksum of lab.spec and of labs/thresholds
    int64_t seed;
    const char *device; // "sim" or "gpu"
    const char *gpu;    // the simulated one, "" for the default
    const char
        *secret; // checksum of the installation's secret, which the inputs depend on as they do on the seed
    const char *version, *spec; // for people: Warpbook's version, and lab.spec itself
} Condition;

// Opens or makes OUT/class.db. Every failure of the database stops the command: what is committed stays.
void journal_open(Journal *journal, const char *path);
void journal_close(Journal *journal);

// Finds or adds the condition, and makes it this command's.
void journal_choose_condition(Journal *journal, const Condition *condition);

// Was this folder last graded with another secret? Before journal_note_condition.
bool journal_other_secret(Journal *journal);

// Notes under which condition the files of this class are made, and finds condition_before.
void journal_note_condition(Journal *journal);

// The seed of the class: the one that was first used, `proposed` where none was.
int64_t journal_seed(Journal *journal, int64_t proposed);

// Runs a statement, whose parameters ?1, ?2... follow: `kinds` has a letter for each, t text (NULL allowed),
// i int64_t, d double. A query is left at its start; the caller steps and finalizes it.
void journal_run(Journal *journal, const char *kinds, const char *statement, ...);
sqlite3_stmt *journal_query(Journal *journal, const char *kinds, const char *statement, ...);

// Steps: true while there is a row.
bool journal_step(sqlite3_stmt *query);

// Text of a column, "" for NULL; as long as the query stands at this row.
const char *journal_text(sqlite3_stmt *query, int column);

// Runs statements that have neither parameters nor rows.
void journal_execute(Journal *journal, const char *statements);

// All between the two is committed together, or not at all.
void journal_begin(Journal *journal);
void journal_commit(Journal *journal);

// The one integer that the query gives, 0 where it has no row.
int64_t journal_number(Journal *journal, const char *kinds, const char *statement, ...);

#endif
