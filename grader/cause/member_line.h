// The line that gives a member of a struct its value.
#ifndef WARPBOOK_MEMBER_LINE_H
#define WARPBOOK_MEMBER_LINE_H

// `name`, as "w.step", is used in `line`: the nearest line above it in its function that sets that member, or the one that does so in the
// function of the file that returns `w` there. 0: neither is found, or `name` is no member.
int line_of_member_value(const char *path, int line, const char *name);

#endif
