// An element of memory as the source writes it.
#include "grader/cause/element_name.h"

#include <stdio.h>
#include <string.h>

#include "grader/cause/difference.h"
#include "grader/text/append.h"

typedef struct {
    long x, y, z;
} Shape;

static long bytes_of(const Witnessed *w, const char *name) {
    for (int i = 0; i < w->arrays; i++)
        if (!strcmp(w->array[i].name, name)) return w->array[i].bytes;
    return 0;
}

// The shape of a shared array of so many words in blocks of that shape; false where none fits.
static bool guess_shape(const WLaunch *l, long words, Shape *shape) {
    static const int wider[] = {0, 2, 1}; // a halo on both sides, a padding
    const int planes = l->block[2] > 1 ? 3 : 5;
    for (int k = 0; k < planes; k++)
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) {
                *shape = (Shape){l->block[0] + wider[i], l->block[1] + wider[j],
                                 l->block[2] > 1 ? l->block[2] + wider[k] : k + 1};
                if (shape->x * shape->y * shape->z == words) return true;
            }
    return false;
}

static bool is_grid(const CaseData *data, const char *name) {
    for (int i = 0; i < data->arg_count; i++)
        if (!strcmp(data->entry->params[i].name, name))
            return data->args[i].buffer != 0 && cell_axes(data) > 1;
    return false;
}

enum { WORD = 4 };

// Bytes of an element of a shared array: those of the output, unless the array's size fits words alone. The witness counts words.
static long shared_width(const CaseData *data, const Witnessed *w, const char *name) {
    const WLaunch *l = w->launches ? &w->launch[w->launches - 1] : NULL;
    const long width = (long)element_size(data->entry->params[data->entry->output].type);
    Shape s;
    const bool words_alone =
        l && !guess_shape(l, bytes_of(w, name) / width, &s) && guess_shape(l, bytes_of(w, name) / WORD, &s);
    return words_alone ? WORD : width;
}

void name_memory(const CaseData *data, const Witnessed *w, const char *space, const char *name, long index,
                 char *words, size_t size) {
    const WLaunch *l = w->launches ? &w->launch[w->launches - 1] : NULL;
    Shape s;
    const long width = shared_width(data, w, name);
    if (name[0] == '-') {
        append(words, size, "an element of %s memory", strcmp(space, "none") ? space : "some");
        return;
    }
    append(words, size, "%s", name);
    if (!strcmp(space, "global") && is_grid(data, name)) {
        int place[3];
        cell_place(data, (size_t)index, place);
        for (int axis = cell_axes(data) - 1; axis >= 0; axis--) append(words, size, "[%d]", place[axis]);
    } else if (!strcmp(space, "shared") && l && guess_shape(l, bytes_of(w, name) / width, &s) &&
               s.x < bytes_of(w, name) / width) {
        index = index * WORD / width;
        if (s.z > 1) append(words, size, "[%ld]", index / (s.x * s.y));
        if (s.y > 1) append(words, size, "[%ld]", index / s.x % s.y);
        append(words, size, "[%ld]", index % s.x);
    } else {
        append(words, size, "[%ld]", strcmp(space, "shared") ? index : index * WORD / width);
    }
}
