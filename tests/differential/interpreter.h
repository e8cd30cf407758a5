// A simple machine for PTX: one thread at a time, each up to the next place where it needs others.
//
// Slow and plain on purpose: it exists to be compared with.
#ifndef WARPBOOK_INTERPRETER_H
#define WARPBOOK_INTERPRETER_H

#include "tests/differential/program.h"
#include "tests/differential/ptx_lines.h"

typedef struct {
    uint64_t *buffer[BUFFER_COUNT]; // after the launch
    uint64_t instructions;          // executed, each thread's counted
    char error[200];                // "": it ran to its end. A program that it cannot run is no test
} InterpreterResult;

void interpret(const TestProgram *p, const Source *source, InterpreterResult *result);
void interpreter_result_free(InterpreterResult *result);

#endif
