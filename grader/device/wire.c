// Whole messages over a stream socket.
#include "grader/device/wire.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <time.h>

int64_t wire_clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

// When a limit that starts now is over; negative: never.
static int64_t deadline_of(int limit_ms) {
    return limit_ms < 0 ? -1 : wire_clock_ms() + limit_ms;
}

static WireState wait_for(int fd, short events, int64_t deadline) {
    struct pollfd p = {.fd = fd, .events = events};
    for (;;) {
        const int64_t left = deadline < 0 ? -1 : deadline - wire_clock_ms();
        if (deadline >= 0 && left < 0) return WIRE_LATE;
        const int n = poll(&p, 1, (int)left);
        if (n > 0) return WIRE_OK;
        if (n == 0) return WIRE_LATE;
        if (errno != EINTR) return WIRE_CLOSED;
    }
}

WireState wire_read(int fd, void *data, size_t size, int limit_ms) {
    const int64_t deadline = deadline_of(limit_ms);
    char *at = data;
    while (size) {
        const WireState state = wait_for(fd, POLLIN, deadline);
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
    const int64_t deadline = deadline_of(limit_ms);
    char room[1 << 16];
    while (size) {
        const size_t piece = size < sizeof room ? (size_t)size : sizeof room;
        const int64_t left = deadline < 0 ? -1 : deadline - wire_clock_ms();
        const WireState state = deadline >= 0 && left < 0 ? WIRE_LATE : wire_read(fd, room, piece, (int)left);
        if (state != WIRE_OK) return state;
        size -= piece;
    }
    return WIRE_OK;
}

WireState wire_write(int fd, const void *data, size_t size, int limit_ms) {
    const int64_t deadline = deadline_of(limit_ms);
    const char *at = data;
    while (size) {
        const WireState state = wait_for(fd, POLLOUT, deadline);
        if (state != WIRE_OK) return state;
        const ssize_t sent = send(fd, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (sent <= 0) return WIRE_CLOSED;
        at += sent;
        size -= (size_t)sent;
    }
    return WIRE_OK;
}

WireState wire_reply(int fd, const ReplyHead *head, const void *payload, int limit_ms) {
    const WireState state = wire_write(fd, head, sizeof *head, limit_ms);
    return state == WIRE_OK && head->size ? wire_write(fd, payload, head->size, limit_ms) : state;
}
