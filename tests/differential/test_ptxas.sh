#!/bin/bash
# Random programs are PTX for NVIDIA's assembler too, not only for the simulator and the interpreter.
. tests/script.sh
program=build/tests/differential/test_differential
for seed in {1..60}; do
    "$program" --print "$seed" >"$work/$seed.ptx"
    check "ptxas_takes_program_$seed" exits_with 0 ptxas -arch=sm_90 -O0 "$work/$seed.ptx" -o "$work/cubin"
done
finish
