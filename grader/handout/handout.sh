#!/bin/bash
# Builds the tree that students get: the labs as they are at first, and all that grades them; no solution, no answer of
# a quiz, no test of the project's.
#
#   make handout [OUT=FOLDER]     or, from the project's root: grader/handout/handout.sh FOLDER
#
# Before the tree gets its name, leaks.awk looks for lines of the solutions in every file of it. Where one is left,
# nothing is made and the exit status is 1.
set -u
shopt -s nullglob
parts=(Makefile .gitignore .devcontainer common docs/{students,read_the_simulator,real_gpu,running_programs,simulator,lab_spec}.md
    docs/rooms.svg docs/man examples/warpsim grader labs packaging)

[[ -f LICENSE ]] && parts+=(LICENSE)

fail() {
    printf 'handout: %s\n' "$*" >&2
    exit 1
}

out=${1:?"Name the folder to be made"}
[[ -f Makefile && -d labs ]] || fail "Run this in the project's folder, or type: make handout"
[[ -d solutions ]] || fail "The solutions are not in this tree, so it cannot be told whether one is left in a handout."
[[ -e $out && -n $(ls -A "$out" 2>&1) ]] &&
    fail "$out is there already. Remove it, or name another folder: make handout OUT=FOLDER"
mkdir -p "$(dirname "$out")" && tree=$(mktemp -d "$out.XXXXXX") || fail "No folder can be made beside $out."
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"

source_of() { # lab folder $1
    sed -n 's/^ *source  *\([^ #]*\).*/\1/p' "$1/lab.spec"
}

# Files that an editor, a reset or a build leaves behind stay here.
find "${parts[@]}" -type f ! -name '.*.sw?' ! -name '*~' ! -name '*.o' ! -name '*.cu.[0-9]*' \
    ! -name 'answers.txt.[0-9]*' ! -name '.DS_Store' -print0 |
    xargs -0 cp -p --parents -t "$tree" || fail "The files cannot be copied to $tree."

labs=0
for spec in labs/*/lab.spec; do
    lab=${spec%/lab.spec}
    [[ -f $lab/skeleton/$(source_of "$lab") ]] ||
        fail "$lab/skeleton/$(source_of "$lab") is missing: it is what students get as $lab/$(source_of "$lab")."
    cp -p "$lab"/skeleton/* "$tree/$lab/" || fail "The skeleton of $lab cannot be copied."
    ((labs += 1))
done

# ---- What is written for whoever hands out stays here: README.md is the students', links to the rest are words -------

# A document's text between these two comments is about what stays here, such as tests, finished files and what needs them.
leave_out() {
    awk -v from='<!-- handout: leave out -->' -v to='<!-- handout: end -->' '
        { text = text $0 "\n" }
        END {
            while (at = index(text, from)) {
                end = index(substr(text, at), to)
                if (!end) exit 1
                before = before substr(text, 1, at - 1)
                text = substr(text, at + end - 1 + length(to))
                if (before ~ /\n$/ && text ~ /^\n/) text = substr(text, 2) # lines by themselves
            }
            if (index(text, to)) exit 1
            printf "%s", before text
        }' "$1" | cat -s
}

cp -p grader/handout/student_readme.md "$tree/README.md" || fail "The students' README.md cannot be copied."
while IFS= read -r -d '' page; do
    if grep -q '<!-- handout:' "$page"; then
        (set -o pipefail && leave_out "$page" >"$page.new") ||
            fail "${page#"$tree/"}: a comment \"handout: leave out\" has no \"handout: end\", or the other way round."
        cat "$page.new" >"$page" && rm "$page.new"
    fi
    while IFS= read -r target; do
        [[ -e ${page%/*}/${target%%#*} ]] && continue
        quoted=$(sed 's/[][\\.*^$/]/\\&/g' <<<"$target")
        sed -i "s/\[\([^]]*\)\]($quoted)/\1/g" "$page"
    done < <(grep -oE '\]\([^) ]+\)' "$page" | sed 's/^](//; s/)$//' | grep -vE '^(https?:|#)' | sort -u)
done < <(find "$tree" -name '*.md' ! -name student_readme.md -print0)

# ---- Is a line of a solution, or an answer, left in it? ---------------------------------------------------------

leaks=0
filled=$(find "$tree" -name answers.txt -exec grep -HnE '^[^#=]*=[[:space:]]*[^[:space:]]' {} +)
if [[ -n $filled ]]; then
    printf '%s\n' "${filled//$tree\//}"
    leaks=1
fi

mapfile -d '' files < <(find "$tree" -type f -print0)
read=()
for solution in solutions/*/; do
    solution=${solution%/} lab=labs/${solution#solutions/}
    mapfile -d '' secret < <(find "$solution" -type f \( -name '*.c*' -o -name '*.h' -o -name answers.txt \) -print0)
    ((${#secret[@]})) && read+=("lab=${lab#labs/}" kind=public "$lab"/skeleton/* common/*.h common/*.cuh kind=secret "${secret[@]}")
done
found=$(awk -v tree="$tree/" -f grader/handout/leaks.awk "${read[@]}" kind=tree "${files[@]}") || leaks=1
head -n -1 <<<"$found"
lines=$(tail -n 1 <<<"$found")
((leaks)) && fail "These lines belong to a solution: nothing was made. Take them out of the files above, or write
  them another way. A line that students may see stands in the lab's skeleton or in common/ too."
((lines)) || fail "No line of a solution was found to look for: is solutions/ empty? Nothing was made."

rmdir "$out" 2>/dev/null
mv -T "$tree" "$out" || fail "$out cannot be made."
trap - EXIT
echo "The handout is in $out: ${#files[@]} files, labs: $labs. None of the $lines lines of the solutions is in it."
