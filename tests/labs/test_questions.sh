#!/bin/bash
# The questions of the labs: none is asked twice.
set -u
. tests/script.sh

sed -n 's/^question [^ ]* "\([^"]*\)".*/\1/p' labs/*/lab.spec | sort | uniq -d >"$work/output"
check no_text_stands_twice test ! -s "$work/output"

# The same percentage or size of two labs is most likely the same question in other words.
sed -n 's/^[^#]* = \([0-9.]* \(%\|KiB\|B\)\)$/\1/p' solutions/*/answers.txt | sort | uniq -d >"$work/output"
check no_answer_with_a_unit_stands_twice test ! -s "$work/output"
finish
