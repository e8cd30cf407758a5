// Escapes what must not reach a terminal or a JSON file.
#include "grader/text/clean.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

// Marks and overrides of writing direction: they can make a line of output read as another.
static bool turns_direction(uint32_t code) {
    return code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t printable_utf8(const char *text, size_t size) {
    if (!size) return 0;
    unsigned char c = (unsigned char)text[0];
    if (c < 0x80) return c >= 0x20 && c != 0x7f;
    size_t length = c >= 0xc2 && c < 0xe0 ? 2 : c >= 0xe0 && c < 0xf0 ? 3 : c >= 0xf0 && c < 0xf5 ? 4 : 0;
    if (!length || length > size) return 0;
    uint32_t code = c & (0xff >> (length + 1));
    for (size_t i = 1; i < length; i++) {
        if (((unsigned char)text[i] & 0xc0) != 0x80) return 0;
        code = code << 6 | ((unsigned char)text[i] & 0x3f);
    }
    bool overlong = code < (length == 2 ? 0x80u : length == 3 ? 0x800u : 0x10000u);
    if (overlong || (code >= 0xd800 && code < 0xe000) || code > 0x10ffff) return 0;
    return code < 0xa0 || turns_direction(code) || code == 0x2028 || code == 0x2029 ? 0 : length;
}

bool clean_text(char *to, size_t to_size, const char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < size;) {
        char escape[5] = " ";
        size_t length = printable_utf8(text + i, size - i), wide = length;
        const char *from = text + i;
        if (!length) {
            length = 1;
            if (text[i] != '\n' && text[i] != '\t')
                snprintf(escape, sizeof escape, "\\x%02x", (unsigned char)text[i]);
            from = escape;
            wide = strlen(escape);
        }
        if (used + wide >= to_size) {
            to[used] = 0;
            return false;
        }
        memcpy(to + used, from, wide);
        used += wide;
        i += length;
    }
    to[used] = 0;
    return true;
}
