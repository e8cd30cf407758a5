#!/bin/bash
# A made-up class of 200: every kind of folder, name and mistake, and the attacks' files as members. Their marks are those of grading
# one by one, no neighbour's mark is changed by an attack, and it is told what time and memory it took.
#
#   EVERY=3    every third submission of lab 3 and every third attack (default 1: all of them)
set -u
. tests/script.sh
. tests/class/files.sh
every=${EVERY:-1}
class=$work/class none=10 # of these have handed in no submission
mapfile -t good < <(ls tests/lab3/right/*.cu tests/lab3/wrong/*.cu | awk -v every="$every" 'NR % every == 0' | sed 's|^tests/||; s|\.cu$||')
mapfile -t attacks < <(ls tests/attacks/*.cu | awk -v every="$every" 'NR % every == 0' | sed 's|^tests/||; s|\.cu$||')
all=("${good[@]}" "${attacks[@]}")
students=200 # or more, where there are more files than that
((${#all[@]} + none > students)) && students=$((${#all[@]} + none))

# Student $1 of the class, whose file is $2, in the layout of one of the systems.
place() {
    case $(($1 % 4)) in
    0) echo "Stu Dent $1 é_$((1000 + $1))_assignsubmission_file_/stencil.cu" ;;
    1) echo "dentstu$1_LATE_$((2000 + $1))_$((9000 + $1))_stencil.cu" ;;
    2) echo "Lab 3_stu$1_attempt_2026-03-04-12-30-$((10 + $1 % 50))_Stencil (1).cu" ;;
    3) echo "Stu Dent $1; \$(reboot)_$((1000 + $1))_assignsubmission_file_stencil.cu" ;;
    esac
}
for ((i = 0; i < students - none; i++)); do hand_in "$class/$(place "$i")" "${all[i % ${#all[@]}]}"; done
for ((; i < students; i++)); do # what is no submission
    mkdir -p "$class/No File ${i}_$((1000 + i))_assignsubmission_file_"
    ((i % 2)) && echo x >"$class/No File ${i}_$((1000 + i))_assignsubmission_file_/report $i.pdf"
done
"$pack" "$work/class.zip" "$class"

start=$(date +%s)
grade_class() { ./grade class lab3 "$work/class.zip" --out "$work/out" --seed 7; }
grade_class >/dev/null 2>&1 # a machine that others use, too, may have been in the way of some:
check the_class exits_with 0 grade_class
seconds=$(($(date +%s) - start))
query() { sqlite3 "$work/out/class.db" "$1"; }
check students is "$(query 'SELECT count(*) FROM students')" "$students"
check each_has_a_result is "$(query "SELECT count(*) FROM hand_ins WHERE hash IS NOT NULL AND NOT EXISTS (SELECT 1 FROM results WHERE results.hash = hand_ins.hash)")" 0

# One by one: the same score, or the same refusal.
differences=0
for name in "${all[@]}"; do
    submission "$name" >"$work/one.cu"
    hash=$(sha256sum <"$work/one.cu") && hash=${hash%% *}
    ./grade lab3 "$work/one.cu" --seed 7 --device sim --workers 1 --quiet --json "$work/one.json" >/dev/null 2>&1
    alone=$(python3 -c 'import json, sys; r = json.load(open(sys.argv[1])); print(r.get("score", "refused"))' "$work/one.json")
    together=$(query "SELECT iif(state = 'refused', state, score) FROM results WHERE hash = '$hash'")
    rm -f "$work/one.json"
    [[ ${alone%.0} == "${together%.0}" ]] && continue
    echo "# $name: alone $alone, in the class $together"
    ((++differences))
done
check as_one_by_one is "$differences" 0
check nobody_is_held_up_longer_than_a_grading_may_take test "$(query 'SELECT max(seconds) < 600 FROM attempts')" = 1
check no_attack_has_left_a_process no pgrep -f "$work/out"
echo "# ${#all[@]} different files (${#attacks[@]} attacks) of $students students in $seconds s, $(nproc) processors:" \
    "$(query "SELECT printf('%.0f s of processor time, at most %d MiB a process, slowest %.1f s', sum(cpu_seconds), max(memory_kib) / 1024, max(seconds)) FROM attempts")"
echo "# processor seconds, mean by outcome: $(query "SELECT group_concat(outcome || ' ' || round(mean, 2), ', ') FROM (SELECT outcome || iif(passed, ' right', '') AS outcome, avg(cpu_seconds) AS mean FROM attempts JOIN results USING (hash, condition) GROUP BY 1)")"
tests/class/simulate.sh "$work/out/class.db" | sed 's/^/# /'
finish
