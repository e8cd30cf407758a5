// Helpers of the tests of the PTX front end: modules from text, from files, and from the body of one
// function.
#ifndef WARPBOOK_TEST_PTX_TEXT_H
#define WARPBOOK_TEST_PTX_TEXT_H

#include "grader/ptx/ptx.h"
#include "tests/check.h"

#define HEAD ".version 8.0\n.target sm_75\n.address_size 64\n"

static PtxError error; // of the last module that was refused

// Parses the text from a copy of just its size, so that AddressSanitizer sees a read past its end. The test
// fails when the text is refused.
static inline PtxModule *parse(const char *text) {
    size_t size = strlen(text);
    char *copy = malloc(size + 1);
    memcpy(copy, text, size);
    copy = realloc(copy, size ? size : 1);
    PtxModule *module = ptx_parse(copy, size, &error);
    free(copy);
    if (!module) {
        char why[400];
        snprintf(why, sizeof why, "refused: %d:%d: %s", error.line, error.column, error.message);
        check_fail(__FILE__, __LINE__, why);
    }
    return module;
}

// The module whose kernel "k", its first function, has this body. `before` stands before the kernel.
static inline PtxModule *parse_body(const char *before, const char *body) {
    static char text[1 << 16];
    snprintf(text, sizeof text, HEAD "%s .visible .entry k(.param .u64 k_param_0) {\n%s\n}\n", before, body);
    return parse(text);
}

// True when the text is refused; `error` then says why.
static inline bool refused(const char *text) {
    PtxModule *module = ptx_parse(text, strlen(text), &error);
    ptx_free(module);
    return module == NULL;
}

static inline bool body_refused(const char *body) {
    static char text[1 << 16];
    snprintf(text, sizeof text, HEAD ".entry k() {\n%s\n}\n", body);
    return refused(text);
}

static inline const PtxVariable *variable_named(const PtxModule *module, const char *name) {
    for (int i = 0; i < module->variable_count; i++)
        if (strcmp(module->variables[i]->name, name) == 0) return module->variables[i];
    return NULL;
}

static const char *const data_files[] = {
    "messages.compute_75", "calls.compute_75",      "control.compute_75", "memory.compute_75",
    "warps.compute_75",    "arithmetic.compute_75", "calls.compute_100",  "messages.compute_90",
};
enum { DATA_FILE_COUNT = sizeof data_files / sizeof data_files[0] };

// The text of tests/ptx/data/NAME.ptx; the tests run in the project's folder. Ends the program when it is not
// there.
static inline char *read_data(const char *name, size_t *size) {
    char path[200];
    snprintf(path, sizeof path, "tests/ptx/data/%s.ptx", name);
    FILE *file = fopen(path, "rb");
    if (!file) {
        printf("not ok %s: cannot be opened; run the tests in the project's folder\n", path);
        exit(EXIT_FAILURE);
    }
    char *text = malloc(1 << 20);
    *size = fread(text, 1, (1 << 20) - 1, file);
    text[*size] = '\0';
    fclose(file);
    return text;
}

#endif
