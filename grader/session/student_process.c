// The student's process of a case: started in the jail, ended, and how it ended.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // pipe2, dup3
#endif
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/contract/sanitized.h"
#include "grader/session/session_parts.h"

enum { STUDENT_FILE_BYTES = 1 << 20, STUDENT_PROCESSES = 16 };

// A limit on addresses would refuse what a sanitizer reserves.
static const size_t student_memory = SANITIZED ? 0 : (size_t)4 << 30;

void session_reserve_descriptor(void) {
    // Fill the gaps below it too: a program may be started with a closed stdin.
    int fd;
    do fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd < STUDENT_SOCKET_FD);
    if (fd > STUDENT_SOCKET_FD) {
        dup3(fd, STUDENT_SOCKET_FD, O_CLOEXEC);
        close(fd);
    }
}

bool start_student(Session *s, int socket_fd) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return session_fail(s, SESSION_TROUBLE, "no pipe could be made: %s", strerror(errno));
    s->output.fd = ends[0];
    fcntl(ends[0], F_SETFL, O_NONBLOCK);

    char library_path[4200];
    snprintf(library_path, sizeof library_path, "LD_LIBRARY_PATH=%s", s->setup->library_folder);
    const char *argv[] = {s->setup->student_program, s->setup->submission, s->setup->call_library, NULL};
    const char *read_only[] = {s->setup->student_program, s->setup->submission, s->setup->call_library,
                               s->setup->library_folder, NULL};
    const char *env[] = {library_path, "PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL};
    const char *writable[] = {NULL};
    const int keep[] = {STUDENT_SOCKET_FD, -1};
    JailSpec jail = {.argv = argv,
                     .read_only = read_only,
                     .writable = writable,
                     .keep_fds = keep,
                     .stdout_fd = ends[1],
                     .stderr_fd = ends[1],
                     .env = env,
                     .cpu_seconds = s->setup->cpu_seconds,
                     .memory_bytes = student_memory,
                     .file_bytes = STUDENT_FILE_BYTES,
                     .max_processes = STUDENT_PROCESSES,
                     .allow_programs = false};
    // The jail passes descriptors on under their own numbers: put the socket where the student looks for it.
    dup2(socket_fd, STUDENT_SOCKET_FD);
    char error[600];
    s->student_started = jail_start(&jail, &s->student, error, sizeof error);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup3(null, STUDENT_SOCKET_FD, O_CLOEXEC);
    close(null);
    close(ends[1]);
    if (!s->student_started)
        return session_fail(s, SESSION_TROUBLE, "the student's code could not be started: %s", error);
    s->result->jail = s->student.kind;
    return true;
}

// Did the student's process end by itself? Waits a moment for it when its socket was closed: the end of the
// socket is seen before the end of the process. Leaves it to be reaped by jail_kill.
static bool ended_by_itself(Session *s) {
    bool expected = s->result->state == SESSION_RAN && s->result->outcome == OUTCOME_DISCONNECTED;
    for (int i = 0; i < (expected && !s->result->output_limit ? 100 : 1); i++) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)s->student.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
            return true;
        if (expected) sleep_ms(5);
    }
    return false;
}

// Jails that keep a process of their own in between report
// a signal as exit status 128 + signal.
void end_student(Session *s) {
    if (!s->student_started) return;
    s->result->ended = ended_by_itself(s);
    int status = jail_kill(&s->student);
    if (WIFSIGNALED(status))
        s->result->exit_signal = WTERMSIG(status);
    else if (WIFEXITED(status) && WEXITSTATUS(status) > 128 && WEXITSTATUS(status) < 128 + 65)
        s->result->exit_signal = WEXITSTATUS(status) - 128;
    else if (WIFEXITED(status))
        s->result->exit_status = WEXITSTATUS(status);
    output_drain(&s->output);
}
