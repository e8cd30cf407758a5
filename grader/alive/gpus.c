// The descriptions of GPUs, which the module carries.
#include <stdio.h>
#include <string.h>

#include "grader/alive/assets.h"
#include "grader/gpus/gpu.h"

bool gpu_load(const char *id, GpuDescription *gpu, char *error, size_t error_size) {
    for (const GpuText *g = gpu_texts; g->id; g++) {
        if (strcmp(g->id, id) != 0) continue;
        FILE *stream = fmemopen((void *)g->text, strlen(g->text), "r");
        if (!stream) {
            snprintf(error, error_size, "there is no memory left to read the description of a GPU");
            return false;
        }
        const bool good = gpu_read_stream(stream, id, gpu, error, error_size);
        fclose(stream);
        return good;
    }
    snprintf(error, error_size, "there is no GPU \"%.40s\" in this module", id);
    return false;
}
