// Prints a table of counts: the label to the left, columns as wide as the terminal lets them be. What does not fit beside
// the others stands below them, with its labels once more.
#include "grader/report/table.h"

#include <math.h>
#include <string.h>

#include "grader/report/bars.h"
#include "grader/text/append.h"

enum { CELL = 24, INDENT = 2, GAP = 2, HEADING_MAX = 100 };

typedef struct {
    char text[CELL];
} Cell;

// Whole numbers as they are, others with as many digits as a reader compares.
static Cell number_cell(double value) {
    Cell cell;
    if (!isfinite(value))
        snprintf(cell.text, sizeof cell.text, "-");
    else if (value == floor(value) && fabs(value) < 1e12)
        snprintf(cell.text, sizeof cell.text, "%.0f", value);
    else
        snprintf(cell.text, sizeof cell.text, fabs(value) >= 100 ? "%.1f" : "%.2f", value);
    return cell;
}

typedef struct {
    const LabResult *result;
    const LabTable *table;
    size_t label, width[SPEC_COLUMNS]; // of the labels and of each column
    int shown_from, shown_end;         // the columns that stand side by side: range [shown_from, shown_end)
    Cell cells[SPEC_ROWS][SPEC_COLUMNS];
} Layout;

// Copies the next line of words that fit the width, and moves past it.
static void next_line(const char **words, size_t width, char *line, size_t size) {
    size_t taken = 0;
    line[0] = 0;
    while (**words) {
        size_t word = strcspn(*words, " ");
        if (taken && (taken + 1 + word > width || taken + 2 + word > size)) return;
        if (taken) line[taken++] = ' ';
        if (word > size - 1 - taken) word = size - 1 - taken;
        memcpy(line + taken, *words, word);
        taken += word;
        line[taken] = 0;
        *words += word + ((*words)[word] == ' ');
    }
}

static size_t widest_word(const char *heading) {
    size_t widest = 0;
    while (*heading) {
        size_t length = strcspn(heading, " ");
        if (length > widest) widest = length;
        heading += length + (heading[length] == ' ');
    }
    return widest;
}

static int lines_at(const char *heading, size_t width) {
    char line[HEADING_MAX];
    int lines = 0;
    for (; *heading; lines++) next_line(&heading, width, line, sizeof line);
    return lines;
}

// The width at which a heading takes no more than so many lines.
static size_t heading_width(const char *heading, int lines) {
    size_t width = widest_word(heading);
    while (lines_at(heading, width) > lines) width++;
    return width;
}

// Sets the widths of the columns for headings of so many lines. Returns how wide the table is then.
static size_t set_widths(Layout *l, int heading_lines) {
    size_t all = INDENT + l->label;
    for (int c = 0; c < l->table->column_count; c++) {
        l->width[c] = heading_width(l->table->columns[c].heading, heading_lines);
        for (int r = 0; r < l->table->row_count; r++) {
            size_t length = strlen(l->cells[r][c].text);
            if (length > l->width[c]) l->width[c] = length;
        }
        all += GAP + l->width[c];
    }
    return all;
}

// Headings take as few lines as the terminal is wide enough for. Where it is not known how wide, columns are as narrow as
// their words let them be; where it is narrow, half of it is left to the labels.
static void fill_layout(Layout *l, int columns) {
    for (int r = 0; r < l->table->row_count; r++) {
        const CaseResult *run = find_case(l->result, &l->table->rows[r].key);
        size_t label = strlen(l->table->rows[r].label);
        if (label > l->label) l->label = label;
        for (int c = 0; run->passed && c < l->table->column_count; c++) {
            const char *expression = l->table->columns[c].expression;
            l->cells[r][c] = number_cell(counted_value(l->result->spec, run, expression));
        }
    }
    const size_t narrowest = set_widths(l, HEADING_MAX);
    if (!columns) return;
    if (narrowest > (size_t)columns && l->label > (size_t)columns / 2) l->label = (size_t)columns / 2;
    for (int lines = 1; narrowest <= (size_t)columns && set_widths(l, lines) > (size_t)columns;) lines++;
}

// Takes the next columns that fit side by side, at least one. False when all were shown.
static bool take_columns(Layout *l, int columns) {
    size_t all = INDENT + l->label;
    l->shown_from = l->shown_end;
    while (l->shown_end < l->table->column_count) {
        all += GAP + l->width[l->shown_end];
        if (columns && l->shown_end > l->shown_from && all > (size_t)columns) break;
        l->shown_end++;
    }
    return l->shown_end > l->shown_from;
}

static void print_headings(const Writer *writer, const Layout *l) {
    const char *rest[SPEC_COLUMNS];
    for (int c = 0; c < l->table->column_count; c++) rest[c] = l->table->columns[c].heading;
    for (bool more = true; more;) {
        char text[600] = "", line[HEADING_MAX];
        more = false;
        append(text, sizeof text, "%-*s", (int)l->label, "");
        for (int c = l->shown_from; c < l->shown_end; c++) {
            next_line(&rest[c], l->width[c], line, sizeof line);
            append(text, sizeof text, "%*s%*s", GAP, "", (int)l->width[c], line);
            more |= *rest[c] != 0;
        }
        size_t length = strlen(text);
        while (length && text[length - 1] == ' ') text[--length] = 0;
        fprintf(writer->stream, "%*s%s%s%s\n", INDENT, "", style_begin(writer, STYLE_FAINT), text,
                style_end(writer, STYLE_FAINT));
    }
}

// A label too long for its column takes several lines; the numbers stand in its last one.
static void print_row(const Writer *writer, const Layout *l, int row) {
    const CaseResult *run = find_case(l->result, &l->table->rows[row].key);
    const char *label = l->table->rows[row].label;
    char line[HEADING_MAX];
    for (next_line(&label, l->label, line, sizeof line); *label;
         next_line(&label, l->label, line, sizeof line))
        fprintf(writer->stream, "%*s%s\n", INDENT, "", line);
    fprintf(writer->stream, "%*s%-*s", INDENT, "", (int)l->label, line);
    for (int c = l->shown_from; c < l->shown_end; c++)
        fprintf(writer->stream, "%*s%*s", GAP, "", (int)l->width[c],
                run->passed ? l->cells[row][c].text : "-");
    fputc('\n', writer->stream);
    if (run->passed || l->shown_from) return;
    const int indent = INDENT + (int)l->label + GAP;
    writer_words(writer, indent, indent, STYLE_WARN, run->message);
}

void print_table(const Writer *writer, const LabResult *result, int table) {
    static Layout l;
    memset(&l, 0, sizeof l);
    l.result = result;
    l.table = &result->spec->tables[table];
    fill_layout(&l, writer->columns);
    writer_print(writer, 0, 2, STYLE_BOLD, "%s", l.table->title);
    writer_print(writer, 0, 2, STYLE_FAINT, "counted on a simulated %s (no GPU used)",
                 result->device_name[0] ? result->device_name : "GPU");
    writer_blank(writer);
    while (take_columns(&l, writer->columns)) {
        if (l.shown_from) writer_blank(writer);
        print_headings(writer, &l);
        for (int r = 0; r < l.table->row_count; r++) print_row(writer, &l, r);
    }
    char times[300];
    const bool timed = times_note(result, table, times, sizeof times);
    if (l.table->note_count || timed) writer_blank(writer);
    if (timed) writer_words(writer, 2, 2, STYLE_PLAIN, times);
    for (int i = 0; i < l.table->note_count; i++) writer_words(writer, 2, 2, STYLE_PLAIN, l.table->notes[i]);
}
