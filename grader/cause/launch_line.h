// The line of a source file that sets how many blocks a launch has.
#ifndef WARPBOOK_LAUNCH_LINE_H
#define WARPBOOK_LAUNCH_LINE_H

// `launch`: the line with <<<. Returns the line where its grid, or the part of it for that axis (0: x), was last
// set before it; `launch` itself where that is not clear.
int line_of_launch_size(const char *path, int launch, int axis);

#endif
