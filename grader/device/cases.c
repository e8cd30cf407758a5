// The state of one case: simulator, backend, the student's file. On a GPU the next case may take its place in the
// same process, for starting a process and a context on the GPU takes longer than most cases.
//
// Nothing of a case outlives it but the context: its modules are unloaded, with their variables, and its
// memory goes back to the driver page by page.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // MSG_CMSG_CLOEXEC
#endif
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/device/device.h"

enum { SOCKET_WAIT_MS = 5000 };

// A quarter of this machine's memory: what a submission may allocate. The simulator's records of it, and
// copies on the way, take as much again and more. The user's own program may have all of it: much of what
// such programs allocate they never touch. A GPU has memory of its own. Where samples of a submission's launches run, nothing is touched
// but what these use: so much that the largest grid of a lab fits three times.
static const uint64_t sampled_memory = 32ull << 30;

static uint64_t memory_limit(const Device *d, uint64_t asked) {
    const uint64_t gpu = d->gpu.device.total_global_memory;
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    const uint64_t all = pages > 0 && size > 0 ? (uint64_t)pages * (uint64_t)size : 4ull << 30;
    const uint64_t part = d->modelling.samples_only ? sampled_memory : all / 4;
    const uint64_t share = d->on_gpu ? gpu : d->program ? all : part;
    const uint64_t most = asked && asked < share ? asked : share;
    return gpu && gpu < most ? gpu : most;
}

bool make_simulator(Device *d, uint64_t memory) {
    d->limited = d->gpu;
    d->limited.device.total_global_memory = memory_limit(d, memory);
    d->sim = warpsim_new(&d->limited, d->workers, d->details && d->workers == 1);
    if (d->sim && d->witnessed) d->witness = witness_new(d->sim);
    return d->sim && (d->witness || !d->witnessed);
}

// What the last case leaves behind, but for the simulator.
static void forget_case(Device *d) {
    recording_clear(&d->recording);
    play_free(&d->play);
    host_moves_free(&d->moves);
    other_inputs_free(d->inputs);
    register_cache_free(&d->registers);
    modelling_clear(&d->modelling);
    timing_free(d);
    ptx_texts_free(&d->texts);
    file_image_close(&d->image);
    if (d->ptx_path) file_image_close(&d->ptx);
    free(d->kernels);
    free(d->dynamic_shared);
    free(d->wide_clusters);
    free_streams(d);
    free(d->arrays);
    close(d->student_fd);
    *d = (Device){.gpu = d->gpu,
                  .sim = d->sim,
                  .backend = d->backend,
                  .path = d->path,
                  .on_gpu = d->on_gpu,
                  .workers = d->workers,
                  .details = d->details,
                  .grader_fd = d->grader_fd,
                  .student_fd = -1};
}

bool next_case(Device *d, uint64_t memory) {
    if (!d->on_gpu || !d->backend->restart || d->sticky || d->load_error[0]) return false;
    forget_case(d);
    Warpsim *last = d->sim;
    const bool good = make_simulator(d, memory) && d->backend->restart(d->backend, d->sim);
    if (good) warpsim_end(last);
    if (good) load_file(d, d->path);
    return good;
}

bool take_student(Device *d) {
    char byte, room[CMSG_SPACE(sizeof(int))];
    struct iovec one = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &one, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct pollfd p = {.fd = d->grader_fd, .events = POLLIN};
    if (poll(&p, 1, SOCKET_WAIT_MS) != 1 || recvmsg(d->grader_fd, &message, MSG_CMSG_CLOEXEC) != 1)
        return false;
    const struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (!head || head->cmsg_type != SCM_RIGHTS) return false;
    memcpy(&d->student_fd, CMSG_DATA(head), sizeof d->student_fd);
    return true;
}
