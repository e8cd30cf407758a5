// Fuzz target: the bytes are PTX, one text or several to be linked. They are parsed, linked and decoded.
#include "tests/fuzz/ptx_texts.h"

#include <stdlib.h>

#include "grader/warpsim/core/program.h"
#include "tests/fuzz/fuzz.h"

// The decoder wants to know where variables lie. They may as well lie at one place.
static void place_variables(PtxModule *ptx) {
    static Allocation place = {.base = DEVICE_ADDRESS_BASE, .size = 1 << 20, .live = true};
    for (int i = 0; i < ptx->variable_count; i++) {
        PtxVariable *v = ptx->variables[i];
        if ((v->space == SPACE_GLOBAL || v->space == SPACE_CONST) && !v->is_extern) v->user = &place;
    }
}

// What a report asks about each instruction.
static void find_lines(const Program *p) {
    static volatile char last; // each name is read to its end
    for (u32 i = 0; i < p->function_count; i++) {
        const Function *f = &p->functions[i];
        last = f->display_name[strlen(f->display_name)];
        for (u32 k = 0; k < (u32)f->ptx->code_count; k++) {
            const char *file;
            int line, column;
            if (program_source_line(f, k, &file, &line, &column)) last = file[strlen(file)];
        }
    }
    (void)last;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const char *texts[TEXTS_MAX];
    size_t sizes[TEXTS_MAX];
    PtxModule *modules[TEXTS_MAX];
    const int count = cut_texts(data, size, texts, sizes);
    PtxError error;
    int read = 0;
    while (read < count && (modules[read] = ptx_parse(texts[read], sizes[read], &error))) read++;
    if (read < count && memchr(error.message, 0, sizeof error.message) == NULL) abort();
    if (read == count && (count == 1 || ptx_link(modules, count))) {
        place_variables(modules[0]);
        Program *p = program_decode(modules[0], NULL);
        if (p) find_lines(p);
        program_free(p);
        return 0;
    }
    while (read) ptx_free(modules[--read]);
    return 0;
}
