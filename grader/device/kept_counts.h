// What ptxas has said of a PTX, kept for the other processes of a grading.
//
// A grading starts `device` dozens of times, with the same device code each time, and ptxas takes longer than a small case. So
// `grade` makes a file without a name that every `device` of the grading inherits: what one has asked, the next one reads. Only
// `device` ever has it: neither the student's process nor ptxas inherits it.
#ifndef WARPBOOK_KEPT_COUNTS_H
#define WARPBOOK_KEPT_COUNTS_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/device/registers.h"

// The counts for exactly this text, compute capability and limit of registers. False: they are not in the file, or cannot be
// read. `fd` is not moved.
bool kept_counts_find(int fd, const char *ptx, size_t size, int arch, int registers_max, RegisterCounts *out);

// Puts them at the end of the file. Where that fails they are asked for again, which takes time and nothing else.
void kept_counts_add(int fd, const char *ptx, size_t size, int arch, int registers_max,
                     const RegisterCounts *counts);

#endif
