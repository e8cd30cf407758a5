// A loop that moves elements of an array, turned round: from the wrong end one element is copied over all of them.
#include "grader/edits/editing.h"

// for (NAME = first; NAME mark last; step): where its parts stand in the text.
typedef struct {
    int name, first, first_end, mark, last, last_end, step, close;
    bool up;
} Head;

static int find_mark(const Editing *e, int from, int to, const char *mark) {
    for (int i = from; i < to; i++) {
        if (lexeme_is(&e->x, i, mark)) return i;
        if (e->x.list[i].mate > i) i = e->x.list[i].mate;
    }
    return -1;
}

// "++m", "m++", "m += 1", and the same of --.
static bool read_step(const Editing *e, Head *h) {
    const int mark = lexemes_equal(&e->x, h->step, h->name) ? h->step + 1 : h->step;
    const bool by_one = h->close == h->step + 2;
    const bool adds = h->close == h->step + 3 && lexeme_is(&e->x, h->step + 2, "1") && mark > h->step;
    h->up = lexeme_is(&e->x, mark, by_one ? "++" : "+=");
    return (by_one || adds) && (h->up || lexeme_is(&e->x, mark, by_one ? "--" : "-="));
}

// False: it is another loop, or none.
static bool read_head(const Editing *e, int i, Head *h) {
    static const char *const unsigned_types[] = {"unsigned", "size_t", NULL}; // never below 0
    static const char *const ends[2][3] = {{">=", ">", NULL}, {"<=", "<", NULL}};
    if (!lexeme_is(&e->x, i, "for") || !lexeme_is(&e->x, i + 1, "(")) return false;
    h->close = e->x.list[i + 1].mate;
    const int equals = find_mark(e, i + 2, h->close, "="), first_end = find_mark(e, i + 2, h->close, ";");
    h->last_end = find_mark(e, first_end + 1, h->close, ";");
    if (equals < 0 || first_end < equals || h->last_end < 0) return false;
    h->name = equals - 1, h->first = equals + 1, h->first_end = first_end;
    h->mark = first_end + 2, h->last = first_end + 3, h->step = h->last_end + 1;
    return h->last < h->last_end && h->first < h->first_end && lexemes_equal(&e->x, h->name, first_end + 1) &&
           find_mark(e, i + 2, h->close, ",") < 0 && read_step(e, h) &&
           lexeme_is_any(&e->x, h->mark, ends[h->up]) &&
           !(h->up && lexeme_is_any(&e->x, h->name - 1, unsigned_types));
}

static bool has_name(const Editing *e, int from, int to, int name) {
    for (int i = from; i < to; i++)
        if (lexemes_equal(&e->x, i, name)) return true;
    return false;
}

// Behind a[m][x], or at(m), which a function gives a reference to.
static int behind_indices(const Editing *e, int i) {
    int at = i + 1;
    while (lexeme_is(&e->x, at, "[") || lexeme_is(&e->x, at, "(")) at = e->x.list[at].mate + 1;
    return at;
}

static bool same_words(const Editing *e, int a, int b, int count) {
    for (int i = 0; i < count; i++)
        if (!lexemes_equal(&e->x, a + i, b + i)) return false;
    return true;
}

// "a[m - 1] = a[m]": is an element of the array at i given another one that the loop's variable leads to?
static bool moves(const Editing *e, int i, int variable) {
    static const char *const sets[] = {"=", "+=", NULL};
    const int own = behind_indices(e, i);
    int mark = own;
    while (lexeme_is(&e->x, mark, ".")) mark += 2; // a member of it
    if (own == i + 1 || !lexeme_is_any(&e->x, mark, sets) || !has_name(e, i + 1, own, variable)) return false;
    for (int k = mark + 1; k < e->end && !lexeme_is(&e->x, k, ";"); k++) {
        const int end = behind_indices(e, k);
        if (lexemes_equal(&e->x, k, i) && has_name(e, k + 1, end, variable) &&
            (end - k != own - i || !same_words(e, i, k, own - i)))
            return true;
    }
    return false;
}

// The end of the loop that is its first: "4" of "<= 4", "4 - 1" of "< 4". `by`: what is added.
static const char *added(const Editing *e, const Head *h) {
    const bool open = lexeme_is(&e->x, h->mark, "<") || lexeme_is(&e->x, h->mark, ">");
    return !open ? "" : h->up ? " - 1" : " + 1";
}

static void turn(Editing *e, int i, const Head *h, int array) {
    const int before = e->edits->count, post = lexemes_equal(&e->x, h->step, h->name);
    const bool by_one = h->close == h->step + 2;
    const char *step = by_one ? (h->up ? "--" : "++") : h->up ? " -= 1" : " += 1";
    add_words(e, EDIT_TURNED, i + 2, h->close, i, "%.*s %.*s%s; %.*s %s %.*s; %s%.*s%s",
              WORDS(e, i + 2, h->first), WORDS(e, h->last, h->last_end), added(e, h),
              WORDS(e, h->name, h->name + 1), h->up ? ">=" : "<=", WORDS(e, h->first, h->first_end),
              post ? "" : step, WORDS(e, h->name, h->name + 1), post ? step : "");
    make_likely(e, before, 1 + e->suspicion[i - e->begin] + given_rank(e, i)); // there are few
    name_words(e, before, array, array + 1);
}

void edit_turned(Editing *e, int i) {
    Head h;
    if (!read_head(e, i, &h)) return;
    const int end = statement_end_at(&e->x, i, e->end);
    for (int k = h.close + 1; k < end; k++)
        if (e->x.list[k].kind == LEX_NAME && moves(e, k, h.name)) {
            turn(e, i, &h, k);
            return;
        }
}
