#include "simulation/host/host_cpu.h"

#include <string.h>

#include "base/carried/checked.h"
#include "ir/carried/axi.h"
#include "ir/carried/completion_header.h"
#include "ir/carried/tlp_header.h"

enum { WORD = 4 /* bytes */, WRITE = 3, READ = 1 /* formats */, STORED = 2 /* words */ };

void bl_host_cpu_destroy(struct bl_host_cpu *cpu) { bl_zfree(cpu->queue); }

static void grow(struct bl_host_cpu *cpu) {
    const int capacity = cpu->capacity ? 2 * cpu->capacity : 64;
    struct bl_host_access *queue = bl_zalloc((size_t)capacity, sizeof *queue);
    if (cpu->count) memcpy(queue, cpu->queue, (size_t)cpu->count * sizeof *queue);
    bl_zfree(cpu->queue);
    cpu->queue = queue;
    cpu->capacity = capacity;
}

void bl_host_cpu_post(struct bl_host_cpu *cpu, const struct bl_host_access *access) {
    if (cpu->next == cpu->count) cpu->next = cpu->count = 0;
    if (cpu->count == cpu->capacity) grow(cpu);
    cpu->queue[cpu->count++] = *access;
    cpu->posted++;
}

/* A tag that no load has; BL_HOST_LOADS: there is none. */
static int free_tag(const struct bl_host_cpu *cpu) {
    int tag = 0;
    while (tag < BL_HOST_LOADS && cpu->loads[tag].under_way) tag++;
    return tag;
}

bool bl_host_cpu_ready(const struct bl_host_cpu *cpu, int64_t now) {
    const struct bl_host_access *next = &cpu->queue[cpu->next];
    return cpu->next != cpu->count && next->ready_ps <= now &&
           (!next->load || free_tag(cpu) < BL_HOST_LOADS);
}

static void write_header(const struct bl_host_access *access, int tag, uint32_t *words) {
    uint8_t bytes[BL_TLP_HEADER_BYTES];
    bl_tlp_header_pack(bytes, &(struct bl_tlp_header){
                                  .length = 1,
                                  .format = access->load ? READ : WRITE,
                                  .first_keep = 15,
                                  .tag = (uint32_t)tag,
                                  .address_high = (uint32_t)(access->address >> 32),
                                  .address_low = (uint32_t)access->address >> 2});
    memcpy(words, bytes, sizeof bytes);
}

/* Those that have taken the bus. */
static uint64_t begun(const struct bl_host_cpu *cpu) {
    return cpu->posted - (unsigned)(cpu->count - cpu->next);
}

int bl_host_cpu_begin(struct bl_host_cpu *cpu, int64_t now, uint32_t words[][BL_TLP_WORD / 4],
                      int *bytes) {
    const struct bl_host_access *access = &cpu->queue[cpu->next++];
    const int tag = access->load ? free_tag(cpu) : 0;
    write_header(access, tag, words[0]);
    if (access->taken_ps) *access->taken_ps = now;
    *bytes = BL_HOST_BESIDE + (access->load ? 0 : WORD);
    if (access->load) {
        cpu->loads[tag] = (struct bl_host_load){.access = *access,
                                                .under_way = true,
                                                .number = begun(cpu),
                                                .seen_ps = BL_HOST_NEVER};
        return 1;
    }
    memset(words[1], 0, sizeof words[1]);
    words[1][0] = access->value;
    return STORED;
}

bool bl_host_cpu_complete(struct bl_host_cpu *cpu, int64_t end_ps, const uint32_t *words,
                          const uint8_t *data) {
    uint8_t bytes[BL_COMPLETION_HEADER_BYTES];
    memcpy(bytes, words, sizeof bytes);
    const struct bl_completion_header header = bl_completion_header_unpack(bytes);
    struct bl_host_load *load = &cpu->loads[header.tag % BL_HOST_LOADS];
    const int64_t written_ps = cpu->bus->regions.items->visible_ps;
    if (header.tag >= BL_HOST_LOADS || !load->under_way || load->seen_ps != BL_HOST_NEVER ||
        header.bytes != WORD || header.length != (header.status ? 0 : 1))
        return false;
    load->seen_ps = end_ps + cpu->bus->settings.store_ps;
    if (load->seen_ps < written_ps) load->seen_ps = written_ps;
    load->response = header.status ? BL_AXI_DECERR : BL_AXI_OKAY;
    load->value = UINT32_MAX;
    if (!header.status) memcpy(&load->value, data, WORD);
    return true;
}

static void end(struct bl_host_load *load) {
    const struct bl_host_access *access = &load->access;
    load->under_way = false;
    if (access->result) *access->result = load->value;
    if (access->response && load->response) *access->response = load->response;
    if (access->done) *access->done = true;
}

bool bl_host_cpu_see(struct bl_host_cpu *cpu, int64_t now) {
    bool any = false;
    for (int i = 0; i < BL_HOST_LOADS; i++) {
        if (!cpu->loads[i].under_way || cpu->loads[i].seen_ps > now) continue;
        end(&cpu->loads[i]);
        any = true;
    }
    return any;
}

static void forget(struct bl_host_access *access) {
    access->result = NULL;
    access->response = NULL;
    access->done = NULL;
    access->taken_ps = NULL;
}

void bl_host_cpu_forget(struct bl_host_cpu *cpu) {
    for (int i = cpu->next; i < cpu->count; i++) forget(&cpu->queue[i]);
    for (int i = 0; i < BL_HOST_LOADS; i++) forget(&cpu->loads[i].access);
}

static void fail(const struct bl_host_access *access) {
    struct bl_host_load load = {
        .access = *access, .response = BL_HOST_WAS_RESET, .value = UINT32_MAX};
    end(&load);
}

void bl_host_cpu_reset(struct bl_host_cpu *cpu) {
    for (; cpu->next != cpu->count; cpu->next++)
        if (cpu->queue[cpu->next].load) fail(&cpu->queue[cpu->next]);
    for (int i = 0; i < BL_HOST_LOADS; i++) {
        if (cpu->loads[i].under_way) fail(&cpu->loads[i].access);
        cpu->loads[i].under_way = false;
    }
}

bool bl_host_cpu_past(const struct bl_host_cpu *cpu, uint64_t count) {
    bool past = begun(cpu) >= count;
    for (int i = 0; i < BL_HOST_LOADS; i++)
        past &= !cpu->loads[i].under_way || cpu->loads[i].number > count;
    return past;
}
