#!/bin/bash
# What a container does, in a fresh Debian that mmdebstrap makes: packaging/install.sh, then the build, then Gradescope's and the
# Dockerfile's steps. The toolkit is this machine's: NVIDIA's registry is not asked. Needs root and Debian's registry.
set -u
. tests/script.sh
. tests/class/files.sh
toolkit=$(dirname "$(dirname "$(readlink -f "$(make -s --no-print-directory submission-command SUBMISSION=x SUBMISSION_SO=y 2>/dev/null | head -n 1)")")")
for program in mmdebstrap bwrap; do
    command -v "$program" >/dev/null || { echo "skip fresh_root: $program is not here"; exit 0; }
done
((EUID == 0)) || { echo "skip fresh_root: not root"; exit 0; }
root=$work/root
trap 'rm -rf --one-file-system "$work"' EXIT
mmdebstrap --quiet --variant=minbase --include=ca-certificates bookworm "$root" >"$work/output" 2>&1 || {
    echo "skip fresh_root: no Debian can be had here: $(tail -n 1 "$work/output")"
    exit 0
}
mkdir -p "$root/usr/local/cuda" "$root/autograder"/{source,results,submission}

# A command in that root, as root, with the network for Debian's registry.
inside() {
    bwrap --bind "$root" / --dev /dev --proc /proc --tmpfs /run --ro-bind "$toolkit" /usr/local/cuda --ro-bind /etc/resolv.conf /etc/resolv.conf \
        --cap-add ALL --clearenv --setenv PATH /usr/local/cuda/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin --setenv HOME /root "$@"
}

make -s gradescope LAB=lab3 OUT="$work/homes" >/dev/null
python3 -m zipfile -e "$work/homes/lab3-gradescope.zip" "$root/autograder/source"
hand_in "$root/autograder/submission/stencil.cu" lab3/right/templates
check gradescope_setup exits_with 0 inside bash /autograder/source/setup.sh
check gradescope_run exits_with 0 inside bash /autograder/source/run_autograder
check gradescope_score grep -q '"score":100' "$root/autograder/results/results.json"
check the_rest_builds exits_with 0 inside make -C /autograder/source/warpbook
check doctor exits_with 0 inside /autograder/source/warpbook/grade doctor
finish
