// Finds blanks by their bytes in UTF-8.
#include "grader/class/blanks.h"

#include <stdbool.h>
#include <string.h>

#include "grader/class/stop.h"

static bool stands_in(const char *const *signs, const char *text, size_t *length) {
    for (int i = 0; signs[i]; i++)
        if (!strncmp(text, signs[i], strlen(signs[i]))) {
            *length = strlen(signs[i]);
            return true;
        }
    return false;
}

// U+00A0, U+1680, U+2000 to U+200A, U+202F, U+205F, U+3000.
static bool is_blank(const char *text, size_t *length) {
    static const char *const signs[] = {
        " ", "\t", "\n", "\r", "\xc2\xa0", "\xe1\x9a\x80", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80",
        NULL};
    const unsigned char *bytes = (const unsigned char *)text;
    *length = 3;
    if (bytes[0] == 0xe2 && bytes[1] == 0x80 && bytes[2] >= 0x80 && bytes[2] <= 0x8a) return true;
    return stands_in(signs, text, length);
}

// U+200B to U+200F, which say how others are to be joined or written; U+2060, U+FEFF.
static bool has_no_width(const char *text, size_t *length) {
    static const char *const signs[] = {"\xe2\x80\x8b", "\xe2\x80\x8c", "\xe2\x80\x8d", "\xe2\x80\x8e",
                                        "\xe2\x80\x8f", "\xe2\x81\xa0", "\xef\xbb\xbf", NULL};
    return stands_in(signs, text, length);
}

char *plain_blanks(const char *text) {
    char *plain = take_memory(strlen(text) + 1, 1);
    size_t size = 0;
    bool blank = false;
    for (size_t length; *text; text += length) {
        length = 1;
        if (is_blank(text, &length)) {
            blank = true;
            continue;
        }
        if (has_no_width(text, &length)) continue;
        if (blank && size) plain[size++] = ' ';
        blank = false;
        plain[size++] = *text, length = 1;
    }
    return plain;
}
