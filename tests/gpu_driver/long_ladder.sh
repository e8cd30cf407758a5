#!/bin/bash
# Lab 7 and ./grade demo ladder on a GPU, which is a false driver's (fake_libcuda.c): times as bars, the line for the
# leaderboard, the best of several runs; and what both say without a GPU.
source tests/script.sh
source tests/gpu_driver/fake_gpu.sh

# A copy of the project, which counts and times small cases.
copy_project "$work/project" || exit 2
cd "$work/project" || exit 2
spec=labs/lab7_beyond/lab.spec
sed -i -e '/^test/!s/n=512/n=40/; s/n=768/n=44/; / timed /s/n=128/n=20/' $spec

bars() {
    grep -cE '^  .* 1 +100.0  #{20} ' "$work/output"
}

check ladder env FAKE_LOG=$work/log FAKE_LOCK=$gpu_lock.lock bash -c "./grade demo ladder --device gpu > $work/output"
check each_bar_was_alone test "$(grep -c '^start turn=alone others=0 ' "$work/log")" = 7
check ladder_is_measured says 'measured on the Fake GPU, n = 40'
check ladder_has_seven_bars_and_the_copy test "$(bars)" = 8
check published_times_stand_beside says 'basic +1 +100.0 #{20} 61.55'
check ladder_is_counted_too says 'counted on a simulated NVIDIA H200'
check ladder_explains says 'most likely it holds the start of a program too'
check ladder_takes_the_gpu_by_itself exits_with 0 ./grade demo ladder
check ladder_took_it test "$(bars)" = 8

check ladder_simulated exits_with 0 ./grade demo ladder --device sim
check simulated_is_counted says 'counted on a simulated NVIDIA H200 \(no GPU used\)'
check simulated_has_no_times no says 'measured on'
check no_gpu_is_refused env FAKE_GPU=none bash -c "./grade demo ladder --device gpu > $work/output 2> $work/errors; ((\$? == 2))"
check no_gpu_says_why complains 'finds no GPU'
check other_tables_stay_counts exits_with 0 ./grade demo wide --solution
check other_tables_have_no_times no says 'measured on'

# Wrong on the GPU alone: no time, and the reason.
check wrong_ladder env FAKE_GPU=wrong bash -c "./grade demo ladder --device gpu > $work/output"
check wrong_has_no_time says 'lab 3: basic: not timed: its result is not right'
check wrong_says_why says 'on the Fake GPU: 1 of'

# A table of the tree that students get: no published times, and sizes that its rows do not share are left out.
sed -i 's/n=512/n=40/' labs/lab3_basic_stencil/lab.spec
mv solutions kept
check blocks env FAKE_KERNEL_MS=2 bash -c "./grade demo blocks --device gpu > $work/output"
mv kept solutions
check blocks_are_measured grep -qE '^measured on the Fake GPU, n = 40$' "$work/output"
check blocks_have_bars says '1 x 8 x 64 +2 +50.0 #{10} '
check nobody_published_them no says 'published'
check blocks_are_counted_too says 'counted on a simulated NVIDIA H200'

# A line of lab 3 is for those who have its counted points.
check counted_points_have_a_line exits_with 0 ./grade lab3 --solution --seed 7 --device gpu
check it_is_lab_3s says 'board 100.0 % lab3 Fake GPU n=40 100.0 % '
sed 's/dim3 block(.*);/dim3 block(8, 8, 8);/' solutions/lab3_basic_stencil/stencil.cu >"$work/cube.cu"
check another_file no same "$work/cube.cu" solutions/lab3_basic_stencil/stencil.cu
check short_of_them exits_with 1 ./grade lab3 "$work/cube.cu" --seed 7 --device gpu
check no_line_without_them says 'board no line: it needs all the points for this lab'

board='100.0 %  lab7  Fake GPU  n=40 100.0 %  n=44 100.0 %  [0-9]{4}-[0-9]{2}-[0-9]{2}  [^ ]+$'
solution="./grade lab7 --solution --seed 7"
check solution_has_a_line exits_with 0 $solution --device gpu
check line_is_shown says 'board 100.0 % lab7 Fake GPU n=40 100.0 % n=44 100.0 % [0-9-]+ '
check solution_is_not_kept no test -e leaderboard.txt
check without_gpu exits_with 0 $solution --device sim
check without_gpu_it_is_modelled says 'board [0-9.]+ % lab7 NVIDIA H200 \(modelled\) n=40 '

# What is the student's own is kept, if it is better than what is there.
cp solutions/lab7_beyond/stencil.cu labs/lab7_beyond/stencil.cu
cp build/lab7/solution.so build/lab7/stencil.so
mine="./grade lab7 --device gpu"
printf '%s\n' '51.0 %  lab7  Fake GPU  n=40 51.0 %  n=44 60.0 %  2026-01-01  ann' '# my own note' \
    '99.0 %  lab7  Other GPU  n=40 99.0 %  n=44 99.0 %  2026-01-01  ann' >leaderboard.txt
check kept exits_with 0 $mine
check best_is_this_one says 'best 100.0 % lab7 Fake GPU'
check old_one_is_gone no grep -q '^51.0' leaderboard.txt
check one_line_a_gpu test "$(grep -c 'Fake GPU' leaderboard.txt)" = 1
check line_can_be_collected grep -qE "^$board" leaderboard.txt
check other_lines_stay test "$(grep -cE '^# my own note$|^99.0 %  lab7  Other GPU' leaderboard.txt)" = 2
sed -i 's/^100.0 %  lab7  Fake/101.5 %  lab7  Fake/' leaderboard.txt
check not_as_good exits_with 0 $mine
check better_one_stays grep -q '^101.5 %  lab7  Fake GPU' leaderboard.txt
check better_one_is_shown says 'best 101.5 % lab7'
check not_right env FAKE_GPU=wrong bash -c "! $mine > $work/output"
check no_line_for_what_is_wrong says 'board no line: it needs every test right'
finish
