// Running a program of the user's own (`grade run`). Unlike a submission it is trusted with its own files: it
// may load further objects with device code, share memory with its kernels, and nothing of it is repeated.
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <time.h>

#include "grader/device/arrays.h"
#include "grader/device/device.h"
#include "grader/device/memory_watch.h"

static Device *running; // for the signal handler

// grade asks for the end with SIGUSR1, at Ctrl-C or when the program has ended and its children live on: the
// running kernel stops at its next check, and the student's end looks closed.
static void end_run(int signal_number) {
    (void)signal_number;
    running->cancel = WARPSIM_STOP;
    shutdown(running->student_fd, SHUT_RDWR);
}

static uint32_t answer_registers(void *context, const WarpsimKernel *kernel, uint64_t threads) {
    return threads ? registers_to_check(context, kernel, threads) : registers_of(context, kernel);
}

static int answer_attribute(void *context, uint64_t number, int64_t *value) {
    const Device *d = context;
    return device_attribute(d, &d->gpu.device, number, value);
}

void prepare_program(Device *d, int memory_fd, int status_fd) {
    struct sigaction action = {.sa_handler = end_run};
    running = d;
    sigaction(SIGUSR1, &action, NULL);
    signal(SIGINT, SIG_IGN);  // Ctrl-C goes to all of the terminal's processes: this one still has to report
    signal(SIGTERM, SIG_IGN); // so do `timeout` and schedulers with the signals of a whole group
    signal(SIGHUP, SIG_IGN);
    warpsim_set_file(d->sim, memory_fd);
    d->recording.launches_only = true;
    d->runtime = (WarpsimRuntime){.context = d,
                                  .registers = answer_registers,
                                  .attribute = answer_attribute,
                                  .pending_limit = WARPSIM_PENDING};
    warpsim_set_runtime(d->sim, &d->runtime);
    watch_memory(&d->cancel);
    if (status_fd < 0) return;
    void *page = mmap(NULL, sizeof(RunStatus), PROT_READ | PROT_WRITE, MAP_SHARED, status_fd, 0);
    if (page != MAP_FAILED) d->status = page;
}

// Adds a module of one text or several; the first stays at the same index as the program.
static bool load_texts(Device *d, PtxText *texts, int count, char *error, size_t error_size) {
    PtxText *items = realloc(d->texts.items, ((size_t)d->texts.count + 1) * sizeof *items);
    const char **sources = calloc((size_t)count, sizeof *sources);
    size_t *sizes = calloc((size_t)count, sizeof *sizes);
    if (items) d->texts.items = items;
    if (!items || !sources || !sizes) {
        free(sources), free(sizes);
        snprintf(error, error_size, "There is no memory left for the file's PTX.");
        return false;
    }
    for (int i = 0; i < count; i++) sources[i] = texts[i].text, sizes[i] = texts[i].size;
    bool good = warpsim_load_linked(d->sim, sources, sizes, count, error, error_size);
    free(sources), free(sizes);
    if (!good) return false;
    const int module = warpsim_modules(d->sim) - 1;
    for (int i = 0; i < count && good; i++)
        good = d->backend->load(d->backend, module, &texts[i], error, error_size);
    if (!good) return false;
    items[d->texts.count++] = *texts;
    texts->owned = NULL;
    return true;
}

// The file's kernels as they stand in another text: a file of one text, since whose text it is would not be clear.
static bool take_other_ptx(Device *d, PtxTexts *texts, char *error, size_t error_size) {
    if (!file_image_open(&d->ptx, d->ptx_path, error, error_size)) return false;
    if (texts->count != 1) {
        snprintf(error, error_size, "%s has PTX of several files, and %s of one.", d->path, d->ptx_path);
        return false;
    }
    PtxText *t = texts->items;
    free(t->owned);
    t->owned = NULL;
    t->text = (const char *)d->ptx.data;
    t->size = d->ptx.size;
    return true;
}

// The image must stay open: texts point into it. Those to be linked come after the others.
static bool load_image(Device *d, const FileImage *image, int object, char *error, size_t error_size) {
    PtxTexts texts;
    bool good = find_ptx(image, 0, &texts, error, error_size);
    if (good && d->ptx_path) good = take_other_ptx(d, &texts, error, error_size);
    for (int i = 0, count; good && i < texts.count; i += count) {
        count = texts.items[i].relocatable ? texts.count - i : 1;
        texts.items[i].object = object;
        good = load_texts(d, &texts.items[i], count, error, error_size);
    }
    ptx_texts_free(&texts);
    return good;
}

void load_file(Device *d, const char *path) {
    char *error = d->load_error;
    const size_t size = sizeof d->load_error;
    if (!file_image_open(&d->image, path, error, size)) return;
    d->makes_streams = makes_streams(&d->image);
    d->per_thread_streams = has_per_thread_streams(&d->image);
    if (d->program) {
        if (!program_is_runnable(&d->image, d->program, error, size)) return;
        if (!has_device_code(&d->image)) return;
    }
    load_image(d, &d->image, 0, error, size);
}

int load_another(Device *d, Call *c) {
    char path[4096], error[600];
    FileImage image;
    if (!d->program || c->head->size == 0 || c->head->size >= sizeof path) return cudaErrorInvalidValue;
    memcpy(path, c->payload, c->head->size);
    path[c->head->size] = 0;
    if (file_image_open(&image, path, error, sizeof error)) {
        c->reply->value[0] = (uint64_t)++d->objects;
        if (load_image(d, &image, d->objects, error, sizeof error)) return 0;
    }
    HostFinding *f = note_host(d, "not-simulated", c->head->caller);
    if (f) snprintf(f->message, sizeof f->message, "%.200s cannot be used. %.180s", path, error);
    return cudaErrorNoKernelImageForDevice;
}

CallOutcome run_program(Device *d) {
    int left_ms = -1; // the user's own program may take its time
    for (;;) {
        switch (serve_student(d, -1, &left_ms)) {
        case SERVED: break;
        case SERVED_FAULT: return OUTCOME_HOST_FAULT;
        case SERVED_RETURN:
        case SERVED_NONSENSE: return OUTCOME_PROTOCOL;
        default: return OUTCOME_DISCONNECTED;
        }
    }
}

static void forget_handles(HandleTable *t, uint32_t device) {
    for (uint32_t i = 0; i < t->count; i++)
        if (t->owner[i] == 1 + device) t->owner[i] = 0;
}

int reset_program(Device *d) {
    warpsim_reset_device(d->sim);
    forget_arrays(d);
    forget_handles(&d->streams, device_in_use(d));
    forget_handles(&d->events, device_in_use(d));
    return 0;
}

// What the program has asked for beyond the usual: limits, and attributes of its kernels.
static void forget_settings(Device *d) {
    d->runtime.pending_limit = WARPSIM_PENDING;
    warpsim_set_heap(d->sim, WARPSIM_HEAP);
    for (uint32_t i = 0; i < d->kernel_count; i++) {
        d->dynamic_shared[i] = 0;
        d->wide_clusters[i] = false;
    }
}

int forget_program(Device *d) {
    forget_settings(d);
    for (uint32_t i = 0; i < warpsim_devices(d->sim, NULL); i++) {
        if (!warpsim_use_device(d->sim, i)) return cudaErrorMemoryAllocation;
        reset_program(d);
    }
    return warpsim_use_device(d->sim, 0) ? 0 : cudaErrorMemoryAllocation;
}

void show_launch(Device *d, const char *kernel) {
    if (!d->status) return;
    if (!kernel) {
        d->status->launch_started = 0;
        return;
    }
    d->status->launches++;
    snprintf(d->status->kernel, sizeof d->status->kernel, "%s", kernel);
    d->status->launch_started = wire_clock_ms();
}

// A submission is told modelled time, which is the same on every machine and in every run; a program the time
// that the simulation really takes.
uint64_t event_time(Device *d) {
    struct timespec now;
    if (!d->program && d->backend->explains) return warpsim_clock(d->sim, 0);
    clock_gettime(CLOCK_MONOTONIC, &now);
    const uint64_t ns = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
    return warpsim_clock(d->sim, ns);
}
