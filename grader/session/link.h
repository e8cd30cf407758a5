// The grader's end of the socket to `device`: one request, one answer, under a deadline.
//
// While it waits it also empties the pipe that carries the student's output, so that a full pipe never looks
// like a hanging submission.
#ifndef WARPBOOK_LINK_H
#define WARPBOOK_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "grader/contract/protocol.h"

enum { OUTPUT_LIMIT = 1 << 20 };

// What the student's process wrote.
typedef struct {
    int fd; // read end, non-blocking; -1 once it is closed
    char *text;
    size_t size;
    bool over_limit; // it wrote more than OUTPUT_LIMIT; the rest is dropped
} OutputPipe;

typedef enum { LINK_OPEN, LINK_CLOSED, LINK_LATE, LINK_NONSENSE, LINK_OUTPUT_LIMIT } LinkState;

typedef struct {
    int fd;          // non-blocking
    double deadline; // on clock_seconds()
    LinkState state; // anything but LINK_OPEN is final
    OutputPipe *output;
} Link;

double clock_seconds(void);

// Sends a request and waits for its answer. *payload (may be NULL: an answer of more than 0 bytes is
// nonsense) is malloc'ed, NUL-terminated and the caller's. False when the link has ended, see link->state.
bool link_request(Link *link, MessageHead *head, const void *data, ReplyHead *reply, char **payload);

// The same where the answer is `size` bytes at most, which go to `to`.
bool link_request_into(Link *link, const MessageHead *head, ReplyHead *reply, void *to, size_t size);

// Reads what is in the pipe now. Returns false at the end of it.
bool output_drain(OutputPipe *output);

#endif
