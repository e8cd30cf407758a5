#!/bin/bash
# One hand-in of several students: each of them gets its mark, its feedback and their cell of the gradebook, and none is taken for a copy.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
submission lab1/right/pairs >"$work/right.cu"
submission lab1/wrong/parity_not >"$work/wrong.cu"
roster=$work/roster.csv

begin() { class=$work/$1 && out=$work/out-$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/$2.cu" "$class/$1"; }
class_exits() { exits_with "$1" ./grade class lab1 "$class" --out "$out" --seed 7 --roster "$roster" "${@:2}"; }
# marks NAME...: state and score of each, with commas.
marks() { local name; for name; do printf '%s %s,' "$(cell "$out/class.csv" "$name" state)" "$(cell "$out/class.csv" "$name" score)"; done; }
about() { cell "$out/class.csv" "$1" "$2" >"$work/output" && says "$3"; }
gradebook_is() { cmp "$out/gradebook.csv" - >"$work/output" 2>&1; }

# ---- Canvas: under the group's name, with the number of one of its members ----------------------------------------

begin canvas
put labheroes_101_5001_divergence.cu right
put projectgroup2_LATE_103_5002_divergence.cu wrong
put singlesam_105_5003_divergence.cu right
printf '%s\n' 'Student,ID,SIS Login ID,Group,Lab 1 (77)' '    Points Possible,,,,100' '"Doe, Ann",101,a,Lab heroes,' \
        '"Roe, Ben",102,b,Lab heroes,' '"Poe, Cem",103,c,Project Group 2,' '"Loe, Dan",104,d,Project Group 2,' '"Single, Sam",105,e,-,' >"$roster"
check canvas class_exits 0
check canvas_would_make_an_assignment says 'without the column "Group": Canvas would make an assignment of it'
check each_member_has_a_mark is "$(marks 'Doe, Ann' 'Roe, Ben' 'Poe, Cem' 'Loe, Dan' 'Single, Sam')" 'graded 100,graded 100,graded 93,graded 93,graded 100,'
check each_has_feedback grep -q '^Score: 93' "$out/feedback/d.txt"
check that_says_whose_it_is grep -q 'handed in for the group Project Group 2, as ' "$out/feedback/d.txt"
check each_is_late_with_the_group is "$(cell "$out/class.csv" 'Loe, Dan' late)" late
check each_cell_is_filled gradebook_is < <(printf '%s\n' 'Student,ID,SIS Login ID,Lab 1 (77)' '    Points Possible,,,100' '"Doe, Ann",101,a,100' \
    '"Roe, Ben",102,b,100' '"Poe, Cem",103,c,93' '"Loe, Dan",104,d,93' '"Single, Sam",105,e,100')
sed -i 's/Lab heroes/Others/; s/,102,b,Lab heroes/,102,b,Others/' "$roster"
sed -i 's/Ann",101,a,Others/Ann",101,a,Project Group 2/' "$roster"
put projectgroup2_101_5009_divergence.cu right && rm "$class/labheroes_101_5001_divergence.cu" "$class/projectgroup2_LATE_103_5002_divergence.cu"
sed -i 's/Ann",101,a,Project Group 2/Ann",101,a,Project Group 1/' "$roster"
check a_number_of_another_group class_exits 0
check is_nobodys complains 'the number 101 is that of a student who is not in the group "Project Group 2"'
cut -d, -f1-4,6 "$roster" >"$work/without.csv" && sed -i '1s/Group/Seat/' "$work/without.csv" && roster=$work/without.csv
check no_column class_exits 0
check it_is_asked_for complains 'Hand-ins with the name of a group: 1, such as "projectgroup2".* Add a column Group to the roster'
roster=$work/roster.csv

# ---- Blackboard, a folder by hand, GitHub Classroom -----------------------------------------------------------------

begin blackboard
put 'Lab 1_Group 03_attempt_2026-03-04-12-30-45_divergence.cu' right
put 'Lab 1_kim_attempt_2026-03-04-12-30-45_divergence.cu' wrong
printf 'Username,Team,Lab 1\nann,3,\nben,3,\nkim,,\n' >"$roster"
check blackboard class_exits 0
check its_cells_are_filled gradebook_is < <(printf 'Username,Team,Lab 1\nann,3,100\nben,3,100\nkim,,93\n')

begin folder
put 'The Tigers/divergence.cu' right
put 3/divergence.cu wrong
put ann/divergence.cu right
printf 'Username,ID,Group,Lab 1\nann,1,ann,\nben,2,The Tigers,\ncem,3,Lions,\ndan,4,3,\neve,5,the tigers,\nfay,6,ann,\n' >"$roster"
check a_folder class_exits 0
check a_students_own_name_and_number_go_first gradebook_is < <(
    printf 'Username,ID,Group,Lab 1\nann,1,ann,100\nben,2,The Tigers,100\ncem,3,Lions,93\ndan,4,3,\neve,5,the tigers,100\nfay,6,ann,\n')

begin github
for name in rockets jdoe; do put "lab-1-$name/labs/lab1_warp_divergence/divergence.cu" right; done
printf 'github_username,student_repository_name,points_awarded\nann,lab-1-rockets,\nben,lab-1-rockets,\njdoe,lab-1-jdoe,\n' >"$roster"
check one_repository_of_two class_exits 0 --column points_awarded
check both_have_it gradebook_is < <(printf 'github_username,student_repository_name,points_awarded\nann,lab-1-rockets,100\nben,lab-1-rockets,100\njdoe,lab-1-jdoe,100\n')

# ---- One of them hands in under their own name -----------------------------------------------------------------------

begin own
put ann.cu right && put cem.cu wrong && put dan.cu right
echo '// of dan' >>"$class/dan.cu"
printf 'Username,Tutorial,Group,Lab 1\nann,1,A,\nben,1,A,\ncem,1,B,\ndan,1,C,\neve,1,C,\n' >"$roster"
check not_asked_for class_exits 0
check nobody_else_has_a_mark gradebook_is < <(printf 'Username,Tutorial,Group,Lab 1\nann,1,A,100\nben,1,A,\ncem,1,B,93\ndan,1,C,100\neve,1,C,\n')
check that_is_said complains 'In 2 groups of the roster.s column "Group" one student has handed in and another one has not.* add --groups'
check asked_for class_exits 0 --groups --copies
check all_members_have_it gradebook_is < <(printf 'Username,Tutorial,Group,Lab 1\nann,1,A,100\nben,1,A,100\ncem,1,B,93\ndan,1,C,100\neve,1,C,100\n')
check nothing_is_asked no complains 'add --groups'
check another_column class_exits 0 --groups=tutorial
check they_differ grep -q 'which hand-in is meant' "$out/class.csv"
check no_such_column class_exits 2 --groups=Pairs
check it_is_named complains 'has no column "Pairs" that tells who is in which group'
check groups_of_no_roster exits_with 2 ./grade class lab1 "$class" --out "$out" --groups
check that_asks_for_it complains 'Give that with --roster'

# ---- Moodle: a file for each member; copies ------------------------------------------------------------------------------

begin moodle
for i in 1 2; do put "Blue-Student ${i}_50${i}_assignsubmission_file_/divergence.cu" right; done
put 'Red-Student 3_503_assignsubmission_file_/divergence.cu' right
for i in 1 2; do echo '// of one group' >>"$class/Blue-Student ${i}_50${i}_assignsubmission_file_/divergence.cu"; done
{
    echo 'Identifier,Full name,Group,Grade,Maximum Grade'
    for i in 1 2 3 4; do echo "Participant 50$i,Student $i,$( ((i < 3)) && echo Blue || echo Red),,100"; done
} >"$roster"
check moodle class_exits 0 --groups --copies
check all_have_a_mark is "$(marks 'Student 1' 'Student 2' 'Student 3' 'Student 4')" 'graded 100,graded 100,graded 100,graded 100,'
equal() { grep -c '<li>' "$out/copies.html"; }
if command -v sim_c >/dev/null; then
    check no_group_copies_from_itself is "$(equal)" 0
    check nor_is_it_a_pair no grep -qE '"Student 1(, Student 2)?","Student 2' "$out/copies.csv"
    check two_groups_are_one grep -q '"Student 1, Student 2","Student 3, Student 4"' "$out/copies.csv"
    check moodle_without class_exits 0 --copies
    check equal_files_of_no_group is "$(equal)" 1
fi
finish
