// Operations that are not lane-wise: predicates, carries, warp-wide exchange, atomics, rare conversions,
// clocks.
//
// Each is an OpRun; what imm, kind and flags mean stands at each function in its file.
#ifndef WARPBOOK_SPECIAL_H
#define WARPBOOK_SPECIAL_H

#include "grader/warpsim/core/warp.h"

// predicates.c
void run_predicate_logic(Warp *w, const Op *op);   // d = f(a, b): kind PRED_AND, ...; flags: sources negated
void run_predicate_to_mask(Warp *w, const Op *op); // u32 lanes from a predicate: 1 or 0; flags 1: all ones
void run_mask_to_predicate(Warp *w, const Op *op);
void run_guard_begin(Warp *w, const Op *op); // narrows the mask to the guard's lanes
void run_guard_end(Warp *w, const Op *op);
void run_constant_predicate(Warp *w, const Op *op); // d = imm

enum { PRED_MOV, PRED_AND, PRED_OR, PRED_XOR };

// carry.c
typedef struct {
    bool subtract, multiply, high, is_signed, wide, carry_in, carry_out;
} CarryKind;
u8 carry_kind(const CarryKind *k);
void run_carry(Warp *w, const Op *op); // kind: carry_kind(); d = a op b (op c)

// exchange.c
enum { SHUFFLE_UP, SHUFFLE_DOWN, SHUFFLE_BUTTERFLY, SHUFFLE_INDEX };
enum { VOTE_ALL, VOTE_ANY, VOTE_UNI, VOTE_BALLOT };
enum { REDUX_ADD, REDUX_MIN, REDUX_MAX, REDUX_AND, REDUX_OR, REDUX_XOR };
void run_shuffle(
    Warp *w, const Op *op); // kind; d, a, b lane, c clamp, more[0] predicate (flags 1), more[1] member mask
void run_vote(Warp *w, const Op *op);  // kind; d, a predicate (flags 1: negated), more[1] member mask
void run_match(Warp *w, const Op *op); // kind 0 any, 1 all; width 4 or 8; more[0] predicate (flags 1)
enum { REDUX_SIGNED = 1, REDUX_FLOAT = 2, REDUX_ABS = 4, REDUX_NAN = 8 }; // flags
void run_reduce(Warp *w, const Op *op);                                   // kind, flags
void run_active_mask(Warp *w, const Op *op);
void run_elect(Warp *w, const Op *op);
void run_warp_barrier(Warp *w, const Op *op);
// kind: the FenceScope
typedef enum { SCOPE_DEVICE, SCOPE_CLUSTER, SCOPE_BLOCK } FenceScope;
void run_fence(Warp *w, const Op *op);
void run_publish(Warp *w, const Op *op); // before an atomic operation or a volatile store

// waiting.c
void run_before_look(Warp *w, const Op *op);  // a, imm, site: of the load behind it
void run_look(Warp *w, const Op *op);         // behind a load that may be repeated until others store; site
void run_other_access(Warp *w, const Op *op); // before an access that is none, in a function that has looks
void note_look(Warp *w, bool goes_on);        // what run_look() does, for looks that are not loads
// The look at these addresses is the same wait as the last one: nothing but looks at them lies between.
bool look_goes_on(Warp *w, u32 site, const u64 *address);
void run_sleep(Warp *w, const Op *op); // a: ns

void run_clock(Warp *w,
               const Op *op); // kind 0: %clock, 1: %clock64, 2: %globaltimer, 3: %clock_hi, 4: globaltimer_lo

// atomics.c
enum {
    ATOMIC_ADD,
    ATOMIC_MIN,
    ATOMIC_MAX,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_EXCH,
    ATOMIC_CAS,
};
enum {
    ATOMIC_RESULT = 128,
    ATOMIC_LOOKS = 64,
    ATOMIC_SYSTEM = 16
}; // Op.flags: the old value is wanted; perhaps until it is another; atomic for the host too (ACCESS_LOOK's bit, which loads have)
void run_atomic(
    Warp *w,
    const Op *op); // kind operation, count PtxType, d result, b and c values, imm offset, more[3] space
u64 atomic_apply(u8 *place, const Op *op, u8 kind, u64 b, u64 c); // one element: count PtxType, width

// convert.c
typedef enum { ROUND_NONE, ROUND_NEAREST, ROUND_ZERO, ROUND_DOWN, ROUND_UP, ROUND_NEAREST_AWAY } Rounding;
typedef struct {
    u8 to, from; // PtxType
    u8 rounding; // Rounding; for float to integer and float to float of one size it rounds to an integer
    bool to_integral, saturate, ftz, relu;
    bool finite; // what is too large becomes the largest number
} Conversion;
void run_convert(Warp *w, const Op *op);      // imm holds a Conversion
void run_convert_pair(Warp *w, const Op *op); // cvt to f16x2 or bf16x2: a is the high half, b the low one
u16 half_from_f64(double v, Rounding rounding);
double half_to_f64(u16 h);
double bfloat_to_f64(u16 b);
u16 bfloat_from_f64(double v, Rounding rounding);

// rounding.c: arithmetic with a rounding mode other than to nearest
enum { FLOAT_ADD, FLOAT_SUB, FLOAT_MUL, FLOAT_DIV, FLOAT_FMA, FLOAT_RCP, FLOAT_SQRT };
void run_rounded_f32(Warp *w, const Op *op); // kind operation, flags 1: ftz, imm Rounding
void run_rounded_f64(Warp *w, const Op *op);
// An integer as a float or double, rounded once.
double rounded_from_integer(s64 v, bool is_signed, bool to_double, Rounding rounding);

// half.c: arithmetic on f16, f16x2, bf16, bf16x2
enum { HALF_ADD, HALF_SUB, HALF_MUL, HALF_FMA, HALF_NEG, HALF_ABS, HALF_MIN, HALF_MAX, HALF_EX2, HALF_TANH };
void run_half(Warp *w,
              const Op *op); // kind operation, count PtxType, flags: 1 saturate, 2 relu, 4 NaN wins, 8 ftz
void run_half_compare(Warp *w,
                      const Op *op); // kind comparison (CompareKind), count PtxType; d, more[0] predicates

enum {
    CMP_EQ,
    CMP_NE,
    CMP_LT,
    CMP_LE,
    CMP_GT,
    CMP_GE,
    CMP_EQU,
    CMP_NEU,
    CMP_LTU,
    CMP_LEU,
    CMP_GTU,
    CMP_GEU,
    CMP_NUM,
    CMP_NAN
};

// video.c
void run_video(Warp *w, const Op *op); // vabsdiff4 and vabsdiff2: kind 4 or 2, flags 1: signed, 2: sum

// testp
void run_testp(Warp *w, const Op *op); // kind: TESTP_...; width 4 or 8
enum { TESTP_FINITE, TESTP_INFINITE, TESTP_NUMBER, TESTP_NAN, TESTP_NORMAL, TESTP_SUBNORMAL };

// printing.c
void run_printf(Warp *w, const Op *op);      // a format, b arguments (generic addresses), d result
void run_assert_fail(Warp *w, const Op *op); // more[0..3] and a: message, file, line, function

// heap.c
void run_malloc(Warp *w, const Op *op);                          // d address, a bytes
void run_free(Warp *w, const Op *op);                            // a address
bool heap_release(Warp *w, const Op *op, u32 lane, u64 address); // false: noted, and the block has stopped

// fault.c
void run_not_simulated(Warp *w, const Op *op);

#endif
