// Follows the PTX blocks of a warp through the machine code.
#include "grader/model/stream.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t block;  // of machine code
    uint32_t copies; // rounds of the PTX block that it carries out
} Place;

typedef struct {
    Place *places;
    uint32_t count;
    uint32_t most;     // copies in one place
    int32_t low, high; // PTX blocks of the innermost loop around it, numbered as in traces; low > high: none
    bool ends;         // nothing but the end of the kernel
} Origin;

// A PTX block whose representative stands in a machine block.
typedef struct {
    uint32_t origin, copies;
} Share;

typedef struct {
    Share *shares;
    uint32_t count;
} Carrier;

typedef struct {
    const Function *function;
    uint32_t instruction, block;
    int32_t site;
} PtxLine;

enum { NO_PATH = 0xfffe };

struct StreamMap {
    const MachineCode *code;
    PtxLine *lines;
    uint32_t line_count;
    Origin *origins; // by the numbers in traces
    uint32_t origin_count;
    Carrier *carriers; // by machine block
    uint32_t *credit;  // rounds of an origin that have been carried out already
    uint16_t *paths;   // first block between two that nothing represents; NO_PATH: none is needed
};

// ---- The PTX of each line

static void note_function(StreamMap *map, const Function *f) {
    for (uint32_t b = 0; b < f->block_count; b++) {
        const BasicBlock *block = &f->blocks[b];
        for (uint32_t i = 0; i < block->instruction_count; i++) {
            const uint32_t number = block->first_instruction + i;
            const int line = f->ptx->code[number].ptx_line;
            if (line > 0 && (uint32_t)line < map->line_count)
                map->lines[line] = (PtxLine){f, number, f->first_block_id + b, -1};
        }
    }
}

static uint32_t last_line(const Program *p) {
    int last = 0;
    for (uint32_t i = 0; i < p->function_count; i++) {
        const PtxFunction *f = p->functions[i].ptx;
        for (int k = 0; k < f->code_count; k++)
            if (f->code[k].ptx_line > last) last = f->code[k].ptx_line;
    }
    return (uint32_t)last;
}

static bool note_lines(StreamMap *map, const Program *p, const Function *kernel) {
    map->line_count = last_line(p) + 1;
    map->lines = calloc(map->line_count, sizeof *map->lines);
    if (!map->lines) return false;
    for (uint32_t i = 0; i < p->function_count; i++)
        if (!p->functions[i].ptx->is_entry || &p->functions[i] == kernel)
            note_function(map, &p->functions[i]);
    for (uint32_t s = 0; s < p->site_count; s++) {
        const int line = p->sites[s].function->ptx->code[p->sites[s].instruction].ptx_line;
        if (line > 0 && map->lines[line].function == p->sites[s].function) map->lines[line].site = (int32_t)s;
    }
    return true;
}

static const PtxLine *line_of(const StreamMap *map, uint32_t instruction) {
    const uint32_t line = map->code->instructions[instruction].ptx_line;
    return line < map->line_count && map->lines[line].function ? &map->lines[line] : NULL;
}

// ---- Representatives

// Which machine instructions stand for a line of PTX. Where one becomes several, such as a root or a product of 64 bits,
// those of one operation stand for it, if possible one that is there once a round.
typedef struct {
    uint32_t total;     // instructions that stand for that line
    uint32_t rank;      // how well they do
    uint16_t operation; // theirs
    bool accesses;      // they access memory: copies of what a load has loaded stand elsewhere
} LineUse;

// How good an instruction represents its block: accesses become one instruction each, most others may become none or
// several.
static uint32_t worth(const PtxInstruction *i) {
    static const char *const good[] = {"st", "ld", "bar", "barrier", "atom", "red", "shfl", "mma", "tex"};
    static const char *const fair[] = {"fma", "mul",  "add", "sub",  "mad", "ex2",
                                       "lg2", "popc", "clz", "vote", "min", "max"};
    const bool real = ptx_has_suffix(i, "f32") || ptx_has_suffix(i, "f64");
    for (size_t k = 0; k < sizeof good / sizeof *good; k++)
        if (!strcmp(i->mnemonic, good[k]))
            return ptx_has_suffix(i, "param") || ptx_has_suffix(i, "const") ? 1 : 4;
    for (size_t k = 0; k < sizeof fair / sizeof *fair; k++)
        if (!strcmp(i->mnemonic, fair[k]) && (real || k > 4)) return 3;
    if (!strcmp(i->mnemonic, "bra") || !strcmp(i->mnemonic, "setp") || !strcmp(i->mnemonic, "add")) return 1;
    return 2;
}

// How many instructions of the block have as many instructions of machine code as this one.
static uint32_t alike(const StreamMap *map, const Function *f, const BasicBlock *block, const LineUse *uses,
                      uint32_t total) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const uint32_t line = (uint32_t)f->ptx->code[block->first_instruction + i].ptx_line;
        n += line < map->line_count && uses[line].total == total;
    }
    return n;
}

static bool counts(const LineUse *use, const MachineInstruction *i) {
    return use->accesses ? machine_accesses(i) : i->operation == use->operation;
}

// An instruction that may stand for its line: ordered by line, then by operation.
typedef struct {
    uint32_t line, operation, rank;
    bool access;
} Stand;

// How well an operation tells what a line does. A line's copies of registers and constants, its comparisons and its part of
// addresses come and go with the assembler's choices; a special function is there once a round.
static uint32_t rank_of(const MachineInstruction *i) {
    enum { CONSTANT_BY_PRODUCT = 0x35, WIDE_PRODUCT = 0x25, HIGH_PRODUCT = 0x27 };
    switch (i->unit) {
    case UNIT_SPECIAL:
    case UNIT_SHUFFLE: return 6;
    case UNIT_FP64: return 5;
    case UNIT_FMA: return i->operation == CONSTANT_BY_PRODUCT ? 1 : 4;
    case UNIT_IMAD: return i->operation == WIDE_PRODUCT || i->operation == HIGH_PRODUCT ? 3 : 2;
    case UNIT_CONTROL: return 0;
    default: return 1;
    }
}

static int by_line(const void *a, const void *b) {
    const Stand *x = a, *y = b;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    return (x->operation > y->operation) - (x->operation < y->operation);
}

// Takes over the `count` instructions of one operation, if they stand better for the line than what did so far: of
// operations that tell much the rarest, of others the most frequent.
static void consider(LineUse *use, const Stand *s, uint32_t count) {
    enum { TELLS_MUCH = 3 };
    if (s->access) {
        use->total = (use->accesses ? use->total : 0) + count;
        use->accesses = true;
    } else if (!use->accesses) {
        const bool fewer = count < use->total, equal = s->rank == use->rank && use->total;
        if (use->total && (s->rank < use->rank || (equal && fewer != (s->rank >= TELLS_MUCH)))) return;
        *use = (LineUse){count, s->rank, (uint16_t)s->operation, false};
    }
}

static bool count_uses(const StreamMap *map, LineUse *uses) {
    Stand *stands = malloc((map->code->count + 1) * sizeof *stands);
    uint32_t n = 0;
    if (!stands) return false;
    for (uint32_t b = 0; b < map->code->block_count; b++) {
        const MachineBlock *block = &map->code->blocks[b];
        for (uint32_t k = block->first; k < block->first + block->count && !block->rare && !block->callee;
             k++) {
            const MachineInstruction *i = &map->code->instructions[k];
            if (i->ptx_line >= map->line_count || !map->lines[i->ptx_line].function) continue;
            stands[n++] = (Stand){i->ptx_line, i->operation, rank_of(i), machine_accesses(i)};
        }
    }
    qsort(stands, n, sizeof *stands, by_line);
    for (uint32_t i = 0, next; i < n; i = next) {
        for (next = i; next < n && !by_line(&stands[i], &stands[next]);) next++;
        consider(&uses[stands[i].line], &stands[i], next - i);
    }
    free(stands);
    return true;
}

// The line that represents the block; 0: nothing of it is left.
static uint32_t representative(const StreamMap *map, const Function *f, const BasicBlock *block,
                               const LineUse *uses) {
    uint32_t best = 0, best_worth = 0;
    for (uint32_t i = 0; i < block->instruction_count; i++) {
        const PtxInstruction *ptx = &f->ptx->code[block->first_instruction + i];
        const uint32_t line = (uint32_t)ptx->ptx_line;
        if (line >= map->line_count || !uses[line].total || map->lines[line].function != f) continue;
        const uint32_t w = worth(ptx);
        if (w < best_worth) continue;
        const bool better = w > best_worth || alike(map, f, block, uses, uses[line].total) >
                                                  alike(map, f, block, uses, uses[best].total);
        if (better) best = line, best_worth = w;
    }
    return best;
}

static bool add_place(StreamMap *map, uint32_t origin, uint32_t block) {
    Origin *o = &map->origins[origin];
    Carrier *c = &map->carriers[block];
    if (!o->count || o->places[o->count - 1].block != block) {
        Place *places = realloc(o->places, (o->count + 1) * sizeof *places);
        if (places) o->places = places;
        Share *shares = realloc(c->shares, (c->count + 1) * sizeof *shares);
        if (shares) c->shares = shares;
        if (!places || !shares) return false;
        o->places[o->count++] = (Place){block, 0};
        c->shares[c->count++] = (Share){origin, 0};
    }
    const uint32_t copies = ++o->places[o->count - 1].copies;
    Share *own = c->shares;
    while (own->origin != origin) own++; // the instructions of unrolled rounds are mixed
    own->copies = copies;
    if (copies > o->most) o->most = copies;
    return true;
}

// One copy in each place where the block becomes several instructions that are not rounds of a loop.
static void keep_single(StreamMap *map, uint32_t origin) {
    Origin *o = &map->origins[origin];
    if (o->low <= o->high) return;
    for (uint32_t i = 0; i < o->count; i++) {
        Carrier *c = &map->carriers[o->places[i].block];
        o->places[i].copies = 1;
        for (uint32_t k = 0; k < c->count; k++)
            if (c->shares[k].origin == origin) c->shares[k].copies = 1;
    }
    o->most = 1;
}

static bool place_lines(StreamMap *map, const LineUse *uses, const uint32_t *represents) {
    for (uint32_t b = 0; b < map->code->block_count; b++) {
        const MachineBlock *block = &map->code->blocks[b];
        for (uint32_t i = block->first; i < block->first + block->count && !block->rare && !block->callee;
             i++) {
            const uint32_t line = map->code->instructions[i].ptx_line;
            const bool stands = line < map->line_count && represents[line] &&
                                counts(&uses[line], &map->code->instructions[i]);
            if (stands && !add_place(map, represents[line] - 1, b)) return false;
        }
    }
    return true;
}

// The smallest stretch of blocks that a jump backwards goes round.
static void find_loops(StreamMap *map, const Function *f) {
    for (uint32_t b = 0; b < f->block_count; b++) {
        Origin *o = &map->origins[f->first_block_id + b];
        o->low = 1, o->high = 0;
        for (uint32_t k = b; k < f->block_count; k++) {
            const BasicBlock *from = &f->blocks[k];
            const bool jumps = from->end == END_BRANCH || from->end == END_JUMP;
            if (!jumps || from->target < 0 || (uint32_t)from->target > b) continue;
            if (o->low > o->high ||
                (int32_t)(k + f->first_block_id) - from->target - (int32_t)f->first_block_id <
                    o->high - o->low) {
                o->low = (int32_t)f->first_block_id + from->target;
                o->high = (int32_t)(f->first_block_id + k);
            }
        }
    }
}

// Is it the end of the kernel and nothing else?
static bool only_ends(const Function *f, const BasicBlock *block) {
    const char *word = f->ptx->code[block->first_instruction].mnemonic;
    return block->instruction_count == 1 &&
           (!strcmp(word, "exit") || (!strcmp(word, "ret") && f->ptx->is_entry));
}

static bool represent(StreamMap *map, const Program *p, const Function *kernel) {
    LineUse *uses = calloc(map->line_count, sizeof *uses);
    uint32_t *represents = calloc(map->line_count, sizeof *represents);
    bool good = uses && represents && count_uses(map, uses);
    for (uint32_t i = 0; i < p->function_count && good; i++) {
        const Function *f = &p->functions[i];
        if (f->ptx->is_entry && f != kernel) continue;
        find_loops(map, f);
        for (uint32_t b = 0; b < f->block_count; b++) {
            const uint32_t line = representative(map, f, &f->blocks[b], uses);
            if (line) represents[line] = f->first_block_id + b + 1;
            map->origins[f->first_block_id + b].ends = only_ends(f, &f->blocks[b]);
        }
    }
    good = good && place_lines(map, uses, represents);
    for (uint32_t i = 0; i < map->origin_count && good; i++) keep_single(map, i);
    free(uses), free(represents);
    return good;
}

// The first block of the shortest way from one block to another through blocks that nothing represents, such as the fast
// ways of roots and divisions.
static uint32_t search_path(const StreamMap *map, uint32_t from, uint32_t to) {
    const uint32_t count = map->code->block_count;
    uint32_t next[2], head = 0, tail = 0, found = NO_PATH;
    uint32_t *queue = malloc((count + 2) * sizeof *queue), *first = calloc(count + 1, sizeof *first);
    const int direct = machine_successors(map->code, from, next);
    bool good = queue && first;
    for (int i = 0; i < direct; i++)
        if (next[i] == to) good = false;
    for (int i = 0; i < direct && good; i++)
        if (!map->carriers[next[i]].count && !first[next[i]])
            first[next[i]] = next[i] + 1, queue[tail++] = next[i];
    while (good && head < tail && found == NO_PATH) {
        const uint32_t at = queue[head++];
        const int n = machine_successors(map->code, at, next);
        for (int i = 0; i < n && found == NO_PATH; i++) {
            if (next[i] == to) found = first[at] - 1;
            if (map->carriers[next[i]].count || first[next[i]]) continue;
            first[next[i]] = first[at];
            queue[tail++] = next[i];
        }
    }
    free(queue), free(first);
    return found;
}

static uint32_t step_towards(StreamMap *map, uint32_t from, uint32_t to) {
    uint16_t *known = &map->paths[(size_t)from * map->code->block_count + to];
    if (*known == 0) *known = (uint16_t)(search_path(map, from, to) + 1);
    return *known == (uint16_t)(NO_PATH + 1) ? NO_PATH : (uint32_t)*known - 1;
}

StreamMap *stream_map_new(const Program *program, const Function *kernel, const MachineCode *code) {
    StreamMap *map = calloc(1, sizeof *map);
    if (!map) return NULL;
    map->code = code;
    map->origin_count = program->block_count;
    map->origins = calloc(map->origin_count + 1, sizeof *map->origins);
    map->carriers = calloc(code->block_count + 1, sizeof *map->carriers);
    map->credit = calloc(map->origin_count + 1, sizeof *map->credit);
    map->paths = calloc((size_t)code->block_count * code->block_count + 1, sizeof *map->paths);
    if (map->origins && map->carriers && map->credit && map->paths && code->block_count < NO_PATH - 1 &&
        note_lines(map, program, kernel) && represent(map, program, kernel))
        return map;
    stream_map_free(map);
    return NULL;
}

void stream_map_free(StreamMap *map) {
    if (!map) return;
    for (uint32_t i = 0; i < map->origin_count && map->origins; i++) free(map->origins[i].places);
    for (uint32_t i = 0; i < map->code->block_count && map->carriers; i++) free(map->carriers[i].shares);
    free(map->lines), free(map->origins), free(map->carriers), free(map->credit), free(map->paths), free(map);
}

int32_t stream_site(const StreamMap *map, uint32_t instruction) {
    const PtxLine *line = line_of(map, instruction);
    return line ? line->site : -1;
}

bool stream_origin(const StreamMap *map, uint32_t instruction, const Function **function,
                   uint32_t *ptx_instruction) {
    const PtxLine *line = line_of(map, instruction);
    if (!line) return false;
    *function = line->function;
    *ptx_instruction = line->instruction;
    return true;
}

// ---- Following a warp

// Where the entry after this one begins.
static uint32_t after(const WarpTrace *t, uint32_t at) {
    return t->words[at] >> 30 == TRACE_ACCESS ? at + 2 + (t->words[at + 1] & 255) : at + 1;
}

// How many rounds of the block come from here on before its loop is left, at most `most`.
static uint32_t rounds_ahead(const StreamMap *map, const WarpTrace *t, uint32_t at, uint32_t origin,
                             uint32_t most) {
    const Origin *o = &map->origins[origin];
    uint32_t n = 0;
    for (; at < t->count && n < most; at = after(t, at)) {
        if (t->words[at] >> 30 != TRACE_ENTERED) continue;
        const uint32_t block = t->words[at] & 0xffffff;
        if ((int32_t)block < o->low || (int32_t)block > o->high) break;
        n += block == origin;
    }
    return n;
}

// How well a block comes behind the last one: where it leads to, or else behind it in the text.
static int nearness(const StreamMap *map, uint32_t last, uint32_t block) {
    return last == UINT32_MAX ? 0 : 2 * machine_follows(map->code, last, block) + (block > last);
}

// Among the places with as many copies the one that the last block leads to, or else the next one in the text.
static const Place *choose(const StreamMap *map, const WarpTrace *t, uint32_t at, uint32_t origin,
                           uint32_t last) {
    const Origin *o = &map->origins[origin];
    const uint32_t ahead = o->most > 1 ? rounds_ahead(map, t, at, origin, o->most) : 1;
    const Place *best = NULL;
    for (uint32_t i = 0; i < o->count; i++) {
        const Place *p = &o->places[i];
        const bool fits = p->copies <= ahead, best_fits = best && best->copies <= ahead;
        if (!best || fits > best_fits) {
            best = p;
        } else if (fits == best_fits) {
            const bool better = fits ? p->copies > best->copies : p->copies < best->copies;
            const bool nearer =
                p->copies == best->copies && nearness(map, last, p->block) > nearness(map, last, best->block);
            if (better || nearer) best = p;
        }
    }
    return best;
}

static bool add_step(Stream *s, uint32_t block, uint32_t from) {
    if (s->count == s->room) {
        const uint32_t room = s->room * 2 + 64;
        StreamStep *steps = realloc(s->steps, room * sizeof *steps);
        if (!steps) return false;
        s->steps = steps;
        s->room = room;
    }
    if (s->count) s->steps[s->count - 1].to = from;
    s->steps[s->count++] = (StreamStep){block, from, from};
    return true;
}

// The blocks of a function of the assembler's own that the block calls, from its start to its return.
static bool add_callee(const StreamMap *map, Stream *s, uint32_t block, uint32_t at) {
    const MachineCode *code = map->code;
    const MachineInstruction *last = machine_block_last(code, block);
    if (last->operation != OP_CALL || last->target < 0) return true;
    for (uint32_t k = 0; k < code->block_count; k++) {
        if (code->blocks[k].first < (uint32_t)last->target || !code->blocks[k].callee || code->blocks[k].rare)
            continue;
        if (!add_step(s, k, at)) return false;
        if (machine_block_last(code, k)->operation == OP_RET) return true;
    }
    return true;
}

static bool carry_out(StreamMap *map, Stream *s, const Place *place, uint32_t origin, uint32_t at,
                      uint32_t *last) {
    if (*last != UINT32_MAX)
        for (uint32_t i = 0; i < map->code->block_count; i++) {
            const uint32_t between = step_towards(map, *last, place->block);
            if (between == NO_PATH) break;
            if (!add_step(s, between, at) || !add_callee(map, s, between, at)) return false;
            *last = between;
            if (map->origins[origin].ends && machine_block_last(map->code, between)->operation == OP_EXIT)
                return true;
        }
    *last = place->block;
    const Carrier *c = &map->carriers[place->block];
    for (uint32_t i = 0; i < c->count; i++) map->credit[c->shares[i].origin] = c->shares[i].copies;
    map->credit[origin]--;
    return add_step(s, place->block, at) && add_callee(map, s, place->block, at);
}

// Where the warp enters its last block.
static uint32_t last_entry(const WarpTrace *t) {
    uint32_t last = 0;
    for (uint32_t at = 0; at < t->count; at = after(t, at))
        if (t->words[at] >> 30 == TRACE_ENTERED) last = at;
    return last;
}

// The end of the kernel stands at the end of the last block of machine code, but lanes that a guard sends there early leave
// at an exit of the guard's own: they execute nothing of that block. Has the warp, from block `last`, no way to go to its end?
static bool has_ended(const StreamMap *map, uint32_t last, bool others_go_on) {
    return others_go_on || (last != UINT32_MAX && machine_block_last(map->code, last)->operation == OP_EXIT);
}

bool stream_build(StreamMap *map, const WarpTrace *t, Stream *s) {
    const uint32_t end = last_entry(t);
    uint32_t last = UINT32_MAX;
    memset(map->credit, 0, map->origin_count * sizeof *map->credit);
    for (uint32_t at = 0; at < t->count; at = after(t, at)) {
        if (t->words[at] >> 30 != TRACE_ENTERED) continue;
        const uint32_t origin = t->words[at] & 0xffffff;
        if (origin >= map->origin_count || !map->origins[origin].count) continue;
        if (map->credit[origin]) {
            map->credit[origin]--;
            continue;
        }
        if (map->origins[origin].ends && has_ended(map, last, at < end)) continue;
        if (!carry_out(map, s, choose(map, t, at, origin, last), origin, at, &last)) return false;
    }
    if (s->count) s->steps[s->count - 1].to = t->count;
    return true;
}
