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
small_class "$work/class" 6
check here exits_with 0 ./grade class lab3 "$work/class" --out "$work/here" --seed 7
check slurm_starts slurm_up

on_slurm() { ./grade class lab3 "$work/class" --out "$work/there" --seed 7 --slurm --chunk 2; }
check on_slurm exits_with 0 on_slurm
check equal_files same_class "$work/here" "$work/there"

check wrong_options exits_with 2 ./grade class lab3 "$work/class" --out "$work/refused" --slurm=--partition=nowhere
check wrong_options_are_said complains 'Slurm did not take the job: .*invalid partition.*--slurm="--partition=teaching'

# A drained node: the command that brings it back is said, and once it is given the class is finished.
scontrol update nodename="$(hostname -s)" state=drain reason=a_test
rm -rf "$work/there"
on_slurm >"$work/drained" 2>&1 &
pid=$!
for ((i = 0; i < 200; i++)); do grep -q 'scontrol update' "$work/drained" && break; sleep 0.1; done
cp "$work/drained" "$work/output"
check the_drained_node_is_named says "bring it back with: scontrol update nodename=$(hostname -s) state=resume"
scontrol update nodename="$(hostname -s)" state=resume
check it_goes_on_then wait "$pid"
check equal_files_after_that same_class "$work/here" "$work/there"
slurm_down
finish
