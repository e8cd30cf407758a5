// Reads PTX line by line.
#include "grader/edits/ptx_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *ptx;
    size_t at, end; // of the line
    int file;       // number of the source among those of the text; -1: it is not there
    int function, line;
    bool inside; // of a function
} Reading;

bool ptx_span_is(const char *ptx, PtxSpan span, const char *word) {
    return span.size == strlen(word) && !memcmp(ptx + span.at, word, span.size);
}

bool ptx_span_begins(const char *ptx, PtxSpan span, const char *word) {
    const size_t size = strlen(word);
    return span.size >= size && !memcmp(ptx + span.at, word, size);
}

bool ptx_spans_equal(const char *ptx, PtxSpan a, PtxSpan b) {
    return a.size == b.size && !memcmp(ptx + a.at, ptx + b.at, a.size);
}

static size_t line_end(const char *ptx, size_t size, size_t at) {
    const char *end = memchr(ptx + at, '\n', size - at);
    return end ? (size_t)(end - ptx) : size;
}

static bool line_begins(const Reading *r, const char *word) {
    const size_t size = strlen(word);
    return r->end - r->at >= size && !memcmp(r->ptx + r->at, word, size);
}

static const char *name_in(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// The number of the file of this name: a line `.file 1 "/path/name.cu"` says it.
static int number_of_file(const char *ptx, size_t size, const char *source) {
    char wanted[300], line[4400];
    snprintf(wanted, sizeof wanted, "/%.*s\"", (int)sizeof wanted - 3, name_in(source));
    for (size_t at = 0; at < size; at = line_end(ptx, size, at) + 1) {
        int number;
        snprintf(line, sizeof line, "%.*s", (int)(line_end(ptx, size, at) - at), ptx + at);
        if (sscanf(line, " .file %d", &number) == 1 && strstr(line, wanted)) return number;
    }
    return -1;
}

static PtxLine *add(PtxLines *lines, const Reading *r) {
    if (lines->count == lines->room) {
        const int room = lines->room ? 2 * lines->room : 1024;
        PtxLine *grown = realloc(lines->list, (size_t)room * sizeof *grown);
        if (!grown) {
            lines->no_memory = true;
            return NULL;
        }
        lines->list = grown;
        lines->room = room;
    }
    PtxLine *line = &lines->list[lines->count++];
    *line = (PtxLine){.function = r->function, .line = r->line};
    return line;
}

static size_t skip_blanks(const Reading *r, size_t at) {
    while (at < r->end && isspace((unsigned char)r->ptx[at])) at++;
    return at;
}

static PtxSpan word_at(const Reading *r, size_t at) {
    size_t end = at;
    while (end < r->end && !isspace((unsigned char)r->ptx[end]) && r->ptx[end] != ';') end++;
    return (PtxSpan){at, end - at};
}

// Operands are divided by commas and end with a semicolon. One in brackets or braces is one.
static void read_operands(const Reading *r, PtxLine *line, size_t at) {
    while (at < r->end && r->ptx[at] != ';' && line->operands < PTX_OPERANDS) {
        size_t end = at;
        for (int depth = 0; end < r->end && r->ptx[end] != ';' && (depth || r->ptx[end] != ','); end++)
            depth += (r->ptx[end] == '{' || r->ptx[end] == '[') - (r->ptx[end] == '}' || r->ptx[end] == ']');
        line->operand[line->operands++] = (PtxSpan){at, end - at};
        at = skip_blanks(r, end < r->end && r->ptx[end] == ',' ? end + 1 : end);
    }
}

static void read_instruction(PtxLines *lines, const Reading *r, size_t at) {
    PtxLine *line = add(lines, r);
    if (!line) return;
    line->whole = (PtxSpan){at, r->end - at};
    if (r->ptx[at] == '@') {
        line->guard = word_at(r, at);
        at = skip_blanks(r, at + line->guard.size);
    }
    line->opcode = word_at(r, at);
    read_operands(r, line, skip_blanks(r, at + line->opcode.size));
}

static void read_label(PtxLines *lines, const Reading *r, size_t colon) {
    PtxLine *line = add(lines, r);
    if (!line) return;
    line->label = true;
    line->whole = (PtxSpan){r->at, colon - r->at};
}

static void read_line(PtxLines *lines, Reading *r) {
    int file, number;
    const size_t at = skip_blanks(r, r->at);
    char head[60];
    snprintf(head, sizeof head, "%.*s", (int)(r->end - at), r->ptx + at);
    if (line_begins(r, "{")) {
        r->inside = true;
        r->function++;
        r->line = 0;
    } else if (line_begins(r, "}")) {
        r->inside = false;
    } else if (!r->inside || at == r->end) {
        return;
    } else if (sscanf(head, ".loc %d %d", &file, &number) == 2) {
        r->line = file == r->file ? number : 0;
    } else if (line_begins(r, "$") && r->ptx[r->end - 1] == ':') {
        read_label(lines, r, r->end - 1);
    } else if (r->ptx[at] != '.' && r->ptx[at] != '{' && r->ptx[at] != '}' && r->ptx[at] != '/' &&
               r->ptx[r->end - 1] == ';') {
        read_instruction(lines, r, at);
    }
}

bool ptx_lines_read(PtxLines *lines, const char *ptx, size_t size, const char *source) {
    *lines = (PtxLines){0};
    Reading r = {.ptx = ptx, .file = number_of_file(ptx, size, source), .function = -1};
    for (r.at = 0; r.at < size && !lines->no_memory; r.at = r.end + 1) {
        r.end = line_end(ptx, size, r.at);
        read_line(lines, &r);
    }
    return !lines->no_memory;
}

void ptx_lines_free(PtxLines *lines) {
    free(lines->list);
    *lines = (PtxLines){0};
}
