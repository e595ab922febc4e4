/* A reader or a writer of planes in front of the model of a memory channel. */
#include "base/carried/checked.h"
#include "memory/carried/hbm.h"
#include "plan/size/channel.h"

/* Refresh intervals: before anything is measured; measured to see whether anything waits; and of
   what waits. */
enum { WARM = 2, GLANCE = 8, MEASURED = 40 };
enum { LAST_BURSTS = 4 }; /* that end a stream of writes */
static const double WAITS = 1.005;

struct asking {
    const struct bl_channel_use *use;
    struct bl_hbm *channel;
    struct bl_axi_in in;
    struct bl_axi_out out;
    int burst, turn;          /* words */
    uint64_t asked;           /* bursts that have an address */
    int64_t now, core;        /* ps: the port's time; what the core is behind it */
    int64_t under_way;        /* reads: words without a place in the stream; writes: bursts */
    int64_t addresses, words; /* of bursts that the port has not taken */
    int64_t gathered;         /* words of a burst that is written next */
    int64_t arrived;          /* words that were read and wait */
    int64_t moved;            /* words, at the core's side */
};

/* Planes take turns. */
static uint64_t address_of(const struct asking *asking, uint64_t number) {
    uint64_t bursts = (uint64_t)(asking->turn / asking->burst), turn = number / bursts,
             planes = (uint64_t)asking->use->planes;
    return asking->use->bases[turn % planes] +
           (turn / planes * bursts + number % bursts) * (uint64_t)asking->use->burst;
}

/* A cycle of the core: a word leaves the reader's queue, and a burst is asked for that it has room
 * for. */
static void read_cycle(struct asking *asking) {
    if (asking->arrived) asking->arrived--, asking->under_way--, asking->moved++;
    if (asking->under_way + asking->burst > asking->use->ahead) return;
    asking->under_way += asking->burst;
    asking->addresses++;
}

static void write_cycle(struct asking *asking) {
    if (asking->under_way >= asking->use->ahead) return;
    asking->moved++;
    if (++asking->gathered < asking->burst) return;
    asking->gathered = 0;
    asking->under_way++;
    asking->addresses++;
    asking->words += asking->burst;
}

static void ask(struct asking *asking) {
    struct bl_axi_out *out = &asking->out;
    uint64_t address = address_of(asking, asking->asked);
    uint8_t len = (uint8_t)(asking->burst - 1);
    bool write = asking->use->write;
    *out = (struct bl_axi_out){.rready = 1, .bready = 1, .wstrb = UINT64_MAX};
    out->arvalid = !write && asking->addresses, out->araddr = address, out->arlen = len;
    out->awvalid = write && asking->addresses, out->awaddr = address, out->awlen = len;
    out->wvalid = asking->words > 0, out->wlast = asking->words % asking->burst == 1;
}

static void port_cycle(struct asking *asking) {
    bl_hbm_present(asking->channel, &asking->in);
    ask(asking);
    bl_hbm_clock(asking->channel, &asking->in, &asking->out);
    const struct bl_axi_in *in = &asking->in;
    const struct bl_axi_out *out = &asking->out;
    if ((out->arvalid && in->arready) || (out->awvalid && in->awready))
        asking->addresses--, asking->asked++;
    if (out->wvalid && in->wready) asking->words--;
    asking->arrived += in->rvalid;
    asking->under_way -= in->bvalid;
}

static void run_for(struct asking *asking, int64_t time) {
    for (int64_t until = asking->now + time; asking->now < until;
         asking->now += asking->use->memory_ps) {
        asking->core += asking->use->memory_ps;
        for (; asking->core >= asking->use->core_ps; asking->core -= asking->use->core_ps)
            if (asking->use->write) write_cycle(asking);
            else read_cycle(asking);
        port_cycle(asking);
    }
}

/* Cycles for a word in the time that comes. */
static double measured(struct asking *asking, int64_t time) {
    int64_t begin = asking->now, before = asking->moved, core = asking->use->core_ps,
            memory = asking->use->memory_ps;
    run_for(asking, time);
    return (double)(asking->now - begin) / (double)(core > memory ? core : memory) /
           (double)(asking->moved - before);
}

/* The channel is that of `boundless`, a copy of the kind. */
static struct asking begin(const struct bl_dram_kind *kind, const struct bl_channel_use *use,
                           struct bl_dram_kind *boundless) {
    *boundless = *kind;
    boundless->bytes = UINT64_MAX;
    struct asking asking = {
        .use = use, .burst = use->burst / use->word, .turn = use->turn / use->word};
    asking.channel = bl_hbm_create(&(struct bl_hbm_config){
        .kind = boundless, .word_bytes = use->word, .period_ps = use->memory_ps});
    return asking;
}

double bl_channel_cycles(const struct bl_dram_kind *kind, const struct bl_channel_use *use) {
    struct bl_dram_kind boundless;
    struct asking asking = begin(kind, use, &boundless);
    run_for(&asking, WARM * kind->tREFI);
    double cycles = measured(&asking, GLANCE * kind->tREFI);
    if (cycles > WAITS) cycles = measured(&asking, MEASURED * kind->tREFI);
    bl_hbm_destroy(asking.channel);
    return cycles > 1 ? cycles : 1;
}

/* Nothing has been asked of the channel before. */
static int64_t first_word_ps(const struct bl_dram_kind *kind, struct bl_channel_use use) {
    struct bl_dram_kind boundless;
    use.write = false;
    struct asking asking = begin(kind, &use, &boundless);
    asking.addresses = 1;
    for (; !asking.arrived; asking.now += use.memory_ps) port_cycle(&asking);
    bl_hbm_destroy(asking.channel);
    return asking.now - use.memory_ps;
}

/* A word a cycle, with its burst's address. */
static int64_t last_response_ps(const struct bl_dram_kind *kind, struct bl_channel_use use) {
    struct bl_dram_kind boundless;
    int64_t written = 0;
    use.write = true;
    struct asking asking = begin(kind, &use, &boundless);
    asking.addresses = asking.under_way = LAST_BURSTS;
    asking.words = LAST_BURSTS * asking.burst;
    for (; asking.under_way; asking.now += use.memory_ps) {
        port_cycle(&asking);
        if (asking.words) written = asking.now + use.memory_ps;
    }
    bl_hbm_destroy(asking.channel);
    return asking.now - use.memory_ps - written;
}

struct bl_channel_way bl_channel_way(const struct bl_dram_kind *kind,
                                     const struct bl_channel_use *use) {
    return (struct bl_channel_way){first_word_ps(kind, *use), last_response_ps(kind, *use)};
}
