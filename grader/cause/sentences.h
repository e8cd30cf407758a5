// What is said about a cause.
#ifndef WARPBOOK_SENTENCES_H
#define WARPBOOK_SENTENCES_H

#include "grader/cause/study.h"

// Fills in the cause from a study whose main difference is chosen.
void say_cause(Cause *cause, const Study *s);

// wrong_coefficients.c: all elements are in the sum, and several have another one's coefficient. False: it is not so.
bool say_wrong_coefficients(Cause *cause, const Study *s);

// unwritten.c: cells that were never written.
void say_unwritten(Cause *cause, const Study *s);

// stored_elsewhere.c: sums of cells that were never written, which stand in other ones. False: there is none.
bool say_sum_elsewhere(Cause *cause, const Study *s);

// replaced.c: a value of a march that is right in the first plane and wrong in all others: blames how it is replaced, if that can
// be told.
void blame_replacement(Cause *cause, const Study *s);

// A value of an earlier step. True: the second line is where another one is replaced, which it is not.
bool say_stale(Cause *cause, const Study *s);

// first_plane.c: a term that lacks its value in the first plane of a march: what gives its variable the value that it has there. Keeps
// the cause as it is where that is not found.
void say_first_value(Cause *cause, const Study *s);

// An element of a shared array that is used in the first step of a march, where nothing fills the array before. False: it is not so.
bool say_never_filled(Cause *cause, const Study *s);

// lies_elsewhere.c: the word of shared memory in place of the value; NULL: it stands in none.
const WFactor *unwritten_shared_word(const Study *s);

// ended.c: a word of shared memory that a thread was to fill which had left the kernel. False: it is not so.
bool say_ended(Cause *cause, const Study *s, const Blame *b);

// lies_elsewhere.c: a word of shared memory that nobody wrote, while the value of the term lies in another word of the array.
// False: it is not so.
bool say_lies_elsewhere(Cause *cause, const Study *s, const Blame *b);

// own_array.c: an array without __shared__, where one of the block's was meant: its declaration.
void say_own_array(Cause *cause, const Study *s);

// lacking_index.c: an array that lacks an index for an outer loop: its declaration.
void say_lacking_index(Cause *cause, const Study *s);

// route.c: what should have stored another value; and where the index was computed, if that is on another line than the access.
void say_route(Cause *cause, const Study *s, const Blame *b);
void say_parting(Cause *cause, const Study *s, const Blame *b);

// shared_out.c: points along an axis that are shared out among the blocks, so that some are left over: `g` keeps the thread of the last
// block away that was to compute `cell`. False: that is not so.
bool say_shared_out(Cause *cause, const Study *s, const WCell *cell, const WGuard *g, int axis);

// left_over.c: the condition `g` of a loop that does several steps a round keeps the thread from the last ones. False: it is none.
bool say_left_over(Cause *cause, const Study *s, const WGuard *g);

// Of an array that each thread has for itself: its name is the compiler's.
bool is_threads_own(const WFactor *f);

// next_step.c: what to do, where nothing has been said of it.
void say_next_step(Cause *cause, const Study *s);

// lacking.c: the sum of the line has the missing term in its text. False: it has not, or that is not known.
bool say_empty_term(Cause *cause, const Study *s);

// A term whose value is loaded in the blamed line for other points, and for these is not.
void say_not_loaded(Cause *cause, const Study *s);

// lacking.c: a term that a sum lacks wherever it is stored. `beside`: the term of it that is nearest in the lab's order.
void say_lacking(Cause *cause, const Study *s, int beside);

// "c[5]": what a term is multiplied by; its name where that is no element of a parameter.
void name_coefficient(const Study *s, int term, char *words, size_t size);

// warp_ends.c: a neighbour along x that is wrong at the ends of warps, where a shuffle gives none. Changes the line where the file asks for
// the ends of the block.
void say_warp_ends(Cause *cause, const Study *s);

// unwritten.c: "thread (1,1,0) of block (0,0,0)"; and takes the line of a site, or of a condition with the line where its bound was computed.
void name_thread(char *words, size_t size, const WThread *who);
void blame_site(Cause *cause, const Study *s, int site);
void blame_guard(Cause *cause, const Study *s, const WGuard *g);

// stored.c: a wrong value of a function whose sums the lab has not named.
void say_value(Cause *cause, const Study *s);

// boundary.c: cells that should have been left alone.
void say_boundary(Cause *cause, const Study *s);

// "in the last plane, x = 6", as part of a sentence.
void say_points(Cause *cause, const Study *s);

const char *output_name(const Study *s);

// The input that the term's element comes from; the first one where there is no term.
const char *input_name(const Study *s);

// between_launches.c: planes between those of two launches, which neither computes. False: that is not it.
bool say_between_launches(Cause *cause, const Study *s);

// launch_loop.c: points that no launch of a loop of the host computes. False: that is not it.
bool say_launch_loop(Cause *cause, const Study *s);

// Where a side of a condition is unsigned because a name in it was declared `auto`: that line beside the condition's.
void name_automatic(Cause *cause, const char *path, const WGuard *g);

#endif
