// Threads where there is only one: locks are free, and no other thread can be started. See grader/warpsim/wasm/memory.c.
#ifndef WARPBOOK_ALIVE_PTHREAD_H
#define WARPBOOK_ALIVE_PTHREAD_H

#include <errno.h>

typedef int pthread_t, pthread_attr_t, pthread_once_t, pthread_mutex_t, pthread_spinlock_t;

enum { PTHREAD_PROCESS_PRIVATE };
#define PTHREAD_ONCE_INIT         0
#define PTHREAD_MUTEX_INITIALIZER 0

static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                                 void *context) {
    (void)thread, (void)attributes, (void)run, (void)context;
    return EAGAIN;
}

static inline int pthread_join(pthread_t thread, void **result) {
    (void)thread, (void)result;
    return ESRCH;
}

static inline int pthread_once(pthread_once_t *once, void (*run)(void)) {
    if (!*once) *once = 1, run();
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *mutex) {
    return (void)mutex, 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *mutex) {
    return (void)mutex, 0;
}

static inline int pthread_spin_init(pthread_spinlock_t *lock, int shared) {
    return (void)lock, (void)shared, 0;
}

static inline int pthread_spin_lock(pthread_spinlock_t *lock) {
    return (void)lock, 0;
}

static inline int pthread_spin_unlock(pthread_spinlock_t *lock) {
    return (void)lock, 0;
}

#endif
