// CUDA's error numbers under CUDA's names, for rooms that are built without the CUDA Toolkit.
#ifndef WARPBOOK_CUDA_ERRORS_H
#define WARPBOOK_CUDA_ERRORS_H

#define ERROR(code, name, text) name = (code),
enum {
#include "grader/contract/error_names.h"
};
#undef ERROR

// "cudaErrorInvalidValue", "invalid argument".
const char *cuda_error_name(int error);
const char *cuda_error_text(int error);

#endif
