#!/bin/bash
# The steps of Gradescope and Autolab from the start: they build the tree that was uploaded, then grade.
set -u
. tests/script.sh
. tests/class/files.sh
export PATH=$(dirname "$(make -s --no-print-directory submission-command SUBMISSION=x SUBMISSION_SO=y 2>/dev/null | head -n 1)"):$PATH
make -s gradescope autolab LAB=lab3 OUT="$work/homes" >/dev/null
mkdir -p "$work/autograder"/{source,results,submission} "$work/autolab"
python3 -m zipfile -e "$work/homes/lab3-gradescope.zip" "$work/autograder/source"
export AUTOGRADER=$work/autograder
hand_in "$AUTOGRADER/submission/stencil.cu" lab3/right/templates
check gradescope_setup exits_with 0 bash "$AUTOGRADER/source/setup.sh"
check gradescope_run exits_with 0 bash "$AUTOGRADER/source/run_autograder"
check gradescope_score grep -q '"score":100' "$AUTOGRADER/results/results.json"
cp "$work/homes/lab3-autolab/autograde.tar" "$work/autolab" && cp "$work/homes/lab3-autolab/autograde-Makefile" "$work/autolab/Makefile"
hand_in "$work/autolab/stencil.cu" lab3/wrong/global_race
check autolab_run exits_with 0 make -C "$work/autolab" --no-print-directory
check autolab_last_line is "$(tail -n 1 "$work/output")" '{"scores":{"TODO 3.1":20,"TODO 3.2":0,"TODO 3.3":0,"TODO 3.4":0},"scoreboard":[20]}'
finish
