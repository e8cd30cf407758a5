#!/bin/bash
# grade run --model: what must hold whatever the model's numbers are. More work is never faster, twice the work takes about
# twice as long, the bound is the one that the kernel was written for, and the same is said on every machine.
source tests/script.sh
program=build/tests/run_programs/modelled

# model OUT [OPTION...] -- NAME...: the launches by those names, one line each of JSON in OUT.
model() {
    local out=$1 options=()
    shift
    while [[ $1 != -- ]]; do options+=("$1") && shift; done
    shift
    ./grade run --model --samples-only --json "$work/json" "${options[@]}" $program "$@" >"$work/output" 2>"$work/errors" &&
        sed 's/.*"launches":\[//; s/{"kernel"/\n&/g' "$work/json" | grep '^{"kernel"' | sed 's/[],}]*$//' >"$out"
}
# value OUT LINE NAME: that number or word of a launch.
value() {
    sed -n "$2p" "$1" | grep -oE "\"$3\":(\"[^\"]*\"|[^,}]*)" | tail -n 1 | sed 's/^[^:]*://; s/"//g'
}
# holds EXPRESSION, with a and b from two launches: holds OUT NAME LINE LINE EXPRESSION
holds() {
    awk -v a="$(value "$1" "$3" "$2")" -v b="$(value "$1" "$4" "$2")" "BEGIN { exit !(a != \"\" && b != \"\" && ($5)) }"
}
names='copy=4 copy=16 copy=32 stride=1 stride=8 multiply=200 multiply=400 chase=1000 march=16 march=32 wide=8'
all=$work/all

check models model "$all" -- $names
check one_entry_a_launch test "$(wc -l <"$all")" = 11
for field in grid block counters modelled_ms low_ms high_ms bound warp_instructions_executed l1_hit_percent l2_read_sectors \
    l2_hit_percent dram_read_bytes dram_write_bytes achieved_occupancy_percent registers_per_thread; do
    check "every_launch_has_$field" test "$(grep -c "\"$field\":" "$all")" = 11
done
within() {
    local line
    for line in {1..11}; do
        awk -v low="$(value "$all" $line low_ms)" -v ms="$(value "$all" $line modelled_ms)" -v high="$(value "$all" $line high_ms)" \
            -v l1="$(value "$all" $line l1_hit_percent)" -v l2="$(value "$all" $line l2_hit_percent)" \
            -v issue="$(value "$all" $line issue_percent)" -v bound="$(value "$all" $line bound_percent)" \
            -v warps="$(value "$all" $line achieved_occupancy_percent)" 'function part(x) { return x >= 0 && x <= 100 }
            BEGIN { exit !(low > 0 && low <= ms && ms <= high && part(l1) && part(l2) && part(issue) && part(bound) && part(warps)) }' ||
            return 1
    done
}
check in_its_range within

# Sizes.
check twice_the_copy_about_twice_the_time holds "$all" modelled_ms 2 3 'b > 1.7 * a && b < 2.3 * a'
check twice_the_products_about_twice_the_time holds "$all" modelled_ms 6 7 'b > 1.6 * a && b < 2.3 * a'
check twice_the_planes_about_twice_the_time holds "$all" modelled_ms 9 10 'b > 1.6 * a && b < 2.3 * a'
check more_sectors_are_not_faster holds "$all" modelled_ms 4 5 'b >= a'
check copy_reads_its_bytes holds "$all" dram_read_bytes 3 3 'a > 0.95 * 134217728 && a < 1.05 * 134217728'
check copy_writes_its_bytes holds "$all" dram_write_bytes 3 3 'a > 0.95 * 134217728 && a < 1.05 * 134217728'
check no_copy_beats_the_memory holds "$all" modelled_ms 3 3 'a > 268435456 / 4814e9 * 1000'
check march_loads_all_planes holds "$all" l2_read_sectors 9 9 'a > 0.9 * 16 * 131072'
check march_reads_its_bytes holds "$all" dram_read_bytes 10 10 'a > 0.9 * 134217728 && a < 1.15 * 134217728'

# What limits them.
# Nsight Compute on an H200: 88 % of DRAM's bandwidth where each thread copies a float4, 55 % where it copies a float.
check copy_is_bound_by_dram test "$(value "$all" 11 bound)" = 'DRAM bandwidth'
check copy_of_floats_is_not holds "$all" modelled_ms 3 11 'a > 1.1 * b'
check products_are_bound_by_issue test "$(value "$all" 7 bound)" = 'instruction issue'
check chase_is_not_bound_by_bandwidth no grep -qE 'bandwidth' <<<"$(value "$all" 8 bound)"

# Machine instructions a round of a warp, of lines that become several: an H200 executes 11 for a root with its sum, and 2 for a
# sine.
check several_a_line model "$work/several" -- roots=400 sines=400
check roots_have_their_instructions holds "$work/several" warp_instructions_executed 1 1 \
    'a / (1056 * 8 * 400) > 10 && a / (1056 * 8 * 400) < 13'
check sines_have_their_instructions holds "$work/several" warp_instructions_executed 2 2 \
    'a / (1056 * 8 * 400) >= 2 && a / (1056 * 8 * 400) < 3'
# Lanes that leave early cost their warp nothing, and the rounds of an unrolled loop are counted once: an H200 executes 143
# instructions a warp for a row of nine elements (`ell_nine_bands` of docs/measurements/model_unseen.csv).
check ways_to_the_end model "$work/ends" -- leave=0 leave=1 bands=9
check who_leaves_early_adds_nothing holds "$work/ends" warp_instructions_executed 1 2 'b < 1.02 * a && b > 0.98 * a'
check unrolled_rounds_are_counted_once holds "$work/ends" warp_instructions_executed 3 3 \
    'a / (2048 * 8) > 136 && a / (2048 * 8) < 150'

# The same on every machine: with one worker and several, in another order, and cold.
check one_worker model "$work/one" --workers 1 -- $names
check three_workers model "$work/three" --workers 3 -- $names
check workers_change_nothing same "$all" "$work/one"
check nor_more_of_them same "$all" "$work/three"
check other_order model "$work/back" -- $(tr ' ' '\n' <<<"$names" | tac)
check order_changes_nothing same <(sort "$all") <(sort "$work/back")
check cold model "$work/cold" --cold -- copy=4 copy=32
check cold_copy_reads_dram holds "$work/cold" dram_read_bytes 1 1 'a > 0.9 * 16777216'
check warm_copy_of_little_does_not holds "$all" dram_read_bytes 1 1 'a < 0.1 * 16777216'

# Other GPUs: said to be uncalibrated, and slower where the memory is.
check other_gpu model "$work/t4" --gpu t4 -- copy=32
check other_gpu_is_uncalibrated test "$(value "$work/t4" 1 calibrated)" = false
check h200_is_calibrated test "$(value "$all" 1 calibrated)" = true
check slower_memory_is_slower awk -v a="$(value "$all" 3 modelled_ms)" -v b="$(value "$work/t4" 1 modelled_ms)" \
    'BEGIN { exit !(b > 10 * a) }'

# Machine code of an A100 whose last instructions, behind the end, are jumped to: once that was written past the end of a list.
jumps_behind_the_end() {
    ./grade model lab7 tests/lab7/right/skeleton_own_way.cu --gpu a100 --json "$work/a100.json" >"$work/output" 2>"$work/errors" &&
        grep -q '"a100"' "$work/a100.json"
}
check jumps_behind_the_end_lead_nowhere jumps_behind_the_end
finish
