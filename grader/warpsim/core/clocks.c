// Words of memory and their last accesses, by address.
#include "grader/warpsim/core/clocks.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1 << 10 };

static WordOrder *look_up(const WordOrders *words, u64 address) {
    const u64 h = (address >> 1) * 0x9e3779b97f4a7c15ull;
    u32 i = (u32)(h >> 32) & (words->room - 1);
    while (words->list[i].address && words->list[i].address != address) i = (i + 1) & (words->room - 1);
    return &words->list[i];
}

static bool grow(WordOrders *words) {
    WordOrders larger = {.room = words->room ? 2 * words->room : FIRST_ROOM, .count = words->count};
    larger.list = calloc(larger.room, sizeof *larger.list);
    if (!larger.list) return false;
    for (u32 i = 0; i < words->room; i++)
        if (words->list[i].address) *look_up(&larger, words->list[i].address) = words->list[i];
    free(words->list);
    *words = larger;
    return true;
}

WordOrder *words_at(WordOrders *words, u64 address) {
    if (2 * words->count >= words->room && !grow(words)) return NULL;
    WordOrder *word = look_up(words, address);
    if (!word->address) word->address = address, words->count++;
    return word;
}

WordOrder *words_find(WordOrders *words, u64 address) {
    WordOrder *word = words->room ? look_up(words, address) : NULL;
    return word && word->address ? word : NULL;
}

void words_free(WordOrders *words) {
    for (u32 i = 0; i < words->room; i++) {
        free(words->list[i].list);
        known_release(words->list[i].told);
        known_release(words->list[i].told_block);
    }
    free(words->list);
    memset(words, 0, sizeof *words);
}
