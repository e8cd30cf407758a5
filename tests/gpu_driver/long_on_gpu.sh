#!/bin/bash
# What `make test-gpu` calls, on a false GPU (fake_libcuda.c): that it fails where it should, stops in time and goes on.
source tests/script.sh
source tests/gpu_driver/fake_gpu.sh

copy_project "$work/project" || exit 2
mkdir -p "$work/project/build/tests/submissions"
cp build/tests/submissions/run_submissions "$work/project/build/tests/submissions"
sed -i 's/^time launch_stencil n=512/time launch_stencil n=40/; s/^time launch_stencil n=768/time launch_stencil n=44/; s/^\(time .*\) modelled /\1 /' \
    "$work"/project/labs/lab[37]*/lab.spec
cd "$work/project" || exit 2
find tests/lab3/wrong -name '*.cu' ! -name no_guard.cu -delete
find tests/lab3/right -name '*.cu' -delete
find tests/attacks -name '*.cu' ! -name time_honest.cu -delete
echo '| lab3/skeleton | the false GPU has kernels of its own |' >>docs/measurements/gpu_differences.md
on_gpu=tests/gpu_driver/on_gpu.sh
kept=build/tests/on_gpu

check no_gpu_is_skipped env FAKE_GPU=none bash -c "$on_gpu lab3 > $work/output"
check no_gpu_says_why says 'skip on_gpu: the NVIDIA driver finds no GPU'

check stops_in_time env SECONDS_ALL=0 bash -c "$on_gpu lab3 > $work/output; ((\$? == 3))"
check says_what_is_left says '0 passed, 0 failed; .* 4 left: type the same command again'
check goes_on exits_with 0 $on_gpu lab3
check solution_skeleton_points_and_wrong_file says '4 passed, 0 failed'
check keeps_results env FAKE_GPU=fault bash -c "$on_gpu lab3 > $work/output"
check runs_nothing_twice says '4 passed, 0 failed'

check what_does_not_end_fails env FRESH=1 SECONDS_EACH=0.2 bash -c "! $on_gpu lab3 > $work/output"
check it_is_named says 'not ok lab3/solution: no end after 0.2 s'

# The GPU gets the solution wrong: that fails, and the difference is written down.
check wrong_gpu_fails env FRESH=1 FAKE_GPU=wrong bash -c "! $on_gpu lab3 > $work/output"
check wrong_gpu_is_told says 'not ok lab3/solution: exit status 1, expected 0'

# A right verdict of the whole file, but not of its tests, wants a reason: what only the simulator checks is one.
check checks_are_a_reason grep -q '^| lab3/wrong/no_guard | .* | the simulator finds: out-of-bounds |$' $kept/differences.md
rm tests/lab3/wrong/no_guard.cu
cp "$OLDPWD/tests/lab3/wrong/kernel_loop_one.cu" tests/lab3/wrong/by_luck.cu
check luck_fails env FRESH=1 bash -c "! $on_gpu lab3 > $work/output"
check luck_is_told says 'not ok lab3/wrong/by_luck: of [0-9]+ tests [1-9][0-9]* are right on the GPU alone, 0 on the simulator alone; no reason'
check luck_is_in_the_table grep -q '^| lab3/wrong/by_luck | [0-9]* | [1-9][0-9]* | 0 |' $kept/differences.md
sed -i /by_luck/d $kept/results
echo '| lab3/wrong/by_luck | luck |' >>docs/measurements/gpu_differences.md
check a_reason_helps exits_with 0 $on_gpu lab3
check reason_is_in_the_table grep -q '^| lab3/wrong/by_luck | .* | luck |$' $kept/differences.md

check attacks_are_timed env FAKE_KERNEL_MS=4 bash -c "$on_gpu attacks > $work/output"
check attacks_are_counted says '1 passed, 0 failed'

# What is wrong only where its time is taken: without the time it would pass.
rm tests/lab3/wrong/*.cu
sed '1s/RIGHT/WRONG/; s/^\/\/ EXPECT time: missed/\/\/ EXPECT score: 100\n\/\/ EXPECT withheld: 5/' tests/attacks/time_honest.cu >tests/lab3/wrong/slow.cu
check wrong_when_timed env FRESH=1 FAKE_KERNEL_MS=4 bash -c "$on_gpu lab3 > $work/output"
check it_is_timed grep -q '^ok lab3/wrong/slow/timed' "$work/output"
check it_is_not_graded_without says '4 passed, 0 failed'

# lab1's kernels are unknown to the false GPU: its score is not full, but always the same.
repeats=tests/gpu_driver/repeats.sh
check repeats env JOBS=2 bash -c "$repeats 2 lab1 lab3 lab7 > $work/output"
check a_lab_without_a_time says 'lab1 - 2 [0-9]+ - - - lab3'
check a_lab_with_one says 'lab3 n=40 2 100 100.00 100.00 0.00'
check a_lab_with_two says 'lab7 n=40 2 100 100.00 100.00 0.00 lab7 n=44 2 100 100.00 100.00 0.00'
check no_time_is_a_failure env FAKE_GPU=wrong bash -c "! $repeats 1 lab3 > $work/output"

# A grader whose results change: each grading has SCORE points less than the last one, or PERCENT more of a copy.
rm grade
cat >grade <<'END'
#!/bin/bash
while [[ $1 != --json ]]; do shift; done
n=$(cat graded) && echo $((n + 1)) >graded
echo "{\"score\":$((100 - n * ${SCORE:-0})),\"times\":[{\"sizes\":\"n=40\",\"percent_of_copy\":$((50 + n * ${PERCENT:-0})),\"runs\":15}]}" >"$2"
END
chmod +x grade
graded() { # command: from the first grading on
    echo 0 >graded
    JOBS=1 "$@" >"$work/output" 2>"$work/errors"
}
check percent_a_little_apart graded env PERCENT=1 $repeats 2 lab3
check it_is_told says 'lab3 n=40 2 100 50.00 51.00 1.00'
check percent_far_apart no graded env PERCENT=1 $repeats 3 lab3
check other_scores no graded env SCORE=1 $repeats 3 lab3
check they_are_told says 'lab3 n=40 3 100,99,98 50.00 50.00 0.00'
finish
