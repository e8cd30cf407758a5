#!/bin/bash
# ./grade LAB FILE: whatever the file is called, and whatever lies beside it.
set -u
. tests/script.sh
grade=$PWD/build/bin/grade
root=$PWD
hand=$work/hand
mkdir "$hand"
solution=solutions/lab3_basic_stencil/stencil.cu

graded() { # FILE: full marks, and JSON that names it
    exits_with 0 "$grade" lab3 "$1" --quiet --json "$work/result.json" && python_free_json "$work/result.json"
}

# The project's own reader of JSON is C: here a line that begins and ends as JSON does has to be enough.
python_free_json() {
    grep -q '^{"schema":1,.*"passed":true.*}$' "$1" && iconv -f UTF-8 -t UTF-8 "$1" >/dev/null
}

number=0
for name in 'a b' "it's" 'a"b' 'a;b' '$(touch owned)' 'a`id`' '-o' '--help' '*' '#' 'a%b' 'a\b' $'line\nbreak' $'\e[31mred' \
    $'caf\xe9' 'größe' 'a:b' 'x=y' '@file' '.hidden' "$(printf 'n%.0s' {1..240})"; do
    cp "$solution" "$hand/$name.cu"
    check "name_$((++number))" graded "$hand/$name.cu"
done
check nothing_was_run no test -e owned
check nothing_was_run_there no test -e "$hand/owned"

cd "$hand" || exit 2
check a_relative_name_with_a_dash graded ./-o.cu
cp "$root/labs/lab3_basic_stencil/skeleton/stencil.cu" 'not right.cu'
exits_with 1 "$grade" lab3 'not right.cu'
check the_command_can_be_copied says "then +\\./grade lab3 'not right.cu'"

# A neighbour's header is not his.
printf '#error neighbour\n' >"$hand/common.h"
printf 'static int from_neighbour;\n' >"$hand/neighbour.h"
{ printf '#include "neighbour.h"\n'; cat "$root/$solution"; } >including.cu
check a_neighbours_header_is_not_seen exits_with 2 "$grade" lab3 including.cu
check which_is_said complains 'graded alone, without the files beside it'
check the_name_is_the_users complains 'including.cu:1:'
{ printf '#include "%s/neighbour.h"\n' "$hand"; cat "$root/$solution"; } >including.cu
check nor_by_its_whole_name exits_with 2 "$grade" lab3 including.cu

# What is not a file of reasonable size.
mkfifo pipe.cu
check a_pipe timeout 20 bash -c '"$0" lab3 pipe.cu; (($? == 2))' "$grade"
mkdir folder.cu
check a_folder exits_with 2 "$grade" lab3 folder.cu
check a_folder_is_named complains 'folder.cu is not a file'
head -c 2000000 /dev/zero | tr '\0' '\n' >large.cu
check a_large_file exits_with 2 "$grade" lab3 large.cu
check its_size_is_said complains 'larger than 1024 KiB'
ln -s "$root/$solution" link.cu
check a_link graded link.cu

cd "$root" || exit 2
finish
