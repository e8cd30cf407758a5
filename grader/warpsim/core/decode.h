// Inside the decoder: its state while it goes through one function, and what its files offer each other.
#ifndef WARPBOOK_DECODE_H
#define WARPBOOK_DECODE_H

#include "grader/warpsim/core/flow.h"
#include "grader/warpsim/core/instruction.h"
#include "grader/warpsim/core/operations.h"
#include "grader/warpsim/core/special.h"

typedef struct {
    Op *list;
    u32 count, room;
} OpList;

typedef enum { VARIES, SAME_IN_LAUNCH, SAME_IN_BLOCK, IS_ALIAS } Variance;

enum { SCRATCH_SLOTS = 12, MAX_BLENDS = 8 };

typedef struct {
    Program *program;
    const OpTable *table;
    Function *f;
    const PtxFunction *ptx;
    Flow flow;
    Operand *place;            // of each register
    Variance *variance;        // of each register
    bool *tentative;           // of each instruction; NULL where no load is (tentative.c, relaxation.c)
    bool *look;                // of each instruction (tentative.c)
    bool *carried;             // of each instruction (carried.c)
    const PtxVariable **array; // of each register (shared_arrays.c)
    bool waits;                // some instruction may be a look that is repeated (waiting.c)
    bool *masked;              // results must keep inactive lanes: go through a scratch slot and a blend
    OpList body, launch, block;
    OpList *out;              // where emit() appends
    const PtxInstruction *in; // the instruction being decoded
    u32 index;                // of it
    u32 scratch_base, scratch_next, guard_slot;
    struct {
        Operand to, from;
        bool wide;
    } blend[MAX_BLENDS];
    u32 blend_count;
    u32 frame_bytes, uniform_bytes, zero_bytes;
    bool failed;      // out of memory
    char reason[160]; // why the instruction cannot be simulated; "" when it can
} Decoder;

// Appends an operation to the current list, all fields zero but these.
Op *emit(Decoder *d, OpRun *run);
Op *emit_code(Decoder *d, OpCode code);

// Operands of the current instruction. `size` is the bytes of the value (1 to 8).
Operand source(Decoder *d, const PtxOperand *o, int size);
Operand result(Decoder *d, const PtxOperand *o, int size); // written in all lanes by the operation
Operand result_direct(Decoder *d, const PtxOperand *o,
                      int size);                       // written in active lanes only by the operation
Operand predicate_of(Decoder *d, const PtxOperand *o); // a predicate register, ignoring its negation
Operand constant_32(Decoder *d, u32 value);
Operand constant_64(Decoder *d, u64 value);
Operand scratch(Decoder *d);

bool symbol_is_dynamic(const PtxVariable *v); // extern __shared__: its place depends on the launch

// Says that the current instruction is not simulated.
void cannot(Decoder *d, const char *why);

// What the instruction's suffixes say.
Rounding rounding_suffix(const PtxInstruction *in, bool *to_integral);
bool has(const Decoder *d, const char *suffix);

// Each decodes the current instruction if it is one of theirs.
bool decode_arithmetic(Decoder *d);
bool decode_composed(Decoder *d); // decode_composed.c, for decode_arithmetic()
bool decode_comparison(Decoder *d);
bool decode_move(Decoder *d);
bool decode_conversion(Decoder *d);
bool decode_memory(Decoder *d);
bool decode_warp(Decoder *d);
bool decode_call_of_builtin(Decoder *d);

// watched.c: the operation that lets the observer see the current instruction before it is carried out.
void emit_watch(Decoder *d);

// Ends of blocks.
void decode_end(Decoder *d, BasicBlock *b);

bool is_strong(const PtxInstruction *in); // volatile, relaxed, acquire or release
// The instruction may be a look at memory that is repeated until others change it; any of the function may be.
bool may_be_look(const Decoder *d, const PtxInstruction *in, u32 index);
bool may_wait(const Decoder *d);

// The number of an atomic operation by its suffix (ATOMIC_ADD); -1 where there is none.
int atomic_suffix(const Decoder *d);
u8 scope_suffix(const Decoder *d); // the FenceScope

// Zeroed memory that lives as long as the program; NULL when there is none.
void *keep_memory(Program *p, size_t size);

// The address of a memory operand: its lanes as 64-bit values, and a constant offset.
Operand address_of(Decoder *d, const PtxOperand *o, s64 *offset);

// The accesses of the site may use that __shared__ array alone that the address is made from, where there is one.
void limit_to_array(Decoder *d, u32 site, const PtxOperand *address);

// Memory sites and parameter rows.
u32 new_site(Decoder *d, PtxSpace space, bool load, bool store);
u32 new_texture_site(Decoder *d, bool store);
u32 param_row_offset(Decoder *d, const PtxVariable *v);
void emit_row_access(Decoder *d, Operand value, u32 byte_offset, int width, bool wide, bool write);

// Analyses before decoding.
void analyse_registers(Decoder *d);    // fills variance, masked and place
bool find_tentative_loads(Decoder *d); // fills tentative
bool find_relaxations(Decoder *d);     // adds to tentative (relaxation.c)
bool find_looks(Decoder *d);           // fills look
bool find_carried_loads(Decoder *d);   // fills carried
bool find_shared_arrays(Decoder *d);   // fills array (shared_arrays.c)
// Which parameters lead to stores; to loads through the read-only data cache.
bool analyse_stores(const PtxFunction *f, u64 *params, u64 *read_only, bool *anything);

#endif
