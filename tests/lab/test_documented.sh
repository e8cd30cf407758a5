#!/bin/bash
# Each statement that lab.spec may have stands in docs/lab_spec.md, at the beginning of a line.
set -u
. tests/script.sh
sed -n '/statements\[\] = {/,/};/p' grader/lab/spec.c | grep -oE '"[a-z]+", parse_' | cut -d'"' -f2 >"$work/statements"
check statements_found test "$(wc -l <"$work/statements")" -gt 20
while read -r statement; do
    echo "$statement does not begin a line of docs/lab_spec.md" >"$work/output"
    check "documented/$statement" grep -qE "^ +$statement( |\$)" docs/lab_spec.md
done <"$work/statements"
finish
