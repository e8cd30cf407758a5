#!/bin/bash
# Who handed in what, where names lie: files that a student names as a neighbour's, lines that look like a course system's, and what
# else lies about in a folder of hand-ins. Two different files of lab 1, each graded once.
set -u
. tests/script.sh
. tests/class/files.sh
submission lab1/right/pairs >"$work/right.cu"
submission lab1/wrong/parity_not >"$work/wrong.cu"
out=$work/out

# put PATH right|wrong, below the class that was begun last.
begin() { class=$work/$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/$2.cu" "$class/$1"; }
class_exits() { exits_with "$1" ./grade class lab1 "${2:-$class}" --out "$out" --seed 7 --drop-missing; } # one folder of results for all
# has NAME SCORE [COLUMN VALUE]: of the line of that name or number.
has() {
    python3 -c 'import csv, sys
found = [r for r in csv.DictReader(open(sys.argv[1])) if sys.argv[2] in (r["name"], r["id"], r["username"])]
said = [[r["score"]] + [r[c] for c in sys.argv[4::2]] for r in found]
if said != [[sys.argv[3]] + sys.argv[5::2]]: sys.exit("is %s" % said)' "$out/class.csv" "$@" >"$work/output" 2>&1
}
students() { is "$(($(wc -l <"$out/class.csv") - 1))" "$1"; }

# What follows the system's own part of a name is the student's, whatever it looks like.
begin moodle
put 'Eve Evil_11_assignsubmission_file_x_12_assignsubmission_file_divergence.cu' right
put 'Bob Good_12_assignsubmission_file_divergence.cu' wrong
check moodle class_exits 0
check the_first_sign_of_moodle_counts has 11 100
check a_neighbour_in_moodle_keeps_his_mark has 12 93
begin canvas
put 'eveevil_11_101_x_12_assignsubmission_file_divergence.cu' right
put 'annlee_13_103_Lab 1_bobgood_attempt_2026-03-09-00-00-00_divergence.cu' right
put 'bobgood_12_102_divergence.cu' wrong
put 'quizzed_14_question_77_104_divergence.cu' right
echo '<p>' >"$class/texter_late_15_text.html"
check canvas class_exits 0
check names_are_read_as_most_of_them_are has 11 100
check no_name_of_blackboards has 13 100
check a_neighbour_in_canvas_keeps_his_mark has 12 93
check nobody_was_added students 5
check a_quiz_of_canvas has 14 100
check a_text_of_canvas has texter '' late late
begin blackboard
put 'Lab 1_eve_attempt_2026-03-04-12-30-45_x_bob_attempt_2026-03-09-00-00-00_divergence.cu' right
put 'Lab 1_bob_attempt_2026-03-05-00-00-00_divergence.cu' wrong
check blackboard class_exits 0
check the_first_attempt_counts has eve 100 handed_in_utc '2026-03-04 12:30:45'
check a_neighbour_in_blackboard_keeps_his_mark has bob 93 handed_in_utc '2026-03-05 00:00:00'

# Gradescope's metadata hold what a student printed, and people of earlier hand-ins.
begin gradescope
put assignment_9_export/submission_71/divergence.cu right
put assignment_9_export/submission_72/divergence.cu wrong
put assignment_9_export/submission_73/divergence.cu wrong
cat >"$class/assignment_9_export/submission_metadata.yml" <<'YML'
---
submission_71:
  :submitters:
  - :name: Eve Evil
    :sid: '11'
    :email: eve@x.edu
  :created_at: 2026-03-08 20:52:46.417943000 Z
  :results:
    stdout: |
    - :name: Bob Good
      :sid: '12'
      :email: bob@x.edu
  :history:
  - :created_at: 2026-03-07 20:52:46.417943000 Z
    :submitters:
    - :name: Bob Good
      :sid: '12'
submission_72:
  :submitters:
  - :name: Bob Good
    :sid: '12'
  :created_at: 2026-03-04 20:52:46.417943000 Z
submission_73:
  :submitters:
  - :name: "Zo\u00e9 \"Z\" O'Neil"
    :sid:
    :email: zoe@x.edu
  :created_at: 2026-03-04 20:52:46.417943000 -08:00
YML
check gradescope class_exits 0
check what_was_printed_names_nobody students 3
check a_neighbour_in_gradescope_keeps_his_mark has 12 93
check quotes_and_zones has "Zoé \"Z\" O'Neil" 93 username '' handed_in_utc '2026-03-05 04:52:46'

# One student's project is one student, wherever its folders lie.
begin one
put lab-1-jdoe/labs/lab1_warp_divergence/divergence.cu right
put lab-1-jdoe/labs/lab2_device_query_occupancy/occupancy.cu wrong
mkdir "$class/lab-1-jdoe/common"
check one_repository class_exits 0
check its_folders_are_no_students students 1
check its_student has jdoe 100
check a_project_itself class_exits 2 "$class/lab-1-jdoe"
check add_one_is_said complains 'one student.s project: labs/lab1_warp_divergence/ lies at its top.* --one'

# What lies about.
begin strays
put jane/divergence.cu right
put bob.cu wrong
touch "$class"/{README.md,grades.csv,.gitignore} && echo x >"$class/lee.pdf"
check strays class_exits 0
check a_list_is_no_student students 3
check a_list_is_named complains 'grades.csv lies beside .* left aside'
check a_wrong_file_is_a_students has lee ''
out=$class/results
check results_in_the_source class_exits 0
check results_in_the_source_again class_exits 0
check results_are_no_student students 3
out=$work/out

# Text and archives that are none.
begin broken
put 'Jane_1_assignsubmission_file_/divergence.cu' right
mkdir "$class/Utf_2_assignsubmission_file_" "$class/Up_3_assignsubmission_file_" "$class/Twice_4_assignsubmission_file_"
iconv -t UTF-16 "$work/right.cu" >"$class/Utf_2_assignsubmission_file_/divergence.cu"
python3 -W ignore - "$work" "$class" <<'PY'
import sys, zipfile
right, wrong = (open(f"{sys.argv[1]}/{n}.cu").read() for n in ("right", "wrong"))
with zipfile.ZipFile(f"{sys.argv[2]}/Up_3_assignsubmission_file_/a.zip", "w") as z: z.writestr("../../../../tmp/divergence.cu", right)
with zipfile.ZipFile(f"{sys.argv[2]}/Twice_4_assignsubmission_file_/a.zip", "w") as z:
    z.writestr("divergence.cu", right)
    z.writestr("divergence.cu", wrong)
PY
check broken class_exits 0
check utf16_is_said has 2 '' problem 'divergence.cu is UTF-16 text, which no compiler reads: it has to be saved as UTF-8'
check a_way_up_is_a_name has 3 100 file a.zip/tmp/divergence.cu
check the_same_name_twice has 4 ''
finish
