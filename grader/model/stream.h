// From what a warp did, by basic blocks of PTX, to the machine code that it would have executed.
//
// Blocks of PTX and of machine code do not correspond one to one: ptxas unrolls loops, joins short branches into
// predicated instructions, duplicates and reorders. Each block of PTX is represented by one of its instructions that
// survives, a memory access if there is one; where that instruction stands in the machine code tells which blocks carry
// the PTX block out, and how many rounds of it at once.
#ifndef WARPBOOK_MODEL_STREAM_H
#define WARPBOOK_MODEL_STREAM_H

#include "grader/model/machine_code.h"
#include "grader/warpsim/core/trace.h"

typedef struct StreamMap StreamMap;

// The program must be the one whose text was assembled to the code. NULL where memory runs out.
StreamMap *stream_map_new(const Program *program, const Function *kernel, const MachineCode *code);
void stream_map_free(StreamMap *map);

// A machine block that the warp executes, and which words of the trace hold the accesses that belong to it.
typedef struct {
    uint32_t block, from, to;
} StreamStep;

typedef struct {
    StreamStep *steps;
    uint32_t count, room;
} Stream;

// Appends the warp's steps. False when memory runs out.
bool stream_build(StreamMap *map, const WarpTrace *trace, Stream *stream);

// The access site of an instruction, -1 where it has none.
int32_t stream_site(const StreamMap *map, uint32_t instruction);

// The PTX instruction that a machine instruction is of. False where it is of none.
bool stream_origin(const StreamMap *map, uint32_t instruction, const Function **function,
                   uint32_t *ptx_instruction);

#endif
