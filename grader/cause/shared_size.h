// A launch with too few bytes of dynamic shared memory, given how many its kernel uses.
#ifndef WARPBOOK_SHARED_SIZE_H
#define WARPBOOK_SHARED_SIZE_H

#include "grader/session/records.h"
#include "grader/verdict/cause.h"

typedef struct {
    long asked,
        used; // bytes of dynamic shared memory: of the launch, and up to the last one that the kernel uses
    long element; // bytes of one
    const LaunchRecord *launch;
    char sizes[200]; // of the case in which it uses so much
} SharedSize;

// Do the two numbers show what was forgotten: the halo, or the size of an element? Else a wrong index may lead as far.
bool shows_what_lacks(const SharedSize *size);

// Is the cause already that line?
bool is_shared_size(const Cause *cause, const char *source_path, const SharedSize *size);

// `tried`: the cases that come right with more.
void say_shared_size(Cause *cause, const char *source_path, const SharedSize *size, const char *tried);

#endif
