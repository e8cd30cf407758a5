#!/bin/bash
# The other commands of the instructors' pages, as they stand there: what test_documents.sh, which has each `./grade class` of a whole
# class, leaves out. In a copy of the project, since they change it.
set -u
. tests/script.sh
. tests/class/files.sh
[[ -e secret ]] || ./grade lab3 --solution --quiet >/dev/null
copy_project "$work/tree" && cp -p secret "$work/tree" 2>/dev/null
top=$PWD
submission lab3/right/templates >"$work/right.cu"
cd "$work/tree" || exit 2

# of FILE PATTERN: the lines of a page that are commands and match.
of() { sed -n 's/^    //p' "docs/$1" | grep -E "$2"; }
stands_there() { # NAME FILE PATTERN: the line is in `line`, or the test fails
    line=$(of "$2" "$3") && [[ $line && $line != *$'\n'*$'\n'* ]] || { echo "not ok $1: no such line in docs/$2" && failures=1 && return 1; }
}
runs() { # NAME FILE PATTERN [STATUS]
    stands_there "$1" "$2" "$3" && check "$1" exits_with "${4:-0}" bash -c "set -e
$line"
}

runs make_class instructors.md '^make class$'
runs make_lab instructors.md '^make lab3 SOLUTION=1$'

# One file.
cp "$work/right.cu" FILE.cu
runs one_file instructors.md '^\./grade lab3 FILE\.cu --strangers --json'
check one_file_has_json grep -q '"passed":true,"score":100' result.json
runs with_the_seed instructors.md '^\./grade lab3 FILE\.cu --strangers --seed 7$'
runs strangers instructors.md '^\./grade lab3 FILE\.cu --strangers$'
mkdir handed_in && cp solutions/lab3_*/answers.txt handed_in
runs quiz instructors.md '^\./grade quiz lab3'
check quiz_is_right says 'right'

# The journal.
mkdir submissions && mv FILE.cu submissions/doejane_1001_1_stencil.cu
check a_class exits_with 0 ./grade class lab3 submissions --out results --seed 7
runs journal instructors.md '^sqlite3 .* FROM attempts GROUP'
check journal_says says '^graded\|1\|'
runs specification_then instructors.md '^sqlite3 .*SELECT spec '
check it_is_the_labs says 'lab lab3 "Basic'
# The same of the student who is here, by name.
by_name() { # PATTERN: the line for that name
    line=$(of instructors.md "$1" | sed "s/Li Wei/$(sqlite3 results/class.db 'SELECT name FROM written')/g; s/HASH/$(sqlite3 results/class.db 'SELECT hash FROM results')/g") && [[ $line ]]
}
check marks_of_a_student by_name '^sqlite3 .*SELECT datetime'
check they_can_be_read exits_with 0 bash -c "$line"
check they_are_there says '\|graded\|100'
check data_of_a_student by_name '^(sqlite3 .*DELETE|rm results/files)'
cp -r results kept
check they_can_be_deleted exits_with 0 bash -c "set -e
$line"
check nothing_is_left is "$(sqlite3 results/class.db 'SELECT (SELECT count(*) FROM written) + (SELECT count(*) FROM collected) + (SELECT count(*) FROM results)')$(ls results/files)" 0
rm -r results && mv kept results

# PrairieLearn, with its folders here.
mkdir -p served/student served/results && cp "$work/right.cu" served/student/stencil.cu
line=$(of courses/containers.md '/grade/' | sed "s|/grade/\([sr]\)|served/\1|g; s|/tmp/out|$work/out|g")
check prairielearn exits_with 0 bash -c "set -e
$line"
check prairielearn_has_its_result grep -q '"gradable":true,"score":1,' served/results/results.json

# Two lines of lab.spec in place of those that are there: 2 points more.
spec=labs/lab3_basic_stencil/lab.spec
while read -r line; do
    key=$(grep -oE '^(test [0-9.]+ [a-z_]+ n=[0-9]+|counter [0-9.]+ [a-z_]+ n=[0-9]+)' <<<"$line")
    check "is_in_the_spec: $key" is "$(grep -cE "^ *$key( |\$)" "$spec")" 1
    awk -v key="$key" -v line="$line" '{ text = $0; sub(/^ */, "", text) } index(text " ", key " ") == 1 { $0 = line } { print }' "$spec" >"$work/spec" &&
        cat "$work/spec" >"$spec"
done < <(of instructors.md '^(test|counter) ')
runs points instructors.md '^make lab3 SOLUTION=1 && ./grade lab3 --solution --quiet'
check points_are_as_said is "$(tail -n 1 "$work/output")" "$(grep -oE '`lab3 [0-9]+/[0-9]+`' docs/instructors.md | tail -n 1 | tr -d '`')"

# What is uploaded elsewhere.
for page in gradescope:gradescope containers:autolab github_classroom:github; do
    runs "make_${page#*:}" "courses/${page%:*}.md" "^make ${page#*:} LAB=lab3\$"
done
cd "$top" || exit 2
finish
