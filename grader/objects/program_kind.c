// Whether a program's file is one that can be run on a libcudart of ours, and what to do where it is not.
#include <stdio.h>

#include "grader/objects/elf.h"

static const char *const rebuild =
    "nvcc -cudart shared -arch=compute_75 -code=compute_75 -lineinfo -Xcompiler -g";

bool program_is_runnable(const FileImage *image, int cuda_major, char *error, size_t error_size) {
    char name[256], ours[32];
    Bytes section;
    if (!elf_is_readable(image)) {
        snprintf(error, error_size,
                 "This is not a 64-bit program for Linux. Give the file that nvcc made, not a script or a "
                 "source file.");
        return false;
    }
    snprintf(ours, sizeof ours, "libcudart.so.%d", cuda_major);
    if (elf_needs(image, "libcuda.so", name, sizeof name)) {
        snprintf(
            error, error_size,
            "not simulated: the CUDA driver API (this program needs %s). Only programs of the CUDA runtime "
            "(cudaMalloc, <<<...>>>) can be run.",
            name);
        return false;
    }
    if (elf_needs(image, "libcudart.so.", name, sizeof name)) {
        if (strcmp(name, ours) == 0) return true;
        snprintf(
            error, error_size,
            "This program needs %s, but Warpbook was built with CUDA %d and has %s. Build the program with "
            "the nvcc of CUDA %d, or Warpbook with the other one (make clean; make CUDA_HOME=FOLDER).",
            name, cuda_major, ours, cuda_major);
        return false;
    }
    if (!elf_section(image, ".nv_fatbin", &section)) return true; // its kernels may be in libraries
    snprintf(
        error, error_size,
        "The CUDA runtime is linked into this program statically, so Warpbook's cannot take its place. Build "
        "it with: %s",
        rebuild);
    return false;
}
