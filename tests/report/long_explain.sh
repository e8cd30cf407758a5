#!/bin/bash
# ./grade explain: counts a line, the recipe of a point, and the same in JSON.
set -u
. tests/script.sh
grade=(./grade explain lab4)
wrong=tests/lab4/wrong/neighbours_yz_swapped.cu

first=(tests/lab4/right/*.cu)
check right_file exits_with 0 "${grade[@]}" "${first[0]}" --point 1,2,3
check its_lines_are_counted says 'executed lanes requests sectors'
check the_point_is_named says 'the point z = 1, y = 2, x = 3'
check the_centre_has_its_element says 'the centre: c\[0\] \* in\[1\]\[2\]\[3\]'
check a_neighbour_has_its_element says 'x-1: c\[1\] \* in\[1\]\[2\]\[2\]'
check the_way_leads_to_the_output says 'store to out\[1\]\[2\]\[3\]'
check what_limits_it says 'Bound by'

check wrong_file exits_with 1 "${grade[@]}" "$wrong" --json "$work/json"
check the_wrong_term_is_named says '\(wrong\)'
check json_has_recipes grep -q '"recipes":\[{"sizes"' "$work/json"
check json_has_lines grep -q '"lines":\[{"kernel"' "$work/json"

check no_such_point exits_with 2 "${grade[@]}" "${first[0]}" --point 1,2,300
check it_says_how_points_are_named complains 'z,y,x'
check no_point exits_with 2 "${grade[@]}" --point middle
check what_a_point_is complains '2,3,4'
check point_without_explain exits_with 2 ./grade lab4 --point 1,2,3
finish
