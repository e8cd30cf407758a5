#!/bin/bash
# Each lab in the students' tree: it builds, and its skeleton has no points.
set -u
. tests/script.sh
copy_project "$work/tree" && cd "$work/tree" || exit 2
check handout exits_with 0 make handout OUT="$work/handout"
cp -a "$work/tree/build" "$work/handout/" && cd "$work/handout" || exit 2
for spec in labs/*/lab.spec; do
    lab=${spec#labs/} lab=${lab%%_*}
    rm -rf "build/$lab"
    check "make_$lab" exits_with 0 make "$lab"
    check "grade_$lab" exits_with 1 ./grade "$lab" --json -
    check "skeleton_of_${lab}_has_no_points" says '"score": ?0[,}]'
done
finish
