#!/bin/bash
# The counters of kernels.cu on the simulator, against those of a GPU (h200.tsv, taken by measure.sh), to the unit.
#
# Where they differ, differences.tsv says by what and why: kernel, counter, simulator, GPU, reason. A difference that
# is not listed fails, and so does a listed one that is none.
. tests/script.sh

check builds nvcc -cudart shared -no-compress -arch=compute_75 -code=compute_75 tests/counters/kernels.cu -o "$work/kernels"
check runs_without_findings exits_with 0 ./grade run --quiet --json "$work/run.json" "$work/kernels"
check no_findings grep -q '"findings":\[\]' "$work/run.json"

# From JSON to lines: kernel, counter, value.
sed 's/.*"counters"://; s/"\([A-Za-z_0-9]*\)":{/\n@\1\n/g; s/[,}]/\n/g' "$work/run.json" |
    awk -F '[":]+' '/^@/ { kernel = substr($0, 2) } /^"/ { print kernel "\t" $2 "\t" $3 }' >"$work/simulated"
compared='(global|shared)_(load|store)_(requests|sectors)|divergent_branches'
awk -F '\t' -v compared="^($compared)$" -v OFS='\t' '
    FNR == NR { simulated[$1, $2] = $3; next }
    /^#/ { next }
    $1 == "kernel" { for (i = 2; i <= NF; i++) name[i] = $i; next }
    { for (i = 2; i <= NF; i++) if (name[i] ~ compared) print $1, name[i], simulated[$1, name[i]], $i }' \
    "$work/simulated" tests/counters/h200.tsv >"$work/both"
check all_kernels_are_there test "$(cut -f 1 "$work/both" | sort -u | wc -l)" = "$(grep -c '^__global__' tests/counters/kernels.cu)"

awk -F '\t' '$3 != $4' "$work/both" | sort >"$work/differ"
grep -v '^#' tests/counters/differences.tsv | cut -f 1-4 | sort >"$work/listed"
while IFS=$'\t' read -r kernel counter _; do
    check "${kernel}_$counter" grep -qxF "$(grep -P "^$kernel\t$counter\t" "$work/differ")" "$work/listed"
done < <(cut -f 1,2 "$work/both" | grep -Ff <(cut -f 1,2 "$work/differ"))
echo "ok $(awk -F '\t' '$3 == $4' "$work/both" | wc -l)_counters_are_equal"
check what_is_listed_differs diff "$work/listed" "$work/differ"
check each_has_a_reason awk -F '\t' '!/^#/ && $5 == "" { exit 1 }' tests/counters/differences.tsv
finish
