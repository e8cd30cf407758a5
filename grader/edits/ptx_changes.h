// Device code with one thing changed: which changes there are, and what the text is with one of them.
//
// The text is PTX that was compiled without optimising, so that an instruction stands for one word or operator of a line.
#ifndef WARPBOOK_PTX_CHANGES_H
#define WARPBOOK_PTX_CHANGES_H

#include <stdbool.h>
#include <stddef.h>

// What a change stands for in the source, the likelier mistakes first.
typedef enum {
    CHANGE_COMPARED,   // another variable in a comparison
    CHANGE_AXIS,       // another axis of threadIdx, blockIdx, blockDim, gridDim
    CHANGE_COMPARISON, // another comparison
    CHANGE_OPERATOR,   // + for - or *, and the other way round
    CHANGE_NUMBER,     // another number
    CHANGE_PLACE,      // another one of threadIdx, blockIdx, blockDim, gridDim
    CHANGE_NEGATION,   // the opposite condition
    CHANGE_INDEXES,    // two indices of an array change places
    CHANGE_OFFSET,     // another element at a fixed distance
    CHANGE_JOINT,      // && for ||, and the other way round
    CHANGE_VARIABLE,   // another variable
    CHANGE_SWAP,       // two variables change places
    CHANGE_REMOVAL,    // a store or a barrier less
    CHANGE_KINDS
} ChangeKind;

typedef struct {
    size_t at, size; // what is replaced
    char with[60];
} ChangedPiece;

typedef struct {
    ChangeKind kind;
    int line;     // of the source
    char was[40]; // what stands there in words of CUDA C, where that is known: "threadIdx.x", "<", "2"
    int pieces;   // 1 or 2, in the order of the text
    ChangedPiece piece[2];
} PtxChange;

typedef struct {
    PtxChange *list; // by kind, and by place within one
    int count, room;
    bool no_memory;
} PtxChanges;

// Lists the changes of instructions that stand for lines of the file whose path ends in `source`. False without memory; free
// with ptx_changes_free either way.
bool ptx_changes_list(PtxChanges *changes, const char *ptx, size_t size, const char *source);
void ptx_changes_free(PtxChanges *changes);

// The text with this change; the caller's to free. NULL without memory.
char *ptx_with_change(const char *ptx, size_t size, const PtxChange *change, size_t *changed_size);

#endif
