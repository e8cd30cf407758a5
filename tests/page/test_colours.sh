#!/bin/bash
# The colours of a page, as people see them who do not tell red from green, or blue from yellow. And no state of a cell is told by its
# colour alone: each that is wrong has a sign of its own.
source tests/script.sh
signs=$(sed -n "/^const cellKinds/,/];/s/.*sign: '\([^']\+\)'.*/\1/p" grader/page/grid.js)
check signs_of_wrong_cells test "$(sort -u <<<"$signs" | wc -l)" = 3
command -v node >/dev/null || { echo "skip colours: node is not installed" && finish; }
node tests/page/colours.mjs grader/page/page.css || failures=1
finish
