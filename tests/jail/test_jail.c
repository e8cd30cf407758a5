// Is a jail one, whatever its kind? The program starts itself inside and tries to get out.
#define _GNU_SOURCE
#include "grader/jail/filter.h"
#include "grader/jail/calls.h"
#include "grader/jail/jail_internal.h"
#include "tests/check.h"
#include "tests/jail/inside.h"

#include <grp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>

__attribute__((constructor)) static void be_inside(int argc, char **argv) {
    if (argc < 3 || strcmp(argv[1], "inside") != 0) return;
    int status = run_inside(argv + 2);
    fflush(stdout);
    // Not exit: AddressSanitizer's work at the end needs rights that a jail does not give.
    syscall(SYS_exit_group, status);
}

// ---- Helpers --------------------------------------------------------------------------------------------

static char self[4096], output[4096];

static const char *const one_variable[] = {"LANG=C", NULL};

// A specification that starts this program with `action`, a NULL-terminated list.
static JailSpec spec_of(const char **argv, const char *const *action) {
    ssize_t size = readlink("/proc/self/exe", self, sizeof self - 1);
    self[size > 0 ? size : 0] = '\0';
    int count = 0;
    argv[count++] = self;
    argv[count++] = "inside";
    while (*action) argv[count++] = *action++;
    argv[count] = NULL;
    return (JailSpec){.argv = argv,
                      .env = one_variable,
                      .stdout_fd = -1,
                      .stderr_fd = -1,
                      .cpu_seconds = 5,
                      .file_bytes = 1 << 20,
                      .max_processes = 200};
}

static int wait_for(Jailed *jailed) {
    int status = -1;
    while (waitpid(jailed->pid, &status, 0) < 0 && errno == EINTR) continue;
    return status;
}

static bool start(JailKind kind, const JailSpec *spec, Jailed *jailed) {
    char error[600];
    bool started = jail_start_kind(kind, spec, jailed, error, sizeof error);
    if (!started) check_fail(__FILE__, __LINE__, error);
    return started;
}

// Runs to the end and returns the wait status; what it prints is in `output`.
static int run_spec(JailKind kind, JailSpec *spec) {
    int out = memfd_create("output", MFD_CLOEXEC);
    Jailed jailed;
    spec->stdout_fd = spec->stderr_fd = out;
    int status = start(kind, spec, &jailed) ? wait_for(&jailed) : -1;
    ssize_t size = pread(out, output, sizeof output - 1, 0);
    output[size > 0 ? size : 0] = '\0';
    close(out);
    return status;
}

#define ACTION(...) ((const char *const[]){__VA_ARGS__, NULL})

// The exit status of an action, -1 where it ended otherwise.
static int run(JailKind kind, bool allow_programs, const char *const *action) {
    const char *argv[10];
    JailSpec spec = spec_of(argv, action);
    spec.allow_programs = allow_programs;
    int status = run_spec(kind, &spec);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool kind_works(JailKind kind) {
    static int works[JAIL_KINDS]; // 0: not known
    if (works[kind] == 0) works[kind] = jail_kind_works(kind) ? 1 : -1;
    return works[kind] > 0;
}

static bool has_own_files(JailKind kind) {
    return kind == JAIL_BUBBLEWRAP || kind == JAIL_NAMESPACES;
}

// A test that is made once in each kind of jail that this machine allows.
#define TEST_IN_JAILS(name)                                                                                  \
    static void in_jail_##name(JailKind kind);                                                               \
    TEST(name##_in_bubblewrap) {                                                                             \
        if (!kind_works(JAIL_BUBBLEWRAP)) SKIP("bubblewrap is not installed or does not start here");        \
        in_jail_##name(JAIL_BUBBLEWRAP);                                                                     \
    }                                                                                                        \
    TEST(name##_in_namespaces) {                                                                             \
        if (!kind_works(JAIL_NAMESPACES)) SKIP("namespaces are not allowed here");                           \
        in_jail_##name(JAIL_NAMESPACES);                                                                     \
    }                                                                                                        \
    TEST(name##_in_landlock) {                                                                               \
        if (!kind_works(JAIL_LANDLOCK)) SKIP("the kernel has no landlock");                                  \
        in_jail_##name(JAIL_LANDLOCK);                                                                       \
    }                                                                                                        \
    TEST(name##_in_rlimits) {                                                                                \
        in_jail_##name(JAIL_RLIMITS);                                                                        \
    }                                                                                                        \
    static void in_jail_##name(JailKind kind)

// ---- Files ----------------------------------------------------------------------------------------------

TEST_IN_JAILS(a_file_outside_cannot_be_read) {
    if (kind == JAIL_RLIMITS) SKIP("this kind does not hide files");
    CHECK_EQ(run(kind, false, ACTION("read", "/etc/passwd")), has_own_files(kind) ? ENOENT : EACCES);
}

// What host code makes of an address must not be a matter of luck.
TEST_IN_JAILS(all_lies_where_it_always_does) {
    const char *argv[10];
    char before[sizeof output] = "";
    for (int i = 0; i < 3; i++) {
        JailSpec spec = spec_of(argv, ACTION("addresses"));
        CHECK_EQ(run_spec(kind, &spec), 0);
        CHECK(strlen(output) > 10 && (!i || !strcmp(output, before)));
        strcpy(before, output);
    }
}

TEST_IN_JAILS(a_listed_file_can_be_read_and_not_written) {
    char path[] = "/tmp/jail-test-XXXXXX";
    int fd = mkstemp(path);
    CHECK(fd >= 0 && fchmod(fd, 0644) == 0);
    for (int allow_programs = 0; allow_programs < 2; allow_programs++) {
        const char *argv[10];
        JailSpec spec = spec_of(argv, ACTION("read", path));
        spec.read_only = (const char *const[]){path, NULL};
        spec.allow_programs = allow_programs;
        CHECK_EQ(run_spec(kind, &spec), 0);
        argv[2] = "write";
        CHECK(run_spec(kind, &spec) != 0);
    }
    close(fd);
    unlink(path);
}

TEST_IN_JAILS(a_writable_directory_can_be_written_and_its_neighbour_not) {
    char directory[] = "/tmp/jail-test-XXXXXX", inside[64], outside[64];
    CHECK(mkdtemp(directory) != NULL);
    snprintf(inside, sizeof inside, "%s/new", directory);
    snprintf(outside, sizeof outside, "%s-new", directory);
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("write", inside));
    spec.writable = (const char *const[]){directory, NULL};
    CHECK_EQ(run_spec(kind, &spec), 0);
    CHECK_EQ(access(inside, F_OK), 0);
    argv[3] = outside;
    if (kind != JAIL_RLIMITS) CHECK(run_spec(kind, &spec) != 0);
    unlink(inside);
    unlink(outside);
    rmdir(directory);
}

TEST_IN_JAILS(nothing_else_can_be_written) {
    static const char *const paths[] = {"/new", "/tmp/jail-test-new", "/usr/new", "/dev/new",
                                        "/proc/self/comm"};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        CHECK(run(kind, false, ACTION("write", paths[i])) != 0);
}

// ---- Other processes and the network --------------------------------------------------------------------

TEST_IN_JAILS(there_is_no_network) {
    for (int allow_programs = 0; allow_programs < 2; allow_programs++) {
        CHECK_EQ(run(kind, allow_programs, ACTION("socket", "inet")), EPERM);
        CHECK_EQ(run(kind, allow_programs, ACTION("socket", "unix")), EPERM);
    }
}

TEST_IN_JAILS(the_parent_cannot_be_killed_or_traced) {
    char parent[16];
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    int killed = run(kind, false, ACTION("kill", parent));
    CHECK(killed == (has_own_files(kind) ? ESRCH : EPERM));
    CHECK_EQ(run(kind, false, ACTION("ptrace", parent)), EPERM);
    CHECK_EQ(run(kind, true, ACTION("ptrace", parent)), EPERM);
    CHECK_EQ(run(kind, true, ACTION("unshare")), EPERM);
}

TEST_IN_JAILS(a_submission_cannot_start_processes) {
    CHECK_EQ(run(kind, false, ACTION("fork")), EPERM);
    CHECK_EQ(run(kind, false, ACTION("locked", "exec", "/bin/true")), EPERM);
}

TEST_IN_JAILS(a_compiler_can_start_processes) {
    CHECK_EQ(run(kind, true, ACTION("fork")), 0);
    CHECK_EQ(run(kind, true, ACTION("exec", "/bin/true")), 0);
}

// ---- After jail_lock_down -------------------------------------------------------------------------------

TEST_IN_JAILS(locked_down_honest_code_works) {
    CHECK_EQ(run(kind, false, ACTION("work")), 0);
    CHECK_STR(output, "done 6");
}

TEST_IN_JAILS(locked_down_nothing_dangerous_works) {
    char parent[16];
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    CHECK_EQ(run(kind, false, ACTION("locked", "socket", "unix")), EPERM);
    CHECK_EQ(run(kind, false, ACTION("locked", "write", "/dev/null")), EROFS);
    CHECK_EQ(run(kind, false, ACTION("locked", "kill", parent)), EPERM);
    CHECK_EQ(run(kind, false, ACTION("locked", "ptrace", parent)), EPERM);
    CHECK_EQ(run(kind, false, ACTION("locked", "unshare")), EPERM);
    CHECK_EQ(run(kind, true, ACTION("locked", "exec", "/bin/true")), EPERM);
    CHECK_EQ(run(kind, true, ACTION("locked", "fork")), EPERM);
}

// ---- Calls that hold up others --------------------------------------------------------------------------

// F_SETLEASE stalls whoever opens the file, F_SETOWN and F_SETSIG send signals: what is not listed is refused.
TEST_IN_JAILS(fcntl_is_an_allow_list) {
    for (int allow_programs = 0; allow_programs < 2; allow_programs++) {
        CHECK_EQ(run(kind, allow_programs, ACTION("fcntl")), 0);
        CHECK_STR(output, "0 1 2 3 1030 ");
        CHECK_EQ(run(kind, allow_programs, ACTION("locked", "fcntl")), 0);
        CHECK_STR(output, "0 1 2 3 1030 ");
    }
}

// PR_SET_PDEATHSIG lets a program outlive its supervisor.
TEST_IN_JAILS(prctl_is_an_allow_list) {
    for (int allow_programs = 0; allow_programs < 2; allow_programs++) {
        CHECK_EQ(run(kind, allow_programs, ACTION("prctl")), 0);
        CHECK_STR(output, "15 16 38 ");
        CHECK_EQ(run(kind, allow_programs, ACTION("locked", "prctl")), 0);
        CHECK_STR(output, "15 16 38 ");
    }
}

TEST_IN_JAILS(nobody_else_is_held_up) {
    CHECK_EQ(run(kind, false, ACTION("hold-up")), 0);
    CHECK_EQ(run(kind, true, ACTION("hold-up")), 0);
}

// ---- Descriptors, environment, status -------------------------------------------------------------------

TEST_IN_JAILS(output_goes_where_it_should) {
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("print", "to output", "to error"));
    int out = memfd_create("out", MFD_CLOEXEC), err = memfd_create("err", MFD_CLOEXEC);
    char text[32] = "";
    Jailed jailed;
    spec.stdout_fd = out;
    spec.stderr_fd = err;
    if (start(kind, &spec, &jailed)) CHECK_EQ(wait_for(&jailed), 0);
    CHECK_EQ(pread(out, text, sizeof text - 1, 0), 9);
    CHECK_STR(text, "to output");
    CHECK_EQ(pread(err, text, sizeof text - 1, 0), 8);
    CHECK_HAS(text, "to error");
    close(out);
    close(err);
}

TEST_IN_JAILS(kept_descriptors_are_kept_and_others_closed) {
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("descriptors"));
    int secret = open("/dev/null", O_RDONLY), a = dup2(secret, 200),
        b = dup2(secret, 77); // none is O_CLOEXEC
    CHECK(a == 200 && b == 77);
    spec.keep_fds = (const int[]){200, 77, -1};
    CHECK_EQ(run_spec(kind, &spec), 0);
    CHECK_STR(output, "0 1 2 77 200 ");
    close(secret);
    close(a);
    close(b);
}

TEST_IN_JAILS(the_environment_is_the_given_one) {
    CHECK_EQ(run(kind, false, ACTION("environment")), 1);
}

TEST_IN_JAILS(the_status_is_the_programs) {
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("exit", "7"));
    CHECK_EQ(run_spec(kind, &spec), 7 << 8);
    argv[2] = "die";
    argv[3] = "15";
    CHECK_EQ(run_spec(kind, &spec), SIGTERM);
    argv[2] = "abort";
    CHECK_EQ(run_spec(kind, &spec), SIGABRT);
}

TEST_IN_JAILS(limits_are_set) {
    CHECK_EQ(run(kind, false, ACTION("limits")), 0);
    CHECK_STR(output, "0 1048576");
}

static void check_spinner(JailKind kind) {
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("spin"));
    spec.cpu_seconds = 1;
    CHECK_EQ(run_spec(kind, &spec), SIGXCPU);
}

TEST(a_spinner_is_ended_by_its_cpu_limit) {
    check_spinner(jail_best_kind());
}
TEST(a_spinner_is_ended_by_its_cpu_limit_in_rlimits) {
    check_spinner(JAIL_RLIMITS);
}

// ---- Ending ---------------------------------------------------------------------------------------------

TEST_IN_JAILS(jail_kill_ends_a_program_that_does_not_end) {
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("spin"));
    Jailed jailed;
    if (!start(kind, &spec, &jailed)) return;
    CHECK_EQ(jail_kill(&jailed), SIGKILL);
    CHECK_EQ(jail_kill(&jailed), 0);
    CHECK_EQ(waitpid(-1, NULL, WNOHANG), -1);
    CHECK_EQ(errno, ECHILD);
}

// Starts `action` with the writing end of a pipe kept. Returns the reading end: it ends when all processes
// have.
static int start_with_pipe(JailKind kind, const char *const *action, Jailed *jailed) {
    const char *argv[10];
    int ends[2];
    JailSpec spec = spec_of(argv, action);
    spec.allow_programs = true;
    CHECK_EQ(pipe2(ends, O_CLOEXEC), 0);
    spec.keep_fds = (const int[]){ends[1], -1};
    start(kind, &spec, jailed);
    close(ends[1]);
    return ends[0];
}

static bool all_have_ended(int pipe_fd) {
    struct pollfd end = {.fd = pipe_fd, .events = POLLIN};
    return poll(&end, 1, 0) == 1 && (end.revents & POLLHUP);
}

TEST_IN_JAILS(a_daemon_does_not_outlive_the_jail) {
    Jailed jailed;
    int alive = start_with_pipe(kind, ACTION("daemon"), &jailed);
    CHECK_EQ(wait_for(&jailed), 0);
    CHECK(all_have_ended(alive));
    close(alive);
}

TEST_IN_JAILS(many_processes_do_not_outlive_jail_kill) {
    Jailed jailed;
    int alive = start_with_pipe(kind, ACTION("bomb", "6"), &jailed);
    nanosleep(&(struct timespec){.tv_nsec = 30000000}, NULL);
    CHECK(!all_have_ended(alive));
    CHECK_EQ(jail_kill(&jailed), SIGKILL);
    CHECK(all_have_ended(alive));
    close(alive);
    CHECK_EQ(run(kind, false, ACTION("exit", "0")), 0);
}

TEST_IN_JAILS(processes_are_limited) {
    if (geteuid() == 0) SKIP("the kernel limits no processes of root");
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("count-processes", "60"));
    spec.allow_programs = true;
    spec.max_processes = 20;
    int status = run_spec(kind, &spec);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) >= 15 && WEXITSTATUS(status) < 60);
}

// A process that starts a jail and is killed: the jail goes too.
TEST_IN_JAILS(the_jail_ends_with_the_grader) {
    int ends[2];
    CHECK_EQ(pipe(ends), 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1); // so that the orphaned supervisor can be waited for
    pid_t grader = fork();
    if (grader == 0) {
        Jailed jailed;
        const char *argv[10];
        JailSpec spec = spec_of(argv, ACTION("spin"));
        spec.keep_fds = (const int[]){ends[1], -1};
        start(kind, &spec, &jailed);
        raise(SIGKILL);
    }
    close(ends[1]);
    struct pollfd end = {.fd = ends[0], .events = POLLIN};
    CHECK_EQ(poll(&end, 1, 3000), 1);
    CHECK(end.revents & POLLHUP);
    while (waitpid(-1, NULL, 0) > 0) continue;
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    close(ends[0]);
}

// ---- Trouble --------------------------------------------------------------------------------------------

TEST_IN_JAILS(what_cannot_be_started_is_said) {
    char error[600] = "";
    Jailed jailed;
    const char *argv[10];
    JailSpec spec = spec_of(argv, ACTION("exit", "0"));
    argv[0] = "/no/such/program";
    CHECK(!jail_start_kind(kind, &spec, &jailed, error, sizeof error));
    CHECK_HAS(error, "/no/such/program cannot be run: No such file");
    argv[0] = self;
    spec.read_only = (const char *const[]){"/no/such/file", NULL};
    CHECK(!jail_start_kind(kind, &spec, &jailed, error, sizeof error));
    CHECK_HAS(error, "/no/such/file cannot be shown");
    spec.read_only = NULL;
    spec.keep_fds = (const int[]){250, -1};
    CHECK(!jail_start_kind(kind, &spec, &jailed, error, sizeof error));
    CHECK_HAS(error, "Descriptor 250");
    CHECK_EQ(jail_kill(&jailed), 0);
}

// The best kind that is found under a filter that forbids some calls, as containers do.
static int best_kind_without(bool landlock) {
    pid_t pid = fork();
    if (pid == 0) {
        Filter filter;
        filter_begin(&filter);
        filter_call_if(&filter, SYS_clone, 0, ARGUMENT_HAS, CLONE_NEWUSER | CLONE_NEWNS, FILTER_FAIL(EPERM));
        filter_call(&filter, CALL_clone3, FILTER_FAIL(ENOSYS));
        filter_call(&filter, SYS_unshare, FILTER_FAIL(EPERM));
        filter_call(&filter, SYS_mount, FILTER_FAIL(EPERM));
        if (!landlock) filter_call(&filter, CALL_landlock_create_ruleset, FILTER_FAIL(ENOSYS));
        filter_end(&filter, FILTER_ALLOW, FILTER_ALLOW);
        _exit(filter_install(&filter) ? (int)jail_best_kind() : 99);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(a_container_without_namespaces_falls_back_to_landlock) {
    if (!kind_works(JAIL_LANDLOCK)) SKIP("the kernel has no landlock");
    CHECK_EQ(best_kind_without(true), JAIL_LANDLOCK);
}

TEST(a_container_without_landlock_falls_back_to_rlimits) {
    CHECK_EQ(best_kind_without(false), JAIL_RLIMITS);
}

TEST(the_usual_kind_starts) {
    Jailed jailed;
    const char *argv[10];
    char error[600] = "";
    JailSpec spec = spec_of(argv, ACTION("exit", "3"));
    CHECK(jail_start(&spec, &jailed, error, sizeof error));
    CHECK_STR(error, "");
    CHECK_STR(jailed.kind, jail_kind());
    CHECK_EQ(jail_kill(&jailed) != 0, 1);
}

static bool copy_file(const char *from, const char *to) {
    int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_CLOEXEC, 0755);
    char block[65536];
    ssize_t size = -1;
    while (in >= 0 && out >= 0 && (size = read(in, block, sizeof block)) > 0)
        if (write(out, block, (size_t)size) != size) break;
    close(in);
    close(out);
    return size == 0;
}

// All of this again without root's rights.
TEST(an_ordinary_user_gets_the_same) {
    if (geteuid() != 0) SKIP("this is not root");
    char directory[] = "/tmp/jail-test-XXXXXX", program[64];
    CHECK(mkdtemp(directory) && chmod(directory, 0755) == 0);
    snprintf(program, sizeof program, "%s/test_jail", directory);
    CHECK(copy_file("/proc/self/exe", program));
    int out = memfd_create("output", MFD_CLOEXEC);
    pid_t pid = fork();
    if (pid == 0) {
        enum { NOBODY = 65534 };
        dup2(out, 1);
        if (setgroups(0, NULL) == 0 && setgid(NOBODY) == 0 && setuid(NOBODY) == 0)
            execl(program, program, NULL);
        _exit(99);
    }
    int status = -1;
    waitpid(pid, &status, 0);
    static char text[16384];
    CHECK(pread(out, text, sizeof text - 1, 0) > 0);
    if (status != 0) check_fail_format(__FILE__, __LINE__, "%.300s", strstr(text, "not ok") ?: text);
    unlink(program);
    rmdir(directory);
    close(out);
}

CHECK_MAIN()
