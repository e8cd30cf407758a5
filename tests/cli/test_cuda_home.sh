#!/bin/bash
# A CUDA_HOME that has no toolkit is not passed over in silence, by make or by ./grade doctor.
set -u
. tests/script.sh
command -v nvcc >/dev/null || [[ -e /usr/local/cuda/bin/nvcc ]] || {
    echo "skip cuda_home: there is no other nvcc"
    exit 0
}
unset CUDA_HOME
copy_project "$work/tree" && cd "$work/tree" || exit 2
away=$work/away

rm -f build/lab3/stencil.so
check told_to_make exits_with 2 make lab3 CUDA_HOME="$away"
check make_says_where_it_looked says "there is no $away/bin/nvcc"
check nothing_is_built test ! -e build/lab3/stencil.so
check from_the_environment exits_with 0 env CUDA_HOME="$away" make lab3
check the_other_one_is_named says "CUDA_HOME is $away, which has no bin/nvcc: [^ ]*nvcc is taken instead"
check it_is_built test -e build/lab3/stencil.so
exits_with 0 env CUDA_HOME="$away" ./grade doctor
check doctor_says_it_too says "CUDA_HOME:? .*$away, and there is no nvcc in its folder bin"
exits_with 0 ./grade doctor
check without_it_nothing_is_said no says CUDA_HOME
check no_word_of_make_either exits_with 0 make lab3
check none no says CUDA_HOME
finish
