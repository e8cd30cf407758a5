// Asks the journal what is to be graded.
#include "grader/class/queue.h"

#include <stdio.h>
#include <stdlib.h>

#include "grader/class/stop.h"

#define WITHOUT_RESULT                                                                                          \
    "hash IS NOT NULL AND chosen AND NOT EXISTS (SELECT 1 FROM results WHERE results.hash = hand_ins.hash AND " \
    "results.condition = ?1)"

void queue_find(Queue *queue, Journal *j) {
    *queue = (Queue){0};
    sqlite3_stmt *query =
        journal_query(j, "i",
                      "SELECT hash, min(position) AS first FROM hand_ins JOIN students ON key = student "
                      "WHERE " WITHOUT_RESULT " GROUP BY hash ORDER BY first, hash",
                      j->condition);
    while (journal_step(query)) {
        queue->tasks = more_memory(queue->tasks, (size_t)queue->count + 1, sizeof *queue->tasks);
        Task *task = &queue->tasks[queue->count++];
        *task = (Task){0};
        snprintf(task->hash, sizeof task->hash, "%s", journal_text(query, 0));
    }
    sqlite3_finalize(query);
}

void queue_free(Queue *queue) {
    free(queue->tasks);
    *queue = (Queue){0};
}

int64_t queue_chosen(Journal *j) {
    return journal_number(j, "",
                          "SELECT count(DISTINCT hash) FROM hand_ins WHERE chosen AND hash IS NOT NULL");
}

int64_t queue_left(Journal *j) {
    return journal_number(j, "i", "SELECT count(DISTINCT hash) FROM hand_ins WHERE " WITHOUT_RESULT,
                          j->condition);
}
