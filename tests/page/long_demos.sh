#!/bin/bash
# Every demonstration in a tree in which nothing of a lab is built yet: it builds what it needs, and has a page.
source tests/script.sh
top=$PWD
copy_project "$work/tree" || exit 2
rm -rf "$work/tree"/build/lab*
cd "$work/tree" || exit 2
check all_demos exits_with 0 ./grade demo --page
for name in $(./grade demo | sed -n 's|^\./grade demo \([a-z_0-9]*\) .*|\1|p'); do
    check "$name" test -s "build/demos/$name.html"
done
check index grep -q '"shown":true' build/demos/index.html
check none_left_out no grep -q '"shown":false' build/demos/index.html
command -v node >/dev/null && command -v "${CHROMIUM:-chromium}" >/dev/null || { echo "skip browser: node or chromium is not installed" && finish; }
mkdir -p "$top/build/tests/page"
node tests/page/look.mjs "$top/build/tests/page" build/demos/*.html || failures=1
finish
