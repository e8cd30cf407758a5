#!/bin/sh
# Compiles the .cu files here to the .ptx files beside them. Needed only when a .cu file changes: the .ptx files are
# kept, so that the tests need no CUDA Toolkit and see the output of one known compiler.
set -e
cd "$(dirname "$0")"

# compile NAME ARCHITECTURE OPTIONS: paths of this machine are cut out: from .file, and with all of .debug_info
compile() {
    nvcc $3 -cudart none -arch="$2" -ptx "$1.cu" -o "$1.$2.ptx"
    sed -i 's|^\(\t\.file\t[0-9]* "\).*/|\1|; /\.section\t\.debug_info/,/^\t}/d' "$1.$2.ptx"
}

for name in messages calls control memory warps arithmetic; do
    compile $name compute_75 "-O3 -lineinfo"
done
compile calls compute_100 "-O3 -lineinfo"
compile messages compute_90 "-G"
