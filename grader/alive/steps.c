// An operation before each PTX instruction shows it here (grader/warpsim/core/watched.c). What the instruction before it has
// written is read then.
#include "grader/alive/steps.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/text/json.h"
#include "grader/warpsim/core/watched.h"

enum { STEPS_MOST = 3000 };

typedef struct {
    const Function *function;
    u32 instruction, mask;
} Taken;

static struct {
    u64 block;
    u32 warp, count, launches;
    Taken last; // whose registers are still to be read
    char *text;
    size_t size;
    FILE *to;
    Json json;
} steps;

static void write_lanes(const Warp *w, Operand place, PtxType type) {
    char word[20];
    json_open(&steps.json, NULL, '[');
    for (u32 i = 0; i < LANES; i++) {
        if (ptx_type_size(type) == 8)
            snprintf(word, sizeof word, "%016" PRIx64, ((const u64 *)lanes_of(w, place))[i]);
        else
            snprintf(word, sizeof word, "%08" PRIx32, ((const u32 *)lanes_of(w, place))[i]);
        json_string(&steps.json, NULL, word);
    }
    json_close(&steps.json, ']');
}

// [name, type, a value in hexadecimal digits for each lane; of a predicate the lanes where it is true]
static void write_register(const Warp *w, const Function *f, int number) {
    const PtxRegister *r = &f->ptx->registers[number];
    static const char *const types[] = {[PTX_PRED] = "pred", [PTX_F32] = "f32", [PTX_F64] = "f64",
                                        [PTX_B64] = "b64",   [PTX_U64] = "b64", [PTX_S64] = "b64"};
    const char *type =
        (size_t)r->type < sizeof types / sizeof *types && types[r->type] ? types[r->type] : "b32";
    json_open(&steps.json, NULL, '[');
    json_string(&steps.json, NULL, r->name);
    json_string(&steps.json, NULL, type);
    if (r->type == PTX_PRED)
        json_integer(&steps.json, NULL, predicate(w, f->places[number]));
    else
        write_lanes(w, f->places[number], r->type);
    json_close(&steps.json, ']');
}

static void write_results(const Warp *w, const Function *f, const PtxOperand *o) {
    if (o->kind == OPERAND_REG) {
        write_register(w, f, o->reg);
        if (o->paired >= 0) write_register(w, f, o->paired);
    }
    for (int i = 0; o->kind == OPERAND_VECTOR && i < o->count; i++)
        if (o->elements[i].kind == OPERAND_REG) write_register(w, f, o->elements[i].reg);
}

// Ends the entry of the last step. A call and a return lead to other registers.
static void end_step(const Warp *w) {
    const Taken *t = &steps.last;
    if (!t->function) return;
    const PtxInstruction *in = &t->function->ptx->code[t->instruction];
    json_open(&steps.json, "registers", '[');
    if (w && w->function == t->function && t->mask)
        for (unsigned i = 0; i < count_results(in); i++) write_results(w, t->function, &in->operand[i]);
    json_close(&steps.json, ']');
    json_close(&steps.json, '}');
    steps.last.function = NULL;
}

static void observe(Warp *w, const Op *op) {
    if (steps.launches != 1 || !steps.to || w->index != steps.warp || w->thread_block->linear != steps.block)
        return;
    end_step(w);
    if (steps.count == STEPS_MOST) return;
    steps.count++;
    const char *file;
    int line, column;
    u32 mask = w->mask;
    if (op->flags & WATCH_GUARDED)
        mask &= predicate(w, op->more[3]) ^ (op->flags & WATCH_NEGATED ? ALL_LANES : 0);
    steps.last = (Taken){w->function, op->instruction, mask};
    json_open(&steps.json, NULL, '{');
    json_integer(&steps.json, "ptx", w->function->ptx->code[op->instruction].ptx_line);
    json_integer(&steps.json, "lanes", mask);
    if (warpsim_source_line(w->function, op->instruction, &file, &line, &column)) {
        const char *slash = strrchr(file, '/');
        json_string(&steps.json, "file", slash ? slash + 1 : file);
        json_integer(&steps.json, "line", line);
    }
}

void steps_begin(Warpsim *sim, uint64_t block, uint32_t warp) {
    free(steps_end());
    steps.block = block;
    steps.warp = warp;
    steps.count = steps.launches = 0;
    steps.to = open_memstream(&steps.text, &steps.size);
    steps.json = (Json){.stream = steps.to};
    if (steps.to) json_open(&steps.json, NULL, '[');
    sim->watch = observe;
}

void steps_launch(void) {
    steps.launches++;
}

char *steps_end(void) {
    if (!steps.to) return NULL;
    end_step(NULL);
    json_close(&steps.json, ']');
    char *text = fclose(steps.to) ? NULL : steps.text;
    steps.to = NULL;
    return text;
}
