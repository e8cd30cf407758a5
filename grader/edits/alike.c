// The same change at several places at once: of one mistake that was made more than once, undoing it at one place does not help.
#include <stdlib.h>
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { PLACES = 12, LONGEST = 4000 };

// In one statement, and in several: a size that was taken for another one.
static bool can_recur(EditKind kind) {
    return kind == EDIT_COMPARISON || kind == EDIT_JOIN || kind == EDIT_NUMBER || kind == EDIT_PITCH ||
           kind == EDIT_WORD || kind == EDIT_SHIFT || kind == EDIT_ORIGIN;
}

static bool is_of_size(EditKind kind) {
    return kind == EDIT_PITCH || kind == EDIT_WORD || kind == EDIT_SHIFT;
}

static bool same_change(const Editing *e, const Edit *a, const Edit *b) {
    return a->kind == b->kind && a->length == b->length && !strcmp(a->text, b->text) &&
           !strncmp(e->x.text + a->at, e->x.text + b->at, a->length);
}

static bool same_statement(const Editing *e, const Edit *a, const Edit *b) {
    return !memchr(e->x.text + a->at, ';', b->at - a->at);
}

// The word that stands there.
static int word_at(const Editing *e, size_t at) {
    int i = e->begin;
    while (i < e->end && e->x.list[i].at < at) i++;
    return i;
}

static bool is_sign(const Editing *e, int i) {
    return lexeme_is(&e->x, i, "+") || lexeme_is(&e->x, i, "-");
}

// Do they stand behind the same, once added and once taken away or both alike: p - n and p + n?
static bool stand_alike(const Editing *e, const Edit *a, const Edit *b) {
    const int i = word_at(e, a->at), k = word_at(e, b->at);
    if (i < e->begin + 2 || k < e->begin + 2) return false;
    return (is_sign(e, i - 1) ? is_sign(e, k - 1) : lexemes_equal(&e->x, i - 1, k - 1)) &&
           lexemes_equal(&e->x, i - 2, k - 2);
}

// The text from the first of the places to the last one, with the change at each.
static char *changed_text(const Editing *e, const Edit *const *place, int count) {
    const Edit *last = place[count - 1];
    const size_t begin = place[0]->at, end = last->at + last->length;
    char *text = end - begin < LONGEST / 2 ? calloc(1, LONGEST) : NULL;
    size_t at = begin;
    for (int i = 0; text && i < count; i++) {
        append(text, LONGEST, "%.*s%s", (int)(place[i]->at - at), e->x.text + at, place[i]->text);
        at = place[i]->at + place[i]->length;
    }
    return text;
}

static void add_places(Editing *e, const Edit *const *place, int count) {
    const Edit *last = place[count - 1];
    Edit edit = *place[0];
    edit.text = changed_text(e, place, count);
    if (!edit.text || !edits_have_room(e->edits)) {
        free(edit.text);
        return;
    }
    edit.length = last->at + last->length - edit.at;
    edit.places = count;
    edit.last_line = last->line;
    for (int i = 0; i < count; i++)
        if (place[i]->rank > edit.rank) edit.rank = place[i]->rank;
    edit.rank += stand_alike(e, place[0], last) ? 1 : 2; // where one place does, no other is meant
    e->edits->list[e->edits->count++] = edit;
}

// All of them in its statement, but of its first one alone, and each pair that stands alike; of a change that two places have, those.
static void add_groups(Editing *e, const Edit *const *same, int count, bool again) {
    int beside = 1;
    while (beside < count && same_statement(e, same[0], same[beside])) beside++;
    if (beside > 1 && !again) add_places(e, same, beside);
    for (int i = 1; i < count; i++) {
        const Edit *const pair[] = {same[0], same[i]};
        if (!(beside == 2 && i == 1 && !again) && is_of_size(same[0]->kind) &&
            ((count == 2 && !again) || stand_alike(e, same[0], same[i])))
            add_places(e, pair, 2);
    }
}

// Has an earlier word of its statement the same change? Then it is among those of that one.
static bool is_again(const Editing *e, int first, int i) {
    const Edit *own = &e->edits->list[i];
    for (int k = i - 1; k >= first; k--) {
        const Edit *other = &e->edits->list[k];
        if (other->at < own->at && !other->places && same_change(e, other, own) &&
            same_statement(e, other, own))
            return true;
    }
    return false;
}

void edit_alike(Editing *e, int first) {
    const int count = e->edits->count;
    for (int i = first; i < count; i++) {
        const Edit *same[PLACES] = {&e->edits->list[i]};
        int places = 1;
        if (!can_recur(same[0]->kind)) continue;
        for (int k = i + 1; k < count && places < PLACES; k++) {
            const Edit *other = &e->edits->list[k], *last = same[places - 1];
            if (other->at >= last->at + last->length && same_change(e, same[0], other))
                same[places++] = other;
        }
        if (places > 1) add_groups(e, same, places, is_again(e, first, i));
        if (places > 1 && same[0]->kind == EDIT_ORIGIN) add_places(e, same, places); // each counts so
    }
}
