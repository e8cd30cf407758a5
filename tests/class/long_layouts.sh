#!/bin/bash
# A made-up class of 200, with the names and mistakes that students make, in the layout of each course system: each student has the
# mark that his file gets when it is graded alone.
#
#   EVERY=1    all of lab 1's submissions are dealt out, not every sixth
set -u
. tests/script.sh
. tests/class/files.sh
pool "$work/pool" "${EVERY:-6}"

# One by one: "FILE score", or "FILE refused".
for file in "$work"/pool/*.cu; do
    rm -f "$work/one.json"
    ./grade lab1 "$file" --seed 7 --device sim --workers 1 --quiet --json "$work/one.json" >/dev/null 2>&1
    python3 -c 'import json, sys
r = json.load(open(sys.argv[1]))
print(sys.argv[2], r.get("score", r.get("refused") and "refused"), sep="\t")' "$work/one.json" "$file"
done >"$work/alone.tsv"

cat >"$work/compare.py" <<'PY'
import csv, sys
alone = dict(line.rstrip("\n").split("\t") for line in open(sys.argv[1]))
rows = {r["id"]: r for r in csv.DictReader(open(sys.argv[3] + "/class.csv", newline=""))}
book = {r["ID"]: r["Lab 1 (4711)"] for r in csv.DictReader(open(sys.argv[3] + "/gradebook.csv", newline=""))}
wrong = [] if len(rows) == 200 == len(book) else ["%d students" % len(rows)]
for line in open(sys.argv[2] + "/expected.tsv"):
    number, what = line.rstrip("\n").split("\t")
    mark = alone.get(what, what)
    row = rows.get(number, {"state": "none", "score": ""})
    state = row["state"] if row["state"] != "graded" else float(row["score"])
    expected = mark if mark in ("refused", "no file", "nothing") else float(mark)
    cell = {"refused": 0.0, "no file": None, "nothing": None}.get(mark, expected)
    if state != expected or (float(book[number]) if book[number] else None) != cell:
        wrong.append("%s is %s and %s, alone %s" % (number, state, book[number], expected))
sys.exit("; ".join(wrong[:5]) if wrong else 0)
PY
marks_are_those_of_one_by_one() { exits_with 0 python3 "$work/compare.py" "$work/alone.tsv" "$1" "$work/out"; }

for layout in moodle moodle_flat canvas blackboard gradescope github folder; do
    class=$(made_class "$layout" "$work/$layout" 200 "$work/pool")
    check "$layout" exits_with 0 ./grade class lab1 "$class" --out "$work/out" --seed 7 --drop-missing --roster "$work/$layout/roster.csv"
    check "${layout}_marks" marks_are_those_of_one_by_one "$work/$layout"
done
check no_name_runs_a_command no test -e hacked
check equal_bytes_are_graded_once is "$(sqlite3 "$work/out/class.db" 'SELECT count(*) FROM results')" "$(ls "$work/pool" | wc -l)"
finish
