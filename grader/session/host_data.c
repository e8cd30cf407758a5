// What `device` is sent of a case beside its buffers: what is supposed of the GPU, other data for arrays of the host, and
// games to play.
#include <stdlib.h>
#include <string.h>

#include "grader/session/session_parts.h"

static bool answered(Session *s, const MessageHead *head, const void *payload) {
    ReplyHead reply;
    if (!session_request(s, *head, payload, &reply, NULL)) return false;
    return !reply.error || session_fail(s, SESSION_TROUBLE, "no memory left");
}

static InputElement element_of(ElementType type) {
    return type == TYPE_FLOAT ? INPUT_FLOAT : type == TYPE_DOUBLE ? INPUT_DOUBLE : INPUT_INT;
}

static bool send_input(Session *s, const CaseArg *arg, ElementType type) {
    char *both = malloc(2 * arg->bytes);
    if (!both) return session_fail(s, SESSION_TROUBLE, "no memory left");
    memcpy(both, arg->before[0], arg->bytes);
    memcpy(both + arg->bytes, arg->before[1], arg->bytes);
    const MessageHead head = {.call = GRADER_INPUT, .arg = {element_of(type)}, .size = 2 * arg->bytes};
    const bool good = answered(s, &head, both);
    free(both);
    return good;
}

bool send_inputs(Session *s) {
    const LabEntrySpec *entry = s->data->entry;
    for (int i = 0; i < s->data->arg_count && entry->moves_data; i++)
        if (entry->params[i].kind == PARAM_VALUES && !send_input(s, &s->data->args[i], entry->params[i].type))
            return false;
    return true;
}

bool send_games(Session *s) {
    const int *plays = s->data->entry->plays;
    if (!plays[0]) return true;
    const CaseArg *arg[3] = {&s->data->args[plays[0] - 1], &s->data->args[plays[1] - 1],
                             &s->data->args[plays[2] - 1]};
    const double *first = arg[0]->before[0], *later = arg[1]->before[0];
    const int *noise = arg[2]->before[0];
    const size_t count = arg[0]->bytes / sizeof *first;
    PlayedGame *games = calloc(count, sizeof *games);
    if (!games) return session_fail(s, SESSION_TROUBLE, "no memory left");
    for (size_t i = 0; i < count; i++) games[i] = (PlayedGame){first[i], later[i], (uint64_t)noise[i]};
    const MessageHead head = {.call = GRADER_PLAY, .size = count * sizeof *games};
    const bool good = answered(s, &head, games);
    free(games);
    return good;
}

bool suppose(Session *s) {
    const Supposition *x = &s->setup->supposed, none = {0};
    if (!memcmp(x, &none, sizeof none)) return true;
    const MessageHead head = {.call = GRADER_SUPPOSE,
                              .arg = {x->block[0] | (uint64_t)x->block[1] << 16 | (uint64_t)x->block[2] << 32,
                                      x->fewer_registers, x->dram_percent, x->l2_percent, x->shared_percent}};
    ReplyHead reply;
    return session_request(s, head, NULL, &reply, NULL);
}
