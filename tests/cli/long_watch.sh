#!/bin/bash
# ./grade LAB --watch: one round at the start, one for each save however it is made, a clean end.
set -u
set -m # each job is a process group of its own, as on a terminal
. tests/script.sh
copy_project "$work/tree" && cd "$work/tree" || exit 2
lab=labs/lab3_basic_stencil
file=$lab/stencil.cu
make lab3 >"$work/output" 2>&1
cp "$lab/skeleton/stencil.cu" "$file" # whatever the project's own tree has there

rounds() {
    grep -c '^watching ' "$work/watch"
}
wait_for_round() { # number $1
    for ((i = 0; i < 600; i++)); do
        (($(rounds) >= $1)) && return 0
        sleep 0.1
    done
    return 1
}
last_round() { # does it have a line like $1?
    awk '/^watching / { last = text; text = ""; next } { text = text $0 "\n" } END { printf "%s", last }' \
        "$work/watch" >"$work/output"
    grep -qE -e "$1" "$work/output"
}
processor_ticks() {
    awk '{ print $14 + $15 }' "/proc/$1/stat"
}
alive() {
    [[ -e /proc/$1 ]]
}

wait_for_status() {
    for ((i = 0; i < 100; i++)); do grep -q '^status' "$work/watch" && return || sleep 0.1; done
}

start() {
    ./grade lab3 "$@" --watch >"$work/watch" 2>"$work/errors" &
    pid=$!
}
end() { # with signal $1; the exit status goes to $status
    kill "-$1" "-$pid"
    wait "$pid" 2>/dev/null
    status=$?
}

start
check first_round wait_for_round 1
check skeleton_has_no_points last_round '^lab3 Basic 3D stencil: 0 / 100$'
check the_first_thing_to_mend last_round '^next +do TODO 3.1'

sed 's|// TODO 3.1 (launch)|first_mistake(); second_mistake(); //|' "$file" >"$file.new" && mv "$file.new" "$file"
check saved_by_renaming wait_for_round 2
check first_error last_round 'error: identifier "first_mistake"'
check only_the_first_error no last_round 'second_mistake" is'
check others_are_counted last_round 'The first of 2 errors'

cp solutions/lab3_basic_stencil/stencil.cu "$file"
check saved_in_place wait_for_round 3
check full_marks last_round '100 / 100'
check progress_is_remembered grep -qx 'lab3 best 100 of 100' progress.txt

before=$(processor_ticks "$pid")
sleep 2
check no_busy_loop test $(($(processor_ticks "$pid") - before)) -le 5
check no_round_without_a_save test "$(rounds)" = 3
check no_zombie test -z "$(ps -o pid= --ppid "$pid" 2>/dev/null)"

# A save while it builds: seen once what is under way has ended, and never taken for what was built.
echo '// one' >>"$file"
for ((i = 0; i < 100; i++)); do [[ -n $(ps -o pid= --ppid "$pid") ]] && break || sleep 0.05; done
sleep 0.5
cp "$lab/skeleton/stencil.cu" "$file"
wait_for_round 4
for ((i = 0; i < 300; i++)); do last_round '^lab3 .* 0 / 100$' && break || sleep 0.1; done
check a_save_meanwhile_is_not_lost last_round '^lab3 Basic 3D stencil: 0 / 100$'

end INT
check last_status_is_the_exit_status test "$status" = 1
check says_nothing_on_errors test ! -s "$work/errors"

# Ended in the middle of a round: at once, and with all that it has started.
rm -f build/lab3/stencil.so
start
for ((i = 0; i < 100; i++)); do
    child=$(ps -o pid= --ppid "$pid" | tr -d ' ')
    [[ -n $child ]] && break || sleep 0.05
done
sleep 0.5
end TERM
check ended_early test "$status" = 2
check child_is_gone no alive "$child"
check its_group_is_gone no kill -0 -- "-$child" 2>/dev/null

# On a terminal of 20 rows: a cleared screen for each round, and nothing longer than that.
# (bash: a shell like dash would be ended by the Ctrl-C itself, before it could print the status.)
if command -v script >/dev/null; then
    : >"$work/watch"
    { wait_for_round 1; sleep 0.3; printf '\003'; wait_for_status; } |
        SHELL=$BASH TERM=xterm script -qefc "stty rows 20 cols 60; ./grade lab3 --watch; echo status \$?" "$work/watch" >/dev/null 2>&1
    sed -i 's/\r//g; /^Script /d' "$work/watch"
    check the_screen_is_cleared grep -q $'\033\\[H\033\\[2J' "$work/watch"
    # Screens from one clearing to the next, colours taken out; the last one up to its last line.
    sed 's/\x1b\[[0-9;]*m//g; s/\x1b\[H\x1b\[2J/\n@/g' "$work/watch" |
        awk '/^@/ { rows = 0 } { rows += length($0) > 60 ? 2 : 1 }
             /^watching/ { seen = 1; if (rows > 19) long = 1 } END { exit long || !seen }'
    check a_screen_is_not_longer_than_the_terminal test $? = 0
    check ctrl_c grep -q '^status 1$' "$work/watch"
else
    echo 'skip on_a_terminal: the program script is not here'
fi

check json_to_standard_output_is_refused exits_with 2 ./grade lab3 --watch --json -
check no_such_lab exits_with 2 ./grade lab99 --watch
finish
