// class.html: the class at a glance, for the instructor alone: it has names.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/mark.h"
#include "grader/class/markup.h"
#include "grader/class/stop.h"
#include "grader/class/time_text.h"
#include "grader/text/append.h"

enum { BINS = 10, CAUSES = 15 };

static void write_bar(FILE *html, double part) {
    fprintf(html, "<span class=\"bar\" style=\"width:%.1frem\"></span>", 20 * part);
}

static void write_link(FILE *html, const char *stem, const char *name) {
    fprintf(html, "<a href=\"feedback/%s.html\">", stem);
    markup_text(html, *name ? name : stem);
    fputs("</a>", html);
}

static void write_limits(const Outputs *o, FILE *html) {
    char text[ZONED_TIME];
    time_with_zone(o->due, text);
    if (o->due)
        fprintf(
            html,
            "<p>Due: %s. Students with a due date of their own have that; where the course system says who is "
            "late, that counts.</p>\n",
            text);
    time_with_zone(o->before, text);
    if (o->before) fprintf(html, "<p>Counted is what was handed in until %s.</p>\n", text);
}

// ---- Scores ---------------------------------------------------------------------------------------------

static void write_distribution(const Outputs *o, FILE *html) {
    int bins[BINS + 1] = {0}, most = 1, count = 0, strangers = 0;
    double sum = 0;
    Mark mark;
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) {
        if (mark.state > MARK_REFUSED) continue;
        strangers += o->roster && !mark.on_roster;
        int bin = (int)floor(BINS * mark.score / mark.max_score + 1e-9);
        bin = bin < 0 ? 0 : bin > BINS ? BINS : bin;
        most = ++bins[bin] > most ? bins[bin] : most;
        sum += mark.score;
        count++;
    }
    fprintf(html, "<h2>Scores</h2>\n<p>%s, mean %.1f of %.10g points.</p>\n", several(count, "result").text,
            count ? sum / count : 0, spec_points(o->spec, -1));
    if (strangers)
        fprintf(html, "<p>Here and below counted as well: %s of students who are not on the roster.</p>\n",
                several(strangers, "result").text);
    fputs("<table>\n", html);
    fputs("<tr><th class=\"n\">percent</th><th class=\"n\">students</th><th></th></tr>\n", html);
    for (int i = BINS; i >= 0; i--) {
        fprintf(html, "<tr><td class=\"n\">%d%s</td><td class=\"n\">%d</td><td>", i * 100 / BINS,
                i < BINS ? "&ndash;" : "", bins[i]);
        write_bar(html, (double)bins[i] / most);
        fputs("</td></tr>\n", html);
    }
    fputs("</table>\n", html);
}

// Over all students with a graded result, equal submissions counted as often as they were handed in.
static const char of_todos[] =
    "SELECT avg(p.score), sum(p.score >= ?2 - 1e-9), sum(NOT p.started) FROM marks JOIN todo_points AS p USING (hash) "
    "WHERE todo = ?1 AND state = 'graded'";

static void write_todos(const Outputs *o, FILE *html) {
    fputs(
        "<h2>Points by TODO</h2>\n<table>\n<tr><th>TODO</th><th class=\"n\">points</th><th class=\"n\">mean</th>"
        "<th class=\"n\">full</th><th class=\"n\">not started</th><th></th></tr>\n",
        html);
    for (int i = 0; i < o->spec->todo_count; i++) {
        const LabTodo *todo = &o->spec->todos[i];
        double points = spec_points(o->spec, i);
        sqlite3_stmt *row = journal_query(o->journal, "td", of_todos, todo->id, points);
        journal_step(row);
        fprintf(html, "<tr><td>%s ", todo->id);
        markup_text(html, todo->what);
        fprintf(
            html,
            "</td><td class=\"n\">%.10g</td><td class=\"n\">%.1f</td><td class=\"n\">%d</td><td class=\"n\">%d</td><td>",
            points, sqlite3_column_double(row, 0), sqlite3_column_int(row, 1), sqlite3_column_int(row, 2));
        write_bar(html, points > 0 ? sqlite3_column_double(row, 0) / points : 0);
        fputs("</td></tr>\n", html);
        sqlite3_finalize(row);
    }
    fputs("</table>\n", html);
}

// ---- Causes ---------------------------------------------------------------------------------------------

// Two sentences that differ in numbers alone are one cause.
static char *without_numbers(const char *text) {
    char *to = new_text("%s", text);
    size_t length = 0;
    for (const char *c = text; *c; c++) {
        bool digit = isdigit((unsigned char)*c) ||
                     (*c == '.' && isdigit((unsigned char)c[1]) && length && to[length - 1] == '#');
        if (!digit)
            to[length++] = *c;
        else if (!length || to[length - 1] != '#')
            to[length++] = '#';
    }
    to[length] = 0;
    return to;
}

// What is wrong in one student's file counts once, with the first TODO that it is said of.
static void find_causes(const Outputs *o) {
    Mark mark;
    journal_run(
        o->journal, "",
        "CREATE TEMP TABLE causes (todo TEXT, kind TEXT, text TEXT, stem TEXT, name TEXT, UNIQUE (stem, kind))");
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) {
        for (int i = 0; i < o->spec->todo_count && mark.state == MARK_GRADED; i++) {
            TodoMark todo = todo_mark(o, &mark, i);
            if (!*todo.cause) continue;
            char *kind = without_numbers(todo.cause);
            journal_run(o->journal, "ttttt", "INSERT OR IGNORE INTO causes VALUES (?1, ?2, ?3, ?4, ?5)",
                        todo.id, kind, todo.cause, mark.stem, mark.name);
            free(kind);
        }
        if (mark.state == MARK_REFUSED)
            journal_run(o->journal, "ttt", "INSERT INTO causes VALUES ('', 'does not compile', ?1, ?2, ?3)",
                        mark.cause, mark.stem, mark.name);
    }
}

static void write_causes(const Outputs *o, FILE *html) {
    find_causes(o);
    fputs(
        "<h2>The commonest causes</h2>\n<table>\n<tr><th class=\"n\">students</th><th>TODO</th><th>for example</th><th></th></tr>\n",
        html);
    sqlite3_stmt *row = journal_query(o->journal, "i",
                                      "SELECT count(*) AS many, todo, min(text) FROM causes "
                                      "GROUP BY todo, kind ORDER BY many DESC, todo, kind LIMIT ?1",
                                      (int64_t)CAUSES);
    while (journal_step(row)) {
        sqlite3_stmt *example = journal_query(
            o->journal, "tt", "SELECT stem, name FROM causes WHERE todo = ?1 AND text = ?2 ORDER BY stem",
            journal_text(row, 1), journal_text(row, 2));
        journal_step(example);
        fprintf(html, "<tr><td class=\"n\">%d</td><td>%s</td><td>", sqlite3_column_int(row, 0),
                journal_text(row, 1));
        markup_text(html, journal_text(row, 2));
        fputs("</td><td>", html);
        write_link(html, journal_text(example, 0), journal_text(example, 1));
        fputs("</td></tr>\n", html);
        sqlite3_finalize(example);
    }
    sqlite3_finalize(row);
    fputs("</table>\n", html);
}

// ---- People ---------------------------------------------------------------------------------------------

static bool wrote_code(const Outputs *o, const Mark *mark) {
    for (int i = 0; i < o->spec->todo_count; i++)
        if (todo_mark(o, mark, i).started) return true;
    return false;
}

typedef enum { LIST_WAITING, LIST_NO_FILE, LIST_NOTHING, LIST_SKELETON, LIST_LATE, LIST_COUNT } List;

static bool is_listed(const Outputs *o, const Mark *mark, List list) {
    switch (list) {
    case LIST_WAITING: return mark->state == MARK_WAITING;
    case LIST_NO_FILE: return mark->state == MARK_NO_FILE;
    case LIST_NOTHING: return mark->state == MARK_NOTHING;
    case LIST_SKELETON: return mark->state == MARK_GRADED && !wrote_code(o, mark);
    case LIST_LATE: return mark->late;
    case LIST_COUNT: break;
    }
    return false;
}

static void write_people(const Outputs *o, FILE *html) {
    static const char *const headings[LIST_COUNT] = {
        "Not graded yet: a machine was in the way", "Handed in something that cannot be graded",
        "Handed in nothing", "Handed in the skeleton as it is", "Late"};
    for (List list = LIST_WAITING; list < LIST_COUNT; list++) {
        int count = 0;
        Mark mark;
        for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) {
            if (!is_listed(o, &mark, list)) continue;
            if (!count++) fprintf(html, "<h2>%s</h2>\n<ul>\n", headings[list]);
            fputs("<li>", html);
            write_link(html, mark.stem, mark.name);
            if (list == LIST_NO_FILE) fputs(": ", html), markup_text(html, mark.problem);
            fputs("</li>\n", html);
        }
        if (count) fputs("</ul>\n", html);
    }
}

// ---- Speed ----------------------------------------------------------------------------------------------

// The spread of one board's times: what was measured and what was modelled, or for different GPUs, is not mixed.
static void write_spread(const Outputs *o, FILE *html, const char *board) {
    double least = INFINITY, most = 0, sum = 0;
    int count = 0;
    Mark mark;
    for (Marks marks = marks_begin(o); marks_next(o, &marks, &mark);) {
        if (strcmp(mark.board, board)) continue;
        least = fmin(least, mark.percent_of_copy);
        most = fmax(most, mark.percent_of_copy);
        sum += mark.percent_of_copy;
        count++;
    }
    fputs("<p>", html);
    markup_text(html, board);
    fprintf(html, ": %.1f to %.1f percent of a copy's speed for %d, mean %.1f.</p>\n", least, most, count,
            sum / count);
}

static void write_times(const Outputs *o, FILE *html) {
    fputs("<h2>Speed</h2>\n", html);
    sqlite3_stmt *boards =
        journal_query(o->journal, "", "SELECT DISTINCT board FROM marks WHERE board NOTNULL ORDER BY board");
    bool any = false;
    for (; journal_step(boards); any = true) write_spread(o, html, journal_text(boards, 0));
    sqlite3_finalize(boards);
    if (!any) fputs("<p>No right file has a time, measured or modelled.</p>\n", html);
}

void write_class_page(const Outputs *o) {
    char *title = new_text("%s: %s, the class", o->spec->name, o->spec->title);
    OutputFile html = output_begin(o->out, "class.html");
    page_begin(html.stream, title);
    write_limits(o, html.stream);
    write_distribution(o, html.stream);
    write_todos(o, html.stream);
    write_causes(o, html.stream);
    write_people(o, html.stream);
    write_times(o, html.stream);
    page_end(html.stream);
    output_end(&html);
    free(title);
}
