// What a finding says is a fact of it at the grader too: one program for each, through the report and its parser.
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/device/device.h"
#include "tests/check.h"
#include "tests/device/arrived.h"
#include "tests/device/device_of.h"

enum { ELEMENTS = 100, BUDGET = 3000000 };

// Its memory of ELEMENTS floats is `in` to the kernels, and their only parameter.
typedef struct {
    Device *d;
    WarpsimAllocation *in;
    Arrived arrived;
} Bench;

static Bench new_bench(void) {
    Device *d = device_h200();
    Bench b = {.d = d, .in = warpsim_allocate(d->sim, 4 * ELEMENTS)};
    if (!b.in) abort();
    snprintf(b.in->parameter, sizeof b.in->parameter, "in");
    b.in->element = 4;
    b.in->initialised = b.in->tracked = true;
    return b;
}

static void load(Bench *b, const char *body) {
    char text[3000], error[400];
    snprintf(text, sizeof text,
             ".version 8.0\n.target sm_90\n.address_size 64\n.const .align 4 .b32 constant;\n"
             ".visible .entry k(.param .u64 in) {\n.reg .pred %%p<4>; .reg .b32 %%r<8>; .reg .b64 %%x<4>;\n"
             ".shared .align 8 .b8 s[64]; .local .align 8 .b8 l[16];\n"
             "ld.param.u64 %%x0, [in]; mov.u32 %%r0, %%tid.x; mov.u32 %%r3, %%tid.y;\n%s\nend: ret;\n}\n",
             body);
    if (!warpsim_load(b->d->sim, text, strlen(text), error, sizeof error))
        check_fail_format(__FILE__, __LINE__, "%s", error);
}

static void take_report(Bench *b) {
    size_t size;
    char *text = report_text(b->d, false, false, &size);
    if (!text) abort();
    b->arrived = arrived(text, size);
    free(text);
}

static Bench run_in(const char *body, const uint32_t grid[3], const uint32_t block[3]) {
    Bench b = new_bench();
    load(&b, body);
    const WarpsimLaunch launch = {.kernel = "k",
                                  .grid = {grid[0], grid[1], grid[2]},
                                  .block = {block[0], block[1], block[2]},
                                  .params = (const uint8_t *)&b.in->base,
                                  .param_size = 8,
                                  .budget = BUDGET};
    warpsim_launch(b.d->sim, &launch);
    take_report(&b);
    return b;
}

static Bench run(const char *body, uint32_t threads) {
    return run_in(body, (const uint32_t[]){1, 1, 1}, (const uint32_t[]){threads, 1, 1});
}

static void free_bench(Bench *b) {
    free_device(b->d);
}

static void expect_facts(const Arrived *a, const char *check, unsigned facts) {
    if (strcmp(a->check, check) || a->facts != facts)
        check_fail_format(__FILE__, __LINE__, "%s, facts 0x%x in place of %s, 0x%x: %s", a->check, a->facts,
                          check, facts, a->message);
}

// The only finding. `room` 0: neither that nor `at` is known.
static void expect(Bench *b, const char *check, unsigned facts, long bytes, long at, long room) {
    const Arrived *a = &b->arrived;
    CHECK_EQ(a->findings, 1);
    expect_facts(a, check, facts);
    CHECK_EQ(a->bytes, bytes);
    CHECK_EQ(a->at, at);
    CHECK_EQ(a->room, room);
    free_bench(b);
}

#define EXPECT_ACCESS(body, threads, check, facts, bytes, at, room)                                          \
    do {                                                                                                     \
        Bench b_ = run(body, threads);                                                                       \
        expect(&b_, check, facts, bytes, at, room);                                                          \
    } while (0)

TEST(outside_of_an_array_of_the_graders) {
    EXPECT_ACCESS("ld.global.u32 %r1, [%x0+400]; st.global.u32 [%x0], %r1;", 1, "out-of-bounds",
                  FOUND_GLOBAL | FOUND_PAST_END, 4, 100, ELEMENTS);
    EXPECT_ACCESS("st.global.u32 [%x0+-8], %r0;", 1, "out-of-bounds",
                  FOUND_GLOBAL | FOUND_BEFORE_START | FOUND_WRITES, 4, -2, ELEMENTS);
    // No whole element of the array: which one is not known.
    EXPECT_ACCESS("st.global.u64 [%x0+400], %x0;", 1, "out-of-bounds",
                  FOUND_GLOBAL | FOUND_PAST_END | FOUND_WRITES, 8, 0, 0);
    EXPECT_ACCESS("st.global.u64 [%x0+396], %x0;", 1, "out-of-bounds",
                  FOUND_GLOBAL | FOUND_PAST_END | FOUND_WRITES, 8, 0, 0);
    EXPECT_ACCESS("ld.global.u64 %x1, [%x0+-8]; st.global.u64 [%x0], %x1;", 1, "out-of-bounds",
                  FOUND_GLOBAL | FOUND_BEFORE_START, 8, 0, 0);
}

TEST(pointers_that_lead_nowhere) {
    EXPECT_ACCESS("mov.u64 %x1, 12; st.global.u32 [%x1], %r0;", 1, "out-of-bounds",
                  FOUND_GLOBAL | FOUND_NULL_POINTER | FOUND_WRITES, 4, 0, 0);
    EXPECT_ACCESS("mov.u64 %x1, 0x7f0000001000; st.global.u32 [%x1], %r0;", 1, "out-of-bounds",
                  FOUND_GLOBAL | FOUND_NOT_DEVICE | FOUND_WRITES, 4, 0, 0);
}

TEST(memory_that_was_given_back) {
    Bench b = new_bench();
    load(&b, "st.global.u32 [%x0], %r0;");
    const uint64_t base = b.in->base;
    const WarpsimLaunch launch = {.kernel = "k",
                                  .grid = {1, 1, 1},
                                  .block = {1, 1, 1},
                                  .params = (const uint8_t *)&base,
                                  .param_size = 8};
    warpsim_free(b.d->sim, base);
    warpsim_launch(b.d->sim, &launch);
    take_report(&b);
    expect(&b, "out-of-bounds", FOUND_GLOBAL | FOUND_FREED | FOUND_WRITES, 4, 0, 0);
}

TEST(shared_memory) {
    EXPECT_ACCESS("mov.u32 %r1, s; add.u32 %r1, %r1, 64; st.shared.u32 [%r1], %r0;", 1, "out-of-bounds",
                  FOUND_SHARED | FOUND_PAST_END | FOUND_WRITES, 4, 64, 64);
    EXPECT_ACCESS("mov.u32 %r1, s; sub.u32 %r1, %r1, 8; st.shared.u32 [%r1], %r0;", 1, "out-of-bounds",
                  FOUND_SHARED | FOUND_BEFORE_START | FOUND_WRITES, 4, -8, 64);
    EXPECT_ACCESS(".shared .align 8 .b8 t[64]; st.shared.u32 [t], %r0; st.shared.u32 [s], %r0;\n"
                  "mov.u32 %r1, s; st.shared.u32 [%r1+64], %r0;",
                  1, "out-of-bounds", FOUND_SHARED | FOUND_OTHER_ARRAY | FOUND_WRITES, 4, 0, 0);
    EXPECT_ACCESS("mov.u32 %r1, s; mapa.shared::cluster.u32 %r2, %r1, 5;", 1, "out-of-bounds",
                  FOUND_SHARED | FOUND_OTHER_BLOCK, 0, 0, 0);
}

TEST(other_memory) {
    EXPECT_ACCESS("mov.u64 %x1, l; add.u64 %x1, %x1, 16; st.local.u32 [%x1], %r0;", 1, "out-of-bounds",
                  FOUND_LOCAL | FOUND_WRITES, 4, 0, 0);
    EXPECT_ACCESS("mov.u64 %x1, constant; cvta.const.u64 %x1, %x1; st.u32 [%x1], %r0;", 1, "out-of-bounds",
                  FOUND_CONSTANT | FOUND_WRITES, 0, 0, 0);
}

TEST(misaligned) {
    EXPECT_ACCESS("ld.global.v2.u32 {%r1, %r2}, [%x0+4]; st.global.u32 [%x0], %r1;", 1, "misaligned",
                  FOUND_GLOBAL, 8, 1, ELEMENTS);
    EXPECT_ACCESS("st.shared.u32 [s+2], %r0;", 1, "misaligned", FOUND_SHARED | FOUND_WRITES, 4, 2, 64);
}

TEST(races) {
    EXPECT_ACCESS("st.global.u32 [%x0], %r0;", 64, "race", FOUND_GLOBAL | FOUND_WRITES | FOUND_OTHER_WRITES,
                  0, 0, 0);
    EXPECT_ACCESS("st.shared.u32 [s], %r0;", 64, "race", FOUND_SHARED | FOUND_WRITES | FOUND_OTHER_WRITES, 0,
                  0, 0);
    EXPECT_ACCESS("setp.eq.u32 %p0, %r0, 0; @%p0 st.shared.u32 [s], %r0; setp.ge.u32 %p1, %r0, 32;\n"
                  "@%p1 ld.shared.u32 %r1, [s]; @%p1 st.global.u32 [%x0], 1;",
                  33, "race", FOUND_SHARED | FOUND_OTHER_WRITES, 0, 0, 0);
}

// The thread that does not come, in a block of 8 x 4.
static void expect_absent(const char *body, unsigned facts, const long thread[3]) {
    Bench b = run_in(body, (const uint32_t[]){2, 1, 1}, (const uint32_t[]){8, 4, 1});
    CHECK_EQ(b.arrived.findings, 1);
    expect_facts(&b.arrived, "barrier", facts);
    CHECK(b.arrived.has_absent);
    for (int i = 0; i < 3; i++) CHECK_EQ(b.arrived.absent[i], thread[i]);
    free_bench(&b);
}

TEST(threads_that_do_not_come) {
    static const char *const first_row = "setp.lt.u32 %p0, %r3, 1; @!%p0 bra over;\n";
    char body[400];
    snprintf(body, sizeof body, "%sbar.sync 0;\nover: bar.sync 0;", first_row);
    expect_absent(body, 0, (const long[]){0, 1, 0});
    snprintf(body, sizeof body, "%sbar.warp.sync -1;\nover: bar.sync 0;", first_row);
    expect_absent(body, 0, (const long[]){0, 1, 0});
    snprintf(body, sizeof body, "%sshfl.sync.down.b32 %%r1, %%r0, 8, 31, -1;\nover: bar.sync 0;", first_row);
    expect_absent(body, FOUND_LANES, (const long[]){0, 1, 0});
}

// Not allowed by CUDA's rules and carried out all the same: no findings.
static void expect_departure(const char *body, unsigned facts) {
    Bench b = run(body, 64);
    CHECK_EQ(b.arrived.findings, 0);
    CHECK_EQ(b.arrived.departures, 1);
    expect_facts(&b.arrived, "barrier", facts);
    free_bench(&b);
}

TEST(departures) {
    expect_departure("setp.lt.u32 %p0, %r0, 32; @%p0 bra one; bar.sync 0; bra.uni end; one: bar.sync 0;",
                     FOUND_OTHER_BARRIER);
    expect_departure("setp.lt.u32 %p0, %r0, 40; @!%p0 bra end; vote.sync.ballot.b32 %r1, %p0, -1;",
                     FOUND_LANES);
}

TEST(blocks_that_end) {
    Bench b =
        run_in("mov.u32 %r1, 0; again: add.u32 %r1, %r1, 1; setp.lt.u32 %p1, %r1, 1000; @%p1 bra again;",
               (const uint32_t[]){256, 1, 1}, (const uint32_t[]){64, 1, 1});
    expect(&b, "timeout", FOUND_BLOCKS_END, 0, 0, 0);
    b = run("again: bra again;", 64);
    expect(&b, "timeout", 0, 0, 0, 0);
}

static int call(Bench *b, int (*carry_out)(Device *, Call *), const MessageHead *head) {
    ReplyHead reply = {0};
    Call c = {.head = head, .payload = (const uint8_t *)"", .reply = &reply};
    const int error = carry_out(b->d, &c);
    free(c.answer);
    take_report(b);
    return error;
}

static void expect_refused(const uint32_t grid[3], const uint32_t block[3], uint64_t shared, unsigned facts) {
    Bench b = new_bench();
    load(&b, "");
    const WarpsimKernel *kernels[] = {warpsim_kernel(b.d->sim, WARPSIM_ANY, "k")};
    b.d->kernels = kernels;
    b.d->kernel_count = 1;
    b.d->dynamic_shared = (uint64_t[]){0};
    b.d->wide_clusters = (bool[]){false};
    const MessageHead head = {
        .call = CALL_LAUNCH,
        .arg = {1, grid[0] | (uint64_t)grid[1] << 32, grid[2] | (uint64_t)block[0] << 32,
                block[1] | (uint64_t)block[2] << 32, shared},
    };
    CHECK(call(&b, call_launch, &head) != 0);
    expect(&b, "launch", FOUND_REFUSED | facts, 0, 0, 0);
}

TEST(refused_launches) {
    static const uint32_t one[3] = {1, 1, 1}, no_blocks[3] = {0, 1, 1}, too_many[3] = {1, 70000, 1},
                          no_threads[3] = {32, 0, 1}, too_deep[3] = {1, 1, 128}, large[3] = {64, 32, 1};
    expect_refused(no_blocks, one, 0, FOUND_GRID | FOUND_EMPTY | FOUND_ALONG_X);
    expect_refused(too_many, one, 0, FOUND_GRID | FOUND_ALONG_Y);
    expect_refused(one, no_threads, 0, FOUND_BLOCK | FOUND_EMPTY | FOUND_ALONG_Y);
    expect_refused(one, too_deep, 0, FOUND_BLOCK | FOUND_ALONG_Z);
    expect_refused(one, large, 0, FOUND_BLOCK);
    expect_refused(one, one, 1 << 20, 0);
}

static void expect_bad_fill(uint64_t address, bool freed, unsigned facts) {
    Bench b = new_bench();
    if (!address) address = b.in->base;
    if (freed) warpsim_free(b.d->sim, b.in->base);
    const MessageHead head = {.call = CALL_FILL, .arg = {address == 1 ? 0 : address, 0, 4 * ELEMENTS + 4}};
    CHECK(call(&b, call_memory, &head) != 0);
    expect(&b, "out-of-bounds", FOUND_GLOBAL | facts, 0, 0, 0);
}

TEST(calls_of_the_host) {
    expect_bad_fill(1, false, FOUND_NOT_DEVICE | FOUND_NULL_POINTER);
    expect_bad_fill(0x1000, false, FOUND_NOT_DEVICE);
    expect_bad_fill(0, true, FOUND_FREED);
    expect_bad_fill(0, false, 0);
}

// The student's end sees null pointers of the host.
static void expect_misuse(uint64_t null_pointer, unsigned facts) {
    static const char sentence[] = "cudaMalloc was given something.";
    const MessageHead head = {
        .call = CALL_MISUSE, .size = sizeof sentence - 1, .arg = {cudaErrorInvalidValue, null_pointer}};
    Bench b = new_bench();
    int ends[2], left_ms = 1000;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) abort();
    b.d->student_fd = ends[0];
    CHECK_EQ(write(ends[1], &head, sizeof head), (long)sizeof head);
    CHECK_EQ(write(ends[1], sentence, head.size), (long)head.size);
    CHECK_EQ(serve_student(b.d, 1000, &left_ms), SERVED);
    close(ends[0]), close(ends[1]);
    take_report(&b);
    expect(&b, "launch", facts, 0, 0, 0);
}

TEST(null_pointers_of_the_host) {
    expect_misuse(1, FOUND_NULL_POINTER);
    expect_misuse(0, 0);
    expect_misuse(~0ull, 0);
}

// As on a GPU, which says where it found bytes that are not as they were.
static const WarpsimAllocation *beside;
static int64_t changed_at;

static int changed_bytes(Backend *backend, OutsideWrite *list, int most) {
    (void)backend, (void)most;
    list[0] = (OutsideWrite){.beside = beside, .offset = changed_at, .bytes = 4};
    return 1;
}

static void expect_changed(int64_t at, unsigned facts) {
    Bench b = new_bench();
    b.d->backend->outside_writes = changed_bytes;
    beside = b.in, changed_at = at;
    note_outside_writes(b.d);
    take_report(&b);
    expect(&b, "out-of-bounds", FOUND_GLOBAL | FOUND_WRITES | facts, 0, 0, 0);
}

TEST(writes_that_a_gpu_has_found) {
    expect_changed(4 * ELEMENTS, FOUND_PAST_END);
    expect_changed(-8, FOUND_BEFORE_START);
}

CHECK_MAIN()
