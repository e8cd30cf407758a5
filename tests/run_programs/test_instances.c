// The JSON of a program whose kernels share names: no key twice, nothing lost, and all configurations there.
#include "tests/check.h"
#include "tests/json.h"

#include <unistd.h>

static Json *result_of(const char *arguments) {
    char command[400], *text = NULL;
    size_t size = 0;
    snprintf(command, sizeof command,
             "build/bin/grade run --quiet --json - build/tests/run_programs/instances %s 2>/dev/null",
             arguments);
    FILE *stream = popen(command, "r");
    if (!stream || getdelim(&text, &size, 0, stream) < 0) return NULL;
    pclose(stream);
    Json *json = json_parse(text);
    free(text);
    return json;
}

// Does an object in the tree have two members of one name?
static bool has_twin_keys(const Json *json) {
    for (const Json *a = json ? json->first : NULL; a; a = a->next) {
        for (const Json *b = a->next; b && json->kind == JSON_OBJECT; b = b->next)
            if (!strcmp(a->key, b->key)) return true;
        if (has_twin_keys(a)) return true;
    }
    return false;
}

static double first_of(const Json *object, const char *key) {
    const Json *first = json_first(json_get(object, key));
    return first ? first->number : 0;
}

static const Json *configuration(const Json *result, const char *instance, int grid, int block) {
    for (const Json *c = json_get(result, "configurations")->first; c; c = c->next)
        if (!strcmp(json_text(c, "instance"), instance) && first_of(c, "grid") == grid &&
            first_of(c, "block") == block)
            return c;
    return NULL;
}

static double sum_over(const Json *result, const char *kernel, const char *counter) {
    double sum = 0;
    for (const Json *c = json_get(result, "configurations")->first; c; c = c->next)
        if (!strcmp(json_text(c, "kernel"), kernel)) sum += json_number_of(c, counter);
    return sum;
}

static void check_sums(const Json *result) {
    int kernels = 0;
    for (const Json *k = json_get(result, "counters")->first; k; k = k->next, kernels++)
        for (const Json *m = k->first; m; m = m->next) {
            if (m->kind != JSON_NUMBER || strstr(m->key, "_per") || strstr(m->key, "percent")) continue;
            CHECK_EQ(sum_over(result, k->key, m->key), m->number);
        }
    CHECK_EQ(kernels, 4);
}

TEST(every_key_stands_once) {
    const Json *result = result_of("");
    CHECK(result != NULL);
    CHECK(!has_twin_keys(result));
}

TEST(each_configuration_has_its_counters) {
    const Json *result = result_of("");
    if (!json_get(result, "configurations")) {
        CHECK(!"no configurations");
        return;
    }
    const Json *twice = configuration(result, "lab::scale<float, 2>(float*, int)", 4, 256);
    CHECK_EQ(json_number_of(twice, "launches"), 2);
    CHECK_EQ(json_number_of(twice, "global_load_sectors"), 256);
    CHECK_STR(json_text(twice, "kernel"), "lab::scale");
    CHECK_STR(json_text(twice, "symbol"), "_ZN3lab5scaleIfLi2EEEvPT_i");
    const Json *other = configuration(result, "lab::scale<float, 2>(float*, int)", 8, 128);
    CHECK_EQ(json_number_of(other, "launches"), 1);
    const Json *wide = configuration(result, "lab::scale<double, 2>(double*, int)", 4, 256);
    CHECK_EQ(json_number_of(wide, "global_load_sectors"), 256);
    CHECK(configuration(result, "lab::scale<float, 3>(float*, int)", 4, 256) != NULL);
    CHECK(configuration(result, "touch(int*)", 1, 32) && configuration(result, "touch(float*)", 1, 64));
    CHECK(configuration(result, "count_arguments<>(int*)", 1, 32) != NULL);
    CHECK(configuration(result, "count_arguments<double, int>(int*, double, int)", 1, 32) != NULL);
    int alone = 0;
    for (const Json *c = json_get(result, "configurations")->first; c; c = c->next)
        alone += !strcmp(json_text(c, "instance"), "alone(int*)");
    CHECK_EQ(alone, 2); // which differ in their dynamic shared memory alone
    check_sums(result);
}

// What is beyond the 4096 configurations of a kernel is in one more entry.
TEST(more_configurations_than_are_kept) {
    const Json *result = result_of("4200");
    if (!json_get(result, "configurations")) {
        CHECK(!"no configurations");
        return;
    }
    int alone = 0;
    double rest = 0;
    for (const Json *c = json_get(result, "configurations")->first; c; c = c->next) {
        if (strcmp(json_text(c, "instance"), "alone(int*)")) continue;
        alone++;
        if (json_get(c, "grid")->kind == JSON_NULL) rest = json_number_of(c, "launches");
    }
    CHECK_EQ(alone, 4097);
    CHECK_EQ(rest, 4200 - 4096 + 2);
    check_sums(result);
}

CHECK_MAIN()
