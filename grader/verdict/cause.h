// Why an output is wrong, in words and with the line to blame. The room cause/ finds it.
#ifndef WARPBOOK_CAUSE_H
#define WARPBOOK_CAUSE_H

#include <stdbool.h>

#include "grader/text/source_line.h"

typedef struct {
    bool known;
    char what[700];       // one or two sentences: what differs, and at which points
    SourcePlace place;    // the line to blame
    char route[700];      // how what was used came there; may be empty
    SourcePlace other;    // a second line that matters; line 0: none
    char other_what[200]; // what happened there
    char next[400];       // what to do
    bool made_there;      // at `other` what is used at `place` was computed
    bool mend_other;      // `other` is the line to mend: `place` is the skeleton's own
    bool stale;           // a value of an earlier step was used: what is to mend comes after the line
    bool first_plane;     // nothing was loaded for the first plane of a march: the mistake is before its loop
    bool nothing_stored;  // at no point at all: no thread came to a store
    bool of_value;        // no sum that the lab has named: the mistake it looks like says more than `what`
    bool uses_value;      // at `place` a wrong value is used, or comes into the result
    bool keeps_away;      // `place` is the condition that keeps a thread away which was to store
    bool lets_through;    // `place` is a condition that lets a thread through which it should stop
    bool left_out;        // points were never stored
    bool
        of_wide_store; // one that stores several points, one of which is right: only its own function is to blame
    bool of_launch;     // another launch would be right: no fact about points
    bool of_number;     // of these one with other numbers for the kernel
    int parameter_line; // and where the parameter is used first, if what the launch gives has its name; else 0
    bool
        filler_unknown; // `place` fills an array with an element that was never written, but that one nowhere
    bool filler_known;  // `place` fills that very element elsewhere
    bool sure;          // nothing else than what is said can be wrong
    bool symptom;       // it says where the mistake shows, and not which one it is
    unsigned lacks;     // a TodoPart that is not there, where that is the cause; 0: something else
    int todo;           // of the lab, whose region holds the line; -1: none
    int stored_line;    // where such points are stored: not said, but what it uses is suspected; 0: not known
    long example;       // a point with the difference: its number in the output; -1: none is named
} Cause;

#endif
