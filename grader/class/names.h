// Names of people, as they are compared.
#ifndef WARPBOOK_CLASS_NAMES_H
#define WARPBOOK_CLASS_NAMES_H

#include <stdbool.h>

// A name as it is compared: small letters, without accents where they have plain ones, and words in order of
// the alphabet, so that "Doe, Jane" is "Jane Doe". With `squeezed` no blanks: "doejane". The caller frees it.
char *match_key(const char *name, bool squeezed);

// A number or a user's name as it is compared: small plain letters, and signs as they are. The caller frees it.
char *plain_key(const char *text);

bool names_alike(const char *a, const char *b); // in either order, with or without accents

// Can both be names of one person? They have a word in common, or initials; or they are in different alphabets, which nobody can compare.
bool names_may_agree(const char *name, const char *other);

// False for "Participant 12345", as anonymous hand-ins have it, and "Group 3"; `number` is the hand-in's, "" for none.
bool is_persons_name(const char *name, const char *number);

// The name of a group as it is compared: "3" of "Group 3", "team03" and "3"; else without blanks and signs. The caller frees it.
char *group_key(const char *name);

// "Group 3", "labgroup3", "Project Groups 12": what course systems call groups that nobody has given another name.
bool is_groups_name(const char *name);

#endif
