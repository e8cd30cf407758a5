#!/bin/bash
# Grades the solutions again and again on the GPU that is here; `make gpu-repeats N=20 LABS=lab3` calls it.
#
#   tests/gpu_driver/repeats.sh N [LAB]...     from the project's root
#
# One line a lab that has a time: scores, and percent of copy from the lowest to the highest. Exits 1 where scores differ,
# or percent of copy by 2 points or more. Each time stays in build/tests/on_gpu/repeats_LAB.
source tests/script.sh
repeats=$1
shift
kept=build/tests/on_gpu
if ! build/bin/device --probe-gpu >"$work/probe"; then
    echo "skip repeats: $(cat "$work/probe")"
    exit 0
fi
mkdir -p "$kept"

number() { # of key $1 in the JSON
    grep -oE "\"$1\":[-0-9.e]+" "$work/json" | head -n 1 | cut -d: -f2
}

printf '%-6s %8s  %-12s %10s %10s %10s\n' lab gradings scores lowest highest apart
for lab; do
    grep -q '^time ' labs/"$lab"_*/lab.spec || continue
    : >"$kept/repeats_$lab"
    for ((i = 0; i < repeats; i++)); do
        ./grade "$lab" --solution --device gpu --quiet --json "$work/json" >"$work/output" 2>&1
        echo "$(number score) $(number percent_of_copy) $(number spread_percent) $(number runs)" >>"$kept/repeats_$lab"
    done
    awk -v lab="$lab" '
        !seen[$1]++ { scores = scores (scores == "" ? "" : ",") $1; kinds++ }
        NR == 1 || $2 < low { low = $2 }
        NR == 1 || $2 > high { high = $2 }
        END {
            printf "%-6s %8d  %-12s %10.2f %10.2f %10.2f\n", lab, NR, scores, low, high, high - low
            exit !(kinds == 1 && high - low < 2 && low > 0)
        }' "$kept/repeats_$lab" || failures=1
done
finish
