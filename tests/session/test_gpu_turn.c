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
    static bool made;
    GpuTurn turn;
    if (!made) {
        made = mkdtemp(folder);
        if (!made) abort();
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

static Other start_other(bool (*take)(GpuTurn *), int keeps_ms) {
    int ends[2];
    GpuTurn shared = open_turn("a"); // makes the files
    close_turn(&shared);
    if (pipe2(ends, O_CLOEXEC)) abort();
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        GpuTurn turn = open_turn("a");
        bool good = take(&turn);
        good &= write(ends[1], "1", 1) == 1;
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

// Has anyone a lock of that kind on the file? Without waiting, and without one of its own afterwards.
static bool locked(int fd, int how) {
    if (flock(fd, how | LOCK_NB) != 0) return true;
    flock(fd, LOCK_UN);
    return false;
}

TEST(cases_share_it) {
    Other other = start_other(gpu_turn_share, 60000);
    GpuTurn turn = open_turn("a");
    CHECK_EQ(byte_of(other.fd), '1');
    CHECK(gpu_turn_share(&turn));
    CHECK(turn.waited < 5 && turn.taken);
    end_other(other);
    close_turn(&turn);
}

// A process that is kept over the cases of a grading shares the GPU all the while: no one is waited for
// again.
TEST(who_shares_it_goes_on_to) {
    GpuTurn turn = open_turn("a"), late = open_turn("a");
    CHECK(gpu_turn_share(&turn));
    Other other = start_other(gpu_turn_alone, 60000);
    for (int i = 0; i < 1000 && !locked(late.gate, LOCK_SH); i++) usleep(10000); // until it waits
    CHECK(gpu_turn_share(&turn));
    CHECK(turn.waited < 5 && locked(late.gpu, LOCK_EX));
    end_other(other);
    gpu_turn_end(&turn);
    CHECK(!turn.taken && !locked(late.gpu, LOCK_EX) && !locked(late.gate, LOCK_EX));
    close_turn(&turn);
    close_turn(&late);
}

TEST(a_time_is_alone) {
    static const struct {
        bool (*other)(GpuTurn *), (*mine)(GpuTurn *);
    } pairs[] = {
        {gpu_turn_alone, gpu_turn_share}, {gpu_turn_share, gpu_turn_alone}, {gpu_turn_alone, gpu_turn_alone}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        Other other = start_other(pairs[i].other, 600);
        GpuTurn turn = open_turn("a");
        CHECK_EQ(byte_of(other.fd), '1');
        CHECK(pairs[i].mine(&turn));
        CHECK(turn.waited > 0.1 && turn.taken && !turn.given_up);
        fcntl(other.fd, F_SETFL, O_NONBLOCK);
        CHECK_EQ(byte_of(other.fd), '2'); // it went first
        end_other(other);
        close_turn(&turn);
    }
}

// Who waits to be alone is not passed by cases that come and go.
TEST(no_case_passes_the_gate) {
    GpuTurn turn = open_turn("a"), late = open_turn("a");
    CHECK(gpu_turn_share(&turn));
    Other other = start_other(gpu_turn_alone, 0);
    for (int i = 0; i < 1000 && !locked(late.gate, LOCK_SH); i++) usleep(10000); // until it waits
    late.given_up_after = 0.2;
    CHECK(!gpu_turn_share(&late));
    CHECK(late.given_up && !late.taken);
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
    CHECK(gpu_turn_alone(&turn));
    CHECK(turn.waited < 5);
    close_turn(&turn);
}

// But what it has started on the GPU does, until that has ended too.
static bool alone_with_a_process(GpuTurn *turn) {
    int ends[2];
    char byte;
    if (!gpu_turn_alone(turn) || pipe2(ends, O_CLOEXEC)) return false;
    const pid_t pid = fork();
    if (pid == 0) {
        gpu_turn_pass_on(turn);
        execl("/bin/sleep", "sleep", "2", (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    const bool started = pid > 0 && read(ends[0], &byte, 1) == 0; // the end of the pipe: it is `sleep` now
    close(ends[0]);
    return started;
}

TEST(its_process_on_the_gpu_is_waited_for) {
    Other other = start_other(alone_with_a_process, 60000);
    GpuTurn turn = open_turn("a");
    CHECK_EQ(byte_of(other.fd), '1');
    end_other(other);
    CHECK(gpu_turn_share(&turn));
    CHECK(turn.waited > 0.1);
    close_turn(&turn);
}

TEST(another_gpu_is_not_waited_for) {
    Other other = start_other(gpu_turn_alone, 60000);
    GpuTurn turn = open_turn("b");
    CHECK_EQ(byte_of(other.fd), '1');
    CHECK(gpu_turn_alone(&turn));
    CHECK(turn.waited < 5);
    end_other(other);
    close_turn(&turn);
}

// Once is enough: the next case is not kept waiting as long again, and goes on where it can.
TEST(waiting_ends) {
    Other other = start_other(gpu_turn_share, 60000);
    GpuTurn turn = open_turn("a");
    turn.given_up_after = 0.1;
    CHECK_EQ(byte_of(other.fd), '1');
    CHECK(!gpu_turn_alone(&turn));
    CHECK(turn.waited >= 0.1 && turn.given_up && !turn.taken);
    turn.given_up_after = 60;
    CHECK(!gpu_turn_alone(&turn));
    CHECK(turn.waited < 5 && !locked(turn.gate, LOCK_EX));
    CHECK(gpu_turn_share(&turn));
    gpu_turn_end(&turn);
    end_other(other);
    CHECK(gpu_turn_alone(&turn));
    close_turn(&turn);
}

TEST(the_environment_says_how_long) {
    static const struct {
        const char *minutes;
        double seconds;
    } settings[] = {{"2", 120}, {"0.05", 3}, {"0", 0}, {"", 600}, {"long", 600}, {"-1", 600}, {"nan", 600}};
    GpuTurn turn;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
        setenv("WARPBOOK_GPU_MINUTES", settings[i].minutes, 1);
        gpu_turn_open(&turn, folder, "a", true);
        CHECK(turn.given_up_after > settings[i].seconds - 0.001);
        CHECK(turn.given_up_after < settings[i].seconds + 0.001);
        close_turn(&turn);
    }
    unsetenv("WARPBOOK_GPU_MINUTES");
}

// ---- What is said on standard error -----------------------------------------------------------------------

static int kept_errors;

static void catch_errors(void) {
    char path[200];
    kept_errors = dup(STDERR_FILENO);
    snprintf(path, sizeof path, "%s/said", folder);
    const int file = open(path, O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(file, STDERR_FILENO);
    close(file);
}

static void caught(char *text, size_t size) {
    const ssize_t got = pread(STDERR_FILENO, text, size - 1, 0);
    text[got > 0 ? got : 0] = 0;
    dup2(kept_errors, STDERR_FILENO);
    close(kept_errors);
}

// What gpu_turn_share says while another process is alone.
static void said_in_waiting(bool quiet, char *text, size_t size) {
    Other other = start_other(gpu_turn_alone, 60000);
    GpuTurn turn = open_turn("a");
    turn.quiet = quiet;
    turn.told_after = 0.05, turn.given_up_after = 0.2;
    CHECK_EQ(byte_of(other.fd), '1');
    catch_errors();
    gpu_turn_share(&turn);
    gpu_turn_share(&turn);
    caught(text, size);
    end_other(other);
    close_turn(&turn);
}

TEST(it_is_said_once_what_is_waited_for) {
    char text[500];
    said_in_waiting(false, text, sizeof text);
    CHECK_STR(text, "grade: waiting for another grading on this GPU: a time is measured by one at a time\n");
    said_in_waiting(true, text, sizeof text);
    CHECK_STR(text, "");
}

// Goes on, and says so once: in all that one grading asks for.
static void check_without_lock(const char *in, const char *gpu, const char *file, const char *reason) {
    char text[1000], expected[1000];
    GpuTurn turn;
    snprintf(expected, sizeof expected,
             "grade: no lock at %s (%s): remove that file; times may be disturbed by other gradings\n", file,
             reason);
    for (int quiet = 0; quiet < 2; quiet++) {
        catch_errors();
        gpu_turn_open(&turn, in, gpu, quiet);
        const bool went_on = gpu_turn_alone(&turn);
        gpu_turn_end(&turn);
        const bool again = gpu_turn_share(&turn);
        gpu_turn_end(&turn);
        caught(text, sizeof text);
        CHECK(went_on && again && turn.gpu == -1 && turn.gate == -1 && !turn.taken && !turn.given_up);
        CHECK_STR(text, quiet ? "" : expected);
    }
}

TEST(no_lock_is_said) {
    char path[200];
    GpuTurn turn = open_turn("a");
    close_turn(&turn);
    CHECK(gpu_turn_share(NULL) && gpu_turn_alone(NULL));
    gpu_turn_end(NULL);
    check_without_lock("/nowhere", "a", "/nowhere/warpbook-gpu-a.gate", "No such file or directory");

    // A link, a folder and a pipe in place of either file: none of them is used.
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/warpbook-gpu-b.%s", folder, i % 2 ? "lock" : "gate");
        unlink(path);
        const int made = i / 2 == 0   ? symlink("/etc/passwd", path)
                         : i / 2 == 1 ? mkdir(path, 0700)
                                      : mkfifo(path, 0600);
        CHECK_EQ(made, 0);
        check_without_lock(folder, "b", path, "not a plain file");
        remove(path);
    }
}

// Another user's file that may not be read.
TEST(a_file_without_permission_is_said) {
    char path[200], text[1000], expected[1000];
    GpuTurn turn = open_turn("b");
    close_turn(&turn);
    snprintf(path, sizeof path, "%s/warpbook-gpu-b.lock", folder);
    CHECK(!chmod(path, 0) && !chmod(folder, 0755));
    catch_errors();
    const bool root = !geteuid(); // who may read everything
    if (root && seteuid(65534)) abort();
    gpu_turn_open(&turn, folder, "b", false);
    if (root && seteuid(0)) abort();
    caught(text, sizeof text);
    remove(path);
    snprintf(expected, sizeof expected,
             "grade: no lock at %s (Permission denied): remove that file; times may be disturbed by other "
             "gradings\n",
             path);
    CHECK_STR(text, expected);
    CHECK(turn.gpu == -1 && turn.gate == -1);
}

// The kernel has no lock left, or the file system none at all: flock fails.
TEST(a_lock_that_fails_is_said) {
    for (int i = 0; i < 2; i++) {
        char text[1000], expected[1000];
        GpuTurn turn = open_turn("a");
        turn.quiet = false;
        const int no_lock = open(folder, O_PATH | O_CLOEXEC), other = i ? turn.gpu : turn.gate;
        snprintf(
            expected, sizeof expected,
            "grade: no lock at %s/warpbook-gpu-a.%s (Bad file descriptor): remove that file; times may be "
            "disturbed by other gradings\n",
            folder, i ? "lock" : "gate");
        dup2(no_lock, other);
        close(no_lock);
        catch_errors();
        const bool went_on = gpu_turn_alone(&turn), again = gpu_turn_alone(&turn);
        caught(text, sizeof text);
        CHECK(went_on && again && !turn.taken && turn.gpu == -1 && turn.gate == -1);
        CHECK_STR(text, expected);
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
