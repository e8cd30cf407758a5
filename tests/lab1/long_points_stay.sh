#!/bin/bash
# Points of TODO 1.3 stay when 1.4 is done: whatever number of pairs of blocks covers the elements with the map of the
# skeleton covers them with one parity a block, and a number that is too small fails with both.
set -u
. tests/script.sh
solution=solutions/lab1_warp_divergence/divergence.cu
skeleton=labs/lab1_warp_divergence/skeleton/divergence.cu
map=$(sed -n '/TODO 1.4/,/end 1.4/ { /return/p }' "$skeleton")

points() { # FILE: the points of TODO 1.3
    ./grade lab1 "$1" --todo 1.3 --quiet 2>"$work/errors" | sed -n 's|^lab1 \([0-9.]*\)/20$|\1|p'
}

number=0
while IFS='|' read -r pairs wanted; do
    both="$work/$((++number))"
    sed "s@^    pairs = .*;@    pairs = $pairs;@" "$solution" >"$both.after.cu"
    MAP=$map awk '/1\.4:/ { print; print ENVIRON["MAP"]; skipped = 1; next } /end 1\.4/ { skipped = 0 } !skipped' \
        "$both.after.cu" >"$both.before.cu"
    before=$(points "$both.before.cu") after=$(points "$both.after.cu")
    check "$pairs/the_file_is_another_one" no same "$both.before.cu" "$solution"
    check "$pairs/as_many_points_after_1.4 ($before, $after)" test "$before" = "$after"
    check "$pairs/$wanted" test "$([[ $before == 20 ]] && echo all || echo short)" = "$wanted"
done <<'END'
ceil_div(ceil_div(n, 2), block)|all
ceil_div(n, 2 * block)|all
ceil_div(n, block)|all
ceil_div(n / 2, block)|short
(n - 1) / (2 * block) + 1|all
n / (2 * block)|short
END
finish
