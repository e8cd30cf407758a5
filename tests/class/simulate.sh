#!/bin/bash
# How long would 10,000 submissions take on 1 to 256 workers? simulate.sh CLASS.db [SUBMISSIONS]
#
# Draws from the processor times that a real class took (its attempts), gives each to the worker that is free first, as ./grade class
# does, and counts a second a chunk of eight for Slurm's start of a task. A simulation on writer: memory, disks and turbo are not in it.
set -u
[[ -e ${1:-} ]] || { sed -n '2,5s/^# *//p' "$0" >&2; exit 2; }
sqlite3 "$1" "SELECT cpu_seconds FROM attempts WHERE outcome <> 'trouble'" | awk -v count="${2:-10000}" '
    { time[NR] = $1; sum += $1 }
    END {
        if (!NR) { print "no attempts" >"/dev/stderr"; exit 1 }
        printf "%d measured, mean %.2f s of processor time; %d submissions drawn from them\n", NR, sum / NR, count
        printf "%8s %14s %14s\n", "workers", "one machine", "Slurm, chunks"
        for (workers = 1; workers <= 256; workers *= 2) printf "%8d %11.1f min %11.1f min\n", workers, run(1, 0) / 60, run(8, 1) / 60
    }
    # Greedy: a heap would be faster, and 256 workers are few.
    function run(chunk, start,    i, k, best, busy, end) {
        srand(1)
        split("", busy)
        end = 0
        for (i = 0; i < count; i += chunk) {
            best = 1
            for (k = 2; k <= workers; k++) if (busy[k] + 0 < busy[best] + 0) best = k
            busy[best] += start
            for (k = 0; k < chunk && i + k < count; k++) busy[best] += time[1 + int(rand() * NR)]
            if (busy[best] > end) end = busy[best]
        }
        return end
    }'
