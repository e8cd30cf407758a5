// What one point of an output is made of, and by which way each part came there. The room cause/ fills it in.
#ifndef WARPBOOK_POINT_RECIPE_H
#define WARPBOOK_POINT_RECIPE_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/session/records.h"

enum { POINT_TERMS = 16, POINT_STEPS = 8, POINT_RECIPES = 4 };

typedef struct {
    char kind[12];     // store, load, shuffle, atomic
    char element[80];  // "tile[3][4]"; empty for a shuffle
    char space[8];     // global, shared, local, none
    SourcePlace place; // line 0: not known
    ThreadPlace who;
} RecipeStep;

typedef struct {
    char name[64];                // of the lab's term that it is or stands for; empty: it is none
    bool right;                   // it is that term
    double number;                // by which the element is multiplied beside `factor`
    char factor[80];              // the by-value parameter, "c[1]"; empty: none
    char element[80];             // "in[1][2][3]", or what stands there in words; empty: the term is missing
    RecipeStep step[POINT_STEPS]; // from the source of the element to the output
    int steps;
} RecipeTerm;

typedef struct {
    size_t index;       // of the output
    int place[3], axes; // x, y, z
    bool wrong, written;
    char sizes[120]; // of the case
    ThreadPlace who; // that stored it
    RecipeTerm term[POINT_TERMS];
    int terms;
} PointRecipe;

#endif
