// Is this program built with AddressSanitizer (make test-asan)? It reserves terabytes of addresses for itself, and takes several times
// as long.
#ifndef WARPBOOK_SANITIZED_H
#define WARPBOOK_SANITIZED_H

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

#endif
