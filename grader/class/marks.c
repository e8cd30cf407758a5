// What each student has earned, as views of the journal.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include <wctype.h>

#include "grader/class/outputs.h"

// What is asked of each report, once: reports are long, and all that follows reads these few members of them.
static const char report_parts[] =
    "CREATE TEMP TABLE report_parts AS SELECT hash, json_extract(report, '$.todos', '$.tests', '$.performance.targets', "
    "  '$.performance.times', '$.cause', '$.performance.board') AS parts FROM results WHERE state = 'graded' AND "
    "  condition = (SELECT value FROM constants WHERE name = 'condition') AND hash IN (SELECT hash FROM hand_ins)";

static const char report_tests[] =
    "CREATE TEMP TABLE report_tests AS SELECT hash, t.key AS place, json_extract(t.value, '$.todo') AS todo, "
    "  json_extract(t.value, '$.entry') AS entry, json_extract(t.value, '$.started') AS started, json_extract(t.value, '$.passed') AS passed, "
    "  json_extract(t.value, '$.right') AS right, json_extract(t.value, '$.message') AS message, "
    "  nullif(json_extract(t.value, '$.pattern'), '') AS pattern FROM report_parts, json_each(parts, '$[1]') AS t";

// Each test, target (kind 1) and time (2) that falls short. follows: only because of another one, as a result that is right but
// counts beside a larger one alone, or a number that was not counted since some result is wrong.
static const char shortfalls[] =
    "CREATE TEMP TABLE shortfalls AS "
    "SELECT hash, todo, 0 AS kind, place, right AS follows, message, coalesce(pattern, message) AS cause FROM report_tests WHERE NOT passed "
    "UNION ALL SELECT hash, json_extract(t.value, '$.todo'), 1, t.key, json_extract(t.value, '$.value') IS NULL AND "
    "  hash IN (SELECT hash FROM report_tests WHERE NOT passed), json_extract(t.value, '$.message'), json_extract(t.value, '$.message') "
    "  FROM report_parts, json_each(parts, '$[2]') AS t WHERE NOT json_extract(t.value, '$.passed') "
    "UNION ALL SELECT hash, json_extract(t.value, '$.todo'), 2, t.key, 0, json_extract(t.value, '$.message'), "
    "  json_extract(t.value, '$.message') FROM report_parts, json_each(parts, '$[3]') AS t "
    "  WHERE json_extract(t.value, '$.withheld') > 0";

// The points of each TODO of each result, and in words why some are missing. message: what the student is told. cause: what
// is wrong in this TODO itself, "" where it is not started, waits for others or follows.
static const char todo_points[] =
    "CREATE TEMP TABLE todo_points AS WITH "
    "leading AS (SELECT *, row_number() OVER (PARTITION BY hash, todo ORDER BY follows, kind, place) AS rank FROM shortfalls "
    "  WHERE message <> ''), "
    "todos AS (SELECT hash, t.key AS place, json_extract(t.value, '$.id') AS todo, json_extract(t.value, '$.score') AS score, "
    "  json_extract(t.value, '$.max_score') AS max_score, json_extract(t.value, '$.started') AS started, "
    "  json_extract(t.value, '$.waits') AS waits, json_extract(parts, '$[4].todo') AS explained, "
    "  nullif(json_extract(parts, '$[4].what'), '') AS what FROM report_parts, json_each(parts, '$[0]') AS t) "
    "SELECT t.hash, t.place, t.todo, score, t.max_score, started, CASE WHEN score >= max_score - 1e-9 THEN '' "
    "  WHEN NOT started THEN 'not started' "
    "  WHEN waits THEN 'not judged yet: its tests need TODOs that are not started: ' || coalesce((SELECT group_concat(DISTINCT other.todo) "
    "    FROM report_tests AS own JOIN report_tests AS other USING (hash, entry) WHERE own.hash = t.hash AND own.todo = t.todo AND "
    "    NOT own.passed AND NOT other.started), '') "
    "  ELSE coalesce(f.message, '') END AS message, "
    "  iif(score >= max_score - 1e-9 OR NOT started OR waits, '', coalesce(iif(explained = t.todo, what, NULL), "
    "    iif(f.follows, '', f.cause), '')) AS cause "
    "FROM todos AS t LEFT JOIN leading AS f ON f.hash = t.hash AND f.todo = t.todo AND f.rank = 1";

// A row for each student. state: graded; refused, by the file's own fault, with no points; waiting: there is no
// result yet; no file: something was handed in that cannot be graded; nothing. Score and max_score are NULL but
// for the first two. cause: why there are not all points, in one line: what is wrong in the first TODO that has a cause or is not
// started. due: by which it was judged late or not, 0: by none
// (Canvas's are late as Canvas says); until: when hand-ins ceased to count, 0: never. Under --policy best a student with a hand-in that waits is waiting, and the best one counts after that.
static const char marks[] =
    "CREATE TEMP VIEW marks AS SELECT s.*, h.number, h.at, h.time_known, coalesce(h.late, 0) AS late, h.system, h.place, "
    "  h.file, h.hash, coalesce(h.problem, '') AS problem, coalesce(h.note, '') AS note, "
    "  CASE WHEN h.student IS NULL THEN 'nothing' WHEN h.hash IS NULL THEN 'no file' ELSE coalesce(r.state, 'waiting') END "
    "  AS state, r.score, CASE WHEN r.hash IS NOT NULL THEN (SELECT value FROM constants WHERE name = 'points') END AS "
    "  max_score, r.passed, r.page, coalesce(CASE r.state WHEN 'refused' THEN r.cause WHEN 'graded' THEN coalesce(("
    "    SELECT iif(started, coalesce(nullif(p.cause, ''), message), 'TODO ' || todo || ' is not started') FROM todo_points AS p "
    "    WHERE p.hash = h.hash AND p.score < p.max_score - 1e-9 ORDER BY started AND p.cause = '', p.place LIMIT 1), '') END, "
    "  (SELECT message FROM attempts AS a WHERE a.hash = h.hash AND a.condition = "
    "    (SELECT value FROM constants WHERE name = 'condition') ORDER BY id DESC LIMIT 1), '') AS cause, "
    "  coalesce((SELECT seconds FROM attempts AS a WHERE a.hash = h.hash AND a.condition = r.condition AND a.outcome = r.state "
    "    ORDER BY id DESC LIMIT 1), 0) AS seconds, "
    "  coalesce((SELECT date(started, 'unixepoch', 'localtime') FROM attempts AS a WHERE a.hash = h.hash AND a.condition = r.condition AND "
    "    a.outcome = r.state ORDER BY id LIMIT 1), '') AS graded_on, "
    "  coalesce(d.due, iif(h.system = 'Canvas', 0, (SELECT value FROM constants WHERE name = 'due'))) AS due, "
    "  (SELECT iif(value, max(value, coalesce(d.due, 0)), 0) FROM constants WHERE name = 'before') AS until, "
    "  json_extract(parts, '$[5].name') AS board, json_extract(parts, '$[5].percent_of_copy') AS percent_of_copy "
    "FROM students AS s LEFT JOIN hand_ins AS h ON h.student = s.key AND h.number = ("
    "  SELECT o.number FROM hand_ins AS o LEFT JOIN results AS q ON q.hash = o.hash AND q.condition = "
    "    (SELECT value FROM constants WHERE name = 'condition') "
    "  WHERE o.student = s.key AND o.chosen "
    "  ORDER BY o.hash IS NOT NULL AND q.hash IS NULL DESC, q.score DESC, o.number DESC LIMIT 1) "
    "LEFT JOIN results AS r ON r.hash = h.hash AND r.condition = (SELECT value FROM constants WHERE name = 'condition') "
    "LEFT JOIN own_due AS d ON d.student = s.key LEFT JOIN report_parts ON report_parts.hash = h.hash";

// The names of a student's files: of what names the student best, letters of any language, digits, '-' and '_' alone. None begins
// with '-', which commands would take for an option.
static void name_files(const Outputs *o) {
    journal_run(o->journal, "", "CREATE TEMP TABLE stems (key TEXT PRIMARY KEY, stem TEXT UNIQUE)");
    sqlite3_stmt *row =
        journal_query(o->journal, "",
                      "SELECT key, coalesce(nullif(username, ''), nullif(id, ''), nullif(name, ''), "
                      "key) FROM students ORDER BY position");
    while (journal_step(row)) {
        char stem[80];
        size_t length = 0;
        const char *name = journal_text(row, 1);
        for (int bytes; *name && length + 16 < sizeof stem; name += bytes) {
            wchar_t letter;
            bytes = mbtowc(&letter, name, strlen(name));
            const bool plain = bytes > 0 && (iswalnum((wint_t)letter) || (letter == L'-' && length));
            if (bytes < 1) bytes = 1; // no UTF-8
            if (plain)
                memcpy(stem + length, name, (size_t)bytes), length += (size_t)bytes;
            else if (length && stem[length - 1] != '_')
                stem[length++] = '_';
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
    journal_run(o->journal, "i", "INSERT INTO constants VALUES ('due', ?1)", o->due);
    journal_run(o->journal, "i", "INSERT INTO constants VALUES ('before', ?1)", o->before);
    journal_run(o->journal, "d", "INSERT INTO constants VALUES ('points', ?1)", spec_points(o->spec, -1));
    journal_run(o->journal, "", report_parts);
    journal_run(o->journal, "", "CREATE INDEX temp.report_parts_by_hash ON report_parts (hash)");
    journal_run(o->journal, "", report_tests);
    journal_run(o->journal, "", "CREATE INDEX temp.report_tests_by_hash ON report_tests (hash, entry)");
    journal_run(o->journal, "", shortfalls);
    journal_run(o->journal, "", todo_points);
    journal_run(o->journal, "", "CREATE INDEX temp.todo_points_by_hash ON todo_points (hash, todo)");
    journal_run(o->journal, "", marks);
    name_files(o);
}
