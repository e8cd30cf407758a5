#!/bin/bash
# What many have: a file that goes round is found, however many have it and in whatever class; an idiom is left out and listed; equal
# files are pairs.
set -u
. tests/script.sh
. tests/class/files.sh
if ! command -v sim_c >/dev/null; then
    echo "skip copies: sim_c is not here (Debian's package similarity-tester)"
    exit 0
fi
skeleton=labs/lab1_warp_divergence/skeleton/divergence.cu

begin() { class=$work/$1 && out=$work/out-$1 && mkdir -p "$class"; }
class_exits() { exits_with 0 ./grade class lab1 "$class" --out "$out" --seed 7 --copies; }
pairs() { grep -c . < <(tail -n +2 "$out/copies.csv"); }
untouched() { for ((i = 1; i <= $1; i++)); do cp $skeleton "$class/idle$i.cu"; done; }
# renamed FROM TO: so many students with one solution, in which each has names of their own
renamed() { for ((i = $1; i <= $2; i++)); do submission lab1/right/templates | sed "1i // by $i" | sed "s/\bin\b/in_$i/g" >"$class/round$i.cu"; done; }

# Five of twelve, and seven who have written nothing: what five have is not what the class writes.
begin round
renamed 1 5
untouched 7
check a_file_that_goes_round class_exits
check is_in_ten_pairs is "$(pairs)" 10
check as_the_screen_says says 'copies +10 pairs with passages in common'
check the_untouched_are_counted grep -q 'in which nothing is compared: 7 students' "$out/copies.html"

# The same file, to the byte; the skeleton is nobody's work.
begin equal
for i in 1 2 3 4; do submission lab1/right/pairs | tr -d '\r' | sed 's/$/\r/' >"$class/same$i.cu"; done
untouched 3
check equal_files class_exits
check are_pairs is "$(pairs)" 6
check on_the_screen_too says '6 pairs have the same file, byte for byte: 1 file that several students have handed in'
check with_their_names grep -qE '^"same1","same2",[1-9][0-9]*,1,yes$' "$out/copies.csv"
check all_of_them_on_the_page grep -qF '<li>4 students: same1, same2, same3, same4</li>' "$out/copies.html"
check nothing_else_is_claimed grep -q 'no two different files have 40 tokens in common' -i "$out/copies.html"

# An idiom of six, in files of their own that are nothing alike; one of these is handed in by many.
begin idiom
cat >"$work/idioms.py" <<'PY'
import random, sys
skeleton, folder = open(sys.argv[1]).read(), sys.argv[2]
idiom = "static int at_%d(int a, int b) { int i = a * b; if (i < a) { return i; } for (int k = 0; k < b; k++) i += k; return i; }\n"
for i in range(6):
    draw = random.Random(i)
    own = "static int own_%d(int a, int b) {\n" % i
    for k in range(30):
        own += "    a = %s;\n" % " ".join(w for _ in range(draw.randrange(1, 7)) for w in ("(a %s b)" % draw.choice("+-*/%&|^"), draw.choice(["+", "-", "*", "<<", "&", "^"]))) .rsplit(" ", 1)[0]
    own += "    return a;\n}\n"
    open("%s/student%d.cu" % (folder, i), "w").write(skeleton + own + idiom % i)
PY
python3 "$work/idioms.py" $skeleton "$class"
sed -i "s/$/\r/" "$class"/*.cu # as an editor of Windows writes them
for i in 1 2 3; do cp "$class/student0.cu" "$class/twin$i.cu"; done
check an_idiom class_exits
check is_no_pair is "$(grep -cv ',yes$' < <(tail -n +2 "$out/copies.csv"))" 0
check is_listed_with_how_many grep -q 'In the files of 9 of 9 students' "$out/copies.html"
check with_its_text grep -q 'static int at_0' "$out/copies.html"
check without_the_signs_of_windows no grep -q x0d "$out/copies.html"
check no_more_is_claimed grep -q 'But for what was left out, below' "$out/copies.html"
check is_said_on_the_screen says 'left out: what more than 4 of the 9 students have'
finish
