// gradebook.csv: the instructor's own table, with one column filled and all else as it was.
//
// Canvas: the column "Lab 3 (12345)", whose number Canvas knows the assignment by; a row "Points Possible".
// Moodle: "Grade" of the grading worksheet, with "Maximum Grade" beside it, or "Assignment: Lab 3 (Real)".
// Blackboard: "Lab 3 [Total Pts: 100 Score] |4711".
// GitHub Classroom: "points_awarded", with "points_available" beside it. Gradescope: "Lab 3", with "Lab 3 - Max Points".
// No column is ever added: Canvas would make a new assignment of it. A student without a result keeps what the
// cell holds, "EX" for an excused one too.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/class/mark.h"
#include "grader/class/names.h"
#include "grader/class/stop.h"
#include "grader/text/append.h"
#include "grader/text/clean.h"

enum { FEW_NAMES = 4, DECIMALS = 100000 }; // as many as Moodle keeps

// Students to be named in a line: how many, and the first of them.
typedef struct {
    int count;
    char names[400];
} Named;

typedef struct {
    const Csv *table;
    int column, maximum; // columns; `maximum` is -1 where no column has it
    double possible;     // points of the whole column, 0 where nothing tells
    int grade_allowed;   // column that says whether a grade can be changed, -1: none has it
    bool comma;          // numbers have a decimal comma
    bool canvas; // it is that of Canvas, which makes an assignment of each column that it does not know
    bool keep;   // cells that hold a mark stay as they are
    int filled, locked, without_maximum;
    Named lowered, raised; // whose mark was another one before
    Named kept;            // whose mark is another one than the cell keeps
    char no_maximum[40];   // what the first of those without a maximum has there
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

// What Gradescope says of a column in others beside it: "Lab 3 - Max Points". Those are never filled.
static bool is_about_another(const Csv *table, int column) {
    static const char *const about[] = {"Max Points", "Submission Time", "Lateness (H:M:S)"};
    for (int i = 0; i < table->rows[0].count; i++)
        for (size_t k = 0; k < sizeof about / sizeof *about; k++) {
            char *heading = new_text("%s - %s", csv_cell(table, 0, i), about[k]);
            const bool same = !strcasecmp(heading, csv_cell(table, 0, column));
            free(heading);
            if (same) return true;
        }
    return false;
}

static bool read_only(const Csv *table, int column) {
    return strstr(csv_cell(table, 1, column), "read only") || strstr(csv_cell(table, 2, column), "read only");
}

// With a decimal point or comma.
static double number(const char *text) {
    char plain[64];
    snprintf(plain, sizeof plain, "%s", text);
    char *comma = strchr(plain, ',');
    if (comma && !strchr(plain, '.')) *comma = '.';
    return atof(plain);
}

// What a cell of grades may hold besides a number: nothing, an excuse, or a system's own words.
static bool may_be_grade(const char *cell) {
    static const char *const words[] = {"EX", "N/A", "-", "Needs Grading", "In Progress"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcasecmp(cell, words[i])) return true;
    return !cell[strspn(cell, "-+0123456789.,% ")];
}

// What a column holds that no column of grades does, NULL: nothing.
static const char *held_beside_grades(const Csv *table, int column) {
    for (int row = 1; row < table->count; row++) {
        const char *cell = csv_cell(table, row, column);
        const bool about =
            strstr(cell, "Posting") || strstr(cell, "read only"); // Canvas: what it says of the column
        if (!about && !may_be_grade(cell)) return cell;
    }
    return NULL;
}

// Whatever it holds, is it by its heading none of grades?
static bool is_of_something_else(const Csv *table, int column) {
    static const char *const others[] = {
        "Maximum Grade", "Grade can be changed", "Status", "points_available", "Section",
        "Sections",      "Feedback comments",    NULL};
    const char *heading = csv_cell(table, 0, column);
    for (int i = 0; others[i]; i++)
        if (!strcasecmp(heading, others[i])) return true;
    return !*heading || roster_column(heading) != COLUMN_OTHER || is_about_another(table, column);
}

// A column that the instructor has named is filled where it holds grades or nothing; else a line says what it holds.
static bool may_be_filled(const Csv *table, int column) {
    const char *heading = csv_cell(table, 0, column), *held = held_beside_grades(table, column);
    const bool other = is_of_something_else(table, column);
    if (read_only(table, column)) {
        printf(
            "  gradebook  not written: \"%s\" is read only, the course system computes it: name another one with --column\n",
            heading);
        return false;
    }
    if (!held && !other) return true;
    if (!held) held = csv_cell(table, 1, column);
    printf(
        "  gradebook  not written: \"%s\" is not a column of grades%s%.40s%s. Nothing in it is replaced: name another one with --column\n",
        heading, *held ? ", it holds \"" : "", held, *held ? "\"" : "");
    return false;
}

// The columns that may be meant, in words, and how many they are.
static int list_columns(const Csv *table, bool with_read_only, char *text, size_t size) {
    int count = 0;
    for (int i = 0; i < table->rows[0].count; i++) {
        const bool locked = read_only(table, i);
        if (is_of_something_else(table, i) || held_beside_grades(table, i) || (locked && !with_read_only))
            continue;
        append(text, size, "%s\"%.60s\"%s", count++ ? ", " : "", csv_cell(table, 0, i),
               locked ? " (read only)" : "");
    }
    return count;
}

// Where none fits: which ones there are.
static void say_columns(const Outputs *o, const Csv *table) {
    char all[600] = "";
    int count = list_columns(table, false, all, sizeof all);
    if (!count) count = list_columns(table, true, all, sizeof all);
    if (o->column)
        printf("  gradebook  not written: the roster has no column \"%s\", and none is ever added",
               o->column);
    else if (count)
        printf("  gradebook  not written: no column that can be filled names %s", o->spec->name);
    if (count) printf(". There %s %s: say which is meant with --column NAME", count == 1 ? "is" : "are", all);
    if (o->column || count) puts("");
}

// -1 with a line on standard output where no column, or more than one, can be meant.
static int find_column(const Outputs *o, const Csv *table) {
    int found = o->column ? find_given(table, o->column) : find_heading(table, "Grade");
    if (!o->column && find_heading(table, "Maximum Grade") < 0) found = -1; // no worksheet of Moodle's
    if (found >= 0) return found;
    for (int i = 0; i < table->rows[0].count && !o->column; i++) {
        if (!names_lab(csv_cell(table, 0, i), o->spec) || read_only(table, i) || is_about_another(table, i))
            continue;
        if (found >= 0) {
            printf("  gradebook  not written: \"%s\" and \"%s\" both name %s. Say which: --column NAME\n",
                   csv_cell(table, 0, found), csv_cell(table, 0, i), o->spec->name);
            return -1;
        }
        found = i;
    }
    if (found < 0) say_columns(o, table);
    return found;
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

// Does the table write 4,5 for four and a half? A number with a comma alone, and none with a point.
static bool has_decimal_comma(const Csv *table) {
    bool comma = false;
    for (int row = 1; row < table->count; row++)
        for (int i = 0; i < table->rows[row].count; i++) {
            const char *cell = csv_cell(table, row, i), *end = cell + strspn(cell, "-0123456789");
            const bool decimal = end > cell && strchr(",.", *end) && *end && isdigit((unsigned char)end[1]) &&
                                 !end[1 + strspn(end + 1, "0123456789")];
            if (decimal && *end == '.') return false;
            comma |= decimal;
        }
    return comma;
}

// The first number of points in a column, 0 where it has none.
static double first_points(const Csv *table, int column) {
    for (int row = 1; row < table->count; row++)
        if (number(csv_cell(table, row, column)) > 0) return number(csv_cell(table, row, column));
    return 0;
}

// How many points the column has: by a column beside it, a row below the headings, or the heading itself. Moodle has a maximum for each row;
// where others leave a row's empty, it is that of the rest.
static void find_maximum(Gradebook *g) {
    const char *heading = csv_cell(g->table, 0, g->column);
    char *beside = new_text("%s - Max Points", heading);
    const int other =
        find_heading(g->table, strcasecmp(heading, "points_awarded") ? beside : "points_available");
    free(beside);
    g->possible = other >= 0 ? first_points(g->table, other) : 0;
    g->maximum = g->possible > 0 ? other : find_heading(g->table, "Maximum Grade");
    if (g->maximum < 0) g->possible = possible_points(g->table, g->column);
}

// How many points a row's grade may have; 0: its own maximum is no number of points. The lab's own where no column or row tells.
static double points_of_row(const Gradebook *g, const Mark *mark, int row) {
    const double own = g->maximum >= 0 ? number(csv_cell(g->table, row, g->maximum)) : 0;
    if (own > 0 || (g->maximum >= 0 && g->possible <= 0)) return own;
    return g->possible > 0 ? g->possible : mark->lab_points;
}

static bool is_canvas(const Csv *table) {
    for (int i = 0; i < table->rows[0].count; i++) {
        const Column kind = roster_column(csv_cell(table, 0, i));
        if (kind == COLUMN_CANVAS_LOGIN || kind == COLUMN_CANVAS_SIS) return true;
    }
    for (int row = 1; row < table->count && row < 4; row++) {
        const char *first = csv_cell(table, row, 0);
        if (!strncmp(first + strspn(first, " "), "Points Possible", 15)) return true;
    }
    return false;
}

// The instructor has added it for us.
static bool is_left_out(const Gradebook *g, int column) {
    const Column kind = roster_column(csv_cell(g->table, 0, column));
    return g->canvas && (kind == COLUMN_GROUP || kind == COLUMN_DUE || kind == COLUMN_HANDED_IN);
}

static void write_row(FILE *stream, const Gradebook *g, int row, const char *score) {
    const CsvRow *r = &g->table->rows[row];
    bool first = true;
    for (int i = 0; i < r->count || (score && i <= g->column); i++) {
        bool fill = score && i == g->column;
        if (is_left_out(g, i)) continue;
        if (!first) fputc(g->table->delimiter, stream);
        first = false;
        csv_write(stream, fill ? score : csv_cell(g->table, row, i), g->table->delimiter,
                  i < r->count && r->quoted[i]);
    }
    fputs(g->table->crlf ? "\r\n" : "\n", stream);
}

static const RosterStudent *on_roster(const Outputs *o, const Mark *mark) {
    return mark->on_roster ? &o->roster->students[atoi(mark->key + strlen("roster ")) - 1] : NULL;
}

// By name, and by what else the table has where it has no name, or that name twice.
static void name_student(const Outputs *o, const Mark *mark, char *text, size_t size) {
    const RosterStudent *s = on_roster(o, mark);
    int same = 0;
    for (int i = 0; i < o->roster->count; i++) same += names_alike(o->roster->students[i].name, s->name);
    const char *number = *s->id ? s->id : *s->username ? s->username : s->email;
    const char *user = *s->username ? s->username : *s->email ? s->email : s->id;
    char *who = same > 1 && *s->name && *number ? new_text("%.60s, %.60s", s->name, number)
                                                : new_text("%.60s", *s->name ? s->name : user);
    clean_text(text, size, who, strlen(who));
    free(who);
}

static void add_name(const Outputs *o, const Mark *mark, Named *named) {
    char who[90];
    if (named->count++ >= FEW_NAMES) return;
    name_student(o, mark, who, sizeof who);
    append(named->names, sizeof named->names, "%s%s", named->count > 1 ? "; " : "", who);
}

// The text for this student's cell; false where it stays as it is.
static bool score_text(const Outputs *o, Gradebook *g, const Mark *mark, int row, char *text, size_t size) {
    const char *before = csv_cell(g->table, row, g->column);
    if (mark->state > MARK_REFUSED || !strcasecmp(before, "EX")) return false;
    if (g->grade_allowed >= 0 && !strcasecmp(csv_cell(g->table, row, g->grade_allowed), "No")) {
        g->locked++;
        return false;
    }
    const double most = points_of_row(g, mark, row);
    if (most <= 0) {
        if (!g->without_maximum++)
            append(g->no_maximum, sizeof g->no_maximum, "%.30s", csv_cell(g->table, row, g->maximum));
        return false;
    }
    double score = round(mark->score * most / mark->lab_points * DECIMALS) / DECIMALS;
    snprintf(text, size, "%.10g", score);
    for (char *point = strchr(text, '.'); g->comma && point; point = NULL) *point = ',';
    const bool has_mark = before[strcspn(before, "0123456789")];
    const bool lower = has_mark && number(before) > score + 0.005,
               higher = has_mark && number(before) < score - 0.005;
    if (has_mark && g->keep) {
        if (lower || higher) add_name(o, mark, &g->kept);
        return false;
    }
    g->filled++;
    if (lower) add_name(o, mark, &g->lowered);
    if (higher) add_name(o, mark, &g->raised);
    return true;
}

static void write_rows(const Outputs *o, Gradebook *g, FILE *stream) {
    char(*scores)[32] = take_memory((size_t)g->table->count, sizeof *scores);
    Mark mark;
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) {
        const RosterStudent *student = on_roster(o, &mark);
        for (int i = 0; student && i < student->row_count; i++) {
            char *text = scores[student->rows[i]];
            if (!score_text(o, g, &mark, student->rows[i], text, sizeof *scores)) text[0] = 0;
        }
    }
    if (g->table->bom) fputs("\xef\xbb\xbf", stream);
    if (g->table->says_delimiter)
        fprintf(stream, "sep=%c%s", g->table->delimiter, g->table->crlf ? "\r\n" : "\n");
    for (int row = 0; row < g->table->count; row++)
        write_row(stream, g, row, scores[row][0] ? scores[row] : NULL);
    free(scores);
}

static void say_named(const Named *named, const char *what, const char *to_do) {
    if (named->count)
        printf("             %d %s %s (%s%s): %s\n", named->count, named->count == 1 ? "is" : "are", what,
               named->names, named->count > FEW_NAMES ? ", ..." : "", to_do);
}

// What is not as somebody might expect, in a line each.
static void say_rows(const Gradebook *g, double lab_points) {
    for (int i = 0; i < g->table->rows[0].count; i++)
        if (is_left_out(g, i))
            printf("             without the column \"%s\": Canvas would make an assignment of it\n",
                   csv_cell(g->table, 0, i));
    if (g->possible > 0 && g->possible != lab_points)
        printf("             scaled to its %s\n", several(g->possible, "point").text);
    if (g->maximum < 0 && g->possible <= 0 && g->filled)
        printf(
            "             of %.10g points, as the lab has them: the table does not say how many the column has\n",
            lab_points);
    if (g->without_maximum)
        printf("             %s not filled: \"%s\" is \"%s\" there, which is no number of points\n",
               several(g->without_maximum, "cell").text, csv_cell(g->table, 0, g->maximum), g->no_maximum);
    if (g->locked)
        printf("             %s not filled: \"Grade can be changed\" says No\n",
               several(g->locked, "cell").text);
    say_named(&g->lowered, "lower than what stood there", "compare before you import");
    say_named(&g->raised, "higher than what stood there",
              "where you had lowered a mark by hand, --keep-marks keeps it");
    if (g->kept.count)
        printf("             %d %s as %s, and this grading gives another mark (%s%s)\n", g->kept.count,
               g->kept.count == 1 ? "stays" : "stay", g->kept.count == 1 ? "it was" : "they were",
               g->kept.names, g->kept.count > FEW_NAMES ? ", ..." : "");
}

static bool fill_column(const Outputs *o) {
    Gradebook g = {.table = &o->roster->table, .keep = o->keep_marks};
    g.column = find_column(o, g.table);
    if (g.column < 0) return false;
    if (o->column && !may_be_filled(g.table, g.column)) return false;
    g.grade_allowed = find_heading(g.table, "Grade can be changed");
    g.comma = has_decimal_comma(g.table);
    g.canvas = is_canvas(g.table);
    find_maximum(&g);
    OutputFile file = output_begin(o->out, "gradebook.csv");
    write_rows(o, &g, file.stream);
    output_end(&file);
    printf("  gradebook  column \"%s\": %s\n", csv_cell(g.table, 0, g.column),
           several(g.filled, "score").text);
    say_rows(&g, spec_points(o->spec, -1));
    return true;
}

void write_gradebook(const Outputs *o) {
    const bool was_there = output_remove(o->out, "gradebook.csv"); // of an earlier command
    if (o->roster && fill_column(o)) return;
    if (was_there)
        printf("  gradebook  gradebook.csv of the run before was taken away: %s\n",
               o->roster ? "this run fills no column" : "this run has no roster (--roster FILE.csv)");
}
