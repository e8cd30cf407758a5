// One mistake in a solution, whose line and TODO are known: what tests/cause/mutants lets grade.
//
//   mutate FILE                 a line for each mutant there is: number, line, first and last line of the statement, TODO, kind,
//                               what stands there, what it becomes
//   mutate FILE NUMBER          writes that mutant to standard output
//
// Only code between `// N.M` and `// end N.M` is changed, or in functions where there are no such marks, by one token or one statement, as students get it wrong: a
// comparison, a sign, a number, an axis, another variable of the same lines, two indexes, a statement that is missing, two that
// changed places. Some are right all the same, and some do not compile: grading tells.
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKENS_MOST = 20000, REGIONS_MOST = 100, NAMES_MOST = 400 };

typedef struct {
    const char *at;
    int size, line, region; // region: -1 outside of all
} Token;

typedef struct {
    char todo[16];
    int first, end; // tokens
} Region;

static char *text;
static Token tokens[TOKENS_MOST];
static int token_count, region_count, wanted = -1, mutant_count;
static Region regions[REGIONS_MOST];

static bool is(const Token *t, const char *word) {
    return t->size == (int)strlen(word) && !strncmp(t->at, word, (size_t)t->size);
}

static bool is_name(const Token *t) {
    return isalpha((unsigned char)*t->at) || *t->at == '_';
}

static bool same(const Token *a, const Token *b) {
    return a->size == b->size && !strncmp(a->at, b->at, (size_t)a->size);
}

// ---- Tokens and regions -------------------------------------------------------------------------------------------

// A comment may begin or end a region.
static int read_comment(const char *at, int region) {
    char todo[16];
    if (region < 0 && sscanf(at, "// %15[0-9.]", todo) == 1 && strchr(todo, '.') &&
        region_count < REGIONS_MOST) {
        Region *r = &regions[region_count];
        r->first = token_count;
        snprintf(r->todo, sizeof r->todo, "%s", todo);
        return region_count++;
    }
    if (region >= 0 && sscanf(at, "// end %15[0-9.]", todo) == 1) {
        regions[region].end = token_count;
        return -1;
    }
    return region;
}

static int size_of_token(const char *at) {
    static const char *const two[] = {"<=", ">=", "==", "!=", "&&", "||", "++",
                                      "--", "+=", "-=", "*=", "->", "<<", ">>"};
    if (!strncmp(at, "<<<", 3) || !strncmp(at, ">>>", 3)) return 3;
    if (*at == '"') {
        int size = 1;
        while (at[size] && at[size] != '"') size += at[size] == '\\' ? 2 : 1;
        return size + 1;
    }
    if (isalnum((unsigned char)*at) || *at == '_') {
        int size = 1;
        while (isalnum((unsigned char)at[size]) || at[size] == '_' ||
               (isdigit((unsigned char)*at) && at[size] == '.'))
            size++;
        return size;
    }
    for (size_t i = 0; i < sizeof two / sizeof *two; i++)
        if (!strncmp(at, two[i], 2)) return 2;
    return 1;
}

static void read_tokens(void) {
    int line = 1, region = -1;
    for (const char *at = text; *at && token_count < TOKENS_MOST;) {
        if (!strncmp(at, "//", 2)) {
            region = read_comment(at, region);
            at += strcspn(at, "\n");
        } else if (!strncmp(at, "/*", 2)) {
            const char *end = strstr(at, "*/");
            for (; at < (end ? end + 2 : at + strlen(at)); at++) line += *at == '\n';
        } else if (*at == '#') {
            at += strcspn(at, "\n");
        } else if (isspace((unsigned char)*at)) {
            line += *at++ == '\n';
        } else {
            Token *t = &tokens[token_count++];
            *t = (Token){at, size_of_token(at), line, region};
            at += t->size;
        }
    }
}

// In a file without marks each function is a region, of no TODO that is known.
static void functions_for_regions(void) {
    for (int i = 0, depth = 0; i < token_count && region_count < REGIONS_MOST; i++) {
        if (is(&tokens[i], "{") && depth++ == 0) regions[region_count] = (Region){"-", i + 1, i + 1};
        if (depth > 0) tokens[i].region = region_count;
        if (is(&tokens[i], "}") && --depth == 0) regions[region_count++].end = i;
    }
}

// ---- Mutants ------------------------------------------------------------------------------------------------------

static bool ends_statement(const Token *t) {
    return is(t, ";") || is(t, "{") || is(t, "}");
}

static int on_one_line(const char *from, int size) {
    const int line = (int)strcspn(from, "\n");
    return line < size ? line : size;
}

static void list(int number, const Token *at, const char *kind, const char *from, int old, const char *with,
                 int size) {
    const Token *first = at, *last = at;
    while (first > tokens && !ends_statement(first - 1)) first--;
    while (last < tokens + token_count - 1 && !ends_statement(last)) last++;
    printf("%d\t%d\t%d\t%d\t%s\t%s\t%.*s\t%.*s\n", number, at->line, first->line, last->line,
           regions[at->region].todo, kind, on_one_line(from, old), from, on_one_line(with, size), with);
}

// In place of the text from `from` to `to` stands `with`, of this size.
static void mutant(const Token *at, const char *kind, const char *from, const char *to, const char *with,
                   int size) {
    const int number = mutant_count++;
    if (wanted < 0)
        list(number, at, kind, from, (int)(to - from), with, size);
    else if (wanted == number)
        printf("%.*s%.*s%s", (int)(from - text), text, size, with, to);
}

static void become(const Token *t, const char *kind, const char *with) {
    mutant(t, kind, t->at, t->at + t->size, with, (int)strlen(with));
}

static void operators(const Token *t) {
    static const char *const comparisons[][2] = {{"<", "<="}, {"<=", "<"},  {">", ">="},
                                                 {">=", ">"}, {"==", "!="}, {"&&", "||"}};
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (is(t, comparisons[i][0])) become(t, "comparison", comparisons[i][1]);
    const Token *before = t - 1;
    const bool binary = t > tokens && (isalnum((unsigned char)*before->at) || strchr("_)]", *before->at));
    if (binary && is(t, "+")) become(t, "sign", "-");
    if (binary && is(t, "-")) become(t, "sign", "+");
    if (binary && is(t, "*") && is_name(before) && isalnum((unsigned char)*t[1].at))
        become(t, "operator", "+");
}

static void numbers(const Token *t) {
    char *end;
    const long value = strtol(t->at, &end, 10);
    char other[32];
    if (!isdigit((unsigned char)*t->at) || end != t->at + t->size) return;
    snprintf(other, sizeof other, "%ld", value + 1);
    become(t, "number", other);
    snprintf(other, sizeof other, "%ld", value - 1);
    if (value > 0) become(t, "number", other);
}

static void axes(const Token *t) {
    static const char *const next[] = {"x", "y", "z", "x"};
    if (t == tokens || t->size != 1 || t[-1].size != 1 || *t[-1].at != '.') return;
    for (int i = 0; i < 3; i++)
        if (is(t, next[i])) become(t, "axis", next[i + 1]);
}

static bool may_be_renamed(const Token *t) {
    return is_name(t) && !(t > tokens && (is(t - 1, ".") || is(t - 1, "->"))) && *t[1].at != '(' &&
           !is_name(t + 1) && *t[1].at != '*';
}

// Every other name of the region in its place, each once.
static void variables(const Token *t) {
    const Region *r = &regions[t->region];
    if (!may_be_renamed(t)) return;
    for (const Token *o = &tokens[r->first]; o < &tokens[r->end]; o++) {
        bool seen = !may_be_renamed(o) || same(o, t);
        for (const Token *b = &tokens[r->first]; b < o && !seen; b++) seen = same(b, o);
        if (!seen) mutant(t, "variable", t->at, t->at + t->size, o->at, o->size);
    }
}

// [a][b] as [b][a].
static void indexes(const Token *t) {
    if (!is(t, "[")) return;
    const Token *middle = t + 1, *last;
    while (!is(middle, "]") && !is(middle, ";")) middle++;
    if (!is(middle, "]") || !is(middle + 1, "[")) return;
    for (last = middle + 2; !is(last, "]") && !is(last, ";");) last++;
    char swapped[400];
    const int size = snprintf(swapped, sizeof swapped, "[%.*s][%.*s]", (int)(last->at - middle[2].at),
                              middle[2].at, (int)(middle->at - t[1].at), t[1].at);
    if (is(last, "]") && size < (int)sizeof swapped) mutant(t, "indexes", t->at, last->at + 1, swapped, size);
}

static const Token *end_of_statement(const Token *t) {
    while (!is(t, ";") && !is(t, "{") && !is(t, "}")) t++;
    return is(t, ";") ? t : NULL;
}

static bool begins_statement(const Token *t) {
    return t > tokens && (is(t - 1, ";") || is(t - 1, "{") || is(t - 1, "}")) && !is(t, "for") &&
           !is(t, "}") && !is(t, "{") && !is(t, "if") && !is(t, "else");
}

static void statements(const Token *t) {
    const Token *end = begins_statement(t) ? end_of_statement(t) : NULL, *second;
    if (!end || end->region != t->region) return;
    const bool declares = is_name(t) && is_name(t + 1);
    if (!declares) mutant(t, "missing", t->at, end->at + 1, ";", 1);
    if (end[1].region != t->region || !begins_statement(end + 1) || !(second = end_of_statement(end + 1)) ||
        second->region != t->region)
        return;
    char swapped[2000];
    const int size =
        snprintf(swapped, sizeof swapped, "%.*s%.*s%.*s", (int)(second->at + 1 - end[1].at), end[1].at,
                 (int)(end[1].at - end->at - 1), end->at + 1, (int)(end->at + 1 - t->at), t->at);
    if (size < (int)sizeof swapped) mutant(t, "order", t->at, second->at + 1, swapped, size);
}

static char *read_file(const char *path) {
    FILE *f = fopen(path, "r");
    char *all = calloc(1, 1 << 20);
    if (!f || !all || !fread(all, 1, (1 << 20) - 1, f)) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(2);
    }
    fclose(f);
    return all;
}

int main(int argc, char **argv) {
    if (argc < 2 || argc > 3) {
        fputs("usage: mutate FILE [NUMBER]\n", stderr);
        return 2;
    }
    text = read_file(argv[1]);
    if (argc == 3) wanted = atoi(argv[2]);
    read_tokens();
    if (!region_count) functions_for_regions();
    for (const Token *t = tokens; t < tokens + token_count - 1; t++) {
        if (t->region < 0) continue;
        operators(t);
        numbers(t);
        axes(t);
        variables(t);
        indexes(t);
        statements(t);
    }
    return wanted >= mutant_count ? 1 : 0;
}
