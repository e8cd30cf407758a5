#!/bin/bash
# Programs that link cuBLAS and the like under ./grade run: handles are no failure, a call that needs a GPU is told with
# its line.
set -u
. tests/script.sh

programs=build/tests/run_programs
grade=build/bin/grade
[[ -x $programs/stand_ins ]] || { echo "skip stand_ins: this toolkit lacks one of the libraries"; exit 0; }
export LD_LIBRARY_PATH=${CUDA_HOME:-/usr/local/cuda}/lib64${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}

# Of a kind in a file: its line in the source.
line_of() {
    grep -n "// $1 line" tests/run_programs/stand_ins.cu | cut -d: -f1
}

check handles exits_with 0 "$grade" run --quiet "$programs/stand_ins" all
check handles_find_nothing no complains .
for words in '^blas 0 1 1 1 0 1 copies' 'copies 0 0 0 14 copies 0 4 5 13 fft' 'fft 0 1 1 0 1 random' 'random 0 0 host_random 0 1 0' \
    'sparse 0 0 solver 0 0 network 0 0 ranks 0 1 0 0 ranges'; do
    check "handles_${words//[^a-z_]/}" says "$words"
done

a_call() { # which, the name that is told
    check "$1_runs_on" exits_with 0 "$grade" run --quiet "$programs/stand_ins" "$1" call
    check "$1_is_told_once" complains "1 finding not-simulated: not simulated: $2\. .*stand_ins.cu:$(line_of "$1") "
    check "$1_says_what_next" complains 'Write this step as a kernel of your own, or run the program on a GPU'
}
a_call blas cublasSaxpy
a_call fft cufftExecC2C
a_call random curandGenerateUniform
a_call sparse cusparseSpMV_bufferSize
a_call solver cusolverDnSgetrf_bufferSize
a_call network cudnnSoftmaxForward
a_call ranks ncclAllReduce
check a_call_with_a_line_asks_for_no_option no complains 'Build the program with'
strip -g "$programs/stand_ins" -o "$work/stripped"
check without_line_numbers exits_with 0 "$grade" run --quiet "$work/stripped" blas call
check without_line_numbers_is_told complains 'Build the program with -g .nvcc -Xcompiler -g. to see the line'
check with_an_exit_status exits_with 9 "$grade" run --quiet --error-exitcode 9 "$programs/stand_ins" fft call
check without_one exits_with 0 "$grade" run --quiet --error-exitcode 9 "$programs/stand_ins" fft
finish
