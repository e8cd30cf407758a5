// Carries out what kernels have asked for when their grid has ended: see children.h.
#include "grader/warpsim/families/launches/children.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_PARAMETERS = 4096, MOST_PARAMETERS = 32768 };
// In thread-instructions: launches and copies that never end must end as well. Rows as in
// device/calls_memory.c.
enum { PRICE_OF_A_LAUNCH = 4096, PRICE_OF_A_ROW = 32, BYTES_AN_INSTRUCTION = 4 };

static void free_work(Work *work) {
    free((u8 *)work->request.params);
    free(work);
}

bool children_add(Grid *grid, bool tail, const Work *work) {
    WorkList *list = tail ? &grid->tail : &grid->work;
    const size_t size = work->request.param_size;
    Work *copy = malloc(sizeof *copy);
    u8 *params = malloc(size + 1);
    if (!copy || !params) {
        free(copy), free(params);
        return false;
    }
    *copy = *work;
    if (size) memcpy(params, work->request.params, size);
    copy->request.params = params;
    copy->next = NULL;
    if (!list->first) list->end = &list->first;
    *list->end = copy;
    list->end = &copy->next;
    list->count++;
    return true;
}

static Work *take(WorkList *list) {
    Work *work = list->first;
    if (!work) return NULL;
    list->first = work->next;
    list->count--;
    return work;
}

static Work *next_work(Grid *grid) {
    Work *work = take(&grid->work);
    return work ? work : take(&grid->tail);
}

// Frees the grid; returns its parent.
static Grid *leave(Grid *grid) {
    Grid *parent = grid->parent;
    Work *work;
    while ((work = next_work(grid))) free_work(work);
    free(grid->handles);
    free(grid);
    return parent;
}

static Grid *enter(Grid *parent) {
    Grid *grid = calloc(1, sizeof *grid);
    if (grid) grid->parent = parent;
    return grid;
}

ParameterBuffer *children_parameters(Warpsim *s, const WarpsimLaunch *request) {
    const u64 room = request->param_size > USUAL_PARAMETERS ? MOST_PARAMETERS : USUAL_PARAMETERS;
    if (request->param_size > room) return NULL;
    LaunchState *state = launch_state(s);
    ParameterBuffer *b = NULL;
    for (u32 i = 0; i < state->buffer_count && !b; i++)
        if (!state->buffers[i].taken && state->buffers[i].room == room) b = &state->buffers[i];
    if (!b) {
        ParameterBuffer *list = realloc(state->buffers, (state->buffer_count + 1) * sizeof *list);
        if (!list) return NULL;
        state->buffers = list;
        Allocation *memory = arena_allocate(s->arena, room);
        if (!memory) return NULL;
        memory->initialised = memory->parameters = true;
        snprintf(memory->name, sizeof memory->name, "the parameters of a launch");
        b = &list[state->buffer_count++];
        *b = (ParameterBuffer){.memory = memory, .room = room};
    }
    b->taken = true;
    b->request = *request;
    b->memory->size = request->param_size ? request->param_size : 1;
    return b;
}

ParameterBuffer *children_buffer_at(Warpsim *s, u64 address) {
    const LaunchState *state = launch_state(s);
    for (u32 i = 0; i < state->buffer_count; i++)
        if (state->buffers[i].taken && state->buffers[i].memory->base == address) return &state->buffers[i];
    return NULL;
}

static Finding *note_work(Warpsim *s, const WorkPlace *p, Check check) {
    Finding *f =
        findings_note(&s->findings, check, p->function, p->instruction, p->launch, p->block, p->thread);
    if (!f) return NULL;
    f->kernel = p->kernel;
    memcpy(f->grid, p->grid, sizeof f->grid);
    memcpy(f->shape, p->shape, sizeof f->shape);
    f->fatal = true;
    return f;
}

static int bad_box(Warpsim *s, const Work *work, u64 address, const char *does) {
    Finding *f = note_work(s, &work->place, CHECK_OUT_OF_BOUNDS);
    if (f) {
        const Allocation *a = arena_nearest(s->arena, address);
        const bool inside = a && a->live && address - a->base < a->size;
        snprintf(f->message, sizeof f->message,
                 inside ? "This would %s %llu bytes, and only %llu are left in the allocation there."
                        : "This would %s %llu bytes at an address that is not device memory.",
                 does, (unsigned long long)work->box.width,
                 (unsigned long long)(inside ? a->base + a->size - address : 0));
        snprintf(f->next, sizeof f->next,
                 "Check pointer and size: the memory must still be there when the grid has ended.");
    }
    return cudaErrorIllegalAddress;
}

// Nothing more is to be begun: the budget is spent (kernels that launch kernels for ever), or the run is to
// end.
static int stopped(Warpsim *s, const WarpsimLaunch *request, const Work *work, u64 spent) {
    const int cancel = request->cancel ? *request->cancel : WARPSIM_GO_ON;
    if (!cancel && (!request->budget || spent <= request->budget)) return cudaSuccess;
    Finding *f = note_work(s, &work->place,
                           cancel == WARPSIM_STOP_MEMORY ? CHECK_MEMORY
                           : cancel                      ? CHECK_INTERRUPTED
                                                         : CHECK_TIMEOUT);
    if (f && cancel == WARPSIM_STOP_MEMORY) {
        snprintf(
            f->message, sizeof f->message,
            "The launch was stopped, since this machine's memory is nearly used up. What the kernel asks "
            "for here was not done to its end.");
        snprintf(f->next, sizeof f->next, "Make the data smaller.");
    } else if (f) {
        snprintf(f->message, sizeof f->message,
                 "The launch was stopped after %llu million thread-instructions%s. What the kernel asks for "
                 "here was not done to its end.",
                 (unsigned long long)(spent / 1000000),
                 cancel ? ", when the run was ended" : ": it does not seem to end");
        snprintf(f->next, sizeof f->next, "%s",
                 work->is_grid ? "Check the condition that ends the launches from kernels."
                               : "Check the sizes and pitches that this call is given.");
    }
    return cancel == WARPSIM_STOP_MEMORY ? cudaErrorLaunchFailure : cudaErrorLaunchTimeout;
}

// Rows may lie on top of each other, so there can be any number of them: each is paid for.
static int run_box(Warpsim *s, const WarpsimLaunch *request, const Work *work, u64 *spent) {
    const Box *b = &work->box;
    for (u64 z = 0; z < b->depth; z++)
        for (u64 y = 0; y < b->height; y++) {
            const u64 to = b->to + z * b->to_plane + y * b->to_pitch;
            const u64 from = b->from + z * b->from_plane + y * b->from_pitch;
            const int error = stopped(s, request, work, *spent);
            if (error) return error;
            *spent += PRICE_OF_A_ROW + b->width / BYTES_AN_INSTRUCTION;
            if (!arena_contains(s->arena, to, b->width)) return bad_box(s, work, to, "write");
            if (b->copies && !arena_contains(s->arena, from, b->width)) return bad_box(s, work, from, "read");
            if (request->footprint) {
                footprint_add(request->footprint, to, b->width, TOUCH_WRITE);
                if (b->copies) footprint_add(request->footprint, from, b->width, TOUCH_READ);
            }
            if (b->copies) {
                arena_copy(s->arena, to, from, b->width);
            } else {
                memset(arena_at(s->arena, to), b->value, b->width);
                arena_mark_written(s->arena, arena_find(s->arena, to), to, b->width);
            }
        }
    return cudaSuccess;
}

// One grid to its end. What it has got for parameters and not launched is free again.
static int run_grid(Warpsim *s, const WarpsimLaunch *request, Grid *grid, u64 spent) {
    const int error = launch_grid(s, request, grid, spent);
    LaunchState *state = launch_state(s);
    for (u32 i = 0; i < state->buffer_count; i++) state->buffers[i].taken = false;
    return error;
}

int launch_with_children(Warpsim *s, const WarpsimLaunch *request) {
    Grid *grid = enter(NULL);
    if (!grid) return cudaErrorMemoryAllocation;
    int error = run_grid(s, request, grid, 0);
    u64 spent = error == cudaSuccess ? s->last_spent : 0;
    bool children = false;
    while (grid && error == cudaSuccess) {
        Work *work = next_work(grid);
        if (!work) {
            grid = leave(grid);
            continue;
        }
        children = true;
        spent += PRICE_OF_A_LAUNCH;
        error = stopped(s, request, work, spent);
        if (error == cudaSuccess && !work->is_grid) error = run_box(s, request, work, &spent);
        if (error == cudaSuccess && work->is_grid) {
            // Nobody waits for a grid that has asked for nothing else: a chain of tail launches stays short.
            if (!grid->work.first && !grid->tail.first) grid = leave(grid);
            Grid *child = enter(grid);
            if (child) grid = child;
            work->request.budget = request->budget;
            work->request.cancel = request->cancel;
            work->request.footprint = request->footprint;
            error = child ? run_grid(s, &work->request, child, spent) : cudaErrorMemoryAllocation;
            spent += s->last_spent;
        }
        free_work(work);
    }
    while (grid) grid = leave(grid);
    if (children) s->last_spent = spent;
    return error;
}
