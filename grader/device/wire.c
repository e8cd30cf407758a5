// Whole messages over a stream socket.
#include "grader/device/wire.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>

static WireState wait_for(int fd, short events, int limit_ms) {
    struct pollfd p = {.fd = fd, .events = events};
    for (;;) {
        const int n = poll(&p, 1, limit_ms);
        if (n > 0) return WIRE_OK;
        if (n == 0) return WIRE_LATE;
        if (errno != EINTR) return WIRE_CLOSED;
    }
}

WireState wire_read(int fd, void *data, size_t size, int limit_ms) {
    char *at = data;
    while (size) {
        const WireState state = wait_for(fd, POLLIN, limit_ms);
        if (state != WIRE_OK) return state;
        const ssize_t got = recv(fd, at, size, 0);
        if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (got <= 0) return WIRE_CLOSED;
        at += got;
        size -= (size_t)got;
    }
    return WIRE_OK;
}

WireState wire_skip(int fd, uint64_t size, int limit_ms) {
    char room[4096];
    while (size) {
        const size_t piece = size < sizeof room ? (size_t)size : sizeof room;
        const WireState state = wire_read(fd, room, piece, limit_ms);
        if (state != WIRE_OK) return state;
        size -= piece;
    }
    return WIRE_OK;
}

WireState wire_write(int fd, const void *data, size_t size, int limit_ms) {
    const char *at = data;
    while (size) {
        const WireState state = wait_for(fd, POLLOUT, limit_ms);
        if (state != WIRE_OK) return state;
        const ssize_t sent = send(fd, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent <= 0) return WIRE_CLOSED;
        at += sent;
        size -= (size_t)sent;
    }
    return WIRE_OK;
}

WireState wire_reply(int fd, const ReplyHead *head, const void *payload) {
    const int limit_ms = 30000; // a side that does not read its answers is dead
    const WireState state = wire_write(fd, head, sizeof *head, limit_ms);
    return state == WIRE_OK && head->size ? wire_write(fd, payload, head->size, limit_ms) : state;
}
