#!/bin/sh
# Measures the set of kernels on this machine's GPU: `make measure-model` runs it. It writes
#   OUT/times.tsv      name, median ms of one launch, quarter to quarter in percent, ms a launch in a row
#   OUT/counters.csv   Nsight Compute's counters of one warm launch of each, one line a configuration
#   OUT/limits.csv     the same for what limits it: stalls, pipes, how busy each unit was
#   OUT/measured.csv   all of these, one line a configuration: the form of docs/measurements/model_*.csv
#   OUT/lines.csv.gz   executed warp instructions of each machine instruction
# SKIP_LINES=1 leaves the last out, which takes longest.
# usage: measure.sh PROGRAM OUT, where PROGRAM is the built set (tests/model/set/main.cu)
set -eu
program=$1 out=$2
mkdir -p "$out"

# What is modelled.
metrics=gpu__time_duration.sum,sm__cycles_elapsed.max,smsp__inst_executed.sum
metrics=$metrics,smsp__thread_inst_executed_per_inst_executed.ratio,sm__warps_active.avg.pct_of_peak_sustained_active
metrics=$metrics,launch__registers_per_thread,launch__shared_mem_config_size
metrics=$metrics,l1tex__t_sector_hit_rate.pct,l1tex__m_xbar2l1tex_read_sectors.sum
for op in global_op_ld global_op_st; do
    metrics=$metrics,l1tex__t_requests_pipe_lsu_mem_$op.sum,l1tex__t_sectors_pipe_lsu_mem_$op.sum
    metrics=$metrics,l1tex__t_sectors_pipe_lsu_mem_${op}_lookup_hit.sum
done
metrics=$metrics,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum,lts__t_sector_hit_rate.pct
metrics=$metrics,lts__t_sectors_op_read_lookup_hit.sum,dram__bytes_read.sum,dram__bytes_write.sum
metrics=$metrics,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum

# What limits the kernel.
limits=smsp__issue_active.avg.pct_of_peak_sustained_active,sm__cycles_active.avg
for unit in dram__throughput lts__throughput l1tex__throughput sm__throughput; do
    limits=$limits,$unit.avg.pct_of_peak_sustained_elapsed
done
for pipe in alu fma fmaheavy fp64 xu lsu uniform; do limits=$limits,sm__inst_executed_pipe_$pipe.sum; done
for stall in long_scoreboard short_scoreboard barrier math_pipe_throttle lg_throttle mio_throttle tex_throttle wait \
    not_selected no_instruction drain membar sleeping dispatch_stall branch_resolving imc_miss; do
    limits=$limits,smsp__average_warps_issue_stalled_${stall}_per_issue_active.ratio
done
limits=$limits,l1tex__data_pipe_lsu_wavefronts.sum,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum
limits=$limits,l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum,l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum
limits=$limits,l1tex__t_sectors_pipe_lsu_mem_local_op_ld_lookup_hit.sum,lts__t_sectors_op_atom.sum,lts__t_sectors_op_red.sum

"$program" time > "$out/times.tsv"
"$program" list > "$out/names"

# Application replay: the launch that is counted follows three equal ones, and nothing is put back between passes, so
# that the caches are as repeated launches leave them.
profile() {
    ncu --profile-from-start off --replay-mode application --cache-control none --clock-control none "$@" \
        "$program" profile
}
# count NAME METRICS: OUT/NAME.csv, with the names of the configurations before ncu's columns.
count() {
    profile --metrics "$2" --csv --page raw --print-units base > "$out/$1.raw"
    awk 'FNR == NR { name[++n] = $0; next }
         !table && /^"ID"/ { table = 1; print "\"name\"," $0; next }
         table && /^"[0-9]/ { print "\"" name[++k] "\"," $0 }' "$out/names" "$out/$1.raw" > "$out/$1.csv"
    if [ "$(wc -l < "$out/$1.csv")" -le "$(wc -l < "$out/names")" ]; then
        tail -n 5 "$out/$1.raw"
        exit 1
    fi
    rm "$out/$1.raw"
}
count counters "$metrics"
count limits "$limits"
if [ -z "${SKIP_LINES:-}" ]; then
    profile --metrics inst_executed --import-source no -f -o "$out/lines" > /dev/null
    ncu --import "$out/lines.ncu-rep" --page source --csv --print-kernel-base mangled | gzip -9 > "$out/lines.csv.gz"
    rm -f "$out/lines.ncu-rep"
fi
awk -f tests/model/join.awk "$out/times.tsv" "$out/counters.csv" "$out/limits.csv" > "$out/measured.csv"
rm -f "$out/names"
echo "$(wc -l < "$out/times.tsv") configurations timed and counted"
