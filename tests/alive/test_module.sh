#!/bin/bash
# The simulator as a WebAssembly module, run by node: does it count and find what the native one does?
source tests/script.sh
source tests/alive/needs.sh
check native ${CC:-cc} -std=gnu11 -Igrader/warpsim examples/warpsim/run_ptx.c build/lib/device.a -lm -ldl -lpthread -o "$work/run_ptx"
ptx=$PWD/examples/warpsim/scale.ptx
for kernel in scale scale_unguarded; do
    # The native program looks for the GPUs beside itself.
    ln -sfn "$PWD/grader/gpus" "$work/gpus"
    exits_with 0 "$work/run_ptx" "$ptx" $kernel
    cp "$work/output" "$work/native.txt"
    check $kernel exits_with 0 node tests/alive/run_ptx.mjs "$ptx" $kernel
    cp "$work/output" "$work/module.txt"
    check ${kernel}_counts grep -q '^global_load_sectors 12[58]$' "$work/module.txt"
    check ${kernel}_is_the_same exits_with 0 diff "$work/native.txt" "$work/module.txt"
done
printf '.version 7.5\n bogus' >"$work/bogus.ptx"
check mistake exits_with 1 node tests/alive/run_ptx.mjs "$work/bogus.ptx" scale
check names_the_mistake complains 'line 2, column 2: expected a function or a variable .*found "bogus"'
check after_a_mistake exits_with 0 node tests/alive/run_ptx.mjs "$work/bogus.ptx,$ptx" scale
finish
