// What the student's code printed, and the picture that it made.
#include <stdlib.h>
#include <string.h>

#include "grader/report/report.h"
#include "grader/text/clean.h"

enum { OUTPUT_LINES = 20 };

// Bytes of the next line of at most `width` columns: up to a blank where there is one, so that no word is broken that fits
// a line.
static size_t line_part(const char *text, int width) {
    size_t part = first_columns(text, width);
    if (!text[part] || text[part] == ' ') return part;
    size_t word = part;
    while (word > 0 && text[word - 1] != ' ') word--;
    while (word > 0 && text[word - 1] == ' ') word--;
    return word > 0 ? word : part;
}

// One line of the student's output, cleaned and broken at the width. Returns how many lines it would
// take, and prints `most` of them.
static int print_output_line(const Writer *writer, const char *line, size_t length, int most) {
    char *text = malloc(4 * length + 1);
    int lines = 0;
    if (!text) return most + 1;
    clean_text(text, 4 * length + 1, line, length);
    const char *at = text;
    do {
        size_t part = line_part(at, writer->width - 4);
        if (lines++ < most) fprintf(writer->stream, "  | %.*s\n", (int)part, at);
        at += part;
        if (*at == ' ') at += strspn(at, " ");
    } while (*at);
    free(text);
    return lines;
}

void print_output(const Writer *writer, const LabResult *result) {
    if (!result->output_size) return;
    int lines = 0;
    size_t at = 0;
    writer_words(writer, 0, 0, STYLE_BOLD, "What your code printed");
    while (at < result->output_size && lines < OUTPUT_LINES) {
        const char *start = result->output + at, *end = memchr(start, '\n', result->output_size - at);
        size_t length = end ? (size_t)(end - start) : result->output_size - at;
        lines += print_output_line(writer, start, length, OUTPUT_LINES - lines);
        at += length + 1;
    }
    if (at < result->output_size || lines > OUTPUT_LINES || result->output_cut)
        writer_words(writer, 2, 4, STYLE_FAINT, "(the rest is left out)");
    writer_blank(writer);
}

void print_drawing(const Writer *writer, const LabResult *result) {
    for (int i = 0; i < result->graded_count; i++) {
        const char *line = result->cases[i].drawing;
        if (!*line) continue;
        writer_words(writer, 0, 0, STYLE_BOLD, result->spec->picture.title);
        for (size_t length; (length = strcspn(line, "\n")) > 0; line += length + 1)
            fprintf(writer->stream, "  %.*s\n", (int)length, line); // its blanks are part of it
        writer_blank(writer);
    }
}
