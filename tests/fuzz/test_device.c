// Fuzz target: the bytes are what a student's process sends. They go through a socket to serve_student().
//
// A message is: the call; how many arguments follow (the low 3 bits) and whether payload does (bit 7); each
// argument as a kind and bytes of it; a length and the payload. So short inputs make whole messages, and an
// argument can be an address or a handle that an earlier answer gave. Call 0 sends the rest of the input as
// it is.
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/device/device.h"
#include "tests/fuzz/fuzz.h"

enum { MESSAGES_MAX = 24, LIMIT_MS = 3, BUDGET = 20000, SOCKET_BYTES = 1 << 20, ANSWERS = 8 };
enum { ARGUMENT_BYTE, ARGUMENT_WORD, ARGUMENT_ANSWER, ARGUMENT_NEGATIVE, ARGUMENT_KINDS };

static const char module[] =
    ".version 8.3\n.target sm_90\n.address_size 64\n"
    ".visible .const .align 4 .b8 table[64];\n.visible .global .align 4 .u32 total;\n"
    ".visible .entry fill(.param .u64 fill_to, .param .u32 fill_count)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %x<4>; .reg .pred %p;\n"
    "ld.param.u64 %x1, [fill_to]; ld.param.u32 %r1, [fill_count]; mov.u32 %r2, %tid.x;\n"
    "setp.ge.u32 %p, %r2, %r1; @%p bra Done;\n"
    "mad.wide.u32 %x2, %r2, 4, %x1; st.global.u32 [%x2], %r2;\nDone: ret;\n}\n"
    ".visible .entry spin()\n{\nAgain: bra Again;\n}\n";

typedef struct {
    const uint8_t *data;
    size_t size;
} Input;

static uint64_t take(Input *in, size_t bytes) {
    uint64_t v = 0;
    if (bytes > in->size) bytes = in->size;
    memcpy(&v, in->data, bytes);
    in->data += bytes, in->size -= bytes;
    return v;
}

static uint64_t take_argument(Input *in, const uint64_t answers[ANSWERS]) {
    const uint64_t kind = take(in, 1);
    switch (kind % ARGUMENT_KINDS) {
    case ARGUMENT_BYTE: return take(in, 1);
    case ARGUMENT_WORD: return take(in, 8);
    case ARGUMENT_ANSWER: return answers[kind / ARGUMENT_KINDS % ANSWERS] + take(in, 1);
    default: return 0 - take(in, 2);
    }
}

// Writes one message. False: there is nothing left.
static bool send_message(Input *in, int fd, const uint64_t answers[ANSWERS]) {
    if (in->size == 0) return false;
    MessageHead head = {.call = (uint32_t)take(in, 1)};
    if (head.call == 0) {
        const bool sent = in->size <= SOCKET_BYTES / 4 && write(fd, in->data, in->size) == (ssize_t)in->size;
        in->size = 0;
        shutdown(fd, SHUT_WR); // what is missing will not come
        return sent;
    }
    const uint64_t shape = take(in, 1);
    for (uint64_t i = 0; i < (shape & 7); i++) head.arg[i] = take_argument(in, answers);
    head.caller[0] = shape >> 4 & 3;
    if (shape >> 7) head.size = take(in, 1);
    if (head.size > in->size) head.size = in->size;
    if (write(fd, &head, sizeof head) != sizeof head) return false;
    if (head.size && write(fd, in->data, head.size) != (ssize_t)head.size) return false;
    in->data += head.size, in->size -= head.size;
    return true;
}

// Takes what was answered off the socket, and keeps the first value of the answer's head.
static void take_answer(int fd, uint64_t *answer) {
    static uint8_t bytes[1 << 16];
    ReplyHead head;
    if (recv(fd, &head, sizeof head, MSG_DONTWAIT) != sizeof head) return;
    if (head.value[0]) *answer = head.value[0];
    while (recv(fd, bytes, sizeof bytes, MSG_DONTWAIT) > 0) {
    }
}

static void serve(Device *d, Input *in, int student) {
    uint64_t answers[ANSWERS] = {0};
    int left_ms = 1000;
    for (int i = 0; i < MESSAGES_MAX && send_message(in, student, answers); i++) {
        if (serve_student(d, LIMIT_MS, &left_ms) != SERVED) return;
        take_answer(student, &answers[i % ANSWERS]);
    }
}

static bool make_sockets(int fds[2]) {
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, fds) != 0) return false;
    const int bytes = SOCKET_BYTES;
    for (int i = 0; i < 2; i++) setsockopt(fds[i], SOL_SOCKET, SO_SNDBUF, &bytes, sizeof bytes);
    return true;
}

static void free_device(Device *d) {
    recording_clear(&d->recording);
    register_cache_free(&d->registers);
    simulator_free(d->sim);
    free(d->kernels), free(d->streams.owner), free(d->events.owner), free(d->event_times), free(d->arrays);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static GpuDescription gpu;
    char error[500];
    if (!gpu.id[0] && !gpu_read_file("grader/gpus/t4.gpu", &gpu, error, sizeof error)) abort();
    gpu.device.total_global_memory = 1 << 18;
    int fds[2];
    if (!make_sockets(fds)) return 0;
    Device *d = calloc(1, sizeof *d);
    if (!d) abort();
    d->gpu = gpu;
    d->grader_fd = -1, d->student_fd = fds[0];
    d->budget = BUDGET, d->budget_limited = true;
    d->sim = simulator_new(&gpu, 1, true);
    d->backend = d->sim ? simulated_backend(d->sim) : NULL;
    if (d->backend && simulator_load(d->sim, module, strlen(module), error, sizeof error))
        serve(d, &(Input){data, size}, fds[1]);
    size_t report_size;
    free(report_text(d, false, &report_size));
    free_device(d);
    free(d);
    close(fds[0]), close(fds[1]);
    return 0;
}
