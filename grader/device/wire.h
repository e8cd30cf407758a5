// Whole messages over a stream socket, with a time limit.
#ifndef WARPBOOK_WIRE_H
#define WARPBOOK_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/device/protocol.h"

typedef enum { WIRE_OK, WIRE_CLOSED, WIRE_LATE } WireState;

// Reads exactly `size` bytes. `limit_ms` bounds the wait for each piece; negative: no limit.
WireState wire_read(int fd, void *data, size_t size, int limit_ms);

// Reads and throws away.
WireState wire_skip(int fd, uint64_t size, int limit_ms);

WireState wire_write(int fd, const void *data, size_t size, int limit_ms);

// A reply with its payload.
WireState wire_reply(int fd, const ReplyHead *head, const void *payload);

#endif
