#!/bin/bash
# The same class on this machine and on Slurm: equal files, to the byte. Then Slurm is disturbed.
set -u
. tests/script.sh
. tests/class/files.sh
. tests/class/slurm.sh
if ! slurm_installed; then
    echo "skip slurm: Slurm is not here (Debian's packages slurm-wlm slurmctld slurmd)"
    exit 0
fi
trap 'slurm_down; rm -rf "$work"' EXIT
small_class "$work/class" 4
check here exits_with 0 ./grade class lab3 "$work/class" --out "$work/here" --seed 7
check slurm_starts slurm_up

# The command of docs/courses/slurm.md as it stands there.
mkdir "$work/docs" && ln -s "$PWD/grade" "$work/docs/grade" && "$pack" "$work/docs/submissions.zip" "$work/class"
command=$(sed -n 's/^    \(\.\/grade class .*--slurm=.*\)/\1/p' docs/courses/slurm.md | grep -v -e --device)
check "$command" exits_with 0 bash -c "cd '$work/docs' && $command"
check its_marks_are_these same <(cut -d, -f1-7 "$work/docs/results/class.csv") <(cut -d, -f1-7 "$work/here/class.csv")

# A class of 200, with the names and mistakes that students make.
pool "$work/pool" "${EVERY:-16}"
made=$(made_class moodle "$work/made" 200 "$work/pool")
large() { ./grade class lab1 "$made" --out "$work/$1" --seed 7 --roster "$work/made/roster.csv" "${@:2}"; }
check two_hundred_here exits_with 0 large large_here
check two_hundred_on_slurm exits_with 0 large large_there --slurm
check two_hundred_equal_files same_class "$work/large_here" "$work/large_there"
check two_hundred_equal_csv same "$work/large_here/class.csv" "$work/large_there/class.csv"

check wrong_options exits_with 2 ./grade class lab3 "$work/class" --out "$work/refused" --slurm=--partition=nowhere
check wrong_options_are_said complains 'Slurm did not take the job: .*invalid partition.*--slurm="--partition=teaching'

# A drained node: the command that brings it back is said, and once it is given the class is finished.
scontrol update nodename="$(hostname -s)" state=drain reason=a_test
on_slurm() { ./grade class lab3 "$work/class" --out "$work/there" --seed 7 --slurm --chunk 2; }
on_slurm >"$work/drained" 2>&1 &
pid=$!
for ((i = 0; i < 200; i++)); do grep -q 'scontrol update' "$work/drained" && break; sleep 0.1; done
cp "$work/drained" "$work/output"
check the_drained_node_is_named says "bring it back with: scontrol update nodename=$(hostname -s) state=resume"
scontrol update nodename="$(hostname -s)" state=resume
check it_goes_on_then wait "$pid"
check equal_files same_class "$work/here" "$work/there"
finish
