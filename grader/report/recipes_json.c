// The JSON's `recipes`: what points are made of, and by which way each part came there.
#include "grader/report/report.h"
#include "grader/text/source_line.h"

static void write_thread(Json *json, const ThreadPlace *who) {
    for (int k = 0; k < 2 && who->known; k++) {
        json_open(json, k ? "thread" : "block", '[');
        for (int i = 0; i < 3; i++) json_integer(json, NULL, k ? who->thread[i] : who->block[i]);
        json_close(json, ']');
    }
}

static void write_step(Json *json, const LabResult *result, const RecipeStep *s) {
    json_open(json, NULL, '{');
    json_string(json, "kind", s->kind);
    json_string(json, "space", s->space);
    json_string(json, "element", s->element);
    if (s->place.line) {
        json_string(json, "file", place_name(&s->place, result->source_path));
        json_integer(json, "line", s->place.line);
    }
    write_thread(json, &s->who);
    json_close(json, '}');
}

static void write_term(Json *json, const LabResult *result, const RecipeTerm *t) {
    json_open(json, NULL, '{');
    json_string(json, "term", t->name);
    json_bool(json, "right", t->right);
    json_bool(json, "missing", !t->element[0]);
    json_number(json, "number", t->number);
    json_string(json, "factor", t->factor);
    json_string(json, "element", t->element);
    json_open(json, "steps", '[');
    for (int i = 0; i < t->steps; i++) write_step(json, result, &t->step[i]);
    json_close(json, ']');
    json_close(json, '}');
}

void write_recipes(Json *json, const LabResult *result, const PointRecipe *recipes, int count) {
    json_open(json, "recipes", '[');
    for (int i = 0; i < count; i++) {
        const PointRecipe *r = &recipes[i];
        json_open(json, NULL, '{');
        json_string(json, "sizes", r->sizes);
        json_integer(json, "index", (int64_t)r->index);
        json_open(json, "point", '[');
        for (int axis = r->axes - 1; axis >= 0; axis--) json_integer(json, NULL, r->place[axis]);
        json_close(json, ']');
        json_bool(json, "wrong", r->wrong);
        json_bool(json, "written", r->written);
        write_thread(json, &r->who);
        json_open(json, "terms", '[');
        for (int k = 0; k < r->terms; k++) write_term(json, result, &r->term[k]);
        json_close(json, ']');
        json_close(json, '}');
    }
    json_close(json, ']');
}
