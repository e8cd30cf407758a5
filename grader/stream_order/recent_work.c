// The list of recent work for each page of device memory.
#include "grader/stream_order/recent_work.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 256, BITS_BYTES = FOOTPRINT_WORDS * sizeof(uint64_t) };

typedef struct Entry {
    Work *work;
    uint64_t *bits[TOUCH_KINDS]; // as in TouchedPage
    struct Entry *next;
} Entry;

typedef struct PageWork {
    uint64_t number;
    Entry *entries;
    struct PageWork *next; // in its place of the table
} PageWork;

static PageWork **place_of(const RecentWork *r, uint64_t number) {
    return &r->pages[(number * 0x9e3779b97f4a7c15ull >> 32) & (r->room - 1)];
}

static PageWork *find_page(const RecentWork *r, uint64_t number) {
    PageWork *page = r->room ? *place_of(r, number) : NULL;
    while (page && page->number != number) page = page->next;
    return page;
}

static bool grow(RecentWork *r) {
    RecentWork grown = *r;
    grown.room = r->room ? 2 * r->room : FIRST_ROOM;
    grown.pages = calloc(grown.room, sizeof(PageWork *));
    if (!grown.pages) return false;
    for (uint32_t i = 0; i < r->room; i++)
        for (PageWork *page = r->pages[i], *next; page; page = next) {
            next = page->next;
            PageWork **place = place_of(&grown, page->number);
            page->next = *place;
            *place = page;
        }
    free(r->pages);
    *r = grown;
    return true;
}

static PageWork *new_page(RecentWork *r, uint64_t number) {
    if (r->count == r->room && !grow(r)) return NULL;
    PageWork *page = calloc(1, sizeof *page), **place = place_of(r, number);
    if (!page) return NULL;
    page->number = number;
    page->next = *place;
    *place = page;
    r->count++;
    r->bytes += sizeof *page;
    return page;
}

static uint64_t size_of(const Entry *e) {
    uint64_t size = sizeof *e;
    for (int kind = 0; kind < TOUCH_KINDS; kind++)
        size += e->bits[kind] && e->bits[kind] != footprint_whole ? BITS_BYTES : 0;
    return size;
}

static void free_entry(RecentWork *r, Entry *e) {
    r->bytes -= size_of(e);
    for (int kind = 0; kind < TOUCH_KINDS; kind++) footprint_free_bits(e->bits[kind]);
    if (--e->work->references == 0) free(e->work);
    free(e);
}

// May the two come in any order?
static bool harmless(TouchKind a, TouchKind b) {
    const bool atomic = a >= TOUCH_ATOMIC && b >= TOUCH_ATOMIC;
    return atomic || (a == TOUCH_READ && b == TOUCH_READ);
}

// The first byte of the page that both have; FOOTPRINT_PAGE where there is none.
static uint32_t first_common(const uint64_t *a, const uint64_t *b) {
    for (uint32_t i = 0; a && b && i < FOOTPRINT_WORDS; i++)
        if (a[i] & b[i]) return 64 * i + (uint32_t)__builtin_ctzll(a[i] & b[i]);
    return FOOTPRINT_PAGE;
}

// Looks for a byte of the page, before *at, that both use in a way that shows which was first.
static void compare(const Entry *e, const TouchedPage *page, uint32_t *at, Conflict *conflict) {
    for (int mine = 0; mine < TOUCH_KINDS; mine++)
        for (int theirs = 0; theirs < TOUCH_KINDS; theirs++) {
            if (harmless((TouchKind)mine, (TouchKind)theirs)) continue;
            const uint32_t byte = first_common(e->bits[theirs], page->bits[mine]);
            if (byte >= *at) continue;
            *at = byte;
            *conflict = (Conflict){.earlier = *e->work,
                                   .earlier_kind = (TouchKind)theirs,
                                   .later_kind = (TouchKind)mine,
                                   .address = page->number * FOOTPRINT_PAGE + byte};
        }
}

static bool any(const uint64_t *bits) {
    for (int i = 0; i < FOOTPRINT_WORDS; i++)
        if (bits[i]) return true;
    return false;
}

// bits &= ~covered. False without memory.
static bool subtract(RecentWork *r, uint64_t **bits, const uint64_t *covered) {
    if (!*bits || !covered) return true;
    if (covered != footprint_whole) {
        if (*bits == footprint_whole) {
            uint64_t *own = malloc(BITS_BYTES);
            if (!own) return false;
            memcpy(own, footprint_whole, BITS_BYTES);
            *bits = own;
            r->bytes += BITS_BYTES;
        }
        for (int i = 0; i < FOOTPRINT_WORDS; i++) (*bits)[i] &= ~covered[i];
        if (any(*bits)) return true;
    }
    if (*bits != footprint_whole) r->bytes -= BITS_BYTES;
    footprint_free_bits(*bits);
    *bits = NULL;
    return true;
}

// What has happened before the work that touches the page now needs no entry for the bytes that it touches in a
// way at least as strict. False without memory.
static bool cover(RecentWork *r, Entry *e, const TouchedPage *page) {
    bool good = true;
    for (int kind = 0; kind < TOUCH_KINDS && good; kind++) {
        good = subtract(r, &e->bits[kind], page->bits[kind]);
        if (good && kind != TOUCH_WRITE) good = subtract(r, &e->bits[kind], page->bits[TOUCH_WRITE]);
    }
    return good;
}

static bool is_empty(const Entry *e) {
    for (int kind = 0; kind < TOUCH_KINDS; kind++)
        if (e->bits[kind]) return false;
    return true;
}

static bool add_page(RecentWork *r, Work *work, const Clock *known, TouchedPage *touched, uint32_t *at,
                     Conflict *conflict) {
    PageWork *page = find_page(r, touched->number);
    if (!page) page = new_page(r, touched->number);
    Entry *new = page ? calloc(1, sizeof *new) : NULL;
    if (!new) return false;
    bool good = true;
    for (Entry **link = &page->entries; *link && good;) {
        Entry *e = *link;
        if (e->work->time > clock_time(known, e->work->line))
            compare(e, touched, at, conflict);
        else
            good = cover(r, e, touched);
        if (is_empty(e)) {
            *link = e->next;
            free_entry(r, e);
        } else {
            link = &e->next;
        }
    }
    new->work = work;
    work->references++;
    for (int kind = 0; kind < TOUCH_KINDS; kind++) new->bits[kind] = footprint_take(touched, (TouchKind)kind);
    new->next = page->entries;
    page->entries = new;
    r->bytes += size_of(new);
    return good && r->bytes <= RECENT_WORK_MOST;
}

bool recent_work_add(RecentWork *r, const Work *work, const Clock *known, Footprint *touched,
                     Conflict *conflict, bool *lost) {
    uint32_t at = FOOTPRINT_PAGE;
    Work *kept = malloc(sizeof *kept);
    bool good = kept != NULL && !touched->lost;
    footprint_finish(touched);
    if (kept) *kept = *work;
    if (kept) kept->references = 1;
    for (uint32_t i = 0; i < touched->count && good; i++) {
        const bool found = at < FOOTPRINT_PAGE;
        uint32_t nothing = 0;
        good = add_page(r, kept, known, &touched->pages[i], found ? &nothing : &at, conflict);
    }
    if (kept && --kept->references == 0) free(kept);
    footprint_clear(touched);
    if (!good) {
        recent_work_clear(r);
        *lost = true;
    }
    return at < FOOTPRINT_PAGE;
}

bool recent_work_find(const RecentWork *r, const Clock *known, Footprint *touched, Conflict *conflict) {
    uint32_t at = FOOTPRINT_PAGE;
    footprint_finish(touched);
    for (uint32_t i = 0; i < touched->count && at == FOOTPRINT_PAGE; i++) {
        const PageWork *page = find_page(r, touched->pages[i].number);
        for (const Entry *e = page ? page->entries : NULL; e; e = e->next)
            if (e->work->time > clock_time(known, e->work->line))
                compare(e, &touched->pages[i], &at, conflict);
    }
    footprint_clear(touched);
    return at < FOOTPRINT_PAGE;
}

static bool any_of(const uint64_t *bits, uint32_t from, uint32_t end) {
    for (uint32_t byte = from; byte < end; byte++)
        if (bits[byte / 64] >> byte % 64 & 1) return true;
    return false;
}

bool recent_work_uses(const RecentWork *r, const Clock *known, uint64_t from, uint64_t end, bool *written) {
    const PageWork *page = find_page(r, from / FOOTPRINT_PAGE);
    const uint32_t first = from % FOOTPRINT_PAGE, last = first + (uint32_t)(end - from), edge = 256;
    bool low = false, high = false;
    *written = false;
    for (const Entry *e = page ? page->entries : NULL; e; e = e->next) {
        if (e->work->time <= clock_time(known, e->work->line)) continue;
        for (int kind = 0; kind < TOUCH_KINDS; kind++) {
            if (!e->bits[kind]) continue;
            low |= any_of(e->bits[kind], first, last - first < edge ? last : first + edge);
            high |= any_of(e->bits[kind], last - first < edge ? first : last - edge, last);
            *written |= kind != TOUCH_READ;
        }
    }
    return low && high;
}

static void clear_page(RecentWork *r, PageWork *page) {
    for (Entry *e = page->entries, *next; e; e = next) {
        next = e->next;
        free_entry(r, e);
    }
    page->entries = NULL;
}

void recent_work_forget(RecentWork *r, uint64_t address, uint64_t bytes) {
    Footprint range = {0};
    footprint_add(&range, address, bytes, TOUCH_WRITE);
    for (uint32_t i = 0; i < range.count; i++) {
        PageWork *page = find_page(r, range.pages[i].number);
        for (Entry **link = page ? &page->entries : NULL; link && *link;) {
            Entry *e = *link;
            for (int kind = 0; kind < TOUCH_KINDS; kind++)
                subtract(r, &e->bits[kind], range.pages[i].bits[TOUCH_WRITE]);
            if (is_empty(e)) {
                *link = e->next;
                free_entry(r, e);
            } else {
                link = &e->next;
            }
        }
    }
    footprint_clear(&range);
}

void recent_work_clear(RecentWork *r) {
    for (uint32_t i = 0; i < r->room; i++)
        for (PageWork *page = r->pages[i], *next; page; page = next) {
            next = page->next;
            clear_page(r, page);
            free(page);
        }
    free(r->pages);
    *r = (RecentWork){0};
}
