// Compares the students of the tables with those that stood there before.
#include "grader/class/missing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/stop.h"
#include "grader/text/append.h"
#include "grader/text/clean.h"

enum { CLASS_LEAST = 4 }; // of fewer hand-ins most may go

void missing_remember(Journal *j) {
    journal_run(j, "",
                "CREATE TEMP TABLE had_handed_in AS SELECT * FROM students WHERE key IN "
                "(SELECT student FROM hand_ins WHERE hash IS NOT NULL)");
    journal_run(j, "",
                "CREATE TEMP TABLE had_places AS SELECT student, place FROM hand_ins WHERE hash IS NOT NULL");
}

// What lies in the same place is the same student's, whatever the roster of this time calls them, and even where it is nobody's now.
static const char of_missing[] =
    "CREATE TEMP TABLE missing AS SELECT key, position, coalesce(nullif(name, ''), nullif(username, ''), id) AS who "
    "FROM had_handed_in AS b WHERE NOT EXISTS (SELECT 1 FROM students AS s JOIN hand_ins AS h ON h.student = s.key WHERE "
    "s.key = b.key AND s.name = b.name OR s.name <> '' AND s.name = b.name OR s.id <> '' AND s.id = b.id OR "
    "s.username <> '' AND s.username = b.username) AND NOT EXISTS (SELECT 1 FROM had_places AS p JOIN hand_ins AS h USING (place) "
    "WHERE p.student = b.key)";

// A group's hand-in is one, and is there where one of its students is.
static const char all_places[] = "SELECT count(DISTINCT place) FROM had_places";
static const char lost_places[] =
    "SELECT count(DISTINCT place) FROM had_places WHERE place NOT IN "
    "(SELECT place FROM had_places WHERE student NOT IN (SELECT key FROM missing))";

// The first few names; they are the students' own, and this is a terminal.
static void name_missing(Journal *j, int64_t count, char *text, size_t size) {
    sqlite3_stmt *row = journal_query(
        j, "", "SELECT group_concat(who, ', ') FROM (SELECT who FROM missing ORDER BY position LIMIT 4)");
    text[0] = 0;
    if (journal_step(row)) clean_text(text, size, journal_text(row, 0), strlen(journal_text(row, 0)));
    sqlite3_finalize(row);
    if (count > 4) append(text, size, ", ...");
}

void missing_say(Journal *j, const char *out, const char *source, bool dropped) {
    char who[400], there[40] = "none is";
    journal_run(j, "", of_missing);
    const int64_t gone = journal_number(j, "", "SELECT count(*) FROM missing");
    const int64_t all = journal_number(j, "", all_places), lost = journal_number(j, "", lost_places);
    if (!gone) return;
    name_missing(j, gone, who, sizeof who);
    if (lost < all) snprintf(there, sizeof there, "only %lld are", (long long)(all - lost));
    if (!dropped && all >= CLASS_LEAST && 2 * lost > all)
        stop(
            "Of %lld hand-ins that %s was last written from %s in %s (not there: %s). Nothing was graded, and nothing in %s was changed. "
            "Another term or section needs a folder of its own: name a new one after --out. Where %s is a part of the class, name an export of "
            "all of it. If these students are to lose their scores: --drop-missing",
            (long long)all, out, there, source, who, out, source);
    fprintf(
        stderr,
        "%s that had handed in when %s was last written %s nothing in %s (%s), and now %s no score: results stay in "
        "the journal. Name an export of the whole class, or another folder after --out.\n",
        several((double)gone, "student").text, out, gone == 1 ? "has" : "have", source, who,
        gone == 1 ? "has" : "have");
}
