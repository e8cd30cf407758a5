# Finds what breaks the rules of the rooms (see `rooms`). Input: FILE, LINE, INCLUDED. `table`: the file that lists the public headers.

function folder_of(path) {
    sub(/\/[^\/]*$/, "", path)
    return path
}

function room_of(path,    part) {
    split(path, part, "/")
    return part[2]
}

function fault(text) {
    print text
    faults++
}

# | `room/` | built into | what it does | `public.h`, `headers.h` |
function read_table(    cell, name, count, i, room) {
    while ((getline row < table) > 0) {
        count = split(row, cell, "|")
        if (count < 5 || cell[2] !~ /^ `[a-z_]+\/` $/) continue
        room = cell[2]
        gsub(/[ `\/]/, "", room)
        listed[room] = 1
        count = split(cell[count - 1], name, /[^A-Za-z0-9_.\/]+/)
        for (i = 1; i <= count; i++) if (name[i] ~ /\.h$/) public["grader/" room "/" name[i]] = 1
    }
}

# Notes that `from` knows `to`, on one level of the plan, with the include that says so.
function knows(level, from, to, where) {
    if (from == to || (level, from, to) in why) return
    why[level, from, to] = where
    seen[level, from] = seen[level, to] = 1
}

# Removes, again and again, whatever knows nobody that is left: what remains stands on a circle, or leads to one.
function find_circles(level,    key, part, left, known, removed) {
    for (key in seen) {
        split(key, part, SUBSEP)
        if (part[1] == level) left[part[2]] = 1
    }
    do {
        removed = 0
        split("", known)
        for (key in why) {
            split(key, part, SUBSEP)
            if (part[1] == level && (part[2] in left) && (part[3] in left)) known[part[2]] = part[3]
        }
        for (key in left)
            if (!(key in known)) {
                delete left[key]
                removed = 1
            }
    } while (removed)
    for (key in left) return print_circle(level, key, known)
}

# Follows one arrow from each until a place comes again.
function print_circle(level, at, known,    visited, from) {
    while (!(at in visited)) {
        visited[at] = 1
        at = known[at]
    }
    from = at
    do {
        fault(why[level, from, known[from]] ": part of a circle: " from " includes " known[from])
        from = known[from]
    } while (from != at)
}

BEGIN { read_table() }

{
    where = $1 ":" $2
    rooms[room_of($1)] = 1
    if ($3 !~ /^(grader|common|labs|tests)\//) {
        fault(where ": write \"" $3 "\" as a path from the project's root")
        next
    }
    if ($3 !~ /^grader\//) next
    from = room_of($1)
    to = room_of($3)
    knows("rooms", from, to, where)
    if (from == to)
        knows("folders", folder_of($1), folder_of($3), where)
    else if (!($3 in public))
        fault(where ": " $3 " is private to its room. Public are the headers that " table " lists for " to "/")
}

END {
    for (room in rooms) if (!(room in listed)) fault("grader/" room ": " table " has no row for this room")
    for (header in public) if ((getline row < header) < 0) fault(table ": there is no " header)
    find_circles("rooms")
    find_circles("folders")
    exit faults > 0
}
