// Functions of the host that streams run (cudaLaunchHostFunc). One that nothing needs yet is put off, for the host may
// learn that the work before it is done by what it does: it sets a flag, it wakes a thread.
//
// It runs when the host waits for its stream, and before work that comes behind it and may see what it does. Where the host makes no call and
// spins, or sleeps, it waits for something, and there is nothing else: then a thread of ours runs it, and the host has
// waited for it. What a function does for work behind it may be what the host looks at as well: it counts so, too.
#include <pthread.h>
#include <string.h>
#include <time.h>

#include "grader/runtime/runtime.h"

// How long the host makes no call before it counts as waiting: processor time of it, or time by the clock, in ms.
enum { SPINS_AFTER = 10, SLEEPS_AFTER = 100, LOOK_EVERY = 2 };

typedef struct {
    HostFunction function;
    cudaStream_t stream;
    uint64_t number; // in the order of the calls; 0: a free place
} PutOff;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

// Guarded by the lock, but that `places` is looked at without it, too.
static PutOff put_off[HOST_FUNCTIONS_MOST];
static uint64_t asked;  // functions so far
static uint64_t places; // those that are put off, a bit each
static bool running;    // one of them
static bool has_thread;

static uint32_t calls, under_way; // calls of the runtime so far, and at the moment
static _Thread_local bool in_function;

static void run(cudaStream_t stream, const HostFunction *f) {
    in_function = true;
    watch_host_function(stream, true);
    if (f->callback)
        f->callback(stream, f->error, f->data); // it is told about errors of the work before it
    else
        f->function(f->data);
    watch_host_function(stream, false);
    in_function = false;
}

static uint64_t ask(HostFunctionStep step, uint64_t place, uint64_t stream) {
    Request request = {.call = CALL_HOST_FUNCTION,
                       .arg = {step, place},
                       .stream = stream,
                       .waits = step == HOST_FUNCTION_AWAITED};
    return exchange(&request) == cudaSuccess ? request.reply.value[0] : 0;
}

// The one of these that was asked for first; -1: none.
static int first_of(uint64_t these) {
    int first = -1;
    for (int i = 0; i < HOST_FUNCTIONS_MOST; i++)
        if (these >> i & 1 && put_off[i].number && (first < 0 || put_off[i].number < put_off[first].number))
            first = i;
    return first;
}

// Runs the functions in these places. With the lock, which is released meanwhile.
static void run_these(uint64_t these) {
    for (int place = first_of(these); place >= 0; place = first_of(these)) {
        if (running) {
            pthread_cond_wait(&changed, &lock);
            continue;
        }
        const PutOff f = put_off[place];
        running = true;
        pthread_mutex_unlock(&lock);
        ask(HOST_FUNCTION_AWAITED, (uint64_t)place, 0);
        run(f.stream, &f.function);
        pthread_mutex_lock(&lock);
        put_off[place].number = 0;
        running = false;
        places &= ~(1ull << place);
        pthread_cond_broadcast(&changed);
    }
}

static void run_places(uint64_t these) {
    if (!these) return;
    pthread_mutex_lock(&lock);
    run_these(these);
    pthread_mutex_unlock(&lock);
}

static double milliseconds(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

// Waits until the host has made no call for long enough. With the lock, which is released meanwhile.
static void wait_for_silence(void) {
    const struct timespec pause = {.tv_nsec = LOOK_EVERY * 1000 * 1000};
    double spins = 0, sleeps = 0;
    uint32_t seen = __atomic_load_n(&calls, __ATOMIC_SEQ_CST) - 1;
    while (places) {
        const uint32_t now = __atomic_load_n(&calls, __ATOMIC_SEQ_CST);
        if (now != seen || __atomic_load_n(&under_way, __ATOMIC_SEQ_CST)) {
            seen = now;
            spins = milliseconds(CLOCK_PROCESS_CPUTIME_ID) + SPINS_AFTER;
            sleeps = milliseconds(CLOCK_MONOTONIC) + SLEEPS_AFTER;
        } else if (milliseconds(CLOCK_PROCESS_CPUTIME_ID) > spins || milliseconds(CLOCK_MONOTONIC) > sleeps) {
            return;
        }
        pthread_mutex_unlock(&lock);
        nanosleep(&pause, NULL);
        pthread_mutex_lock(&lock);
    }
}

static void *serve(void *unused) {
    pthread_mutex_lock(&lock);
    for (;;) {
        while (!places) pthread_cond_wait(&changed, &lock);
        wait_for_silence();
        const int place = first_of(places);
        if (place >= 0 && !running) run_these(1ull << place);
    }
    return unused;
}

// With the lock.
static bool have_thread(void) {
    pthread_t thread;
    if (!has_thread && pthread_create(&thread, NULL, serve, NULL) == 0) {
        pthread_detach(thread);
        has_thread = true;
    }
    return has_thread;
}

static int free_place(void) {
    for (int i = 0; i < HOST_FUNCTIONS_MOST; i++)
        if (!put_off[i].number) return i;
    return -1;
}

void host_function_ask(cudaStream_t stream, const HostFunction *f, bool now) {
    pthread_mutex_lock(&lock);
    while (free_place() < 0) run_these(places);
    const int place = free_place();
    put_off[place] = (PutOff){*f, stream, ++asked};
    pthread_mutex_unlock(&lock);
    const bool later = ask(HOST_FUNCTION_ASKED, (uint64_t)place, handle_of(stream));
    const uint64_t before = places ? ask(HOST_FUNCTION_BEFORE, places, handle_of(stream)) : 0;
    pthread_mutex_lock(&lock);
    places |= 1ull << place;
    if (now || !later || !have_thread()) run_these(before | 1ull << place);
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&lock);
}

void host_functions_run(void) {
    run_places(places);
}

bool is_work(const Request *r) {
    switch (r->call) {
    case CALL_LAUNCH:
    case CALL_WRITE:
    case CALL_WRITE_2D:
    case CALL_READ:
    case CALL_READ_2D:
    case CALL_COPY:
    case CALL_COPY_2D:
    case CALL_FILL:
    case CALL_FILL_2D: return true;
    default: return false;
    }
}

// Could the work see what a function does? Kernels of a lab see no memory of the host.
static bool sees_host_memory(const Request *r) {
    const bool copies = is_page_locked(r->payload.start) || is_page_locked(r->answer.start);
    return is_work(r) && (copies || connection_runs_program());
}

// Not ours, and not of a function itself, which may not call CUDA.
static bool is_of_program(const Request *r) {
    return r->call != CALL_HOST_FUNCTION && !in_function;
}

void host_functions_before(const Request *r) {
    if (!is_of_program(r)) return;
    __atomic_add_fetch(&under_way, 1, __ATOMIC_SEQ_CST);
    if (places && sees_host_memory(r)) run_places(ask(HOST_FUNCTION_BEFORE, places, r->stream));
}

void host_functions_after(const Request *r) {
    if (!is_of_program(r)) return;
    if (places && (r->waits || r->call == CALL_STREAM_QUERY || r->call == CALL_EVENT_QUERY))
        run_places(ask(HOST_FUNCTION_KNOWN, places, 0));
    __atomic_add_fetch(&calls, 1, __ATOMIC_SEQ_CST);
    __atomic_sub_fetch(&under_way, 1, __ATOMIC_SEQ_CST);
}
