#!/bin/bash
# Autolab: grades the handed-in file. Only the grader's own line is printed last, so that nothing a student prints can stand there.
set -u
here=$PWD
cd warpbook || exit 1
lab=$(cat lab)
{ bash packaging/install.sh && make -s "$lab" && make -s class; } >"$here/build.log" 2>&1 || { tail "$here/build.log"; exit 1; }
mkdir -p "$here/submission" && cp "$here"/*.cu "$here/submission" 2>/dev/null
./grade class "$lab" "$here/submission" --one --out "$here/out" --trust-submissions >"$here/grade.log" 2>&1
cat "$here/out/feedback/submission.txt"
if [[ -e $here/out/exports/autolab/submission.json ]]; then
    cat "$here/out/exports/autolab/submission.json"
else
    tail "$here/grade.log" # no line of scores: Autolab then keeps the score that stood there
    exit 1
fi
