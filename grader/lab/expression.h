// The arithmetic of counted targets and tables: "global_load_sectors / global_load_requests".
//
// Numbers and names joined by + - * / ^ and parentheses, with the usual precedence. A name is a counter, a total
// (totals.h), a fact of the kernels (kernel_facts.h), `cells` (elements of the output) or a size of the entry.
// In each(...) counters are those of one launch, elsewhere of all.
#ifndef WARPBOOK_EXPRESSION_H
#define WARPBOOK_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>

// Answers with the value of a name, in each(...) or not; NaN where it has none.
typedef double ExpressionLookup(void *context, const char *name, bool each);

// Is it well formed, with only known names? `is_size` answers not 0 for a name that is a size. Else one
// sentence in `error`.
bool expression_check(const char *text, ExpressionLookup *is_size, void *context, char *error,
                      size_t error_size);

bool expression_has_each(const char *text);

// Its value; not finite where a divisor is 0 or a name has no value.
double expression_value(const char *text, ExpressionLookup *lookup, void *context);

#endif
