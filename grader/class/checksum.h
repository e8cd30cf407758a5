// SHA-256, by the system's sha256sum.
#ifndef WARPBOOK_CLASS_CHECKSUM_H
#define WARPBOOK_CLASS_CHECKSUM_H

enum { CHECKSUM_SIZE = 65 };

// The checksums of `count` files, in hexadecimal, to sums[]. The command stops where one cannot be had.
void checksums(char *const *paths, int count, char (*sums)[CHECKSUM_SIZE]);

// One for them all: of the list of their checksums and names, the latter without the folder `root`.
void checksum_of_all(char *const *paths, int count, const char *root, char sum[CHECKSUM_SIZE]);

#endif
