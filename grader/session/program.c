// Starts a program of the user's own beside `device`, waits for its end, fetches the report.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memfd_create, dup3
#endif
#include "grader/session/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/contract/run_status.h"
#include "grader/text/clean.h"
#include "grader/session/link.h"

enum { LOOK_MS = 200, GRACE_LOOKS = 3, REPORT_SECONDS = 60, LONG_MS = 2000, CANNOT_RUN = 127 };

typedef struct {
    const ProgramSetup *setup;
    ProgramResult *result;
    pid_t device, program;
    bool ended; // the program has, with:
    int wait_status;
    bool keeps_on; // when the terminal is closed: as it was started
    bool told;     // `device` to stop
    int memory_fd; // behind memory that host and kernels share
    int status_fd;
    RunStatus *status;
    Link link;
    OutputPipe no_output;
} Run;

static volatile sig_atomic_t interrupts;

static volatile pid_t interrupted_program;

// The program gets the terminal's Ctrl-C too, and decides what it means; what somebody sends to this process
// alone is passed on. A closed terminal (SIGHUP) as well, but for nohup.
static void note_interrupt(int signal_number, siginfo_t *info, void *context) {
    (void)context;
    interrupts++;
    if (info->si_code <= 0 && interrupted_program > 0) kill(interrupted_program, signal_number);
}

__attribute__((format(printf, 3, 4))) static bool set_reason(Run *r, ProgramState state, const char *format,
                                                             ...) {
    va_list arguments;
    va_start(arguments, format);
    r->result->state = state;
    vsnprintf(r->result->reason, sizeof r->result->reason, format, arguments);
    va_end(arguments);
    return false;
}

static void keep_open(int fd) {
    if (fd >= 0) fcntl(fd, F_SETFD, 0);
}

static void become_device(const Run *r, int grader_fd, int program_fd, pid_t parent) {
    const ProgramSetup *setup = r->setup;
    char number[7][24];
    const int value[] = {grader_fd,      program_fd,        r->memory_fd,  r->status_fd,
                         setup->workers, setup->cuda_major, setup->devices};
    char limit[24];
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(CANNOT_RUN);
    for (int i = 0; i < 7; i++) snprintf(number[i], sizeof number[i], "%d", value[i]);
    snprintf(limit, sizeof limit, "%llu", (unsigned long long)setup->launch_limit);
    for (int i = 0; i < 4; i++) keep_open(value[i]);
    const char *argv[24] = {setup->device_program,
                            "--grader-fd",
                            number[0],
                            "--student-fd",
                            number[1],
                            "--memory-fd",
                            number[2],
                            "--status-fd",
                            number[3],
                            "--workers",
                            number[4],
                            "--program",
                            number[5],
                            "--devices",
                            number[6],
                            "--launch-limit",
                            limit};
    int count = 17;
    if (setup->gpu) {
        argv[count++] = "--gpu";
        argv[count++] = setup->gpu;
    }
    if (setup->workers == 1) argv[count++] = "--details";
    if (setup->launches) argv[count++] = "--launches";
    if (setup->model) argv[count++] = "--model";
    if (setup->cold) argv[count++] = "--cold";
    if (setup->samples_only) argv[count++] = "--samples-only";
    argv[count++] = setup->file;
    execv(setup->device_program, (char *const *)argv);
    _exit(CANNOT_RUN);
}

static void prepend(const char *variable, const char *value, char separator) {
    const char *old = getenv(variable);
    char *both = NULL;
    if (old && *old && asprintf(&both, "%s%c%s", value, separator, old) < 0) return;
    setenv(variable, both ? both : value, 1);
    free(both);
}

// Our library is loaded before all others: whatever search path the program was linked with (DT_RPATH goes
// before LD_LIBRARY_PATH), the loader takes the libcudart.so.MAJOR that is there already. The stand-ins for cuBLAS and the
// like come behind it, and before the libraries themselves (grader/libraries).
static void become_program(const Run *r, int socket_fd, pid_t parent) {
    const ProgramSetup *setup = r->setup;
    char library[4200];
    snprintf(library, sizeof library, "%s/libcudart.so.%d", setup->library_folder, setup->cuda_major);
    char stand_ins[4200];
    snprintf(stand_ins, sizeof stand_ins, "%s/libwarpbook_stand_ins.so", setup->library_folder);
    if (access(stand_ins, R_OK) == 0) prepend("LD_PRELOAD", stand_ins, ':');
    prepend("LD_PRELOAD", library, ':');
    prepend("LD_LIBRARY_PATH", setup->library_folder, ':');
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (!r->keeps_on) signal(SIGHUP, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGKILL); // where this process is killed nothing is left running
    if (getppid() != parent) _exit(CANNOT_RUN);
    signal(SIGPIPE, SIG_DFL);
    // Neither may lie where the other is going.
    int socket = fcntl(socket_fd, F_DUPFD, SHARED_MEMORY_FD + 1);
    int memory = r->memory_fd >= 0 ? fcntl(r->memory_fd, F_DUPFD, SHARED_MEMORY_FD + 1) : -1;
    dup2(socket, STUDENT_SOCKET_FD);
    if (memory >= 0) dup2(memory, SHARED_MEMORY_FD);
    close(socket);
    if (memory >= 0) close(memory);
    execv(setup->file, setup->argv);
    fprintf(stderr, "grade: %s cannot be run: %s\n", setup->file, strerror(errno));
    _exit(CANNOT_RUN);
}

// A file in memory; it takes as much of it as is written.
static int new_memory(const char *name, off_t size) {
    int fd = memfd_create(name, MFD_CLOEXEC);
    if (fd >= 0 && ftruncate(fd, size) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

static void prepare_memory(Run *r) {
    r->memory_fd = new_memory("warpbook-shared", (off_t)(DEVICE_ADDRESS_END - DEVICE_ADDRESS_BASE));
    r->status_fd = new_memory("warpbook-status", sizeof(RunStatus));
    if (r->status_fd < 0) return;
    void *page = mmap(NULL, sizeof(RunStatus), PROT_READ | PROT_WRITE, MAP_SHARED, r->status_fd, 0);
    if (page != MAP_FAILED) r->status = page;
}

static bool start_device(Run *r, int *program_fd) {
    int grader[2], program[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, grader) < 0)
        return set_reason(r, PROGRAM_TROUBLE, "no socket could be made: %s", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, program) < 0) {
        close(grader[0]), close(grader[1]);
        return set_reason(r, PROGRAM_TROUBLE, "no socket could be made: %s", strerror(errno));
    }
    const pid_t parent = getpid();
    r->device = fork();
    if (r->device == 0) become_device(r, grader[1], program[1], parent);
    close(grader[1]), close(program[1]);
    r->link.fd = grader[0];
    *program_fd = program[0];
    return r->device > 0 ||
           set_reason(r, PROGRAM_TROUBLE, "no process could be started: %s", strerror(errno));
}

static bool lost(Run *r) {
    return set_reason(r, PROGRAM_DEVICE_LOST,
                      r->link.state == LINK_LATE ? "the simulator does not answer"
                                                 : "the simulator's process ended");
}

static bool request(Run *r, uint32_t call, ReplyHead *reply, char **text) {
    MessageHead head = {.call = call};
    r->link.deadline = clock_seconds() + REPORT_SECONDS;
    return link_request(&r->link, &head, NULL, reply, text) || lost(r);
}

static bool say_hello(Run *r) {
    ReplyHead reply;
    char *text;
    if (!request(r, GRADER_HELLO, &reply, &text)) return false;
    ProgramResult *to = r->result;
    if (reply.error) to->state = PROGRAM_REFUSED;
    clean_text(reply.error ? to->reason : to->device_name,
               reply.error ? sizeof to->reason : sizeof to->device_name, text, reply.size);
    free(text);
    return !reply.error;
}

// One line that is overwritten, while a kernel takes long.
static void show_progress(const Run *r, bool *shown) {
    if (!r->setup->show_progress || !r->status) return;
    const int64_t start = r->status->launch_started, now = (int64_t)(clock_seconds() * 1000);
    const bool show = start && now - start > LONG_MS;
    if (show)
        fprintf(stderr, "\r\033[Kgrade: launch %llu, %.80s, has been running for %lld s. Ctrl-C ends it.",
                (unsigned long long)r->status->launches, r->status->kernel, (long long)(now - start) / 1000);
    else if (*shown)
        fputs("\r\033[K", stderr);
    *shown = show;
}

static void look_at_program(Run *r) {
    if (!r->ended && waitpid(r->program, &r->wait_status, WNOHANG) == r->program) r->ended = true;
}

// Waits until `device` has answered GRADER_RUN: at the end of the program, of its socket.
static bool wait_for_end(Run *r) {
    MessageHead head = {.call = GRADER_RUN};
    ReplyHead reply;
    int looks = 0, seen = 0;
    bool shown = false;
    if (send(r->link.fd, &head, sizeof head, MSG_NOSIGNAL) != sizeof head) return lost(r);
    for (;;) {
        struct pollfd answer = {.fd = r->link.fd, .events = POLLIN};
        if (poll(&answer, 1, LOOK_MS) > 0) break;
        look_at_program(r);
        show_progress(r, &shown);
        // The program is there no more, but `device` is busy with a kernel, or a child of it lives on.
        if (r->ended && looks++ == (interrupts ? 0 : GRACE_LOOKS)) {
            kill(r->device, SIGUSR1);
            r->told = true;
        }
        if (interrupts > seen && ++seen > 1 && !r->ended)
            kill(r->program, SIGKILL); // Ctrl-C for the second time
    }
    if (shown) fputs("\r\033[K", stderr);
    if (recv(r->link.fd, &reply, sizeof reply, MSG_WAITALL) == sizeof reply) return true;
    r->link.state = LINK_CLOSED;
    return lost(r);
}

static bool read_report(Run *r) {
    ReplyHead reply;
    char *text;
    if (!request(r, GRADER_REPORT, &reply, &text)) return false;
    if (!reply.error) records_parse(&r->result->records, text, reply.size);
    free(text);
    return r->result->records.has_work ||
           set_reason(
               r, PROGRAM_DEVICE_LOST,
               "the simulator sent no report. Most likely this machine has too little memory for what the "
               "program does. Make its data smaller");
}

static void end_device(Run *r) {
    if (r->device <= 0) return;
    if (r->link.state == LINK_OPEN) {
        ReplyHead reply;
        MessageHead quit = {.call = GRADER_QUIT};
        r->link.deadline = clock_seconds() + 1;
        link_request(&r->link, &quit, NULL, &reply, NULL);
    }
    close(r->link.fd);
    int status = 0;
    if (r->result->state == PROGRAM_DEVICE_LOST) usleep(50 * 1000); // let it end with its own status
    if (waitpid(r->device, &status, WNOHANG) != r->device) {
        kill(r->device, SIGKILL);
        waitpid(r->device, &status, 0);
    }
    if (r->result->state != PROGRAM_DEVICE_LOST) return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT_RUN)
        set_reason(r, PROGRAM_TROUBLE, "%s cannot be run. Build it with: make", r->setup->device_program);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        set_reason(r, PROGRAM_TROUBLE, "The simulator could not start: it says why above.");
    else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OUT_OF_MEMORY)
        set_reason(r, PROGRAM_DEVICE_LOST,
                   "this machine's memory is used up by what the program does. Make its data smaller");
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL)
        set_reason(
            r, PROGRAM_DEVICE_LOST,
            "the simulator's process was killed: most likely this machine has too little memory for what "
            "the program does. Make its data smaller");
    else if (WIFSIGNALED(status))
        set_reason(r, PROGRAM_DEVICE_LOST, "the simulator's process crashed (signal %d)", WTERMSIG(status));
}

static void end_program(Run *r) {
    if (r->program <= 0) return;
    while (!r->ended) {
        const pid_t done = waitpid(r->program, &r->wait_status, 0);
        if (done == r->program || (done < 0 && errno != EINTR)) r->ended = true;
        if (!r->ended && interrupts > 1) kill(r->program, SIGKILL);
    }
    r->result->signal = WIFSIGNALED(r->wait_status) ? WTERMSIG(r->wait_status) : 0;
    r->result->status =
        WIFSIGNALED(r->wait_status) ? 128 + WTERMSIG(r->wait_status) : WEXITSTATUS(r->wait_status);
}

// With the socket where the program looks for it.
static bool start_program(Run *r, int socket_fd) {
    fflush(NULL);
    const pid_t parent = getpid();
    r->program = fork();
    if (r->program == 0) become_program(r, socket_fd, parent);
    interrupted_program = r->program;
    return r->program > 0 ||
           set_reason(r, PROGRAM_TROUBLE, "no process could be started: %s", strerror(errno));
}

void program_run(const ProgramSetup *setup, ProgramResult *result) {
    memset(result, 0, sizeof *result);
    Run r = {.setup = setup, .result = result, .memory_fd = -1, .status_fd = -1, .no_output = {.fd = -1}};
    r.link = (Link){.fd = -1, .output = &r.no_output};
    const double start = clock_seconds();
    struct sigaction note = {.sa_sigaction = note_interrupt, .sa_flags = SA_SIGINFO};
    sigaction(SIGINT, &note, NULL); // without SA_RESTART: waiting ends
    sigaction(SIGTERM, &note, NULL);
    struct sigaction hang_up;
    r.keeps_on = sigaction(SIGHUP, NULL, &hang_up) == 0 && hang_up.sa_handler == SIG_IGN; // nohup
    if (!r.keeps_on) sigaction(SIGHUP, &note, NULL);
    int socket_fd = -1;
    prepare_memory(&r);
    if (start_device(&r, &socket_fd) && say_hello(&r) && start_program(&r, socket_fd)) {
        close(socket_fd); // so that the end of the program is the end of its socket
        socket_fd = -1;
        if (wait_for_end(&r)) read_report(&r);
    }
    if (socket_fd >= 0) close(socket_fd);
    end_program(&r);
    result->interrupted = interrupts > 0;
    result->seconds = clock_seconds() - start;
    end_device(&r);
}

void program_result_free(ProgramResult *result) {
    records_free(&result->records);
    memset(result, 0, sizeof *result);
}
