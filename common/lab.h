// The contract between a lab and the grader: what a lab's reference.c provides.
//
// A lab is a folder: lab.spec (cases, points, hints: data), reference.c (the right answer, on the CPU) and
// call.c (how to call the student's function). `make` builds reference.c into a shared object that only the
// grader loads, and call.c into one that only the student's process loads.
#ifndef WARPBOOK_LAB_H
#define WARPBOOK_LAB_H

#include <stdbool.h>
#include <stddef.h>

// The GPU that a case runs on, as the CUDA runtime describes it. Units as in CUDA: bytes, kHz, bits; 0: not
// known.
typedef struct {
    const char *name;
    int major, minor; // compute capability
    int sm_count, warp_size;
    int threads_per_block_max, threads_per_sm, blocks_per_sm;
    int registers_per_block, registers_per_sm;
    size_t shared_per_block, shared_per_sm, constant_memory, l2_bytes;
    int clock_khz, memory_clock_khz, memory_bus_bits;
} LabGpu;

// One case as the grader has prepared it. args[] follow the order of the entry's lines in lab.spec; an input
// or output points to host memory of the declared element type, a scalar or a by-value array to its bytes.
// The output argument holds its background: what the buffer held before the student's function ran.
typedef struct {
    int n;                   // the entry's first size, in lab.spec n unless it says otherwise
    const void *const *args; // args[0..arg_count-1]
    int arg_count;
    size_t cells;        // elements of the output
    size_t first, count; // the cells that are asked for: 0 and cells, but for an entry that is in_parts
    const LabGpu *gpu;
} LabCase;

// Fills value[0..cells-1] with the right output, in double, and bound[0..cells-1] with the largest error that
// a right float kernel can have at that cell, whatever the order of its operations (state the derivation).
// bound 0 means that the cell must keep its background bit for bit. In parts: see LabEntry.
typedef void LabReference(const LabCase *c, double *value, double *bound);

// A mistake that people really make: fills value[] with what a kernel with that mistake computes. The grader
// names it when the student's output agrees with it. It never decides a verdict.
typedef struct {
    const char *words; // completes "It looks as if ...": "the y and z neighbours are swapped"
    LabReference *expect;
} LabMistake;

// A word of the line of host code to blame for a mistake: "sm.registers".
typedef struct {
    LabReference *expect; // of the mistake
    const char *word;
} LabMention;

// Names one cell of the output in words, for the report: "a block of 40 x 2 x 1". Writes at most `size`
// bytes.
typedef void LabDescribe(const LabCase *c, size_t cell, char *text, size_t size);

// For host functions that compute with numbers: the name of the function whose answer a cell is, NULL for none, after the
// numbers that it was called with, named as the skeleton's parameters are ("block.x").
typedef void LabTake(void *context, const char *name, double value);
typedef const char *LabGiven(const LabCase *c, size_t cell, LabTake *take, void *context);

typedef struct {
    const char *entry; // "launch_stencil"
    LabReference *reference;
    const LabMistake *mistakes; // ended by words == NULL; NULL for none
    const LabMention *mentions; // of some of them, ended by expect == NULL; NULL for none
    LabDescribe *describe;      // NULL: the cell's index, or its place in the grid, says enough
    LabGiven *given;            // NULL: no such function
    // For large outputs: the reference fills value[0..count-1] and bound[0..count-1] for cells first ..
    // first+count-1, and may be called for several parts at the same time; so do the mistakes.
    bool in_parts;
} LabEntry;

// reference.c defines this, ended by entry == NULL.
extern const LabEntry lab_entries[];

// How to call a function of the student's with the arguments of a case: args[i] points to the bytes of
// argument i, which for an input or an output are those of a device pointer.
typedef void LabCall(void (*function)(void), const void *const *args);

typedef struct {
    const char *entry; // "launch_stencil"
    LabCall *call;
} LabCaller;

// call.c defines this, ended by entry == NULL.
extern const LabCaller lab_callers[];

#endif
