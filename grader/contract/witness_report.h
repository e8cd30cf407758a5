// The text that `device` answers GRADER_WITNESS with: what elements of a buffer are made of, and the way by
// which it came there (grader/witness).
//
// One record a line, its fields separated by blanks; names have none. Numbers of sites and threads stand for
// instructions and threads, which records of their own describe; -1 stands for none.
//
//   launch N KERNEL GX GY GZ BX BY BZ          one of the launches, by its number; grid and block
//   array SPACE NAME OFFSET BYTES              a named piece of shared or local memory
//   site N LINE COLUMN CALLER FILE             where an instruction stands, and where its inlined code was called; FILE
//                                              is the rest of the line
//   cell INDEX SITE LAUNCH BX BY BZ TX TY TZ   an element of the buffer, the store that wrote it last, by which
//                                              thread (block, thread); SITE -1: no kernel wrote it
//   focus LAUNCH BX BY BZ TX TY TZ             the thread that was asked about: as a cell whose guards follow
//   lost KIND SITE EXACT HELD                  of the focus: where the whole number that its last address is computed from stops
//                                              fitting into its type. KIND overflow, narrow (8 or 16 bits) or unsigned; EXACT:
//                                              what it should be; HELD: what became of it
//   access NAME ELEMENT ELEMENTS               of the focus: the shared array that its last access went through by name, which
//                                              element that is, and how many the array has
//   rounds EARLIER BYTES SITE                  of the focus: how often the thread had made the access at SITE, its last one, in earlier
//                                              rounds of a loop, and how far that moved on since the last of them
//   first INDEX                                of a cell that was written: the element that its thread stored first
//   index SITE                                 of a cell that was written: where the index of the store is put together
//   narrowed KIND SITE                         of a cell that was written: a conversion on its value's way that takes a part
//                                              of it. KIND whole: what stands behind the point; float: half of a double;
//                                              left: all, by a shuffle from a lane that has left the kernel; idle: from one
//                                              that takes no part in it
//   guard SITE LEFT RIGHT HELD DEPENDS AXES MADE USE REUSED BOUND EQUALITY UNSIGNED BRANCH   a comparison that decided whether that cell is stored: of its store, or
//                                              of the thread that was to store it, and there only where it came out
//                                              otherwise than for a thread that did. LEFT and RIGHT as signed numbers;
//                                              DEPENDS: bits 0 to 5 for threadIdx x, y, z and blockIdx x, y, z; AXES:
//                                              bits 0 to 2 for the axes that these indices lead along. USE: what
//                                              uses its result; REUSED 1: an earlier branch does so, too. BOUND: where its
//                                              right side was computed, or else its left one. EQUALITY 1: it asks whether
//                                              they are equal or differ; UNSIGNED 1: an order of unsigned numbers. BRANCH: the
//                                              branch that it decides
//   absent REASON AXIS SITE LAUNCH BX BY BZ TX TY TZ
//                                              a cell that no kernel wrote. REASON all: none was written; beyond: the
//                                              launch ends before it along AXIS; gap: no thread's indices lead to it,
//                                              and SITE computes them; skipped: this thread was to write it, and its
//                                              guards follow. AXIS -1: not known
//   apart AXIS DISTANCE ELEMENTS SITE          of a cell that no kernel wrote: how far apart along AXIS neighbouring
//                                              blocks store, and how many elements in a row a block stores there; of marches
//                                              along AXIS where a block's index goes into the place of a store, else -1
//   made AXIS SITE DEPENDS                     behind `absent gap` and `absent beyond`: where the index along AXIS is made of a thread's and a
//                                              block's; DEPENDS as of a guard
//   shift AXIS SITE NUMBER                     behind the same, and of the focus: where a NUMBER of the program is added to the index along AXIS
//   term COEFFICIENT                           a product that its value is a sum of: a number times factors. Of 0 are those
//                                              in which a constant 0 stands: it tells where that came from
//   factor POWER KIND SPACE NAME INDEX BITS SITE LAUNCH BX BY BZ TX TY TZ
//                                              KIND initial: element INDEX of buffer NAME, as it was before; BITS
//                                              are its value's. parameter: of the kernel, or what `initial` is of
//                                              a buffer without name. unwritten: a word that was never written.
//                                              unset: a register that was never set. stored: another element of
//                                              the same buffer, as the thread named stored it. other: something
//                                              that is not looked into, made at SITE
//   ended SITE LAUNCH BX BY BZ TX TY TZ        of the block of a thread that has read a word of shared memory which nobody wrote: a
//                                              thread that had left the kernel by then, and its last branch
//   held SITE NAME INDEX BUFFER ELEMENT LAUNCH BX BY BZ TX TY TZ
//                                              of the same block: word INDEX of the shared array NAME had got ELEMENT of BUFFER by then,
//                                              by the store SITE of the thread named. Of several of one word the last one counts
//   via N SITE SITE ...                        the arithmetic that an address was computed with, the earliest first
//   step KIND SITE SPACE NAME INDEX VIA LEFT MADE LAUNCH BX BY BZ TX TY TZ
//                                              of the way of that term, from the buffer back to its source: KIND
//                                              store, load, shuffle, atomic or operation; VIA: how its address was
//                                              computed. LEFT: of a word that another thread stored, which had left the
//                                              kernel before this load: its last branch. MADE: a number of
//                                              its own for each time that a thread came there
//   fill SITE NAME WIDTH ELEMENTS OUTSIDE ELEMENT STEP LOW HIGH STEP LOW HIGH STEP LOW HIGH SITE SITE SITE LAUNCH BX BY BZ TX TY TZ
//                                              a place of the program that stores into the shared array NAME, which has so many
//                                              elements of WIDTH bytes (0: as many as the launch asks for). For x, y and z: how
//                                              many elements apart threads store whose indices differ by 1 (0: not known), and
//                                              the lowest and highest index of a thread that does, in one block. OUTSIDE 1: that
//                                              thread stores to ELEMENT, which the array does not have. The last three SITE:
//                                              where the index first is multiplied, on its way from that of x, y and z
//   refill SITE STORES AGAIN                   a place of the program that stores into shared memory so often; AGAIN of these stores put
//                                              there the element of global memory that another thread had put there
//   end TRUNCATED                              1: histories were too large and are incomplete
//
// SPACE is global, const, shared, local or none. INDEX of a named buffer of the grader's counts its elements, of any
// other memory words of 4 bytes.
#ifndef WARPBOOK_WITNESS_REPORT_H
#define WARPBOOK_WITNESS_REPORT_H

enum { WITNESS_CELLS_MAX = 2048 }; // that can be asked for at once

#endif
