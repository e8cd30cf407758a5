// Puts variants together, and takes what the compiler made of them apart.
#include "grader/edits/variants.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/lexemes.h"

// A text that grows.
typedef struct {
    char *text;
    size_t size, room;
    bool failed;
} Growing;

static void add(Growing *g, const char *text, size_t size) {
    if (g->size + size + 1 > g->room) {
        const size_t room = 2 * (g->size + size) + 4096;
        char *grown = g->failed ? NULL : realloc(g->text, room);
        g->failed |= !grown;
        if (!grown) return;
        g->text = grown;
        g->room = room;
    }
    memcpy(g->text + g->size, text, size);
    g->size += size;
    g->text[g->size] = 0;
}

static char *finished(Growing *g) {
    if (!g->failed && g->text) return g->text;
    free(g->text);
    return NULL;
}

// ---- Together -----------------------------------------------------------------------------------------------------

static bool is_include(const char *line) {
    line += strspn(line, " \t");
    if (*line != '#') return false;
    line++;
    line += strspn(line, " \t");
    return !strncmp(line, "include", 7);
}

static size_t line_length(const char *line) {
    const size_t length = strcspn(line, "\n");
    return length + (line[length] == '\n');
}

static int lines_in(const Growing *g) {
    int lines = 1;
    for (size_t i = 0; i < g->size; i++) lines += g->text[i] == '\n';
    return lines;
}

// The lines of a text that include files, or all others.
static void add_lines(Growing *g, const char *text, bool includes) {
    for (const char *line = text; *line; line += line_length(line))
        if (is_include(line) == includes) add(g, line, line_length(line));
}

// Gives functions of the host names of the variant's own, or takes those back: a header may declare them, too, and with an
// argument of a type from there a call would fit both.
static void add_host_names(Growing *g, const Lexemes *x, int variant, bool defines) {
    int name, end;
    char line[300];
    for (int at = 0; next_host_function(x, at, &name, &end); at = end) {
        const int length = x->list[name].length;
        const char *word = x->text + x->list[name].at;
        if (defines)
            snprintf(line, sizeof line, "#define %.*s wbv%d_%.*s\n", length, word, variant, length, word);
        else
            snprintf(line, sizeof line, "#undef %.*s\n", length, word);
        if (strchr(line, '\n')) add(g, line, strlen(line));
    }
}

bool variants_make(Variants *v, const char *text, const Edits *edits) {
    Growing g = {.text = NULL};
    Lexemes x;
    if (!lexemes_read(&x, text)) return *v = (Variants){.text = NULL}, false;
    *v = (Variants){.first_line = calloc((size_t)edits->count + 1, sizeof *v->first_line),
                    .count = edits->count};
    add_lines(&g, text, true);
    int line = lines_in(&g);
    for (int i = 0; i < edits->count && v->first_line; i++) {
        char *own = edited_text(text, &edits->list[i]), name[60];
        const size_t before = g.size;
        snprintf(name, sizeof name, "\nnamespace wbv%d_ {\n", i);
        add(&g, name, strlen(name));
        add_host_names(&g, &x, i, true);
        if (own)
            add_lines(&g, own, false);
        else
            g.failed = true;
        add(&g, "\n}\n", 3);
        add_host_names(&g, &x, i, false);
        free(own);
        v->first_line[i] = line;
        for (size_t k = before; k < g.size; k++) line += g.text[k] == '\n';
    }
    lexemes_free(&x);
    v->text = finished(&g);
    if (v->text && v->first_line) return true;
    variants_free(v);
    return false;
}

void variants_free(Variants *v) {
    free(v->text), free(v->first_line);
    *v = (Variants){.text = NULL};
}

static int variant_at(const Variants *v, int line) {
    int at = v->count - 1;
    while (at >= 0 && v->first_line[at] > line) at--;
    return at;
}

// Do the messages name the file of the variants there, and no header that it includes?
static bool names_variants(const char *messages, size_t end) {
    const size_t length = strlen(VARIANTS_FILE);
    return end > length && !strncmp(messages + end - length - 1, VARIANTS_FILE "(", length + 1);
}

bool drop_complaints(Edits *edits, const Variants *v, const char *messages, size_t size) {
    static const char mark[] = "): error";
    bool any = false;
    bool *bad = calloc((size_t)v->count + 1, sizeof *bad);
    for (size_t i = 0; bad && i + sizeof mark <= size; i++) {
        if (strncmp(messages + i, mark, sizeof mark - 1)) continue;
        size_t digit = i;
        while (digit && isdigit((unsigned char)messages[digit - 1])) digit--;
        const int variant = digit < i && names_variants(messages, digit)
                                ? variant_at(v, (int)strtol(messages + digit, NULL, 10))
                                : -1;
        if (variant >= 0) bad[variant] = any = true;
    }
    int kept = 0;
    for (int i = 0; bad && i < edits->count; i++) {
        if (bad[i])
            free(edits->list[i].text);
        else
            edits->list[kept++] = edits->list[i];
    }
    if (bad) edits->count = kept;
    free(bad);
    return any;
}

// ---- Apart ----------------------------------------------------------------------------------------------------------

// Where the piece of a PTX text ends that begins at `at`: a directive that ends with a line, or a function with its body.
static const char *piece_end(const char *at) {
    static const char *const functions[] = {".visible .entry", ".entry",      ".weak .entry", ".func",
                                            ".visible .func",  ".weak .func", ".section"};
    bool has_body = false;
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        has_body |= !strncmp(at, functions[i], strlen(functions[i]));
    for (const char *line = at; *line;) {
        const size_t length = line_length(line), shown = strcspn(line, "\n");
        const bool closed =
            line[0] == '}' || (line[0] == '\t' && line[1] == '}' && !strncmp(at, ".section", 8));
        const bool declared = shown && line[shown - 1] == ';' && line[0] != '\t';
        line += length;
        if (!has_body || closed || declared) return line;
    }
    return at + strlen(at);
}

// The number of the variant whose name stands in the head of a piece; -1: none does.
static int variant_of(const char *at, const char *end) {
    for (const char *found = at; found < end && (found = strstr(found, "wbv")) && found < end; found += 3) {
        char *digits_end;
        if (!isdigit((unsigned char)found[3]) || found == at || !isdigit((unsigned char)found[-1])) continue;
        const long number = strtol(found + 3, &digits_end, 10);
        if (*digits_end == '_') return (int)number;
    }
    return -1;
}

static const char *head_end(const char *at, const char *end) {
    const char *head = at + strcspn(at, "\n{=");
    return head < end ? head : end;
}

enum { NAME = 300, NAMES = 64 };

typedef struct {
    char name[NAMES][NAME];
    int count;
} Names;

// The name that a piece defines, where a host may ask for it: a kernel, or a variable of the program.
static bool defined_name(const char *at, const char *end, char name[NAME]) {
    static const char *const heads[] = {".visible .entry ", ".entry ", ".weak .entry "};
    const char *begin = NULL;
    for (size_t i = 0; i < sizeof heads / sizeof *heads && !begin; i++)
        if (!strncmp(at, heads[i], strlen(heads[i]))) begin = at + strlen(heads[i]);
    const bool variable = !strncmp(at, ".visible .const", 15) || !strncmp(at, ".visible .global", 16) ||
                          !strncmp(at, ".const", 6) || !strncmp(at, ".global", 7);
    if (variable) {
        const char *stop = at + strcspn(at, "[;=\n");
        while (stop > at && stop[-1] == ' ') stop--;
        begin = stop;
        while (begin > at && begin[-1] != ' ') begin--;
    }
    if (!begin || begin >= end) return false;
    size_t length = 0;
    while (isalnum((unsigned char)begin[length]) || begin[length] == '_' || begin[length] == '$') length++;
    if (!length || length >= NAME) return false;
    memcpy(name, begin, length);
    name[length] = 0;
    return true;
}

// Those of a variant, in their order; of a text without variants: -1.
static bool find_names(Names *names, const char *ptx, int number) {
    names->count = 0;
    for (const char *at = ptx; *at;) {
        const char *end = piece_end(at);
        char name[NAME];
        if (defined_name(at, end, name) && variant_of(at, head_end(at, end)) == number) {
            if (names->count == NAMES) return false;
            memcpy(names->name[names->count++], name, NAME);
        }
        at = end;
    }
    return true;
}

// Leaves out what stands in a header that the text includes: all variants share it.
static void leave_out(Names *names, const Names *shared) {
    int kept = 0;
    for (int i = 0; i < names->count; i++) {
        bool is_shared = false;
        for (int k = 0; k < shared->count; k++) is_shared |= !strcmp(names->name[i], shared->name[k]);
        if (is_shared) continue;
        if (kept < i) memcpy(names->name[kept], names->name[i], NAME);
        kept++;
    }
    names->count = kept;
}

static bool name_char(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

// A piece with the variant's names replaced.
static void add_renamed(Growing *g, const char *at, const char *end, const Names *from, const Names *to) {
    while (at < end) {
        const char *word = at;
        while (word < end && !name_char(*word)) word++;
        add(g, at, (size_t)(word - at));
        at = word;
        while (word < end && name_char(*word)) word++;
        int k = 0;
        while (k < from->count && (strlen(from->name[k]) != (size_t)(word - at) ||
                                   strncmp(from->name[k], at, (size_t)(word - at))))
            k++;
        if (k < from->count)
            add(g, to->name[k], strlen(to->name[k]));
        else
            add(g, at, (size_t)(word - at));
        at = word;
    }
}

char *variant_ptx(const char *all, const char *own, int number) {
    Names *from = calloc(1, sizeof *from), *to = calloc(1, sizeof *to), *shared = calloc(1, sizeof *shared);
    Growing g = {.text = NULL};
    bool fits = from && to && shared && find_names(from, all, number) && find_names(to, own, -1) &&
                find_names(shared, all, -1);
    if (fits) leave_out(to, shared);
    fits = fits && from->count == to->count;
    for (const char *at = all; fits && *at;) {
        const char *end = piece_end(at);
        const int piece = variant_of(at, head_end(at, end));
        if (piece == number)
            add_renamed(&g, at, end, from, to);
        else if (piece < 0)
            add(&g, at, (size_t)(end - at));
        at = end;
    }
    free(from), free(to), free(shared);
    return fits ? finished(&g) : NULL;
}
