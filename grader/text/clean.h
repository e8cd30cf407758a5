// Makes text from an untrusted side fit to be shown: control bytes and invalid UTF-8 become visible escapes.
#ifndef WARPBOOK_CLEAN_H
#define WARPBOOK_CLEAN_H

#include <stdbool.h>
#include <stddef.h>

// Bytes of the UTF-8 character at text[0..size-1], 0 where it is not valid or is a control character (C0,
// DEL, C1, and the marks that turn the direction of writing).
size_t printable_utf8(const char *text, size_t size);

// Copies to[] with escapes \xNN; a newline becomes a space, a tab one space. Never cuts a character; always
// ends with NUL. Returns false when it had to cut.
bool clean_text(char *to, size_t to_size, const char *text, size_t size);

#endif
