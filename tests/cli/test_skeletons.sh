#!/bin/bash
# What students find in a lab's folder is its skeleton: the copy that ./grade reset puts back.
set -u
. tests/script.sh
shopt -s nullglob
labs=(labs/*/lab.spec)
check there_are_labs test "${#labs[@]}" -gt 0
for spec in "${labs[@]}"; do
    lab=${spec%/lab.spec}
    source=$(sed -n 's/^ *source  *\([^ #]*\).*/\1/p' "$spec")
    check "skeleton/${lab#labs/}/$source" same "$lab/$source" "$lab/skeleton/$source"
    for file in "$lab"/answers[.]txt "$lab"/skeleton/*; do
        check "skeleton/${lab#labs/}/is_the_same/${file##*/}" same "$lab/${file##*/}" "$lab/skeleton/${file##*/}"
    done
done
finish
