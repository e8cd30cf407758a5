// Words of memory that hold an undefined value which somebody stored, and where that value was read first.
//
// Words that were never stored to are not here: memory itself knows which bytes are written (Arena.written and
// its like). A word here counts only as long as its bytes are unwritten.
#ifndef WARPBOOK_UNDEFINED_WORDS_H
#define WARPBOOK_UNDEFINED_WORDS_H

#include "grader/warpsim/core/lanes.h"

struct Function;

// Where an undefined value was read from unwritten memory.
typedef struct {
    const struct Function *function; // NULL: it is defined
    u64 address;                     // generic: windows tell shared and local memory
    u64 launch;
    u32 block, thread, instruction;
    u32 bytes;     // that were read
    bool computed; // from it, not moved
} Origin;

enum { NO_ONE = 0xffffffff }; // block or thread of a key: memory that all of them share

typedef struct {
    u64 address; // generic, a multiple of 4
    u32 block, thread;
} WordKey;

typedef struct {
    WordKey key;
    Origin from;
    bool used;
    bool read; // by a kernel, since it was stored
} UndefinedWord;

typedef struct {
    UndefinedWord *list; // a hash table
    u32 room, count;
} UndefinedWords;

// Keeps the word's origin. Beyond 262144 words nothing is kept any more.
void undefined_words_put(UndefinedWords *words, WordKey key, const Origin *from);

// NULL: not kept.
UndefinedWord *undefined_words_find(const UndefinedWords *words, WordKey key);

void undefined_words_clear(UndefinedWords *words); // for the next block
void undefined_words_free(UndefinedWords *words);

#endif
