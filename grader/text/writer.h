// Writes a report: to a stream with a width and, on a terminal, in colours.
#ifndef WARPBOOK_WRITER_H
#define WARPBOOK_WRITER_H

#include <stdbool.h>
#include <stdio.h>

enum { WRITER_WIDTH_MIN = 40, WRITER_WIDTH_MAX = 80 };

typedef enum { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER } ColorChoice;
typedef enum { STYLE_PLAIN, STYLE_BOLD, STYLE_GOOD, STYLE_BAD, STYLE_WARN, STYLE_FAINT } Style;

typedef struct {
    FILE *stream;
    int width;   // of text: lines that a person reads
    int columns; // that the terminal has, or COLUMNS says, for tables; 0: not known, as in a file
    bool color;
} Writer;

// Looks at the stream: its width where it is a terminal, colours where one is wanted (NO_COLOR is honoured).
Writer writer_open(FILE *stream, ColorChoice choice);

// Writes text as lines of words, the first indented by `first`, the others by `rest`. A word longer than a
// line is broken. `text` must be printable (see clean.h).
void writer_words(const Writer *writer, int first, int rest, Style style, const char *text);

// The same, formatted.
__attribute__((format(printf, 5, 6))) void writer_print(const Writer *writer, int first, int rest,
                                                        Style style, const char *format, ...);

// A label at the left and text that is wrapped beside it: "score     40 / 100".
void writer_entry(const Writer *writer, const char *label, Style style, const char *text);

// The same for a command, on one line however long it is: it is to be copied.
void writer_command(const Writer *writer, const char *label, Style style, const char *command);
void writer_blank(const Writer *writer);

// Bytes of the first `most` characters of text.
size_t first_columns(const char *text, int most);

// Colour codes, empty strings without colours.
const char *style_begin(const Writer *writer, Style style);
const char *style_end(const Writer *writer, Style style);

#endif
