#!/bin/bash
# Every course system's names, and every mistake that a hand-in can have, collected from folder, zip and tarball.
set -u
. tests/script.sh
. tests/class/files.sh
class=$work/class
mkdir "$class"

# Moodle, with names that a shell would not like.
hand_in "$class/Jane Doe_101_assignsubmission_file_/stencil.cu" lab3/right/templates
hand_in "$class/José Müller_102_assignsubmission_file_/Stencil (1).cu" lab3/right/templates
hand_in "$class/\$(touch hacked); \`rm -rf\`_103_assignsubmission_file_/stencil.cu" lab3/wrong/global_race
hand_in "$class/=1+1_104_assignsubmission_file_stencil.cu" lab3/wrong/global_race
mkdir "$class/Empty Folder_105_assignsubmission_file_"
mkdir "$class/Pdf Only_106_assignsubmission_file_" && echo x >"$class/Pdf Only_106_assignsubmission_file_/report.pdf"
mkdir "$class/Zero Bytes_107_assignsubmission_file_" && : >"$class/Zero Bytes_107_assignsubmission_file_/stencil.cu"
mkdir "$class/Syntax Error_108_assignsubmission_file_" && echo 'int f( {' >"$class/Syntax Error_108_assignsubmission_file_/stencil.cu"

# An archive in the archive, one that is broken, one that is a bomb, and links.
nested="$class/Zip Nested_109_assignsubmission_file_"
hand_in "$work/nested/project/labs/lab3_basic_stencil/stencil.cu" lab3/right/templates
echo 'not this one' >"$work/nested/project/other.cu"
mkdir "$nested" && "$pack" "$nested/all.zip" "$work/nested"
mkdir "$class/Zip Broken_110_assignsubmission_file_" && head -c 300 "$nested/all.zip" >"$class/Zip Broken_110_assignsubmission_file_/all.zip"
mkdir "$work/bomb" "$class/Zip Bomb_111_assignsubmission_file_" && truncate -s 3G "$work/bomb/stencil.cu"
truncate -s 60M "$work/bomb/inner1.zip" "$work/bomb/inner2.zip"
"$pack" "$class/Zip Bomb_111_assignsubmission_file_/bomb.tar.gz" "$work/bomb"
mkdir "$class/Link_112_assignsubmission_file_" && ln -s "$PWD/solutions/lab3_basic_stencil/stencil.cu" "$class/Link_112_assignsubmission_file_/stencil.cu"
hand_in "$class/Two Files_113_assignsubmission_file_/a.cu" lab3/right/templates
hand_in "$class/Two Files_113_assignsubmission_file_/b.cu" lab3/wrong/global_race

# Canvas, Blackboard.
hand_in "$class/roelena_LATE_201_9001_stencil.cu" lab3/wrong/global_race
hand_in "$class/roelena_LATE_201_9002_stencil-1.cu" lab3/right/templates
hand_in "$class/Lab 3_kim_attempt_2026-03-04-12-30-45_stencil.cu" lab3/wrong/global_race
hand_in "$class/Lab 3_kim_attempt_2026-03-05-12-30-45_stencil.cu" lab3/right/templates
printf 'Name: Kim Lee (kim)\nAssignment: Lab 3\n' >"$class/Lab 3_kim_attempt_2026-03-05-12-30-45.txt"
mkdir "$class/__MACOSX" && echo x >"$class/__MACOSX/._stencil.cu"

graded() { # NAME SCORE
    is "$(cell "$work/out/class.csv" "$1" state) $(cell "$work/out/class.csv" "$1" score)" "graded $2"
}
not_graded() { # NAME PATTERN
    is "$(cell "$work/out/class.csv" "$1" state),$(cell "$work/out/class.csv" "$1" score)" "no file," &&
        cell "$work/out/class.csv" "$1" problem >"$work/output" && says "$2"
}

"$pack" "$work/class.zip" "$class"
check the_class_is_graded exits_with 0 ./grade class lab3 "$work/class.zip" --out "$work/out" --seed 7
check how_far_it_is_is_said complains '[0-9]+ submissions, 3 to grade .*[12] of 3 graded, about [0-9]+ (s|min) left.*3 of 3 graded'
check a_right_file graded 'Jane Doe' 100
check accents_and_a_browsers_number graded 'José Müller' 100
check shell_signs graded "\$(touch hacked); \`rm -rf\`" 20
check no_name_runs_a_command no test -e hacked
check no_name_is_a_formula graded "'=1+1" 20
check an_empty_folder not_graded 'Empty Folder' 'the folder is empty'
check a_wrong_file not_graded 'Pdf Only' 'no .cu file was handed in, but report.pdf'
check an_empty_file not_graded 'Zero Bytes' 'stencil.cu is empty'
check an_archive_in_the_archive graded 'Zip Nested' 100
check a_broken_archive not_graded 'Zip Broken' 'all.zip cannot be unpacked'
check a_bomb not_graded 'Zip Bomb' 'larger than 1 MiB|cannot be unpacked'
check a_link not_graded 'Link' 'is a link'
check two_files not_graded 'Two Files' 'which file is meant\? a.cu and b.cu differ'
check a_file_that_does_not_compile is "$(cell "$work/out/class.csv" 'Syntax Error' state) $(cell "$work/out/class.csv" 'Syntax Error' score)" 'refused 0'
check the_later_upload_in_canvas graded roelena 100
check canvas_says_late is "$(cell "$work/out/class.csv" roelena late)" late
check the_last_attempt_in_blackboard graded 'Kim Lee' 100
cp "$work/out/class.csv" "$work/first.csv"

# The same from a tarball and a folder: nothing is graded again, and each file is the same.
attempts() { sqlite3 "$work/out/class.db" 'SELECT count(*) FROM attempts'; }
before=$(attempts)
"$pack" "$work/class.tar.gz" "$class"
check a_tarball exits_with 0 ./grade class lab3 "$work/class.tar.gz" --out "$work/out"
check the_same_from_a_tarball same "$work/first.csv" "$work/out/class.csv"
check a_folder exits_with 0 ./grade class lab3 "$class" --out "$work/out"
check the_same_from_a_folder same "$work/first.csv" "$work/out/class.csv"
check nothing_is_graded_twice is "$(attempts)" "$before"
check equal_bytes_are_graded_once is "$before" 3
check an_earlier_time exits_with 0 ./grade class lab3 "$class" --out "$work/out" --policy 'before=2026-03-04T23:00:00Z'
check policy_before graded 'Kim Lee' 20
check policy_best exits_with 0 ./grade class lab3 "$class" --out "$work/out" --policy best
check the_best_counts graded 'Kim Lee' 100

# Each student's archive is within the limits; together they are 2.2 GB, which no memory needs to hold.
python3 - "$work" <<'PY'
import io, sys, tarfile, zipfile
source = open(f"{sys.argv[1]}/class/Jane Doe_101_assignsubmission_file_/stencil.cu", "rb").read()
with zipfile.ZipFile(f"{sys.argv[1]}/large.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=1) as out:
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w") as tar:
        for name, data in ("build/lab.o", bytes(60 << 20)), ("stencil.cu", source):
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    for i in range(36): out.writestr(f"s{i}/project.tar", inner.getvalue())
PY
large() { (ulimit -v 1500000 && ./grade class lab3 "$work/large.zip" --out "$work/out" --drop-missing); } # graded already: there is room to collect alone
check a_class_larger_than_memory exits_with 0 large
check all_of_it_is_graded is "$(grep -c ',graded,' "$work/out/class.csv")" 36

check no_source exits_with 2 ./grade class lab3 "$work/nowhere" --out "$work/out"
check no_source_is_said complains 'nowhere cannot be read: No such file'
check no_folder exits_with 2 ./grade class lab3 "$class"
check no_folder_is_said complains 'Where do the results go\? Add: --out'
finish
