// changes.csv: whose score is another one than under the conditions before: other thresholds, another Warpbook.
#include <stdlib.h>

#include "grader/class/mark.h"
#include "grader/class/stop.h"

static const char of_changes[] =
    "SELECT name, email, username, id, old.score, marks.score FROM marks JOIN results AS old ON old.hash = marks.hash AND "
    "old.condition = ?1 "
    "WHERE marks.score IS NOT NULL AND marks.score <> old.score ORDER BY position";

// Has anybody a result of the conditions before?
static bool is_regrade(const Outputs *o) {
    return journal_number(
               o->journal, "i",
               "SELECT count(*) FROM marks JOIN results AS r ON r.hash = marks.hash WHERE r.condition = ?1",
               o->journal->condition_before) > 0;
}

void write_changes(const Outputs *o) {
    if (!is_regrade(o)) {
        if (output_remove(o->out, "changes.csv"))
            puts(
                "  changes    changes.csv of the run before was taken away: nobody has a result under the conditions before");
        return;
    }
    int count = 0;
    OutputFile csv = output_begin(o->out, "changes.csv");
    sqlite3_stmt *row = journal_query(o->journal, "i", of_changes, o->journal->condition_before);
    fputs("name,email,username,id,score_before,score\n", csv.stream);
    for (; journal_step(row); count++) {
        for (int i = 0; i < 4; i++) {
            csv_write_text(csv.stream, journal_text(row, i), ',');
            fputc(',', csv.stream);
        }
        fprintf(csv.stream, "%.10g,%.10g\n", sqlite3_column_double(row, 4), sqlite3_column_double(row, 5));
    }
    sqlite3_finalize(row);
    output_end(&csv);
    printf(count == 1 ? "  changes    %d score is another one than before (changes.csv)\n"
                      : "  changes    %d scores are other ones than before (changes.csv)\n",
           count);
}
