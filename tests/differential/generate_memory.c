// Statements that touch memory: what is read by all, a thread's own words, words for atomics, exchange
// between barriers.
#include <stdlib.h>

#include "tests/differential/generator.h"

typedef struct {
    const char *type;
    int size;
    const char *registers; // letters that it may be loaded into or stored from
} Access;

static const Access accesses[] = {
    {"b8", 1, "hwd"},  {"u8", 1, "hwd"},  {"s8", 1, "hwd"},  {"b16", 2, "hwd"}, {"u16", 2, "hwd"},
    {"s16", 2, "hwd"}, {"b32", 4, "wwd"}, {"u32", 4, "wwd"}, {"s32", 4, "wwd"}, {"f32", 4, "www"},
    {"b64", 8, "ddd"}, {"u64", 8, "ddd"}, {"s64", 8, "ddd"}, {"f64", 8, "ddd"}, {"b32", 4, "www"},
};

// ld or st of one element or a vector of at most `room` bytes at `address`, a format that takes an offset;
// the offset is below `reach`.
static void generate_access(Generator *g, const char *space, bool load, const char *base, int reach,
                            int room) {
    const Access *a = &accesses[below(g, sizeof accesses / sizeof *accesses)];
    int count = chance(g, 30) ? chance(g, 50) ? 4 : 2 : 1;
    while (count * a->size > room) count /= 2;
    const int bytes = count * a->size, offset = below(g, reach / bytes) * bytes;
    const char letter = a->registers[below(g, 3)];
    const char *where = text_of(g, offset ? "[%s+%d]" : "[%s]", base, offset);
    const char *value;
    if (count == 1) {
        const bool real = a->type[0] == 'f'; // its constants are written in another way
        const char kind = real && letter == 'w' ? 'f' : real && letter == 'd' ? 'g' : letter;
        value = load ? any_register(g, letter) : any_source(g, kind);
    } else {
        // The registers of a vector that is loaded are different ones.
        const int n = letter == 'h' ? 8 : letter == 'w' ? 16 : 10, first = below(g, n);
        const char file = letter == 'h' ? 'h' : letter == 'w' ? 'r' : 'x';
        value = count == 2 ? text_of(g, "{%%%c%d, %%%c%d}", file, first, file, (first + 1) % n)
                           : text_of(g, "{%%%c%d, %%%c%d, %%%c%d, %%%c%d}", file, first, file,
                                     (first + 1) % n, file, (first + 2) % n, file, (first + 3) % n);
    }
    const char *vector = count == 4 ? ".v4" : count == 2 ? ".v2" : "";
    if (load)
        put(g, "%sld%s%s.%s %s, %s;", any_guard(g), space, vector, a->type, value, where);
    else
        put(g, "%sst%s%s.%s %s, %s;", any_guard(g), space, vector, a->type, where, value);
}

// A load from the words that all may read: neighbouring, at a stride, all at one place, or anywhere.
static void generate_gather(Generator *g) {
    switch (below(g, 4)) {
    case 0: put(g, "mul.lo.u32 %%b8, %%b3, %d;", 1 << below(g, 6)); break;
    case 1: put(g, "mad.lo.u32 %%b8, %%b0, %d, %s;", 4 * below(g, 9), any_source(g, 'n')); break;
    case 2: put(g, "mov.u32 %%b8, %s;", any_source(g, 'w')); break;
    default: put(g, "mov.u32 %%b8, %s;", ONE_OF(g, "%ctaid.x", "%ntid.x", "%nctaid.x")); break;
    }
    const int align = 1 << (3 + below(g, 2)), half = IN_WORDS * 8 / 2;
    put(g, "and.b32 %%b8, %%b8, %d;", (half - 1) & ~(align - 1));
    if (chance(g, 50)) {
        put(g, "cvt.u64.u32 %%a8, %%b8;");
        put(g, "add.s64 %%a8, %%a0, %%a8;");
    } else {
        put(g, "mad.wide.u32 %%a8, %%b8, 1, %%a0;");
    }
    generate_access(g, chance(g, 80) ? ".global" : "", true, "%a8", half, align);
}

typedef struct {
    const char *space, *base;
    int reach, room; // bytes behind the base, of the widest access
} Own;

// One of the thread's own places, sometimes with an index that is computed.
static Own own_place(Generator *g) {
    const bool spread = g->spread;
    switch (below(g, 7)) {
    case 0:
    case 1: return (Own){".global", "%a4", spread ? 8 : SLOT_BYTES, spread ? 8 : 16};
    case 2: return (Own){"", "%a4", spread ? 8 : SLOT_BYTES, spread ? 8 : 16};
    case 3: return (Own){".shared", chance(g, 50) ? "%b5" : "%a9", SLOT_BYTES, 16};
    case 4: return (Own){"", "%a10", SLOT_BYTES, 16};
    case 5: return (Own){".local", chance(g, 50) ? "lo" : "%a11", SLOT_BYTES, 16};
    default: return (Own){"", "%a12", SLOT_BYTES, 16};
    }
}

static void generate_own(Generator *g) {
    Own own = own_place(g);
    const bool load = chance(g, 50);
    if (own.reach == SLOT_BYTES && own.base[0] == '%' && own.base[1] == 'a' && chance(g, 30)) {
        put(g, "and.b32 %%b9, %s, 48;", any_register(g, 'w'));
        put(g, "cvt.u64.u32 %%a13, %%b9;");
        put(g, "add.s64 %%a13, %%a13, %s;", own.base);
        own.base = "%a13", own.reach = 16;
    }
    if (g->spread && own.reach == 8 && chance(g, 70)) // another of its words
        own.base = text_of(g, "%%a4+%u", (unsigned)(8 * g->threads * (unsigned)below(g, SLOT_BYTES / 8))),
        own.reach = 1;
    if (own.reach == 1) {
        const char letter = "wd"[below(g, 2)], *type = letter == 'w' ? "b32" : "b64";
        if (load)
            put(g, "%sld%s.%s %s, [%s];", any_guard(g), own.space, type, any_register(g, letter), own.base);
        else
            put(g, "%sst%s.%s [%s], %s;", any_guard(g), own.space, type, own.base, any_source(g, letter));
        return;
    }
    generate_access(g, own.space, load, own.base, own.reach, own.room);
}

// An atomic operation on a word of the thread's own: its result is certain.
static void generate_own_atomic(Generator *g) {
    const char *type = ONE_OF(g, "u32", "s32", "u64", "b32", "b64");
    const bool wide = type[1] == '6', bits = *type == 'b', is_signed = *type == 's';
    const char *op = bits                  ? ONE_OF(g, "and", "or", "xor", "exch", "cas")
                     : !wide && !is_signed ? ONE_OF(g, "add", "min", "max", "inc", "dec")
                                           : ONE_OF(g, "add", "min", "max");
    const char letter = wide ? 'd' : 'w', *guard = any_guard(g), *space, *base;
    switch (below(g, 3)) {
    case 0: space = ".global", base = "%a4"; break;
    case 1: space = ".shared", base = "%b5"; break;
    default: space = "", base = ONE_OF(g, "%a4", "%a10"); break;
    }
    const char *second = op[0] == 'c' ? text_of(g, ", %s", any_source(g, letter)) : "";
    if (op[0] != 'e' && op[0] != 'c' && chance(g, 25))
        put(g, "%sred%s.%s.%s [%s], %s;", guard, space, op, type, base, any_source(g, letter));
    else
        put(g, "%satom%s.%s.%s %s, [%s], %s%s;", guard, space, op, type, any_register(g, letter), base,
            any_source(g, letter), second);
}

// One on a word of everybody's: each word knows one operation only, so that the order does not matter.
static void generate_common_atomic(Generator *g) {
    static const char *const operations[] = {"add.u32", "add.u64", "min.u32", "min.s32",
                                             "max.u32", "max.s32", "and.b32", "or.b32",
                                             "xor.b32", "min.s64", "max.u64", "xor.b64"};
    const int i = below(g, 12);
    const bool wide = operations[i][5] == '6' || operations[i][4] == '6', shared = !wide && chance(g, 30);
    const char *source = any_source(g, wide ? 'd' : 'w');
    put(g, "and.b32 %%b10, %s, 3;", any_source(g, 'w'));
    if (shared) {
        put(g, "shl.b32 %%b10, %%b10, 2;");
        put(g, "add.u32 %%b10, %%b10, %%b11;");
        put(g, "%sred.shared.%s [%%b10+%d], %s;", any_guard(g), operations[i], 16 * i, source);
        return;
    }
    put(g, "mad.wide.u32 %%a14, %%b10, 8, %%a3;");
    if (chance(g, 70))
        put(g, "%sred.global.%s [%%a14+%d], %s;", any_guard(g), operations[i], 32 * i, source);
    else
        put(g, "%satom.global.%s %s, [%%a14+%d], %s;", any_guard(g), operations[i], wide ? "%y0" : "%t0",
            32 * i, source);
}

void generate_memory(Generator *g) {
    const int kind = below(g, 100);
    if (kind < 30)
        generate_gather(g);
    else if (kind < 80)
        generate_own(g);
    else if (kind < 90)
        generate_own_atomic(g);
    else
        generate_common_atomic(g);
}

// A barrier, reads of another thread's words, a barrier.
void generate_exchange(Generator *g) {
    const char *to = any_register(g, 'w'), *from = any_register(g, 'd');
    if (chance(g, 30)) {
        if (chance(g, 50))
            put_fixed(g, "bar.red.popc.u32 %s, 0, %s;", to, any_source(g, 'p'));
        else
            put_fixed(g, "bar.red.%s.pred %s, 0, %s;", ONE_OF(g, "and", "or"), any_register(g, 'p'),
                      any_source(g, 'p'));
    } else {
        put_fixed(g, "bar.sync 0;");
    }
    put(g, "add.u32 %%b12, %%b0, %d;", below(g, (int)g->block_threads));
    put(g, "rem.u32 %%b12, %%b12, %%b2;");
    put(g, "mad.lo.u32 %%b12, %%b12, %d, %%b13;", SLOT_BYTES);
    put(g, "ld.shared.b32 %s, [%%b12+%d];", to, 4 * below(g, 16));
    put(g, "ld.shared.b64 %s, [%%b12+%d];", from, 8 * below(g, 8));
    if (!g->spread) {
        put(g, "sub.u32 %%b12, %%b12, %%b13;"); // the same thread's words in global memory
        put(g, "cvt.u64.u32 %%a8, %%b12;");
        put(g, "add.s64 %%a8, %%a8, %%a15;");
        put(g, "ld.global.b64 %s, [%%a8+%d];", from, 8 * below(g, 8));
    }
    put_fixed(g, "bar.sync 0;");
}
