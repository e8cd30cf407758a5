// How the recipe of a cell differs from the lab's terms.
#ifndef WARPBOOK_DIFFERENCE_H
#define WARPBOOK_DIFFERENCE_H

#include "grader/cause/witnessed.h"
#include "grader/lab/case_data.h"

typedef enum {
    DIFFERS_ELEMENT,   // a term has another value in place of its element
    DIFFERS_FACTOR,    // its element is multiplied by something else
    DIFFERS_NUMBER,    // element and factor are right, but not how often, or the sign
    DIFFERS_MISSING,   // a term is not there
    DIFFERS_EXTRA,     // something is added that is not a term
    DIFFERS_UNWRITTEN, // the cell was never written
    DIFFERS_VALUE,     // the cell is wrong, and the lab names no terms of its sum
    DIFFERS_BOUNDARY,  // somebody wrote a cell that must stay as it is
} DifferenceKind;

// What stands where an element of an input belongs.
typedef enum {
    SOURCE_ELEMENT,   // another element of that buffer
    SOURCE_BEFORE,    // what the output held before
    SOURCE_STORED,    // what another thread had stored in the output
    SOURCE_UNWRITTEN, // memory that was never written
    SOURCE_UNSET,     // a register that was never set
    SOURCE_NUMBER,    // a constant
    SOURCE_OTHER,
} SourceKind;

typedef struct {
    DifferenceKind kind;
    int term; // of the lab; -1: none
    SourceKind source;
    int at[3];     // SOURCE_ELEMENT: where it lies beside the cell, in x, y and z
    double times;  // DIFFERS_NUMBER: how often it is there, times what is right
    long by_value; // DIFFERS_FACTOR: element of the by-value parameter that it is multiplied by; -1: none
    int got;       // term of Witnessed; -1: none
} Difference;

enum { DIFFERENCES_MAX = 64 };

typedef struct {
    Difference list[DIFFERENCES_MAX];
    int count;
    int matched[SPEC_TERMS]; // of each term of the lab the one of Witnessed that is right, or -1
} Differences;

// Compares a cell that is to be computed.
void find_differences(const CaseData *data, const Witnessed *w, const WCell *cell, Differences *d);

// The element of a buffer that the term has at a place, and of which parameter; -1: it has none, or none beside the place.
long expected_element(const CaseData *data, const LabTerm *term, const int place[3], int *param);

// x, y and z of an element of the output.
void cell_place(const CaseData *data, size_t index, int place[3]);
int cell_axes(const CaseData *data);
int cell_extent(const CaseData *data, int axis);

// The factor of a term that stands for an element: not by value. NULL: it has none.
const WFactor *element_factor(const Witnessed *w, const WTerm *t);

#endif
