// The checks of a run: bounds, alignment, unwritten bytes, races; and the counting of sectors and bank conflicts.
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/device/protocol.h"
#include "grader/simulator/access.h"
#include "grader/simulator/note.h"

enum { RACE_LOCKS = 1024, RACE_LOCK_SPAN = 4096 };

static pthread_spinlock_t race_locks[RACE_LOCKS];

__attribute__((constructor)) static void init_race_locks(void) {
    for (int i = 0; i < RACE_LOCKS; i++) pthread_spin_init(&race_locks[i], PTHREAD_PROCESS_PRIVATE);
}

static const char *verb(bool write) {
    return write ? "write" : "read";
}

static u8 *stop_at(Warp *w, Finding *f) {
    if (f) f->fatal = true;
    stop_block(w);
    return NULL;
}

// First lane of the run whose element starts at or after `byte`, counted from the run's address.
static u32 lane_at(const Run *run, u32 element, u64 byte) {
    u32 lane = run->first + (u32)(byte / element);
    return lane < LANES ? lane : run->first;
}

static const char *memory_words(const Allocation *a, char *room, size_t size) {
    if (a->name[0])
        snprintf(room, size, "the %s variable %s of %" PRIu64 " bytes",
                 a->constant ? "__constant__" : "__device__", a->name, a->size);
    else
        snprintf(room, size, "an allocation of %" PRIu64 " bytes", a->size);
    return room;
}

static u8 *out_of_bounds(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const Arena *arena = w->worker->launch->arena;
    u32 lane = run->first;
    u64 address = run->address;
    for (u32 i = 0; i < run->count; i++) { // the first element that does not fit
        address = run->address + (u64)i * element;
        lane = run->first + i;
        if (!arena_contains(arena, address, element)) break;
    }
    Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
    if (!f) return stop_at(w, NULL);
    char memory[200];
    const Allocation *a = arena_nearest(arena, address);
    if (a) memcpy(f->caller, a->caller, sizeof f->caller);
    if (address < 4096) {
        snprintf(f->message, sizeof f->message, "This would %s %u bytes at address %" PRIu64 ": a null pointer.",
                 verb(write), element, address);
        snprintf(f->next, sizeof f->next, "Check that the pointer was set, and passed in the right place.");
    } else if (!a || address < DEVICE_ADDRESS_BASE || address >= DEVICE_ADDRESS_END) {
        snprintf(f->message, sizeof f->message,
                 "This would %s %u bytes at address 0x%" PRIx64 ", which is not device memory.", verb(write),
                 element, address);
        snprintf(f->next, sizeof f->next, "Check that the pointer came from cudaMalloc, not from the host.");
    } else if (!a->live) {
        snprintf(f->message, sizeof f->message,
                 "This would %s %u bytes in memory that cudaFree has given back (%s).", verb(write), element,
                 memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Free the memory after the last kernel that uses it.");
    } else if (address < a->base) {
        snprintf(f->message, sizeof f->message, "This would %s %u bytes, %" PRIu64 " bytes before the start of %s.",
                 verb(write), element, a->base - address, memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Guard the low end: which threads have no neighbour on that side?");
    } else if (address < a->base + a->size) {
        snprintf(f->message, sizeof f->message,
                 "This would %s %u bytes, the last of them past the end of %s.", verb(write), element,
                 memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Check the element size and the index of the last element.");
    } else {
        snprintf(f->message, sizeof f->message,
                 "This would %s %u bytes, %" PRIu64 " bytes past the end of %s.", verb(write), element,
                 address - (a->base + a->size), memory_words(a, memory, sizeof memory));
        snprintf(f->next, sizeof f->next, "Guard the high end: which threads lie outside the data?");
    }
    return stop_at(w, f);
}

static u8 *misaligned(Warp *w, const Op *op, const Run *run, u32 element, bool write, const char *where) {
    Finding *f = note_lane(w, op, CHECK_MISALIGNED, run->first);
    if (f) {
        snprintf(f->message, sizeof f->message,
                 "This would %s %u bytes at %s 0x%" PRIx64 ", which is not a multiple of %u.", verb(write), element,
                 where, run->address, element);
        snprintf(f->next, sizeof f->next,
                 "A value of %u bytes must start at a multiple of %u: look at the pointer casts before this line.",
                 element, element);
    }
    return stop_at(w, f);
}

static void unwritten(Warp *w, const Op *op, u32 lane, u32 element, const char *memory, const u64 *caller) {
    Finding *f = note_lane(w, op, CHECK_UNINITIALISED, lane);
    if (!f) return;
    if (caller) memcpy(f->caller, caller, sizeof f->caller);
    snprintf(f->message, sizeof f->message, "This reads %u bytes of %s that nobody has written.", element, memory);
    snprintf(f->next, sizeof f->next, "Write them first, or do not read them: what they hold is left to chance.");
}

static const char *race_words(RaceKind kind) {
    switch (kind) {
    case RACE_READ_AFTER_WRITE: return "reads what another thread writes";
    case RACE_WRITE_AFTER_READ: return "writes what another thread reads";
    default: return "writes what another thread writes";
    }
}

static void describe_race(Finding *f, RaceKind kind, const char *memory, bool same_block) {
    snprintf(f->message, sizeof f->message,
             "A race in %s memory: this thread %s, and nothing orders the two: the result depends on who is first.",
             memory, race_words(kind));
    if (same_block)
        snprintf(f->next, sizeof f->next,
                 "Put a __syncthreads() between the two accesses, where all threads of the block reach it.");
    else
        snprintf(f->next, sizeof f->next,
                 "Blocks of one launch run in any order: write to another buffer, use atomics, or launch twice.");
}

static void other_party(Finding *f, const Launch *launch, u32 site, bool wrote, u64 block, u32 thread) {
    const Site *s = &launch->program->sites[site];
    f->has_other = true;
    f->other_function = s->function;
    f->other_instruction = s->instruction;
    f->other_has_thread = true;
    f->other_block = block;
    f->other_thread = thread;
    snprintf(f->other_what, sizeof f->other_what, wrote ? "wrote it" : "read it");
}

static void global_race(Warp *w, const Op *op, RaceKind kind, u32 lane, u64 record, const RaceDetail *detail) {
    Finding *f = note_lane(w, op, CHECK_RACE, lane);
    if (!f) return;
    const ThreadBlock *b = w->thread_block;
    const bool mine = (record >> RACE_TICKET_SHIFT & RACE_WORKER) == w->worker->number && record >= b->first_ticket;
    describe_race(f, kind, "global", mine && !(record & RACE_BLOCKS));
    if (detail) other_party(f, w->worker->launch, detail->site, detail->write, detail->block, detail->thread);
}

// Judges a run in tracked memory word by word. Runs of one page are judged under that page's lock, so that the two
// sides of a race cannot miss each other.
static void judge_global(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    Launch *launch = w->worker->launch;
    const ThreadBlock *b = w->thread_block;
    const u32 grain = launch->byte_races ? 1 : 4;
    const bool atomic = op->flags & ACCESS_ATOMIC;
    const u64 start = run->address - DEVICE_ADDRESS_BASE;
    const RaceParty me = {
        .record = b->ticket | (u64)(w->epoch & 0xfff) << RACE_EPOCH_SHIFT | (u64)w->index << RACE_WARP_SHIFT,
        .oldest = launch->oldest_record,
        .block_first = b->first_ticket,
    };
    const bool lock = launch->worker_count > 1;
    pthread_spinlock_t *held = NULL;
    for (u64 at = start / grain * grain; at < start + run->bytes; at += grain) {
        if (lock) {
            pthread_spinlock_t *want = &race_locks[at / RACE_LOCK_SPAN % RACE_LOCKS];
            if (want != held) {
                if (held) pthread_spin_unlock(held);
                pthread_spin_lock(held = want);
            }
        }
        u64 *record = &launch->races[at / grain];
        const u32 lane = lane_at(run, element, at < start ? 0 : at - start);
        // A kernel that orders its blocks itself, by fences, is judged inside each block only.
        if (!launch->judge_blocks && ((*record ^ me.record) >> RACE_TICKET_SHIFT & RACE_WORKER || *record < me.block_first))
            *record = 0;
        const u64 before = *record;
        RaceDetail *detail = launch->details ? &launch->race_details[at / grain] : NULL;
        const RaceKind kind = race_judge(record, &me, lane, write, atomic);
        if (kind != RACE_NONE)
            global_race(w, op, kind, lane, before, before >= me.oldest ? detail : NULL);
        else if (detail && *record != before)
            *detail = (RaceDetail){op->site, b->linear, w->index * LANES + lane, write};
    }
    if (held) pthread_spin_unlock(held);
}

u8 *check_global_run(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    Launch *launch = w->worker->launch;
    Arena *arena = launch->arena;
    SiteState *site = &w->worker->sites[op->site];
    const Allocation *a = site->last;
    if (run->address - a->base >= a->size) {
        a = arena_find(arena, run->address);
        if (!a) return out_of_bounds(w, op, run, element, write);
        site->last = a;
    }
    const u64 offset = run->address - a->base;
    if (run->bytes > a->size - offset) return out_of_bounds(w, op, run, element, write);
    if (run->address % element) return misaligned(w, op, run, element, write, "address");
    if (write && a->constant) return out_of_bounds(w, op, run, element, write);
    if (a->tracked) judge_global(w, op, run, element, write);
    if (write) {
        if (!a->initialised) arena_mark_written_shared(arena, run->address, run->bytes);
    } else {
        const u64 good = arena_first_unwritten(arena, a, run->address, run->bytes);
        if (good < run->bytes) {
            char memory[200];
            unwritten(w, op, lane_at(run, element, good), element, memory_words(a, memory, sizeof memory), a->caller);
        }
    }
    return arena_at(arena, run->address);
}

static void shared_race(Warp *w, const Op *op, RaceKind kind, u32 lane, u64 record, u32 site, bool wrote) {
    Finding *f = note_lane(w, op, CHECK_RACE, lane);
    if (!f) return;
    describe_race(f, kind, "shared", true);
    u32 thread = (u32)((record & RACE_WARP) >> RACE_WARP_SHIFT) * LANES + (u32)(record & RACE_LANE);
    other_party(f, w->worker->launch, site, wrote, w->thread_block->linear, thread);
}

// Shared memory belongs to one block, so the two records a word hold more: the last write and the reads since.
static void judge_shared(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    const ThreadBlock *b = w->thread_block;
    const u32 grain = w->worker->launch->byte_races ? 1 : 4;
    const bool atomic = op->flags & ACCESS_ATOMIC;
    const RaceParty me = {
        .record = b->ticket | (u64)(w->epoch & 0xfff) << RACE_EPOCH_SHIFT | (u64)w->index << RACE_WARP_SHIFT,
        .oldest = b->ticket,
        .block_first = b->ticket,
    };
    for (u64 at = run->address / grain * grain; at < run->address + run->bytes; at += grain) {
        SharedRace *r = &b->shared_races[at / grain];
        const u32 lane = lane_at(run, element, at < run->address ? 0 : at - run->address);
        u64 last = r->write; // judging a copy: the access itself is recorded below
        RaceKind kind = race_judge(&last, &me, lane, write, atomic);
        if (kind != RACE_NONE) {
            shared_race(w, op, kind, lane, r->write, r->write_site, true);
        } else if (write) {
            last = r->read;
            kind = race_judge(&last, &me, lane, true, atomic);
            if (kind != RACE_NONE) shared_race(w, op, kind, lane, r->read, r->read_site, false);
        }
        if (write) {
            r->write = me.record | lane | RACE_WRITE | RACE_WRITTEN | (atomic ? RACE_ATOMIC : 0);
            r->write_site = op->site;
        } else {
            race_judge(&r->read, &me, lane, false, atomic);
            r->read_site = op->site;
        }
    }
}

// The shared fast path of judge_shared: whole words that this phase has not touched with a write by anyone, or that
// only this lane touches, are by far the most frequent; race_judge handles them in a few operations.
u8 *check_shared_run(Warp *w, const Op *op, const Run *run, u32 element, bool write) {
    ThreadBlock *b = w->thread_block;
    if (run->address >= b->shared_bytes || run->bytes > b->shared_bytes - run->address) {
        u32 i = 0;
        while (i + 1 < run->count && run->address + (u64)(i + 1) * element <= b->shared_bytes &&
               run->address < b->shared_bytes)
            i++;
        Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, run->first + i);
        if (f) {
            snprintf(f->message, sizeof f->message,
                     "This would %s %u bytes at byte %" PRIu64 " of shared memory; the block has %u bytes.",
                     verb(write), element, run->address + (u64)i * element, b->shared_bytes);
            snprintf(f->next, sizeof f->next,
                     "Check the index against the array's size, and the third launch parameter if it is dynamic.");
        }
        return stop_at(w, f);
    }
    if (run->address % element) return misaligned(w, op, run, element, write, "byte");
    judge_shared(w, op, run, element, write);
    if (write) {
        memset(b->shared_written + run->address, 1, run->bytes);
    } else {
        const u8 *missing = memchr(b->shared_written + run->address, 0, run->bytes);
        if (missing)
            unwritten(w, op, lane_at(run, element, (u64)(missing - b->shared_written) - run->address), element,
                      "shared memory", NULL);
    }
    return b->shared + run->address;
}

void access_rows(Warp *w, const Op *op, u8 *rows, u32 *written, u64 size, const u64 *address, u32 mask, bool write) {
    const u32 element = (u32)op->width * op->count;
    EACH_LANE_OF(mask, lane) {
        const Run run = {.first = lane, .count = 1, .address = address[lane], .bytes = element};
        if (run.address >= size || element > size - run.address) {
            Finding *f = note_lane(w, op, CHECK_OUT_OF_BOUNDS, lane);
            if (f) {
                snprintf(f->message, sizeof f->message,
                         "This would %s %u bytes at byte %" PRIu64 " of the thread's local memory, which has %" PRIu64
                         " bytes.",
                         verb(write), element, run.address, size);
                snprintf(f->next, sizeof f->next, "Check the index into the local array.");
            }
            stop_at(w, f);
            return;
        }
        if (run.address % op->width) {
            misaligned(w, op, &run, op->width, write, "byte");
            return;
        }
        for (u32 v = 0; v < op->count; v++) {
            const u32 slot = op->flags & ACCESS_WIDE ? 8 : 4;
            u8 *value = (u8 *)lanes_of(w, element_operand(op, v)) + slot * lane;
            u64 bits = 0;
            if (write) memcpy(&bits, value, slot);
            for (u32 k = 0; k < op->width; k++) {
                const u64 byte = run.address + v * op->width + k;
                if (written && write) written[byte] |= 1u << lane;
                if (written && !write && !(written[byte] >> lane & 1))
                    unwritten(w, op, lane, element, "the thread's local memory (a local array)", NULL);
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
                       : "This would read byte %" PRIu64 " of the kernel's parameters, which have %" PRIu64 " bytes.",
                 offset, size);
        snprintf(f->next, sizeof f->next, "Check the index into the array that was passed by value.");
    }
    stop_at(w, f);
}

static int by_value(const void *a, const void *b) {
    const u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

u32 count_sectors(const Run *runs, u32 count, u32 element) {
    (void)element;
    u32 sectors = 0;
    u64 last = 0; // highest sector counted so far
    for (u32 i = 0; i < count; i++) {
        const u64 low = runs[i].address >> 5, high = (runs[i].address + runs[i].bytes - 1) >> 5;
        if (i == 0 || low > last) {
            sectors += (u32)(high - low + 1);
        } else if (runs[i].address >= runs[i - 1].address) {
            if (high > last) sectors += (u32)(high - last);
        } else {
            u64 all[LANES * 17 + LANES * 16]; // not in order: list every sector, count the different ones
            u32 n = 0, different = 0;
            for (u32 k = 0; k < count; k++)
                for (u64 s = runs[k].address >> 5; s <= (runs[k].address + runs[k].bytes - 1) >> 5; s++) all[n++] = s;
            qsort(all, n, sizeof *all, by_value);
            for (u32 k = 0; k < n; k++) different += k == 0 || all[k] != all[k - 1];
            return different;
        }
        if (i == 0 || high > last) last = high;
    }
    return sectors;
}

// Shared memory has 32 banks of 4 bytes. Lanes that use the same word share one cycle, different words of one bank
// take one cycle each. 8-byte accesses are served half a warp at a time, 16-byte ones a quarter (CUDA C++
// Programming Guide, "Shared Memory"). The count is the cycles beyond one for each such group.
u32 count_bank_conflicts(const u64 *address, u32 mask, u32 element) {
    const u32 group = element <= 4 ? 32 : element == 8 ? 16 : 8;
    u32 conflicts = 0;
    for (u32 first = 0; first < LANES; first += group) {
        u64 words[LANES * 4];
        u32 n = 0, load[32] = {0}, worst = 1;
        EACH_LANE_OF(mask >> first & (group == 32 ? ALL_LANES : (1u << group) - 1), i) {
            for (u64 word = address[first + i] / 4; word <= (address[first + i] + element - 1) / 4; word++) {
                bool seen = false;
                for (u32 k = n; k-- > 0 && !seen;) seen = words[k] == word;
                if (seen) continue;
                words[n++] = word;
                if (++load[word % 32] > worst) worst = load[word % 32];
            }
        }
        conflicts += worst - 1;
    }
    return conflicts;
}
