#!/bin/bash
# Passages in common: a renamed copy is found with its lines, independent work and the skeleton's text are not.
set -u
. tests/script.sh
. tests/class/files.sh
if ! command -v sim_c >/dev/null; then
    echo "skip copies: sim_c is not here (Debian's package similarity-tester)"
    exit 0
fi
class=$work/class
hand_in "$class/ann/stencil.cu" lab3/right/march_in_z
hand_in "$class/bob/stencil.cu" lab3/right/march_in_z
sed -i 's/\bout\b/result/g; s/\bin\b/source/g; s/^    /\t/; 1i // my very own work' "$class/bob/stencil.cu"
hand_in "$class/cleo/stencil.cu" lab3/right/read_only_loads
mkdir -p "$class/dan" "$class/eve" && cp labs/lab3_basic_stencil/skeleton/stencil.cu "$class/dan" && cp labs/lab3_basic_stencil/skeleton/stencil.cu "$class/eve"
echo '// eve was here' >>"$class/eve/stencil.cu"
check compared exits_with 0 ./grade class lab3 "$class" --out "$work/out" --seed 7 --copies
check the_copy_comes_first grep -q '^"ann","bob",' <(sed -n 2p "$work/out/copies.csv")
check the_skeleton_is_no_copy no grep -q '"dan","eve"' "$work/out/copies.csv"
check passages_stand_side_by_side grep -q '<div class="pair">' "$work/out/copies.html"
check nobody_is_accused no grep -qiE 'cheat|plagiar|guilty|copied from' "$work/out/copies.html"
mkdir "$work/bin" && ln -s /usr/bin/* /bin/* "$work/bin" 2>/dev/null
rm -f "$work/bin/sim_c"
without_sim() { PATH=$work/bin ./grade class lab3 "$class" --out "$work/out" --copies; }
check without_the_tool exits_with 0 without_sim
check the_tool_is_named says 'not compared: .*sudo apt-get install similarity-tester'
finish
