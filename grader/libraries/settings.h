// A setting of a handle: the two functions that set it and ask for it.
#ifndef WARPBOOK_LIBRARY_SETTINGS_H
#define WARPBOOK_LIBRARY_SETTINGS_H

// `find(handle)` is the LibraryHandle or NULL; the answers are those of the library.
#define STREAM(status, ok, bad, find, handle_type, set, get)                                                 \
    EXPORT status set(handle_type handle, cudaStream_t stream) {                                             \
        LibraryHandle *h = find(handle);                                                                     \
        if (h) h->stream = stream;                                                                           \
        return h ? ok : bad;                                                                                 \
    }                                                                                                        \
    EXPORT status get(handle_type handle, cudaStream_t *stream) {                                            \
        const LibraryHandle *h = find(handle);                                                               \
        if (h && stream) *stream = h->stream;                                                                \
        return h ? ok : bad;                                                                                 \
    }

#define SETTING(status, ok, bad, find, handle_type, number, type, set, get)                                  \
    EXPORT status set(handle_type handle, type value) {                                                      \
        LibraryHandle *h = find(handle);                                                                     \
        if (h) h->setting[number] = (long)value;                                                             \
        return h ? ok : bad;                                                                                 \
    }                                                                                                        \
    EXPORT status get(handle_type handle, type *value) {                                                     \
        const LibraryHandle *h = find(handle);                                                               \
        if (h && value) *value = (type)h->setting[number];                                                   \
        return h ? ok : bad;                                                                                 \
    }

// Two functions that make and destroy a handle.
#define MAKE(status, ok, bad, no_memory, kind, handle_type, create, destroy)                                 \
    EXPORT status create(handle_type *handle) {                                                              \
        if (!handle) return bad;                                                                             \
        *handle = (handle_type)(void *)handle_new(kind);                                                     \
        return *handle ? ok : no_memory;                                                                     \
    }                                                                                                        \
    EXPORT status destroy(handle_type handle) {                                                              \
        return handle_destroy((const void *)handle, kind) ? ok : bad;                                        \
    }

#endif
