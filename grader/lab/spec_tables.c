// Statements of lab.spec about what is shown and asked: tables and the quiz.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/spec_parts.h"

static const char *const TO_THE_END[] = {NULL};

bool parse_table(Statement *s, LabSpec *spec) {
    if (spec->table_count == SPEC_TABLES) return statement_fail(s, "more than %d tables", SPEC_TABLES);
    LabTable *table = &spec->tables[spec->table_count];
    if (!take_word(s, table->name, sizeof table->name, "the table's name") ||
        !take_text(s, table->title, sizeof table->title, "the table's title"))
        return false;
    if (spec_find_table(spec, table->name) >= 0)
        return statement_fail(s, "table %s stands here twice", table->name);
    table->needs_solutions = !at_end(s);
    if (table->needs_solutions && (!take_keyword(s, "needs") || !take_keyword(s, "solutions"))) return false;
    spec->table_count++;
    return true;
}

// The table that is being described; NULL, with the error written, where there is none.
static LabTable *current_table(Statement *s, LabSpec *spec) {
    if (spec->table_count) return &spec->tables[spec->table_count - 1];
    statement_fail(s, "a \"table NAME\" line must stand above this one");
    return NULL;
}

bool parse_column(Statement *s, LabSpec *spec) {
    LabTable *table = current_table(s, spec);
    if (!table) return false;
    int at = table->column_count;
    if (at == SPEC_COLUMNS) return statement_fail(s, "more than %d columns", SPEC_COLUMNS);
    if (!take_text(s, table->columns[at].heading, sizeof table->columns[at].heading,
                   "the column's heading") ||
        !take_expression(s, spec, NULL, TO_THE_END, table->columns[at].expression,
                         sizeof table->columns[at].expression))
        return false;
    table->column_count++;
    return true;
}

// timed CASE [published MS]
static bool take_timed(Statement *s, LabSpec *spec, LabTable *table, int row) {
    if (!next_is(s, "timed")) return true;
    int timed = 0;
    for (int i = 0; i < row; i++) timed += table->rows[i].timed;
    if (timed == SPEC_TIMED) return statement_fail(s, "more than %d timed rows", SPEC_TIMED);
    if (!take_keyword(s, "timed") || !take_case(s, spec, &table->rows[row].timed_key)) return false;
    table->rows[row].timed = true;
    if (!next_is(s, "published")) return true;
    if (!take_keyword(s, "published") || !take_number(s, &table->rows[row].published, "the milliseconds"))
        return false;
    return table->rows[row].published > 0 || statement_fail(s, "the milliseconds must be above 0");
}

bool parse_row(Statement *s, LabSpec *spec) {
    LabTable *table = current_table(s, spec);
    if (!table) return false;
    int at = table->row_count;
    if (at == SPEC_ROWS) return statement_fail(s, "more than %d rows", SPEC_ROWS);
    if (!take_text(s, table->rows[at].label, sizeof table->rows[at].label, "the row's label") ||
        !take_case(s, spec, &table->rows[at].key) || !take_timed(s, spec, table, at))
        return false;
    table->row_count++;
    return true;
}

bool parse_text(Statement *s, LabSpec *spec) {
    LabTable *table = current_table(s, spec);
    if (!table) return false;
    if (table->note_count == SPEC_NOTES) return statement_fail(s, "more than %d texts", SPEC_NOTES);
    return take_text(s, table->notes[table->note_count++], sizeof table->notes[0], "the text");
}

static bool take_answer(Statement *s, LabSpec *spec, LabQuestion *question) {
    static const char *const ends[] = {"tolerance", NULL};
    char kind[16];
    if (!take_word(s, kind, sizeof kind, "number, word or counted")) return false;
    if (!strcmp(kind, "word")) {
        question->kind = ANSWER_WORD;
        return true;
    }
    if (!strcmp(kind, "number")) {
        question->kind = ANSWER_NUMBER;
        if (!take_number(s, &question->resolution, "the resolution")) return false;
        if (question->resolution <= 0) return statement_fail(s, "the resolution must be above 0");
        return next_is(s, "see") || take_word(s, question->unit, sizeof question->unit, "the unit");
    }
    if (strcmp(kind, "counted"))
        return statement_fail(s, "an answer is a number, a word or counted, not \"%s\"", kind);
    question->kind = ANSWER_COUNTED;
    return take_case(s, spec, &question->key) &&
           take_expression(s, spec, &question->key, ends, question->expression,
                           sizeof question->expression) &&
           take_keyword(s, "tolerance") && take_number(s, &question->tolerance, "the tolerance") &&
           (next_is(s, "see") || take_word(s, question->unit, sizeof question->unit, "the unit"));
}

bool parse_question(Statement *s, LabSpec *spec) {
    if (spec->question_count == SPEC_QUESTIONS)
        return statement_fail(s, "more than %d questions", SPEC_QUESTIONS);
    LabQuestion *question = &spec->questions[spec->question_count];
    if (!take_word(s, question->id, sizeof question->id, "the question's id") ||
        !take_text(s, question->text, sizeof question->text, "the question") ||
        !take_answer(s, spec, question) || !take_keyword(s, "see") ||
        !take_text(s, question->section, sizeof question->section, "the handout's section"))
        return false;
    for (int i = 0; i < spec->question_count; i++)
        if (!strcmp(spec->questions[i].id, question->id))
            return statement_fail(s, "question %s stands here twice", question->id);
    spec->question_count++;
    return true;
}
