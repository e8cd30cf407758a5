// Handles of libraries: which live, and what was set in them.
#include "grader/libraries/libraries.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/runtime/libraries.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static LibraryHandle *living;

LibraryHandle *handle_new(HandleKind kind) {
    LibraryHandle *handle = calloc(1, sizeof *handle);
    if (!handle) return NULL;
    handle->kind = kind;
    pthread_mutex_lock(&lock);
    handle->next = living;
    living = handle;
    pthread_mutex_unlock(&lock);
    return handle;
}

// Where the handle hangs in the list. The lock is held.
static LibraryHandle **place_of(const void *handle, HandleKind kind) {
    LibraryHandle **at = &living;
    while (*at && (*at != handle || (*at)->kind != kind)) at = &(*at)->next;
    return at;
}

LibraryHandle *handle_find(const void *handle, HandleKind kind) {
    pthread_mutex_lock(&lock);
    LibraryHandle *found = *place_of(handle, kind);
    pthread_mutex_unlock(&lock);
    return found;
}

bool handle_destroy(const void *handle, HandleKind kind) {
    pthread_mutex_lock(&lock);
    LibraryHandle **at = place_of(handle, kind), *found = *at;
    if (found) *at = found->next;
    pthread_mutex_unlock(&lock);
    free(found);
    return found != NULL;
}

void library_not_simulated(const char *name) {
    char plain[100];
    const size_t length = strlen(name);
    const bool versioned = length > 3 && !strcmp(name + length - 3, "_v2");
    snprintf(plain, sizeof plain, "%.*s", (int)(versioned ? length - 3 : length), name);
    runtime_library_call(plain);
}
