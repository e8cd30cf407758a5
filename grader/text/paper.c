// Wraps words to the width of the terminal.
#include "grader/text/paper.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { LABEL_WIDTH = 8, PRINT_MAX = 8192 };

Paper paper_open(FILE *stream, ColorChoice choice) {
    Paper paper = {.stream = stream, .width = PAPER_WIDTH_MAX};
    bool terminal = isatty(fileno(stream));
    struct winsize size;
    if (terminal && ioctl(fileno(stream), TIOCGWINSZ, &size) == 0) paper.columns = size.ws_col;
    const char *columns =
        terminal ? NULL : getenv("COLUMNS"); // exported by one who shows what is written here
    if (columns && atoi(columns) > 0) paper.columns = atoi(columns);
    if (paper.columns && paper.columns < PAPER_WIDTH_MIN) paper.columns = PAPER_WIDTH_MIN;
    if (paper.columns && paper.columns < paper.width) paper.width = paper.columns;
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    bool wanted = terminal && !(no_color && *no_color) && !(term && !strcmp(term, "dumb"));
    paper.color = choice == COLOR_ALWAYS || (choice == COLOR_AUTO && wanted);
    return paper;
}

const char *style_begin(const Paper *paper, Style style) {
    static const char *const code[] = {"", "\033[1m", "\033[32m", "\033[31m", "\033[33m", "\033[2m"};
    return paper->color ? code[style] : "";
}

const char *style_end(const Paper *paper, Style style) {
    return paper->color && style != STYLE_PLAIN ? "\033[0m" : "";
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

void paper_words(const Paper *paper, int first, int rest, Style style, const char *text) {
    int at = 0, indent = first;
    fputs(style_begin(paper, style), paper->stream);
    while (*(text += strspn(text, " \n"))) {
        size_t size = strcspn(text, " \n");
        int width = columns(text, size);
        if (at > indent && at + 1 + width > paper->width) {
            fputc('\n', paper->stream);
            at = 0;
            indent = rest;
        }
        if (at == 0)
            at = fprintf(paper->stream, "%*s", indent, "");
        else if (at > indent)
            at += fprintf(paper->stream, " ");
        if (width > paper->width - indent) { // only at the start of a line
            size = bytes_of(text, size, paper->width - at);
            width = columns(text, size);
        }
        fwrite(text, 1, size, paper->stream);
        at += width;
        text += size;
    }
    fprintf(paper->stream, "%s\n", style_end(paper, style));
}

void paper_print(const Paper *paper, int first, int rest, Style style, const char *format, ...) {
    char text[PRINT_MAX];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    paper_words(paper, first, rest, style, text);
}

void paper_entry(const Paper *paper, const char *label, Style style, const char *text) {
    char line[PRINT_MAX];
    // The label is the first word; its padding is made of the indentation of what follows.
    fprintf(paper->stream, "%s%-*s%s", style_begin(paper, STYLE_BOLD), LABEL_WIDTH, label,
            style_end(paper, STYLE_BOLD));
    snprintf(line, sizeof line, "%s", text);
    Paper beside = *paper;
    beside.width -= LABEL_WIDTH;
    char *wrapped = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&wrapped, &size);
    if (!memory) return;
    beside.stream = memory;
    beside.color = false;
    paper_words(&beside, 0, 0, STYLE_PLAIN, line);
    fclose(memory);
    char *rest = NULL;
    int number = 0;
    for (char *part = strtok_r(wrapped, "\n", &rest); part; part = strtok_r(NULL, "\n", &rest))
        fprintf(paper->stream, "%*s%s%s%s\n", number++ ? LABEL_WIDTH : 0, "", style_begin(paper, style), part,
                style_end(paper, style));
    if (!number) fputc('\n', paper->stream);
    free(wrapped);
}

void paper_blank(const Paper *paper) {
    fputc('\n', paper->stream);
}
