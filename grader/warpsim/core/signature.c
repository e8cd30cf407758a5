// Signatures of kernels for people: reads Itanium C++ mangling (chapter 5 of its ABI) as far as kernels need it.
//
// One function for each rule of the grammar. What has been read is text in an arena; a type is two pieces of text, left and
// right of the place where the name of a variable would stand, as C declares: `void (*` and `)(int)`. Expressions other
// than literals and addresses are not read: the mangled name, which is as good a name, comes back then.
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/warpsim/core/demangle.h"

enum { ARENA_BYTES = 1 << 15, SUBSTITUTIONS = 128, ARGUMENTS = 48, DEPTH = 48, NO_PACK = -1 };

typedef struct {
    const char *left, *right;
    bool declarator; // a function or an array: a pointer to it needs parentheses
} Type;

// An argument of a template: `count` types or values, one unless it is a pack.
typedef struct {
    const Type *items;
    int count;
    bool pack;
} Argument;

typedef struct {
    Argument list[ARGUMENTS];
    int count;
} Arguments;

typedef struct {
    const char *at;
    char *arena;
    size_t used;
    Type substitution[SUBSTITUTIONS];
    int substitutions, depth;
    Arguments *arguments; // of the innermost template function: what T_ means
    int element;          // of the packs that are being expanded, NO_PACK: none is
    int pack_size;        // of the pack that was met last while expanding
    bool failed;
} Reader;

static bool read_type(Reader *r, Type *type);
static const char *read_encoding(Reader *r);

static bool fail(Reader *r) {
    r->failed = true;
    return false;
}

__attribute__((format(printf, 2, 3))) static const char *text(Reader *r, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *to = r->arena + r->used;
    const int n = vsnprintf(to, ARENA_BYTES - r->used, format, arguments);
    va_end(arguments);
    if (n < 0 || (size_t)n >= ARENA_BYTES - r->used) {
        r->failed = true;
        return "";
    }
    r->used += (size_t)n + 1;
    return to;
}

static bool take(Reader *r, char c) {
    const bool found = *r->at == c;
    r->at += found;
    return found;
}

static bool take_word(Reader *r, const char *word) {
    const size_t n = strlen(word);
    const bool found = strncmp(r->at, word, n) == 0;
    if (found) r->at += n;
    return found;
}

static void remember(Reader *r, Type type) {
    if (r->element > 0) return; // the same pattern again
    if (r->substitutions == SUBSTITUTIONS)
        fail(r);
    else
        r->substitution[r->substitutions++] = type;
}

static Type plain(const char *name) {
    return (Type){.left = name, .right = ""};
}

static const char *whole(Reader *r, Type type) {
    return *type.right ? text(r, "%s%s", type.left, type.right) : type.left;
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The number of S_, T_ and the like: nothing is 0, 0 is 1.
static int read_index(Reader *r, int base) {
    int index = 0;
    bool any = false;
    for (; *r->at && *r->at != '_'; r->at++) {
        const int digit = is_digit(*r->at)                 ? *r->at - '0'
                          : *r->at >= 'A' && *r->at <= 'Z' ? *r->at - 'A' + 10
                                                           : 99;
        if (digit >= base || index > 1 << 16) return fail(r) - 1;
        index = index * base + digit;
        any = true;
    }
    return take(r, '_') ? index + any : fail(r) - 1;
}

static const char *read_source_name(Reader *r) {
    char *end;
    const unsigned long length = is_digit(*r->at) ? strtoul(r->at, &end, 10) : 0;
    if (!length || length > strlen(end)) return fail(r), "";
    r->at = end + length;
    if (length >= 11 && strncmp(end, "_GLOBAL__N_", 11) == 0) return ""; // a namespace without a name
    return text(r, "%.*s", (int)length, end);
}

// The types of a function's parameters, up to the end of the name or `E`.
static const char *read_parameters(Reader *r) {
    const char *list = "";
    if (take(r, 'v')) return list;
    while (*r->at && *r->at != 'E' && *r->at != '.' && !r->failed) {
        Type type;
        const bool expansion = *r->at == 'D' && r->at[1] == 'p';
        if (!read_type(r, &type)) break;
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
    const char *parameters = lambda ? read_parameters(r) : "";
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
    if (!read_type(r, &type)) return false;
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
static bool read_expression(Reader *r, Type *value) {
    const bool address = take_word(r, "ad");
    if (take(r, 'L')) {
        if (!read_literal(r, value)) return false;
        if (address) *value = plain(text(r, "&%s", whole(r, *value)));
        return true;
    }
    if (!address && *r->at == 'T') return read_type(r, value);
    return fail(r);
}

static bool read_argument(Reader *r, Type *value) {
    if (take(r, 'L')) return read_literal(r, value);
    if (take(r, 'X')) return read_expression(r, value) && (take(r, 'E') || fail(r));
    return read_type(r, value);
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
static const char *read_arguments(Reader *r, Arguments *to) {
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

// Tables by the letter that stands for a name.
enum { LETTERS = 128 };

static const char *letter_name(const char *const names[LETTERS], char letter) {
    return letter > 0 ? names[(int)letter] : NULL;
}

static const char *const standard_names[LETTERS] = {
    ['a'] = "std::allocator", ['b'] = "std::basic_string", ['s'] = "std::string",
    ['i'] = "std::istream",   ['o'] = "std::ostream",      ['d'] = "std::iostream",
};

// S_, S0_, Sa: what was read before. St is a prefix and not read here.
static bool read_substitution(Reader *r, Type *type) {
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
            if (!read_substitution(r, &type)) return "";
            name = whole(r, type);
            continue;
        }
        if (take(r, 'I')) {
            name = text(r, "%s%s", name, read_arguments(r, to));
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

static const char *read_name(Reader *r, Arguments *to, bool *is_template) {
    *is_template = false;
    if (take(r, 'N')) return read_nested(r, to, is_template);
    if (take(r, 'Z')) return read_local(r);
    Type type;
    const bool in_std = take_word(r, "St"), before = !in_std && take(r, 'S');
    if (before && !read_substitution(r, &type)) return "";
    const char *name = before ? whole(r, type) : join(r, in_std ? "std" : "", read_unqualified(r));
    if (*r->at != 'I') return name;
    if (!before) remember(r, plain(name));
    r->at++;
    *is_template = true;
    return text(r, "%s%s", name, read_arguments(r, to));
}

// T_: what the argument of the template stands for.
static bool read_template_parameter(Reader *r, Type *type) {
    const int index = read_index(r, 10);
    if (index < 0 || !r->arguments || index >= r->arguments->count) return fail(r);
    const Argument *argument = &r->arguments->list[index];
    if (!argument->pack) {
        *type = argument->items[0];
        return true;
    }
    r->pack_size = argument->count;
    if (r->element == NO_PACK) return fail(r);
    *type = r->element < argument->count ? argument->items[r->element] : plain("");
    return true;
}

// Dp: the pattern once for each element of the packs in it.
static bool read_expansion(Reader *r, Type *type) {
    const char *pattern = r->at, *list = "";
    const int outer = r->element;
    r->pack_size = NO_PACK;
    for (int i = 0; i == 0 || i < r->pack_size; i++) {
        r->at = pattern;
        r->element = i;
        if (!read_type(r, type)) return false;
        list = text(r, "%s%s%s", list, i ? ", " : "", whole(r, *type));
    }
    r->element = outer;
    if (r->pack_size == NO_PACK) return fail(r);
    *type = plain(r->pack_size == 0 ? "" : list);
    return true;
}

// T_, or T_I...E where it stands for a template.
static bool read_parameter_type(Reader *r, Type *type) {
    Arguments arguments;
    if (!read_template_parameter(r, type)) return false;
    if (*r->at != 'I') return true;
    remember(r, *type);
    r->at++;
    *type = plain(text(r, "%s%s", whole(r, *type), read_arguments(r, &arguments)));
    return !r->failed;
}

static bool read_function_type(Reader *r, Type *type) {
    Type result;
    take(r, 'Y'); // extern "C"
    if (!read_type(r, &result)) return false;
    const char *parameters = read_parameters(r);
    *type = (Type){text(r, "%s ", result.left), text(r, "(%s)%s", parameters, result.right), true};
    return take(r, 'E') || fail(r);
}

static bool read_array_type(Reader *r, Type *type) {
    const char *digits = r->at;
    Type size = plain(""), element;
    while (is_digit(*r->at)) r->at++;
    if (r->at > digits)
        size = plain(text(r, "%.*s", (int)(r->at - digits), digits));
    else if (*r->at != '_' && !read_expression(r, &size))
        return false;
    if (!take(r, '_') || !read_type(r, &element)) return fail(r);
    *type = (Type){text(r, "%s ", element.left), text(r, "[%s]%s", whole(r, size), element.right), true};
    return true;
}

// A pointer, a reference or a qualified type: `sign` goes behind what is there.
static bool read_derived(Reader *r, Type *type, const char *sign) {
    Type to;
    const bool qualifier = *sign == ' ';
    if (!read_type(r, &to)) return false;
    if (to.declarator && !qualifier)
        *type = (Type){text(r, "%s(%s", to.left, sign), text(r, ")%s", to.right), false};
    else
        *type = (Type){text(r, "%s%s", to.left, sign), to.right, to.declarator && qualifier};
    return true;
}

static const char *const builtin_names[LETTERS] = {
    ['a'] = "signed char", ['b'] = "bool",
    ['c'] = "char",        ['d'] = "double",
    ['e'] = "long double", ['f'] = "float",
    ['g'] = "__float128",  ['h'] = "unsigned char",
    ['i'] = "int",         ['j'] = "unsigned int",
    ['l'] = "long",        ['m'] = "unsigned long",
    ['n'] = "__int128",    ['o'] = "unsigned __int128",
    ['s'] = "short",       ['t'] = "unsigned short",
    ['v'] = "void",        ['w'] = "wchar_t",
    ['x'] = "long long",   ['y'] = "unsigned long long",
    ['z'] = "...",
};

// The types that begin with D: some are built in, which are no candidates for substitution.
static bool read_d_type(Reader *r, Type *type, bool *candidate) {
    static const struct {
        const char *word, *name;
    } names[] = {{"Dn", "decltype(nullptr)"}, {"Dh", "half"},    {"Di", "char32_t"},
                 {"Ds", "char16_t"},          {"Du", "char8_t"}, {"DF16_", "_Float16"},
                 {"DF16b", "__bf16"},         {"Da", "auto"},    {"Dc", "decltype(auto)"}};
    if (take_word(r, "Dp")) return read_expansion(r, type);
    *candidate = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!take_word(r, names[i].word)) continue;
        *type = plain(names[i].name);
        return true;
    }
    return fail(r);
}

static bool read_named_type(Reader *r, Type *type) {
    Arguments arguments;
    bool is_template;
    const char *name = read_name(r, &arguments, &is_template);
    *type = plain(name);
    return !r->failed;
}

// S_ is a type that has been a candidate, S_I...E one of a template that has been one.
static bool read_substituted_type(Reader *r, Type *type, bool *candidate) {
    const char *start = r->at++;
    if (*r->at == 't') {
        r->at = start;
        return read_named_type(r, type);
    }
    if (!read_substitution(r, type)) return false;
    *candidate = *r->at == 'I';
    if (!*candidate) return true;
    r->at = start;
    return read_named_type(r, type);
}

static bool read_type_here(Reader *r, Type *type, bool *candidate) {
    const char *builtin = letter_name(builtin_names, *r->at);
    if (builtin) {
        r->at++;
        *candidate = false;
        *type = plain(builtin);
        return true;
    }
    switch (*r->at) {
    case 'P': return r->at++, read_derived(r, type, "*");
    case 'R': return r->at++, read_derived(r, type, "&");
    case 'O': return r->at++, read_derived(r, type, "&&");
    case 'K': return r->at++, read_derived(r, type, " const");
    case 'V': return r->at++, read_derived(r, type, " volatile");
    case 'r': return r->at++, read_derived(r, type, " __restrict");
    case 'F': return r->at++, read_function_type(r, type);
    case 'A': return r->at++, read_array_type(r, type);
    case 'T': return r->at++, read_parameter_type(r, type);
    case 'S': return read_substituted_type(r, type, candidate);
    case 'D': return read_d_type(r, type, candidate);
    case 'N':
    case 'Z':
    case 'U': return read_named_type(r, type);
    default: return is_digit(*r->at) ? read_named_type(r, type) : fail(r);
    }
}

static bool read_type(Reader *r, Type *type) {
    bool candidate = true;
    *type = plain("");
    if (r->failed || ++r->depth > DEPTH) return fail(r);
    const bool good = read_type_here(r, type, &candidate) && !r->failed;
    r->depth--;
    if (good && candidate) remember(r, *type);
    return good;
}

// A function: its name and its parameters. What it returns is read and left out.
static const char *read_encoding(Reader *r) {
    Arguments arguments, *const outer = r->arguments;
    Type result;
    bool is_template;
    if (++r->depth > DEPTH) return fail(r), "";
    const char *name = read_name(r, &arguments, &is_template);
    if (is_template) r->arguments = &arguments;
    if (is_template && !r->failed) read_type(r, &result);
    if (*r->at && *r->at != 'E' && !r->failed) name = text(r, "%s(%s)", name, read_parameters(r));
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
