# Finds lines of the solutions in the files of a handout. Blanks do not count, nor do signs that make a line a comment, a
# quotation or part of a patch; a line is also looked for without the comment at its end.
#
#   awk -v tree=FOLDER/ -f leaks.awk [lab=NAME kind=public FILE... kind=secret FILE...]... kind=tree FILE...
#
# The files of the tree are read once, for all labs: they are most of the work.
# Prints each line that it finds, as "FILE:LINE: text (from SOLUTION:LINE)", and last the number of lines that it has
# looked for. Exit status 1 when it has found one. Lines that everybody would write, and lines of public files of the
# same lab, are no secret.

function bare(text) {
    gsub(/[ \t\r]/, "", text)
    sub(/^[\/*+>|#-]+/, "", text)
    return text
}

function code(text) {
    sub(/\/\/.*/, "", text)
    return text
}

# "}", "return;", "if (n < 3) return;": fewer than 12 characters, or fewer than two names that are no words of C's.
function trivial(text, names, name) {
    while (match(text, /[A-Za-z_][A-Za-z_0-9]*/)) {
        name = substr(text, RSTART, RLENGTH)
        names += !(name in c_words)
        text = substr(text, RSTART + RLENGTH)
    }
    return names < 2
}

BEGIN {
    split("if else for while do return break continue int float double char bool void unsigned const static true false",
          list, " ")
    for (i in list) c_words[list[i]]
}

function learn(text, key) {
    key = bare(text)
    if (length(key) < 12 || trivial(text) || key in public || key in secret) return
    secret[key] = FILENAME ":" FNR
    lines++
}

function look(text, key) {
    key = bare(text)
    if (!(key in secret)) return 0
    shown = index(FILENAME, tree) == 1 ? substr(FILENAME, length(tree) + 1) : FILENAME
    original = $0
    sub(/^[ \t]+/, "", original)
    printf "%s:%d: %s (from %s)\n", shown, FNR, original, secret[key]
    return found = 1
}

lab != last_lab {
    split("", public)
    last_lab = lab
}

kind == "public" {
    public[bare($0)]
    public[bare(code($0))]
    next
}

kind == "secret" && FILENAME ~ /answers\.txt$/ { # short, and a secret all the same
    if ($0 ~ /^[^#=]*=[ \t]*[^ \t]/ && !(bare($0) in secret)) {
        secret[bare($0)] = FILENAME ":" FNR
        lines++
    }
    next
}

kind == "secret" {
    learn($0)
    learn(code($0))
}

kind == "tree" {
    if (!look($0) && index($0, "//")) look(code($0))
}

END {
    print lines + 0
    exit found
}
