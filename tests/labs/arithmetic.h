// Does the arithmetic of a text come out? "13 / 28 = 0.46" and "1 - 6^3 / 8^3 = 58 %" are worked out and
// compared.
#ifndef WARPBOOK_TESTS_ARITHMETIC_H
#define WARPBOOK_TESTS_ARITHMETIC_H

#include <stdbool.h>
#include <stddef.h>

// Looks at every "EXPRESSION = NUMBER" whose expression consists of numbers, + - * / x ^ and parentheses,
// with at least one operator. The number is right when the value rounds to it, with the digits that it shows;
// behind it % stands for hundredths, KiB for 1024 and "million" and "billion" for what they say. Returns how
// many were looked at; the first that is wrong goes to `why`, which is empty otherwise.
int check_arithmetic(const char *text, char *why, size_t why_size);

#endif
