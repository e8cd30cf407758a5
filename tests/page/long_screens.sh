#!/bin/bash
# How each kind of page looks, against pictures of it in tests/page/screens. WRITE=1 (make screens) takes those anew: look at
# them before you commit them.
source tests/script.sh
for program in node "${CHROMIUM:-chromium}"; do
    command -v "$program" >/dev/null || { echo "skip screens: $program is not installed" && exit 0; }
done
top=$PWD
copy_project "$work/tree" && cd "$work/tree" || exit 2
(umask 077 && echo 0123456789abcdef0123456789abcdef >secret) # the same inputs on every machine
page() { # NAME LAB FILE OPTION...
    local name=$1
    ./grade "$2" "${@:3}" --seed 7 --quiet --page "$work/$name.html" >/dev/null 2>&1
}
page lab3.skeleton lab3 labs/lab3_basic_stencil/skeleton/stencil.cu
page lab4.wrong lab4 tests/lab4/wrong/tile_xz_swapped.cu
page lab4.race lab4 tests/lab4/wrong/no_barrier.cu
page lab4.against lab4 tests/lab4/wrong/own_cells_by_async.cu --against solution
for lab in lab1 lab2 lab4 lab5; do page $lab.solution $lab --solution; done
for demo in divergence ladder; do ./grade demo $demo --page "$work/$demo.html" >/dev/null 2>&1; done
./grade demo --page >/dev/null 2>&1
cp build/demos/index.html "$work"
cd "$top" || exit 2
mkdir -p build/tests/page/screens
node tests/page/screens.mjs tests/page/screens "$work" build/tests/page/screens ${WRITE:+--write} || failures=1
finish
