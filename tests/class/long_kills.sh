#!/bin/bash
# A class of 200 whose command, workers, gradings and all that these start are killed with kill -9 at random moments, and resumed: journal
# and files are those of a run that nobody disturbed.
#
#   KILLS=50   so many; SEED repeats their moments as far as a machine can; EVERY=1: all of lab 1's submissions are in it
set -u
. tests/script.sh
. tests/class/files.sh
RANDOM=${SEED:-$$}
kills=${KILLS:-50} killed_class=0 killed_other=0 finished=0 resumed=0
declare -A of_kind
pool "$work/pool" "${EVERY:-4}"
class=$(made_class moodle "$work/class" 200 "$work/pool")
grade_class() { exec ./grade class lab1 "$class" --out "$work/$1" --seed 7 --jobs 2 --roster "$work/class/roster.csv"; }
check undisturbed exits_with 0 eval "(grade_class calm)"
((failures)) && finish # and not: kill what never works, for ever

# All processes below $1: workers, the ./grade of each, its simulator, its student, its compilers, and their jails.
below() {
    local pid
    for pid in $(pgrep -P "$1"); do echo "$pid" && below "$pid"; done
}

# Starts the class again and kills something after a while. True when the class has ended by itself.
disturb() {
    local pid victims victim name i
    grade_class wild >"$work/log" 2>&1 &
    pid=$!
    # Most of the time goes to gradings: four in five are killed there, wherever they are.
    ((RANDOM % 5)) && for ((i = 0; i < 600; i++)); do grep -q ' to grade' "$work/log" && break; sleep 0.1; done
    sleep "$((RANDOM % 5)).$((RANDOM % 1000 + 1000))"
    kill -0 "$pid" 2>/dev/null || { wait "$pid"; return; }
    ((RANDOM % 3)) && mapfile -t victims < <(below "$pid") || victims=()
    if ((${#victims[@]})); then
        victim=${victims[RANDOM % ${#victims[@]}]}
        { read -r name <"/proc/$victim/comm"; } 2>/dev/null || name=
        kill -9 "$victim" 2>/dev/null && ((++killed_other)) && of_kind[${name:-ended}]=$((${of_kind[${name:-ended}]:-0} + 1))
        wait "$pid"
    else
        kill -9 "$pid" && ((killed_class++, resumed++))
        wait "$pid" 2>/dev/null
        return 1
    fi
}

while ((killed_class + killed_other < kills)); do
    disturb || continue
    exits_with 0 eval "(grade_class wild)" || break # what waits is tried again
    same_class "$work/calm" "$work/wild" || break
    ((++finished))
    rm -rf "$work/wild"
done
check resumed exits_with 0 eval "(grade_class wild)"
check equal_after_all same_class "$work/calm" "$work/wild"
check every_class_in_between_was_equal test $((killed_class + killed_other)) -ge "$kills"
check nothing_was_tried_without_end test "$(sqlite3 "$work/wild/class.db" 'SELECT count(*) FROM attempts')" -lt $((kills + 4 * $(ls "$work/pool" | wc -l)))
check no_process_is_left no pgrep -f "$work/wild"
echo "# $killed_class times the command was killed, $killed_other times another:$(for name in "${!of_kind[@]}"; do printf ' %s %d' "$name" "${of_kind[$name]}"; done)"
echo "# $finished classes in between were whole; equal each time"
finish
