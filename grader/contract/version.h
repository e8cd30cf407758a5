// The version of all of Warpbook: what --version prints and what JSON results carry.
#ifndef WARPBOOK_VERSION_H
#define WARPBOOK_VERSION_H

#define WARPBOOK_VERSION "0.2.0"

#endif
