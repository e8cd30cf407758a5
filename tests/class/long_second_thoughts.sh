#!/bin/bash
# What an instructor does twice, or nearly right: the same folder for another lab or half a class, a table in other words, two hand-ins
# of one time, files that are no text. Nobody's mark is made up, and nothing old stands among what is new.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
out=$work/out roster=$work/roster.csv
submission lab1/right/pairs >"$work/right.cu"
submission lab1/wrong/parity_not >"$work/wrong.cu"

begin() { class=$work/$1 && out=$work/out-$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/$2.cu" "$class/$1"; }
grade_class() { ./grade class lab1 "$class" --out "$out" --seed 7 "$@"; }
class_exits() { exits_with "$1" grade_class "${@:2}"; }
gradebook_is() { cmp "$out/gradebook.csv" - >"$work/output" 2>&1; }
state() { cell "$out/class.csv" "$1" state; }

# ---- The same folder once more -----------------------------------------------------------------------------------

begin again
put 'Ann Doe_101_assignsubmission_file_/divergence.cu' right
put 'Bob Roe_102_assignsubmission_file_/divergence.cu' wrong
printf 'Full name,Lab 1\nAnn Doe,\nBob Roe,\n' >"$roster"
check a_roster class_exits 0 --roster "$roster"
check has_a_gradebook test -f "$out/gradebook.csv"
touch "$out/copies.html" "$out/copies.csv"
check no_roster class_exits 0
check has_no_old_gradebook test ! -e "$out/gradebook.csv"
check nor_old_copies no test -e "$out/copies.html" -o -e "$out/copies.csv"
check another_lab exits_with 2 ./grade class lab3 "$class" --out "$out" --seed 7
check that_is_said complains 'holds the results of lab1. Name another folder after --out for lab3'
rm -r "$class/Bob Roe_102_assignsubmission_file_"
check half_a_class class_exits 0
check who_is_missing_is_named complains '1 student that had handed in when .* has nothing in .* \(Bob Roe\)'

# Another term in the old one's folder.
begin term
for i in 1 2 3 4 5; do put "old$i.cu" right; done
check the_old_term class_exits 0
(cd "$out" && find . -type f ! -name 'class.db*' ! -path "*/work/*" -exec sha256sum {} + && sqlite3 class.db .dump) | sort >"$work/as_it_was"
as_it_was() { (cd "$out" && find . -type f ! -name 'class.db*' ! -path "*/work/*" -exec sha256sum {} + && sqlite3 class.db .dump) | sort | cmp - "$work/as_it_was"; }
rm "$class"/* && for i in 1 2 3; do put "new$i.cu" wrong; done
check a_new_term class_exits 2
check says_what_to_do complains 'Of 5 hand-ins that .* was last written from none is in .* \(not there: old1, old2, old3, old4, ...\). Nothing was graded, and nothing in .* was changed. .*--drop-missing'
check nothing_is_changed as_it_was
put old1.cu right && put old2.cu right
check less_than_half class_exits 2
check are_counted complains 'Of 5 hand-ins .* only 2 are in'
put old3.cu right
check more_than_half class_exits 0
rm "$class"/old* "$class/new1.cu"
check hardly_any_again class_exits 2
check who_means_it class_exits 0 --drop-missing
for i in 1 2 3; do put "again$i.cu" right; done
check other_names class_exits 0
printf '%s\n' 'Full name,Username' 'C D,new2' 'E F,new3' 'G H,again1' 'I J,again2' 'K L,again3' >"$roster"
check with_a_roster class_exits 0 --roster "$roster"
check and_without_it class_exits 0

# A journal that is damaged, and the two ways on.
begin damaged
for i in 1 2; do put "student$i.cu" right && echo "// $i" >>"$class/student$i.cu"; done
check a_journal class_exits 0
cp "$out/class.db" "$work/copy.db"
size=$(stat -c %s "$out/class.db")
dd if=/dev/urandom of="$out/class.db" bs=1 seek=4196 count=$((size - 8192)) conv=notrunc status=none
check a_damaged_one class_exits 2
check is_told_as_that complains 'class.db is damaged: .* Put your last copy of it in its place.* \.recover .* --seed N'
check and_not_as_a_full_disk no complains 'Nothing that was graded is lost|disk full'
rm -f "$out"/class.db-*
printf 'no journal at all, whatever it was before' >"$out/class.db"
check nor_a_journal class_exits 2
check is_told_as_well complains 'class.db is damaged: file is not a database'
cp "$work/copy.db" "$out/class.db" && rm -f "$out"/class.db-*
check the_copy_goes_on class_exits 0
check and_grades_nothing_twice is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')" 2
sqlite3 "$out/class.db" .recover 2>/dev/null | sqlite3 "$work/saved.db" && cp "$work/saved.db" "$out/class.db"
check what_was_saved_goes_on class_exits 0
check and_neither_does_this is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')" 2
rm "$out/class.db"
check without_any class_exits 0
check all_is_graded_again is "$(state student1),$(state student2)" graded,graded

# A journal of an older Warpbook; what a grading was made with can be read in a new one.
begin older
put ann.cu right
check a_grading class_exits 0
sqlite3 "$out/class.db" "PRAGMA user_version = 1; CREATE TABLE old (id INTEGER PRIMARY KEY, lab TEXT NOT NULL, grader TEXT NOT NULL, thresholds TEXT NOT NULL,
    seed INTEGER NOT NULL, device TEXT NOT NULL, gpu TEXT NOT NULL, UNIQUE (lab, grader, thresholds, seed, device, gpu));
    INSERT INTO old SELECT id, lab, grader, thresholds, seed, device, gpu FROM conditions; DROP TABLE conditions; ALTER TABLE old RENAME TO conditions"
sqlite3 "$out/class.db" 'DROP TABLE collected; DROP TABLE written'
check an_older_journal class_exits 0
check what_it_knows_is_kept is "$(sqlite3 "$out/class.db" "SELECT score, (SELECT min(first) FROM collected) FROM written WHERE hash = '$(sha256sum <"$class/ann.cu" | cut -d' ' -f1)'")" '100.0|0'
check keeps_its_results is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')" 1
check what_was_in_force_stands_there is "$(sqlite3 "$out/class.db" "SELECT version || ' ' || (since > 0) || ' ' || (instr(spec, 'lab 1 ') > 0 OR length(spec) > 500) || ' ' || length(secret) FROM conditions")" \
    "$(sed -n 's/.*WARPBOOK_VERSION "\(.*\)"/\1/p' grader/contract/version.h) 1 1 64"
check feedback_has_the_files_checksum grep -qxF "SHA-256 of the file: $(sha256sum <"$class/ann.cu" | cut -d' ' -f1)" "$out/feedback/ann.txt"
check and_the_day grep -qE '^Graded: 20[0-9]{2}-[0-9]{2}-[0-9]{2}, by Warpbook [0-9.]+$' "$out/feedback/ann.txt"

begin changes
put ann.cu right
put bob.cu wrong
seed_is() { exits_with 0 ./grade class lab1 "$class" --out "$out" --seed "$1"; }
check one_condition seed_is 7
check tells_of_no_changes test ! -e "$out/changes.csv"
check another_condition seed_is 8
check another_seed_is_for_once says 'seed 8 for this command alone: without --seed it is 7'
check is_compared test -e "$out/changes.csv"
sqlite3 "$out/class.db" "UPDATE results SET score = 50 WHERE condition = 2 AND score = 100" # as other thresholds might
check the_first_one_again seed_is 7
check what_comes_back_is_told says '1 score is another one than before'
check and_told_again seed_is 7
check as_before says '1 score is another one than before'
sqlite3 "$out/class.db" "UPDATE results SET max_score = 60 WHERE condition = 2 AND max_score = 100"
check another_maximum seed_is 7
check both_maxima_stand_there cmp "$out/changes.csv" - < <(printf '%s\n' 'name,email,username,id,score_before,max_score_before,score,max_score,state,reason' \
    '"ann","","ann","",50,60,100,100,graded,"new conditions"' '"bob","","bob","",93,60,93,100,graded,"new conditions"')
sqlite3 "$out/class.db" "UPDATE results SET max_score = 100 WHERE condition = 2"
put cem.cu right && echo '// of cem' >>"$class/cem.cu"
check one_more seed_is 7
rm "$class/cem.cu"
check a_part_of_the_class seed_is 8
check who_had_a_score_is_told says '1 student that had a score before has none now'
check and_stands_there grep -qxF '"cem","","cem","",100,100,,,nothing,"nothing handed in"' "$out/changes.csv"
check the_same_part_again seed_is 8
check tells_it_again grep -q cem "$out/changes.csv"
check each_has_one_line is "$(cut -d, -f1 "$out/changes.csv" | sort | uniq -d)" ''

# Another hand-in, another due date.
begin appeal
first=attempt_2026-03-02-12-00-00_divergence.cu second=attempt_2026-03-05-12-00-00_divergence.cu
put "Lab 1_ann_$first" right
put "Lab 1_bob_$first" wrong
put "Lab 1_cem_$first" right
change() { python3 -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[1])): print(r["username"], r["score_before"], r["score"], r["reason"], sep=":", end=" ")' "$out/changes.csv"; }
check the_first_week class_exits 0
check nothing_is_another test ! -e "$out/changes.csv"
put "Lab 1_ann_$second" wrong
put "Lab 1_bob_$second" right
check the_second_week class_exits 0
check who_fell_and_who_rose is "$(change)" 'ann:100:93:new hand-in bob:93:100:new hand-in '
check that_is_said class_exits 0
check once_more says '2 scores are other ones than before \(changes.csv\)'
check a_due_date class_exits 0 --policy 'before=2026-03-04 12:00'
check takes_it_back is "$(change)" 'ann:93:100:another hand-in counts (policy or due date) bob:100:93:another hand-in counts (policy or due date) '
check an_early_one class_exits 0 --policy 'before=2026-03-01 12:00'
check leaves_nothing is "$(change)" 'ann:100::due date bob:93::due date cem:100::due date '
check the_journal_knows_all is "$(sqlite3 "$out/class.db" "SELECT group_concat(coalesce(score, state)) FROM (SELECT * FROM written WHERE username = 'ann' ORDER BY entry)")" \
    '100.0,93.0,100.0,no file'
check with_the_file is "$(sqlite3 "$out/class.db" "SELECT hash FROM written WHERE username = 'ann' ORDER BY entry LIMIT 1")" "$(sha256sum <"$work/right.cu" | cut -d' ' -f1)"
check and_both_hand_ins is "$(sqlite3 "$out/class.db" "SELECT count(DISTINCT hash) FROM collected WHERE username = 'ann' AND hash <> '' AND first > 0 AND last >= first")" 2

# Another teacher's folder.
if ((EUID == 0)) && command -v setpriv >/dev/null; then
    begin teachers
    put ann.cu right
    check a_teachers_folder class_exits 0
    chmod 755 "$work" && chmod -R a+rX "$class"
    another() { setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work/home" ./grade class lab1 "$class" --out "$out" --seed 7; }
    mkdir "$work/home" && chmod 777 "$work/home"
    check another_teacher exits_with 2 another
    check is_told_how complains "is another user's: .*chgrp -R GROUP .*chmod -R g\\+rwX"
fi

# ---- It is stopped ---------------------------------------------------------------------------------------------------

begin stopped
for i in 1 2 3; do put "student$i.cu" right && echo "// $i" >>"$class/student$i.cu"; done
(exec ./grade class lab1 "$class" --out "$out" --seed 7 --jobs 1) >"$work/output" 2>"$work/errors" &
class_pid=$!
for ((i = 0; i < 600; i++)); do grep -q ' to grade' "$work/errors" "$work/output" && break; sleep 0.1; done
kill -TERM "$class_pid"
wait "$class_pid"
check ends_by_the_signal is "$?" 143
check what_is_left_is_said complains 'Stopped: [0-3] of 3 submissions have a result.* type the same command again'
check time_is_too_short exits_with 2 ./grade class lab1 "$class" --out "$work/hasty" --seed 7 --timeout 1
check what_was_too_slow_is_said complains "own solution takes longer here than 1 seconds. Nothing was graded"

# ---- Two hand-ins of one student -----------------------------------------------------------------------------------

begin twice
put 'MAX MUSTER.cu' right
put 'muster max.cu' wrong
printf 'Full name,Lab 1\nMax Muster,3\n' >"$roster"
check two_without_times class_exits 0 --roster "$roster"
check nobody_decides is "$(state 'Max Muster')" 'no file'
check both_are_named grep -q 'which hand-in is meant? MAX MUSTER.cu and muster max.cu differ' "$out/class.csv"
check the_cell_stays gradebook_is < <(printf 'Full name,Lab 1\nMax Muster,3\n')
check the_best_of_two class_exits 0 --roster "$roster" --policy best
check it_counts gradebook_is < <(printf 'Full name,Lab 1\nMax Muster,100\n')

# ---- Who is it? ------------------------------------------------------------------------------------------------------

begin github
for who in uni-anna uni-bob; do put "lab-3-$who/labs/lab1_warp_divergence/divergence.cu" right; done
printf 'github_username,points_awarded\nuni-anna,\nuni-bob,\n' >"$roster"
check a_common_prefix class_exits 0 --roster "$roster" --column points_awarded
check both_are_found gradebook_is < <(printf 'github_username,points_awarded\nuni-anna,100\nuni-bob,100\n')
rm -r "$class/lab-3-uni-bob" && begin github-one
put lab-3-anna-b/labs/lab1_warp_divergence/divergence.cu right
printf 'github_username,student_repository_name,points_awarded\nb,lab-3-b,\nanna-b,lab-3-anna-b,\n' >"$roster"
check one_repository class_exits 0 --roster "$roster" --column points_awarded
check it_is_found gradebook_is < <(printf 'github_username,student_repository_name,points_awarded\nb,lab-3-b,\nanna-b,lab-3-anna-b,100\n')

begin numbers
put 'Ann_0012345_assignsubmission_file_/divergence.cu' right
put 'Bo_77_assignsubmission_file_/divergence.cu' wrong
printf 'sep=;\nID;Full name;Lab 1\n12345;A. Doe;\n77;Bo Li;\n77;Bo Li;\n9;Total;\n' >"$roster"
check zeros_and_sections class_exits 0 --roster "$roster"
check each_row_is_filled gradebook_is < <(printf 'sep=;\nID;Full name;Lab 1\n12345;A. Doe;100\n77;Bo Li;93\n77;Bo Li;93\n9;Total;\n')
printf 'ID,Full name,Lab 1\n77,Bo Li,\n77,Cy Li,\n' >"$roster"
check one_number_for_two class_exits 0 --roster "$roster"
check that_is_said_too complains 'have the same number, 77'
printf 'ID;Nachname;Status;Bewertung;Bestwertung;Feedback\nTeilnehmer/in1;Doe;-;;10,00;\nTeilnehmer/in2;Roe;-;;10,00;\n' >"$roster"
check another_language class_exits 2 --roster "$roster"
check the_way_out_is_said complains "Set Moodle's language to English"

printf 'ID,Full name,Section,Group,Room,Lab 1\nstu1,Bo Li,1,2,3,\nstu2,Cy Ma,1,2,3,\n' >"$roster"
check numbered_names_are_english_too class_exits 0 --roster "$roster"

# ---- The gradebook -----------------------------------------------------------------------------------------------------

begin gradebook
for i in 1 2 3 4; do put "Student ${i}_${i}_assignsubmission_file_/divergence.cu" right; done
printf 'Identifier;Full name;Grade;Maximum Grade;Grade can be changed;Feedback comments\n' >"$roster"
printf '%s\n' '1;Student 1;;7,50;Yes;' '2;Student 2;;Pass;Yes;well' '3;Student 3;;7,50;No;' '4;Student 4;9,5;7,50;Yes;' >>"$roster"
check rows_of_their_own class_exits 0 --roster "$roster"
check no_maximum_is_said says '1 cell not filled: "Maximum Grade" is "Pass" there'
check a_locked_one_is_said says '1 cell not filled: "Grade can be changed" says No'
check a_lower_one_is_named says '1 is lower than what stood there \(Student 4\)'
check only_some_are_filled gradebook_is < <(sed -e 's/1;;7,50/1;7,5;7,50/; s/4;9,5;/4;7,5;/' "$roster")
for column in 'Full name' 'Feedback comments' 'Maximum Grade'; do
    check "no_grades_in_${column// /_}" class_exits 0 --roster "$roster" --column "$column"
    check "nothing_is_replaced_in_${column// /_}" says "\"$column\" is not a column of grades"
    check "and_nothing_written_for_${column// /_}" test ! -e "$out/gradebook.csv"
done
printf '%s\n' 'ID,Full name,Lab 1' '1,Student 1,0' '2,Student 2,' '3,Student 3,90.5' '4,Student 4,Needs Grading' >"$roster"
check lowered_by_hand class_exits 0 --roster "$roster"
check higher_ones_are_named says '2 are higher than what stood there \(Student 1; Student 3\): .*--keep-marks'
check what_held_no_mark_is_none_of_them gradebook_is < <(sed -E '2,$s/,[^,]*$/,100/' "$roster")
check kept_by_hand class_exits 0 --roster "$roster" --keep-marks
check whose_differs_is_named says '2 stay as they were, and this grading gives another mark \(Student 1; Student 3\)'
check only_empty_cells_are_filled gradebook_is < <(sed -e 's/2,$/2,100/; s/Needs Grading/100/' "$roster")
check no_marks_to_keep class_exits 2 --keep-marks
printf 'Student,ID,Lab 1 (77)\nStudent 1,1,\n' >"$roster"
check two_rosters class_exits 2 --roster "$roster" --roster "$work/other.csv"
check are_told complains 'roster is given twice, .* Join them into one'
check no_points_possible class_exits 0 --roster "$roster"
check that_is_said_of_it says 'of 100 points, as the lab has them: the table does not say how many the column has'

printf '%s\n' 'Student,ID,SIS Login ID,Lab 1 (77),Final Score' '    Points Possible,,,10,(read only)' 'Student 1,1,s1,,88' >"$roster"
check a_computed_column class_exits 0 --roster "$roster" --column 'Final Score'
check is_not_filled says 'not written: "Final Score" is read only'
check some_are_on_no_roster grep -qF 'counted as well: 3 results of students who are not on the roster' "$out/class.html"

# ---- Files that are no text -----------------------------------------------------------------------------------------------

begin odd
printf 'PK\003\004word/document.xml' >"$work/zip.cu"
printf '%%PDF-1.7 ...' >"$work/pdf.cu"
printf 'version https://git-lfs.github.com/spec/v1\n' >"$work/lfs.cu"
iconv -t UTF-16LE "$work/right.cu" >"$work/wide.cu"
cp labs/lab3_basic_stencil/skeleton/stencil.cu "$work/other.cu"
for kind in zip pdf lfs wide other; do put "$kind.cu" $kind; done
put 李明.cu right
put Ärger.cu right
put Örger.cu right
check odd_files class_exits 0
for kind in zip pdf lfs wide; do check "no_mark_for_$kind" is "$(state $kind)" 'no file'; done
check another_labs_file_is_told grep -q 'its TODOs are those of lab 3' "$out/class.csv"
check names_stay_readable test -f "$out/feedback/李明.txt" -a -f "$out/feedback/Ärger.txt" -a -f "$out/feedback/Örger.txt"
check feedback_says_for_whom grep -q '^For: 李明$' "$out/feedback/李明.txt"

begin uploads
put doejane_101_5001_divergence.cu right
put doejane_101_5002_divergence-1.cu wrong
put roejohn_102_5003_text.html wrong
check two_uploads class_exits 0
check the_earlier_one_is_noted grep -q 'divergence.cu was uploaded earlier' "$out/class.csv"
check who_has_no_file_has_handed_in_something grep -q '^Handed in: something that cannot be graded$' "$out/feedback/102.txt"
mkdir "$work/locked" && python3 - "$work/locked/export.zip" <<'PY'
import io, sys, zipfile
made = io.BytesIO()
with zipfile.ZipFile(made, "w") as out: out.writestr("doejane_101_5001_divergence.cu", "x" * 99)
bits = bytearray(made.getvalue())
bits[6] |= 1  # "encrypted", in both headers
bits[bits.index(b"PK\1\2") + 8] |= 1
open(sys.argv[1], "wb").write(bits)
PY
for locked in locked locked/export.zip; do
    check "${locked//\//_}_with_a_password" exits_with 2 ./grade class lab1 "$work/$locked" --out "$work/locked-out"
    check "${locked//\//_}_needs_it" complains 'locked with a password: unpack it with that by hand'
done

# ---- The command ---------------------------------------------------------------------------------------------------------------

check a_day_that_is_not class_exits 2 --due '2026-02-31 23:59'
check no_jobs class_exits 2 --jobs 0
check no_time class_exits 2 --timeout 0
check results_among_hand_ins exits_with 2 ./grade class lab1 "$class" --out "$class"
check results_in_warpbook exits_with 2 ./grade class lab1 "$class" --out .
check results_in_a_file exits_with 2 ./grade class lab1 "$class" --out "$roster"
check one_file exits_with 2 ./grade class lab1 "$work/right.cu" --out "$work/one"
check how_one_is_graded complains 'not a class. Grade it with: ./grade LAB .* --strangers'
check a_table exits_with 2 ./grade class lab1 "$roster" --out "$work/one"
check where_it_goes complains 'goes behind --roster'
finish
