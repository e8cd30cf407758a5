// Matrix operations of a warp: mma, wmma, ldmatrix, stmatrix.
//
// Products are exact and are summed in double, then rounded once to the result's type. Tensor cores sum in an
// order and with a precision of their own (CUDA promises no more than the f32 of the result), so last bits
// may differ. f64 is a chain of fma.
#include "grader/warpsim/families/matrices/matrices.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/warpsim/core/access.h"
#include "grader/warpsim/core/note.h"
#include "grader/warpsim/core/special.h"
#include "grader/warpsim/families/narrow_floats/narrow_floats.h"

u32 element_bytes(ElementType type) {
    static const u8 bytes[] = {0, 2, 2, 4, 4, 8, 1, 1, 4, 1, 1};
    return bytes[type];
}

static bool all_lanes_here(Warp *w, const Op *op) {
    if (w->mask == ALL_LANES) return true;
    if (!w->mask) return false;
    Finding *f = note_lane(w, op, CHECK_BARRIER, (u32)__builtin_ctz(w->mask));
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message,
                 "A warp matrix operation must be executed by all 32 lanes of the warp together; only the "
                 "lanes of mask 0x%08x execute it.",
                 w->mask);
        snprintf(f->next, sizeof f->next,
                 "Call it where all threads of the warp take the same path, and make the block size a "
                 "multiple of 32.");
    }
    stop_block(w);
    return false;
}

static u32 per_register(ElementType type) {
    return type == ELEMENT_F64 ? 1 : 4 / element_bytes(type);
}

// Where element i of a lane's registers stands in the matrix; false where it stands for nothing.
static bool place_of_element(const Fragment *f, u32 lane, u32 i, u32 *row, u32 *column) {
    const u32 pack = per_register(f->type), group = lane / 4, member = lane % 4, r = i / pack;
    if (!f->documented) {
        const u32 number = lane * f->register_count * pack + i; // more elements than the matrix has repeat it
        *row = number / f->columns;
        *column = number % f->columns;
        return *row < f->rows;
    }
    switch (f->side) {
    case MATRIX_A: {
        const u32 halves = f->rows / 8;
        *row = group + 8 * (r % halves);
        *column = member * pack + i % pack + 4 * pack * (r / halves);
        break;
    }
    case MATRIX_B:
        *row = member * pack + i % pack + 4 * pack * r;
        *column = group;
        break;
    default:
        *row = group + 8 * (i / 2);
        *column = member * 2 + i % 2;
        break;
    }
    return true;
}

// The bits of element i.
static u64 element(const Warp *w, const Fragment *f, u32 lane, u32 i) {
    const u32 pack = per_register(f->type);
    if (f->type == ELEMENT_F64) return ((const u64 *)lanes_of(w, f->registers[i]))[lane];
    const u32 word = ((const u32 *)lanes_of(w, f->registers[i / pack]))[lane], bits = 32 / pack;
    return pack == 1 ? word : word >> i % pack * bits & ((1u << bits) - 1);
}

static void set_element(Warp *w, const Fragment *f, u32 lane, u32 i, u64 value) {
    const u32 pack = per_register(f->type), bits = 32 / pack, shift = i % pack * bits;
    if (f->type == ELEMENT_F64) {
        ((u64 *)lanes_of(w, f->registers[i]))[lane] = value;
        return;
    }
    u32 *word = &((u32 *)lanes_of(w, f->registers[i / pack]))[lane];
    const u32 keep = pack == 1 ? 0 : ~(((1u << bits) - 1) << shift);
    *word = (*word & keep) | (u32)value << shift;
}

// All types are exact in double.
static double number_of(ElementType type, u64 bits) {
    float single;
    double wide;
    switch (type) {
    case ELEMENT_F16: return half_to_f64((u16)bits);
    case ELEMENT_BF16: return bfloat_to_f64((u16)bits);
    case ELEMENT_S8: return (s8)bits;
    case ELEMENT_U8: return (u8)bits;
    case ELEMENT_S32: return (s32)bits;
    case ELEMENT_E4M3: return narrow_to_f64((u8)bits, NARROW_E4M3);
    case ELEMENT_E5M2: return narrow_to_f64((u8)bits, NARROW_E5M2);
    case ELEMENT_F64: memcpy(&wide, &bits, sizeof wide); return wide;
    default: {
        const u32 word =
            type == ELEMENT_TF32 ? (u32)bits & ~0x1fffu : (u32)bits; // the GPU ignores the last 13 bits
        memcpy(&single, &word, sizeof single);
        return single;
    }
    }
}

static u64 bits_of(ElementType type, double v, bool saturates) {
    u64 bits = 0;
    if (type == ELEMENT_F16) return half_from_f64(v, ROUND_NEAREST);
    if (type == ELEMENT_S32) {
        if (saturates && v > INT32_MAX) return INT32_MAX;
        if (saturates && v < INT32_MIN) return (u32)INT32_MIN;
        return (u32)(s64)v;
    }
    if (type == ELEMENT_F64) {
        memcpy(&bits, &v, sizeof v);
        return bits;
    }
    const float single = (float)v;
    if (single != single) return 0x7fffffff;
    memcpy(&bits, &single, sizeof single);
    return bits;
}

static void gather(const Warp *w, const Fragment *f, double *matrix) {
    const u32 count = f->register_count * per_register(f->type);
    for (u32 lane = 0; lane < LANES; lane++)
        for (u32 i = 0; i < count; i++) {
            u32 row, column;
            if (place_of_element(f, lane, i, &row, &column))
                matrix[row * f->columns + column] = number_of(f->type, element(w, f, lane, i));
        }
}

void run_multiply(Warp *w, const Op *op) {
    const MatrixOp *m = (const MatrixOp *)(intptr_t)op->imm;
    const Fragment *d = &m->side[MATRIX_D];
    const u32 inner = m->side[MATRIX_A].columns;
    double a[MAX_MATRIX_ELEMENTS], b[MAX_MATRIX_ELEMENTS], c[MAX_MATRIX_ELEMENTS];
    if (!all_lanes_here(w, op)) return;
    gather(w, &m->side[MATRIX_A], a);
    gather(w, &m->side[MATRIX_B], b);
    gather(w, &m->side[MATRIX_C], c);
    for (u32 lane = 0; lane < LANES; lane++)
        for (u32 i = 0; i < d->register_count * per_register(d->type); i++) {
            u32 row, column;
            if (!place_of_element(d, lane, i, &row, &column)) continue;
            double sum = c[row * d->columns + column];
            for (u32 k = 0; k < inner; k++) {
                const double x = a[row * inner + k], y = b[k * d->columns + column];
                sum = d->type == ELEMENT_F64 ? fma(x, y, sum) : sum + x * y;
            }
            set_element(w, d, lane, i, bits_of(d->type, sum, m->saturates));
        }
}

// Checks an access of `bytes` bytes by a lane; returns where they are, or NULL after a finding that ends the
// kernel.
static u8 *checked_place(Warp *w, const Op *op, Run *run, u32 lane, u64 address, u32 bytes, bool write) {
    bool shared = op->kind == SPACE_SHARED;
    if (op->kind == SPACE_GENERIC && address >> 40 == SHARED_WINDOW >> 40) {
        shared = true;
        address &= WINDOW_SIZE - 1;
    }
    *run = (Run){.first = lane, .again = lane, .count = 1, .address = address, .bytes = bytes};
    return shared ? check_shared_run(w, op, run, bytes, write) : check_global_run(w, op, run, bytes, write);
}

// CUDA's guide: the matrix begins at a multiple of 32 bytes, and rows of halves or floats follow each other at multiples of 16.
// What it does else is undefined, and on GPUs mostly a misaligned address.
enum { MATRIX_ALIGNMENT = 32, STRIDE_ALIGNMENT = 16 };

static bool note_fragment(Warp *w, const Op *op, const char *what, u64 number, u32 multiple) {
    Finding *f = note_lane(w, op, CHECK_MISALIGNED, 0);
    if (f) {
        f->fatal = true;
        snprintf(f->message, sizeof f->message, "This matrix %s %llu, which is not a multiple of %u.", what,
                 (unsigned long long)number, multiple);
        snprintf(
            f->next, sizeof f->next,
            "wmma takes a pointer at a multiple of 32 bytes, and a distance from row to row of a multiple of 8 "
            "halves or 4 floats.");
    }
    stop_block(w);
    return false;
}

static bool fragment_is_aligned(Warp *w, const Op *op, const Fragment *f, u64 base, u64 stride) {
    const u32 bytes = element_bytes(f->type);
    const bool narrow = f->type == ELEMENT_S8 || f->type == ELEMENT_U8;
    if (base % MATRIX_ALIGNMENT) return note_fragment(w, op, "begins at the address", base, MATRIX_ALIGNMENT);
    if (!narrow && stride * bytes % STRIDE_ALIGNMENT)
        return note_fragment(w, op, "has a distance from row to row, in elements, of", stride,
                             STRIDE_ALIGNMENT / bytes);
    return true;
}

// Element i of every lane is one request.
void run_fragment_access(Warp *w, const Op *op) {
    const MatrixOp *m = (const MatrixOp *)(intptr_t)op->imm;
    const Fragment *f = &m->side[0];
    const u32 bytes = element_bytes(f->type), count = f->register_count * per_register(f->type);
    if (!all_lanes_here(w, op) || w->worker->stop) return;
    const u64 base = ((const u64 *)lanes_of(w, op->a))[0] + (u64)op->more[0];
    const u64 stride = ((const u32 *)lanes_of(w, op->b))[0];
    SiteState *site = &w->worker->sites[op->site];
    if (!fragment_is_aligned(w, op, f, base, stride)) return;
    for (u32 i = 0; i < count; i++) {
        Run runs[LANES];
        u32 n = 0;
        for (u32 lane = 0; lane < LANES; lane++) {
            u32 row, column;
            // What stands twice in the registers is loaded twice and stored once.
            const bool inside = place_of_element(f, lane, i, &row, &column);
            if (!inside && m->stores) continue;
            row %= f->rows;
            const u64 at = m->by_columns ? column * stride + row : row * stride + column;
            u8 *place = checked_place(w, op, &runs[n++], lane, base + at * bytes, bytes, m->stores);
            if (!place) return;
            u64 value = m->stores ? element(w, f, lane, i) : 0;
            if (m->stores) {
                memcpy(place, &value, bytes);
            } else {
                memcpy(&value, place, bytes);
                set_element(w, f, lane, i, value);
            }
        }
        site->requests++;
        site->bytes += n * bytes;
        site->shared_requests += op->kind == SPACE_SHARED;
        if (op->kind == SPACE_SHARED)
            site->shared_bytes += n * bytes;
        else
            add_sectors(site, runs, n, m->stores ? SECTOR_SHIFT : w->worker->launch->load_shift);
    }
}

// Matrices of 8 rows of 8 b16: lanes 8 i to 8 i + 7 bring the addresses of the rows of matrix i, and each
// lane has two neighbours of row lane / 4 in register i (of column lane / 4 with .trans).
void run_rows_access(Warp *w, const Op *op) {
    enum { SIDE = 8, ROW_BYTES = 16 };
    const MatrixOp *m = (const MatrixOp *)(intptr_t)op->imm;
    const Fragment *f = &m->side[0];
    if (!all_lanes_here(w, op) || w->worker->stop) return;
    const u64 *address = lanes_of(w, op->a);
    SiteState *site = &w->worker->sites[op->site];
    for (u32 r = 0; r < f->register_count; r++) {
        u16 matrix[SIDE][SIDE];
        u8 *places[SIDE];
        for (u32 row = 0; row < SIDE; row++) {
            Run run;
            const u32 lane = r * SIDE + row;
            places[row] =
                checked_place(w, op, &run, lane, address[lane] + (u64)op->more[0], ROW_BYTES, m->stores);
            if (!places[row]) return;
            memcpy(matrix[row], places[row], ROW_BYTES);
        }
        for (u32 lane = 0; lane < LANES; lane++)
            for (u32 i = 0; i < 2; i++) {
                const u32 outer = lane / 4, inner = lane % 4 * 2 + i;
                u16 *cell = m->transposed ? &matrix[inner][outer] : &matrix[outer][inner];
                if (m->stores)
                    *cell = (u16)element(w, f, lane, 2 * r + i);
                else
                    set_element(w, f, lane, 2 * r + i, *cell);
            }
        for (u32 row = 0; row < SIDE && m->stores; row++) memcpy(places[row], matrix[row], ROW_BYTES);
        site->requests++;
        site->shared_requests++;
        site->bytes += SIDE * ROW_BYTES;
        site->shared_bytes += SIDE * ROW_BYTES;
    }
}
