#!/bin/bash
# Each allocation of grade and of device fails once, in turn: the result is the same, or there is none.
#
# ALLOCATIONS_EVERY=1: all of them; else every so manyth, from a place that changes with the commit.
set -u
. tests/script.sh
every=${ALLOCATIONS_EVERY:-23}
first=$((16#$(git rev-parse --short=6 HEAD 2>/dev/null || echo 0) % every + 1))
library=$work/fail_allocation.so
# Under a sanitizer, whose own malloc comes behind that of the library: what a program that ends at once has not freed is no leak.
export ASAN_OPTIONS=verify_asan_link_order=0:detect_leaks=0
${CC:-cc} -O1 -shared -fPIC tests/grading/fail_allocation.c -o "$library" -ldl || exit 2
cp solutions/lab3_basic_stencil/stencil.cu "$work/right.cu"

# with PROGRAM N COMMAND...: the N-th allocation of that program fails.
with() {
    local program=$1 number=$2
    shift 2
    timeout 120 env FAIL_IN="$program" FAIL_AT="$number" FAIL_COUNT="$work/count" LD_PRELOAD="$library" "$@" \
        >"$work/output" 2>"$work/errors"
}

allocations() { od -An -t u8 "$work/count" | tr -d ' '; }

# The same result, or status 2 without a score and with a reason.
acceptable() { # STATUS
    if (($1 == 2)); then
        [[ -s $work/errors ]] && ! grep -qE '[0-9]+ ?/ ?[0-9]+' "$work/output"
    else
        (($1 == wanted_status)) && cmp -s "$work/output" "$work/wanted"
    fi
}

# each PROGRAM COMMAND...: its allocations fail, one in each run.
each() {
    local program=$1 count status bad=0 runs=0 none=0 number
    shift
    rm -f "$work/count"
    with "$program" 0 "$@"
    wanted_status=$? count=$(allocations)
    cp "$work/output" "$work/wanted"
    for ((number = first; number <= count; number += every)); do
        with "$program" "$number" "$@"
        status=$?
        ((runs++, none += status == 2))
        acceptable "$status" && continue
        ((bad++ < 3)) && echo "# allocation $number of $program: status $status: $(tail -n 3 "$work/output" "$work/errors" | tr '\n' ' ')"
    done
    if ((count > 50 && bad == 0 && none > 0)); then
        echo "ok $program, $count allocations, $runs of them failed, $none times nothing was graded"
    else
        echo "not ok $program: of $count allocations $runs failed, $bad of them with another result"
        failures=1
    fi
}

grade=build/bin/grade
for program in grade device; do
    each "$program" "$grade" lab3 --solution --todo 3.4 --quiet --workers 2 --seed 1
done
ALLOCATIONS_OF_A_FILE=$((every * 3))
every=$ALLOCATIONS_OF_A_FILE
each grade "$grade" lab3 "$work/right.cu" --todo 3.4 --quiet --workers 2 --seed 1
# A wrong kernel stays wrong: a check without memory must not pass it.
each device "$grade" lab3 labs/lab3_basic_stencil/skeleton/stencil.cu --todo 3.4 --quiet --workers 2 --seed 1
finish
