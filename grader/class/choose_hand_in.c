// Chooses by the times in the journal.
#include "grader/class/choose_hand_in.h"

// until: for each student the time after which nothing counts; an extension may only move it further. 0: there is none.
static const char until[] =
    "CREATE TEMP TABLE until AS SELECT key AS student, iif(?1, max(?1, coalesce(due, 0)), 0) AS time, coalesce(due, 0) > ?1 AS own "
    "FROM students LEFT JOIN own_due ON own_due.student = students.key";
// in_time: those that may count. at: 0 where nobody knows when it was; then it may be the last one, too.
static const char too_late[] =
    "UPDATE hand_ins SET problem = iif(until.own, 'handed in after the due date that the roster has for this student', "
    "'handed in after the time until which hand-ins count'), hash = NULL "
    "FROM until WHERE until.student = hand_ins.student AND until.time AND at > until.time AND hash IS NOT NULL";
static const char in_time[] =
    "CREATE TEMP TABLE in_time AS SELECT student, number, at, place, hash, problem FROM hand_ins JOIN until USING (student) "
    "WHERE NOT (time AND at > time)";
// Several hand-ins with different files may be the last one, for they have the same time or none: nobody's guess decides.
static const char undecided[] =
    "CREATE TEMP TABLE undecided AS SELECT student, group_concat(place, ' and ') AS places FROM "
    "(SELECT * FROM in_time AS h WHERE hash IS NOT NULL AND (at = 0 OR at = "
    "(SELECT max(at) FROM in_time AS o WHERE o.student = h.student)) ORDER BY student, number) "
    "GROUP BY student HAVING count(DISTINCT hash) > 1";
static const char not_chosen[] =
    "UPDATE hand_ins SET hash = NULL, problem = 'which hand-in is meant? ' || (SELECT places FROM undecided AS u WHERE "
    "u.student = hand_ins.student) || ' differ, and nothing says which one is later' WHERE hash IS NOT NULL AND "
    "student IN (SELECT student FROM undecided)";
static const char best[] = "UPDATE hand_ins SET chosen = 1 WHERE hash IS NOT NULL";
static const char last[] =
    "UPDATE hand_ins SET chosen = 1 WHERE NOT EXISTS "
    "(SELECT 1 FROM hand_ins AS o WHERE o.student = hand_ins.student AND o.chosen) AND number = "
    "(SELECT number FROM hand_ins AS o JOIN until USING (student) WHERE o.student = hand_ins.student "
    "ORDER BY time AND at > time, at DESC, hash IS NOT NULL DESC, number DESC LIMIT 1)";
// ?1: is any other one of interest? Else those alone that may be the last one as well.
static const char note_unreadable[] =
    "UPDATE hand_ins SET note = note || iif(note = '', '', '; ') || o.text FROM (SELECT c.student AS student, c.number AS number, "
    "group_concat('another hand-in, ' || u.place || ', cannot be graded: ' || u.problem, '; ') AS text FROM hand_ins AS c JOIN "
    "in_time AS u ON u.student = c.student AND u.hash IS NULL AND (?1 OR u.at = 0 OR u.at = c.at) "
    "WHERE c.chosen AND c.hash IS NOT NULL GROUP BY c.student, c.number) AS o "
    "WHERE hand_ins.student = o.student AND hand_ins.number = o.number";
static const char note_readable[] =
    "UPDATE hand_ins SET note = note || iif(note = '', '', '; ') || 'another hand-in can be graded: ' || "
    "(SELECT group_concat(place, ', ') FROM in_time AS o WHERE o.student = hand_ins.student AND o.hash IS NOT NULL) "
    "WHERE chosen AND hash IS NULL AND student NOT IN (SELECT student FROM undecided) AND EXISTS "
    "(SELECT 1 FROM in_time AS o WHERE o.student = hand_ins.student AND o.hash IS NOT NULL)";

void choose_hand_ins(Journal *j, Policy policy, int64_t before) {
    journal_run(j, "i", until, before);
    journal_run(j, "", "CREATE UNIQUE INDEX temp.until_by_student ON until (student)");
    journal_run(j, "", in_time);
    journal_run(j, "", too_late);
    journal_run(j, "", undecided);
    journal_run(j, "", policy == POLICY_BEST ? best : not_chosen);
    journal_run(j, "", last);
    journal_run(j, "i", note_unreadable, (int64_t)(policy == POLICY_BEST));
    journal_run(j, "", note_readable);
}
