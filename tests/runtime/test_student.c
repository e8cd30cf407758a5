// Does the student's process load the files, make the calls it is asked for, and fail in words when it
// cannot?
//
// Build with -DSTUDENT='"the student program"' -DLIBRARY_FOLDER='"where libcudart.so.N lies"' and
// -DTEST_FILES='"folder of functions.so, functions_call.so and program"'; those three are made from the files
// beside this one: functions.cu as a lab is built, functions_call.c with -shared -fPIC, program.cu with nvcc
// -cudart shared -no-compress.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "grader/contract/student_status.h"
#include "tests/check.h"
#include "tests/runtime/device_end.h"

#define FUNCTIONS TEST_FILES "/functions.so"
#define CALLERS   TEST_FILES "/functions_call.so"

// A process with its socket at STUDENT_SOCKET_FD; the test holds the other end.
typedef struct {
    pid_t pid;
    int socket, output;
    const char *text; // what it wrote to stdout and stderr, from finish() until the next finish()
} Process;

static Process start(const char *const *argv, bool with_socket) {
    int ends[2], output[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || pipe2(output, O_CLOEXEC) != 0)
        abort();
    Process process = {.pid = fork(), .socket = ends[1], .output = output[0]};
    if (process.pid == 0) {
        int socket = fcntl(ends[0], F_DUPFD_CLOEXEC, 10), out = fcntl(output[1], F_DUPFD_CLOEXEC, 10);
        close(STUDENT_SOCKET_FD);
        if (with_socket) dup2(socket, STUDENT_SOCKET_FD);
        dup2(out, 1);
        dup2(out, 2);
        alarm(20);
        setenv("ASAN_OPTIONS", "detect_leaks=0", 1); // the leak check at exit needs what the jail forbids
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    close(ends[0]);
    close(output[1]);
    return process;
}

static Process start_student(const char *student_file, const char *call_file) {
    const char *argv[] = {STUDENT, student_file, call_file, NULL};
    return start(argv, true);
}

// Payloads of the messages read from the process, good until finish().
static char *received[32];
static int received_count;

static Message receive(Process *process) {
    Message message = next_message(process->socket);
    if (received_count == sizeof received / sizeof *received) abort();
    received[received_count++] = message.payload;
    return message;
}

// Waits for the end; returns the exit status, or 1000 plus the signal.
static __attribute__((noinline)) int finish(Process *process) {
    static char text[4096];
    int status = 0;
    size_t length = 0;
    for (ssize_t got; length < sizeof text - 1; length += (size_t)got) {
        got = read(process->output, text + length, sizeof text - 1 - length);
        if (got <= 0) break;
    }
    text[length] = '\0';
    process->text = text;
    while (received_count > 0) free(received[--received_count]);
    close(process->output);
    if (process->socket >= 0) close(process->socket);
    waitpid(process->pid, &status, 0);
    return WIFSIGNALED(status) ? 1000 + WTERMSIG(status) : WEXITSTATUS(status);
}

// Closes the device's end.
static void hang_up(Process *process) {
    close(process->socket);
    process->socket = -1;
}

typedef struct {
    const void *bytes;
    uint64_t size;
} Argument;

static void ask(Process *process, const char *name, const Argument *args, int count) {
    char payload[1024] = {0};
    size_t size = sizeof(CallRequest);
    CallRequest *request = (CallRequest *)payload;
    snprintf(request->name, sizeof request->name, "%s", name);
    request->arg_count = (uint64_t)count;
    for (int i = 0; i < count; i++) {
        memcpy(payload + size, &args[i].size, 8);
        memcpy(payload + size + 8, args[i].bytes, args[i].size);
        size += 8 + (args[i].size + 7) / 8 * 8;
    }
    MessageHead head = {.call = STUDENT_CALL, .size = size};
    write_fully(process->socket, &head, sizeof head);
    write_fully(process->socket, payload, size);
}

static void ask_with_pointer(Process *process, const char *name, uint64_t pointer) {
    ask(process, name, &(Argument){&pointer, sizeof pointer}, 1);
}

// Reads the next message, checks what it is and answers it.
static Message expect(Process *process, uint32_t call, ReplyHead reply, const void *payload, size_t size) {
    Message message = receive(process);
    CHECK_EQ(message.head.call, call);
    if (message.head.call == call && call != CALL_RETURNED && call != CALL_HOST_FAULT)
        send_reply(process->socket, reply, payload, size);
    return message;
}

static void expect_plain(Process *process, uint32_t call) {
    expect(process, call, (ReplyHead){0}, NULL, 0);
}

TEST(a_call_with_a_struct_by_value_and_a_launch) {
    const float scales[7] = {1, 2, 3, 4, 5, 6, 7};
    const uint64_t out = DEVICE_ADDRESS_BASE + 64;
    const int n = 3;
    const KernelLayout layout = {.count = 4, .block_size = 48, .param = {{0, 8}, {8, 1}, {12, 28}, {40, 8}}};
    Process p = start_student(FUNCTIONS, CALLERS);
    ask(&p, "launch_scale", (Argument[]){{&out, 8}, {&n, 4}, {scales, sizeof scales}}, 3);

    expect_plain(&p, CALL_HELLO);
    Message variable =
        expect(&p, CALL_REGISTER_VARIABLE, (ReplyHead){.value = {DEVICE_ADDRESS_BASE, 16, 1}}, NULL, 0);
    CHECK_STR(variable.payload, "offsets");
    expect_plain(&p, CALL_WRITE);
    Message kernel = expect(&p, CALL_REGISTER_FUNCTION, (ReplyHead){.value = {5}}, &layout, sizeof layout);
    CHECK_STR(kernel.payload, "_Z5scalePfc6Scalesd");

    Message launch = expect(&p, CALL_LAUNCH, (ReplyHead){0}, NULL, 0);
    CHECK_EQ(launch.head.arg[0], 5);
    CHECK_EQ(launch.head.arg[1], 3 | 2ull << 32);
    CHECK_EQ(launch.head.arg[2], 1 | 8ull << 32);
    CHECK_EQ(launch.head.arg[3], 4 | 2ull << 32);
    CHECK_EQ(launch.head.arg[4], 128);
    const double by = 0.25;
    char expected[48] = {0};
    memcpy(expected, &out, 8);
    expected[8] = 'y';
    memcpy(expected + 12, scales, 28);
    memcpy(expected + 40, &by, 8);
    CHECK_EQ(launch.head.size, 48);
    CHECK(launch.head.size == 48 && memcmp(launch.payload, expected, 48) == 0);
    CHECK(launch.head.caller[0] != 0);

    expect(&p, CALL_SYNCHRONIZE, (ReplyHead){0}, "from the kernel\n", 16);
    expect_plain(&p, CALL_RETURNED);

    // Once more: what was registered stays known.
    ask(&p, "launch_scale", (Argument[]){{&out, 8}, {&n, 4}, {scales, sizeof scales}}, 3);
    expect_plain(&p, CALL_WRITE);
    expect_plain(&p, CALL_LAUNCH);
    expect_plain(&p, CALL_SYNCHRONIZE);
    expect_plain(&p, CALL_RETURNED);
    hang_up(&p);
    CHECK_EQ(finish(&p), 0);
    CHECK_STR(p.text, "from the kernel\nlaunched\nlaunched\n");
}

TEST(a_host_dereference_of_a_device_pointer_is_reported) {
    Process p = start_student(FUNCTIONS, CALLERS);
    ask_with_pointer(&p, "touch_on_host", DEVICE_ADDRESS_BASE + 0x1000);
    Message fault = expect(&p, CALL_HOST_FAULT, (ReplyHead){0}, NULL, 0);
    CHECK_EQ(fault.head.arg[0], DEVICE_ADDRESS_BASE + 0x1000 + 12);
    CHECK_EQ(fault.head.arg[1], SIGSEGV);
    CHECK(fault.head.caller[0] != 0); // in touch
    CHECK(fault.head.caller[1] != 0); // in touch_on_host
    CHECK_EQ(finish(&p), 1000 + SIGSEGV);
    CHECK_STR(p.text, "before\n");
}

// What if the host pointer given to cudaMemcpy is garbage? No half message may be left on the socket.
TEST(a_bad_host_pointer_faults_at_the_callers_line) {
    Process p = start_student(FUNCTIONS, CALLERS);
    ask_with_pointer(&p, "copy_from_bad_address", DEVICE_ADDRESS_BASE);
    Message fault = expect(&p, CALL_HOST_FAULT, (ReplyHead){0}, NULL, 0);
    CHECK_EQ(fault.head.arg[0], 4096);
    CHECK(fault.head.caller[0] != 0);
    CHECK_EQ(finish(&p), 1000 + SIGSEGV);
}

TEST(constructors_that_call_cuda_wait_for_the_first_call) {
    setenv("WARPBOOK_TEST_EARLY", "1", 1);
    Process p = start_student(FUNCTIONS, CALLERS);
    unsetenv("WARPBOOK_TEST_EARLY");
    usleep(50 * 1000);
    ask_with_pointer(&p, "end_early", 0);
    expect_plain(&p, CALL_HELLO);
    Message allocation = expect(&p, CALL_MALLOC, (ReplyHead){.value = {DEVICE_ADDRESS_BASE}}, NULL, 0);
    CHECK_EQ(allocation.head.arg[0], 123);
    CHECK_EQ(receive(&p).head.call, 0); // exit(0) inside the call: the conversation just ends
    CHECK_EQ(finish(&p), 0);
}

TEST(a_function_that_the_student_did_not_write) {
    Process p = start_student(FUNCTIONS, CALLERS);
    ask_with_pointer(&p, "not_there", 0);
    CHECK_EQ(finish(&p), STUDENT_NO_FUNCTION);
    CHECK_HAS(p.text, "the function not_there is not in your file");
}

TEST(a_function_that_the_lab_cannot_call) {
    Process p = start_student(FUNCTIONS, CALLERS);
    ask_with_pointer(&p, "unheard_of", 0);
    CHECK_EQ(finish(&p), STUDENT_NOT_LOADED);
    CHECK_HAS(p.text, CALLERS " has no line for unheard_of");
}

TEST(files_that_cannot_be_loaded) {
    Process p = start_student(TEST_FILES "/nothing.so", CALLERS);
    CHECK_EQ(finish(&p), STUDENT_NOT_LOADED);
    CHECK_HAS(p.text, "/nothing.so cannot be loaded");
    p = start_student(FUNCTIONS, TEST_FILES "/nothing.so");
    CHECK_EQ(finish(&p), STUDENT_NOT_LOADED);
    CHECK_HAS(p.text, "run make");
    p = start_student(FUNCTIONS, FUNCTIONS);
    CHECK_EQ(finish(&p), STUDENT_NOT_LOADED);
    CHECK_HAS(p.text, "does not define lab_callers");
}

// What if the messages are nonsense?
TEST(calls_that_end_too_early) {
    Process p = start_student(FUNCTIONS, CALLERS);
    MessageHead head = {.call = STUDENT_CALL, .size = 16};
    write_fully(p.socket, &head, sizeof head);
    write_fully(p.socket, "launch_scale\0\0\0\0", 16);
    CHECK_EQ(finish(&p), STUDENT_BAD_CALL);
    CHECK_HAS(p.text, "its arguments end too early");

    p = start_student(FUNCTIONS, CALLERS);
    CallRequest request = {.name = "launch_scale", .arg_count = 1ull << 60};
    head.size = sizeof request;
    write_fully(p.socket, &head, sizeof head);
    write_fully(p.socket, &request, sizeof request);
    CHECK_EQ(finish(&p), STUDENT_BAD_CALL);
    CHECK_HAS(p.text, "too many arguments");
}

TEST(the_end_of_the_device_between_and_inside_calls) {
    Process p = start_student(FUNCTIONS, CALLERS);
    hang_up(&p);
    CHECK_EQ(finish(&p), 0);
    CHECK_STR(p.text, "");

    const float scales[7] = {0};
    const uint64_t out = 0;
    const int n = 1;
    p = start_student(FUNCTIONS, CALLERS);
    ask(&p, "launch_scale", (Argument[]){{&out, 8}, {&n, 4}, {scales, sizeof scales}}, 3);
    CHECK_EQ(receive(&p).head.call, CALL_HELLO);
    hang_up(&p);
    CHECK_EQ(finish(&p), STUDENT_NOT_CONNECTED);
    CHECK_HAS(p.text, "the process that stands in for the GPU has ended");
}

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

// An ordinary program finds our library through LD_LIBRARY_PATH, symbol versions included.
static Process start_program(bool with_socket) {
    const char *argv[] = {TEST_FILES "/program", NULL};
    setenv("LD_LIBRARY_PATH", LIBRARY_FOLDER, 1);
    Process p = start(argv, with_socket);
    unsetenv("LD_LIBRARY_PATH");
    return p;
}

TEST(an_ordinary_program_talks_whenever_it_likes) {
    if (SANITIZED) SKIP("a program without AddressSanitizer cannot load a library with it");
    const KernelLayout layout = {.count = 1, .block_size = 8, .param = {{0, 8}}};
    Process p = start_program(true);
    expect_plain(&p, CALL_HELLO);
    expect(&p, CALL_DEVICE_COUNT, (ReplyHead){.value = {1}}, NULL, 0);
    expect(&p, CALL_MALLOC, (ReplyHead){.value = {DEVICE_ADDRESS_BASE}}, NULL, 0);
    expect(&p, CALL_REGISTER_FUNCTION, (ReplyHead){.value = {1}}, &layout, sizeof layout);
    Message launch = expect(&p, CALL_LAUNCH, (ReplyHead){0}, NULL, 0);
    CHECK(launch.head.caller[0] != 0);
    expect_plain(&p, CALL_FREE);
    CHECK_EQ(finish(&p), 0);
    CHECK_STR(p.text, "cudaSuccess\nno error\n");
}

TEST(without_a_device_every_call_says_that_there_is_no_driver) {
    if (SANITIZED) SKIP("a program without AddressSanitizer cannot load a library with it");
    Process p = start_program(false);
    CHECK_EQ(finish(&p), 1);
    CHECK_STR(p.text, "cudaErrorInsufficientDriver\n");
}

CHECK_MAIN()
