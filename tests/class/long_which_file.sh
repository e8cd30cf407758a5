#!/bin/bash
# Which file of a hand-in is graded: never one that was handed out, never one of another lab, and none where it is not sure which is meant.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
submission lab1/right/pairs >"$work/right.cu"
submission lab1/wrong/parity_not >"$work/wrong.cu"
lab=labs/lab1_warp_divergence
cp $lab/skeleton/divergence.cu "$work/skeleton.cu"
cp $lab/demo.cu "$work/demo.cu"
sed 's/$/\r/' "$work/skeleton.cu" >"$work/skeleton_crlf.cu"
cp labs/lab3_basic_stencil/skeleton/stencil.cu "$work/lab3.cu"
cp labs/lab4_shared_memory_tile/skeleton/stencil.cu "$work/lab4.cu"
{ cat "$work/right.cu" && printf '// TODO 1.2: find out\n// end 1.2\n'; } >"$work/marked.cu" # the others have no marks
{ echo '// TODO 3.1 was like this' && cat "$work/right.cu"; } >"$work/remark.cu"

begin() { class=$work/$1 && out=$work/out-$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/$2.cu" "$class/$1"; }
class_exits() { exits_with "$1" ./grade class "${LAB:-lab1}" "$class" --out "$out" --seed 7 "${@:2}"; }
mark() { echo "$(cell "$out/class.csv" "$1" state) $(cell "$out/class.csv" "$1" score)"; }
about() { cell "$out/class.csv" "$1" "$2" >"$work/output" && says "$3"; }

# The whole project of a student.
project() { # NAME
    local folder
    for folder in 1_warp_divergence 3_basic_stencil; do
        mkdir -p "$class/$1/labs/lab$folder"
        cp -r "labs/lab$folder/"{skeleton,demo.cu} "$class/$1/labs/lab$folder"
        cp "labs/lab$folder/skeleton/"*.cu "$class/$1/labs/lab$folder"
    done
    rm "$class/$1/$lab/divergence.cu"
    mkdir -p "$class/$1/examples/warpsim" && cp "$work/wrong.cu" "$class/$1/examples/warpsim/mine.cu"
}

begin projects
project renamed && put renamed/$lab/my_divergence.cu right
project beside && put beside/$lab/divergence.cu right && put beside/$lab/old.cu wrong
project deleted
project in_the_skeleton && put in_the_skeleton/$lab/skeleton/divergence.cu right
project both && put both/$lab/divergence.cu skeleton_crlf && put both/$lab/my_divergence.cu right
project misplaced && put misplaced/labs/lab3_basic_stencil/divergence.cu right
project older && put older/$lab/divergence.cu skeleton && put older/$lab/demo.cu wrong
mkdir -p "$class/folder" && cp -r $lab/skeleton $lab/demo.cu "$class/folder" && mkdir "$class/folder/lab1_warp_divergence" &&
    mv "$class/folder/"{skeleton,demo.cu} "$class/folder/lab1_warp_divergence" && put folder/lab1_warp_divergence/divergence.cu right
check projects class_exits 0
check a_renamed_file is "$(mark renamed)" 'graded 100'
check its_name_is_told about renamed note 'handed in as my_divergence.cu'
check another_file_beside_it is "$(mark beside)" 'graded 100'
check is_left_aside about beside note "left aside: $lab/old.cu"
check a_deleted_file is "$(mark deleted)" 'no file '
check that_is_told about deleted problem 'no divergence.cu was handed in, and no other .cu file but what was handed out'
check the_skeleton_worked_on is "$(mark in_the_skeleton)" 'no file '
check where_it_belongs_is_told about in_the_skeleton problem "skeleton/divergence.cu was changed, and is not to be"
check the_skeleton_and_a_file is "$(mark both)" 'no file '
check both_are_named about both problem "which file is meant. $lab/divergence.cu is the skeleton .* $lab/my_divergence.cu is not"
check a_file_in_another_labs_folder is "$(mark misplaced)" 'graded 100'
check a_demonstration_is_no_hand_in is "$(mark older)" 'graded 0'
check the_skeleton_is_told about older note 'the skeleton as it was handed out'
check the_folder_of_a_lab is "$(mark folder)" 'graded 100'
check no_other_lab_is_suspected no complains 'Is lab1 the lab'

begin loose
put named/divergence.cu skeleton && put named/my_solution.cu right
put numbered/divergence.cu skeleton && put 'numbered/Divergence (2).cu' right
put unnamed/a.cu skeleton && put unnamed/b.cu right
put worked/divergence.cu right && put worked/first.cu wrong && put worked/given.cu skeleton && put worked/demo.cu demo
put folder/solutions/divergence.cu right
put demo/divergence.cu demo
put empty/divergence.cu skeleton && : >"$class/empty/b.cu"
check loose_files class_exits 0
check the_skeleton_by_its_name is "$(mark named)" 'no file '
check what_is_meant_is_asked about named problem 'which file is meant. divergence.cu is the skeleton as it was handed out, and my_solution.cu is not'
check a_browsers_number is "$(mark numbered)" 'graded 100'
check no_name_says_which is "$(mark unnamed)" 'graded 100'
check a_worked_file is "$(mark worked)" 'graded 100'
check what_was_left_aside about worked note '^left aside: first.cu $'
check a_students_own_solutions is "$(mark folder)" 'graded 100'
check the_demonstration_by_the_labs_name is "$(mark demo)" 'no file '
check an_empty_one_is_not_meant is "$(mark empty)" 'graded 0'

# Canvas counts uploads, of whatever name: two names are two files.
begin canvas
put ann_101_5001_solution.cu right
put ann_101_5002_helper.cu wrong
put cem_103_5005_step_1.cu right
put cem_103_5006_step_2.cu wrong
put bob_102_5003_divergence.cu wrong
put bob_102_5004_divergence-1.cu right
check canvas class_exits 0
check two_names is "$(mark ann)" 'no file '
check two_steps is "$(mark cem)" 'no file '
check two_uploads_of_one is "$(mark bob)$(cell "$out/class.csv" bob note)" 'graded 100handed in as divergence-1.cu; divergence.cu was uploaded earlier'

begin labs
for who in ann bob cem; do put "$who/divergence.cu" marked && echo "// $who" >>"$class/$who/divergence.cu"; done
put dan/divergence.cu right
put eve/stencil.cu lab3
LAB=lab3 check the_wrong_lab class_exits 0
check has_no_scores is "$(mark ann)$(mark bob)" 'no file no file '
check its_todos_are_told about ann problem 'divergence.cu: its TODOs are those of lab 1'
check nor_a_result is "$(sqlite3 "$out/class.db" 'SELECT count(*) FROM results')" 1
check what_to_type_is_said complains '4 of 5 files have the TODOs or functions of lab 1.* type: ./grade class lab1 .*/labs --out'
check without_marks_its_functions_tell is "$(mark dan)" 'no file '
check they_are_named about dan problem 'divergence.cu is a file of lab 1: it defines .*launch_two_paths.*, and none of the functions that lab3 asks for: launch_derivative, launch_stencil'
check as_is_its_own_lab is "$(mark eve)" 'graded 0'
out=$work/out-labs1
put fay/divergence.cu remark
put gus/divergence.cu right && put gus/stencil.cu lab3
put hal/lab3/my.cu lab4 && put hal/lab1/mine.cu right
check the_right_lab class_exits 0
check those_of_the_lab is "$(mark ann)$(mark dan)" 'graded 100graded 100'
check a_remark_is_no_mark is "$(mark fay)" 'graded 100'
check that_is_a_note about fay note 'its TODOs are those of lab 3'
check another_labs_file_beside_it is "$(mark gus)$(mark hal)" 'graded 100graded 100'
check one_is_not_the_class no complains 'Was lab 3'

# Without marks the functions tell: those that a file defines, not those that it speaks of.
begin functions
submission lab3/right/templates >"$work/stencil.cu"
printf '// launch_by_parity and launch_two_paths\nconst char *s = "launch_two_paths";\n' >"$work/says.cu" && cat "$work/stencil.cu" >>"$work/says.cu"
printf '#define TWO launch_two_paths\nvoid TWO(const int *in, int *out, int n, int block) {}\n' >"$work/macro.cu" && cat "$work/stencil.cu" >>"$work/macro.cu"
printf '#include <cstdio>\n__global__ void k() {}\nvoid mine() { k<<<1, 1>>>(); }\n' >"$work/helper.cu"
{ cat "$work/right.cu" && printf 'void launch_stencil(const float *in, float *out, int n) {}\n'; } >"$work/more.cu"
sed 's/^\(.*\)launch_two_paths/\1launch_two_path/' "$work/right.cu" >"$work/misspelt.cu"
cp solutions/lab5_thread_coarsening/stencil.cu "$work/one.cu"
sed -i -E '/\/\/ (end )?5\.[0-9]/d' "$work/one.cu"
for who in stencil says macro helper more misspelt one; do put $who/divergence.cu $who; done
check functions class_exits 0
check another_labs_functions is "$(mark stencil)$(mark says)" 'no file no file '
check of_labs_that_ask_for_the_same about one problem 'divergence.cu is a file of another lab: it defines launch_stencil, and none'
check this_labs_own is "$(mark more)$(mark misspelt | cut -d' ' -f1)" 'graded 100graded'
check a_name_in_a_macro is "$(mark macro | cut -d' ' -f1)" graded
check no_labs_functions is "$(mark helper | cut -d' ' -f1)" graded
check half_of_them_is_not_said no complains 'other labs'
out=$work/out-functions8
LAB=lab8 check of_several_labs class_exits 0
check nobody_says_which_one about stencil problem 'divergence.cu is a file of lab 3: it defines launch_derivative, launch_stencil, and none'

begin whole
for who in ann bob cem; do project $who && put $who/$lab/divergence.cu skeleton; done
check whole_projects class_exits 0
check untouched_by_many_is_said complains '3 of 3 files are the skeleton of lab1 as it was handed out. Is lab1 the lab that was handed in'
finish
