// One case with a false `device` and a false student, which are this same program started with their
// arguments.
//
// The name of the GPU says what the false device does, the name of the entry what the false student does.
#include "grader/lab/reference.h"
#include "grader/contract/run_status.h"
#include "grader/session/session.h"
#include "tests/check.h"

#include <limits.h>
#include <math.h>
#include <signal.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { BUFFERS_MAX = 4, BUFFER_BYTES = 1 << 16 };

// ---- The false student: it does at once what its name says. ----

static void false_student(const char *what) {
    if (strstr(what, "prints")) dprintf(STDERR_FILENO, "hello");
    if (strstr(what, "exits")) _exit(3);
    if (strstr(what, "crashes")) {
        signal(SIGSEGV, SIG_DFL); // a sanitizer would make it an exit
        raise(SIGSEGV);
    }
    if (strstr(what, "spins"))
        for (volatile unsigned i = 0;; i++) {
        }
    if (strstr(what, "spams"))
        for (char line[4096] = "spam";;)
            if (write(STDOUT_FILENO, line, sizeof line) < 0) _exit(1);
    char byte;
    while (read(STUDENT_SOCKET_FD, &byte, 1) > 0) {
    }
    _exit(0);
}

// ---- The false device. ----

static int grader_fd, student_fd;

static void get(void *to, size_t size) {
    for (char *at = to; size;) {
        ssize_t got = read(grader_fd, at, size);
        if (got <= 0) _exit(0);
        at += got;
        size -= (size_t)got;
    }
}

static void answer(uint32_t error, uint64_t value, const void *payload, size_t size) {
    ReplyHead reply = {.error = error, .size = size, .value = {value}};
    if (write(grader_fd, &reply, sizeof reply) < 0) _exit(1);
    for (const char *at = payload; size;) {
        ssize_t sent = write(grader_fd, at, size);
        if (sent <= 0) _exit(1);
        at += sent;
        size -= (size_t)sent;
    }
}

// Waits for the end of the student's process, as the real one does while it serves a call.
static void wait_for_student(void) {
    char byte;
    while (read(student_fd, &byte, 1) > 0) {
    }
}

static void false_device(const char *what) {
    static char memory[BUFFERS_MAX][BUFFER_BYTES], payload[BUFFER_BYTES];
    static const char report[] =
        "work\tlaunches=1\tcopies=0\treads_back=0\nkernel\tname=k\tlaunches=1\tbarriers=5\n";
    static const char with_occupancy[] =
        "work\tlaunches=1\nkernel\tname=k\tlaunches=1\ttheoretical_occupancy_percent=75\n";
    static DeviceDescription gpu = {.sm_count = 132, .driver_version = 13000};
    memset(gpu.name, 'x', sizeof gpu.name); // a name without an end
    uint64_t buffers = 0;
    bool called = false;
    for (MessageHead head;;) {
        get(&head, sizeof head);
        get(payload, head.size);
        uint64_t i = head.arg[0] / BUFFER_BYTES % BUFFERS_MAX;
        switch (head.call) {
        case GRADER_HELLO:
            if (!strcmp(what, "refuses"))
                answer(1, 0, "no PTX in it", 12);
            else
                answer(0, 0, "False GPU", 9);
            break;
        case GRADER_GPU:
            if (!strcmp(what, "has-no-gpu"))
                answer(1, 0, NULL, 0);
            else if (!strcmp(what, "has-half-a-gpu"))
                answer(0, 0, &gpu, sizeof gpu / 2);
            else
                answer(0, 0, &gpu, sizeof gpu);
            break;
        case GRADER_ALLOCATE: answer(0, buffers++ * BUFFER_BYTES, NULL, 0); break;
        case GRADER_WRITE:
            if (!strcmp(what, called ? "takes-no-more" : "takes-nothing")) {
                answer(1, 0, NULL, 0);
                break;
            }
            memcpy(memory[i], payload, head.size);
            answer(0, 0, NULL, 0);
            break;
        case GRADER_READ:
            if (!strcmp(what, "keeps-data")) head.arg[1] = 0;
            if (!strcmp(what, "gives-half")) head.arg[1] /= 2;
            if (!strcmp(what, "gives-more")) head.arg[1] += 8;
            answer(!strcmp(what, "keeps-data"), 0, memory[i], head.arg[1]);
            break;
        case GRADER_CALL:
            if (!strcmp(what, "dies")) abort();
            if (!strcmp(what, "stops")) pause();
            if (!strcmp(what, "has-no-memory")) _exit(EXIT_OUT_OF_MEMORY);
            if (!strcmp(what, "babbles")) answer(0, 0, NULL, (size_t)1 << 40);
            if (!strcmp(what, "waits")) wait_for_student();
            answer(0, strcmp(what, "waits") ? OUTCOME_RETURNED : OUTCOME_DISCONNECTED, NULL, 0);
            memcpy(memory[1], memory[0], BUFFER_BYTES); // "the kernel"
            called = true;
            break;
        case GRADER_REPLAY:
            memcpy(memory[1], memory[0], BUFFER_BYTES);
            answer(0, !strcmp(what, "reads") ? OUTCOME_NOT_REPLAYABLE : OUTCOME_RETURNED, NULL, 0);
            break;
        case GRADER_REPORT:
            if (!strcmp(what, "loses-its-report"))
                answer(0, 0, NULL, 0);
            else if (!strcmp(what, "has-no-room-for-it"))
                answer(2, 0, NULL, 0);
            else if (!strcmp(what, "forgets-the-work"))
                answer(0, 0, "kernel\tname=k\tlaunches=1\n", 26);
            else if (head.arg[0] == 1)
                answer(0, 0, with_occupancy, sizeof with_occupancy - 1);
            else
                answer(0, 0, report, sizeof report - 1);
            break;
        case GRADER_QUIT: answer(0, 0, NULL, 0); _exit(0);
        }
    }
}

__attribute__((constructor)) static void become_another(int argc, char **argv) {
    if (argc > 3 && !strcmp(argv[1], "--grader-fd")) {
        grader_fd = atoi(argv[2]);
        student_fd = atoi(argv[4]);
        const char *scenario = ""; // comes as the name of the GPU
        for (int i = 5; i + 1 < argc; i++)
            if (!strcmp(argv[i], "--gpu")) scenario = argv[i + 1];
        false_device(scenario);
    }
    if (argc == 3 && strstr(argv[1], "/warpbook-false-")) false_student(argv[1]);
}

// ---- The tests. ----

static LabSpec spec;
static CaseData data;
static SessionResult result;
static char self[PATH_MAX];
static bool ask_occupancy;

static void run(const char *device, const char *student, double wall_seconds) {
    static const char text[] =
        "lab l \"t\"\nsource x.cu\ntodo 1 \"t\"\nentry f\n input in float n uniform -1 1\n"
        " output out float n grid x\n scalar n int n\ntest 1 f n=100 1\n";
    char error[300], submission[100], call[] = "/tmp/warpbook-call-XXXXXX";
    CHECK(spec_parse(&spec, text, "s", error, sizeof error));
    snprintf(submission, sizeof submission, "/tmp/warpbook-false-%s-XXXXXX", student);
    close(mkstemp(submission));
    close(mkstemp(call));
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length] = 0;
    case_data_free(&data);
    session_result_free(&result);
    CHECK(case_data_make(&data, &spec, &(CaseKey){.size = {100}}, 1));
    SessionSetup setup = {.device_program = self,
                          .student_program = self,
                          .library_folder = "/usr/lib",
                          .submission = submission,
                          .call_library = call,
                          .gpu = device,
                          .occupancy = ask_occupancy,
                          .workers = 1,
                          .wall_seconds = wall_seconds,
                          .idle_ms = 1000,
                          .cpu_seconds = 1};
    session_run(&setup, &data, &result);
    unlink(submission);
    unlink(call);
}

TEST(both_rounds_come_back) {
    run("works", "sits", 20);
    CHECK_EQ(result.state, SESSION_RAN);
    CHECK_EQ(result.outcome, OUTCOME_RETURNED);
    CHECK(result.replayed && result.rounds_read == 2);
    CHECK_STR(result.device_name, "False GPU");
    for (int round = 0; round < 2; round++)
        CHECK_EQ(memcmp(data.args[1].after[round], data.args[0].before[round], data.args[0].bytes), 0);
    CHECK_STR(result.gpu.name, "False GPU");
    CHECK_EQ(result.gpu.sm_count, 132);
    CHECK_EQ(result.gpu.driver_version, 13000);
    CHECK_EQ(result.records.kernel_count, 1);
    CHECK(result.records.has_work);
}

TEST(occupancy_is_asked_for_where_it_is_wanted) {
    run("works", "sits", 20);
    CHECK(isnan(result.records.kernels[0].theoretical_occupancy_percent));
    ask_occupancy = true;
    run("works", "sits", 20);
    ask_occupancy = false;
    CHECK(result.records.kernels[0].theoretical_occupancy_percent == 75);
    CHECK_EQ(result.rounds_read, 2);
}

TEST(output_and_exit_status_are_captured) {
    run("waits", "prints-exits", 20);
    CHECK_EQ(result.output_size, 5);
    CHECK(result.output_size == 5 && !memcmp(result.output, "hello", 5));
    CHECK_EQ(result.outcome, OUTCOME_DISCONNECTED);
    CHECK(result.ended && result.exit_status == 3 && !result.exit_signal);
}

TEST(a_crash_is_told_by_its_signal) {
    run("waits", "crashes", 20);
    CHECK(result.ended);
    CHECK_EQ(result.exit_signal, SIGSEGV);
}

TEST(processor_time_is_limited) {
    double start = clock_seconds();
    run("waits", "spins", 20);
    CHECK(result.ended);
    CHECK(result.exit_signal == SIGXCPU || result.exit_signal == SIGKILL);
    CHECK(clock_seconds() - start < 15);
}

TEST(output_is_limited) {
    run("waits", "spams", 20);
    CHECK(result.output_limit);
    CHECK_EQ(result.output_size, OUTPUT_LIMIT);
}

TEST(a_submission_can_be_refused) {
    run("refuses", "sits", 20);
    CHECK_EQ(result.state, SESSION_REFUSED);
    CHECK_STR(result.reason, "no PTX in it");
}

TEST(a_lost_device_is_said) {
    run("dies", "sits", 20);
    CHECK_EQ(result.state, SESSION_DEVICE_LOST);
    CHECK_HAS(result.reason, "signal 6");
    run("babbles", "sits", 20);
    CHECK_EQ(result.state, SESSION_DEVICE_LOST);
    CHECK_HAS(result.reason, "no sense");
}

// What was in the memory before would be taken for the student's work.
TEST(without_a_record_of_work_there_is_no_verdict) {
    static const char *const devices[] = {"loses-its-report", "has-no-room-for-it", "forgets-the-work"};
    for (int i = 0; i < 3; i++) {
        run(devices[i], "waits", 5);
        CHECK_EQ(result.state, SESSION_DEVICE_LOST);
        CHECK_STR(result.reason, "the simulator sent no record of its work");
    }
}

TEST(a_device_without_memory_is_trouble) {
    run("has-no-memory", "waits", 5);
    CHECK_EQ(result.state, SESSION_TROUBLE);
    CHECK_HAS(result.reason, "no memory left");
}

TEST(data_must_be_taken) {
    run("takes-nothing", "sits", 20);
    CHECK_EQ(result.state, SESSION_DEVICE_LOST);
    CHECK_STR(result.reason, "the simulator did not take the data");
    CHECK_EQ(result.rounds_read, 0);
    run("takes-no-more", "sits", 20);
    CHECK_EQ(result.state, SESSION_DEVICE_LOST);
    CHECK_STR(result.reason, "the simulator did not take the data");
    CHECK_EQ(result.rounds_read, 1);
    CHECK(!result.replayed);
}

TEST(data_must_come_back_whole) {
    run("keeps-data", "sits", 20);
    CHECK_EQ(result.state, SESSION_DEVICE_LOST);
    CHECK_HAS(result.reason, "gave no data back");
    run("gives-half", "sits", 20);
    CHECK_EQ(result.state, SESSION_DEVICE_LOST);
    CHECK_HAS(result.reason, "gave no data back");
    run("gives-more", "sits", 20);
    CHECK_EQ(result.state, SESSION_DEVICE_LOST);
    CHECK_HAS(result.reason, "no sense");
    CHECK_EQ(result.rounds_read, 0);
}

TEST(a_device_that_does_not_say_what_gpu_it_is) {
    static const char *const devices[] = {"has-no-gpu", "has-half-a-gpu"};
    for (int i = 0; i < 2; i++) {
        run(devices[i], "sits", 20);
        CHECK_EQ(result.state, SESSION_DEVICE_LOST);
        CHECK_HAS(result.reason, "what GPU it is");
        CHECK_EQ(result.gpu.sm_count, 0);
    }
}

TEST(a_stopped_device_ends_at_the_deadline) {
    double start = clock_seconds();
    run("stops", "sits", 1);
    CHECK(result.late && result.state == SESSION_DEVICE_LOST);
    CHECK(clock_seconds() - start < 5);
}

TEST(data_read_back_cannot_be_replayed) {
    run("reads", "sits", 20);
    CHECK(result.replayed);
    CHECK_EQ(result.replay_outcome, OUTCOME_NOT_REPLAYABLE);
    CHECK_EQ(result.rounds_read, 1);
    case_data_free(&data);
    session_result_free(&result);
}

__attribute__((constructor)) static void reserve(void) {
    session_reserve_descriptor();
}

CHECK_MAIN()
