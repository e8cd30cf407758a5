// Page-locked memory of copies that the host has not waited for: its pages are protected, so that host code that uses
// them meanwhile is noticed (fault.c), told to `device` with its line, and goes on.
//
// Which copies are done, only `device` knows: it is asked after each call that waits. Pages that hold other bytes, too,
// are watched until the host uses those. The list is guarded by the conversation's lock.
#include <sys/mman.h>

#include "grader/runtime/runtime.h"

enum { WATCHED_MAX = 1024, PAGE = 4096 };

typedef struct {
    char *first, *end; // whole pages; NULL: a free place
    const char *start,
        *behind;  // the copy's bytes, which may leave out some of the first and of the last page
    bool written; // by the copy: reading them is too early as well
    bool open;    // a host function that comes behind the copy is running
} Watched;

static Watched watched[WATCHED_MAX];
static int count, next; // places in use; the one that is taken next, whose copy is the oldest
static bool any_copies; // since the process began
static _Thread_local bool in_function;
static _Thread_local cudaStream_t function_stream;

static void protect(const Watched *w) {
    if (w->first && !w->open)
        mprotect(w->first, (size_t)(w->end - w->first), w->written ? PROT_NONE : PROT_READ);
}

static void unprotect(const Watched *w) {
    mprotect(w->first, (size_t)(w->end - w->first), PROT_READ | PROT_WRITE);
}

// Pages of two copies stay protected for the other one.
static void forget(Watched *w) {
    const Watched gone = *w;
    unprotect(w);
    *w = (Watched){0};
    count--;
    for (int i = 0; i < WATCHED_MAX && count; i++)
        if (watched[i].first && watched[i].first < gone.end && gone.first < watched[i].end)
            protect(&watched[i]);
}

static bool overlaps(const Watched *w, const char *start, size_t bytes) {
    return w->first && start < w->end && w->first < start + bytes;
}

static size_t span(const HostBlock *block) {
    return block->rows ? (block->rows - 1) * block->pitch + block->width : 0;
}

bool watch_covers(const HostBlock *block) {
    if (!connection_lock()) return false;
    bool covers = shared_watch_covers(block->start, span(block));
    for (int i = 0; i < WATCHED_MAX; i++) covers |= overlaps(&watched[i], block->start, span(block));
    connection_unlock();
    return covers;
}

// What the request sends from, and receives into, must be open to the kernel.
void watch_before(const Request *request) {
    shared_watch_open(request->payload.start, span(&request->payload));
    shared_watch_open(request->answer.start, span(&request->answer));
    if (!count) return;
    for (int i = 0; i < WATCHED_MAX; i++)
        if (overlaps(&watched[i], request->payload.start, span(&request->payload)) ||
            overlaps(&watched[i], request->answer.start, span(&request->answer)))
            unprotect(&watched[i]);
}

static void add(const void *start, size_t bytes, bool written) {
    Watched new = {.written = written, .start = start, .behind = (const char *)start + bytes};
    if (shared_watch_covers(start, bytes)) return;
    any_copies = true;
    if (!page_locked_pages(start, bytes, &new.first, &new.end)) return;
    Watched *place = &watched[next++ % WATCHED_MAX];
    if (place->first) forget(place);
    *place = new;
    count++;
}

static const void *at(uint64_t address) {
    return (const void *)(uintptr_t)address;
}

static void add_copy(const Request *r) {
    switch (r->call) {
    case CALL_WRITE:
        if (r->arg[1]) add(r->payload.start, r->payload.width, false);
        break;
    case CALL_READ:
        if (r->arg[2]) add(r->answer.start, r->answer.width, true);
        break;
    case CALL_COPY: // memory that both sides see
        add(at(r->arg[0]), r->arg[2], true);
        add(at(r->arg[1]), r->arg[2], false);
        break;
    case CALL_COPY_2D:
        if (!r->arg[5]) break;
        add(at(r->arg[0]), (r->arg[5] - 1) * r->arg[1] + r->arg[4], true);
        add(at(r->arg[2]), (r->arg[5] - 1) * r->arg[3] + r->arg[4], false);
        break;
    case CALL_WRITE_2D: // what lies between the rows is watched, too, and `device` says that it does not matter
        if (r->arg[4]) add(r->payload.start, span(&r->payload), false);
        break;
    case CALL_READ_2D:
        if (r->arg[4]) add(r->answer.start, span(&r->answer), true);
        break;
    default: break;
    }
}

// Does work that the host, or the function that it runs, cannot know to be done use the pages?
static bool is_under_way(const Watched *w) {
    for (char *part = w->first; part < w->end; part += HOST_ACCESS_MOST) {
        const size_t left = (size_t)(w->end - part),
                     bytes = left < HOST_ACCESS_MOST ? left : HOST_ACCESS_MOST;
        Request ask = {.call = CALL_HOST_ACCESS,
                       .arg = {handle_of(part), bytes, 1, HOST_ASKS, in_function},
                       .stream = handle_of(function_stream)};
        if (exchange_locked(&ask) == cudaSuccess && ask.reply.value[0]) return true;
    }
    return false;
}

static bool host_has_waited(const Request *r) {
    switch (r->call) {
    case CALL_MALLOC: return false;
    case CALL_STREAM_QUERY:
    case CALL_EVENT_QUERY:
    case CALL_EVENT_ELAPSED:
    case CALL_ARRAY_FREE:
    case CALL_RESET: return true;
    default: return r->waits;
    }
}

void watch_after(const Request *request, cudaError_t error) {
    const bool waited = host_has_waited(request);
    if (error == cudaSuccess && !waited) add_copy(request);
    shared_watch_after(error == cudaSuccess && !waited && is_work(request), waited);
    if (!count) return;
    for (int i = 0; i < WATCHED_MAX && waited; i++)
        if (watched[i].first && !is_under_way(&watched[i])) forget(&watched[i]);
    for (int i = 0; i < WATCHED_MAX; i++)
        if (overlaps(&watched[i], request->payload.start, span(&request->payload)) ||
            overlaps(&watched[i], request->answer.start, span(&request->answer)) ||
            request->call == CALL_COPY || request->call == CALL_COPY_2D)
            protect(&watched[i]);
}

// The copy does not use the byte: its page, at one of the two ends, is watched no longer.
static void leave_page(Watched *w, const void *address) {
    if ((const char *)address < w->start)
        w->first += PAGE;
    else
        w->end -= PAGE;
    char *page = (char *)(handle_of(address) / PAGE * PAGE);
    mprotect(page, PAGE, PROT_READ | PROT_WRITE);
    if (w->first >= w->end) {
        *w = (Watched){0};
        count--;
    }
}

// Another thread may have opened the pages since the fault: then the access need only be made again.
bool watch_fault(const void *address, bool writes, uintptr_t program_counter) {
    uint64_t caller[MESSAGE_CALLERS] = {student_file_offset(program_counter)};
    Request told = {.call = CALL_HOST_ACCESS,
                    .arg = {handle_of(address), 1, 0, HOST_TOUCHES, in_function},
                    .caller = caller,
                    .stream = handle_of(function_stream)};
    if (!connection_lock()) return false;
    collect_callers(caller);
    bool found = shared_watch_fault(address, writes, &told), known = found || is_page_locked(address);
    for (int i = 0; i < WATCHED_MAX && !found && known; i++) {
        Watched *w = &watched[i];
        if (!overlaps(w, address, 1) || w->open || !(writes || w->written)) continue;
        if ((const char *)address < w->start || (const char *)address >= w->behind) {
            leave_page(w, address);
            continue;
        }
        told.arg[2] = writes || !w->written;
        if (!found) exchange_locked(&told);
        found = true;
        forget(w);
    }
    connection_unlock();
    return known;
}

// What comes before the function in its stream is done for it, and for it alone. How a program of the user's own learns
// that a function has run cannot be seen: there it counts as having waited.
void watch_host_function(cudaStream_t stream, bool begins) {
    const bool lenient = count && connection_runs_program();
    if (!count || !connection_lock()) return;
    function_stream = stream;
    in_function = begins;
    for (int i = 0; i < WATCHED_MAX; i++) {
        Watched *w = &watched[i];
        if (!w->first || (begins ? is_under_way(w) : !w->open)) continue;
        w->open = begins;
        if (begins)
            unprotect(w);
        else if (lenient)
            forget(w);
        else
            protect(w);
    }
    connection_unlock();
}

// As CUDA has it, this waits for the copies.
void watch_release(const void *start, size_t bytes) {
    if (!any_copies || !connection_lock()) return;
    for (int i = 0; i < WATCHED_MAX && count; i++)
        if (overlaps(&watched[i], start, bytes)) forget(&watched[i]);
    for (size_t done = 0; done < bytes; done += HOST_ACCESS_MOST) {
        const size_t left = bytes - done, part = left < HOST_ACCESS_MOST ? left : HOST_ACCESS_MOST;
        Request release = {.call = CALL_HOST_ACCESS,
                           .arg = {handle_of(start) + done, part, 1, HOST_RELEASES}};
        exchange_locked(&release);
    }
    connection_unlock();
}
