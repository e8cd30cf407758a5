#!/bin/bash
# Due dates of single students; what is said where an export has no times; times with the blanks that systems write between their parts.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
submission lab1/right/pairs >"$work/right.cu"
roster=$work/roster.csv

begin() { class=$work/$1 && out=$work/out-$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/right.cu" "$class/$1"; } # all the same, so that it is graded once
class_exits() { exits_with "$1" ./grade class lab1 "${source:-$class}" --out "$out" --seed 7 --roster "$roster" "${@:2}"; }
late() { python3 -c 'import csv, sys; print(" ".join(r["name"] or r["username"] for r in csv.DictReader(open(sys.argv[1])) if r["late"] == "late"))' "$out/class.csv"; }
states() { python3 -c 'import csv, sys; print(" ".join(r["state"].replace(" ", "_") for r in csv.DictReader(open(sys.argv[1]))))' "$out/class.csv"; }
of() { python3 -c 'import csv, sys; print([r[sys.argv[3]] for r in csv.DictReader(open(sys.argv[1])) if r["username"] == sys.argv[2]][0])' "$out/class.csv" "$@"; }

# ---- The roster's column Due -------------------------------------------------------------------------------------------

begin due
for who in ann ben cem dan; do put "Lab 1_${who}_attempt_2026-03-05-12-00-30_divergence.cu"; done
put 'Lab 1_eve_attempt_2026-03-03-12-00-30_divergence.cu'
printf '%s\n' Username,Due,'Lab 1' ann,, 'ben,2026-03-05 12:00,' cem,2026-03-05, 'dan,05.03.2026 11:59,' 'eve,2026-03-02 12:00,' >"$roster"
check own_due_dates class_exits 0 --due '2026-03-04 12:00'
check say_who_is_late is "$(late)" 'ann dan eve'
check a_note_says_so is "$(of ben note)" 'due date of their own: 2026-03-05 12:00 UTC'
check before class_exits 0 --policy 'before=2026-03-04 12:00'
check they_move_it_further is "$(states)" 'no_file graded graded no_file graded'
check the_reason_is_told is "$(of ann problem)$(of dan problem)" \
    'handed in after the time until which hand-ins counthanded in after the due date that the roster has for this student'
sed -i 's/^ben,[^,]*/ben,3\/5\/2026 12:00 PM/' "$roster"
check an_ambiguous_one class_exits 2 --due '2026-03-04 12:00'
check is_told_with_its_line complains 'roster.csv:3: "3/5/2026 12:00 PM" in the column "Due" is no time. Write it as in 2026-03-04 23:59'
check nobody_asks_for_it class_exits 0
for text in 'next week' 2026-02-31 '05.03.26 12:00'; do
    sed -i "s/^ben,[^,]*/ben,$text/" "$roster"
    check "no_time_is_${text// /_}" class_exits 2 --due '2026-03-04 12:00'
done

# Moodle writes extensions into its worksheet.
begin moodle
for i in 1 2 3; do put "Student ${i}_50${i}_assignsubmission_file_/divergence.cu"; done
worksheet() { # TIME STATUS for each
    printf 'Identifier,"Full name",Status,Grade,"Maximum Grade","Last modified (submission)"\n'
    for ((i = 1; $#; i++)); do printf '"Participant 50%d","Student %d","%s",,10,"%s"\n' "$i" "$i" "$2" "$1" && shift 2; done
}
worksheet 'Thursday, 5 March 2026, 10:15 AM' 'Submitted for grading - ' \
    'Thursday, 5 March 2026, 10:15 AM' 'Submitted for grading - Extension granted until: Friday, 6 March 2026, 11:59 PM' \
    'Saturday, 7 March 2026, 12:00 AM' 'Submitted for grading - Graded - Extension granted until: Friday, 6 March 2026, 11:59 PM' >"$roster"
check extensions_of_moodle class_exits 0 --due '2026-03-04 12:00'
check are_read is "$(late)" 'Student 1 Student 3'

# ---- Blanks of all kinds ------------------------------------------------------------------------------------------------

narrow=$'\u202f' hard=$'\u00a0' thin=$'\u2009' mark=$'\u200e'
worksheet "Thursday, 5 March 2026, 10:15${narrow}AM" '' "${mark}Thursday,${hard}5${hard}March 2026,  10:15${thin}a.m. " '' \
    "Tuesday, 3 March 2026, 10:15${narrow}PM" '' >"$roster"
check blanks class_exits 0 --due '2026-03-04 12:00'
check are_blanks is "$(late)" 'Student 1 Student 2'
check nothing_is_unread no complains 'cannot be read'
check typed_as_well class_exits 0 --due "2026-03-03${hard}22:14"
check they_are_read is "$(late)" 'Student 1 Student 2 Student 3'
sed -i "s/Full name/Full${hard}name/; s/Participant 501/Participant${narrow}501/; s/Student 1\"/Student${hard}1 \"/" "$roster"
check in_names_and_numbers class_exits 0
check everybody_is_found is "$(states)" 'graded graded graded'

# ---- Canvas has no times ---------------------------------------------------------------------------------------------------

begin canvas
put doeann_LATE_101_5001_divergence.cu
put roeben_102_5002_divergence.cu
put poecem_LATE_103_5003_divergence.cu
printf '%s\n' 'Student,ID,SIS Login ID,Due,Lab 1 (77)' '"Doe, Ann",101,ann,,' '"Roe, Ben",102,ben,,' '"Poe, Cem",103,cem,2026-03-06,' >"$roster"
"$pack" "$work/canvas.zip" "$class"
for source in "$class" "$work/canvas.zip"; do
    check "canvas_${source##*/}" class_exits 0 --policy 'before=2026-03-04 12:00'
    check "nobody_is_left_out_${source##*/}" is "$(states)" 'graded graded graded'
    check "what_is_known_is_said_${source##*/}" complains "Canvas's export does not say when .* marked late: 2 of 3 hand-ins. --policy before= leaves none"
    check "what_canvas_says_stays_${source##*/}" is "$(late)" 'Doe, Ann Poe, Cem'
done
check canvas_due class_exits 0 --due '2026-03-04 12:00'
check no_other_is_late complains "only what Canvas has marked late: 2 of 3 hand-ins. --due makes nobody else late"
source=
check an_extension_cannot_be_compared grep -q 'marked it late and does not say when it came' <(of cem note)
printf '%s\n' 'Student,ID,submission_timestamp,Due' '"Doe, Ann",101,2026-03-05 12:00,' '"Roe, Ben",102,2026-03-03 12:00,' '"Poe, Cem",103,2026-03-05 12:00,2026-03-06' >"$roster"
check times_of_the_roster class_exits 0 --policy 'before=2026-03-04 12:00'
check count is "$(states),$(late)" 'no_file graded graded,Doe, Ann'
check there_is_nothing_to_say no complains "Canvas's export"

# A repository's files have the time of cloning, in an archive of it, too.
begin clone
for user in octo-cat hubot; do put "lab-1-$user/labs/lab1_warp_divergence/divergence.cu"; done
printf 'github_username\nocto-cat\nhubot\n' >"$roster"
"$pack" "$work/clone.tar.gz" "$class"
source=$work/clone.tar.gz
check a_clone class_exits 0 --policy 'before=2020-03-04 12:00'
check nobody_is_late_by_cloning is "$(states)" 'graded graded'
check that_is_said complains "Hand-ins without a time: 2"
finish
