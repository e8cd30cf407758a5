#!/bin/bash
# Other thresholds, in a copy of the project: all is graded once more, old results stay, and changes are told. Then troubles of
# the machine: nobody gets a mark for them.
set -u
. tests/script.sh
. tests/class/files.sh
copy_project "$work/project"
mkdir "$work/project/build/tests" 2>/dev/null
hand_in "$work/class/ann/stencil.cu" lab3/right/templates
hand_in "$work/class/bob/stencil.cu" lab3/wrong/derivative_by_h
out=$work/out
cd "$work/project" || exit 1
class() { ./grade class lab3 "$work/class" --out "$out" --seed 7; }
score() { python3 -c 'import csv, sys
for r in csv.DictReader(open(sys.argv[1])):
    if r["name"] == sys.argv[2]: print(r["score"] or r["state"])' "$out/class.csv" "$1"; }
check first exits_with 0 class
before=$(score bob)
spec=labs/lab3_basic_stencil/lab.spec
cp "$spec" "$work/spec"
sed -i 's/^\( *test 3.1 .*  *\)2$/\11/; s/^\( *test 3.2 .* n=3  *\)\([0-9]*\)$/\115/' "$spec"
if cmp -s "$spec" "$work/spec" || ! ./grade lab3 --solution --quiet >"$work/points" 2>&1; then
    make -s lab3 SOLUTION=1 >/dev/null 2>&1
fi
check regraded exits_with 0 class
check changes_are_told says 'changes +[0-9]+ scores? (are other ones|is another one) than before'
check both_results_stay is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM results')" 4
cp "$work/spec" "$spec"
touch -r "$work/spec" "$spec"
attempts=$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')
check back_to_the_old_ones exits_with 0 class
check the_old_score is "$(score bob)" "$before"
check without_grading is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')" "$attempts"

# A simulator that is gone, a compiler that is killed: the class stops or waits, and gives no 0.
hand_in "$work/class/cleo/stencil.cu" lab3/right/read_only_loads
mv build/bin/device build/bin/device.gone
check no_simulator exits_with 2 class
check no_simulator_is_said complains 'This machine cannot grade: .*'
cp build/bin/device.gone build/bin/device
check it_goes_on exits_with 0 class
check nobody_has_a_0 is "$(score cleo)" 100

# The secret is a condition, and a class without one has no inputs in common.
attempts=$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')
mv secret "$work/secret"
check another_secret exits_with 0 class
check is_told complains 'was graded with another secret than this installation has.*copy the file secret of the installation that graded it'
check all_is_graded_again is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')" $((attempts + 3))
cp "$work/secret" secret
check the_old_secret exits_with 0 class
check finds_its_results is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM attempts')" $((attempts + 3))
check no_secret_in_the_journal no grep -q "$(cut -c1-16 secret)" <(sqlite3 "$out/class.db" .dump)
rm secret && ln -s nowhere/secret secret
no_secret() { env -u HOME -u XDG_STATE_HOME ./grade class lab3 "$work/class" --out "$work/none" --seed 7; }
check no_secret_can_be_kept exits_with 2 no_secret
check a_class_is_refused complains 'No secret can be kept here, so that each student would be graded on other inputs'
finish
