# Measured beside modelled: the errors of both halves, then a line a kernel.
# usage: awk -f compare.awk HALVES MODELLED.tsv MEASURED.csv; HALVES: the names that numbers may be fitted on, one a line
FILENAME == ARGV[1] { fitted[$1] = 1; next }
FILENAME == ARGV[2] {
    split($0, field, "\t")
    for (i = 2; i <= 8; i++) modelled[field[1], i] = field[i]
    next
}
FNR == 1 {
    count = split($0, title, ",")
    for (i = 1; i <= count; i++) column[title[i]] = i
    next
}
{
    gsub(/"[^"]*"/, "-")
    split($0, v, ",")
    add(v[1])
}

function value(title) {
    return v[column[title]] + 0
}

function size(x) {
    return x < 0 ? -x : x
}

function add(name,    half, ms, time, m, counted, mb) {
    half = name in fitted ? "fitted" : "held out"
    all[half]++
    ms = modelled[name, 2]
    if (ms == "" || ms == "-") {
        left_out = left_out " `" name "`"
        return
    }
    time = value("event_ms")
    counted = value("smsp__inst_executed.sum")
    mb = (value("dram__bytes_read.sum") + value("dram__bytes_write.sum")) / 1e6
    m = (modelled[name, 5] + modelled[name, 6]) / 1e6
    seen[half]++
    error[half, seen[half]] = size(ms / time - 1)
    near[half] += size(ms / time - 1) <= 0.25
    far[half] += ms > 2 * time || time > 2 * ms
    instructions[half, seen[half]] = size(modelled[name, 3] / counted - 1)
    near_instructions[half] += size(modelled[name, 3] / counted - 1) <= 0.1
    near_l1[half] += size(modelled[name, 4] - value("l1tex__t_sector_hit_rate.pct")) <= 5
    near_dram[half] += size(m - mb) <= 0.1 * mb || size(m - mb) <= 1
    line[++lines] = sprintf("| %s | %s | %.4f | %.4f | %.2f | %.2f | %.1f | %.1f | %.1f | %.1f | %s |", name, half, time, ms,
        ms / time, modelled[name, 3] / counted, value("l1tex__t_sector_hit_rate.pct"), modelled[name, 4], mb, m,
        modelled[name, 8])
}

# The middle one of list[half, 1 ..], which is sorted in place.
function median(list, half,    n, i, k, x) {
    n = seen[half]
    for (i = 2; i <= n; i++) {
        x = list[half, i]
        for (k = i - 1; k >= 1 && list[half, k] > x; k--) list[half, k + 1] = list[half, k]
        list[half, k + 1] = x
    }
    return n % 2 ? list[half, (n + 1) / 2] : (list[half, n / 2] + list[half, n / 2 + 1]) / 2
}

END {
    print "| half | kernels | of them modelled | time: median error % | within 25 % | off by more than 2 times |" \
        " instructions: median error % | within 10 % | L1 hits within 5 points | DRAM bytes within 10 % or 1 MB |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (h = 1; h <= 2; h++) {
        half = h == 1 ? "fitted" : "held out"
        n = seen[half]
        if (!n) continue
        printf "| %s | %d | %d | %.1f | %.0f %% | %d | %.1f | %.0f %% | %.0f %% | %.0f %% |\n", half, all[half], n,
            100 * median(error, half), 100 * near[half] / n, far[half], 100 * median(instructions, half),
            100 * near_instructions[half] / n, 100 * near_l1[half] / n, 100 * near_dram[half] / n
    }
    print ""
    if (left_out != "") print "Not modelled, for it took too long on the simulator:" left_out ".\n"
    print "| kernel | half | measured ms | modelled ms | modelled / measured | instructions, modelled / counted |" \
        " L1 hits measured | modelled | DRAM MB measured | modelled | bound |"
    print "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |"
    for (i = 1; i <= lines; i++) print line[i]
}
