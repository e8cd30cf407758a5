// The syntax tree of a PTX module: what the parser makes and what the simulator decodes.
//
// PTX is NVIDIA's virtual instruction set ("Parallel Thread Execution ISA"). The tree keeps what the
// text says and interprets nothing: an instruction is a mnemonic, its dot-suffixes and its operands.
// Registers and labels are resolved to indices, so that nothing after the parser looks at a name twice.
//
// Ownership: everything hangs off one PtxModule and is freed with it by ptx_free().
#ifndef WARPBOOK_PTX_H
#define WARPBOOK_PTX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum {
    PTX_NONE, // no type given
    PTX_PRED,
    PTX_B8,
    PTX_B16,
    PTX_B32,
    PTX_B64,
    PTX_B128,
    PTX_U8,
    PTX_U16,
    PTX_U32,
    PTX_U64,
    PTX_S8,
    PTX_S16,
    PTX_S32,
    PTX_S64,
    PTX_F16,
    PTX_F16X2,
    PTX_BF16,
    PTX_BF16X2,
    PTX_F32,
    PTX_F64,
} PtxType;

// Size of a value of the type in bytes; 0 for PTX_NONE and PTX_PRED.
int ptx_type_size(PtxType type);

// The type a suffix such as "u32" names, PTX_NONE when it names none. "pred" gives PTX_PRED.
PtxType ptx_type_named(const char *suffix);

typedef enum {
    SPACE_GENERIC, // no space given: a generic address
    SPACE_REG,
    SPACE_SREG,
    SPACE_PARAM,
    SPACE_CONST,
    SPACE_GLOBAL,
    SPACE_LOCAL,
    SPACE_SHARED,
} PtxSpace;

// A place in the source, from a .loc directive. Code that was inlined has a parent: the call it came from.
typedef struct {
    int file;   // index into PtxModule.files
    int line;   // 1-based; 0 where the compiler has no line
    int column; // 1-based
    int parent; // index into PtxModule.locs of the call this was inlined into, -1 for none
} PtxLoc;

typedef struct PtxVariable PtxVariable;
typedef struct PtxFunction PtxFunction;
typedef struct PtxOperand PtxOperand;

typedef enum {
    OPERAND_NONE,
    OPERAND_REG,     // %r1, or !%p1 with negated set; .x/.y part of a vector register never occurs in nvcc's
                     // output
    OPERAND_SPECIAL, // %tid.x and friends: `name` is the text, "%tid.x"
    OPERAND_INT,     // 42, -1, 0x10: `imm` (64 bits, two's complement)
    OPERAND_F32,     // 0f3F800000: `imm` holds the 32 bits
    OPERAND_F64,     // 0d3FF0000000000000 or 1.5: `imm` holds the 64 bits
    OPERAND_SYMBOL,  // address of a variable or a function, plus `imm`
    OPERAND_ADDRESS, // [base + imm]: `reg` >= 0, or `variable`/`function` set, or neither (absolute)
    OPERAND_VECTOR,  // {a, b, c, d}: `elements`, `count`
    OPERAND_LIST,    // (a, b): the parameters or results of a call: `elements`, `count`
    OPERAND_LABEL, // a branch target: `imm` is the instruction index, code_count for a label at the very end
    OPERAND_SINK,  // _ : result not wanted
    OPERAND_NAMES, // the name of a .branchtargets, .calltargets or .callprototype list: `imm` is its index
} PtxOperandKind;

struct PtxOperand {
    PtxOperandKind kind;
    bool negated;          // !%p1
    int reg;               // index into PtxFunction.registers, -1 for none
    int paired;            // second destination of "p|q" (setp, shfl): register index, -1 for none
    int64_t imm;           // see the kinds
    const char *name;      // OPERAND_SPECIAL, and the name of a symbol that is not declared in the module
    PtxVariable *variable; // OPERAND_SYMBOL, OPERAND_ADDRESS
    PtxFunction *function; // OPERAND_SYMBOL naming a function
    PtxOperand *elements;  // OPERAND_VECTOR, OPERAND_LIST
    int count;
};

enum { PTX_MAX_SUFFIXES = 14, PTX_MAX_OPERANDS = 12 };

typedef struct {
    const char *mnemonic; // "ld", interned: kept once, however often it is written
    const char
        *suffix[PTX_MAX_SUFFIXES]; // "global", "v4", "f32": interned, without dots ("to" and "::" parts stay
    int suffix_count;              //  as written: "shared::cta" is one suffix)
    PtxOperand operand[PTX_MAX_OPERANDS]; // call: results LIST (or NONE), target, parameters LIST (or NONE),
                                          // prototype NAMES
    int operand_count;
    int guard;          // @%p1: register index, -1 for none
    bool guard_negated; // @!%p1
    int loc;            // index into PtxModule.locs, -1 for none
    int ptx_line;       // line in the PTX text, 1-based
} PtxInstruction;

typedef struct {
    const char *name; // "%f1"
    PtxType type;
} PtxRegister;

// One 8-byte (or smaller) piece of an initialiser that is an address, not a number.
typedef struct {
    size_t offset; // byte offset within the variable
    int size;      // bytes written there: 8, 4, or fewer where the initialiser gives an address byte by byte
    int shift;     // right shift of the address, in bits, before its low `size` bytes are written
    PtxVariable *variable; // one of the two is set
    PtxFunction *function;
    int64_t addend;
    bool generic; // written generic(name): a generic address, otherwise one in the variable's own space
} PtxRelocation;

struct PtxVariable {
    const char *name;
    PtxSpace space; // PARAM, CONST, GLOBAL, LOCAL or SHARED
    PtxType type;   // element type
    size_t align;   // bytes, at least the element's size
    size_t size;    // bytes; 0 for an unsized array (extern .shared)
    size_t offset;  // PARAM of a function: byte offset in its parameter block; otherwise 0
    bool is_extern;
    bool is_managed; // .attribute(.managed): __managed__
    uint8_t *init;   // `size` bytes, NULL when there is no initialiser
    PtxRelocation *relocations;
    int relocation_count;
    void *user; // for whoever decodes the module
};

// A table of labels (.branchtargets), functions (.calltargets) or a signature (.callprototype).
typedef struct {
    const char *name;
    int *labels; // instruction indices
    int label_count;
    PtxFunction **functions;
    int function_count;
    PtxVariable *params; // .callprototype: parameters, laid out as in PtxFunction
    int param_count;
    PtxVariable *results;
    int result_count;
} PtxTable;

struct PtxFunction {
    const char *name;
    bool is_entry;       // .entry (a kernel) or .func
    bool has_body;       // false for a declaration: vprintf, __assertfail, malloc, ...
    int loc;             // first .loc inside, -1 for none
    PtxVariable *params; // offset and size filled in; laid out one after the other, each at its alignment
    int param_count;
    size_t param_size; // bytes of the whole parameter block
    PtxVariable *results;
    int result_count;
    PtxVariable *
        *variables; // .local, .shared and .param variables declared in the body, nested scopes included
    int variable_count;
    PtxRegister *registers;
    int register_count;
    PtxInstruction *code;
    int code_count;
    PtxTable *tables;
    int table_count;
    int max_threads[3];      // .maxntid, 0 where not given
    int required_threads[3]; // .reqntid
    int required_cluster[3]; // .reqnctapercluster
    int min_blocks;          // .minnctapersm
    void *user;              // for whoever decodes the module
};

typedef struct {
    int version_major, version_minor; // .version 9.0
    int target;                       // 75 for sm_75
    bool is_debug;                    // nvcc -G: all variables live in memory
    const char **files;               // by the index that .loc uses; NULL where a number is not used
    int file_count;
    PtxLoc *locs;
    int loc_count;
    PtxVariable **variables; // module scope: .global, .const, .shared
    int variable_count;
    PtxFunction **functions;
    int function_count;
    struct PtxArena *arena; // owns everything above
} PtxModule;

typedef struct {
    int line, column;  // in the PTX text, 1-based
    char message[256]; // one sentence, no newline: what was found, what was expected
} PtxError;

// Parses `size` bytes of PTX text (need not end in NUL; a NUL ends it early). Returns NULL and fills *error
// on failure. Any input is safe: never reads outside the text, recursion and memory are bounded.
PtxModule *ptx_parse(const char *text, size_t size, PtxError *error);

void ptx_free(PtxModule *module);

// Makes one module of several that were compiled to be linked (-rdc=true): the first then holds everything,
// with externs replaced by what they stand for, and the others' places are NULL. False when memory runs out.
bool ptx_link(PtxModule **modules, int count);

// True when the instruction carries the suffix.
bool ptx_has_suffix(const PtxInstruction *instruction, const char *suffix);

// The function of that name, NULL when the module has none. A definition wins over a declaration.
PtxFunction *ptx_function_named(const PtxModule *module, const char *name);

#endif
