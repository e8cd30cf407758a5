// Reads another program's output to its end.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // pipe2
#endif
#include "grader/class/command_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/class/stop.h"

_Noreturn static void become(const char *const *argv, int output, int with_errors) {
    int null = open("/dev/null", O_RDWR);
    dup2(null, STDIN_FILENO);
    dup2(output, STDOUT_FILENO);
    dup2(with_errors ? output : null, STDERR_FILENO);
    execvp(argv[0], (char *const *)argv);
    _exit(127);
}

char *command_output(const char *const *argv, int with_errors, int *status) {
    int ends[2], ended = -1;
    if (pipe2(ends, O_CLOEXEC) < 0) stop("No pipe can be made: %s.", strerror(errno));
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) become(argv, ends[1], with_errors);
    close(ends[1]);
    char *text = take_memory(1, 1), part[4096];
    size_t size = 0;
    for (ssize_t got; (got = read(ends[0], part, sizeof part)) != 0;) {
        if (got < 0 && errno != EINTR) break;
        if (got < 0) continue;
        text = more_memory(text, size + (size_t)got + 1, 1);
        memcpy(text + size, part, (size_t)got);
        text[size += (size_t)got] = 0;
    }
    close(ends[0]);
    while (pid > 0 && waitpid(pid, &ended, 0) < 0 && errno == EINTR) {
    }
    *status = pid > 0 && WIFEXITED(ended) ? WEXITSTATUS(ended) : -1;
    return text;
}
