#!/bin/bash
# ./grade demo and ./grade quiz where somebody types a name in another form, has not started, or has no solutions.
set -u
. tests/script.sh
copy_project "$work/tree" && cd "$work/tree" || exit 2
lab=labs/lab8_other_stencils
cp $lab/skeleton/* $lab/ && make -s lab8 >"$work/output" 2>&1

check a_table_in_capitals exits_with 0 ./grade demo ORDERS
check an_unstarted_kernel_is_said says 'Your kernel is not started: TODO 8.1 of stencil.cu is as you got it'
check a_lab_with_two_digits exits_with 0 ./grade demo lab08
check shows_its_first_table says 'Other stencils'
check no_such_table exits_with 2 ./grade demo Orderly
check it_is_named_as_written complains '"Orderly"'

cp solutions/lab8_other_stencils/answers.txt $lab/answers.txt
check the_answers_are_right exits_with 0 ./grade quiz 8
rm -r solutions
check without_solutions_none_is_known exits_with 2 ./grade quiz lab8
check that_is_one_plain_sentence complains 'The right answers of lab8 are not in this tree'
check no_path_is_told no complains 'No such file|answers.txt'
check help exits_with 0 ./grade --help
check help_knows_quiz says './grade quiz LAB'

if [[ -x build/bin/class ]]; then
    for name in 3 Lab3 lab03; do
        check "class_takes/$name" exits_with 2 ./grade class $name "$work/nothing" --out "$work/results" --trust-submissions
        check "class_takes/$name/the_lab_is_found" no complains 'There is no lab'
    done
else
    echo "skip class_takes: the class command is not built"
fi
finish
