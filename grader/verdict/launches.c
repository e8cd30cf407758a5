// Decides whether a right output came from the launches that were asked for: in the caller's blocks, each element
// stored once.
#include <string.h>

#include "grader/text/append.h"
#include "grader/verdict/verdict.h"

static bool is_asked(const long block[3], const long asked[3]) {
    return !memcmp(block, asked, 3 * sizeof *block);
}

// What was launched in other blocks, in place of the caller's.
static bool judge_block(CaseResult *result, const LabEntrySpec *entry) {
    const Records *records = &result->records;
    long asked[3];
    bool any = false;
    for (int i = 0; i < 3; i++) asked[i] = entry->block[i] ? result->key.size[entry->block[i] - 1] : 1;
    if (records->more_contributions) {
        append(result->message, sizeof result->message,
               "%s launched kernels with more different execution configurations than the grader can "
               "record.",
               entry->name);
        append(result->next, sizeof result->next, "One launch with the caller's block size is enough.");
        return false;
    }
    for (int i = 0; i < records->refused_count; i++) any |= is_asked(records->refused[i].block, asked);
    for (int i = 0; i < records->contribution_count; i++) {
        const long *block = records->contributions[i].block;
        any = true;
        if (is_asked(block, asked)) continue;
        append(result->message, sizeof result->message,
               "%s launched blocks of %ld x %ld x %ld threads, and the caller asked for %ld x %ld x %ld.",
               entry->name, block[0], block[1], block[2], asked[0], asked[1], asked[2]);
        append(result->next, sizeof result->next, "Launch with the block that the function is given.");
        return false;
    }
    if (any) return true;
    append(result->message, sizeof result->message,
           "%s did not launch a kernel with the caller's block size of %ld x %ld x %ld threads, so "
           "CUDA could not report whether that launch is valid.",
           entry->name, asked[0], asked[1], asked[2]);
    append(result->next, sizeof result->next,
           "Launch the kernel with the caller's block size, even one that CUDA rejects, and get the "
           "error from cudaGetLastError().");
    return false;
}

// An element that several threads store comes out right where all of them store the same.
static bool judge_once(CaseResult *result, const CaseData *data) {
    const LabParam *output = &data->entry->params[data->entry->output];
    const uint64_t *count = result->records.sum.value, size = element_size(output->type);
    const uint64_t stored = (count[COUNTER_global_store_bytes] + count[COUNTER_global_atomic_bytes]) / size;
    result->stored_twice = stored > data->cells;
    if (!result->stored_twice) return true;
    append(result->message, sizeof result->message,
           "`%s` has %s, and %llu were stored: several threads write the same element.", output->name,
           several((double)data->cells, "element").text, (unsigned long long)stored);
    append(
        result->next, sizeof result->next,
        output->axes > 1
            ? "Each axis needs a condition of its own: x inside of its row, and y inside of the rows. A thread past the end of "
              "its row has a flat index that belongs to the row below, and stores an element of another thread."
            : "A thread whose index is past the end must return: `if (i >= n) return;`. Wrapping the "
              "index with %% n makes it store an element that another thread stores too.");
    return false;
}

bool judge_launches(CaseResult *result, const CaseData *data) {
    if (result->trivial) return true;
    return (!data->entry->block_asked || judge_block(result, data->entry)) &&
           (!data->entry->once || judge_once(result, data));
}
