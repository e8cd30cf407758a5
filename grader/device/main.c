// The device process: simulates a GPU for one submission.
//
//   device --grader-fd N --student-fd M [--gpu NAME] [--workers W] [--memory BYTES] FILE.so
//   device --list-gpus
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
// copies on the way, take as much again and more.
static uint64_t memory_limit(const DeviceDescription *g, uint64_t asked) {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const uint64_t quarter = pages > 0 && size > 0 ? (uint64_t)pages / 4 * (uint64_t)size : 1ull << 30;
    const uint64_t most = asked && asked < quarter ? asked : quarter;
    return g->total_global_memory && g->total_global_memory < most ? g->total_global_memory : most;
}

// Where memory runs out all the same, this process is to be ended and no other.
static void be_ended_first(void) {
    FILE *file = fopen("/proc/self/oom_score_adj", "w");
    if (!file) return;
    fputs("1000", file);
    fclose(file);
}

static void load_file(Device *d, const char *path) {
    char error[600];
    if (!file_image_open(&d->image, path, error, sizeof error) ||
        !find_ptx(&d->image, 0, &d->texts, error, sizeof error)) {
        snprintf(d->load_error, sizeof d->load_error, "%s", error);
        return;
    }
    for (int i = 0; i < d->texts.count; i++) {
        if (simulator_load(d->sim, d->texts.items[i].text, d->texts.items[i].size, error, sizeof error))
            continue;
        snprintf(d->load_error, sizeof d->load_error, "%s", error);
        return;
    }
}

int main(int argc, char **argv) {
    Device d = {.grader_fd = -1, .student_fd = -1};
    const char *gpu = "h200", *path = NULL;
    uint32_t workers = 1;
    uint64_t memory = 0; // as much as there is
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
    limited.device.total_global_memory = memory_limit(&d.gpu.device, memory);
    d.sim = simulator_new(&limited, workers, workers == 1);
    if (!d.sim) {
        fprintf(stderr, "device: no memory left for the simulated GPU\n");
        return 2;
    }
    load_file(&d, path);
    while (serve_grader(&d)) {
    }
    return 0;
}
