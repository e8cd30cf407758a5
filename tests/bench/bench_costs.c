// What launches, starts and the checks' own memory cost here.
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/kernel_bench.h"

extern char **environ;

static const char program[] = "build/tests/bench/program";

enum { LAUNCHES = 2000, ROUNDS = 7 };

static void line(const char *what, double value, const char *unit, double asked) {
    printf("%-64s %10.2f %-14s", what, value, unit);
    if (asked > 0) printf(" %8.0f  %s", asked, value < asked ? "met" : "NOT MET");
    printf("\n");
    fflush(stdout);
}

static double launch_time(void) {
    KernelBench b = kernel_bench_new(program, "tiny", 2);
    double best = 1;
    kernel_bench_buffer(&b, 128, false);
    b.block[0] = 32;
    for (int round = 0; round < ROUNDS; round++) {
        const double start = seconds_now();
        for (int i = 0; i < LAUNCHES; i++) kernel_bench_run(&b);
        const double each = (seconds_now() - start) / LAUNCHES;
        best = each < best ? each : best;
    }
    kernel_bench_free(&b);
    return best;
}

// What the processes that this one has waited for have used.
static double processor_seconds(void) {
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static double run_time(const char *const *command) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    pid_t child;
    int status;
    const double start = seconds_now();
    if (posix_spawn(&child, command[0], &actions, NULL, (char **)(uintptr_t)command, environ) != 0 ||
        waitpid(child, &status, 0) != child || status != 0) {
        fprintf(stderr, "%s run %s does not end well\n", command[0], command[2]);
        exit(2);
    }
    posix_spawn_file_actions_destroy(&actions);
    return seconds_now() - start;
}

// The start of a program under ./grade run, and each launch in it: the best of several runs without and with
// launches.
static void program_times(double *start, double *launch) {
    char count[20];
    snprintf(count, sizeof count, "%d", LAUNCHES);
    const char *const without[] = {"./grade", "run", program, NULL}, *const with[] = {"./grade", "run",
                                                                                      program, count, NULL};
    double best[2] = {100, 100};
    for (int round = 0; round < ROUNDS; round++) {
        const double times[2] = {run_time(without), run_time(with)};
        for (int i = 0; i < 2; i++) best[i] = times[i] < best[i] ? times[i] : best[i];
    }
    *start = best[0];
    *launch = (best[1] - best[0]) / LAUNCHES;
}

// Processor time of a grading of lab 4's solution with a page, to one without. Each is the least of three, in turn: other work on the
// machine changes them less than it does times of the clock.
static double page_ratio(void) {
    const char *const without[] = {"./grade", "lab4", "--solution", "--seed", "3", NULL};
    const char *const with[] = {
        "./grade", "lab4", "--solution", "--seed", "3", "--page", "build/lab4/bench.html", NULL};
    double least[2] = {0, 0};
    for (int run = 0; run < 6; run++) {
        const double before = processor_seconds();
        run_time(run % 2 ? with : without);
        const double spent = processor_seconds() - before;
        if (run < 2 || spent < least[run % 2]) least[run % 2] = spent;
    }
    return least[1] / least[0];
}

// Bytes of memory that this process really has.
static double resident(void) {
    long pages = 0, all;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &all, &pages) != 2) exit(2);
    fclose(f);
    return (double)pages * (double)sysconf(_SC_PAGESIZE);
}

// A kernel that stores to all of a buffer, and the shape of its block.
typedef struct {
    const char *words, *kernel;
    uint32_t element, block[2];
    double below;
} Fill;

static const Fill fills[] = {
    {"the checks' memory, a kernel that stores words", "fill_words", 4, {256, 1}, 2},
    {"the checks' memory, halves", "fill_halves", 2, {256, 1}, 2},
    {"the checks' memory, single bytes", "fill_bytes", 1, {256, 1}, 2},
    {"the checks' memory, words down the columns of a matrix", "fill_columns", 4, {32, 8}, 2},
    {"the checks' memory, neighbouring words of different blocks", "fill_scattered", 4, {256, 1}, 0},
};

// Bytes that the checks keep for each byte of a buffer that the kernel has stored to, all of it.
static double shadow(const Fill *f) {
    enum { BYTES = 64 << 20, SIDE = 4096 };
    KernelBench b = kernel_bench_new(program, f->kernel, 2);
    void *buffer = kernel_bench_buffer(&b, BYTES, false);
    memset(buffer, 0, BYTES);
    kernel_bench_int(&b, BYTES / (int)f->element);
    memcpy(b.block, f->block, sizeof f->block);
    kernel_bench_run(&b); // one block, for what does not grow with the buffer
    b.grid[0] = f->block[1] > 1 ? SIDE / f->block[0] : BYTES / f->element / f->block[0];
    b.grid[1] = f->block[1] > 1 ? SIDE / f->block[1] : 1;
    const double before = resident();
    kernel_bench_run(&b);
    const double grown = resident() - before;
    kernel_bench_free(&b);
    return grown / BYTES;
}

static double untouched(void) {
    KernelBench b = kernel_bench_new(program, "tiny", 2);
    const double before = resident();
    kernel_bench_buffer(&b, 1 << 30, false);
    const double grown = resident() - before;
    kernel_bench_free(&b);
    return grown / 1024;
}

int main(void) {
    double start, launch;
    printf("Costs (best of %d)\n\n%-64s %25s %8s\n", ROUNDS, "", "", "below");
    line("a launch of 32 threads, in the simulator", launch_time() * 1e6, "us", 50);
    program_times(&start, &launch);
    line("a launch of 32 threads, in a program under ./grade run", launch * 1e6, "us", 50);
    line("start and end of a program under ./grade run", start * 1e3, "ms", 50);
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
        line(fills[i].words, shadow(&fills[i]), "bytes a byte", fills[i].below);
    line("a grading of lab 4 with a page, to one without", page_ratio(), "of the time", 0);
    line("1 GiB allocated and not touched", untouched(), "KiB", 64);
    printf("\n");
    return 0;
}
