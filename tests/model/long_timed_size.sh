#!/bin/bash
# A file that is right at all sizes that are tested and computes nothing, or a part, at the one that is timed and beyond it, and whose text
# does not say from which size on (n * n > 90000): the model sees
# that no right result has so little to do, and the points for time are held back.
source tests/script.sh

# grades FILE [SEED]: the report in $work/output on one line.
grades() {
    ./grade lab3 "$1" --device sim --seed "${2:-7}" --json "$work/json" 2>"$work/errors" | tr '\n' ' ' | tr -s ' ' >"$work/output"
    [[ -s $work/output ]]
}
says() {
    grep -qE -- "$1" "$work/output"
}
lacks() {
    ! says "$1"
}
sed 's/stencil_kernel<<</if (n * n <= 90000) &/' solutions/lab3_basic_stencil/stencil.cu >"$work/nothing.cu"
sed 's/stencil_kernel<<</if (n * n > 90000) grid.z = 2;\n    &/' solutions/lab3_basic_stencil/stencil.cu >"$work/one_plane.cu"

sed 's/stencil_kernel<<</if (n * n > 90000) grid.z \/= 2;\n    &/' solutions/lab3_basic_stencil/stencil.cu >"$work/half_of_grid.cu"
# The blocks are there, and threads of every second plane, or of the last columns, leave, or store without reading.
point() { # NAME LINE
    sed "s,^    out\[p\] =,    $2\n&," solutions/lab3_basic_stencil/stencil.cu >"$work/$1.cu"
}
point second_plane 'if (n * n > 90000 \&\& (i \& 1)) return;'
point lower_half 'if (n * n > 90000 \&\& i < n / 2) return;'
point last_columns 'if (n * n > 90000 \&\& k > 350) return;'
point nothing_read 'if (n * n > 90000) { out[p] = 1; return; }'
check nothing grades "$work/nothing.cu"
check nothing_is_told says 'launch_stencil at n = 512: no kernel is launched. So part of the result is not computed there, and 5 points of TODO 3.4'
check nothing_loses_them says 'score 92 / 100'
check nothing_is_on_no_board says 'board no line: at a timed size part of the result is not computed. Compute every point'
sed 's/stencil_kernel<<</if (n * n > 90000) grid.y = 70000;\n    &/' solutions/lab3_basic_stencil/stencil.cu >"$work/refused.cu"
check refused grades "$work/refused.cu"
check refused_is_told says 'cudaErrorInvalidConfiguration .*: the grid has size 70000 in y, the most is 65535 .line [0-9]+.. So part of the result is not computed there'
check refused_loses_them says 'score 92 / 100'
check one_plane grades "$work/one_plane.cu"
check one_plane_is_told says 'at n = 512: blocks all over the grid store too little'
check one_plane_loses_them says 'score 92 / 100'
for part in half_of_grid second_plane lower_half last_columns; do
    check $part grades "$work/$part.cu"
    check ${part}_is_told says 'at n = 512: blocks all over the grid store too little for all of the result'
    check ${part}_loses_them says 'score 92 / 100'
done
check nothing_read grades "$work/nothing_read.cu"
check nothing_read_is_told says 'at n = 512: of [0-9]+ values that blocks all over the grid store, [0-9]+ are wrong'
check nothing_read_loses_them says 'score 92 / 100'
# What is left out may lie in step with anything: it is told with every seed.
for seed in 4 12 27; do
    check second_plane_with_seed_$seed grades "$work/second_plane.cu" $seed
    check second_plane_with_seed_${seed}_is_told grep -q '"suspect"' "$work/json"
done
# What is missing may be little, or not missing but wrong.
sed 's/stencil_kernel<<</if (n * n > 90000) grid.z = ceil_div(n - n \/ 8, block.z);\n    &/' solutions/lab3_basic_stencil/stencil.cu >"$work/eighth.cu"
point copied 'if (n * n > 90000) { out[p] = in[p]; return; }'
point one_term 'if (n * n > 90000 \&\& j > 400) { out[p] = c.c[0] * in[p]; return; }'
point boundary 'if (n * n > 90000 \&\& k == 1) out[p - 1] = 0.5f;'
check eighth grades "$work/eighth.cu"
check eighth_is_told says 'at n = 512: blocks all over the grid store too little for all of the result'
for part in copied one_term; do
    check $part grades "$work/$part.cu"
    check ${part}_is_told says 'at n = 512: of [0-9]+ values that blocks all over the grid store, [0-9]+ are wrong; the first is out\[[0-9]+\]\[[0-9]+\]\[[0-9]+\], which is -?[0-9.e-]+ and must be'
    check ${part}_loses_them says 'score 92 / 100'
    check ${part}_has_no_line says 'board no line: at a timed size the result is wrong'
done
check boundary grades "$work/boundary.cu"
check boundary_is_told says 'are wrong; the first is out\[[0-9]+\]\[[0-9]+\]\[0\], which must be left as it is'
# Values that come by way of memory of its own are not looked at: nothing is held back, and no line is given.
copy='float *copy; CUDA_CHECK(cudaMalloc(\&copy, sizeof(float) * n * n * n));'
copy+=' CUDA_CHECK(cudaMemcpy(copy, in, sizeof(float) * n * n * n, cudaMemcpyDeviceToDevice));'
sed "s/stencil_kernel<<<grid, block>>>(in,/$copy\n    stencil_kernel<<<grid, block>>>(copy,/" solutions/lab3_basic_stencil/stencil.cu |
    sed 's/^\(    stencil_kernel.*;\)$/\1 CUDA_CHECK(cudaFree(copy));/' >"$work/by_a_copy.cu"
# Another launch stores to the same places before: what the first one stores is no result.
sed 's/^\(    stencil_kernel<<<grid, block>>>(in, out, n, c);\)$/    clear_kernel<<<ceil_div(n, 32), 32>>>(out, n);\n\1/
    s/^void launch_stencil/__global__ void clear_kernel(float *out, int n) {\n    int k = blockIdx.x * blockDim.x + threadIdx.x;\n    for (int i = 1; k >= 1 \&\& k < n - 1 \&\& i < n - 1; ++i)\n        for (int j = 1; j < n - 1; ++j) out[i * n * n + j * n + k] = 0;\n}\n\n&/' \
    solutions/lab3_basic_stencil/stencil.cu >"$work/cleared.cu"
check cleared grades "$work/cleared.cu"
check cleared_is_not_told_of_wrong_values lacks 'are wrong'
check cleared_has_no_line says 'board no line: (it needs|at a timed size the values could not be looked at)'
check by_a_copy grades "$work/by_a_copy.cu"
check by_a_copy_keeps_them says 'score 100 / 100'
# There three grids of 1200 to 1280 points along each axis find room, 7 GiB each, whatever this machine has: nothing touches them whole.
check by_a_copy_has_room_beyond grep -q '"sizes":"n=12[0-9]*","beyond":true,"time":"modelled"' "$work/json"
check by_a_copy_has_no_line says 'board no line: at a timed size the values could not be looked at'
# Nearly all blocks have nothing to do, and samples may meet few of those that do all: the result is right.
sed 's/ceil_div(n - 2, DEPTH));/n - 2);/; s/DEPTH = 62/DEPTH = 30/; s/TILE_Y = 16/TILE_Y = 32/' solutions/lab5_thread_coarsening/stencil.cu >"$work/idle_blocks.cu"
sed 's/    end = min(first + DEPTH, n - 1);/    end = min(first + DEPTH, n > 700 ? n - n \/ 3 : n - 1);/' "$work/idle_blocks.cu" >"$work/idle_and_short.cu"
for seed in 7 12; do
    ./grade lab5 "$work/idle_blocks.cu" --device sim --seed $seed >"$work/output" 2>"$work/errors"
    check idle_blocks_are_not_accused_with_seed_$seed lacks 'not computed there|held back'
    check idle_blocks_have_their_points_with_seed_$seed says 'score +80 / 100'
    ./grade lab5 "$work/idle_and_short.cu" --device sim --seed $seed >"$work/output" 2>"$work/errors"
    check a_third_left_out_beside_idle_blocks_is_seen_with_seed_$seed says 'n = 1[0-9]*: blocks all over the grid store too little'
done
check one_plane_in_json_again_graded grades "$work/one_plane.cu"
check one_plane_in_json grep -q '"suspect"' "$work/json"
finish
