// Names of people: with and without accents, in either order, as initials, and as Canvas writes them, in one word.
#include "grader/class/names.h"

#include <ctype.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

#include "grader/class/stop.h"

// The text with plain letters; as it is where a letter has no plain one.
static char *plain_letters(const char *text) {
    size_t in_left = strlen(text), out_left = 4 * in_left + 4;
    char *to = take_memory(out_left + 1, 1), *in = (char *)text, *out = to;
    iconv_t converter = iconv_open("ASCII//TRANSLIT", "UTF-8");
    bool good = converter != (iconv_t)-1 && iconv(converter, &in, &in_left, &out, &out_left) == 0;
    if (converter != (iconv_t)-1) iconv_close(converter);
    if ((!good && in_left) || strchr(to, '?')) strcpy(to, text);
    return to;
}

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char *match_key(const char *name, bool squeezed) {
    enum { WORDS = 24 };
    char *letters = plain_letters(name), *words[WORDS], *rest = letters;
    int count = 0;
    for (char *c = letters; *c; c++)
        *c = isalnum((unsigned char)*c) || (unsigned char)*c >= 0x80 || *c == '@' || *c == '\''
                 ? (char)tolower(*c)
                 : ' ';
    for (char *word; count < WORDS && (word = strsep(&rest, " "));)
        if (*word) words[count++] = word;
    if (!squeezed) qsort(words, (size_t)count, sizeof *words, by_text);
    char *key = new_text("%s", "");
    for (int i = 0; i < count; i++) {
        char *longer = new_text("%s%s%s", key, i && !squeezed ? " " : "", words[i]);
        free(key);
        key = longer;
    }
    free(letters);
    return key;
}

char *plain_key(const char *text) {
    char *key = plain_letters(text + strspn(text, " \t"));
    for (char *c = key; *c; c++) *c = (char)tolower((unsigned char)*c);
    for (size_t length = strlen(key); length && strchr(" \t", key[length - 1]);) key[--length] = 0;
    return key;
}

bool names_alike(const char *a, const char *b) {
    char *own = match_key(a, false), *other = match_key(b, false);
    const bool same = !strcmp(own, other);
    free(own);
    free(other);
    return same;
}

// ---- May two names be one person's? ---------------------------------------------------------------------

enum { NAME_WORDS = 24 };

typedef struct {
    char *words[NAME_WORDS]; // of `letters`
    int count;
    char *letters, *squeezed;
} NameWords;

// Without the e of Mueller, Mu(e)ller being Müller without its dots.
static void leave_out_e(char *key) {
    char *to = key;
    for (const char *from = key; *from; from++)
        if (*from != 'e' || from == key || !strchr("aou", from[-1])) *to++ = *from;
    *to = 0;
}

static NameWords words_of(const char *name) {
    NameWords w = {.letters = match_key(name, false), .squeezed = match_key(name, true)};
    leave_out_e(w.letters);
    leave_out_e(w.squeezed);
    char *rest = w.letters;
    for (char *word; w.count < NAME_WORDS && (word = strsep(&rest, " "));)
        if (*word) w.words[w.count++] = word;
    return w;
}

static void free_words(NameWords *w) {
    free(w->letters), free(w->squeezed);
}

static bool is_number(const char *word) {
    return !word[strspn(word, "0123456789")];
}

// Does a word of `a` stand in `b`: anywhere, or at an end of it if it has two letters?
static bool word_stands_in(const NameWords *a, const NameWords *b) {
    for (int i = 0; i < a->count; i++) {
        const char *word = a->words[i];
        const size_t length = strlen(word), all = strlen(b->squeezed);
        if (is_number(word) || length < 2 || length > all) continue;
        const bool at_end = !strncmp(b->squeezed, word, length) || !strcmp(b->squeezed + all - length, word);
        if (at_end || (length > 2 && strstr(b->squeezed, word))) return true;
    }
    return false;
}

// Is each word of the shorter name a word of the other one, or one of the two the other's initial?
static bool initials_agree(const NameWords *a, const NameWords *b) {
    const NameWords *few = a->count < b->count ? a : b, *many = few == a ? b : a;
    for (int i = 0; i < few->count; i++) {
        bool found = false;
        for (int k = 0; k < many->count && !found; k++) {
            const char *one = few->words[i], *other = many->words[k];
            found = !strcmp(one, other) || (*one == *other && (!one[1] || !other[1]));
        }
        if (!found) return false;
    }
    return few->count > 0;
}

static bool has_letters_beyond_ascii(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80) return true;
    return false;
}

bool names_may_agree(const char *name, const char *other) {
    NameWords a = words_of(name), b = words_of(other);
    const bool agree = !a.count || !b.count ||
                       has_letters_beyond_ascii(a.squeezed) != has_letters_beyond_ascii(b.squeezed) ||
                       word_stands_in(&a, &b) || word_stands_in(&b, &a) || initials_agree(&a, &b);
    free_words(&a);
    free_words(&b);
    return agree;
}

bool is_persons_name(const char *name, const char *number) {
    static const char *const others[] = {"participant", "group", "team", "anonymous"};
    char *key = match_key(name, true);
    const size_t length = strlen(key), digits = strlen(number);
    bool persons = length > 0 && !is_number(key);
    if (digits && length > digits && !strcmp(key + length - digits, number)) persons = false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const char *found = strstr(key, others[i]), *end = found ? found + strlen(others[i]) : "";
        if (found && is_number(end + (*end == 's'))) persons = false;
    }
    free(key);
    return persons;
}

bool is_groups_name(const char *name) {
    static const char *const words[] = {"group", "team"};
    char *key = match_key(name, true);
    bool groups = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = strstr(key, words[i]), *end = found ? found + strlen(words[i]) : "";
        if (*end == 's') end++;
        groups |= *end && is_number(end);
    }
    free(key);
    return groups;
}

char *group_key(const char *name) {
    static const char *const words[] = {"group", "groups", "gruppe", "groupe", "grupo", "team"};
    char *key = match_key(name, true);
    const char *number = key;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i]);
        if (!strncmp(key, words[i], length) && key[length]) number = key + length;
    }
    if (number[strspn(number, "0123456789")]) number = key;
    while (number != key && *number == '0' && number[1]) number++;
    char *bare = new_text("%s", number);
    free(key);
    return bare;
}
