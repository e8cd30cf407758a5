// Loads and stores of a warp: finding the runs and moving the data; built once for each instruction set (see
// ISA).
#include "grader/warpsim/core/access.h"

#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/sectors.h"
#include "grader/warpsim/core/trace.h"

// In a table, for loops over 64-bit lanes: a counter of another width keeps the compiler from making them
// vectors.
static const u64 lane_number[LANES] = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                                       16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};

// The lanes' addresses follow each other `element` bytes apart over the whole mask, and the mask has no
// holes.
static inline __attribute__((always_inline)) bool one_run(const u64 *address, u32 mask, u32 element,
                                                          Run *run) {
    const u32 first = (u32)__builtin_ctz(mask);
    const u32 stretch = mask >> first;
    if (stretch & (stretch + 1)) return false;
    const u64 start = address[first] - (u64)first * element;
    u64 differs[LANES];
    if (mask == ALL_LANES) {
        EACH_LANE(i) {
            differs[i] = address[i] ^ (start + lane_number[i] * element);
        }
    } else {
        const u64 wide = mask;
        EACH_LANE(i) {
            const u64 active = 0 - (wide >> lane_number[i] & 1);
            differs[i] = (address[i] ^ (start + lane_number[i] * element)) & active;
        }
    }
    u64 any = 0;
    for (int i = 0; i < LANES; i++) any |= differs[i];
    if (any) return false;
    run->first = run->again = first;
    run->count = (u32)__builtin_popcount(mask);
    run->address = address[first];
    run->bytes = run->count * element;
    run->value = NULL;
    return true;
}

// Cuts the lanes of the mask into runs; returns how many.
static u32 find_runs(const u64 *address, u32 mask, u32 element, Run *runs) {
    u32 n = 0;
    EACH_LANE_OF(mask, i) {
        Run *last = n ? &runs[n - 1] : NULL;
        if (last && last->first + last->count == i && address[i] == last->address + last->bytes) {
            last->count++;
            last->bytes += element;
        } else {
            runs[n++] = (Run){.first = i, .again = i, .count = 1, .address = address[i], .bytes = element};
        }
    }
    return n;
}

// All lanes read the same place: one run of one element serves them all.
static inline bool same_address(const u64 *address, u32 mask) {
    const u64 first = address[__builtin_ctz(mask)];
    EACH_LANE_OF(mask, i) {
        if (address[i] != first) return false;
    }
    return true;
}

static inline const u64 *addresses(Warp *w, const Op *op, u64 *room) {
    const u64 *base = lanes_of(w, op->a);
    const u64 offset = (u64)op->imm;
    if (offset == 0) return base;
    EACH_LANE(i) {
        room[i] = base[i] + offset;
    }
    return room;
}

// Moves one loaded element of every lane of the mask from `data` (lane-major, `stride` apart) into a
// register. Where the compiler knows the width it makes no call.
static inline __attribute__((always_inline)) void
unpack_width(Warp *w, const Op *op, Operand register_, const u8 *data, u32 stride, u32 mask, u32 width) {
    const bool sign = op->flags & ACCESS_SIGNED;
    if (op->flags & ACCESS_WIDE) {
        u64 *d = lanes_of(w, register_);
        EACH_LANE_OF(mask, i) {
            u64 v = 0;
            memcpy(&v, data + i * stride, width);
            if (sign && width < 8) v = (u64)((s64)(v << (64 - 8 * width)) >> (64 - 8 * width));
            d[i] = v;
        }
    } else {
        u32 *d = lanes_of(w, register_);
        EACH_LANE_OF(mask, i) {
            u32 v = 0;
            memcpy(&v, data + i * stride, width < 4 ? width : 4);
            if (sign && width < 4) v = (u32)((s32)(v << (32 - 8 * width)) >> (32 - 8 * width));
            d[i] = v;
        }
    }
}

static void unpack(Warp *w, const Op *op, Operand register_, const u8 *data, u32 stride, u32 mask) {
    switch (op->width) {
    case 1: unpack_width(w, op, register_, data, stride, mask, 1); break;
    case 2: unpack_width(w, op, register_, data, stride, mask, 2); break;
    case 4: unpack_width(w, op, register_, data, stride, mask, 4); break;
    default: unpack_width(w, op, register_, data, stride, mask, 8); break;
    }
}

// The other way round.
static inline __attribute__((always_inline)) void pack_width(const u8 *row, u32 step, u8 *data, u32 stride,
                                                             u32 mask, u32 width) {
    EACH_LANE_OF(mask, i) {
        memcpy(data + i * stride, row + i * step, width);
    }
}

static void pack(Warp *w, const Op *op, Operand register_, u8 *data, u32 stride, u32 mask) {
    const u8 *row = lanes_of(w, register_);
    const u32 step = op->flags & ACCESS_WIDE ? sizeof(u64) : sizeof(u32);
    switch (op->width) {
    case 1: pack_width(row, step, data, stride, mask, 1); break;
    case 2: pack_width(row, step, data, stride, mask, 2); break;
    case 4: pack_width(row, step, data, stride, mask, 4); break;
    default: pack_width(row, sizeof(u64), data, stride, mask, 8); break;
    }
}

static void count_access(Warp *w, const Op *op, PtxSpace space, const u64 *address, u32 mask, const Run *runs,
                         u32 run_count, u32 element, u32 shift) {
    if (w->block_trace) trace_access(w, op, space, address, mask, element, false);
    SiteState *site = &w->worker->sites[op->site];
    if (space == SPACE_CONST) return; // served by the constant cache: see count_constant
    const u32 bytes = (u32)__builtin_popcount(mask) * element;
    site->requests++;
    site->bytes += bytes;
    if (space == SPACE_GLOBAL) {
        add_sectors(site, runs, run_count, shift);
        return;
    }
    site->shared_requests++;
    site->shared_bytes += bytes;
    if (run_count > 1) site->conflicts += count_bank_conflicts(address, mask, element);
}

// What the host passed to a kernel is not data of the case; what was copied from device memory may be.
static void count_constant(Warp *w, const Op *op, PtxSpace space, u32 mask, u32 element) {
    SiteState *site = &w->worker->sites[op->site];
    if (space != SPACE_CONST || !site->last->device_filled) return;
    site->requests++;
    site->bytes += (u32)__builtin_popcount(mask) * element;
}

static u8 *check_run(Warp *w, const Op *op, PtxSpace space, const Run *run, u32 element, bool write) {
    return space == SPACE_SHARED ? check_shared_run(w, op, run, element, write)
                                 : global_run(w, op, run, element, write);
}

// Fetches an element of each lane; where the compiler knows the size it makes no call.
static inline __attribute__((always_inline)) void fetch(Warp *w, const Op *op, const u8 *from,
                                                        const u64 *place, u32 mask, u32 element) {
    const bool sign = op->flags & ACCESS_SIGNED;
    if (op->flags & ACCESS_WIDE) {
        u64 *d = lanes_of(w, op->d);
        EACH_LANE_OF(mask, i) {
            u64 v = 0;
            memcpy(&v, from + place[i], element);
            d[i] = sign && element < 8 ? (u64)((s64)(v << (64 - 8 * element)) >> (64 - 8 * element)) : v;
        }
    } else {
        u32 *d = lanes_of(w, op->d);
        EACH_LANE_OF(mask, i) {
            u32 v = 0;
            memcpy(&v, from + place[i], element < 4 ? element : 4);
            d[i] = sign && element < 4 ? (u32)((s32)(v << (32 - 8 * element)) >> (32 - 8 * element)) : v;
        }
    }
}

// Scattered lanes, one element each, in the allocation that this instruction touched last: where there
// is nothing to judge, each lane fetches its own. False: nothing has happened.
static bool gather(Warp *w, const Op *op, const u64 *address, u32 mask, u32 element, u32 shift) {
    SiteState *site = &w->worker->sites[op->site];
    const Allocation *a = site->last;
    if (w->block_trace || op->count != 1 || !a->initialised || a->tracked || a->size < element) return false;
    const u64 base = a->base, most = a->size - element, first = address[__builtin_ctz(mask)];
    u64 place[LANES], outside[LANES], any = 0;
    if (mask == ALL_LANES) {
        EACH_LANE(i) {
            place[i] = address[i] - base;
        }
    } else {
        EACH_LANE(i) {
            place[i] = (mask >> lane_number[i] & 1 ? address[i] : first) - base;
        }
    }
    EACH_LANE(i) {
        outside[i] = (place[i] > most ? 1 : 0) | ((place[i] + base) & (element - 1));
    }
    for (int i = 0; i < LANES; i++) any |= outside[i];
    if (any) return false;
    site->requests++;
    site->bytes += (u32)__builtin_popcount(mask) * element;
    add_lane_sectors(site, address, mask, element, shift);
    const u8 *from = arena_at(w->worker->launch->arena, base);
    switch (element) {
    case 1: fetch(w, op, from, place, mask, 1); break;
    case 2: fetch(w, op, from, place, mask, 2); break;
    case 4: fetch(w, op, from, place, mask, 4); break;
    default: fetch(w, op, from, place, mask, 8); break;
    }
    return true;
}

// The race check will want these runs' records. Their cache lines are asked for before the accesses are
// counted, all at once: later each run would wait for its own, with a lock in its hand.
static void fetch_records(Warp *w, const Op *op, PtxSpace space, const Run *runs, u32 count) {
    enum { LINE = 64, LINE_DATA = LINE / sizeof(u64) * RACE_GROUP }; // the bytes that a line is for
    const Launch *launch = w->worker->launch;
    if (space != SPACE_GLOBAL || !launch->races || !w->worker->sites[op->site].last->tracked) return;
    for (u32 r = 0; r < count; r++) {
        const u64 start = runs[r].address - DEVICE_ADDRESS_BASE, last = start + runs[r].bytes - 1;
        for (u64 line = start / LINE_DATA; line <= last / LINE_DATA; line++)
            __builtin_prefetch((const void *)((uintptr_t)launch->races + line * LINE), 1);
    }
}

// Global or shared memory, any width.
static void load_lanes(Warp *w, const Op *op, PtxSpace space, const u64 *address, u32 mask) {
    const u32 element = (u32)op->width * op->count, shift = w->worker->launch->load_shift;
    _Alignas(64) u8 data[LANES * MAX_ACCESS_BYTES + 64];
    Run runs[LANES];
    if (same_address(address, mask)) {
        const u32 first = (u32)__builtin_ctz(mask), rest = mask & (mask - 1);
        runs[0] = (Run){.first = first,
                        .again = rest ? (u32)__builtin_ctz(rest) : first,
                        .count = 1,
                        .address = address[first],
                        .bytes = element};
        count_access(w, op, space, address, mask, runs, 1, element, shift);
        const u8 *from = check_run(w, op, space, &runs[0], element, false);
        if (!from) return;
        count_constant(w, op, space, mask, element);
        memcpy(data, from, element);
        for (u32 v = 0; v < op->count; v++)
            unpack(w, op, element_operand(op, v), data + v * op->width, 0, mask);
        return;
    }
    const bool one = one_run(address, mask, element, runs);
    if (!one && space == SPACE_GLOBAL && gather(w, op, address, mask, element, shift)) return;
    const u32 n = one ? 1 : find_runs(address, mask, element, runs);
    fetch_records(w, op, space, runs, n);
    count_access(w, op, space, address, mask, runs, n, element, shift);
    for (u32 r = 0; r < n; r++) {
        const u8 *from = check_run(w, op, space, &runs[r], element, false);
        if (!from) return;
        memcpy(data + runs[r].first * element, from, runs[r].bytes);
    }
    count_constant(w, op, space, mask, element);
    for (u32 v = 0; v < op->count; v++)
        unpack(w, op, element_operand(op, v), data + v * op->width, element, mask);
}

static void store_lanes(Warp *w, const Op *op, PtxSpace space, const u64 *address, u32 mask) {
    const u32 element = (u32)op->width * op->count;
    _Alignas(64) u8 data[LANES * MAX_ACCESS_BYTES + 64];
    Run runs[LANES];
    const u32 n = one_run(address, mask, element, runs) ? 1 : find_runs(address, mask, element, runs);
    fetch_records(w, op, space, runs, n);
    count_access(w, op, space, address, mask, runs, n, element, SECTOR_SHIFT);
    if (space == SPACE_GLOBAL) count_storing(w, mask);
    if (n == 1 && op->count == 1 && element == (op->flags & ACCESS_WIDE ? sizeof(u64) : sizeof(u32))) {
        runs[0].value = (const u8 *)lanes_of(w, op->d) + runs[0].first * element;
        u8 *to = check_run(w, op, space, &runs[0], element, true);
        if (to) memcpy(to, runs[0].value, runs[0].bytes);
        return;
    }
    for (u32 v = 0; v < op->count; v++)
        pack(w, op, element_operand(op, v), data + v * op->width, element, mask);
    if (n == (u32)__builtin_popcount(mask) && space == SPACE_GLOBAL)
        mask = scatter(w, op, address, mask, element, data);
    for (u32 r = 0; r < n; r++) {
        if (!(mask >> runs[r].first & 1)) continue; // it is done
        runs[r].value = data + runs[r].first * element;
        u8 *to = check_run(w, op, space, &runs[r], element, true);
        if (!to) return;
        memcpy(to, runs[r].value, runs[r].bytes);
    }
}

static u8 *param_rows(Warp *w) {
    return w->bank[BANK_FRAME] + w->function->param_offset;
}

// A kernel parameter at an address that is not known before, such as an element of an array in a struct.
static void load_kernel_params(Warp *w, const Op *op, const u64 *address, u32 mask, bool write) {
    const u32 element = (u32)op->width * op->count;
    const u64 size = w->worker->launch->kernel->ptx->param_size;
    u8 data[LANES * MAX_ACCESS_BYTES] = {0};
    EACH_LANE_OF(mask, i) {
        const u64 offset = address[i] & ~KERNEL_PARAMS;
        if (write || offset > size || element > size - offset) {
            note_bad_param(w, op, i, write, offset, size);
            return;
        }
        memcpy(data + i * element, w->worker->launch->params + offset, element);
    }
    for (u32 v = 0; v < op->count; v++)
        unpack(w, op, element_operand(op, v), data + v * op->width, element, mask);
}

// A thread's own memory: of generic accesses it is not counted.
static void count_local(Warp *w, const Op *op, u32 mask) {
    if (op->kind != SPACE_LOCAL) return;
    SiteState *site = &w->worker->sites[op->site];
    site->requests++;
    site->bytes += (u32)__builtin_popcount(mask) * op->width * op->count;
}

// One space of the access; generic addresses have been sorted by window before.
static void access_space(Warp *w, const Op *op, PtxSpace space, const u64 *address, u32 mask, bool write) {
    switch (space) {
    case SPACE_GLOBAL:
    case SPACE_CONST:
    case SPACE_SHARED:
        if (write)
            store_lanes(w, op, space, address, mask);
        else
            load_lanes(w, op, space, address, mask);
        break;
    case SPACE_LOCAL:
        count_local(w, op, mask);
        if (w->block_trace) trace_access(w, op, space, address, mask, (u32)op->width * op->count, false);
        access_rows(w, op, w->local, w->local_written, w->local_base + w->function->local_bytes, address,
                    mask, write);
        break;
    default:
        if (address[__builtin_ctz(mask)] & KERNEL_PARAMS)
            load_kernel_params(w, op, address, mask, write);
        else
            access_rows(w, op, param_rows(w), NULL, w->function->param_rows * 4, address, mask, write);
        break;
    }
}

static PtxSpace window_of(u64 address) {
    switch (address >> 40) {
    case SHARED_WINDOW >> 40: return SPACE_SHARED;
    case LOCAL_WINDOW >> 40: return SPACE_LOCAL;
    case PARAM_WINDOW >> 40: return SPACE_PARAM;
    default: return SPACE_GLOBAL;
    }
}

static void access_generic(Warp *w, const Op *op, const u64 *address, bool write) {
    u32 mask_of[8] = {0};
    u64 inside[LANES];
    EACH_LANE_OF(w->mask, i) {
        PtxSpace space = window_of(address[i]);
        mask_of[space] |= 1u << i;
        inside[i] = space == SPACE_GLOBAL ? address[i] : address[i] & (WINDOW_SIZE - 1);
    }
    static const PtxSpace order[] = {SPACE_GLOBAL, SPACE_SHARED, SPACE_LOCAL, SPACE_PARAM};
    for (int k = 0; k < 4 && !w->worker->stop; k++)
        if (mask_of[order[k]]) access_space(w, op, order[k], inside, mask_of[order[k]], write);
}

static void access_any(Warp *w, const Op *op, bool write) {
    if (!w->mask || w->worker->stop) return;
    u64 room[LANES];
    const u64 *address = addresses(w, op, room);
    if (op->kind == SPACE_GENERIC)
        access_generic(w, op, address, write);
    else
        access_space(w, op, op->kind, address, w->mask, write);
}

void ISA_NAME(load_any)(Warp *w, const Op *op) {
    access_any(w, op, false);
}

void ISA_NAME(store_any)(Warp *w, const Op *op) {
    access_any(w, op, true);
}

// The common case in one function: one run in global or shared memory, one word or double word for each lane. It counts
// sectors as add_sectors() does.
static inline __attribute__((always_inline)) void load_simple(Warp *w, const Op *op, u32 element) {
    u64 room[LANES];
    Run run;
    if (w->mask && !w->worker->stop && !w->trace) {
        const u64 *address = addresses(w, op, room);
        if (one_run(address, w->mask, element, &run)) {
            SiteState *site = &w->worker->sites[op->site];
            site->requests++;
            site->bytes += run.bytes;
            const u8 *from;
            if (op->kind == SPACE_GLOBAL) {
                if (w->block_trace && trace_wants(w->worker->launch->trace, false,
                                                  run.address - DEVICE_ADDRESS_BASE, run.bytes))
                    trace_access(w, op, SPACE_GLOBAL, address, w->mask, element, false);
                const u32 shift = w->worker->launch->load_shift;
                const u64 pieces = ((run.address + run.bytes - 1) >> shift) - (run.address >> shift) + 1;
                const u64 ideal = (run.bytes + (1u << shift) - 1) >> shift;
                site->sectors += pieces << (shift - SECTOR_SHIFT);
                site->excessive += (pieces - ideal) << (shift - SECTOR_SHIFT);
                from = global_run(w, op, &run, element, false);
            } else {
                site->shared_requests++;
                site->shared_bytes += run.bytes;
                from = check_shared_run(w, op, &run, element, false);
            }
            if (!from) return;
            u8 *d = lanes_of(w, op->d);
            if (w->mask == ALL_LANES)
                memcpy(d, from, LANES * (size_t)element);
            else
                memcpy(d + run.first * element, from, run.bytes);
            return;
        }
    }
    access_any(w, op, false);
}

void ISA_NAME(load_32)(Warp *w, const Op *op) {
    load_simple(w, op, 4);
}

void ISA_NAME(load_64)(Warp *w, const Op *op) {
    load_simple(w, op, 8);
}
