// The machine code that ptxas made of a kernel: its instructions, what unit runs each, and what line of PTX it is of.
//
// From Volta on an instruction has 16 bytes. The lower twelve bits are the operation; bits 105 to 121 are what the
// assembler tells the scheduler: cycles to wait before the warp's next instruction, and which of six scoreboards the
// instruction sets or waits for (Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking",
// 2018, section 2). No disassembler is needed.
#ifndef WARPBOOK_MACHINE_CODE_H
#define WARPBOOK_MACHINE_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Operations that end blocks and lead elsewhere, or nowhere.
enum { OP_CALL = 0x144, OP_BRA = 0x147, OP_EXIT = 0x14d, OP_RET = 0x150 };

typedef enum {
    UNIT_ALU,  // integers, comparisons, logic
    UNIT_FMA,  // float, and products of integers
    UNIT_IMAD, // products of integers that take the heavy half of it
    UNIT_FP64,
    UNIT_SPECIAL, // reciprocals, roots, sines, conversions, counting bits
    UNIT_UNIFORM, // values that are the same for the whole warp
    UNIT_CONTROL, // branches, and what needs no unit
    UNIT_CONSTANT,
    UNIT_GLOBAL, // loads, stores and atomic operations of global memory
    UNIT_LOCAL,
    UNIT_SHARED,
    UNIT_SHUFFLE,
    UNIT_REGISTER, // special registers
    UNIT_TENSOR,
    UNIT_BARRIER,
    UNITS
} Unit;

typedef struct {
    uint16_t operation; // the lower nine bits of the opcode
    uint8_t unit;
    uint8_t stall;       // cycles until the warp's next instruction
    uint8_t sets, frees; // scoreboard that its result sets, that its operands' reading sets; 7: none
    uint8_t waits;       // a bit for each scoreboard
    uint8_t width;       // memory: bytes a lane
    bool guarded;        // has a predicate
    bool store, atomic;  // memory
    int32_t target;      // branches and calls: index of an instruction; -1: none
    uint32_t ptx_line;   // 1-based, in the text that was assembled; 0: not known
    int32_t immediate;   // memory: the offset in the address
} MachineInstruction;

// A run of instructions that is entered at its start and left at its end.
typedef struct {
    uint32_t first, count;
    bool callee; // of a function of the assembler's own, such as a division of 64 bits
    bool rare;   // a slow way of a division or a root, which ordinary operands do not take
} MachineBlock;

typedef struct {
    MachineInstruction *instructions;
    uint32_t count;
    MachineBlock *blocks;
    uint32_t block_count;
} MachineCode;

// Reads the code of that kernel (mangled name) from a file that ptxas wrote with -lineinfo. False where the file has no
// such kernel or is none that this reads (compute capability below 7.0).
bool machine_code_read(const uint8_t *cubin, size_t size, const char *kernel, MachineCode *code);
void machine_code_free(MachineCode *code);

// Does it load, store, or both?
bool machine_accesses(const MachineInstruction *i);

// The instruction that ends a block.
const MachineInstruction *machine_block_last(const MachineCode *code, uint32_t block);

// The blocks that one leads to, two at most, into `to`; how many. Rare ones are left out.
int machine_successors(const MachineCode *code, uint32_t block, uint32_t *to);
bool machine_follows(const MachineCode *code, uint32_t from, uint32_t to);

#endif
