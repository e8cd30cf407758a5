// Where a word stands by itself. See words.h.
#include "grader/c_text/words.h"

#include <string.h>

const char *find_word(const char *text, const char *at, const char *word) {
    const size_t length = strlen(word);
    for (; (at = strstr(at, word)); at++)
        if ((at == text || !is_word(at[-1])) && !is_word(at[length])) return at;
    return NULL;
}
