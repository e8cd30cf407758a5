// For call.c of a lab that has launches timed: a GPU and a clock that the grader plays, out of reach of the student's code.
#ifndef WARPBOOK_LAB_PLAY_H
#define WARPBOOK_LAB_PLAY_H

// In the order of PlayStep in grader/contract/protocol.h.
enum { LAB_PLAY_BEGIN, LAB_PLAY_LAUNCH, LAB_PLAY_WAIT, LAB_PLAY_CLOCK, LAB_PLAY_FAULT };

// In the order of PlayedFault there: the device has no memory left; copies to it fail with cudaErrorECCUncorrectable; those from it do.
enum { LAB_FAULT_NONE, LAB_FAULT_MEMORY, LAB_FAULT_ANSWERED, LAB_FAULT_COPY_TO, LAB_FAULT_COPY_BACK };

// LAB_PLAY_FAULT, and a fault in place of the game: it lasts until the next one, which is LAB_FAULT_ANSWERED where the function made the
// right thing of it. No lab.spec needs to say so.
// Else one step of game `game`; those of lab.spec's `plays` line, from 0, are begun one after the other. Returns what the played
// host's clock says after it, in ms.
double runtime_play(int step, int game);

#endif
