#!/bin/bash
# More jobs than memory: eight at a time of lab 8, whose largest case takes half a GiB, under a cgroup that holds two or three of them.
# Processes are killed for it, everybody is graded all the same, by one command, and nobody loses a point.
set -u
. tests/script.sh
. tests/class/files.sh
mib=${MIB:-1500}
for name in double_two_planes fourth_shared_plane plane_shuffles double_dynamic_tile_16; do
    hand_in "$work/class/$name.cu" lab8/right/$name
done

# The cgroup, of version 1 or 2.
if [[ -d /sys/fs/cgroup/memory ]]; then
    group=/sys/fs/cgroup/memory/warpbook-$$ limits=(memory.limit_in_bytes memory.memsw.limit_in_bytes)
else
    group=/sys/fs/cgroup/warpbook-$$ limits=(memory.max)
    [[ -e /sys/fs/cgroup/memory.swap.max ]] && limits+=(memory.swap.max)
fi
trap 'rmdir "$group" 2>/dev/null; rm -rf "$work"' EXIT
if ! mkdir "$group" 2>/dev/null || ! echo $((mib << 20)) >"$group/${limits[0]}" 2>/dev/null; then
    echo "skip little_memory: no cgroup can be made here"
    exit 0
fi
swap=$((mib << 20))
[[ ${limits[1]:-} == memory.swap.max ]] && swap=0
[[ ${limits[1]:-} ]] && echo "$swap" >"$group/${limits[1]}" 2>/dev/null
kills() { awk '$1 == "oom_kill" { print $2 }' "$group"/memory.oom_control "$group"/memory.events 2>/dev/null | head -n 1; }
in_group() { sh -c 'echo $$ >"$0/cgroup.procs" && exec "$@"' "$group" "$@"; }

check eight_at_a_time exits_with 0 in_group ./grade class lab8 "$work/class" --out "$work/out" --seed 7 --jobs 8
check everybody_has_full_marks is "$(grep -c ',100,100,graded,' "$work/out/class.csv")" 4
check some_were_killed test "$(kills)" -gt 0
echo "# $(kills) processes killed for memory, $(sqlite3 "$work/out/class.db" "SELECT count(*) FROM attempts WHERE outcome = 'trouble'") attempts given up"
before=$(kills)
check as_many_as_fit exits_with 0 in_group ./grade class lab8 "$work/class" --out "$work/fits" --seed 7
check everybody_has_full_marks_again is "$(grep -c ',100,100,graded,' "$work/fits/class.csv")" 4
check nobody_was_killed_then is "$(kills)" "$before"
finish
