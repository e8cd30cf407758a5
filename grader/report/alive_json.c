// The part of the JSON that a page needs to run kernels again: their PTX, and what the launch function asked for in each case.
#include <stdlib.h>
#include <string.h>

#include "grader/report/report.h"

enum { TEXTS = 16, STEP_TEXT = 3 * REPORT_FIELD_MAX };

// The value of a field of the record at `line`, up to the next tab or the line's end, in `room` of STEP_TEXT bytes.
static const char *value_of(const char *line, const char *key, char *room) {
    const size_t length = strlen(key);
    room[0] = 0;
    for (const char *at = line; (at = strpbrk(at, "\t\n")) && *at == '\t';) {
        at++;
        if (strncmp(at, key, length) != 0 || at[length] != '=') continue;
        const char *value = at + length + 1;
        const size_t size = strcspn(value, "\t\n");
        if (size >= STEP_TEXT) break;
        memcpy(room, value, size);
        room[size] = 0;
        break;
    }
    return room;
}

static bool is_kind(const char *line, const char *kind) {
    const size_t length = strlen(kind);
    return !strncmp(line, kind, length) && line[length] == '\t';
}

static const char *next_line(const char *line) {
    const char *end = strchr(line, '\n');
    return end && end[1] ? end + 1 : NULL;
}

static void write_integer(Json *json, const char *line, const char *key, const char *name) {
    char room[STEP_TEXT];
    json_integer(json, name, strtoll(value_of(line, key, room), NULL, 10));
}

static void write_text(Json *json, const char *line, const char *key, const char *name) {
    char room[STEP_TEXT];
    value_of(line, key, room);
    json_bytes(json, name, room, strlen(room));
}

static void write_truth(Json *json, const char *line, const char *key) {
    char room[STEP_TEXT];
    json_bool(json, key, *value_of(line, key, room) == '1');
}

static void write_tuples(Json *json, const char *line, const char *key) {
    char room[STEP_TEXT];
    write_numbers(json, key, value_of(line, key, room));
}

static void write_triple(Json *json, const char *line, const char *key) {
    char room[STEP_TEXT];
    const char *at = value_of(line, key, room);
    json_open(json, key, '[');
    for (int i = 0; i < 3; i++) {
        char *end;
        json_integer(json, NULL, strtoll(at, &end, 10));
        at = *end == ',' ? end + 1 : end;
    }
    json_close(json, ']');
}

static void write_step(Json *json, const char *line) {
    char kind[STEP_TEXT];
    value_of(line, "kind", kind);
    json_open(json, NULL, '{');
    json_string(json, "kind", kind);
    if (!strcmp(kind, "launch")) {
        write_text(json, line, "symbol", "kernel");
        write_text(json, line, "signature", "signature");
        write_triple(json, line, "grid");
        write_triple(json, line, "block");
        write_integer(json, line, "shared", "dynamic_shared_bytes");
        write_truth(json, line, "cooperative");
        write_text(json, line, "params", "params");
        write_tuples(json, line, "pointers");
        write_tuples(json, line, "sizes");
    } else {
        write_tuples(json, line, "at");
        if (!strcmp(kind, "copy")) write_tuples(json, line, "from");
        if (!strcmp(kind, "write"))
            write_text(json, line, "data", "data");
        else
            write_integer(json, line, "bytes", "bytes");
        if (!strcmp(kind, "fill")) write_integer(json, line, "value", "value");
    }
    json_close(json, '}');
}

static void write_buffer(Json *json, const char *line) {
    json_open(json, NULL, '{');
    write_text(json, line, "name", "name");
    write_integer(json, line, "bytes", "bytes");
    write_integer(json, line, "element", "element");
    write_truth(json, line, "variable");
    write_truth(json, line, "written");
    json_close(json, '}');
}

// The pieces of a case's PTX put together; the caller frees it. NULL: none.
static char *ptx_of(const Records *records) {
    char *text = malloc(records->work.size + 1);
    size_t size = 0;
    for (const char *line = records->work.text; text && line; line = next_line(line)) {
        if (strncmp(line, "ptx\ttext=", 9) != 0) continue;
        for (const char *c = line + 9; *c && *c != '\n'; c++) {
            const bool escaped = *c == '\\' && c[1] && c[1] != '\n';
            if (escaped) c++;
            text[size++] = escaped && *c == 't' ? '\t' : escaped && *c == 'n' ? '\n' : *c;
        }
    }
    if (text) text[size] = 0;
    if (size) return text;
    free(text);
    return NULL;
}

// Its index among the texts so far, -1: there is no room.
static int index_of(char *texts[TEXTS], int *count, char *text) {
    int i = 0;
    while (i < *count && strcmp(texts[i], text) != 0) i++;
    if (i < *count || *count == TEXTS) {
        free(text);
        return i < *count ? i : -1;
    }
    texts[(*count)++] = text;
    return i;
}

static void write_case(Json *json, const AliveCase *c, int ptx) {
    json_open(json, NULL, '{');
    json_string(json, "label", c->label);
    json_string(json, "entry", c->entry);
    json_string(json, "sizes", c->sizes);
    json_string(json, "source", c->source);
    json_string(json, "gpu", c->gpu);
    json_string(json, "output", c->output);
    json_bool(json, "watched", c->watched);
    json_integer(json, "ptx", ptx);
    json_open(json, "buffers", '[');
    for (const char *line = c->records->work.text; line; line = next_line(line))
        if (is_kind(line, "buffer")) write_buffer(json, line);
    json_close(json, ']');
    json_open(json, "steps", '[');
    for (const char *line = c->records->work.text; line; line = next_line(line))
        if (is_kind(line, "step")) write_step(json, line);
    json_close(json, ']');
    json_close(json, '}');
}

// The cases of the entry that is shown, each size once, small enough for a page, in their order.
void write_lab_alive(Json *json, const LabResult *result) {
    enum { CASES = 48, CELLS = 1 << 19 };
    AliveCase cases[CASES];
    int count = 0;
    const Picture *p = &result->picture;
    if (p->known) {
        const CaseResult *shown = &result->cases[p->case_index];
        const LabEntrySpec *entry = &result->spec->entries[shown->key.entry];
        const char *slash = strrchr(result->source_path, '/');
        for (int i = 0; i < result->graded_count && count < CASES; i++) {
            const CaseResult *c = &result->cases[i];
            bool known = c->key.entry != shown->key.entry || c->cells > CELLS;
            for (int k = 0; k < count; k++) known |= !strcmp(cases[k].sizes, c->sizes);
            if (known || (c != shown && (c->key.gpu[0] || !strcmp(c->sizes, shown->sizes)))) continue;
            cases[count++] = (AliveCase){.label = c->sizes,
                                         .entry = entry->name,
                                         .sizes = c->sizes,
                                         .source = slash ? slash + 1 : result->source_path,
                                         .gpu = c->key.gpu[0] ? c->key.gpu : result->alive_gpu,
                                         .output = entry->params[entry->output].name,
                                         .watched = c == shown,
                                         .records = c == shown ? &p->records : &c->records};
        }
    }
    write_alive(json, cases, count);
}

void write_alive(Json *json, const AliveCase *cases, int count) {
    char *texts[TEXTS];
    int text_count = 0;
    json_open(json, "alive", '{');
    json_open(json, "cases", '[');
    for (int i = 0; i < count; i++) {
        char *text = cases[i].records->work.text ? ptx_of(cases[i].records) : NULL;
        const int ptx = text ? index_of(texts, &text_count, text) : -1;
        if (ptx >= 0) write_case(json, &cases[i], ptx);
    }
    json_close(json, ']');
    json_open(json, "ptx", '[');
    for (int i = 0; i < text_count; i++) {
        json_bytes(json, NULL, texts[i], strlen(texts[i]));
        free(texts[i]);
    }
    json_close(json, ']');
    json_close(json, '}');
}
