#!/bin/bash
# What the class page and the exports say is wrong: nothing of a TODO that is not started or waits for others, be it counted or tested,
# and of a mistake what an instructor can talk about.
set -u
. tests/script.sh
. tests/class/files.sh
skeleton=labs/lab3_basic_stencil/skeleton/stencil.cu
class=$work/class out=$work/out
mkdir "$class"

# filled TODO...: the skeleton with the solution's text in these TODOs.
filled() {
    python3 - "$skeleton" solutions/lab3_basic_stencil/stencil.cu "$@" <<'PY'
import re, sys
skeleton, solution = (open(path).read() for path in sys.argv[1:3])
texts = iter(re.findall(r"^ *// \d\.\d: .*?// end \d\.\d\n", solution, re.S | re.M))
def choose(todo):
    text = next(texts)
    return text if todo.group(1) in sys.argv[3:] else todo.group(0)
print(re.sub(r"^ *// TODO (\d\.\d)\b.*?// end \1\n", choose, skeleton, flags=re.S | re.M), end="")
PY
}
filled 3.1 3.2 >"$class/begun.cu"
sed 's/k < 1/k < 0/' "$class/begun.cu" >"$class/guard_1.cu"
sed 's/k < 1/0 > k/' "$class/begun.cu" >"$class/guard_2.cu"
cp "$skeleton" "$class/untouched.cu"
submission lab3/wrong/not_counted_marked >"$class/one_size.cu"

text_of() { sed 's/<[^>]*>/ /g' "$1" | tr -s ' \n' ' ' >"$work/output"; }
class_page() { text_of "$out/class.html" && says "$1"; }
outputs_of() { # EXPORT NAME: the words of each TODO
    python3 -c 'import json, sys
print("|".join(t[sys.argv[2]] for t in json.load(open(sys.argv[1]))["tests"]))' "$out/exports/$1/$2.json" "$3"
}
failures_of() { # NAME: type and message of each TODO that is short
    python3 -c 'import sys, xml.etree.ElementTree as tree
for suite in tree.parse(sys.argv[1]).getroot():
    if suite.get("name") == sys.argv[2]:
        print("|".join(f.get("type") + ": " + f.get("message") for f in suite.findall("testcase/failure")))' "$out/junit.xml" "$1"
}
problem_of() { cell "$out/class.csv" "$1" problem; }

check graded exits_with 0 ./grade class lab3 "$class" --out "$out" --seed 7
check counted_todos_are_not_started_either class_page '3.4 neighbouring threads read neighbouring floats 20 0.0 0 4 '
check the_skeleton_is_named class_page 'Handed in the skeleton as it is untouched Speed'
check the_commonest_cause_is_a_mistake class_page \
    'The commonest causes students TODO for example 2 3.2 The boundary was overwritten, on x = 0. Boundary points must stay as they were. guard_1 '
check one_size_that_no_test_has_is_a_cause class_page '1 3.4 not counted: the result at n=64 is not right yet. one_size '
check there_is_no_other_cause is "$(grep -c '<td>3\.' <(sed -n '/commonest causes/,/<h2>/p' "$out/class.html" | tail -n +2))" 2
check csv_of_the_skeleton is "$(problem_of untouched)" 'TODO 3.1 is not started'
check csv_of_what_is_begun is "$(problem_of begun)" 'TODO 3.3 is not started'
check csv_of_a_mistake is "$(problem_of guard_2)" 'The boundary was overwritten, on x = 0. Boundary points must stay as they were.'
check gradescope_of_the_skeleton is "$(outputs_of gradescope untouched output)" 'not started|not started|not started|not started'
check prairielearn_of_what_is_begun is "$(outputs_of prairielearn begun message)" '||not started|not started'
check junit_of_what_is_begun is "$(failures_of begun)" 'not started: not started|not started: not started'

# Without finished files a TODO that is done waits for those that are not.
copy_project "$work/handout" && rm -rf "$work/handout/solutions"
[[ -e secret ]] && cp -p secret "$work/handout"
rm "$class"/* && filled 3.3 >"$class/waits.cu"
waiting() { (cd "$work/handout" && ./grade class lab3 "$class" --out "$out" --seed 7 --drop-missing); }
check a_handout_grades exits_with 0 waiting
check gradescope_of_what_waits is "$(outputs_of gradescope waits output)" \
    'not started|not started|not judged yet: its tests need TODOs that are not started: 3.2|not started'
check csv_of_what_waits is "$(problem_of waits)" 'TODO 3.1 is not started'
check what_waits_is_no_cause is "$(grep -c '<td>3\.' <(sed -n '/commonest causes/,/<h2>/p' "$out/class.html" | tail -n +2))" 0
finish
