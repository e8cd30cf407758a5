// The launch that gives a parameter of a kernel's template its number.
#ifndef WARPBOOK_INSTANCE_LINE_H
#define WARPBOOK_INSTANCE_LINE_H

// `line`, of a kernel, uses `parameter`: where that is one of the kernel's template, the one line that launches an instance of it,
// kernel<...><<<. 0: it is not, or there are several.
int line_of_instance(const char *path, int line, const char *parameter);

#endif
