// Keeps the list of what the host code asked for: allocations and copies.
#include "grader/device/host_moves.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/cuda_errors.h"

bool host_moves_array(HostMoves *m, const MessageHead *head, const uint8_t *payload) {
    const uint64_t name = head->arg[0], given = head->size - name;
    if (m->arrays == HOST_ARRAYS || name > head->size || (given && given != head->arg[1])) return false;
    HostArray *a = &m->array[m->arrays];
    *a = (HostArray){.size = head->arg[1], .element = (uint32_t)head->arg[2]};
    snprintf(a->name, sizeof a->name, "%.*s", (int)(name < sizeof a->name ? name : sizeof a->name - 1),
             (const char *)payload);
    a->bytes = given ? malloc(given) : NULL;
    if (given && !a->bytes) return false;
    if (given) memcpy(a->bytes, payload + name, given);
    m->arrays++;
    return true;
}

void host_moves_begin(HostMoves *m) {
    m->count = 0;
    m->fault = FAULT_NONE, m->over = false;
}

void host_moves_free(HostMoves *m) {
    for (int i = 0; i < m->arrays; i++) free(m->array[i].bytes);
    *m = (HostMoves){0};
}

// The array that begins with these bytes, or that they begin with.
static const HostArray *array_of(const HostMoves *m, const uint8_t *bytes, uint64_t size) {
    for (int i = 0; i < m->arrays; i++) {
        const HostArray *a = &m->array[i];
        const uint64_t common = size < a->size ? size : a->size;
        if (a->bytes && common && !memcmp(a->bytes, bytes, common)) return a;
    }
    return NULL;
}

static void give_name(WarpsimAllocation *at, const HostArray *a) {
    snprintf(at->parameter, sizeof at->parameter, "%s", a->name);
    at->element = a->element;
}

// An allocation on a device that has no memory left, and a copy that fails, as a played fault has it.
static const char no_room[] = "no room", failed_copy[] = "failed copy";

// What the call is to be noted as while a fault is played; NULL: not at all.
static const char *kind_of_failed(PlayedFault fault, const MessageHead *head, int error) {
    if (fault == FAULT_MEMORY) return head->call == CALL_MALLOC && error ? no_room : NULL;
    const bool copy = head->call == CALL_WRITE || head->call == CALL_READ;
    return copy && error == cudaErrorECCUncorrectable ? failed_copy : NULL;
}

static bool is_of_fault(const char *kind) {
    return kind == no_room || kind == failed_copy;
}

static const char *kind_of(const MessageHead *head, bool moves_data) {
    if (head->call == CALL_PLAY && head->arg[0] == PLAY_FAULT) return NULL;
    if (head->call == CALL_PLAY && head->arg[1] == 0)
        return head->arg[0] == PLAY_LAUNCH  ? "played launch"
               : head->arg[0] == PLAY_WAIT  ? "played wait"
               : head->arg[0] == PLAY_CLOCK ? "played clock"
                                            : NULL;
    if (!moves_data) return NULL;
    switch (head->call) {
    case CALL_MALLOC: return "allocate";
    case CALL_FREE: return "free";
    case CALL_WRITE: return "to";
    case CALL_READ: return "back";
    case CALL_COPY: return "on";
    case CALL_FILL: return "fill";
    case CALL_LAUNCH: return "launch";
    default: return NULL;
    }
}

static uint64_t bytes_of(const MessageHead *head) {
    switch (head->call) {
    case CALL_MALLOC: return head->arg[0];
    case CALL_WRITE: return head->size;
    case CALL_READ: return head->arg[1];
    case CALL_COPY:
    case CALL_FILL: return head->arg[2];
    default: return 0;
    }
}

void host_moves_note(HostMoves *m, Warpsim *s, const MessageHead *head, const ReplyHead *reply,
                     const uint8_t *payload, int error) {
    if (head->call == CALL_PLAY && head->arg[0] == PLAY_FAULT) {
        m->fault = (PlayedFault)head->arg[1], m->over = true;
        while (m->fault == FAULT_ANSWERED && m->count && is_of_fault(m->move[m->count - 1].kind)) m->count--;
        return;
    }
    const char *kind = m->fault  ? kind_of_failed(m->fault, head, error)
                       : m->over ? NULL
                                 : kind_of(head, m->arrays > 0);
    HostMove *last = m->count ? &m->move[m->count - 1] : NULL;
    const bool again = kind && last && last->kind == kind && head->call == CALL_PLAY &&
                       !memcmp(last->caller, head->caller, sizeof last->caller);
    if (again) last->times++;
    if (!kind || again || m->count == HOST_MOVES) return;
    HostMove x = {.kind = kind, .bytes = bytes_of(head), .error = error, .times = 1};
    const bool placed = head->call != CALL_LAUNCH && head->call != CALL_PLAY;
    x.address = head->call == CALL_MALLOC ? reply->value[0] : placed ? head->arg[0] : 0;
    WarpsimAllocation *at = x.address ? warpsim_find(s, x.address) : NULL;
    if (at && at->graders) return; // the lab's own code, which hands over the answer
    x.room = at ? at->size : 0;
    memcpy(x.caller, head->caller, sizeof x.caller);
    const HostArray *a = head->call == CALL_WRITE ? array_of(m, payload, x.bytes) : NULL;
    if (a) snprintf(x.holds, sizeof x.holds, "%s", a->name);
    if (a && at && at->base == x.address && x.bytes == a->size && at->size == a->size) give_name(at, a);
    m->move[m->count++] = x;
}

uint64_t host_moves_answer(const HostMoves *m, Warpsim *s) {
    const HostArray *wanted = NULL;
    const HostMove *best = NULL;
    for (int i = 0; i < m->arrays; i++)
        if (!m->array[i].bytes) wanted = &m->array[i];
    for (int i = 0; i < m->count && wanted; i++) {
        const HostMove *x = &m->move[i];
        if (!strcmp(x->kind, "back") && !x->error && x->bytes >= wanted->size) best = x;
    }
    WarpsimAllocation *at = best ? warpsim_find(s, best->address) : NULL;
    if (!at || at->base != best->address) return 0;
    give_name(at, wanted);
    return at->base;
}

const uint64_t *host_moves_freed(const HostMoves *m, uint64_t base) {
    for (int i = 0; i < m->count; i++)
        if (!strcmp(m->move[i].kind, "free") && m->move[i].address == base) return m->move[i].caller;
    return NULL;
}
