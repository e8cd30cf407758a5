# Makes a man page from the help text of a command: lines that are indented by two blanks and have two columns become
# tagged paragraphs, the rest running text.
#
#   ./grade --help | awk -v name=grade -v summary='grades CUDA labs' -v version=0.2.0 -f docs/man/man.awk > grade.1

function roff(text) {
    gsub(/\\/, "\\e", text)
    gsub(/-/, "\\-", text)
    sub(/^[.']/, "\\\\\\&&", text)
    return text
}

BEGIN {
    printf ".TH %s 1 \"\" \"Warpbook %s\" \"Warpbook\"\n", toupper(name), version
    printf ".SH NAME\n%s \\- %s\n.SH SYNOPSIS\n", roff(name), roff(summary)
    printf ".nf\n"
    if (name == "grade") printf "%s\n", roff("./grade [COMMAND | LAB [FILE.cu]] [options]")
    section = "synopsis"
}

function describe() {
    if (section != "synopsis") return
    printf ".fi\n.SH DESCRIPTION\n"
    section = "description"
}

/^\.\/grade / && section == "synopsis" { print roff($0); next }

/^Exit status: / {
    describe()
    print ".SH EXIT STATUS"
    sub(/^Exit status: /, "")
    print roff($0)
    next
}

/^$/ { describe(); print ".PP"; next }

match($0, /^  [^ ].*[^ ]  +[^ ]/) { # a tag, then at least two blanks, then what it means
    describe()
    line = substr($0, 3)
    split(line, column, /   *[^ ]/)
    tag = column[1]
    rest = substr(line, length(tag) + 1)
    sub(/^ +/, "", rest)
    printf ".TP\n.B %s\n%s\n", roff(tag), roff(rest)
    next
}

/^  -/ { describe(); printf ".TP\n.B %s\n", roff(substr($0, 3)); next }
/^  [^ ]/ { describe(); printf ".PP\n.nf\n    %s\n.fi\n.PP\n", roff(substr($0, 3)); next }

{ describe(); sub(/^ +/, ""); print roff($0) }

END {
    if (section == "synopsis") print ".fi"
    printf ".SH SEE ALSO\n.BR grade (1),\n.BR grade\\-run (1)\n"
}
