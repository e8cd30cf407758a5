#!/bin/sh
# Models the measuring set and holds it against what was measured: `make compare-model` runs it, without a GPU. It writes
#   OUT/modelled.tsv   name, modelled ms, instructions, L1 hits, DRAM bytes, occupancy, bound; "-" where it took too long
#   OUT/table.md       measured beside modelled, one line a kernel, and the errors of both halves
# usage: compare.sh PROGRAM MEASURED.csv OUT [NAME...]     names: only these configurations
# HELD_OUT=1: no configuration may be fitted on. SECONDS_EACH: how long one configuration may take (300). What modelled.tsv has is not modelled again.
set -u
program=$1 measured=$2 out=$3
shift 3
mkdir -p "$out"
touch "$out/modelled.tsv"

# A number of the last launch.
number() {
    grep -oE "\"$1\":-?[0-9.e+-]+" "$out/one.json" | tail -n 1 | cut -d: -f2
}

[ $# -gt 0 ] || set -- $("$program" list)
for name; do
    grep -q "^$name	" "$out/modelled.tsv" && continue
    rm -f "$out/one.json"
    if timeout "${SECONDS_EACH:-300}" ./grade run --model --samples-only --json "$out/one.json" "$program" once "$name." \
        > "$out/one.log" 2>&1 && [ -n "$(number low_ms)" ]; then
        printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$(number modelled_ms)" "$(number warp_instructions_executed)" \
            "$(number l1_hit_percent)" "$(number dram_read_bytes)" "$(number dram_write_bytes)" \
            "$(number achieved_occupancy_percent)" \
            "$(grep -oE '"bound":"[^"]*"' "$out/one.json" | tail -n 1 | cut -d'"' -f4)" >> "$out/modelled.tsv"
    else
        printf '%s\t-\n' "$name" >> "$out/modelled.tsv"
    fi
done
rm -f "$out/one.json" "$out/one.log"

# Halves by the name's checksum: the one with an even sum may be fitted on, the other is held out. HELD_OUT=1: all of it is.
for name in $("$program" list); do
    [ -n "${HELD_OUT:-}" ] || [ $(($(printf %s "$name" | cksum | cut -d' ' -f1) % 2)) -eq 1 ] || echo "$name"
done > "$out/fitted"
awk -f tests/model/compare.awk "$out/fitted" "$out/modelled.tsv" "$measured" > "$out/table.md"
sed -n 1,4p "$out/table.md"
