// The cause of the failure that is shown: a run with the witness, and the TODO whose text holds the line.
#include "grader/grading/explain_failure.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/explain.h"
#include "grader/grading/compile.h"
#include "grader/lab/regions.h"

// More cells take the witness long. Where nothing smaller fails it looks at some of their blocks, up to the second number.
enum { EXPLAINED_CELLS = 40 * 40 * 40, LARGEST_CELLS = 160 * 160 * 160, SOURCE_MAX = 1 << 20 };

static size_t choose_cells(void *context, const CaseData *data, uint64_t *cells) {
    return cells_to_ask(data, context, cells);
}

static bool is_stray(const CaseResult *c) {
    return c->finding >= 0 && !strcmp(c->records.findings[c->finding].check, "out-of-bounds");
}

static bool in_block_edge(const LaunchRecord *l, const ThreadPlace *who) {
    for (int i = 0; i < 3; i++)
        if (l->block[i] > 2 && (who->thread[i] == 0 || who->thread[i] == l->block[i] - 1)) return true;
    return false;
}

// Of two threads of different blocks that store at one line, the one that stands at the edge of its block alone.
static const ThreadPlace *overlapping_thread(const CaseResult *c) {
    if (c->finding < 0 || !c->records.launch_count) return NULL;
    const Finding *f = &c->records.findings[c->finding];
    const LaunchRecord *l = &c->records.launches[c->records.launch_count - 1];
    if (strcmp(f->check, "race") || !f->who.known || !f->other_who.known ||
        f->place.line != f->other_place.line ||
        !memcmp(f->who.block, f->other_who.block, sizeof f->who.block))
        return NULL;
    const bool own = in_block_edge(l, &f->who), other = in_block_edge(l, &f->other_who);
    return own == other ? NULL : own ? &f->who : &f->other_who;
}

// The thread that does not come to a barrier. False: the finding is another one.
static bool absent_thread(const CaseResult *c, ThreadPlace *who) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const char *names =
        f && !strcmp(f->check, "barrier") && f->who.known ? strstr(f->message, " does, thread ") : NULL;
    if (!names) return false;
    *who = f->who;
    return sscanf(names, " does, thread (%ld,%ld,%ld) does not", &who->thread[0], &who->thread[1],
                  &who->thread[2]) == 3;
}

// 1 + the number of the thread that the witness is asked about: the one that left its memory, that does not come to
// a barrier, or that computes what another block does; 0: none.
static uint64_t asked_thread(const CaseResult *c) {
    const ThreadPlace *who = overlapping_thread(c);
    ThreadPlace absent;
    if (!who && absent_thread(c, &absent)) who = &absent;
    if (!who && (!is_stray(c) || !c->records.launch_count)) return 0;
    if (!who) who = &c->records.findings[c->finding].who;
    const LaunchRecord *l = &c->records.launches[c->records.launch_count - 1];
    const long block = (who->block[2] * l->grid[1] + who->block[1]) * l->grid[0] + who->block[0];
    const long thread = (who->thread[2] * l->block[1] + who->thread[1]) * l->block[0] + who->thread[0];
    return who->known ? 1 + (uint64_t)(block * l->block[0] * l->block[1] * l->block[2] + thread) : 0;
}

// The recipe of the point that the cause speaks of.
static void keep_recipe(LabResult *result, const CaseResult *c, const Explained *e,
                        const SessionResult *session) {
    const uint64_t point = (uint64_t)c->cause.example;
    if (c->cause.example < 0) return;
    result->recipe_count =
        recipes_of(result->recipes, POINT_RECIPES, e, session->witness, session->witness_size, &point, 1);
    for (int i = 0; i < result->recipe_count; i++)
        snprintf(result->recipes[i].sizes, sizeof result->recipes[i].sizes, "%s", c->sizes);
}

// The sentence of a mistake that the output looks like, in the lab's own words.
static void prefer_mistake(CaseResult *c) {
    if (c->cause.of_value && c->mistake)
        snprintf(c->cause.what, sizeof c->cause.what, "%.*s", (int)sizeof c->cause.what - 1, c->pattern);
}

// One run with the witness, and what is made of what it says. `ptx`: its device code; NULL: that which was graded.
static void explain_with(const RunPlan *plan, const char *ptx, LabResult *result, CaseResult *c) {
    CaseData data;
    SessionResult session;
    SessionSetup setup = plan->session;
    if (!case_data_make(&data, result->spec, &c->key, plan->data_seed)) return;
    const LabEntry *lab = lab_library_find(plan->library, data.entry->name);
    setup.ptx = ptx;
    setup.workers = 1;
    setup.witnessed = choose_cells;
    setup.witnessed_context = (void *)lab;
    setup.witness_focus = asked_thread(c);
    if (c->key.gpu[0]) setup.gpu = c->key.gpu;
    session_run(&setup, &data, &session);
    const Explained e = {&data, lab, &c->records, result->source_path};
    ThreadPlace absent;
    if (session.witness && overlapping_thread(c)) {
        explain_overlap(&c->cause, &c->records.findings[c->finding], overlapping_thread(c), session.witness,
                        session.witness_size);
    } else if (session.witness && absent_thread(c, &absent)) {
        explain_barrier(&c->cause, &e, &c->records.findings[c->finding], &absent, session.witness,
                        session.witness_size);
    } else if (session.witness && setup.witness_focus) {
        explain_stray(&c->cause, &e, &c->records.findings[c->finding], session.witness, session.witness_size);
    } else if (session.witness) {
        if (c->records.launch_count || result->spec->entries[c->key.entry].term_count)
            explain_output(&c->cause, &e, session.witness, session.witness_size);
        else
            explain_field(&c->cause, &e);
        prefer_mistake(c);
        keep_recipe(result, c, &e, &session);
    }
    session_result_free(&session);
    case_data_free(&data);
}

// A compiler merges, moves and removes what a file says. So the file as it is written is asked first; where that fails
// otherwise, or cannot be had, what was graded is.
static void explain_case(const RunPlan *plan, LabResult *result, CaseResult *c, const Project *project,
                         const char *lab_folder) {
    Compilation plain = {.project = project,
                         .lab_folder = lab_folder,
                         .origin = result->origin_path,
                         .shown = result->source,
                         .quiet = true,
                         .deadline = plan_deadline(plan)};
    const bool launched = c->records.launch_count || result->spec->entries[c->key.entry].term_count;
    if (launched && compile_plain(&plain, result->source_path)) explain_with(plan, plain.output, result, c);
    compile_clean_up(&plain);
    if (!c->cause.known) explain_with(plan, NULL, result, c);
}

// Two threads store the same element at one line: what they leave out says why.
static bool stores_twice(const CaseResult *c) {
    const Finding *f = &c->records.findings[c->finding];
    return !strcmp(f->check, "race") && strstr(f->message, "global memory") &&
           strstr(f->other_what, "wrote") && f->place.line == f->other_place.line;
}

// A wrong output, and findings that let the kernel go on: their effect on the output says more.
static bool explainable_up_to(const LabResult *result, const CaseResult *c, long cells) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    if (c->hung || c->cells > (size_t)cells || (!entry->term_count && entry->moves_data) || entry->file[0])
        return false;
    ThreadPlace absent;
    return f ? is_stray(c) || absent_thread(c, &absent) || overlapping_thread(c) || stores_twice(c) ||
                   (!f->fatal && !strcmp(f->check, "uninitialised"))
             : c->where[0] != 0;
}

static bool explainable(const LabResult *result, const CaseResult *c) {
    return explainable_up_to(result, c, EXPLAINED_CELLS);
}

// Where the failure that is shown is too large for the witness: the largest one of the same kind that is not.
static CaseResult *smaller_failure(LabResult *result, const CaseResult *shown, long cells) {
    CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        CaseResult *c = &result->cases[i];
        const bool alike = c->judged && !c->passed && c->key.entry == shown->key.entry && !c->trivial &&
                           (c->finding < 0) == (shown->finding < 0);
        if (alike && explainable_up_to(result, c, cells) && (!best || c->cells > best->cells)) best = c;
    }
    return best;
}

// ---- The TODO ---------------------------------------------------------------------------------------------

static char *read_text(const char *path) {
    FILE *file = fopen(path, "r");
    char *text = file ? calloc(SOURCE_MAX + 1, 1) : NULL;
    const bool whole = text && fread(text, 1, SOURCE_MAX, file) < SOURCE_MAX;
    if (file) fclose(file);
    if (whole) return text;
    free(text);
    return NULL;
}

// The bytes [begin, end) of a line, blanks at its ends left out. False where the text has no such line.
static bool find_line(const char *text, int line, size_t *begin, size_t *end) {
    const char *at = text;
    for (; line > 1 && at; line--) at = (at = strchr(at, '\n')) ? at + 1 : NULL;
    if (!at) return false;
    const char *last = at + strcspn(at, "\n");
    while (at < last && isspace((unsigned char)*at)) at++;
    while (last > at && isspace((unsigned char)last[-1])) last--;
    *begin = (size_t)(at - text), *end = (size_t)(last - text);
    return last > at;
}

static bool is_line_of(const char *text, const char *line, size_t size) {
    for (int number = 1;; number++) {
        size_t begin, end;
        if (find_line(text, number, &begin, &end) && end - begin == size && !memcmp(text + begin, line, size))
            return true;
        const char *rest = text;
        for (int i = 0; i < number && rest; i++) rest = (rest = strchr(rest, '\n')) ? rest + 1 : NULL;
        if (!rest) return false;
    }
}

// The region that a line lies in. A line that is the skeleton's own works with what the region before it has set.
static int todo_of_line(const LabSpec *spec, const char *text, const char *skeleton, int line,
                        bool *outside) {
    Regions regions;
    size_t begin, end;
    int before = -1;
    *outside = false;
    if (!regions_find(&regions, spec, text) || !regions.count || !find_line(text, line, &begin, &end))
        return -1;
    for (int i = 0; i < regions.count; i++) {
        if (regions.list[i].begin <= begin && end <= regions.list[i].end) return regions.list[i].todo;
        if (regions.list[i].end <= begin) before = regions.list[i].todo;
    }
    if (skeleton && is_line_of(skeleton, text + begin, end - begin)) return before;
    *outside = true;
    return -1;
}

static int line_at(const char *text, size_t at) {
    int line = 1;
    for (size_t i = 0; i < at; i++) line += text[i] == '\n';
    return line;
}

// Where the function ends that a place lies in: the brace that closes it stands at the beginning of its line.
static size_t function_end(const char *text, size_t at) {
    const char *brace = strstr(text + at, "\n}");
    return brace ? (size_t)(brace - text) : strlen(text);
}

// Where the loop begins that a place lies in; 0: in none of its function.
static size_t loop_begin(const char *text, size_t at) {
    int depth = 0;
    for (; at > 0; at--) {
        if (text[at] == '}' && text[at - 1] == '\n') return 0;
        depth += (text[at] == '}') - (text[at] == '{');
        if (depth <= 0 && (!strncmp(text + at, "for (", 5) || !strncmp(text + at, "while (", 7))) return at;
    }
    return 0;
}

static int region_at(const Regions *regions, size_t at) {
    for (int i = 0; i < regions->count; i++)
        if (regions->list[i].begin <= at && at < regions->list[i].end) return i;
    return -1;
}

// The region behind a line in its function: where a value that is used there should be replaced for the next step. A region
// that holds the whole loop holds that place, too.
static int todo_behind(const LabSpec *spec, const char *text, int line) {
    Regions regions;
    size_t begin, end;
    if (!regions_find(&regions, spec, text) || !find_line(text, line, &begin, &end)) return -1;
    const int own = region_at(&regions, begin);
    const size_t loop = loop_begin(text, begin), last = function_end(text, end);
    if (own >= 0 && loop && region_at(&regions, loop) == own) return regions.list[own].todo;
    for (int i = 0; i < regions.count; i++)
        if (regions.list[i].begin > end && regions.list[i].begin < last) return regions.list[i].todo;
    return own >= 0 ? regions.list[own].todo : -1;
}

// __syncwarp() is none: it holds the threads of a warp alone.
static bool has_barrier(const char *text, size_t begin, size_t end) {
    for (const char *at = strstr(text + begin, "sync"); at && at < text + end; at = strstr(at + 1, "sync"))
        if (strncmp(at, "syncwarp", 8)) return true;
    return false;
}

// Where a barrier is missing between two accesses of one block: a region between their lines, or the one that holds
// the write; behind both where a barrier stands between them, for then the march lacks one. *line becomes the line
// where it belongs. -1: no region is clear.
static int todo_between(const LabSpec *spec, const char *text, const Finding *f, int *line) {
    Regions regions;
    size_t one, other, end;
    if (!regions_find(&regions, spec, text) || !find_line(text, f->other_place.line, &other, &end) ||
        !find_line(text, f->place.line, &one, &end))
        return -1;
    const size_t low = one < other ? one : other, high = one < other ? other : one;
    const size_t write = strstr(f->other_what, "read") ? one : other;
    const bool around = has_barrier(text, low, high);
    for (int i = 0; i < regions.count; i++) {
        const Region *r = &regions.list[i];
        if (around ? r->begin > high && r->begin < function_end(text, high)
                   : r->begin > low && r->end <= high) {
            *line = line_at(text, r->begin);
            return r->todo;
        }
    }
    const size_t there = around ? high : write;
    const int held = region_at(&regions, there);
    if (held < 0) return -1;
    *line = line_at(text, there);
    return regions.list[held].todo;
}

// The last region before the loop that a line lies in: what the first step of the loop needs is set there.
static int todo_before_loop(const LabSpec *spec, const char *text, int line) {
    Regions regions;
    size_t begin, end;
    int found = -1;
    if (!regions_find(&regions, spec, text) || !find_line(text, line, &begin, &end)) return -1;
    while (begin > 0 && strncmp(text + begin, "for (", 5) && strncmp(text + begin, "while (", 7)) begin--;
    for (int i = 0; i < regions.count; i++)
        if (regions.list[i].end <= begin) found = regions.list[i].todo;
    return found;
}

// A race between threads of one block in the student's own lines.
static bool lacks_barrier(const CaseResult *c, const char *source_path) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    return f && !strcmp(f->check, "race") && f->who.known && f->other_who.known &&
           !memcmp(f->who.block, f->other_who.block, sizeof f->who.block) &&
           f->place.line != f->other_place.line && in_student_file(&f->place, source_path) &&
           in_student_file(&f->other_place, source_path);
}

// What a finding says, and what follows from the two lines that it names.
static void say_barrier(CaseResult *c, const char *source_path) {
    const Finding *f = &c->records.findings[c->finding];
    const int one = f->place.line, other = f->other_place.line, low = one < other ? one : other,
              high = one < other ? other : one;
    char *text = read_text(source_path);
    size_t begin, end, last;
    const bool around = text && find_line(text, low, &begin, &end) && find_line(text, high, &last, &end) &&
                        has_barrier(text, begin, last);
    free(text);
    c->cause.known = true;
    c->cause.place = f->place;
    c->cause.other = f->other_place;
    snprintf(c->cause.other_what, sizeof c->cause.other_what, "The other access of the two");
    if (around)
        snprintf(c->cause.what, sizeof c->cause.what,
                 "In the next step, line %d can run before all threads of the block have finished line %d: "
                 "put a __syncthreads() after line %d. If each thread should use only its own element "
                 "there, check the index instead.",
                 low, high, high);
    else
        snprintf(
            c->cause.what, sizeof c->cause.what,
            "Between line %d and line %d of %s nothing makes the threads of the block wait for each other: a "
            "__syncthreads() belongs there.",
            other, one, one > other ? "this step" : "the next step");
    // The two threads may be of one warp; the lab's block has more of them.
    snprintf(c->cause.next, sizeof c->cause.next, "Put it where every thread of the block reaches it.");
}

// Two threads of a block that store into the same element of shared memory at one line.
static bool fills_twice(const CaseResult *c) {
    const Finding *f = c->finding >= 0 ? &c->records.findings[c->finding] : NULL;
    return f && !strcmp(f->check, "race") && f->who.known && f->other_who.known &&
           strstr(f->message, "shared memory") && strstr(f->other_what, "wrote") &&
           !memcmp(f->who.block, f->other_who.block, sizeof f->who.block) &&
           f->place.line == f->other_place.line;
}

static void say_filled_twice(CaseResult *c) {
    const Finding *f = &c->records.findings[c->finding];
    const long *a = f->who.thread, *b = f->other_who.thread;
    c->cause.known = true;
    c->cause.place = f->place;
    snprintf(
        c->cause.what, sizeof c->cause.what,
        "Thread (%ld,%ld,%ld) and thread (%ld,%ld,%ld) of a block fill the same element with this store.",
        a[0], a[1], a[2], b[0], b[1], b[2]);
    snprintf(
        c->cause.next, sizeof c->cause.next,
        "Check the index: each thread needs an element of its own. A row must be as long as the block is wide, and a plane "
        "must have all its rows.");
}

static const SourcePlace *blamed_place(const CaseResult *c) {
    if (c->cause.known && c->cause.place.line) return &c->cause.place;
    return c->finding >= 0 ? &c->records.findings[c->finding].place : NULL;
}

// The region of the line; where it lies in none, that of the line where what it uses was computed.
static void blame_region(LabResult *result, const CaseResult *c, const char *text, const char *skeleton,
                         int line) {
    bool outside;
    result->blamed = 1 + todo_of_line(result->spec, text, skeleton, line, &result->blamed_outside);
    if (!result->blamed_outside || !c->cause.known || !c->cause.made_there) return;
    const int todo = todo_of_line(result->spec, text, skeleton, c->cause.other.line, &outside);
    if (todo < 0) return;
    result->blamed = 1 + todo;
    result->blamed_outside = false;
}

static void blame_todo(LabResult *result, CaseResult *c, const Project *project, const char *lab_folder) {
    char path[PATH_SIZE];
    const SourcePlace *place = blamed_place(c);
    if (!place || !in_student_file(place, result->source_path)) return;
    project_path(project, path, "labs", lab_folder, "skeleton", result->spec->source, NULL);
    char *text = read_text(result->source_path), *skeleton = read_text(path);
    if (text && lacks_barrier(c, result->source_path))
        result->blamed =
            1 + todo_between(result->spec, text, &c->records.findings[c->finding], &c->cause.place.line);
    else if (text && c->cause.stale)
        result->blamed = 1 + todo_behind(result->spec, text, place->line);
    else if (text && c->cause.first_plane)
        result->blamed = 1 + todo_before_loop(result->spec, text, place->line);
    else if (text)
        blame_region(result, c, text, skeleton, place->line);
    free(text);
    free(skeleton);
}

// ---- Targets that were missed -------------------------------------------------------------------------------

static void explain_target(const RunPlan *plan, const LabResult *result, const CaseResult *right,
                           Cause *cause) {
    CaseData data;
    SessionResult session;
    SessionSetup setup = plan->session;
    if (!case_data_make(&data, result->spec, &right->key, plan->seed)) return;
    const LabEntry *lab = lab_library_find(plan->library, data.entry->name);
    setup.workers = 1;
    setup.witnessed = choose_cells;
    setup.witnessed_context = (void *)lab;
    session_run(&setup, &data, &session);
    const Explained e = {&data, lab, &right->records, result->source_path};
    if (session.witness) explain_ways(cause, &e, session.witness, session.witness_size);
    session_result_free(&session);
    case_data_free(&data);
}

// The right case of an entry that is largest among those that the witness can take.
static const CaseResult *right_case(const LabResult *result, int entry) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *c = &result->cases[i];
        if (c->key.entry == entry && c->passed && !c->trivial && c->cells <= EXPLAINED_CELLS &&
            !c->key.gpu[0] && (!best || c->cells > best->cells))
            best = c;
    }
    return best;
}

// The first target that fell short although the results are right.
static void explain_targets(LabResult *result, const RunPlan *plan) {
    for (int i = 0; i < result->target_count; i++) {
        TargetResult *t = &result->targets[i];
        const CaseResult *c = &result->cases[t->case_index];
        const CaseResult *right = t->passed || !c->passed ? NULL : right_case(result, c->key.entry);
        if (!right || !result->spec->entries[c->key.entry].term_count) continue;
        explain_target(plan, result, right, &t->cause);
        return;
    }
}

void explain_failure(LabResult *result, const RunPlan *plan, const Project *project, const char *lab_folder) {
    const int failure = first_failure(result);
    if (failure < 0) {
        explain_targets(result, plan);
        return;
    }
    CaseResult *c = &result->cases[failure];
    CaseResult *smaller = explainable(result, c) ? c : smaller_failure(result, c, EXPLAINED_CELLS);
    if (!smaller)
        smaller = explainable_up_to(result, c, LARGEST_CELLS) ? c : smaller_failure(result, c, LARGEST_CELLS);
    if (smaller) explain_case(plan, result, smaller, project, lab_folder);
    if (smaller && smaller != c) c->cause = smaller->cause;
    if (!c->cause.known && lacks_barrier(c, result->source_path)) say_barrier(c, result->source_path);
    if (!c->cause.known && fills_twice(c)) say_filled_twice(c);
    blame_todo(result, c, project, lab_folder);
}
