# Draws which room includes which, as SVG: rooms in rows, each above all that it includes. Input: FILE, LINE, INCLUDED.
#
# Arrows that a longer way shows already are left out. An arrow that passes rows has a bend in each of them.
# Rows are ordered by the means of their neighbours' places, as Sugiyama's method has it.

function room_of(path,    part) {
    split(path, part, "/")
    return part[2]
}

# Is there a way from a to b that is longer than one arrow?
function longer_way(a, b,    i) {
    for (i = 1; i <= count; i++)
        if (name[i] != b && ((a, name[i]) in arrow) && (((name[i], b) in arrow) || longer_way(name[i], b))) return 1
    return 0
}

# The row of a room, from below: one above the highest room that it includes.
function row_of(room,    i, row, most) {
    if (room in rank) return rank[room]
    most = -1
    for (i = 1; i <= count; i++)
        if ((room, name[i]) in arrow) {
            row = row_of(name[i])
            if (row > most) most = row
        }
    return rank[room] = most + 1
}

# A room, or the bend of an arrow, in a row.
function place_in_row(node, row, width) {
    in_row[row, ++row_count[row]] = node
    wide[node] = width
    if (row > top) top = row
}

function connect(above, below) {
    parts++
    upper[parts] = above
    lower[parts] = below
}

function add_arrow(from, to,    row, bend, last) {
    last = from
    for (row = rank[from] - 1; row > rank[to]; row--) {
        bend = from ">" to "@" row
        rank[bend] = row
        place_in_row(bend, row, BEND)
        connect(last, bend)
        last = bend
    }
    connect(last, to)
    heads[++head_count] = last SUBSEP to
}

# Where the node wants to be: the mean of its neighbours' places in the rows above or below.
function wish(node, downwards,    i, sum, n) {
    for (i = 1; i <= parts; i++)
        if ((downwards ? lower[i] : upper[i]) == node) {
            sum += x[downwards ? upper[i] : lower[i]]
            n++
        }
    return n ? sum / n : x[node]
}

# Puts a row's nodes side by side, in their order, as near to their wishes as they fit.
function settle(row,    i, node, left, shift) {
    left = -1e9
    for (i = 1; i <= row_count[row]; i++) {
        node = in_row[row, i]
        x[node] = want[node]
        if (x[node] - wide[node] / 2 < left) x[node] = left + wide[node] / 2
        left = x[node] + wide[node] / 2 + GAP
        shift += want[node] - x[node]
    }
    for (i = 1; i <= row_count[row]; i++) x[in_row[row, i]] += shift / row_count[row]
}

function order(row, downwards,    i, j, node) {
    for (i = 1; i <= row_count[row]; i++) want[in_row[row, i]] = wish(in_row[row, i], downwards)
    for (i = 2; i <= row_count[row]; i++) {
        node = in_row[row, i]
        for (j = i - 1; j >= 1 && want[in_row[row, j]] > want[node]; j--) in_row[row, j + 1] = in_row[row, j]
        in_row[row, j + 1] = node
    }
    settle(row)
}

function lay_out(    sweep, row, i, left, right) {
    for (row = 0; row <= top; row++) {
        for (i = 1; i <= row_count[row]; i++) want[in_row[row, i]] = i * BOX
        settle(row)
    }
    for (sweep = 1; sweep <= 24; sweep++) {
        for (row = top - 1; row >= 0; row--) order(row, 1)
        for (row = 1; row <= top; row++) order(row, 0)
    }
    left = 1e9
    right = -1e9
    for (node in wide) {
        if (x[node] - wide[node] / 2 < left) left = x[node] - wide[node] / 2
        if (x[node] + wide[node] / 2 > right) right = x[node] + wide[node] / 2
    }
    for (node in wide) x[node] += MARGIN - left
    width = right - left + 2 * MARGIN
    height = top * STEP + HIGH + 2 * MARGIN
}

function y_of(node) {
    return MARGIN + (top - rank[node]) * STEP
}

function draw_part(above, below,    y1, y2, middle, bend) {
    bend = wide[below] == BEND
    y1 = y_of(above) + (wide[above] == BEND ? HIGH / 2 : HIGH)
    y2 = y_of(below) + (bend ? HIGH / 2 : -2)
    middle = (y1 + y2) / 2
    printf "<path d=\"M%.0f %.0fC%.0f %.0f %.0f %.0f %.0f %.0f\"%s/>\n", x[above], y1, x[above], middle, x[below], middle, x[below], y2, \
        bend ? "" : " marker-end=\"url(#head)\""
}

function draw(    i) {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" width=\"%.0f\" role=\"img\">\n", width, height, width
    print "<title>Which room of the grader includes which</title>"
    print "<!-- made by `make rooms` -->"
    print "<style>text{font:14px monospace;text-anchor:middle}path{fill:none;stroke:#667}rect{fill:#fff;stroke:#334}</style>"
    print "<marker id=\"head\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\">" \
        "<path d=\"M0 0L8 4L0 8z\" style=\"fill:#667;stroke:none\"/></marker>"
    printf "<rect width=\"%.0f\" height=\"%.0f\" style=\"fill:#f6f7f9;stroke:none\"/>\n", width, height
    for (i = 1; i <= parts; i++) draw_part(upper[i], lower[i])
    for (i = 1; i <= count; i++)
        printf "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"%d\" rx=\"5\"/><text x=\"%.0f\" y=\"%.0f\">%s</text>\n", \
            x[name[i]] - BOX / 2, y_of(name[i]), BOX, HIGH, x[name[i]], y_of(name[i]) + HIGH / 2 + 5, name[i]
    print "</svg>"
}

BEGIN { BOX = 104; HIGH = 30; GAP = 18; STEP = 74; MARGIN = 16; BEND = 12 }

{
    from = room_of($1)
    to = room_of($3)
    if (!(from in known)) name[++count] = from
    known[from] = 1
    if ($3 ~ /^grader\// && from != to) arrow[from, to] = 1
}

END {
    for (i = 1; i <= count; i++) {
        row_of(name[i])
        place_in_row(name[i], rank[name[i]], BOX)
    }
    for (i = 1; i <= count; i++)
        for (j = 1; j <= count; j++)
            if (((name[i], name[j]) in arrow) && !longer_way(name[i], name[j])) add_arrow(name[i], name[j])
    lay_out()
    draw()
}
