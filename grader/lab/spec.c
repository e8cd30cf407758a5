// Reads lab.spec: one statement a line, words and quoted strings, # comments.
#include "grader/lab/spec.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/lab/random.h"
#include "grader/lab/spec_parts.h"

enum { SPEC_FILE_MAX = 1 << 20 };

size_t element_size(ElementType type) {
    return type == TYPE_DOUBLE ? 8 : 4;
}

const char *element_name(ElementType type) {
    return type == TYPE_DOUBLE ? "double" : type == TYPE_FLOAT ? "float" : "int";
}

size_t product_value(const Product *product, const int size[SPEC_SIZES]) {
    size_t value = 1;
    for (int i = 0; i < product->count; i++) {
        long factor = product->factor[i];
        size_t times = factor > 0 ? (size_t)factor : (size_t)size[-factor];
        if (value > PRODUCT_MAX / times) return PRODUCT_MAX;
        value *= times;
    }
    return value;
}

bool same_case(const CaseKey *a, const CaseKey *b) {
    return a->entry == b->entry && !memcmp(a->size, b->size, sizeof a->size) && !strcmp(a->gpu, b->gpu);
}

static size_t add_words(char *text, size_t size, size_t length, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

static size_t add_words(char *text, size_t size, size_t length, const char *format, ...) {
    va_list arguments;
    if (length >= size) return length;
    va_start(arguments, format);
    const int more = vsnprintf(text + length, size - length, format, arguments);
    va_end(arguments);
    return length + (more > 0 ? (size_t)more : 0);
}

void case_words(const LabSpec *spec, const CaseKey *key, const char *equals, const char *comma, char *text,
                size_t size) {
    const LabEntrySpec *entry = &spec->entries[key->entry];
    size_t length = 0;
    for (int i = 0; i < entry->size_count; i++)
        length = add_words(text, size, length, "%s%s%s%d", length ? comma : "", entry->sizes[i], equals,
                           key->size[i]);
    if (key->gpu[0]) add_words(text, size, length, "%sgpu%s%s", comma, equals, key->gpu);
}

void case_range_words(const LabSpec *spec, const CaseKey *key, char *text, size_t size) {
    const LabEntrySpec *entry = &spec->entries[key->entry];
    size_t length = 0;
    for (int i = 0; i < entry->size_count; i++) {
        const SizeRange *range = &key->range[i];
        length = add_words(text, size, length, "%s%s=%d", length ? "," : "", entry->sizes[i],
                           range->last ? range->first : key->size[i]);
        if (range->last) length = add_words(text, size, length, "..%d", range->last);
        if (range->step > 1) length = add_words(text, size, length, "/%d", range->step);
    }
    if (key->gpu[0]) add_words(text, size, length, ",gpu=%s", key->gpu_drawn ? "drawn" : key->gpu);
}

static void draw_case(const LabSpec *spec, CaseKey *key, uint64_t seed) {
    char what[300];
    const LabEntrySpec *entry = &spec->entries[key->entry];
    const size_t length = add_words(what, sizeof what, 0, "draw %s ", entry->name);
    case_range_words(spec, key, what + length, sizeof what - length);
    for (int i = 0; i < entry->size_count; i++) {
        const SizeRange *range = &key->range[i];
        if (!range->last) continue;
        RandomStream stream = random_stream(seed, what, entry->sizes[i], 0);
        const uint64_t sizes = (uint64_t)((range->last - range->first) / range->step) + 1;
        key->size[i] = range->first + range->step * (int)random_below(&stream, sizes);
    }
    if (!key->gpu_drawn) return;
    RandomStream stream = random_stream(seed, what, "gpu", 0);
    snprintf(key->gpu, sizeof key->gpu, "invented-%08x", (unsigned)(random_bits(&stream) >> 32));
}

void spec_draw(LabSpec *spec, uint64_t seed) {
    for (int i = 0; i < spec->test_count; i++) draw_case(spec, &spec->tests[i].key, seed);
    for (int i = 0; i < spec->target_count; i++) {
        draw_case(spec, &spec->targets[i].key, seed);
        if (spec->targets[i].also) draw_case(spec, &spec->targets[i].also_key, seed);
        for (int k = 0; k < spec->targets[i].where_rights; k++)
            draw_case(spec, &spec->targets[i].where_right[k].key, seed);
    }
    for (int i = 0; i < spec->timed_count; i++) draw_case(spec, &spec->timed[i].key, seed);
}

int spec_find_todo(const LabSpec *spec, const char *id) {
    for (int i = 0; i < spec->todo_count; i++)
        if (!strcmp(spec->todos[i].id, id)) return i;
    return -1;
}

int spec_find_entry(const LabSpec *spec, const char *name) {
    for (int i = 0; i < spec->entry_count; i++)
        if (!strcmp(spec->entries[i].name, name)) return i;
    return -1;
}

int spec_find_table(const LabSpec *spec, const char *name) {
    for (int i = 0; i < spec->table_count; i++)
        if (!strcmp(spec->tables[i].name, name)) return i;
    return -1;
}

double spec_points(const LabSpec *spec, int todo) {
    double points = 0;
    for (int i = 0; i < spec->test_count; i++)
        if (todo < 0 || spec->tests[i].todo == todo) points += spec->tests[i].points;
    for (int i = 0; i < spec->target_count; i++)
        if (todo < 0 || spec->targets[i].todo == todo) points += spec->targets[i].points;
    return points;
}

bool spec_todo_calls(const LabSpec *spec, int todo, int entry) {
    for (int i = 0; i < spec->test_count; i++)
        if (spec->tests[i].todo == todo && spec->tests[i].key.entry == entry) return true;
    for (int i = 0; i < spec->target_count; i++)
        if (spec->targets[i].todo == todo && spec->targets[i].key.entry == entry) return true;
    return false;
}

void entry_reach(const LabEntrySpec *entry, int reach[3]) {
    for (int i = 0; i < entry->term_count; i++)
        for (int k = 0; k < entry->terms[i].factor_count; k++)
            for (int axis = 0; axis < 3 && entry->terms[i].factor[k].of_cell; axis++) {
                const int far = abs(entry->terms[i].factor[k].offset[axis]);
                if (far > reach[axis]) reach[axis] = far;
            }
}

static bool parse_lab(Statement *s, LabSpec *spec) {
    if (spec->name[0]) return statement_fail(s, "a second \"lab\" line");
    return take_word(s, spec->name, sizeof spec->name, "the lab's id") &&
           take_text(s, spec->title, sizeof spec->title, "the lab's title");
}

static bool parse_source(Statement *s, LabSpec *spec) {
    if (!take_word(s, spec->source, sizeof spec->source, "the file's name")) return false;
    return !strchr(spec->source, '/') ||
           statement_fail(s, "the source stands in the lab's own folder: no / in its name");
}

static bool parse_statement(Statement *s, LabSpec *spec) {
    static const struct {
        const char *name;
        bool (*parse)(Statement *, LabSpec *);
    } statements[] = {
        {"lab", parse_lab},         {"source", parse_source},     {"todo", parse_todo},
        {"entry", parse_entry},     {"sizes", parse_sizes},       {"input", parse_input},
        {"output", parse_output},   {"scalar", parse_scalar},     {"values", parse_values},
        {"block", parse_block},     {"allow", parse_allow},       {"moves", parse_moves},
        {"beside", parse_beside},   {"budget", parse_budget},     {"test", parse_test},
        {"time", parse_time},       {"beyond", parse_beyond},     {"leaderboard", parse_leaderboard},
        {"picture", parse_picture}, {"counter", parse_counter},   {"hint", parse_hint},
        {"table", parse_table},     {"column", parse_column},     {"row", parse_row},
        {"text", parse_text},       {"question", parse_question}, {"term", parse_term},
        {"kept", parse_kept},       {"plays", parse_plays}};
    const char *name = s->word[s->next++];
    for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
        if (!strcmp(name, statements[i].name)) return statements[i].parse(s, spec);
    return statement_fail(s, "unknown statement \"%s\"; docs/lab_spec.md lists those there are", name);
}

// What must be there in the end; reported at the last line.
static bool check_whole(Statement *s, const LabSpec *spec) {
    if (!spec->name[0]) return statement_fail(s, "no \"lab NAME \"title\"\" line");
    if (!spec->source[0]) return statement_fail(s, "no \"source FILE\" line");
    if (!spec->test_count) return statement_fail(s, "no \"test\" line: nothing would be graded");
    if (spec->leaderboard && !spec->timed_count)
        return statement_fail(s, "a leaderboard needs a \"time\" line: what would it show?");
    for (int i = 0; i < spec->entry_count; i++)
        if (spec->entries[i].output < 0)
            return statement_fail(s, "entry %s has no output: nothing could be judged",
                                  spec->entries[i].name);
    for (int i = 0; i < spec->table_count; i++)
        if (!spec->tables[i].column_count || !spec->tables[i].row_count)
            return statement_fail(s, "table %s needs a column and a row", spec->tables[i].name);
    return true;
}

bool spec_parse(LabSpec *spec, const char *text, const char *name, char *error, size_t error_size) {
    memset(spec, 0, sizeof *spec);
    char *copy = strdup(text);
    if (!copy) {
        snprintf(error, error_size, "%s: no memory to read it", name);
        return false;
    }
    Statement s = {.file = name, .error = error, .error_size = error_size};
    bool good = true;
    for (char *line = copy; good && line;) {
        char *end = strchr(line, '\n');
        if (end) *end = 0;
        s.line++;
        good = cut_words(&s, line);
        if (good && s.count) good = parse_statement(&s, spec);
        if (good && !at_end(&s)) good = statement_fail(&s, "\"%s\" is one word too many", s.word[s.next]);
        line = end ? end + 1 : NULL;
    }
    good = good && check_whole(&s, spec);
    free(copy);
    return good;
}

bool spec_load(LabSpec *spec, const char *path, char *error, size_t error_size) {
    FILE *file = fopen(path, "r");
    char *text = file ? malloc(SPEC_FILE_MAX) : NULL;
    if (!text) {
        snprintf(error, error_size, "%s: cannot be read: %s", path, strerror(errno));
        if (file) fclose(file);
        return false;
    }
    size_t size = fread(text, 1, SPEC_FILE_MAX, file);
    bool good = size < SPEC_FILE_MAX && !ferror(file);
    if (good) {
        text[size] = 0;
        good = spec_parse(spec, text, path, error, error_size);
    } else {
        snprintf(error, error_size, "%s: cannot be read, or is longer than 1 MiB", path);
    }
    free(text);
    fclose(file);
    return good;
}
