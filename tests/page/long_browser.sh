#!/bin/bash
# Pages in a real browser: skeleton, solution and some failures of each lab; every control is worked, and what stands in
# the page is held against the JSON in it.
#
# It needs node and chromium; with axe-core (npm install --prefix build/tests/page/node axe-core@4.10.2) it also looks for
# what keeps people out. Screenshots stay in build/tests/page.
source tests/script.sh
for program in node "${CHROMIUM:-chromium}"; do
    command -v "$program" >/dev/null || { echo "skip browser: $program is not installed" && exit 0; }
done
wrong_each=${WRONG_EACH:-10}
mkdir -p "$work/pages" build/tests/page
for folder in labs/lab*/; do
    lab=$(basename "$folder") lab=${lab%%_*} source=$(sed -n 's/^ *source  *\([^ #]*\).*/\1/p' "$folder/lab.spec")
    ./grade "$lab" "${folder}skeleton/$source" --quiet --page "$work/pages/$lab.skeleton.html" >/dev/null 2>&1
    ./grade "$lab" --solution --quiet --page "$work/pages/$lab.solution.html" >/dev/null 2>&1
    find "tests/$lab/wrong" -name '*.cu' 2>/dev/null | LC_ALL=C sort | awk -v most="$wrong_each" '{ line[NR] = $0 }
        END { for (i = 0; i < most && i < NR; i++) print line[1 + int(i * NR / most)] }' | while read -r file; do
        name=$(basename "$file" .cu)
        ./grade "$lab" "$file" --quiet --page "$work/pages/$lab.$name.html" >/dev/null 2>&1 </dev/null
    done
done
# With the simulator in it, where clang and wasi-libc are there to build that.
(source tests/alive/needs.sh) >/dev/null && ./grade lab3 --solution --quiet --page "$work/pages/lab3.alive.html" --alive >/dev/null 2>&1
./grade explain lab4 tests/lab4/wrong/tile_xz_swapped.cu --page "$work/pages/explain.html" >/dev/null 2>&1
[[ -x build/tests/run_programs/ends ]] && ./grade run --quiet --page "$work/pages/run.html" build/tests/run_programs/ends past >/dev/null 2>&1
node tests/page/look.mjs build/tests/page "$work"/pages/*.html || failures=1
finish
