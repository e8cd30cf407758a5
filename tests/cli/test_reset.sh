#!/bin/bash
# ./grade reset: the skeleton comes back, and nothing that somebody wrote is lost on the way.
set -u
. tests/script.sh

# A project of one lab, with the real program.
tree=$work/tree lab=$work/tree/labs/lab7_x
mkdir -p "$lab/skeleton" "$tree/build/bin"
cp build/bin/grade "$tree/build/bin/"
chmod 755 "$work" # one test is another user
cd "$tree" || exit 2
printf 'lab lab7 "T"\nsource x.cu\ntodo 7.1 "a"\nentry f\n output o float n\ntest 7.1 f n=3 5\n' >"$lab/lab.spec"
for ((i = 0; i < 200; i++)); do echo "// line $i of the skeleton"; done >"$lab/skeleton/x.cu"
grade=build/bin/grade

cp "$lab/skeleton/x.cu" "$lab/x.cu"
check skeleton_already exits_with 0 "$grade" reset lab7
check says_nothing_to_do says 'nothing to do'
check keeps_no_copy no test -e "$lab/x.cu.1"

echo 'lab7 score 2 of 5' >progress.txt
echo mine >"$lab/x.cu"
check reset exits_with 0 "$grade" reset lab7
check skeleton_is_back same "$lab/x.cu" "$lab/skeleton/x.cu"
check work_is_kept grep -qx mine "$lab/x.cu.1"
check says_how_to_get_it_back says 'cp labs/lab7_x/x.cu.1 labs/lab7_x/x.cu'
check progress_is_kept grep -qx 'lab7 score 2 of 5' progress.txt
eval "$(tail -n 1 "$work/output")"
check the_command_gets_it_back grep -qx mine "$lab/x.cu"

echo again >"$lab/x.cu"
check reset_again exits_with 0 "$grade" reset lab7
check first_copy_stays grep -qx mine "$lab/x.cu.1"
check second_copy grep -qx again "$lab/x.cu.2"

rm "$lab/x.cu"
check deleted_file exits_with 0 "$grade" reset lab7
check deleted_file_is_back same "$lab/x.cu" "$lab/skeleton/x.cu"
check nothing_to_keep no test -e "$lab/x.cu.3"

# A full disk: no file may grow past 1 KiB.
echo precious >"$lab/x.cu"
check full_disk exits_with 2 bash -c "trap '' XFSZ; ulimit -f 1; exec $grade reset lab7"
check full_disk_is_said complains 'x.cu cannot be written: File too large. Your file is as it was'
check work_is_there grep -qx precious "$lab/x.cu"
check no_rubbish test "$(ls "$lab" | tr '\n' ' ')" = 'lab.spec skeleton x.cu x.cu.1 x.cu.2 '

# A folder that may not be written.
chmod 555 "$lab"
if ((EUID)); then
    check no_permission exits_with 2 "$grade" reset lab7
elif command -v setpriv >/dev/null; then
    check no_permission exits_with 2 setpriv --reuid=65534 --clear-groups "$grade" reset lab7
fi
if [[ -s $work/errors ]]; then check no_permission_is_said complains 'Permission denied. Nothing was changed'; fi
chmod 755 "$lab"

check no_quiz exits_with 2 "$grade" reset lab7 --answers
check no_quiz_is_said complains 'no skeleton/answers.txt'
check no_quiz_changes_nothing grep -qx precious "$lab/x.cu"
echo '7.a =' >"$lab/skeleton/answers.txt"
echo '7.a = 5' >"$lab/answers.txt"
check answers_stay exits_with 0 "$grade" reset lab7
check answers_stayed grep -qx '7.a = 5' "$lab/answers.txt"
check answers_too exits_with 0 "$grade" reset lab7 --answers
check answers_are_empty same "$lab/answers.txt" "$lab/skeleton/answers.txt"
check answers_are_kept grep -qx '7.a = 5' "$lab/answers.txt.1"

check no_such_lab exits_with 2 "$grade" reset lab8
check no_such_lab_is_said complains 'no lab or command "lab8".*lab7'
rm "$lab/skeleton/x.cu"
echo mine >"$lab/x.cu"
check no_skeleton exits_with 2 "$grade" reset lab7
check no_skeleton_is_said complains 'labs/lab7_x/skeleton/x.cu cannot be read'
check no_skeleton_changes_nothing grep -qx mine "$lab/x.cu"
rm "$lab/x.cu" && mkdir "$lab/x.cu" && echo s >"$lab/skeleton/x.cu"
check a_folder_in_its_place exits_with 2 "$grade" reset lab7
check a_folder_is_said complains 'is a folder'
finish
