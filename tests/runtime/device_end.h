// The device's end of the student's socket, played by a test: messages are read one by one and answered by
// hand.
#ifndef WARPBOOK_TESTS_DEVICE_END_H
#define WARPBOOK_TESTS_DEVICE_END_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/contract/protocol.h"

typedef struct {
    MessageHead head;
    char *payload; // head.size bytes and a NUL; to be freed
} Message;

static inline bool read_fully(int fd, void *to, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t got = read(fd, (char *)to + done, size - done);
        if (got <= 0) return false;
        done += (size_t)got;
    }
    return true;
}

static inline bool write_fully(int fd, const void *from, size_t size) {
    for (size_t done = 0; done < size;) {
        ssize_t sent = write(fd, (const char *)from + done, size - done);
        if (sent <= 0) return false;
        done += (size_t)sent;
    }
    return true;
}

// Reads one message. At the end of the stream head.call is 0.
static inline Message next_message(int fd) {
    Message message = {0};
    if (!read_fully(fd, &message.head, sizeof message.head)) return (Message){0};
    message.payload = calloc(1, message.head.size + 1);
    if (!message.payload || !read_fully(fd, message.payload, message.head.size)) message.head.call = 0;
    return message;
}

static inline void send_reply(int fd, ReplyHead reply, const void *payload, size_t size) {
    reply.size = size;
    write_fully(fd, &reply, sizeof reply);
    write_fully(fd, payload, size);
}

#endif
