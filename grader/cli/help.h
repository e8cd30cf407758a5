// The help texts of the command line.
#ifndef WARPBOOK_HELP_H
#define WARPBOOK_HELP_H

#include "grader/cli/options.h"

// Help for one command; the list of commands for COMMAND_LIST.
void print_help(Command command);

#endif
