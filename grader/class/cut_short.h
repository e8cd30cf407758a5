// Archives that end too early, as after a download that broke off.
#ifndef WARPBOOK_CLASS_CUT_SHORT_H
#define WARPBOOK_CLASS_CUT_SHORT_H

#include <stdbool.h>

// Does the zip, 7z or tar behind the descriptor lack its end, by what its format says of it? What is compressed as a whole, as a .tar.gz,
// is not looked at: who unpacks it finds that out. An archive cut between two files looks whole to many programs.
bool is_cut_short(int fd);

#endif
