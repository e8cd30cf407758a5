// A small JSON reader for tests: text in, a tree out.
//
// json_parse answers NULL for anything that is not exactly one JSON value. The accessors take NULL and answer
// with NULL, false, 0 or "", so that a path of them needs no checks. Memory is never given back: tests are
// short. (A leak check finds all of it from the last value that was made.)
#ifndef WARPBOOK_JSON_H
#define WARPBOOK_JSON_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { JSON_NULL, JSON_FALSE, JSON_TRUE, JSON_NUMBER, JSON_STRING, JSON_ARRAY, JSON_OBJECT } JsonKind;

typedef struct Json {
    JsonKind kind;
    char *key;           // of an object's member
    char *text;          // JSON_STRING, unescaped; escapes above U+007F become '?'
    double number;       // JSON_NUMBER
    struct Json *first;  // elements or members
    struct Json *next;   // in the parent
    struct Json *before; // the value that was made before this one
} Json;

typedef struct {
    const char *at;
    int depth;
} JsonInput;

static inline Json *json_value(JsonInput *in);

static inline void json_blank(JsonInput *in) {
    in->at += strspn(in->at, " \t\r\n");
}

static inline bool json_take(JsonInput *in, const char *token) {
    json_blank(in);
    size_t length = strlen(token);
    if (strncmp(in->at, token, length) != 0) return false;
    in->at += length;
    return true;
}

static inline Json *json_new(JsonKind kind) {
    static Json *newest;
    Json *value = calloc(1, sizeof *value);
    if (!value) abort();
    *value = (Json){.kind = kind, .before = newest};
    newest = value;
    return value;
}

// The character after a backslash; false when it is no escape of JSON.
static inline bool json_escape(JsonInput *in, char *to) {
    static const char from[] = "\"\\/bfnrt", meaning[] = "\"\\/\b\f\n\r\t";
    char c = *in->at;
    if (c == 'u') {
        unsigned code;
        if (strspn(in->at + 1, "0123456789abcdefABCDEF") < 4 || sscanf(in->at + 1, "%4x", &code) != 1)
            return false;
        *to = code < 128 ? (char)code : '?';
        in->at += 5;
        return true;
    }
    const char *found = c ? strchr(from, c) : NULL;
    if (!found) return false;
    *to = meaning[found - from];
    ++in->at;
    return true;
}

static inline char *json_string(JsonInput *in) {
    if (!json_take(in, "\"")) return NULL;
    char *text = malloc(strlen(in->at) + 1), *to = text;
    if (!text) abort();
    json_new(JSON_STRING)->text = text; // for the leak check, whatever comes of it
    while (*in->at != '"') {
        if ((unsigned char)*in->at < ' ') return NULL; // also the end of the text
        if (*in->at != '\\') {
            *to++ = *in->at++;
            continue;
        }
        ++in->at;
        if (!json_escape(in, to++)) return NULL;
    }
    ++in->at;
    *to = 0;
    return text;
}

static inline Json *json_list(JsonInput *in, JsonKind kind, const char *end) {
    Json *list = json_new(kind), **last = &list->first;
    if (json_take(in, end)) return list;
    do {
        char *key = NULL;
        if (kind == JSON_OBJECT && (!(key = json_string(in)) || !json_take(in, ":"))) return NULL;
        Json *value = json_value(in);
        if (!value) return NULL;
        value->key = key;
        *last = value;
        last = &value->next;
    } while (json_take(in, ","));
    return json_take(in, end) ? list : NULL;
}

static inline Json *json_number(JsonInput *in) {
    size_t length = strspn(in->at, "+-0123456789.eE");
    char *end;
    Json *value = json_new(JSON_NUMBER);
    value->number = strtod(in->at, &end);
    if (!length || end != in->at + length) return NULL;
    in->at = end;
    return value;
}

static inline Json *json_value(JsonInput *in) {
    if (++in->depth > 100) return NULL;
    Json *value = NULL;
    json_blank(in);
    if (json_take(in, "{"))
        value = json_list(in, JSON_OBJECT, "}");
    else if (json_take(in, "["))
        value = json_list(in, JSON_ARRAY, "]");
    else if (json_take(in, "true"))
        value = json_new(JSON_TRUE);
    else if (json_take(in, "false"))
        value = json_new(JSON_FALSE);
    else if (json_take(in, "null"))
        value = json_new(JSON_NULL);
    else if (*in->at != '"')
        value = json_number(in);
    else {
        value = json_new(JSON_STRING);
        if (!(value->text = json_string(in))) return NULL;
    }
    --in->depth;
    return value;
}

static inline Json *json_parse(const char *text) {
    JsonInput in = {text, 0};
    Json *value = json_value(&in);
    json_blank(&in);
    return value && !*in.at ? value : NULL;
}

static inline const Json *json_get(const Json *object, const char *key) {
    if (!object || object->kind != JSON_OBJECT) return NULL;
    for (const Json *member = object->first; member; member = member->next)
        if (strcmp(member->key, key) == 0) return member;
    return NULL;
}

static inline const Json *json_first(const Json *array) {
    return array ? array->first : NULL;
}

static inline const char *json_text(const Json *object, const char *key) {
    const Json *value = json_get(object, key);
    return value && value->kind == JSON_STRING ? value->text : "";
}

static inline double json_number_of(const Json *object, const char *key) {
    const Json *value = json_get(object, key);
    return value && value->kind == JSON_NUMBER ? value->number : 0;
}

static inline bool json_is_true(const Json *object, const char *key) {
    const Json *value = json_get(object, key);
    return value && value->kind == JSON_TRUE;
}

#endif
