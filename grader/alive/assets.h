// The files grader/gpus/ID.gpu as text, which the Makefile puts into the module.
#ifndef WARPBOOK_ALIVE_ASSETS_H
#define WARPBOOK_ALIVE_ASSETS_H

typedef struct {
    const char *id, *text; // an id of NULL is the end
} GpuText;

extern const GpuText gpu_texts[];

#endif
