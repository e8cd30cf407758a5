// The seccomp filter that every jail starts its program under.
#ifndef WARPBOOK_JAIL_FILTER_RULES_H
#define WARPBOOK_JAIL_FILTER_RULES_H

#include "grader/jail/filter.h"

typedef struct {
    bool allow_programs; // as in JailSpec
    bool writable;       // it may write somewhere
    bool alone;          // it cannot see other processes: they are in another pid namespace
} JailFilterRules;

void build_jail_filter(Filter *filter, JailFilterRules rules);

#endif
