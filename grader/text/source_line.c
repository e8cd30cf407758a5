// Shows the source line that a message speaks of.
#include "grader/text/source_line.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/clean.h"

enum { LINE_BYTES = 4096, SOURCE_BYTES_MAX = 4 << 20 };

static const char *base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

// In the project, for a file that was included: the Makefile's -I has it as ROOT/./common/grid.h. NULL for others.
static const char *in_project(const char *path) {
    const char *root = strstr(path, "/./");
    return root ? root + 3 : NULL;
}

bool in_student_file(const SourcePlace *place, const char *source_path) {
    if (place->line <= 0 || strcmp(base_name(place->file), base_name(source_path)) != 0) return false;
    const char *included = in_project(place->file);
    const size_t whole = strlen(source_path), end = included ? strlen(included) : 0;
    return end <= whole &&
           (!included || !strcmp(included, source_path + whole - end)); // else of the same name, elsewhere
}

const char *place_name(const SourcePlace *place, const char *source_path) {
    const char *included = in_project(place->file);
    if (included && !strcmp(included, source_path)) return included;
    if (in_student_file(place, source_path)) return base_name(place->file);
    return included ? included : place->file;
}

// Reads one line (1-based), cut at LINE_BYTES. The file may be anything: at most SOURCE_BYTES_MAX of it are
// read.
static bool read_line(const char *path, int number, char *line, size_t *length) {
    FILE *file = fopen(path, "r");
    if (!file) return false;
    int at = 1, c = 0;
    *length = 0;
    for (long bytes = 0; at <= number && bytes < SOURCE_BYTES_MAX && (c = getc(file)) != EOF; bytes++) {
        if (c == '\n')
            at++;
        else if (at == number && *length < LINE_BYTES)
            line[(*length)++] = (char)c;
    }
    fclose(file);
    return at > number || (at == number && *length);
}

// Columns of text[0..size-1] after tabs have become single spaces: one a character.
static int columns(const char *text, size_t size) {
    int count = 0;
    for (size_t i = 0; i < size; i++) count += ((unsigned char)text[i] & 0xc0) != 0x80;
    return count;
}

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || (c & 0x80);
}

// The beginning of the word that `at` lies in.
static const char *word_begin(const char *text, const char *at) {
    while (at > text && is_word(at[-1]) && is_word(*at)) at--;
    return at;
}

// As much of a line as there is room for, with dots where it goes on; no word is cut.
static void print_part(const Writer *writer, int number, const char *text, int room, bool begun) {
    size_t shown = strlen(text);
    const bool cut = columns(text, shown) > room;
    if (cut) {
        const char *end = word_begin(text, text + first_columns(text, room - 4));
        shown = end > text ? (size_t)(end - text) : first_columns(text, room - 4);
        while (shown > 1 && text[shown - 1] == ' ') shown--;
    }
    fprintf(writer->stream, "  %6d | %s%.*s%s\n", number, begun ? "... " : "", (int)shown, text,
            cut ? " ..." : "");
}

void print_source_line(const Writer *writer, const SourcePlace *place, const char *source_path) {
    char raw[LINE_BYTES], text[4 * LINE_BYTES + 1];
    size_t length;
    if (!in_student_file(place, source_path) || !read_line(source_path, place->line, raw, &length)) return;
    size_t start = 0;
    while (start < length && isspace((unsigned char)raw[start])) start++;
    while (length > start && isspace((unsigned char)raw[length - 1])) length--;
    clean_text(text, sizeof text, raw + start, length - start);

    // The caret stands below the column when one is known, else below the first character.
    size_t column = place->column > 0 ? (size_t)place->column - 1 : 0;
    column = column > start && column < length ? column : start;
    char before[4 * LINE_BYTES + 1];
    clean_text(before, sizeof before, raw + start, column - start);
    int caret = columns(before, strlen(before)), room = writer->width - 12;
    const char *from = text;
    const bool long_line = columns(text, strlen(text)) > room;
    if (long_line && caret > room / 2) { // what is meant stands in the middle
        const int left = caret - room / 2;
        from = text + first_columns(text, left);
        while (from > text && from[-1] != ' ') from--;
        caret -= columns(text, (size_t)(from - text)) - 4;
    }
    print_part(writer, place->line, from, room - (from > text ? 4 : 0), from > text);
    if (caret < room)
        fprintf(writer->stream, "         | %*s%s^%s\n", caret, "", style_begin(writer, STYLE_BAD),
                style_end(writer, STYLE_BAD));
}

// Is this "TODO id", and not the start of a longer id?
static const char *find_todo(const char *line, const char *wanted) {
    const char *at = strstr(line, wanted);
    if (!at) return NULL;
    at += strlen(wanted);
    bool longer = isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]));
    return longer ? NULL : at;
}

// Does the text after the id begin a task, as in "TODO 3.1: ..." and "TODO 3.1 (kernel): ..."?
static bool begins_task(const char *after) {
    if (*after == ' ') after++;
    if (*after == '(') after += strcspn(after, ")") + (strchr(after, ')') != NULL);
    return *after == ':';
}

int find_todo_line(const char *source_path, const char *id) {
    FILE *file = fopen(source_path, "r");
    if (!file) return 0;
    char line[LINE_BYTES], wanted[64];
    snprintf(wanted, sizeof wanted, "TODO %s", id);
    int mentioned = 0, found = 0;
    for (int number = 1; !found && number < 1 << 20 && fgets(line, sizeof line, file); number++) {
        const char *after = find_todo(line, wanted);
        if (after && !mentioned) mentioned = number;
        if (after && begins_task(after)) found = number;
    }
    fclose(file);
    return found ? found : mentioned;
}
