// The conversation with `device`: one socket, one request at a time, whichever thread asks.
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "grader/contract/student_status.h"
#include "grader/runtime/conversation.h"
#include "grader/runtime/runtime.h"

enum { PARTS_MAX = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t call_began = PTHREAD_COND_INITIALIZER;

// All below is guarded by the lock.
static bool opened;         // CALL_HELLO has been answered
static cudaError_t refusal; // what it was answered with
static uint64_t offered;    // HelloFlags, from the answer
static bool hosted;         // this process serves STUDENT_CALL
static bool in_call;        // and is serving one now
static bool receiving;      // some thread is waiting for the next one
static void *pending_call;  // payload that has arrived but was not picked up by runtime_receive_call
static size_t pending_size;

// The process that said hello, in memory that children made by fork share: the socket serves one process.
static pid_t *owner;

__attribute__((constructor)) static void share_owner(void) {
    void *page = MAP_FAILED;
    if (connection_is_possible())
        page = mmap(NULL, sizeof *owner, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page != MAP_FAILED) owner = page;
}

// There is nobody left to simulate a GPU, and nobody to report to.
static _Noreturn void end_without_device(const char *what) {
    fflush(stdout);
    fprintf(stderr, "warpbook: %s, so this program ends here; the grader's report says why\n", what);
    _exit(STUDENT_NOT_CONNECTED);
}

static _Noreturn void device_is_gone(void) {
    end_without_device("the process that stands in for the GPU has ended");
}

// Sends the head and the block. Returns false when the other end is gone.
static bool send_message(const MessageHead *head, const HostBlock *block) {
    const size_t total = sizeof *head + host_block_size(block);
    for (size_t done = 0; done < total;) {
        struct iovec parts[PARTS_MAX];
        int count = 0;
        if (done < sizeof *head) parts[count++] = (struct iovec){(char *)head + done, sizeof *head - done};
        size_t block_done = done < sizeof *head ? 0 : done - sizeof *head;
        count += host_block_parts(block, block_done, parts + count, PARTS_MAX - count);
        struct msghdr message = {.msg_iov = parts, .msg_iovlen = (size_t)count};
        ssize_t sent = sendmsg(STUDENT_SOCKET_FD, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) return false;
        done += (size_t)sent;
    }
    return true;
}

// Fills the first `size` bytes of the block. Returns false when the other end is gone.
static bool receive_block(const HostBlock *block, size_t size) {
    for (size_t done = 0; done < size;) {
        struct iovec parts[PARTS_MAX];
        int count = host_block_parts(block, done, parts, PARTS_MAX);
        size_t wanted = size - done; // never read on into the next message
        for (int i = 0; i < count; i++) {
            if (parts[i].iov_len >= wanted) {
                parts[i].iov_len = wanted;
                count = i + 1;
            }
            wanted -= parts[i].iov_len;
        }
        ssize_t got = readv(STUDENT_SOCKET_FD, parts, count);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        done += (size_t)got;
    }
    return true;
}

static bool receive_bytes(void *start, size_t size) {
    HostBlock block = host_bytes(start, size);
    return receive_block(&block, size);
}

// Takes the rest of a payload off the socket, to stdout or to nowhere.
static void receive_rest(size_t size, bool print) {
    char buffer[4096];
    for (size_t part; size > 0; size -= part) {
        part = size < sizeof buffer ? size : sizeof buffer;
        if (!receive_bytes(buffer, part)) device_is_gone();
        if (print) fwrite(buffer, 1, part, stdout);
    }
}

static bool answers_with_text(uint32_t call) {
    if (call == CALL_STREAM_QUERY || call == CALL_EVENT_QUERY) return true;
    return call == CALL_SYNCHRONIZE || call == CALL_STREAM_SYNCHRONIZE || call == CALL_EVENT_SYNCHRONIZE;
}

// Numbers host threads from 0 on, in the order in which they first ask for something.
static uint32_t thread_number(void) {
    static uint32_t threads; // guarded by the lock
    static _Thread_local uint32_t mine;
    if (!mine) mine = ++threads;
    return mine - 1;
}

// One request and its reply; the lock is held.
static cudaError_t talk(Request *request, MessageHead *head) {
    head->call = request->call;
    head->device = (uint32_t)current_device();
    head->size = host_block_size(&request->payload);
    head->stream = request->stream;
    head->thread = thread_number();
    head->waits = request->waits;
    memcpy(head->arg, request->arg, sizeof head->arg);
    if (!send_message(head, &request->payload)) device_is_gone();

    if (!receive_bytes(&request->reply, sizeof request->reply)) device_is_gone();
    size_t size = request->reply.size, wanted = host_block_size(&request->answer);
    if (size < wanted) wanted = size;
    if (!receive_block(&request->answer, wanted)) device_is_gone();
    receive_rest(size - wanted, answers_with_text(request->call));
    return (cudaError_t)request->reply.error;
}

static bool is_socket(int fd) {
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISSOCK(status.st_mode);
}

bool connection_is_possible(void) {
    static int known; // 0 not asked yet, 1 yes, 2 no: a socket that appears later is not ours
    if (known == 0) known = is_socket(STUDENT_SOCKET_FD) ? 1 : 2;
    return known == 1;
}

// This process becomes the one that talks, unless another one does; one that has ended has left its place.
static bool become_owner(void) {
    pid_t before = 0;
    if (!owner) return false;
    if (__atomic_compare_exchange_n(owner, &before, getpid(), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return true;
    if (before == getpid()) return true;
    if (hosted || kill(before, 0) == 0 || errno != ESRCH) return false;
    return __atomic_compare_exchange_n(owner, &before, getpid(), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

static cudaError_t refuse_second_process(void) {
    static bool said;
    if (!hosted && !said)
        fprintf(stderr,
                "warpbook: two processes of this program call CUDA: only the one that began is simulated\n");
    said = true;
    return cudaErrorInitializationError;
}

// Says hello before the first request. A child made by fork shares the socket but must not talk on it, and a
// program that is started by this one does not get it.
static cudaError_t open_connection(void) {
    if (opened && owner && *owner == getpid()) return refusal;
    if (opened || !become_owner()) return refuse_second_process();
    opened = true;
    MessageHead head = {0};
    Request hello = {.call = CALL_HELLO, .arg = {PROTOCOL_VERSION, CUDART_VERSION}};
    refusal = talk(&hello, &head);
    offered = hello.reply.value[0];
    if (offered & HELLO_PROGRAM) fcntl(STUDENT_SOCKET_FD, F_SETFD, FD_CLOEXEC);
    return refusal;
}

// Reads the next STUDENT_CALL into pending_call, with the lock released meanwhile. Returns false at the end.
static bool receive_call(void) {
    MessageHead head;
    void *payload = NULL;
    receiving = true;
    pthread_mutex_unlock(&lock);
    bool alive = receive_bytes(&head, sizeof head);
    if (alive && head.call != STUDENT_CALL) end_without_device("`device` sent something that is not a call");
    if (alive && !(payload = malloc(head.size + 1)))
        end_without_device("there is no memory for the arguments");
    if (alive) alive = receive_bytes(payload, head.size);
    pthread_mutex_lock(&lock);
    receiving = false;
    if (!alive) {
        free(payload);
        return false;
    }
    pending_call = payload;
    pending_size = head.size;
    in_call = true;
    pthread_cond_broadcast(&call_began);
    return true;
}

// `device` listens only while a call is open. Constructors of the student's file and threads that live on
// after a call therefore wait for the next call.
static void wait_for_call(void) {
    while (hosted && !in_call) {
        if (receiving) {
            pthread_cond_wait(&call_began, &lock);
        } else if (!receive_call()) {
            fflush(stdout);
            _exit(EXIT_SUCCESS); // the conversation is over and nobody asked for a call
        }
    }
}

static _Thread_local bool holds_lock;

bool connection_lock(void) {
    if (holds_lock) return false;
    pthread_mutex_lock(&lock);
    holds_lock = true;
    return true;
}

void connection_unlock(void) {
    holds_lock = false;
    pthread_mutex_unlock(&lock);
}

cudaError_t exchange_locked(Request *request) {
    MessageHead head = {0};
    if (request->caller) memcpy(head.caller, request->caller, sizeof head.caller);
    return talk(request, &head);
}

cudaError_t exchange(Request *request) {
    if (!connection_is_possible()) return cudaErrorInsufficientDriver;
    MessageHead head = {0};
    if (request->caller)
        memcpy(head.caller, request->caller, sizeof head.caller);
    else
        collect_callers(head.caller);
    if (holds_lock) return cudaErrorUnknown;
    host_functions_before(request);
    connection_lock();
    wait_for_call();
    cudaError_t error = open_connection();
    if (error == cudaSuccess) {
        watch_before(request);
        error = talk(request, &head);
        watch_after(request, error);
    }
    connection_unlock();
    host_functions_after(request);
    return error;
}

static bool is_offered(uint64_t flag) {
    if (!connection_is_possible()) return false;
    pthread_mutex_lock(&lock);
    wait_for_call();
    const bool is = open_connection() == cudaSuccess && offered & flag;
    pthread_mutex_unlock(&lock);
    return is;
}

bool connection_runs_program(void) {
    return is_offered(HELLO_PROGRAM);
}

bool connection_shares_memory(void) {
    return is_offered(HELLO_SHARES_MEMORY);
}

cudaError_t ask_device(Request *request) {
    return record_error(exchange(request));
}

cudaError_t ask_device_blocking(Request *request) {
    cudaError_t error = ask_device(request);
    if (request->reply.value[3] > 0) {              // bytes that kernels printed and nobody has fetched
        Request fetch = {.call = CALL_SYNCHRONIZE}; // not waited for: only the text is wanted
        exchange(&fetch);
    }
    return error;
}

bool connection_try_send(const MessageHead *head) {
    const struct timespec pause = {.tv_nsec = 10 * 1000 * 1000};
    const HostBlock nothing = {0};
    if (!connection_is_possible()) return false;
    for (int attempt = 0; attempt < 50; attempt++) {
        if (pthread_mutex_trylock(&lock) == 0) {
            bool sent = send_message(head, &nothing);
            pthread_mutex_unlock(&lock);
            return sent;
        }
        nanosleep(&pause, NULL);
    }
    return false;
}

EXPORT void runtime_host_student(const char *path) {
    set_student_file(path);
    pthread_mutex_lock(&lock);
    hosted = true;
    pthread_mutex_unlock(&lock);
}

EXPORT void *runtime_receive_call(size_t *size) {
    pthread_mutex_lock(&lock);
    while (!pending_call) {
        if (receiving)
            pthread_cond_wait(&call_began, &lock);
        else if (!connection_is_possible() || !receive_call())
            break;
    }
    void *payload = pending_call;
    *size = payload ? pending_size : 0;
    pending_call = NULL;
    pthread_mutex_unlock(&lock);
    return payload;
}

EXPORT void runtime_call_returned(void) {
    const MessageHead head = {.call = CALL_RETURNED};
    const HostBlock nothing = {0};
    host_functions_run();
    fflush(stdout);
    fflush(stderr);
    pthread_mutex_lock(&lock);
    in_call = false;
    bool sent = send_message(&head, &nothing);
    pthread_mutex_unlock(&lock);
    if (!sent) device_is_gone();
}
