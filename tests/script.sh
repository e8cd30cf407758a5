# What test scripts share: sourced from tests/ROOM/test_NAME.sh, in the project's root.
#
# A test script prints "ok NAME" or "not ok NAME: why" for each thing that it looks at, and ends with `finish`.
failures=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT

# check NAME CONDITION-AS-WORDS...: "ok" when the condition holds, else what was printed last.
check() {
    local name=$1
    shift
    if "$@"; then
        echo "ok $name"
    else
        echo "not ok $name: $(tail -n 8 "$work/output" "$work/errors" 2>/dev/null | tr '\n' ' ')"
        failures=1
    fi
}

# Runs a command, its output to the files `output` and `errors` of $work. True when it exits with status $1.
exits_with() {
    local status=$1
    shift
    "$@" >"$work/output" 2>"$work/errors"
    (($? == status))
}

# Does a line of what was printed match? Lines that were wrapped are one.
says() {
    tr -s '\n ' ' ' <"$work/output" | grep -qE -e "$1"
}

complains() {
    tr -s '\n ' ' ' <"$work/errors" | grep -qE -e "$1"
}

same() {
    cmp -s "$1" "$2"
}

# The negation of any of these.
no() {
    ! "$@"
}

# Copies this project, with what is built, to the folder $1. Links would let a test change the project itself.
copy_project() {
    mkdir "$1" && cp -a Makefile README.md .gitignore .devcontainer common docs examples grader labs packaging solutions tests "$1" &&
        mkdir "$1/build" && cp -a build/bin build/lib build/obj build/flags build/nvcc_flags build/lab* "$1/build" &&
        ln -s build/bin/grade "$1/grade"
}

finish() {
    exit "$failures"
}
