#!/bin/bash
# make handout: a tree that builds and grades, and that nothing of a solution gets into.
set -u
. tests/script.sh
shopt -s nullglob
copy_project "$work/tree" && cd "$work/tree" || exit 2
solution=solutions/lab3_basic_stencil/stencil.cu
secret=$(grep -m 1 'p - plane' "$solution")
check there_is_a_secret_line test -n "$secret"

check handout exits_with 0 make handout OUT="$work/handout"
check no_solutions test ! -e "$work/handout/solutions"
check no_tests test ! -e "$work/handout/tests"
check says_what_it_looked_for says 'None of the [0-9][0-9]+ lines'
check not_over_another exits_with 2 make handout OUT="$work/handout"
check not_over_another_is_said complains 'is there already'

# What is said to students is theirs.
for word in instructor teacher 'make handout' 'SOLUTION=1' 'adding a lab' Gradescope; do
    check "readme_does_not_say/$word" no grep -qi -e "$word" "$work/handout/README.md"
done
check readme_begins_with_lab0 grep -q 'make lab0 && ./grade lab0' "$work/handout/README.md"
check the_first_command_builds_what_it_runs grep -q -m 1 '^    make grade && ./grade doctor' "$work/handout/README.md"
check every_lab_is_in_it test "$(grep -cE '^\| \[[0-9]+\]\(labs/' "$work/handout/README.md")" = "$(ls -d labs/lab*/ | wc -l)"
for page in instructors adding_a_lab kernels security testing; do
    check "no_page/$page" test ! -e "$work/handout/docs/$page.md"
done
check the_last_lesson_has_its_program test -s "$work/handout/examples/warpsim/run_ptx.c" -a -s "$work/handout/examples/warpsim/scale.ptx"
check the_students_page_is_there test -s "$work/handout/docs/students.md"
for picture in labs/*/pictures/*.svg; do
    check "picture/${picture#labs/}" same "$picture" "$work/handout/$picture"
done
dead=$(cd "$work/handout" && find . -name '*.md' ! -name student_readme.md | while IFS= read -r page; do
    grep -oE '\]\([^) ]+\)' "$page" | sed 's/^](//; s/)$//' | grep -vE '^(https?:|#)' | while IFS= read -r target; do
        [[ -e ${page%/*}/${target%%#*} ]] || echo "$page: $target"
    done
done)
echo "$dead" >"$work/output"
check no_link_leads_nowhere test -z "$dead"

# What a document names is there: paths of the project's folders, other documents, and what `make` is asked for. A name in
# capitals stands for any, `solutions/` alone for what the reader may not have.
check no_marks_are_left no grep -rq '<!-- handout:' --include='*.md' "$work/handout"
named_paths() { # in document $1
    sed -n 's|https\?://[^ )]*||g; p' "$1" | grep -oE '(^|[^A-Za-z0-9_./-])((tests|solutions|docs|measurements|labs|grader|common|examples|packaging|build/tests)/[A-Za-z0-9_./*-]+|[A-Za-z0-9_]+[.]md)' |
        sed 's/^[^A-Za-z0-9_]//; s/[.]$//' | grep -vE '[A-Z]{3}|^(README|LICENSE|labs/thresholds)' | sort -u
}
missing=$(cd "$work/handout" && find . -name '*.md' ! -name student_readme.md | while IFS= read -r page; do
    named_paths "$page" | while IFS= read -r path; do
        found=($path* ${page%/*}/$path* grader/$path*)
        ((${#found[@]})) || echo "$page: $path"
    done
done)
echo "$missing" >"$work/output"
check no_document_names_a_path_that_is_missing test -z "$missing"
impossible=$(cd "$work/handout" && find . -name '*.md' ! -name student_readme.md | while IFS= read -r page; do
    grep -oE '(^    |`|&& )make [^`&|]*' "$page" | sed 's/.*make //; s/#.*//' | tr -s ' ' '\n' | grep -E '^(SOLUTION=.*|[a-z][a-z0-9-]*)$' |
        sort -u | sed "s|^|$page |"
done | while read -r page target; do
    [[ $target != SOLUTION=* ]] || target="lab3 $target"
    MAKEFLAGS= make -n $target >/dev/null 2>&1 || echo "$page: make $target"
done)
echo "$impossible" >"$work/output"
check no_document_names_a_target_that_is_missing test -z "$impossible"

# The student's files are the skeletons, whatever the instructor has in their place; what is kept beside them stays here.
cp "$solution" labs/lab3_basic_stencil/stencil.cu
cp "$solution" labs/lab3_basic_stencil/stencil.cu.1
cp solutions/lab3_basic_stencil/answers.txt labs/lab3_basic_stencil/answers.txt
echo 'lab3 score 100 of 100' >progress.txt
check after_work_in_the_labs exits_with 0 make handout OUT="$work/second"
check the_skeleton_goes_out \
    same "$work/second/labs/lab3_basic_stencil/stencil.cu" labs/lab3_basic_stencil/skeleton/stencil.cu
check no_answer_in_any_form no grep -rqE 'question .*(sealed|hash|[0-9a-f]{16})' "$work/second/labs"
check the_answers_stay \
    same "$work/second/labs/lab3_basic_stencil/answers.txt" labs/lab3_basic_stencil/skeleton/answers.txt
check kept_files_stay test ! -e "$work/second/labs/lab3_basic_stencil/stencil.cu.1"
check progress_stays test ! -e "$work/second/progress.txt"

leaks() { # NAME FILE LINE: is the line found in that file, and nothing made?
    cp "$2" "$work/kept"
    printf '%s\n' "$3" >>"$2"
    check "$1" exits_with 2 make handout OUT="$work/leaky"
    check "$1/is_named" says "(^| )$2:[0-9]+:"
    check "$1/nothing_is_made" test -z "$(echo "$work"/leaky*)"
    cp "$work/kept" "$2"
}
cp docs/students.md "$work/kept"
echo '<!-- handout: leave out -->' >>docs/students.md
check a_mark_without_its_end exits_with 2 make handout OUT="$work/leaky"
check a_mark_without_its_end_is_told complains 'docs/students.md: a comment "handout: leave out" has no "handout: end"'
cp "$work/kept" docs/students.md
leaks a_line_in_a_document docs/students.md "$secret"
leaks with_other_blanks labs/lab3_basic_stencil/reference.c "$(tr -d ' ' <<<"$secret" | sed 's|//.*||')"
leaks as_a_comment docs/simulator.md "// $secret"
leaks in_the_readme grader/handout/student_readme.md "    $secret"
leaks as_a_patch grader/README.md "+ $secret"
leaks an_answer labs/lab3_basic_stencil/skeleton/answers.txt '3.a = 58 %'
printf '3.a = 58 %%\n' >solutions/lab3_basic_stencil/answers.txt
leaks an_answer_elsewhere docs/students.md '  3.a=58 %'
check without_it_all_is_well exits_with 0 make handout OUT="$work/third"

# What students do there. The objects of this build are those of that tree.
cp -a "$work/tree/build" "$work/handout/" && cd "$work/handout" || exit 2
rm -rf build/lab3
check make_lab3 exits_with 0 make lab3
check grade_lab3 exits_with 1 ./grade lab3 --json -
check skeleton_of_lab3_has_no_points says '"score": ?0[,}]'
check no_ladder_here exits_with 2 ./grade demo ladder
check no_ladder_here_is_said complains 'runs the finished files of the labs, and this tree has no solutions/'
for target in test test-gpu bench check fuzz differential messages rooms pictures screens gpu-counters gpu-shapes gpu-repeats \
    measure-model compare-model fit-model; do
    check "no_tests_here/$target" exits_with 2 make "$target"
    check "no_tests_here/$target/is_said" complains "own tests are not part of this tree, and .make $target. needs them"
done
check help_names_no_tests no eval 'make help | grep -E "test|gpu-|SOLUTION|handout"'
for words in 'demo tile' lab3 'model lab3' 'explain lab3'; do
    check "no_solution_here/$words" exits_with 2 ./grade $words --solution
    check "no_solution_here/$words/is_said" complains 'This tree has no finished files: leave --solution out'
    check "no_solution_here/$words/one_sentence" test "$(wc -l <"$work/errors")" = 1
done
check no_calibration_here exits_with 2 ./grade calibrate
check no_calibration_here_is_said complains 'calibrate measures the finished files, and this tree has none'
check no_solution_here exits_with 2 make lab3 SOLUTION=1
check no_solution_here_is_said complains 'solutions are not in this tree'
check no_handout_of_a_handout exits_with 2 make handout
finish
