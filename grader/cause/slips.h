// Inside the room: what the files about slips share.
#ifndef WARPBOOK_SLIPS_H
#define WARPBOOK_SLIPS_H

#include "grader/cause/explain.h"
#include "grader/host_code/host_code.h"

// The slip is the cause, at that token; what was the cause until now follows from it.
void blame_slip(Cause *cause, const Explained *e, const HostToken *at);

// Where the statement ends that token i is in: its `;`, or the bracket behind it.
int end_of_statement(const HostText *t, int i);

// Is it a parameter of the function whose body begins at token `body`? Returns its token there; 0: it is none.
int parameter_named(const HostText *t, int body, const HostToken *name);

// misread.c. Does token i, three behind the begin of a function's body at least, begin text that C reads otherwise than it looks? And is
// what it begins lost, or done in another case, too? A function that the lab itself calls, `helper` false, has nobody to hand a changed
// copy to. `body`: where its body begins. True: said.
bool say_misread(Cause *cause, const Explained *e, const HostText *t, int i);
bool say_likely_slip(Cause *cause, const Explained *e, const HostText *t, int body, int i, bool helper);

// left_behind.c. Two pointers move on at token i, and a third one that belongs to them does not.
bool say_left_behind(Cause *cause, const Explained *e, const HostText *t, int body, int i);

// copies.c. The memory that is given back in that line, in a destructor, is given back for a copy: a function gets an object by value.
// False: it is not so.
bool say_copied_object(Cause *cause, const Explained *e, int line);

#endif
