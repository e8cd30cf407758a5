#!/bin/bash
# The disk of the results is full, at one moment after another: the command says so and gives nobody a mark for it; with room again the
# same command ends with journal and files of a run that nobody disturbed. A file system of this test's own is needed, in a namespace.
set -u
if [[ ${1:-} != inside ]]; then
    unshare --map-root-user --mount true 2>/dev/null || { echo "skip full_disk: no file system can be mounted here" && exit 0; }
    exec unshare --map-root-user --mount "$0" inside
fi
. tests/script.sh
. tests/class/files.sh
small_class "$work/class" 5
grade_class() { ./grade class lab3 "$work/class" --out "$work/$1" --seed 7 --jobs 2; }
check undisturbed exits_with 0 grade_class calm

disk=$work/wild
mkdir "$disk"
trap 'umount "$disk" 2>/dev/null; rm -rf "$work"' EXIT
full=0
for kib in ${SIZES:-16 160 500 2000}; do
    mount -t tmpfs -o "size=${kib}k" tmpfs "$disk" || break
    grade_class wild >"$work/output" 2>"$work/errors"
    status=$?
    if ((status)); then
        ((++full))
        check "${kib}_KiB_are_said_to_be_too_few" complains 'disk is full|No space left|[dD]isk'
        [[ -s $disk/class.db ]] && check "no_0_with_${kib}_KiB" is \
            "$(sqlite3 "$disk/class.db" 'SELECT count(*) FROM results WHERE state = "graded" AND score = 0' 2>/dev/null || echo 0)" 0
        mount -o remount,size=200m "$disk"
        check "goes_on_after_${kib}_KiB" exits_with 0 grade_class wild
    fi
    check "equal_after_${kib}_KiB" same_class "$work/calm" "$disk"
    umount "$disk"
done
check the_disk_was_full test "$full" -ge 2
finish
