// Calls: of what C++ and the labs' headers offer, and of the file's own functions.
#ifndef WARPBOOK_HOST_CODE_CALL_H
#define WARPBOOK_HOST_CODE_CALL_H

#include "grader/host_code/parts.h"

// The call whose arguments begin at run->at, which moves behind them. False: it is not known.
bool host_called(Run *run, const char *name, HostValue *value);

#endif
