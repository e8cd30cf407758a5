// Decoding a module: lays out memory and frames, and turns each PTX instruction into operations.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/demangle.h"
#include "grader/warpsim/core/family.h"

static u64 aligned(u64 offset, u64 alignment) {
    if (alignment < 1) alignment = 1;
    return (offset + alignment - 1) / alignment * alignment;
}

// More shared memory than a u32 tells is more than any launch may have.
static u32 shared_size(u64 bytes) {
    return bytes < UINT32_MAX ? (u32)bytes : UINT32_MAX;
}

// What a warp's frame holds of the function at most.
static u64 largest_frame(const PtxFunction *f, u64 param_bytes) {
    u64 bytes = 256 * (SCRATCH_SLOTS + 1) + param_bytes * LANES;
    for (int i = 0; i < f->register_count; i++) bytes += register_bytes(ptx_type_size(f->registers[i].type));
    return bytes;
}

// Kernels that call no device function need no room for the shared variables of those.
static bool uses_module_shared(const Program *p, const PtxFunction *f) {
    for (int i = 0; i < f->code_count; i++)
        if (flow_end_of(&f->code[i]) == END_CALL) return true;
    for (int i = 0; i < p->ptx->variable_count; i++)
        if (p->ptx->variables[i]->space == SPACE_SHARED && !p->ptx->variables[i]->is_extern) return true;
    return false;
}

// Local and shared variables and parameters get their offsets. Shared variables of device functions lie
// first, the kernel's own behind them, so that a function finds its variables at the same place whichever
// kernel calls it.
static void lay_out_variables(Program *p, Function *f) {
    u64 local = 0, rows = 0, shared = uses_module_shared(p, f->ptx) ? p->module_shared_bytes : 0;
    const PtxFunction *ptx = f->ptx;
    for (int i = 0; i < ptx->param_count && !ptx->is_entry; i++) {
        rows = aligned(rows, 16);
        ptx->params[i].user = (void *)(uintptr_t)rows;
        rows += ptx->params[i].size;
    }
    for (int i = 0; i < ptx->result_count; i++) {
        rows = aligned(rows, 16);
        ptx->results[i].user = (void *)(uintptr_t)rows;
        rows += ptx->results[i].size;
    }
    for (int i = 0; i < ptx->variable_count; i++) {
        PtxVariable *v = ptx->variables[i];
        if (v->space == SPACE_LOCAL) {
            local = aligned(local, v->align);
            v->user = (void *)(uintptr_t)local;
            local += v->size;
        } else if (v->space == SPACE_PARAM) {
            rows = aligned(rows, 16);
            v->user = (void *)(uintptr_t)rows;
            rows += v->size;
        } else if (v->space == SPACE_SHARED && !v->is_extern && ptx->is_entry) {
            shared = aligned(shared, v->align);
            v->user = (void *)(uintptr_t)shared;
            shared += v->size;
        }
    }
    local = aligned(local, 16);
    f->static_shared_bytes = shared_size(shared);
    if (largest_frame(ptx, rows) > FRAME_ROOM)
        f->too_large = "a function with this many registers and parameters";
    else if (local > LOCAL_SPACE / LANES)
        f->too_large = "a function with more than 512 KiB of local memory a thread";
    if (f->too_large) return;
    f->local_bytes = (u32)local;
    f->param_rows = (u32)(rows + 3) / 4;
}

static void lay_out_module_shared(Program *p) {
    u64 shared = 0;
    for (int i = 0; i < p->ptx->variable_count; i++) {
        PtxVariable *v = p->ptx->variables[i];
        if (v->space != SPACE_SHARED || v->is_extern) continue;
        shared = aligned(shared, v->align);
        v->user = (void *)(uintptr_t)shared;
        shared += v->size;
    }
    for (int i = 0; i < p->ptx->function_count; i++) {
        const PtxFunction *f = p->ptx->functions[i];
        for (int k = 0; !f->is_entry && k < f->variable_count; k++) {
            PtxVariable *v = f->variables[k];
            if (v->space != SPACE_SHARED || v->is_extern) continue;
            shared = aligned(shared, v->align);
            v->user = (void *)(uintptr_t)shared;
            shared += v->size;
        }
    }
    p->module_shared_bytes = shared_size(aligned(shared, 16));
}

void *keep_memory(Program *p, size_t size) {
    ProgramMemory *m = calloc(1, sizeof *m + size);
    if (!m) return NULL;
    m->next = p->kept;
    p->kept = m;
    return m->bytes;
}

static const char *keep_text(Program *p, const char *text) {
    char *kept = keep_memory(p, strlen(text) + 1);
    return kept ? strcpy(kept, text) : "out of memory";
}

// The instruction as it is written, without operands: "tex.2d.v4.f32.f32".
static void instruction_text(const PtxInstruction *in, char *out, size_t size) {
    size_t n = (size_t)snprintf(out, size, "%s", in->mnemonic);
    for (int i = 0; i < in->suffix_count && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, ".%s", in->suffix[i]);
}

// Replaces what was emitted for an instruction that cannot be simulated by an operation that says so when
// reached.
static void emit_refusal(Decoder *d, u32 from) {
    char text[400], name[160];
    instruction_text(d->in, name, sizeof name);
    if (d->reason[0])
        snprintf(text, sizeof text, "%s (%s)", name, d->reason);
    else
        snprintf(text, sizeof text, "%s", name);
    d->out->count = from;
    d->blend_count = 0;
    emit(d, run_not_simulated)->imm = (s64)(intptr_t)keep_text(d->program, text);
}

static void flush_blends(Decoder *d) {
    for (u32 i = 0; i < d->blend_count; i++) {
        Op *op = emit_code(d, d->blend[i].wide ? OP_blend_64 : OP_blend_32);
        op->d = d->blend[i].to;
        op->a = d->blend[i].from;
    }
    d->blend_count = 0;
}

static bool decode_one(Decoder *d) {
    if (decode_arithmetic(d) || decode_comparison(d) || decode_move(d) || decode_conversion(d) ||
        decode_memory(d) || decode_warp(d) || decode_call_of_builtin(d))
        return true;
    EACH_FAMILY(f, decode) {
        if (f->decode(d)) return true;
    }
    return false;
}

static OpList *list_for(Decoder *d) {
    const PtxInstruction *in = d->in;
    if (count_results(in) == 0 || in->operand_count < 1 || in->operand[0].kind != OPERAND_REG)
        return &d->body;
    switch (d->variance[in->operand[0].reg]) {
    case SAME_IN_LAUNCH: return &d->launch;
    case SAME_IN_BLOCK: return &d->block;
    default: return &d->body;
    }
}

static bool is_alias_definition(const Decoder *d) {
    return named(d->in, "mov") && d->in->operand[0].kind == OPERAND_REG &&
           d->variance[d->in->operand[0].reg] == IS_ALIAS;
}

static void decode_instruction(Decoder *d) {
    if (is_alias_definition(d)) return;
    d->out = list_for(d);
    if (d->program->watch) emit_watch(d);
    d->scratch_next = 0;
    d->reason[0] = 0;
    const u32 from = d->out->count;
    const bool guarded = d->in->guard >= 0;
    if (guarded) {
        Op *op = emit(d, run_guard_begin);
        op->d = operand_in(BANK_FRAME, d->guard_slot);
        op->a = d->place[d->in->guard];
        op->flags = d->in->guard_negated;
    }
    const u32 inner = d->out->count;
    if (!decode_one(d) || d->reason[0])
        emit_refusal(d, inner);
    else if (guarded && d->out->count == inner)
        d->out->count = from; // a hint under a predicate
    flush_blends(d);
    if (guarded && d->out->count > inner) {
        Op *op = emit(d, run_guard_end);
        op->d = operand_in(BANK_FRAME, d->guard_slot);
    }
}

static void decode_block(Decoder *d, BasicBlock *b) {
    b->first_op = d->body.count;
    const u32 end = b->first_instruction + b->instruction_count;
    for (d->index = b->first_instruction; d->index < end; d->index++) {
        d->in = &d->ptx->code[d->index];
        if (d->index == b->end_instruction && b->end != END_FALL) break;
        decode_instruction(d);
    }
    d->out = &d->body;
    if (b->end != END_FALL) {
        d->index = b->end_instruction;
        d->in = &d->ptx->code[d->index];
        if (d->program->watch) emit_watch(d);
        d->scratch_next = 0;
        d->reason[0] = 0;
        decode_end(d, b);
        if (d->reason[0]) {
            emit_refusal(d, d->body.count);
            b->end = END_TRAP;
        }
    }
    b->op_count = d->body.count - b->first_op;
}

static void name_aliases(Decoder *d) {
    for (int i = 0; i < d->ptx->code_count; i++) {
        d->in = &d->ptx->code[i];
        if (is_alias_definition(d)) d->place[d->in->operand[0].reg] = source(d, &d->in->operand[1], 4);
    }
}

// Values narrower than a word make the race check work on bytes or pairs of them.
static u32 narrowest_store(const PtxFunction *f) {
    u32 narrowest = 4;
    for (int i = 0; i < f->code_count; i++) {
        const PtxInstruction *in = &f->code[i];
        if ((named(in, "st") || named(in, "atom") || named(in, "wmma") || named(in, "sust")) &&
            !ptx_has_suffix(in, "param") && !ptx_has_suffix(in, "local") &&
            (u32)ptx_type_size(type_suffix(in, 0)) < narrowest)
            narrowest = (u32)ptx_type_size(type_suffix(in, 0));
    }
    return narrowest > 0 ? narrowest : 1;
}

static bool list_frame_rows(Decoder *d) {
    Function *f = d->f;
    f->frame_rows = calloc((size_t)d->ptx->register_count + f->param_rows + 1, sizeof *f->frame_rows);
    if (!f->frame_rows) return false;
    for (int r = 0; r < d->ptx->register_count; r++) {
        const PtxType type = d->ptx->registers[r].type;
        if ((d->place[r] & 3) != BANK_FRAME || d->variance[r] != VARIES) continue;
        f->frame_rows[f->frame_row_count++] = (FrameRow){d->place[r] & ~3u, type == PTX_PRED          ? 0
                                                                            : ptx_type_size(type) > 4 ? 8
                                                                                                      : 4};
    }
    for (u32 r = 0; r < f->param_rows; r++)
        f->frame_rows[f->frame_row_count++] = (FrameRow){f->param_offset + r * 4 * LANES, 4};
    return true;
}

// Of a function that no warp has room for, nothing is left but an operation that says so (its flag: it is not
// the instruction's fault).
static bool decode_too_large(Program *p, Function *f) {
    f->ops = calloc(1, sizeof *f->ops);
    f->blocks = calloc(1, sizeof *f->blocks);
    if (!f->ops || !f->blocks) return false;
    f->ops[0] = (Op){.run = run_not_simulated, .imm = (s64)(intptr_t)f->too_large, .flags = 1};
    f->op_count = f->block_count = 1;
    f->blocks[0] = (BasicBlock){.op_count = 1, .end = END_TRAP, .target = -1, .next = -1, .reconverge = -1};
    f->first_block_id = p->block_count++;
    return true;
}

static bool decode_function(Program *p, const OpTable *table, Function *f) {
    Decoder d = {.program = p, .table = table, .f = f, .ptx = f->ptx};
    lay_out_variables(p, f);
    f->race_grain = narrowest_store(f->ptx);
    if (!analyse_stores(f->ptx, &f->stored_params, &f->read_only_params, &f->stores_anywhere)) return false;
    f->uniform_bytes = UNIFORM_VALUES; // a launch fills these in for an empty kernel too
    if (f->ptx->code_count == 0) return true;
    if (f->too_large) return decode_too_large(p, f);
    if (!flow_analyse(&d.flow, f->ptx) || !find_tentative_loads(&d) || !find_relaxations(&d) ||
        !find_looks(&d) || !find_carried_loads(&d) || !find_shared_arrays(&d))
        return false;
    d.waits = may_wait(&d);
    d.uniform_bytes = UNIFORM_VALUES;
    analyse_registers(&d);
    if (d.failed) return false;
    d.scratch_base = (u32)aligned(d.frame_bytes, 64);
    d.guard_slot = d.scratch_base + 256 * SCRATCH_SLOTS;
    f->param_offset = d.guard_slot + 64;
    f->frame_bytes = (u32)aligned(f->param_offset + f->param_rows * 4 * LANES, 64);
    name_aliases(&d);
    if (!list_frame_rows(&d)) return false;
    f->blocks = d.flow.blocks;
    f->block_count = d.flow.count;
    for (u32 b = 0; b < f->block_count && !d.failed; b++) decode_block(&d, &f->blocks[b]);
    f->zero_bytes = d.zero_bytes;
    if (!d.body.list)
        d.body.list = calloc(1, sizeof *d.body.list); // an empty kernel still has a place for operations
    if (!d.body.list) return false;
    f->ops = d.body.list, f->op_count = d.body.count;
    f->launch_ops = d.launch.list, f->launch_op_count = d.launch.count;
    f->block_ops = d.block.list, f->block_op_count = d.block.count;
    f->uniform_bytes = d.uniform_bytes;
    f->first_block_id = p->block_count;
    p->block_count += f->block_count;
    flow_free(&d.flow);
    f->places = d.place;
    free(d.variance), free(d.masked), free(d.tentative), free(d.look), free(d.carried), free(d.array);
    return !d.failed;
}

// A kernel has the properties of every function that it may call; which ones is not followed further.
static void spread_properties(Program *p) {
    bool ordered = false, fences = false, prints = false, parts = false, sums = false, read_only = false,
         loads = false, stores = false, tickets = false, lanes = false;
    u32 grain = 4;
    for (u32 i = 0; i < p->function_count; i++) {
        const Function *f = &p->functions[i];
        p->local_bytes += f->local_bytes;
        if (f->ptx->is_entry) continue;
        ordered |= f->ordered, fences |= f->fences, prints |= f->prints, parts |= f->orders_parts,
            sums |= f->sums_floats, read_only |= f->read_only_params != 0, loads |= f->strong_loads,
            stores |= f->strong_stores, tickets |= f->takes_tickets, lanes |= f->asks_active_lanes;
        if (f->race_grain < grain) grain = f->race_grain;
    }
    for (u32 i = 0; i < p->function_count; i++) {
        Function *f = &p->functions[i];
        if (!f->ptx->is_entry) continue;
        if (f->calls) {
            f->ordered |= ordered, f->fences |= fences, f->prints |= prints, f->orders_parts |= parts,
                f->sums_floats |= sums, f->strong_loads |= loads, f->strong_stores |= stores,
                f->takes_tickets |= tickets, f->asks_active_lanes |= lanes;
            if (grain < f->race_grain) f->race_grain = grain;
            f->stores_anywhere = true;
            if (read_only) f->read_only_params |= 1ull << 63;
        }
    }
}

Program *program_decode(PtxModule *ptx, OpRun *watch) {
    Program *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->ptx = ptx;
    p->watch = watch;
    p->function_count = (u32)ptx->function_count;
    p->functions = calloc(p->function_count + 1, sizeof *p->functions);
    bool ok = p->functions;
    if (ok) lay_out_module_shared(p);
    for (u32 i = 0; ok && i < p->function_count; i++) {
        Function *f = &p->functions[i];
        f->ptx = ptx->functions[i];
        f->program = p;
        char name[DEMANGLED_BYTES], signature[SIGNATURE_BYTES];
        f->display_name = keep_text(p, demangled_name(f->ptx->name, name));
        f->signature = keep_text(p, demangled_signature(f->ptx->name, signature, sizeof signature));
    }
    const OpTable *table = operations_for_this_cpu();
    for (u32 i = 0; ok && i < p->function_count; i++) ok = decode_function(p, table, &p->functions[i]);
    if (!ok) {
        program_free(p);
        return NULL;
    }
    lane_constants_seal(&p->constants);
    spread_properties(p);
    return p;
}

static void free_function(Function *f) {
    for (u32 b = 0; b < f->block_count; b++) {
        BasicBlock *block = &f->blocks[b];
        free((void *)block->targets);
        if (block->call) {
            free(block->call->params), free(block->call->param_rows);
            free(block->call->results), free(block->call->result_rows);
            free(block->call);
        }
        free(block->barrier);
    }
    free(f->frame_rows), free(f->places);
    free(f->blocks), free(f->ops), free(f->launch_ops), free(f->block_ops);
}

void program_free(Program *p) {
    if (!p) return;
    for (u32 i = 0; p->functions && i < p->function_count; i++) free_function(&p->functions[i]);
    while (p->kept) {
        ProgramMemory *next = p->kept->next;
        free(p->kept);
        p->kept = next;
    }
    lane_constants_free(&p->constants);
    free(p->functions), free(p->sites);
    ptx_free(p->ptx);
    free(p);
}

Function *program_kernel(const Program *p, const char *name) {
    for (u32 i = 0; i < p->function_count; i++)
        if (p->functions[i].ptx->is_entry && strcmp(p->functions[i].ptx->name, name) == 0)
            return &p->functions[i];
    return NULL;
}

// The place of an instruction; -1 where there is none. Line 0 is code that the compiler made up: the nearest
// line before it.
static int loc_of(const Function *f, u32 instruction) {
    const PtxModule *ptx = f->program->ptx;
    if (instruction >= (u32)f->ptx->code_count) return -1;
    int at = f->ptx->code[instruction].loc;
    for (u32 i = instruction; i > 0 && (at < 0 || ptx->locs[at].line == 0); i--) at = f->ptx->code[i - 1].loc;
    return at < 0 || ptx->locs[at].line == 0 ? -1 : at;
}

bool program_is_of_algorithms(const Function *f, u32 instruction) {
    const int at = loc_of(f, instruction);
    const char *file = at < 0 ? NULL : f->program->ptx->files[f->program->ptx->locs[at].file];
    if (!file)
        return strncmp(f->ptx->name, "_ZN3cub", 7) == 0 || strncmp(f->ptx->name, "_ZN6thrust", 10) == 0;
    return (strstr(file, "/cub/") || strstr(file, "/thrust/")) && !warpsim_is_users_file(file);
}

int program_call_line(const Function *f, u32 instruction) {
    const PtxModule *ptx = f->program->ptx;
    int line = 0;
    for (int at = loc_of(f, instruction); at >= 0; at = ptx->locs[at].parent)
        if (warpsim_is_users_file(ptx->files[ptx->locs[at].file])) line = ptx->locs[at].line;
    return line;
}

int program_nearest_call_line(const Function *f, u32 instruction) {
    const PtxModule *ptx = f->program->ptx;
    int frames = 0;
    for (int at = loc_of(f, instruction); at >= 0; at = ptx->locs[at].parent)
        if (warpsim_is_users_file(ptx->files[ptx->locs[at].file]) && frames++) return ptx->locs[at].line;
    return 0;
}

bool program_source_line(const Function *f, u32 instruction, const char **file, int *line, int *column) {
    const Program *p = f->program;
    int at = loc_of(f, instruction);
    if (at < 0) return false;
    int best = at;
    while (at >= 0 && !warpsim_is_users_file(p->ptx->files[p->ptx->locs[at].file]))
        at = p->ptx->locs[at].parent;
    if (at >= 0) best = at;
    const PtxLoc *loc = &p->ptx->locs[best];
    if (!p->ptx->files[loc->file]) return false;
    *file = p->ptx->files[loc->file];
    *line = loc->line;
    *column = loc->column;
    return true;
}

bool program_stands_in(const Function *f, u32 instruction, const char *part) {
    const int at = loc_of(f, instruction);
    const char *file = at < 0 ? NULL : f->program->ptx->files[f->program->ptx->locs[at].file];
    return file && strstr(file, part);
}
