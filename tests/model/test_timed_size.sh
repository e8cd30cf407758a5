#!/bin/bash
# A file that is right at all sizes that are tested and computes nothing, or one plane, at the one that is timed: the model
# sees a time that no right result has, and the points for time are held back.
source tests/script.sh

# grades FILE: the report in $work/output on one line.
grades() {
    ./grade lab3 "$1" --device sim --seed 7 --json "$work/json" 2>"$work/errors" | tr '\n' ' ' | tr -s ' ' >"$work/output"
    [[ -s $work/output ]]
}
says() {
    grep -qE -- "$1" "$work/output"
}
sed 's/stencil_kernel<<</if (n <= 250) &/' solutions/lab3_basic_stencil/stencil.cu >"$work/nothing.cu"
sed 's/stencil_kernel<<</if (n > 250) grid.z = 2;\n    &/' solutions/lab3_basic_stencil/stencil.cu >"$work/one_plane.cu"

check nothing grades "$work/nothing.cu"
check nothing_is_told says 'launch_stencil at n = 512: no kernel is launched. So most of the result is not computed there, and 5 points of TODO 3.4'
check nothing_loses_them says 'score 95 / 100'
check one_plane grades "$work/one_plane.cu"
check one_plane_is_told says 'at n = 512: all of the modelled range is faster than a copy of the same bytes'
check one_plane_loses_them says 'score 95 / 100'
check one_plane_in_json grep -q '"suspect"' "$work/json"
finish
