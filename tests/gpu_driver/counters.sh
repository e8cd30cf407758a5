#!/bin/bash
# What Nsight Compute counts of a launch_stencil at n = 512, for the tables of the handouts; `make gpu-counters` calls it
# for the solutions, and for functions of other names.
#
#   tests/gpu_driver/counters.sh FILE.cu[:FUNCTION]...     from the project's root
#
# A line a kernel: instructions of warps, sectors read from L2, bytes read from DRAM and written to it, L1 hits, bank
# conflicts (loads and stores), warps active, how busy L2 was, time under the profiler. Needs ncu and the right to read
# counters.
source tests/script.sh
size=${SIZE:-512}
ncu=$(command -v ncu || compgen -G '/usr/local/cuda/bin/ncu' || compgen -G '/opt/nvidia/nsight-compute/*/ncu' | tail -n 1)
if [[ -z $ncu ]]; then
    echo 'skip counters: Nsight Compute (ncu) is not installed'
    exit 0
fi
metrics=(smsp__inst_executed.sum lts__t_sectors_op_read.sum dram__bytes_read.sum dram__bytes_write.sum
    l1tex__t_sector_hit_rate.pct l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
    l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum sm__warps_active.avg.pct_of_peak_sustained_active
    lts__throughput.avg.pct_of_peak_sustained_elapsed gpu__time_duration.sum)

printf '%-32s %12s %12s %12s %12s %8s %10s %10s %8s %8s %8s\n' "n = $size" instructions 'L2 sectors' 'DRAM read' written \
    'L1 hit %' 'conflicts' 'of stores' 'warps %' 'L2 %' ms
for file; do
    function=${file##*:}
    [[ $function == "$file" ]] && function=launch_stencil
    nvcc -O3 -arch=compute_75 -I. -DSUBMISSION="\"$PWD/${file%:*}\"" -DFUNCTION="$function" tests/gpu_driver/launch_once.cu -o "$work/once" || exit 2
    "$ncu" --csv --page raw --print-units base --clock-control none --metrics "$(IFS=, && echo "${metrics[*]}")" \
        "$work/once" "$size" >"$work/table" 2>&1 || { tail -n 3 "$work/table"; exit 2; }
    # A line of names, one of units, and one for each launch; all values are quoted.
    name=${file#solutions/} name=${name#labs/*:} name=${name%/stencil.cu}
    grep '^"' "$work/table" | awk -v names="${metrics[*]}" -v file="$name" '
        { gsub(/^"|"$/, ""); fields = split($0, field, /","/) }
        NR == 1 { for (i = 1; i <= fields; i++) column[field[i]] = i }
        NR > 2 {
            count = split(names, name, " ")
            for (i = 1; i <= count; i++) { value[i] = field[column[name[i]]]; gsub(/,/, "", value[i]) }
            printf "%-32.32s %12.0f %12.0f %12.0f %12.0f %8.2f %10.0f %10.0f %8.1f %8.1f %8.4f\n", file, value[1], value[2],
                value[3], value[4], value[5], value[6], value[7], value[8], value[9], value[10] / 1e6
        }'
done
