// Starts the two processes of a case and speaks the grader's part of protocol.h.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE // pipe2, dup3, memfd_create
#endif
#include "grader/session/session.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "grader/jail/jail.h"
#include "grader/report/clean.h"
#include "grader/session/ncu.h"

enum { BUDGET_BASE = 20 * 1000 * 1000, STUDENT_FILE_BYTES = 1 << 20, STUDENT_PROCESSES = 16 };
enum { NO_ROOM = 2 };            // of GRADER_TIME
enum { OCCUPANCY_SECONDS = 60 }; // ptxas has 20 s for each of two GPUs, and is late before `device` is
enum { DEVICE_MEMORY_BASE = 128 << 20, DEVICE_MEMORY_COPIES = 16 };

// A sanitizer reserves terabytes of addresses, which a limit on them would refuse. gcc and clang say it
// differently.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESSES_UNLIMITED
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define ADDRESSES_UNLIMITED
#endif
#ifdef ADDRESSES_UNLIMITED
static const size_t student_memory = 0;
#else
static const size_t student_memory = (size_t)4 << 30;
#endif

typedef struct {
    const SessionSetup *setup;
    CaseData *data;
    SessionResult *result;
    pid_t device;
    Jailed student;
    bool student_started;
    int profile_fd; // what Nsight Compute prints; -1 without it
    OutputPipe output;
    Link link;
    uint64_t address[SPEC_PARAMS]; // of each buffer
} Session;

void session_reserve_descriptor(void) {
    // Fill the gaps below it too: a program may be started with a closed stdin.
    int fd;
    do fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd < STUDENT_SOCKET_FD);
    if (fd > STUDENT_SOCKET_FD) {
        dup3(fd, STUDENT_SOCKET_FD, O_CLOEXEC);
        close(fd);
    }
}

__attribute__((format(printf, 3, 4))) static bool set_reason(Session *s, SessionState state,
                                                             const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    s->result->state = state;
    vsnprintf(s->result->reason, sizeof s->result->reason, format, arguments);
    va_end(arguments);
    return false;
}

// What `device` is, for messages.
static const char *device_words(const Session *s) {
    return s->setup->on_gpu ? "the process that drives the GPU" : "the simulator";
}

static void close_fd(int *fd) {
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

// Enough for the buffers of the case and some copies of them. A submission that takes what it can get must
// not take the whole machine: the simulator's own records are several times as large.
static size_t device_memory(const CaseData *data) {
    size_t bytes = 0;
    for (int i = 0; i < data->arg_count; i++)
        if (data->args[i].buffer) bytes += data->args[i].bytes;
    return DEVICE_MEMORY_BASE + DEVICE_MEMORY_COPIES * bytes;
}

// In the child: becomes `device`. Dies with the grader.
static void become_device(const Session *s, int grader_fd, int student_fd, pid_t parent) {
    const SessionSetup *setup = s->setup;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(127);
    char grader_number[16], student_number[16], workers[16], memory[24];
    snprintf(grader_number, sizeof grader_number, "%d", grader_fd);
    snprintf(student_number, sizeof student_number, "%d", student_fd);
    snprintf(workers, sizeof workers, "%d", setup->workers);
    snprintf(memory, sizeof memory, "%zu", device_memory(s->data));
    fcntl(grader_fd, F_SETFD, 0);
    fcntl(student_fd, F_SETFD, 0);
    const char *argv[NCU_ARGUMENTS + 20];
    char metrics[1000];
    int count = setup->ncu ? ncu_command(setup->ncu, argv, metrics, sizeof metrics) : 0;
    const char *words[] = {
        setup->device_program, "--grader-fd", grader_number, "--student-fd", student_number,
        "--workers",           workers,       "--memory",    memory};
    memcpy(argv + count, words, sizeof words);
    count += sizeof words / sizeof *words;
    if (setup->on_gpu) {
        argv[count++] = "--backend";
        argv[count++] = "gpu";
    } else if (setup->gpu) {
        argv[count++] = "--gpu";
        argv[count++] = setup->gpu;
    }
    if (setup->details) argv[count++] = "--details";
    if (setup->ncu) argv[count++] = "--profiled";
    argv[count++] = setup->submission;
    argv[count] = NULL;
    if (setup->ncu) dup2(s->profile_fd, STDOUT_FILENO);
    if (setup->ncu) dup2(s->profile_fd, STDERR_FILENO);
    execv(argv[0], (char *const *)argv);
    _exit(127);
}

// Starts `device` with its two sockets; leaves the grader's end in the link and the student's in *student_fd.
static bool start_device(Session *s, int *student_fd) {
    int grader[2], student[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, grader) < 0)
        return set_reason(s, SESSION_TROUBLE, "no socket could be made: %s", strerror(errno));
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, student) < 0) {
        int error = errno;
        close(grader[0]);
        close(grader[1]);
        return set_reason(s, SESSION_TROUBLE, "no socket could be made: %s", strerror(error));
    }
    pid_t parent = getpid();
    s->device = fork();
    if (s->device == 0) become_device(s, grader[1], student[1], parent);
    int error = errno;
    close(grader[1]);
    close(student[1]);
    s->link.fd = grader[0];
    *student_fd = student[0];
    if (s->device < 0)
        return set_reason(s, SESSION_TROUBLE, "no process could be started: %s", strerror(error));
    return true;
}

// Gives the waiting `device` the socket of the case's student.
static bool send_socket(const Session *s, int student_fd) {
    char byte = 0, room[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec one = {&byte, 1};
    struct msghdr message = {
        .msg_iov = &one, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN(sizeof student_fd);
    memcpy(CMSG_DATA(head), &student_fd, sizeof student_fd);
    return sendmsg(s->link.fd, &message, MSG_NOSIGNAL) == 1;
}

// The `device` of the case before, made ready for this one. False: there is none that can be.
static bool take_kept_device(Session *s, int *student_fd) {
    KeptDevice *kept = s->setup->kept;
    const MessageHead next = {.call = GRADER_NEXT, .arg = {device_memory(s->data)}};
    MessageHead head = next;
    ReplyHead reply;
    int student[2];
    if (!kept || !kept->pid) return false;
    if (strcmp(kept->submission, s->setup->submission) ||
        socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, student) < 0) {
        session_end_kept(kept);
        return false;
    }
    s->link.fd = kept->fd;
    const bool good =
        link_request(&s->link, &head, NULL, &reply, NULL) && !reply.error && send_socket(s, student[1]);
    close(student[1]);
    if (good) {
        *student_fd = student[0];
        s->device = kept->pid;
        kept->pid = 0;
    } else {
        close(student[0]);
        session_end_kept(kept);
        s->link = (Link){.fd = -1, .deadline = s->link.deadline, .output = s->link.output};
    }
    return good;
}

// Starts the student in the jail, with its socket at STUDENT_SOCKET_FD and its output in our pipe.
static bool start_student(Session *s, int socket_fd) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return set_reason(s, SESSION_TROUBLE, "no pipe could be made: %s", strerror(errno));
    s->output.fd = ends[0];
    fcntl(ends[0], F_SETFL, O_NONBLOCK);

    char library_path[4200];
    snprintf(library_path, sizeof library_path, "LD_LIBRARY_PATH=%s", s->setup->library_folder);
    const char *argv[] = {s->setup->student_program, s->setup->submission, s->setup->call_library, NULL};
    const char *read_only[] = {s->setup->student_program, s->setup->submission, s->setup->call_library,
                               s->setup->library_folder, NULL};
    const char *env[] = {library_path, "PATH=/usr/bin:/bin", "LANG=C.UTF-8", NULL};
    const char *writable[] = {NULL};
    const int keep[] = {STUDENT_SOCKET_FD, -1};
    JailSpec jail = {.argv = argv,
                     .read_only = read_only,
                     .writable = writable,
                     .keep_fds = keep,
                     .stdout_fd = ends[1],
                     .stderr_fd = ends[1],
                     .env = env,
                     .cpu_seconds = s->setup->cpu_seconds,
                     .memory_bytes = student_memory,
                     .file_bytes = STUDENT_FILE_BYTES,
                     .max_processes = STUDENT_PROCESSES,
                     .allow_programs = false};
    // The jail passes descriptors on under their own numbers: put the socket where the student looks for it.
    dup2(socket_fd, STUDENT_SOCKET_FD);
    char error[600];
    s->student_started = jail_start(&jail, &s->student, error, sizeof error);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup3(null, STUDENT_SOCKET_FD, O_CLOEXEC);
    close(null);
    close(ends[1]);
    if (!s->student_started)
        return set_reason(s, SESSION_TROUBLE, "the student's code could not be started: %s", error);
    s->result->jail = s->student.kind;
    return true;
}

// The link ended: says why in the result. Returns false.
static bool link_lost(Session *s) {
    if (s->link.state == LINK_OUTPUT_LIMIT) {
        s->result->output_limit = true;
        s->result->state = SESSION_RAN;
        s->result->outcome = OUTCOME_DISCONNECTED;
    } else if (s->link.state == LINK_LATE) {
        s->result->late = true;
        set_reason(s, SESSION_DEVICE_LOST, "no answer within %.0f seconds", s->setup->wall_seconds);
    } else if (s->link.state == LINK_NONSENSE) {
        set_reason(s, SESSION_DEVICE_LOST, "%s gave an answer that makes no sense", device_words(s));
    } else {
        set_reason(s, SESSION_DEVICE_LOST, s->setup->on_gpu ? "%s ended" : "%s's process ended",
                   device_words(s));
    }
    return false;
}

static bool request(Session *s, MessageHead head, const void *data, ReplyHead *reply, char **payload) {
    return link_request(&s->link, &head, data, reply, payload) || link_lost(s);
}

static bool say_hello(Session *s) {
    ReplyHead reply;
    char *text;
    if (!request(s, (MessageHead){.call = GRADER_HELLO, .arg = {PROTOCOL_VERSION}}, NULL, &reply, &text))
        return false;
    if (reply.error) set_reason(s, SESSION_REFUSED, "%s", "");
    char *to = reply.error ? s->result->reason : s->result->device_name;
    clean_text(to, reply.error ? sizeof s->result->reason : sizeof s->result->device_name, text, reply.size);
    free(text);
    return !reply.error;
}

static bool ask_for_gpu(Session *s) {
    DeviceDescription *gpu = &s->result->gpu;
    ReplyHead reply;
    char *bytes;
    if (!request(s, (MessageHead){.call = GRADER_GPU}, NULL, &reply, &bytes)) return false;
    bool whole = !reply.error && reply.size == sizeof *gpu;
    if (whole) memcpy(gpu, bytes, sizeof *gpu);
    free(bytes);
    snprintf(gpu->name, sizeof gpu->name, "%s", s->result->device_name); // cleaned, and it ends
    s->data->gpu = (LabGpu){.name = gpu->name,
                            .major = (int)gpu->major,
                            .minor = (int)gpu->minor,
                            .sm_count = (int)gpu->sm_count,
                            .warp_size = (int)gpu->warp_size,
                            .threads_per_block_max = (int)gpu->threads_per_block_max,
                            .threads_per_sm = (int)gpu->threads_per_sm,
                            .blocks_per_sm = (int)gpu->blocks_per_sm,
                            .registers_per_block = (int)gpu->registers_per_block,
                            .registers_per_sm = (int)gpu->registers_per_sm,
                            .shared_per_block = gpu->shared_per_block,
                            .shared_per_sm = gpu->shared_per_sm,
                            .constant_memory = gpu->total_constant_memory,
                            .l2_bytes = gpu->l2_bytes,
                            .clock_khz = (int)gpu->clock_khz,
                            .memory_clock_khz = (int)gpu->memory_clock_khz,
                            .memory_bus_bits = (int)gpu->memory_bus_bits};
    return whole || set_reason(s, SESSION_DEVICE_LOST, "%s does not say what GPU it is", device_words(s));
}

static bool allocate_buffers(Session *s) {
    for (int i = 0; i < s->data->arg_count; i++) {
        if (!s->data->args[i].buffer) continue;
        ReplyHead reply;
        const LabParam *param = &s->data->entry->params[i];
        MessageHead head = {.call = GRADER_ALLOCATE,
                            .arg = {s->data->args[i].bytes, 1, element_size(param->type)},
                            .size = strlen(param->name)};
        if (!request(s, head, param->name, &reply, NULL)) return false;
        if (reply.error)
            return set_reason(s, SESSION_TROUBLE, "the %s has no %zu bytes left for %s",
                              s->setup->on_gpu ? "GPU" : "simulated device", s->data->args[i].bytes,
                              param->name);
        s->address[i] = reply.value[0];
    }
    return true;
}

// Has the contents of the buffers remembered, where the work is to be timed.
static bool keep_buffers(Session *s, int round, bool after) {
    ReplyHead reply;
    const MessageHead head = {.call = GRADER_KEEP, .arg = {(uint64_t)round, after}};
    if (!s->setup->timed) return true;
    if (!request(s, head, NULL, &reply, NULL)) return false;
    return !reply.error || set_reason(s, SESSION_TROUBLE, "there is no room for copies of the data");
}

static bool write_buffers(Session *s, int round) {
    for (int i = 0; i < s->data->arg_count; i++) {
        CaseArg *arg = &s->data->args[i];
        ReplyHead reply;
        MessageHead head = {.call = GRADER_WRITE, .size = arg->bytes, .arg = {s->address[i]}};
        if (arg->buffer && !request(s, head, arg->before[round], &reply, NULL)) return false;
    }
    return keep_buffers(s, round, false);
}

static bool read_buffers(Session *s, int round) {
    for (int i = 0; i < s->data->arg_count; i++) {
        CaseArg *arg = &s->data->args[i];
        ReplyHead reply;
        char *bytes;
        if (!arg->buffer) continue;
        MessageHead head = {.call = GRADER_READ, .arg = {s->address[i], arg->bytes}};
        if (!request(s, head, NULL, &reply, &bytes)) return false;
        bool whole = !reply.error && reply.size == arg->bytes;
        if (whole) memcpy(arg->after[round], bytes, arg->bytes);
        free(bytes);
        if (!whole) return set_reason(s, SESSION_DEVICE_LOST, "%s gave no data back", device_words(s));
    }
    s->result->rounds_read = round + 1;
    return keep_buffers(s, round, true);
}

// CallRequest, then per argument its size and its bytes, padded to 8.
static char *pack_call(const Session *s, size_t *size) {
    const CaseData *data = s->data;
    *size = sizeof(CallRequest);
    for (int i = 0; i < data->arg_count; i++)
        *size += 8 + (data->args[i].buffer ? 8 : (data->args[i].bytes + 7) / 8 * 8);
    char *payload = calloc(1, *size), *at = payload;
    if (!payload) return NULL;
    CallRequest call = {.arg_count = (uint64_t)data->arg_count};
    snprintf(call.name, sizeof call.name, "%s", data->entry->name);
    memcpy(at, &call, sizeof call);
    at += sizeof call;
    for (int i = 0; i < data->arg_count; i++) {
        const CaseArg *arg = &data->args[i];
        uint64_t bytes = arg->buffer ? 8 : arg->bytes;
        memcpy(at, &bytes, 8);
        memcpy(at + 8, arg->buffer ? (const void *)&s->address[i] : arg->before[0], bytes);
        at += 8 + (bytes + 7) / 8 * 8;
    }
    return payload;
}

static CallOutcome outcome_of(const ReplyHead *reply) {
    return reply->value[0] <= OUTCOME_NOT_REPLAYABLE ? (CallOutcome)reply->value[0] : OUTCOME_PROTOCOL;
}

static bool make_call(Session *s) {
    size_t size;
    char *payload = pack_call(s, &size), *text;
    if (!payload) return set_reason(s, SESSION_TROUBLE, "no memory left");
    double budget = BUDGET_BASE + s->data->entry->budget_per_cell * (double)s->data->cells;
    MessageHead head = {
        .call = GRADER_CALL, .size = size, .arg = {(uint64_t)budget, (uint64_t)s->setup->idle_ms}};
    ReplyHead reply;
    bool answered = request(s, head, payload, &reply, &text);
    free(payload);
    if (!answered) return false;
    s->result->outcome = outcome_of(&reply);
    records_parse(&s->result->records, text, reply.size);
    free(text);
    return true;
}

static bool read_report(Session *s) {
    const MessageHead head = {.call = GRADER_REPORT, .arg = {s->setup->occupancy}};
    const double left = s->link.deadline - clock_seconds();
    ReplyHead reply;
    char *text;
    if (s->setup->occupancy) s->link.deadline += OCCUPANCY_SECONDS;
    if (!request(s, head, NULL, &reply, &text)) return false;
    if (s->setup->occupancy) s->link.deadline = clock_seconds() + left;
    records_parse(&s->result->records, text, reply.size);
    free(text);
    return true;
}

static bool has_fatal(const Records *records) {
    for (int i = 0; i < records->finding_count; i++)
        if (records->findings[i].fatal) return true;
    return false;
}

// The recorded work once more, on fresh data. What it counts is kept too: a submission may try to work in the
// open only while nobody counts.
static bool replay(Session *s) {
    ReplyHead reply;
    char *text;
    if (!write_buffers(s, 1)) return false;
    if (!request(s, (MessageHead){.call = GRADER_REPLAY}, NULL, &reply, &text)) return false;
    free(text);
    s->result->replayed = true;
    s->result->replay_outcome = outcome_of(&reply);
    if (s->result->replay_outcome != OUTCOME_RETURNED) return true;
    if (!request(s, (MessageHead){.call = GRADER_REPORT}, NULL, &reply, &text)) return false;
    Records again = {0};
    records_parse(&again, text, reply.size);
    free(text);
    records_add_findings(&s->result->records, &again);
    s->result->repeated = again.sum;
    const bool lost = s->setup->on_gpu && has_fatal(&again);
    records_free(&again);
    return lost || read_buffers(s, 1);
}

static bool measure(Session *s) {
    Times *t = &s->result->times;
    ReplyHead reply;
    char *text;
    if (!s->setup->timed || s->result->rounds_read < CASE_ROUNDS) return true;
    const MessageHead head = {.call = GRADER_TIME, .arg = {(uint64_t)(1000 * s->setup->required)}};
    if (!request(s, head, NULL, &reply, &text)) return false;
    t->known = !reply.error && records_read_times(text, reply.size, t);
    t->trouble = reply.error == NO_ROOM;
    if (!t->known) clean_text(t->why, sizeof t->why, text, reply.size);
    free(text);
    return true;
}

static bool run_rounds(Session *s) {
    if (!say_hello(s) || !ask_for_gpu(s) || !allocate_buffers(s) || !write_buffers(s, 0)) return false;
    s->result->state = SESSION_RAN;
    if (!make_call(s) || !read_report(s)) return false;
    if (s->setup->ncu) return true;
    if (s->result->outcome != OUTCOME_RETURNED) return true;
    if (s->setup->on_gpu && has_fatal(&s->result->records)) return true; // its memory is lost
    if (!read_buffers(s, 0)) return false;
    return has_fatal(&s->result->records) || (replay(s) && measure(s));
}

static void sleep_ms(long ms) {
    struct timespec pause = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
}

// Did the student's process end by itself? Waits a moment for it when its socket was closed: the end of the
// socket is seen before the end of the process. Leaves it to be reaped by jail_kill.
static bool ended_by_itself(Session *s) {
    bool expected = s->result->state == SESSION_RAN && s->result->outcome == OUTCOME_DISCONNECTED;
    for (int i = 0; i < (expected && !s->result->output_limit ? 100 : 1); i++) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)s->student.pid, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid)
            return true;
        if (expected) sleep_ms(5);
    }
    return false;
}

// Ends the student's process and notes how it ended. Jails that keep a process of their own in between report
// a signal as exit status 128 + signal.
static void end_student(Session *s) {
    if (!s->student_started) return;
    s->result->ended = ended_by_itself(s);
    int status = jail_kill(&s->student);
    if (WIFSIGNALED(status))
        s->result->exit_signal = WTERMSIG(status);
    else if (WIFEXITED(status) && WEXITSTATUS(status) > 128 && WEXITSTATUS(status) < 128 + 65)
        s->result->exit_signal = WEXITSTATUS(status) - 128;
    else if (WIFEXITED(status))
        s->result->exit_status = WEXITSTATUS(status);
    output_drain(&s->output);
}

// Nsight Compute prints its table once `device` has ended. Leaves it to be reaped.
static void wait_for_ncu(const Session *s) {
    enum { NCU_MS = 30000, STEP_MS = 10 };
    for (int ms = 0; ms < NCU_MS; ms += STEP_MS) {
        siginfo_t info = {0};
        if (waitid(P_PID, (id_t)s->device, &info, WEXITED | WNOHANG | WNOWAIT) || info.si_pid) return;
        sleep_ms(STEP_MS);
    }
}

// Takes over what Nsight Compute has printed.
static void take_profile(Session *s) {
    enum { PROFILE_MAX = 4 << 20 };
    SessionResult *r = s->result;
    const off_t end = s->profile_fd >= 0 ? lseek(s->profile_fd, 0, SEEK_END) : 0;
    const size_t size = end < 0 ? 0 : end < PROFILE_MAX ? (size_t)end : PROFILE_MAX;
    if (s->profile_fd >= 0 && (r->profile = malloc(size + 1))) {
        const ssize_t got = pread(s->profile_fd, r->profile, size, 0);
        r->profile_size = got > 0 ? (size_t)got : 0;
    }
    close_fd(&s->profile_fd);
}

// Ends `device`: asks it to leave where the link still stands, and does not wait for long.
static void end_device(Session *s) {
    ReplyHead reply;
    if (s->device <= 0) return;
    if (s->link.state == LINK_OPEN) {
        s->link.deadline = clock_seconds() + 1;
        MessageHead quit = {.call = GRADER_QUIT};
        link_request(&s->link, &quit, NULL, &reply, NULL);
    }
    close_fd(&s->link.fd);
    int status = 0;
    if (s->setup->ncu) wait_for_ncu(s);
    if (s->result->state == SESSION_DEVICE_LOST && !s->result->late)
        sleep_ms(50); // let it end with its own status
    if (waitpid(s->device, &status, WNOHANG) != s->device) {
        kill(s->device, SIGKILL);
        waitpid(s->device, &status, 0);
    }
    if (s->result->state != SESSION_DEVICE_LOST || s->result->late) return;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
        set_reason(s, SESSION_TROUBLE, "%s cannot be run. Build it with: make", s->setup->device_program);
    else if (WIFEXITED(status) && WEXITSTATUS(status) == 2)
        set_reason(s, SESSION_TROUBLE, "%s could not start: it says why above.",
                   s->setup->on_gpu ? "The GPU" : "The simulator");
    else if (WIFSIGNALED(status) && WTERMSIG(status) != SIGKILL)
        set_reason(s, SESSION_DEVICE_LOST, "%s crashed (signal %d)",
                   s->setup->on_gpu ? device_words(s) : "the simulator's process", WTERMSIG(status));
}

// Did the case leave nothing behind that the next one could meet?
static bool left_clean(const Session *s) {
    const SessionResult *r = s->result;
    return s->device > 0 && s->link.state == LINK_OPEN && r->state == SESSION_RAN &&
           r->outcome == OUTCOME_RETURNED && r->rounds_read == CASE_ROUNDS && !has_fatal(&r->records) &&
           !r->output_limit && !s->setup->timed;
}

static void keep_device(Session *s) {
    KeptDevice *kept = s->setup->kept;
    if (!kept || !left_clean(s)) {
        end_device(s);
        return;
    }
    kept->pid = s->device;
    kept->fd = s->link.fd;
    snprintf(kept->submission, sizeof kept->submission, "%s", s->setup->submission);
}

void session_end_kept(KeptDevice *kept) {
    if (!kept->pid) return;
    close(kept->fd);
    kill(kept->pid, SIGKILL);
    waitpid(kept->pid, NULL, 0);
    kept->pid = 0;
}

void session_run(const SessionSetup *setup, CaseData *data, SessionResult *result) {
    memset(result, 0, sizeof *result);
    result->jail = "none";
    Session s = {.setup = setup,
                 .data = data,
                 .result = result,
                 .profile_fd = -1,
                 .output = {.fd = -1},
                 .link = {.fd = -1}};
    if (setup->ncu) s.profile_fd = memfd_create("warpbook-ncu", MFD_CLOEXEC);
    s.link.deadline = clock_seconds() + setup->wall_seconds;
    s.link.output = &s.output;
    int student_fd = -1;
    const bool has_device = take_kept_device(&s, &student_fd) || start_device(&s, &student_fd);
    if (has_device && start_student(&s, student_fd)) {
        close_fd(&student_fd); // so that the end of the student's process is the end of its socket
        run_rounds(&s);
    }
    close_fd(&student_fd);
    end_student(&s);
    keep_device(&s);
    take_profile(&s);
    close_fd(&s.output.fd);
    if (s.output.over_limit) result->output_limit = true;
    result->output = s.output.text;
    result->output_size = s.output.size;
}

void session_result_free(SessionResult *result) {
    records_free(&result->records);
    free(result->output);
    free(result->profile);
    memset(result, 0, sizeof *result);
}
