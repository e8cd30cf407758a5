#!/bin/bash
# The labs on the GPU that is here; `make test-gpu` calls it. Every solution gets full marks with the ids and points that
# the simulator gives; unusual right files do too; wrong ones fail, whatever the GPU makes of them.
source tests/script.sh
unset WARPBOOK_LIBCUDA
if ! build/bin/device --probe-gpu >"$work/probe"; then
    echo "skip on_gpu: $(cat "$work/probe")"
    exit 0
fi

# Times take minutes and are no test: a copy without them.
copy_project "$work/project" || exit 2
sed -i '/^time /d' "$work"/project/labs/*/lab.spec
cd "$work/project" || exit 2
ids() { grep -o '"\(id\|score\|max_score\)": *[^,}]*' "$1"; }

for folder in labs/*/; do
    lab=$(basename "$folder") lab=${lab%%_*}
    check "${lab}_full_marks" exits_with 0 ./grade "$lab" --solution --seed 5 --device both --json "$work/gpu.json"
    check "${lab}_agrees" says ' 0 of them with different verdicts'
    ./grade "$lab" --solution --seed 5 --device sim --quiet --json "$work/sim.json" >"$work/output"
    ids "$work/gpu.json" >"$work/gpu.ids"
    ids "$work/sim.json" >"$work/sim.ids"
    check "${lab}_same_points" same "$work/gpu.ids" "$work/sim.ids"
    check "${lab}_skeleton_fails" exits_with 1 ./grade "$lab" --device gpu
done
for file in tests/lab*/right/*.cu; do
    lab=${file#tests/} lab=${lab%%/*}
    check "$lab/$(basename "$file" .cu)" exits_with 0 ./grade "$lab" "$file" --device gpu
done
for file in tests/lab*/wrong/*.cu; do
    lab=${file#tests/} lab=${lab%%/*}
    check "$lab/$(basename "$file" .cu)" exits_with 1 ./grade "$lab" "$file" --device both
done
finish
