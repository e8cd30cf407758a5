#!/bin/bash
# What an instructor takes away, read back by parsers that others wrote: csv, json and XML of Python, xmllint.
set -u
. tests/script.sh
. tests/class/files.sh
class=$work/class
hand_in "$class/doejane_1001_1_stencil.cu" lab3/right/templates
hand_in "$class/rossi_LATE_1002_2_stencil.cu" lab3/wrong/global_race
mkdir -p "$class" && echo 'int f( { // </pre><script>alert(1)</script>' >"$class/evil_1003_3_stencil.cu"
echo x >"$class/writer_1004_4_report.pdf"

printf '\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 3 (12345),Lab 30 (12399),Final Score\r
    Points Possible,,,,,50,10,(read only)\r
"Doe, Jane",1001,u1,jdoe,Sec 1,,7,88\r
"Rossi, ""Zè""",1002,u2,zrossi,Sec 1,12,,\r
"=HYPERLINK(""x"")",1003,u3,evil,Sec 1,,,\r
"Writer, Ann",1004,u4,awriter,Sec 1,9,,\r
"Absent, Al",1005,u5,aabsent,Sec 1,,,\r
"Excused, Ed",1006,u6,eexcused,Sec 1,EX,,\r
' >"$work/canvas.csv"
out=$work/out
check graded exits_with 0 ./grade class lab3 "$class" --out "$out" --seed 7 --roster "$work/canvas.csv"
check the_column_is_named says 'column "Lab 3 \(12345\)": 3 scores'
check the_scale_is_said says 'scaled to its 50 points'
printf '\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Lab 3 (12345),Lab 30 (12399),Final Score\r
    Points Possible,,,,,50,10,(read only)\r
"Doe, Jane",1001,u1,jdoe,Sec 1,50,7,88\r
"Rossi, ""Zè""",1002,u2,zrossi,Sec 1,10,,\r
"=HYPERLINK(""x"")",1003,u3,evil,Sec 1,0,,\r
"Writer, Ann",1004,u4,awriter,Sec 1,9,,\r
"Absent, Al",1005,u5,aabsent,Sec 1,,,\r
"Excused, Ed",1006,u6,eexcused,Sec 1,EX,,\r
' >"$work/expected.csv"
check canvas_gradebook_has_one_column_more_filled same "$work/expected.csv" "$out/gradebook.csv"
check a_lower_score_is_said says '1 is lower than what stood there'

# Every export, against what its own documentation asks for.
cat >"$work/validate.py" <<'PY'
import csv, glob, json, sqlite3, sys, xml.etree.ElementTree as tree
out = sys.argv[1]
rows = {r["name"]: r for r in csv.DictReader(open(out + "/class.csv", newline=""))}
assert [r["state"] for r in rows.values()] == ["graded", "graded", "refused", "no file", "nothing", "nothing"], rows
for row in rows.values():
    assert not any(v and v[0] in "=+-@\t" for v in row.values()), row
stems = {"jdoe": 100, "zrossi": 20, "evil": 0}
journal = sqlite3.connect(out + "/class.db")
seconds = {name: journal.execute("SELECT seconds FROM attempts JOIN hand_ins USING (hash) JOIN students ON key = student WHERE username = ?",
                                 [name]).fetchone()[0] for name in stems}
for kind in "gradescope", "prairielearn", "github", "autolab":
    files = sorted(glob.glob(f"{out}/exports/{kind}/*.json"))
    without_file = ["awriter"] if kind in ("prairielearn", "github") else []
    assert [f.split("/")[-1][:-5] for f in files] == sorted(list(stems) + without_file), files
    for name in without_file:
        r, why = json.load(open(f"{out}/exports/{kind}/{name}.json")), "no .cu file was handed in, but report.pdf"
        if kind == "prairielearn":
            assert r["gradable"] is False and r["format_errors"] == [why] and r["score"] == 0 and r["message"] == why
        else:
            assert r["status"] == "fail" and r["max_score"] == 100 and all(t["score"] == 0 and t["message"] == why for t in r["tests"])
    for name, score in stems.items():
        r = json.load(open(f"{out}/exports/{kind}/{name}.json"))
        if kind == "gradescope":
            assert r["score"] == score and r["visibility"] in ("visible", "hidden", "after_due_date", "after_published")
            assert r["output_format"] in ("text", "html", "simple_format", "md", "ansi") and r["stdout_visibility"] == "hidden"
            assert abs(sum(t["score"] for t in r["tests"]) - score) < 1e-9 and sum(t["max_score"] for t in r["tests"]) == 100
            assert 0.1 < r["execution_time"] and abs(r["execution_time"] - seconds[name]) < 0.001
            assert all(t["status"] in ("passed", "failed") and isinstance(t["name"], str) and t["number"] for t in r["tests"])
        if kind == "prairielearn":
            assert r["gradable"] is True and abs(r["score"] - score / 100) < 1e-9
            assert all(0 <= t["points"] <= t["max_points"] for t in r["tests"])
        if kind == "github":
            assert r["version"] == 1 and r["status"] == ("pass" if score == 100 else "fail") and r["max_score"] == 100
            assert abs(sum(t["score"] for t in r["tests"]) - score) < 1e-9
            assert abs(sum(t["duration"] for t in r["tests"]) - 1000 * seconds[name]) <= 2
        if kind == "autolab":
            assert abs(sum(r["scores"].values()) - score) < 1e-9 and r["scoreboard"] == [score]
suites = tree.parse(out + "/junit.xml").getroot()
for suite in suites:
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases) == 4
    assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
    assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
    assert abs(float(suite.get("time")) - seconds.get(suite.get("name"), 0)) < 0.001
    assert abs(sum(float(c.get("time")) for c in cases) - float(suite.get("time"))) < 0.01
assert [s.get("skipped") for s in suites] == ["0", "0", "0", "4", "4", "4"]
PY
check every_export_is_as_documented exits_with 0 python3 "$work/validate.py" "$out"
# By programs that others wrote: each export against a schema of its format, JUnit by a reader of it.
cat >"$work/schemas.py" <<'PY'
import glob, json, sys
import jsonschema, junitparser
out = sys.argv[1]
schemas = json.load(open("tests/class/schemas.json"))
del schemas["$comment"]
for kind, schema in schemas.items():
    jsonschema.Draft7Validator.check_schema(schema)
    files = glob.glob(f"{out}/exports/{kind}/*.json")
    assert files, kind
    for name in files:
        jsonschema.validate(json.load(open(name)), schema)
read = {suite.name: suite for suite in junitparser.JUnitXml.fromfile(out + "/junit.xml")}
assert len(read) == 6, read
for name, failures, skipped in ("jdoe", 0, 0), ("zrossi", 3, 0), ("evil", 4, 0), ("awriter", 0, 4):
    assert (read[name].tests, read[name].failures, read[name].skipped) == (4, failures, skipped), read[name]
    read[name].update_statistics()  # counts the cases themselves
    assert (read[name].tests, read[name].failures, read[name].skipped) == (4, failures, skipped), read[name]
PY
python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import jsonschema, junitparser' 2>/dev/null && echo "$p" && break; done)
if [[ $python ]]; then
    check schemas_and_readers exits_with 0 "$python" "$work/schemas.py" "$out"
else
    echo "skip schemas_and_readers: Debian's packages python3-jsonschema and python3-junitparser are not here"
fi
# What was filled is a gradebook like the one that was given: read back as the roster it is what it was.
cp "$out/gradebook.csv" "$work/filled.csv"
check read_back exits_with 0 ./grade class lab3 "$class" --out "$out" --seed 7 --roster "$work/filled.csv"
check read_back_is_the_same same "$work/filled.csv" "$out/gradebook.csv"
check nothing_is_lower_then no grep -q 'lower than what stood' "$work/output"

check junit_is_xml exits_with 0 python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$out/junit.xml"
check feedback_for_each is "$(ls "$out/feedback" | wc -l)" 12
check a_result_has_a_line_of_the_board grep -q '^board ' <(sqlite3 "$out/class.db" 'SELECT page FROM results')
check feedback_has_none no grep -rqE '^(board|best) ' "$out/feedback"
check nor_has_an_export no grep -rqE 'nboard |nbest ' "$out/exports"
check nor_does_it_name_who_graded no grep -rqw "$(id -un)" "$out/feedback" "$out/exports"
check its_seed_repeats_nothing_there grep -qxE 'seed +7' "$out/feedback/jdoe.txt"
check nothing_of_a_student_is_markup no grep -rl '<script' "$out/feedback" "$out/class.html"
check the_class_page_has_the_spread_of_modelled_times grep -qE 'NVIDIA H200 \(modelled\): [0-9.]+ to [0-9.]+ percent of a copy' "$out/class.html"
check gradescope_has_the_modelled_board grep -rqF '"leaderboard":[{"name":"percent of a copy'"'"'s speed, NVIDIA H200 (modelled)"' "$out/exports"
check the_class_page_names_the_late grep -q 'zrossi.html' <(sed -n '/<h2>Late/,$p' "$out/class.html")

# The other systems, with files of lab 1, which are graded in the shortest time.
# Moodle's grading worksheet, and a roster of Moodle's for hand-ins of Moodle's.
printf 'Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed"\n"Participant 501","José Müller",jm@x.edu,,,10.00,Yes\n"Participant 502","Ann Other",ao@x.edu,,4.00,10.00,Yes\n' >"$work/moodle.csv"
hand_in "$work/moodle/José Müller_501_assignsubmission_file_/divergence.cu" lab1/right/templates
check moodle_is_graded exits_with 0 ./grade class lab1 "$work/moodle" --out "$work/moodle_out" --seed 7 --roster "$work/moodle.csv"
printf 'Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Grade can be changed"\n"Participant 501","José Müller",jm@x.edu,,10,10.00,Yes\n"Participant 502","Ann Other",ao@x.edu,,4.00,10.00,Yes\n' >"$work/expected.csv"
check moodle_worksheet same "$work/expected.csv" "$work/moodle_out/gradebook.csv"

# No column for the lab: none is invented.
printf 'Name,ID\nJane Doe,1001\n' >"$work/plain.csv"
check a_plain_roster exits_with 0 ./grade class lab3 "$class" --out "$out" --roster "$work/plain.csv"
check no_column_no_gradebook test ! -e "$out/gradebook.csv"
check the_one_before_is_said_to_go says 'gradebook.csv of the run before was taken away: this run fills no column'
printf 'Colour,Shoes\nred,9\n' >"$work/wrong.csv"
check a_table_of_something_else exits_with 2 ./grade class lab3 "$class" --out "$out" --roster "$work/wrong.csv"
check which_columns_are_known complains 'names no column such as Student, Full name'

# Blackboard's table, whose user names may have a '_'.
hand_in "$work/board/Lab 1_j_doe_attempt_2026-03-04-12-30-45_divergence.cu" lab1/right/templates
printf 'Name: Jane Doe (j_doe)\n' >"$work/board/Lab 1_j_doe_attempt_2026-03-04-12-30-45.txt"
printf '"Last Name","First Name","Username","Lab 1 [Total Pts: 50 Score] |4711","Lab 4 [Total Pts: 9 Score] |4712"\n"Doe","Jane","j_doe","",""\n"Doe","Jack","doe","",""\n' >"$work/board.csv"
check blackboard exits_with 0 ./grade class lab1 "$work/board" --out "$work/board_out" --seed 7 --roster "$work/board.csv" --column 'Lab 1'
check blackboard_gradebook same "$work/board_out/gradebook.csv" <(sed 's/"j_doe","",/"j_doe","50",/' "$work/board.csv")

# Gradescope's export: who it was stands in a file beside the folders; a group is two students.
hand_in "$work/export/assignment_1_export/submission_71/divergence.cu" lab1/right/templates
hand_in "$work/export/assignment_1_export/submission_72/divergence.cu" lab1/wrong/absolute_values
cat >"$work/export/assignment_1_export/submission_metadata.yml" <<'YML'
---
submission_71:
  :submitters:
  - :name: Jane Doe
    :sid: '1001'
    :email: jane@x.edu
  - :name: Bo Group
    :sid: '1007'
    :email: bo@x.edu
  :created_at: 2026-03-04 20:52:46.417943000 Z
  :score: 0.0
submission_72:
  :submitters:
  - :name: "Z. Rossi"
    :sid:
    :email: z@x.edu
  :created_at: 2026-03-06 20:52:46.417943000 Z
YML
check gradescope exits_with 0 ./grade class lab1 "$work/export" --out "$work/scope" --seed 7 --due 2026-03-05T00:00:00Z
check gradescope_group is "$(cell "$work/scope/class.csv" 'Bo Group' score) $(cell "$work/scope/class.csv" 'Jane Doe' score)" '100 100'
check gradescope_late is "$(cell "$work/scope/class.csv" 'Z. Rossi' late) $(cell "$work/scope/class.csv" 'Jane Doe' late)" 'late '
check gradescope_time is "$(cell "$work/scope/class.csv" 'Jane Doe' handed_in_utc)" '2026-03-04 20:52:46'

# GitHub Classroom's folders of repositories.
for user in octo-cat hubot; do hand_in "$work/repos/lab-1-$user/labs/lab1_warp_divergence/divergence.cu" lab1/right/templates; done
hand_in "$work/repos/lab-1-hubot/labs/lab4_shared_memory_tile/stencil.cu" lab1/wrong/absolute_values
printf '"assignment_name","github_username","roster_identifier","points_awarded"\n"Lab 1","octo-cat","Jane Doe",""\n"Lab 1","hubot","Hu Bot",""\n' >"$work/grades.csv"
check github exits_with 0 ./grade class lab1 "$work/repos" --out "$work/hub" --seed 7 --roster "$work/grades.csv" --column points_awarded
check github_grades same <(printf '"assignment_name","github_username","roster_identifier","points_awarded"\n"Lab 1","octo-cat","Jane Doe","100"\n"Lab 1","hubot","Hu Bot","100"\n') "$work/hub/gradebook.csv"
finish
