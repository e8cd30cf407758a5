// Matrix operations of a warp: a fragment is a small matrix whose elements are spread over the lanes'
// registers.
#ifndef WARPBOOK_MATRICES_H
#define WARPBOOK_MATRICES_H

#include "grader/warpsim/core/program.h"

typedef enum {
    ELEMENT_NONE,
    ELEMENT_F16,
    ELEMENT_BF16,
    ELEMENT_TF32,
    ELEMENT_F32,
    ELEMENT_F64,
    ELEMENT_S8,
    ELEMENT_U8,
    ELEMENT_S32,
    ELEMENT_E4M3,
    ELEMENT_E5M2,
} ElementType;

enum { MAX_FRAGMENT_REGISTERS = 8, MAX_MATRIX_ELEMENTS = 512 };

// Which side of D = A * B + C a fragment is: A has M rows and K columns, B K rows and N columns, C and D M
// and N.
typedef enum { MATRIX_A, MATRIX_B, MATRIX_C, MATRIX_D } MatrixSide;

typedef struct {
    ElementType type;
    MatrixSide side;
    u32 rows, columns;
    u32 register_count; // each packs as many elements as fit
    Operand registers[MAX_FRAGMENT_REGISTERS];
    bool documented; // the places of mma.sync (PTX ISA, "Matrix Fragments for mma"); wmma's are nobody's
                     // business
} Fragment;

// Kept by the program; Op.imm points to it.
typedef struct {
    Fragment side[4]; // by MatrixSide; loads and stores use the first
    bool saturates;   // .satfinite on integers
    bool by_columns;  // loads and stores: elements of a column follow each other in memory
    bool transposed;  // ldmatrix, stmatrix: .trans
    bool stores;
} MatrixOp;

void run_multiply(Warp *w, const Op *op); // mma, wmma.mma
void run_fragment_access(Warp *w,
                         const Op *op); // wmma.load, wmma.store: a address, b stride in elements; kind space
void run_rows_access(Warp *w, const Op *op); // ldmatrix, stmatrix: a address of a row of 8 b16; kind space

u32 element_bytes(ElementType type);

#endif
