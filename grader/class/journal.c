// SQLite, in WAL mode: a kill -9 or a power cut loses at most what was not committed.
#include "grader/class/journal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "grader/class/journal_tables.h"
#include "grader/class/stop.h"

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

void journal_execute(Journal *j, const char *text) {
    if (sqlite3_exec(j->db, text, NULL, NULL, NULL) != SQLITE_OK) fail(j->db);
}

// Network file systems have no shared memory for WAL; the older journal is as safe there, and slower.
static void choose_mode(Journal *j) {
    sqlite3_stmt *mode = journal_query(j, "", "PRAGMA journal_mode = WAL");
    bool wal = journal_step(mode) && !strcmp(journal_text(mode, 0), "wal");
    sqlite3_finalize(mode);
    if (!wal) journal_execute(j, "PRAGMA journal_mode = DELETE");
    journal_execute(j, "PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF");
}

void journal_open(Journal *j, const char *path) {
    *j = (Journal){0};
    if (sqlite3_open(path, &j->db) != SQLITE_OK) fail(j->db);
    sqlite3_busy_timeout(j->db, 60000);
    choose_mode(j);
    journal_make_tables(j, path);
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
    journal_execute(j, "BEGIN IMMEDIATE");
}

void journal_commit(Journal *j) {
    journal_execute(j, "COMMIT");
}

void journal_choose_condition(Journal *j, const Condition *c) {
#define THIS_ONE                                                                                             \
    "lab = ?1 AND grader = ?2 AND thresholds = ?3 AND seed = ?4 AND device = ?5 AND gpu = ?6 AND "
    // An older journal does not tell which secret it was: this installation's, as far as anybody knows.
    journal_run(j, "tttittt", "UPDATE OR IGNORE conditions SET secret = ?7 WHERE " THIS_ONE "secret = ''",
                c->lab, c->grader, c->thresholds, c->seed, c->device, c->gpu, c->secret);
    journal_run(
        j, "tttittti",
        "INSERT OR IGNORE INTO conditions (lab, grader, thresholds, seed, device, gpu, secret, since) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        c->lab, c->grader, c->thresholds, c->seed, c->device, c->gpu, c->secret, (int64_t)time(NULL));
    j->condition = journal_number(j, "tttittt", "SELECT id FROM conditions WHERE " THIS_ONE "secret = ?7",
                                  c->lab, c->grader, c->thresholds, c->seed, c->device, c->gpu, c->secret);
    journal_run(j, "itt", "UPDATE conditions SET version = ?2, spec = ?3 WHERE id = ?1 AND spec = ''",
                j->condition, c->version, c->spec);
#undef THIS_ONE
}

bool journal_other_secret(Journal *j) {
    return journal_number(
               j, "i",
               "SELECT count(*) FROM settings JOIN conditions AS old ON old.id = CAST(value AS INTEGER) JOIN conditions AS new ON "
               "new.id = ?1 WHERE name = 'condition' AND old.secret <> '' AND old.secret <> new.secret",
               j->condition) > 0;
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
