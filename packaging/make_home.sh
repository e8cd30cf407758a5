#!/bin/bash
# Makes what a course system wants to have uploaded: make_home.sh gradescope|autolab|github LAB OUT
#
#   gradescope  OUT/LAB-gradescope.zip: Configure Autograder, "Zip file upload"
#   autolab     OUT/LAB-autolab/: its Makefile, and autograde.tar, for the assessment
#   github      OUT/classroom.yml: to .github/workflows/ of the assignment's template, which is the handout
#
# The first two hold a handout: where students may hand in as often as they like, a finished text in place of the other TODOs
# could be read bit by bit (docs/instructors.md). WITH_SOLUTIONS=1 puts solutions/ in all the same.
set -eu
kind=$1 lab=$2 out=$3
root=$(cd "$(dirname "$0")/.." && pwd)
spec=$(echo "$root"/labs/"$lab"_*/lab.spec)
[[ -e $spec ]] || { echo "There is no lab \"$lab\". Name one as in: make $kind LAB=lab3" >&2; exit 1; }
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d) || exit 1 # mktemp has said why
trap 'rm -rf "$work"' EXIT

tree() { # to $1
    (cd "$root" && grader/handout/handout.sh "$1") >"$work/log" || exit 1
    if [[ ${WITH_SOLUTIONS:-} ]]; then cp -a "$root/solutions" "$1"; fi
    echo "$lab" >"$1/lab"
}

pack_zip() { # FOLDER ARCHIVE
    rm -f "$2"
    if command -v zip >/dev/null; then (cd "$1" && zip -qr "$2" .)
    elif command -v bsdtar >/dev/null; then bsdtar -a -cf "$2" -C "$1" .
    elif command -v python3 >/dev/null; then (cd "$1" && python3 -m zipfile -c "$2" ./*)
    else echo "To make a zip: sudo apt-get install zip" >&2; exit 1
    fi
}

case $kind in
gradescope)
    tree "$work/warpbook"
    rm -f "$work/log"
    cp "$root"/packaging/gradescope/{setup.sh,run_autograder} "$work"
    pack_zip "$work" "$out/$lab-gradescope.zip"
    echo "$out/$lab-gradescope.zip: upload it under Configure Autograder, Ubuntu 22.04 or newer."
    ;;
autolab)
    tree "$work/warpbook"
    mkdir -p "$out/$lab-autolab"
    tar cf "$out/$lab-autolab/autograde.tar" -C "$work" warpbook
    cp "$root/packaging/autolab/Makefile" "$out/$lab-autolab/autograde-Makefile"
    echo "$out/$lab-autolab: upload autograde.tar and autograde-Makefile as the assessment's autograder."
    ;;
github)
    sed "s/@LAB@/$lab/g" "$root/packaging/github_classroom/classroom.yml" >"$out/classroom.yml"
    echo "$out/classroom.yml: put it into .github/workflows/ of the template repository, which is the handout (make handout)."
    ;;
esac
