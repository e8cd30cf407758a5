// Prints a table of counts: the label to the left, each column as wide as its widest word.
#include "grader/report/table.h"

#include <math.h>
#include <string.h>

#include "grader/text/append.h"

enum { CELL = 24, GAP = 2, HEADING_LINES = 3 };

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

// The widest word of a heading: headings are broken between words.
static size_t widest_word(const char *heading) {
    size_t widest = 0;
    while (*heading) {
        size_t length = strcspn(heading, " ");
        if (length > widest) widest = length;
        heading += length + (heading[length] == ' ');
    }
    return widest;
}

typedef struct {
    const LabResult *result;
    const LabTable *table;
    size_t label, width[SPEC_COLUMNS];
    Cell cells[SPEC_ROWS][SPEC_COLUMNS];
} Layout;

static void fill_layout(Layout *l) {
    for (int c = 0; c < l->table->column_count; c++) l->width[c] = widest_word(l->table->columns[c].heading);
    for (int r = 0; r < l->table->row_count; r++) {
        const CaseResult *run = find_case(l->result, &l->table->rows[r].key);
        size_t label = strlen(l->table->rows[r].label);
        if (label > l->label) l->label = label;
        for (int c = 0; run->passed && c < l->table->column_count; c++) {
            const char *expression = l->table->columns[c].expression;
            l->cells[r][c] = number_cell(counted_value(l->result->spec, run, expression));
            size_t length = strlen(l->cells[r][c].text);
            if (length > l->width[c]) l->width[c] = length;
        }
    }
}

// Copies the next line of a heading that fits the width, and moves past it.
static void next_heading_line(const char **heading, size_t width, char *line) {
    size_t taken = 0;
    line[0] = 0;
    while (**heading) {
        size_t word = strcspn(*heading, " ");
        if (taken && taken + 1 + word > width) return;
        if (taken) line[taken++] = ' ';
        memcpy(line + taken, *heading, word);
        taken += word;
        line[taken] = 0;
        *heading += word + ((*heading)[word] == ' ');
    }
}

static void print_headings(const Paper *paper, const Layout *l) {
    const char *rest[SPEC_COLUMNS];
    for (int c = 0; c < l->table->column_count; c++) rest[c] = l->table->columns[c].heading;
    for (bool more = true; more;) {
        char text[600] = "", line[48];
        more = false;
        append(text, sizeof text, "%-*s", (int)l->label, "");
        for (int c = 0; c < l->table->column_count; c++) {
            next_heading_line(&rest[c], l->width[c], line);
            append(text, sizeof text, "%*s%*s", GAP, "", (int)l->width[c], line);
            more |= *rest[c] != 0;
        }
        size_t length = strlen(text);
        while (length && text[length - 1] == ' ') text[--length] = 0;
        fprintf(paper->stream, "  %s%s%s\n", style_begin(paper, STYLE_FAINT), text,
                style_end(paper, STYLE_FAINT));
    }
}

static void print_row(const Paper *paper, const Layout *l, int row) {
    const CaseResult *run = find_case(l->result, &l->table->rows[row].key);
    fprintf(paper->stream, "  %-*s", (int)l->label, l->table->rows[row].label);
    for (int c = 0; c < l->table->column_count; c++)
        fprintf(paper->stream, "%*s%*s", GAP, "", (int)l->width[c],
                run->passed ? l->cells[row][c].text : "-");
    fputc('\n', paper->stream);
    if (!run->passed) paper_words(paper, (int)l->label + 4, (int)l->label + 4, STYLE_WARN, run->message);
}

void print_table(const Paper *paper, const LabResult *result, int table) {
    static Layout l;
    memset(&l, 0, sizeof l);
    l.result = result;
    l.table = &result->spec->tables[table];
    fill_layout(&l);
    paper_print(paper, 0, 2, STYLE_BOLD, "%s", l.table->title);
    paper_print(paper, 0, 2, STYLE_FAINT, "counted on a simulated %s (no GPU used)",
                result->device_name[0] ? result->device_name : "GPU");
    paper_blank(paper);
    print_headings(paper, &l);
    for (int r = 0; r < l.table->row_count; r++) print_row(paper, &l, r);
    if (l.table->note_count) paper_blank(paper);
    for (int i = 0; i < l.table->note_count; i++) paper_words(paper, 2, 2, STYLE_PLAIN, l.table->notes[i]);
}
