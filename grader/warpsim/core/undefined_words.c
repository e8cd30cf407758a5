// The table of undefined words: open addressing, grown by doubling.
#include "grader/warpsim/core/undefined_words.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 10, MOST_WORDS = 1 << 18 };

static u32 slot_of(const UndefinedWords *words, WordKey key) {
    u64 h = (key.address >> 2) * 0x9e3779b97f4a7c15ull;
    h ^= ((u64)key.block << 32 | key.thread) * 0xc2b2ae3d27d4eb4full;
    return (u32)((h ^ h >> 29) & (words->room - 1));
}

static UndefinedWord *look_up(const UndefinedWords *words, WordKey key) {
    u32 i = slot_of(words, key);
    while (words->list[i].used &&
           (words->list[i].key.address != key.address || words->list[i].key.block != key.block ||
            words->list[i].key.thread != key.thread))
        i = (i + 1) & (words->room - 1);
    return &words->list[i];
}

static bool grow(UndefinedWords *words) {
    UndefinedWords larger = {.room = words->room ? 2 * words->room : FIRST_ROOM, .count = words->count};
    larger.list = calloc(larger.room, sizeof *larger.list);
    if (!larger.list) return false;
    for (u32 i = 0; i < words->room; i++)
        if (words->list[i].used) *look_up(&larger, words->list[i].key) = words->list[i];
    free(words->list);
    *words = larger;
    return true;
}

void undefined_words_put(UndefinedWords *words, WordKey key, const Origin *from) {
    if (words->count >= MOST_WORDS || (2 * words->count >= words->room && !grow(words))) return;
    UndefinedWord *word = look_up(words, key);
    if (!word->used) words->count++;
    *word = (UndefinedWord){key, *from, true, false};
}

UndefinedWord *undefined_words_find(const UndefinedWords *words, WordKey key) {
    if (!words->count) return NULL;
    UndefinedWord *word = look_up(words, key);
    return word->used ? word : NULL;
}

void undefined_words_clear(UndefinedWords *words) {
    if (words->count) memset(words->list, 0, words->room * sizeof *words->list);
    words->count = 0;
}

void undefined_words_free(UndefinedWords *words) {
    free(words->list);
    memset(words, 0, sizeof *words);
}
