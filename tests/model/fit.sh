#!/bin/bash
# Fits numbers of the model of time to measured kernels: `make fit-model` runs it, without a GPU. For each line of fit.tsv it
# looks for the value with which the median of |ln(modelled / measured)| over that line's kernels is least: five values
# between 0.7 and 1.4 times the one that stands, then halves of the distance, three times. One number at a time, the others as
# they stand; one whose kernels are off by 2 % or less stands, for that is how much times of small kernels vary. It changes nothing, prints a line a number, and ends with what it would set, in the form of a .gpu file.
# usage: fit.sh GPU OUT SET=PROGRAM=MEASURED.csv... [-- NUMBER...]     numbers: only these of fit.tsv
set -u
gpu=$1 out=$2
shift 2
declare -A program measured
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    IFS='=' read -r set path csv <<< "$1"
    program[$set]=$(realpath "$path") measured[$set]=$(realpath "$csv")
    shift
done
[ $# -gt 0 ] && shift
only=" $* "

# The graders' programs again, with data files of their own: they look for these beside themselves.
rm -rf "$out/tree"
mkdir -p "$out/tree/build" "$out/tree/grader"
cp -al build/bin build/lib "$out/tree/build/" 2>/dev/null || cp -a build/bin build/lib "$out/tree/build/"
cp -a grade "$out/tree/"
cp -a grader/gpus "$out/tree/grader/"
cp -a labs "$out/tree/"
cp -a build/nvcc_flags "$out/tree/build/" 2>/dev/null
file=$out/tree/grader/gpus/$gpu.gpu
[ -f "$file" ] || { echo "There is no grader/gpus/$gpu.gpu; ./grade --gpu list names those there are." >&2; exit 2; }

# The value that stands: the data file's, or else the one of model_numbers.h.
standing() {
    awk -v key="model_$1" '$1 == key { print $2; found = 1 } END { exit !found }' "grader/gpus/$gpu.gpu" ||
        grep -oE "X\($1, [0-9.]+" grader/gpus/model_numbers.h | grep -oE '[0-9.]+$'
}

# ms NUMBER VALUE SET KERNEL: modelled with that value.
ms() {
    grep -v "^model_$1 " "grader/gpus/$gpu.gpu" > "$file"
    echo "model_$1 $2" >> "$file"
    rm -f "$out/one.json"
    (cd "$out/tree" && timeout 300 ./grade run --gpu "$gpu" --model --samples-only --json ../one.json "${program[$3]}" once "$4.") \
        > "$out/one.log" 2>&1
    grep -oE '"modelled_ms":[0-9.e+-]+' "$out/one.json" 2>/dev/null | tail -n 1 | cut -d: -f2
}
# of CSV KERNEL: measured between two events
of() {
    awk -v name="$2" '$1 == name { print $2 }' <(sed 's/"[^"]*"/grid/g' "$1" | awk -F, '{ print $1, $4 }')
}
# error NUMBER VALUE SET KERNEL...: the median of |ln(modelled / measured)|, in percent
error() {
    local number=$1 value=$2 set=$3
    shift 3
    for kernel; do
        echo "$(ms "$number" "$value" "$set" "$kernel") $(of "${measured[$set]}" "$kernel")"
    done | awk 'NF == 2 && $1 > 0 && $2 > 0 { e = log($1 / $2); print (e < 0 ? -e : e) * 100 }' | sort -g |
        awk '{ e[NR] = $1 } END { if (!NR) print 999; else print NR % 2 ? e[(NR + 1) / 2] : (e[NR / 2] + e[NR / 2 + 1]) / 2 }'
}
times() {
    awk -v a="$1" -v b="$2" 'BEGIN { printf "%.4g", a * b }'
}

printf '%-20s %10s %10s %14s %14s   %s\n' number stands fitted 'error then, %' 'fitted, %' kernels
would=
while IFS=$'\t' read -r number set kernels; do
    [[ $number == \#* || -z ${program[$set]:-} ]] && continue
    [[ $only == "  " || $only == *" $number "* ]] || continue
    now=$(standing "$number")
    read -ra names <<< "$kernels"
    first=$(error "$number" "$now" "$set" "${names[@]}")
    best=$now least=$first
    try() {
        local e
        e=$(error "$number" "$1" "$set" "${names[@]}")
        # Where a number makes no difference, the one that stands does.
        if awk -v a="$e" -v b="$least" 'BEGIN { exit !(a < b - 0.05) }'; then best=$1 least=$e; fi
    }
    close=$(awk -v e="$first" 'BEGIN { print e <= 2 }')
    for k in $([ "$close" = 1 ] || echo 0.7 0.85 1.2 1.4); do try "$(times "$now" $k)"; done
    for step in $([ "$close" = 1 ] || echo 0.08 0.04 0.02); do
        middle=$best
        try "$(times "$middle" "$(awk -v s=$step 'BEGIN { print 1 - s }')")"
        try "$(times "$middle" "$(awk -v s=$step 'BEGIN { print 1 + s }')")"
    done
    printf '%-20s %10s %10s %14.1f %14.1f   %s\n' "$number" "$now" "$best" "$first" "$least" "$kernels"
    [ "$best" = "$now" ] || would+="model_$number $best"$'\n'
done < tests/model/fit.tsv
rm -rf "$out/tree" "$out/one.json" "$out/one.log"
printf '\nWhat it would set, for grader/gpus/%s.gpu:\n%s' "$gpu" "${would:-nothing
}"
