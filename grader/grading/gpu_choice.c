// Asks `device` about the GPU and reads its one line, under a deadline.
#include "grader/grading/gpu_choice.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/text/clean.h"
#include "grader/session/link.h"

enum { PROBE_SECONDS = 20, LINE_MAX = 1000 }; // a GPU that has slept takes seconds to wake

// Reads until the end or the deadline; true at the end.
static bool read_line(int fd, char *line, size_t size) {
    const double deadline = clock_seconds() + PROBE_SECONDS;
    size_t at = 0;
    for (;;) {
        struct pollfd p = {.fd = fd, .events = POLLIN};
        const double left = deadline - clock_seconds();
        if (left <= 0 || poll(&p, 1, (int)(left * 1000) + 1) < 0) return false;
        if (!p.revents) continue;
        const ssize_t got = read(fd, line + at, size - at);
        if (got <= 0) return got == 0;
        at += (size_t)got;
        if (at == size) return false;
    }
}

static void become_device(const char *device_program, const char *question, int output) {
    const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(null, STDIN_FILENO);
    dup2(null, STDERR_FILENO);
    dup2(output, STDOUT_FILENO);
    execl(device_program, device_program, question, (char *)NULL);
    _exit(127);
}

// The first line that `device` answers to --gpu-id or --probe-gpu. False, with the reason in its place.
static bool ask_device(const char *device_program, const char *question, char *answer, size_t size) {
    char line[LINE_MAX] = "";
    int ends[2], status = 0;
    snprintf(answer, size, "the GPU's driver could not be asked");
    if (pipe(ends) < 0) return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    const pid_t pid = fork();
    if (pid == 0) become_device(device_program, question, ends[1]);
    close(ends[1]);
    const bool ended = pid > 0 && read_line(ends[0], line, sizeof line - 1);
    close(ends[0]);
    if (pid < 0) return false;
    if (!ended) kill(pid, SIGKILL);
    waitpid(pid, &status, 0);
    clean_text(answer, size, line, strcspn(line, "\n"));
    if (!ended)
        snprintf(answer, size, "the GPU's driver did not answer within %d seconds", PROBE_SECONDS);
    else if (!answer[0])
        snprintf(answer, size, "the GPU's driver crashed");
    return ended && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

GpuChoice gpu_probe_now(const char *device_program) {
    GpuChoice choice = {0};
    char line[sizeof choice.why];
    choice.usable = ask_device(device_program, "--probe-gpu", line, sizeof line);
    if (choice.usable)
        snprintf(choice.name, sizeof choice.name, "%.*s", (int)sizeof choice.name - 1, line);
    else
        snprintf(choice.why, sizeof choice.why, "%s", line);
    return choice;
}

GpuChoice gpu_probe_in_turn(const char *device_program, GpuTurn *turn, bool quiet) {
    GpuChoice choice = {0};
    char answer[sizeof choice.why];
    const bool known = ask_device(device_program, "--gpu-id", answer, sizeof answer);
    snprintf(choice.why, sizeof choice.why, "%s", answer);
    if (!known) return choice;
    gpu_turn_open(turn, GPU_TURN_FOLDER, answer, quiet);
    if (gpu_turn_share(turn))
        choice = gpu_probe_now(device_program);
    else
        snprintf(choice.why, sizeof choice.why, "the GPU was busy with other gradings for %.3g minutes",
                 turn->given_up_after / 60);
    gpu_turn_end(turn);
    return choice;
}

int gpu_list(const char *device_program, char ids[][32], int most) {
    char text[8 * LINE_MAX];
    int ends[2], count = 0;
    if (pipe(ends) < 0) return 0;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    const pid_t pid = fork();
    if (pid == 0) become_device(device_program, "--list-gpus", ends[1]);
    close(ends[1]);
    memset(text, 0, sizeof text);
    const bool ended = pid > 0 && read_line(ends[0], text, sizeof text - 1);
    close(ends[0]);
    if (pid > 0 && !ended) kill(pid, SIGKILL);
    if (pid > 0) waitpid(pid, NULL, 0);
    for (char *line = text; ended && *line && count < most;
         line += strcspn(line, "\n"), line += *line == '\n') {
        const char *capability = strstr(line, "compute capability ");
        const size_t length = strcspn(line, " \n");
        if (!capability || atoi(capability + strlen("compute capability ")) < 7 || length > 31) continue;
        snprintf(ids[count++], 32, "%.*s", (int)length, line);
    }
    return count;
}

bool gpu_choose(GpuChoice *gpu, GpuTurn *turn, const RunChoices *choices, RunPlan *plan, char *error,
                size_t error_size) {
    memset(gpu, 0, sizeof *gpu);
    if (choices->device == DEVICE_SIM || (choices->device == DEVICE_AUTO && choices->gpu)) return true;
    *gpu = gpu_probe_in_turn(plan->session.device_program, turn, choices->quiet);
    plan->use_gpu = gpu->usable;
    if (gpu->usable) plan->session.turn = turn;
    if (gpu->usable || choices->device == DEVICE_AUTO) return true;
    snprintf(error, error_size, "--device %s: %s. Without it the kernels run on the simulator.",
             choices->device == DEVICE_BOTH ? "both" : "gpu", gpu->why);
    return false;
}
