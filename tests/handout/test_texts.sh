#!/bin/bash
# The labs' handouts as texts: how long their main paths are, which terms they explain, and that no table gives away the quiz.
set -u
. tests/script.sh

main_path() { # the handout of lab $1 up to what no TODO needs
    sed '/^## For the curious/,$d' labs/"$1"_*/README.md
}

# What a handout asks a student to read is at most half of what the whole of it once was: lab and words then.
while read -r lab words; do
    now=$(main_path "$lab" | wc -w)
    echo "$lab: $now words, once $words" >"$work/output"
    check "half_as_long/$lab" test "$now" -gt 0 -a $((2 * now)) -le "$words"
done <<'EOF'
lab1 2305
lab2 2437
lab3 2117
lab4 2893
lab5 3113
lab6 2747
lab7 3212
EOF

# Terms of the sources, in the lab that explains each.
while read -r lab term; do
    tr -s ' \n' ' ' <labs/"$lab"_*/README.md >"$work/output"
    check "explains/$lab/${term// /_}" grep -qiF -e "$term" "$work/output"
done <<'EOF'
lab0 cudaMalloc
lab0 cudaMemcpy
lab0 __global__
lab0 <<<
lab0 blockIdx
lab0 grid-stride loop
lab0 warm-up
lab0 cudaDeviceSynchronize
lab0 Errors that come late
lab1 __device__
lab1 branch prediction
lab2 *active*
lab2 *stalled*
lab2 *eligible*
lab2 *selected*
lab2 *schedulers*
lab2 *thread-level parallelism*
lab2 *instruction-level parallelism*
lab2 *Bandwidth*
lab2 *throughput*
lab2 *compute capability*
lab3 *coalesced*
lab3 *discretisation*
lab4 *read after write*
lab4 *write after read*
lab4 *write after write*
lab4 starts a new kernel
lab4 *transparent scalability*
lab4 *ghost cells*
lab4 13 / 4 = 3.25
lab4 0.84 for T = 8, 1.65 for T = 32
lab6 `inNext_s[...]`
lab8 five-point
lab8 `double`
lab8 double grid
EOF

# The sizes that the seed draws for the stencils of labs 3 to 7: the handout names each range.
for lab in lab3 lab4 lab5 lab6 lab7; do
    tr -s ' \n' ' ' <labs/"$lab"_*/README.md >"$work/output"
    while read -r first last; do
        check "drawn/$lab/$first..$last" grep -qE "\\b$first (to|or) $last\\b" "$work/output"
    done < <(grep -ohE 'launch_stencil n=[0-9]+\.\.[0-9]+' labs/"$lab"_*/lab.spec | sed 's/.*=//; s/\.\./ /' | sort -u)
done

# A number of three digits or more, but 100, that is the answer to a question of the lab: no table above the questions has it.
for answers in solutions/lab*/answers.txt; do
    lab=${answers#solutions/} lab=${lab%%_*}
    sed '/^## Questions/,$d' labs/"$lab"_*/README.md | grep '^|' >"$work/tables"
    sed -n 's/^\([0-9]\.[a-z]\) = \([0-9.]*\).*/\1 \2/p' "$answers" | while read -r question number; do
        digits=${number//[!0-9]/}
        ((${#digits} >= 3)) && [[ $number != 100 ]] || continue
        grep -E -e "(^|[^0-9.])${number//./\\.}([^0-9.]|\$)" "$work/tables" | sed "s/^/$question: /"
    done
done >"$work/output"
check no_table_answers_a_question test ! -s "$work/output"
finish
