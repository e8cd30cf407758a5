// One line of the report of `device`: a kind and named fields.
#include "grader/session/record_fields.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/clean.h"

// Undoes \t, \n and \\ in place.
static void unescape(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == '\\' && from[1]) {
            from++;
            *to++ = *from == 't' ? '\t' : *from == 'n' ? '\n' : *from;
        } else {
            *to++ = *from;
        }
    }
    *to = 0;
}

void record_cut(Record *record, char *line) {
    char *rest = NULL;
    record->kind = strtok_r(line, "\t", &rest);
    record->count = 0;
    for (char *field; record->count < RECORD_FIELDS_MAX && (field = strtok_r(NULL, "\t", &rest));) {
        char *equals = strchr(field, '=');
        if (!equals) continue;
        *equals = 0;
        unescape(equals + 1);
        record->key[record->count] = field;
        record->value[record->count++] = equals + 1;
    }
}

const char *record_field(const Record *record, const char *key) {
    for (int i = 0; i < record->count; i++)
        if (!strcmp(record->key[i], key)) return record->value[i];
    return NULL;
}

void record_text(const Record *record, const char *key, char *to, size_t size) {
    const char *value = record_field(record, key);
    clean_text(to, size, value ? value : "", value ? strlen(value) : 0);
}

long record_long(const Record *record, const char *key, long otherwise) {
    const char *value = record_field(record, key);
    if (!value || !isdigit((unsigned char)*value)) return otherwise;
    errno = 0;
    char *end;
    long number = strtol(value, &end, 10);
    return errno || *end ? otherwise : number;
}

long record_signed(const Record *record, const char *key) {
    const char *value = record_field(record, key);
    return value ? strtol(value, NULL, 10) : 0;
}

double record_number(const Record *record, const char *key, double otherwise) {
    const char *value = record_field(record, key);
    return value ? strtod(value, NULL) : otherwise;
}

double record_percent(const Record *record, const char *key) {
    const char *value = record_field(record, key);
    if (!value || !isdigit((unsigned char)*value)) return NAN;
    char *end;
    double number = strtod(value, &end);
    return *end || !(number <= 100) ? NAN : number;
}

int record_line(const Record *record, const char *key) {
    long line = record_long(record, key, 0);
    return line > 0 && line < 1 << 24 ? (int)line : 0;
}

bool record_triple(const Record *record, const char *key, long triple[3]) {
    const char *value = record_field(record, key);
    for (int i = 0; i < 3; i++) {
        char *end;
        if (!value || !isdigit((unsigned char)*value)) return false;
        triple[i] = strtol(value, &end, 10);
        if (*end != (i < 2 ? ',' : 0)) return false;
        value = end + 1;
    }
    return true;
}

void record_place(const Record *record, SourcePlace *place, const char *file, const char *line,
                  const char *column) {
    record_text(record, file, place->file, sizeof place->file);
    place->line = place->file[0] ? record_line(record, line) : 0;
    place->column = column ? record_line(record, column) : 0;
}

void record_counters(const Record *record, Counters *counters) {
    for (int i = 0; i < COUNTER_COUNT; i++)
        counters->value[i] = (uint64_t)record_long(record, counter_name(i), 0);
}
