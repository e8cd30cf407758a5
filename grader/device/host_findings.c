// Findings about host code, and the source lines of host addresses.
#include <string.h>

#include "grader/device/device.h"

HostFinding *note_host(Device *d, const char *check, const uint64_t *caller) {
    for (int i = 0; i < d->host_finding_count; i++) {
        HostFinding *f = &d->host_findings[i];
        if (strcmp(f->check, check) == 0 && memcmp(f->caller, caller, sizeof f->caller) == 0) return NULL;
    }
    // The last place is everybody's until it is that of what ended the case.
    HostFinding *last = &d->host_findings[MAX_HOST_FINDINGS - 1];
    const bool full = d->host_finding_count == MAX_HOST_FINDINGS;
    d->findings_left_out += full;
    if (full && last->fatal) return NULL;
    HostFinding *f = full ? last : &d->host_findings[d->host_finding_count++];
    memset(f, 0, sizeof *f);
    f->check = check;
    memcpy(f->caller, caller, sizeof f->caller);
    return f;
}

// Stubs that nvcc generates are not the user's either.
static bool is_users(const char *file) {
    return !strstr(file, "tmpxft") && warpsim_is_users_file(file);
}

bool host_place(const Device *d, const uint64_t *caller, HostLine *line) {
    for (int i = 0; i < CALLERS && caller[i]; i++)
        if (find_host_line(&d->image, caller[i], line) && line->line > 0 && is_users(line->file)) return true;
    return false;
}
