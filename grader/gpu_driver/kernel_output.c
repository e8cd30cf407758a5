// Text of kernels, from this process's own output.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // memfd_create
#endif
#include "grader/gpu_driver/kernel_output.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

bool kernel_output_open(KernelOutput *output) {
    output->fd = memfd_create("warpbook-kernel-output", MFD_CLOEXEC);
    if (output->fd < 0) return false;
    fflush(stdout);
    return dup2(output->fd, STDOUT_FILENO) >= 0 && dup2(output->fd, STDERR_FILENO) >= 0;
}

void kernel_output_take(KernelOutput *output, Warpsim *sim) {
    struct stat info;
    fflush(stdout);
    if (fstat(output->fd, &info) || info.st_size <= 0) return;
    warpsim_add_text(sim, output->fd, (size_t)info.st_size);
    if (ftruncate(output->fd, 0) == 0) lseek(output->fd, 0, SEEK_SET); // the copies share this position
}
