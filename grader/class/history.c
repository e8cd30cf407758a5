// A row for what is new alone: the same command once more adds none.
#include "grader/class/history.h"

#include <time.h>

// When this is collected: later than all before, whatever the clock says, so that the order can be told by it.
static const char set_time[] =
    "INSERT OR REPLACE INTO settings VALUES ('collected', (SELECT max(?1, coalesce(max(last), 0) + 1) FROM collected))";
#define THIS_TIME "(SELECT CAST(value AS INTEGER) FROM settings WHERE name = 'collected')"

static const char collect_hand_ins[] =
    "INSERT INTO collected SELECT name, email, username, id, number, at, late, place, file, coalesce(hash, ''), problem, "
    "chosen, " THIS_TIME ", " THIS_TIME " FROM hand_ins JOIN students ON key = student WHERE true "
    "ON CONFLICT DO UPDATE SET last = excluded.last";

void history_collect(Journal *j) {
    journal_run(j, "i", set_time, (int64_t)time(NULL));
    journal_run(j, "", collect_hand_ins);
}

static const char find_last[] =
    "CREATE TEMP TABLE last_written AS SELECT m.position AS position, max(g.entry) AS entry FROM marked AS m JOIN written AS g "
    "ON " SAME_STUDENT " GROUP BY m.position";
static const char find_new[] =
    "CREATE TEMP TABLE to_write AS SELECT m.name, m.email, m.username, m.id, m.state, m.score, m.max_score, m.hash, m.problem "
    "FROM marked AS m LEFT JOIN last_written AS l USING (position) LEFT JOIN written AS w ON w.entry = l.entry WHERE "
    "iif(w.entry IS NULL, m.score IS NOT NULL, w.score IS NOT m.score OR w.max_score IS NOT m.max_score OR w.state <> m.state "
    "OR w.hash <> m.hash)";
// Who had a mark and is not even among the students any more.
static const char find_gone[] =
    "INSERT INTO to_write SELECT name, email, username, id, 'nothing', NULL, NULL, '', '' FROM written AS g WHERE score IS NOT NULL AND "
    "entry IN (SELECT max(entry) FROM written GROUP BY name, username, id) AND NOT EXISTS (SELECT 1 FROM marked AS m WHERE " SAME_STUDENT
    ")";
static const char write_new[] =
    "INSERT INTO written (collection, at, condition, name, email, username, id, state, score, max_score, hash, problem) SELECT "
    "(SELECT coalesce(max(collection), 0) + 1 FROM written), " THIS_TIME ", ?1, * FROM to_write";

void history_write(Journal *j) {
    journal_begin(j);
    journal_run(j, "", find_last);
    journal_run(j, "", find_new);
    journal_run(j, "", find_gone);
    journal_run(j, "i", write_new, j->condition);
    journal_commit(j);
}
