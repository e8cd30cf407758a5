// SHA-256, as FIPS 180-4 describes it.
#ifndef WARPBOOK_SHA256_H
#define WARPBOOK_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BASE64 = 45 };

void sha256(const void *bytes, size_t size, uint8_t digest[SHA256_BYTES]);

// The digest in base 64, as a content security policy names a script.
void sha256_base64(const void *bytes, size_t size, char text[SHA256_BASE64]);

#endif
