// The device process: simulates a GPU for one submission.
//
//   device --grader-fd N --student-fd M [--gpu NAME] [--workers W] [--memory BYTES] FILE.so
//   device --list-gpus
//
// With --program MAJOR it serves a program of the user's own, built for that version of CUDA, and not a
// submission: program.c. Then there are also --memory-fd N and --status-fd N (-1: none) and --launch-limit
// INSTRUCTIONS.
//
// With one worker it also keeps the source place of every access, so that a race names both parties.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "grader/device/serve_grader.h"

static int usage(const char *why) {
    fprintf(stderr,
            "device: %s\nusage: device --grader-fd N --student-fd M [--gpu NAME] [--workers W] [--memory "
            "BYTES] FILE.so\n"
            "       device --list-gpus\nIt is started by ./grade; see ./grade --help.\n",
            why);
    return 2;
}

// A quarter of this machine's memory: what a submission may allocate. The simulator's records of it, and
// copies on the way, take as much again and more. The user's own program may have all of it: much of what
// such programs allocate they never touch.
static uint64_t memory_limit(const Device *d, uint64_t asked) {
    const uint64_t gpu = d->gpu.device.total_global_memory;
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const uint64_t all = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 4ull << 30;
    const uint64_t share = d->program ? all : all / 4, most = asked && asked < share ? asked : share;
    return gpu && gpu < most ? gpu : most;
}

// Where memory runs out all the same, this process is to be ended and no other.
static void be_ended_first(void) {
    FILE *file = fopen("/proc/self/oom_score_adj", "w");
    if (!file) return;
    fputs("1000", file);
    fclose(file);
}

int main(int argc, char **argv) {
    Device d = {.grader_fd = -1, .student_fd = -1};
    const char *gpu = "h200", *path = NULL;
    uint32_t workers = 1;
    uint64_t memory = 0; // as much as there is
    int memory_fd = -1, status_fd = -1;
    char error[600];
    for (int i = 1; i < argc; i++) {
        const bool more = i + 1 < argc;
        if (strcmp(argv[i], "--list-gpus") == 0) {
            gpu_print_list();
            return 0;
        }
        if (strcmp(argv[i], "--grader-fd") == 0 && more)
            d.grader_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--student-fd") == 0 && more)
            d.student_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--gpu") == 0 && more)
            gpu = argv[++i];
        else if (strcmp(argv[i], "--workers") == 0 && more)
            workers = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--memory") == 0 && more)
            memory = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--program") == 0 && more)
            d.program = atoi(argv[++i]);
        else if (strcmp(argv[i], "--memory-fd") == 0 && more)
            memory_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--status-fd") == 0 && more)
            status_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--launch-limit") == 0 && more)
            d.launch_limit = strtoull(argv[++i], NULL, 10);
        else if (argv[i][0] != '-' && !path)
            path = argv[i];
        else
            return usage(argv[i]);
    }
    if (d.grader_fd < 0 || d.student_fd < 0 || !path) return usage("these are missing");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#if !defined(__SANITIZE_ADDRESS__)
    prctl(PR_SET_DUMPABLE, 0); // nobody looks into this process
#endif
    be_ended_first();
    signal(SIGPIPE, SIG_IGN);
    if (!gpu_load(gpu, &d.gpu, error, sizeof error)) {
        fprintf(stderr, "grade: %s\n", error);
        return 2;
    }
    GpuDescription limited = d.gpu;
    limited.device.total_global_memory = memory_limit(&d, memory);
    d.sim = simulator_new(&limited, workers, workers == 1);
    if (!d.sim) {
        fprintf(stderr, "device: no memory left for the simulated GPU\n");
        return 2;
    }
    if (d.program) prepare_program(&d, memory_fd, status_fd);
    load_file(&d, path);
    while (serve_grader(&d)) {
    }
    return 0;
}
