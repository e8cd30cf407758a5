// changes.csv: whose score is another one than under the conditions before (other thresholds, another Warpbook), or than was written at the
// collection before, whatever the reason.
#include <stdlib.h>

#include "grader/class/history.h"
#include "grader/class/mark.h"
#include "grader/class/stop.h"
#include "grader/text/append.h"

// A file whose score or maximum is another one. ?2: the maximum before, which a refused file's result does not have.
static const char same_file[] =
    "CREATE TEMP TABLE changes AS SELECT position, name, email, username, id, old.score AS score_before, ?2 AS max_before, marks.score, "
    "marks.max_score, marks.state, 'new conditions' AS reason FROM marks JOIN results AS old ON old.hash = marks.hash AND old.condition = ?1 "
    "WHERE marks.score IS NOT NULL AND (marks.score <> old.score OR marks.max_score <> ?2)";
// Why there is no score.
#define WHY_NONE(table)                                                                                      \
    "CASE WHEN " table ".state = 'waiting' THEN 'not graded yet' WHEN " table                                \
    ".problem LIKE 'handed in after %' THEN 'due date' WHEN " table                                          \
    ".state = 'no file' THEN 'a hand-in that cannot be graded' ELSE 'nothing handed in' END"
// Who had a score and has none now: nothing of theirs is in what is graded, or there is no result yet. Behind all others where they are not
// even on the roster.
static const char no_score[] =
    "INSERT INTO changes SELECT coalesce(m.position, 1000000000 + g.position), g.name, g.email, g.username, g.id, g.score, g.max_score, "
    "NULL, NULL, coalesce(m.state, 'nothing'), " WHY_NONE(
        "m") " FROM given AS g LEFT JOIN marked AS m ON " SAME_STUDENT
             " WHERE g.condition = ?1 GROUP BY g.rowid HAVING max(m.score) IS NULL";
// Marks of the newest collection that has any, against the last score of the same student before it. Those of a regrade stand there already.
static const char since_last[] =
    "INSERT INTO changes SELECT coalesce((SELECT position FROM marked AS m WHERE " SAME_STUDENT
    "), 2000000000 + g.entry), g.name, g.email, "
    "g.username, g.id, old.score, old.max_score, g.score, g.max_score, g.state, iif(g.score IS NULL, " WHY_NONE(
        "g") ", "
             "iif(old.hash = g.hash, '', iif(EXISTS (SELECT 1 FROM collected AS c WHERE c.hash = g.hash AND c.name = g.name AND c.username = g.username AND c.id = g.id AND c.first < g.at), "
             "'another hand-in counts (policy or due date)', 'new hand-in')) || iif(old.hash <> g.hash AND old.condition <> g.condition, ', ', '') || "
             "iif(old.condition = g.condition, '', 'new conditions')) FROM written AS g JOIN written AS old ON old.entry = "
             "(SELECT max(m.entry) FROM written AS m WHERE m.score IS NOT NULL AND m.collection < g.collection AND " SAME_STUDENT
             ") "
             "WHERE g.collection = (SELECT max(collection) FROM written) AND (g.score IS NOT old.score OR g.max_score IS NOT old.max_score) AND "
             "NOT EXISTS (SELECT 1 FROM changes AS c WHERE c.name = g.name AND c.username = g.username AND c.id = g.id)";
static const char of_changes[] =
    "SELECT name, email, username, id, score_before, max_before, score, max_score, state, reason FROM changes ORDER BY position, name";

// What is written now takes the place of what was written of the same students under this condition; of others it stays.
static void remember(const Outputs *o) {
    journal_begin(o->journal);
    journal_run(
        o->journal, "i",
        "DELETE FROM given WHERE rowid IN (SELECT g.rowid FROM given AS g JOIN marked AS m ON " SAME_STUDENT
        " WHERE g.condition = ?1 AND m.score IS NOT NULL)",
        o->journal->condition);
    journal_run(
        o->journal, "i",
        "INSERT INTO given SELECT ?1, name, email, username, id, position, score, max_score FROM marks WHERE score IS NOT NULL",
        o->journal->condition);
    journal_commit(o->journal);
}

// Has anybody a result of the conditions before?
static bool is_regrade(const Outputs *o) {
    return journal_number(
               o->journal, "i",
               "SELECT (SELECT count(*) FROM marks JOIN results AS r ON r.hash = marks.hash WHERE r.condition = ?1) + "
               "(SELECT count(*) FROM given WHERE condition = ?1)",
               o->journal->condition_before) > 0;
}

static double maximum_before(const Outputs *o) {
    sqlite3_stmt *row =
        journal_query(o->journal, "i", "SELECT max(max_score) FROM results WHERE condition = ?1",
                      o->journal->condition_before);
    double maximum = journal_step(row) ? sqlite3_column_double(row, 0) : 0;
    sqlite3_finalize(row);
    return maximum > 0 ? maximum : spec_points(o->spec, -1);
}

static void write_row(FILE *csv, sqlite3_stmt *row) {
    for (int i = 0; i < 4; i++) {
        csv_write_text(csv, journal_text(row, i), ',');
        fputc(',', csv);
    }
    for (int i = 4; i < 8; i++) {
        if (sqlite3_column_type(row, i) != SQLITE_NULL) fprintf(csv, "%.10g", sqlite3_column_double(row, i));
        fputc(',', csv);
    }
    fprintf(csv, "%s,", journal_text(row, 8));
    csv_write_text(csv, journal_text(row, 9), ',');
    fputc('\n', csv);
}

static void write_table(const Outputs *o) {
    int count = 0, lost = 0;
    OutputFile csv = output_begin(o->out, "changes.csv");
    sqlite3_stmt *row = journal_query(o->journal, "", of_changes);
    fputs("name,email,username,id,score_before,max_score_before,score,max_score,state,reason\n", csv.stream);
    while (journal_step(row)) {
        const bool none = sqlite3_column_type(row, 6) == SQLITE_NULL;
        count += !none;
        lost += none;
        write_row(csv.stream, row);
    }
    sqlite3_finalize(row);
    output_end(&csv);
    printf(count == 1 ? "  changes    %d score is another one than before (changes.csv)\n"
                      : "  changes    %d scores are other ones than before (changes.csv)\n",
           count);
    if (lost)
        printf("             %s that had a score before %s none now (changes.csv, at the state)\n",
               several(lost, "student").text, lost == 1 ? "has" : "have");
}

// How many there are, in the table `changes`.
static int64_t find_changes(const Outputs *o) {
    journal_run(o->journal, "id", same_file, o->journal->condition_before, maximum_before(o));
    journal_run(o->journal, "i", no_score, o->journal->condition_before);
    journal_run(o->journal, "", since_last);
    return journal_number(o->journal, "", "SELECT count(*) FROM changes");
}

void write_changes(const Outputs *o) {
    journal_run(
        o->journal, "",
        "CREATE TEMP TABLE marked AS SELECT position, name, email, username, id, score, max_score, state, coalesce(hash, '') AS hash, "
        "problem FROM marks"); // once
    history_write(o->journal);
    if (find_changes(o) || is_regrade(o))
        write_table(o);
    else if (output_remove(o->out, "changes.csv"))
        puts("  changes    changes.csv of the run before was taken away: no mark is another one than before");
    remember(o);
}
