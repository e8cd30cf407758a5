// Writes JSON: commas and escapes are its business, never a NaN, an infinity or a raw byte.
#ifndef WARPBOOK_JSON_H
#define WARPBOOK_JSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

typedef struct {
    FILE *stream;
    bool comma; // the next value needs one before it
} Json;

// `key` is NULL for elements of an array and for the outermost value.
void json_open(Json *json, const char *key, char bracket); // '{' or '['
void json_close(Json *json, char bracket);                 // '}' or ']'
void json_string(Json *json, const char *key, const char *text);
void json_bytes(Json *json, const char *key, const char *text, size_t size); // bytes that may not be UTF-8
void json_integer(Json *json, const char *key, int64_t number);
void json_number(Json *json, const char *key, double number); // null where it is not finite
void json_bool(Json *json, const char *key, bool value);
void json_null(Json *json, const char *key);
void json_value(Json *json, const char *key, const char *text, size_t size); // JSON already, and right

#endif
