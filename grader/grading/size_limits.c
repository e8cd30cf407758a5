// Which line may be to blame where large sizes alone go wrong: a narrow type, or a number that ends early.
#include "grader/grading/size_limits.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/assignments.h"
#include "grader/c_text/source_lines.h"
#include "grader/cause/lines_behind.h"
#include "grader/cause/returned_line.h"
#include "grader/edits/edits.h"
#include "grader/grading/replace_file.h"
#include "grader/text/append.h"

enum { MOST = 64, LINES = 2 };

// Numbers up to 1024 that are powers of two are sizes of blocks, and small ones widths of tiles; masks are neither.
static bool may_end_early(const char *text, const Edit *edit) {
    enum { LEAST = 255, MOST_THREADS = 1024 };
    if (edit->kind != EDIT_LIMIT) return true;
    const long number = strtol(edit->word, NULL, 0);
    size_t before = edit->at;
    while (before > 0 && text[before - 1] == ' ') before--;
    const bool mask = before > 0 && strchr("&%", text[before - 1]);
    return number >= LEAST && (mask || number > MOST_THREADS || (number & (number - 1)));
}

// "const int at = a * b;": the type; NULL: the line does nothing of the kind.
static const char *narrow_product(const char *line) {
    static const char *const types[] = {"int", "unsigned", "short", "uint32_t", "int32_t"};
    const char *equals = find_assignment(line), *ends = equals ? equals + strcspn(equals, ";/") : NULL;
    const char *wide = find_word(line, line, "long");
    if (!equals || (!memchr(equals, '*', (size_t)(ends - equals)) && !strstr(equals, "<<")) ||
        (wide && wide < equals))
        return NULL;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *found = find_word(line, line, types[i]);
        if (found && found < equals) return types[i];
    }
    return NULL;
}

// Of four or eight bytes an element: such a product ends four or eight times as early as the number of elements does.
static bool counts_bytes(const char *line) {
    static const char *const sizes[] = {"sizeof", "4u", "8u", "4U", "8U"};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strstr(line, sizes[i])) return true;
    return false;
}

// sizeof, which makes a sum wide, and no int of it as in int(sizeof(float)).
static bool has_wide_size(const char *line) {
    static const char *const narrow[] = {"int(", "(int)", "unsigned(", "(unsigned)", "static_cast<int>("};
    for (const char *at = line; (at = find_word(line, at, "sizeof")); at++) {
        bool cast = false;
        for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
            const size_t length = strlen(narrow[i]);
            cast |= (size_t)(at - line) >= length && !strncmp(at - length, narrow[i], length);
        }
        if (!cast) return true;
    }
    return false;
}

// "(char *)base + j * pitch": a product that moves a pointer to bytes, with nothing in it that makes it wide, as far as the line shows.
static bool moves_bytes(const char *line) {
    const char *bytes = find_word(line, line, "char"), *plus = bytes ? strchr(bytes, '+') : NULL,
               *times = plus ? strchr(plus, '*') : NULL;
    return times && bytes[4 + strspn(bytes + 4, " ")] == '*' && !find_word(line, line, "size_t") &&
           !find_word(line, line, "long") && !has_wide_size(line) && !find_word(line, line, "ptrdiff_t");
}

// Does some line of the file give the name a value that is made with sizeof, "pitch = n * sizeof(float)" or "pitch(n * sizeof(float))"?
static bool is_made_of_bytes(const SourceLines *t, const char *name) {
    for (int i = 1; i <= t->count; i++) {
        const char *line = line_text(t, i), *at = find_word(line, line, name),
                   *behind = at ? at + strlen(name) : "";
        behind += strspn(behind, " ");
        if ((*behind == '=' || *behind == '(') && strstr(behind, "sizeof")) return true;
    }
    return false;
}

// "reinterpret_cast<float *>(base + j * pitch)", where the pitch counts bytes: base is a pointer to bytes, whatever its type is called.
static bool moves_cast_bytes(const SourceLines *t, int number) {
    const char *line = line_text(t, number), *cast = strstr(line, "reinterpret_cast<"),
               *open = cast ? strchr(cast, '(') : NULL, *plus = open ? strchr(open, '+') : NULL,
               *at = plus ? plus : "", *end = at + strlen(at);
    char name[SOURCE_NAME];
    if (!plus || !strchr(plus, '*') || find_word(line, line, "size_t") || find_word(line, line, "long") ||
        find_word(line, line, "ptrdiff_t"))
        return false;
    while (find_next_name(&at, end, name))
        if (is_made_of_bytes(t, name)) return true;
    return false;
}

// The type that a line gives a name, "size_t pitch"; NULL: it declares none of that name.
static const char *type_given(const char *line, const char *name, const char *const *types) {
    for (; *types; types++)
        for (const char *type = line; (type = find_word(line, type, *types)); type++) {
            const char *declared = type + strlen(*types);
            if (find_name(line, declared, name) == declared + strspn(declared, " ")) return *types;
        }
    return NULL;
}

// Is a name behind the + declared as a wide number: in the nearest line above that declares it, or else anywhere in the file?
static bool has_wide_name(const SourceLines *t, int number) {
    static const char *const wide[] = {"size_t", "long", "ptrdiff_t", "int64_t", "uint64_t", NULL},
                             *const narrow[] = {"int", "unsigned", "uint32_t", "int32_t", NULL};
    enum { NEAR = 8 };
    const char *line = line_text(t, number), *at = strchr(line, '+'), *end = line + strlen(line);
    char name[SOURCE_NAME];
    while (find_next_name(&at, end, name)) {
        bool own = false;
        for (int i = number; i > 0 && i > number - NEAR && !own; i--)
            own = type_given(line_text(t, i), name, narrow);
        for (int i = 1; i <= t->count && !own; i++)
            if (type_given(line_text(t, i), name, wide)) return true;
    }
    return false;
}

// The only line of device code that moves a pointer by such a product. False: there is none, or more than one.
static bool explain_moved(Cause *cause, const char *path, const char *text) {
    static SourceLines t;
    int found = 0, count = 0;
    if (!read_lines(&t, path)) return false;
    for (int line = 1; line <= t.count; line++)
        if ((moves_bytes(t.line[line - 1]) || moves_cast_bytes(&t, line)) && !has_wide_name(&t, line) &&
            is_device_line(text, line))
            found = line, count++;
    free_lines(&t);
    if (count != 1) return false;
    append(cause->place.file, sizeof cause->place.file, "%s", path);
    cause->place.line = found;
    append(
        cause->what, sizeof cause->what,
        "The pointer is moved here by a number of bytes that is a product of 32-bit numbers: it ends at 2^32, a quarter of the elements that "
        "an unsigned number can count, and begins anew behind that.");
    append(cause->next, sizeof cause->next,
           "Let one factor be a size_t, so that the product is one, or let the pointer count elements.");
    return true;
}

// The only line of device code that keeps a number of bytes in 32 bits. False: there is none, or more than one.
static bool explain_bytes(Cause *cause, const char *path, const char *text) {
    static SourceLines t;
    const char *type = NULL;
    int found = 0, count = 0;
    if (!read_lines(&t, path)) return false;
    for (int line = 1; line <= t.count; line++) {
        const char *narrow = narrow_product(t.line[line - 1]);
        if (!narrow || !counts_bytes(t.line[line - 1]) || !is_device_line(text, line)) continue;
        type = narrow, found = line, count++;
    }
    free_lines(&t);
    if (count != 1) return false;
    append(cause->place.file, sizeof cause->place.file, "%s", path);
    cause->place.line = found;
    append(
        cause->what, sizeof cause->what,
        "The number of bytes in this line is kept in a variable of type `%s`, which may be too small at such a size: it ends at a "
        "quarter of the elements that the type can count, or earlier.",
        type);
    append(cause->next, sizeof cause->next, "Compute it as size_t, or let the pointer count elements.");
    return true;
}

bool explain_size_limit(Cause *cause, const char *path, const char *text) {
    const Edit *found[LINES];
    int count = 0;
    Edits edits;
    if (explain_moved(cause, path, text)) return true;
    if (!too_small_of(&edits, text, MOST)) return explain_bytes(cause, path, text);
    for (int i = 0; i < edits.count && count <= LINES; i++) {
        const Edit *edit = &edits.list[i];
        bool known = !may_end_early(text, edit);
        for (int k = 0; k < count && k < LINES; k++) known |= found[k]->line == edit->line;
        if (known) continue;
        if (count < LINES) found[count] = edit;
        count++;
    }
    if (count == 1 || count == LINES) {
        const bool type = found[0]->kind == EDIT_TYPE;
        append(cause->place.file, sizeof cause->place.file, "%s", path);
        cause->place.line = found[0]->line;
        append(cause->what, sizeof cause->what, "%s of this line may be too small for such a size: `%s`.",
               type ? "A type" : "A number", found[0]->word);
        if (count == LINES)
            append(cause->what, sizeof cause->what, " Line %d has one too, `%s`.", found[1]->line,
                   found[1]->word);
        append(cause->next, sizeof cause->next,
               "Work out what this line comes to in the last block of the grid.");
    }
    edits_free(&edits);
    return cause->place.line || explain_bytes(cause, path, text);
}

// A member of a struct that is declared as a whole number of 32 bits: the line. 0: there is none of that name.
static int line_of_narrow_member(const SourceLines *t, Span name, const char **type) {
    static const char *const types[] = {"int", "unsigned", "uint32_t", "int32_t"};
    char word[SOURCE_NAME];
    if (!only_name(name.begin, name.end, word)) return 0;
    for (int i = 0, inside = 0; i < t->count; i++) {
        const char *line = t->line[i];
        if (find_word(line, line, "struct")) inside = 1;
        const char *at = inside ? find_name(line, line, word) : NULL;
        for (size_t k = 0; k < sizeof types / sizeof *types && at && !strchr(line, '('); k++)
            if (find_word(line, line, types[k]) && find_word(line, line, types[k]) < at)
                return *type = types[k], i + 1;
        if (strchr(line, '}')) inside = 0;
    }
    return 0;
}

// The address is returned by a function of the file, which makes it of a product with a member of a struct.
static int line_of_returned_product(const SourceLines *t, int line, const char **type) {
    const char *text = line_text(t, line), *at = text;
    char name[SOURCE_NAME];
    while (find_next_name(&at, text + strlen(text), name)) {
        const int returned = *at == '(' ? line_of_returned_value(t, name) : 0;
        const char *from = returned ? line_text(t, returned) : "";
        for (const char *star = from; (star = strstr(star, " * ")); star += 3) {
            const char *end = word_end(star + 3);
            const int member =
                *end == '.' ? line_of_narrow_member(t, (Span){end + 1, word_end(end + 1)}, type) : 0;
            if (member) return member;
        }
    }
    return 0;
}

bool explain_size_limit_behind(Cause *cause, const char *path) {
    enum { BEHIND = 12 };
    static SourceLines t;
    const char *type = NULL;
    int lines[BEHIND] = {cause->place.line}, found = 0;
    const int count = add_lines_behind(path, cause->place.line, lines, 1, BEHIND);
    size_t size;
    char *text = read_whole_file(path, &size);
    Cause moved = {.todo = -1, .example = -1};
    if (!read_lines(&t, path)) {
        free(text);
        return false;
    }
    // The member that is declared too narrow says more than where the pointer is moved.
    const int member_line = line_of_returned_product(&t, cause->place.line, &type);
    const bool by_bytes = !member_line && text && explain_moved(&moved, path, text);
    free(text);
    if (by_bytes) {
        free_lines(&t);
        moved.other = cause->place;
        append(moved.other_what, sizeof moved.other_what, "This access leaves its memory");
        moved.known = true;
        *cause = moved;
        return true;
    }
    type = NULL;
    for (int k = 0; k < count && !type; k++)
        if ((type = narrow_product(line_text(&t, lines[k])))) found = lines[k];
    const bool member = !type && (found = line_of_returned_product(&t, cause->place.line, &type));
    free_lines(&t);
    if (!type) return false;
    cause->what[0] = cause->next[0] = 0;
    append(cause->what, sizeof cause->what,
           "%s `%s`: at this size it may be "
           "too large for that.",
           member ? "The address is made of a product with a member that is declared here, of type"
                  : "The address is made of the product in this line, which is kept in a variable of type",
           type);
    append(
        cause->next, sizeof cause->next,
        "Work out what the product comes to in the last block of the grid: an int ends at 2147483647, and size_t does not.");
    if (found == cause->place.line) return true;
    cause->other = cause->place;
    append(cause->other_what, sizeof cause->other_what, "This access leaves its memory");
    cause->place.line = found, cause->place.column = 0;
    return true;
}

// A quotient of floats: "ceilf(n / ...)", "(float)n / block".
static bool divides_floats(const char *line) {
    static const char *const marks[] = {"(float)", "static_cast<float>", "ceilf(", "float(", "1.0f", "1.f"};
    for (size_t i = 0; strchr(line, '/') && i < sizeof marks / sizeof *marks; i++)
        if (strstr(line, marks[i])) return true;
    return false;
}

bool explain_float_blocks(Cause *cause, const char *path, const char *text) {
    static SourceLines t;
    int found = 0;
    if (!read_lines(&t, path)) return false;
    for (int i = 1; i <= t.count && !found; i++)
        if (divides_floats(line_text(&t, i)) && !is_device_line(text, i)) found = i;
    free_lines(&t);
    if (!found) return false;
    *cause = (Cause){.known = true, .todo = -1, .example = -1, .place = {.line = found}};
    append(cause->place.file, sizeof cause->place.file, "%s", path);
    append(
        cause->what, sizeof cause->what,
        "A float divides here. It has 24 bits: from 2^24 on it holds every second whole number, from 2^25 on every fourth one, and "
        "what is rounded down on the way asks for too few.");
    append(cause->next, sizeof cause->next, "Divide whole numbers: (n + size - 1) / size.");
    return true;
}
