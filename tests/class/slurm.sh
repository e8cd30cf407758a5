# A Slurm of this test's own: on the loopback, unprivileged, without munge. Sourced after tests/script.sh.
slurm=$work/slurm

slurm_installed() {
    [[ -x $(PATH=$PATH:/usr/sbin type -P slurmctld) && -x $(PATH=$PATH:/usr/sbin type -P slurmd) ]] && command -v sbatch >/dev/null
}

# Writes the configuration and starts both daemons. One test at a time has a Slurm: one of them kills what it finds of it.
slurm_up() {
    local me port=$((20000 + RANDOM % 20000)) host
    exec {slurm_lock}>build/tests/class/slurm.lock && flock "$slurm_lock" || return
    me=$(id -un) host=$(hostname -s)
    mkdir -p "$slurm"/{state,spool}
    cat >"$slurm/slurm.conf" <<CONF
ClusterName=warpbook
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$me
SlurmdUser=$me
AuthType=auth/none
CredType=cred/none
SlurmctldPort=$port
SlurmdPort=$((port + 1))
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
ReturnToService=2
SlurmctldTimeout=10
SlurmdTimeout=10
KillWait=2
MinJobAge=300
JobRequeue=1
MpiDefault=none
SchedulerParameters=batch_sched_delay=0,sched_interval=1
NodeName=$host NodeAddr=127.0.0.1 CPUs=2 RealMemory=1000 State=UNKNOWN
PartitionName=grade Nodes=$host Default=YES MaxTime=01:00:00 State=UP
PartitionName=teaching Nodes=$host MaxTime=01:00:00 State=UP
CONF
    export SLURM_CONF=$slurm/slurm.conf
    start_controller && start_node
}

start_controller() { PATH=$PATH:/usr/sbin slurmctld -f "$SLURM_CONF" {slurm_lock}>&- && wait_for_slurm; }
start_node() { PATH=$PATH:/usr/sbin slurmd -f "$SLURM_CONF" {slurm_lock}>&-; }

wait_for_slurm() {
    local i
    for ((i = 0; i < 100; i++)); do
        sinfo -h >/dev/null 2>&1 && return
        sleep 0.1
    done
    return 1
}

# kill_daemon NAME: with -9, as a crash does.
kill_daemon() {
    local pid
    pid=$(cat "$slurm/$1.pid" 2>/dev/null) && kill -9 "$pid" 2>/dev/null
}

slurm_down() {
    scancel --quiet --me 2>/dev/null
    kill_daemon slurmd
    kill_daemon slurmctld
}
