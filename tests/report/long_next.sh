#!/bin/bash
# In a tree without solutions/: the next step names the line and the TODO of the failure that is shown, where a barrier is
# missing and where CUDA refuses the launch. The files are finished ones with one thing changed.
set -u
. tests/script.sh
tree=$work/tree
copy_project "$tree" && rm -r "$tree/solutions" || exit 2

# graded LAB SED: the finished file, changed.
graded() {
    sed -E -e "$2" solutions/"$1"_*/stencil.cu >"$tree/graded.cu"
    (cd "$tree" && exits_with 1 ./grade "$1" graded.cu)
}

# The number of the first line of the graded file that matches, in its part from pattern $2 on.
line() {
    awk -v from="${2:-.}" -v wanted="$1" '$0 ~ from { on = 1 } on && index($0, wanted) { print NR; exit }' "$tree/graded.cu"
}

check no_first_barrier graded lab5 '/5.2 \(before use\)/,/end 5.2/ { /__syncthreads/d }'
call=$(line 'load_point(&next')
check belongs_below_the_call says "ine [0-9]+ can run before .* finished line [0-9]+: .* below line $call\\."
check the_call_is_to_be_mended says "next mend graded.cu:$call \\(TODO 5.2\\)"

check no_second_barrier graded lab5 '/5.2 \(after use\)/,/end 5.2/ { /__syncthreads/d }'
copy=$(line 'previous[y][x] = current')
check belongs_above_the_copies says "In the same step, line $copy can run before .* above line $copy\\."
check the_copies_are_to_be_mended says "next mend graded.cu:$copy \\(TODO 5.2\\)"

check no_barrier_no_loop graded lab4 '/__syncthreads/d'
check no_step_without_a_loop no says 'of this step|same step|next step'
statement=$(line 'bool halo')
check a_statement_is_quoted says "above line $statement\\. $statement \\| bool halo .*next mend graded.cu:$statement \\(TODO 4.2\\)"

check no_barrier_before_the_next_step graded lab6 '/6.4:/,/end 6.4/ { /__syncthreads/d }'
check told_as_such says 'In the next step, line [0-9]+ can run before .*next mend graded.cu:[0-9]+ \(TODO 6.4\)'

check nothing_to_launch graded lab4 '/n < 3/d'
grid=$(line 'grid = ')
check returns_before says "There is nothing to compute at this size: return before the launch.*next mend graded.cu:$grid \\(TODO 4.4\\)"

check block_too_large graded lab3 's/dim3 block\(.*/dim3 block(16, 16, 8);/'
block=$(line 'dim3 block')
check its_line_is_named says "The size of the block is set here.*next mend graded.cu:$block \\(TODO 3.4\\)"
check sizes_are_sorted says 'The same with (all other sizes|n = 1, 2, 4, 5, 7, 8)'
finish
