// Wrong answers of host code: which field of a record is wrong first, whose value it holds, and the line that sets it.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/source_lines.h"
#include "grader/cause/handed_on.h"
#include "grader/cause/launch_line.h"
#include "grader/cause/value_lines.h"
#include "grader/cause/mentioned.h"
#include "grader/cause/study.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

enum { NAME = 64, FIELDS = 16 };

// The field that a cell holds: the first word of what the lab says of it.
static void field_of(const Explained *e, size_t cell, char name[NAME]) {
    char words[200] = "";
    describe_cell(e->lab, e->data, 0, cell, words, sizeof words);
    words[strcspn(words, " ,(")] = 0;
    name[0] = 0;
    append(name, NAME, "%s", words);
}

// The fields of a record: names until the first one comes again. 0: there are too many, or they do not come again.
static int find_fields(const Explained *e, size_t cells, char names[FIELDS][NAME]) {
    for (size_t i = 0; i < cells && i <= FIELDS; i++) {
        char name[NAME];
        field_of(e, i, name);
        if (i && !strcmp(name, names[0])) return (int)i;
        if (i < FIELDS) memcpy(names[i], name, NAME);
    }
    return cells <= FIELDS ? (int)cells : 0;
}

static bool near(double got, double value, double bound) {
    return fabs(got - value) <= bound + 1e-12 * fabs(value);
}

// The field of the same record whose right value all wrong cells of `field` hold; -1: none.
static int field_held(const Comparison *c, int fields, int field) {
    for (int other = 0; other < fields; other++) {
        size_t wrong = 0, held = 0;
        for (size_t i = (size_t)field; i < c->cells && other != field; i += (size_t)fields) {
            const size_t there = i - (size_t)field + (size_t)other;
            if (!c->wrong[i] || there >= c->cells) continue;
            wrong++;
            held += near(c->got[i], c->value[there], c->bound[there]);
        }
        if (wrong && held == wrong) return other;
    }
    return -1;
}

// What all wrong cells of the field are too large by: a factor, or a number. False: neither is the same for all.
static bool find_relation(const Comparison *c, int fields, int field, double *factor, double *more) {
    bool first = true, same_factor = true, same_more = true;
    size_t wrong = 0;
    for (size_t i = (size_t)field; i < c->cells; i += (size_t)fields) {
        if (!c->wrong[i] || c->untouched[i]) continue;
        const double by = c->value[i] != 0 ? c->got[i] / c->value[i] : NAN, over = c->got[i] - c->value[i];
        if (first) *factor = by, *more = over;
        same_factor &= fabs(by - *factor) <= 1e-6 * fabs(*factor);
        same_more &= over == *more;
        first = false;
        wrong++;
    }
    if (!same_factor || *factor == 0) *factor = NAN;
    if (!same_more) *more = NAN;
    return wrong > 1 && (!isnan(*factor) || !isnan(*more));
}

// Does each wrong cell of the field hold some of the right bits and no others, or, with `more`, all of them and others too?
static bool differs_in_bits(const Comparison *c, int fields, int field, bool more) {
    size_t wrong = 0;
    for (size_t i = (size_t)field; i < c->cells; i += (size_t)fields) {
        if (!c->wrong[i]) continue;
        const double got = c->got[i], value = c->value[i];
        if (got != floor(got) || value != floor(value) || got < 1 || value < 1 || fmax(got, value) > 1 << 20)
            return false;
        if (more ? ~(long)got & (long)value : (long)got & ~(long)value) return false;
        wrong++;
    }
    return wrong > 8; // a few numbers may be so by chance
}

// Is what each wrong cell lacks a multiple of 2^32, in its own unit, a thousandth or a millionth of it? Then an int did not hold it.
static bool lacks_high_bits(const Comparison *c, int fields, int field) {
    enum { MOST = 64 };
    static const double units[] = {1, 1e3, 1e6, 1e9};
    for (size_t u = 0; u < sizeof units / sizeof *units; u++) {
        size_t wrong = 0, fit = 0;
        for (size_t i = (size_t)field; i < c->cells; i += (size_t)fields) {
            if (!c->wrong[i]) continue;
            const double lost = (c->value[i] - c->got[i]) * units[u] / 4294967296.0;
            wrong++;
            fit += lost > 0.5 && lost < MOST && fabs(lost - round(lost)) < 1e-4;
        }
        if (wrong && fit == wrong) return true;
    }
    return false;
}

static size_t wrong_of(const Comparison *c, int fields, int field) {
    size_t wrong = 0;
    for (size_t i = (size_t)field; i < c->cells; i += (size_t)fields) wrong += c->wrong[i];
    return wrong;
}

typedef enum { ROUNDED_NOT, ROUNDED_UP, ROUNDED_DOWN, ROUNDED_NEAREST, ROUNDINGS } Rounding;

static double rounded(double x, Rounding how) {
    return how == ROUNDED_UP ? ceil(x) : how == ROUNDED_DOWN ? trunc(x) : round(x);
}

// How what is wrong comes from what is right by rounding, or with `lacks` the other way round: then that is what was left out.
static Rounding find_rounding(const Comparison *c, int fields, int field, bool lacks) {
    bool fits[ROUNDINGS] = {false, true, true, true};
    size_t wrong = 0;
    for (size_t i = (size_t)field; i < c->cells; i += (size_t)fields) {
        const double from = lacks ? c->got[i] : c->value[i], to = lacks ? c->value[i] : c->got[i];
        if (to != floor(to) || c->untouched[i]) return ROUNDED_NOT;
        if (!c->wrong[i]) continue;
        for (Rounding how = ROUNDED_UP; how < ROUNDINGS; how++) fits[how] &= rounded(from, how) == to;
        wrong++;
    }
    // Of the nearest number alone where neither of the others fits.
    for (Rounding how = ROUNDED_UP; wrong && how < ROUNDINGS; how++)
        if (fits[how]) return how;
    return ROUNDED_NOT;
}

// The one field whose right values are all whole numbers; -1: there is none, or more.
static int only_whole(const Comparison *c, int fields) {
    int found = -1;
    for (int field = 0; field < fields; field++) {
        bool whole = true;
        for (size_t i = (size_t)field; i < c->cells; i += (size_t)fields)
            whole &= c->value[i] == floor(c->value[i]);
        if (whole && found >= 0) return -1;
        if (whole) found = field;
    }
    return found;
}

static bool say_rounding(Cause *cause, const Comparison *c, char names[FIELDS][NAME], int fields, int field) {
    static const char *const WORDS[ROUNDINGS] = {"", "up", "down", "to the nearest whole number"};
    const Rounding more = find_rounding(c, fields, field, false),
                   less = more ? ROUNDED_NOT : find_rounding(c, fields, field, true);
    const int whole = only_whole(c, fields);
    if (less) {
        SAY(what, ": it must be a whole number, and is not rounded. Rounded %s it would be right.",
            WORDS[less]);
        return true;
    }
    if (!more) return false;
    SAY(what, ": it is the right number rounded %s%s. Its part behind the point belongs to it", WORDS[more],
        more == ROUNDED_DOWN ? ", as by an int or by a division of integers" : "");
    if (whole >= 0 && whole != field) SAY(what, "; only `%s` is a whole number", names[whole]);
    SAY(what, ".");
    return true;
}

static void say_field(Cause *cause, const Comparison *c, char names[FIELDS][NAME], int fields, int field) {
    double factor, more;
    const int held = field_held(c, fields, field);
    if (held >= 0) {
        SAY(what, "`%s` holds what belongs in `%s`", names[field], names[held]);
        if (field_held(c, fields, held) == field) SAY(what, ", and the other way round");
        SAY(what, ".");
        return;
    }
    SAY(what, "`%s` is wrong", names[field]);
    if (differs_in_bits(c, fields, field, false)) {
        SAY(what, ": it must combine several bits, and some of them are not set.");
        return;
    }
    if (differs_in_bits(c, fields, field, true)) {
        SAY(what, ": all bits that belong there are set, and others too.");
        return;
    }
    if (lacks_high_bits(c, fields, field)) {
        SAY(what,
            ": what it lacks is a multiple of 2^32. The product is computed with ints, and an int ends at 2147483647: it "
            "overflows.");
        SAY(next,
            "Let the first factor be a double, or a long long, so that all of the product is computed with it.");
        return;
    }
    if (say_rounding(cause, c, names, fields, field)) return;
    if (find_relation(c, fields, field, &factor, &more) && !isnan(factor))
        SAY(what, ": it is %.6g times what it should be", factor);
    else if (find_relation(c, fields, field, &factor, &more) && fabs(more) < 1e6)
        SAY(what, ": it is %.6g too %s", fabs(more), more > 0 ? "large" : "small");
    for (int other = 0, named = 0; other < fields && fields > 1; other++)
        if (!wrong_of(c, fields, other)) SAY(what, "%s`%s`", named++ ? ", " : "; right: ", names[other]);
    SAY(what, ".");
}

// What the mistake is about is used elsewhere than where the field is set. False: it is not known where.
static bool blame_use(Cause *cause, const Explained *e, const char *field) {
    const char *word = word_of_mistake(e);
    const int line = word ? line_of_word(e->source_path, word) : 0;
    if (!line || line == cause->place.line) return false;
    cause->other = cause->place;
    SAY(other_what, "`%s` is set here", field);
    cause->place.line = line;
    SAY(route, "`%s` is used here.", word);
    return true;
}

// The field is set to a variable as it is: what is wrong is the value that the variable got. `holds`: the field whose value it is, NULL:
// none. Where that one is set to the same variable, the variable is right, and is the wrong one here.
static bool blame_handed_value(Cause *cause, const Explained *e, const char *field, const char *holds) {
    char name[SOURCE_NAME], other[SOURCE_NAME];
    const char *path = e->source_path;
    const int line = line_of_handed_value(path, cause->place.line, field, name);
    if (!line || line == cause->place.line) return false;
    if (holds && line_of_handed_value(path, line_of_field(path, holds, false), holds, other) == line)
        return false;
    cause->other = cause->place;
    cause->place.line = line;
    SAY(other_what, "`%s` is set from it here", field);
    SAY(route, "`%s` gets its value here.", name);
    return true;
}

#define ADDS_BIT                                                                                                  \
    "This line adds a bit, and those that were set before stay: bits of what has turned out not to be the least " \
    "must be cleared again."

// The only line of the file that adds bits to a variable; 0: there is none, or more than one, and `line` where that does so itself.
static int line_that_adds_bits(const char *path, int line) {
    static SourceLines t;
    int found = 0, count = 0;
    if (!read_lines(&t, path)) return 0;
    const bool own = strstr(line_text(&t, line), "|=") != NULL;
    for (int i = 0; i < t.count; i++)
        if (strstr(t.line[i], "|=")) found = i + 1, count++;
    free_lines(&t);
    return own ? line : count == 1 ? found : 0;
}

// Where no line names the field: it is set with all others, or by a function that has another name for it.
static void explain_without_line(Cause *cause, const Explained *e, const Comparison *c,
                                 char names[FIELDS][NAME], int fields, int field) {
    if (!e->lab->given || field_held(c, fields, field) >= 0) return;
    append(cause->place.file, sizeof cause->place.file, "%s", e->source_path);
    const bool blamed = explain_by_trial(cause, e, names[field]);
    const int adds = !cause->route[0] && differs_in_bits(c, fields, field, true)
                         ? line_that_adds_bits(e->source_path, 0)
                         : 0;
    if (!blamed && !adds) {
        memset(cause, 0, sizeof *cause);
        cause->todo = cause->example = -1;
        return;
    }
    if (adds) cause->place.line = adds, cause->place.column = 0;
    if (!cause->route[0]) SAY(route, "%s", adds ? ADDS_BIT : "What is computed here is wrong.");
    say_field(cause, c, names, fields, field);
    cause->known = cause->of_value = true;
}

void explain_field(Cause *cause, const Explained *e) {
    char names[FIELDS][NAME];
    Comparison c;
    memset(cause, 0, sizeof *cause);
    cause->todo = -1;
    cause->example = -1;
    if (!e->lab->describe || !e->source_path || !compare_keeping_cells(&c, e->data, e->lab, 0)) return;
    const int fields = find_fields(e, c.cells, names);
    int field = 0;
    while (field < fields && !wrong_of(&c, fields, field)) field++;
    const bool more = field < fields && differs_in_bits(&c, fields, field, true);
    const bool high = field < fields && lacks_high_bits(&c, fields, field);
    const int line = field < fields ? line_of_field(e->source_path, names[field], more) : 0;
    if (line) {
        append(cause->place.file, sizeof cause->place.file, "%s", e->source_path);
        cause->place.line = line;
        say_field(cause, &c, names, fields, field);
        const int product = high ? line_of_product(e->source_path, line) : 0;
        if (product && product != line) {
            cause->other = cause->place;
            cause->place.line = product;
            SAY(other_what, "`%s` is set here", names[field]);
        }
        // One that holds another's value is set to the wrong one: there is no arithmetic to try.
        const int held = field_held(&c, fields, field);
        const bool exchanged = held >= 0, swapped = exchanged && field_held(&c, fields, held) == field;
        const char *holds = exchanged ? names[held] : NULL;
        const bool tried = !exchanged && !high && explain_by_trial(cause, e, names[field]) && cause->route[0];
        if (tried && cause->place.line != line && !cause->other.line) {
            append(cause->other.file, sizeof cause->other.file, "%s", e->source_path);
            cause->other.line = line;
            SAY(other_what, "`%s` is set here", names[field]);
        }
        const int adds = !tried && more ? line_that_adds_bits(e->source_path, cause->place.line) : 0;
        if (adds && adds != cause->place.line) {
            cause->other = cause->place;
            cause->place.line = adds, cause->place.column = 0;
            SAY(other_what, "`%s` is set here", names[field]);
        }
        if (!tried && more)
            SAY(route, "%s", ADDS_BIT);
        else if (!tried &&
                 (cause->other.line || (!blame_use(cause, e, names[field]) &&
                                        (swapped || !blame_handed_value(cause, e, names[field], holds)))))
            SAY(route, cause->place.line == line ? "It is set here." : "What is computed here is wrong.");
        if (e->right_elsewhere && !exchanged && !tried && !high)
            SAY(route,
                " On other GPUs that were asked it is right: what this line takes is not that fact, and only often as "
                "large.");
        cause->known = true;
        cause->of_value = true;
    } else if (field < fields) {
        explain_without_line(cause, e, &c, names, fields, field);
    }
    comparison_free(&c);
}
