// The arithmetic of counted targets and tables: "global_load_sectors / global_load_requests".
//
// Numbers and names joined by + - * / and parentheses, with the usual precedence. A name is a counter, a fact
// of the kernels (see records.h), `cells` (elements of the output) or a size of the entry.
#ifndef WARPBOOK_EXPRESSION_H
#define WARPBOOK_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

// Answers with the value of a name, NaN where it has none.
typedef double ExpressionLookup(void *context, const char *name);

// Is it well formed, with only known names? `is_size` answers not 0 for a name that is a size. Else one
// sentence in `error`.
bool expression_check(const char *text, ExpressionLookup *is_size, void *context, char *error,
                      size_t error_size);

// Its value; not finite where a divisor is 0 or a name has no value.
double expression_value(const char *text, ExpressionLookup *lookup, void *context);

#endif
