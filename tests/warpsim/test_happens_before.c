// Random programs of loads, stores, atomics, fences and barriers: the simulator's races (happens_before.h) against a
// checker that knows no clocks. It keeps, for each event, the set of all events before it, and finds a race where a
// later access of a word does not have an earlier one in its set.
//
//   build/tests/warpsim/test_happens_before [PROGRAMS [SEED]]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/simulator.h"
#include "tests/differential/random.h"

enum { PROGRAMS = 3000, BATCH = 200 };
enum { WARPS = 3, LANES_USED = 2, ACTORS = WARPS * LANES_USED, BLOCKS = 2, WORDS = 3, MOST_STEPS = 16 };
enum { MOST_EVENTS = BLOCKS * MOST_STEPS * (ACTORS + 1), SETS = (MOST_EVENTS + 63) / 64 };

typedef enum {
    LOAD,
    STORE,
    LOAD_VOLATILE,
    STORE_VOLATILE,
    ADD,         // an atomic operation
    EXCHANGE,    // one that does not look at what it finds
    ADD_BLOCK,   // atomic for the threads of its block alone
    STORE_BLOCK, // a relaxed store, of the same kind
    FENCE,
    FENCE_BLOCK,  // for the threads of its block alone
    BARRIER,      // of the block
    BARRIER_PART, // of two warps
    BARRIER_WARP, // of both lanes of a warp
    KINDS
} StepKind;

// A step of the program: who carries it out (an actor, a warp, or the warp that stays away), and on which word.
typedef struct {
    StepKind kind;
    int who, word;
    bool shared;
} Step;

typedef struct {
    Step step[MOST_STEPS];
    int count;
} TestProgram;

static bool is_fence(StepKind kind) {
    return kind == FENCE || kind == FENCE_BLOCK;
}

static bool is_access(StepKind kind) {
    return kind <= STORE_BLOCK;
}

static bool is_update(StepKind kind) {
    return kind == ADD || kind == EXCHANGE || kind == ADD_BLOCK;
}

static bool is_of_block(StepKind kind) {
    return kind == ADD_BLOCK || kind == STORE_BLOCK;
}

static bool is_write(StepKind kind) {
    return kind == STORE || kind == STORE_VOLATILE || is_update(kind) || kind == STORE_BLOCK;
}

static bool is_strong(StepKind kind) {
    return kind >= LOAD_VOLATILE && kind <= STORE_BLOCK;
}

static TestProgram generate(uint64_t seed) {
    Random r = {seed};
    TestProgram p = {.count = 6 + random_below(&r, MOST_STEPS - 6)};
    static const int weight[KINDS] = {5, 5, 3, 3, 2, 1, 1, 1, 3, 1, 2, 2, 2};
    for (int i = 0; i < p.count; i++) {
        int left = random_below(&r, 31), kind = 0;
        while (left >= weight[kind]) left -= weight[kind++];
        const bool of_warp = kind == BARRIER_PART || kind == BARRIER_WARP;
        p.step[i] = (Step){kind, random_below(&r, of_warp ? WARPS : ACTORS), random_below(&r, WORDS),
                           random_chance(&r, 60)};
    }
    p.step[p.count - 1] = (Step){.kind = FENCE}; // so that the kernel is one that is followed
    return p;
}

// --- The checker

typedef struct {
    int actor, step, word; // actor: of all blocks; word: -1 for none
    StepKind kind;
    uint64_t before[SETS];
} Event;

typedef struct {
    const TestProgram *p;
    Event *event;
    int count;
    int latest[BLOCKS * ACTORS];       // event of each actor, -1: none
    int written[WORDS * (BLOCKS + 1)]; // event whose value is there; -1: none
    int first_race;                    // a step; -1: none
} Checker;

static bool has(const uint64_t *set, int i) {
    return set[i / 64] >> i % 64 & 1;
}

static void follows(Event *e, const Event *list, int before) {
    if (before < 0) return;
    for (int i = 0; i < SETS; i++) e->before[i] |= list[before].before[i];
    e->before[before / 64] |= 1ull << before % 64;
}

static Event *add(Checker *c, int actor, int step, StepKind kind, int word) {
    Event *e = &c->event[c->count++];
    memset(e, 0, sizeof *e);
    e->actor = actor, e->step = step, e->kind = kind, e->word = word;
    follows(e, c->event, c->latest[actor]);
    return e;
}

static int block_of(const Event *e) {
    return e->actor / ACTORS;
}

// A strong read follows the fences behind which the value lay that it finds, and those of the atomic operations that
// have handed it on. In another block it does not where the fence, or one of the two accesses, is for the block alone.
static void hear(Checker *c, Event *e) {
    for (int s = c->written[e->word]; s >= 0;) {
        const Event *store = &c->event[s];
        if (!is_strong(store->kind)) return;
        const bool near = block_of(store) == block_of(e),
                   far = !is_of_block(store->kind) && !is_of_block(e->kind);
        for (int f = 0; f < s; f++) {
            const Event *fence = &c->event[f];
            if (!has(store->before, f) || !(near || far)) continue;
            if (fence->kind == FENCE ||
                (fence->kind == FENCE_BLOCK && near && block_of(fence) == block_of(e)))
                follows(e, c->event, f);
        }
        if (!is_update(store->kind)) return;
        int earlier = -1;
        for (int i = 0; i < s; i++)
            if (c->event[i].word == store->word && is_write(c->event[i].kind)) earlier = i;
        s = earlier;
    }
}

static void access_word(Checker *c, int actor, int step, int block) {
    const Step *s = &c->p->step[step];
    const int word = s->shared ? WORDS * (1 + block) + s->word : s->word, me = c->count;
    Event *e = add(c, actor, step, s->kind, word);
    if (is_strong(s->kind) && s->kind != STORE_VOLATILE && s->kind != STORE_BLOCK) hear(c, e);
    for (int i = 0; i < me && c->first_race < 0; i++) {
        const Event *a = &c->event[i];
        const bool far = a->actor >= 0 && block_of(a) != block;
        const bool atomic = is_strong(a->kind) && is_strong(s->kind) &&
                            !(far && (is_of_block(a->kind) || is_of_block(s->kind)));
        const bool conflict =
            a->word == word && a->actor != actor && (is_write(a->kind) || is_write(s->kind)) && !atomic;
        if (conflict && !has(e->before, i)) c->first_race = step;
    }
    if (is_write(s->kind)) c->written[word] = me;
    c->latest[actor] = me;
}

static bool takes_part(const Step *s, int warp) {
    return s->kind == BARRIER || (s->kind == BARRIER_PART && s->who != warp) ||
           (s->kind == BARRIER_WARP && s->who == warp);
}

static void meet(Checker *c, int step, int block) {
    const int me = c->count;
    Event *e = &c->event[c->count++];
    memset(e, 0, sizeof *e);
    e->actor = -1, e->step = step, e->kind = BARRIER, e->word = -1;
    for (int a = 0; a < ACTORS; a++) {
        if (!takes_part(&c->p->step[step], a / LANES_USED)) continue;
        follows(e, c->event, c->latest[block * ACTORS + a]);
        c->latest[block * ACTORS + a] = me;
    }
}

// Warps have their turns in order, each up to its next barrier; blocks come one after the other.
static void run_block(Checker *c, int block) {
    int at[WARPS] = {0};
    for (bool gets_on = true; gets_on;) {
        gets_on = false;
        for (int w = 0; w < WARPS; w++)
            for (; at[w] < c->p->count; at[w]++) {
                const Step *s = &c->p->step[at[w]];
                if ((s->kind == BARRIER || s->kind == BARRIER_PART) && takes_part(s, w)) break;
                gets_on = true;
                if (s->kind == BARRIER_WARP && takes_part(s, w)) meet(c, at[w], block);
                if ((is_access(s->kind) || is_fence(s->kind)) && s->who / LANES_USED == w) {
                    const int actor = block * ACTORS + s->who;
                    if (is_access(s->kind)) {
                        access_word(c, actor, at[w], block);
                    } else {
                        add(c, actor, at[w], s->kind, -1);
                        c->latest[actor] = c->count - 1;
                    }
                }
            }
        int reached[WARPS];
        memcpy(reached, at, sizeof reached);
        for (int step = 0; step < c->p->count; step++) { // the barriers that all have reached
            const Step *s = &c->p->step[step];
            if (s->kind != BARRIER && s->kind != BARRIER_PART) continue;
            bool all = true;
            for (int w = 0; w < WARPS; w++) all &= !takes_part(s, w) || reached[w] == step;
            if (!all) continue;
            meet(c, step, block);
            for (int w = 0; w < WARPS; w++) at[w] += takes_part(s, w);
            gets_on = true;
        }
    }
}

// The step in which the first race is seen; -1: there is none.
static int check(const TestProgram *p) {
    static Event events[MOST_EVENTS];
    Checker c = {.p = p, .event = events, .first_race = -1};
    memset(c.latest, 0xff, sizeof c.latest);
    memset(c.written, 0xff, sizeof c.written);
    for (int b = 0; b < BLOCKS; b++) run_block(&c, b);
    return c.first_race;
}

// --- The simulator

static void put_step(char *text, size_t size, const Step *s, int i) {
    char guard[120], place[40];
    const int thread = s->who / LANES_USED * 32 + s->who % LANES_USED;
    snprintf(guard, sizeof guard, "setp.eq.u32 %%p0, %%t, %d;\n", thread);
    snprintf(place, sizeof place, "[%s+%d]", s->shared ? "s" : "g", 4 * s->word);
    const char *const space = s->shared ? "shared" : "global";
    size_t n = strlen(text);
#define PUT(...) n += (size_t)snprintf(text + n, size - n, __VA_ARGS__)
    PUT("add.u32 %%r0, %%u, %u;\n", 0x9e3779b1u * (u32)((i + 1) * (i + 1) * (i + 1)));
    switch (s->kind) {
    case LOAD: PUT("%s@%%p0 ld.%s.f32 %%f0, %s; // %d\n", guard, space, place, i); break;
    case STORE: PUT("%s@%%p0 st.%s.u32 %s, %%r0; // %d\n", guard, space, place, i); break;
    case LOAD_VOLATILE: PUT("%s@%%p0 ld.volatile.%s.f32 %%f0, %s;\n", guard, space, place); break;
    case STORE_VOLATILE: PUT("%s@%%p0 st.volatile.%s.u32 %s, %%r0;\n", guard, space, place); break;
    case ADD: PUT("%s@%%p0 atom.%s.add.u32 %%r1, %s, %%r0;\n", guard, space, place); break;
    case EXCHANGE: PUT("%s@%%p0 atom.%s.exch.b32 %%r1, %s, %%r0;\n", guard, space, place); break;
    case ADD_BLOCK: PUT("%s@%%p0 atom.%s.cta.add.u32 %%r1, %s, %%r0; // %d\n", guard, space, place, i); break;
    case STORE_BLOCK: PUT("%s@%%p0 st.relaxed.cta.%s.u32 %s, %%r0;\n", guard, space, place); break;
    case FENCE_BLOCK: PUT("%s@%%p0 fence.acq_rel.cta;\n", guard); break;
    case FENCE: PUT("%s@%%p0 fence.acq_rel.gpu;\n", guard); break;
    case BARRIER: PUT("bar.sync 0;\n"); break;
    case BARRIER_PART:
        PUT("setp.eq.u32 %%p1, %%w, %d;\n@%%p1 bra skip%d;\nbar.sync %d, 64;\nskip%d:\n", s->who, i,
            1 + i % 15, i);
        break;
    default:
        PUT("setp.eq.u32 %%p1, %%w, %d; setp.lt.u32 %%p2, %%l, 2; and.pred %%p1, %%p1, %%p2;\n@%%p1 bar.warp.sync 3;\n",
            s->who);
        break;
    }
#undef PUT
}

// Each instruction that may race comes after a .loc whose line is the step's number, plus 1.
static void make_text(const TestProgram *p, int number, char *text, size_t size) {
    snprintf(
        text, size,
        ".version 8.4\n.target sm_90\n.address_size 64\n.file 1 \"steps.cu\"\n.global .align 4 .b32 g[%d];\n"
        ".visible .entry kernel_%d()\n{\n.reg .pred %%p<3>; .reg .b32 %%r<2>, %%t, %%u, %%w, %%l, %%b; .reg .f32 "
        "%%f<1>;\n.shared .align 4 .b32 s[%d];\nmov.u32 %%t, %%tid.x; mov.u32 %%b, %%ctaid.x; mad.lo.u32 %%u, %%b, "
        "96, %%t; shr.u32 %%w, %%t, 5; and.b32 %%l, %%t, 31;\n",
        WORDS, number, WORDS);
    for (int i = 0; i < p->count; i++) {
        const size_t n = strlen(text);
        snprintf(text + n, size - n, ".loc 1 %d 1\n", i + 1);
        put_step(text, size, &p->step[i], i);
    }
    strncat(text, "ret;\n}\n", size - strlen(text) - 1);
}

static Warpsim *new_simulator(void) {
    static GpuDescription gpu;
    gpu.device = (DeviceDescription){.name = "test",
                                     .total_global_memory = 64 << 20,
                                     .shared_per_block = 49152,
                                     .shared_per_block_optin = 49152,
                                     .shared_per_sm = 65536,
                                     .warp_size = 32,
                                     .threads_per_block_max = 1024,
                                     .block_max = {1024, 1024, 64},
                                     .grid_max = {2147483647, 65535, 65535},
                                     .sm_count = 4,
                                     .major = 9,
                                     .threads_per_sm = 2048};
    return warpsim_new(&gpu, 1, false);
}

// The step of the first race that the simulator finds; -1: none, -2: something else is wrong.
static int simulate(Warpsim *s, const TestProgram *p, int number, char *text, size_t size) {
    char error[300], name[40];
    make_text(p, number, text, size);
    snprintf(name, sizeof name, "kernel_%d", number);
    warpsim_clear(s);
    if (!warpsim_load(s, text, strlen(text), error, sizeof error)) return fprintf(stderr, "%s\n", error), -2;
    const WarpsimLaunch launch = {
        .kernel = name, .grid = {BLOCKS, 1, 1}, .block = {32 * WARPS, 1, 1}, .budget = 1000000};
    if (warpsim_launch(s, &launch)) return -2;
    for (int i = 0;; i++) {
        const WarpsimFinding *f = warpsim_finding(s, i);
        const char *file;
        int line, column;
        if (!f) return -1;
        if (strcmp(warpsim_check_name(f->check), "race")) continue;
        return warpsim_source_line(f->function, f->instruction, &file, &line, &column) ? line - 1 : -2;
    }
}

int main(int argc, char **argv) {
    const int programs = argc > 1 ? atoi(argv[1]) : PROGRAMS;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    static char text[1 << 16];
    Warpsim *s = NULL;
    int races = 0, different = 0;
    for (int i = 0; i < programs && different < 3; i++) {
        const TestProgram p = generate(seed + (uint64_t)i);
        if (i % BATCH == 0) {
            if (s) warpsim_end(s);
            s = new_simulator();
        }
        if (!s) return fprintf(stderr, "no simulator\n"), EXIT_FAILURE;
        const int wanted = check(&p), found = simulate(s, &p, i % BATCH, text, sizeof text);
        races += wanted >= 0;
        if (wanted == found) continue;
        different++;
        printf("# seed %llu: the checker's first race is in step %d, the simulator's in %d\n%s",
               (unsigned long long)seed + (unsigned long long)i, wanted, found, text);
    }
    if (s) warpsim_end(s);
    const bool good = !different && races > programs / 10 && races < programs - programs / 10;
    printf("%s random_programs: %d, of which %d race; %d differ\n", good ? "ok" : "not ok", programs, races,
           different);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
