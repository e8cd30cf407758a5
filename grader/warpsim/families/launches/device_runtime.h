// The functions of the CUDA runtime that kernels call: each a call of a function without a body, whose
// arguments stand in rows of parameter memory.
#ifndef WARPBOOK_DEVICE_RUNTIME_H
#define WARPBOOK_DEVICE_RUNTIME_H

#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/warp.h"

typedef enum {
    RT_GET_PARAMETER_BUFFER,
    RT_GET_PARAMETER_BUFFER_V2,
    RT_LAUNCH,
    RT_LAUNCH_V2,
    RT_GET_LAST_ERROR,
    RT_PEEK_AT_LAST_ERROR,
    RT_ERROR_STRING,
    RT_ERROR_NAME,
    RT_STREAM_CREATE,
    RT_STREAM_DESTROY,
    RT_STREAM_WAIT_EVENT,
    RT_EVENT_CREATE,
    RT_EVENT_RECORD,
    RT_EVENT_DESTROY,
    RT_MALLOC,
    RT_FREE,
    RT_COPY,
    RT_COPY_2D,
    RT_COPY_3D,
    RT_FILL,
    RT_FILL_2D,
    RT_FILL_3D,
    RT_DEVICE,
    RT_DEVICE_COUNT,
    RT_ATTRIBUTE,
    RT_LIMIT,
    RT_CACHE_CONFIG,
    RT_FUNCTION,
    RT_OCCUPANCY,
    RT_VERSION,
    RT_SET_CONDITIONAL,
} RuntimeFunction;

enum { RT_ARGUMENTS = 8 };

// One call in the program.
typedef struct {
    RuntimeFunction function;
    const char *name; // "cudaMalloc"
    u32 argument_count, result_bytes;
    Operand argument[RT_ARGUMENTS]; // their first rows
    Operand result;
} RuntimeCall;

bool decode_runtime_call(Decoder *d, const char *called); // see Family.decode_call
void run_runtime_call(Warp *w, const Op *op);             // imm: its RuntimeCall

#endif
