// Requests to `device` with a deadline, and the student's output on the side.
#include "grader/session/link.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { PAYLOAD_MAX = 1 << 30 }; // larger than any report

double clock_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

bool output_drain(OutputPipe *output) {
    char spare[4096];
    if (!output->text && !(output->text = malloc(OUTPUT_LIMIT))) return false;
    while (output->fd >= 0 && !output->over_limit) {
        size_t room = OUTPUT_LIMIT - output->size;
        ssize_t got =
            read(output->fd, room ? output->text + output->size : spare, room ? room : sizeof spare);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) return true;
        if (got <= 0) return false;
        if (room)
            output->size += (size_t)got;
        else
            output->over_limit = true;
    }
    return output->fd >= 0;
}

// Waits until the socket is ready for `events`, or the link has ended.
static bool wait_ready(Link *link, short events) {
    while (link->state == LINK_OPEN) {
        double left = link->deadline - clock_seconds();
        if (left <= 0) {
            link->state = LINK_LATE;
            break;
        }
        struct pollfd fds[2] = {{link->fd, events, 0}, {link->output->fd, POLLIN, 0}};
        int ready = poll(fds, 2, left > 60 ? 60000 : (int)(left * 1000) + 1);
        if (ready < 0 && errno != EINTR) link->state = LINK_CLOSED;
        if (ready <= 0) continue;
        if (fds[1].revents && !output_drain(link->output)) {
            close(link->output->fd);
            link->output->fd = -1;
        }
        if (link->output->over_limit) link->state = LINK_OUTPUT_LIMIT;
        if (fds[0].revents) return link->state == LINK_OPEN;
    }
    return false;
}

static bool send_all(Link *link, const void *data, size_t size) {
    const char *at = data;
    while (size) {
        ssize_t sent = send(link->fd, at, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            at += sent;
            size -= (size_t)sent;
        } else if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
            if (!wait_ready(link, POLLOUT)) return false;
        } else {
            link->state = LINK_CLOSED;
            return false;
        }
    }
    return true;
}

static bool receive_all(Link *link, void *data, size_t size) {
    char *at = data;
    while (size) {
        ssize_t got = recv(link->fd, at, size, MSG_DONTWAIT);
        if (got > 0) {
            at += got;
            size -= (size_t)got;
        } else if (got < 0 && (errno == EAGAIN || errno == EINTR)) {
            if (!wait_ready(link, POLLIN)) return false;
        } else {
            link->state = LINK_CLOSED;
            return false;
        }
    }
    return true;
}

static bool nonsense(Link *link) {
    link->state = LINK_NONSENSE;
    return false;
}

// The request out, and the head of its answer in.
static bool exchange(Link *link, const MessageHead *head, const void *data, ReplyHead *reply) {
    return link->state == LINK_OPEN && send_all(link, head, sizeof *head) &&
           send_all(link, data, head->size) && receive_all(link, reply, sizeof *reply);
}

bool link_request(Link *link, MessageHead *head, const void *data, ReplyHead *reply, char **payload) {
    if (payload) *payload = NULL;
    if (!exchange(link, head, data, reply)) return false;
    if (reply->size > PAYLOAD_MAX || (reply->size && !payload)) return nonsense(link);
    if (!payload) return true;
    *payload = malloc(reply->size + 1);
    if (!*payload) return nonsense(link);
    (*payload)[reply->size] = 0;
    if (receive_all(link, *payload, reply->size)) return true;
    free(*payload);
    *payload = NULL;
    return false;
}

bool link_request_into(Link *link, const MessageHead *head, ReplyHead *reply, void *to, size_t size) {
    if (!exchange(link, head, NULL, reply)) return false;
    if (reply->size > size) return nonsense(link);
    return receive_all(link, to, reply->size);
}
