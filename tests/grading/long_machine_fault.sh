#!/bin/bash
# What is the machine's fault has status 2 and no score, with the cause and the command that mends it.
set -u
. tests/script.sh
solution=solutions/lab3_basic_stencil/stencil.cu
grade=build/bin/grade
file=$work/right.cu
cp "$solution" "$file"

no_score() { # nothing on standard output that looks like one, and no JSON
    no grep -qE '[0-9]+ ?/ ?[0-9]+' "$work/output" && no test -e "$work/result.json"
}

# not_graded NAME REASON COMMAND...: status 2, no score, and the reason is said.
not_graded() {
    local name=$1 reason=$2
    shift 2
    check "$name" exits_with 2 "$@"
    check "${name}_no_score" no_score
    check "${name}_why" complains "$reason"
}

limited() { # OPTION VALUE: with that limit of the shell
    bash -c 'ulimit "$1" "$2" && exec "$0" lab3 "$3" --json "$4"' "$grade" "$1" "$2" "$file" "$work/result.json"
}
not_graded address_space 'ulimit -v unlimited' limited -v 4000000
not_graded data 'ulimit -d unlimited' limited -d 1000000
not_graded file_size 'ulimit -f unlimited' limited -f 1000
not_graded processor_time 'ulimit -t unlimited' limited -t 20
not_graded open_files 'ulimit -n 1024' limited -n 40
not_graded stack 'ulimit -s 8192' limited -s 200

# Where the jail's own limits fit in, the result is the same or there is none.
for kib in 4300000 8000000 20000000 80000000; do
    limited_quietly() { bash -c 'ulimit -v "$1" && exec "$0" lab3 --solution --todo 3.4 --quiet' "$grade" $kib; }
    limited_quietly >"$work/output" 2>"$work/errors"
    case $?/$(cat "$work/output") in
    0/'lab3 20/20' | 2/) echo "ok address_space_of_$kib" ;;
    *) check "address_space_of_$kib" false ;;
    esac
done
# For an ordinary user, who may start so many processes and no more.
if ((EUID == 0)) && command -v setpriv >/dev/null; then
    copy_project "$work/few" && chmod -R a+rX "$work/few" && chmod 755 "$work"
    few() { (cd "$work/few" && TMPDIR=/tmp HOME=/nowhere setpriv --reuid=65534 --regid=65534 --clear-groups \
        bash -c 'ulimit -u "$1" && exec build/bin/grade lab3 "$2" --todo 3.4 --quiet' _ "$1" "$file"); }
    for processes in 1 2 4 8 16; do
        few $processes >"$work/output" 2>"$work/errors"
        case $?/$(cat "$work/output") in
        0/'lab3 20/20' | 2/) echo "ok processes_$processes" ;;
        *) check "processes_$processes" false ;;
        esac
    done
fi

# A toolkit whose nvcc runs the real one and then does what the first line of $work/does says.
real=$(command -v nvcc || echo "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc")
fake_nvcc() {
    mkdir -p "$work/toolkit/bin"
    printf '#!/bin/bash\ncase "$*" in *warpbook-grading*) %s ;; esac\nexec %s "$@"\n' "$1" "$real" >"$work/toolkit/bin/nvcc"
    chmod +x "$work/toolkit/bin/nvcc"
}
with_fake() {
    CUDA_HOME=$work/toolkit "$grade" lab3 "$file" --json "$work/result.json"
}
chmod 755 "$work"
fake_nvcc 'kill -9 $$'
not_graded killed_compiler 'compiler was killed.*not the file' with_fake
fake_nvcc 'echo "g++: fatal error: Killed signal terminated program cc1plus" >&2; echo "compilation terminated." >&2; exit 1'
not_graded killed_host_compiler 'compiler was killed' with_fake
# The other signals that come from outside, at the submission alone: the file that is right compiles.
at_the_file() { # COMMAND
    fake_nvcc "case \"\$*\" in *right.cu*) $1 ;; esac"
}
for signal in HUP INT USR1 USR2 TERM; do
    at_the_file "kill -$signal \$\$"
    not_graded "compiler_ended_by_$signal" 'signal from outside .*right.cu.*not the file.*Grade again' with_fake
done
for signal in HUP INT QUIT TERM; do # as nvcc and the shell tell it of a program
    at_the_file "exit $((128 + $(kill -l $signal)))"
    not_graded "program_ended_by_$signal" 'signal from outside .*not the file' with_fake
done
# What each program says last.
says_last() { # STATUS WORDS: what printf makes of the words, on standard error
    echo "printf '$2' >&2; exit $1"
}
bug='Please submit a full bug report.\nSee <https://gcc.gnu.org/bugs/> for instructions.\n'
at_the_file "$(says_last 1 'gcc: fatal error: Terminated signal terminated program cc1plus\ncompilation terminated.\n')"
not_graded terminated_host_compiler 'signal from outside .Terminated' with_fake
at_the_file "$(says_last 4 "gcc: internal compiler error: Hangup signal terminated program cc1plus\n$bug")"
not_graded hung_up_host_compiler 'signal from outside .Hangup' with_fake
at_the_file "$(says_last 1 'collect2: fatal error: ld terminated with signal 9 [Killed]\ncompilation terminated.\n')"
not_graded killed_linker 'compiler was killed' with_fake
at_the_file "$(says_last 4 '\nCompilation terminated.\n')"
not_graded terminated_device_compiler 'signal from outside .Terminated' with_fake
at_the_file "$(says_last 255 'nvcc: Terminated\n')"
not_graded terminated_nvcc 'signal from outside .Terminated' with_fake
at_the_file 'kill -XCPU $$'
not_graded limited_compiler 'ended the compiler .CPU time limit.*not the file.*ulimit -t unlimited' with_fake
at_the_file "$(says_last 4 "gcc: internal compiler error: CPU time limit exceeded signal terminated program cc1plus\n$bug")"
not_graded limited_host_compiler 'ulimit -t unlimited' with_fake

fake_nvcc 'echo "error: no license" >&2; exit 1'
not_graded broken_compiler 'fails on this machine, also on a file that is right' with_fake
fake_nvcc 'kill -11 $$'
not_graded crashing_compiler 'fails on this machine' with_fake
fake_nvcc ':'
check working_compiler exits_with 0 with_fake
rm -f "$work/result.json"

# A compiler that crashes on this file alone: that is the file.
fake_nvcc 'case "$*" in *right.cu*) kill -11 $$ ;; esac'
check a_file_that_crashes_the_compiler exits_with 2 with_fake
check is_refused complains 'right.cu does not compile'
# The same words after errors, and in front of others: that is the file, too.
at_the_file "$(says_last 4 '1 error detected in the compilation of "x".\nCompilation terminated.\n')"
check errors_of_the_file exits_with 2 with_fake
check are_its_own complains 'right.cu does not compile'
at_the_file "$(says_last 255 'nvcc: Terminated\nptxas fatal   : Ptx assembly aborted due to errors\n')"
check words_in_between exits_with 2 with_fake
check mean_nothing complains 'right.cu does not compile'
rm -f "$work/result.json"

# A result that cannot be written.
check json_to_a_full_disk exits_with 2 "$grade" lab3 "$file" --json /dev/full
check json_says_so complains '/dev/full cannot be written: No space left'
check the_device_is_still_there test -c /dev/full
full_stdout() { "$grade" lab3 "$file" "$@" >/dev/full; }
check standard_output_full exits_with 2 full_stdout
check standard_output_says_so complains 'standard output: No space left'
check json_standard_output_full exits_with 2 full_stdout --json -
check json_standard_output_says_so complains 'standard output: No space left'
check standard_output_closed exits_with 2 bash -c '"$0" lab3 --solution --todo 3.4 >&-' "$grade"
check json_to_no_folder exits_with 2 "$grade" lab3 "$file" --json "$work/none/x.json"

# Disks: a name space of its own, where this machine allows one.
in_own_mounts() {
    unshare --mount bash -c "$1" "$grade" "$file" "$work/result.json"
}
if ((EUID == 0)) && unshare --mount true 2>/dev/null; then
    mkdir -p build/tmp
    not_graded full_disk 'Make room' in_own_mounts \
        'mount -t tmpfs -o size=64k none build/tmp && exec "$0" lab3 "$1" --json "$2"'
    not_graded disk_that_fills 'no room on the disk' in_own_mounts \
        'mount -t tmpfs -o size=200k none build/tmp && exec "$0" lab3 "$1" --json "$2"'
    check read_only_installation exits_with 0 in_own_mounts \
        'mount --bind . . && mount -o remount,ro,bind . && cd . && cd "$PWD" && TMPDIR='"$work"' exec "$0" lab3 "$1" --json "$2"'
    check read_only_is_read_only no in_own_mounts \
        'mount --bind . . && mount -o remount,ro,bind . && cd "$PWD" && touch build/x'
    rm -f "$work/result.json"
else
    echo "skip full_disk: no mounts can be made here"
fi

# The simulator's process: killed, or without a report.
copy_project "$work/tree"
cp "$file" "$work/tree/right.cu"
cd "$work/tree" || exit 2
grade=build/bin/grade file=right.cu
mv build/bin/device build/bin/device.real
false_device() {
    printf '#!/bin/bash\n%s\n' "$1" >build/bin/device
    chmod +x build/bin/device
}
plain() { "$grade" lab3 "$file" --json "$work/result.json"; }
false_device 'kill -9 $$'
not_graded killed_simulator 'simulator' plain
false_device 'exit 0'
not_graded simulator_that_ends 'simulator' plain
false_device '(sleep 0.02; kill -9 $$) & exec "$0.real" "$@"'
not_graded simulator_killed_later 'simulator' plain
rm build/bin/device
not_graded no_simulator 'not built' plain
finish
