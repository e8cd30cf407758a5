#!/bin/bash
# Pages with the simulator in them: what the module counts of the labs' kernels is what the native simulator counts, and the page
# shows it.
source tests/script.sh
source tests/alive/needs.sh
top=$PWD
copy_project "$work/tree" && cd "$work/tree" || exit 2

pages=()
for lab in lab3 lab4 lab5 lab6; do
    check ${lab}_is_graded exits_with 0 ./grade $lab --solution --quiet --seed 1 --json "$work/$lab.json" --page "$work/$lab.html" --alive
    check ${lab}_counts_the_same exits_with 0 node tests/alive/same_counters.mjs "$work/$lab.json"
    check ${lab}_is_small test "$(wc -c <"$work/$lab.html")" -lt 4000000
    pages+=("$work/$lab.html")
done
for demo in blocks divergence; do
    check ${demo}_is_shown exits_with 0 ./grade demo $demo --page "$work/$demo.html"
    check ${demo}_counts_the_same exits_with 0 node tests/alive/same_counters.mjs "$work/$demo.html"
done
check policy grep -q "script-src 'sha256-[^']*' 'wasm-unsafe-eval'; style-src" "$work/lab3.html"

# Without --alive a page is what it was.
./grade lab3 --solution --quiet --seed 1 --json "$work/plain.json" --page "$work/plain.html" >/dev/null
check plain_has_no_module no grep -q 'id="module"\|wasm-unsafe-eval' "$work/plain.html"
check plain_has_no_work no grep -q '"alive"' "$work/plain.json"
check alone exits_with 2 ./grade lab3 --solution --alive
check alone_is_told complains '--alive follows --page'
rm build/lib/warpsim.wasm.gz
check not_built exits_with 2 ./grade lab3 --solution --page --alive
check not_built_is_told complains 'Type: make wasm'

if command -v "${CHROMIUM:-chromium}" >/dev/null; then
    mkdir -p "$top/build/tests/alive"
    node tests/alive/run_again.mjs "$top/build/tests/alive" "${pages[0]}" "${pages[3]}" || failures=1
    node tests/alive/demo_again.mjs "$top/build/tests/alive" "$work/divergence.html" || failures=1
    node tests/alive/controls.mjs "$top/build/tests/alive" "${pages[0]}" || failures=1
    node tests/alive/judged.mjs "${pages[1]}" || failures=1
else
    echo 'skip browser: chromium is not installed'
fi
finish
