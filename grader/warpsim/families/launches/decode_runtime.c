// Decoding calls of the CUDA runtime from kernels: which function it is, and where its arguments stand.
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/families/launches/device_runtime.h"

// Names without what stands in front of them: "cuda", or "__cudaCDP2" where nvcc compiles for this version of
// launches from kernels. A stream of its own for each thread, _ptsz, makes no difference here.
static const struct {
    const char *name;
    RuntimeFunction function;
    u32 arguments;
} functions[] = {
    {"GetParameterBuffer", RT_GET_PARAMETER_BUFFER, 2},
    {"GetParameterBufferV2", RT_GET_PARAMETER_BUFFER_V2, 4},
    {"LaunchDevice", RT_LAUNCH, 6},
    {"LaunchDeviceV2", RT_LAUNCH_V2, 2},
    {"GetLastError", RT_GET_LAST_ERROR, 0},
    {"PeekAtLastError", RT_PEEK_AT_LAST_ERROR, 0},
    {"GetErrorString", RT_ERROR_STRING, 1},
    {"GetErrorName", RT_ERROR_NAME, 1},
    {"StreamCreateWithFlags", RT_STREAM_CREATE, 2},
    {"StreamDestroy", RT_STREAM_DESTROY, 1},
    {"StreamWaitEvent", RT_STREAM_WAIT_EVENT, 3},
    {"EventCreateWithFlags", RT_EVENT_CREATE, 2},
    {"EventRecord", RT_EVENT_RECORD, 2},
    {"EventRecordWithFlags", RT_EVENT_RECORD, 3},
    {"EventDestroy", RT_EVENT_DESTROY, 1},
    {"Malloc", RT_MALLOC, 2},
    {"Free", RT_FREE, 1},
    {"MemcpyAsync", RT_COPY, 5},
    {"Memcpy2DAsync", RT_COPY_2D, 8},
    {"Memcpy3DAsync", RT_COPY_3D, 2},
    {"MemsetAsync", RT_FILL, 4},
    {"Memset2DAsync", RT_FILL_2D, 6},
    {"Memset3DAsync", RT_FILL_3D, 4},
    {"GetDevice", RT_DEVICE, 1},
    {"GetDeviceCount", RT_DEVICE_COUNT, 1},
    {"DeviceGetAttribute", RT_ATTRIBUTE, 3},
    {"DeviceGetLimit", RT_LIMIT, 2},
    {"DeviceGetCacheConfig", RT_CACHE_CONFIG, 1},
    {"FuncGetAttributes", RT_FUNCTION, 2},
    {"OccupancyMaxActiveBlocksPerMultiprocessor", RT_OCCUPANCY, 4},
    {"OccupancyMaxActiveBlocksPerMultiprocessorWithFlags", RT_OCCUPANCY, 5},
    {"RuntimeGetVersion", RT_VERSION, 1},
    {"GraphSetConditional", RT_SET_CONDITIONAL, 2},
};

static const char *without_prefix(const char *name) {
    static const char *const prefixes[] = {"__cudaCDP2", "cuda"};
    for (int i = 0; i < 2; i++)
        if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) return name + strlen(prefixes[i]);
    return NULL;
}

// The first row of a call's argument or result.
static bool row_of(Decoder *d, const PtxOperand *list, u32 at, Operand *place) {
    if (list->kind != OPERAND_LIST || at >= (u32)list->count || !list->elements[at].variable) return false;
    const u32 row = param_row_offset(d, list->elements[at].variable);
    *place = operand_in(BANK_FRAME, d->f->param_offset + row * LANES);
    return true;
}

static void emit_runtime_call(Decoder *d, u32 which) {
    RuntimeCall *call = keep_memory(d->program, sizeof *call);
    char *name = keep_memory(d->program, strlen(functions[which].name) + 5);
    if (!call || !name) {
        d->failed = true;
        return;
    }
    sprintf(name, "cuda%s", functions[which].name);
    call->function = functions[which].function;
    call->name = name;
    call->argument_count = functions[which].arguments;
    call->result_bytes = call->function <= RT_GET_PARAMETER_BUFFER_V2 || call->function == RT_ERROR_STRING ||
                                 call->function == RT_ERROR_NAME
                             ? 8
                         : call->function == RT_SET_CONDITIONAL ? 0
                                                                : 4;
    bool good = call->result_bytes == 0 || row_of(d, &d->in->operand[0], 0, &call->result);
    for (u32 i = 0; i < call->argument_count; i++)
        good &= row_of(d, &d->in->operand[2], i, &call->argument[i]);
    if (!good) cannot(d, "a call with these arguments");
    emit(d, run_runtime_call)->imm = (s64)(intptr_t)call;
    d->f->ordered = true; // what it launches and what it allocates come in the order of the threads
}

bool decode_runtime_call(Decoder *d, const char *called) {
    char why[160], name[80];
    const char *rest = without_prefix(called);
    if (!rest) return false;
    snprintf(name, sizeof name, "%s", rest);
    const size_t length = strlen(name);
    if (length > 5 && strcmp(name + length - 5, "_ptsz") == 0) name[length - 5] = 0;
    for (u32 i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strcmp(functions[i].name, name) != 0) continue;
        emit_runtime_call(d, i);
        return true;
    }
    if (strcmp(name, "DeviceSynchronize") == 0)
        snprintf(why, sizeof why,
                 "cudaDeviceSynchronize in a kernel, which CUDA 12 has removed: launch what is to come "
                 "afterwards into cudaStreamTailLaunch");
    else
        snprintf(why, sizeof why, "cuda%.80s in a kernel", name);
    cannot(d, why);
    return true;
}
