// SQLite, in WAL mode: a kill -9 or a power cut loses at most what was not committed.
#include "grader/class/journal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/stop.h"

// Other programs may read the tables; docs/instructors.md describes them. Tables of the roster and of what was
// handed in are made anew by each command from what it was given; conditions, results and attempts only grow.
static const char schema[] =
    // What a result depends on, besides the submission's bytes.
    "CREATE TABLE IF NOT EXISTS conditions (id INTEGER PRIMARY KEY, lab TEXT NOT NULL, grader TEXT NOT NULL,"
    "  thresholds TEXT NOT NULL, seed INTEGER NOT NULL, device TEXT NOT NULL, gpu TEXT NOT NULL,"
    "  UNIQUE (lab, grader, thresholds, seed, device, gpu));"
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
    "CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;";

enum { SCHEMA_VERSION = 1 };

// What is in the file is no longer what SQLite has written: the disk, a copy that was cut short, another program.
_Noreturn static void fail_damaged(sqlite3 *db) {
    const char *path = sqlite3_db_filename(db, "main");
    if (!path) path = "class.db";
    stop(
        "The journal %s is damaged: %s. The disk or another program has changed it, or it is a copy that was cut short. "
        "Put your last copy of it in its place, remove %s-wal and %s-shm beside it, and type the same command: what the copy lacks "
        "is graded again. Without a copy, save what can be read, sqlite3 %s .recover | sqlite3 saved.db, and put saved.db in its place; or move it "
        "away, and all is graded again: with --seed N, which stands at the end of each report in feedback/, under the same inputs.",
        path, sqlite3_errmsg(db), path, path, path);
}

_Noreturn static void fail(sqlite3 *db) {
    const int code = sqlite3_errcode(db) & 0xff;
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB) fail_damaged(db);
    stop(
        "The journal cannot be read or written: %s. Nothing that was graded is lost. Mend this (is the disk full? "
        "df -h), and type the same command again.",
        sqlite3_errmsg(db));
}

static void execute(Journal *j, const char *text) {
    if (sqlite3_exec(j->db, text, NULL, NULL, NULL) != SQLITE_OK) fail(j->db);
}

// Network file systems have no shared memory for WAL; the older journal is as safe there, and slower.
static void choose_mode(Journal *j) {
    sqlite3_stmt *mode = journal_query(j, "", "PRAGMA journal_mode = WAL");
    bool wal = journal_step(mode) && !strcmp(journal_text(mode, 0), "wal");
    sqlite3_finalize(mode);
    if (!wal) execute(j, "PRAGMA journal_mode = DELETE");
    execute(j, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF");
}

void journal_open(Journal *j, const char *path) {
    *j = (Journal){0};
    if (sqlite3_open(path, &j->db) != SQLITE_OK) fail(j->db);
    sqlite3_busy_timeout(j->db, 60000);
    choose_mode(j);
    int64_t version = journal_number(j, "", "PRAGMA user_version");
    if (version > SCHEMA_VERSION)
        stop("%s was written by a newer Warpbook. Use that one, or another folder after --out.", path);
    journal_begin(j);
    execute(j, schema);
    char *set = new_text("PRAGMA user_version = %d", SCHEMA_VERSION);
    execute(j, set);
    free(set);
    journal_commit(j);
}

void journal_close(Journal *j) {
    sqlite3_close(j->db);
}

static sqlite3_stmt *prepare(Journal *j, const char *kinds, const char *text, va_list values) {
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(j->db, text, -1, &statement, NULL) != SQLITE_OK) fail(j->db);
    for (int i = 0; kinds[i]; i++) {
        int status;
        if (kinds[i] == 'i')
            status = sqlite3_bind_int64(statement, i + 1, va_arg(values, int64_t));
        else if (kinds[i] == 'd')
            status = sqlite3_bind_double(statement, i + 1, va_arg(values, double));
        else
            status = sqlite3_bind_text(statement, i + 1, va_arg(values, const char *), -1, SQLITE_TRANSIENT);
        if (status != SQLITE_OK) fail(j->db);
    }
    return statement;
}

sqlite3_stmt *journal_query(Journal *j, const char *kinds, const char *text, ...) {
    va_list values;
    va_start(values, text);
    sqlite3_stmt *statement = prepare(j, kinds, text, values);
    va_end(values);
    return statement;
}

bool journal_step(sqlite3_stmt *query) {
    int status = sqlite3_step(query);
    if (status != SQLITE_ROW && status != SQLITE_DONE) fail(sqlite3_db_handle(query));
    return status == SQLITE_ROW;
}

void journal_run(Journal *j, const char *kinds, const char *text, ...) {
    va_list values;
    va_start(values, text);
    sqlite3_stmt *statement = prepare(j, kinds, text, values);
    va_end(values);
    while (journal_step(statement)) {
    }
    sqlite3_finalize(statement);
}

const char *journal_text(sqlite3_stmt *query, int column) {
    const unsigned char *text = sqlite3_column_text(query, column);
    return text ? (const char *)text : "";
}

int64_t journal_number(Journal *j, const char *kinds, const char *text, ...) {
    va_list values;
    va_start(values, text);
    sqlite3_stmt *statement = prepare(j, kinds, text, values);
    va_end(values);
    int64_t number = journal_step(statement) ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return number;
}

void journal_begin(Journal *j) {
    execute(j, "BEGIN IMMEDIATE");
}

void journal_commit(Journal *j) {
    execute(j, "COMMIT");
}

void journal_choose_condition(Journal *j, const Condition *c) {
    static const char find[] =
        "SELECT id FROM conditions WHERE lab = ?1 AND grader = ?2 AND thresholds = ?3 AND seed = ?4 "
        "AND device = ?5 AND gpu = ?6";
    journal_run(
        j, "tttitt",
        "INSERT OR IGNORE INTO conditions (lab, grader, thresholds, seed, device, gpu) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        c->lab, c->grader, c->thresholds, c->seed, c->device, c->gpu);
    j->condition =
        journal_number(j, "tttitt", find, c->lab, c->grader, c->thresholds, c->seed, c->device, c->gpu);
}

// The same command once more leaves `before` as it is: what has changed is told again.
void journal_note_condition(Journal *j) {
    journal_begin(j);
    journal_run(
        j, "i",
        "INSERT OR REPLACE INTO settings SELECT 'condition before', value FROM settings WHERE name = 'condition' "
        "AND CAST(value AS INTEGER) <> ?1",
        j->condition);
    journal_run(j, "i", "INSERT OR REPLACE INTO settings VALUES ('condition', ?1)", j->condition);
    j->condition_before =
        journal_number(j, "", "SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'condition before'");
    journal_commit(j);
}

int64_t journal_seed(Journal *j, int64_t proposed) {
    char *text = new_text("%" PRId64, proposed);
    journal_run(j, "t", "INSERT OR IGNORE INTO settings VALUES ('seed', ?1)", text);
    free(text);
    return journal_number(j, "", "SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'seed'");
}
