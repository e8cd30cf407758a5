// Runs a program and reads what it prints.
#ifndef WARPBOOK_CLASS_COMMAND_OUTPUT_H
#define WARPBOOK_CLASS_COMMAND_OUTPUT_H

// Its standard output, which the caller frees; standard error too where `with_errors` is set, else it is dropped.
// *status is its exit status, 127 where it is not there, -1 where a signal ended it.
char *command_output(const char *const *argv, int with_errors, int *status);

#endif
