// The readers of lab.spec's statements: each takes the words behind the statement's name.
#ifndef WARPBOOK_SPEC_PARTS_H
#define WARPBOOK_SPEC_PARTS_H

#include "grader/lab/spec.h"
#include "grader/lab/statement.h"

// spec_entries.c: functions of the student's and their parameters
bool parse_entry(Statement *s, LabSpec *spec);
bool parse_sizes(Statement *s, LabSpec *spec);
bool parse_input(Statement *s, LabSpec *spec);
bool parse_output(Statement *s, LabSpec *spec);
bool parse_scalar(Statement *s, LabSpec *spec);
bool parse_values(Statement *s, LabSpec *spec);
bool parse_block(Statement *s, LabSpec *spec);
bool parse_allow(Statement *s, LabSpec *spec);
bool parse_kept(Statement *s, LabSpec *spec);
bool parse_plays(Statement *s, LabSpec *spec);
bool parse_moves(Statement *s, LabSpec *spec);
bool parse_beside(Statement *s, LabSpec *spec);
bool parse_budget(Statement *s, LabSpec *spec);

// spec_terms.c: what the output is made of
bool parse_term(Statement *s, LabSpec *spec);

// spec_points.c: what is graded
bool parse_todo(Statement *s, LabSpec *spec);
bool parse_test(Statement *s, LabSpec *spec);
bool parse_time(Statement *s, LabSpec *spec);
bool parse_beyond(Statement *s, LabSpec *spec);
bool parse_picture(Statement *s, LabSpec *spec);
bool parse_leaderboard(Statement *s, LabSpec *spec);
bool parse_counter(Statement *s, LabSpec *spec);
bool parse_hint(Statement *s, LabSpec *spec);

// spec_tables.c: what is shown and asked
bool parse_table(Statement *s, LabSpec *spec);
bool parse_column(Statement *s, LabSpec *spec);
bool parse_row(Statement *s, LabSpec *spec);
bool parse_text(Statement *s, LabSpec *spec);
bool parse_question(Statement *s, LabSpec *spec);

// Pieces that several of them take.
LabEntrySpec *current_entry(Statement *s, LabSpec *spec); // NULL with the error written: none stands above
bool take_entry(Statement *s, const LabSpec *spec, int *entry);
bool take_case(Statement *s, const LabSpec *spec, CaseKey *key);       // ENTRY NAME=VALUE... [gpu=NAME]
bool take_drawn_case(Statement *s, const LabSpec *spec, CaseKey *key); // or NAME=FIRST..LAST[/STEP]

// An expression, up to one of the words in `ends` (NULL-terminated) or the end of the line. `key` may be
// NULL: then the sizes of every entry may stand in it.
bool take_expression(Statement *s, const LabSpec *spec, const CaseKey *key, const char *const *ends, char *to,
                     size_t size);

#endif
