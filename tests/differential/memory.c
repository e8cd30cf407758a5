// The interpreter's memory: finds the byte behind an address, loads, stores, updates.
#include <string.h>

#include "tests/differential/evaluate.h"
#include "tests/differential/machine.h"

typedef enum { IN_GENERIC, IN_GLOBAL, IN_SHARED, IN_LOCAL, IN_PARAM } Space;

static Space space_of(const Instruction *in) {
    return in->words[W_global]   ? IN_GLOBAL
           : in->words[W_shared] ? IN_SHARED
           : in->words[W_local]  ? IN_LOCAL
           : in->words[W_param]  ? IN_PARAM
                                 : IN_GENERIC;
}

// The bytes at an address, or NULL after a message when they are not the program's.
static uint8_t *place(Machine *m, Thread *t, const Instruction *in, Space space, uint64_t address,
                      size_t size) {
    if (address % size) {
        machine_fail(m, in, "misaligned");
        return NULL;
    }
    if (space == IN_GENERIC && address >> WINDOW_SHIFT) {
        space = address >> WINDOW_SHIFT == WINDOW_SHARED ? IN_SHARED : IN_LOCAL;
        address &= (1ull << WINDOW_SHIFT) - 1;
    }
    if (space == IN_PARAM && address + size <= m->source->param_bytes) {
        static _Thread_local uint64_t params[PARAM_COUNT];
        for (int i = 0; i < PARAM_COUNT; i++)
            params[i] = i < BUFFER_COUNT ? buffer_address(i) : m->program->numbers[i - BUFFER_COUNT];
        return (uint8_t *)params + address;
    }
    if (space == IN_SHARED && address + size <= m->source->shared_bytes) return m->shared + address;
    if (space == IN_LOCAL && address + size <= m->source->local_bytes) return t->local + address;
    for (int i = 0; i < BUFFER_COUNT && space <= IN_GLOBAL; i++) {
        const uint64_t offset = address - buffer_address(i);
        if (offset < 8 * m->program->words[i] && offset + size <= 8 * m->program->words[i])
            return (uint8_t *)m->result->buffer[i] + offset;
    }
    machine_fail(m, in, "out of bounds");
    return NULL;
}

static uint64_t address_of(Machine *m, Thread *t, const Instruction *in, const Argument *a) {
    if (a->reg < 0) return m->source->names[a->name].offset + a->value;
    if (!t->defined[a->reg]) machine_fail(m, in, "an undefined register");
    return t->registers[a->reg] + a->value;
}

static int vector_of(const Instruction *in) {
    return in->words[W_v4] ? 4 : in->words[W_v2] ? 2 : 1;
}

void machine_load(Machine *m, Thread *t, const Instruction *in) {
    const Argument *to = &in->arguments[0];
    const Type type = in->types[0];
    const size_t size = (size_t)type.bits / 8, count = (size_t)vector_of(in);
    const uint64_t address = address_of(m, t, in, &in->arguments[1]);
    const uint8_t *from = place(m, t, in, space_of(in), address, size * count);
    for (size_t i = 0; from && i < count; i++) {
        uint64_t v = 0;
        memcpy(&v, from + i * size, size);
        if (type.kind == KIND_SIGNED) v = (uint64_t)signed_value(v, type.bits);
        write_register(m, t, count > 1 ? to->elements[i] : to->reg, v);
    }
}

void machine_store(Machine *m, Thread *t, const Instruction *in) {
    const Argument *value = &in->arguments[1];
    const Type type = in->types[0];
    const size_t size = (size_t)type.bits / 8, count = (size_t)vector_of(in);
    const uint64_t address = address_of(m, t, in, &in->arguments[0]);
    uint8_t *to = place(m, t, in, space_of(in), address, size * count);
    for (size_t i = 0; to && i < count; i++) {
        uint64_t v;
        if (count > 1) {
            const int reg = value->elements[i];
            if (!t->defined[reg]) machine_fail(m, in, "an undefined register");
            v = t->registers[reg];
        } else {
            v = read_argument(m, t, in, 1, type.bits);
        }
        memcpy(to + i * size, &v, size);
    }
}

void machine_atomic(Machine *m, Thread *t, const Instruction *in) {
    const int first = in->opcode == I_red ? 0 : 1;
    const Type type = in->types[0];
    const size_t size = (size_t)type.bits / 8;
    const uint64_t address = address_of(m, t, in, &in->arguments[first]);
    uint8_t *at = place(m, t, in, space_of(in), address, size);
    if (!at) return;
    uint64_t old = 0;
    memcpy(&old, at, size);
    const uint64_t b = read_argument(m, t, in, first + 1, type.bits);
    const uint64_t c = in->words[W_cas] ? read_argument(m, t, in, first + 2, type.bits) : 0;
    const uint64_t new = evaluate_atomic(in, old, b, c);
    memcpy(at, &new, size);
    if (first && in->arguments[0].kind == IS_REGISTER) write_register(m, t, in->arguments[0].reg, old);
}

void machine_cvta(Machine *m, Thread *t, const Instruction *in) {
    const uint64_t window = (uint64_t)(in->words[W_shared]  ? WINDOW_SHARED
                                       : in->words[W_local] ? WINDOW_LOCAL
                                                            : 0)
                            << WINDOW_SHIFT;
    const uint64_t a = read_argument(m, t, in, 1, 64);
    write_register(m, t, in->arguments[0].reg, in->words[W_to] ? a - window : a + window);
}
