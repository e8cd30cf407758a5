// The data of one case: what every parameter holds before the run, and what came back.
//
// A case has two rounds over the same device buffers: the student's function runs on the data of round 0;
// then the recorded device work is run again on the data of round 1. By-value parameters are the same in
// both, but for arrays of a function that moves its data itself: round 1 has others. Values from -HIGH to HIGH have a
// wider range in round 1, of up to 128 HIGH.
//
// A vast case has round 0 alone, with warps and blocks in reverse order: it is there for indices that need more bits, and the
// smaller ones have shown the rest.
#ifndef WARPBOOK_CASE_DATA_H
#define WARPBOOK_CASE_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/lab.h"
#include "grader/lab/spec.h"

enum { CASE_ROUNDS = 2 };

typedef struct {
    size_t bytes;
    bool buffer;               // lies on the device; else it is passed by value
    void *before[CASE_ROUNDS]; // by-value parameters: both may point to the same bytes
    void *after[CASE_ROUNDS];  // buffers only; NULL of an input: as before
} CaseArg;

typedef struct {
    const LabEntrySpec *entry;
    CaseKey key;
    size_t cells; // elements of the output
    CaseArg args[SPEC_PARAMS];
    int arg_count;
    int rounds; // CASE_ROUNDS, or 1
    LabGpu gpu; // that it ran on; filled in by the session
} CaseData;

// Makes the data of a case; the same seed makes the same data, whatever the GPU. False when there is no
// memory for it.
bool case_data_make(CaseData *data, const LabSpec *spec, const CaseKey *key, uint64_t seed);
// The same on at most `threads` threads, whose number changes nothing.
bool case_data_make_with(CaseData *data, const LabSpec *spec, const CaseKey *key, uint64_t seed, int threads);
// With round 0 alone where the case is vast: after[1] is NULL, and before[1] is before[0].
bool case_data_make_once(CaseData *data, const LabSpec *spec, const CaseKey *key, uint64_t seed);
bool case_is_vast(const LabSpec *spec, const CaseKey *key);
// An input that comes back changed, or may: its own `after`, which holds what it held before. False without memory.
bool case_input_after(CaseArg *arg, int round);
// How many elements the output has along x, y and z; all of them along x where it is no grid.
void output_extent(const CaseData *data, size_t extent[3]);
// The same without contents: buffers have a size and no memory. For the model of time.
bool case_data_shape(CaseData *data, const LabSpec *spec, const CaseKey *key);
void case_data_free(CaseData *data);

#endif
