// Findings about host code, and the source lines of host addresses.
#include <string.h>

#include "grader/device/device.h"

HostFinding *note_host(Device *d, const char *check, const uint64_t *caller) {
    for (int i = 0; i < d->host_finding_count; i++) {
        HostFinding *f = &d->host_findings[i];
        if (strcmp(f->check, check) == 0 && memcmp(f->caller, caller, sizeof f->caller) == 0) return NULL;
    }
    if (d->host_finding_count == MAX_HOST_FINDINGS) return NULL;
    HostFinding *f = &d->host_findings[d->host_finding_count++];
    memset(f, 0, sizeof *f);
    f->check = check;
    memcpy(f->caller, caller, sizeof f->caller);
    return f;
}

// Generated stubs and the toolkit's headers are not the user's.
static bool is_users(const char *file) {
    return !strstr(file, "/include/") && !strstr(file, "tmpxft") && strncmp(file, "/usr/", 5) != 0;
}

bool host_place(const Device *d, const uint64_t *caller, HostLine *line) {
    for (int i = 0; i < CALLERS && caller[i]; i++)
        if (find_host_line(&d->image, caller[i], line) && line->line > 0 && is_users(line->file)) return true;
    return false;
}
