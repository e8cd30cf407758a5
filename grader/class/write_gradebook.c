// gradebook.csv: the instructor's own table, with one column filled and all else as it was.
//
// Canvas: the column "Lab 3 (12345)", whose number Canvas knows the assignment by; a row "Points Possible".
// Moodle: "Grade" of the grading worksheet, with "Maximum Grade" beside it, or "Assignment: Lab 3 (Real)".
// Blackboard: "Lab 3 [Total Pts: 100 Score] |4711".
// No column is ever added: Canvas would make a new assignment of it. A student without a result keeps what the
// cell holds, "EX" for an excused one too.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/class/mark.h"
#include "grader/class/stop.h"
#include "grader/text/append.h"

typedef struct {
    const Csv *table;
    int column, maximum; // columns; `maximum` is -1 where no column has it
    double possible;     // points of the whole column, 0 where no row has them
    int filled, lowered;
} Gradebook;

// "Lab 3 (12345)" and "Assignment: LAB3 (Real)" name lab3: letters and digits alone, what stands in brackets left out.
static bool names_lab(const char *heading, const LabSpec *spec) {
    char plain[200], lab[200], title[200];
    const char *from[] = {heading, spec->name, spec->title};
    char *to[] = {plain, lab, title};
    for (int i = 0; i < 3; i++) {
        size_t length = 0;
        for (const char *c = from[i]; *c && *c != '(' && *c != '[' && length + 1 < sizeof plain; c++)
            if (isalnum((unsigned char)*c)) to[i][length++] = (char)tolower(*c);
        to[i][length] = 0;
    }
    const char *found = strstr(plain, lab);
    return (found && !isdigit((unsigned char)found[strlen(lab)])) || strstr(plain, title);
}

static int find_heading(const Csv *table, const char *heading) {
    for (int i = 0; i < table->rows[0].count; i++)
        if (!strcasecmp(csv_cell(table, 0, i), heading)) return i;
    return -1;
}

// The column that the instructor means: its whole heading, or what stands there before the system's own signs.
static int find_given(const Csv *table, const char *given) {
    int whole = find_heading(table, given);
    for (int i = 0; whole < 0 && i < table->rows[0].count; i++) {
        const char *heading = csv_cell(table, 0, i);
        size_t length = strlen(given);
        if (!strncasecmp(heading, given, length) &&
            (!strncmp(heading + length, " (", 2) || !strncmp(heading + length, " [", 2)))
            whole = i;
    }
    return whole;
}

static bool read_only(const Csv *table, int column) {
    return strstr(csv_cell(table, 1, column), "read only") || strstr(csv_cell(table, 2, column), "read only");
}

// -1 with a line on standard output where no column, or more than one, can be meant.
static int find_column(const Outputs *o, const Csv *table) {
    int found = o->column ? find_given(table, o->column) : find_heading(table, "Grade");
    if (!o->column && find_heading(table, "Maximum Grade") < 0) found = -1; // no worksheet of Moodle's
    if (found >= 0) return found;
    for (int i = 0; i < table->rows[0].count && !o->column; i++) {
        if (!names_lab(csv_cell(table, 0, i), o->spec) || read_only(table, i)) continue;
        if (found >= 0) {
            printf("  gradebook  not written: \"%s\" and \"%s\" both name %s. Say which: --column NAME\n",
                   csv_cell(table, 0, found), csv_cell(table, 0, i), o->spec->name);
            return -1;
        }
        found = i;
    }
    if (found < 0 && o->column)
        printf("  gradebook  not written: the roster has no column \"%s\", and none is ever added\n",
               o->column);
    return found;
}

// With a decimal point or comma.
static double number(const char *text) {
    char plain[64];
    snprintf(plain, sizeof plain, "%s", text);
    char *comma = strchr(plain, ',');
    if (comma && !strchr(plain, '.')) *comma = '.';
    return atof(plain);
}

static double possible_points(const Csv *table, int column) {
    for (int row = 1; row < table->count && row < 4; row++) {
        const char *first = csv_cell(table, row, 0);
        if (!strncmp(first + strspn(first, " "), "Points Possible", 15))
            return number(csv_cell(table, row, column));
    }
    const char *total = strstr(csv_cell(table, 0, column), "[Total Pts: "); // Blackboard
    return total ? number(total + strlen("[Total Pts: ")) : 0;
}

static double scale(const Gradebook *g, const Mark *mark, int row) {
    double most = g->maximum >= 0 ? number(csv_cell(g->table, row, g->maximum)) : g->possible;
    return most > 0 ? most / mark->lab_points : 1;
}

static void write_row(FILE *stream, const Gradebook *g, int row, const char *score) {
    const CsvRow *r = &g->table->rows[row];
    for (int i = 0; i < r->count || (score && i <= g->column); i++) {
        bool fill = score && i == g->column;
        if (i) fputc(g->table->delimiter, stream);
        csv_write(stream, fill ? score : csv_cell(g->table, row, i), g->table->delimiter,
                  i < r->count && r->quoted[i]);
    }
    fputs(g->table->crlf ? "\r\n" : "\n", stream);
}

// The text for this student's cell; false where it stays as it is.
static bool score_text(Gradebook *g, const Mark *mark, int row, char *text, size_t size) {
    const char *before = csv_cell(g->table, row, g->column);
    if (mark->state > MARK_REFUSED || !strcasecmp(before, "EX")) return false;
    double score = mark->score * scale(g, mark, row);
    snprintf(text, size, "%.10g", score);
    g->filled++;
    g->lowered += *before && number(before) > score + 0.005;
    return true;
}

static int row_of(const Outputs *o, const Mark *mark) {
    return mark->on_roster ? o->roster->students[atoi(mark->key + strlen("roster ")) - 1].row : -1;
}

static void write_rows(const Outputs *o, Gradebook *g, FILE *stream) {
    char(*scores)[32] = take_memory((size_t)g->table->count, sizeof *scores);
    Mark mark;
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) {
        int row = row_of(o, &mark);
        if (row >= 0 && !score_text(g, &mark, row, scores[row], sizeof *scores)) scores[row][0] = 0;
    }
    if (g->table->bom) fputs("\xef\xbb\xbf", stream);
    for (int row = 0; row < g->table->count; row++)
        write_row(stream, g, row, scores[row][0] ? scores[row] : NULL);
    free(scores);
}

void write_gradebook(const Outputs *o) {
    if (!o->roster) return;
    Gradebook g = {.table = &o->roster->table};
    g.column = find_column(o, g.table);
    if (g.column < 0) return;
    g.maximum = find_heading(g.table, "Maximum Grade");
    g.possible = possible_points(g.table, g.column);
    OutputFile file = output_begin(o->out, "gradebook.csv");
    write_rows(o, &g, file.stream);
    output_end(&file);
    printf("  gradebook  column \"%s\": %s\n", csv_cell(g.table, 0, g.column),
           several(g.filled, "score").text);
    if (g.possible > 0 && g.possible != spec_points(o->spec, -1))
        printf("             scaled to its %s\n", several(g.possible, "point").text);
    if (g.lowered)
        printf("             %d %s lower than what stood there: compare before you import\n", g.lowered,
               g.lowered == 1 ? "is" : "are");
}
