// Names: each text is stored once, and carries what it is bound to in the innermost scope that declares it.
//
// Looking a name up is therefore one hash lookup, done by the lexer. A scope remembers which bindings it hid
// and puts them back when it ends.
#include "grader/ptx/parser.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { FIRST_BUCKET_COUNT = 1 << 12 };

static uint64_t hash_text(uint64_t seed, const char *text, size_t length) {
    uint64_t hash = seed;
    for (size_t i = 0; i < length; i++) hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash ^ hash >> 29;
}

static void grow_table(Parser *p) {
    NameTable *names = &p->names;
    if (!names->buckets && getrandom(&names->seed, sizeof names->seed, GRND_NONBLOCK) < 0)
        names->seed = (uintptr_t)p; // good enough early at boot
    size_t bucket_count = names->buckets ? names->bucket_count * 2 : FIRST_BUCKET_COUNT;
    Name **buckets = calloc(bucket_count, sizeof *buckets);
    if (!buckets) ptx_fail_memory(p);
    for (size_t i = 0; i < names->bucket_count; i++)
        for (Name *name = names->buckets[i], *next; name; name = next) {
            next = name->next;
            Name **bucket = &buckets[name->hash & (bucket_count - 1)];
            name->next = *bucket;
            *bucket = name;
        }
    free(names->buckets);
    names->buckets = buckets;
    names->bucket_count = bucket_count;
}

Name *ptx_intern(Parser *p, const char *text, size_t length) {
    NameTable *names = &p->names;
    if (names->count >= names->bucket_count) grow_table(p);
    uint64_t hash = hash_text(names->seed, text, length);
    Name **bucket = &names->buckets[hash & (names->bucket_count - 1)];
    for (Name *name = *bucket; name; name = name->next)
        if (name->hash == hash && name->length == length && memcmp(name->text, text, length) == 0)
            return name;

    Name *name = ptx_alloc(p, sizeof *name + length + 1);
    memcpy(name->text, text, length);
    name->length = (uint32_t)length;
    name->hash = hash;
    name->next = *bucket;
    *bucket = name;
    names->count++;
    return name;
}

void ptx_names_free(NameTable *names) {
    free(names->buckets);
}

void ptx_open_scope(Parser *p, const Token *token) {
    if (p->depth + 1 >= MAX_SCOPES) ptx_fail(p, token, "more than %d nested { }", MAX_SCOPES - 2);
    p->depth++;
    p->scopes[p->depth] = (Scope){.first_hidden = p->hidden_count, .first_use = p->label_use_count};
}

void ptx_close_scope(Parser *p) {
    size_t first = p->scopes[p->depth].first_hidden;
    while (p->hidden_count > first) {
        HiddenBinding *last = &p->hidden[--p->hidden_count];
        last->name->binding = last->hidden;
    }
    p->depth--;
}

Binding *ptx_bind(Parser *p, Name *name, BindingKind kind, const Token *token) {
    Binding *binding = &name->binding;
    if (binding->kind != BOUND_NOTHING && binding->depth == p->depth)
        ptx_fail(p, token, "\"%.100s\" is declared twice in the same scope", name->text);
    if (p->depth > 0) { // module scope never ends
        ptx_reserve(p, &p->hidden, p->hidden_count, &p->hidden_capacity, sizeof *p->hidden);
        p->hidden[p->hidden_count++] = (HiddenBinding){.name = name, .hidden = *binding};
    }
    *binding = (Binding){.kind = kind, .depth = p->depth};
    return binding;
}
