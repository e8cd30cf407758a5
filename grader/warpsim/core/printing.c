// printf and assert called from kernels.
//
// The text of a block is kept apart and put in the order of the blocks when the launch is over, so that the
// output is the same however the blocks were spread over CPU threads.
#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/definedness.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/reading.h"
#include "grader/warpsim/core/special.h"

enum { MAX_STRING = 4096, MAX_DIGITS = 4 /* of a width or a precision */ };
enum { PRICE_OF_A_BYTE = 4 }; // in thread-instructions: text has no end either

static PrintedText *text_of_block(Worker *worker) {
    const u32 block = worker->slot.block.linear;
    for (u32 i = worker->printed_count; i-- > 0;) {
        if (worker->printed[i].block == block) return &worker->printed[i];
        if (!worker->launch->interleaved) break;
    }
    if (worker->printed_count == worker->printed_room) {
        const u32 room = worker->printed_room ? 2 * worker->printed_room : 16;
        PrintedText *list = realloc(worker->printed, room * sizeof *list);
        if (!list) return NULL;
        worker->printed = list;
        worker->printed_room = room;
    }
    PrintedText *t = &worker->printed[worker->printed_count++];
    *t = (PrintedText){.block = block};
    return t;
}

static void append(Worker *worker, const char *text, size_t size) {
    // Blocks come to a worker in their order: what is cut off here has PRINTED_MAX bytes before it whoever
    // prints them.
    if (size > PRINTED_MAX - worker->printed_bytes) size = PRINTED_MAX - worker->printed_bytes;
    if (size == 0) return;
    PrintedText *t = text_of_block(worker);
    if (!t) return;
    if (t->size + size > t->room) {
        const size_t room = 2 * (t->size + size) + 64;
        char *grown = realloc(t->text, room);
        if (!grown) return;
        t->text = grown;
        t->room = room;
    }
    memcpy(t->text + t->size, text, size);
    t->size += size;
    worker->printed_bytes += size;
}

typedef struct {
    Warp *w;
    u32 lane, instruction;
    u64 next; // generic address of the next argument
} Arguments;

static u64 take(Arguments *args, u32 size) {
    args->next = (args->next + size - 1) / size * size;
    u64 v = 0;
    read_generic(args->w, args->lane, args->next, &v, size);
    definedness_print(args->w, args->instruction, args->lane, args->next, size);
    args->next += size;
    return v;
}

// One conversion such as "%-8.3f"; `length` has been cut out of `spec` and is told apart by `wide`.
static int convert(char *out, size_t room, const char *spec, char kind, bool wide, Arguments *args) {
    char format[48];
    switch (kind) {
    case 'd':
    case 'i': {
        snprintf(format, sizeof format, "%s%s", spec, PRId64);
        const u64 v = take(args, wide ? 8 : 4);
        return snprintf(out, room, format, wide ? (s64)v : (s64)(s32)v);
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o':
        snprintf(format, sizeof format, "%sl%c", spec, kind);
        return snprintf(out, room, format, (unsigned long)take(args, wide ? 8 : 4));
    case 'c':
        snprintf(format, sizeof format, "%sc", spec);
        return snprintf(out, room, format, (int)take(args, 4));
    case 'p':
        snprintf(format, sizeof format, "%sp", spec);
        return snprintf(out, room, format, (void *)(uintptr_t)take(args, 8));
    case 's': {
        char text[MAX_STRING];
        read_string(args->w, args->lane, take(args, 8), text, sizeof text);
        snprintf(format, sizeof format, "%ss", spec);
        return snprintf(out, room, format, text);
    }
    default: {
        const u64 bits = take(args, 8);
        double v;
        memcpy(&v, &bits, sizeof v);
        snprintf(format, sizeof format, "%s%c", spec, kind);
        return snprintf(out, room, format, v);
    }
    }
}

static int print_lane(Worker *worker, const char *format, Arguments *args) {
    int conversions = 0;
    for (const char *p = format; *p;) {
        const size_t plain = strcspn(p, "%");
        append(worker, p, plain);
        p += plain;
        if (!*p) break;
        if (p[1] == '%') {
            append(worker, "%", 1);
            p += 2;
            continue;
        }
        char spec[40] = "%";
        size_t n = 1;
        int digits = 0; // in a row
        bool wide = false;
        for (p++; *p && strchr("-+ #0123456789.*hlLjzt", *p); p++) {
            digits = isdigit((unsigned char)*p) ? digits + 1 : 0;
            if (digits > MAX_DIGITS) continue;
            if (*p == '*')
                n += (size_t)snprintf(spec + n, sizeof spec - n, "%d", (s32)take(args, 4) % 10000);
            else if (strchr("ljzt", *p))
                wide = true;
            else if (!strchr("hL", *p) && n < 20)
                spec[n++] = *p, spec[n] = 0;
            if (n > 20) n = 20, spec[n] = 0;
        }
        if (!*p || !strchr("diuxXocpsfFeEgGaA", *p)) break;
        char out[MAX_STRING + 512];
        int size = convert(out, sizeof out, spec, *p++, wide, args);
        if (size > 0) append(worker, out, (size_t)size < sizeof out ? (size_t)size : sizeof out - 1);
        conversions++;
        worker->spent += PRICE_OF_A_BYTE * (u64)(size > 0 ? size : 1);
        worker->total_spent += PRICE_OF_A_BYTE * (u64)(size > 0 ? size : 1);
    }
    return conversions;
}

void run_printf(Warp *w, const Op *op) {
    u32 *d = lanes_of(w, op->d);
    const u64 spent = w->worker->spent;
    EACH_LANE_OF(w->mask, i) {
        char format[MAX_STRING];
        read_string(w, i, ((const u64 *)lanes_of(w, op->a))[i], format, sizeof format);
        Arguments args = {
            .w = w, .lane = i, .instruction = op->instruction, .next = ((const u64 *)lanes_of(w, op->b))[i]};
        d[i] = (u32)print_lane(w->worker, format, &args);
    }
    w->instructions += w->worker->spent - spent; // its turn ends the sooner
}

void run_assert_fail(Warp *w, const Op *op) {
    if (!w->mask) return;
    const u32 lane = (u32)__builtin_ctz(w->mask);
    char what[200], file[200], function[200];
    read_string(w, lane, ((const u64 *)lanes_of(w, op->a))[lane], what, sizeof what);
    read_string(w, lane, ((const u64 *)lanes_of(w, op->more[0]))[lane], file, sizeof file);
    const u32 line = ((const u32 *)lanes_of(w, op->more[1]))[lane];
    read_string(w, lane, ((const u64 *)lanes_of(w, op->more[2]))[lane], function, sizeof function);
    Finding *f = note_lane(w, op, CHECK_ASSERT, lane);
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message, "The assertion `%.120s` failed (%.80s:%u, %.80s).", what,
                 file, line, function);
        snprintf(f->next, sizeof f->next,
                 "The kernel's own assert() says that this must hold: find out why it does not.");
    }
    stop_block(w);
}

void run_not_simulated(Warp *w, const Op *op) {
    if (!w->mask) return;
    Finding *f = note_lane(w, op, CHECK_NOT_SIMULATED, (u32)__builtin_ctz(w->mask));
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message, "not simulated: %s", (const char *)(intptr_t)op->imm);
        snprintf(f->next, sizeof f->next, "%s, or run it on a GPU.",
                 op->flags ? "Make its local arrays smaller and unroll its loops less"
                           : "Write it without this instruction");
    }
    stop_block(w);
}
