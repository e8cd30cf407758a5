#!/bin/bash
# Each `./grade class` and `make` of the documents, as it stands there, on a class that fits: none may be answered with usage.
set -u
. tests/script.sh
. tests/class/files.sh
mkdir "$work/here" && ln -s "$PWD/grade" "$work/here/grade"
hand_in "$work/class/doejane_1001_1_stencil.cu" lab3/right/templates
"$pack" "$work/here/submissions.zip" "$work/class"
mkdir -p "$work/here/lab-3-submissions" && cp -r "$work/class" "$work/here/lab-3-submissions/lab-3-jdoe"
printf 'Student,ID,Section,Lab 3 (4711)\n"Doe, Jane",1001,1,\n' >"$work/here/gradebook.csv"
printf 'Identifier,"Full name",Grade,"Maximum Grade"\n"Participant 1001","Jane Doe",,10\n' >"$work/here/worksheet.csv"
printf '"github_username","points_awarded"\n"jdoe",""\n' >"$work/here/grades.csv"

commands() { # of all pages, each once; what needs a cluster, a GPU or a container is tested elsewhere
    sed -n 's/^    \(\.\/grade class .*\)/\1/p' docs/instructors.md docs/courses/*.md | grep -v -e --slurm -e --one | sort -u
}
mapfile -t list < <(commands)
check there_are_commands test "${#list[@]}" -ge 6
for command in "${list[@]}"; do
    # one folder for all, so that the file is graded once; the seed is the class's
    check "$command" exits_with 0 bash -c "cd '$work/here' && $command"
done
for page in docs/courses/*.md; do
    check "${page##*/}_is_named_in_instructors" grep -q "(courses/${page##*/})" docs/instructors.md
done
finish
