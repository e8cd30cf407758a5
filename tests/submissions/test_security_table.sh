#!/bin/bash
# Every test that docs/security.md names is there.
set -u
. tests/script.sh

# tests/NAME.cu, tests/ROOM/test_NAME.c or .sh, or another program of tests/.
there() {
    local room=${1%/*} name=${1##*/}
    [[ -f tests/$1.cu || -f tests/$1.c || -f tests/$1.sh || -f tests/$room/$name ]]
}

rows=0 missing=()
while IFS= read -r names; do
    ((rows++))
    lab=
    while read -r name; do
        [[ $name == */* ]] || { lab=$name && continue; } # `lab4`, `lab5`, `lab6/wrong/x`: the same in each
        there "$name" || missing+=("$name")
        [[ -z $lab ]] || there "$lab/${name#*/}" || missing+=("$lab/${name#*/}")
    done < <(grep -oE '`[^`]+`' <<<"$names" | tr -d '`')
done < <(awk -F '|' '/^\| / && $4 !~ /Test|---/ { print $4 }' docs/security.md)
printf '%s\n' "${missing[@]:-none}" >"$work/output"
check rows_have_tests test "$rows" -gt 30
check named_tests_are_there test "${#missing[@]}" -eq 0
finish
