#!/bin/bash
# grade demo: times of the rows as bars without a GPU, and every one of them is called modelled.
source tests/script.sh

check blocks eval './grade demo blocks --device sim >"$work/output" 2>"$work/errors"'
check says_modelled grep -q '^modelled for the NVIDIA H200, not measured, n = 512$' "$work/output"
check nothing_is_measured no grep -q 'measured on' "$work/output"
check four_rows_and_the_copy test "$(grep -c '#$' "$work/output")" = 5
bar() { # the time of the row that begins so
    grep "^  $1 .*#" "$work/output" | head -n 1 | awk '{ for (i = 1; i <= NF; i++) if ($i ~ /^#/) print $(i - 2) }'
}
check columns_of_threads_are_slower awk -v a="$(bar '32 x 8 x 1')" -v b="$(bar '1 x 8 x 64')" 'BEGIN { exit !(a > 0 && b > 2 * a) }'
check other_gpu eval './grade demo blocks --gpu t4 >"$work/output" 2>"$work/errors"'
check uncalibrated grep -q '^modelled for the Tesla T4, uncalibrated, not measured' "$work/output"
finish
