#!/bin/bash
# Whichever session of a grading the machine cuts short: the verdict is the one that it would have been, or there is none.
# EVERY=3: of the sessions a third, which changes with TURN.
set -u
. tests/script.sh
copy_project "$work/tree"
cd "$work/tree" || exit 2

# The simulator's process of the sessions number $first and $first + 1, which repeats it, is killed at once.
mv build/bin/device build/bin/device.real
cat >build/bin/device <<'END'
#!/bin/bash
[[ $1 == --grader-fd ]] || exec "$0.real" "$@"
number=$(($(cat "$SESSIONS") + 1))
echo $number >"$SESSIONS"
((number == FIRST_KILLED || number == FIRST_KILLED + 1)) && kill -9 $$
exec "$0.real" "$@"
END
chmod +x build/bin/device
export SESSIONS=$work/sessions FIRST_KILLED

graded() {
    FIRST_KILLED=$1
    echo 0 >"$SESSIONS"
    build/bin/grade "${@:2}" --workers 1 --seed 1 --quiet >"$work/output" 2>"$work/errors"
}

# each_cut_short NAME LAB FILE TODO: the file is wrong, and never right.
each_cut_short() {
    local name=$1 number count status none=0 bad=
    graded 0 "${@:2}"
    check "${name}_is_wrong" test $? -eq 1
    cp "$work/output" "$work/wanted"
    count=$(cat "$SESSIONS")
    for ((number = 1 + ${TURN:-0} % ${EVERY:-1}; number <= count; number += ${EVERY:-1})); do
        graded $number "${@:2}"
        status=$?
        ((none += status == 2))
        if ((status == 1)); then same "$work/output" "$work/wanted"; else ((status == 2)); fi || bad+=" $number"
    done
    echo "# $count sessions, $none times nothing was graded"
    check "${name}_is_never_right" test -z "$bad" -a "$none" -gt 0
}
each_cut_short second_call lab3 tests/lab3/wrong/launches_once.cu --todo 3.2
each_cut_short ways lab5 tests/lab5/wrong/rows_in_registers.cu --todo 5.3
finish
