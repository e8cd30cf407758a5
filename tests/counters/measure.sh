#!/bin/bash
# Takes the numbers of tests/counters/NAME.tsv on the GPU that is here: tests/counters/measure.sh NAME
#
# Needs Nsight Compute (ncu) and the permission to read hardware counters. One launch of each kernel.
set -euo pipefail
cd "$(dirname "$0")/../.."
name=${1:?"a name for the GPU, such as h200"}
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT

# Our name of a counter, and the hardware's.
counters=(
    global_load_requests l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
    global_load_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
    global_store_requests l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
    global_store_sectors l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
    shared_load_requests smsp__inst_executed_op_shared_ld.sum
    shared_store_requests smsp__inst_executed_op_shared_st.sum
    shared_load_bank_conflicts l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
    shared_store_bank_conflicts l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
    branches smsp__sass_branch_targets.sum
    divergent_branches smsp__sass_branch_targets_threads_divergent.sum
    warp_instructions smsp__inst_executed.sum
    thread_instructions smsp__thread_inst_executed.sum
)
ours=() theirs=()
for ((i = 0; i < ${#counters[@]}; i += 2)); do
    ours+=("${counters[i]}")
    theirs+=("${counters[i + 1]}")
done
metrics=$(IFS=, && echo "${theirs[*]}")

nvcc -cudart shared -arch=compute_75 -code=compute_75,sm_75,sm_90 tests/counters/kernels.cu -o "$work/kernels"
ncu --csv --page raw --print-units base --clock-control none --metrics "$metrics" "$work/kernels" >"$work/ncu"
gpu=$(nvidia-smi --query-gpu=name,driver_version --format=csv,noheader)
{
    echo "# Counted by Nsight Compute on an $gpu: tests/counters/measure.sh $name"
    (IFS=$'\t' && echo "kernel	${ours[*]}")
    # The CSV has a line of names, a line of units, and a line for each launch; all values are quoted.
    grep '^"' "$work/ncu" | awk -v names="${theirs[*]}" '
        { gsub(/^"|"$/, ""); fields = split($0, field, /","/) }
        NR == 1 { for (i = 1; i <= fields; i++) column[field[i]] = i; count = split(names, wanted, " "); next }
        NR == 2 { next }
        {
            line = field[column["Kernel Name"]]
            sub(/\(.*/, "", line)
            for (i = 1; i <= count; i++) {
                value = field[column[wanted[i]]]
                gsub(/,/, "", value)
                line = line "\t" value
            }
            print line
        }'
} >"tests/counters/$name.tsv"
