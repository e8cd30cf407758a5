// What if two gradings want the GPU at a time, one of them is killed, or the lock cannot be had?
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/session/gpu_turn.h"
#include "tests/check.h"

static char folder[] = "/tmp/warpbook-test-XXXXXX";

static void remove_all(void) {
    char path[200];
    static const char *const names[] = {"warpbook-gpu-a.gate", "warpbook-gpu-a.lock", "warpbook-gpu-b.gate",
                                        "warpbook-gpu-b.lock", "said"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
}

static GpuTurn open_turn(const char *gpu) {
    GpuTurn turn;
    if (folder[strlen(folder) - 1] == 'X') {
        if (!mkdtemp(folder)) abort();
        atexit(remove_all);
    }
    gpu_turn_open(&turn, folder, gpu, true);
    turn.given_up_after = 20; // so that a mistake here ends
    return turn;
}

static void close_turn(GpuTurn *turn) {
    if (turn->gate >= 0) close(turn->gate);
    if (turn->gpu >= 0) close(turn->gpu);
}

static char byte_of(int fd) {
    char byte = 0;
    return read(fd, &byte, 1) == 1 ? byte : 0;
}

// Another process that takes its turn with `take`, says so with a byte and keeps it for so long; then another
// byte comes.
typedef struct {
    pid_t pid;
    int fd;
} Other;

static Other start_other(double (*take)(GpuTurn *), int keeps_ms) {
    int ends[2];
    GpuTurn shared = open_turn("a"); // makes the files
    close_turn(&shared);
    if (pipe2(ends, O_CLOEXEC)) abort();
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        GpuTurn turn = open_turn("a");
        take(&turn);
        bool good = write(ends[1], "1", 1) == 1;
        usleep((useconds_t)keeps_ms * 1000);
        good &= write(ends[1], "2", 1) == 1;
        gpu_turn_end(&turn);
        _exit(!good);
    }
    close(ends[1]);
    return (Other){pid, ends[0]};
}

static void end_other(Other o) {
    kill(o.pid, SIGKILL);
    waitpid(o.pid, NULL, 0);
    close(o.fd);
}

TEST(cases_share_it) {
    Other other = start_other(gpu_turn_share, 60000);
    GpuTurn turn = open_turn("a");
    CHECK_EQ(byte_of(other.fd), '1');
    CHECK(gpu_turn_share(&turn) < 5);
    CHECK(!turn.given_up && turn.gpu >= 0);
    end_other(other);
    close_turn(&turn);
}

TEST(a_time_is_alone) {
    static const struct {
        double (*other)(GpuTurn *), (*mine)(GpuTurn *);
    } pairs[] = {
        {gpu_turn_alone, gpu_turn_share}, {gpu_turn_share, gpu_turn_alone}, {gpu_turn_alone, gpu_turn_alone}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Other other = start_other(pairs[i].other, 600);
        GpuTurn turn = open_turn("a");
        CHECK_EQ(byte_of(other.fd), '1');
        CHECK(pairs[i].mine(&turn) > 0.1);
        CHECK(turn.waited > 0.1 && !turn.given_up);
        fcntl(other.fd, F_SETFL, O_NONBLOCK);
        CHECK_EQ(byte_of(other.fd), '2'); // it went first
        end_other(other);
        close_turn(&turn);
    }
}

// Two that share it want to be alone: neither may wait for the other for ever.
TEST(both_go_on_to_be_alone) {
    GpuTurn turn = open_turn("a");
    gpu_turn_share(&turn);
    Other other = start_other(gpu_turn_alone, 100);
    usleep(100000); // it waits at the gate
    gpu_turn_alone(&turn);
    CHECK(!turn.given_up);
    gpu_turn_end(&turn);
    CHECK_EQ(byte_of(other.fd), '1');
    end_other(other);
    close_turn(&turn);
}

// Who waits to be alone is not passed by cases that come and go.
TEST(no_case_passes_the_gate) {
    GpuTurn turn = open_turn("a"), late = open_turn("a");
    gpu_turn_share(&turn);
    Other other = start_other(gpu_turn_alone, 0);
    for (int i = 0; i < 1000 && flock(late.gate, LOCK_SH | LOCK_NB) == 0; i++) { // until it waits
        flock(late.gate, LOCK_UN);
        usleep(10000);
    }
    late.given_up_after = 0.2;
    gpu_turn_share(&late);
    CHECK(late.given_up);
    gpu_turn_end(&turn);
    CHECK_EQ(byte_of(other.fd), '1');
    end_other(other);
    close_turn(&turn);
    close_turn(&late);
}

TEST(a_killed_process_holds_nothing) {
    Other other = start_other(gpu_turn_alone, 60000);
    GpuTurn turn = open_turn("a");
    CHECK_EQ(byte_of(other.fd), '1');
    end_other(other);
    CHECK(gpu_turn_alone(&turn) < 5);
    CHECK(!turn.given_up);
    close_turn(&turn);
}

TEST(another_gpu_is_not_waited_for) {
    Other other = start_other(gpu_turn_alone, 60000);
    GpuTurn turn = open_turn("b");
    CHECK_EQ(byte_of(other.fd), '1');
    CHECK(gpu_turn_alone(&turn) < 5);
    end_other(other);
    close_turn(&turn);
}

// Once is enough: the next case is not kept waiting as long again.
TEST(waiting_ends) {
    Other other = start_other(gpu_turn_alone, 60000);
    GpuTurn turn = open_turn("a");
    turn.given_up_after = 0.1;
    CHECK_EQ(byte_of(other.fd), '1');
    CHECK(gpu_turn_alone(&turn) >= 0.1);
    CHECK(turn.given_up);
    turn.given_up_after = 60;
    CHECK(gpu_turn_share(&turn) < 5);
    gpu_turn_end(&turn);
    end_other(other);
    close_turn(&turn);
}

// What gpu_turn_share says on standard error while another process is alone.
static void said(bool quiet, char *text, size_t size) {
    char path[200];
    Other other = start_other(gpu_turn_alone, 60000);
    GpuTurn turn = open_turn("a");
    snprintf(path, sizeof path, "%s/said", folder);
    turn.quiet = quiet;
    turn.told_after = 0.05, turn.given_up_after = 0.2;
    CHECK_EQ(byte_of(other.fd), '1');
    const int kept = dup(STDERR_FILENO), file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    gpu_turn_share(&turn);
    dup2(kept, STDERR_FILENO);
    const ssize_t got = pread(file, text, size - 1, 0);
    text[got > 0 ? got : 0] = 0;
    close(file);
    close(kept);
    end_other(other);
    close_turn(&turn);
}

TEST(it_is_said_once_what_is_waited_for) {
    char text[500];
    said(false, text, sizeof text);
    CHECK_STR(text, "grade: waiting for another grading on this GPU: a time is measured by one at a time\n");
    said(true, text, sizeof text);
    CHECK_STR(text, "");
}

TEST(no_lock_does_no_harm) {
    char path[200];
    GpuTurn turn = open_turn("a");
    close_turn(&turn);
    gpu_turn_open(&turn, "/nowhere", "a", false);
    CHECK_EQ(turn.gate, -1);
    CHECK_EQ(turn.gpu, -1);
    CHECK(gpu_turn_alone(&turn) == 0 && gpu_turn_share(&turn) == 0 && !turn.given_up);
    gpu_turn_end(&turn);
    CHECK(gpu_turn_share(NULL) == 0 && gpu_turn_alone(NULL) == 0);
    gpu_turn_end(NULL);

    // A link, a folder and a pipe in place of the file: none of them is used.
    snprintf(path, sizeof path, "%s/warpbook-gpu-b.lock", folder);
    for (int kind = 0; kind < 3; kind++) {
        unlink(path);
        const int made = kind == 0   ? symlink("/etc/passwd", path)
                         : kind == 1 ? mkdir(path, 0700)
                                     : mkfifo(path, 0600);
        gpu_turn_open(&turn, folder, "b", true);
        CHECK(made == 0 && turn.gpu == -1 && turn.gate == -1);
        if (kind == 1) rmdir(path);
    }
}

TEST(other_users_may_use_the_files) {
    char path[200];
    struct stat info;
    const mode_t mask = umask(077);
    GpuTurn turn = open_turn("a");
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/warpbook-gpu-a.%s", folder, i ? "lock" : "gate");
        CHECK(!stat(path, &info) && (info.st_mode & 0777) == 0666);
    }
    umask(mask);
    close_turn(&turn);
}

CHECK_MAIN()
