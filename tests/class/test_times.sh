#!/bin/bash
# When it was handed in, and who is late: by the export, by Moodle's worksheet, by an archive; never by a folder's own files.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
out=$work/out
submission lab1/right/pairs >"$work/right.cu"

# begin NAME; put FILE TIME: all the same file, so that it is graded once.
begin() { class=$work/$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/right.cu" "$class/$1" && touch -d "$2" "$class/$1"; }
class_exits() { exits_with 0 ./grade class lab1 "${1:-$class}" --out "$out" --seed 7 "${@:2}"; }
late() { python3 -c 'import csv, sys; print(" ".join(r["name"] or r["username"] for r in csv.DictReader(open(sys.argv[1])) if r["late"] == "late"))' "$out/class.csv"; }
says_nothing() { no grep -q 'without a time' "$work/errors"; }
due=(--due '2026-11-03 12:00')

begin canvas
put doejane_LATE_1001_5001_divergence.cu 2026-11-01
put mullerjorg_1002_5003_divergence.cu 2026-12-24
check canvas class_exits "$class" "${due[@]}"
check canvas_itself_says_who_is_late is "$(late)" doejane
check all_is_known says_nothing
"$pack" "$work/canvas.zip" "$class"
check canvas_zip class_exits "$work/canvas.zip" "${due[@]}"
check its_zip_says_the_same is "$(late)" doejane

begin folder
put ann.cu '2026-11-03 11:00'
put bob.cu '2026-11-03 13:00'
check a_folder class_exits "$class" "${due[@]}"
check its_files_make_nobody_late is "$(late)" ''
check that_is_said complains 'Hand-ins without a time: 2. None of them is marked late or left out'
check before class_exits "$class" --policy 'before=2026-11-03 12:00'
check its_files_leave_nobody_out is "$(cell "$out/class.csv" bob state)" graded
"$pack" "$work/folder.tar.gz" "$class"
check an_archive class_exits "$work/folder.tar.gz" "${due[@]}"
check its_times_count is "$(late)" bob
check a_time_for_each says_nothing

# A minute without seconds lasts until its end.
begin minute
put ann.cu '2026-11-03 11:59:59'
put bob.cu '2026-11-03 12:00:30'
put cem.cu '2026-11-03 12:01:00'
"$pack" "$work/minute.tar.gz" "$class"
check a_minute class_exits "$work/minute.tar.gz" "${due[@]}"
check lasts_until_its_end is "$(late)" cem
check with_seconds class_exits "$work/minute.tar.gz" --due '2026-11-03 12:00:00'
check they_count is "$(late)" 'bob cem'
check with_a_zone class_exits "$work/minute.tar.gz" --due 2026-11-03T13:00+01:00
check it_lasts_as_long is "$(late)" cem
check before_a_minute class_exits "$work/minute.tar.gz" --policy 'before=2026-11-03 12:00'
check counts_all_of_it is "$(cell "$out/class.csv" bob state),$(cell "$out/class.csv" cem state)" 'graded,no file'

# What is typed, and what Blackboard writes, are times of this machine's clock.
begin clock
put 'Lab 1_ann_attempt_2026-03-04-23-30-45_divergence.cu' 2026-12-24
put 'Lab 1_bob_attempt_2026-03-05-00-00-10_divergence.cu' 2026-12-24
for zone in UTC Europe/Berlin America/New_York; do
    TZ=$zone check "blackboard_${zone#*/}" class_exits "$class" --due '2026-03-04 23:59'
    check "its_clock_is_this_one_${zone#*/}" is "$(late)" bob
done
TZ=Europe/Berlin check before_by_the_clock class_exits "$class" --policy 'before=2026-03-04 23:59' --due 2026-03-04T23:00:00Z
check what_was_understood_is_said says 'counted +what was handed in until 2026-03-04 23:59:59 CET \(22:59:59 UTC\)'
check of_both says 'due +2026-03-05 00:00:00 CET \(2026-03-04 23:00:00 UTC\)'
check who_came_in_time_counts is "$(late),$(cell "$out/class.csv" '' state | tr '\n' ' ')" 'bob,graded no file '
check in_the_page grep -qF 'Due: 2026-03-05 00:00:00 CET (2026-03-04 23:00:00 UTC).' "$out/class.html"
check and_to_the_student grep -qxF 'Due: 2026-03-05 00:00:00 CET (2026-03-04 23:00:00 UTC)' "$out/feedback/ann.txt"
check beside_their_own_time grep -qF ', 2026-03-04 23:30:45 CET (22:30:45 UTC)' "$out/feedback/ann.txt"

# Moodle: the worksheet has the times, as its reader's language and country write them.
begin moodle
for i in 1 2 3 4 5 6; do put "Student ${i}_50${i}_assignsubmission_file_/divergence.cu" 2026-12-24; done
worksheet() { # TIME...: of the students 501, 502, ...
    printf 'Identifier,"Full name",Grade,"Maximum Grade","Last modified (submission)"\n'
    for ((i = 1; i <= $#; i++)); do printf '"Participant 50%d","Student %d",,10,"%s"\n' "$i" "$i" "${!i}"; done
}
worksheet 'Tuesday, 3 November 2026, 10:15 AM' 'Tuesday, 3 November 2026, 12:15 PM' 'Tuesday, November 3, 2026, 12:01 pm' \
    '2026-11-03 12:01' 2026-11-03T13:30:00+02:00 - >"$work/worksheet.csv"
moodle() { class_exits "$1" --roster "$work/worksheet.csv" "${due[@]}"; }
check moodle moodle "$class"
check the_worksheet_says_who_is_late is "$(late)" 'Student 2 Student 3 Student 4'
check its_time_is_shown is "$(cell "$out/class.csv" 'Student 1' handed_in_utc),$(cell "$out/class.csv" 'Student 5' handed_in_utc)" \
    '2026-11-03 10:15:00,2026-11-03 11:30:00'
check one_has_none complains 'Hand-ins without a time: 1\.'
"$pack" "$work/moodle.zip" "$class"
check moodle_zip moodle "$work/moodle.zip"
check the_worksheet_goes_before_the_archive is "$(late)" 'Student 2 Student 3 Student 4'
worksheet 'Dienstag, 3. November 2026, 10:15' 'Dienstag, 3. November 2026, 14:15' >"$work/worksheet.csv"
check another_language moodle "$work/moodle.zip"
check what_cannot_be_read_is_said complains 'cannot be read on the roster: 2, such as "Dienstag, 3. November 2026, 10:15"'
check and_makes_nobody_late no grep -q 'Student [12]' <(late)

# GitHub Classroom's grades have times, too; a clone has none.
begin repositories && out=$work/repositories_out
for user in octo-cat hubot; do put "lab-1-$user/labs/lab1_warp_divergence/divergence.cu" 2026-12-24; done
printf '"github_username","submission_timestamp"\n"octo-cat","2026-11-03 12:30:00 UTC"\n"hubot","2026-11-03T11:30:00Z"\n' >"$work/grades.csv"
check github class_exits "$class" --roster "$work/grades.csv" "${due[@]}"
check github_says_who_is_late is "$(late)" octo-cat
finish
