# Puts .c files together into fewer compilations: a compiler's start and its reading of headers are most of what a small file takes.
# A unit is a file of #include lines, OUT/FOLDER/unit_N.c; debuggers and messages name the files in it.
#
#   awk -f grader/units.awk -v out=build/units HEADERS... FILES...      prints the units' names; writes those that have changed
#
# Files share a unit where they are in one folder, both or none ask for _GNU_SOURCE, and nothing that one keeps to itself (static
# names, types, constants, macros) means something in the other or in its headers.
# tests/rooms/units holds what a compiler makes of the units against what it makes of the files.

function keeps(name, macro) {
    if (name == "_GNU_SOURCE") gnu[files] = 1
    else if (name !~ /^(struct|enum|union)?$/) {
        kept[files, name] = macro
        private[name] = 1
    }
}

# Keeps the last word of `text` before what can follow a name that is declared.
function keeps_declared(text, macro,    word, count) {
    sub(/\(\*/, "", text)
    sub(/[[(=;{].*/, "", text)
    count = split(text, word, /[^A-Za-z0-9_]+/)
    while (count && word[count] == "") count--
    keeps(word[count], macro)
}

function keeps_constants(text,    part, count, i) {
    sub(/^[^{]*\{/, "", text)
    sub(/\}.*/, "", text)
    count = split(text, part, ",")
    for (i = 1; i <= count; i++) {
        gsub(/[ \n]*=.*|[ \n]/, "", part[i])
        keeps(part[i])
    }
}

FNR == 1 {
    file[++files] = FILENAME
    enumeration = ""
}

/^#include "/ { includes[FILENAME] = includes[FILENAME] " " substr($2, 2, length($2) - 2) }

{
    code = $0
    sub(/ *\/\/.*/, "", code)
    gsub(/__attribute__\(\([a-z]*(\([^)]*\))?\)\) */, "", code)
    text[files] = text[files] code " "
    if (FILENAME ~ /\.h$/) next
}

enumeration != "" || code ~ /^[a-z_ ]*enum [A-Za-z ]*\{/ {
    enumeration = enumeration code "\n"
    if (code ~ /\}/) {
        keeps_constants(enumeration)
        enumeration = ""
    }
}
code ~ /^#define / { keeps_declared($2, code ~ /\\$/ ? "" : code) }
code ~ /^\} [A-Za-z]/ { keeps_declared(substr(code, 3)) }
code ~ /^(static|typedef|struct|enum|union) / {
    if (code !~ /\(/) {
        count = split(code, part, ",")
        for (i = 1; i <= count; i++) if (i == 1 || code !~ /[{=]/) keeps_declared(part[i])
    } else keeps_declared(code)
}

# Which of the .c files' own names file f uses: what begins with a capital as a word, other names where they are called or its own.
function find_uses(f,    count, word, i) {
    count = split_words(text[f], word)
    for (i = 2; i < count; i += 2)
        if (word[i] in private && !((f, word[i]) in seen) &&
            (word[i] ~ /^[A-Z_]/ || word[i + 1] ~ /^\(/ || (f, word[i]) in kept)) {
            seen[f, word[i]] = 1
            uses[file[f]] = uses[file[f]] " " word[i]
        }
    delete text[f]
}

# What a file and its headers use, each header once.
function all_uses(path, root,    count, header, i, all) {
    if ((root, path) in visited) return ""
    visited[root, path] = 1
    all = uses[path]
    count = split(includes[path], header, " ")
    for (i = 1; i <= count; i++) all = all all_uses(header[i], root)
    return all
}

# The words are word[2], word[4], ..., and what is between them is in the others.
function split_words(text, word) {
    gsub(/[A-Za-z_][A-Za-z0-9_]*/, "\n&\n", text)
    return split(text, word, "\n")
}

# A macro that stands in both in the same words is no obstacle.
function fits(f, u,    name, count, i, n) {
    if (gnu_unit[u] != gnu[f] "") return 0
    count = split(used[f], name, " ")
    for (i = 1; i <= count; i++) {
        n = name[i]
        if ((f, n) in kept && (u, n) in unit_uses && !(kept[f, n] != "" && kept[f, n] == unit_kept[u, n])) return 0
        if ((u, n) in unit_kept && !((f, n) in kept)) return 0
    }
    return 1
}

function add(f, u,    name, count, i) {
    gnu_unit[u] = gnu[f] ""
    lines[u] = lines[u] "#include \"" file[f] "\"\n"
    count = split(used[f], name, " ")
    for (i = 1; i <= count; i++) {
        unit_uses[u, name[i]] = 1
        if ((f, name[i]) in kept) unit_kept[u, name[i]] = kept[f, name[i]]
    }
}

function write_unit(u, name,    line, before) {
    while ((getline line < name) > 0) before = before line "\n"
    close(name)
    if (before == lines[u]) return
    printf "%s", lines[u] > name
    close(name)
}

END {
    for (f = 1; f <= files; f++) find_uses(f)
    for (f = 1; f <= files; f++) {
        if (file[f] ~ /\.h$/) continue
        used[f] = all_uses(file[f], f)
        at = file[f]
        sub(/\/[^\/]*$/, "", at)
        for (n = 1; n <= count_in[at] && !fits(f, at SUBSEP n); n++);
        if (n > count_in[at]) count_in[at] = n
        add(f, at SUBSEP n)
    }
    for (at in count_in) {
        system("mkdir -p " out "/" at)
        for (n = 1; n <= count_in[at]; n++) {
            name = out "/" at "/unit_" n ".c"
            write_unit(at SUBSEP n, name)
            print name
        }
    }
}
