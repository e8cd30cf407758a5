#!/bin/bash
# A class on Slurm while slurmd, slurmctld, a step, a whole node and the command itself are killed with kill -9.
set -u
. tests/script.sh
. tests/class/files.sh
. tests/class/slurm.sh
if ! slurm_installed; then
    echo "skip slurm: Slurm is not here (Debian's packages slurm-wlm slurmctld slurmd)"
    exit 0
fi
trap 'slurm_down; rm -rf "$work"' EXIT
RANDOM=${SEED:-$$}
small_class "$work/class" 10
check undisturbed exits_with 0 ./grade class lab3 "$work/class" --out "$work/calm" --seed 7
check slurm_starts slurm_up

# Of this test's Slurm alone: the machine may have another one, which has jobs of its own.
steps() {
    local pid
    for pid in $(pgrep slurmstepd); do
        tr '\0' '\n' 2>/dev/null <"/proc/$pid/environ" | grep -qxF "SLURM_CONF=$SLURM_CONF" && echo "$pid"
    done
}
jobs_of_ours() { pgrep -f -- "--chunk $work/wild"; }
resume_nodes() { scontrol update nodename="$(hostname -s)" state=resume 2>/dev/null; }

slurmd_dies() { kill_daemon slurmd; sleep 3; start_node; }
slurmctld_dies() { kill_daemon slurmctld; sleep 2; start_controller; }
a_step_dies() { kill -9 $(steps | head -n 1); sleep 1; scontrol reconfigure; }
a_job_dies() { kill -9 $(jobs_of_ours | head -n 1); }
the_node_dies() {
    kill_daemon slurmd
    kill -9 $(steps) $(jobs_of_ours) 2>/dev/null
    sleep 15 # longer than SlurmdTimeout
    start_node
}
the_command_dies() {
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    start_class
}

start_class() {
    ./grade class lab3 "$work/class" --out "$work/wild" --seed 7 --slurm --chunk 2 --timeout 60 >>"$work/log" 2>&1 &
    pid=$!
}

for what in ${WHAT:-slurmd_dies slurmctld_dies a_step_dies a_job_dies the_node_dies the_command_dies}; do
    rm -rf "$work/wild"
    : >"$work/log"
    start_class
    for ((i = 0; i < 300; i++)); do [[ -n $(jobs_of_ours) ]] && break; sleep 0.1; done
    sleep "1.$((RANDOM % 1000 + 1000))"
    "$what"
    (for ((i = 0; i < 60; i++)); do sleep 5; resume_nodes; done) & # as the instructor does who is told to
    resumer=$!
    wait "$pid"
    is "$?" 0
    ended=$?
    kill "$resumer" 2>/dev/null
    cat "$work/log" >>"$work/output"
    check "$what" test "$ended" = 0
    check "equal_when_$what" same_class "$work/calm" "$work/wild"
done
finish
