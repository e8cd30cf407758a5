// Drops kernels from PTX as the compiler prints it: ".visible .entry NAME(" up to the "}" that stands alone.
#include "grader/edits/ptx_kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *line_end(const char *at, const char *end) {
    const char *found = memchr(at, '\n', (size_t)(end - at));
    return found ? found + 1 : end;
}

// Behind ".entry " of a line that begins a kernel; NULL: it begins none.
static const char *kernel_name(const char *line, const char *end) {
    static const char *const heads[] = {".visible .entry ", ".weak .entry ", ".entry "};
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        const size_t size = strlen(heads[i]);
        if ((size_t)(end - line) > size && !memcmp(line, heads[i], size)) return line + size;
    }
    return NULL;
}

static bool is_wanted(const char *name, const char *end, PtxKernelWanted *wanted, const void *context) {
    const char *open = memchr(name, '(', (size_t)(end - name));
    return !open || wanted(context, name, (size_t)(open - name));
}

// Behind the body of the kernel that begins there.
static const char *kernel_end(const char *at, const char *end) {
    while (at < end && *at != '}') at = line_end(at, end);
    return at < end ? line_end(at, end) : end;
}

size_t ptx_keep_kernels(char *ptx, size_t size, PtxKernelWanted *wanted, const void *context) {
    const char *end = ptx + size;
    char *to = ptx;
    for (const char *at = ptx; at < end;) {
        const char *next = line_end(at, end), *name = kernel_name(at, next);
        if (name && !is_wanted(name, next, wanted, context)) {
            at = kernel_end(at, end);
            continue;
        }
        memmove(to, at, (size_t)(next - at));
        to += next - at;
        at = next;
    }
    if (to < ptx + size) *to = 0;
    return (size_t)(to - ptx);
}

// Puts the number in the place of a word such as %ctaid.x, where one begins; the bytes of the word, 0: none begins.
static size_t take_number(const char *at, size_t left, const char *word, const long number[3], char **to) {
    const size_t size = strlen(word);
    if (left < size + 1 || memcmp(at, word, size) || at[size] < 'x' || at[size] > 'z') return 0;
    *to += sprintf(*to, "%ld", number[at[size] - 'x']);
    return size + 1;
}

char *ptx_of_block(const char *ptx, size_t size, const long grid[3], const long block[3], size_t *own_size) {
    enum { LONGER = 14 }; // a number than the word
    size_t words = 1;
    for (const char *at = ptx; (at = memchr(at, '%', size - (size_t)(at - ptx))); at++)
        words += at[1] == 'c' || at[1] == 'n';
    char *text = malloc(size + LONGER * words), *to = text;
    for (size_t i = 0; text && i < size;) {
        size_t taken = 0;
        if (ptx[i] == '%') taken = take_number(ptx + i, size - i, "%ctaid.", block, &to);
        if (ptx[i] == '%' && !taken) taken = take_number(ptx + i, size - i, "%nctaid.", grid, &to);
        if (!taken) *to++ = ptx[i], taken = 1;
        i += taken;
    }
    *own_size = text ? (size_t)(to - text) : 0;
    return text;
}
