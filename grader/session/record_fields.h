// One line of the report of `device`, "kind\tkey=value\t...": its kind, and its fields as the types that they should have.
// Names in it come from the student's file, so every value is bounded and cleaned.
#ifndef WARPBOOK_RECORD_FIELDS_H
#define WARPBOOK_RECORD_FIELDS_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/contract/counters.h"
#include "grader/text/source_line.h"

enum { RECORD_FIELDS_MAX = 128 };

// Points into the line it was cut from. `kind` is NULL for an empty line.
typedef struct {
    char *kind;
    char *key[RECORD_FIELDS_MAX], *value[RECORD_FIELDS_MAX];
    int count;
} Record;

// Cuts the line in place; fields beyond RECORD_FIELDS_MAX are left out.
void record_cut(Record *record, char *line);

// The text of a field as it came, or NULL.
const char *record_field(const Record *record, const char *key);

// Fit to be printed (see clean_text); empty where the field is absent.
void record_text(const Record *record, const char *key, char *to, size_t size);

// A number that fits a long and is not negative, else `otherwise`.
long record_long(const Record *record, const char *key, long otherwise);

// One that may be negative; 0 where there is none.
long record_signed(const Record *record, const char *key);

double record_number(const Record *record, const char *key, double otherwise);

// A number from 0 to 100, else NAN.
double record_percent(const Record *record, const char *key);

// A line or column of a source file; 0: not known.
int record_line(const Record *record, const char *key);

// "X,Y,Z"; false where it is something else.
bool record_triple(const Record *record, const char *key, long triple[3]);

// A file by the key `file`, with line and column by theirs; `column` may be NULL.
void record_place(const Record *record, SourcePlace *place, const char *file, const char *line,
                  const char *column);

// Each counter by its name (counter_name); 0 where it is absent.
void record_counters(const Record *record, Counters *counters);

#endif
