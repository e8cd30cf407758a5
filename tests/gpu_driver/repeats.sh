#!/bin/bash
# Grades the solutions again and again on the GPU that is here; `make gpu-repeats N=20 LABS=lab3` calls it.
#
#   tests/gpu_driver/repeats.sh N [LAB]...     from the project's root
#
# One line for each time that a lab has measured, or one for a lab that has none: scores, and percent of copy from the
# lowest to the highest. Exits 1 where scores differ, where percent of copy does by 2 points or more, or where a grading has
# no score or no time. JOBS gradings run at a time, of which one measures. What each found stays in
# build/tests/on_gpu/repeats_LAB: score, sizes, percent of copy, spread in percent, runs.
source tests/script.sh
repeats=$1
shift
kept=build/tests/on_gpu
if ! build/bin/device --probe-gpu >"$work/probe"; then
    echo "skip repeats: $(head -n 1 "$work/probe")"
    exit 0
fi
mkdir -p "$kept"

# One for each 4 processors, and as many as the memory holds: lab 7 at n = 768 takes 21 GiB.
by_processors=$(($(nproc) / 4)) by_memory=$(awk '/^MemAvailable/ { print int($2 / 1048576 / 21) }' /proc/meminfo)
jobs=${JOBS:-$((by_processors < by_memory ? by_processors : by_memory))}
((jobs > 0)) || jobs=1

# What the grading with this JSON found: a line for each time, one without a time where there is none.
found() {
    local score
    [[ -e $1 ]] || : >"$1" # nothing was graded
    score=$(grep -oE '"score":[-0-9.e]+' "$1" | head -n 1 | cut -d: -f2)
    sed -n 's/.*"times":\[//p' "$1" | sed 's/{"entry":/\n&/g' | grep -E '"percent_of_copy":[0-9]' | awk -v score="${score:-none}" '
        function value(key, member) {
            if (!match($0, "\"" key "\":\"?[^\",}]+")) return "-"
            member = substr($0, RSTART, RLENGTH)
            sub(/^"[a-z_]*":"?/, "", member)
            return member
        }
        { print score, value("sizes"), value("percent_of_copy"), value("spread_percent"), value("runs") }
        END { if (!NR) print score, "-", "-", "-", "-" }'
}

repeat() { # LAB NUMBER
    local json=$work/$1_$2
    ./grade "$1" --solution --device gpu --workers $((($(nproc) + jobs - 1) / jobs)) --quiet --json "$json" >"$json.output" 2>&1
    found "$json" >"$json.found"
    cat "$json.found" >>"$kept/repeats_$1" # short: whole lines
}

for lab; do
    : >"$kept/repeats_$lab"
    for ((i = 0; i < repeats; i++)); do
        while (($(jobs -rp | wc -l) >= jobs)); do wait -n; done
        repeat "$lab" $i &
    done
done
wait

printf '%-6s %-7s %9s  %-12s %8s %8s %8s\n' lab time gradings scores lowest highest apart
for lab; do
    awk -v lab="$lab" -v repeats="$repeats" -v times="$(grep -c '^time ' labs/"$lab"_*/lab.spec)" '
        !($2 in count) { order[++sizes] = $2; low[$2] = high[$2] = $3 }
        { count[$2]++ }
        !seen[$2, $1]++ { scores[$2] = scores[$2] (kinds[$2]++ ? "," : "") $1 }
        $1 !~ /^[0-9]/ || (times && $3 !~ /^[0-9]/) { bad = 1 }
        $3 + 0 < low[$2] + 0 { low[$2] = $3 }
        $3 + 0 > high[$2] + 0 { high[$2] = $3 }
        END {
            for (i = 1; i <= sizes; i++) {
                s = order[i]
                numbers = s == "-" ? sprintf("%8s %8s %8s", "-", "-", "-") : \
                    sprintf("%8.2f %8.2f %8.2f", low[s], high[s], high[s] - low[s])
                printf "%-6s %-7s %9d  %-12s %s\n", lab, s, count[s], scores[s], numbers
                if (kinds[s] != 1 || count[s] != repeats || high[s] - low[s] >= 2) bad = 1
            }
            exit bad || sizes != (times ? times : 1)
        }' "$kept/repeats_$lab" || failures=1
done
finish
