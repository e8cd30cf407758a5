// Runs the threads of a launch, one block after the other, one thread at a time.
#include "tests/differential/interpreter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/differential/evaluate.h"
#include "tests/differential/machine.h"

enum { STEPS_MAX = 20000000 };

void machine_fail(Machine *m, const Instruction *in, const char *what) {
    if (m->result->error[0]) return;
    snprintf(m->result->error, sizeof m->result->error, "line %d: %s", in ? in->line : 0, what);
}

static uint64_t special_value(Machine *m, const Thread *t, const char *name) {
    static const char axes[] = "xyz";
    const uint64_t lane = t->index % 32, one = 1ull << lane;
    const char *axis = strchr(name, '.') ? strchr(axes, strchr(name, '.')[1]) : NULL;
    const int k = axis ? (int)(axis - axes) : 0;
    if (strncmp(name, "%tid.", 5) == 0) return t->position[k];
    if (strncmp(name, "%ntid.", 6) == 0) return m->program->block[k];
    if (strncmp(name, "%ctaid.", 7) == 0) return m->block[k];
    if (strncmp(name, "%nctaid.", 8) == 0) return m->program->grid[k];
    if (strcmp(name, "%laneid") == 0) return lane;
    if (strcmp(name, "%lanemask_eq") == 0) return one;
    if (strcmp(name, "%lanemask_lt") == 0) return one - 1;
    if (strcmp(name, "%lanemask_le") == 0) return one | (one - 1);
    if (strcmp(name, "%lanemask_gt") == 0) return low_bits(~(one | (one - 1)), 32);
    if (strcmp(name, "%lanemask_ge") == 0) return low_bits(~(one - 1), 32);
    machine_fail(m, NULL, name);
    return 0;
}

uint64_t read_argument(Machine *m, Thread *t, const Instruction *in, int argument, int bits) {
    const Argument *a = &in->arguments[argument];
    switch (a->kind) {
    case IS_REGISTER:
        if (!t->defined[a->reg]) machine_fail(m, in, "an undefined register");
        return low_bits(t->registers[a->reg], bits);
    case IS_NUMBER: return low_bits(a->value, bits);
    case IS_SPECIAL: return special_value(m, t, m->source->names[a->name].text);
    case IS_NAME: return m->source->names[a->name].offset; // of a variable
    default: machine_fail(m, in, "this operand"); return 0;
    }
}

void write_register(Machine *m, Thread *t, int reg, uint64_t value) {
    t->registers[reg] = low_bits(value, m->source->register_bits[reg]);
    t->defined[reg] = true;
}

static bool predicate(Machine *m, Thread *t, const Instruction *in, int argument) {
    return read_argument(m, t, in, argument, 1) != in->arguments[argument].negated;
}

// setp.CMP.BOOL p|q, a, b, c and set.CMP.BOOL.to.from d, a, b, c
static void compare(Machine *m, Thread *t, const Instruction *in) {
    const Type type = in->types[in->type_count - 1];
    const bool holds = evaluate_comparison(in, type, read_argument(m, t, in, 1, type.bits),
                                           read_argument(m, t, in, 2, type.bits));
    bool p = holds, q = !holds;
    if (in->argument_count > 3) {
        const bool c = predicate(m, t, in, 3);
        p = in->words[W_and] ? p && c : in->words[W_or] ? p || c : p != c;
        q = in->words[W_and] ? q && c : in->words[W_or] ? q || c : q != c;
    }
    if (in->opcode == I_setp) {
        write_register(m, t, in->arguments[0].reg, p);
        if (in->arguments[0].second >= 0) write_register(m, t, in->arguments[0].second, q);
    } else {
        const uint64_t yes = in->types[0].kind == KIND_FLOAT ? 0x3f800000 : 0xffffffff;
        write_register(m, t, in->arguments[0].reg, p ? yes : 0);
    }
}

// mov between a register and the parts of it, low part first
static void move_parts(Machine *m, Thread *t, const Instruction *in) {
    const Argument *to = &in->arguments[0], *from = &in->arguments[1];
    const Argument *parts = to->kind == IS_VECTOR ? to : from;
    const int bits = in->types[0].bits / parts->element_count;
    uint64_t whole = 0;
    if (to->kind == IS_VECTOR) {
        whole = read_argument(m, t, in, 1, in->types[0].bits);
        for (int i = 0; i < to->element_count; i++)
            write_register(m, t, to->elements[i], whole >> (bits * i));
        return;
    }
    for (int i = 0; i < from->element_count; i++) {
        if (!t->defined[from->elements[i]]) machine_fail(m, in, "an undefined register");
        whole |= low_bits(t->registers[from->elements[i]], bits) << (bits * i);
    }
    write_register(m, t, to->reg, whole);
}

// and, or, xor, not, mov of predicates
static void combine_predicates(Machine *m, Thread *t, const Instruction *in) {
    const bool a = predicate(m, t, in, 1), b = in->argument_count > 2 ? predicate(m, t, in, 2) : false;
    const bool d = in->opcode == I_and   ? a && b
                   : in->opcode == I_or  ? a || b
                   : in->opcode == I_xor ? a != b
                   : in->opcode == I_not ? !a
                                         : a;
    write_register(m, t, in->arguments[0].reg, d);
}

// How many bits of source `i` (0 is the first one) the instruction takes.
static int source_bits(const Instruction *in, int i) {
    const int bits = in->type_count ? in->types[in->type_count - 1].bits : 32;
    switch (in->opcode) {
    case I_mad: return in->words[W_wide] && i == 2 ? 2 * bits : bits;
    case I_shl:
    case I_shr: return i == 1 ? 32 : bits;
    case I_bfe: return i >= 1 ? 32 : bits;
    case I_bfi: return i >= 2 ? 32 : bits;
    case I_dp2a:
    case I_dp4a: return 32;
    default: return bits;
    }
}

static void compute(Machine *m, Thread *t, const Instruction *in) {
    uint64_t s[6] = {0}, d = 0;
    for (int i = 0; i + 1 < in->argument_count; i++)
        s[i] = read_argument(m, t, in, i + 1, source_bits(in, i));
    if (!evaluate(in, s, &t->carry, &d)) {
        machine_fail(m, in, "an instruction that the interpreter lacks");
        return;
    }
    write_register(m, t, in->arguments[0].reg, d);
}

static void choose(Machine *m, Thread *t, const Instruction *in) {
    const int bits = in->types[0].bits;
    const bool first =
        in->opcode == I_selp ? predicate(m, t, in, 3) : evaluate_slct(in, read_argument(m, t, in, 3, 32));
    const uint64_t a = read_argument(m, t, in, 1, bits), b = read_argument(m, t, in, 2, bits);
    write_register(m, t, in->arguments[0].reg, first ? a : b);
}

static void jump(Machine *m, Thread *t, const Instruction *in) {
    int name = in->arguments[in->argument_count - 1].name;
    if (in->opcode == I_brx) {
        const Name *list = &m->source->names[name];
        const uint64_t index = read_argument(m, t, in, 0, 32);
        if (index >= (uint64_t)list->target_count) {
            machine_fail(m, in, "an index outside the branch list");
            return;
        }
        name = list->targets[index];
    }
    t->pc = m->source->names[name].instruction;
    if (t->pc < 0) machine_fail(m, in, "a label that is nowhere");
}

// One instruction. The thread goes on behind it unless it waits there or has jumped.
static void step(Machine *m, Thread *t) {
    const Instruction *in = &m->source->code[t->pc];
    m->result->instructions++;
    if (in->guard >= 0) {
        if (!t->defined[in->guard]) machine_fail(m, in, "an undefined register");
        if (t->registers[in->guard] == in->guard_negated) {
            t->pc++;
            return;
        }
    }
    switch (in->opcode) {
    case I_ret: t->state = STATE_GONE; return;
    case I_bra:
    case I_brx: jump(m, t, in); return;
    case I_bar: t->state = in->words[W_warp] ? STATE_AT_WARP : STATE_AT_BARRIER; return;
    case I_shfl:
    case I_vote:
    case I_match:
    case I_redux: t->state = STATE_AT_WARP; return;
    case I_ld: machine_load(m, t, in); break;
    case I_st: machine_store(m, t, in); break;
    case I_atom:
    case I_red: machine_atomic(m, t, in); break;
    case I_cvta: machine_cvta(m, t, in); break;
    case I_setp:
    case I_set: compare(m, t, in); break;
    case I_testp: {
        const uint64_t a = read_argument(m, t, in, 1, in->types[0].bits);
        write_register(m, t, in->arguments[0].reg, evaluate_test(in, a));
        break;
    }
    case I_selp:
    case I_slct: choose(m, t, in); break;
    default:
        if (in->types[0].kind == KIND_PRED)
            combine_predicates(m, t, in);
        else if (in->arguments[0].kind == IS_VECTOR || in->arguments[1].kind == IS_VECTOR)
            move_parts(m, t, in);
        else
            compute(m, t, in);
    }
    t->pc++;
}

static void run_block(Machine *m) {
    const size_t registers = (size_t)m->source->register_count;
    memset(m->all_defined, 0, registers * m->thread_count);
    for (uint32_t i = 0; i < m->thread_count; i++) {
        const uint32_t nx = m->program->block[0], ny = m->program->block[1];
        m->threads[i] = (Thread){.registers = m->all_registers + registers * i,
                                 .defined = m->all_defined + registers * i,
                                 .local = m->all_local + m->source->local_bytes * i,
                                 .index = i,
                                 .position = {i % nx, i / nx % ny, i / nx / ny}};
    }
    do {
        for (uint32_t i = 0; i < m->thread_count; i++) {
            Thread *t = &m->threads[i];
            while (t->state == STATE_RUNS && !m->result->error[0]) {
                if (t->pc >= m->source->code_count)
                    machine_fail(m, NULL, "the end of the text");
                else if (m->steps_left-- == 0)
                    machine_fail(m, NULL, "it runs for too long");
                else
                    step(m, t);
            }
        }
    } while (!m->result->error[0] && machine_proceed(m));
    for (uint32_t i = 0; i < m->thread_count; i++)
        if (m->threads[i].state != STATE_GONE) machine_fail(m, NULL, "threads that wait forever");
}

static void *checked(void *memory) {
    if (!memory) abort();
    return memory;
}

void interpret(const TestProgram *p, const Source *source, InterpreterResult *result) {
    memset(result, 0, sizeof *result);
    Machine m = {.program = p, .source = source, .result = result, .steps_left = STEPS_MAX};
    m.thread_count = p->block[0] * p->block[1] * p->block[2];
    for (int i = 0; i < BUFFER_COUNT; i++) {
        result->buffer[i] = checked(malloc(8 * p->words[i]));
        memcpy(result->buffer[i], p->buffer[i], 8 * p->words[i]);
    }
    const size_t values = (size_t)source->register_count * m.thread_count + 1;
    m.threads = checked(calloc(m.thread_count, sizeof *m.threads));
    m.all_registers = checked(calloc(values, sizeof *m.all_registers));
    m.all_defined = checked(calloc(values, 1));
    m.all_local = checked(calloc(source->local_bytes * m.thread_count + 1, 1));
    m.shared = checked(calloc(source->shared_bytes + 1, 1));
    for (m.block[2] = 0; m.block[2] < p->grid[2]; m.block[2]++)
        for (m.block[1] = 0; m.block[1] < p->grid[1]; m.block[1]++)
            for (m.block[0] = 0; m.block[0] < p->grid[0] && !result->error[0]; m.block[0]++) run_block(&m);
    free(m.threads), free(m.all_registers), free(m.all_defined), free(m.all_local), free(m.shared);
}

void interpreter_result_free(InterpreterResult *result) {
    for (int i = 0; i < BUFFER_COUNT; i++) free(result->buffer[i]);
}
