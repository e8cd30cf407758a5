#!/bin/sh
# Prints a C file with a function for each function of the toolkit's libraries that takes a handle: all of them say that they
# are not simulated, and give way (weak) to those that Warpbook has.
#
#   list_calls.sh INCLUDE COMPILER...      INCLUDE: the folder of cuda_runtime_api.h; COMPILER: as make has it
include=$1
shift
for header in cublas_v2.h cublasLt.h cublasXt.h cufft.h cufftXt.h curand.h cusparse.h cusolverDn.h cusolverSp.h \
    cusolverRf.h cusolverMg.h cudnn.h nccl.h; do
    # One at a time: where a header does not suit this compiler the others are still read.
    printf '#if __has_include(<%s>)\n#include <%s>\n#endif\n' "$header" "$header" |
        "$@" -E -P -x c -isystem "$include" - 2>/dev/null
done | tr '\n' ' ' | tr ';' '\n' | awk '
    BEGIN { print "// Made by list_calls.sh of the headers of the CUDA Toolkit.\n#include \"grader/libraries/libraries.h\"\n" }
    {
        gsub(/__attribute__[ \t]*\(\([^()]*(\([^()]*\))?[^()]*\)\)/, "")
        # RESULT NAME(PARAMETERS): the result is a status, and a handle is among the parameters as a value.
        at = match($0, /(cublas|cufft|curand|cusparse|cusolver|cudnn|nccl)[A-Za-z0-9_]*[ \t]*\(/)
        if (!at) next
        name = substr($0, RSTART, RLENGTH); sub(/[ \t]*\($/, "", name)
        before = substr($0, 1, RSTART - 1); parameters = substr($0, RSTART + RLENGTH)
        if (before ~ /typedef|\{|\}/ && before !~ /\}[^{}]*(Status_t|Result|Result_t)[ \t]*$/) next
        if (before !~ /(Status_t|cufftResult|ncclResult_t)[ \t]*$/) next
        if (parameters !~ /(cublas|cublasLt|cublasXt|cusparse|cusolverDn|cusolverSp|cusolverRf|cusolverMg|cudnn)Handle_t[ \t]*[a-zA-Z_,)]|cufftHandle[ \t]*[a-zA-Z_,)]|curandGenerator_t[ \t]*[a-zA-Z_,)]|ncclComm_t[ \t]*[a-zA-Z_,)]/) next
        if (seen[name]++) next
        library = name; sub(/[A-Z].*/, "", library)
        printf "EXPORT __attribute__((weak)) int %s(void) {\n    return %s_not_simulated(\"%s\");\n}\n", name, library, name
    }'
