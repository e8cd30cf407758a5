#!/bin/sh
# Compiles the .cu files here to the .ptx files beside them, as student code is compiled. Needed only when a .cu file
# changes: the .ptx files are kept, so that the tests need no CUDA Toolkit and see the output of one known compiler.
#
#   tests/checks/kernels/make_ptx.sh [NAME]...
set -e
cd "$(dirname "$0")"
[ $# -gt 0 ] || set -- *.cu
for name in "$@"; do
    name=${name%.cu}
    nvcc -O3 -lineinfo -cudart none -arch=compute_75 -ptx "$name.cu" -o "$name.ptx"
    # Paths of this machine are cut out; files of the toolkit stay told apart from the user's by their folder.
    sed -i 's|^\(\t\.file\t[0-9]* "\).*/include/|\1/toolkit/include/|; s|^\(\t\.file\t[0-9]* "\)[^"]*/\([^/"]*\.cu"\)|\1\2|' "$name.ptx"
done
