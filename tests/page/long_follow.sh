#!/bin/bash
# --watch --page: each save writes the page anew, the open tab follows, and the last page looks no more.
source tests/script.sh
file="$work/stencil.cu"
sed 's/ i > n - 2 / i > n - 3 /' solutions/lab3_basic_stencil/stencil.cu >"$file"
cp solutions/lab3_basic_stencil/stencil.cu "$work/right.cu"
set -m # a process group of its own, to be ended as a whole
./grade lab3 "$file" --watch --quiet --page "$work/live.html" >"$work/output" 2>"$work/errors" &
pid=$!
page_says() {
    for ((i = 0; i < 1200; i++)); do grep -qs "$1" "$work/live.html" && return || sleep 0.1; done
    return 1
}
check first_page page_says '"live":true.*"passed":false'
if command -v node >/dev/null && command -v "${CHROMIUM:-chromium}" >/dev/null; then
    check the_tab_follows node tests/page/follow.mjs "$work/live.html" "$file" "$work/right.cu"
else
    echo "skip the_tab_follows: node or chromium is not installed"
    cp "$work/right.cu" "$file"
fi
check second_page page_says '"live":true.*"score":100,'
cp tests/page/does_not_compile.cu "$file"
check refused_page page_says '"refused":"submission".*"live":true'
kill -INT "-$pid"
wait "$pid" 2>/dev/null
check the_end_is_told page_says '"live":0   '
finish
