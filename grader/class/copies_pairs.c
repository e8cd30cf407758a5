// Tells what two have in common from what the class has: by students, for many of them may have handed in one file.
#include "grader/class/copies_pairs.h"

#include <stdlib.h>

#include "grader/class/stop.h"

static int by_pair(const void *a, const void *b) {
    const Passage *x = a, *y = b;
    if (x->file[0] != y->file[0]) return x->file[0] - y->file[0];
    if (x->file[1] != y->file[1]) return x->file[1] - y->file[1];
    return x->first[0] - y->first[0];
}

static int by_tokens(const void *a, const void *b) {
    const Pair *x = a, *y = b;
    if (x->tokens != y->tokens) return x->tokens < y->tokens ? 1 : -1;
    return x->first_passage - y->first_passage;
}

// ---- Idioms of the class ------------------------------------------------------------------------------------

// Passages are in order of their pairs, so that the files which share a line of one file come one after the other: the last of them tells
// whether this one is counted already.
static void count_holders(Copies *c) {
    int **last = take_memory((size_t)c->file_count + 1, sizeof *last);
    for (int i = 0; i < c->file_count; i++) {
        Compared *file = &c->files[i];
        file->holders = take_memory((size_t)file->line_count + 1, sizeof *file->holders);
        last[i] = take_memory((size_t)file->line_count + 1, sizeof **last);
        for (int k = 0; k < file->line_count; k++) file->holders[k] = file->students, last[i][k] = i;
        c->students += file->students;
    }
    for (int i = 0; i < c->passage_count; i++)
        for (int side = 0; side < 2; side++) {
            const Passage *p = &c->passages[i];
            const int own = p->file[side], other = p->file[!side];
            for (int at = p->first[side] - 1; at < p->last[side]; at++) {
                if (last[own][at] != other) c->files[own].holders[at] += c->files[other].students;
                last[own][at] = other;
            }
        }
    for (int i = 0; i < c->file_count; i++) free(last[i]);
    free(last);
    c->few = c->students / 10 > FEW_STUDENTS ? c->students / 10 : FEW_STUDENTS;
}

// A passage that is no idiom, however many have it: as long as a body, or most of what both have written.
static bool is_long(const Copies *c, const Passage *p) {
    return p->tokens >= LONG_TOKENS || (2 * p->tokens > c->files[p->file[0]].own_tokens &&
                                        2 * p->tokens > c->files[p->file[1]].own_tokens);
}

static bool is_idiom(const Copies *c, const Compared *file, int line) {
    return *file->lines[line - 1] && file->holders[line - 1] > c->few;
}

// How much of a passage is no idiom of the class.
static double telling_tokens(const Copies *c, const Passage *p) {
    const Compared *file = &c->files[p->file[0]];
    int own = 0, all = 0;
    if (is_long(c, p)) return p->tokens;
    for (int at = p->first[0]; at <= p->last[0]; at++) {
        if (!*file->lines[at - 1]) continue;
        own += !is_idiom(c, file, at);
        all++;
    }
    return all ? (double)p->tokens * own / all : 0;
}

static void add_left_out(Copies *c, LeftOut *run) {
    if (!run->first) return;
    c->left_out = more_memory(c->left_out, (size_t)c->left_out_count + 1, sizeof *c->left_out);
    c->left_out[c->left_out_count++] = *run;
    *run = (LeftOut){0};
}

// Has one side of a passage an idiom that is not listed yet?
static bool has_new_idiom(const Copies *c, const Passage *p, int side, bool *const *listed) {
    const int file = p->file[side];
    for (int at = p->first[side]; at <= p->last[side]; at++)
        if (is_idiom(c, &c->files[file], at) && !listed[file][at - 1]) return true;
    return false;
}

// The idioms of a passage that are not listed yet. Where those of one side are, the other side's are the same ones.
static void list_idioms(Copies *c, const Passage *p, bool **listed) {
    const Compared *file = &c->files[p->file[0]];
    const bool is_new = has_new_idiom(c, p, 0, listed) && has_new_idiom(c, p, 1, listed);
    LeftOut run = {0};
    for (int at = p->first[0]; at <= p->last[0] && is_new; at++) {
        const int holders = file->holders[at - 1];
        if (!*file->lines[at - 1]) continue;
        if (!is_idiom(c, file, at) || listed[p->file[0]][at - 1]) {
            add_left_out(c, &run);
            continue;
        }
        if (!run.first) run = (LeftOut){p->file[0], at, at, holders, holders};
        run.last = at;
        if (holders < run.least) run.least = holders;
        if (holders > run.most) run.most = holders;
    }
    add_left_out(c, &run);
    for (int side = 0; side < 2; side++)
        for (int at = p->first[side]; at <= p->last[side]; at++) listed[p->file[side]][at - 1] = true;
}

static void find_left_out(Copies *c) {
    bool **listed = take_memory((size_t)c->file_count + 1, sizeof *listed);
    for (int i = 0; i < c->file_count; i++)
        listed[i] = take_memory((size_t)c->files[i].line_count + 1, sizeof **listed);
    for (int i = 0; i < c->passage_count; i++)
        if (telling_tokens(c, &c->passages[i]) < c->passages[i].tokens)
            list_idioms(c, &c->passages[i], listed);
    for (int i = 0; i < c->file_count; i++) free(listed[i]);
    free(listed);
}

// ---- Pairs --------------------------------------------------------------------------------------------------

// Are all students of these two submissions in one group that has handed in together?
static bool one_team(Journal *j, const char *hash, const char *other) {
    return journal_number(
               j, "tt",
               "WITH them AS (SELECT key FROM compared WHERE hash IN (?1, ?2)) SELECT count(*) FROM (SELECT name FROM teams "
               "WHERE student IN them GROUP BY name HAVING count(*) = (SELECT count(*) FROM them))",
               hash, other) > 0;
}

// Without the pairs whose students have handed in together.
static void drop_teams(Copies *c, Journal *j) {
    int kept = 0;
    for (int i = 0; i < c->pair_count; i++)
        if (!one_team(j, c->files[c->pairs[i].file[0]].hash, c->files[c->pairs[i].file[1]].hash))
            c->pairs[kept++] = c->pairs[i];
    c->pair_count = kept;
}

static void find_pairs(Copies *c, Journal *j) {
    for (int i = 0; i < c->passage_count; i++) {
        const Passage *p = &c->passages[i];
        Pair *last = c->pair_count ? &c->pairs[c->pair_count - 1] : NULL;
        if (!last || last->file[0] != p->file[0] || last->file[1] != p->file[1]) {
            c->pairs = more_memory(c->pairs, (size_t)c->pair_count + 1, sizeof *c->pairs);
            last = &c->pairs[c->pair_count++];
            *last = (Pair){.file = {p->file[0], p->file[1]}, .first_passage = i};
        }
        last->passage_count++;
        last->tokens += telling_tokens(c, p);
    }
    if (c->pair_count) qsort(c->pairs, (size_t)c->pair_count, sizeof *c->pairs, by_tokens);
    while (c->pair_count && c->pairs[c->pair_count - 1].tokens < PAIR_TOKENS) c->pair_count--;
    drop_teams(c, j);
}

static const char of_equals[] =
    "SELECT a.who, b.who FROM compared AS a JOIN compared AS b ON a.hash = b.hash AND a.position < b.position WHERE a.hash = ?1 AND "
    "NOT EXISTS (SELECT 1 FROM teams AS x JOIN teams AS y USING (name) WHERE x.student = a.key AND y.student = b.key) "
    "ORDER BY a.position, b.position";

static void find_equals(Copies *c, Journal *j) {
    for (int i = 0; i < c->file_count; i++) {
        if (c->files[i].students < 2 || c->files[i].untouched) continue;
        sqlite3_stmt *row = journal_query(j, "t", of_equals, c->files[i].hash);
        while (journal_step(row)) {
            c->equals = more_memory(c->equals, (size_t)c->equal_count + 1, sizeof *c->equals);
            c->equals[c->equal_count++] =
                (EqualPair){i, {new_text("%s", journal_text(row, 0)), new_text("%s", journal_text(row, 1))}};
        }
        sqlite3_finalize(row);
    }
}

void copies_pair(Copies *c, Journal *j) {
    if (c->passage_count) qsort(c->passages, (size_t)c->passage_count, sizeof *c->passages, by_pair);
    count_holders(c);
    find_left_out(c);
    find_pairs(c, j);
    find_equals(c, j);
}
