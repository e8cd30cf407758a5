// Reads the PTX of a test program: a parser that shares nothing with the simulator's.
//
// It knows what the generator writes, one instruction a line, and no more.
#ifndef WARPBOOK_PTX_LINES_H
#define WARPBOOK_PTX_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// clang-format off
#define OPCODES(X) \
    X(abs) X(activemask) X(add) X(addc) X(and) X(atom) X(bar) X(bfe) X(bfi) X(bfind) X(bmsk) X(bra) \
    X(brev) X(brx) X(clz) X(cnot) X(copysign) X(cvt) X(cvta) X(div) X(dp2a) X(dp4a) X(fma) X(ld) \
    X(lop3) X(mad) X(mad24) X(madc) X(match) X(max) X(min) X(mov) X(mul) X(mul24) X(neg) X(not) \
    X(or) X(popc) X(prmt) X(rcp) X(red) X(redux) X(rem) X(ret) X(sad) X(selp) X(set) X(setp) X(shf) \
    X(shfl) X(shl) X(shr) X(slct) X(sqrt) X(st) X(sub) X(subc) X(szext) X(testp) X(vote) X(xor)
// clang-format on

// Words between the dots of an instruction that are no types.
// clang-format off
#define WORDS(X) \
    X(lo) X(hi) X(wide) X(l) X(r) X(wrap) X(clamp) X(shiftamt) X(ftz) X(sat) X(cc) X(NaN) X(rn) \
    X(rz) X(rm) X(rp) X(rni) X(rzi) X(rmi) X(rpi) X(eq) X(ne) X(lt) X(le) X(gt) X(ge) X(ls) X(hs) \
    X(equ) X(neu) X(ltu) X(leu) X(gtu) X(geu) X(num) X(nan) X(and) X(or) X(xor) X(popc) X(add) \
    X(min) X(max) X(inc) X(dec) X(exch) X(cas) X(f4e) X(b4e) X(rc8) X(ecl) X(ecr) X(rc16) X(global) \
    X(shared) X(local) X(param) X(const) X(v2) X(v4) X(up) X(down) X(bfly) X(idx) X(all) X(any) \
    X(uni) X(ballot) X(sync) X(finite) X(infinite) X(number) X(notanumber) X(normal) X(subnormal) \
    X(to) X(red) X(warp)
// clang-format on

#define ENTRY(name) I_##name,
typedef enum { OPCODES(ENTRY) OPCODE_COUNT } Opcode;
#undef ENTRY
#define ENTRY(name) W_##name,
typedef enum { WORDS(ENTRY) WORD_COUNT } Word;
#undef ENTRY

typedef enum { KIND_BITS, KIND_UNSIGNED, KIND_SIGNED, KIND_FLOAT, KIND_BFLOAT, KIND_PRED } Kind;

typedef struct {
    Kind kind;
    int bits; // of a pair of 16-bit floats: 32
    bool pair;
} Type;

typedef enum { IS_REGISTER, IS_NUMBER, IS_SPECIAL, IS_ADDRESS, IS_VECTOR, IS_NAME, IS_NOTHING } OperandKind;

typedef struct {
    OperandKind kind;
    bool negated;
    int reg, second; // register; of "p|q" the second one; of an address its base, -1: none
    uint64_t value;  // number, or an address's offset
    bool is_single;  // the number is written as 0f
    int name; // label, branch list, variable, parameter or special register: index into Source.names; -1
    int elements[4], element_count;
} Argument;

typedef struct {
    Opcode opcode;
    bool words[WORD_COUNT];
    Type types[3];
    int type_count;
    int guard; // predicate register, -1: none
    bool guard_negated;
    Argument arguments[6];
    int argument_count;
    int line; // of the text, from 1
} Instruction;

typedef struct {
    char text[24];
    int instruction;              // of a label: the instruction behind it; -1
    int targets[8], target_count; // of a branch list: names
    uint64_t offset, size;        // of a variable in its space, of a parameter in the parameters
} Name;

// .reg .b32 %r<16>: 16 registers from number `first`
typedef struct {
    char prefix[8]; // "%r"
    int first, count;
} RegisterFile;
enum { REGISTER_FILES = 24 };

typedef struct {
    Instruction *code;
    int code_count, code_room;
    RegisterFile files[REGISTER_FILES];
    int file_count;
    int register_bits[512], register_count; // 1: predicate
    Name names[512];
    int name_count;
    uint64_t shared_bytes, local_bytes, param_bytes;
    char error[160]; // "": it could be read
} Source;

Source *source_read(const char *text);
void source_free(Source *s);

#endif
