// Reads and writes tables of text as spreadsheets and course systems exchange them (RFC 4180).
#ifndef WARPBOOK_CLASS_CSV_H
#define WARPBOOK_CLASS_CSV_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

typedef struct {
    char **cells;
    char *quoted; // for each cell: did it stand in quotes?
    int count;
    int line; // of the file, the first of several
} CsvRow;

typedef struct {
    CsvRow *rows;
    int count;
    char delimiter;      // the one of , ; and tab that the first line has most of
    bool crlf;           // lines end with a carriage return too
    bool bom;            // begins with the byte order mark of UTF-8
    bool windows;        // is no UTF-8, and taken for Windows-1252
    bool says_delimiter; // begins with a line "sep=;", as spreadsheets write it
    int open_quote;      // line of a cell whose quote is never closed, 0: none
} Csv;

// Reads a file of at most 64 MiB; rows without any text are left out. False with one sentence in `error`, for a file in UTF-16 and
// for a quote that is not closed, too: the rows behind it would be one cell.
bool csv_read(Csv *csv, const char *path, char *error, size_t error_size);

// The same from memory: the table of `size` bytes at `text`.
void csv_parse(Csv *csv, const char *text, size_t size);
void csv_free(Csv *csv);

// Cell of a row, "" beyond its end.
const char *csv_cell(const Csv *csv, int row, int column);

// A cell's text as UTF-8, whatever the table is in. The caller frees it.
char *csv_utf8(const Csv *csv, const char *text);

// Writes one cell as it is, in quotes where it needs them or `quoted` says so.
void csv_write(FILE *stream, const char *text, char delimiter, bool quoted);

// Writes a cell with text from an untrusted side: printable, and no spreadsheet takes it for a formula, since
// one that begins like a formula gets an apostrophe before it.
void csv_write_text(FILE *stream, const char *text, char delimiter);

#endif
