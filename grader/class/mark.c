// Reads marks from the views of marks.c.
#include "grader/class/mark.h"

#include <stdio.h>
#include <string.h>

#include "grader/class/collect.h"

static const char of_marks[] =
    "SELECT state, name, email, username, id, key, stem, coalesce(file, ''), coalesce(hash, ''), graded_on, problem, note, cause, "
    "coalesce(page, ''), score, max_score, late, passed, on_roster, iif(time_known, at, 0), due, until, seconds, "
    "coalesce(board, ''), percent_of_copy FROM marks JOIN stems USING (key) ORDER BY position";

static MarkState state_of(const char *name) {
    static const char *const names[] = {"graded", "refused", "waiting", "no file", "nothing"};
    for (int i = 0; i < MARK_NOTHING; i++)
        if (!strcmp(names[i], name)) return (MarkState)i;
    return MARK_NOTHING;
}

Marks marks_begin(const Outputs *o) {
    return (Marks){journal_query(o->journal, "", of_marks)};
}

bool marks_next(const Outputs *o, Marks *marks, Mark *mark) {
    sqlite3_stmt *row = marks->query;
    if (!journal_step(row)) {
        sqlite3_finalize(row);
        return false;
    }
    int column = 0;
    *mark = (Mark){.state_name = journal_text(row, 0), .lab_points = spec_points(o->spec, -1)};
    mark->state = state_of(mark->state_name);
    const char **texts[] = {&mark->name, &mark->email, &mark->username, &mark->id,        &mark->key,
                            &mark->stem, &mark->file,  &mark->hash,     &mark->graded_on, &mark->problem,
                            &mark->note, &mark->cause, &mark->page};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) *texts[i] = journal_text(row, ++column);
    mark->score = sqlite3_column_double(row, ++column);
    mark->max_score = sqlite3_column_double(row, ++column);
    mark->late = sqlite3_column_int(row, ++column);
    mark->passed = sqlite3_column_int(row, ++column);
    mark->on_roster = sqlite3_column_int(row, ++column);
    mark->at = sqlite3_column_int64(row, ++column);
    mark->due = sqlite3_column_int64(row, ++column);
    mark->until = sqlite3_column_int64(row, ++column);
    mark->seconds = sqlite3_column_double(row, ++column);
    mark->board = journal_text(row, ++column);
    mark->percent_of_copy = sqlite3_column_double(row, ++column);
    return true;
}

TodoMark todo_mark(const Outputs *o, const Mark *mark, int todo) {
    const LabTodo *t = &o->spec->todos[todo];
    TodoMark result = {.id = t->id, .title = t->what, .max_score = spec_points(o->spec, todo)};
    sqlite3_stmt *row =
        journal_query(o->journal, "tt",
                      "SELECT score, started, message, cause FROM todo_points WHERE hash = ?1 AND todo = ?2",
                      mark->hash, t->id);
    if (mark->state == MARK_GRADED && journal_step(row)) {
        result.score = sqlite3_column_double(row, 0);
        result.started = sqlite3_column_int(row, 1);
        snprintf(result.message, sizeof result.message, "%s", journal_text(row, 2));
        snprintf(result.cause, sizeof result.cause, "%s", journal_text(row, 3));
    }
    sqlite3_finalize(row);
    return result;
}

bool todo_full(const TodoMark *todo) {
    return todo->score >= todo->max_score - 1e-9;
}

const char *todo_words(const Mark *mark, const TodoMark *todo) {
    if (todo_full(todo)) return "";
    return mark->state == MARK_REFUSED ? mark->cause : todo->message;
}

double todo_seconds(const Outputs *o, const Mark *mark) {
    return o->spec->todo_count ? mark->seconds / o->spec->todo_count : 0;
}

const char *mark_reason(const Mark *mark) {
    if (mark->state == MARK_WAITING)
        return *mark->cause ? mark->cause : "not graded yet: the grading machine was in the way";
    if (mark->state == MARK_NOTHING) return "nothing was handed in";
    return *mark->problem ? mark->problem : mark->cause;
}

bool has_feedback(const Mark *mark) {
    return mark->state != MARK_NO_FILE || strncmp(mark->problem, NOBODYS, strlen(NOBODYS));
}
