// Damaged PTX: whatever the bytes, the parser ends soon, with a module or with a message.
//
// Worth most under AddressSanitizer. The seed is fixed, so a failure can be repeated.
#include "tests/ptx/ptx_text.h"

#include <time.h>

enum { MUTANTS = 20000, SECONDS_EACH = 2 };

static uint64_t random_state = 0x9e3779b97f4a7c15u;

static uint64_t next_random(void) { // xorshift64*
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 0x2545f4914f6cdd1du;
}

static size_t random_below(size_t limit) {
    return (size_t)(next_random() >> 16) % limit;
}

// Flips, overwrites, removes, repeats or swaps in text[0, size). Returns the new size; there is room for
// twice as much.
static size_t mutate(char *text, size_t size) {
    static const char telling[] = "{}()[]<>.,;:@!|+-_%$0123456789\"/*~\n\0";
    if (size == 0) return 0;
    size_t at = random_below(size), length = 1 + random_below(24);
    if (length > size - at) length = size - at;
    switch (random_below(6)) {
    case 0: text[at] ^= (char)(1 << random_below(8)); return size;
    case 1: text[at] = telling[random_below(sizeof telling)]; return size;
    case 2: memmove(text + at, text + at + length, size - at - length); return size - length;
    case 3: memmove(text + at + length, text + at, size - at); return size + length;
    case 4: return at ? at : 1; // cut short
    default: memmove(text + at, text + random_below(size - length + 1), length); return size;
    }
}

// Reads whatever an owner of the module would follow.
static size_t visit(const PtxModule *module) {
    size_t sum = (size_t)module->target;
    for (int i = 0; i < module->function_count; i++) {
        const PtxFunction *f = module->functions[i];
        sum += strlen(f->name);
        for (int k = 0; k < f->code_count; k++) {
            const PtxInstruction *at = &f->code[k];
            sum += strlen(at->mnemonic) + (at->loc >= 0 ? (size_t)module->locs[at->loc].line : 0);
            CHECK(at->loc < module->loc_count && at->guard < f->register_count);
            for (int o = 0; o < at->operand_count; o++) {
                const PtxOperand *operand = &at->operand[o];
                CHECK(operand->reg < f->register_count && operand->paired < f->register_count);
                CHECK(operand->kind != OPERAND_REG || operand->reg >= 0);
                CHECK(operand->kind != OPERAND_LABEL || (operand->imm >= 0 && operand->imm <= f->code_count));
                CHECK(operand->kind != OPERAND_NAMES || (operand->imm >= 0 && operand->imm < f->table_count));
                for (int e = 0; e < operand->count; e++) sum += (size_t)operand->elements[e].kind;
            }
        }
    }
    for (int i = 0; i < module->variable_count; i++) {
        const PtxVariable *v = module->variables[i];
        if (v->init && v->size) sum += v->init[0] + v->init[v->size - 1];
        for (int r = 0; r < v->relocation_count; r++)
            CHECK(v->relocations[r].offset + (size_t)v->relocations[r].size <= v->size);
    }
    for (int i = 0; i < module->loc_count; i++) {
        CHECK(module->locs[i].parent < i); // so a walk along the parents ends
        CHECK(module->locs[i].file < module->file_count);
    }
    return sum;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Parses a copy of just this size, so that a read past the end is seen. True when it was PTX still.
static bool try_text(const char *text, size_t size) {
    char *copy = malloc(size);
    memcpy(copy, text, size);
    double start = now();
    PtxModule *module = ptx_parse(copy, size, &error);
    CHECK(now() - start < SECONDS_EACH);
    free(copy);
    CHECK(module || (error.message[0] && error.line >= 1 && error.column >= 1));
    if (module) visit(module);
    ptx_free(module);
    return module != NULL;
}

TEST(intact_files) {
    for (int i = 0; i < DATA_FILE_COUNT; i++) {
        size_t size;
        char *text = read_data(data_files[i], &size);
        CHECK(try_text(text, size));
        free(text);
    }
}

TEST(mutants) {
    char *texts[DATA_FILE_COUNT];
    size_t sizes[DATA_FILE_COUNT];
    for (int i = 0; i < DATA_FILE_COUNT; i++) texts[i] = read_data(data_files[i], &sizes[i]);
    char *mutant = malloc(2 << 20);
    int accepted = 0;
    for (int i = 0; i < MUTANTS; i++) {
        int file = i % DATA_FILE_COUNT;
        size_t size = sizes[file];
        memcpy(mutant, texts[file], size);
        for (size_t rounds = 1 + random_below(3); rounds > 0; rounds--) size = mutate(mutant, size);
        accepted += try_text(mutant, size);
    }
    CHECK(accepted > MUTANTS / 100);          // some changes do no harm
    CHECK(accepted < MUTANTS - MUTANTS / 10); // most do
    free(mutant);
    for (int i = 0; i < DATA_FILE_COUNT; i++) free(texts[i]);
}

// Bytes that were never PTX.
TEST(noise) {
    char noise[300] = HEAD;
    for (int i = 0; i < 2000; i++) {
        for (size_t k = i % 2 ? strlen(HEAD) : 0; k < sizeof noise; k++) noise[k] = (char)next_random();
        try_text(noise, sizeof noise);
    }
}

CHECK_MAIN()
