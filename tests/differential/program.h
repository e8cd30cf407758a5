// A random PTX program as both sides run it: its lines, its launch and what its buffers hold before.
//
// The kernel's parameters are eight 64-bit values: the addresses of the buffers in the order of BUFFER_...,
// then numbers.
#ifndef WARPBOOK_DIFFERENTIAL_PROGRAM_H
#define WARPBOOK_DIFFERENTIAL_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char *text;
    bool fixed; // the program makes no sense without it: the shrinker leaves it
} Line;

enum {
    BUFFER_IN,     // read by everybody, written by nobody
    BUFFER_OWN,    // SLOT_BYTES of each thread's own
    BUFFER_OUT,    // OUT_WORDS of each thread's own: its registers at its end
    BUFFER_ATOMIC, // ATOMIC_WORDS of everybody's, for atomic operations whose order does not matter
    BUFFER_COUNT,
    PARAM_COUNT = 8,
};

enum { IN_WORDS = 1024, SLOT_BYTES = 64, OUT_WORDS = 26, ATOMIC_WORDS = 64 };

#define KERNEL_NAME                                                                                          \
    "kernel_0000" // as it is generated; four digits, to be told from others in the same simulator

typedef struct {
    uint64_t seed;
    Line *lines;
    int count, room;
    uint32_t grid[3], block[3];
    uint64_t *buffer[BUFFER_COUNT]; // as they are before the launch
    size_t words[BUFFER_COUNT];
    uint64_t numbers[PARAM_COUNT - BUFFER_COUNT];
} TestProgram;

// The program that belongs to the seed. `wide`: of as many threads as the simulator spreads over CPU threads.
TestProgram *test_program_generate(uint64_t seed, bool wide);
void test_program_free(TestProgram *p);

// All lines as one text, to be freed.
char *test_program_text(const TestProgram *p);

uint32_t test_program_threads(const TestProgram *p);

#endif
