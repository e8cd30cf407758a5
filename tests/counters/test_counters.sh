#!/bin/bash
# The counters of kernels.cu on the simulator against those of a GPU (h200.tsv, taken by measure.sh), to the unit.
#
# differences.tsv has those that are not equal, with the reason: kernel, counter, simulator, GPU, why. A difference that
# it lacks fails, and so does a line there that is none.
. tests/script.sh

check builds nvcc -cudart shared -no-compress -arch=compute_75 -code=compute_75 tests/counters/kernels.cu -o "$work/kernels"
check runs exits_with 0 ./grade run --quiet --json "$work/run.json" "$work/kernels"
check nothing_is_found grep -q '"findings":\[\]' "$work/run.json"

# From JSON to lines: kernel, counter, value.
sed 's/.*"counters"://; s/"\([A-Za-z_0-9]*\)":{/\n@\1\n/g; s/[,}]/\n/g' "$work/run.json" |
    awk -F '[":]+' '/^@/ { kernel = substr($0, 2) } /^"/ { print kernel "\t" $2 "\t" $3 }' >"$work/simulated"
compared='^((global|shared)_(load|store)_(requests|sectors|bank_conflicts)|divergent_branches)$'
awk -F '\t' -v compared="$compared" -v OFS='\t' '
    FNR == NR { simulated[$1, $2] = $3; next }
    /^#/ { next }
    $1 == "kernel" { for (i = 2; i <= NF; i++) name[i] = $i; next }
    { for (i = 2; i <= NF; i++) if (name[i] ~ compared) print $1, name[i], simulated[$1, name[i]], $i }' \
    "$work/simulated" tests/counters/h200.tsv >"$work/both"
kernels=$(grep -c '^__global__' tests/counters/kernels.cu)
check "all_${kernels}_kernels_are_compared" test "$(cut -f 1 "$work/both" | sort -u | wc -l)" = "$kernels"
check global_memory_has_no_difference no awk -F '\t' '$2 ~ /global/ && $3 != $4 { found = 1 } END { exit !found }' "$work/both"

awk -F '\t' '$3 != $4' "$work/both" | sort >"$work/differ"
grep -v '^#' tests/counters/differences.tsv | cut -f 1-4 | sort >"$work/listed"
comm -3 "$work/differ" "$work/listed" >"$work/output" # in one of them only
check what_differs_is_listed test ! -s "$work/output"
check each_has_a_reason no awk -F '\t' '!/^#/ && $5 == "" { found = 1 } END { exit !found }' tests/counters/differences.tsv
finish
