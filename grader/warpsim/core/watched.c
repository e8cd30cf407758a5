// A program that is watched: before each instruction an operation tells an observer what is about to happen.
//
// The observer is an OpRun, given to program_decode(). It finds in its operation
//   instruction   the PTX instruction, in the function that runs
//   a, imm        of an access to memory: the address of each lane (64 bits) is a + imm; 0: none
//   b, c          of setp, selp, min and max: the two values (32 bits, or 64 where width is 8)
//                 of shfl: the lane or distance, and the clamp
//   more[0]       of selp: the predicate; of shfl: nothing
//   more[3]       the guard's predicate, where flags has WATCH_GUARDED, negated with WATCH_NEGATED
// Registers have their values of before. In a watched program no value is computed ahead for a launch or a
// block, so that every instruction is seen in each thread. A program that is not watched has no such
// operations.
#include "grader/warpsim/core/decode.h"
#include "grader/warpsim/core/watched.h"

static const PtxOperand *address_operand(const PtxInstruction *in) {
    if (named(in, "bar") || named(in, "barrier") || named(in, "call")) return NULL;
    for (int i = 0; i < in->operand_count; i++)
        if (in->operand[i].kind == OPERAND_ADDRESS) return &in->operand[i];
    return NULL;
}

// The second address of cp.async is where the data comes from.
static const PtxOperand *source_operand(const PtxInstruction *in) {
    return named(in, "cp") && in->operand_count > 1 && in->operand[1].kind == OPERAND_ADDRESS
               ? &in->operand[1]
               : NULL;
}

static bool is_kernel_param(const Decoder *d, const PtxOperand *o) {
    return o->variable && d->ptx->is_entry && param_of_kernel(d->ptx, o->variable);
}

static void watch_values(Decoder *d, Op *shape) {
    const PtxInstruction *in = d->in;
    const PtxType type = type_suffix(in, 0);
    const bool set = named(in, "setp"), select = named(in, "selp"),
               extreme = named(in, "min") || named(in, "max");
    if ((set || select || extreme) && in->operand_count > 2 && type != PTX_PRED) {
        shape->width = ptx_type_size(type) == 8 ? 8 : 4;
        shape->b = source(d, &in->operand[1], shape->width);
        shape->c = source(d, &in->operand[2], shape->width);
        if (select) shape->more[0] = predicate_of(d, &in->operand[3]);
    }
    if (named(in, "shfl") && in->operand_count > 3) {
        shape->b = source(d, &in->operand[2], 4);
        shape->c = source(d, &in->operand[3], 4);
        shape->more[1] = in->operand_count > 4 ? source(d, &in->operand[4], 4) : constant_32(d, ALL_LANES);
    }
}

void emit_watch(Decoder *d) {
    const PtxOperand *address = address_operand(d->in), *from = source_operand(d->in);
    Op shape = {.instruction = d->index};
    d->scratch_next = 0;
    d->reason[0] = 0;
    if (address && !is_kernel_param(d, address)) {
        shape.a = address_of(d, address, &shape.imm);
        shape.flags |= WATCH_ADDRESS;
    }
    if (from) {
        s64 offset;
        shape.b = address_of(d, from, &offset);
        shape.more[1] = (Operand)offset;
    }
    watch_values(d, &shape);
    if (d->in->guard >= 0) {
        shape.more[3] = d->place[d->in->guard];
        shape.flags |= (u8)(WATCH_GUARDED | (d->in->guard_negated ? WATCH_NEGATED : 0));
    }
    if (d->reason[0]) shape = (Op){.instruction = d->index}; // the instruction itself will say what is amiss
    shape.run = d->program->watch;
    *emit(d, d->program->watch) = shape;
    d->scratch_next = 0;
    d->reason[0] = 0;
}
