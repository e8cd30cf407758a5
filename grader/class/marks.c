// What each student has earned, as views of the journal.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/class/outputs.h"

// A row for each student. state: graded; refused, by the file's own fault, with no points; waiting: there is no
// result yet; no file: something was handed in that cannot be graded; nothing. Score and max_score are NULL but
// for the first two. Under --policy best a student with a hand-in that waits is waiting, and the best one counts
// after that.
static const char marks[] =
    "CREATE TEMP VIEW marks AS SELECT s.*, h.number, h.at, h.time_known, coalesce(h.late, 0) AS late, h.system, h.place, "
    "  h.file, h.hash, coalesce(h.problem, '') AS problem, coalesce(h.note, '') AS note, "
    "  CASE WHEN h.student IS NULL THEN 'nothing' WHEN h.hash IS NULL THEN 'no file' ELSE coalesce(r.state, 'waiting') END "
    "  AS state, r.score, CASE WHEN r.hash IS NOT NULL THEN (SELECT value FROM constants WHERE name = 'points') END AS "
    "  max_score, r.passed, r.report, r.page, coalesce(r.cause, (SELECT message FROM attempts AS a WHERE a.hash = h.hash AND a.condition = "
    "    (SELECT value FROM constants WHERE name = 'condition') ORDER BY id DESC LIMIT 1), '') AS cause "
    "FROM students AS s LEFT JOIN hand_ins AS h ON h.student = s.key AND h.number = ("
    "  SELECT o.number FROM hand_ins AS o LEFT JOIN results AS q ON q.hash = o.hash AND q.condition = "
    "    (SELECT value FROM constants WHERE name = 'condition') "
    "  WHERE o.student = s.key AND o.chosen "
    "  ORDER BY o.hash IS NOT NULL AND q.hash IS NULL DESC, q.score DESC, o.number DESC LIMIT 1) "
    "LEFT JOIN results AS r ON r.hash = h.hash AND r.condition = (SELECT value FROM constants WHERE name = 'condition')";

// The points of each TODO of each result: of tests, counted targets and times. message: of the first test that
// failed, or of the first target that is short.
static const char todo_points[] =
    "CREATE TEMP TABLE todo_points AS WITH "
    "here AS (SELECT hash, report FROM results WHERE state = 'graded' AND condition = "
    "  (SELECT value FROM constants WHERE name = 'condition') AND hash IN (SELECT hash FROM marks)), "
    "parts AS (SELECT hash, 0 AS kind, t.key AS place, t.value AS part FROM here, json_each(report, '$.tests') AS t "
    "  UNION ALL SELECT hash, 1, t.key, t.value FROM here, json_each(report, '$.performance.targets') AS t), "
    "points AS (SELECT hash, kind, place + 1000 * (json_extract(part, '$.message') LIKE 'right, %') AS place, json_extract(part, '$.todo') AS todo, json_extract(part, '$.score') AS score, "
    "  coalesce(json_extract(part, '$.started'), 1) AS started, iif(json_extract(part, '$.passed'), NULL, "
    "  nullif(json_extract(part, '$.message'), '')) AS message FROM parts), "
    "withheld AS (SELECT hash, json_extract(t.value, '$.todo') AS todo, sum(coalesce(json_extract(t.value, '$.withheld'), 0)) "
    "  AS points FROM here, json_each(report, '$.performance.times') AS t GROUP BY hash, todo) "
    "SELECT hash, todo, sum(score) - coalesce((SELECT points FROM withheld AS w WHERE w.hash = p.hash AND w.todo = p.todo), "
    "  0) AS score, min(started) AS started, coalesce((SELECT message FROM points AS m WHERE m.hash = p.hash AND "
    "  m.todo = p.todo AND message IS NOT NULL ORDER BY kind, place LIMIT 1), '') AS message "
    "FROM points AS p GROUP BY hash, todo";

// The names of a student's files: of what names the student best, letters, digits, '-' and '_' alone.
static void name_files(const Outputs *o) {
    journal_run(o->journal, "", "CREATE TEMP TABLE stems (key TEXT PRIMARY KEY, stem TEXT UNIQUE)");
    sqlite3_stmt *row =
        journal_query(o->journal, "",
                      "SELECT key, coalesce(nullif(username, ''), nullif(id, ''), nullif(name, ''), "
                      "key) FROM students ORDER BY position");
    while (journal_step(row)) {
        char stem[80];
        size_t length = 0;
        for (const char *c = journal_text(row, 1); *c && length + 12 < sizeof stem; c++) {
            bool plain = isalnum((unsigned char)*c) || *c == '-';
            if (plain || (length && stem[length - 1] != '_')) stem[length++] = plain ? *c : '_';
        }
        snprintf(stem + length, sizeof stem - length, "%s", length ? "" : "student");
        length = strlen(stem);
        for (int again = 2; journal_number(o->journal, "t",
                                           "SELECT count(*) FROM stems WHERE stem = ?1 COLLATE NOCASE", stem);
             again++)
            snprintf(stem + length, sizeof stem - length, "-%d", again);
        journal_run(o->journal, "tt", "INSERT INTO stems VALUES (?1, ?2)", journal_text(row, 0), stem);
    }
    sqlite3_finalize(row);
}

void marks_prepare(const Outputs *o) {
    journal_run(o->journal, "", "CREATE TEMP TABLE constants (name TEXT PRIMARY KEY, value)");
    journal_run(o->journal, "i", "INSERT INTO constants VALUES ('condition', ?1)", o->journal->condition);
    journal_run(o->journal, "d", "INSERT INTO constants VALUES ('points', ?1)", spec_points(o->spec, -1));
    journal_run(o->journal, "", marks);
    journal_run(o->journal, "", todo_points);
    journal_run(o->journal, "", "CREATE INDEX temp.todo_points_by_hash ON todo_points (hash, todo)");
    name_files(o);
}
