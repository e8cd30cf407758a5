// Fuzz target: the bytes are what a student's process sends, see device_input.h. `device` serves a grader
// that has a function called twice, its work repeated, and asks for the report; or one that runs a whole
// program.
//
// Both ends' sockets are memory: the functions of grader/device/wire.c are here, in its place.
#define _GNU_SOURCE // memfd_create
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "grader/device/device.h"
#include "grader/warpsim/core/simulator.h"
#include "grader/device/serve_grader.h"
#include "grader/warpsim/core/program.h"
#include "tests/fuzz/device_input.h"
#include "tests/fuzz/fuzz.h"

enum { GRADER = 1000, STUDENT, MESSAGES_MAX = 32, LIMIT_MS = 3, BUDGET = 4000, BUFFER_BYTES = 256 };

static const char module[] =
    ".version 8.3\n.target sm_90\n.address_size 64\n"
    ".extern .func (.param .b64 r) malloc(.param .b64 a);\n.extern .func free(.param .b64 a);\n"
    ".visible .const .align 4 .b8 table[64];\n.visible .global .align 4 .u32 total;\n"
    ".visible .entry fill(.param .u64 fill_to, .param .u32 fill_count)\n{\n"
    ".reg .b32 %r<4>; .reg .b64 %x<4>; .reg .pred %p;\n"
    "ld.param.u64 %x1, [fill_to]; ld.param.u32 %r1, [fill_count]; mov.u32 %r2, %tid.x;\n"
    "setp.ge.u32 %p, %r2, %r1; @%p bra Done;\n"
    "mad.wide.u32 %x2, %r2, 4, %x1; st.global.u32 [%x2], %r2;\nDone: ret;\n}\n"
    ".visible .entry spin()\n{\nAgain: bra Again;\n}\n"
    ".visible .entry take(.param .u64 take_bytes)\n{\n.reg .b64 %x<3>;\n"
    "ld.param.u64 %x1, [take_bytes];\n{ .param .b64 a; st.param.b64 [a], %x1; .param .b64 r;\n"
    "call.uni (r), malloc, (a); ld.param.b64 %x2, [r]; }\nret;\n}\n"
    ".visible .entry give(.param .u64 give_what)\n{\n.reg .b64 %x<2>;\n"
    "ld.param.u64 %x1, [give_what];\n{ .param .b64 a; st.param.b64 [a], %x1; call.uni free, (a); "
    "}\nret;\n}\n";

// ---- The student's end

static struct {
    Input left;
    int messages;
    uint64_t answers[ANSWERS];                // the first value of each
    uint8_t bytes[sizeof(MessageHead) + 256]; // what `device` has not read yet of one message
    Input unread;
    int64_t clock_ms;
} student;

static void write_message(const InputMessage *m) {
    MessageHead head = {.call = m->call, .size = m->size, .caller = {m->shape >> SHAPE_CALLER_SHIFT & 3}};
    for (int i = 0; i < ARGUMENTS_MAX; i++) {
        head.arg[i] = m->value[i];
        if (m->kind[i] % ARGUMENT_KINDS == ARGUMENT_ANSWER)
            head.arg[i] += student.answers[m->kind[i] / ARGUMENT_KINDS % ANSWERS];
        else if (m->kind[i] % ARGUMENT_KINDS == ARGUMENT_NEGATIVE)
            head.arg[i] = 0 - head.arg[i];
    }
    memcpy(student.bytes, &head, sizeof head);
    uint8_t *payload = student.bytes + sizeof head;
    if (m->size) memcpy(payload, m->payload, m->size);
    if ((m->shape & SHAPE_ADDRESS) && m->size >= sizeof(uint64_t)) {
        const uint64_t address = student.answers[payload[0] % ANSWERS] + payload[1];
        memcpy(payload, &address, sizeof address);
    }
    student.unread = (Input){student.bytes, sizeof head + m->size};
}

// Makes the next message the unread one.
static WireState send_next(int limit_ms) {
    InputMessage m;
    if (student.messages++ == MESSAGES_MAX || !take_message(&student.left, &m)) return WIRE_CLOSED;
    if (m.call == SENT_LATE) {
        if (limit_ms < 0) return send_next(limit_ms);
        student.clock_ms += limit_ms + 1;
        return WIRE_LATE;
    }
    if (m.call == CALL_LOAD) return send_next(limit_ms); // no files: what is in them is the target objects
    if (m.call == SENT_AS_IT_IS)
        student.unread = (Input){m.payload, m.size};
    else
        write_message(&m);
    return WIRE_OK;
}

static WireState read_of_student(uint8_t *data, uint64_t size, int limit_ms) {
    if (student.unread.size == 0 && size > 0) {
        const WireState state = send_next(limit_ms);
        if (state != WIRE_OK) return state;
    }
    if (size > student.unread.size) {
        student.left.size = student.unread.size = 0;
        return WIRE_CLOSED;
    }
    if (data && size) memcpy(data, student.unread.data, size);
    student.unread.data += size, student.unread.size -= size;
    return WIRE_OK;
}

// ---- The grader's end

static struct {
    const MessageHead *script;
    int count, asked;
    bool payload_next; // the head has been read
    uint64_t buffer;
} grader;

// A payload's bytes do not matter: they are zero.
static WireState read_of_grader(uint8_t *data, size_t size) {
    if (grader.payload_next) {
        memset(data, 0, size);
    } else {
        if (grader.asked == grader.count) return WIRE_CLOSED;
        MessageHead head = grader.script[grader.asked++];
        if (head.call == GRADER_READ) head.arg[0] = grader.buffer;
        memcpy(data, &head, size);
    }
    grader.payload_next = !grader.payload_next;
    return WIRE_OK;
}

// ---- In the place of wire.c

WireState wire_read(int fd, void *data, size_t size, int limit_ms) {
    return fd == GRADER ? read_of_grader(data, size) : read_of_student(data, size, limit_ms);
}

WireState wire_skip(int fd, uint64_t size, int limit_ms) {
    (void)fd;
    return read_of_student(NULL, size, limit_ms);
}

// Looks at each byte, so that a sanitizer sees those that are not there.
WireState wire_write(int fd, const void *data, size_t size, int limit_ms) {
    static uint8_t sent[1 << 16];
    (void)fd, (void)limit_ms;
    for (size_t done = 0, part; done < size; done += part) {
        part = size - done < sizeof sent ? size - done : sizeof sent;
        memcpy(sent, (const uint8_t *)data + done, part);
    }
    return WIRE_OK;
}

WireState wire_reply(int fd, const ReplyHead *head, const void *payload, int limit_ms) {
    const bool is_buffer = fd == GRADER && grader.script[grader.asked - 1].call == GRADER_ALLOCATE;
    if (is_buffer) grader.buffer = head->value[0];
    // The student is told of the buffers.
    if (head->value[0] && (fd == STUDENT || is_buffer))
        student.answers[(is_buffer ? grader.asked : student.messages) % ANSWERS] = head->value[0];
    return wire_write(fd, payload, head->size, limit_ms);
}

int64_t wire_clock_ms(void) {
    return student.clock_ms;
}

// ---- The device

static const MessageHead of_a_lab[] = {
    {.call = GRADER_HELLO},
    {.call = GRADER_GPU},
    {.call = GRADER_ALLOCATE, .arg = {BUFFER_BYTES, 1, 4}, .size = 8},
    {.call = GRADER_ALLOCATE, .arg = {BUFFER_BYTES, 0, 4}, .size = 8},
    {.call = GRADER_CALL, .arg = {BUDGET, LIMIT_MS}, .size = sizeof(CallRequest)},
    {.call = GRADER_REPLAY},
    {.call = GRADER_READ, .arg = {0, BUFFER_BYTES}},
    {.call = GRADER_REPORT},
    {.call = GRADER_CALL, .arg = {BUDGET, LIMIT_MS}, .size = sizeof(CallRequest)},
    {.call = GRADER_REPLAY},
    {.call = GRADER_REPORT},
    {.call = GRADER_QUIT},
};
static const MessageHead of_a_program[] = {
    {.call = GRADER_HELLO},
    {.call = GRADER_RUN},
    {.call = GRADER_REPORT},
    {.call = GRADER_QUIT},
};

static void read_gpu(GpuDescription *gpu) {
    char error[500];
    if (!gpu_read_file("grader/gpus/t4.gpu", gpu, error, sizeof error)) abort();
    gpu->device.total_global_memory = 1 << 18;
    gpu->device.shared_per_sm = gpu->device.shared_per_block = gpu->device.shared_per_block_optin = 4096;
}

// The module is decoded once. Running kernels changes nothing in it.
static Program *decoded_module(const GpuDescription *gpu) {
    static Program *kept;
    char error[500];
    if (kept) return kept;
    Warpsim *s = warpsim_new(gpu, 1, false);
    if (!s || !warpsim_load(s, module, strlen(module), error, sizeof error)) abort();
    kept = s->programs[0];
    s->program_count = 0;
    warpsim_end(s);
    return kept;
}

// As warpsim_load() does: new memory for the variables. It is where it was when the module was decoded,
// since the first allocations of all simulators lie at the same addresses.
static void load_module(Warpsim *s, Program *program) {
    s->programs = malloc(sizeof *s->programs);
    if (!s->programs) abort();
    s->programs[s->program_count++] = program;
    for (int i = 0; i < program->ptx->variable_count; i++) {
        PtxVariable *v = program->ptx->variables[i];
        Allocation *a = arena_allocate(s->arena, v->size);
        if (!a) abort();
        v->user = a;
        a->initialised = true;
        a->constant = v->space == SPACE_CONST;
        snprintf(a->name, sizeof a->name, "%s", v->name);
    }
}

// As prepare_program() does, without its signal handlers.
static void make_program(Device *d) {
    d->program = 12;
    d->launch_limit = BUDGET;
    d->recording.launches_only = true;
    const int memory = memfd_create("memory", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, DEVICE_ADDRESS_END - DEVICE_ADDRESS_BASE) != 0) abort();
    warpsim_set_file(d->sim, memory);
}

static void free_device(Device *d) {
    if (d->program) close(warpsim_file(d->sim));
    recording_clear(&d->recording);
    register_cache_free(&d->registers);
    d->sim->program_count = 0; // it is kept
    warpsim_end(d->sim);
    free(d->backend), free(d->kernels), free(d->dynamic_shared), free(d->wide_clusters), free(d->arrays);
    free_streams(d);
    free(d);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static GpuDescription gpu;
    if (!gpu.id[0]) read_gpu(&gpu);
    memset(&student, 0, sizeof student);
    memset(&grader, 0, sizeof grader);
    student.left = (Input){data, size};
    const uint64_t mode = take(&student.left, 1);
    Device *d = calloc(1, sizeof *d);
    if (!d) abort();
    d->gpu = gpu;
    d->grader_fd = GRADER, d->student_fd = STUDENT;
    d->sim = warpsim_new(&gpu, 1, mode & MODE_DETAILS);
    d->backend = d->sim ? simulated_backend(d->sim) : NULL;
    if (!d->backend) abort();
    if (mode & MODE_PROGRAM) make_program(d);
    load_module(d->sim, decoded_module(&gpu));
    grader.script = mode & MODE_PROGRAM ? of_a_program : of_a_lab;
    grader.count = mode & MODE_PROGRAM ? sizeof of_a_program / sizeof(MessageHead)
                                       : sizeof of_a_lab / sizeof(MessageHead);
    while (serve_grader(d)) {
    }
    free_device(d);
    return 0;
}
