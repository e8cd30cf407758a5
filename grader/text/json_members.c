// Finds the members of a JSON object: the grammar of RFC 8259, and where each value ends.
#include "grader/text/json_members.h"

#include <ctype.h>
#include <string.h>

enum { DEPTH_MAX = 64 };

typedef struct {
    const char *at, *end;
} Text;

static bool value(Text *t, int depth);

static char next(const Text *t) {
    return t->at < t->end ? *t->at : 0;
}

static void blanks(Text *t) {
    while (t->at < t->end && (*t->at == ' ' || *t->at == '\t' || *t->at == '\n' || *t->at == '\r')) t->at++;
}

// The sign itself, with blanks before it.
static bool sign(Text *t, char c) {
    blanks(t);
    if (next(t) != c) return false;
    t->at++;
    return true;
}

static bool escape(Text *t) {
    const char c = next(t);
    if (!c || !strchr("\"\\/bfnrtu", c)) return false;
    t->at++;
    for (int i = 0; c == 'u' && i < 4; i++, t->at++)
        if (!isxdigit((unsigned char)next(t))) return false;
    return true;
}

static bool string(Text *t) {
    if (!sign(t, '"')) return false;
    while (t->at < t->end) {
        const unsigned char c = (unsigned char)*t->at++;
        if (c == '"') return true;
        if (c < 0x20 || (c == '\\' && !escape(t))) return false;
    }
    return false;
}

static bool digits(Text *t) {
    const char *from = t->at;
    while (isdigit((unsigned char)next(t))) t->at++;
    return t->at > from;
}

static bool number(Text *t) {
    if (next(t) == '-') t->at++;
    if (next(t) == '0')
        t->at++;
    else if (!digits(t))
        return false;
    if (next(t) == '.') {
        t->at++;
        if (!digits(t)) return false;
    }
    if (next(t) != 'e' && next(t) != 'E') return true;
    t->at++;
    if (next(t) == '+' || next(t) == '-') t->at++;
    return digits(t);
}

static bool word(Text *t, const char *expected) {
    const size_t size = strlen(expected);
    if ((size_t)(t->end - t->at) < size || memcmp(t->at, expected, size) != 0) return false;
    t->at += size;
    return true;
}

// What lies between the brackets of an array, or of an object, whose elements have keys.
static bool elements(Text *t, char close, int depth) {
    const bool keys = close == '}';
    t->at++;
    if (sign(t, close)) return true;
    do {
        if (keys && !(string(t) && sign(t, ':'))) return false;
        if (!value(t, depth + 1)) return false;
    } while (sign(t, ','));
    return sign(t, close);
}

static bool value(Text *t, int depth) {
    blanks(t);
    if (depth > DEPTH_MAX) return false;
    switch (next(t)) {
    case '{': return elements(t, '}', depth);
    case '[': return elements(t, ']', depth);
    case '"': return string(t);
    case 't': return word(t, "true");
    case 'f': return word(t, "false");
    case 'n': return word(t, "null");
    default: return number(t);
    }
}

bool json_is_object(const char *text, size_t size) {
    Text t = {text, text + size};
    blanks(&t);
    if (next(&t) != '{' || !value(&t, 1)) return false;
    blanks(&t);
    return t.at == t.end;
}

bool json_next_member(const char *text, size_t size, size_t *at, JsonMember *member) {
    Text t = {text + *at, text + size};
    if (!sign(&t, *at ? ',' : '{')) return false;
    blanks(&t);
    member->key = t.at + 1;
    if (!string(&t)) return false; // of an object without members
    member->key_size = (size_t)(t.at - member->key) - 1;
    if (!sign(&t, ':')) return false;
    blanks(&t);
    member->value = t.at;
    if (!value(&t, 1)) return false;
    member->value_size = (size_t)(t.at - member->value);
    *at = (size_t)(t.at - text);
    return true;
}

bool json_find_member(const char *text, size_t size, const char *key, JsonMember *member) {
    const size_t length = strlen(key);
    for (size_t at = 0; json_next_member(text, size, &at, member);)
        if (member->key_size == length && !memcmp(member->key, key, length)) return true;
    return false;
}
