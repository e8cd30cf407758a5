// Points of an output that must keep what they hold, and what a session says was written.
#include "grader/grading/kept_cells.h"

#include "grader/verdict/compare.h"

enum { PART = 1 << 12 }; // points whose bounds fit the stack

static bool is_marked(const uint8_t *marks, size_t cell) {
    return marks[cell / 8] >> cell % 8 & 1;
}

size_t written_kept_cell(const CaseData *data, const LabEntry *lab, const SessionResult *session) {
    double value[PART], bound[PART];
    if (!session->stored || session->stored_size < data->cells / 8 + 1 || !lab || !lab->in_parts) return 0;
    for (size_t first = 0; first < data->cells; first += PART) {
        const size_t left = data->cells - first, count = left < PART ? left : PART;
        call_reference_part(lab->reference, data, 0, first, count, value, bound);
        for (size_t i = 0; i < count; i++)
            if (bound[i] == 0 && is_marked(session->stored, first + i)) return first + i + 1;
    }
    return 0;
}
