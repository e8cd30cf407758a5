// What can be known of registers before anything runs: which are the same for a whole block, which are
// written once.
//
// A register is the same in a launch (or in a block) when it has a single, unguarded definition by a pure
// operation whose sources are. Such values are computed once a launch (or once a block) by
// Function.launch_ops (block_ops).
//
// A result may be written in all 32 lanes, active or not, when no inactive lane can still need the old value.
// That is so when the register has a single definition D that dominates all uses, and either D lies in no
// cycle (a lane runs D at most once, and a use reached without D would contradict dominance), or every use
// follows D in its own basic block (nothing comes between). All other results go through a blend with the
// mask.
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/decode.h"

typedef struct {
    u32 definitions;
    u32 at; // instruction of the last definition seen
    bool guarded;
    bool local; // every use follows in the block of the definition
    bool dominated;
} RegisterFacts;

u32 count_results(const PtxInstruction *in) {
    enum { LETTERS = 26, MOST = 5 };
    // What has none, by its first letter: this is asked while undefined values are followed, too.
    static const char *const none[LETTERS][MOST + 1] = {
        ['a' - 'a'] = {"applypriority"},  ['b' - 'a'] = {"bra", "brx", "brkpt", "bar", "barrier"},
        ['c' - 'a'] = {"call", "cp"},     ['d' - 'a'] = {"discard"},
        ['e' - 'a'] = {"exit"},           ['f' - 'a'] = {"fence"},
        ['g' - 'a'] = {"griddepcontrol"}, ['m' - 'a'] = {"membar", "mbarrier"},
        ['n' - 'a'] = {"nanosleep"},      ['p' - 'a'] = {"prefetch", "prefetchu", "pmevent"},
        ['r' - 'a'] = {"red", "ret"},     ['s' - 'a'] = {"st", "sust", "setmaxnreg", "stmatrix"},
        ['t' - 'a'] = {"trap"},
    };
    if ((named(in, "bar") || named(in, "barrier")) && ptx_has_suffix(in, "red")) return 1;
    if (named(in, "mbarrier")) return in->operand_count > 1 && in->operand[0].kind != OPERAND_ADDRESS;
    if (named(in, "wmma") && ptx_has_suffix(in, "store")) return 0;
    const u32 letter = (u32)(in->mnemonic[0] - 'a');
    for (int i = 0; letter < LETTERS && none[letter][i]; i++)
        if (named(in, none[letter][i])) return 0;
    return 1;
}

typedef void Visit(void *context, int reg, bool defines);

static void visit_operand(const PtxOperand *o, bool defines, Visit *visit, void *context) {
    switch (o->kind) {
    case OPERAND_REG:
        visit(context, o->reg, defines);
        if (o->paired >= 0) visit(context, o->paired, defines);
        break;
    case OPERAND_ADDRESS:
        if (o->reg >= 0) visit(context, o->reg, false);
        break;
    case OPERAND_VECTOR:
    case OPERAND_LIST:
        for (int k = 0; k < o->count; k++) visit_operand(&o->elements[k], defines, visit, context);
        break;
    default:
        if (o->paired >= 0) visit(context, o->paired, defines);
        break;
    }
}

static void visit_registers(const PtxInstruction *in, Visit *visit, void *context) {
    const u32 results = count_results(in);
    if (in->guard >= 0) visit(context, in->guard, false);
    for (int i = in->operand_count; i-- > 0;) // sources first
        visit_operand(&in->operand[i], (u32)i < results, visit, context);
}

typedef struct {
    RegisterFacts *facts;
    const Flow *flow;
    const PtxInstruction *in;
    u32 index;
} Context;

static void count_definition(void *context, int reg, bool defines) {
    Context *c = context;
    if (!defines) return;
    RegisterFacts *f = &c->facts[reg];
    f->definitions++;
    f->at = c->index;
    f->guarded |= c->in->guard >= 0;
}

static void judge_use(void *context, int reg, bool defines) {
    Context *c = context;
    RegisterFacts *f = &c->facts[reg];
    if (defines || f->definitions != 1) return;
    const u32 from = c->flow->block_of[f->at], here = c->flow->block_of[c->index];
    if (from == here && f->at < c->index) return;
    f->local = false;
    if (from == here || !flow_dominates(c->flow, from, here)) f->dominated = false;
}

// Operations that may be computed ahead of time: no memory but parameters, no effect but their result.
static bool is_pure(const PtxInstruction *in) {
    static const char *const names[] = {
        "mov", "add", "sub",  "mul", "mad",  "neg", "abs",  "min", "max", "and",  "or",  "xor", "not",
        "shl", "shr", "setp", "cvt", "cvta", "fma", "selp", "div", "rem", "popc", "clz", "bfe", "lop3",
    };
    if (named(in, "ld"))
        return ptx_has_suffix(in, "param") && in->operand[1].kind == OPERAND_ADDRESS &&
               in->operand[1].reg < 0 && in->operand[1].variable;
    if (ptx_has_suffix(in, "cc")) return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (named(in, names[i])) return true;
    return false;
}

static Variance special_variance(const char *name) {
    if (strncmp(name, "%ctaid", 6) == 0 || strcmp(name, "%smid") == 0) return SAME_IN_BLOCK;
    if (strncmp(name, "%ntid", 5) == 0 || strncmp(name, "%nctaid", 7) == 0 || strcmp(name, "%nsmid") == 0 ||
        strcmp(name, "%nwarpid") == 0 || strncmp(name, "%dynamic", 8) == 0 ||
        strncmp(name, "%total", 6) == 0 || strncmp(name, "%envreg", 7) == 0 || strcmp(name, "%gridid") == 0)
        return SAME_IN_LAUNCH;
    return VARIES;
}

static Variance operand_variance(const Decoder *d, const PtxOperand *o) {
    switch (o->kind) {
    case OPERAND_REG: return d->variance[o->reg];
    case OPERAND_SPECIAL: return special_variance(o->name);
    case OPERAND_INT:
    case OPERAND_F32:
    case OPERAND_F64:
    case OPERAND_SYMBOL: return SAME_IN_LAUNCH;
    case OPERAND_ADDRESS:
        return o->reg < 0 && o->variable && param_of_kernel(d->ptx, o->variable) ? SAME_IN_LAUNCH : VARIES;
    default: return VARIES;
    }
}

// The weakest of the sources, VARIES as soon as one varies.
static Variance result_variance(const Decoder *d, const PtxInstruction *in) {
    if (!d->ptx->is_entry || !is_pure(in) || in->guard >= 0) return VARIES;
    Variance v = SAME_IN_LAUNCH;
    for (int i = 1; i < in->operand_count; i++) {
        const Variance s = operand_variance(d, &in->operand[i]);
        if (s != SAME_IN_LAUNCH && s != SAME_IN_BLOCK) return VARIES;
        if (s == SAME_IN_BLOCK) v = SAME_IN_BLOCK;
    }
    return v;
}

// mov of a thread index into a register that is written only there: the register is another name for it. In a
// kernel the same holds for values that do not vary; device functions have no values computed ahead.
static bool is_alias(const PtxInstruction *in, const PtxFunction *f) {
    if (!named(in, "mov") || in->guard >= 0 || in->operand_count != 2 || in->operand[0].kind != OPERAND_REG ||
        in->operand[1].kind != OPERAND_SPECIAL || ptx_type_size(f->registers[in->operand[0].reg].type) != 4)
        return false;
    const char *name = in->operand[1].name;
    return strncmp(name, "%tid.", 5) == 0 || strcmp(name, "%laneid") == 0 ||
           (f->is_entry && special_variance(name) != VARIES && strcmp(name, "%gridid") != 0);
}

static void place_register(Decoder *d, int reg, u32 *offset, Bank bank) {
    const PtxType type = d->ptx->registers[reg].type;
    const u32 bytes = type == PTX_PRED ? 64 : register_bytes(ptx_type_size(type));
    d->place[reg] = operand_in(bank, *offset);
    *offset += bytes;
}

void analyse_registers(Decoder *d) {
    const PtxFunction *f = d->ptx;
    const size_t n = (size_t)f->register_count + 1;
    RegisterFacts *facts = calloc(n, sizeof *facts);
    d->place = calloc(n, sizeof *d->place);
    d->variance = calloc(n, sizeof *d->variance);
    d->masked = calloc(n, sizeof *d->masked);
    if (!facts || !d->place || !d->variance || !d->masked) {
        free(facts);
        d->failed = true;
        return;
    }
    Context c = {.facts = facts, .flow = &d->flow};
    for (size_t r = 0; r < n; r++) facts[r].local = facts[r].dominated = true;
    for (c.index = 0; c.index < (u32)f->code_count; c.index++) {
        c.in = &f->code[c.index];
        visit_registers(c.in, count_definition, &c);
    }
    for (c.index = 0; c.index < (u32)f->code_count; c.index++) {
        c.in = &f->code[c.index];
        visit_registers(c.in, judge_use, &c);
    }
    for (int i = 0; i < f->code_count; i++) {
        const PtxInstruction *in = &f->code[i];
        if (d->program->watch) break; // each instruction is to be seen where it stands
        if (count_results(in) == 0 || in->operand_count < 2 || in->operand[0].kind != OPERAND_REG) continue;
        const int reg = in->operand[0].reg;
        if (facts[reg].definitions != 1 || in->operand[0].paired >= 0) continue;
        if (is_alias(in, f))
            d->variance[reg] = special_variance(in->operand[1].name) == VARIES
                                   ? IS_ALIAS
                                   : special_variance(in->operand[1].name);
        else
            d->variance[reg] = result_variance(d, in);
    }
    for (int r = 0; r < f->register_count; r++) {
        const RegisterFacts *x = &facts[r];
        const bool once = x->definitions == 1 && !x->guarded;
        d->masked[r] = d->variance[r] == VARIES &&
                       !(once && (x->local || (x->dominated && !d->flow.in_cycle[d->flow.block_of[x->at]])));
        if (d->variance[r] == SAME_IN_LAUNCH || d->variance[r] == SAME_IN_BLOCK)
            place_register(d, r, &d->uniform_bytes, BANK_UNIFORM);
    }
    // Registers that may be read before they are written come first: they are zeroed when a frame starts.
    for (int r = 0; r < f->register_count; r++)
        if (d->variance[r] == VARIES && d->masked[r]) place_register(d, r, &d->frame_bytes, BANK_FRAME);
    d->zero_bytes = d->frame_bytes;
    for (int r = 0; r < f->register_count; r++)
        if (d->variance[r] == VARIES && !d->masked[r]) place_register(d, r, &d->frame_bytes, BANK_FRAME);
    free(facts);
}

// --- Which parameters lead to stores
// -------------------------------------------------------------------------------

enum { FROM_VARIABLES = 62, FROM_ANYWHERE = 63 };

static u64 operand_origin(const PtxFunction *f, const u64 *origin, const PtxOperand *o) {
    u64 r = 0;
    if (o->kind == OPERAND_REG) return origin[o->reg];
    if (o->kind == OPERAND_ADDRESS && o->reg >= 0) return origin[o->reg];
    if ((o->kind == OPERAND_ADDRESS || o->kind == OPERAND_SYMBOL) && o->variable)
        return param_of_kernel(f, o->variable)
                   ? 1ull << (o->variable - f->params < 62 ? o->variable - f->params : 63)
                   : 1ull << FROM_VARIABLES;
    for (int k = 0; k < o->count; k++) r |= operand_origin(f, origin, &o->elements[k]);
    return r;
}

// A load gives a pointer from anywhere, unless it is too narrow for one.
static u64 loaded_origin(const PtxFunction *f, const u64 *origin, const PtxInstruction *in) {
    if (ptx_has_suffix(in, "param")) return operand_origin(f, origin, &in->operand[1]);
    return ptx_type_size(type_suffix(in, 0)) == 8 ? 1ull << FROM_ANYWHERE : 0;
}

bool analyse_stores(const PtxFunction *f, u64 *params, u64 *read_only, bool *anything) {
    u64 *origin = calloc((size_t)f->register_count + 1, sizeof *origin);
    if (!origin) return false;
    u64 stored = 0, only_read = 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < f->code_count; i++) {
            const PtxInstruction *in = &f->code[i];
            const bool store = named(in, "st") || named(in, "stmatrix") || named(in, "sust") ||
                               (named(in, "wmma") && ptx_has_suffix(in, "store"));
            const bool atomic = named(in, "atom") || named(in, "red") ||
                                (named(in, "cp") && ptx_has_suffix(in, "bulk_group"));
            const PtxSpace space = space_suffix(in);
            if ((store || atomic) && (space == SPACE_GLOBAL || space == SPACE_GENERIC))
                stored |= operand_origin(f, origin, &in->operand[named(in, "atom") ? 1 : 0]);
            if (named(in, "ld") && ptx_has_suffix(in, "nc"))
                only_read |= operand_origin(f, origin, &in->operand[1]);
            if (named(in, "call") && flow_end_of(in) == END_CALL) stored |= 1ull << FROM_ANYWHERE;
            if (count_results(in) == 0 || in->operand_count < 1) continue;
            u64 from = 0;
            if (named(in, "ld") || named(in, "atom"))
                from = loaded_origin(f, origin, in);
            else
                for (int k = 1; k < in->operand_count; k++)
                    from |= operand_origin(f, origin, &in->operand[k]);
            const PtxOperand *to = &in->operand[0];
            for (int k = 0; k < (to->kind == OPERAND_VECTOR ? to->count : 1); k++) {
                const PtxOperand *one = to->kind == OPERAND_VECTOR ? &to->elements[k] : to;
                if (one->kind != OPERAND_REG || (origin[one->reg] | from) == origin[one->reg]) continue;
                origin[one->reg] |= from;
                changed = true;
            }
        }
    }
    free(origin);
    *params = stored;
    *read_only = only_read;
    *anything = stored >> FROM_ANYWHERE & 1;
    return true;
}
