// Writes JSON values.
#include "grader/text/json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/clean.h"

static void write_quoted(FILE *stream, const char *text, size_t size) {
    fputc('"', stream);
    for (size_t i = 0; i < size;) {
        unsigned char c = (unsigned char)text[i];
        size_t length = printable_utf8(text + i, size - i);
        if (c == '"' || c == '\\')
            fprintf(stream, "\\%c", c);
        else if (length)
            fwrite(text + i, 1, length, stream);
        else if (c == '\n')
            fputs("\\n", stream);
        else if (c < 0x80)
            fprintf(stream, "\\u%04x", c);
        else
            fprintf(stream, "\\\\x%02x", c); // no character: shown as \xNN
        i += length ? length : 1;
    }
    fputc('"', stream);
}

static void begin_value(Json *json, const char *key) {
    if (json->comma) fputs(",", json->stream);
    json->comma = true;
    if (!key) return;
    write_quoted(json->stream, key, strlen(key));
    fputc(':', json->stream);
}

void json_open(Json *json, const char *key, char bracket) {
    begin_value(json, key);
    fputc(bracket, json->stream);
    json->comma = false;
}

void json_close(Json *json, char bracket) {
    fputc(bracket, json->stream);
    json->comma = true;
}

void json_bytes(Json *json, const char *key, const char *text, size_t size) {
    begin_value(json, key);
    write_quoted(json->stream, text, size);
}

void json_string(Json *json, const char *key, const char *text) {
    json_bytes(json, key, text, strlen(text));
}

void json_integer(Json *json, const char *key, int64_t number) {
    begin_value(json, key);
    fprintf(json->stream, "%" PRId64, number);
}

// The shortest of the usual precisions that reads back as the same number.
void json_number(Json *json, const char *key, double number) {
    if (!isfinite(number)) {
        json_null(json, key);
        return;
    }
    char text[40];
    for (int digits = 6; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number) break;
    }
    begin_value(json, key);
    fputs(text, json->stream);
}

void json_bool(Json *json, const char *key, bool value) {
    begin_value(json, key);
    fputs(value ? "true" : "false", json->stream);
}

void json_null(Json *json, const char *key) {
    begin_value(json, key);
    fputs("null", json->stream);
}

void json_value(Json *json, const char *key, const char *text, size_t size) {
    begin_value(json, key);
    fwrite(text, 1, size, json->stream);
}
