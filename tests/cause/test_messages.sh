#!/bin/bash
# The list of all messages: texts from each room that writes to students are in it, joined, and nothing that is none.
set -u
. tests/script.sh
check listed exits_with 0 tests/cause/messages
check of_many_rooms test "$(cut -d: -f1 "$work/output" | sed 's|/[^/]*$||' | sort -u | grep -c '^grader/')" -ge 8
has() { # NAME TEXT: as the list has it, whole
    check "$1" grep -qF "	$2" "$work/output"
}
has a_cause 'You add to what `%s` held before'
has two_literals_are_one 'Give it its first value where it is declared: the first product, or 0.'
has advice 'Free each pointer from cudaMalloc once, and no other.'
has a_mistake_of_a_lab 'only the block'
has a_hint 'Blocks of 4 threads: thread 1 of block 2 has which number, counted through all blocks?'
check each_has_its_line no grep -qvE '^[a-z]+/[a-z_0-9/]+\.(c|spec):[0-9]+	.' "$work/output"
check no_include no grep -qE '	[a-z_/]+\.h$' "$work/output"
# What a report said, in the words of the list: the texts as patterns.
sed 's/^[^	]*	//; s/\\"/"/g; s/[][\\.*^$(){}+?|/]/\\&/g; s/%[-+ #0-9.*]*l*[a-zA-Z]/.*/g' "$work/output" | grep -E '[a-z]{4}' >"$work/patterns"
check a_report_is_made_of_them exits_with 1 ./grade lab3 tests/lab3/wrong/centre_twice.cu --json -
grep -oE '"message":"[^"]+"' "$work/output" | head -n 1 >"$work/message"
check there_is_a_message test -s "$work/message"
check it_is_in_the_list grep -qE -f "$work/patterns" "$work/message"
finish
