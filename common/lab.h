// The contract between a lab and the grader: what a lab's reference.c provides.
//
// A lab is a folder: lab.spec (cases, points, hints: data), reference.c (the right answer, on the CPU) and call.c
// (how to call the student's function). `make` builds reference.c into a shared object that only the grader
// loads, and call.c into one that only the student's process loads.
#ifndef WARPBOOK_LAB_H
#define WARPBOOK_LAB_H

#include <stdbool.h>
#include <stddef.h>

// One case as the grader has prepared it. args[] follow the order of the entry's lines in lab.spec; an input or
// output points to host memory of the declared element type, a scalar or a by-value array to its bytes.
// The output argument holds its background: what the buffer held before the student's function ran.
typedef struct {
    int n;                   // the size that lab.spec names n
    const void *const *args; // args[0..arg_count-1]
    int arg_count;
    size_t cells;            // elements of the output
} LabCase;

// Fills value[0..cells-1] with the right output, in double, and bound[0..cells-1] with the largest error that
// a right float kernel can have at that cell, whatever the order of its operations (state the derivation).
// bound 0 means that the cell must keep its background bit for bit.
typedef void LabReference(const LabCase *c, double *value, double *bound);

// A mistake that people really make: fills value[] with what a kernel with that mistake computes. The grader
// names it when the student's output agrees with it. It never decides a verdict.
typedef struct {
    const char *words; // completes "It looks as if ...": "the y and z neighbours are swapped"
    LabReference *expect;
} LabMistake;

typedef struct {
    const char *entry; // "launch_stencil"
    LabReference *reference;
    const LabMistake *mistakes; // ended by words == NULL; NULL for none
} LabEntry;

// reference.c defines this, ended by entry == NULL.
extern const LabEntry lab_entries[];

// How to call a function of the student's with the arguments of a case: args[i] points to the bytes of argument i,
// which for an input or an output are those of a device pointer.
typedef void LabCall(void (*function)(void), const void *const *args);

typedef struct {
    const char *entry; // "launch_stencil"
    LabCall *call;
} LabCaller;

// call.c defines this, ended by entry == NULL.
extern const LabCaller lab_callers[];

#endif
