#!/bin/bash
# A lab that there is not: make and ./grade say so, and which there are.
set -u
. tests/script.sh
for lab in lab99 Lab3; do
    check "make_$lab" exits_with 2 make "$lab"
    check "make_names_$lab" complains "there is no $lab[.] The labs, each in one word: lab0 lab1 .* lab8"
done
check grade exits_with 2 ./grade lab99
check grade_names_it complains 'There is no lab or command "lab99"'
finish
