// The device process of a session: started, or kept from the case before, and ended.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memfd_create
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include "grader/contract/allocation.h"
#include "grader/contract/run_status.h"
#include "grader/session/ncu.h"
#include "grader/session/session_parts.h"

enum { DEVICE_MEMORY_BASE = 128 << 20, DEVICE_MEMORY_COPIES = 16 };

// Enough for the buffers of all calls and some copies of them. A submission that takes what it can get must
// not take the whole machine: the simulator's own records are several times as large.
static size_t buffer_bytes(const CaseData *data) {
    size_t bytes = 0;
    for (int i = 0; data && i < data->arg_count; i++)
        if (data->args[i].buffer) bytes += data->args[i].bytes;
    return bytes;
}

static size_t device_memory(const Session *s) {
    const size_t bytes =
        buffer_bytes(s->data) + buffer_bytes(s->setup->earlier) + buffer_bytes(s->setup->between);
    return DEVICE_MEMORY_BASE + DEVICE_MEMORY_COPIES * bytes;
}

// In the child: becomes `device`. Dies with the grader.
static void become_device(const Session *s, int grader_fd, int student_fd, pid_t parent) {
    const SessionSetup *setup = s->setup;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    char grader_number[16], student_number[16], counts_number[16], workers[16], memory[24];
    snprintf(grader_number, sizeof grader_number, "%d", grader_fd);
    snprintf(student_number, sizeof student_number, "%d", student_fd);
    snprintf(workers, sizeof workers, "%d", setup->workers);
    snprintf(memory, sizeof memory, "%zu", device_memory(s));
    fcntl(grader_fd, F_SETFD, 0);
    fcntl(student_fd, F_SETFD, 0);
    const char *argv[NCU_ARGUMENTS + 20];
    char metrics[1000];
    int count = setup->ncu ? ncu_command(setup->ncu, argv, metrics, sizeof metrics) : 0;
    const char *words[] = {
        setup->device_program, "--grader-fd", grader_number, "--student-fd", student_number,
        "--workers",           workers,       "--memory",    memory};
    memcpy(argv + count, words, sizeof words);
    count += sizeof words / sizeof *words;
    if (setup->on_gpu) {
        argv[count++] = "--backend";
        argv[count++] = "gpu";
        gpu_turn_pass_on(setup->turn);
    } else if (setup->gpu) {
        argv[count++] = "--gpu";
        argv[count++] = setup->gpu;
    }
    if (!setup->on_gpu && s->data->entry->beside) argv[count++] = "--beside";
    if (setup->witnessed || setup->ways) argv[count++] = "--witness";
    if (setup->details) argv[count++] = "--details";
    if (setup->modelled) argv[count++] = "--samples-only";
    if (setup->ptx) {
        argv[count++] = "--ptx";
        argv[count++] = setup->ptx;
    }
    if (setup->counts_fd) {
        snprintf(counts_number, sizeof counts_number, "%d", setup->counts_fd);
        fcntl(setup->counts_fd, F_SETFD, 0);
        argv[count++] = "--counts-fd";
        argv[count++] = counts_number;
    }
    if (setup->ncu) argv[count++] = "--profiled";
    argv[count++] = setup->submission;
    argv[count] = NULL;
    if (setup->ncu) dup2(s->profile_fd, STDOUT_FILENO);
    if (setup->ncu) dup2(s->profile_fd, STDERR_FILENO);
    setenv("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1", 0); // fewer page faults; what the user has set stays
    execv(argv[0], (char *const *)argv);
    _exit(127);
}

// Starts `device` with its two sockets; leaves the grader's end in the link and the student's in *student_fd.
static bool start_device(Session *s, int *student_fd) {
    int grader[2], student[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, grader) < 0)
        return session_fail(s, SESSION_TROUBLE, "no socket could be made: %s", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, student) < 0) {
        int error = errno;
        close(grader[0]);
        close(grader[1]);
        return session_fail(s, SESSION_TROUBLE, "no socket could be made: %s", strerror(error));
    }
    pid_t parent = getpid();
    s->device = fork();
    if (s->device == 0) become_device(s, grader[1], student[1], parent);
    int error = errno;
    close(grader[1]);
    close(student[1]);
    s->link.fd = grader[0];
    *student_fd = student[0];
    if (s->device < 0)
        return session_fail(s, SESSION_TROUBLE, "no process could be started: %s", strerror(error));
    return true;
}

// Gives the waiting `device` the socket of the case's student.
static bool send_socket(const Session *s, int student_fd) {
    char byte = 0, room[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec one = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &one, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof student_fd);
    memcpy(CMSG_DATA(head), &student_fd, sizeof student_fd);
    return sendmsg(s->link.fd, &message, MSG_NOSIGNAL) == 1;
}

static void end_kept(KeptDevice *kept) {
    close(kept->fd);
    kill(kept->pid, SIGKILL);
    waitpid(kept->pid, NULL, 0);
    kept->pid = 0;
}

// The `device` of the case before, made ready for this one. False: there is none that can be.
static bool take_kept_device(Session *s, int *student_fd) {
    KeptDevice *kept = s->setup->kept;
    const MessageHead next = {.call = GRADER_NEXT, .arg = {device_memory(s)}};
    MessageHead head = next;
    ReplyHead reply;
    int student[2];
    if (!kept || !kept->pid) return false;
    if (strcmp(kept->submission, s->setup->submission) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, student) < 0) {
        end_kept(kept);
        return false;
    }
    s->link.fd = kept->fd;
    const bool good =
        link_request(&s->link, &head, NULL, &reply, NULL) && !reply.error && send_socket(s, student[1]);
    close(student[1]);
    if (good) {
        *student_fd = student[0];
        s->device = kept->pid;
        kept->pid = 0;
    } else {
        close(student[0]);
        end_kept(kept);
        s->link = (Link){.fd = -1, .deadline = s->link.deadline, .output = s->link.output};
    }
    return good;
}

bool get_device(Session *s, int *student_fd) {
    if (s->setup->ncu) s->profile_fd = memfd_create("warpbook-ncu", MFD_CLOEXEC);
    return take_kept_device(s, student_fd) || start_device(s, student_fd);
}

// Nsight Compute prints its table once `device` has ended. Leaves it to be reaped.
static void wait_for_ncu(const Session *s) {
    enum { NCU_MS = 30000, STEP_MS = 10 };
    for (int ms = 0; ms < NCU_MS; ms += STEP_MS) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)s->device, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid) return;
        sleep_ms(STEP_MS);
    }
}

// Takes over what Nsight Compute has printed.
static void take_profile(Session *s) {
    enum { PROFILE_MAX = 4 << 20 };
    SessionResult *r = s->result;
    const off_t end = s->profile_fd >= 0 ? lseek(s->profile_fd, 0, SEEK_END) : 0;
    const size_t size = end < 0 ? 0 : end < PROFILE_MAX ? (size_t)end : PROFILE_MAX;
    if (s->profile_fd >= 0 && (r->profile = malloc(size + 1))) {
        const ssize_t got = pread(s->profile_fd, r->profile, size, 0);
        r->profile_size = got > 0 ? (size_t)got : 0;
    }
    close_fd(&s->profile_fd);
}

// Ends `device`: asks it to leave where the link still stands, and does not wait for long.
static void end_device(Session *s) {
    ReplyHead reply;
    if (s->device <= 0) return;
    if (s->link.state == LINK_OPEN) {
        s->link.deadline = clock_seconds() + 1;
        MessageHead quit = {.call = GRADER_QUIT};
        link_request(&s->link, &quit, NULL, &reply, NULL);
    }
    close_fd(&s->link.fd);
    int status = 0;
    if (s->setup->ncu) wait_for_ncu(s);
    if (s->result->state == SESSION_DEVICE_LOST && !s->result->late)
        sleep_ms(50); // let it end with its own status
    const bool ended_here = waitpid(s->device, &status, WNOHANG) != s->device;
    if (ended_here) {
        kill(s->device, SIGKILL);
        waitpid(s->device, &status, 0);
    }
    if (s->result->state != SESSION_DEVICE_LOST || s->result->late) return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        session_fail(s, SESSION_TROUBLE, "%s cannot be run. Build it with: make", s->setup->device_program);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        session_fail(s, SESSION_TROUBLE, "%s could not start: it says why above.",
                     s->setup->on_gpu ? "The GPU" : "The simulator");
    else if (WIFEXITED(status) && WEXITSTATUS(status) == EXIT_OUT_OF_MEMORY)
        session_fail(s, SESSION_TROUBLE, "%s", MEMORY_ADVICE);
    else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL && !ended_here)
        session_fail(s, SESSION_DEVICE_LOST, "%s's process was killed",
                     s->setup->on_gpu ? "the GPU" : "the simulator");
    else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        session_fail(s, SESSION_DEVICE_LOST, "%s crashed (signal %d)",
                     s->setup->on_gpu ? device_words(s) : "the simulator's process", WTERMSIG(status));
}

// Did the case leave nothing behind that the next one could meet?
static bool left_clean(const Session *s) {
    const SessionResult *r = s->result;
    return s->device > 0 && s->link.state == LINK_OPEN && r->state == SESSION_RAN &&
           r->outcome == OUTCOME_RETURNED && r->rounds_read == CASE_ROUNDS && !has_fatal(&r->records) &&
           !r->output_limit && !s->setup->timed;
}

void leave_device(Session *s) {
    KeptDevice *kept = s->setup->kept;
    if (!kept || !left_clean(s)) {
        end_device(s);
        take_profile(s);
        return;
    }
    kept->pid = s->device;
    kept->fd = s->link.fd;
    snprintf(kept->submission, sizeof kept->submission, "%s", s->setup->submission);
}

void session_end_kept(KeptDevice *kept, GpuTurn *turn) {
    if (!kept->pid) return;
    end_kept(kept);
    gpu_turn_end(turn);
}
