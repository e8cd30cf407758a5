// Threads and blocks of the interpreter, and what its files share.
#ifndef WARPBOOK_MACHINE_H
#define WARPBOOK_MACHINE_H

#include "tests/differential/interpreter.h"

typedef enum {
    STATE_RUNS,
    STATE_AT_WARP,    // at an operation of the warp, for the lanes of its mask
    STATE_AT_BARRIER, // of the block
    STATE_GONE,
} ThreadState;

typedef struct {
    uint64_t *registers;
    bool *defined;
    int pc;
    bool carry;
    ThreadState state;
    uint8_t *local;
    uint32_t index, position[3]; // in the block
} Thread;

typedef struct {
    const TestProgram *program;
    const Source *source;
    InterpreterResult *result;
    Thread *threads;
    uint32_t thread_count, block[3];
    uint8_t *shared;
    uint64_t *all_registers;
    bool *all_defined;
    uint8_t *all_local;
    uint64_t steps_left;
} Machine;

// Where buffers and generic windows start: any addresses will do, programs only add to them.
static inline uint64_t buffer_address(int buffer) {
    return 0x100000000000ull * (uint64_t)(buffer + 1);
}
enum { WINDOW_SHIFT = 56, WINDOW_SHARED = 1, WINDOW_LOCAL = 2 };

void machine_fail(Machine *m, const Instruction *in, const char *what);

// The operand as a number of that many bits.
uint64_t read_argument(Machine *m, Thread *t, const Instruction *in, int argument, int bits);
void write_register(Machine *m, Thread *t, int reg, uint64_t value);

// memory.c: ld, st, atom, red, cvta.
void machine_load(Machine *m, Thread *t, const Instruction *in);
void machine_store(Machine *m, Thread *t, const Instruction *in);
void machine_atomic(Machine *m, Thread *t, const Instruction *in);
void machine_cvta(Machine *m, Thread *t, const Instruction *in);

// together.c: runs warp operations and barriers that all their threads have reached. False: there were none.
bool machine_proceed(Machine *m);

#endif
