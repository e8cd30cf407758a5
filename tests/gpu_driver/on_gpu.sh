#!/bin/bash
# The labs on the GPU that is here; `make test-gpu` calls it.
#
#   tests/gpu_driver/on_gpu.sh [LAB | attacks | instructions]...     from the project's root; none: all of them
#
# Solutions get full marks with the ids and points that the simulator gives, unusual right files do too, skeletons and wrong
# files fail; the attacks on the clock gain nothing, and what else announces a time, or points held back for one, gets it; the
# instruction tests hold.
#
# Results are kept in build/tests/on_gpu: what stands there is not run again, until the grader is built anew or with
# FRESH=1. No new work is begun after SECONDS_ALL (420), so that it can be done in parts: exit status 3, and the same
# command goes on. One that takes longer than SECONDS_EACH (300) has failed. JOBS gradings run at a time. What is timed runs
# after them, as many at a time as memory allows: of them one measures, and the others wait for it.
#
# differences.md there: the files on whose tests simulator and GPU disagree. A finding of what only the simulator checks is
# reason enough for a GPU that gets more right; every other file must stand, with a reason, in
# docs/measurements/gpu_differences.md.
source tests/script.sh
unset MAKEFLAGS MFLAGS MAKELEVEL # gradings call make themselves
kept=$PWD/build/tests/on_gpu results=$PWD/build/tests/on_gpu/results root=$PWD
reasons=$PWD/docs/measurements/gpu_differences.md
seconds_all=${SECONDS_ALL:-420} seconds_each=${SECONDS_EACH:-300} jobs=${JOBS:-$((($(nproc) + 1) / 2))}

if ! build/bin/device --probe-gpu >"$work/probe"; then
    echo "skip on_gpu: $(cat "$work/probe")"
    exit 0
fi
mkdir -p "$kept"
for program in build/bin/grade build/bin/device build/bin/student; do
    [[ -n ${FRESH:-} || $program -nt $results ]] && rm -f "$results" "$kept"/*.json "$kept"/*.difference
done
touch "$results"

# ---- What there is to do: lines "NAME<tab>COMMAND ..." ------------------------------------------------------------

wanted=("$@")
((${#wanted[@]})) || wanted=($(for spec in labs/*/lab.spec; do sed -n 's/^lab *\([^ ]*\).*/\1/p' "$spec"; done) attacks instructions)

# Does the head of file $1 announce what becomes of its time? Then it is graded with it.
has_time() {
    grep -qE '^// EXPECT (time|withheld):' "$1"
}

list_lab() {
    local folder file name status
    folder=$(echo labs/"$1"_*/)
    printf '%s\n' "$1/solution	grade 0 $1 --solution" "$1/points	points $1" \
        "$1/skeleton	grade 1 $1 ${folder}skeleton/$(sed -n 's/^source *\([^ #]*\).*/\1/p' "$folder/lab.spec")"
    for file in tests/"$1"/{right,wrong}/*.cu; do
        [[ -e $file ]] || continue
        name=${file#tests/} name=${name%.cu} status=1
        [[ $name == */right/* ]] && status=0
        grep -q '^// EXPECT refused:' "$file" && status=2
        has_time "$file" && echo "$name/timed	timed $name"
        # What points are held back for is wrong only where it is timed: without the time it is right.
        grep -q '^// EXPECT withheld:' "$file" || echo "$name	grade $status $1 $file"
    done
}

for part in "${wanted[@]}"; do
    case $part in
    attacks) for file in tests/attacks/*.cu; do
        name=${file#tests/} && name=${name%.cu}
        has_time "$file" && echo "$name	timed $name"
    done ;;
    instructions) for program in build/tests/warpsim/test_* build/tests/gpu_driver/test_fingerprint; do
        [[ -x $program && ! -d $program && $program != *.* && ! $program =~ _(printing|refusal|cluster)$ ]] &&
            echo "instructions/${program##*/}	instructions $program"
    done ;;
    *) list_lab "$part" ;;
    esac
done >"$work/list"

# ---- One unit -----------------------------------------------------------------------------------------------------

# Times take minutes and decide nothing here: a copy of the project without them.
copy_project "$work/project" || exit 2
sed -i -E '/^(time |leaderboard)/d' "$work"/project/labs/*/lab.spec

result() { # ok|"not ok" NAME [why]
    printf '%s %s%s\n' "$1" "$2" "${3:+: $3}" | tee -a "$results"
}

# The tests of JSON $1 whose verdicts differ, as "right on the GPU only, wrong on the GPU only, tests"; empty where none does.
differences() {
    local luck misses tests
    luck=$(grep -o '"on_gpu":"right","on_simulator":"wrong"' "$1" | wc -l)
    misses=$(grep -o '"on_gpu":"wrong","on_simulator":"right"' "$1" | wc -l)
    tests=$(grep -o '"on_gpu":"' "$1" | wc -l)
    ((luck + misses)) && echo "$luck $misses $tests"
}

# Why the GPU may get more of file $1 right, given its JSON $2 and how many it gets right alone and wrong alone.
reason_of() {
    local known checks
    known=$(sed -n "s#^| *$1 *| *\(.*[^ ]\) *|\$#\1#p" "$reasons")
    checks=$(grep -oE '"check":"(race|out-of-bounds|uninitialised|barrier|read-only)"' "$2" | cut -d'"' -f4 | sort -u | paste -sd, | sed 's/,/, /g')
    [[ -z $known && -n $checks && $4 == 0 ]] && known="the simulator finds: $checks"
    echo "$known"
}

grade() { # NAME STATUS LAB ARGUMENTS...: the file gets that exit status; a difference has its reason
    local name=$1 expected=$2 status json difference reason
    shift 2
    json=$kept/${name//\//_}.json
    (cd "$work/project" && exec timeout -k 5 "$seconds_each" ./grade "$@" --seed 5 --device both --workers 2 --quiet --json "$json") \
        >"$work/${name//\//_}" 2>&1
    status=$?
    ((status == 124 || status == 137)) && { result 'not ok' "$name" "no end after $seconds_each s"; return; }
    ((status == expected)) || { result 'not ok' "$name" "exit status $status, expected $expected: $(tr '\n' ' ' <"$work/${name//\//_}")"; return; }
    difference=$(differences "$json")
    if [[ -n $difference ]]; then
        set -- $difference
        reason=$(reason_of "$name" "$json" "$1" "$2")
        echo "| $name | $3 | $1 | $2 | $reason |" >"$kept/${name//\//_}.difference"
        [[ -n $reason ]] ||
            { result 'not ok' "$name" "of $3 tests $1 are right on the GPU alone, $2 on the simulator alone; no reason in ${reasons#"$root"/}"; return; }
    fi
    result ok "$name"
}

points() { # NAME LAB: ids and points are the simulator's
    local ids='"(id|score|max_score)":[^,}]*'
    (cd "$work/project" && ./grade "$2" --solution --seed 5 --device sim --quiet --json "$work/sim_$2.json") >"$work/sim_$2" 2>&1
    [[ -e $kept/$2_solution.json ]] || (cd "$work/project" && ./grade "$2" --solution --seed 5 --device both --quiet --json "$kept/$2_solution.json") >"$work/sim_$2" 2>&1
    if cmp -s <(grep -oE "$ids" "$kept/$2_solution.json") <(grep -oE "$ids" "$work/sim_$2.json"); then
        result ok "$1"
    else
        result 'not ok' "$1" 'ids or points are not those of the simulator'
    fi
}

timed() { # NAME FILE, as its head announces, with its time
    local said
    said=$(build/tests/submissions/run_submissions --jobs 1 "$2")
    if [[ $said == ok* ]]; then result ok "$1"; else result 'not ok' "$1" "${said#*: }"; fi
}

instructions() { # NAME PROGRAM
    local log=$kept/${2##*/}.log status
    WARPBOOK_TESTS_ON_GPU=1 timeout -k 5 60 "$2" >"$log" 2>&1
    status=$?
    if ((status == 0)) && grep -q '^ok' "$log"; then
        result ok "$1"
    elif ((status == 124 || status == 137)); then
        result 'not ok' "$1" "no end after 60 s; the last test to end: $(tail -n 1 "$log")"
    else
        result 'not ok' "$1" "$(grep -m 3 '^not ok' "$log" | tr '\n' ' ')"
    fi
}

# ---- All of them --------------------------------------------------------------------------------------------------

left=0
run_units() { # how many at a time, which: those of the list that match
    local name command
    while IFS=$'\t' read -r name command; do
        [[ $command =~ $2 ]] || continue
        grep -qE "^(ok|not ok) $name(:|\$)" "$results" && continue
        if ((SECONDS >= seconds_all)); then
            ((left += 1))
            continue
        fi
        while (($(jobs -rp | wc -l) >= $1)); do wait -n; done
        set -- "$1" "$2" $command
        "$3" "$name" "${@:4}" &
        set -- "$1" "$2"
    done <"$work/list"
    wait
}
run_units "$jobs" '^(grade|points|instructions)'
each=7 # GiB: a time at n = 512 takes 6, one of lab 7 at n = 768 21
grep -q '	timed lab7/' "$work/list" && each=21
by_memory=$(awk -v each=$each '/^MemAvailable/ { print int($2 / 1048576 / each) }' /proc/meminfo)
((jobs > by_memory)) && jobs=$((by_memory > 1 ? by_memory : 1))
run_units "$jobs" '^timed'

{
    echo '| File | Tests | right on the GPU alone | right on the simulator alone | Reason |'
    echo '| --- | --- | --- | --- | --- |'
    cat "$kept"/*.difference 2>/dev/null
} >"$kept/differences.md"
names=$(cut -f1 "$work/list")
passed=$(grep -E '^ok ' "$results" | sed 's/^ok //' | grep -cxF -f <(echo "$names"))
failed=$(grep -E '^not ok ' "$results" | sed 's/^not ok //; s/:.*//' | grep -cxF -f <(echo "$names"))
grep -E '^not ok ' "$results"
echo "$passed passed, $failed failed; differences: $(($(wc -l <"$kept/differences.md") - 2)) files, in build/tests/on_gpu/differences.md"
((left)) && { echo "$left left: type the same command again"; exit 3; }
((failed == 0 && passed > 0))
