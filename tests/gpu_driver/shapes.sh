#!/bin/bash
# How fast is a file in other shapes? Sets constants in copies of it and grades each copy, with its times, on the GPU
# that is here; `make gpu-shapes LABS=lab7 SHAPES="ROWS=1,PLANES=4 ROWS=2,PLANES=4"` calls it for a solution.
#
#   tests/gpu_driver/shapes.sh LAB FILE [NAME=VALUE[,NAME=VALUE]...]...     from the project's root; none: as it is
#
# A constant is what the file has as `NAME = NUMBER` or `#define NAME NUMBER`, once. One line a shape: score, then ms and
# percent of copy at each size that lab.spec times, or why it was not graded. JOBS gradings run at a time; times are taken
# one after the other all the same.
source tests/script.sh
lab=$1 file=$2 jobs=${JOBS:-4}
shift 2
(($#)) || set -- as_it_is
if ! build/bin/device --probe-gpu >"$work/probe"; then
    echo "skip shapes: $(cat "$work/probe")"
    exit 0
fi

set_constants() { # of the file $1, as NAME=VALUE,... in $2 says
    local setting name value found
    [[ $2 == as_it_is ]] && return
    for setting in ${2//,/ }; do
        name=${setting%%=*} value=${setting#*=}
        found=$(grep -cE "\b$name( *= *|  *)[0-9]+" "$1")
        ((found == 1)) || { echo "$file has $found lines that set $name, not one" >&2; return 1; }
        sed -i -E "s/\b($name( *= *|  *))[0-9]+/\1$value/" "$1"
    done
}

# File $1, with what it includes of tests/ in place of those lines: the compiler shows that folder to files there only.
with_includes() {
    awk 'function show(file, line, part) {
            while ((getline line <file) > 0)
                if (split(line, part, "\"") != 3 || part[1] !~ /^#include *$/ || part[2] !~ /^tests\//) print line
                else if (!shown[part[2]]++) show(part[2])
            close(file)
        }
        BEGIN { show(ARGV[1]) }' "$1"
}

times() { # ms and percent of copy at each timed size, of JSON $1
    sed -n 's/.*"times":\[//p' "$1" | grep -oE '"(time_ms|percent_of_copy)":[-0-9.e]+' | cut -d: -f2 | xargs -r printf ' %8.4g %6.1f'
}

measure() { # shape $1 in folder $2
    ./grade "$lab" "$2/$(basename "$file")" --device gpu --quiet --json "$2/json" >"$2/output" 2>&1
    if ! grep -qsE '"score":[0-9]' "$2/json"; then
        printf '%-40s not graded: %s\n' "$1" "$(head -n 1 "$2/output")" >"$2/line"
        return
    fi
    printf '%-40s %5s%s\n' "$1" "$(grep -oE '"score":[0-9.]+' "$2/json" | head -n 1 | cut -d: -f2)" "$(times "$2/json")" >"$2/line"
}

count=0
for shape; do
    folder=$work/$((++count))
    copy=$folder/$(basename "$file")
    mkdir "$folder" && cp "$file" "$folder/as_it_is" && set_constants "$folder/as_it_is" "$shape" || exit 2
    with_includes "$folder/as_it_is" >"$copy"
    while (($(jobs -rp | wc -l) >= jobs)); do wait -n; done
    measure "$shape" "$folder" &
done
wait
printf '%-40s %5s %s\n' shape score "ms, percent of copy: $(sed -n 's/^time [^ ]* \(n=[0-9]*\).*/\1/p' labs/"$lab"_*/lab.spec | paste -sd' ')"
for ((i = 1; i <= count; i++)); do cat "$work/$i/line"; done
