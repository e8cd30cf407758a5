// Reads names as people give them to neighbours: words of directions, and letters of axes with a sign. See named_side.h.
#include "grader/cause/named_side.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

// `direction`: -1, +1; 0: the word says the axis alone.
typedef struct {
    const char *word;
    int axis, direction;
} Direction;

// Words that people use along one axis only. `up`, `above` or `front` may be of y or of z.
static const Direction directions[] = {{"left", 0, -1}, {"right", 0, +1}, {"west", 0, -1},
                                       {"east", 0, +1}, {"north", 1, 0},  {"south", 1, 0}};

// What stands behind the letter of an axis: xm, x_minus, xPrev.
static const Direction signs[] = {{"m", 0, -1},      {"minus", 0, -1}, {"prev", 0, -1},
                                  {"before", 0, -1}, {"p", 0, +1},     {"plus", 0, +1},
                                  {"next", 0, +1},   {"after", 0, +1}, {"behind", 0, +1}};

#define COUNT(list) (sizeof(list) / sizeof *(list))

// xm and x_minus say a direction, x1 says the axis alone.
static bool read_letter(const char *name, Direction *d) {
    if (!*name || !strchr("xyz", name[0])) return false;
    *d = (Direction){.axis = name[0] - 'x'};
    const char *sign = name + 1 + (name[1] == '_');
    for (size_t i = 0; i < COUNT(signs); i++)
        if (!strcasecmp(sign, signs[i].word)) {
            d->direction = signs[i].direction;
            return true;
        }
    return isdigit((unsigned char)*sign) && !sign[1];
}

static bool read_name(const char *name, Direction *d) {
    for (size_t i = 0; i < COUNT(directions); i++)
        if (!strcasecmp(name, directions[i].word)) {
            *d = directions[i];
            return true;
        }
    return read_letter(name, d);
}

bool is_named_after_another(const char *name, const int offset[3]) {
    Direction d;
    if (!read_name(name, &d)) return false;
    return !offset[d.axis] || d.direction * offset[d.axis] < 0;
}
