// Tables of text: RFC 4180, and what spreadsheets make of it.
#include "grader/class/csv.h"

#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/stop.h"
#include "grader/grading/replace_file.h"
#include "grader/text/clean.h"

static const char byte_order_mark[] = "\xef\xbb\xbf";

static char guess_delimiter(const char *text, size_t size) {
    static const char choices[] = ",;\t";
    size_t best = 0, most = 0;
    for (size_t i = 0; choices[i]; i++) {
        size_t count = 0;
        bool quoted = false;
        for (size_t at = 0; at < size && (quoted || text[at] != '\n'); at++) {
            quoted ^= text[at] == '"';
            count += !quoted && text[at] == choices[i];
        }
        if (count > most) best = i, most = count;
    }
    return choices[best];
}

static void add_cell(CsvRow *row, char *cell, bool quoted) {
    row->cells = more_memory(row->cells, (size_t)row->count + 1, sizeof *row->cells);
    row->quoted = more_memory(row->quoted, (size_t)row->count + 1, 1);
    row->cells[row->count] = cell;
    row->quoted[row->count++] = quoted;
}

static void free_row(CsvRow *row) {
    for (int i = 0; i < row->count; i++) free(row->cells[i]);
    free(row->cells);
    free(row->quoted);
}

// One cell from text[*at]; leaves *at at the delimiter or the line's end behind it. *open: its quote is never closed.
static char *read_cell(const char *text, size_t size, size_t *at, char delimiter, bool *quoted, bool *open) {
    char *cell = take_memory(size - *at + 1, 1);
    size_t length = 0;
    *quoted = *at < size && text[*at] == '"';
    bool inside = *quoted;
    *at += inside;
    for (; *at < size; ++*at) {
        char c = text[*at];
        if (inside && c == '"' && *at + 1 < size && text[*at + 1] == '"')
            cell[length++] = text[++*at];
        else if (inside && c == '"')
            inside = false;
        else if (!inside &&
                 (c == delimiter || c == '\n' || (c == '\r' && *at + 1 < size && text[*at + 1] == '\n')))
            break;
        else if (c)
            cell[length++] = c;
    }
    *open = inside;
    return more_memory(cell, length + 1, 1);
}

static bool row_has_text(const CsvRow *row) {
    for (int i = 0; i < row->count; i++)
        if (row->cells[i][0]) return true;
    return false;
}

static int line_of(const char *text, size_t at) {
    int line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    return line;
}

// Is it UTF-8? Spreadsheets of Western Europe write Windows-1252 where they are not asked for something else.
static bool is_utf8(const char *text, size_t size) {
    size_t left = size;
    iconv_t check = iconv_open("UTF-8", "UTF-8");
    char part[4096], *in = (char *)text;
    bool good = check != (iconv_t)-1;
    while (good && left) {
        char *out = part;
        size_t room = sizeof part;
        good = iconv(check, &in, &left, &out, &room) != (size_t)-1 || errno == E2BIG;
    }
    if (check != (iconv_t)-1) iconv_close(check);
    return good;
}

char *csv_utf8(const Csv *csv, const char *text) {
    size_t left = strlen(text), room = 3 * left;
    char *to = take_memory(room + 1, 1), *out = to, *in = (char *)text;
    iconv_t converter = csv->windows ? iconv_open("UTF-8", "WINDOWS-1252") : (iconv_t)-1;
    bool good = converter != (iconv_t)-1 && iconv(converter, &in, &left, &out, &room) != (size_t)-1;
    if (converter != (iconv_t)-1) iconv_close(converter);
    if (!good) strcpy(to, text);
    return to;
}

void csv_parse(Csv *csv, const char *text, size_t size) {
    *csv = (Csv){.bom = size >= 3 && !memcmp(text, byte_order_mark, 3), .windows = !is_utf8(text, size)};
    size_t at = csv->bom ? 3 : 0;
    csv->says_delimiter = size >= at + 6 && !memcmp(text + at, "sep=", 4) && strchr("\r\n", text[at + 5]);
    if (csv->says_delimiter) {
        csv->delimiter = text[at + 4];
        while (at < size && text[at++] != '\n') continue;
    } else {
        csv->delimiter = guess_delimiter(text + at, size - at);
    }
    int line = line_of(text, at);
    for (size_t begin = at; at < size; begin = at) {
        CsvRow row = {.line = line};
        for (bool more = true; more;) {
            bool quoted, open;
            size_t from = at;
            char *cell = read_cell(text, size, &at, csv->delimiter, &quoted, &open);
            if (open) csv->open_quote = line_of(text, from);
            add_cell(&row, cell, quoted);
            more = at < size && text[at] == csv->delimiter;
            at += more;
        }
        csv->crlf |= at < size && text[at] == '\r';
        at += at < size && text[at] == '\r';
        at += at < size;
        line += line_of(text + begin, at - begin) - 1;
        if (!row_has_text(&row)) {
            free_row(&row);
            continue;
        }
        csv->rows = more_memory(csv->rows, (size_t)csv->count + 1, sizeof *csv->rows);
        csv->rows[csv->count++] = row;
    }
}

bool csv_read(Csv *csv, const char *path, char *error, size_t error_size) {
    enum { MOST = 64 << 20 };
    size_t size;
    char *text = read_whole_file(path, &size);
    if (!text || size > MOST) {
        snprintf(error, error_size, "%s cannot be read: %s.", path,
                 text ? "it is larger than 64 MiB" : strerror(errno));
        free(text);
        return false;
    }
    if (size >= 2 && (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2))) {
        snprintf(error, error_size,
                 "%s is UTF-16, as \"Unicode text\" of a spreadsheet. Save it as CSV, in UTF-8.", path);
        free(text);
        return false;
    }
    for (char *c = text;
         !memchr(text, '\n', size) && (c = memchr(text, '\r', size));) // lines of an old Macintosh
        for (; c < text + size; c++)
            if (*c == '\r') *c = '\n';
    csv_parse(csv, text, size);
    free(text);
    if (!csv->open_quote) return true;
    snprintf(error, error_size,
             "%s: in line %d a cell begins with a quote that nothing closes. Export it again.", path,
             csv->open_quote);
    csv_free(csv);
    return false;
}

void csv_free(Csv *csv) {
    for (int i = 0; i < csv->count; i++) free_row(&csv->rows[i]);
    free(csv->rows);
    *csv = (Csv){0};
}

const char *csv_cell(const Csv *csv, int row, int column) {
    bool there = row >= 0 && row < csv->count && column >= 0 && column < csv->rows[row].count;
    return there ? csv->rows[row].cells[column] : "";
}

void csv_write(FILE *stream, const char *text, char delimiter, bool quoted) {
    const char special[] = {delimiter, '"', '\n', '\r', 0};
    if (!quoted && !strpbrk(text, special)) {
        fputs(text, stream);
        return;
    }
    fputc('"', stream);
    for (; *text; text++) {
        if (*text == '"') fputc('"', stream);
        fputc(*text, stream);
    }
    fputc('"', stream);
}

// Blanks and quotes may stand before a formula's sign; the wide signs are for full-width input methods.
static bool like_a_formula(const char *text) {
    static const char *const wide[] = {"\xef\xbc\x9d", "\xef\xbc\x8b", "\xef\xbc\x8d", "\xef\xbc\xa0"};
    text += strspn(text, " '\"\t\r\n");
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (!strncmp(text, wide[i], 3)) return true;
    return *text && strchr("=+-@|%", *text);
}

void csv_write_text(FILE *stream, const char *text, char delimiter) {
    size_t size = strlen(text);
    char *shown = take_memory(4 * size + 2, 1);
    bool formula = like_a_formula(text);
    shown[0] = '\'';
    clean_text(shown + formula, 4 * size + 1, text, size);
    csv_write(stream, shown, delimiter, true);
    free(shown);
}
