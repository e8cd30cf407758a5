// What is still to be graded: submissions that count, and have no result under the journal's condition.
#ifndef WARPBOOK_CLASS_QUEUE_H
#define WARPBOOK_CLASS_QUEUE_H

#include <sys/types.h>

#include "grader/class/checksum.h"
#include "grader/class/journal.h"

typedef struct {
    char hash[CHECKSUM_SIZE];
    pid_t worker; // who is at it, 0: nobody
    int tries;
    bool done;
} Task;

typedef struct {
    Task *tasks;
    int count;
} Queue;

// In the order of the students; equal bytes are one task.
void queue_find(Queue *queue, Journal *journal);
void queue_free(Queue *queue);

// How many submissions count at all, and how many of them have no result.
int64_t queue_chosen(Journal *journal);
int64_t queue_left(Journal *journal);

#endif
