// The checks of a run: bounds, alignment, unwritten bytes; and the counting of sectors and bank conflicts.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/protocol.h"
#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/core/family.h"
#include "grader/warpsim/core/special.h"
#include "grader/warpsim/core/devices.h"
#include "grader/warpsim/core/happens_before.h"
#include "grader/warpsim/core/memory_words.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/outside_global.h"
#include "grader/warpsim/core/outside_shared.h"
#include "grader/warpsim/core/read_only.h"

static const char *verb(bool write) {
    return write ? "write" : "read";
}

static u8 *stop_at(Warp *w, Finding *f) {
    if (f) f->fatal = true;
    stop_block(w);
    return NULL;
}

static u8 *write_to_constant(Warp *w, const Op *op, const Run *run, const Allocation *a) {
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, run->first);
    if (f) {
        f->facts = FOUND_CONSTANT | FOUND_WRITES;
        snprintf(f->message, sizeof f->message, "This would write to the __constant__ variable %s.", a->name);
        snprintf(f->next, sizeof f->next,
                 "Kernels can only read constant memory, not write it: set it from the host with "
                 "cudaMemcpyToSymbol().");
    }
    return stop_at(w, f);
}

// An asynchronous copy to shared memory has been started and not been waited for.
static bool is_coming(const Warp *w, PtxSpace space, u64 byte) {
    if (space != SPACE_SHARED) return false;
    EACH_FAMILY(f, is_coming) {
        if (f->is_coming(w, byte)) return true;
    }
    return false;
}

// What is loaded into registers is tracked until it matters. Copies to other memory, matrices and textures are not.
void note_unwritten(Warp *w, const Op *op, PtxSpace space, u32 lane, u32 element, u64 byte,
                    const char *memory, const u64 *caller) {
    if (op->flags & ACCESS_CARRIED) return;
    const bool coming = is_coming(w, space, byte);
    if (op->memory && !coming) {
        definedness_begin(w, op);
        return;
    }
    Finding *f = note_lane(w, op, CHECK_UNINITIALISED, lane);
    if (!f) return;
    if (caller) memcpy(f->caller, caller, sizeof f->caller);
    note_access(f, space == SPACE_GLOBAL ? FOUND_GLOBAL : FOUND_SHARED, element, false);
    EACH_FAMILY(family, tell_coming) {
        if (coming) family->tell_coming(w, lane, byte, f);
    }
    snprintf(
        f->message, sizeof f->message, "This reads %u byte%s at byte %" PRIu64 " of %s, %s", element,
        plural(element), byte, memory,
        f->facts & FOUND_COPYING
            ? "which an asynchronous copy is writing: it has been started, and its thread has not waited for it."
        : coming ? "which an asynchronous copy is writing: it has been started, and nobody has waited for it."
                 : "where nothing has been written.");
    snprintf(
        f->next, sizeof f->next, "%s",
        coming ? "Let each thread wait for its copies, then put a __syncthreads() before other threads read "
                 "them."
               : "Write them first, or do not read them: what they hold is left to chance.");
}

// Bytes that are judged together: one of which a part has been written is not reported, since copies of structures
// include the holes between fields.
u32 judged_bytes(const Op *op, u32 element) {
    return op->memory ? op->width : element;
}

// A mbarrier and its like have records of their own.
bool judges_unwritten(const Warp *w, const Op *op) {
    return !w->tracked && (op->memory || !(op->flags & ACCESS_ATOMIC));
}

static u8 *other_device(Warp *w, const Op *op, const Run *run, u32 element, bool write, const Allocation *a) {
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, run->first);
    if (f) {
        memcpy(f->caller, a->caller, sizeof f->caller);
        note_access(f, FOUND_GLOBAL, element, write);
        const u32 mine = w->worker->launch->simulator->device;
        snprintf(f->message, sizeof f->message,
                 "This would %s %u byte%s in memory of device %u. The kernel runs on device %u, which has no "
                 "access to it.",
                 verb(write), element, plural(element), a->device, mine);
        snprintf(
            f->next, sizeof f->next,
            "Call cudaDeviceEnablePeerAccess(%u, 0) while device %u is the current one, or copy the data "
            "with cudaMemcpyPeer().",
            a->device, mine);
    }
    return stop_at(w, f);
}

static void note_touched(Warp *w, const Op *op, const Run *run, bool write) {
    const bool of_device =
        op->flags & ACCESS_UPDATE && !(op->flags & ATOMIC_SYSTEM) && !w->worker->launch->samples_only;
    const TouchKind kind = of_device                   ? TOUCH_UPDATE
                           : op->flags & ACCESS_ATOMIC ? TOUCH_ATOMIC
                           : write                     ? TOUCH_WRITE
                                                       : TOUCH_READ;
    footprint_add(&w->worker->touched, run->address, run->bytes, kind);
}

static void order_access(Warp *w, const Op *op, const Run *run, u32 element, bool write, bool shared) {
    if (!write)
        order_hear(w, op, run, element, shared);
    else if (!(op->flags & ACCESS_UPDATE))
        order_say(w, op, run, element, shared);
}

u8 *check_global_run(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    Launch *launch = w->worker->launch;
    Arena *arena = launch->arena;
    SiteState *site = &w->worker->sites[op->site];
    const Allocation *a = site->last;
    if (run->address - a->base >= a->size) {
        a = arena_find(arena, run->address);
        if (!a) return stop_at(w, note_outside_global(w, op, run, element, write));
        if (!devices_reach(launch->simulator, a)) return other_device(w, op, run, element, write, a);
        if (!launch->keeps_footprint) site->last = a; // else nothing may go past here
    }
    const u64 offset = run->address - a->base;
    if (run->bytes > a->size - offset) return stop_at(w, note_outside_global(w, op, run, element, write));
    if (run->address % element) return note_misaligned(w, op, run, element, write, FOUND_GLOBAL);
    if (write && a->constant) return write_to_constant(w, op, run, a);
    if (write && a->input && !(op->flags & ACCESS_UPDATE)) note_input_written(w, op, run, a);
    if (launch->keeps_footprint) note_touched(w, op, run, write);
    if (launch->read_only && a->tracked) read_only_access(w, op, run, element, write);
    if (w->thread_block->order && a->tracked) order_access(w, op, run, element, write, false);
    bool written = false;
    if (a->tracked && (write || !(op->flags & (ACCESS_UPDATE | ACCESS_LOOK))))
        written = judge_global(w, op, run, element, write);
    if (write) {
        if (!a->initialised) arena_mark_written_shared(arena, run->address, run->bytes);
    } else if (!w->tracked || !op->memory) {
        const u32 part = judged_bytes(op, element);
        u64 byte = arena_first_unwritten(arena, a, run->address, run->bytes);
        for (byte = byte / part * part; byte < run->bytes; byte += part) {
            if (arena_any_written(arena, a, run->address + byte, part)) continue;
            char memory[200];
            note_unwritten(w, op, SPACE_GLOBAL, run_lane(run, element, byte), element, offset + byte,
                           memory_words(a, memory, sizeof memory), a->caller);
            break;
        }
    }
    return written ? w->worker->written_already : arena_at(arena, run->address);
}

u8 *check_shared_run(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    ThreadBlock *b = w->thread_block;
    if (run->address >= b->shared_bytes || run->bytes > b->shared_bytes - run->address) {
        EACH_FAMILY(f, shared_elsewhere) {
            bool mine = false;
            u8 *place = f->shared_elsewhere(w, op, run, element, write, &mine);
            if (mine) return place;
        }
        return stop_at(w, note_outside_shared(w, op, run, element, write));
    }
    const Site *site = &w->worker->launch->program->sites[op->site];
    if (run->address < site->low || run->address + run->bytes > site->high)
        note_other_array(w, op, run, element, write);
    if (run->address % element) return note_misaligned(w, op, run, element, write, FOUND_SHARED);
    if (w->thread_block->order) order_access(w, op, run, element, write, true);
    if (!w->worker->launch->samples_only && (write || !(op->flags & ACCESS_UPDATE)))
        judge_shared(w, op, run, element, write);
    if (write) {
        memset(b->shared_written + run->address, 1, run->bytes);
    } else if (judges_unwritten(w, op)) {
        // CUB's and Thrust's merges read one element past their tiles and throw it away.
        const u32 part = judged_bytes(op, element);
        const u8 *written = b->shared_written + run->address, *missing = memchr(written, 0, run->bytes);
        for (u64 byte = missing ? (u64)(missing - written) / part * part : run->bytes; byte < run->bytes;
             byte += part) {
            if (memchr(written + byte, 1, part)) continue;
            if (program_is_of_algorithms(w->function, op->instruction)) continue;
            note_unwritten(w, op, SPACE_SHARED, run_lane(run, element, byte), element, run->address + byte,
                           "shared memory", NULL);
            break;
        }
    }
    return b->shared + run->address;
}

// Some lane is about to load an element that none of its bytes has been written of. Nothing is loaded yet: the
// register that holds the address may be the one that is loaded.
static bool loads_unwritten_row(const Op *op, const u32 *written, u64 size, const u64 *address, u32 mask) {
    EACH_LANE_OF(mask, lane) {
        for (u32 v = 0; v < op->count; v++) {
            const u64 first = address[lane] + v * op->width;
            u32 missing = 0;
            for (u64 byte = first; byte < first + op->width && byte < size; byte++)
                missing += !(written[byte] >> lane & 1);
            if (missing == op->width) return true;
        }
    }
    return false;
}

// The common case: all lanes want the same words, which lie side by side in a row, as they do in a register. Code that is
// compiled without optimisation does little else.
static bool same_words(const Op *op, u64 size, const u64 *address, u32 mask) {
    const u32 element = (u32)op->width * op->count;
    const u64 at = address[__builtin_ctz(mask)];
    if (op->width != (op->flags & ACCESS_WIDE ? sizeof(u64) : sizeof(u32))) return false;
    if (at >= size || element > size - at || at & (op->width - 1u)) return false;
    EACH_LANE_OF(mask, lane) {
        if (address[lane] != at) return false;
    }
    return true;
}

static void copy_words(u32 *row, void *lanes, u32 mask, bool wide, bool write) {
    u32 *narrow = lanes, *high = row + LANES;
    u64 *both = lanes;
    if (!wide && mask == ALL_LANES) {
        memcpy(write ? row : narrow, write ? narrow : row, LANES * sizeof *row);
    } else if (!wide) {
        EACH_LANE_OF(mask, i) {
            *(write ? &row[i] : &narrow[i]) = write ? narrow[i] : row[i];
        }
    } else if (write) {
        EACH_LANE_OF(mask, i) {
            row[i] = (u32)both[i];
            high[i] = (u32)(both[i] >> 32);
        }
    } else {
        EACH_LANE_OF(mask, i) {
            both[i] = (u64)high[i] << 32 | row[i];
        }
    }
}

// Of bytes first .. first + width - 1: a lane of the mask has written none.
static bool word_unwritten(const u32 *written, u64 first, u32 width, u32 mask) {
    u32 lanes = 0;
    for (u32 k = 0; k < width; k++) lanes |= written[first + k];
    return (mask & ~lanes) != 0;
}

static void access_words(Warp *w, const Op *op, u8 *rows, u32 *written, u64 at, u32 mask, bool write) {
    bool missing = false;
    for (u32 v = 0; v < op->count && written && !write && !w->tracked; v++)
        missing |= word_unwritten(written, at + v * op->width, op->width, mask);
    if (missing) definedness_begin(w, op);
    for (u32 v = 0; v < op->count; v++) {
        const u64 first = at + v * op->width;
        copy_words((u32 *)(void *)(rows + first * LANES), lanes_of(w, element_operand(op, v)), mask,
                   op->flags & ACCESS_WIDE, write);
        for (u32 k = 0; written && write && k < op->width; k++) written[first + k] |= mask;
    }
    if (written && write) note_local_stored(w, at, (u32)op->width * op->count);
}

void access_rows(Warp *w, const Op *op, u8 *rows, u32 *written, u64 size, const u64 *address, u32 mask,
                 bool write) {
    const u32 element = (u32)op->width * op->count;
    if (same_words(op, size, address, mask)) {
        access_words(w, op, rows, written, address[__builtin_ctz(mask)], mask, write);
        return;
    }
    if (written && !write && !w->tracked && loads_unwritten_row(op, written, size, address, mask))
        definedness_begin(w, op);
    EACH_LANE_OF(mask, lane) {
        const Run run = {.first = lane, .count = 1, .address = address[lane], .bytes = element};
        if (run.address >= size || element > size - run.address) {
            Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
            if (f) {
                note_access(f, FOUND_LOCAL, element, write);
                snprintf(f->message, sizeof f->message,
                         "This would %s %u byte%s at byte %" PRIu64
                         " of the thread's local memory, which has %" PRIu64 " byte%s.",
                         verb(write), element, plural(element), run.address, size, plural(size));
                snprintf(f->next, sizeof f->next, "Check the index into the local array.");
            }
            stop_at(w, f);
            return;
        }
        if (run.address % op->width) {
            note_misaligned(w, op, &run, op->width, write, FOUND_LOCAL);
            return;
        }
        if (written && write) note_local_stored(w, run.address, element);
        for (u32 v = 0; v < op->count; v++) {
            const u32 slot = op->flags & ACCESS_WIDE ? 8 : 4;
            u8 *value = (u8 *)lanes_of(w, element_operand(op, v)) + slot * lane;
            u64 bits = 0;
            if (write) memcpy(&bits, value, slot);
            for (u32 k = 0; k < op->width; k++) {
                const u64 byte = run.address + v * op->width + k;
                if (written && write) written[byte] |= 1u << lane;
                u8 *place = rows + (byte / 4 * LANES + lane) * 4 + byte % 4;
                if (write)
                    *place = (u8)(bits >> (8 * k));
                else
                    bits |= (u64)*place << (8 * k);
            }
            if (write) continue;
            if ((op->flags & ACCESS_SIGNED) && op->width < 8)
                bits = (u64)((s64)(bits << (64 - 8 * op->width)) >> (64 - 8 * op->width));
            memcpy(value, &bits, slot);
        }
    }
}

void note_bad_param(Warp *w, const Op *op, u32 lane, bool write, u64 offset, u64 size) {
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
    if (f) {
        snprintf(f->message, sizeof f->message,
                 write ? "This would write to the kernel's parameters, which are constant."
                       : "This would read byte %" PRIu64 " of the kernel's parameters, which have %" PRIu64
                         " bytes.",
                 offset, size);
        snprintf(f->next, sizeof f->next, "Check the index into the array that was passed by value.");
    }
    stop_at(w, f);
}

static int by_value(const void *a, const void *b) {
    const u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

// Different pieces of 2^shift bytes, each at a multiple of that, under the runs.
static inline u32 count_pieces(const Run *runs, u32 count, u32 shift) {
    u32 pieces = 0;
    u64 last = 0; // highest piece counted so far
    for (u32 i = 0; i < count; i++) {
        const u64 low = runs[i].address >> shift, high = (runs[i].address + runs[i].bytes - 1) >> shift;
        if (i == 0 || low > last) {
            pieces += (u32)(high - low + 1);
        } else if (runs[i].address >= runs[i - 1].address) {
            if (high > last) pieces += (u32)(high - last);
        } else {
            u64 all[LANES * 17 + LANES * 16]; // not in order: list every piece, count the different ones
            u32 n = 0, different = 0;
            for (u32 k = 0; k < count; k++)
                for (u64 s = runs[k].address >> shift; s <= (runs[k].address + runs[k].bytes - 1) >> shift;
                     s++)
                    all[n++] = s;
            qsort(all, n, sizeof *all, by_value);
            for (u32 k = 0; k < n; k++) different += k == 0 || all[k] != all[k - 1];
            return different;
        }
        if (i == 0 || high > last) last = high;
    }
    return pieces;
}

void add_sectors(SiteState *site, const Run *runs, u32 count, u32 shift) {
    // Shifts by a constant are faster, and it is nearly always this one.
    const u32 pieces =
        shift == SECTOR_SHIFT ? count_pieces(runs, count, SECTOR_SHIFT) : count_pieces(runs, count, shift);
    u32 bytes = 0;
    for (u32 r = 0; r < count; r++) bytes += runs[r].bytes;
    const u32 ideal = (bytes + (1u << shift) - 1) >> shift; // more than there are where lanes share bytes
    site->sectors += (u64)pieces << (shift - SECTOR_SHIFT);
    site->excessive += pieces > ideal ? (u64)(pieces - ideal) << (shift - SECTOR_SHIFT) : 0;
}

// Shared memory has 32 banks of 4 bytes. Lanes that use the same word share one cycle, different words of one
// bank take one cycle each. 8-byte accesses are served half a warp at a time, 16-byte ones a quarter (CUDA
// C++ Programming Guide, "Shared Memory"). The count is the cycles beyond one for each such group.
u32 count_bank_conflicts(const u64 *address, u32 mask, u32 element) {
    const u32 group = element <= 4 ? 32 : element == 8 ? 16 : 8;
    u32 conflicts = 0;
    u64 low = ~0ull, high = 0;
    EACH_LANE_OF(mask, i) {
        low = address[i] < low ? address[i] : low;
        high = address[i] > high ? address[i] : high;
    }
    if ((high + element - 1) / 4 - low / 4 < 32) return 0; // no two words in one bank
    for (u32 first = 0; first < LANES; first += group) {
        u64 words[LANES * 4];
        u8 before[LANES * 4]; // the word of the same bank that came before, plus 1
        u8 latest[32] = {0};  // of each bank
        u32 n = 0, load[32] = {0}, worst = 1;
        EACH_LANE_OF(mask >> first & (group == 32 ? ALL_LANES : (1u << group) - 1), i) {
            for (u64 word = address[first + i] / 4; word <= (address[first + i] + element - 1) / 4; word++) {
                const u32 bank = word % 32;
                u32 seen = latest[bank];
                while (seen && words[seen - 1] != word) seen = before[seen - 1];
                if (seen) continue;
                words[n] = word;
                before[n] = latest[bank];
                latest[bank] = (u8)++n;
                if (++load[bank] > worst) worst = load[bank];
            }
        }
        conflicts += worst - 1;
    }
    return conflicts;
}
