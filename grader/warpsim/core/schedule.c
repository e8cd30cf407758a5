// The order of warps and blocks, as the public interface has it.
#include "grader/warpsim/core/simulator.h"

void warpsim_set_schedule(Warpsim *s, WarpsimSchedule schedule) {
    s->schedule = schedule;
}

void warpsim_set_order(Warpsim *s, WarpsimSchedule order) {
    s->order = order;
}

bool warpsim_sums_floats(const Warpsim *s) {
    return s->sums_floats;
}

bool warpsim_order_matters(const Warpsim *s, bool of_lanes) {
    return of_lanes ? s->shares_lanes : s->updates;
}

void warpsim_part_lanes(Warpsim *s, bool apart) {
    s->lanes_apart = apart;
}

void warpsim_forgo_races(Warpsim *s) {
    s->forgoes_races = true;
}

bool warpsim_lost_updates(const Warpsim *s) {
    return findings_at(&s->lost, 0) != NULL;
}

void warpsim_doubt_strong_accesses(Warpsim *s) {
    const Finding *f;
    if (findings_at(&s->lost, 0)) { // they say more than that something is not ordered
        findings_add_launch(&s->findings, &s->lost);
        return;
    }
    for (int i = 0; (f = findings_at(&s->withheld, i));) {
        if (f->check == CHECK_RACE)
            findings_surface(&s->findings, &s->withheld, CHECK_RACE, f->function, f->instruction, f->launch);
        else
            i++;
    }
}
