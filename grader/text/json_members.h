// Finds the members of a JSON object in a text. Nothing is unescaped, and no tree is built.
#ifndef WARPBOOK_JSON_MEMBERS_H
#define WARPBOOK_JSON_MEMBERS_H

#include <stdbool.h>
#include <stddef.h>

// Both point into the text: the key as it is written, without its quotes, and the value with its brackets or quotes.
typedef struct {
    const char *key, *value;
    size_t key_size, value_size;
} JsonMember;

// Is the text exactly one JSON object, as RFC 8259 has it, with no more than 64 values inside each other?
bool json_is_object(const char *text, size_t size);

// The member behind *at, which begins at 0, in an object that json_is_object has accepted; false after the last.
bool json_next_member(const char *text, size_t size, size_t *at, JsonMember *member);

// The value of that member; false where there is none.
bool json_find_member(const char *text, size_t size, const char *key, JsonMember *member);

#endif
