// Whole messages over a stream socket, with a time limit.
#ifndef WARPBOOK_WIRE_H
#define WARPBOOK_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/contract/protocol.h"

typedef enum { WIRE_OK, WIRE_CLOSED, WIRE_LATE } WireState;

// Reads exactly `size` bytes. `limit_ms` is for all of them; negative: no limit.
WireState wire_read(int fd, void *data, size_t size, int limit_ms);

// Reads and throws away.
WireState wire_skip(int fd, uint64_t size, int limit_ms);

WireState wire_write(int fd, const void *data, size_t size, int limit_ms);

// A reply with its payload.
WireState wire_reply(int fd, const ReplyHead *head, const void *payload, int limit_ms);

// Milliseconds on a clock that only goes forward.
int64_t wire_clock_ms(void);

#endif
