#!/bin/bash
# make gpu-shapes, on a false GPU (fake_libcuda.c): a line for each shape, and constants that are not there.
source tests/script.sh
source tests/gpu_driver/fake_gpu.sh

copy_project "$work/project" || exit 2
sed -i 's/^time launch_stencil n=512\(.*\) modelled/time launch_stencil n=40\1/' "$work"/project/labs/lab3*/lab.spec
cd "$work/project" || exit 2
sed 's/dim3 block(32, 8, 1);/enum { WIDTH = 32, HEIGHT = 8 }; dim3 block(WIDTH, HEIGHT, 1);/' \
    solutions/lab3_basic_stencil/stencil.cu >shaped.cu
shapes="tests/gpu_driver/shapes.sh lab3 shaped.cu"

check two_shapes env FAKE_KERNEL_MS=2 bash -c "JOBS=2 $shapes WIDTH=64 WIDTH=16,HEIGHT=4 > $work/output 2> $work/errors"
check sizes_are_named says 'shape score ms, percent of copy: n=40'
check line_of_the_first says 'WIDTH=64 100 2 50.0'
check line_of_the_second says 'WIDTH=16,HEIGHT=4 (100|[89][0-9][0-9.]*) 2 50.0'

# Columns of 256 points: the counted target is missed.
check shape_is_compiled env FAKE_KERNEL_MS=2 bash -c "$shapes WIDTH=1,HEIGHT=256 > $work/output 2> $work/errors"
check its_score_is_lower no says 'HEIGHT=256 100 '

# A test's file has includes below tests/, which the compiler sees for a file there only.
{ printf '#include "tests/lab3/none_but_one.cuh"\n'; cat shaped.cu; } >tests/lab3/right/includes.cu
printf '#include "tests/lab3/other_one.cuh"\n' >tests/lab3/none_but_one.cuh
echo 'enum { ONE = 1 };' >tests/lab3/other_one.cuh
sed -i 's/HEIGHT, 1);/HEIGHT, ONE);/' tests/lab3/right/includes.cu
check file_with_includes env FAKE_KERNEL_MS=2 bash -c "${shapes/shaped.cu/tests/lab3/right/includes.cu} WIDTH=64 > $work/output 2> $work/errors"
check it_has_a_line says 'WIDTH=64 100 2 50.0'

check without_a_shape env FAKE_KERNEL_MS=2 bash -c "$shapes > $work/output 2> $work/errors"
check it_is_as_it_is says 'as_it_is 100 2 50.0'

# What is not graded has its reason in place of numbers.
sed 's/int n/int m/' shaped.cu >broken.cu
check broken_file bash -c "${shapes/shaped.cu/broken.cu} WIDTH=64 > $work/output 2> $work/errors"
check its_first_line_is_shown says 'WIDTH=64 not graded: .*broken.cu.*error'

check no_such_constant exits_with 2 $shapes DEPTH=3
check no_such_constant_is_said complains 'shaped.cu has 0 lines that set DEPTH, not one'
check no_gpu_is_skipped env FAKE_GPU=none bash -c "$shapes WIDTH=64 > $work/output"
check no_gpu_says_so says 'skip shapes: '
finish
