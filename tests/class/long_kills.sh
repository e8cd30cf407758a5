#!/bin/bash
# ./grade class, its workers and their gradings, killed with kill -9 at random moments and resumed: journal and
# files are those of a run that nobody disturbed. KILLS=50 kills; SEED repeats their moments as far as a machine can.
set -u
. tests/script.sh
. tests/class/files.sh
RANDOM=${SEED:-$$}
kills=${KILLS:-50} killed_class=0 killed_other=0 finished=0
small_class "$work/class" 10
grade_class() { exec ./grade class lab3 "$work/class" --out "$work/$1" --seed 7 --jobs 2; }
check undisturbed exits_with 0 eval "(grade_class calm)"
((failures)) && finish # and not: kill what never works, for ever

# All processes below $1: workers, and the ./grade of each.
below() {
    local pid
    for pid in $(pgrep -P "$1"); do
        [[ $(cat "/proc/$pid/comm" 2>/dev/null) == @(class|grade) ]] && echo "$pid" && below "$pid"
    done
}

# Starts the class again and kills something after a while. True when the class has ended by itself.
disturb() {
    local pid victims
    grade_class wild >"$work/log" 2>&1 &
    pid=$!
    sleep "$((RANDOM % 3)).$((RANDOM % 1000 + 1000))"
    kill -0 "$pid" 2>/dev/null || { wait "$pid"; return; }
    mapfile -t victims < <(below "$pid")
    if ((${#victims[@]} && RANDOM % 3)); then
        kill -9 "${victims[RANDOM % ${#victims[@]}]}" 2>/dev/null && ((killed_other++))
        wait "$pid"
    else
        kill -9 "$pid" && ((killed_class++))
        wait "$pid" 2>/dev/null
        return 1
    fi
}

while ((killed_class + killed_other < kills)); do
    disturb || continue
    same_class "$work/calm" "$work/wild" || break
    ((++finished))
    rm -rf "$work/wild"
done
(grade_class wild) >"$work/log" 2>&1
check equal_after_all same_class "$work/calm" "$work/wild"
check every_class_in_between_was_equal test $((killed_class + killed_other)) -ge "$kills"
check nothing_was_tried_without_end test "$(sqlite3 "$work/wild/class.db" 'SELECT count(*) FROM attempts')" -lt 60
check no_process_is_left no pgrep -f "$work/wild"
echo "# $killed_class times the command was killed, $killed_other times a worker or a grading; $finished classes in between were whole"
finish
