// Finds the copies of a march from one plane's variable to another's.
#include "grader/cause/move_line.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "grader/c_text/source_lines.h"

enum { MOVES = 24, NEAR = 12 };

typedef struct {
    MoveLine move[MOVES];
    int count;
    int begin, end; // lines of the function, from 0
} Moves;

// ---- One statement ------------------------------------------------------------------------------------------------

static void without_spaces(const char *at, const char *end, char *text, size_t size) {
    size_t length = 0;
    for (; at < end && length + 1 < size; at++)
        if (!isspace((unsigned char)*at)) text[length++] = *at;
    text[length] = 0;
}

// A name with subscripts, or without, and nothing else: "current[y][x]".
static bool read_operand(const char *at, const char *end, char *text, size_t size) {
    const Span s = trimmed(at, end);
    const char *behind = word_end(s.begin);
    if (behind == s.begin || isdigit((unsigned char)*s.begin) || (size_t)(s.end - s.begin) >= size)
        return false;
    if (behind < s.end && (*behind != '[' || s.end[-1] != ']')) return false;
    without_spaces(s.begin, s.end, text, size);
    return true;
}

static const char *statement_begin(const char *at, const char *end) {
    while (at < end && (isspace((unsigned char)*at) || *at == '{' || *at == '}')) at++;
    return at;
}

static bool read_move(const char *at, const char *end, MoveLine *m) {
    at = statement_begin(at, end);
    const char *mark = memchr(at, '=', (size_t)(end - at));
    return mark && mark[1] != '=' && read_operand(at, mark, m->to, sizeof m->to) &&
           read_operand(mark + 1, end, m->from, sizeof m->from);
}

// ---- The function -------------------------------------------------------------------------------------------------

static bool begins_function(const char *line) {
    return is_word(line[0]);
}

static void collect_moves(const SourceLines *t, int line, Moves *m) {
    m->count = 0;
    m->begin = m->end = line - 1;
    while (m->begin > 0 && !begins_function(t->line[m->begin])) m->begin--;
    while (m->end + 1 < t->count && t->line[m->end][0] != '}') m->end++;
    for (int i = m->begin; i < m->end; i++) {
        const char *at = t->line[i], *end;
        for (; (end = strchr(at, ';')) && m->count < MOVES; at = end + 1)
            if (read_move(at, end, &m->move[m->count])) m->move[m->count++].line = i + 1;
    }
}

static bool read_moves(const char *path, int line, SourceLines *t, Moves *m) {
    if (!read_lines(t, path)) return false;
    if (line > 0 && line <= t->count) return collect_moves(t, line, m), true;
    free_lines(t);
    return false;
}

// Does a statement of the line give the name a new value? One that declares it does not. What a call is handed may be exchanged.
static bool sets(const char *line, const char *name) {
    if (find_name(line, line, name) && (strstr(line, "swap") || strstr(line, "exchange"))) return true;
    for (const char *at = line; (at = find_word(line, at, name)); at++) {
        const char *before = before_blanks(line, at), *behind = at + strlen(name);
        behind += strspn(behind, " ");
        const bool stepped = before - line > 1 && before[-1] == before[-2] && strchr("+-", before[-1]),
                   begins = before == line || strchr(strstr(line, "for (") ? ";{})," : ";{})", before[-1]);
        if (stepped) return true;
        if (begins && *behind && strchr("=+-^*%", *behind) && behind[1] != '[') return true;
    }
    return false;
}

bool stores_to_one_place(const char *path, int line, char *name, size_t size) {
    static SourceLines t;
    Moves m;
    if (!read_moves(path, line, &t, &m)) return false;
    const char *at = statement_begin(t.line[line - 1], t.line[line - 1] + strlen(t.line[line - 1]));
    const size_t length = *at == '*' ? strcspn(at + 1, " =") : 0;
    bool stays = length && length < size && at[1 + length + strspn(at + 1 + length, " ")] == '=';
    if (stays) snprintf(name, size, "%.*s", (int)length, at + 1);
    for (int i = m.begin; i < m.end && stays; i++) stays = !sets(t.line[i], name);
    free_lines(&t);
    return stays;
}

static const char *subscripts(const char *operand) {
    return operand + strcspn(operand, "[");
}

// Is a move from what the one before it, not far above, has overwritten? A value that goes on to a cell of another shape is shown there.
static bool comes_late(const MoveLine *move, const MoveLine *before) {
    return move->line - before->line <= NEAR && !strcmp(move->from, before->to) &&
           strcmp(move->from, move->to) && !strcmp(subscripts(move->from), subscripts(move->to));
}

bool find_late_move(const char *path, int line, MoveLine *late, MoveLine *before, bool *round) {
    static SourceLines t;
    Moves m;
    bool found = false;
    if (!read_moves(path, line, &t, &m)) return false;
    for (int i = 1; i < m.count && !found; i++)
        for (int k = 0; k < i && !found; k++)
            if (comes_late(&m.move[i], &m.move[k])) *late = m.move[i], *before = m.move[k], found = true;
    *round = false;
    for (int i = 0; i < m.count && found; i++) *round |= !strcmp(m.move[i].from, late->to);
    free_lines(&t);
    return found;
}

// ---- Names of planes ----------------------------------------------------------------------------------------------

// Does what stands before a * make it one of a declaration, or one that follows a pointer, and no product?
static bool begins_pointer(const char *line, const char *star) {
    star = before_blanks(line, star);
    if (star == line || strchr("(,{;=&", star[-1])) return true;
    for (; star > line; star--)
        if (!is_word(star[-1]) && !isspace((unsigned char)star[-1])) return false;
    return true;
}

// Is it a pointer, or the number of a plane, "planes[name]", on this line?
static bool names_plane(const char *line, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = line; (at = find_word(line, at, name)); at++)
        if (at > line &&
            ((at[-1] == '[' && at[length] == ']') || (at[-1] == '*' && begins_pointer(line, at - 1))))
            return true;
    return false;
}

static bool is_plane(const SourceLines *t, const Moves *m, const char *name) {
    for (int i = m->begin; i < m->end; i++)
        if (names_plane(t->line[i], name)) return true;
    return false;
}

bool find_shared_move(const char *path, int line, MoveLine *move) {
    static SourceLines t;
    Moves m;
    bool found = false;
    if (!read_moves(path, line, &t, &m)) return false;
    for (int i = 0; i < m.count && !found; i++) {
        bool set = !is_plane(&t, &m, m.move[i].to) || !is_plane(&t, &m, m.move[i].from);
        for (int k = m.begin; k < m.end && !set; k++) set = sets(t.line[k], m.move[i].from);
        if (!set) *move = m.move[i], found = true;
    }
    free_lines(&t);
    return found;
}
