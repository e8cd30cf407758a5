#!/bin/bash
# What course systems get uploaded: their own steps are run here, in a folder in place of theirs.
set -u
. tests/script.sh
. tests/class/files.sh

check gradescope exits_with 0 make gradescope LAB=lab3 OUT="$work/homes"
check gradescope_says_where says 'lab3-gradescope.zip: upload it'
mkdir -p "$work/autograder/source" "$work/autograder/results" "$work/autograder/submission"
python3 -m zipfile -e "$work/homes/lab3-gradescope.zip" "$work/autograder/source"
check the_zip_has_what_gradescope_starts test -s "$work/autograder/source/setup.sh" -a -s "$work/autograder/source/run_autograder"
check no_lab_is_said exits_with 2 make gradescope
check no_lab_is_asked_for complains 'Which lab\? As in: make gradescope LAB=lab3'
check unknown_lab exits_with 2 make gradescope LAB=lab99 OUT="$work/homes"
check unknown_lab_is_said complains 'There is no lab "lab99"'

# The programs of this tree in place of those that setup.sh builds: packaging/ itself is tested by long_packages.sh.
here=$work/autograder/source/warpbook
mkdir "$here/build" && cp -a build/bin build/lib build/lab3 build/flags build/nvcc_flags "$here/build" && ln -s build/bin/grade "$here/grade"
[[ -e secret ]] && cp -p secret "$here"
autograder() { AUTOGRADER=$work/autograder bash "$work/autograder/source/run_autograder"; }
score() { python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["score"])' "$work/autograder/results/results.json"; }
hand_in "$work/autograder/submission/stencil.cu" lab3/wrong/global_race
check a_submission exits_with 0 autograder
check its_score is "$(score)" 20
rm -rf "$work/autograder/submission" "$work/autograder/results/results.json" && mkdir "$work/autograder/submission" && echo x >"$work/autograder/submission/report.pdf"
check a_wrong_file exits_with 0 autograder
check its_score_is_0 is "$(score)" 0
rm "$work/autograder/results/results.json" && hand_in "$work/autograder/submission/stencil.cu" lab3/right/templates && mv "$here/build/bin/device" "$here/build/bin/gone"
check a_broken_grader exits_with 1 autograder
check a_broken_grader_gives_no_score no test -e "$work/autograder/results/results.json"

check autolab exits_with 0 make autolab LAB=lab3 OUT="$work/homes"
check autolab_has_both test -s "$work/homes/lab3-autolab/autograde.tar" -a -s "$work/homes/lab3-autolab/autograde-Makefile"
check github exits_with 0 make github LAB=lab3 OUT="$work/homes"
check the_workflow_names_the_lab grep -q './grade class lab3 \. --one' "$work/homes/classroom.yml"
check devcontainer_is_json exits_with 0 python3 -m json.tool .devcontainer/devcontainer.json

# A folder for what is written in between that is not there: said, and not the end.
for target in class 'lab3 SOLUTION=1' "gradescope LAB=lab3 OUT=$work/elsewhere"; do
    read -ra words <<<"$target"
    without_tmpdir() { TMPDIR=$work/none make "${words[@]}"; }
    check "no_tmpdir_${words[0]}" exits_with 0 without_tmpdir
    check "no_tmpdir_is_said_${words[0]}" says 'TMPDIR is .*/none, which is no folder that can be written to: /tmp is taken instead'
done
finish
