# One line a configuration from what measure.sh has written: times, then the counters, as docs/measurements has them.
# usage: awk -f join.awk TIMES.tsv COUNTERS.csv LIMITS.csv
function split_csv(text,    n, c, i, inside) { # into field[1 ..]
    n = 1
    field[1] = ""
    for (i = 1; i <= length(text); i++) {
        c = substr(text, i, 1)
        if (c == "\"")
            inside = !inside
        else if (c == "," && !inside)
            field[++n] = ""
        else
            field[n] = field[n] c
    }
    return n
}

FILENAME == ARGV[1] {
    split($0, t, "\t")
    order[++count] = t[1]
    times[t[1]] = t[2] "," t[3] "," t[4]
    next
}
FNR == 1 {
    columns = split_csv($0)
    for (i = 1; i <= columns; i++) {
        title[i] = field[i]
        wanted[i] = field[i] ~ /^(dram|gpu|l1tex|lts|sm|smsp)__.*\.(sum|pct|ratio|avg\.pct_[a-z_]*)$/ ||
                    field[i] ~ /^sm__cycles_(elapsed\.max|active\.avg)$/ ||
                    field[i] ~ /^launch__(registers_per_thread|shared_mem_config_size)$/
        if (wanted[i] && !(field[i] in known)) {
            known[field[i]] = 1
            titles[++metrics] = field[i]
        }
    }
    next
}
{
    split_csv($0)
    for (i = 1; i <= columns; i++) {
        if (wanted[i]) value[field[1], title[i]] = field[i]
        if (wanted[i]) gsub(/,/, "", value[field[1], title[i]]) # of thousands
        if (title[i] == "Grid Size") grid[field[1]] = field[i]
        if (title[i] == "Block Size") block[field[1]] = field[i]
    }
}

END {
    line = "name,grid,block,event_ms,spread_percent,row_ms"
    for (i = 1; i <= metrics; i++) line = line "," titles[i]
    print line
    for (k = 1; k <= count; k++) {
        name = order[k]
        line = name ",\"" grid[name] "\",\"" block[name] "\"," times[name]
        for (i = 1; i <= metrics; i++) line = line "," value[name, titles[i]]
        print line
    }
}
