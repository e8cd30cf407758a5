// A thread that plays the device for tests of our libcudart: it notes each message and answers with what the
// test has laid out.
//
// The library looks for its socket when it is loaded, so the program first starts itself again with a socket
// in place.
#ifndef TESTS_RUNTIME_PLAYED_DEVICE_H
#define TESTS_RUNTIME_PLAYED_DEVICE_H

#include <cuda_runtime_api.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/socket.h>

#include "tests/check.h"
#include "tests/runtime/device_end.h"

enum { DEVICE_FD = 4, NOTES = 256, ANSWERS = 16 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Message notes[NOTES]; // the messages of the running test, oldest first
static int note_count;
static struct {
    ReplyHead reply;
    const void *payload;
    size_t size;
} answers[ANSWERS]; // for the next messages; after them, success with nothing
static int answer_count, answers_used;
static Message hello;

static void note(Message message) {
    pthread_mutex_lock(&lock);
    if (note_count < NOTES)
        notes[note_count++] = message;
    else
        free(message.payload);
    pthread_mutex_unlock(&lock);
}

static void *play_device(void *unused) {
    (void)unused;
    for (;;) {
        Message message = next_message(DEVICE_FD);
        if (message.head.call == 0) return NULL;
        if (message.head.call == CALL_HELLO) {
            free(hello.payload);
            hello = message;
            send_reply(DEVICE_FD, (ReplyHead){0}, NULL, 0);
            continue;
        }
        note(message);
        if (answers_used < answer_count) {
            int i = answers_used++;
            send_reply(DEVICE_FD, answers[i].reply, answers[i].payload, answers[i].size);
        } else {
            send_reply(DEVICE_FD, (ReplyHead){0}, NULL, 0);
        }
    }
}

__attribute__((constructor(101))) static void start_with_socket(void) {
    char path[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length > 0) path[length] = '\0';
    if (!getenv("WARPBOOK_TEST_SOCKET")) {
        int ends[2];
        socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
        int device = fcntl(ends[1], F_DUPFD, 10);
        dup2(ends[0], STUDENT_SOCKET_FD);
        dup2(device, DEVICE_FD);
        setenv("WARPBOOK_TEST_SOCKET", "1", 1);
        char *const argv[] = {path, NULL};
        execv(path, argv);
        abort();
    }
    pthread_t device;
    pthread_create(&device, NULL, play_device, NULL);
    pthread_detach(device);
}

// A test begins here: nothing noted, nothing laid out, no error left over.
static void begin(void) {
    cudaDeviceReset();
    for (int i = 0; i < note_count; i++) free(notes[i].payload);
    note_count = answer_count = answers_used = 0;
}

static inline void lay_out_payload(ReplyHead reply, const void *payload, size_t size) {
    answers[answer_count].reply = reply;
    answers[answer_count].payload = payload;
    answers[answer_count++].size = size;
}

static inline void lay_out(uint32_t error, uint64_t value0, uint64_t value1) {
    lay_out_payload((ReplyHead){.error = error, .value = {value0, value1}}, NULL, 0);
}

static inline const MessageHead *last(void) {
    static const MessageHead nothing;
    return note_count ? &notes[note_count - 1].head : &nothing;
}

static inline const char *last_payload(void) {
    return note_count ? notes[note_count - 1].payload : "";
}

#define CHECK_MESSAGE(expected_call, ...)                                                                    \
    do {                                                                                                     \
        const uint64_t arg_[] = {__VA_ARGS__};                                                               \
        CHECK_EQ(last()->call, expected_call);                                                               \
        for (size_t i_ = 0; i_ < sizeof arg_ / sizeof *arg_; i_++) CHECK_EQ(last()->arg[i_], arg_[i_]);      \
    } while (0)

static inline void *device_pointer(uint64_t offset) {
    return (void *)(uintptr_t)(DEVICE_ADDRESS_BASE + offset);
}
#define DEVICE(offset) (DEVICE_ADDRESS_BASE + (offset))

// What nvcc makes a program call when it starts and ends.
void **__cudaRegisterFatBinary(void *);
void __cudaUnregisterFatBinary(void **);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, uint3 *, uint3 *, dim3 *,
                            dim3 *, int *);

#endif
