#!/bin/bash
# grade calibrate, on a false GPU (fake_libcuda.c): what it prints and writes, and that gradings use it.
source tests/script.sh
source tests/gpu_driver/fake_gpu.sh

copy_project "$work/project" || exit 2
sed -i 's/^time launch_stencil n=512/time launch_stencil n=40/' "$work"/project/labs/lab3*/lab.spec
cd "$work/project" || exit 2
export FAKE_KERNEL_MS=2
file=labs/thresholds/Fake_GPU.txt

check no_gpu_is_not_graded env FAKE_GPU=none bash -c "./grade calibrate > $work/output 2> $work/errors; ((\$? == 2))"
check no_gpu_says_why complains 'Times are measured on a GPU, and there is none to use: the NVIDIA driver finds no GPU'
check no_gpu_writes_nothing test ! -e $file

check measures env FAKE_LOG=$work/log FAKE_LOCK=$gpu_lock.lock bash -c "./grade calibrate lab3 > $work/output"
check each_repetition_is_alone test "$(grep -c '^start turn=alone others=0 ' "$work/log")" = 5
check prints_the_row says 'lab3 launch_stencil n=40 2.0000 1.0000 50.0 0.0 42 42.5'
check names_the_file says 'Written to labs/thresholds/Fake_GPU.txt: 85 % of the slowest repetition'
check writes_the_line grep -qx 'lab3 launch_stencil n=40 require 42.5 # 85 % of the slowest of 5: the solution reached 50.0 to 50.0' $file

# A second calibration takes its own lines out and leaves the others.
echo 'lab4 launch_stencil n=512 require 9.5 # by hand' >>$file
check measures_again env FAKE_KERNEL_MS=4 bash -c "./grade calibrate lab3 > $work/output"
check says_what_is_too_much says 'The solution itself does not reach what lab.spec requires here'
check writes_it_anew grep -q '^lab3 .* require 21.2 ' $file
check one_line_a_case test "$(grep -c '^lab3' $file)" = 1
check others_stay grep -qx 'lab4 launch_stencil n=512 require 9.5 # by hand' $file

# Others do not leave the GPU: what is there stays.
cp $file "$work/before"
(exec 9<"$gpu_lock.lock" && flock --shared 9 && exec sleep 60) &
holder=$!
sleep 0.3
check busy_is_short exits_with 1 env WARPBOOK_GPU_MINUTES=0.02 ./grade calibrate lab3
check busy_says_so says 'lab3, n=40, was not measured, and nothing is written for lab3: The GPU was busy with other gradings for 0.02 minutes: grade again when they are done. Nothing was measured of which a time is required: no file was written'
check busy_writes_nothing same $file "$work/before"
kill $holder
wait $holder 2>/dev/null

# Gradings use it and say so.
check grading_uses_it env FAKE_KERNEL_MS=4 bash -c "./grade lab3 --solution --device gpu --json $work/json > $work/output"
check grading_says_so says 'required: 21.2 %, reached'
check grading_names_it says 'What is required is from labs/thresholds/Fake_GPU.txt'
check json_names_it grep -q '"thresholds": *"labs/thresholds/Fake_GPU.txt"' "$work/json"
# (So small a case is far below what is required, by the model.)
check simulator_does_not exits_with 1 ./grade lab3 --solution --device sim
check simulator_has_lab_spec says 'required( on a GPU)?: 42 % of a copy'
check simulator_has_not_the_gpus no says 'required[^:]*: 21.2 %'

echo 'lab3 launch_stencil n=40 require much' >>$file
check mistake_is_not_graded exits_with 2 ./grade lab3 --solution --device gpu
check mistake_has_its_line complains 'labs/thresholds/Fake_GPU.txt:[0-9]+: a line must read'
sed -i '$d' $file
check handout_takes_it bash -c "grader/handout/handout.sh $work/handout > $work/output && test -e $work/handout/$file"
finish
