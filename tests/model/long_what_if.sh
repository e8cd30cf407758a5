#!/bin/bash
# grade model: every figure is called modelled, what must hold of them whatever the model's numbers are, and errors with a
# next step.
source tests/script.sh

# field OBJECTS KEY: the first number or word of that name.
field() {
    grep -oE "\"$1\":(\"[^\"]*\"|[^,}]*)" | head -n 1 | sed 's/^[^:]*://; s/"//g'
}
# row NAME PATTERN: of the JSON the object of that array whose first member has the pattern.
row() {
    sed 's/.*"'"$1"'":\[//; s/{"what"\|{"id"/\n&/g' "$work/json" | grep -m1 "$2"
}

check lab3 eval './grade model lab3 --solution --block 32x4,16x16 --json "$work/json" >"$work/output" 2>"$work/errors"'
for words in 'modelled, not measured' 'Modelled for an NVIDIA H200, not measured' 'if, modelled' 'on, modelled' 'uncalibrated' \
    'blocks of 32 x 4' 'blocks of 16 x 16' 'DRAM twice as fast' 'L2 twice as fast' '^next'; do
    check "says_${words// /_}" grep -q -- "$words" "$work/output"
done
check no_measured_time no grep -qiE '[0-9] ms measured|were measured|measured in' "$work/output"
check json_is_modelled grep -q '"time_source":"modelled"' "$work/json"
for gpu in a100 b200 h100 h200 rtx3060 rtx4090 rtx5090 t4; do
    check "has_$gpu" test -n "$(row gpus "\"id\":\"$gpu\"")"
done
less() { # A B: numbers, A at most B
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && b != "" && a <= 1.001 * b) }'
}
own=$(field modelled_ms <"$work/json")
check same_gpu_same_time test "$own" = "$(row gpus '"id":"h200"' | field modelled_ms)"
check faster_dram_is_not_slower less "$(row changes 'DRAM twice' | field modelled_ms)" "$own"
check slower_memory_is_slower less "$own" "$(row gpus '"id":"t4"' | field modelled_ms)"
check a_block_changes_the_grid eval '[[ $(row changes "blocks of 16 x 16") == *\"block\":\[16,16,1\]* ]]'

# With one worker and several the same.
check one_worker ./grade model lab3 --solution --block 32x4,16x16 --workers 1 --json "$work/one"
check workers_change_nothing same "$work/json" "$work/one"

# A tile with its size built in is not right in other blocks, and no time is told of them.
check lab5 eval './grade model lab5 --solution --block 32x8 --gpu a100 --json "$work/json" >"$work/output"'
check uncalibrated grep -q 'Modelled for an NVIDIA A100.*uncalibrated, not' <(tr '\n' ' ' <"$work/output" | tr -s ' ')
check block_is_not_right grep -q 'Not modelled in blocks of 32 x 8: the result is wrong' "$work/output"
check and_has_no_time eval '[[ $(row changes "blocks of 32 x 8") != *modelled_ms* ]]'

# A student's own file, and a lab that has no time in its lab.spec.
cp solutions/lab3_basic_stencil/stencil.cu "$work/mine.cu"
check own_file eval './grade model lab3 "$work/mine.cu" --block 64x4 >"$work/output"'
check names_it grep -q 'mine.cu, modelled, not measured' "$work/output"
check lab2 eval './grade model lab2 --solution --block 128 >"$work/output"'
check its_launch grep -q 'launch_matrix_sum' "$work/output"

# Errors with a next step.
fails() { # WORDS ARGUMENT...
    local words=$1
    shift
    ./grade model "$@" >"$work/output" 2>&1
    [[ $? == 2 ]] && tr '\n' ' ' <"$work/output" | tr -s ' ' | grep -qF -- "$words"
}
check wrong_result fails 'can be modelled: the result is wrong with n = ' lab3 labs/lab3_basic_stencil/stencil.cu
check no_lab fails './grade model lab5'
check wrong_lab fails 'The labs' lab99
check wrong_block fails 'as in --block 32x8' lab3 --solution --block 32y8
check large_block fails 'up to 1024 threads' lab3 --solution --block 64x64
check no_file fails 'There is no file nothing.cu' lab3 nothing.cu
check wrong_gpu fails 'Those that can: a100' lab3 --solution --gpu nosuch
finish
