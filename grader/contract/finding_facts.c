// The names of the facts of findings.
#include "grader/contract/finding_facts.h"

#include <stddef.h>

#define FACT_NAME(fact, name) name,
static const char *const names[FINDING_FACT_COUNT] = {FINDING_FACTS(FACT_NAME)};
#undef FACT_NAME

const char *finding_fact_name(int number) {
    return number >= 0 && number < FINDING_FACT_COUNT ? names[number] : NULL;
}
