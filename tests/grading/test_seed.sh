#!/bin/bash
# --seed repeats the inputs in this installation, and in no other one.
set -u
. tests/script.sh
cp solutions/lab3_basic_stencil/stencil.cu "$work/prints.cu"
# Host code that prints the first inputs of each call, as an attacker would hold them against his prediction.
cat >"$work/peek.inc" <<'C'
#include <cstdio>
static void peek(const float *data) {
    unsigned word;
    if (cudaMemcpy(&word, data, sizeof word, cudaMemcpyDeviceToHost) == cudaSuccess) printf("inputs %08x\n", word);
}
C
{ cat "$work/peek.inc"; sed '/^void launch_derivative/s/{$/{ peek(f);/' "$work/prints.cu"; } >"$work/peek.cu"

inputs() { # PROJECT SEED: the numbers that peek.cu sees
    (cd "$1" && build/bin/grade lab3 "$work/peek.cu" --todo 3.1 --seed "$2" --json -) 2>/dev/null | grep -oE 'inputs [0-9a-f]{8}' | head -n 1
}

differ() { [[ -n $1 && -n $2 && $1 != "$2" ]]; }
equal() { [[ -n $1 && $1 == "$2" ]]; }

here=$(inputs . 42)
check the_seed_repeats equal "$here" "$(inputs . 42)"
check another_seed_differs differ "$here" "$(inputs . 43)"
copy_project "$work/other"
check another_installation_differs differ "$here" "$(inputs "$work/other" 42)"
cp secret "$work/other/secret"
check with_the_secret_it_repeats equal "$here" "$(inputs "$work/other" 42)"
check the_secret_is_its_owners test "$(stat -c %a secret)" = 600
check the_report_says_where exits_with 0 build/bin/grade lab3 --solution --todo 3.1 --seed 42
check it_says_here says '42 \(--seed 42 repeats these inputs here\)'
if grader/handout/handout.sh "$work/handout" >"$work/output" 2>&1; then
    check the_handout_has_no_secret no test -e "$work/handout/secret"
    check nor_its_digits no grep -rqF "$(cat secret)" "$work/handout"
else
    echo "not ok handout: $(tail -n 3 "$work/output" | tr '\n' ' ')"
    failures=1
fi
finish
