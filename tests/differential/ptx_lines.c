// Reading a test program's PTX, line by line.
#include "tests/differential/ptx_lines.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTRY(name) #name,
static const char *const opcode_names[] = {OPCODES(ENTRY)};
static const char *const word_names[] = {WORDS(ENTRY)};
#undef ENTRY

typedef struct {
    Source *s;
    const char *at;
    int line;
} Reader;

static void fail(Reader *r, const char *what) {
    if (!r->s->error[0])
        snprintf(r->s->error, sizeof r->s->error, "line %d: %s at \"%.30s\"", r->line, what, r->at);
}

static void skip_spaces(Reader *r) {
    while (*r->at == ' ' || *r->at == '\t') r->at++;
}

static bool eat(Reader *r, char c) {
    skip_spaces(r);
    if (*r->at != c) return false;
    r->at++;
    return true;
}

// Letters, digits and what else names are made of. "": there is none here.
static const char *word(Reader *r, const char *others) {
    static char text[64];
    size_t n = 0;
    skip_spaces(r);
    while (isalnum((unsigned char)*r->at) || (*r->at && strchr(others, *r->at))) {
        if (n + 1 < sizeof text) text[n++] = *r->at;
        r->at++;
    }
    text[n] = 0;
    return text;
}

static int name_of(Reader *r, const char *text) {
    for (int i = 0; i < r->s->name_count; i++)
        if (strcmp(r->s->names[i].text, text) == 0) return i;
    if (r->s->name_count == 512) {
        fail(r, "too many names");
        return 0;
    }
    Name *n = &r->s->names[r->s->name_count];
    snprintf(n->text, sizeof n->text, "%s", text);
    n->instruction = -1;
    return r->s->name_count++;
}

// "%r12" is number 12 of the registers whose first one is "%r0".
static int find_register(const Source *s, const char *text) {
    const size_t letters = strcspn(text, "0123456789");
    for (int f = 0; f < s->file_count; f++) {
        const RegisterFile *file = &s->files[f];
        if (strlen(file->prefix) != letters || strncmp(file->prefix, text, letters) != 0) continue;
        const int number = atoi(text + letters);
        return text[letters] && number < file->count ? file->first + number : -1;
    }
    return -1;
}

static bool type_named(const char *text, Type *type) {
    static const struct {
        const char *name;
        Type type;
    } table[] = {
        {"b8", {KIND_BITS, 8, false}},       {"b16", {KIND_BITS, 16, false}},
        {"b32", {KIND_BITS, 32, false}},     {"b64", {KIND_BITS, 64, false}},
        {"u8", {KIND_UNSIGNED, 8, false}},   {"u16", {KIND_UNSIGNED, 16, false}},
        {"u32", {KIND_UNSIGNED, 32, false}}, {"u64", {KIND_UNSIGNED, 64, false}},
        {"s8", {KIND_SIGNED, 8, false}},     {"s16", {KIND_SIGNED, 16, false}},
        {"s32", {KIND_SIGNED, 32, false}},   {"s64", {KIND_SIGNED, 64, false}},
        {"f16", {KIND_FLOAT, 16, false}},    {"f32", {KIND_FLOAT, 32, false}},
        {"f64", {KIND_FLOAT, 64, false}},    {"f16x2", {KIND_FLOAT, 32, true}},
        {"bf16", {KIND_BFLOAT, 16, false}},  {"bf16x2", {KIND_BFLOAT, 32, true}},
        {"pred", {KIND_PRED, 1, false}},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(table[i].name, text) == 0) {
            *type = table[i].type;
            return true;
        }
    return false;
}

// .reg .b32 %r<16>;
static void read_registers(Reader *r) {
    Type type = {0};
    eat(r, '.');
    if (!type_named(word(r, ""), &type) || !eat(r, '%')) fail(r, "a type and a name should be");
    if (r->s->file_count == REGISTER_FILES) {
        fail(r, "too many kinds of registers");
        return;
    }
    RegisterFile *file = &r->s->files[r->s->file_count++];
    snprintf(file->prefix, sizeof file->prefix, "%%%.6s", word(r, ""));
    if (!eat(r, '<')) fail(r, "< should be");
    file->first = r->s->register_count;
    file->count = atoi(word(r, ""));
    for (int i = 0; i < file->count && r->s->register_count < 512; i++)
        r->s->register_bits[r->s->register_count++] = type.bits;
}

// .shared .align 16 .b8 name[64];
static void read_variable(Reader *r, uint64_t *bytes) {
    if (strcmp(word(r, "."), ".align") == 0) word(r, "");
    if (strcmp(word(r, "."), ".b8") != 0) fail(r, ".b8 should be");
    Name *n = &r->s->names[name_of(r, word(r, "_"))];
    if (!eat(r, '[')) fail(r, "[ should be");
    n->offset = (*bytes + 15) / 16 * 16;
    n->size = strtoull(word(r, ""), NULL, 0);
    *bytes = n->offset + n->size;
}

// .param .b64 name
static void read_parameter(Reader *r) {
    word(r, ".");
    Name *n = &r->s->names[name_of(r, word(r, "_"))];
    n->offset = r->s->param_bytes;
    n->size = 8;
    r->s->param_bytes += 8;
}

static void read_number(Reader *r, Argument *a) {
    const bool negative = eat(r, '-');
    const char *text = word(r, "");
    a->kind = IS_NUMBER;
    if (text[0] == '0' && (text[1] == 'f' || text[1] == 'd')) {
        a->is_single = text[1] == 'f';
        a->value = strtoull(text + 2, NULL, 16);
    } else {
        a->value = strtoull(text, NULL, 0);
    }
    if (negative) a->value = 0 - a->value;
}

static int read_register(Reader *r) {
    const char *text = word(r, "%_.");
    const int reg = find_register(r->s, text);
    if (reg < 0) fail(r, "an unknown register");
    return reg;
}

// [%a4+16] or [name+8] or [name]
static void read_address(Reader *r, Argument *a) {
    a->kind = IS_ADDRESS;
    a->reg = a->name = -1;
    skip_spaces(r);
    if (*r->at == '%')
        a->reg = read_register(r);
    else
        a->name = name_of(r, word(r, "_"));
    if (eat(r, '+')) {
        Argument offset = {0};
        read_number(r, &offset);
        a->value = offset.value;
    }
    if (!eat(r, ']')) fail(r, "] should be");
}

static void read_argument(Reader *r, Argument *a) {
    *a = (Argument){.reg = -1, .second = -1, .name = -1};
    a->negated = eat(r, '!');
    skip_spaces(r);
    if (eat(r, '[')) {
        read_address(r, a);
    } else if (eat(r, '{')) {
        a->kind = IS_VECTOR;
        do a->elements[a->element_count++ & 3] = read_register(r);
        while (eat(r, ','));
        if (!eat(r, '}')) fail(r, "} should be");
    } else if (isdigit((unsigned char)*r->at) || *r->at == '-') {
        read_number(r, a);
    } else if (*r->at == '%') {
        const char *text = word(r, "%_.");
        a->reg = find_register(r->s, text);
        a->kind = a->reg < 0 ? IS_SPECIAL : IS_REGISTER;
        if (a->kind == IS_SPECIAL) a->name = name_of(r, text);
        if (eat(r, '|')) a->second = read_register(r);
    } else if (*r->at == '_') {
        r->at++;
        a->kind = IS_NOTHING;
    } else {
        a->kind = IS_NAME;
        a->name = name_of(r, word(r, "_"));
        if (!r->s->names[a->name].text[0]) fail(r, "an operand should be");
    }
}

static void read_opcode(Reader *r, Instruction *in) {
    const char *text = word(r, "");
    in->opcode = OPCODE_COUNT;
    for (int i = 0; i < OPCODE_COUNT; i++)
        if (strcmp(opcode_names[i], text) == 0) in->opcode = (Opcode)i;
    if (in->opcode == OPCODE_COUNT) fail(r, "an unknown instruction");
    while (*r->at == '.') {
        r->at++;
        text = word(r, "");
        if (in->type_count < 3 && type_named(text, &in->types[in->type_count])) {
            in->type_count++;
            continue;
        }
        bool known = false;
        for (int i = 0; i < WORD_COUNT; i++)
            if (strcmp(word_names[i], text) == 0) known = in->words[i] = true;
        if (!known) fail(r, "an unknown word");
    }
}

static void read_instruction(Reader *r) {
    Source *s = r->s;
    if (s->code_count == s->code_room) {
        s->code_room = s->code_room ? 2 * s->code_room : 256;
        s->code = realloc(s->code, (size_t)s->code_room * sizeof *s->code);
        if (!s->code) abort();
    }
    Instruction *in = &s->code[s->code_count++];
    *in = (Instruction){.guard = -1, .line = r->line};
    if (eat(r, '@')) {
        in->guard_negated = eat(r, '!');
        in->guard = read_register(r);
    }
    skip_spaces(r);
    read_opcode(r, in);
    if (eat(r, ';')) return;
    do {
        if (in->argument_count == 6) {
            fail(r, "too many operands");
            return;
        }
        read_argument(r, &in->arguments[in->argument_count++]);
    } while (eat(r, ','));
    if (!eat(r, ';')) fail(r, "; should be");
}

static void read_line(Reader *r) {
    skip_spaces(r);
    if (!*r->at || strchr("{})", *r->at)) return;
    if (*r->at == '.') {
        const char *text = word(r, ".");
        if (strcmp(text, ".reg") == 0) read_registers(r);
        if (strcmp(text, ".shared") == 0) read_variable(r, &r->s->shared_bytes);
        if (strcmp(text, ".local") == 0) read_variable(r, &r->s->local_bytes);
        if (strcmp(text, ".param") == 0) read_parameter(r);
        return; // .version, .target, .visible .entry
    }
    const char *start = r->at;
    if (isupper((unsigned char)*r->at)) { // labels begin with a capital letter
        const int name = name_of(r, word(r, "_"));
        if (eat(r, ':')) {
            if (strstr(r->at, ".branchtargets")) {
                r->at = strstr(r->at, ".branchtargets") + 14;
                Name *n = &r->s->names[name];
                do {
                    const int target = name_of(r, word(r, "_"));
                    if (n->target_count < 8) n->targets[n->target_count++] = target;
                } while (eat(r, ','));
            } else {
                r->s->names[name].instruction = r->s->code_count;
            }
            return;
        }
    }
    r->at = start;
    read_instruction(r);
}

Source *source_read(const char *text) {
    Source *s = calloc(1, sizeof *s);
    if (!s) abort();
    char line[400];
    Reader r = {.s = s};
    while (*text && !s->error[0]) {
        const size_t n = strcspn(text, "\n");
        snprintf(line, sizeof line, "%.*s", (int)(n < 399 ? n : 399), text);
        text += n + (text[n] == '\n');
        r.at = line;
        r.line++;
        read_line(&r);
    }
    return s;
}

void source_free(Source *s) {
    if (s) free(s->code);
    free(s);
}
