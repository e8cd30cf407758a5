#!/bin/bash
# What is named is no export of one assignment, or not all of one: archives that were cut short, exports of two assignments side by side.
set -u
. tests/script.sh
. tests/class/files.sh
export TZ=UTC
submission lab1/right/pairs >"$work/right.cu"

begin() { class=$work/$1 && out=$work/out-$1 && mkdir -p "$class"; }
put() { mkdir -p "$(dirname "$class/$1")" && cp "$work/right.cu" "$class/$1"; }
class_exits() { exits_with "$1" ./grade class lab1 "${source:-$class}" --out "$out" --seed 7 --drop-missing "${@:2}"; }
mark() { echo "$(cell "$out/class.csv" "$1" state) $(cell "$out/class.csv" "$1" score)"; }
about() { cell "$out/class.csv" "$1" "$2" >"$work/output" && says "$3"; }

# ---- Cut short ---------------------------------------------------------------------------------------------------------

begin cut
for i in 1 2 3 4 5 6; do put "Student ${i}_50${i}_assignsubmission_file_/divergence.cu"; done
for kind in zip tar tar.gz 7z; do "$pack" "$work/whole.$kind" "$class"; done
# As other programs write them: files as they are, a student's zip among them; and with 64-bit ends.
python3 - "$work" <<'PY'
import io, sys, zipfile
work = sys.argv[1]
text = open(work + "/right.cu").read()
inner = io.BytesIO()
with zipfile.ZipFile(inner, "w") as z: z.writestr("divergence.cu", text)
with zipfile.ZipFile(work + "/stored.zip", "w") as z:
    for i in range(1, 5): z.writestr("Student %d_50%d_assignsubmission_file_/work.zip" % (i, i), inner.getvalue())
whole = open(work + "/stored.zip", "rb").read()
open(work + "/stored_cut.zip", "wb").write(whole[:z.infolist()[3].header_offset]) # right behind the end of a zip that lies in it
open(work + "/comment.zip", "wb").write(whole[:-2] + b"\x03\x00abc")
zipfile.ZIP64_LIMIT = 100
zipfile.ZIP_FILECOUNT_LIMIT = 1
with zipfile.ZipFile(work + "/large.zip", "w") as z: z.writestr("ann.cu", text), z.writestr("bob.cu", text)
PY
for kind in zip tar tar.gz 7z; do
    source=$work/whole.$kind
    check "a_whole_$kind" class_exits 0
    size=$(stat -c %s "$source") && tail=10 && [[ $kind == tar ]] && tail=10240
    for part in most half start; do
        case $part in most) most=$((size - tail)) ;; half) most=$((size / 2)) ;; *) most=200 ;; esac
        head -c $((most / 512 * 512 > 511 && size > 20000 ? most / 512 * 512 : most)) "$work/whole.$kind" >"$work/cut.$kind"
        source=$work/cut.$kind
        check "${part}_of_$kind" class_exits 2
        check "${part}_of_${kind}_is_said" complains "cut.$kind \([0-9]+ bytes\) cannot be unpacked: (its end is missing|truncated|Unrec|Trunc).* Nothing was graded. Download it again"
    done
done
source=$work/stored_cut.zip
check cut_between_two_files class_exits 2
check that_is_said complains 'its end is missing'
for name in stored comment large; do
    source=$work/$name.zip
    check "a_whole_zip_$name" class_exits 0
done
begin alone && cp "$work/cut.zip" "$class/submissions.zip" && source=
check the_folder_of_one class_exits 2
check names_it_too complains 'submissions.zip, all that lies there, cannot be unpacked: its end is missing'
begin students && put ann/divergence.cu && mkdir "$class/bob" && head -c 700 "$work/whole.zip" >"$class/bob/work.zip"
mkdir "$class/cem" && cp "$work/stored_cut.zip" "$class/cem/work.zip"
check a_students_own class_exits 0
check stops_nobody_else is "$(mark ann)$(mark bob)" 'graded 100no file '
check and_is_told about bob problem 'work.zip cannot be unpacked: its end is missing'
check what_can_be_read_is_graded is "$(mark cem)" 'graded 100'
check and_the_rest_told about cem note 'work.zip cannot be unpacked to its end'

# ---- Side by side ------------------------------------------------------------------------------------------------------

begin side
"$pack" "$class/lab1.zip" "$work/cut"
for i in 1 2; do put "Lab 3/doe${i}_10${i}_500${i}_divergence.cu"; done
echo x >"$class/grades.csv"
check two_exports class_exits 2
check are_named complains '2 exports lie side by side, "Lab 3" and "lab1.zip": one command grades one assignment. Name the one'
rm -r "$class/Lab 3" && put ann.cu
check one_among_students class_exits 0
check is_said complains '"lab1.zip" looks like an export .* name it by itself, or unpack it there'
check and_the_rest_is_graded is "$(mark ann)" 'graded 100'
begin clones
for lab in lab-1 lab-3; do for who in ann bob; do put "$lab-submissions/$lab-$who/labs/lab1_warp_divergence/divergence.cu"; done; done
check two_folders_of_clones class_exits 2
check they_are_named complains '"lab-1-submissions" and "lab-3-submissions"'
begin copies
for who in ann bob; do for copy in new old; do put "$who/$copy/labs/lab1_warp_divergence/divergence.cu"; done; done
check two_projects_of_each class_exits 0
check are_no_exports no complains 'export'
begin titles
for title in 'Lab 1' 'Lab 3_b'; do
    put "${title}_ann_attempt_2026-03-04-12-30-45_divergence.cu"
    printf 'Name: Ann Lee (ann)\n' >"$class/${title}_ann_attempt_2026-03-04-12-30-45.txt"
done
check two_titles class_exits 2
check both_are_named complains 'attempts of two assignments, "Lab 1" \(Lab 1_ann_.*\) and "Lab 3_b" \(.*one command grades one'
finish
