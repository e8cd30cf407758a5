#!/bin/bash
# The plan of the rooms: the tree keeps to it, and each kind of fault is found in a copy of the tree.
set -u
. tests/script.sh

check the_tree_keeps_to_its_plan exits_with 0 tests/rooms/rooms check
check the_picture_is_that_of_the_tree same docs/rooms.svg <(tests/rooms/rooms graph)
check the_picture_is_the_same_each_time same <(tests/rooms/rooms graph) <(tests/rooms/rooms graph)

# A fresh copy, so that each fault is there alone.
copy_rooms() {
    rm -rf "$work/tree" && mkdir "$work/tree" && cp -r grader "$work/tree"
}

# breaks NAME FILE INCLUDED PATTERN: with that include, `rooms check` fails and says what matches.
breaks() {
    copy_rooms
    echo "#include \"$3\"" >>"$work/tree/grader/$2"
    check "$1" exits_with 1 tests/rooms/rooms check "$work/tree"
    check "$1_is_said" says "$4"
}

breaks circle_of_two verdict/verdict.h grader/report/report.h 'part of a circle: (report|verdict) includes (verdict|report)'
breaks circle_through_another contract/counters.h grader/session/session.h 'counters.h:[0-9]+: part of a circle: contract includes session'
breaks circle_of_folders warpsim/core/warp.h grader/warpsim/families/clusters/cluster.h 'part of a circle: grader/warpsim/(core|families/clusters) includes'
breaks private_header cli/main.c grader/session/session_parts.h 'cli/main.c:[0-9]+: grader/session/session_parts.h is private'
breaks relative_include cli/main.c ../session/session.h 'main.c:[0-9]+: write "../session/session.h" as a path'

copy_rooms
mkdir "$work/tree/grader/attic" && echo '#include "grader/ptx/ptx.h"' >"$work/tree/grader/attic/attic.c"
check room_without_a_row exits_with 1 tests/rooms/rooms check "$work/tree"
check room_without_a_row_is_said says 'grader/attic: .* no row'

# asks NAME CODE: a file of grader/cause with that line is a fault.
asks() {
    copy_rooms
    printf '%b\n' "$2" >>"$work/tree/grader/cause/stray.c"
    check "$1" exits_with 1 tests/rooms/rooms check "$work/tree"
    check "$1_is_said" says 'cause/stray.c:[0-9]+: compares the words of a finding'
}

asks words_of_a_message 'bool b(const Finding *f) { return strstr(f->message, "shared"); }'
asks words_in_the_next_line 'bool b(const Finding *f) {\n    return !strncmp(\n        c->finding[0].message, "The ", 4);\n}'
asks words_of_the_other_access 'bool b(const Finding *f) { return !strcmp(f->other_what, "wrote it"); }'

copy_rooms
rm "$work/tree/grader/jail/jail.h"
check header_that_is_gone exits_with 1 tests/rooms/rooms check "$work/tree"
check header_that_is_gone_is_said says 'no grader/jail/jail.h'
finish
