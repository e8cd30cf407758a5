// Changes a copy of a recorded launch: its grid, its block, its shared memory, its parameters or its kernel.
#include "grader/device/change_launch.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t at, size;
} Parameter;

// Where it lies; size 0: the kernel has none of that number, or the record not all of it.
static Parameter parameter(const RecordedLaunch *l, uint32_t number) {
    Parameter p = {0, 0};
    if (number >= (uint32_t)warpsim_kernel_facts(l->function).parameters) return p;
    warpsim_parameter(l->function, (int)number, &p.at, &p.size);
    if (p.at > l->param_size || p.size > l->param_size - p.at) p.size = 0;
    return p;
}

static bool exchange_parameters(RecordedLaunch *l, Parameter a, Parameter b) {
    enum { MOST = 64 };
    uint8_t kept[MOST];
    if (!a.size || a.size != b.size || a.size > MOST) return false;
    memcpy(kept, l->params + a.at, a.size);
    memcpy(l->params + a.at, l->params + b.at, a.size);
    memcpy(l->params + b.at, kept, a.size);
    return true;
}

static bool set_parameter(RecordedLaunch *l, Parameter p, const ChangedLaunch *c, uint64_t size) {
    uint32_t own;
    uint64_t value = c->value;
    if (p.size != size) return false;
    if (c->kind == LAUNCH_ADDED) {
        memcpy(&own, l->params + p.at, sizeof own);
        value = own + (uint32_t)c->amount;
    }
    memcpy(l->params + p.at, &value, size);
    return true;
}

static bool set_both(RecordedLaunch *l, Parameter a, Parameter b, uint64_t values) {
    const uint32_t low = (uint32_t)values, high = (uint32_t)(values >> 32);
    if (a.size != sizeof low || b.size != sizeof high) return false;
    memcpy(l->params + a.at, &low, sizeof low);
    memcpy(l->params + b.at, &high, sizeof high);
    return true;
}

static bool set_given(RecordedLaunch *l, const ChangedLaunch *c) {
    memcpy(l->grid, c->grid, sizeof l->grid);
    memcpy(l->block, c->block, sizeof l->block);
    for (uint32_t i = 0; i < CHANGED_NUMBERS; i++) {
        const Parameter p = parameter(l, i);
        if (!(c->given >> i & 1)) continue;
        if (p.size != sizeof(uint32_t) && p.size != sizeof(uint64_t)) return false;
        memcpy(l->params + p.at, &c->numbers[i], p.size);
    }
    return true;
}

static bool set_values(RecordedLaunch *l, Parameter p, const ChangedLaunch *c) {
    if (!p.size || p.size != c->value || p.size > sizeof c->numbers) return false;
    memcpy(l->params + p.at, c->numbers, p.size);
    return true;
}

static bool take_kernel(const Warpsim *sim, RecordedLaunch *l, const ChangedLaunch *c) {
    const WarpsimKernel *other = warpsim_kernel(sim, 0, c->kernel);
    if (!other ||
        warpsim_kernel_facts(other).parameter_bytes != warpsim_kernel_facts(l->function).parameter_bytes)
        return false;
    l->function = other;
    return true;
}

static void exchange(uint32_t *a, uint32_t *b) {
    const uint32_t kept = *a;
    *a = *b;
    *b = kept;
}

static bool change_copy(const Warpsim *sim, RecordedLaunch *l, const ChangedLaunch *c) {
    switch (c->kind) {
    case LAUNCH_AS_IT_WAS: return true;
    case LAUNCH_EXCHANGED:
        for (int axis = 0; axis < 3; axis++) exchange(&l->grid[axis], &l->block[axis]);
        return true;
    case LAUNCH_AXES: exchange(&l->grid[c->first % 3], &l->grid[c->second % 3]); return true;
    case LAUNCH_MORE:
        l->grid[c->first % 3] = l->grid[c->first % 3] * (uint32_t)c->amount + (uint32_t)c->value;
        return true;
    case LAUNCH_ONE_BLOCK: l->grid[0] = l->grid[1] = l->grid[2] = 1; return true;
    case LAUNCH_PARAMETERS: return exchange_parameters(l, parameter(l, c->first), parameter(l, c->second));
    case LAUNCH_NUMBERS: return set_both(l, parameter(l, c->first), parameter(l, c->second), c->value);
    case LAUNCH_ADDED:
    case LAUNCH_NUMBER: return set_parameter(l, parameter(l, c->first), c, sizeof(uint32_t));
    case LAUNCH_ADDRESS: return set_parameter(l, parameter(l, c->first), c, sizeof(uint64_t));
    case LAUNCH_GIVEN: return set_given(l, c);
    case LAUNCH_VALUES: return set_values(l, parameter(l, c->first), c);
    case LAUNCH_SHARED:
        if (l->dynamic_shared == (uint64_t)c->amount) l->dynamic_shared = c->value;
        return true;
    case LAUNCH_KERNEL: return take_kernel(sim, l, c);
    default: return false;
    }
}

uint8_t *change_launch(const Warpsim *sim, RecordedLaunch *launch, const ChangedLaunch *change) {
    uint8_t *params = malloc(launch->param_size + 1);
    if (!params) return NULL;
    memcpy(params, launch->params, launch->param_size);
    launch->params = params;
    const bool meant = !memchr(change->only, 0, sizeof change->only)
                           ? false
                           : !change->only[0] || !strcmp(change->only, launch->kernel);
    const bool sound = memchr(change->kernel, 0, sizeof change->kernel) != NULL;
    if (!meant || (sound && change_copy(sim, launch, change))) return params;
    free(params);
    return NULL;
}
