// Types in the signatures of kernels: what may stand for a parameter or a template's argument (see signature.c).
#include "grader/warpsim/core/signature_reader.h"

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
        if (!signature_read_type(r, type)) return false;
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
    *type = plain(text(r, "%s%s", whole(r, *type), signature_read_arguments(r, &arguments)));
    return !r->failed;
}

static bool read_function_type(Reader *r, Type *type) {
    Type result;
    take(r, 'Y'); // extern "C"
    if (!signature_read_type(r, &result)) return false;
    const char *parameters = signature_read_parameters(r);
    *type = (Type){text(r, "%s ", result.left), text(r, "(%s)%s", parameters, result.right), true};
    return take(r, 'E') || fail(r);
}

static bool read_array_type(Reader *r, Type *type) {
    const char *digits = r->at;
    Type size = plain(""), element;
    while (is_digit(*r->at)) r->at++;
    if (r->at > digits)
        size = plain(text(r, "%.*s", (int)(r->at - digits), digits));
    else if (*r->at != '_' && !signature_read_expression(r, &size))
        return false;
    if (!take(r, '_') || !signature_read_type(r, &element)) return fail(r);
    *type = (Type){text(r, "%s ", element.left), text(r, "[%s]%s", whole(r, size), element.right), true};
    return true;
}

// A pointer, a reference or a qualified type: `sign` goes behind what is there.
static bool read_derived(Reader *r, Type *type, const char *sign) {
    Type to;
    const bool qualifier = *sign == ' ';
    if (!signature_read_type(r, &to)) return false;
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

// The types that begin with D: some are built in, which are not candidates for substitution.
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
    const char *name = signature_read_name(r, &arguments, &is_template);
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
    if (!signature_read_substitution(r, type)) return false;
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

bool signature_read_type(Reader *r, Type *type) {
    bool candidate = true;
    *type = plain("");
    if (r->failed || ++r->depth > DEPTH) return fail(r);
    const bool good = read_type_here(r, type, &candidate) && !r->failed;
    r->depth--;
    if (good && candidate) remember(r, *type);
    return good;
}
