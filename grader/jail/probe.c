// Starts this program in each kind of jail and has it try to get out.
#define _GNU_SOURCE
#include "grader/jail/probe.h"

#include "grader/jail/calls.h"
#include "grader/jail/jail_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#define INSIDE "inside-the-jail"
enum { PROBE_CPU_SECONDS = 5, PROBE_PROCESSES = 16 };

// ---- Inside ---------------------------------------------------------------------------------------------

// What the attempts are made on.
typedef struct {
    const char *file; // of the user's, which the jail does not show
    pid_t parent;     // the grader
    uintptr_t place;  // in its memory
} Target;

static bool read_file(const Target *t) {
    return open(t->file, O_RDONLY) >= 0;
}

static bool find_file(const Target *t) {
    struct stat info;
    return stat(t->file, &info) == 0;
}

static bool write_file(const Target *t) {
    return open(t->file, O_WRONLY | O_APPEND) >= 0;
}

static bool make_file(const Target *t) {
    char path[4200];
    snprintf(path, sizeof path, "%s.new", t->file);
    return open(path, O_WRONLY | O_CREAT, 0600) >= 0 || mkdir(path, 0700) == 0;
}

// Who runs, and with which arguments.
static bool see_processes(const Target *t) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/cmdline", (int)t->parent);
    return open(path, O_RDONLY) >= 0;
}

static bool signal_process(const Target *t) {
    return kill(t->parent, 0) == 0 || syscall(SYS_tgkill, t->parent, t->parent, 0) == 0 ||
           syscall(CALL_pidfd_open, t->parent, 0) >= 0;
}

static bool read_memory(const Target *t) {
    char byte;
    struct iovec here = {&byte, 1}, there = {(void *)t->place, 1};
    return process_vm_readv(t->parent, &here, 1, &there, 1, 0) == 1;
}

static bool open_connection(const Target *t) {
    (void)t;
    return socket(AF_INET, SOCK_STREAM, 0) >= 0 || socket(AF_UNIX, SOCK_STREAM, 0) >= 0 ||
           socket(AF_NETLINK, SOCK_RAW, 0) >= 0;
}

static bool start_process(const Target *t) {
    (void)t;
    pid_t pid = fork();
    if (pid == 0) _exit(0);
    return pid > 0 || unshare(CLONE_NEWUSER) == 0;
}

static bool hold_up_others(const Target *t) {
    (void)t;
    int self = open("/proc/self/exe", O_RDONLY);
    return fcntl(self, F_SETLEASE, F_RDLCK) == 0 || fcntl(1, F_SETOWN, getpid()) == 0 ||
           syscall(SYS_flock, self, LOCK_SH) == 0 || prctl(PR_SET_PDEATHSIG, 0) == 0;
}

static bool take_everything(const Target *t) {
    (void)t;
    struct rlimit memory, file;
    return getrlimit(RLIMIT_AS, &memory) != 0 || memory.rlim_max == RLIM_INFINITY ||
           getrlimit(RLIMIT_FSIZE, &file) != 0 || file.rlim_max == RLIM_INFINITY;
}

// The last one: where it succeeds, nothing is answered.
static bool become_another(const Target *t) {
    (void)t;
    execl("/bin/true", "true", (char *)NULL);
    return false;
}

static const struct {
    const char *words;
    bool (*succeeds)(const Target *t);
} attempts[] = {
    {"read your files", read_file},
    {"find out which files there are", find_file},
    {"change a file", write_file},
    {"make a file", make_file},
    {"see which programs run", see_processes},
    {"send signals to them", signal_process},
    {"read their memory", read_memory},
    {"open a connection", open_connection},
    {"start a process", start_process},
    {"hold up others with leases and locks", hold_up_others},
    {"take all memory and disk space", take_everything},
    {"become another program", become_another},
};
enum { ATTEMPTS = sizeof attempts / sizeof *attempts };
_Static_assert((int)ATTEMPTS <= (int)PROBES_MOST, "whoever asks has room for all results");

int probe_count(void) {
    return ATTEMPTS;
}

const char *probe_words(int attempt) {
    return attempts[attempt].words;
}

void probe_inside(int argc, char **argv) {
    if (argc != 5 || strcmp(argv[1], INSIDE)) return;
    const Target target = {argv[2], (pid_t)atol(argv[3]), (uintptr_t)strtoull(argv[4], NULL, 16)};
    (void)jail_lock_down(); // as the student's program does
    for (int i = 0; i < ATTEMPTS; i++) {
        const char answer = attempts[i].succeeds(&target) ? 'o' : 'h';
        if (write(STDOUT_FILENO, &answer, 1) != 1) break;
    }
    syscall(SYS_exit_group, 0);
}

// ---- Outside --------------------------------------------------------------------------------------------

static bool start_probe(JailKind kind, const char *program, const char *file, int output_fd, Jailed *jailed) {
    static const char place = 1;
    char parent[16], address[32], error[600];
    snprintf(parent, sizeof parent, "%d", (int)getpid());
    snprintf(address, sizeof address, "%" PRIxPTR, (uintptr_t)&place);
    const JailSpec spec = {.argv = (const char *const[]){program, INSIDE, file, parent, address, NULL},
                           .env = (const char *const[]){NULL},
                           .stdout_fd = output_fd,
                           .stderr_fd = -1,
                           .cpu_seconds = PROBE_CPU_SECONDS,
                           .memory_bytes = (size_t)1 << 30,
                           .file_bytes = 1 << 20,
                           .max_processes = PROBE_PROCESSES};
    return jail_start_kind(kind, &spec, jailed, error, sizeof error);
}

// Waits for the end; what was answered is in results.
static void take_answers(const Jailed *jailed, int output_fd, ProbeResult *results) {
    char answers[ATTEMPTS];
    memset(answers, 'o', sizeof answers); // what is not answered has got away
    while (waitpid(jailed->pid, NULL, 0) < 0 && errno == EINTR) continue;
    if (pread(output_fd, answers, sizeof answers, 0) < 0) return;
    for (int i = 0; i < ATTEMPTS; i++) results[i] = answers[i] == 'h' ? PROBE_HELD : PROBE_OPEN;
}

void probe_kind(JailKind kind, const char *program, ProbeResult *results) {
    char file[] = "/tmp/warpbook-probe-XXXXXX", made[sizeof file + 4];
    Jailed jailed;
    for (int i = 0; i < ATTEMPTS; i++) results[i] = PROBE_NOT_TRIED;
    if (!jail_kind_works(kind)) return;
    int bait = mkstemp(file), output = memfd_create("answers", MFD_CLOEXEC);
    if (bait >= 0 && output >= 0 && start_probe(kind, program, file, output, &jailed))
        take_answers(&jailed, output, results);
    snprintf(made, sizeof made, "%s.new", file);
    unlink(made), rmdir(made), unlink(file);
    if (bait >= 0) close(bait);
    if (output >= 0) close(output);
}
