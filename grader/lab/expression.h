// The arithmetic of a counted target: "global_load_sectors / global_load_requests".
//
// Factors joined by * and /, from left to right. A factor is a number, a counter's name, `cells` (elements of
// the output) or `n`.
#ifndef WARPBOOK_EXPRESSION_H
#define WARPBOOK_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

// Answers with the value of a name, NaN where it has none.
typedef double ExpressionLookup(void *context, const char *name);

// Is it well formed, with only known names? Else one sentence in `error`.
bool expression_check(const char *text, char *error, size_t error_size);

// Its value; not finite where a divisor is 0 or a name has no value.
double expression_value(const char *text, ExpressionLookup *lookup, void *context);

#endif
