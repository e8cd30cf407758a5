// Lists what can be wrong with a launch, and has each tried on some cases, with nothing compiled.
#include "grader/grading/try_launches.h"

#include <stdlib.h>
#include <string.h>

#include "grader/c_text/lines.h"
#include "grader/cause/cut_off.h"
#include "grader/cause/host_launch.h"
#include "grader/cause/launch_change.h"
#include "grader/edits/edits.h"
#include "grader/grading/blamed_todo.h"
#include "grader/grading/replace_file.h"
#include "grader/grading/trials.h"
#include "grader/text/append.h"

// Without a failing case of TRIED_CELLS larger ones are taken, for fewer changes.
enum {
    MOST_CHANGES = 96 + HOST_LAUNCHES,
    LARGE_GRID = 4,
    HUGE_GRID = 40,
    FEW_WHEN_LARGE = 12, // of what other host code would launch
    LARGE_CELLS = 76 * 76 * 76,
    HUGE_CELLS = 140 * 140 * 140,
    VAST_CELLS = 270 * 270 * 270
};

// A change; where `size` or `meant` is given, its values are the case's.
typedef struct {
    ChangedLaunch change;
    int size;     // 1 + its number
    int meant[2]; // 1 + the function's parameters that its two numbers are
    int host;     // 1 + the number of what other host code would launch
    int values;   // 1 + the parameter of the function, an array of values, that the argument should be
} Candidate;

typedef struct {
    Candidate list[MOST_CHANGES];
    int count;
    const LaunchSource *source;
    const LabEntrySpec *entry;
    const LabResult *result;
    const TriedCases *cases;
    HostLaunches *host; // NULL: none can be read
    uint64_t seed;      // of the cases' data
    int line;
} Candidates;

static void add(Candidates *all, ChangedLaunch change, int size) {
    if (all->count < MOST_CHANGES && launch_change_fits(all->source, all->line, &change, all->entry))
        all->list[all->count++] = (Candidate){.change = change, .size = size};
}

// Are all blocks along x? Then a kernel that counts them along another axis has the wrong axis, not the launch.
static bool is_flat(const LaunchRecord *l) {
    return l->grid[0] > 1 && l->grid[1] == 1 && l->grid[2] == 1;
}

static void add_grids(Candidates *all, const LaunchRecord *l) {
    add(all, (ChangedLaunch){.kind = LAUNCH_EXCHANGED}, 0);
    for (uint32_t a = 0; a < 3 && !is_flat(l); a++)
        for (uint32_t b = a + 1; b < 3; b++)
            add(all, (ChangedLaunch){.kind = LAUNCH_AXES, .first = a, .second = b}, 0);
}

static void add_numbers(Candidates *all, uint32_t a, uint32_t b) {
    int meant[2];
    const int before = all->count;
    if (!numbers_may_be_exchanged(all->source, all->line, all->entry, (int)a, (int)b, meant)) return;
    add(all, (ChangedLaunch){.kind = LAUNCH_NUMBERS, .first = a, .second = b}, 0);
    for (int i = 0; i < 2 && all->count > before; i++) all->list[before].meant[i] = 1 + meant[i];
}

// Values that the function was given, and may have changed before it passes them on.
static void add_values(Candidates *all, uint32_t argument) {
    const int before = all->count;
    for (int i = 0; i < all->entry->param_count; i++) {
        const LabParam *p = &all->entry->params[i];
        if (p->kind != PARAM_VALUES || all->entry->moves_data || p->size.factor[0] < 2) continue;
        add(all, (ChangedLaunch){.kind = LAUNCH_VALUES, .first = argument}, 0);
        if (all->count > before) all->list[all->count - 1].values = 1 + i;
    }
}

static void add_arguments(Candidates *all) {
    const uint32_t count = (uint32_t)count_launch_arguments(all->source, all->line);
    for (uint32_t a = 0; a < count; a++) {
        for (uint32_t b = a + 1; b < count; b++) {
            add(all, (ChangedLaunch){.kind = LAUNCH_PARAMETERS, .first = a, .second = b}, 0);
            add_numbers(all, a, b);
        }
        add_values(all, a);
        for (int size = 0; size < SPEC_SIZES; size++)
            add(all, (ChangedLaunch){.kind = LAUNCH_NUMBER, .first = a}, 1 + size);
        for (int more = -2; more <= 2; more++)
            if (more) add(all, (ChangedLaunch){.kind = LAUNCH_ADDED, .first = a, .amount = more}, 0);
        for (int i = 0; i < all->entry->param_count; i++)
            if (all->entry->params[i].kind == PARAM_INPUT || all->entry->params[i].kind == PARAM_OUTPUT)
                add(all, (ChangedLaunch){.kind = LAUNCH_ADDRESS, .first = a, .value = (uint64_t)i}, 0);
    }
}

static const char *symbol_of(const CaseResult *c) {
    return c->records.kernel_count == 1 ? c->records.kernels[0].symbol : "";
}

// The kernels of other cases of the function in place of this one's.
static void add_kernels(Candidates *all, const LabResult *result, const CaseResult *c) {
    ChangedLaunch change = {.kind = LAUNCH_KERNEL};
    append(change.only, sizeof change.only, "%s", symbol_of(c));
    for (int i = 0; i < result->graded_count && change.only[0]; i++) {
        const CaseResult *other = &result->cases[i];
        const char *symbol = symbol_of(other);
        if (other->key.entry != c->key.entry || !symbol[0] || !strcmp(symbol, change.only) ||
            strlen(symbol) >= sizeof change.kernel || !strcmp(symbol, change.kernel))
            continue;
        change.kernel[0] = 0;
        append(change.kernel, sizeof change.kernel, "%s", symbol);
        add(all, change, 0);
    }
}

// A little larger is enough for most, and leaves less to a kernel that does not keep the surplus threads away. Where threads go on
// by the size of the grid more of them would hide that they go on wrongly.
static void add_larger(Candidates *all, int amount, uint64_t more) {
    for (uint32_t axis = 0; axis < 3; axis++)
        if (!goes_on_by_grid(all->source->path, all->line, (int)axis))
            add(all, (ChangedLaunch){.kind = LAUNCH_MORE, .first = axis, .amount = amount, .value = more}, 0);
}

// Other numbers for the kernel, or what changes a grid or a block alone: the latter only where nothing else does as well.
static void add_host(Candidates *all, bool numbers, int most) {
    int with_numbers;
    const int count = host_launches_count(all->host, &with_numbers), first = numbers ? 0 : with_numbers;
    for (int i = first; i < (numbers ? with_numbers : count) && i < first + most; i++)
        if (all->count < MOST_CHANGES)
            all->list[all->count++] = (Candidate){.change = {.kind = LAUNCH_GIVEN}, .host = 1 + i};
}

// The number of changes that nothing else explains, which come first. `cells`: what the cases have.
static int add_all(Candidates *all, const LabResult *result, const CaseResult *c, size_t cells) {
    if (cells <= TRIED_CELLS) {
        add_grids(all, &c->records.launches[0]);
        add_host(all, true, HOST_LAUNCHES);
        add_arguments(all);
        add_kernels(all, result, c);
    }
    if (cells > TRIED_CELLS) add_host(all, true, FEW_WHEN_LARGE);
    const int surely = all->count;
    if (c->all_stored) return surely; // no thread is missing
    add_larger(all, LARGE_GRID, 1);
    if (cells <= LARGE_CELLS) {
        add_larger(all, 1, 1);
        add_larger(all, 2, 0);
    }
    if (cells <= TRIED_CELLS) {
        add_larger(all, HUGE_GRID, 1);
        add_host(all, false, HOST_LAUNCHES);
    }
    return surely;
}

// Failing cases, as small as there are; their cells at most. 0: there are none.
static size_t choose_cases(TriedCases *cases, const LabResult *result, const CaseResult *c) {
    static const size_t most[] = {TRIED_CELLS, LARGE_CELLS, HUGE_CELLS, VAST_CELLS};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++) {
        choose_tried_cases(cases, result, c, most[i]);
        if (!cases->failing) continue;
        if (most[i] == TRIED_CELLS) include_smallest_passed(cases, result, c);
        return most[i];
    }
    return 0;
}

// The two numbers that the case gives the function, as a parameter of 4 bytes each holds them.
static uint64_t numbers_of(const Candidates *all, const Candidate *candidate, const CaseResult *c) {
    CaseData data;
    uint32_t number[2] = {0};
    if (!case_data_make_once(&data, all->result->spec, &c->key, all->seed)) return 0;
    for (int i = 0; i < 2; i++) {
        const CaseArg *arg = &data.args[candidate->meant[i] - 1];
        if (arg->bytes == sizeof number[i]) memcpy(&number[i], arg->before[0], sizeof number[i]);
    }
    case_data_free(&data);
    return number[0] | (uint64_t)number[1] << 32;
}

// What the case gives the function for that parameter.
static void take_values(const Candidates *all, int param, const CaseResult *c, ChangedLaunch *change) {
    CaseData data;
    if (!case_data_make_once(&data, all->result->spec, &c->key, all->seed)) return;
    change->value = data.args[param].bytes;
    if (change->value <= sizeof change->numbers)
        memcpy(change->numbers, data.args[param].before[0], change->value);
    case_data_free(&data);
}

static ChangedLaunch change_for(void *context, int which, const CaseResult *c) {
    const Candidates *all = context;
    ChangedLaunch change = all->list[which].change;
    for (int i = 0; all->list[which].host && i < all->cases->count; i++)
        if (all->cases->list[i] == c) return host_launch_otherwise(all->host, all->list[which].host - 1, i);
    if (all->list[which].values) take_values(all, all->list[which].values - 1, c, &change);
    if (all->list[which].meant[0]) change.value = numbers_of(all, &all->list[which], c);
    if (all->list[which].size) change.value = (uint64_t)(uint32_t)c->key.size[all->list[which].size - 1];
    return change;
}

// The first of them with which all cases come right; -1: none.
static int try_them(const RunPlan *plan, const LabResult *result, const TriedCases *cases, Candidates *all,
                    char *tried, size_t size) {
    bool alive[MOST_CHANGES];
    TriedWork work[MOST_CHANGES] = {{0}};
    int found = -1;
    Trials t = {.count = all->count, .launch = change_for, .context = all, .alive = alive, .work = work};
    memset(alive, 1, sizeof alive);
    if (!run_trials(&t, plan, result, cases)) return -1;
    for (int i = 0; i < all->count && found < 0; i++)
        if (alive[i] && !stores_over_again(result, cases, &work[i])) found = i;
    tried[0] = 0;
    for (int i = 0; i < cases->failing; i++)
        append(tried, size, "%s%s", i ? ", " : "", cases->list[i]->sizes);
    return found;
}

// The smallest case of the function that this kernel gets right; NULL: it is never right.
static const CaseResult *right_case(const LabResult *result, const CaseResult *c, const char *symbol) {
    const CaseResult *best = NULL;
    for (int i = 0; i < result->graded_count; i++) {
        const CaseResult *other = &result->cases[i];
        if (other->key.entry == c->key.entry && other->passed && !other->trivial &&
            other->cells <= TRIED_CELLS && !strcmp(symbol_of(other), symbol) &&
            (!best || other->cells < best->cells))
            best = other;
    }
    return best;
}

// What other host code would launch, in the cases that are tried; NULL: it cannot be read.
static HostLaunches *read_host(const RunPlan *plan, const LabResult *result, const char *root,
                               const TriedCases *cases) {
    CaseData data[TRIED_CASES];
    const LaunchRecord *launch[TRIED_CASES];
    int count = 0;
    for (; count < cases->count; count++) {
        const CaseResult *c = cases->list[count];
        if (c->records.launch_count > 1 ||
            !case_data_make_once(&data[count], result->spec, &c->key, plan->data_seed))
            break;
        launch[count] = c->records.launch_count ? &c->records.launches[0] : NULL;
    }
    HostLaunches *host =
        count == cases->count ? host_launches_read(result->source_path, root, data, launch, count) : NULL;
    for (int i = 0; i < count; i++) case_data_free(&data[i]);
    return host;
}

// Why nothing is launched: this case, and others of the function that come right.
static bool explain_no_launch(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *root) {
    CaseData data[HOST_LAUNCH_CASES];
    const LaunchRecord *launch[HOST_LAUNCH_CASES] = {NULL};
    bool should[HOST_LAUNCH_CASES] = {true};
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    if (entry->moves_data || entry->file[0] || c->hung || c->key.gpu[0] || !c->cause.known ||
        some_missing(result, c->key.entry) ||
        !case_data_make_once(&data[0], result->spec, &c->key, plan->data_seed))
        return false;
    int count = 1;
    for (int k = 0; k < result->graded_count && count < HOST_LAUNCH_CASES;
         k++) { // from both ends: small ones and large ones
        const CaseResult *other = &result->cases[k % 2 ? result->graded_count - 1 - k / 2 : k / 2];
        if (other->key.entry != c->key.entry || !other->passed || other->records.launch_count > 1 ||
            other->cells > HUGE_CELLS ||
            !case_data_make_once(&data[count], result->spec, &other->key, plan->data_seed))
            continue;
        launch[count++] = other->records.launch_count ? &other->records.launches[0] : NULL;
    }
    const bool found = say_started(&c->cause, result->source_path, root, data, launch, should, count);
    for (int i = 0; i < count; i++) case_data_free(&data[i]);
    return found;
}

// Is the launched kernel right at other sizes, its own or those of the kernel that is right in its place? One that is right
// nowhere is wrong itself, and a kernel that is right everywhere explains nothing.
static bool is_exchanged(const RunPlan *plan, const LabResult *result, const CaseResult *c,
                         const ChangedLaunch *change) {
    const CaseResult *other = right_case(result, c, change->kernel);
    if (!other || right_case(result, c, change->only)) return true;
    Candidates one = {.entry = &result->spec->entries[c->key.entry]};
    ChangedLaunch back = {.kind = LAUNCH_KERNEL};
    bool alive = true;
    append(back.only, sizeof back.only, "%s", change->kernel);
    append(back.kernel, sizeof back.kernel, "%s", change->only);
    add(&one, back, 0);
    const TriedCases cases = {.list = {other}, .count = 1, .failing = 1};
    Trials t = {.count = 1, .launch = change_for, .context = &one, .alive = &alive};
    return run_trials(&t, plan, result, &cases) && alive;
}

// Is the function that holds the line the skeleton's, word for word?
static bool is_given(const char *text, const char *skeleton, int line) {
    size_t begin, end;
    if (!skeleton || !find_line(text, line, &begin, &end)) return false;
    const size_t from = (size_t)(function_head(text, begin) - text), to = function_end(text, end);
    char *own = to > from ? strndup(text + from, to - from) : NULL;
    const bool given = own && strstr(skeleton, own);
    free(own);
    return given;
}

static bool can_be_tried(const LabResult *result, const CaseResult *c, const LaunchRecord *l) {
    const LabEntrySpec *entry = &result->spec->entries[c->key.entry];
    return !entry->moves_data && !entry->file[0] && !c->hung && !c->key.gpu[0] &&
           in_student_file(&l->place, result->source_path) && !some_missing(result, c->key.entry);
}

static char *read_skeleton(const LabResult *result, const Project *project, const char *lab_folder) {
    char path[PATH_SIZE];
    size_t size;
    project_path(project, path, "labs", lab_folder, "skeleton", result->spec->source, NULL);
    return read_whole_file(path, &size);
}

// The launch is known to lack threads for what is not stored: more blocks are what it needs.
static bool is_blamed(const CaseResult *c, const char *text, const Cause *small) {
    return c->cause.known && c->cause.place.line && !is_device_line(text, c->cause.place.line) &&
           abs(c->cause.place.line - small->place.line) <= 1;
}

// Has the kernel other numbers with it?
static bool gives_numbers(const ChangedLaunch *change) {
    return change->kind == LAUNCH_GIVEN || change->kind == LAUNCH_PARAMETERS ||
           change->kind == LAUNCH_NUMBERS || change->kind == LAUNCH_ADDED || change->kind == LAUNCH_NUMBER;
}

// True: something is known for sure.
static bool take_change(const RunPlan *plan, const LabResult *result, CaseResult *c, Candidates *all,
                        int found, int surely, const char *tried, Cause *small) {
    const LaunchRecord *l = &c->records.launches[0];
    const ChangedLaunch *change = &all->list[found].change;
    Cause *cause = found < surely ? &c->cause : small;
    if (change->kind == LAUNCH_KERNEL && !is_exchanged(plan, result, c, change)) return false;
    if (!all->list[found].host)
        say_launch_change(cause, all->source, change, l, tried);
    else if (!say_host_launch(cause, all->host, all->list[found].host - 1, l, tried))
        return false;
    cause->of_number = gives_numbers(change);
    return found < surely || is_blamed(c, all->source->text, small);
}

// What is needed to try a few changes of the one launch of a failing case. False: it cannot be tried, or there are no small cases.
static bool begin(Candidates *all, TriedCases *cases, LaunchSource *source, const RunPlan *plan,
                  const LabResult *result, const CaseResult *c, const char *text) {
    const LaunchRecord *l = c->records.launch_count == 1 ? &c->records.launches[0] : NULL;
    if (!l || !can_be_tried(result, c, l)) return false;
    choose_tried_cases(cases, result, c, TRIED_CELLS);
    *source = (LaunchSource){text, result->source_path};
    *all = (Candidates){.source = source,
                        .entry = &result->spec->entries[c->key.entry],
                        .result = result,
                        .cases = cases,
                        .seed = plan->data_seed,
                        .line = l->place.line};
    return cases->failing > 0;
}

bool explain_by_number(const RunPlan *plan, const LabResult *result, CaseResult *c, const Project *project,
                       const char *text) {
    TriedCases cases;
    LaunchSource source;
    Candidates all;
    Cause cause = {.known = false};
    char tried[200];
    if (!begin(&all, &cases, &source, plan, result, c, text)) return false;
    all.host = read_host(plan, result, project->root, &cases);
    add_host(&all, true, HOST_LAUNCHES);
    const int found = all.count ? try_them(plan, result, &cases, &all, tried, sizeof tried) : -1;
    const bool sure = found >= 0 && say_host_launch(&cause, all.host, found, &c->records.launches[0], tried);
    host_launches_free(all.host);
    if (!sure) return false;
    cause.other = c->cause.place;
    cause.other_what[0] = 0;
    append(cause.other_what, sizeof cause.other_what,
           "The kernel uses it here, and a change in this line would do as well");
    c->cause = cause;
    return true;
}

bool explain_by_values(const RunPlan *plan, const LabResult *result, CaseResult *c, const char *text) {
    TriedCases cases;
    LaunchSource source;
    Candidates all;
    char tried[200];
    if (!begin(&all, &cases, &source, plan, result, c, text)) return false;
    const int count = count_launch_arguments(&source, all.line);
    for (int i = 0; i < count; i++) add_values(&all, (uint32_t)i);
    const int found = all.count ? try_them(plan, result, &cases, &all, tried, sizeof tried) : -1;
    if (found >= 0)
        say_launch_change(&c->cause, &source, &all.list[found].change, &c->records.launches[0], tried);
    return found >= 0;
}

bool explain_by_launch(const RunPlan *plan, const LabResult *result, CaseResult *c, const Project *project,
                       const char *lab_folder, const char *text, Cause *small) {
    const LaunchRecord *l = c->records.launch_count == 1 ? &c->records.launches[0] : NULL;
    char tried[200];
    if (!c->records.launch_count) return explain_no_launch(plan, result, c, project->root);
    if (!l || !can_be_tried(result, c, l)) return false;
    char *skeleton = read_skeleton(result, project, lab_folder);
    const bool given = is_given(text, skeleton, l->place.line);
    free(skeleton);
    TriedCases cases;
    const size_t cells = given ? 0 : choose_cases(&cases, result, c);
    if (!cells) return false;
    include_shown_case(&cases, result, c);
    const LaunchSource source = {text, result->source_path};
    Candidates all = {.source = &source,
                      .entry = &result->spec->entries[c->key.entry],
                      .result = result,
                      .cases = &cases,
                      .seed = plan->data_seed,
                      .line = l->place.line};
    if (cells <= HUGE_CELLS) all.host = read_host(plan, result, project->root, &cases);
    const int surely = add_all(&all, result, c, cells);
    const int found = try_them(plan, result, &cases, &all, tried, sizeof tried);
    const bool sure = found >= 0 && take_change(plan, result, c, &all, found, surely, tried, small);
    host_launches_free(all.host);
    return sure;
}
