// Names and texts of CUDA's errors.
#include "grader/contract/cuda_errors.h"

#include <stddef.h>

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
#define ERROR(code, name, text) {code, #name, text},
#include "grader/contract/error_names.h"
#undef ERROR
};

const char *cuda_error_name(int error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == error) return errors[i].name;
    return "an unknown error";
}

const char *cuda_error_text(int error) {
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
        if (errors[i].code == error) return errors[i].text;
    return "unrecognized error code";
}
