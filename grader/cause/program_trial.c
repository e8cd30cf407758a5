// Wrong results of programs that are simple enough to be interpreted: kernels whose threads do not talk to each other, and the
// host code that launches them. Where the interpreter comes to what the program has done, in every case, it is asked which
// change of one word makes all cases right.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/cause/program_trial.h"
#include "grader/cause/trial.h"
#include "grader/text/append.h"
#include "grader/verdict/compare.h"

enum {
    LONGER = 5,
    FEW_STEPS = 3000,
    MOST_PARAMETERS = SPEC_PARAMS,
    STEPS = 3 * 1000 * 1000,
    STEPS_OF_TRIALS = 25 * 1000 * 1000
};

// A case, ready to be run as often as one likes.
typedef struct {
    const ProgramCase *of;
    HostGiven given[MOST_PARAMETERS];
    int count;
    HostMemory memory;
    double *before[HOST_ARRAYS]; // what each given array holds at first
    Comparison expected;         // of an output that nobody has written
    long wrong_thread;           // with which a run that is wrong begins
    long threads;                // that the program launches as it stands
    int steps;                   // that a changed text may take
} Play;

typedef struct {
    Trial trial;
    Play play[PROGRAM_CASES];
    int plays;
} Program;

static HostType host_type(ElementType type) {
    return type == TYPE_FLOAT ? HOST_FLOAT : type == TYPE_DOUBLE ? HOST_DOUBLE : HOST_INT;
}

static double number_at(const void *bytes, ElementType type, size_t i) {
    return type == TYPE_FLOAT    ? (double)((const float *)bytes)[i]
           : type == TYPE_DOUBLE ? ((const double *)bytes)[i]
                                 : (double)((const int *)bytes)[i];
}

static bool add_array(Play *p, int param, const char *name, bool result) {
    const CaseData *data = p->of->data;
    const LabParam *spec = &data->entry->params[param];
    const size_t count = data->args[param].bytes / element_size(spec->type);
    const int number = host_new_array(&p->memory, host_type(spec->type), (long)count);
    if (number < 0) return false;
    HostArray *a = &p->memory.array[number];
    p->before[number] = calloc(count + 1, sizeof *p->before[number]);
    a->unset = result && data->entry->moves_data;
    if (!a->value || !a->writer || !p->before[number]) return false;
    append(a->name, sizeof a->name, "%s", name);
    for (size_t i = 0; i < count; i++)
        p->before[number][i] = number_at(data->args[param].before[0], spec->type, i);
    if (result) p->memory.result = number;
    return true;
}

// The parameters of the function go by their names, or by their order where the lab has other names.
static int parameter_of(const LabEntrySpec *entry, char names[][HOST_NAME], int count, int param) {
    bool all = true;
    int own = -1;
    for (int i = 0; i < count; i++) {
        bool any = false;
        for (int k = 0; k < entry->param_count; k++) any |= !strcmp(names[i], entry->params[k].name);
        all &= any;
        if (!strcmp(names[i], entry->params[param].name)) own = i;
    }
    return all ? own : param < count ? param : -1;
}

static bool prepare(Play *p, const HostText *text) {
    char names[MOST_PARAMETERS][HOST_NAME], own[MOST_PARAMETERS][HOST_NAME];
    const LabEntrySpec *entry = p->of->data->entry;
    const int count = host_parameters(text, entry->name, names, MOST_PARAMETERS);
    int begin, end;
    if (!count || !host_function(text, entry->name, &begin, &end)) return false;
    host_parameters_of(text, begin, own, MOST_PARAMETERS);
    for (int i = 0; i < entry->param_count; i++) {
        const LabParam *param = &entry->params[i];
        const int at = parameter_of(entry, names, count, i);
        if (at < 0) continue;
        const bool value =
            param->kind == PARAM_SCALAR || (param->kind == PARAM_VALUES && !entry->moves_data &&
                                            p->of->data->args[i].bytes == element_size(param->type));
        if (!value) {
            if (!add_array(p, i, own[at], i == entry->output)) return false;
            continue;
        }
        if (p->count == MOST_PARAMETERS) return false;
        append(p->given[p->count].name, HOST_NAME, "%s", own[at]);
        p->given[p->count++].value = number_at(p->of->data->args[i].before[0], param->type, 0);
    }
    p->memory.given = p->memory.arrays;
    return compare_keeping_cells(&p->expected, p->of->data, p->of->lab, 0);
}

static void start(Play *p) {
    HostMemory *m = &p->memory;
    for (int i = 0; i < m->given; i++) {
        memcpy(m->array[i].value, p->before[i], (size_t)m->array[i].count * sizeof *p->before[i]);
        memset(m->array[i].writer, 0, (size_t)m->array[i].count * sizeof *m->array[i].writer);
    }
}

static void finish(Play *p) {
    host_memory_forget(&p->memory);
}

// Is a block asked for that CUDA must refuse, and the function is to say so?
static bool too_many_threads(const Play *p) {
    const LabEntrySpec *entry = p->of->data->entry;
    long threads = 1;
    for (int i = 0; i < 3; i++) threads *= entry->block[i] ? p->of->data->key.size[entry->block[i] - 1] : 1;
    return entry->allow_launch && threads > p->of->data->gpu.threads_per_block_max;
}

// What the lab's own code makes of the function's answer: an error takes the place of the first element, and of a result that
// was to be moved it is all there is.
static bool replaces_first(const Play *p, const HostResult *r) {
    return p->of->data->entry->allow_launch && (host_number_of(&r->value) != 0 || too_many_threads(p));
}

static bool is_wrong_cell(const Play *p, const HostResult *r, size_t i, double *got) {
    const HostArray *a = &p->memory.array[p->memory.result];
    const Comparison *c = &p->expected;
    const bool replaced = replaces_first(p, r), alone = replaced && p->of->data->entry->moves_data;
    const bool written = (a->writer[i] && !alone) || (replaced && !i);
    *got = replaced && !i ? host_number_of(&r->value) : a->value[i];
    if (c->bound[i] == 0) return written && !(a->value[i] == p->before[p->memory.result][i] && !replaced);
    return !written || !(fabs(*got - c->value[i]) <= c->bound[i]);
}

// What an element holds that nobody has written is not known.
static bool is_known(const Play *p, const HostResult *r, size_t i) {
    return p->memory.array[p->memory.result].writer[i] || (!i && replaces_first(p, r));
}

// Runs the case. `strict`: to the first mistake.
static bool run(const Trial *t, Play *p, bool strict, HostResult *r) {
    HostMemory *m = &p->memory;
    start(p);
    const bool judged = strict && !too_many_threads(p);
    m->wanted = judged ? p->expected.value : NULL;
    m->bound = judged ? p->expected.bound : NULL;
    m->first_thread = strict ? p->wrong_thread : 0;
    host_program(r, t->text, p->of->data->entry->name, p->given, p->count, m, strict ? p->steps : STEPS);
    if (r->good) return true;
    if (m->fault == HOST_WRONG) p->wrong_thread = m->wrong_thread > 0 ? m->wrong_thread : 0;
    return false;
}

// Where there are threads enough, more of them would only hide that some have no element, or the same one. Fewer, and a few that
// do the work of all, are no answer.
static bool is_shared_out(const Play *p) {
    const long cells = (long)p->expected.todo_cells, threads = p->memory.threads;
    const long busy = threads < cells ? threads : cells;
    return (p->threads < cells ? threads >= p->threads : threads == p->threads) &&
           p->memory.storing * 10 >= busy * 9;
}

static bool is_right(Trial *t, Play *p) {
    HostResult r;
    bool right = run(t, p, true, &r);
    double got;
    t->left -= 50 + r.steps;
    for (size_t i = 0; i < p->expected.cells && right; i++) right = !is_wrong_cell(p, &r, i, &got);
    right &= is_shared_out(p);
    finish(p);
    return right;
}

static bool all_right(Trial *trial) {
    Program *program = (Program *)trial;
    for (int i = 0; i < program->plays; i++)
        if (!is_right(trial, &program->play[i]) || trial->left < 0) return false;
    return true;
}

// Does the interpreter come to what became of the case?
static bool agrees(const Trial *t, Play *p) {
    HostResult r;
    const ProgramCase *of = p->of;
    const bool good = run(t, p, false, &r);
    long wrong = 0;
    double first = NAN, got;
    for (size_t i = 0; good && i < p->expected.cells; i++)
        if (is_wrong_cell(p, &r, i, &got) && !wrong++ && is_known(p, &r, i)) first = got;
    const HostFault fault = p->memory.fault;
    p->threads = p->memory.threads;
    p->steps = r.steps < STEPS / LONGER ? LONGER * r.steps + FEW_STEPS : STEPS;
    finish(p);
    if (of->outside) return fault == HOST_OUTSIDE;
    if (of->twice) return p->memory.written_twice;
    const bool compared = !isnan(first) && !isnan(of->got);
    return good && wrong == of->wrong &&
           (!compared || first == of->got || fabs(first - of->got) <= 1e-4 * fabs(of->got) + 1e-9);
}

static void add_parts(Program *x) {
    Trial *t = &x->trial;
    const HostMemory *m = &x->play[0].memory;
    for (int i = 0; i < m->reached_count && t->parts < TRIAL_PARTS; i++) {
        t->part[t->parts].begin = m->reached[i];
        t->part[t->parts++].end = host_bracket_end(t->text, m->reached[i]);
    }
}

static void add_names(Program *x) {
    static const char *const places[] = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    char names[MOST_PARAMETERS][HOST_NAME], place[HOST_NAME];
    Trial *t = &x->trial;
    const int axes = x->play[0].expected.axes > 1 ? x->play[0].expected.axes : 1;
    for (int i = 0; i < t->parts; i++) {
        const int count = host_parameters_of(t->text, t->part[i].begin, names, MOST_PARAMETERS);
        for (int k = 0; k < count; k++) trial_add_name(t, names[k]);
    }
    for (int axis = 0; axis < axes; axis++)
        for (int i = 0; i < 4; i++) {
            place[0] = 0;
            append(place, sizeof place, "%s.%c", places[i], 'x' + axis);
            trial_add_name(t, place);
        }
}

static bool all_agree(Program *x) {
    for (int i = 0; i < x->plays; i++)
        if (!prepare(&x->play[i], x->trial.text) || !agrees(&x->trial, &x->play[i])) return false;
    return x->plays > 0;
}

static void forget(Play *p) {
    for (int i = 0; i < HOST_ARRAYS; i++) free(p->before[i]);
    host_memory_free(&p->memory);
    comparison_free(&p->expected);
}

// Small wrong ones first: a change that is none fails there soon.
static int by_size(const void *a, const void *b) {
    const ProgramCase *x = ((const Play *)a)->of, *y = ((const Play *)b)->of;
    const bool right_x = !x->wrong && !x->outside && !x->twice,
               right_y = !y->wrong && !y->outside && !y->twice;
    if (right_x != right_y) return right_x - right_y;
    return (x->data->cells > y->data->cells) - (x->data->cells < y->data->cells);
}

bool explain_by_program(Cause *cause, const ProgramCase *cases, int count, const char *path, const char *root,
                        int suspected) {
    Program *x = calloc(1, sizeof *x);
    bool found = false;
    if (!x) return false;
    x->trial = (Trial){.text = calloc(1, sizeof *x->trial.text),
                       .path = path,
                       .root = root,
                       .first_line = suspected,
                       .left = STEPS_OF_TRIALS,
                       .all_right = all_right};
    for (int i = 0; i < count && i < PROGRAM_CASES; i++) x->play[x->plays++].of = &cases[i];
    qsort(x->play, (size_t)x->plays, sizeof *x->play, by_size);
    if (x->trial.text && host_text_read(x->trial.text, path, root) && all_agree(x) && !all_right(&x->trial)) {
        add_parts(x);
        add_names(x);
        found = changed_token(&x->trial, cause) > 0;
    }
    for (int i = 0; i < x->plays; i++) forget(&x->play[i]);
    free(x->trial.text);
    free(x);
    return found;
}
