// How to call lab 0's functions. Those of TODO 0.1 to 0.4 are host functions: their answers are copied to the output.
#include "common/lab.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "common/first_program.h"
#include "common/lab_answer.h"
#include "common/lab_room.h"
#include "common/lab_play.h"
#include "labs/lab0_first_program/complaints.h"

static int int_at(const void *const *args, int i) {
    return *(const int *)args[i];
}

// Room on the host for an answer; it holds no right value.
static float *answer_room(int n) {
    float *room = lab_room((size_t)n * sizeof *room);
    if (!room) abort();
    for (int i = 0; i < n; ++i) room[i] = -1e30f;
    return room;
}

// Bits that no arithmetic keeps: -0, NaNs that say something, infinity, the smallest numbers.
static const unsigned bits[] = {0x80000000, 0x7fc12345, 0xff812345, 0x7f800000, 0xff800000, 1, 0x807fffff, 0};
enum { BITS = sizeof bits / sizeof *bits };

static bool keeps_bits(__typeof__(round_trip) *send) {
    float from[BITS], *to = answer_room(BITS);
    memcpy(from, bits, sizeof from);
    const bool kept = send(from, to, BITS) == 0 && memcmp(to, bits, sizeof bits) == 0;
    lab_room_free(to, sizeof bits);
    return kept;
}

// Of the runtime that the student's file is linked with.
int cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
int cudaHostUnregister(void *pointer);

// 0: of page-locked arrays, whose copies may go on when the call has returned, all comes back before the function does.
static float complaint_of_locked(__typeof__(round_trip) *send) {
    enum { LOCKED = 20000 };
    const size_t bytes = LOCKED * sizeof(float);
    float *from = answer_room(LOCKED), *to = answer_room(LOCKED), number = 0;
    for (int i = 0; i < LOCKED; ++i) from[i] = (float)i;
    if (cudaHostRegister(from, bytes, 0) == 0 && cudaHostRegister(to, bytes, 0) == 0) {
        const int error = send(from, to, LOCKED);
        number = error ? (float)(OTHER_ERROR_LOCKED - error) : memcmp(to, from, bytes) ? OTHER_LOCKED : 0;
    }
    cudaHostUnregister(from), cudaHostUnregister(to);
    lab_room_free(from, bytes), lab_room_free(to, bytes);
    return number;
}

// What the host is told to play, the error that is to be returned, and what is written down for another one.
typedef struct {
    int fault, error, complaint;
} Failure;

static const Failure failures[] = {
    {LAB_FAULT_MEMORY, OUT_OF_MEMORY, OTHER_ERROR},
    {LAB_FAULT_COPY_TO, FAILED_COPY, OTHER_ERROR_THERE},
    {LAB_FAULT_COPY_BACK, FAILED_COPY, OTHER_ERROR_BACK},
};

// 0: the function returns the error, or brings all back without what fails.
static float complaint_of(const Failure *f, __typeof__(round_trip) *send, const float *from, float *to,
                          int n) {
    for (int i = 0; i < n; ++i) to[i] = -1e30f;
    runtime_play(LAB_PLAY_FAULT, f->fault);
    const int error = send(from, to, n);
    const bool answered = error == f->error || (error == 0 && memcmp(to, from, (size_t)n * sizeof *to) == 0);
    runtime_play(LAB_PLAY_FAULT, answered ? LAB_FAULT_ANSWERED : LAB_FAULT_NONE);
    return answered ? 0 : (float)(f->complaint - error);
}

// Args: to, from, n. What is wrong besides the numbers takes the place of the first element, where reference.c knows it: an error that
// there was no reason for, and where there are many numbers bits that have changed, and what is made of calls that fail.
static void call_round_trip(void (*function)(void), const void *const *args) {
    enum { MANY = 60000 };
    __typeof__(round_trip) *send = (__typeof__(round_trip) *)function;
    const int n = int_at(args, 2);
    float *to = answer_room(n), *none = answer_room(n), number = (float)send(args[1], to, n);
    const bool more = number == 0 && n > MANY && memcmp(to, args[1], (size_t)n * sizeof *to) == 0;
    if (more && !keeps_bits(send)) number = OTHER_BITS;
    if (more && number == 0) number = complaint_of_locked(send);
    for (size_t i = 0; more && number == 0 && i < sizeof failures / sizeof *failures; ++i)
        number = complaint_of(&failures[i], send, args[1], none, n);
    if (number != 0) to[0] = number;
    lab_answer(args[0], to, (size_t)n * sizeof *to);
    lab_room_free(to, (size_t)n * sizeof *to);
    lab_room_free(none, (size_t)n * sizeof *none);
}

// Args: c, a, b, n, block. An error is written to the first element, where reference.c expects it; so is success where
// the launch must fail, because no GPU has blocks of so many threads.
static void call_add_vectors(void (*function)(void), const void *const *args) {
    enum { MOST_THREADS = 1024 };
    const int n = int_at(args, 3), block = int_at(args, 4);
    float *c = answer_room(n);
    const int error = ((__typeof__(add_vectors) *)function)(args[1], args[2], c, n, block);
    const float number = (float)error;
    if (error != 0 || block > MOST_THREADS)
        lab_answer(args[0], &number, sizeof number);
    else
        lab_answer(args[0], c, (size_t)n * sizeof *c);
    lab_room_free(c, (size_t)n * sizeof *c);
}

// ---- A device that is played, and its clock: by the grader, far from here ---------------------------------

static int game; // that is played

static void play_launch(void) {
    runtime_play(LAB_PLAY_LAUNCH, game);
}

static void play_wait(void) {
    runtime_play(LAB_PLAY_WAIT, game);
}

static double play_clock(void) {
    return runtime_play(LAB_PLAY_CLOCK, game);
}

// Args: ms, n, repeats; and what is kept from here.
static void call_time_of_launch(void (*function)(void), const void *const *args) {
    const int n = int_at(args, 1);
    const int *repeats = args[2];
    double *ms = calloc((size_t)n, sizeof *ms);
    if (!ms) abort();
    for (game = 0; game < n; ++game) {
        runtime_play(LAB_PLAY_BEGIN, game);
        ms[game] = ((__typeof__(time_of_launch) *)function)((Timed){play_launch, play_wait, play_clock},
                                                            repeats[game]);
    }
    lab_answer(args[0], ms, (size_t)n * sizeof *ms);
    free(ms);
}

// ---- Functions that get device memory -------------------------------------------------------------------

// Args: rgb, grey, n, blocks; or way in place of blocks.
static void call_grey(void (*function)(void), const void *const *args) {
    ((__typeof__(launch_grey) *)function)(*(const int *const *)args[0], *(int *const *)args[1],
                                          int_at(args, 2), int_at(args, 3));
}

const LabCaller lab_callers[] = {
    {"round_trip", call_round_trip},
    {"add_vectors", call_add_vectors},
    {"time_of_launch", call_time_of_launch},
    {"launch_grey", call_grey},
    {"demo_grey", call_grey},
    {NULL, NULL},
};
