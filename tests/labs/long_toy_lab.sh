#!/bin/bash
# docs/adding_a_lab.md, followed to the letter: its files are copied from the page, its commands typed.
set -u
. tests/script.sh
page=docs/adding_a_lab.md
check_lab=$PWD/build/tests/labs/check_lab
copy_project "$work/tree" && cd "$work/tree" || exit 2

# The blocks below **`FILE`**, indented by 4.
while IFS= read -r file; do
    mkdir -p "${file%/*}"
    awk -v head="**\`$file\`**" '
        $0 == head { inside = 1; next }
        inside && /^[^ ]/ { exit }
        inside { sub(/^    /, ""); print }' "$page" | sed '1{/^$/d}' >"$file"
    check "the_page_has/$file" test -s "$file"
done < <(sed -n 's/^\*\*`\(.*\)`\*\*$/\1/p' "$page")

# The commands of the last section, one block after the other.
command() { # command WORDS: is this line on the page?
    grep -qxF -e "    $1" "$page"
}
typed() { # typed STATUS LINE: the page has the line, and it exits so
    command "$2" && exits_with "$1" bash -c "$2"
}
mkdir -p labs/lab99_toy/skeleton build/tests/labs
check copies typed 0 'cp labs/lab99_toy/{reverse.cu,answers.txt} -t labs/lab99_toy/skeleton'
check skeleton_is_graded typed 1 'make lab99 && ./grade lab99'
check skeleton_has_no_points says 'score 0 / 100'
check skeleton_is_not_started says 'not started.*not started'
check solution_is_graded typed 0 'make lab99 SOLUTION=1 && ./grade lab99 --solution'
check solution_has_all_points says 'score 100 / 100'
check quiz_is_right says 'Quiz: 5 of 5 right'
check the_table_is_added typed 0 "printf '\n%s\n\n%s\n' '<!-- ./grade demo sizes -->' '<!-- end -->' >>docs/kernels.md"
check tables_are_filled_in typed 0 'tests/labs/refresh_tables labs/lab99_toy/README.md docs/kernels.md'
check the_table_is_there grep -q 'blocks of 128 *1.02' docs/kernels.md

# What needs a solution that cannot be built is refused, and no file loses a table.
mv build/lab4/solution.so build/lab4/away && mv solutions/lab4_shared_memory_tile "$work/lab4"
cp docs/kernels.md "$work/kernels.md"
sed -i 's/blocks of 128 *1.02/blocks of 128  9.99/' labs/lab99_toy/README.md
cp labs/lab99_toy/README.md "$work/toy.md"
check tables_need_the_solutions exits_with 1 tests/labs/refresh_tables labs/lab99_toy/README.md docs/kernels.md
check that_is_said complains 'demo tile --solution` failed: .*lab4.*No file was changed'
check no_table_is_lost same docs/kernels.md "$work/kernels.md"
check nothing_is_written_in_part same labs/lab99_toy/README.md "$work/toy.md"
mv "$work/lab4" solutions/lab4_shared_memory_tile && mv build/lab4/away build/lab4/solution.so
check the_tables_come_back exits_with 0 tests/labs/refresh_tables labs/lab99_toy/README.md
check with_their_numbers grep -q 'blocks of 128 *1.02' labs/lab99_toy/README.md

check the_page_names_check_lab command 'build/tests/labs/check_lab lab99'
check nothing_is_missing exits_with 0 "$check_lab" lab99
check all_of_it_was_checked says 'ok lab99/todo_99.2_must_be_done'

# One TODO done, the other one not begun.
sed -i 's|^    // end 99.1|    if (me < n) out[n - 1 - me] = in[me];\n&|' labs/lab99_toy/reverse.cu
check one_todo_is_graded exits_with 1 bash -c 'make lab99 && ./grade lab99'
check it_has_its_points says 'score 40 / 100'
check the_next_one_is_named says 'next do TODO 99.2'
finish
