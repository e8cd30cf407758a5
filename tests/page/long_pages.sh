#!/bin/bash
# What if names, printed text and source are markup? Is the result in a page what --json writes?
source tests/script.sh
lab=labs/lab3_basic_stencil

# A tree of its own: `--against last` is what was graded last in a tree, by whichever test.
top=$PWD
copy_project "$work/tree" || exit 2
cd "$work/tree" || exit 2

# Of a page: the result in it, with the characters of markup as in the JSON file.
plain() {
    sed 's/\\u003c/</g; s/\\u003e/>/g; s/\\u0026/\&/g; s/\\u2028/\xe2\x80\xa8/g'
}
in_page() {
    sed -n 's/.*<script type="application\/json" id="result">\(.*\)<\/script>.*/\1/p' "$1" | plain
}
same_result() { # page $1 holds JSON file $2
    in_page "$1" >"$work/inside" && plain <"$2" | cmp -s - "$work/inside" && [[ -s $work/inside ]]
}
small() {
    (($(wc -c <"$1") < 2000000))
}
markup() { # how often tags begin in file $1, the script that draws left out
    sed '/^<script>/,$d' "$1" | grep -o '<[a-zA-Z!/]' | wc -l
}

# A name, a comment, a kernel and printed text that are attacks.
attack="$work/<img src=x onerror=alert(1)>.cu"
sed 's|^// Lab 3.*|// </script><script>alert(1)</script> <!-- <style> '$'\xe2\x80\xa8''|; s|^__global__ void stencil_kernel.*|&\n    printf("</script><script>alert(2)</script>\\n");|' \
    solutions/lab3_basic_stencil/stencil.cu >"$attack"
check attack_is_graded exits_with 0 ./grade lab3 "$attack" --json "$work/attack.json" --page "$work/attack.html"
check attack_is_told says "page .*attack.html"
check attack_is_in_the_json grep -q 'alert(2)' "$work/attack.json"
check attack_is_the_same same_result "$work/attack.html" "$work/attack.json"
check attack_is_small small "$work/attack.html"
cat >"$work/plain.cu" <"solutions/lab3_basic_stencil/stencil.cu"
./grade lab3 "$work/plain.cu" --page "$work/plain.html" >/dev/null
check attack_is_no_markup test "$(markup "$work/attack.html")" = "$(markup "$work/plain.html")"

# A wrong one: the cells that are wrong are those that the verdict counts.
check wrong_is_graded exits_with 1 ./grade lab3 tests/lab3/wrong/edge_exclusive.cu --seed 5 --json "$work/wrong.json" --page "$work/wrong.html"
check wrong_is_the_same same_result "$work/wrong.html" "$work/wrong.json"
cells=$(grep -o '"cells":\[[^]]*\]' "$work/wrong.json" | sed 's/"cells"//' | tr -cd 'xnb' | wc -c)
count=$(grep -o '"wrong_count":[0-9]*' "$work/wrong.json" | head -n 1 | tr -cd 0-9)
check wrong_cells_are_drawn test "$cells" = "$count"
check wrong_cells_are_told grep -q "\"message\":\"$count of [0-9]* points of" "$work/wrong.json"

check cause_has_its_column grep -q '"cause":{.*"line":[1-9][0-9]*,"column":[1-9]' "$work/wrong.json"
check tests_name_their_function grep -q '"right":true,"entry":"launch_stencil"' "$work/wrong.json"
check wrong_places_are_graded exits_with 1 ./grade lab1 tests/lab1/wrong/layer_of_squares.cu --json "$work/places.json"
check wrong_places_have_words grep -q '"wrong":\[\[[0-9]*,[-0-9.e]*,[-0-9.e]*,"[a-z]* of thread (' "$work/places.json"

check wrong_cells_are_followed grep -q '"recipes":\[{"sizes":"n=[0-9]*","index":[0-9]*,"point":\[[0-9,]*\],"wrong":true,"written":false' "$work/wrong.json"

# Where nothing is graded: no page for a mistake of the command line, one for a file that does not compile.
check not_compiled exits_with 2 ./grade lab3 tests/page/does_not_compile.cu --page "$work/refused.html"
check not_compiled_has_a_page grep -q '"refused":"submission"' "$work/refused.html"
check not_compiled_has_the_error grep -q '"compiler":"tests/page/does_not_compile.cu(2): error: ' "$work/refused.html"
printf '#error </script><script>alert(3)</script>\n' >"$work/error.cu"
check error_is_markup exits_with 2 ./grade lab3 "$work/error.cu" --page "$work/error.html"
check error_is_told grep -q '"compiler":"[^"]*alert(3)' "$work/error.html"
check error_is_no_markup test "$(markup "$work/error.html")" = "$(markup "$work/refused.html")"
check no_folder exits_with 2 ./grade lab3 "$work/plain.cu" --page "$work/none/x.html"
check no_folder_is_told complains 'x.html cannot be written: .* after --page'
check other_command exits_with 2 ./grade doctor --page
check other_command_is_told complains 'page follows a lab'

# A table of the classroom, as steps.
check demo exits_with 0 ./grade demo divergence --page "$work/demo.html"
check demo_has_its_rows grep -q '"label":"two long paths, tid % 2","entry":"demo_long_by_parity","file":"demo.cu"' "$work/demo.html"
check demo_has_its_source grep -q '"sources":\[{"file":"demo.cu","text":"' "$work/demo.html"

# Side by side: the other result is the one that was named, and nothing of it becomes markup.
holds_that() { # counters and lines of JSON file $2 stand in JSON file $1, as those of the other result
    local part
    part=$(grep -a -o '"counters":{.*' "$2") && part=${part%%,\"recipes\"*} && [[ $(<"$1") == *'"against":{"what":'*"$part"* ]]
}
check against_file exits_with 1 ./grade lab3 tests/lab3/wrong/edge_exclusive.cu --seed 5 --json "$work/two.json" --page "$work/two.html" --against "$work/attack.json"
check against_file_is_the_same same_result "$work/two.html" "$work/two.json"
check against_file_is_named grep -q '"against":{"what":"file","file":"' "$work/two.json"
check against_file_is_that_one holds_that "$work/two.json" "$work/attack.json"
check against_file_is_no_markup test "$(markup "$work/two.html")" = "$(markup "$work/plain.html")"
check against_last exits_with 0 ./grade lab3 "$work/plain.cu" --json "$work/last.json" --against last
check against_last_is_the_one_before grep -q '"against":{"what":"last".*"source":"tests/lab3/wrong/edge_exclusive.cu"' "$work/last.json"
check against_last_again exits_with 0 ./grade lab3 "$work/plain.cu" --json "$work/last.json" --against last
check against_last_has_another_text grep -q '"against":{"what":"last".*"source":"tests/lab3/wrong/edge_exclusive.cu"' "$work/last.json"
check against_is_not_kept grep -q '"against":null' build/lab3/graded.json
check against_solution exits_with 1 ./grade lab3 tests/lab3/wrong/edge_exclusive.cu --seed 5 --json "$work/two.json" --against solution
check against_solution_is_it grep -q '"against":{"what":"solution","file":null,"result":{"schema":1,"lab":"lab3",.*"solution":true,.*"score":100,.*"seed":5,' "$work/two.json"
check solution_is_graded exits_with 0 ./grade lab3 --solution --json "$work/solution.json" --page "$work/solution.html"
check modelled_time_is_taken_apart grep -q '"modelled_launch":{"launches":1,.*"time_issue_percent":[1-9].*"lines":\[{"file":"stencil.cu","line":[1-9]' "$work/solution.json"
./grade lab4 tests/lab4/right/wide_tile.cu --quiet --json "$work/wide.json" >/dev/null 2>&1
check two_tiles exits_with 0 ./grade lab4 tests/lab4/right/tile_of_10.cu --page "$work/tiles.html" --against "$work/wide.json"
check two_tiles_are_in_it grep -q '"against":{"what":"file".*"sources":.*"watched":{"entry":"launch_stencil"' "$work/tiles.html"
check two_tiles_are_small small "$work/tiles.html"
check remark_is_graded exits_with 0 ./grade lab3 tests/lab3/right/left_before_barrier.cu --page "$work/remark.html"
check remark_is_in_it grep -q '"remark":{"check":"barrier"' "$work/remark.html"
check against_last_of_all exits_with 0 ./grade lab3 "$work/plain.cu" --json "$work/last.json" --against last
check times_of_others grep -q '"others":\[.*"what":"solution","lab":"lab3"' "$work/last.json"
./grade lab2 --solution --quiet --json "$work/sm.json" >/dev/null 2>&1
check sm_is_that_of_its_gpu grep -q '"limits":{"name":"Tesla M2070","major":2,.*"threads_per_sm":1536,' "$work/sm.json"
check paths_are_told grep -q '"paths":\[{"kernel":"[^"]*","launch":0,.*"steps":\[\[0,[1-9]' "$work/solution.json"
check without_it_is_null grep -q '"against":null' "$work/wrong.json"
printf '{"schema":1,"lab":"lab3"}' >"$work/short.json"
printf '%s' "$(tr -d '\n' <"$work/wrong.json")</script>" >"$work/longer.json"
for file in tests/page/does_not_compile.cu "$work/short.json" "$work/longer.json" "$work/plain.html"; do
    check "no_result_$(basename "$file")" exits_with 2 ./grade lab3 --json "$work/none.json" --against "$file"
    check "no_result_$(basename "$file")_is_told" complains 'is not a result of a lab'
done
check no_such_file exits_with 2 ./grade lab3 --page "$work/none.html" --against "$work/none.there"
check no_such_file_is_told complains 'none.there cannot be read: No such file'
check nothing_to_show_it exits_with 2 ./grade lab3 --against last
check nothing_to_show_it_is_told complains 'add --page, or --json FILE'
check against_needs_a_lab exits_with 2 ./grade doctor --against last
if command -v node >/dev/null && command -v "${CHROMIUM:-chromium}" >/dev/null; then
    mkdir -p "$top/build/tests/page"
    node tests/page/look.mjs "$top/build/tests/page" "$work/two.html" "$work/solution.html" "$work/tiles.html" "$work/remark.html" "$work/attack.html" "$work/error.html" || failures=1
fi

# Without a name, beside what was built.
rm -f build/lab3/result.html
./grade lab3 --page --quiet >/dev/null
check default_name test -s build/lab3/result.html
finish
