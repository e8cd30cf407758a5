// Objects of the file's own structs: another object of the same struct, or another member of the same object.
#include "grader/edits/editing.h"

enum { LIKELY = 3, FEW = 4, STRUCTS = 16, MEMBERS = 24, OBJECTS = 24 };

typedef struct {
    int name, type; // the first place of each, and of a member the word of its type
    int of;         // the number of its struct
    bool pointer, array;
} Declared;

typedef struct {
    const Lexemes *x;
    struct {
        int open, name; // its { and its name, -1: it has none
        Declared member[MEMBERS];
        int members;
    } list[STRUCTS];
    int count;
    Declared object[OBJECTS];
    int objects;
} Structs;

static bool is_name(const Lexemes *x, int i) {
    return i >= 0 && i < x->count && x->list[i].kind == LEX_NAME;
}

// Behind the declarator at i, "lo = 0": the , or ; or ) that ends it.
static int declarator_end(const Lexemes *x, int i) {
    while (i < x->count && !lexeme_is(x, i, ",") && !lexeme_is(x, i, ";") && !lexeme_is(x, i, ")"))
        i = x->list[i].mate > i ? x->list[i].mate + 1 : i + 1;
    return i;
}

// "Column a, *b, c[2]" from the type on: what it declares. How many there are now.
static int take_declared(const Lexemes *x, int type, int of, Declared *list, int count, int most) {
    int at = type + 1;
    for (; count < most; at++) {
        Declared d = {.type = type, .of = of};
        for (; lexeme_is(x, at, "*") || lexeme_is(x, at, "&") || lexeme_is(x, at, "const"); at++)
            d.pointer |= lexeme_is(x, at, "*");
        const bool other = is_name(x, at + 1) || lexeme_is(x, at + 1, "(") || lexeme_is(x, at + 1, "&") ||
                           lexeme_is(x, at + 1, "*"); // the type of a parameter, or a method
        if (!is_name(x, at) || other) return count;
        d.name = at;
        d.array = lexeme_is(x, at + 1, "[");
        list[count++] = d;
        at = declarator_end(x, at);
        if (!lexeme_is(x, at, ",")) return count;
    }
    return count;
}

static void find_members(Structs *s, int of) {
    const int open = s->list[of].open, end = s->x->list[open].mate;
    for (int i = open + 1; i < end; i++) {
        if (s->x->list[i].mate > i) i = s->x->list[i].mate;
        const bool begins = i == open + 1 || lexeme_is(s->x, i - 1, ";") || lexeme_is(s->x, i - 1, "}");
        if (begins && is_name(s->x, i))
            s->list[of].members =
                take_declared(s->x, i, of, s->list[of].member, s->list[of].members, MEMBERS);
    }
}

// "struct Column { ... }", "struct { ... } a", "typedef struct { ... } Column".
static void find_structs(Structs *s) {
    for (int i = 0; i + 2 < s->x->count && s->count < STRUCTS; i++) {
        int open = i + 1;
        if (!lexeme_is(s->x, i, "struct")) continue;
        while (open < s->x->count && !lexeme_is(s->x, open, "{") && !lexeme_is(s->x, open, ";")) open++;
        if (!lexeme_is(s->x, open, "{")) continue;
        const bool named_behind = lexeme_is(s->x, i - 1, "typedef");
        s->list[s->count].open = open;
        s->list[s->count].name = named_behind ? s->x->list[open].mate + 1 : open > i + 1 ? open - 1 : -1;
        find_members(s, s->count++);
    }
}

// The number of the struct that the word is the name of, or the last } of; -1: none.
static int struct_at(const Structs *s, int i) {
    for (int k = 0; k < s->count; k++) {
        const int name = s->list[k].name;
        if (s->x->list[i].mate == s->list[k].open || (name >= 0 && lexemes_equal(s->x, i, name))) return k;
    }
    return -1;
}

// Those of the function, its parameters among them.
static void find_objects(Structs *s, const Editing *e) {
    for (int i = head_of_function(e); i < e->end; i++) {
        const int of = struct_at(s, i);
        if (of >= 0) s->objects = take_declared(s->x, i, of, s->object, s->objects, OBJECTS);
    }
}

static const Declared *find(const Structs *s, const Declared *list, int count, int i) {
    for (int k = 0; k < count; k++)
        if (lexemes_equal(s->x, list[k].name, i)) return &list[k];
    return NULL;
}

static void rate(Editing *e, int before, int about) {
    const int others = e->edits->count - before;
    make_likely(e, before,
                LIKELY + (others > FEW ? LIKELY : 0) + 2 * e->suspicion[about - e->begin] +
                    given_rank(e, about));
}

// The member at i, of the object whose words begin at `from`: another one that is declared alike.
static void edit_member(Editing *e, const Structs *s, int of, int from, int i) {
    const Declared *list = s->list[of].member, *own = find(s, list, s->list[of].members, i);
    const int first = e->edits->count;
    for (int k = 0; own && k < s->list[of].members; k++) {
        const int before = e->edits->count;
        if (&list[k] == own || !lexemes_equal(s->x, list[k].type, own->type) ||
            list[k].pointer != own->pointer || list[k].array != own->array)
            continue;
        add_words(e, EDIT_WORD, from, i + 1, i, "%.*s%.*s", WORDS(e, from, i),
                  WORDS(e, list[k].name, list[k].name + 1));
        name_words(e, before, from, i + 1);
    }
    rate(e, first, i);
}

// Another object in its place. `to`: behind its member, which is what the change is about.
static void edit_object(Editing *e, const Structs *s, const Declared *own, int i, int to) {
    const int first = e->edits->count;
    for (int k = 0; k < s->objects; k++) {
        const Declared *other = &s->object[k];
        const int before = e->edits->count;
        if (lexemes_equal(s->x, other->name, i) || other->of != own->of || other->pointer != own->pointer ||
            other->array != own->array || !is_known_at(e, other->name, i))
            continue;
        add_words(e, EDIT_WORD, i, i + 1, i, "%.*s", WORDS(e, other->name, other->name + 1));
        name_words(e, before, i, to);
    }
    rate(e, first, i);
}

// Behind the object at i, an array's element among them: its member; -1: it stands there as a whole.
static int member_of(const Structs *s, int i) {
    int at = i + 1;
    while (lexeme_is(s->x, at, "[")) at = s->x->list[at].mate + 1;
    const bool member = lexeme_is(s->x, at, ".") || lexeme_is(s->x, at, "->");
    return member && is_name(s->x, at + 1) ? at + 1 : -1;
}

static void edit_place(Editing *e, const Structs *s, int i) {
    const bool alone = is_name(s->x, i) && !lexeme_is(s->x, i - 1, ".") && !lexeme_is(s->x, i - 1, "->");
    const Declared *own = alone ? find(s, s->object, s->objects, i) : NULL;
    const int member = own ? member_of(s, i) : -1;
    bool declared = false;
    for (int k = 0; k < s->objects; k++) declared |= s->object[k].name == i;
    if (own && !declared) edit_object(e, s, own, i, member < 0 ? i + 1 : member + 1);
    if (member >= 0) edit_member(e, s, own->of, i, member);
}

void edit_members(Editing *e) {
    Structs s = {.x = &e->x};
    find_structs(&s);
    if (!s.count) return;
    find_objects(&s, e);
    for (int i = e->begin + 1; i < e->end; i++) edit_place(e, &s, i);
}
