// Tells what the launch function asked for, so that a page can do it again.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grader/contract/device_report.h"
#include "grader/device/device.h"
#include "grader/device/plan_of_work.h"

enum { STEPS_MOST = 48, BUFFERS_MOST = 32, WRITTEN_MOST = 4096, PTX_MOST = 384 << 10 };

typedef struct {
    FILE *to;
    const Device *d;
    const WarpsimAllocation *buffers[BUFFERS_MOST];
    int count;
    const char *why; // it cannot be told; NULL: so far it can
} Plan;

// The number of the buffer around the address, -1: none. Freed ones are known until their addresses are given out again.
static int buffer_of(Plan *p, uint64_t address) {
    const WarpsimAllocation *a = warpsim_nearest(p->d->sim, address);
    if (!a || address < a->base || address - a->base >= a->size) return -1;
    for (int i = 0; i < p->count; i++)
        if (p->buffers[i] == a) return i;
    if (p->count == BUFFERS_MOST) {
        p->why = "it uses too many buffers";
        return -1;
    }
    p->buffers[p->count] = a;
    return p->count++;
}

static void put_place(Plan *p, const char *key, uint64_t address) {
    const int buffer = buffer_of(p, address);
    if (buffer < 0)
        p->why = "a copy uses memory that is no longer known";
    else
        fprintf(p->to, "\t%s=%d:%" PRIu64, key, buffer, address - p->buffers[buffer]->base);
}

static void put_hex(FILE *to, const char *key, const uint8_t *bytes, size_t size) {
    fprintf(to, "\t%s=", key);
    for (size_t i = 0; i < size; i++) fprintf(to, "%02x", bytes[i]);
}

// OFFSET:BUFFER:BYTE for each word of the parameters that points into a buffer.
static void put_pointers(Plan *p, const RecordedLaunch *l) {
    uint64_t offset, size;
    const int parameters = warpsim_kernel_facts(l->function).parameters;
    fputs("\tpointers=", p->to);
    for (int i = 0; i < parameters; i++) {
        warpsim_parameter(l->function, i, &offset, &size);
        for (uint64_t at = offset; at + 8 <= offset + size && at + 8 <= l->param_size; at += 8) {
            uint64_t word;
            memcpy(&word, l->params + at, sizeof word);
            const int buffer = word ? buffer_of(p, word) : -1;
            if (buffer >= 0)
                fprintf(p->to, "%" PRIu64 ":%d:%" PRIu64 " ", at, buffer, word - p->buffers[buffer]->base);
        }
    }
}

static void put_launch(Plan *p, const RecordedLaunch *l) {
    if (!l->params || !l->function || l->param_size * 2 > REPORT_FIELD_MAX) {
        p->why = "its parameters were not kept";
        return;
    }
    if (l->cluster[0] > 1 || l->cluster[1] > 1 || l->cluster[2] > 1) p->why = "it launches clusters";
    fprintf(p->to, "step\tkind=launch\tsymbol=%s", l->kernel);
    fprintf(p->to, "\tgrid=%u,%u,%u\tblock=%u,%u,%u\tshared=%" PRIu64 "\tcooperative=%d", l->grid[0],
            l->grid[1], l->grid[2], l->block[0], l->block[1], l->block[2], l->dynamic_shared, l->cooperative);
    put_hex(p->to, "params", l->params, l->param_size);
    put_pointers(p, l);
    fprintf(p->to, "\tsignature=%s", warpsim_kernel_facts(l->function).signature);
    fputs("\tsizes=", p->to);
    for (int i = 0; i < warpsim_kernel_facts(l->function).parameters; i++) {
        uint64_t offset, size;
        warpsim_parameter(l->function, i, &offset, &size);
        fprintf(p->to, "%" PRIu64 ":%" PRIu64 " ", offset, size);
    }
    fputc('\n', p->to);
}

static void put_step(Plan *p, const Record *r) {
    switch (r->kind) {
    case RECORD_LAUNCH: put_launch(p, &r->launch); break;
    case RECORD_WRITE:
        if (r->size * 2 > REPORT_FIELD_MAX || !r->bytes) {
            p->why = "its host code writes more than a page has room for";
            break;
        }
        fputs("step\tkind=write", p->to);
        put_place(p, "at", r->address);
        put_hex(p->to, "data", r->bytes, r->size);
        fputc('\n', p->to);
        break;
    case RECORD_COPY:
        fputs("step\tkind=copy", p->to);
        put_place(p, "at", r->address);
        put_place(p, "from", r->from);
        fprintf(p->to, "\tbytes=%" PRIu64 "\n", r->size);
        break;
    case RECORD_FILL:
        fputs("step\tkind=fill", p->to);
        put_place(p, "at", r->address);
        fprintf(p->to, "\tvalue=%u\tbytes=%" PRIu64 "\n", (unsigned)r->from & 0xff, r->size);
        break;
    default: break; // memory is there from the start, and nobody reads
    }
}

static void put_buffers(const Plan *p) {
    for (int i = 0; i < p->count; i++) {
        const WarpsimAllocation *a = p->buffers[i];
        fprintf(p->to, "buffer\tname=%s\tbytes=%" PRIu64 "\telement=%u\tvariable=%d\twritten=%d\n",
                a->name[0] ? a->name : a->parameter, a->size, a->element, a->name[0] != 0, a->graders);
    }
}

static const PtxText *only_text(const Device *d, const Recording *r) {
    const PtxText *only = NULL;
    for (int i = 0; i < r->count; i++) {
        if (r->list[i].kind != RECORD_LAUNCH || !r->list[i].launch.function) continue;
        const int module = warpsim_kernel_facts(r->list[i].launch.function).module;
        const PtxText *text = module < d->texts.count ? &d->texts.items[module] : NULL;
        if (!text || text->relocatable || (only && only != text)) return NULL;
        only = text;
    }
    return only;
}

// In pieces, each as long as a value may be.
static void put_ptx(FILE *to, const PtxText *text) {
    for (size_t at = 0; at < text->size;) {
        const size_t size = text->size - at < REPORT_FIELD_MAX ? text->size - at : REPORT_FIELD_MAX;
        fputs("ptx\ttext=", to);
        for (size_t i = at; i < at + size; i++) {
            const char c = text->text[i], escape = c == '\t' ? 't' : c == '\n' ? 'n' : c == '\\' ? '\\' : 0;
            if (escape)
                fprintf(to, "\\%c", escape);
            else if (c)
                fputc(c, to);
        }
        fputc('\n', to);
        at += size;
    }
}

char *plan_of_work(const Device *d) {
    char *text = NULL;
    size_t size;
    Plan p = {.to = open_memstream(&text, &size), .d = d};
    const Recording *r = &d->recording;
    if (!p.to) return NULL;
    const PtxText *ptx = only_text(d, r);
    if (r->overflow || r->launches_only || r->count > STEPS_MOST)
        p.why = "it asks for too much work";
    else if (!ptx || ptx->size > PTX_MOST)
        p.why = ptx ? "its PTX is too long" : "it launches no kernel, or kernels of several files";
    for (int i = 0; i < r->count && !p.why; i++) put_step(&p, &r->list[i]);
    if (!p.why) put_buffers(&p);
    if (!p.why) put_ptx(p.to, ptx);
    if (!fclose(p.to) && !p.why) return text;
    free(text);
    return NULL;
}
