// Signatures of kernels for people: reads Itanium C++ mangling (chapter 5 of its ABI) as far as kernels need it. Names and
// arguments of templates are here, types in signature_types.c.
//
// One function for each rule of the grammar. What has been read is text in an arena; a type is two pieces of text, left and
// right of the place where the name of a variable would stand, as C declares: `void (*` and `)(int)`. Expressions other
// than literals and addresses are not read: the mangled name, which is as good a name, comes back then.
#include <stdlib.h>

#include "grader/warpsim/core/demangle.h"
#include "grader/warpsim/core/signature_reader.h"

static const char *read_encoding(Reader *r);

static const char *read_source_name(Reader *r) {
    char *end;
    const unsigned long length = is_digit(*r->at) ? strtoul(r->at, &end, 10) : 0;
    if (!length || length > strlen(end)) return fail(r), "";
    r->at = end + length;
    if (length >= 11 && strncmp(end, "_GLOBAL__N_", 11) == 0) return ""; // a namespace without a name
    return text(r, "%.*s", (int)length, end);
}

// The types of a function's parameters, up to the end of the name or `E`.
const char *signature_read_parameters(Reader *r) {
    const char *list = "";
    if (take(r, 'v')) return list;
    while (*r->at && *r->at != 'E' && *r->at != '.' && !r->failed) {
        Type type;
        const bool expansion = *r->at == 'D' && r->at[1] == 'p';
        if (!signature_read_type(r, &type)) break;
        const char *one = whole(r, type);
        if (expansion && !*one) continue; // an empty pack
        list = *list ? text(r, "%s, %s", list, one) : one;
    }
    return list;
}

// UlvE_ or Ut_: a type without a name, the n-th in its function.
static const char *read_unnamed(Reader *r) {
    const bool lambda = take_word(r, "Ul");
    if (!lambda && !take_word(r, "Ut")) return fail(r), "";
    const char *parameters = lambda ? signature_read_parameters(r) : "";
    if (lambda && !take(r, 'E')) fail(r);
    const int n = read_index(r, 10) + 1;
    return lambda ? text(r, "{lambda(%s)#%d}", parameters, n) : text(r, "{unnamed type#%d}", n);
}

static const char *read_unqualified(Reader *r) {
    take(r, 'L'); // internal linkage
    return *r->at == 'U' ? read_unnamed(r) : read_source_name(r);
}

static const char *suffix_of(char letter) {
    static const char letters[] = "jlmxys", *const suffix[] = {"u", "l", "ul", "ll", "ull", ""};
    const char *found = strchr(letters, letter);
    return found ? suffix[found - letters] : NULL;
}

// L: a literal of a template's argument, or the address of a function.
static bool read_literal(Reader *r, Type *value) {
    if (take_word(r, "_Z")) {
        *value = plain(read_encoding(r));
        return take(r, 'E') || fail(r);
    }
    const char letter = *r->at;
    Type type;
    if (!signature_read_type(r, &type)) return false;
    const char *digits = r->at;
    while (*r->at && *r->at != 'E') r->at++;
    const int n = (int)(r->at - digits) - (*digits == 'n');
    const char *sign = *digits == 'n' ? "-" : "";
    if (n < 0 || n > 64) return fail(r);
    digits += *digits == 'n';
    if (letter == 'b')
        *value = plain(*digits == '1' ? "true" : "false");
    else if (letter == 'i')
        *value = plain(text(r, "%s%.*s", sign, n, digits));
    else if (letter != 'K' && suffix_of(letter) && letter != 's')
        *value = plain(text(r, "%s%.*s%s", sign, n, digits, suffix_of(letter)));
    else
        *value = plain(text(r, "(%s)%s%.*s", whole(r, type), sign, n, digits));
    return take(r, 'E') || fail(r);
}

// A value that stands where a template's argument or an array's size is expected.
bool signature_read_expression(Reader *r, Type *value) {
    const bool address = take_word(r, "ad");
    if (take(r, 'L')) {
        if (!read_literal(r, value)) return false;
        if (address) *value = plain(text(r, "&%s", whole(r, *value)));
        return true;
    }
    if (!address && *r->at == 'T') return signature_read_type(r, value);
    return fail(r);
}

static bool read_argument(Reader *r, Type *value) {
    if (take(r, 'L')) return read_literal(r, value);
    if (take(r, 'X')) return signature_read_expression(r, value) && (take(r, 'E') || fail(r));
    return signature_read_type(r, value);
}

static bool keep_argument(Reader *r, Arguments *to, const Type *items, int count, bool pack) {
    const size_t size = (size_t)count * sizeof *items, at = (r->used + 15) & ~(size_t)15;
    if (to->count == ARGUMENTS || at + size > ARENA_BYTES) return fail(r);
    if (count) memcpy(r->arena + at, items, size);
    to->list[to->count++] = (Argument){(const Type *)(r->arena + at), count, pack};
    r->used = at + size;
    return true;
}

static bool read_pack(Reader *r, Arguments *to) {
    Type items[ARGUMENTS];
    int count = 0;
    while (!take(r, 'E')) {
        if (count == ARGUMENTS || !*r->at) return fail(r);
        if (!read_argument(r, &items[count++])) return false;
    }
    return keep_argument(r, to, items, count, true);
}

// I...E, whose I has been read: the arguments as text between < and >.
const char *signature_read_arguments(Reader *r, Arguments *to) {
    const char *list = "";
    to->count = 0;
    while (!take(r, 'E') && !r->failed) {
        Type item;
        const bool good = take(r, 'J')
                              ? read_pack(r, to)
                              : *r->at && read_argument(r, &item) && keep_argument(r, to, &item, 1, false);
        if (!good) return fail(r), "";
        const Argument *last = &to->list[to->count - 1];
        for (int i = 0; i < last->count; i++)
            list = text(r, "%s%s%s", list, *list ? ", " : "", whole(r, last->items[i]));
    }
    return text(r, "<%s%s", list, list[0] && list[strlen(list) - 1] == '>' ? " >" : ">");
}

static const char *const standard_names[LETTERS] = {
    ['a'] = "std::allocator", ['b'] = "std::basic_string", ['s'] = "std::string",
    ['i'] = "std::istream",   ['o'] = "std::ostream",      ['d'] = "std::iostream",
};

// S_, S0_, Sa: what was read before. St is a prefix and not read here.
bool signature_read_substitution(Reader *r, Type *type) {
    const char *standard = letter_name(standard_names, *r->at);
    if (standard) {
        r->at++;
        *type = plain(standard);
        return true;
    }
    const int index = read_index(r, 36);
    if (index < 0 || index >= r->substitutions) return fail(r);
    *type = r->substitution[index];
    return true;
}

static const char *join(Reader *r, const char *prefix, const char *name) {
    return !*prefix ? name : !*name ? prefix : text(r, "%s::%s", prefix, name);
}

// N...E, whose N has been read. `is_template`: the last part has arguments, which go to `to`.
static const char *read_nested(Reader *r, Arguments *to, bool *is_template) {
    const char *name = "";
    while (*r->at && strchr("rVK", *r->at)) r->at++; // of a member function
    while (!take(r, 'E') && !r->failed) {
        *is_template = false;
        if (take_word(r, "St")) {
            name = "std";
            continue;
        }
        if (take(r, 'S')) {
            Type type;
            if (!signature_read_substitution(r, &type)) return "";
            name = whole(r, type);
            continue;
        }
        if (take(r, 'I')) {
            name = text(r, "%s%s", name, signature_read_arguments(r, to));
            *is_template = true;
        } else {
            name = join(r, name, read_unqualified(r));
        }
        if (*r->at != 'E') remember(r, plain(name));
    }
    return name;
}

// Z...E: something inside of a function.
static const char *read_local(Reader *r) {
    const char *function = read_encoding(r);
    if (!take(r, 'E')) return fail(r), "";
    const char *name = read_unqualified(r);
    if (take(r, '_')) { // which one of that name
        const bool long_form = take(r, '_');
        while (is_digit(*r->at)) r->at++;
        if (long_form && !take(r, '_')) fail(r);
    }
    return join(r, function, name);
}

const char *signature_read_name(Reader *r, Arguments *to, bool *is_template) {
    *is_template = false;
    if (take(r, 'N')) return read_nested(r, to, is_template);
    if (take(r, 'Z')) return read_local(r);
    Type type;
    const bool in_std = take_word(r, "St"), before = !in_std && take(r, 'S');
    if (before && !signature_read_substitution(r, &type)) return "";
    const char *name = before ? whole(r, type) : join(r, in_std ? "std" : "", read_unqualified(r));
    if (*r->at != 'I') return name;
    if (!before) remember(r, plain(name));
    r->at++;
    *is_template = true;
    return text(r, "%s%s", name, signature_read_arguments(r, to));
}

// A function: its name and its parameters. What it returns is read and left out.
static const char *read_encoding(Reader *r) {
    Arguments arguments, *const outer = r->arguments;
    Type result;
    bool is_template;
    if (++r->depth > DEPTH) return fail(r), "";
    const char *name = signature_read_name(r, &arguments, &is_template);
    if (is_template) r->arguments = &arguments;
    if (is_template && !r->failed) signature_read_type(r, &result);
    if (*r->at && *r->at != 'E' && !r->failed) name = text(r, "%s(%s)", name, signature_read_parameters(r));
    r->arguments = outer;
    r->depth--;
    return name;
}

const char *demangled_signature(const char *mangled, char *out, size_t size) {
    Reader r = {.at = mangled, .element = NO_PACK};
    const char *found = mangled;
    if (!take_word(&r, "_Z") || strlen(mangled) > ARENA_BYTES / 8) return mangled;
    r.arena = malloc(ARENA_BYTES);
    if (!r.arena) return mangled;
    const char *name = read_encoding(&r);
    if (!r.failed && !*r.at && *name && (size_t)snprintf(out, size, "%s", name) < size) found = out;
    free(r.arena);
    return found;
}
