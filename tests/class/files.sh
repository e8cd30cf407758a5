# What the tests of ./grade class hand in: sourced after tests/script.sh.
pack=build/tests/class/pack
if [[ ! -x build/bin/class ]]; then
    echo "skip class: libarchive and SQLite are not here (./grade doctor)"
    exit 0
fi

# One of the project's submissions as one file, as a student has it: its own headers in their place.
submission() {
    awk 'function put(path,   line) {
        while ((getline line < path) > 0) {
            if (match(line, /^#include "tests\/[^"]*"/)) { split(line, part, "\""); put(part[2]) }
            else if (line !~ /^#pragma once/) print line
        }
        close(path)
    } BEGIN { put(ARGV[1]) }' "tests/$1.cu"
}

# hand_in FOLDER/FILE SUBMISSION
hand_in() {
    mkdir -p "$(dirname "$1")" && submission "$2" >"$1"
}

# The cell of column $3 in the line of class.csv $1 whose name is $2.
cell() {
    python3 -c 'import csv, sys
for row in csv.DictReader(open(sys.argv[1])):
    if row["name"] == sys.argv[2]: print(row[sys.argv[3]])' "$@"
}

is() { # VALUE EXPECTED
    [[ $1 == "$2" ]] || { echo "is $1, expected $2" >"$work/output" && return 1; }
}

# small_class FOLDER COUNT: so many students; right, wrong, refused, the skeleton, and copies, in turn.
small_class() {
    local folder=$1 i base bases=(lab3/right/templates lab3/wrong/inputs_clamped lab3/right/read_only_loads lab3/wrong/derivative_by_h)
    for ((i = 0; i < $2; i++)); do
        base=${bases[i % 4]}
        hand_in "$folder/student$i/stencil.cu" "$base"
        ((i % 5 == 4)) || echo "// of student $i" >>"$folder/student$i/stencil.cu"
        ((i % 7 == 6)) && echo 'int f( {' >"$folder/student$i/stencil.cu"
    done
    mkdir -p "$folder/studentNone" && echo x >"$folder/studentNone/notes.txt"
}

# pool FOLDER EVERY: every so many'th submission of lab 1, right and wrong ones, and one that does not compile.
pool() {
    local name number=0
    mkdir -p "$1"
    for name in tests/lab1/right/*.cu tests/lab1/wrong/*.cu; do
        ((number++ % $2)) && continue
        name=${name#tests/} && submission "${name%.cu}" >"$1/$(basename "$name")"
    done
    echo 'int f( {' >"$1/syntax_error.cu"
}

# made_class LAYOUT FOLDER COUNT POOL: prints its path (make_class.py).
made_class() {
    python3 -W ignore tests/class/make_class.py "$1" "$2" "$3" labs/lab1_warp_divergence/divergence.cu "$4"/*.cu
}

# The journal without what differs from run to run: when, how long, where, and how often.
journal_of() {
    sqlite3 "$1/class.db" 'SELECT hash, state, score, max_score, passed, report, page, cause FROM results ORDER BY hash;
        SELECT student, number, late, system, place, file, hash, problem, note, chosen FROM hand_ins ORDER BY student, number;
        SELECT * FROM students ORDER BY key'
}

# Copies the files of the folder $1 to $2, without how long each grading took.
without_seconds() {
    rm -rf "$2" && cp -r "$1" "$2" && rm -rf "$2"/{class.db*,slurm,work,results,lock} &&
        sed -i '/^Graded: /d' "$2"/feedback/* &&
        find "$2/junit.xml" "$2/exports" -type f -exec sed -i -E 's/ time="[^"]*"//g; s/"(execution_time|duration)":[^,}]*//g' {} +
}

# same_class A B: journals and files of both folders are equal.
same_class() {
    diff <(journal_of "$1") <(journal_of "$2") >"$work/output" &&
        without_seconds "$1" "$work/same_a" && without_seconds "$2" "$work/same_b" &&
        diff -r "$work/same_a" "$work/same_b" >"$work/output"
}
