#!/bin/bash
# Do the handouts' pictures still follow from runs of the labs' kernels? Is each of them shown, with words for whoever does not
# see it, and legible on light and on dark?
source tests/script.sh
command -v node >/dev/null || { echo "skip pictures: node is not installed" && exit 0; }
follows() {
    same "$1" "$2" || { echo "$2 is not what a run draws now: make pictures, and look at it" >"$work/output"; return 1; }
}
check drawn exits_with 0 node tests/pictures/draw_pictures.mjs "$work/drawn"
while read -r name; do
    lab=${name%%/*} picture=labs/$lab/pictures/${name#*/}
    check "$name" follows "$work/drawn/$name" "$picture"
    check "$name/is_shown" grep -q "!\[[^]]\{20,\}\](pictures/${name#*/})" "labs/$lab/README.md"
done < <(node tests/pictures/draw_pictures.mjs --names)
for picture in labs/*/pictures/*; do
    name=${picture#labs/} name=${name/pictures\//}
    [[ -e $work/drawn/$name ]] || check "$name/is_drawn_by_a_run" test -e "$work/drawn/$name"
done
check legible exits_with 0 node tests/pictures/legible.mjs labs/*/pictures/*.svg
check a_mistake_is_seen exits_with 1 node tests/pictures/legible.mjs <(sed 's/\.lane-number{fill:#[0-9a-f]*/.lane-number{fill:#335577/' labs/lab3_*/pictures/rows.svg)
finish
