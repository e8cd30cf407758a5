// Wraps words to the width of the terminal.
#include "grader/text/writer.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LABEL_WIDTH = 8, PRINT_MAX = 8192 };

Writer writer_open(FILE *stream, ColorChoice choice) {
    Writer writer = {.stream = stream, .width = WRITER_WIDTH_MAX};
    bool terminal = isatty(fileno(stream));
    struct winsize size;
    if (terminal && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0) writer.columns = size.ws_col;
    const char *columns =
        terminal ? NULL : getenv("COLUMNS"); // exported by one who shows what is written here
    if (columns && atoi(columns) > 0) writer.columns = atoi(columns);
    if (writer.columns && writer.columns < WRITER_WIDTH_MIN) writer.columns = WRITER_WIDTH_MIN;
    if (writer.columns && writer.columns < writer.width) writer.width = writer.columns;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool wanted = terminal && !(no_color && *no_color) && !(term && !strcmp(term, "dumb"));
    writer.color = choice == COLOR_ALWAYS || (choice == COLOR_AUTO && wanted);
    return writer;
}

const char *style_begin(const Writer *writer, Style style) {
    static const char *const code[] = {"", "\033[1m", "\033[32m", "\033[31m", "\033[33m", "\033[2m"};
    return writer->color ? code[style] : "";
}

const char *style_end(const Writer *writer, Style style) {
    return writer->color && style != STYLE_PLAIN ? "\033[0m" : "";
}

// Columns of the UTF-8 text: one a character.
static int columns(const char *text, size_t size) {
    int count = 0;
    for (size_t i = 0; i < size; i++) count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static size_t bytes_of(const char *text, size_t size, int most) {
    size_t at = 0;
    while (at < size && columns(text, at + 1) <= most) at++;
    return at;
}

size_t first_columns(const char *text, int most) {
    return bytes_of(text, strlen(text), most);
}

// Units that stay with the number before them.
static bool is_unit(const char *word, size_t size) {
    static const char *const units[] = {"%", "ms", "us", "s", "GB/s", "KiB", "MiB", "GiB", "bytes"};
    while (size && strchr(".,;:)", word[size - 1])) size--;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (size == strlen(units[i]) && !strncmp(word, units[i], size)) return true;
    return false;
}

// The bytes of the first word, and of its unit where it is a number.
static size_t first_word(const char *text) {
    const size_t size = strcspn(text, " \n");
    if (!size || text[size] != ' ' || text[size - 1] < '0' || text[size - 1] > '9') return size;
    const char *next = text + size + 1;
    const size_t behind = strcspn(next, " \n");
    return is_unit(next, behind) ? size + 1 + behind : size;
}

void writer_words(const Writer *writer, int first, int rest, Style style, const char *text) {
    int at = 0, indent = first;
    fputs(style_begin(writer, style), writer->stream);
    while (*(text += strspn(text, " \n"))) {
        size_t size = first_word(text);
        int width = columns(text, size);
        if (at > indent && at + 1 + width > writer->width) {
            fputc('\n', writer->stream);
            at = 0;
            indent = rest;
        }
        if (at == 0)
            at = fprintf(writer->stream, "%*s", indent, "");
        else if (at > indent)
            at += fprintf(writer->stream, " ");
        if (width > writer->width - indent) { // only at the start of a line
            size = bytes_of(text, size, writer->width - at);
            width = columns(text, size);
        }
        fwrite(text, 1, size, writer->stream);
        at += width;
        text += size;
    }
    fprintf(writer->stream, "%s\n", style_end(writer, style));
}

void writer_print(const Writer *writer, int first, int rest, Style style, const char *format, ...) {
    char text[PRINT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    writer_words(writer, first, rest, style, text);
}

void writer_entry(const Writer *writer, const char *label, Style style, const char *text) {
    char line[PRINT_MAX];
    // The label is the first word; its padding is made of the indentation of what follows.
    fprintf(writer->stream, "%s%-*s%s", style_begin(writer, STYLE_BOLD), LABEL_WIDTH, label,
            style_end(writer, STYLE_BOLD));
    snprintf(line, sizeof line, "%s", text);
    Writer beside = *writer;
    beside.width -= LABEL_WIDTH;
    char *wrapped = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&wrapped, &size);
    if (!memory) return;
    beside.stream = memory;
    beside.color = false;
    writer_words(&beside, 0, 0, STYLE_PLAIN, line);
    fclose(memory);
    char *rest = NULL;
    int number = 0;
    for (char *part = strtok_r(wrapped, "\n", &rest); part; part = strtok_r(NULL, "\n", &rest))
        fprintf(writer->stream, "%*s%s%s%s\n", number++ ? LABEL_WIDTH : 0, "", style_begin(writer, style),
                part, style_end(writer, style));
    if (!number) fputc('\n', writer->stream);
    free(wrapped);
}

void writer_command(const Writer *writer, const char *label, Style style, const char *command) {
    fprintf(writer->stream, "%s%-*s%s%s%s%s\n", style_begin(writer, STYLE_BOLD), LABEL_WIDTH, label,
            style_end(writer, STYLE_BOLD), style_begin(writer, style), command, style_end(writer, style));
}

void writer_blank(const Writer *writer) {
    fputc('\n', writer->stream);
}
