#!/bin/bash
# Which hand-in of a student counts: the last one, be it one that cannot be graded; drafts; one student in two submissions.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
submission lab1/right/pairs >"$work/right.cu"
submission lab1/wrong/parity_not >"$work/wrong.cu"
iconv -t UTF-16 "$work/wrong.cu" >"$work/wide.cu"
: >"$work/empty.cu"
printf '%%PDF-1.7 ...' >"$work/pdf.cu"
roster=$work/roster.csv

begin() { class=$work/$1 && out=$work/out-$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/$2.cu" "$class/$1"; }
class_exits() { exits_with "$1" ./grade class lab1 "${source:-$class}" --out "$out" --seed 7 "${@:2}"; }
mark() { echo "$(cell "$out/class.csv" "$1" state) $(cell "$out/class.csv" "$1" score)"; }
about() { cell "$out/class.csv" "$1" "$2" >"$work/output" && says "$3"; }
# row USERNAME COLUMN...: these cells of class.csv.
row() { python3 -c 'import csv, sys
print([" ".join(r[c] for c in sys.argv[3:]) for r in csv.DictReader(open(sys.argv[1])) if r["username"] == sys.argv[2]][0])' "$out/class.csv" "$@"; }
gradebook_is() { cmp "$out/gradebook.csv" - >"$work/output" 2>&1; }

# ---- The last one cannot be graded -----------------------------------------------------------------------------------

begin attempts
first=attempt_2026-03-02-12-30-45 second=attempt_2026-03-04-12-30-45
put "Lab 1_wide_${second}_divergence.cu" wide
put "Lab 1_text_${second}_divergence.txt" wrong
put "Lab 1_empty_${second}_divergence.cu" empty
put "Lab 1_pdf_${second}_report.pdf" pdf
put "Lab 1_two_${second}_a.cu" right && put "Lab 1_two_${second}_b.cu" wrong
students=(wide text empty pdf two)
for who in "${students[@]}"; do put "Lab 1_${who}_${first}_divergence.cu" right; done
put "Lab 1_back_${first}_divergence.cu" wide && put "Lab 1_back_${second}_divergence.cu" right
{ echo 'Username,Lab 1'; printf '%s,\n' "${students[@]}" back; } >"$roster"
check attempts class_exits 0 --roster "$roster"
for who in "${students[@]}"; do check "the_last_one_of_$who" is "$(row "$who" state score)" 'no file '; done
told() { row "$1" "$2" >"$work/output" && says "$3"; }
check why_not_is_told told wide problem 'is UTF-16 text'
check and_for_another_name told text problem 'no .cu file was handed in, but divergence.txt'
check and_for_two told two problem 'which file is meant'
check the_older_one_is_a_note told wide note "another hand-in can be graded: Lab 1_wide_$first"
check an_older_one_is_none told back note '^ ?$'
check only_the_mended_one_has_a_mark gradebook_is < <(printf 'Username,Lab 1\n'; printf '%s,\n' "${students[@]}"; echo back,100)
check the_best_of_them class_exits 0 --roster "$roster" --policy best
check it_counts is "$(row wide state score)" 'graded 100'
check with_a_note told wide note "another hand-in, Lab 1_wide_$second.*, cannot be graded: .*UTF-16"
check in_time class_exits 0 --roster "$roster" --policy 'before=2026-03-03 12:00'
check it_counts_alone is "$(row wide state score note)" 'graded 100 '
check what_came_later_does_not told back problem 'UTF-16'

# One whose time is not known may be the last one.
begin timeless
put "Lab 1_kim_${first}_divergence.cu" right
put Kim/divergence.cu wrong
put Kim/notes.txt wrong
put "Lab 1_lee_${first}_divergence.cu" right
put Lee/divergence.cu wide
printf 'Full name,Username,Lab 1\nKim,kim,\nLee,lee,\n' >"$roster"
check no_time class_exits 0 --roster "$roster"
check nobody_decides is "$(mark Kim)" 'no file '
check both_are_named about Kim problem 'which hand-in is meant'
check a_readable_one_counts is "$(mark Lee)" 'graded 100'
check with_another_in_a_note about Lee note 'another hand-in, Lee, cannot be graded'

# ---- Drafts -----------------------------------------------------------------------------------------------------------

begin drafts
put 'Ann A_1_assignsubmission_file_/divergence.cu' right
put 'Ben B_2_assignsubmission_file_/divergence.cu' right
put 'Cem C_3_assignsubmission_file_/divergence.cu' empty
printf '%s\n' 'Identifier,Full name,Status,Grade,Maximum Grade' 'Participant 1,Ann A,Draft (not submitted) - ,,100' \
    'Participant 2,Ben B,Submitted for grading - Graded - ,,100' 'Participant 3,Cem C,Draft (not submitted),,100' >"$roster"
check drafts class_exits 0 --roster "$roster"
check drafts_are_counted complains '2 students have saved a draft and not handed it in'
check a_draft_is_graded is "$(mark 'Ann A')" 'graded 100'
check and_told about 'Ann A' note '^a draft, not handed in $'
check of_an_empty_one_too about 'Cem C' note '^a draft, not handed in $'
check the_others_are_none about 'Ben B' note '^ ?$'

# ---- Gradescope ---------------------------------------------------------------------------------------------------------

begin gradescope
for i in 1 2 3 4; do put "assignment_1_export/submission_$i/divergence.cu" right; done
put assignment_1_export/submission_2/divergence.cu wrong
submitter() { printf '  - :name: %s\n    :sid: %s\n    :email: %s\n' "$@"; }
{
    printf -- '---\nsubmission_1:\n  :submitters:\n' && submitter 'Two Times' A-4 tt@x.edu && echo '  :created_at: 2026-03-03 20:30:45.1 Z'
    printf 'submission_2:\n  :submitters:\n' && submitter 'Two Times' A-4 tt@x.edu && submitter Partner A-5 pp@x.edu &&
        echo '  :created_at: 2026-03-04 20:30:45.1 Z'
    printf 'submission_3:\n  :submitters:\n' && submitter 'By Mail' "''" bm@x.edu && echo '  :created_at: 2026-03-03 20:30:45.1 Z'
    printf 'submission_4:\n  :submitters:\n  - :name: No Mail\n  - :name: Nor Number\n  :created_at: 2026-03-03 20:30:45.1 Z\n'
} >"$class/assignment_1_export/submission_metadata.yml"
check gradescope class_exits 0
check each_student_has_a_line is "$(cut -d, -f1 "$out/class.csv" | tr -d '"' | sort | tr '\n' ' ')" 'By Mail No Mail Nor Number Partner Two Times name '
check the_last_submission_counts is "$(mark 'Two Times')$(mark Partner)" 'graded 93graded 93'
check its_feedback_too grep -q '^Score: 93' "$out/feedback/A-4.txt"
check the_best_submission class_exits 0 --policy best
check that_counts is "$(mark 'Two Times')$(mark Partner)" 'graded 100graded 93'
check before_a_time class_exits 0 --policy 'before=2026-03-03 23:59'
check the_first_counts is "$(mark 'Two Times')" 'graded 100'
finish
