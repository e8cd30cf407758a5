// The device process: runs the kernels of one submission, on a simulated GPU or on a real one.
//
//   device --grader-fd N --student-fd M [--backend sim|gpu] [--gpu NAME] [--workers W] [--details] [--witness]
//          [--ptx FILE] [--memory BYTES] FILE.so
//   device --list-gpus
//   device --gpu-id        which GPU is it?
//   device --probe-gpu     is there a GPU that works? (grader/gpu_driver/probe.c)
//
// With --program MAJOR it serves a program of the user's own, built for that version of CUDA, and not a
// submission: program.c. Then there are also --devices N, --memory-fd N and --status-fd N (-1: none) and
// --launch-limit INSTRUCTIONS.
//
// --details: with one worker the source place of every access is kept, too, so that a race names both
// parties. --witness: with one worker, the run remembers where values come from (grader/witness). --ptx: the kernels are
// these, and not what FILE.so holds: the same ones, compiled in another way.
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "grader/contract/allocation.h"
#include "grader/contract/run_status.h"
#include "grader/device/serve_grader.h"
#include "grader/gpu_driver/gpu_backend.h"

static int usage(const char *why) {
    fprintf(stderr,
            "device: %s\nusage: device --grader-fd N --student-fd M [--backend sim|gpu] [--gpu NAME] "
            "[--workers W] [--memory BYTES] FILE.so\n"
            "       device --list-gpus\n       device --gpu-id\n       device --probe-gpu\nIt is started by "
            "./grade; see ./grade "
            "--help.\n",
            why);
    return 2;
}

// Where memory runs out all the same, this process is to be ended and no other.
static void be_ended_first(void) {
    FILE *file = fopen("/proc/self/oom_score_adj", "w");
    if (!file) return;
    fputs("1000", file);
    fclose(file);
}

// The GPU that is here in place of a simulated one. Why it cannot be used is the answer to the grader's
// greeting.
static void use_gpu(Device *d, Driver *driver) {
    char why[500];
    d->backend = gpu_backend(driver, d->sim, why, sizeof why);
    if (!d->backend) snprintf(d->load_error, sizeof d->load_error, "The GPU cannot be used: %s.", why);
}

// What is freed is mostly asked for again soon, by the next text that is loaded or the next launch: kept, it need not come
// from the system page by page each time.
static void keep_freed_memory(void) {
    enum { KEPT = 32 << 20 }; // more of one piece comes from the system all the same
    mallopt(M_MMAP_THRESHOLD, KEPT);
    mallopt(M_TRIM_THRESHOLD, 2 * KEPT);
}

static bool find_gpu(Device *d, Driver *driver) {
    char why[500];
    if (driver_open(driver, why, sizeof why) && driver_start(driver, why, sizeof why) &&
        gpu_describe(driver, &d->gpu, why, sizeof why))
        return true;
    snprintf(d->load_error, sizeof d->load_error, "The GPU cannot be used: %s.", why);
    return false;
}

void end_without_memory(void) {
    _exit(EXIT_OUT_OF_MEMORY); // grade says what it means
}

// The simulator, and addresses for all that may be allocated. Where there are too few of them for what samples may have, it is as
// much as for other runs.
static bool reserve_memory(Device *d, uint64_t memory) {
    if (!make_simulator(d, memory)) return false;
    if (d->program || d->on_gpu || warpsim_reserve(d->sim)) return true;
    if (!d->modelling.samples_only) return false;
    warpsim_end(d->sim);
    d->modelling.samples_only = false; // until the grader says so once more
    return make_simulator(d, memory) && warpsim_reserve(d->sim);
}

int main(int argc, char **argv) {
    Device d = {.workers = 1, .grader_fd = -1, .student_fd = -1};
    const char *gpu = GPU_DEFAULT;
    bool profiled = false; // Nsight Compute looks on
    Driver driver;
    uint32_t devices = 1;
    uint64_t memory = 0; // as much as there is
    int memory_fd = -1, status_fd = -1;
    char error[600];
    keep_freed_memory();
    for (int i = 1; i < argc; i++) {
        const bool more = i + 1 < argc;
        if (strcmp(argv[i], "--list-gpus") == 0) {
            gpu_print_list();
            return 0;
        }
        if (strcmp(argv[i], "--gpu-id") == 0) return gpu_id();
        if (strcmp(argv[i], "--probe-gpu") == 0) return gpu_probe();
        if (strcmp(argv[i], "--grader-fd") == 0 && more)
            d.grader_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--student-fd") == 0 && more)
            d.student_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--backend") == 0 && more)
            d.on_gpu = strcmp(argv[++i], "gpu") == 0;
        else if (strcmp(argv[i], "--gpu") == 0 && more)
            gpu = argv[++i];
        else if (strcmp(argv[i], "--workers") == 0 && more)
            d.workers = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--beside") == 0)
            d.has_other = true;
        else if (strcmp(argv[i], "--details") == 0)
            d.details = true;
        else if (strcmp(argv[i], "--witness") == 0)
            d.witnessed = true;
        else if (strcmp(argv[i], "--launches") == 0)
            d.modelling.list = true;
        else if (strcmp(argv[i], "--model") == 0)
            d.modelling.list = d.modelling.model = true;
        else if (strcmp(argv[i], "--cold") == 0)
            d.modelling.cold = true;
        else if (strcmp(argv[i], "--samples-only") == 0)
            d.modelling.samples_only = true;
        else if (strcmp(argv[i], "--profiled") == 0)
            profiled = true;
        else if (strcmp(argv[i], "--counts-fd") == 0 && more)
            d.registers.kept_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--ptx") == 0 && more)
            d.ptx_path = argv[++i];
        else if (strcmp(argv[i], "--memory") == 0 && more)
            memory = strtoull(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--program") == 0 && more)
            d.program = atoi(argv[++i]);
        else if (strcmp(argv[i], "--devices") == 0 && more)
            devices = (uint32_t)strtoul(argv[++i], NULL, 10);
        else if (strcmp(argv[i], "--memory-fd") == 0 && more)
            memory_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--status-fd") == 0 && more)
            status_fd = atoi(argv[++i]);
        else if (strcmp(argv[i], "--launch-limit") == 0 && more)
            d.launch_limit = strtoull(argv[++i], NULL, 10);
        else if (argv[i][0] != '-' && !d.path)
            d.path = argv[i];
        else
            return usage(argv[i]);
    }
    if (d.grader_fd < 0 || d.student_fd < 0 || !d.path) return usage("these are missing");
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#if !defined(__SANITIZE_ADDRESS__)
    if (!profiled) prctl(PR_SET_DUMPABLE, 0); // nobody looks into this process
#endif
    be_ended_first();
    signal(SIGPIPE, SIG_IGN);
    if (!gpu_load(gpu, &d.gpu, error, sizeof error)) {
        fprintf(stderr, "grade: %s\n", error);
        return 2;
    }
    d.on_gpu = d.on_gpu && find_gpu(&d, &driver);
    if (!reserve_memory(&d, memory)) end_without_memory();
    if (d.on_gpu) use_gpu(&d, &driver);
    if (!d.backend) d.backend = simulated_backend(d.sim);
    if (!d.backend) return 2;
    d.other = d.gpu.device;
    gpu_make_another(&d.other);
    warpsim_set_devices(d.sim, d.has_other ? 2 : devices);
    if (d.program) prepare_program(&d, memory_fd, status_fd);
    if (!d.load_error[0]) load_file(&d, d.path);
    while (serve_grader(&d)) {
    }
    if (profiled) exit(0);
    _exit(0); // the driver's own clean-up may wait for a kernel that does not end
}
