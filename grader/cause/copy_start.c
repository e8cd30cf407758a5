// Copies that begin in the wrong place of their array: an offset in bytes is added to a pointer that counts elements, pieces do not
// join, the last of them is too long.
#include "grader/cause/copy_start.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "grader/c_text/brackets.h"
#include "grader/c_text/lines.h"
#include "grader/c_text/source_lines.h"
#include "grader/text/append.h"

#define SAY(field, ...) append(cause->field, sizeof cause->field, __VA_ARGS__)

// ---- The text: a pointer, and what is added to it ---------------------------------------------------------------

typedef struct {
    char pointer[SOURCE_NAME], type[SOURCE_NAME];
    Span whole, added;
    int set; // the line that sets the variable which is added; 0: it is no variable
} Start;

// Without the parentheses around it, and the cast before it, as in (void *)(p + n).
static Span bare(Span s) {
    while (s.begin < s.end && *s.begin == '(') {
        const char *close = closing_bracket(s.begin);
        if (!close || close >= s.end) break;
        const Span inner = trimmed(s.begin + 1, close), behind = trimmed(close + 1, s.end);
        if (behind.begin < behind.end && *behind.begin != '(') break;
        s = behind.begin < behind.end ? behind : inner;
    }
    return s;
}

// "p + n" or "&p[n]".
static bool read_start(Span argument, Start *s) {
    const Span all = bare(argument);
    const bool element = all.begin < all.end && *all.begin == '&';
    const Span name = {all.begin + element, word_end(all.begin + element)};
    s->whole = all;
    if (name.end >= all.end || !only_name(name.begin, name.end, s->pointer)) return false;
    const char *mark = name.end + strspn(name.end, " ");
    if (*mark != (element ? '[' : '+')) return false;
    const char *close = element ? closing_bracket(mark) : all.end;
    if (!close || close > all.end) return false;
    s->added = trimmed(mark + 1, close);
    return s->added.begin < s->added.end;
}

// Where the declaration begins that `at`, at a star, is a part of, as in "const float *a = NULL, *b".
static const char *declaration_begin(const char *text, const char *at) {
    while (at > text && !strchr(";{}(", at[-1]) && (at[-1] != ',' || *trimmed(at, at + 2).begin == '*')) at--;
    return at + strspn(at, " \n\t");
}

// The type that the pointer is declared to point to. False: it is not found, or is one of single bytes.
static bool find_type(const char *text, Start *s) {
    static const char *const NONE[] = {"char",   "void",     "uint8_t", "int8_t", "auto", "return",
                                       "signed", "unsigned", "std",     "byte",   NULL};
    for (const char *at = find_word(text, text, s->pointer); at; at = find_word(text, at + 1, s->pointer)) {
        const char *star = before_blanks(text, at);
        if (star == text || star[-1] != '*') continue;
        const char *begin = declaration_begin(text, star - 1), *end = word_end(begin);
        if (end - begin == 5 && !strncmp(begin, "const", 5)) {
            begin = end + strspn(end, " ");
            end = word_end(begin);
        }
        const char *behind = end + strspn(end, " ");
        if (!strncmp(behind, "const ", 6)) behind += 6;
        if (*behind != '*' || !only_name(begin, end, s->type)) continue;
        for (int i = 0; NONE[i]; i++)
            if (!strcmp(s->type, NONE[i])) return false;
        return true;
    }
    return false;
}

// Is what is added a number of bytes, by a sizeof in it or in the one line that sets it?
static bool counts_bytes(const char *text, Start *s) {
    char name[SOURCE_NAME];
    s->set = 0;
    if (span_has_text(s->added, "sizeof")) return !span_has(s->added, '/');
    if (!only_name(s->added.begin, s->added.end, name)) return false;
    const int used = line_at(text, (size_t)(s->added.begin - text));
    for (int line = used - 1; line > 0; line--) {
        const char *begin = line_begin(text, line), *end = begin + strcspn(begin, "\n;");
        const char *set = find_word(begin, begin, name);
        if (*begin == '}') break;
        if (!set || set >= end) continue;
        const char *mark = set + strlen(name) + strspn(set + strlen(name), " ");
        const Span value = {mark, end};
        if (*mark != '=' || mark[1] == '=') continue;
        s->set = line;
        return span_has_text(value, "sizeof") && !span_has(value, '/');
    }
    return false;
}

// The bytes of an element of that type; 0: not known.
static int size_of(const char *type) {
    static const struct {
        const char *name;
        int bytes;
    } KNOWN[] = {{"float", 4},   {"int", 4},  {"double", 8}, {"float2", 8},
                 {"float4", 16}, {"int2", 8}, {"int4", 16}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (!strcmp(KNOWN[i].name, type)) return KNOWN[i].bytes;
    return 0;
}

// The copy that is written in that line, at its opening parenthesis; NULL: none.
static const char *copy_in(const char *text, int line) {
    static const char *const COPIES[] = {"cudaMemcpy", "cudaMemcpyAsync", NULL};
    enum { FAR = 200 };
    const char *begin = line > 0 ? line_begin(text, line) : NULL;
    for (int i = 0; begin && COPIES[i]; i++) {
        const char *at = find_word(begin, begin, COPIES[i]);
        if (at && at - begin < FAR && at[strlen(COPIES[i])] == '(') return at + strlen(COPIES[i]);
    }
    return NULL;
}

static void say_bytes_added(Cause *cause, const Start *s, int argument) {
    const int size = size_of(s->type);
    SAY(what,
        "This copy begins in the wrong place, in %s: `%.*s` adds a number of bytes to `%s`, which is a %s *. Pointer "
        "arithmetic on a %s * counts elements of that type, not bytes",
        argument ? "its source" : "its destination", (int)(s->whole.end - s->whole.begin), s->whole.begin,
        s->pointer, s->type, s->type);
    if (size) SAY(what, ": all pieces but the first begin %d times too far on", size);
    SAY(what, ".");
    SAY(next,
        "Add the number of elements there, without sizeof: in bytes is the third argument of cudaMemcpy alone, how much "
        "is copied.");
}

static bool say_written(Cause *cause, const char *text, const SourcePlace *place) {
    const char *open = copy_in(text, place->line);
    for (int i = 0; open && i < 2; i++) {
        Span argument;
        Start s;
        if (!find_argument(open, i, &argument) || !read_start(argument, &s) || !counts_bytes(text, &s) ||
            !find_type(text, &s))
            continue;
        cause->place = *place;
        say_bytes_added(cause, &s, i);
        if (s.set) {
            cause->other = *place;
            SAY(other_what, "It is used here");
            cause->place.line = s.set, cause->place.column = 0;
        }
        return true;
    }
    return false;
}

// ---- The numbers: where it begins, and where the pieces before it end ----------------------------------------------

const MoveRecord *allocation_of(const Records *r, const MoveRecord *m) {
    const MoveRecord *best = NULL;
    for (const MoveRecord *x = r->moves; x < m; x++)
        if (!strcmp(x->kind, "allocate") && !x->error && x->at <= m->at && (!best || x->at >= best->at))
            best = x;
    return best;
}

// The byte at which the copies of that kind before it end; 0: there are none.
static long end_before(const Records *r, const MoveRecord *m, const MoveRecord *allocation) {
    long end = 0;
    for (const MoveRecord *x = allocation; x < m; x++)
        if (!strcmp(x->kind, m->kind) && !x->error && allocation_of(r, x) == allocation &&
            x->at + x->bytes - allocation->at > end)
            end = x->at + x->bytes - allocation->at;
    return end;
}

static void say_numbers(Cause *cause, long start, long done, long element) {
    SAY(route, "This one begins at byte %ld, that is element %ld", start, start / element);
    if (done) SAY(route, "; the pieces before it end at byte %ld, element %ld", done, done / element);
    SAY(route, ".");
}

// A copy that CUDA refused. False: it begins where the pieces before it end, or nothing is known of it.
static bool say_refused(Cause *cause, const Records *r, const MoveRecord *m, long element) {
    const MoveRecord *a = allocation_of(r, m);
    const long start = a ? m->at - a->at : 0, done = a ? end_before(r, m, a) : 0;
    if (!a || start <= 0 || start % element || m->bytes > a->bytes) return false;
    cause->place = m->place;
    if (start == done) {
        if (start >= a->bytes) return false;
        SAY(what,
            "This piece begins where the one before it ends, at byte %ld, but from there on the allocation has only %s: "
            "the piece is %s too long.",
            start, several((double)(a->bytes - start), "byte").text,
            several((double)(m->bytes - (a->bytes - start)), "byte").text);
        SAY(next,
            "The last piece is shorter than the others where they do not divide the array: copy what is left.");
        return true;
    }
    if (start == done * element)
        SAY(what,
            "This copy begins in the wrong place: a number of bytes is added to a pointer that counts elements of %s, and "
            "so it begins %ld times too far on.",
            several((double)element, "byte").text, element);
    else if (done)
        SAY(what, "This copy begins in the wrong place: it does not join the pieces before it.");
    else
        SAY(what,
            "This copy begins in the wrong place: it is the first to this memory, and leaves out its beginning.");
    say_numbers(cause, start, done, element);
    SAY(next, "Compute by hand, in elements, where each of the pieces begins and ends.");
    return true;
}

// ---- Together --------------------------------------------------------------------------------------------------

static const MoveRecord *refused_at(const Records *r, const Finding *f) {
    for (int i = r->move_count - 1; i >= 0; i--) {
        const MoveRecord *m = &r->moves[i];
        if (m->error && m->place.line == f->place.line &&
            (!strcmp(m->kind, "to") || !strcmp(m->kind, "back")))
            return m;
    }
    return NULL;
}

bool explain_copy_start(Cause *cause, const Explained *e, const Finding *f) {
    const Records *r = e->records;
    const long element = (long)element_size(e->data->entry->params[e->data->entry->output].type);
    const bool crash = f && !strcmp(f->check, "host-dereference");
    char *text = read_code(e->source_path);
    bool found = false;
    if (!text) return false;
    if (f && !f->who.known && f->place.line &&
        (crash || (tells(f, FOUND_GLOBAL) && !tells(f, FOUND_NOT_DEVICE)))) {
        const MoveRecord *m = crash ? NULL : refused_at(r, f);
        found = say_written(cause, text, &f->place);
        const MoveRecord *a = found && m ? allocation_of(r, m) : NULL;
        if (a && m->at > a->at) say_numbers(cause, m->at - a->at, end_before(r, m, a), element);
        if (!found && m) found = say_refused(cause, r, m, element);
    }
    for (int i = 0; i < r->move_count && !f && !found; i++)
        if (!strcmp(r->moves[i].kind, "to") || !strcmp(r->moves[i].kind, "back"))
            found = say_written(cause, text, &r->moves[i].place);
    free(text);
    return found;
}
