#!/bin/bash
# What lab 3 requires of times, judged by the model where there is no GPU: above the line, a range that reaches it, and
# clearly below. The files are right and count alike; they differ in products that change nothing.
source tests/script.sh

# slowed PRODUCTS FILE: the finished file with so many more products a point. Each is of a zero that only the data could tell.
slowed() {
    sed "s|    out\[p\] = c.c\[0\]|    float zero = 0;\n#pragma unroll\n    for (int r = 0; r < $1; r++) zero = zero * in[p];\n    out[p] = zero + c.c[0]|" \
        solutions/lab3_basic_stencil/stencil.cu >"$2"
}
# grades FILE: the report in $work/output on one line.
grades() {
    ./grade lab3 "$1" --device sim --seed 7 --json "$work/json" 2>"$work/errors" | tr '\n' ' ' | tr -s ' ' >"$work/output"
    [[ -s $work/output ]]
}
says() {
    grep -qE -- "$1" "$work/output"
}
slowed 0 "$work/above.cu"
slowed 100 "$work/near.cu"
slowed 330 "$work/below.cu"

check above grades "$work/above.cu"
check above_is_reached says 'required: 42 % of a copy, reached by the model'
check above_has_all_points says 'score 100 / 100'
check above_has_a_line says 'board +[0-9.]+ % lab3 NVIDIA H200 .modelled.  ?n=512 '
check above_is_on_a_board grep -q '"board":{"name":"NVIDIA H200 (modelled)","modelled":true,' "$work/json"
check near grades "$work/near.cu"
check near_is_within says 'required: 42 % of a copy, within the modelled range: no points are held back'
check near_has_all_points says 'score 100 / 100'
check below grades "$work/below.cu"
check below_is_told says 'required: 42 % of a copy, for 5 points of TODO 3.4. All of the modelled range lies below it'
check below_loses_them_alone says 'score 95 / 100'
check below_is_modelled says 'Modelled for an NVIDIA H200, not measured'
check below_in_json grep -q '"modelled: missed"' "$work/json"

# Another GPU's model was never held against anything: it takes no points.
./grade lab3 "$work/below.cu" --gpu t4 --seed 7 2>"$work/errors" | tr '\n' ' ' | tr -s ' ' >"$work/output"
check uncalibrated_has_its_own_board says 'lab3 [A-Za-z0-9 ]+ .modelled, uncalibrated. '
check uncalibrated_takes_nothing says 'uncalibrated, not measured.*score 100 / 100'

# Nothing is required of lab 7's times, and yet a kernel that leaves out the timed sizes, and all beyond, is on no board.
sed 's|^    if (n < 3) return;|    if (n < 3 \|\| n > 400) return;|' solutions/lab7_beyond/stencil.cu >"$work/not_timed.cu"
check left_out no cmp -s "$work/not_timed.cu" solutions/lab7_beyond/stencil.cu
./grade lab7 "$work/not_timed.cu" --device sim --seed 7 --json "$work/json" 2>"$work/errors" | tr '\n' ' ' | tr -s ' ' >"$work/output"
check left_out_is_on_no_board says 'board no line: at a timed size the result is wrong'
check left_out_is_told says 'Nothing was written there; expected -?[0-9.e-]+. So the result is wrong there, and 20 points of TODO 7.1 are'
check left_out_beyond_is_told says 'launch_stencil at n = [0-9]+: no kernel is launched. So .* 3 points of TODO 7.1 .* 2 points of TODO 7.1 .* 1 point of TODO 7.2'
check left_out_loses_points says 'score 73 / 100'
check left_out_in_json grep -q '"board":null' "$work/json"
finish
