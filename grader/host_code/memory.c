// The arrays of a program, and pointers into them.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/host_code/parts.h"

HostValue host_null(HostType to) {
    return (HostValue){HOST_POINTER, 0, -1 - (double)to};
}

static HostArray *array_of(const Run *run, const HostValue *pointer) {
    const int number = (int)pointer->real;
    return run->memory && pointer->type == HOST_POINTER && number >= 0 && number < run->memory->arrays
               ? &run->memory->array[number]
               : NULL;
}

HostType host_pointee(const Run *run, const HostValue *pointer) {
    if (host_is_local(pointer)) return host_local_type(run, pointer);
    const HostArray *a = array_of(run, pointer);
    return a ? a->type : (HostType)(-1 - (int)pointer->real);
}

long host_size(HostType type) {
    if (type < HOST_INT) return type < HOST_INT16 ? 1 : 2;
    return type == HOST_INT || type == HOST_UNSIGNED || type == HOST_FLOAT ? 4 : 8;
}

int host_new_array(HostMemory *m, HostType type, long count) {
    enum { MOST = 1 << 20 };
    if (m->arrays == HOST_ARRAYS || count < 0 || count > MOST) return -1;
    HostArray *a = &m->array[m->arrays];
    *a = (HostArray){.type = type, .count = count, .unset = true};
    a->value = calloc((size_t)count + 1, sizeof *a->value);
    a->writer = calloc((size_t)count + 1, sizeof *a->writer);
    return m->arrays++;
}

static void free_from(HostMemory *m, int first) {
    for (int i = first; i < m->arrays; i++) free(m->array[i].value), free(m->array[i].writer);
    m->arrays = first;
}

void host_memory_forget(HostMemory *m) {
    free_from(m, m->given);
}

void host_memory_free(HostMemory *m) {
    free_from(m, 0);
    free(m->kept);
    m->kept = NULL;
}

static HostArray *element(Run *run, const HostValue *pointer, int64_t index) {
    HostArray *a = array_of(run, pointer);
    const bool inside = a && a->value && a->writer && index >= 0 && index < a->count;
    if (a && !inside && run->memory) run->memory->fault = HOST_OUTSIDE;
    if (!inside) host_fail(run);
    return inside ? a : NULL;
}

HostValue host_load(Run *run, HostValue pointer, int64_t index) {
    if (host_is_local(&pointer)) return host_load_local(run, &pointer, index);
    const HostArray *a = element(run, &pointer, index += pointer.whole);
    if (a && a->unset && !a->writer[index]) host_fail(run);
    return host_convert((HostValue){HOST_DOUBLE, 0, a ? a->value[index] : 0}, a ? a->type : HOST_INT);
}

static void end_with(Run *run, HostFault fault) {
    run->memory->fault = fault;
    run->memory->wrong_thread = run->thread;
    host_fail(run);
}

static bool is_result(const Run *run, const HostArray *a) {
    return a == &run->memory->array[run->memory->result];
}

static void put(Run *run, HostArray *a, int64_t index, double value, int writer) {
    const HostMemory *m = run->memory;
    if (is_result(run, a) && writer > 0 && a->writer[index] > 0 && a->writer[index] != writer)
        run->memory->written_twice = true;
    a->value[index] = value;
    a->writer[index] = writer;
    if (is_result(run, a) && m->wanted &&
        (m->written_twice || m->bound[index] == 0 || !(fabs(value - m->wanted[index]) <= m->bound[index])))
        end_with(run, HOST_WRONG);
}

void host_store(Run *run, HostValue pointer, int64_t index, HostValue value) {
    if (host_is_local(&pointer)) return host_store_local(run, &pointer, index, value);
    HostArray *a = element(run, &pointer, index += pointer.whole);
    if (!a) return;
    value = host_convert(value, a->type);
    if (run->thread >= 0 && run->memory->last_storing != 1 + run->thread) run->memory->storing++;
    run->memory->last_storing = 1 + run->thread;
    put(run, a, index, host_number_of(&value), run->thread < 0 ? -1 : 1 + (int)run->thread);
}

void host_copy(Run *run, HostValue to, HostValue from, int64_t bytes) {
    HostArray *a = array_of(run, &to);
    const HostArray *b = array_of(run, &from);
    const long size = a ? host_size(a->type) : 1;
    if (!a || !b || !a->value || !b->value || a->type != b->type || bytes % size) return host_fail(run);
    for (int64_t i = 0; i < bytes / size && run->r->good; i++) {
        HostArray *there = element(run, &to, to.whole + i);
        const HostArray *here = element(run, &from, from.whole + i);
        if (!there || !here) return;
        const bool written = !b->unset || b->writer[from.whole + i];
        if (written) put(run, a, to.whole + i, b->value[from.whole + i], -1);
    }
}

void host_fill(Run *run, HostValue to, int byte, int64_t bytes) {
    HostArray *a = array_of(run, &to);
    if (!a || byte || bytes % host_size(a->type)) return host_fail(run);
    for (int64_t i = 0; i < bytes / host_size(a->type) && run->r->good; i++)
        if (element(run, &to, to.whole + i)) put(run, a, to.whole + i, 0, -1);
}

HostValue host_with_pointers(Run *run, const HostToken *op, HostValue a, HostValue b) {
    const bool equal = !strcmp(op->text, "=="), unequal = !strcmp(op->text, "!=");
    if (equal || unequal) {
        const bool nowhere_a = a.type == HOST_POINTER && a.real < 0,
                   nowhere_b = b.type == HOST_POINTER ? b.real < 0 : !host_truth(&b);
        const bool same = nowhere_a || nowhere_b
                              ? nowhere_a == nowhere_b
                              : b.type == HOST_POINTER && a.real == b.real && a.whole == b.whole;
        return (HostValue){HOST_INT, same == equal, 0};
    }
    if (!strcmp(op->text, "+") && a.type < HOST_FLOAT) {
        const HostValue pointer = b;
        b = a, a = pointer;
    }
    const int sign = !strcmp(op->text, "+") ? 1 : !strcmp(op->text, "-") ? -1 : 0;
    if (!sign || a.type != HOST_POINTER || b.type >= HOST_FLOAT) host_fail(run);
    a.whole += sign * b.whole;
    return a;
}
