// Random PTX programs on the simulator and on a simple interpreter: do they leave the same memory?
//
//   test_differential [PROGRAMS [FIRST SEED]]     `make differential N=PROGRAMS SEED=FIRST`
//   test_differential --print SEED                prints that program
//
// One program in 64 has so many threads that the simulator spreads its blocks over CPU threads. A program
// that differs is made small and printed with its seed.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/differential/compare.h"
#include "tests/differential/on_gpu.h"

#ifdef __SANITIZE_ADDRESS__
enum { PROGRAMS = 200 }; // slow
#else
enum { PROGRAMS = 2000 };
#endif
enum { WIDE_EACH = 64, DIFFERENCES_SHOWN = 5 };

static void show(TestProgram *p, Outcome o) {
    printf("seed %llu, %u threads in blocks of %u x %u x %u: %s\n", (unsigned long long)p->seed,
           test_program_threads(p), p->block[0], p->block[1], p->block[2], o.message);
    // Lines deleted at random leave registers that nobody set: zero here and in the interpreter, anything on
    // a GPU.
    if (!programs_run_on_gpu()) {
        o = shrink(p, o);
        printf("Made smaller: %s\n", o.message);
    }
    for (int i = 0; i < p->count; i++) printf("%4d  %s\n", i + 1, p->lines[i].text);
    fflush(stdout);
}

static bool is_wide(unsigned long long seed) {
    return seed % WIDE_EACH == 0;
}

static int print_program(unsigned long long seed) {
    TestProgram *p = test_program_generate(seed, is_wide(seed));
    char *text = test_program_text(p);
    fputs(text, stdout);
    free(text);
    test_program_free(p);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    if (argc == 3 && strcmp(argv[1], "--print") == 0) return print_program(strtoull(argv[2], NULL, 10));
    const unsigned long long programs = argc > 1 ? strtoull(argv[1], NULL, 10) : PROGRAMS;
    const unsigned long long first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    unsigned long long different = 0;
    for (unsigned long long i = 0; i < programs && different < DIFFERENCES_SHOWN; i++) {
        TestProgram *p = test_program_generate(first + i, is_wide(first + i));
        const Outcome o = compare(p);
        if (o.kind != OUTCOME_SAME) {
            different++;
            show(p, o);
        }
        test_program_free(p);
        if (programs > PROGRAMS && (i + 1) % 5000 == 0) fprintf(stderr, "%llu programs\n", i + 1);
    }
    compare_end();
    if (different)
        printf("not ok differential: %llu programs differ from the interpreter\n", different);
    else
        printf("ok differential: %llu programs, from seed %llu\n", programs, first);
    return different ? EXIT_FAILURE : EXIT_SUCCESS;
}
