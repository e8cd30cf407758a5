// Makes a random program from a seed: launch, data, prologue, statements and control flow, epilogue.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/differential/generator.h"

const char *text_of(Generator *g, const char *format, ...) {
    char *to = g->text[g->text_next++ % 32];
    va_list list;
    va_start(list, format);
    vsnprintf(to, sizeof g->text[0], format, list);
    va_end(list);
    return to;
}

static void add_line(Generator *g, bool fixed, const char *format, va_list list) {
    TestProgram *p = g->p;
    char text[300];
    vsnprintf(text, sizeof text, format, list);
    if (p->count == p->room) {
        p->room = p->room ? 2 * p->room : 256;
        p->lines = realloc(p->lines, (size_t)p->room * sizeof *p->lines);
        if (!p->lines) abort();
    }
    p->lines[p->count++] = (Line){.text = strdup(text), .fixed = fixed};
}

void put(Generator *g, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_line(g, false, format, list);
    va_end(list);
}

void put_fixed(Generator *g, const char *format, ...) {
    va_list list;
    va_start(list, format);
    add_line(g, true, format, list);
    va_end(list);
}

// ---- Warp operations
// -------------------------------------------------------------------------------------------

static void generate_warp(Generator *g, const Scope *s) {
    const char *mask = s->mask, *w = any_register(g, 'w'), *from = any_register(g, 'w');
    const char *second = chance(g, 40) ? text_of(g, "|%s", any_register(g, 'p')) : "";
    switch (below(g, 7)) {
    case 0:
    case 1:
        if (g->exited || !g->full_warps) break;
        if (!s->warp_uniform) { // from the highest of the lanes that are here
            put(g, "bfind.u32 %%b14, %s;", mask);
            put(g, "shfl.sync.idx.b32 %s%s, %s, %%b14, 31, %s;", w, second, from, mask);
            return;
        }
        put(g, "shfl.sync.%s.b32 %s%s, %s, %s, %s, %s;", ONE_OF(g, "up", "down", "bfly", "idx"), w, second,
            from, any_source(g, 'n'),
            ONE_OF(g, "0", "31", "31", "0x1c1f", "0x181f", "0x1c00", "0x100f", "%r3"), mask);
        return;
    case 2: put(g, "vote.sync.ballot.b32 %s, %s, %s;", w, any_source(g, 'p'), mask); return;
    case 3:
        put(g, "vote.sync.%s.pred %s, %s, %s;", ONE_OF(g, "all", "any", "uni"), any_register(g, 'p'),
            any_source(g, 'p'), mask);
        return;
    case 4: {
        const char *d = any_register(g, 'd'), *b = any_register(g, 'w');
        const bool wide = chance(g, 40);
        if (chance(g, 70)) // few different values
            put(g, "and.b%d %s, %s, %d;", wide ? 64 : 32, wide ? d : b, wide ? d : b, chance(g, 50) ? 3 : 0);
        if (chance(g, 50))
            put(g, "match.all.sync.b%d %s%s, %s, %s;", wide ? 64 : 32, w, second, wide ? d : b, mask);
        else
            put(g, "match.any.sync.b%d %s, %s, %s;", wide ? 64 : 32, w, wide ? d : b, mask);
        return;
    }
    case 5:
        put(g, "redux.sync.%s %s, %s, %s;",
            ONE_OF(g, "add.u32", "add.s32", "min.u32", "min.s32", "max.u32", "max.s32", "and.b32", "or.b32",
                   "xor.b32"),
            w, from, mask);
        return;
    default: break;
    }
    put_fixed(g, "bar.warp.sync %s;", mask);
}

// ---- Control flow
// ----------------------------------------------------------------------------------------------

static void generate_statements(Generator *g, Scope *s, int count);

typedef struct {
    int u, v, w, l;
} Visible;

static Visible visible(const Generator *g) {
    return (Visible){g->u.count, g->v.count, g->w.count, g->l.count};
}

// What a scope has defined is not defined behind it.
static void leave(Generator *g, Visible v) {
    g->u.count = v.u, g->v.count = v.v, g->w.count = v.w, g->l.count = v.l;
}

static void generate_body(Generator *g, Scope *s, int count) {
    const Visible before = visible(g);
    generate_statements(g, s, count);
    leave(g, before);
}

static Scope child_of(Scope *s, int end) {
    Scope c = *s;
    c.parent = s;
    c.end = end;
    c.depth++;
    return c;
}

static void generate_uniform_if(Generator *g, Scope *s, int count) {
    const int otherwise = g->labels++, end = g->labels++;
    Scope c = child_of(s, end);
    const int w = g->w.visible[below(g, g->w.count)];
    put_fixed(g, "@%s%%w%d bra L%d;", chance(g, 50) ? "!" : "", w, otherwise);
    generate_body(g, &c, count / 2);
    put_fixed(g, "bra.uni L%d;", end);
    put_fixed(g, "L%d:", otherwise);
    c = child_of(s, end);
    generate_body(g, &c, count / 2);
    put_fixed(g, "L%d:", end);
}

static void generate_if(Generator *g, Scope *s, int count) {
    const int otherwise = g->labels++, end = g->labels++;
    const bool both = chance(g, 50), negated = chance(g, 50);
    const char *p = any_register(g, 'p'), *mask = NULL, *other_mask = NULL;
    if (s->mask && chance(g, 60)) {
        mask = text_of(g, "%%m%d", s->depth), other_mask = text_of(g, "%%m%d", s->depth + DEPTH_MAX + 1);
        put_fixed(g, "vote.sync.ballot.b32 %s, %s%s, %s;", mask, negated ? "" : "!", p, s->mask);
        put_fixed(g, "vote.sync.ballot.b32 %s, %s%s, %s;", other_mask, negated ? "!" : "", p, s->mask);
    }
    char kept[2][8] = {"", ""}; // the ring of texts goes round while the bodies are made
    if (mask) snprintf(kept[0], 8, "%s", mask), snprintf(kept[1], 8, "%s", other_mask);
    Scope c = child_of(s, end);
    c.block_uniform = c.warp_uniform = false;
    c.mask = mask ? kept[0] : NULL;
    put_fixed(g, "@%s%s bra L%d;", negated ? "!" : "", p, both ? otherwise : end);
    generate_body(g, &c, both ? count / 2 : count);
    if (both) {
        put_fixed(g, "bra L%d;", end);
        put_fixed(g, "L%d:", otherwise);
        c.mask = mask ? kept[1] : NULL;
        generate_body(g, &c, count / 2);
    }
    put_fixed(g, "L%d:", end);
}

// A loop whose trip count differs from thread to thread, or from block to block at most.
static void generate_loop(Generator *g, Scope *s, int count) {
    const int top = g->labels++, end = g->labels++, d = s->depth;
    const bool uniform = s->warp_uniform && chance(g, 40);
    Scope c = child_of(s, end);
    if (uniform) {
        if (g->u.count && chance(g, 50))
            put_fixed(g, "and.b32 %%c%d, %%u%d, 3;", d, g->u.visible[below(g, g->u.count)]);
        else
            put_fixed(g, "mov.b32 %%c%d, %d;", d, below(g, 4));
        c.in_block_loop = true;
        c.end = -1;
    } else {
        put_fixed(g, "and.b32 %%c%d, %s, %d;", d, chance(g, 60) ? any_register(g, 'w') : "%b0",
                  chance(g, 50) ? 7 : 3);
        c.block_uniform = c.warp_uniform = false;
        c.mask = NULL;
    }
    const bool tested_first = chance(g, 50);
    put_fixed(g, "L%d:", top);
    if (tested_first) {
        put_fixed(g, "setp.eq.u32 %%q%d, %%c%d, 0;", d, d);
        put_fixed(g, "@%%q%d bra L%d;", d, end);
        put_fixed(g, "sub.u32 %%c%d, %%c%d, 1;", d, d);
    }
    generate_body(g, &c, count);
    if (tested_first) {
        put_fixed(g, "bra L%d;", top);
    } else {
        put_fixed(g, "sub.u32 %%c%d, %%c%d, 1;", d, d);
        put_fixed(g, "setp.gt.s32 %%q%d, %%c%d, 0;", d, d);
        put_fixed(g, "@%%q%d bra L%d;", d, top);
    }
    put_fixed(g, "L%d:", end);
}

static void generate_switch(Generator *g, Scope *s, int count) {
    const int cases = 2 + below(g, 3), list = g->labels, end = g->labels + 1;
    g->labels += 2 + cases;
    Scope c = child_of(s, end);
    c.block_uniform = c.warp_uniform = false;
    c.mask = NULL;
    put_fixed(g, "and.b32 %%b15, %s, 3;", any_register(g, 'w'));
    put_fixed(g, "L%d: .branchtargets L%d, L%d, L%d, L%d;", list, end + 1, end + 2,
              chance(g, 30) ? end : end + cases, end + 1 + below(g, cases));
    put_fixed(g, "brx.idx %%b15, L%d;", list);
    for (int i = 1; i <= cases; i++) {
        put_fixed(g, "L%d:", end + i);
        generate_body(g, &c, count / cases);
        if (chance(g, 70)) put_fixed(g, "bra L%d;", end); // else the next case follows
    }
    put_fixed(g, "L%d:", end);
}

// A branch to the end of one of the constructs that we are in, when no lane is needed here afterwards.
static void generate_break(Generator *g, Scope *s) {
    Scope *to = s;
    if (s->warp_uniform || s->end < 0) return;
    while (chance(g, 40) && to->parent && !to->parent->warp_uniform && to->parent->end >= 0) to = to->parent;
    for (Scope *i = s;; i = i->parent) {
        i->mask = NULL;
        if (i == to) break;
    }
    put_fixed(g, "@%s%s bra L%d;", chance(g, 50) ? "!" : "", any_register(g, 'p'), to->end);
}

// Some threads leave the kernel.
static void generate_exit(Generator *g) {
    const int on = g->labels++;
    const char *p = any_register(g, 'p');
    if (chance(g, 50)) {
        put_fixed(g, "@%s ret;", p);
    } else {
        put_fixed(g, "@%s bra L%d;", p, on);
        put(g, "st.global.b64 [%%a5], %s;", any_source(g, 'd'));
        put_fixed(g, "ret;");
        put_fixed(g, "L%d:", on);
    }
    g->exited = true;
}

static void generate_control(Generator *g, Scope *s, int count) {
    const int kind = below(g, 100);
    if (kind < 20 && s->warp_uniform && g->w.count)
        generate_uniform_if(g, s, count);
    else if (kind < 60)
        generate_if(g, s, count);
    else if (kind < 88)
        generate_loop(g, s, count);
    else
        generate_switch(g, s, count);
}

static void generate_statements(Generator *g, Scope *s, int count) {
    while (count > 0) {
        const int kind = below(g, 1000);
        count--;
        if (kind < 80 && s->depth < DEPTH_MAX && count > 2) {
            const int part = 2 + below(g, count);
            generate_control(g, s, part);
            count -= part;
        } else if (kind < 140 && s->mask)
            generate_warp(g, s);
        else if (kind < 165 && s->block_uniform && !g->exited)
            generate_exchange(g);
        else if (kind < 180)
            generate_break(g, s);
        else if (kind < 186 && !s->in_block_loop)
            generate_exit(g);
        else if (kind < 400)
            generate_memory(g);
        else if (kind < 450)
            generate_single(g);
        else
            generate_value(g);
    }
}

// ---- Around the statements
// -------------------------------------------------------------------------------------

static void prologue(Generator *g) {
    put_fixed(g, ".version 8.3");
    put_fixed(g, ".target sm_90");
    put_fixed(g, ".address_size 64");
    put_fixed(g, ".visible .entry " KERNEL_NAME "(");
    for (int i = 0; i < PARAM_COUNT; i++)
        put_fixed(g, ".param .b64 k%d%s", i, i + 1 < PARAM_COUNT ? "," : "");
    put_fixed(g, ")");
    put_fixed(g, "{");
    static const char *const files[] = {"pred %p<6>", "b16 %h<8>",   "b32 %r<16>", "b64 %x<10>", "b32 %u<48>",
                                        "b64 %v<48>", "pred %w<48>", "b32 %l<48>", "b32 %b<16>", "b64 %a<16>",
                                        "b32 %c<4>",  "pred %q<8>",  "b32 %m<8>",  "b32 %t<1>",  "b64 %y<1>"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) put_fixed(g, ".reg .%s;", files[i]);
    put_fixed(g, ".shared .align 16 .b8 sh[%u];", SLOT_BYTES * g->block_threads);
    put_fixed(g, ".shared .align 16 .b8 sa[192];");
    put_fixed(g, ".local .align 16 .b8 lo[%d];", SLOT_BYTES);
    for (int i = 0; i < BUFFER_COUNT; i++) put_fixed(g, "ld.param.u64 %%a%d, [k%d];", i, i);
    // %b0 thread in the block, %b1 block, %b2 threads of a block, %b3 thread
    put_fixed(g, "mov.u32 %%b0, %%tid.z;");
    put_fixed(g, "mov.u32 %%b4, %%ntid.y;");
    put_fixed(g, "mov.u32 %%b8, %%tid.y;");
    put_fixed(g, "mad.lo.u32 %%b0, %%b0, %%b4, %%b8;");
    put_fixed(g, "mov.u32 %%b8, %%ntid.x;");
    put_fixed(g, "mul.lo.u32 %%b2, %%b4, %%b8;");
    put_fixed(g, "mov.u32 %%b9, %%tid.x;");
    put_fixed(g, "mad.lo.u32 %%b0, %%b0, %%b8, %%b9;");
    put_fixed(g, "mov.u32 %%b9, %%ntid.z;");
    put_fixed(g, "mul.lo.u32 %%b2, %%b2, %%b9;");
    put_fixed(g, "mov.u32 %%b1, %%ctaid.y;");
    put_fixed(g, "mov.u32 %%b8, %%nctaid.x;");
    put_fixed(g, "mov.u32 %%b9, %%ctaid.x;");
    put_fixed(g, "mad.lo.u32 %%b1, %%b1, %%b8, %%b9;");
    put_fixed(g, "mad.lo.u32 %%b3, %%b1, %%b2, %%b0;");
    // %a4 the thread's own words, %a5 what it writes at its end, %a15 the own words of the block's first
    // thread
    put_fixed(g, "mad.wide.u32 %%a4, %%b3, %d, %%a1;", g->spread ? 8 : SLOT_BYTES);
    put_fixed(g, "mad.wide.u32 %%a5, %%b3, 16, %%a2;");
    put_fixed(g, "mul.lo.u32 %%b8, %%b1, %%b2;");
    put_fixed(g, "mad.wide.u32 %%a15, %%b8, %d, %%a1;", SLOT_BYTES);
    // %b5 %a9 %a10 the thread's shared words (64 bits, generic), %b13 those of the first thread, %b11 sa
    put_fixed(g, "mov.u32 %%b13, sh;");
    put_fixed(g, "mad.lo.u32 %%b5, %%b0, %d, %%b13;", SLOT_BYTES);
    put_fixed(g, "cvt.u64.u32 %%a9, %%b5;");
    put_fixed(g, "cvta.shared.u64 %%a10, %%a9;");
    put_fixed(g, "mov.u32 %%b11, sa;");
    put_fixed(g, "mov.u64 %%a11, lo;");
    put_fixed(g, "cvta.local.u64 %%a12, %%a11;");
    put_fixed(g, "and.b32 %%b6, %%b0, 31;"); // counts
    put_fixed(g, "and.b32 %%b7, %%b3, 63;");
    // Values to begin with
    put_fixed(g, "mul.lo.u32 %%b8, %%b3, 104;");
    put_fixed(g, "and.b32 %%b8, %%b8, %d;", (IN_WORDS * 8 / 2 - 1) & ~15);
    put_fixed(g, "cvt.u64.u32 %%a8, %%b8;");
    put_fixed(g, "add.u64 %%a8, %%a8, %%a0;");
    for (int i = 0; i < 16; i += 4)
        put_fixed(g, "ld.global.v4.b32 {%%r%d, %%r%d, %%r%d, %%r%d}, [%%a8+%d];", i, i + 1, i + 2, i + 3,
                  16 * below(g, 200));
    for (int i = 0; i < 10; i += 2)
        put_fixed(g, "ld.global.v2.b64 {%%x%d, %%x%d}, [%%a8+%d];", i, i + 1, 16 * below(g, 200));
    for (int i = 0; i < 8; i += 4)
        put_fixed(g, "ld.global.v4.b16 {%%h%d, %%h%d, %%h%d, %%h%d}, [%%a8+%d];", i, i + 1, i + 2, i + 3,
                  8 * below(g, 400));
    for (int i = 0; i < 6; i++)
        put_fixed(g, "setp.%s.s32 %%p%d, %%r%d, %%r%d;", i & 1 ? "lt" : "ge", i, i, i + 6);
    put_fixed(g, "setp.lt.u32 %%p%d, %%b6, %d;", below(g, 6), below(g, 33)); // a part of the warp
    for (int i = 0; i < SLOT_BYTES / 8; i += 2) {
        put_fixed(g, "st.shared.v2.b64 [%%b5+%d], {%%x%d, %%x%d};", 8 * i, i, i + 1);
        put_fixed(g, "st.local.v2.b64 [lo+%d], {%%x%d, %%x%d};", 8 * i, i + 1, i + 2);
    }
    put_fixed(g, "setp.lt.u32 %%q6, %%b0, 24;");
    put_fixed(g, "mad.lo.u32 %%b8, %%b0, 8, %%b11;");
    put_fixed(g, "@%%q6 st.shared.b64 [%%b8], %%x9;");
    put_fixed(g, "bar.sync 0;");
}

static void epilogue(Generator *g) {
    unsigned at = 0;
    const unsigned step = 16 * g->threads;
    for (int i = 0; i < 16; i += 4, at += step)
        put(g, "st.global.v4.b32 [%%a5+%u], {%%r%d, %%r%d, %%r%d, %%r%d};", at, i, i + 1, i + 2, i + 3);
    for (int i = 0; i < 10; i += 2, at += step)
        put(g, "st.global.v2.b64 [%%a5+%u], {%%x%d, %%x%d};", at, i, i + 1);
    for (int i = 0; i < 8; i += 4, at += step)
        put(g, "st.global.v4.b16 [%%a5+%u], {%%h%d, %%h%d, %%h%d, %%h%d};", at, i, i + 1, i + 2, i + 3);
    for (int i = 0; i < 6; i++) put(g, "selp.b16 %%h%d, 1, 0, %%p%d;", i, i);
    put(g, "st.global.v4.b16 [%%a5+%u], {%%h0, %%h1, %%h2, %%h3};", at);
    put(g, "st.global.v2.b16 [%%a5+%u], {%%h4, %%h5};", at + 8);
    at += step;
    if (!g->exited) {
        put_fixed(g, "bar.sync 0;");
        put(g, "rem.u32 %%b8, %%b0, 24;");
        put(g, "mad.lo.u32 %%b8, %%b8, 8, %%b11;");
        put(g, "ld.shared.b64 %%x0, [%%b8];");
        put(g, "st.global.b64 [%%a5+%u], %%x0;", at);
    }
    put_fixed(g, "ret;");
    put_fixed(g, "}");
}

// Words of many kinds: small numbers, edges, floats near 1, doubles near 1, anything.
static uint64_t random_word(Generator *g) {
    static const uint64_t edges[] = {0,
                                     1,
                                     0xffffffffffffffff,
                                     0x8000000080000000,
                                     0x7fffffff7fffffff,
                                     0x8000000000000000,
                                     0x7f8000003f800000,
                                     0xff80000000000001,
                                     0x7fc000007f7fffff,
                                     0x0080000080000000,
                                     0x7ff0000000000000,
                                     0x0000000000000001,
                                     0x000fffffffffffff,
                                     0x3ff0000000000000,
                                     0x7fff8000ffff0001,
                                     0x7c00fc007bff0400};
    const uint64_t bits = random_bits(&g->random);
    switch (below(g, 8)) {
    case 0: return edges[bits % 16];
    case 1: return (bits & 0x0000001f0000001f) - (bits >> 40 & 0xf);
    case 2:
    case 3: return (bits & 0x80ffffff80ffffff) | 0x3f0000003f000000;
    case 4: return (bits & 0x803fffffffffffff) | 0x3fc0000000000000;
    case 5: return (bits & 0xbfff83ffbfff83ff) | 0x3c003c00; // halves near 1
    default: return bits;
    }
}

static void choose_launch(Generator *g, bool wide) {
    static const uint32_t blocks[][3] = {{32, 1, 1}, {64, 1, 1},  {8, 4, 1},  {96, 1, 1},
                                         {4, 4, 4},  {128, 1, 1}, {16, 4, 2}, {33, 1, 1},
                                         {24, 1, 1}, {7, 5, 1},   {50, 1, 1}};
    TestProgram *p = g->p;
    memcpy(p->block, blocks[below(g, chance(g, 75) ? 7 : 11)], sizeof p->block);
    g->block_threads = p->block[0] * p->block[1] * p->block[2];
    g->full_warps = g->block_threads % 32 == 0;
    p->grid[0] = p->grid[1] = p->grid[2] = 1; // most are small, to have many of them
    if (chance(g, 40)) p->grid[0] = 1 + (uint32_t)below(g, 3), p->grid[1] = 1 + (uint32_t)below(g, 2);
    if (wide) p->grid[0] = (2048 + g->block_threads - 1) / g->block_threads;
    g->threads = test_program_threads(p);
}

static void fill_buffers(Generator *g) {
    TestProgram *p = g->p;
    p->words[BUFFER_IN] = IN_WORDS;
    p->words[BUFFER_OWN] = (size_t)g->threads * (SLOT_BYTES / 8);
    p->words[BUFFER_OUT] = (size_t)g->threads * OUT_WORDS;
    p->words[BUFFER_ATOMIC] = ATOMIC_WORDS;
    for (int b = 0; b < BUFFER_COUNT; b++) {
        p->buffer[b] = calloc(p->words[b], 8);
        if (!p->buffer[b]) abort();
        for (size_t i = 0; b != BUFFER_OUT && i < p->words[b]; i++) p->buffer[b][i] = random_word(g);
    }
    for (int i = 0; i < PARAM_COUNT - BUFFER_COUNT; i++) p->numbers[i] = random_word(g);
}

TestProgram *test_program_generate(uint64_t seed, bool wide) {
    TestProgram *p = calloc(1, sizeof *p);
    if (!p) abort();
    Generator *g = calloc(1, sizeof *g);
    if (!g) abort();
    *g = (Generator){.random = {seed * 2 + wide}, .p = p};
    p->seed = seed;
    choose_launch(g, wide);
    g->spread = chance(g, 40);
    fill_buffers(g);
    prologue(g);
    Scope top = {.end = -1, .block_uniform = true, .warp_uniform = true, .mask = "0xffffffff"};
    for (int i = below(g, 6); i > 0; i--) generate_single(g);
    generate_statements(g, &top, 10 + below(g, wide ? 30 : 70));
    epilogue(g);
    free(g);
    return p;
}

void test_program_free(TestProgram *p) {
    for (int i = 0; i < p->count; i++) free(p->lines[i].text);
    for (int b = 0; b < BUFFER_COUNT; b++) free(p->buffer[b]);
    free(p->lines);
    free(p);
}

char *test_program_text(const TestProgram *p) {
    size_t size = 1, n = 0;
    for (int i = 0; i < p->count; i++) size += strlen(p->lines[i].text) + 1;
    char *text = malloc(size);
    if (!text) abort();
    for (int i = 0; i < p->count; i++) n += (size_t)sprintf(text + n, "%s\n", p->lines[i].text);
    return text;
}

uint32_t test_program_threads(const TestProgram *p) {
    return p->grid[0] * p->grid[1] * p->grid[2] * p->block[0] * p->block[1] * p->block[2];
}
