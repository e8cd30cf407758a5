// Repeating the recorded work of a function that moves its data itself: what it uploaded of the arrays that it was called
// with is replaced by other data of the grader's, and what it passed on of what it had read by what is read now.
#ifndef WARPBOOK_OTHER_INPUTS_H
#define WARPBOOK_OTHER_INPUTS_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/contract/protocol.h"
#include "grader/device/recording.h"

typedef struct Device Device;
typedef struct OtherInputs OtherInputs; // other_inputs.c

// Adds one array; `payload`: its elements, then as many that take their place. False without memory, or where it makes no
// sense.
bool other_inputs_add(OtherInputs **inputs, InputElement element, const void *payload, uint64_t size);

// Can the work be repeated with them? Not where more was read back than is kept. NULL: there are none, and it cannot.
bool other_inputs_suffice(const OtherInputs *inputs, const Recording *r);

// Before each repetition. NULL: does nothing.
void other_inputs_begin(OtherInputs *inputs);

// Carries one recorded upload or download out again, whose memory is there. False: it is none of these.
bool other_inputs_repeat(Device *d, const Record *x);

void other_inputs_free(OtherInputs *inputs);

#endif
