#!/bin/bash
# The man pages: made from the help text, with every option in them, and clean to the formatter.
. tests/script.sh

version=$(sed -n 's/.*WARPBOOK_VERSION "\(.*\)"/\1/p' grader/contract/version.h)
check version_is_printed eval '[[ $(build/bin/grade --version) == "grade (Warpbook) $version" ]]'

# Each option of help text $1 is a tag of man page $2.
all_options() {
    local option
    for option in $(grep -oE '^  --[a-z]+' "$1"); do
        grep -qF -- ".B ${option//-/\\-}" "$2" || { echo "no $option" >"$work/output"; return 1; }
    done
    grep -q '^  --' "$1"
}

for page in grade grade-run grade-model; do
    command=${page#grade} command=${command#-}
    build/bin/grade $command --help >"$work/help"
    awk -v name=$page -v summary=x -v version="$version" -f docs/man/man.awk "$work/help" >"$work/$page.1"
    check "options_of_$page" all_options "$work/help" "$work/$page.1"
    if command -v groff >/dev/null; then
        check "format_of_$page" eval 'groff -man -ww -Tutf8 "$work/$page.1" >"$work/output" 2>"$work/errors" && [[ ! -s $work/errors ]]'
    fi
done
finish
