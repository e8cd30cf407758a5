// What a finding says in words, as facts: explanations go by these, so that its words can change.
#ifndef WARPBOOK_FINDING_FACTS_H
#define WARPBOOK_FINDING_FACTS_H

// Each is a bit, and has a name for the report of `device`. Of an access: the memory that the address should lie in, and
// what is wrong with it. Of a launch that is refused: what has a wrong size, and along which axis.
#define FINDING_FACTS(X)                                                                                     \
    X(GLOBAL, "global")                                                                                      \
    X(SHARED, "shared")                                                                                      \
    X(LOCAL, "local")                                                                                        \
    X(CONSTANT, "constant")                                                                                  \
    X(WRITES, "writes")             /* else it reads */                                                      \
    X(OTHER_WRITES, "other-writes") /* the other access of a race */                                         \
    X(PAST_END, "past-end")                                                                                  \
    X(BEFORE_START, "before-start")                                                                          \
    X(OTHER_ARRAY, "other-array")       /* another one of the block's than the address was made from */      \
    X(OTHER_BLOCK, "other-block")       /* shared memory of another block of the cluster */                  \
    X(NOT_DEVICE, "not-device")         /* the address is none of device memory */                           \
    X(INSIDE_ELEMENT, "inside-element") /* the address is none where an element of its array begins */       \
    X(NULL_POINTER, "null-pointer")                                                                          \
    X(FREED, "freed")                                                                                        \
    X(LANES, "lanes")                 /* lanes that its mask names do not execute a warp-level operation */  \
    X(OTHER_BARRIER, "other-barrier") /* some threads wait at one barrier, some at another */                \
    X(BLOCKS_END, "blocks-end")       /* of a kernel that takes too long: none goes on for ever */           \
    X(COPYING, "copying")             /* it meets an asynchronous copy that the other thread has started */  \
    X(COPY_DONE, "copy-done")         /* a wait has finished that copy: no barrier comes after it */         \
    X(COPY_WAITED, "copy-waited")     /* the thread has waited since it started the copy, and not for it */  \
    X(COPY_OPEN, "copy-open")         /* at that wait no commit had closed the copy's group */               \
    X(COPY_OVER, "copy-over")         /* what it writes over had been written before it was started */       \
    X(COPY_BARRIER, "copy-barrier")   /* the block has passed a barrier since the copy was started */        \
    X(READER_WAITED, "reader-waited") /* this thread has waited for its own copies since its last barrier */ \
    X(REFUSED, "refused")                                                                                    \
    X(GRID, "grid")                                                                                          \
    X(BLOCK, "block")                                                                                        \
    X(EMPTY, "empty") /* a size of 0 */                                                                      \
    X(ALONG_X, "x")                                                                                          \
    X(ALONG_Y, "y")                                                                                          \
    X(ALONG_Z, "z")

#define FINDING_FACT_NUMBER(fact, name) FACT_NUMBER_##fact,
enum { FINDING_FACTS(FINDING_FACT_NUMBER) FINDING_FACT_COUNT };
#undef FINDING_FACT_NUMBER

#define FINDING_FACT_BIT(fact, name) FOUND_##fact = 1 << FACT_NUMBER_##fact,
enum { FINDING_FACTS(FINDING_FACT_BIT) };
#undef FINDING_FACT_BIT

const char *finding_fact_name(int number); // of bit `number`; NULL: the end

#endif
