// threadIdx, blockIdx, blockDim and gridDim: one for another, or where a number of the data is meant.
#include <string.h>

#include "grader/edits/editing.h"
#include "grader/text/append.h"

enum { SHAPES = 600 };

// gridDim.x * blockDim.x: all threads along an axis, by which a loop may go on. A shorter step is no cure for what it leaves out.
bool is_all_threads(const Editing *e, int i) {
    const int other = lexeme_is(&e->x, i + 3, "*") ? i + 4 : lexeme_is(&e->x, i - 1, "*") ? i - 4 : 0;
    return other > 0 && ((lexeme_is(&e->x, i, "gridDim") && lexeme_is(&e->x, other, "blockDim")) ||
                         (lexeme_is(&e->x, i, "blockDim") && lexeme_is(&e->x, other, "gridDim")));
}

static const char *const part_ends[] = {",", ";", "{",  "}",  "=",      "&&", "||",
                                        "<", ">", "<=", ">=", "return", NULL};

// gridDim for blockDim, blockIdx for threadIdx: likelier than another axis of either.
// One number of a block or thread is not the other's: where the sum has both, or a thread's is no multiple, it is what it seems.
static bool seems_right(const Editing *e, int i) {
    const bool thread = lexeme_is(&e->x, i, "threadIdx"), block = lexeme_is(&e->x, i, "blockIdx");
    int own = 0, others = 0, from = i, to = i;
    if (!thread && !block) return false;
    while (from > e->begin && !lexeme_is_any(&e->x, from - 1, part_ends)) from--;
    while (to < e->end && !lexeme_is_any(&e->x, to, part_ends)) to++;
    for (int k = from; k < to; k++) {
        own += lexemes_equal(&e->x, k, i) && lexemes_equal(&e->x, k + 2, i + 2);
        others += lexeme_is(&e->x, k, thread ? "blockIdx" : "threadIdx");
    }
    if (own > 1) return false;
    const bool multiple = lexeme_is(&e->x, i + 3, "*") || lexeme_is(&e->x, i - 1, "*");
    return thread ? !multiple || others : others > 0;
}

// The axis of threadIdx whose last word is `last`; 0: something else stands there.
static char thread_axis(const Editing *e, int last) {
    const bool thread =
        last >= 2 && lexeme_is(&e->x, last - 2, "threadIdx") && lexeme_is(&e->x, last - 1, ".");
    return thread ? e->x.text[e->x.list[last].at] : 0;
}

// What the word is multiplied by in the number of a thread: "threadIdx.y * WORD", "(threadIdx.z * A + threadIdx.y) * WORD". NULL: it is
// no such factor, or stands for the block's size already.
static const char *size_meant(const Editing *e, int i) {
    if (e->x.list[i].kind != LEX_NAME || !lexeme_is(&e->x, i - 1, "*") || lexeme_is(&e->x, i, "blockDim") ||
        lexeme_is(&e->x, i, "threadIdx"))
        return NULL;
    const bool sum = lexeme_is(&e->x, i - 2, ")");
    const char axis = thread_axis(e, sum ? i - 3 : i - 2);
    return axis == 'y' ? "blockDim.x" : axis == 'z' && !sum ? "blockDim.y" : NULL;
}

// "(threadIdx.z * TILE_Y + threadIdx.y) * TILE_X + threadIdx.x", where the block is smaller than its tile.
static void edit_flat(Editing *e, int i) {
    if (!lexeme_is(&e->x, i, "threadIdx") || thread_axis(e, i + 2) == 'x') return;
    int to = i, count = 0, last = i;
    char text[SHAPES] = "";
    while (to < e->end && !lexeme_is(&e->x, to, ";") && !lexeme_is(&e->x, to, ",")) to++;
    for (int k = i + 3; k < to; k++) {
        if (size_meant(e, k)) last = k, count++;
        if (thread_axis(e, k) == 'x') break;
    }
    for (int k = i; count && k <= last; k++) {
        const size_t behind = k > i ? e->x.list[k - 1].at + (size_t)e->x.list[k - 1].length : 0;
        if (k > i) append(text, SHAPES, "%.*s", (int)(e->x.list[k].at - behind), e->x.text + behind);
        if (size_meant(e, k))
            append(text, SHAPES, "%s", size_meant(e, k));
        else
            append(text, SHAPES, "%.*s", WORDS(e, k, k + 1));
    }
    const int before = e->edits->count;
    if (count && strlen(text) + 1 < SHAPES) add_words(e, EDIT_FLAT, i, last + 1, last, "%s", text);
    make_likely(e, before, 0);
}

// "return threadIdx.x;", "f(threadIdx.x)": all of a value, and so the number in the block; that in the grid.
static void edit_number(Editing *e, int i) {
    static const char *const begins[] = {"return", "=", "(", ",", "{", NULL}, *const ends[] = {";", ")",
                                                                                               ",", "}",
                                                                                               "&", NULL};
    enum { PART = 3 };
    const int before = e->edits->count;
    if (!lexeme_is(&e->x, i, "threadIdx") || !lexeme_is_any(&e->x, i - 1, begins) ||
        !lexeme_is_any(&e->x, i + PART, ends))
        return;
    add_words(e, EDIT_WORD, i, i + PART, i, "(blockIdx.%.*s * blockDim.%.*s + threadIdx.%.*s)",
              WORDS(e, i + 2, i + PART), WORDS(e, i + 2, i + PART), WORDS(e, i + 2, i + PART));
    name_words(e, before, i, i + PART);
    make_likely(e, before, 2 + e->suspicion[i - e->begin]);
}

// A warp's size where the block's is meant.
static void edit_warp_size(Editing *e, int i) {
    const int before = e->edits->count;
    if (lexeme_is(&e->x, i, "warpSize")) add_words(e, EDIT_WORD, i, i + 1, i, "(int)blockDim.x");
    make_likely(e, before, 1); // there are few
}

void edit_extents(Editing *e, int i) {
    static const char *const pairs[][2] = {{"gridDim", "blockDim"},
                                           {"blockDim", "gridDim"},
                                           {"blockIdx", "threadIdx"},
                                           {"threadIdx", "blockIdx"}};
    edit_flat(e, i);
    edit_number(e, i);
    edit_warp_size(e, i);
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
        const int before = e->edits->count;
        if (!lexeme_is(&e->x, i, pairs[k][0]) || is_all_threads(e, i) || seems_right(e, i)) continue;
        add_words(e, EDIT_WORD, i, i + 1, i, "%s", pairs[k][1]);
        make_likely(e, before, 0);
    }
}

// blockIdx.y * blockDim.y: where a thread has several elements a block has as many more.
void edit_share(Editing *e, int i) {
    enum { LIKELY = 2 };
    const int factor = i + 4;
    if (!lexeme_is(&e->x, i, "blockIdx") || !lexeme_is(&e->x, i + 3, "*") ||
        e->x.list[factor].kind != LEX_NAME)
        return;
    const int to = factor + (lexeme_is(&e->x, factor, "blockDim") ? 3 : 1);
    if (lexeme_is(&e->x, to, "*")) return;
    for (int k = 0; k < e->names; k++) {
        const int name = e->name[k], before = e->edits->count;
        if (!is_constant(e, name) || e->type[k] != TYPE_WHOLE || lexemes_equal(&e->x, name, factor)) continue;
        add_words(e, EDIT_PITCH, i, to, factor, "%.*s * %.*s", WORDS(e, i, to), WORDS(e, name, name + 1));
        make_likely(e, before, LIKELY + 3 * e->suspicion[i - e->begin] + given_rank(e, i));
    }
}

// The words [from, to) with another one in place of each blockDim.x, .y and .z; how many these are.
static int take_shape(const Editing *e, int from, int to, int name, char text[SHAPES]) {
    int count = 0;
    for (int i = from; i < to; i++) {
        const bool shape = lexemes_equal(&e->x, i, from);
        const size_t behind = i > from ? e->x.list[i - 1].at + (size_t)e->x.list[i - 1].length : 0;
        if (i > from) append(text, SHAPES, "%.*s", (int)(e->x.list[i].at - behind), e->x.text + behind);
        append(text, SHAPES, "%.*s", WORDS(e, shape ? name : i, (shape ? name : i) + 1));
        if (shape) i += 2, count++;
    }
    return count;
}

// The same along each axis: x = blockDim.x ..., y = blockDim.y ..., with one constant in place of all of them.
static void edit_shapes(Editing *e, int i) {
    int last = i;
    for (int k = i - 1; k > e->begin && !lexeme_is(&e->x, k, ";"); k--)
        if (lexemes_equal(&e->x, k, i)) return; // the first one stands for all
    for (int k = i + 1; k < e->end && !lexeme_is(&e->x, k, "{"); k++)
        if (lexemes_equal(&e->x, k, i)) last = k;
    for (int k = 0; k < e->names && last > i; k++) {
        char text[SHAPES] = "";
        if (type_of(e, e->name[k]) != TYPE_WHOLE || !is_constant(e, e->name[k])) continue;
        const int count = take_shape(e, i, last + 3, e->name[k], text), before = e->edits->count;
        if (strlen(text) + 1 < SHAPES) add_words(e, EDIT_WORD, i, last + 3, i, "%s", text);
        if (e->edits->count == before) continue;
        Edit *edit = &e->edits->list[before];
        edit->rank -= FEW_CONSTANTS;
        edit->places = count;
        edit->last_line = e->x.list[last].line;
    }
}

// gridDim.x * blockDim.x, all threads of an axis, where a number of the data is meant. `from`: its first word.
static void edit_extent(Editing *e, int from) {
    enum { PART = 3, PRODUCT = 2 * PART + 1 };
    const int other = from + PART + 1;
    const bool product = lexeme_is(&e->x, from + PART, "*") && lexeme_is(&e->x, other + 1, ".") &&
                         (lexeme_is(&e->x, other, "gridDim") || lexeme_is(&e->x, other, "blockDim")) &&
                         !lexemes_equal(&e->x, from, other);
    for (int k = 0; k < e->names && product; k++) {
        const int before = e->edits->count;
        if (type_of(e, e->name[k]) != TYPE_WHOLE || e->x.list[e->name[k]].at > e->x.list[from].at) continue;
        add_words(e, EDIT_WORD, from, from + PRODUCT, from, "%.*s", WORDS(e, e->name[k], e->name[k] + 1));
        if (e->edits->count > before) e->edits->list[before].rank -= FEW_NAMES;
        name_words(e, before, from, from + PRODUCT);
    }
}

// blockDim.x where a number of the data is meant, a name of one or two letters, or a constant.
void edit_size(Editing *e, int i) {
    if ((!lexeme_is(&e->x, i, "blockDim") && !lexeme_is(&e->x, i, "gridDim")) ||
        !lexeme_is(&e->x, i + 1, "."))
        return;
    for (int k = 0; k < e->names; k++)
        if (type_of(e, e->name[k]) == TYPE_WHOLE && is_known_at(e, e->name[k], i) &&
            (e->x.list[e->name[k]].length <= 2 || is_constant(e, e->name[k])))
            add_words(e, EDIT_WORD, i, i + 3, i, "%.*s", WORDS(e, e->name[k], e->name[k] + 1));
    edit_shapes(e, i);
    edit_extent(e, i);
}
