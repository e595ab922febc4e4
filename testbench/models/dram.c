#include "dram.h"

#include <stddef.h>

/* When to turn the data bus around, and how old a request may get before younger row hits wait for it. */
enum { WRITES_TO_START = 28, WRITES_TO_STOP = 8, SERVED_AT_LEAST = 16, MOST_WRITES_SERVED = 32 };
static const int64_t OLD = 1000000; /* ps */

struct bl_dram_timing bl_dram_hbm2(int megabits) {
    int64_t tck = 2000000 / megabits;
    return (struct bl_dram_timing){
        .tck = tck, .burst = 2 * tck, .cl = 14 * tck, .cwl = 4 * tck, .ccd_s = 2 * tck, .ccd_l = 2 * tck,
        .rrd_s = 4 * tck, .rrd_l = 6 * tck, .faw = 19 * tck, .wtr_s = 6 * tck, .wtr_l = 8 * tck, .rtw = 14 * tck,
        .rcd = 14000, .rp = 14000, .ras = 34000, .rtp = 5000, .wr = 16000, .refi = 3900000, .rfc = 260000,
    };
}

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }
static int group(int bank) { return bank & (BL_DRAM_GROUPS - 1); }

void bl_dram_init(struct bl_dram *dram, const struct bl_dram_timing *timing) {
    *dram = (struct bl_dram){.timing = *timing, .refresh_at = timing->refi, .next_time = INT64_MAX};
    for (int i = 0; i < BL_DRAM_BANKS; i++) dram->banks[i].row = -1;
    for (int i = 0; i < 4; i++) dram->activates[i] = -timing->faw;
}

bool bl_dram_room(const struct bl_dram *dram, bool write) {
    return dram->windows[write].count < BL_DRAM_WINDOW;
}

static void refresh(struct bl_dram *dram) {
    const struct bl_dram_timing *t = &dram->timing;
    int64_t begin = dram->refresh_at;
    for (int i = 0; i < BL_DRAM_BANKS; i++)
        if (dram->banks[i].row >= 0) begin = later(begin, dram->banks[i].precharge_ok + t->rp);
    for (int i = 0; i < BL_DRAM_BANKS; i++) {
        begin = later(begin, dram->banks[i].activate_ok);
        dram->banks[i].row = -1;
    }
    for (int i = 0; i < BL_DRAM_BANKS; i++) dram->banks[i].activate_ok = begin + t->rfc;
    dram->refresh_at += t->refi;
    dram->counts.refreshes++;
}

/* Refreshes that were due while nothing was waiting: only the last one can still be felt. */
static void catch_up(struct bl_dram *dram, int64_t time) {
    if (dram->refresh_at > time) return;
    dram->refresh_at += (time - dram->refresh_at) / dram->timing.refi * dram->timing.refi;
    refresh(dram);
}

void bl_dram_enter(struct bl_dram *dram, uint64_t address, bool write, int slot, int64_t time) {
    if (bl_dram_empty(dram)) catch_up(dram, time);
    uint64_t page = address / BL_DRAM_ACCESS >> BL_DRAM_COLUMN_BITS;
    struct bl_dram_window *window = &dram->windows[write];
    window->items[window->count++] = (struct bl_dram_request){
        .bank = (uint8_t)(page % BL_DRAM_BANKS), .row = (uint32_t)(page >> BL_DRAM_BANK_BITS), .slot = (uint16_t)slot, .entered = time};
}

static void choose_direction(struct bl_dram *dram, int64_t time) {
    const struct bl_dram_window *mine = &dram->windows[dram->writing], *other = &dram->windows[!dram->writing];
    if (other->count == 0) return;
    bool turn = mine->count == 0 || (dram->served >= SERVED_AT_LEAST && time - other->items[0].entered > OLD);
    if (dram->writing) turn |= mine->count <= WRITES_TO_STOP || dram->served >= MOST_WRITES_SERVED;
    else turn |= other->count >= WRITES_TO_START && dram->served >= SERVED_AT_LEAST;
    if (!turn) return;
    dram->writing = !dram->writing;
    dram->served = 0;
    dram->counts.turnarounds++;
}

struct choice { unsigned hits, misses; int64_t column_time; int column; int first_miss[BL_DRAM_BANKS]; };

/* One look over the requests of a direction: the column access that can come first (the oldest of those), the banks with row hits, and
   each bank's oldest miss. A miss that has become old makes the younger hits of its bank wait. */
static void look(const struct bl_dram *dram, bool write, int64_t time, struct choice *choice) {
    const struct bl_dram_window *window = &dram->windows[write];
    int64_t earliest = later(time, dram->column_ok[write]);
    unsigned closed = 0;
    choice->hits = choice->misses = 0;
    choice->column_time = INT64_MAX;
    choice->column = -1;
    for (int i = 0; i < window->count; i++) {
        const struct bl_dram_request *request = &window->items[i];
        const struct bl_dram_bank *bank = &dram->banks[request->bank];
        unsigned bit = 1u << request->bank;
        if (bank->row != request->row) {
            if (!(choice->misses & bit)) choice->first_miss[request->bank] = i;
            choice->misses |= bit;
            if (time - request->entered > OLD) closed |= bit;
            continue;
        }
        if (closed & bit) continue;
        choice->hits |= bit;
        int64_t at = later(earliest, later(bank->column_ok, dram->group_ok[write][group(request->bank)]));
        if (at < choice->column_time) choice->column_time = at, choice->column = i;
    }
}

static void consider(struct bl_dram *dram, enum bl_dram_command command, int64_t time, int index, int bank, bool write) {
    if (time >= dram->next_time) return;
    dram->next_time = time;
    dram->next = command;
    dram->next_index = index;
    dram->next_bank = bank;
    dram->next_write = write;
}

/* Row commands for the banks that have misses but no hits. */
static void consider_rows(struct bl_dram *dram, const struct choice *choice, unsigned banks, int64_t time, bool write) {
    const struct bl_dram_timing *t = &dram->timing;
    int64_t bus = later(time, dram->row_bus_ok);
    int64_t activate = later(bus, dram->activates[dram->activate_next] + t->faw);
    for (; banks; banks &= banks - 1) {
        int number = __builtin_ctz(banks);
        const struct bl_dram_bank *bank = &dram->banks[number];
        if (bank->row >= 0) consider(dram, BL_DRAM_PRECHARGE, later(bus, bank->precharge_ok), 0, number, write);
        else consider(dram, BL_DRAM_ACTIVATE, later(activate, later(bank->activate_ok, dram->activate_ok[group(number)])),
                      choice->first_miss[number], number, write);
    }
}

void bl_dram_decide(struct bl_dram *dram, int64_t time) {
    struct choice mine, other;
    dram->next_time = INT64_MAX;
    dram->next = BL_DRAM_NONE;
    if (bl_dram_empty(dram)) return;
    consider(dram, BL_DRAM_REFRESH, dram->refresh_at, 0, 0, false);
    choose_direction(dram, time);
    bool write = dram->writing;
    look(dram, write, time, &mine);
    int column = mine.column;
    if (column >= 0) consider(dram, BL_DRAM_COLUMN, mine.column_time, column, dram->windows[write].items[column].bank, write);
    unsigned busy = mine.hits | mine.misses;
    consider_rows(dram, &mine, mine.misses & ~mine.hits, time, write);
    if (dram->windows[!write].count == 0) return;
    look(dram, !write, time, &other);
    consider_rows(dram, &other, other.misses & ~(other.hits | busy), time, !write);
}

static void activate(struct bl_dram *dram) {
    const struct bl_dram_timing *t = &dram->timing;
    int64_t time = dram->next_time;
    struct bl_dram_bank *bank = &dram->banks[dram->next_bank];
    bank->row = dram->windows[dram->next_write].items[dram->next_index].row;
    bank->column_ok = time + t->rcd;
    bank->precharge_ok = time + t->ras;
    for (int i = 0; i < BL_DRAM_GROUPS; i++) dram->activate_ok[i] = time + (i == group(dram->next_bank) ? t->rrd_l : t->rrd_s);
    dram->activates[dram->activate_next] = time;
    dram->activate_next = (dram->activate_next + 1) % 4;
    dram->row_bus_ok = time + t->tck;
    dram->counts.activates++;
}

static void precharge(struct bl_dram *dram) {
    struct bl_dram_bank *bank = &dram->banks[dram->next_bank];
    bank->row = -1;
    bank->activate_ok = later(bank->activate_ok, dram->next_time + dram->timing.rp);
    dram->row_bus_ok = dram->next_time + dram->timing.tck;
}

static void block_columns(struct bl_dram *dram, bool write, int mine, int64_t same_group, int64_t other_group) {
    dram->column_ok[write] = later(dram->column_ok[write], other_group);
    dram->group_ok[write][mine] = later(dram->group_ok[write][mine], same_group);
}

static void column(struct bl_dram *dram, struct bl_dram_access *access) {
    const struct bl_dram_timing *t = &dram->timing;
    int64_t time = dram->next_time;
    bool write = dram->next_write;
    int mine = group(dram->next_bank);
    struct bl_dram_window *window = &dram->windows[write];
    struct bl_dram_bank *bank = &dram->banks[dram->next_bank];
    *access = (struct bl_dram_access){.write = write, .slot = window->items[dram->next_index].slot, .time = time};
    block_columns(dram, write, mine, time + t->ccd_l, time + t->ccd_s);
    if (write) block_columns(dram, false, mine, time + t->cwl + t->burst + t->wtr_l, time + t->cwl + t->burst + t->wtr_s);
    else block_columns(dram, true, mine, time + t->rtw, time + t->rtw);
    bank->precharge_ok = later(bank->precharge_ok, time + (write ? t->cwl + t->burst + t->wr : t->rtp));
    window->count--;
    for (int i = dram->next_index; i < window->count; i++) window->items[i] = window->items[i + 1];
    dram->served++;
    if (write) dram->counts.writes++;
    else dram->counts.reads++;
}

bool bl_dram_step(struct bl_dram *dram, struct bl_dram_access *access) {
    enum bl_dram_command command = dram->next;
    int64_t time = dram->next_time;
    if (command == BL_DRAM_COLUMN) column(dram, access);
    else if (command == BL_DRAM_ACTIVATE) activate(dram);
    else if (command == BL_DRAM_PRECHARGE) precharge(dram);
    else if (command == BL_DRAM_REFRESH) refresh(dram);
    bl_dram_decide(dram, time);
    return command == BL_DRAM_COLUMN;
}
