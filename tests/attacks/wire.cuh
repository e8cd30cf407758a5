// The messages of grader/contract/protocol.h as an attacker would write them down, and the bare socket. The compiler's
// jail shows no header of the grader; tests/contract/test_wire_copy.c holds this copy against the original.
#ifndef TESTS_ATTACKS_WIRE_CUH
#define TESTS_ATTACKS_WIRE_CUH

#include <poll.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { SOCKET = 3 };

typedef struct {
    uint32_t call, device;
    uint64_t size, stream;
    uint32_t thread, waits;
    uint64_t arg[8], caller[6];
} Head;

typedef struct {
    uint32_t error, unused;
    uint64_t size, value[4];
} Reply;

// Numbers of the messages that are sent by name, and the first and the last of the student's.
enum {
    HELLO = 1,
    RESET = 6,
    SYNCHRONIZE = 7,
    MALLOC = 8,
    WRITE = 12,
    READ = 13,
    RETURNED = 35,
    HOST_FAULT = 36,
    LOAD = 39,
    ALLOCATE_SHARED = 40,
    SHARE_VARIABLE = 41,
    OWNER = 53
};

static inline void send_bytes(const void *data, size_t size) {
    const char *at = (const char *)data;
    while (size) {
        ssize_t sent = send(SOCKET, at, size, MSG_NOSIGNAL);
        if (sent <= 0) return;
        at += sent;
        size -= (size_t)sent;
    }
}

static inline void receive_bytes(void *data, size_t size) {
    char *at = (char *)data;
    while (size) {
        ssize_t got = recv(SOCKET, at, size, 0);
        if (got <= 0) return;
        at += got;
        size -= (size_t)got;
    }
}

// One request and its answer; the answer's payload is thrown away.
static inline Reply ask(Head head, const void *payload) {
    Reply reply = {};
    char spare[4096];
    send_bytes(&head, sizeof head);
    if (head.size) send_bytes(payload, head.size);
    receive_bytes(&reply, sizeof reply);
    for (uint64_t left = reply.size; left;) {
        uint64_t part = left < sizeof spare ? left : sizeof spare;
        receive_bytes(spare, part);
        left -= part;
    }
    return reply;
}

#endif
