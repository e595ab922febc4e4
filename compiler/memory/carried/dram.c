#include "memory/carried/dram.h"

#include <stddef.h>

/* When to turn the data bus around. A direction goes on for BATCH accesses while it has any; for
   SHORTEST when it runs out of open rows and the other one has ENOUGH accesses to them. Writes
   begin when ENOUGH wait, or one for PATIENCE, or the bus has been free for IDLE. And how old a
   request may get before younger row hits wait for it. */
enum { BATCH = 80, SHORTEST = 16, ENOUGH = 16 };
static const int64_t PATIENCE = 80000, IDLE = 20000, OLD = 1000000; /* ps */
enum { ROWS, COLUMNS };

static int64_t later(int64_t a, int64_t b) { return a > b ? a : b; }
static int group(const struct bl_dram *dram, int bank) {
    return bank & ((1 << dram->kind.group_bits) - 1);
}

void bl_dram_init(struct bl_dram *dram, const struct bl_dram_kind *kind) {
    *dram = (struct bl_dram){
        .kind = *kind, .batch = BATCH, .refresh_at = kind->tREFI, .next_time = INT64_MAX};
    while (1 << dram->access_bits < kind->access_bytes) dram->access_bits++;
    for (int i = 0; i < BL_DRAM_BANKS; i++) dram->banks[i].row = -1;
    for (int i = 0; i < 4; i++) dram->activates[i] = -kind->tFAW;
}

/* A row of a bank is open from now on, or none (-1). */
static void set_row(struct bl_dram *dram, int number, int64_t row) {
    dram->banks[number].row = row;
    for (int write = 0; write < 2; write++) {
        struct bl_dram_window *window = &dram->windows[write];
        window->hits &= ~window->of_bank[number];
        for (uint32_t left = row < 0 ? 0 : window->of_bank[number]; left; left &= left - 1)
            if (window->items[__builtin_ctz(left)].row == row) window->hits |= left & -left;
    }
}

static void refresh(struct bl_dram *dram) {
    const struct bl_dram_kind *t = &dram->kind;
    int64_t begin = dram->refresh_at;
    for (int i = 0; i < BL_DRAM_BANKS; i++)
        if (dram->banks[i].row >= 0) begin = later(begin, dram->banks[i].precharge_ok + t->tRP);
    for (int i = 0; i < BL_DRAM_BANKS; i++) {
        begin = later(begin, dram->banks[i].activate_ok);
        set_row(dram, i, -1);
    }
    for (int i = 0; i < BL_DRAM_BANKS; i++) dram->banks[i].activate_ok = begin + t->tRFC;
    dram->refresh_at += t->tREFI;
    dram->counts.refreshes++;
}

/* Refreshes that were due while nothing was waiting: only the last one can still be felt. */
static void catch_up(struct bl_dram *dram, int64_t time) {
    if (dram->refresh_at > time) return;
    dram->refresh_at += (time - dram->refresh_at) / dram->kind.tREFI * dram->kind.tREFI;
    refresh(dram);
}

/* An address as bank and row. */
static struct bl_dram_request placed(const struct bl_dram *dram, uint64_t address) {
    const struct bl_dram_kind *kind = &dram->kind;
    uint64_t at = address >> dram->access_bits;
    int low = kind->groups_low ? kind->group_bits : 0;
    uint64_t page = at >> low >> kind->column_bits, bank = page << low | (at & ((1u << low) - 1));
    return (struct bl_dram_request){.row = (uint32_t)(page >> (kind->bank_bits - low)),
                                    .bank = (uint8_t)(bank & ((1u << kind->bank_bits) - 1))};
}

void bl_dram_enter(struct bl_dram *dram, uint64_t address, bool write, uint32_t number,
                   int64_t time) {
    if (bl_dram_empty(dram)) catch_up(dram, time);
    struct bl_dram_window *window = &dram->windows[write];
    struct bl_dram_request request = placed(dram, address);
    request.entered = time, request.number = number;
    uint32_t bit = UINT32_C(1) << window->count;
    window->of_bank[request.bank] |= bit;
    window->banks |= 1u << request.bank;
    if (dram->banks[request.bank].row == request.row) window->hits |= bit;
    window->items[window->count++] = request;
}

static uint32_t without(uint32_t set, int index) {
    uint32_t younger = ~UINT32_C(0) << index;
    return (set & ~younger) | (set >> 1 & younger);
}

static void leave(struct bl_dram_window *window, int index) {
    window->count--;
    for (int i = index; i < window->count; i++) window->items[i] = window->items[i + 1];
    for (unsigned left = window->banks; left; left &= left - 1) {
        uint32_t *set = &window->of_bank[__builtin_ctz(left)];
        *set = without(*set, index);
        if (!*set) window->banks &= ~(left & -left);
    }
    window->hits = without(window->hits, index);
}

static void turn(struct bl_dram *dram, int batch) {
    dram->writing = !dram->writing;
    dram->served = 0;
    dram->batch = batch;
    dram->counts.turnarounds++;
}

/* Turns after a batch, or gives the time to look again when nothing else happens. Reads are served
   at once. Writes are held back for a batch, but not long when no read comes. */
static int64_t turn_after_batch(struct bl_dram *dram, int64_t time) {
    const struct bl_dram_window *mine = &dram->windows[dram->writing],
                                *other = &dram->windows[!dram->writing];
    if (other->count == 0 || (mine->count && dram->served < dram->batch)) return INT64_MAX;
    if (!dram->writing && other->count < ENOUGH) {
        int64_t at = other->items[0].entered + PATIENCE, idle = dram->column_ok[true] + IDLE;
        if (mine->count == 0 && idle < at) at = idle;
        if (time < at) return at;
    }
    turn(dram, BATCH);
    return INT64_MAX;
}

/* What a direction could do: its first column access, as an index into its window, and the banks
   with hits and with misses. */
struct choice {
    unsigned hits, misses;
    int64_t column_time;
    int column;
};

/* One look over the banks of a direction: the column access that can come first, the oldest of
   those. A miss that has become old makes the younger hits of its bank wait. */
static void look(const struct bl_dram *dram, bool write, int64_t time, struct choice *choice) {
    const struct bl_dram_window *window = &dram->windows[write];
    int64_t earliest = later(time, later(dram->bus_ok[COLUMNS], dram->column_ok[write]));
    *choice = (struct choice){.column_time = INT64_MAX};
    for (unsigned left = window->banks; left; left &= left - 1) {
        int i = __builtin_ctz(left);
        uint32_t hits = window->of_bank[i] & window->hits,
                 misses = window->of_bank[i] & ~window->hits;
        if (misses) {
            int miss = __builtin_ctz(misses);
            choice->misses |= 1u << i;
            if (time - window->items[miss].entered > OLD) hits &= (UINT32_C(1) << miss) - 1;
        }
        if (!hits) continue;
        int hit = __builtin_ctz(hits);
        int64_t at = later(earliest, later(dram->banks[i].column_ok[write],
                                           dram->group_ok[write][group(dram, i)]));
        choice->hits |= 1u << i;
        if (at < choice->column_time || (at == choice->column_time && hit < choice->column))
            choice->column_time = at, choice->column = hit;
    }
}

static void consider(struct bl_dram *dram, enum bl_dram_command command, int64_t time, int index,
                     int bank, bool write) {
    if (time >= dram->next_time) return;
    dram->next_time = time;
    dram->next = command;
    dram->next_index = index;
    dram->next_bank = bank;
    dram->next_write = write;
}

/* Row commands for the oldest misses of some banks: the earliest, of those at one time the one for
   the oldest request. */
static void consider_rows(struct bl_dram *dram, unsigned banks, int64_t time, bool write) {
    const struct bl_dram_kind *t = &dram->kind;
    const struct bl_dram_window *window = &dram->windows[write];
    int64_t bus = later(time, dram->bus_ok[ROWS]), first = INT64_MAX;
    int64_t activate = later(bus, dram->activates[dram->activate_next] + t->tFAW);
    int oldest = 0;
    for (; banks; banks &= banks - 1) {
        int number = __builtin_ctz(banks),
            miss = __builtin_ctz(window->of_bank[number] & ~window->hits);
        const struct bl_dram_bank *bank = &dram->banks[number];
        int64_t at = bank->row >= 0
                         ? later(bus, bank->precharge_ok)
                         : later(activate,
                                 later(bank->activate_ok, dram->activate_ok[group(dram, number)]));
        if (at < first || (at == first && miss < oldest)) first = at, oldest = miss;
    }
    int bank = window->items[oldest].bank;
    if (first < INT64_MAX)
        consider(dram, dram->banks[bank].row >= 0 ? BL_DRAM_PRECHARGE : BL_DRAM_ACTIVATE, first,
                 oldest, bank, write);
}

/* Turns when the next column access would leave a gap and the other direction has its rows open:
   what is missing here is activated meanwhile. The other direction gets as many accesses as this
   one had, so that both have the same share. */
static void turn_at_gap(struct bl_dram *dram, const struct choice *mine, int64_t time) {
    if (dram->served < SHORTEST || mine->column_time <= time + dram->kind.tCCD_L + dram->kind.tCK)
        return;
    if (__builtin_popcount(dram->windows[!dram->writing].hits) < ENOUGH) return;
    turn(dram, dram->served < BATCH ? dram->served : BATCH);
}

void bl_dram_decide(struct bl_dram *dram, int64_t time) {
    struct choice choices[2];
    dram->next_time = INT64_MAX;
    dram->next = BL_DRAM_NONE;
    if (bl_dram_empty(dram)) return;
    consider(dram, BL_DRAM_REFRESH, dram->refresh_at, 0, 0, false);
    consider(dram, BL_DRAM_TURN, turn_after_batch(dram, time), 0, 0, false);
    for (int write = 0; write < 2; write++) look(dram, write, time, &choices[write]);
    turn_at_gap(dram, &choices[dram->writing], time);
    bool write = dram->writing;
    const struct choice *mine = &choices[write], *other = &choices[!write];
    if (mine->hits)
        consider(dram, BL_DRAM_COLUMN, mine->column_time, mine->column,
                 dram->windows[write].items[mine->column].bank, write);
    consider_rows(dram, mine->misses & ~mine->hits, time, write);
    consider_rows(dram, other->misses & ~(other->hits | mine->hits | mine->misses), time, !write);
}

/* A command takes a cycle of its bus. */
static void take_bus(struct bl_dram *dram, int bus) {
    dram->bus_ok[bus] = dram->next_time + dram->kind.tCK;
    if (dram->kind.one_bus) dram->bus_ok[!bus] = dram->bus_ok[bus];
}

static void activate(struct bl_dram *dram) {
    const struct bl_dram_kind *t = &dram->kind;
    int64_t time = dram->next_time;
    struct bl_dram_bank *bank = &dram->banks[dram->next_bank];
    set_row(dram, dram->next_bank, dram->windows[dram->next_write].items[dram->next_index].row);
    bank->column_ok[false] = time + t->tRCDRD;
    bank->column_ok[true] = time + t->tRCDWR;
    bank->precharge_ok = time + t->tRAS;
    for (int i = 0; i < BL_DRAM_GROUPS; i++)
        dram->activate_ok[i] = time + (i == group(dram, dram->next_bank) ? t->tRRD_L : t->tRRD_S);
    dram->activates[dram->activate_next] = time;
    dram->activate_next = (dram->activate_next + 1) % 4;
    take_bus(dram, ROWS);
    dram->counts.activates++;
}

static void precharge(struct bl_dram *dram) {
    struct bl_dram_bank *bank = &dram->banks[dram->next_bank];
    set_row(dram, dram->next_bank, -1);
    bank->activate_ok = later(bank->activate_ok, dram->next_time + dram->kind.tRP);
    take_bus(dram, ROWS);
}

static void block_columns(struct bl_dram *dram, bool write, int mine, int64_t same_group,
                          int64_t other_group) {
    dram->column_ok[write] = later(dram->column_ok[write], other_group);
    dram->group_ok[write][mine] = later(dram->group_ok[write][mine], same_group);
}

static void column(struct bl_dram *dram, struct bl_dram_access *access) {
    const struct bl_dram_kind *t = &dram->kind;
    int64_t time = dram->next_time, written = time + t->tWL + t->tBURST;
    bool write = dram->next_write;
    int mine = group(dram, dram->next_bank);
    struct bl_dram_window *window = &dram->windows[write];
    struct bl_dram_bank *bank = &dram->banks[dram->next_bank];
    *access = (struct bl_dram_access){
        .write = write, .number = window->items[dram->next_index].number, .time = time};
    block_columns(dram, write, mine, time + t->tCCD_L, time + t->tCCD_S);
    if (write) block_columns(dram, false, mine, written + t->tWTR_L, written + t->tWTR_S);
    else block_columns(dram, true, mine, time + t->tRTW, time + t->tRTW);
    bank->precharge_ok = later(bank->precharge_ok, write ? written + t->tWR : time + t->tRTP);
    take_bus(dram, COLUMNS);
    leave(window, dram->next_index);
    dram->served++;
    if (write) dram->counts.writes++;
    else dram->counts.reads++;
}

bool bl_dram_step(struct bl_dram *dram, struct bl_dram_access *access) {
    enum bl_dram_command command = dram->next;
    if (command == BL_DRAM_COLUMN) column(dram, access);
    else if (command == BL_DRAM_ACTIVATE) activate(dram);
    else if (command == BL_DRAM_PRECHARGE) precharge(dram);
    else if (command == BL_DRAM_REFRESH) refresh(dram);
    return command == BL_DRAM_COLUMN;
}
