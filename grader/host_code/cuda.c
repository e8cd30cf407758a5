// CUDA's calls in host code: memory, copies, errors; and calls that only tell people something.
#include <string.h>

#include "grader/host_code/parts.h"

enum { INVALID_VALUE = 1 };

static bool list(Run *run, HostValue *value, int most, int *count) {
    *count = 0;
    if (!host_take(run, "(")) return false;
    while (!host_is(run, ")") && run->r->good) {
        const HostValue v = host_expression(run);
        if (*count < most) value[(*count)++] = v;
        if (!host_take(run, ",")) break;
    }
    return host_take(run, ")") && run->r->good;
}

// cudaMalloc(&pointer, bytes), with a cast of the address or without one.
static bool allocate(Run *run, HostValue *value) {
    int at = run->at;
    while (at < run->text->count && strcmp(run->text->token[at].text, "&") &&
           strcmp(run->text->token[at].text, ";"))
        at++;
    const char *name = at + 1 < run->text->count ? run->text->token[at + 1].text : "";
    const HostValue *pointer = host_variable(run, name);
    if (!pointer || pointer->type != HOST_POINTER) return false;
    const HostType type = host_pointee(run, pointer);
    run->at = at + 2;
    if (!host_take(run, ",")) return false;
    const HostValue bytes = host_expression(run);
    const int made = host_new_array(run->memory, type, (long)bytes.whole / host_size(type));
    if (!host_take(run, ")") || made < 0) return false;
    host_set(run, name, (HostValue){HOST_POINTER, 0, made}, false);
    *value = (HostValue){HOST_INT, 0, 0};
    return true;
}

static int last_error(Run *run, bool forgets) {
    const int error = run->memory->error;
    if (forgets) run->memory->error = 0;
    return error;
}

static bool copies(Run *run, const char *name, const HostValue *v, int count) {
    if (!strncmp(name, "cudaMemcpy", 10) && (!name[10] || !strcmp(name + 10, "Async")) && count >= 3)
        host_copy(run, v[0], v[1], v[2].whole);
    else if (!strcmp(name, "cudaMemset") && count == 3)
        host_fill(run, v[0], (int)v[1].whole, v[2].whole);
    else
        return !strcmp(name, "cudaFree") || !strcmp(name, "cudaDeviceSynchronize");
    return true;
}

bool host_cuda_called(Run *run, const char *name, HostValue *value) {
    static const char *const told[] = {"printf", "fprintf", "puts", "fputs", "perror"};
    enum { MOST = 6 };
    HostValue v[MOST];
    int count;
    if (!run->memory) return false;
    *value = (HostValue){HOST_INT, 0, 0};
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        if (!strcmp(name, told[i])) return host_skip_brackets(run), true;
    if (strncmp(name, "cuda", 4) && strcmp(name, "CUDA_CHECK")) return false;
    if (run->memory->launch && strcmp(name, "CUDA_CHECK")) return host_skip_brackets(run), true;
    if (!strcmp(name, "cudaMalloc")) return allocate(run, value);
    if (!list(run, v, MOST, &count)) return false;
    if (!strcmp(name, "CUDA_CHECK")) return value->whole = !host_truth(&v[0]), count == 1;
    if (!strcmp(name, "cudaGetLastError")) return value->whole = last_error(run, true), true;
    if (!strcmp(name, "cudaPeekAtLastError")) return value->whole = last_error(run, false), true;
    return copies(run, name, v, count);
}

bool host_cuda_constant(const char *name, HostValue *value) {
    static const struct {
        const char *name;
        int value;
    } known[] = {{"cudaSuccess", 0},
                 {"cudaErrorInvalidValue", INVALID_VALUE},
                 {"cudaErrorInvalidConfiguration", 9},
                 {"cudaMemcpyHostToHost", 0},
                 {"cudaMemcpyHostToDevice", 1},
                 {"cudaMemcpyDeviceToHost", 2},
                 {"cudaMemcpyDeviceToDevice", 3},
                 {"cudaMemcpyDefault", 4}};
    if (!strcmp(name, "NULL") || !strcmp(name, "nullptr")) return *value = host_null(HOST_FLOAT), true;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(name, known[i].name)) return *value = (HostValue){HOST_INT, known[i].value, 0}, true;
    return false;
}
