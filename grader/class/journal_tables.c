// The tables of the journal, and older journals brought up to them.
#include "grader/class/journal_tables.h"

#include "grader/class/stop.h"

#define CONDITIONS                                                                                           \
    "(id INTEGER PRIMARY KEY, lab TEXT NOT NULL, grader TEXT NOT NULL, thresholds TEXT NOT NULL, "           \
    "seed INTEGER NOT NULL, device TEXT NOT NULL, gpu TEXT NOT NULL, secret TEXT NOT NULL DEFAULT '', "      \
    "version TEXT NOT NULL DEFAULT '', since INTEGER NOT NULL DEFAULT 0, spec TEXT NOT NULL DEFAULT '', "    \
    "UNIQUE (lab, grader, thresholds, seed, device, gpu, secret))"

// Other programs may read the tables; docs/instructors.md describes them. Tables of the roster and of what was
// handed in are made anew by each command from what it was given; conditions, results and attempts only grow.
static const char tables[] =
    // What a result depends on, besides the submission's bytes.
    // secret: a checksum of the installation's secret, "" where an older Warpbook has graded. version, since and spec say for people what was in
    // force: Warpbook's version, when it was first graded under (seconds since 1970, 0: not known), and the text of lab.spec.
    "CREATE TABLE IF NOT EXISTS conditions " CONDITIONS ";"
    // state: graded, or refused: the file cannot be graded, by its own fault, and has earned nothing.
    // report: the JSON of `grade --json`, whose members docs/json.md lists; page: its text; cause: of a refused one why, in one line
    // (in a graded one, `report` says what each TODO lacks).
    "CREATE TABLE IF NOT EXISTS results (hash TEXT NOT NULL, condition INTEGER NOT NULL REFERENCES conditions,"
    "  state TEXT NOT NULL CHECK (state IN ('graded', 'refused')), score REAL NOT NULL, max_score REAL NOT NULL,"
    "  passed INTEGER NOT NULL, report TEXT NOT NULL CHECK (json_valid(report)), page TEXT NOT NULL, cause TEXT NOT NULL,"
    "  PRIMARY KEY (hash, condition)) WITHOUT ROWID;"
    // Every time that somebody tried. outcome: graded, refused, or trouble: this machine's, and no mark.
    "CREATE TABLE IF NOT EXISTS attempts (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, condition INTEGER NOT NULL,"
    "  token TEXT NOT NULL UNIQUE, outcome TEXT NOT NULL, message TEXT NOT NULL, node TEXT NOT NULL,"
    "  started INTEGER NOT NULL, seconds REAL NOT NULL, cpu_seconds REAL NOT NULL, memory_kib INTEGER NOT NULL);"
    "CREATE INDEX IF NOT EXISTS attempts_by_hash ON attempts (hash, condition);"
    // position: the order of the roster; those who are not on it follow.
    "CREATE TABLE IF NOT EXISTS students (key TEXT PRIMARY KEY, position INTEGER NOT NULL, name TEXT NOT NULL,"
    "  email TEXT NOT NULL, username TEXT NOT NULL, id TEXT NOT NULL, on_roster INTEGER NOT NULL) WITHOUT ROWID;"
    // hash: NULL where there is nothing to grade; then problem says why. at: seconds since 1970, 0: not known.
    // time_known: 0 where `at` is the time of a file in an archive.
    "CREATE TABLE IF NOT EXISTS hand_ins (student TEXT NOT NULL REFERENCES students, number INTEGER NOT NULL,"
    "  at INTEGER NOT NULL, time_known INTEGER NOT NULL, late INTEGER NOT NULL, system TEXT NOT NULL, place TEXT NOT NULL,"
    "  file TEXT NOT NULL, hash TEXT, problem TEXT NOT NULL, note TEXT NOT NULL, chosen INTEGER NOT NULL DEFAULT 0,"
    "  PRIMARY KEY (student, number)) WITHOUT ROWID;"
    // Who has a hand-in together with others: `name` is the hand-in's.
    "CREATE TABLE IF NOT EXISTS teams (student TEXT NOT NULL REFERENCES students, name TEXT NOT NULL,"
    "  PRIMARY KEY (student, name)) WITHOUT ROWID;"
    // What was written of each student last under a condition, so that a later one can tell who has no score any more.
    "CREATE TABLE IF NOT EXISTS given (condition INTEGER NOT NULL REFERENCES conditions, name TEXT NOT NULL, email TEXT NOT NULL,"
    "  username TEXT NOT NULL, id TEXT NOT NULL, position INTEGER NOT NULL, score REAL NOT NULL, max_score REAL NOT NULL);"
    // Each hand-in that was ever collected, with the first and the last time that it was (seconds since 1970, 0: by an older Warpbook). chosen: it
    // counted then; hash: "" where there was nothing to grade. What has another due date or policy is another row.
    "CREATE TABLE IF NOT EXISTS collected (name TEXT NOT NULL, email TEXT NOT NULL, username TEXT NOT NULL, id TEXT NOT NULL,"
    "  number INTEGER NOT NULL, at INTEGER NOT NULL, late INTEGER NOT NULL, place TEXT NOT NULL, file TEXT NOT NULL, hash TEXT NOT NULL,"
    "  problem TEXT NOT NULL, chosen INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,"
    "  UNIQUE (name, email, username, id, number, at, late, place, file, hash, problem, chosen));"
    // Each student's marks, one after the other, with the time of the collection: a row where one is another than before. Those of one
    // command have one number, `collection`.
    "CREATE TABLE IF NOT EXISTS written (entry INTEGER PRIMARY KEY, collection INTEGER NOT NULL, at INTEGER NOT NULL,"
    "  condition INTEGER NOT NULL REFERENCES conditions, name TEXT NOT NULL, email TEXT NOT NULL, username TEXT NOT NULL, id TEXT NOT NULL,"
    "  state TEXT NOT NULL, score REAL, max_score REAL, hash TEXT NOT NULL, problem TEXT NOT NULL);"
    "CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;";

// Version 1 had conditions without a secret and what stands behind it. A new table that takes the old one's name leaves what refers to
// it as it is.
static const char renew_conditions[] =
    "CREATE TABLE renewed_conditions " CONDITIONS ";"
    "INSERT INTO renewed_conditions (id, lab, grader, thresholds, seed, device, gpu, since) SELECT c.id, lab, grader, thresholds, seed, device, "
    "gpu, coalesce((SELECT min(started) FROM attempts AS a WHERE a.condition = c.id), 0) FROM conditions AS c;"
    "DROP TABLE conditions;"
    "ALTER TABLE renewed_conditions RENAME TO conditions;";

// What such a journal knows of the last collection, at a time that it does not know.
static const char begin_history[] =
    "INSERT OR IGNORE INTO collected SELECT name, email, username, id, number, at, late, place, file, coalesce(hash, ''), problem, chosen, 0, 0 "
    "FROM hand_ins JOIN students ON key = student;"
    "INSERT INTO written (collection, at, condition, name, email, username, id, state, score, max_score, hash, problem) SELECT 0, 0, condition, "
    "name, email, username, id, 'graded', score, max_score, coalesce((SELECT hash FROM students AS s JOIN hand_ins ON student = s.key WHERE "
    "chosen AND s.name = g.name AND s.username = g.username AND s.id = g.id), ''), '' FROM given AS g "
    "WHERE condition = (SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'condition');";

enum { TABLES_VERSION = 2 };

void journal_make_tables(Journal *j, const char *path) {
    const int64_t version = journal_number(j, "", "PRAGMA user_version");
    if (version > TABLES_VERSION)
        stop("%s was written by a newer Warpbook. Use that one, or another folder after --out.", path);
    journal_begin(j);
    journal_execute(j, tables);
    // What SQLite has saved of a damaged journal has no version.
    if (!journal_number(j, "", "SELECT count(*) FROM pragma_table_info('conditions') WHERE name = 'secret'"))
        journal_execute(j, renew_conditions);
    if (version == 1) journal_execute(j, begin_history);
    journal_execute(j, "PRAGMA user_version = 2");
    journal_commit(j);
}
