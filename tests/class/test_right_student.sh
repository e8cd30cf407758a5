#!/bin/bash
# Nobody gets somebody else's mark: numbers that another column has for another student, names that disagree, user names of which one is
# the end of the other; and no file of the instructor's own is lost.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
out=$work/out roster=$work/roster.csv
submission lab1/right/pairs >"$work/right.cu"
submission lab1/wrong/parity_not >"$work/wrong.cu"

begin() { rm -rf "$work/class" && class=$work/class && mkdir "$class"; } # one folder of results for all: each file is graded once
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/$2.cu" "$class/$1"; }
table() { printf '%s\n' "$@" >"$roster"; }
grade_class() { ./grade class lab1 "$class" --out "$out" --seed 7 --drop-missing "$@"; }
graded() { exits_with 0 grade_class --roster "$roster" "$@"; }
# In the roster as it was given, each SED is what is filled.
filled() { cmp -s <(sed "$1" "$roster") "$out/gradebook.csv"; }
problem() { grep -qF "$1" "$out/class.csv"; }

# ---- A number in another column is another student's ---------------------------------------------------------------

begin
put doejane_101_5001_divergence.cu wrong
put dropped_1040_5002_divergence.cu right
table 'Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (4711)' '    Points Possible,,,,,100' '"Doe, Jane",101,S7,jdoe,S,' '"Roe, John",102,S8,1040,S,'
check a_login_of_canvas graded
check it_is_nobodys filled 's/jdoe,S,/&93/'
check that_is_said says '1 has handed in and matches nobody on the roster: dropped'
sed -i 's/S8,1040/1040,101/' "$roster"
check numbers_of_canvas graded
check a_collision_takes_nothing_away filled 's/jdoe,S,/&93/'
begin
put 'Lab 1_4001_attempt_2026-03-02-12-30-45_divergence.cu' right
table 'Last Name,First Name,Username,Student ID,Lab 1 [Total Pts: 100 Score] |12345' Doe,Jane,jdoe,4001, Roe,John,jroe,4002,
check a_student_id_of_blackboard graded
check no_user_has_it filled ''
begin
put 'Jane Doe_900_assignsubmission_file_/divergence.cu' wrong
put 'Zed Zed_12345_assignsubmission_file_/divergence.cu' right
table 'Full name,ID number,Email address,Lab 1' Jane\ Doe,12345,j@x, John\ Roe,900,r@x,
check an_id_number_of_moodle graded
check the_name_decides filled 's/j@x,/&93/'
begin
for who in anna bert; do put "lab-1-$who/labs/lab1_warp_divergence/divergence.cu" right; done
table github_username,roster_identifier,student_repository_name,points_awarded cat,anna,lab-1-cat, bert,b,lab-1-bert,
check an_identifier_of_github graded --column points_awarded
check the_user_has_it filled 's/lab-1-bert,/&100/'

# ---- The number is one's, the name another one's ----------------------------------------------------------------------

begin
put 'Ann A_1_assignsubmission_file_/divergence.cu' right
put 'Ben B_2_assignsubmission_file_/divergence.cu' right
put 'Jane Roe_4_assignsubmission_file_/divergence.cu' right
put 'Lou Lin_77_assignsubmission_file_/divergence.cu' right
worksheet='Identifier,Full name,Grade,Maximum Grade'
table "$worksheet" 'Participant 1,Other 1,,10' 'Participant 2,Other 2,,10' 'Participant 4,John Roe,,10' 'Participant 5,Jane Roe,,10' 'Participant 6,Lou Lin,,10'
check another_worksheet graded
check nobody_is_filled filled ''
check the_screen_says_why complains "Ann A_1_assignsubmission_file_.*: the number 1 is Other 1's, the name says \"Ann A\". Nobody gets a score for it"
check class_csv_says_why problem "the number 2 is Other 2's, the name says"
check one_surname_is_not_enough problem "the number 4 is John Roe's, the name says"
check another_number_is_another_student problem "the name is Lou Lin's, who has another number on the roster than 77"
check no_feedback_names_others no grep -rqF "Other 1's" "$out/feedback"
check there_is_no_score is "$(cell "$out/class.csv" 'Ann A' state)$(cell "$out/class.csv" 'Ann A' score)" 'no file'

# Names that say the same, or nothing.
begin
i=0
while IFS='|' read -r here there; do
    put "${here}_$((++i))_assignsubmission_file_/divergence.cu" right
    rows[i]="Participant $i,\"$there\",,10"
done <<'NAMES'
Müller José|José Müller
Mueller Jose|J. Müller
Doe, Mary|Mary Doe
Bob Smith|Robert Smith
A. Doe|Ann
Participant 6|Kim Lee
Zhang Wei|张伟
Group 2|Lee Ann
Team 1-Ann Ash|Ann Ash
O'Neil Zé|Zé O'Neil
NAMES
table "$worksheet" "${rows[@]}"
check names_that_may_agree graded
check all_are_filled filled 's/,,10/,10,10/'
begin
put obrienconan_LATE_1_1_divergence.cu right
put muellerjose_2_2_divergence.cu right
put group1_3_3_divergence.cu right
put evil_4_4_divergence.cu right
table 'Student,ID,SIS Login ID,Section,Lab 1' "\"O'Brien, Conan\",1,cob,S," '"Müller, José",2,jm,S,' '"One, Grace",3,g1,S,' 'Hyper Link,4,evil,S,'
check names_of_canvas graded
check each_is_filled filled 's/,S,/&100/'
begin
put 'Lee Ann/divergence.cu' right
put 'Kim/divergence.cu' right
put 'stu1/divergence.cu' right
table 'Student,Username,Lab 1' Lee\ Ann,la, Ann\ Lee,al, Kim,x1, Other\ O,Kim, Stu\ Dent,stu1,
check folders graded
check what_is_exact_goes_first filled 's/la,/&100/; s/stu1,/&100/'
check a_name_and_a_login_are_two problem 'several students of the roster could have handed this in'
begin
put stu1_7_7_divergence.cu right
table Username,Lab\ 1 stu1, stu2,
check logins_alone graded
check one_is_found filled 's/stu1,/&100/'

# ---- User names of which one is the end of the other ------------------------------------------------------------------------

begin
put 'Lab 1_a_b_attempt_2026-03-02-12-30-45_divergence.cu' right
table 'Username,Lab 1' a_b, b,
check one_attempt_without_its_note graded
check nobody_guesses_where_the_name_begins problem 'several students of the roster could have handed this in'
put 'Lab 1_a_b_attempt_2026-03-01-12-30-45_divergence.cu' wrong
printf 'Name: Ann Bee (a_b)\n' >"$class/Lab 1_a_b_attempt_2026-03-01-12-30-45.txt"
check a_note_beside_another_attempt graded
check it_says_how_long_the_title_is filled 's/a_b,/&100/'
rm "$class"/*-01-12-30-45*
put 'Lab 1_kim_attempt_2026-03-02-12-30-45_divergence.cu' wrong
check the_title_is_what_all_begin_with graded
check so_the_name_is_known filled 's/a_b,/&100/'
table 'Username,Lab 1' b, kim,
check who_is_not_on_the_roster graded
check leaves_others_alone filled 's/kim,/&93/'
begin
put lab-1-jdoe/labs/lab1_warp_divergence/divergence.cu right
put lab-1-j-doe/labs/lab1_warp_divergence/divergence.cu wrong
table github_username,student_repository_name,points_awarded,points_available jdoe,lab-1-jdoe,,10 j-doe,lab-1-j-doe,,10
check two_users_of_github graded --column points_awarded
check each_has_the_own filled 's/lab-1-jdoe,,/lab-1-jdoe,10,/; s/lab-1-j-doe,,/lab-1-j-doe,9.3,/'
sed -i 's/,lab-1-[a-z-]*//; s/,student_repository_name//' "$roster"
check by_user_alone graded --column points_awarded
check each_has_it_still filled 's/jdoe,,/jdoe,10,/; s/j-doe,,/j-doe,9.3,/'

# ---- Points that stand in a column beside it ---------------------------------------------------------------------------------------

check points_available_is_the_maximum says 'scaled to its 10 points'
check it_is_not_filled_itself graded --column points_available
check that_is_refused says '"points_available" is not a column of grades'
begin
put jane/divergence.cu right
put joe/divergence.cu wrong
table 'First Name,Last Name,SID,Email,Sections,Lab 1,Lab 1 - Max Points,Lab 1 - Submission Time,Lab 1 - Lateness (H:M:S)' Jane,Doe,1,jane@x,,,10.0,,0:00:00 Joe,Roe,2,joe@x,,9.8,,,0:00:00
check gradescope graded
check max_points_are_the_maximum filled 's/jane@x,,,/jane@x,,10,/; s/joe@x,,9.8/joe@x,,9.3/'
check no_column_but_the_labs says 'column "Lab 1": 2 scores'

# ---- Folders with dots ----------------------------------------------------------------------------------------------------------

begin
for who in jane.doe jane.roe bob@x.edu ann.lee; do put "$who/divergence.cu" right; done
table 'Student,Email,Username,Lab 1' Jane\ Doe,d@x,jane.doe, Jane\ Roe,r@x,jane.roe, Bob,bob@x.edu,bob, Ann,a@x,ann,
check dots graded
check each_folder_is_one filled 's/jane.[dr]oe,/&100/; s/,bob,/&100/'
check nobody_is_made_up is "$(($(wc -l <"$out/class.csv") - 1))" 5
check who_handed_in_nothing_has_nothing is "$(cell "$out/class.csv" Ann state)" nothing

# ---- No column ------------------------------------------------------------------------------------------------------------------------

table 'Username,Section,Lab 10 (4),Labor 1 (5)' jane.doe,S1,,
check no_column graded
check columns_are_named says 'no column that can be filled names lab1. There are "Lab 10 \(4\)", "Labor 1 \(5\)": say which is meant with --column NAME'
check the_old_one_is_said_to_go says 'gradebook.csv of the run before was taken away: this run fills no column'
table 'Username,Lab 1 (4)' ',(read only)' jane.doe,
check a_read_only_column graded
check that_is_told says 'There is "Lab 1 \(4\)" \(read only\)'
table Username,Section jane.doe,S1
check a_list_of_names graded
check has_no_columns no grep -q gradebook "$work/output"

# ---- Lower than before --------------------------------------------------------------------------------------------------------------------

begin
put 1/divergence.cu wrong
put 2/divergence.cu wrong
table 'Full name,ID,Lab 1' Jane\ Doe,1,95 Jane\ Doe,2,95
check lower graded
check one_name_has_its_number says '2 are lower than what stood there \(Jane Doe, 1; Jane Doe, 2\)'
begin
out=$work/lower
put jdoe/divergence.cu wrong
table github_username,points_awarded jdoe,95
check lower_without_a_name graded --column points_awarded
check the_user_is_named says '1 is lower than what stood there \(jdoe\)'

# ---- Files of the instructor's ---------------------------------------------------------------------------------------------------------------

cp "$out/gradebook.csv" "$work/kept.csv"
check a_roster_among_the_results exits_with 2 grade_class --roster "$out/gradebook.csv" --column points_awarded
check what_to_do_is_said complains 'lies in the folder of the results, .*Copy it to another place'
check it_is_as_it_was same "$work/kept.csv" "$out/gradebook.csv"
touch "$out/copies.html" "$out/copies.csv" "$out/changes.csv"
check other_options exits_with 0 grade_class
check no_roster_is_said says 'gradebook.csv of the run before was taken away: this run has no roster'
check no_copies_is_said says 'copies.html of the run before was taken away: this run has no --copies'
check no_changes_is_said says 'changes.csv of the run before was taken away'
check said_once exits_with 0 grade_class
check only_once no grep -q 'taken away' "$work/output"
for name in feedback/letter.txt work/draft.txt class.csv class.db gradebook.csv; do
    rm -rf "$work/mine" && mkdir -p "$(dirname "$work/mine/$name")" && echo mine >"$work/mine/$name"
    out=$work/mine
    check "not_over/$name" exits_with 2 grade_class
    check "that_is_said/$name" complains "has files in it \(${name%%/*}\), and no class was graded there.*Name a new folder"
    check "it_stays/$name" same "$work/mine/$name" <(echo mine)
    check "alone/$name" is "$(find "$work/mine" -type f | wc -l)" 1
done
rm -r "$work/mine" && mkdir -p "$work/mine"/{work,files} && : >"$work/mine/lock"
check killed_before_its_journal exits_with 0 grade_class
finish
