// The variables of a run, and names that the file and its headers declare: fields of structures, constants.
#include <stdio.h>
#include <string.h>

#include "grader/host_code/parts.h"

void host_fail(Run *run) {
    run->r->good = false;
}

static const HostToken *token(const Run *run) {
    static const HostToken end = {.kind = TOKEN_END};
    return run->at < run->text->count ? &run->text->token[run->at] : &end;
}

bool host_is(const Run *run, const char *text) {
    return token(run)->kind != TOKEN_NUMBER && !strcmp(token(run)->text, text);
}

bool host_take(Run *run, const char *text) {
    if (!host_is(run, text)) return false;
    run->at++;
    return true;
}

HostValue *host_variable(Run *run, const char *name) {
    for (int i = run->r->count - 1; i >= 0; i--)
        if (!strcmp(run->r->variable[i].name, name)) return &run->r->variable[i].value;
    return NULL;
}

bool host_is_structure(const Run *run, const char *name) {
    const size_t length = strlen(name);
    for (int i = 0; i < run->r->count; i++)
        if (!strncmp(run->r->variable[i].name, name, length) && run->r->variable[i].name[length] == '.')
            return true;
    return false;
}

void host_set(Run *run, const char *name, HostValue value, bool declares) {
    HostValue *there = declares ? NULL : host_variable(run, name);
    if (there) {
        *there = host_convert(value, there->type);
        return;
    }
    const char *dot = strrchr(name, '.');
    if (!declares && dot && dot[1]) {
        char structure[HOST_NAME];
        HostType type;
        snprintf(structure, sizeof structure, "%.*s.", (int)(dot - name),
                 name); // it stands for where its type is named
        const HostValue *declared = host_variable(run, structure);
        if (!declared || !host_field_type(run->text, run->text->token[declared->whole].text, dot + 1, &type))
            return host_fail(run);
        value = host_convert(value, type);
    } else if (!declares) {
        return host_fail(run);
    }
    if (run->r->count == HOST_VARIABLES) return host_fail(run);
    snprintf(run->r->variable[run->r->count].name, HOST_NAME, "%s", name);
    run->r->variable[run->r->count++].value = value;
}

// The type of 8 or 16 bits that a word names; HOST_INT: it is none.
static HostType narrow_type(const char *word) {
    static const struct {
        const char *word;
        HostType type;
    } types[] = {{"char", HOST_INT8},   {"int8_t", HOST_INT8},   {"uint8_t", HOST_UINT8},
                 {"short", HOST_INT16}, {"int16_t", HOST_INT16}, {"uint16_t", HOST_UINT16},
                 {"uchar", HOST_UINT8}, {"ushort", HOST_UINT16}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (!strcmp(word, types[i].word)) return types[i].type;
    return HOST_INT;
}

bool host_type_named(const HostText *text, int *at, HostType *type) {
    bool any = false, is_unsigned = false, is_long = false, real = false, single = false;
    HostType whole = HOST_INT;
    int i = *at;
    for (; i < text->count && text->token[i].kind == TOKEN_NAME; i++) {
        const char *word = text->token[i].text;
        if (!strcmp(word, "const") || !strcmp(word, "static") || !strcmp(word, "constexpr")) continue;
        if (narrow_type(word) != HOST_INT)
            whole = narrow_type(word);
        else if (!strcmp(word, "unsigned") || !strcmp(word, "uint32_t"))
            is_unsigned = true;
        else if (!strcmp(word, "long") || !strcmp(word, "int64_t"))
            is_long = true;
        else if (!strcmp(word, "size_t") || !strcmp(word, "uint64_t"))
            is_long = is_unsigned = true;
        else if (!strcmp(word, "double"))
            real = true;
        else if (!strcmp(word, "float"))
            real = single = true;
        else if (strcmp(word, "int") && strcmp(word, "cudaError_t") && strcmp(word, "int32_t") &&
                 strcmp(word, "uint32_t") && strcmp(word, "bool") && strcmp(word, "signed"))
            break;
        any = true;
    }
    if (is_unsigned && whole == HOST_INT8) whole = HOST_UINT8;
    if (is_unsigned && whole == HOST_INT16) whole = HOST_UINT16;
    *type = real ? (single ? HOST_FLOAT : HOST_DOUBLE)
                 : (is_long             ? (is_unsigned ? HOST_ULONG : HOST_LONG)
                    : whole != HOST_INT ? whole
                    : is_unsigned       ? HOST_UNSIGNED
                                        : HOST_INT);
    if (any) *at = i;
    return any;
}

bool host_field_type(const HostText *text, const char *structure, const char *field, HostType *type) {
    for (int i = 0; i < text->fields; i++)
        if (!strcmp(text->field[i].structure, structure) && !strcmp(text->field[i].name, field))
            return *type = (HostType)text->field[i].type, true;
    return false;
}

bool host_opens_block(const HostText *text, int at) {
    const HostToken *t = &text->token[at];
    return token_is(t, "{") && !(at > 0 && token_is(t - 1, "namespace")) &&
           !(at > 1 && token_is(t - 2, "namespace"));
}

bool host_constant(Run *run, const char *name, HostValue *value) {
    static const char *const limits[] = {"INT_MAX", "UINT_MAX"};
    static const double of_limits[] = {2147483647., 4294967295.};
    for (int i = 0; i < 2; i++)
        if (!strcmp(name, limits[i])) return *value = host_of_number(of_limits[i]), true;
    const HostValue *kept = host_kept_constant(run, name);
    if (kept) return *value = *kept, true;
    const char *dot = strchr(name, '.');
    if (dot) { // a member of one that stands outside of functions
        char base[HOST_NAME];
        snprintf(base, sizeof base, "%.*s", (int)(dot - name), name);
        const HostValue *member = !host_is_structure(run, base) && host_known_structure(run, base)
                                      ? host_variable(run, name)
                                      : NULL;
        return member ? *value = *member, true : false;
    }
    int depth = 0;
    bool enumerates = false;
    for (int i = 0; i + 2 < run->text->count; i++) {
        const HostToken *t = &run->text->token[i];
        if (host_opens_block(run->text, i) && !(enumerates && !depth)) depth++;
        if (!strcmp(t->text, "}") && depth) depth--;
        enumerates |= !strcmp(t->text, "enum");
        enumerates &= strcmp(t->text, ";") != 0;
        if (depth || t->kind != TOKEN_NAME || strcmp(t->text, name) || strcmp(t[1].text, "=")) continue;
        Run inner = *run;
        inner.at = i + 2;
        inner.steps -= i / HOST_TOKENS_A_STEP;
        inner.depth++;
        if (run->depth > 40) return false;
        *value = host_expression(&inner);
        run->steps = inner.steps;
        if (run->r->good && !t->line) host_keep_constant(run, name, value);
        return run->r->good;
    }
    return false;
}
