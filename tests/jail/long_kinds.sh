#!/bin/bash
# Each kind of jail, forced in turn, for root and for an ordinary user: what holds is what the documents say, and
# submissions that try to get out are graded as announced.
set -u
. tests/script.sh
kinds=(bubblewrap namespaces landlock rlimits)
weak=(landlock rlimits)
chmod 755 "$work"

# as WHO COMMAND...: `self`, or `nobody` in a copy of the project that is not his.
as() {
    local who=$1
    shift
    if [[ $who == nobody ]]; then
        mkdir -p "$work/nobody" && chmod 777 "$work/nobody"
        (cd "$tree" && HOME=$work/nobody TMPDIR=$work/nobody setpriv --reuid=65534 --regid=65534 --clear-groups "$@")
    else
        "$@"
    fi
}

whos=(self)
if ((EUID == 0)) && command -v setpriv >/dev/null; then
    whos+=(nobody)
    tree=$work/tree
    copy_project "$tree"
    chmod -R a+rX "$tree"
else
    echo 'skip ordinary_user: this is not root, or there is no setpriv'
fi

documented() { sed -n '/^| What a submission tries/,/^$/p' docs/instructors.md | sed '/^$/d'; }

# The documented column $1 is what is printed, where that kind works here.
column() { cut -d '|' -f "$1" <<<"$2"; }
matches_documents() { # the column's number
    local printed
    printed=$(column "$1" "$(cat "$work/table")")
    [[ $printed == *"not here"* ]] && return 2
    [[ $printed == "$(column "$1" "$(documented)")" ]]
}

for who in "${whos[@]}"; do
    as "$who" build/bin/grade doctor --jails >"$work/table" 2>"$work/errors"
    cp "$work/table" "$work/output"
    check "${who}_rows" test "$(column 2 "$(cat "$work/table")")" = "$(column 2 "$(documented)")"
    for i in 0 1 2 3; do
        kind=${kinds[i]}
        matches_documents $((i + 3))
        case $? in
        0) echo "ok ${who}_${kind}_is_as_documented" ;;
        2) echo "skip ${who}_$kind: this jail does not work here" && continue ;;
        *) check "${who}_${kind}_is_as_documented" false ;;
        esac
        for attack in holds_up_others kills_everything reads_files; do
            [[ $attack/$kind == reads_files/rlimits ]] && continue # there it may
            check "${who}_${kind}_$attack" exits_with 0 as "$who" \
                build/bin/grade lab3 "tests/attacks/$attack.cu" --jail "$kind" --todo 3.1
        done
        check "${who}_${kind}_is_said" says "jail +$kind"
        if [[ " ${weak[*]} " == *" $kind "* ]]; then
            check "${who}_${kind}_warns" says "^lab3.*The jail is $kind: strangers' files must not be graded so"
            check "${who}_${kind}_strangers" exits_with 2 as "$who" \
                build/bin/grade lab3 tests/attacks/right_float4.cu --jail "$kind" --todo 3.1 --strangers
            check "${who}_${kind}_strangers_why" complains "in which strangers' files must not be graded"
            check "${who}_${kind}_nothing_graded" no says 'score'
        else
            check "${who}_${kind}_does_not_warn" no says "strangers' files must not"
            check "${who}_${kind}_strangers" exits_with 0 as "$who" \
                build/bin/grade lab3 tests/attacks/right_float4.cu --jail "$kind" --todo 3.1 --strangers
            check "${who}_${kind}_hides_the_secret" exits_with 0 as "$who" \
                build/bin/grade lab3 tests/attacks/reads_secret.cu --jail "$kind" --todo 3.1
        fi
    done
done
check no_such_jail exits_with 2 build/bin/grade lab3 tests/attacks/right_float4.cu --jail writer
check no_such_jail_is_said complains 'There is no jail "writer"'
check nothing_is_left_behind no bash -c "ls '$work/nobody' 2>/dev/null | grep -q warpbook-grading"
finish
