#!/bin/bash
# In a tree without solutions/, as students have it: a TODO that is done is not blamed because others are not started, and
# what can be blamed all the same is. The files are skeletons with the finished text of some of their TODOs.
set -u
. tests/script.sh
tree=$work/tree
copy_project "$tree" && rm -r "$tree/solutions" || exit 2

# finish_todos LAB TODO...: the lab's skeleton with the solution's text for these TODOs.
finish_todos() {
    local lab=$1 skeleton solution
    shift
    skeleton=$(echo labs/"$lab"_*/skeleton/*.cu) solution=$(echo solutions/"$lab"_*/*.cu)
    awk -v wanted=" $* " '
        { id = $0; sub(/^ *\/\/ (TODO )?/, "", id); sub(/[^0-9.].*/, "", id); opens = $0 ~ /^ *\/\/ / && id ~ /^[0-9]\.[0-9]$/ }
        $0 ~ /^ *\/\/ end [0-9]\.[0-9]/ { inside = 0; if (FNR != NR) filling = 0 }
        FNR == NR { if (inside) kept[name] = kept[name] $0 "\n"
                    else if (opens) { name = id "#" ++count[id]; inside = 1 }
                    next }
        !filling { print }
        opens && $0 ~ /TODO/ && !filling { name = id "#" ++place[id]
            if (index(wanted, " " id " ")) { printf "%s", kept[name]; filling = 1 } }
    ' "$solution" "$skeleton" >"$tree/graded.cu"
}

# Grades what finish_todos made, changed by the sed script $2.
graded() {
    local lab=$1
    sed -i -e "${2:-}" "$tree/graded.cu"
    shift $(($# > 2 ? 2 : $#))
    (cd "$tree" && exits_with 1 ./grade "$lab" graded.cu "$@")
}

finish_todos lab4 4.1
check one_done_is_not_blamed graded lab4
check needs_the_rest says 'TODO 4.1 cannot be judged yet Its tests need TODOs 4.2, 4.3 and 4.4, which are not started'
check nothing_found_so_far says 'So far: no access outside'
check next_is_the_next_one says 'next do TODO 4.2, .* stuck\? ./grade hint lab4 4.2'
check no_false_cause no says 'First failure|keeps them away|failed:'
check alone_is_judged_no_sooner graded lab4 '' --todo 4.1
check alone_needs_the_rest says 'TODO 4.1 cannot be judged yet Its tests need TODOs 4.2, 4.3 and 4.4.*next do TODO 4.2,'

check an_access_outside_is_blamed graded lab4 's/if (i < n && j < n && k < n) /if (i < n \&\& j < n) /'
check its_line_is_named says 'out-of-bounds: .*next mend graded.cu:[0-9]+ \(TODO 4.1\)'

finish_todos lab4 4.1 4.2 4.3
check sizes_of_one_block_pass graded lab4
check larger_ones_need_the_launch says 'TODOs 4.1, 4.2 and 4.3 cannot be judged at every size yet Their tests need TODO 4.4, which is'
check a_wrong_term_is_blamed graded lab4 's/c.c\[1\]/c.c[2]/'
check its_todo_is_the_next says 'First failure.*next mend graded.cu:[0-9]+ \(TODO 4.3\).*hint lab4 4.3'

finish_todos lab5 5.1
check the_launch_is_not_blamed graded lab5
check the_sum_is_missing says 'TODO 5.1 cannot be judged yet Its tests need TODOs 5.2, 5.3 and 5.4, .*next do TODO 5.2'

finish_todos lab6 6.1 6.2 6.3
check a_race_of_what_is_missing graded lab6
check is_told_as_such says 'need TODO 6.4, .*perhaps because of what is missing: race \(graded.cu:[0-9]+\).*next (do|mend) .*6.4'
check is_no_first_failure no says 'First failure'

finish_todos lab3 3.1 3.2
check swapped_coefficients graded lab3 's/c.c\[1\]/c.c[9]/; s/c.c\[2\]/c.c[1]/; s/c.c\[9\]/c.c[2]/'
check are_mended_first says 'next mend graded.cu:[0-9]+ \(TODO 3.2\).*hint lab3 3.2'

# What was earned before a later TODO was begun stays, and the failure that is shown is the later one's.
finish_todos lab1 1.1 1.2 1.3 1.4
check elements_left_out graded lab1 's/int place = .*/int place = blockIdx.x * blockDim.x + threadIdx.x; return 2 * (blockIdx.x * blockDim.x + threadIdx.x) + parity;/'
check earlier_points_stay says '1.3 [^/]* 20/20 Right by itself: graded with the later TODOs as the file came'
check the_later_one_is_mended says '1.4 [^/]* 0/45 .*First failure: launch_two_paths.*next mend graded.cu:[0-9]+ \(TODO 1.4\)'
finish_todos lab3 3.1 3.2 3.3 3.4
check too_few_blocks graded lab3 's/ceil_div(n, block\.\([xyz]\))/n \/ block.\1/'
check kernel_keeps_its_points says '3.2 [^/]* 35/35 Right by itself.*3.3 .*failed: .*next mend graded.cu:[0-9]+ \(TODO 3.3\)'
check a_wrong_kernel_has_none_of_them graded lab3 's/c.c\[1\]/c.c[2]/'
check and_is_said_to_fail says '3.2 [^/]* 0/35 failed: '
finish
