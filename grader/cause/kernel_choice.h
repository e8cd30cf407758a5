// The line that decides which of a function's kernels is launched.
#ifndef WARPBOOK_KERNEL_CHOICE_H
#define WARPBOOK_KERNEL_CHOICE_H

// From the launch in that line up: the `if`, `switch` or `? :` that chooses it. Where that asks for one name alone, the line that
// gives the name its value; where it asks a function of the file that is one `return`, that line. The launch's own line where nothing
// near by chooses. `path` is the file of which `text` is the text.
int line_of_kernel_choice(const char *path, const char *text, int launch);

#endif
