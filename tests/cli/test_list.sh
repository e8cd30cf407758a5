#!/bin/bash
# ./grade alone: six labs in different states, within 80 columns, and one next step.
set -u
. tests/script.sh
tree=$work/tree
mkdir -p "$tree/build/bin" && cp build/bin/grade "$tree/build/bin/" && cd "$tree" || exit 2
for i in 1 2 3 4 5 6; do
    lab=labs/lab${i}_x
    mkdir -p "$lab/skeleton"
    cat >"$lab/lab.spec" <<F
lab lab$i "A title of lab $i that goes on and on, wider than any column of this table"
source x.cu
todo $i.1 "a"
todo $i.2 "b"
entry f
  output o float n
test $i.1 f n=3 40
test $i.2 f n=3 60
hint $i.1 "h"
hint $i.1 "i"
F
    printf '\n// TODO %d.1: a\n// TODO %d.2: b\n' $i $i | tee "$lab/x.cu" >"$lab/skeleton/x.cu"
done
grade=build/bin/grade

lines() {
    grep -cE "$1" "$work/output"
}
wide() {
    test "$(wc -L <"$work/output")" -gt 80
}

check nothing_done exits_with 0 "$grade"
check six_labs test "$(lines '^lab[1-6] .* - / 100$')" = 6
check within_80_columns no wide
check begins_with_the_first says 'next open labs/lab1_x/README.md and read it'
check one_next_step test "$(lines '^next')" = 1

check hint exits_with 0 "$grade" hint lab2
check hint_again exits_with 0 "$grade" hint lab2
check hints exits_with 0 "$grade"
check hints_are_counted test "$(lines '^lab2 .* - / 100 +2$')" = 1

cat >>progress.txt <<'F'
lab1 score 100 of 100
lab1 best 100 of 100
lab1 graded 2026-01-01T00:00:00Z
lab3 score 40 of 100
lab3 best 60 of 100
lab3 graded 2026-01-02T00:00:00Z
lab3 todo 3.1 done
F
check graded exits_with 0 "$grade"
check scores test "$(lines '^lab3 .* 40 / 100 +60$')" = 1
check changes_are_told test "$(lines 'changed since it was graded: x.cu')" = 2
check grade_the_latest_change says 'next make lab3 && ./grade lab3'
check still_within_80_columns no wide

fingerprint() { # of file $1: FNV-1a, 64 bits
    local hash=$((0xcbf29ce484222325)) byte
    for byte in $(od -An -v -tu1 "$1"); do hash=$(((hash ^ byte) * 0x100000001b3)); done
    printf '%016x' $hash
}
for i in 1 3; do echo "lab$i file x.cu $(fingerprint labs/lab${i}_x/x.cu)" >>progress.txt; done
check unchanged exits_with 0 "$grade"
check no_change_is_told test "$(lines 'changed since')" = 0
check go_on_at_the_first_open_todo says 'next open labs/lab3_x/x.cu:3 and do TODO 3.2'

echo '// mine' >>labs/lab5_x/x.cu
check edited exits_with 0 "$grade"
check an_edited_file_is_to_be_graded says 'next make lab5 && ./grade lab5'

for i in 1 2 3 4 5 6; do
    printf 'lab%d score 100 of 100\nlab%d file x.cu %s\n' $i $i "$(fingerprint labs/lab${i}_x/x.cu)"
done >progress.txt
check all_done exits_with 0 "$grade"
check all_done_is_said says 'next nothing is left to do'
finish
