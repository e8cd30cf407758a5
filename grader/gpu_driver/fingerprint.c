// The kernel that makes fingerprints, in PTX, and its launch.
#include "grader/gpu_driver/fingerprint.h"

#include <sys/random.h>

enum { THREADS = 256, BLOCKS_MOST = 2048, BYTES_A_THREAD = 16 };

// sum += K(key, i) * word, with %step = i * 0x9e3779b97f4a7c15
#define ADD(sum, key, word)                                                                                  \
    "add.u64 %z, " key ", %step;\n"                                                                          \
    "shr.u64 %y, %z, 30; xor.b64 %z, %z, %y; mul.lo.u64 %z, %z, 0xbf58476d1ce4e5b9;\n"                       \
    "shr.u64 %y, %z, 27; xor.b64 %z, %z, %y; mul.lo.u64 %z, %z, 0x94d049bb133111eb;\n"                       \
    "shr.u64 %y, %z, 31; xor.b64 %z, %z, %y;\n"                                                              \
    "cvt.u64.u32 %y, " word "; mad.lo.u64 " sum ", %z, %y, " sum ";\n"

// Word number i to both sums; then i is the next one.
#define ADD_WORD(word)                                                                                       \
    ADD("%sum0", "%key0", word) ADD("%sum1", "%key1", word) "add.u64 %step, %step, 0x9e3779b97f4a7c15;\n"

// %word |= the byte at %offset, where there is one, at bit `shift`; then %offset is that of the next one.
#define TAKE_BYTE(shift)                                                                                     \
    "setp.lt.u64 %p, %offset, %size; mov.u32 %byte, 0; add.u64 %from, %at, %offset;\n"                       \
    "@%p ld.global.u8 %byte, [%from];\n"                                                                     \
    "shl.b32 %byte, %byte, " shift "; or.b32 %word, %word, %byte; add.u64 %offset, %offset, 1;\n"

// The sums of a warp's lanes come together, without memory that would keep a trace of them.
#define ADD_LANES(sum, apart)                                                                                \
    "mov.b64 {%low, %high}, " sum ";\n"                                                                      \
    "shfl.sync.bfly.b32 %low, %low, " apart ", 31, -1; shfl.sync.bfly.b32 %high, %high, " apart              \
    ", 31, -1;\n"                                                                                            \
    "mov.b64 %y, {%low, %high}; add.u64 " sum ", " sum ", %y;\n"
#define ADD_WARP(sum)                                                                                        \
    ADD_LANES(sum, "16") ADD_LANES(sum, "8") ADD_LANES(sum, "4") ADD_LANES(sum, "2") ADD_LANES(sum, "1")

const char fingerprint_ptx[] =
    ".version 6.0\n"
    ".target sm_50\n"
    ".address_size 64\n"
    ".visible .global .align 8 .u64 fingerprint_sums[2];\n"
    ".visible .entry fingerprint_kernel(.param .u64 at, .param .u64 size, .param .u64 key0, .param .u64 "
    "key1)\n"
    "{\n"
    ".reg .pred %p; .reg .u32 %word, %byte, %low, %high, %w<4>, %thread, %block, %threads, %blocks;\n"
    ".reg .u64 %at, %size, %key0, %key1, %sum0, %sum1, %step, %y, %z;\n"
    ".reg .u64 %number, %stride, %fours, %words, %i, %offset, %from;\n"
    "ld.param.u64 %at, [at]; ld.param.u64 %size, [size];\n"
    "ld.param.u64 %key0, [key0]; ld.param.u64 %key1, [key1];\n"
    "mov.u32 %thread, %tid.x; mov.u32 %block, %ctaid.x; mov.u32 %threads, %ntid.x; mov.u32 %blocks, "
    "%nctaid.x;\n"
    "mul.wide.u32 %number, %block, %threads; cvt.u64.u32 %y, %thread; add.u64 %number, %number, %y;\n"
    "mul.wide.u32 %stride, %blocks, %threads;\n"
    "mov.u64 %sum0, 0; mov.u64 %sum1, 0;\n"

    // Four words at a time, where the address allows it: [0, %fours) times four words.
    "shr.u64 %fours, %size, 4; and.b64 %y, %at, 15; setp.ne.u64 %p, %y, 0;\n"
    "@%p mov.u64 %fours, 0;\n"
    "mov.u64 %i, %number;\n"
    "FOUR: setp.ge.u64 %p, %i, %fours;\n"
    "@%p bra REST;\n"
    "shl.b64 %from, %i, 4; add.u64 %from, %from, %at;\n"
    "ld.global.v4.u32 {%w0, %w1, %w2, %w3}, [%from];\n"
    "shl.b64 %step, %i, 2; mul.lo.u64 %step, %step, 0x9e3779b97f4a7c15;\n" //
    ADD_WORD("%w0") ADD_WORD("%w1") ADD_WORD("%w2") ADD_WORD("%w3")        //
    "add.u64 %i, %i, %stride;\n"
    "bra FOUR;\n"

    // The others byte by byte: three whole words and a part of one at most, or all of them.
    "REST: shl.b64 %i, %fours, 2; add.u64 %i, %i, %number;\n"
    "add.u64 %words, %size, 3; shr.u64 %words, %words, 2;\n"
    "ONE: setp.ge.u64 %p, %i, %words;\n"
    "@%p bra DONE;\n"
    "mov.u32 %word, 0; shl.b64 %offset, %i, 2;\n"                 //
    TAKE_BYTE("0") TAKE_BYTE("8") TAKE_BYTE("16") TAKE_BYTE("24") //
    "mul.lo.u64 %step, %i, 0x9e3779b97f4a7c15;\n"                 //
    ADD_WORD("%word")                                             //
    "add.u64 %i, %i, %stride;\n"
    "bra ONE;\n"

    "DONE:\n"                           //
    ADD_WARP("%sum0") ADD_WARP("%sum1") //
    "and.b32 %thread, %thread, 31; setp.ne.u32 %p, %thread, 0;\n"
    "@%p bra END;\n"
    "mov.u64 %from, fingerprint_sums;\n"
    "red.global.add.u64 [%from], %sum0;\n"
    "red.global.add.u64 [%from+8], %sum1;\n"
    "END: ret;\n"
    "}\n";

int fingerprint_open(Fingerprints *f, const Driver *driver) {
    void *module = NULL, *kernel = NULL;
    size_t bytes;
    f->driver = driver;
    if (getrandom(f->key, sizeof f->key, 0) != sizeof f->key) return DRIVER_UNKNOWN;
    int error = driver->ModuleLoadDataEx(&module, fingerprint_ptx, 0, NULL, NULL);
    if (!error) error = driver->ModuleGetGlobal(&f->sums, &bytes, module, "fingerprint_sums");
    if (!error) error = driver->ModuleGetFunction(&kernel, module, "fingerprint_kernel");
    if (!error) f->kernel = kernel;
    return error;
}

int fingerprint_take(const Fingerprints *f, DriverAddress at, uint64_t size, uint64_t sums[2]) {
    const Driver *d = f->driver;
    const uint64_t wanted = (size / BYTES_A_THREAD + THREADS) / THREADS;
    const unsigned blocks = wanted < BLOCKS_MOST ? (unsigned)wanted : BLOCKS_MOST;
    uint64_t key[2] = {f->key[0], f->key[1]};
    void *params[] = {&at, &size, &key[0], &key[1]};
    int error = d->MemsetD8(f->sums, 0, 2 * sizeof *sums);
    if (!error) error = d->LaunchKernel(f->kernel, blocks, 1, 1, THREADS, 1, 1, 0, NULL, params, NULL);
    return error ? error : d->MemcpyDtoH(sums, f->sums, 2 * sizeof *sums);
}
