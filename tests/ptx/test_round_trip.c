// Each instruction in tests/ptx/data, printed from the tree, is the statement that it was made from.
#include "tests/ptx/ptx_text.h"

#include <ctype.h>

// ---- an instruction of the tree, without blanks

static void print_operand(FILE *out, const PtxFunction *f, const PtxOperand *o);

static void print_elements(FILE *out, const PtxFunction *f, const PtxOperand *o) {
    for (int i = 0; i < o->count; i++) {
        if (i) fputc(',', out);
        print_operand(out, f, &o->elements[i]);
    }
}

static void print_offset(FILE *out, int64_t offset) {
    if (offset) fprintf(out, "+%lld", (long long)offset);
}

static void print_operand(FILE *out, const PtxFunction *f, const PtxOperand *o) {
    switch (o->kind) {
    case OPERAND_NONE: break;
    case OPERAND_REG:
        fprintf(out, "%s%s", o->negated ? "!" : "", f->registers[o->reg].name);
        if (o->paired >= 0) fprintf(out, "|%s", f->registers[o->paired].name);
        break;
    case OPERAND_SPECIAL: fputs(o->name, out); break;
    case OPERAND_INT: fprintf(out, "%lld", (long long)o->imm); break;
    case OPERAND_F32: fprintf(out, "0f%08llX", (long long)o->imm); break;
    case OPERAND_F64: fprintf(out, "0d%016llX", (long long)o->imm); break;
    case OPERAND_SYMBOL:
        fputs(o->variable ? o->variable->name : o->function->name, out);
        print_offset(out, o->imm);
        break;
    case OPERAND_ADDRESS:
        fprintf(out, "[%s", o->reg >= 0 ? f->registers[o->reg].name : o->variable ? o->variable->name : "");
        print_offset(out, o->imm);
        fputc(']', out);
        break;
    case OPERAND_VECTOR:
        fputc('{', out);
        print_elements(out, f, o);
        fputc('}', out);
        break;
    case OPERAND_LIST:
        fputc('(', out);
        print_elements(out, f, o);
        fputc(')', out);
        break;
    case OPERAND_LABEL: fputs("LABEL", out); break;
    case OPERAND_SINK: fputc('_', out); break;
    case OPERAND_NAMES: fputs(f->tables[o->imm].name, out); break;
    }
}

// The caller frees the text.
static char *printed(const PtxFunction *f, const PtxInstruction *i) {
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (i->guard >= 0) fprintf(out, "@%s%s", i->guard_negated ? "!" : "", f->registers[i->guard].name);
    fputs(i->mnemonic, out);
    for (int k = 0; k < i->suffix_count; k++) fprintf(out, ".%s", i->suffix[k]);
    for (int k = 0, written = 0; k < i->operand_count; k++) {
        if (i->operand[k].kind == OPERAND_NONE) continue; // a call without results or parameters
        if (written++) fputc(',', out);
        print_operand(out, f, &i->operand[k]);
    }
    fclose(out);
    return text;
}

// ---- the statements of the text, without blanks

static void strip_comments(char *text) {
    for (char *c = text; (c = strstr(c, "//")) != NULL;)
        while (*c && *c != '\n') *c++ = ' ';
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

// As far as the next ; of an instruction: labels, directives and the { } of scopes are left out. NULL at the
// end of the body. The caller frees the text.
static char *next_statement(const char **place) {
    char *statement = calloc(1, strlen(*place) + 1);
    size_t length = 0;
    for (const char *c = *place; *c; c++) {
        if (isspace((unsigned char)*c) || (length == 0 && (*c == '{' || *c == '}'))) continue;
        if (length == 0 && starts_with(c, ".loc")) {
            c = strchr(c, '\n'); // the only directive that ends with its line
        } else if (length == 0 && (*c == '.' || starts_with(c, "prototype_"))) {
            c = strchr(c, ';');
        } else if (*c == ':' && c[1] != ':' && c[-1] != ':') {
            memset(statement, 0, length); // it was a label
            length = 0;
        } else if (*c == ';') {
            *place = c + 1;
            return statement;
        } else {
            statement[length++] = *c;
        }
    }
    free(statement);
    return NULL;
}

static void replace(char *text, const char *old, const char *new) {
    for (char *c = text; (c = strstr(c, old)) != NULL; c += strlen(new)) {
        memmove(c + strlen(new), c + strlen(old), strlen(c + strlen(old)) + 1);
        memcpy(c, new, strlen(new));
    }
}

// Writes the statement as printed() does. The text never grows.
static void normalise(char *statement) {
    replace(statement, "+0]", "]");
    replace(statement, "WARP_SZ", "32");
    if (starts_with(statement, "tex")) { // [%rd1,{%f1,%f2}] is two operands in the tree
        replace(statement, ",{", "],{");
        replace(statement, "}]", "}");
    }
    char *branch = strstr(statement, "bra");
    char *label = branch ? strstr(branch, "$L__BB") : NULL;
    if (label) strcpy(label, "LABEL");
    char *inline_label = branch ? strstr(branch, "SKIP") : NULL;
    if (inline_label) strcpy(inline_label, "LABEL");
}

// ---- both side by side

static void compare(const PtxFunction *f, const char *body) {
    const char *place = body;
    for (int i = 0; i < f->code_count; i++) {
        char *statement = next_statement(&place);
        if (statement) normalise(statement);
        char *text = printed(f, &f->code[i]);
        CHECK_STR(text, statement ? statement : "(no more statements)");
        free(text);
        free(statement);
    }
    char *more = next_statement(&place);
    CHECK(more == NULL);
    free(more);
}

// What stands between the { that follows the function's definition and the } after an empty line. Cuts `text`
// there.
static const char *body_of(char *text, const char *name) {
    char definition[400];
    snprintf(definition, sizeof definition, "%s(", name); // a declaration has a new line before the (
    char *start = strstr(text, definition);
    char *open = start ? strstr(start, "\n{") : NULL;
    char *close = open ? strstr(open, "\n\n}") : NULL;
    if (!close) return NULL;
    *close = '\0';
    return open + 2;
}

TEST(every_instruction_prints_as_it_was_written) {
    int compared = 0;
    for (int i = 0; i < DATA_FILE_COUNT; i++) {
        size_t size;
        char *text = read_data(data_files[i], &size);
        PtxModule *module = parse(text);
        strip_comments(text);
        for (int k = 0; module && k < module->function_count; k++) {
            const PtxFunction *f = module->functions[k];
            if (!f->has_body) continue;
            char *copy = strdup(text);
            const char *body = body_of(copy, f->name);
            CHECK(body != NULL);
            if (body) compare(f, body);
            compared += f->code_count;
            free(copy);
        }
        ptx_free(module);
        free(text);
    }
    CHECK(compared > 1000);
}

CHECK_MAIN()
