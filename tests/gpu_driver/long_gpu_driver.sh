#!/bin/bash
# grade LAB on a GPU, which is a false driver's (fake_libcuda.c): the same tests and points, and what happens when
# the GPU is missing, broken, wrong, or does not come back.
source tests/script.sh
source tests/gpu_driver/fake_gpu.sh

# A copy of the project, whose lab has a small case timed.
copy_project "$work/project" || exit 2
sed -i 's/^time launch_stencil n=512\(.*\) modelled/time launch_stencil n=40\1/' "$work"/project/labs/lab3*/lab.spec
cd "$work/project" || exit 2
solution="./grade lab3 --solution --seed 7"
quick="./grade lab3 --solution --seed 7 --todo 3.3"

check probe exits_with 0 build/bin/device --probe-gpu
check probe_names_the_gpu says 'Fake GPU'

# The kernel's launch; what it computes, the simulator runs in test_fingerprint.c.
check fingerprints env WARPBOOK_TESTS_ON_GPU=1 bash -c "cd $OLDPWD && build/tests/gpu_driver/test_fingerprint > $work/output"

check gpu_full_marks env FAKE_LOG=$work/log FAKE_LOCK=$gpu_lock.lock bash -c "$solution --device gpu --json $work/gpu.json > $work/output"

# One process has the GPU for all cases, a second one for the time; the first start is the probe's. Before a module goes,
# at the end of a case, all memory of that case has gone.
check one_process_for_all_cases test "$(grep -c ^start "$work/log")" = 3
check probe_and_cases_share_it test "$(grep -c '^start turn=shared others=0 ' "$work/log")" = 2
check time_has_it_alone test "$(grep -c '^start turn=alone others=0 ' "$work/log")" = 1
check each_case_has_its_module test "$(grep -c ^unload "$work/log")" -gt 10
check nothing_stays_mapped test "$(grep -c '^unload mapped=0' "$work/log")" = "$(grep -c ^unload "$work/log")"
check gpu_is_named says 'results on the Fake GPU, checks and counts on a simulated NVIDIA H200'
check json_kind grep -q '"kind": *"gpu"' "$work/gpu.json"
check json_every_test_ran no grep -q '"on_gpu": *"not run"' "$work/gpu.json"

check timed says 'launch_stencil, n = 40: 1 ms, [0-9.]+ GB/s, 100.0 % of a copy.s speed \(1 ms\) median of 31 runs, spread 0 %'
check timed_reached says 'required: 42 %, reached'
check cold_launch_has_its_line says 'first launch, cold: [0-9.]+ ms by this machine.s clock, after [0-9.]+ ms to start'
check floor_is_shown says 'floor 0.004 ms'
check json_time_reached grep -q '"time": *"reached"' "$work/gpu.json"
check json_required grep -q '"required_percent_of_copy": *42[,}]' "$work/gpu.json"
check json_cold grep -q '"cold_first_launch_ms": *[0-9]' "$work/gpu.json"
check json_time grep -q '"time_ms": *1[,}]' "$work/gpu.json"
check json_time_source grep -q '"time_source": *"measured"' "$work/gpu.json"

exits_with 0 $solution --device sim --json "$work/sim.json"
ids() { grep -o '"\(id\|score\|max_score\)": *[^,}]*' "$1"; }
check same_ids_and_points same <(ids "$work/gpu.json") <(ids "$work/sim.json")
check sim_has_no_gpu no grep -q on_gpu "$work/sim.json"

check auto_takes_it exits_with 0 $quick
check auto_says_so says 'results on the Fake GPU'
check simulated_gpu_is_not_overruled exits_with 0 $quick --gpu t4
check simulated_gpu_alone says 'no GPU used'
check no_time_without_a_gpu exits_with 0 $solution --device sim
check no_time_is_said says 'Modelled for an NVIDIA H200, not measured'

check both exits_with 0 $quick --device both
check both_agree says 'cases ran on both, 0 of them with different verdicts'

# Right on the simulator, wrong on the GPU: the case fails.
check wrong_fails env FAKE_GPU=wrong bash -c "! $solution --device both > $work/output"
check wrong_is_told says 'on the Fake GPU: 1 of [0-9]+ points of `out` is wrong'
check wrong_disagrees says 'n = 10: right on the simulator, wrong on the GPU'

# What is required of the time, 42 percent: missed by far; in doubt, which takes more runs and is for the student; and
# a time that no memory allows.
check slow_loses_points env FAKE_KERNEL_MS=4 bash -c "! $solution --device gpu --json $work/slow.json > $work/output"
check slow_is_told says 'required: 42 %. It must be 1.68 times as fast. Held back: 5 of the points of TODO 3.4. Next: '
check slow_score says 'score 95 / 100'
check slow_says_which_todo says 'next +(do|go on with) TODO 3.4'
check json_missed grep -q '"time": *"missed"' "$work/slow.json"
check slow_repeats_nothing says 'median of 31 runs'
check doubt_passes env FAKE_KERNEL_MS=2.4 FAKE_JITTER=2 bash -c "$solution --device gpu > $work/output"
check doubt_takes_more_runs says 'median of 201 runs'
check unsteady_is_clear env FAKE_KERNEL_MS=2 FAKE_JITTER=2 bash -c "$solution --device gpu > $work/output"
check unsteady_takes_some_more says 'median of 101 runs'

# On a terminal: what is timed now.
if command -v script >/dev/null; then
    script -qec "$solution --device gpu" "$work/output" >/dev/null </dev/null
    check time_has_its_progress grep -q 'time 1/1  launch_stencil n=40 ' "$work/output"
    check larger_grids_have_theirs grep -q 'larger grid 1/2  launch_derivative ' "$work/output"
else
    echo 'skip time_has_its_progress: the program script is not here'
    echo 'skip larger_grids_have_theirs: the program script is not here'
fi

# A process whose copies are unsteady is not the last word; after three of them the steadiest counts.
unsteady_processes() { head -c "$1" /dev/zero >"$work/unsteady"; }
unsteady_processes 1
check unsteady_process env FAKE_UNSTEADY=$work/unsteady FAKE_LOG=$work/twice bash -c "$solution --device gpu --json $work/twice.json > $work/output"
check another_measures says 'between 100.0 and 100.0 measured in 2 processes, for it was unsteady'
check it_is_one_more test "$(grep -c ^start "$work/twice")" = 4
check json_processes grep -q '"processes": *2[,}]' "$work/twice.json"
unsteady_processes 5
check unsteady_processes env FAKE_UNSTEADY=$work/unsteady bash -c "$solution --device gpu > $work/output"
check three_are_enough says 'between 100.0 and 120.0 measured in 3 processes'
check two_are_left test "$(stat -c %s "$work/unsteady")" = 2
check suspect_loses_points env FAKE_KERNEL_MS=0.001 bash -c "! $solution --device gpu > $work/output"
check suspect_is_told says 'suspect: faster than the memory allows'

# Right when it is judged, wrong when it is repeated: no time.
check changing_has_no_points env FAKE_GPU=changes bash -c "! $solution --device gpu > $work/output"
check changing_loses_those_for_time says 'score 95 / 100'
check changing_has_no_time says 'not timed: The result changed while the launches were repeated'

# Four gradings at a time: whoever is alone when it starts finds no process of another, and none starts beside it.
at_a_time() {
    local pids=() pid good=0
    for _ in 1 2 3 4; do
        $solution --device gpu >>"$work/output" 2>&1 &
        pids+=($!)
    done
    for pid in "${pids[@]}"; do wait "$pid" || good=1; done
    return $good
}
export FAKE_LOG=$work/four FAKE_LOCK=$gpu_lock.lock
check four_at_a_time at_a_time
unset FAKE_LOG FAKE_LOCK
check each_time_began_alone test "$(grep -c '^start turn=alone others=0 ' "$work/four")" = 4
check others_share_it test "$(grep -c '^start turn=shared ' "$work/four")" = 8
check nobody_else_was_there test "$(grep -c '^start ' "$work/four")" = 12

# Another grading that is alone on the GPU is waited for; to be alone for a time, cases of others are.
hold() { # shared or exclusive
    (exec 9<"$gpu_lock.lock" && flock "--$1" 9 && exec sleep 900) &
    holder=$!
    sleep 0.3
}
let_go() {
    kill "$holder"
    wait "$holder" 2>/dev/null
}
ends_once_it_is_free() { # command: still there when it has said that it waits, or after so many seconds; right in the end
    local running i
    "$@" >"$work/output" 2>"$work/errors" &
    local grading=$!
    for ((i = 0; i < ${seconds:-600} * 10; i++)); do
        complains waiting && break
        kill -0 "$grading" 2>/dev/null || break
        sleep 0.1
    done
    kill -0 "$grading" && running=1
    let_go
    wait "$grading" && [[ $running ]]
}
check lock_is_for_all_users test "$(stat -c %a "$gpu_lock.lock" "$gpu_lock.gate" | sort -u)" = 666
hold exclusive
check time_of_another_is_waited_for ends_once_it_is_free $quick --device gpu
check waiting_is_told complains '^grade: waiting for another grading on this GPU'
hold shared
check case_of_another_does_not_matter exits_with 0 $quick --device gpu
check no_waiting_is_told no complains waiting
check time_waits_for_cases_of_others ends_once_it_is_free $solution --device gpu
check waiting_is_told_again complains '^grade: waiting for another grading on this GPU'
check time_is_alone says 'median of 31 runs'
hold exclusive
seconds=5 check quiet_waits ends_once_it_is_free $quick --device gpu --quiet
check quiet_says_nothing no complains waiting

# They do not leave: nothing is measured, and no points are lost; their times are not disturbed by cases either.
impatient="env WARPBOOK_GPU_MINUTES=0.02"
busy='The GPU was busy with other gradings for 0.02 minutes: grade again when they are done.'
hold shared
check busy_costs_no_points exits_with 0 $impatient $solution --device gpu --json "$work/busy.json"
check busy_is_told says "launch_stencil, n = 40: not timed: $busy This costs no points"
check busy_has_no_time no says 'of a copy.s speed \('
check json_not_measured grep -q '"time": *"not measured".*"withheld": *0[,}]' "$work/busy.json"
let_go
hold exclusive
: >"$work/kept_out"
check busy_for_cases_too env FAKE_LOG=$work/kept_out $impatient bash -c "$solution --device gpu > $work/output 2> $work/errors; ((\$? == 2))"
check busy_is_the_reason complains 'the GPU was busy with other gradings for 0.02 minutes'
check without_asking_for_it_simulated env FAKE_LOG=$work/kept_out $impatient bash -c "$quick > $work/output 2> $work/errors"
check simulated_is_said says 'no GPU used'
check nothing_was_started test ! -s "$work/kept_out"
let_go

# No lock to be had: said once, and all is measured.
rm "$gpu_lock.lock"
mkdir "$gpu_lock.lock"
check no_lock_is_no_harm exits_with 0 $solution --device gpu
check no_lock_has_a_time says 'median of 31 runs'
check no_lock_is_told complains "^grade: no lock at $gpu_lock.lock \(not a plain file\): remove that file; times may be disturbed by other gradings"
check no_lock_is_told_once test "$(grep -c 'no lock at' "$work/errors")" = 1
check no_lock_quietly exits_with 0 $quick --device gpu --quiet
check no_lock_is_not_told no complains 'no lock'
rmdir "$gpu_lock.lock"

# Variables are put back before each run, and one that the driver has no name for is no trouble.
sed 's/^__global__ void stencil_kernel.*/__device__ int kept;\n&\n    if (n < 0) printf("%d", kept++);/; 1a #include <cstdio>' \
    solutions/lab3_basic_stencil/stencil.cu >remembers.cu
check remembering_is_timed env FAKE_GPU=remembers bash -c "./grade lab3 remembers.cu --device gpu --seed 7 > $work/output"
check between_has_no_time env FAKE_GPU=between bash -c "! $solution --device gpu > $work/output"
check between_is_told says 'not timed: The launches wrote to memory that is not theirs'

# Writes where the grader keeps its copies: a place to keep results in from run to run.
check hoarding_has_no_points env FAKE_GPU=hoards bash -c "! $solution --device gpu > $work/output"
check hoarding_has_no_time says 'not timed: The launches wrote to memory that is not theirs'

check outside_write_fails env FAKE_GPU=outside bash -c "! $quick --device gpu > $work/output"
check outside_write_is_told says 'The kernel stencil_kernel wrote outside `out` of [0-9]+ bytes: 4 bytes changed there, and the first of them lies 8 bytes past its end'

check fault_fails env FAKE_GPU=fault FAKE_LOG=$work/faults bash -c "! $quick --device gpu > $work/output"
check fault_ends_the_process test "$(grep -c ^start "$work/faults")" -gt 8 -a "$(grep -c ^unload "$work/faults")" = 0
check fault_is_told says 'illegal memory access \(CUDA error 700\)'

check hang_fails env FAKE_GPU=hang bash -c "! $quick --device gpu > $work/output"
check hang_is_told says 'did not end in time on the GPU'
check hang_once says 'not run: launch_stencil already hung at n=10'

# What the attacks on the clock announce for a GPU is looked at where there is one.
attack="$OLDPWD/build/tests/submissions/run_submissions --jobs 1 attacks/time_honest"
check announced_time env FAKE_KERNEL_MS=4 bash -c "$attack > $work/output"
check announced_time_is_judged env FAKE_KERNEL_MS=1 bash -c "! $attack > $work/output"
check other_time_is_told says 'the time is reached, expected missed: 100 % of the copy.s speed'

# A skeleton fails on the simulator and never gets to the GPU.
check failing_is_explained env FAKE_GPU=hang bash -c "! ./grade lab3 --device gpu --todo 3.2 > $work/output"
check failing_not_on_gpu no says 'Fake GPU:'

for trouble in none old crash; do
    check "${trouble}_refuses" env FAKE_GPU=$trouble bash -c "$quick --device gpu > $work/output 2> $work/errors; ((\$? == 2))"
    check "${trouble}_says_why" complains 'finds no GPU|cannot map memory|driver crashed'
    check "${trouble}_is_left_out" env FAKE_GPU=$trouble bash -c "$quick > $work/output"
    check "${trouble}_simulates" says 'no GPU used'
done
check stuck_refuses env FAKE_GPU=stuck bash -c "$quick --device gpu > $work/output 2> $work/errors; ((\$? == 2))"
check stuck_says_why complains 'did not answer within 20 seconds'
finish
