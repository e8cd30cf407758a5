// Sectors of scattered lanes: how many different pieces of memory they lie in.
#include "grader/warpsim/core/sectors.h"

#include <string.h>

enum { TABLE_BITS = 6, TABLE = 1 << TABLE_BITS }; // twice as many places as lanes

// In a table with open addresses: sorting takes ten times as long.
static u32 count_different(const u64 *address, u32 mask, u32 shift) {
    const u64 none = ~0ull;
    u64 table[TABLE], last = none;
    u32 different = 0;
    memset(table, 0xff, sizeof table);
    EACH_LANE_OF(mask, i) {
        const u64 piece = address[i] >> shift;
        if (piece == last) continue;
        last = piece;
        u32 at = (u32)(piece * 0x9e3779b97f4a7c15ull >> (64 - TABLE_BITS));
        while (table[at] != none && table[at] != piece) at = (at + 1) % TABLE;
        different += table[at] == none;
        table[at] = piece;
    }
    return different;
}

void add_lane_sectors(SiteState *site, const u64 *address, u32 mask, u32 element, u32 shift) {
    const u32 pieces = count_different(address, mask, shift);
    const u32 bytes = (u32)__builtin_popcount(mask) * element;
    const u32 ideal = (bytes + (1u << shift) - 1) >> shift; // more than there are where lanes share bytes
    site->sectors += (u64)pieces << (shift - SECTOR_SHIFT);
    site->excessive += pieces > ideal ? (u64)(pieces - ideal) << (shift - SECTOR_SHIFT) : 0;
}
