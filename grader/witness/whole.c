// The points of whole blocks, each with what it is a sum of: looked at once, for all that ask.
#include <stdlib.h>
#include <string.h>

#include "grader/witness/parts.h"

static bool has_room(void **list, size_t count, size_t more, size_t *room, size_t size) {
    if (count + more <= *room) return true;
    const size_t wanted = 2 * (count + more) + 256;
    void *grown = realloc(*list, wanted * size);
    if (!grown) return false;
    *list = grown;
    *room = wanted;
    return true;
}

static bool add_point(WholePoints *w, const Stores *stores, u32 number) {
    Passed found;
    count_passed(stores, number, 0, &found);
    if (!has_room((void **)&w->point, w->count, 1, &w->room, sizeof *w->point) ||
        !has_room((void **)&w->element, w->elements, found.elements, &w->element_room, sizeof *w->element))
        return false;
    w->point[w->count++] = (WholePoint){number, found.elements, w->elements};
    if (found.elements) memcpy(w->element + w->elements, found.element, found.elements * sizeof *w->element);
    w->elements += found.elements;
    return true;
}

bool find_whole_points(const Stores *stores, WholePoints *w) {
    bool good = true;
    *w = (WholePoints){0};
    for (u32 i = 0; i < stores->count && good; i++) {
        const u32 number = stores->list[i];
        if (is_last_store(stores, number) &&
            thread_is_whole(stores->t, graph_at(&stores->t->graph, number)->thread))
            good = add_point(w, stores, number);
    }
    return good;
}

void free_whole_points(WholePoints *w) {
    free(w->point), free(w->element);
}
