#!/bin/bash
# docs/security.md names for each attack the tests that try it again: they are there, they speak of that attack and announce what
# must become of it, and one of them, another one for each commit, is graded here.
set -u
. tests/script.sh

# The file that the table calls $1: a submission, a test program or a script. Prints its path, or nothing.
file_of() {
    local room=${1%/*} name=${1##*/} path
    for path in "tests/$1.cu" "tests/$1.c" "tests/$1.sh" "tests/$room/$name"; do
        [[ -f $path ]] && echo "$path" && return
    done
}

# `lab4`, `lab5`, `lab6/wrong/x` are the same file of each lab: their full names, a line each.
names_of() {
    local name labs=()
    while read -r name; do
        if [[ $name != */* ]]; then
            labs+=("$name")
        else
            ((${#labs[@]} == 0)) || printf "%s/${name#*/}\n" "${labs[@]}"
            labs=()
            echo "$name"
        fi
    done < <(grep -oE '`[^`]+`' <<<"$1" | tr -d '`')
}

# The beginnings of the longer words on standard input, one a line: "copies" and "copied" are the same.
words() {
    tr 'A-Z' 'a-z' | grep -oE '[a-z]{4,}' | cut -c 1-4 | grep -vxE 'that|this|with|from|test|what|none|each|othe' | sort -u
}

# Does the file speak of the attack? Of a submission its first line and its name count.
speaks_of() { # FILE ATTACK
    local text
    case $1 in
    *.cu) text="$(head -n 1 "$1") $(basename "$1" .cu | tr _ ' ')" ;;
    *) text=$(cat "$1") ;;
    esac
    [[ $(comm -12 <(words <<<"$2") <(words <<<"$text")) ]]
}

# A submission says whether it is wrong or right, and a wrong one what must be found, and what it may earn.
announces() {
    case $1 in
    *.cu) grep -qE '^// RIGHT: ' <(head -n 1 "$1") ||
        { grep -qE '^// WRONG: ' <(head -n 1 "$1") && grep -qE '^// EXPECT (test|check|score|says|hides|refused|cause|line|time): .' "$1"; } ;;
    *.c) grep -qE '^TEST\(|^int main' "$1" ;;
    *) grep -qE '^ *(check|[a-z_]+) .*' "$1" ;;
    esac
}

rows=0 missing=() silent=() elsewhere=() submissions=()
while IFS='|' read -r _ attack stops names _; do
    ((rows++))
    while read -r name; do
        path=$(file_of "$name")
        [[ $path ]] || { missing+=("$name") && continue; }
        announces "$path" || silent+=("$name")
        speaks_of "$path" "$attack $stops" || elsewhere+=("$name")
        [[ $path == *.cu ]] && submissions+=("$name")
    done < <(names_of "$names")
done < <(grep -E '^\| ' docs/security.md | grep -vE '\| Test \||---')

listed() { # NAMES...: none of them
    printf '%s\n' "${@:-none}" >"$work/output"
    (($# == 0))
}
check rows_have_tests test "$rows" -gt 30
check submissions_are_named test "${#submissions[@]}" -gt 40
check named_tests_are_there listed "${missing[@]}"
check they_announce_what_must_happen listed "${silent[@]}"
check they_speak_of_their_attack listed "${elsewhere[@]}"

drawn=${submissions[$((0x0$(git rev-parse --short=7 HEAD 2>/dev/null) % ${#submissions[@]}))]}
grades() {
    build/tests/submissions/run_submissions "$1" >"$work/output" 2>"$work/errors" && grep -qx "ok submission/$1" "$work/output"
}
check "graded_$drawn" grades "$drawn"
finish
