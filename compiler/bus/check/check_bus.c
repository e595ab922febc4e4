/* Buses: collecting their parts, traffic and transfers, checking the sizes. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "bus/bus.h"
#include "bus/check/check_arbiter.h"
#include "bus/check/check_bus.h"
#include "bus/check/check_bus_inner.h"
#include "bus/check/check_delays.h"
#include "check/check_names.h"
#include "check/check_setting.h"
#include "check/check_value.h"
#include "check/check_written.h"
#include "syntax/bus_tree.h"

enum { MOST_CELLS = 16 };

struct bl_bus_parts {
    const struct bl_declaration *bus, *traffic;
    struct bl_given of_bus[BL_MOST_SETTINGS], of_traffic[BL_MOST_SETTINGS];
    double last_gap;         /* seconds; 0: none was written */
    struct bl_delays delays; /* of single segments */
    const struct bl_part *clocks[MOST_CELLS];
    int clock_count;
    struct bl_name arbitration;
    const struct bl_part *arbiter, *board;
    struct {
        const struct bl_declaration **items;
        int count, capacity;
    } transfers;
};

/* A row of a list, and what is given of it. */
static const struct bl_setting *row_of(const struct bl_setting *list, const char *word) {
    return &list[bl_setting_find(list, word)];
}
static struct bl_given *given_of(struct bl_bus_parts *parts, const char *word) {
    int i = bl_setting_find(bl_bus_settings, word);
    return i >= 0 ? &parts->of_bus[i]
                  : &parts->of_traffic[bl_setting_find(bl_traffic_settings, word)];
}

static void collect_last_gap(struct bl_check *check, struct bl_bus_parts *parts,
                             const struct bl_part *part, bool good) {
    if (bl_setting_value(check, row_of(bl_traffic_settings, "gap"), part->last, &parts->last_gap) &&
        good && parts->last_gap < given_of(parts, "gap")->real)
        bl_report(check->diags, BL_MSG_GAPS_BACKWARDS,
                  bl_range_join(part->value->range, part->last->range));
}

/* `clock 2 125 MHz phase 1.3 ns;`, to be looked at when the domains are known. */
static bool is_domain_clock(struct bl_check *check, struct bl_bus_parts *parts,
                            const struct bl_part *part) {
    if (part->of && parts->clock_count < MOST_CELLS) parts->clocks[parts->clock_count++] = part;
    if (!part->of && part->phase)
        bl_report(check->diags, BL_MSG_DOMAIN_CLOCK, part->range,
                  "`phase` is of one domain's clock: `clock 2 125 MHz phase 1.3 ns;`");
    return part->of;
}

static void collect_setting(struct bl_check *check, struct bl_bus_parts *parts,
                            const struct bl_part *part) {
    bool traffic = bl_setting_find(bl_bus_settings, part->word.symbol->text) < 0;
    const struct bl_setting *setting = row_of(traffic ? bl_traffic_settings : bl_bus_settings,
                                              part->word.symbol->text);
    struct bl_given *given = given_of(parts, setting->word);
    if (is_domain_clock(check, parts, part)) return;
    if (given->present) bl_report_twice(check, setting->word, part->range, given->range);
    given->present = true;
    given->range = part->range;
    if (part->quoted) parts->delays.file = part;
    bool good = part->value && bl_setting_value(check, setting, part->value, &given->real);
    if (part->last) collect_last_gap(check, parts, part, good);
    if (part->more)
        bl_setting_list(check, setting, part, bl_setting_value, &parts->delays, &given->real);
}

/* A part of which there is one, kept as it is. */
static void keep(struct bl_check *check, const struct bl_part **kept, const struct bl_part *part) {
    if (*kept) bl_report_twice(check, part->word.symbol->text, part->range, (*kept)->range);
    *kept = part;
}

static void collect_part(struct bl_check *check, struct bl_bus_parts *parts,
                         const struct bl_part *part) {
    if (!strcmp(part->word.symbol->text, "arbiter")) {
        keep(check, &parts->arbiter, part);
        return;
    }
    if (!strcmp(part->word.symbol->text, "board")) {
        keep(check, &parts->board, part);
        return;
    }
    if (strcmp(part->word.symbol->text, "arbitration")) {
        collect_setting(check, parts, part);
        return;
    }
    if (parts->arbitration.symbol)
        bl_report_twice(check, "arbitration", part->range, parts->arbitration.range);
    parts->arbitration = part->label;
    const char *word = part->label.symbol ? part->label.symbol->text : "distributed";
    if (strcmp(word, "distributed") && strcmp(word, "centralised"))
        bl_report(check->diags, BL_MSG_UNKNOWN_ARBITRATION, part->label.range, word);
}

static struct bl_bus_parts *bus_parts(struct bl_check *check, void **collected) {
    if (!*collected) *collected = BL_NEW(check->arena, struct bl_bus_parts, 1);
    return *collected;
}

void bl_collect_bus(struct bl_check *check, const struct bl_declaration *declaration,
                    void **collected) {
    struct bl_bus_parts *parts = bus_parts(check, collected);
    const struct bl_name name = declaration->name;
    if (parts->bus) {
        struct bl_diagnostic *diagnostic = bl_report(check->diags, BL_MSG_TWO_BUSES, name.range,
                                                     name.symbol ? name.symbol->text : "?");
        bl_note(check->diags, diagnostic, parts->bus->name.range, "the first one is here");
        return;
    }
    parts->bus = declaration;
    bl_declare_program(check, declaration);
    if (name.symbol) bl_check_file_name(check, name);
    for (const struct bl_part *part = declaration->parts; part; part = part->next)
        collect_part(check, parts, part);
    const char *where = bl_format(check->arena, "bus `%s`", name.symbol ? name.symbol->text : "?");
    if (!declaration->broken)
        bl_settings_need(check, bl_bus_settings, parts->of_bus, where, name.range);
}

void bl_collect_traffic(struct bl_check *check, const struct bl_declaration *declaration,
                        void **collected) {
    struct bl_bus_parts *parts = bus_parts(check, collected);
    if (parts->traffic)
        bl_report_twice(check, "traffic", declaration->range, parts->traffic->range);
    parts->traffic = declaration;
    for (const struct bl_part *part = declaration->parts; part; part = part->next)
        collect_part(check, parts, part);
    if (!declaration->broken)
        bl_settings_need(check, bl_traffic_settings, parts->of_traffic, "`traffic`",
                         declaration->range);
}

void bl_collect_transfer(struct bl_check *check, const struct bl_declaration *declaration,
                         void **collected) {
    *BL_APPEND(check->arena, &bus_parts(check, collected)->transfers) = declaration;
}

static int64_t picoseconds(double seconds) { return llround(seconds * 1e12); }

static void check_cells(struct bl_check *check, const struct bl_bus_parts *parts,
                        const struct bl_bus *bus) {
    struct bl_range range = parts->of_bus[bl_setting_find(bl_bus_settings, "connectors")].range;
    if (bus->connectors > 1 && bus->elements == 1)
        bl_report(check->diags, BL_MSG_FLAT_CONNECTORS, range);
    else if (bl_bus_cells(bus) > MOST_CELLS)
        bl_report(check->diags, BL_MSG_TOO_MANY_CELLS, range, bus->domains, bus->connectors,
                  bl_bus_cells(bus), MOST_CELLS);
}

static void check_delays(struct bl_check *check, const struct bl_bus_parts *parts,
                         struct bl_bus *bus) {
    struct bl_range range = parts->of_bus[bl_setting_find(bl_bus_settings, "delay")].range;
    if (!parts->delays.count && !parts->delays.file) return;
    if (bl_bus_is_centralised(bus) || bus->elements > 1)
        bl_report(check->diags, BL_MSG_DELAY_LIST, range);
    else
        bl_finish_delays(check, &parts->delays, range, bus->domains, &bus->segments,
                         &bus->delay_ps);
}

/* `clock 2 125 MHz phase 1.3 ns;`. */
static void check_clock(struct bl_check *check, const struct bl_bus_parts *parts, int i,
                        struct bl_bus *bus) {
    const struct bl_part *part = parts->clocks[i];
    struct bl_value of = bl_check_expression(check, part->of);
    double hertz = 0, phase = 0;
    const struct bl_setting *rate = row_of(bl_bus_settings, "clock"),
                            *time = row_of(bl_bus_settings, "delay");
    if (of.bad || !bl_setting_value(check, rate, part->value, &hertz)) return;
    if (part->phase && !bl_setting_value(check, time, part->phase, &phase)) return;
    bool there = of.whole && of.real >= 1 && of.real <= bus->domains;
    int domain = there ? (int)of.real : 0;
    if (!there) {
        bl_report(check->diags, BL_MSG_NO_SUCH_DOMAIN, part->of->range, domain, bus->domains);
        return;
    }
    for (int k = 0; k < i; k++)
        if (bl_check_expression(check, parts->clocks[k]->of).real == domain)
            bl_report_twice(check, bl_format(check->arena, "clock %d", domain), part->range,
                            parts->clocks[k]->range);
    bus->own_hertz[domain - 1] = hertz;
    bus->clocks.phase_ps[domain - 1] = picoseconds(phase);
}

/* Clocks of single domains; then all have their own, the others the common one without a phase. */
static void check_clocks(struct bl_check *check, const struct bl_bus_parts *parts,
                         struct bl_bus *bus) {
    for (int i = 0; i < bus->domains && parts->clock_count; i++)
        bus->own_hertz[i] = bus->clock_hertz;
    if (parts->clock_count && bus->elements > 1)
        bl_report(check->diags, BL_MSG_DOMAIN_CLOCK, parts->clocks[0]->range,
                  "domains with elements have one clock rate");
    for (int i = 0; i < parts->clock_count; i++) check_clock(check, parts, i, bus);
    for (int i = 0; i < bus->domains && parts->clock_count; i++) {
        bus->clocks.period_ps[i] = llround(1e12 / bus->own_hertz[i]);
        if (bus->own_hertz[i] > bus->clock_hertz) bus->clock_hertz = bus->own_hertz[i];
    }
}

/* Whether the bus has the place. */
static struct bl_bus_place check_place(struct bl_check *check, const struct bl_bus *bus,
                                       const struct bl_place_tree *place) {
    struct bl_arena *arena = check->arena;
    bool flat = bus->elements == 1,
         inside = flat ? !place->element : place->element >= 1 && place->element <= bus->elements;
    if (place->domain < 1 || place->domain > bus->domains)
        bl_report(check->diags, BL_MSG_NO_SUCH_DOMAIN, place->range, place->domain, bus->domains);
    else if (!inside && flat)
        bl_report(check->diags, BL_MSG_NO_SUCH_ELEMENT, place->range,
                  "the domains of this bus have no elements",
                  bl_format(arena, "write `%d`, or give the bus `elements`", place->domain));
    else if (!inside)
        bl_report(check->diags, BL_MSG_NO_SUCH_ELEMENT, place->range,
                  place->element ? bl_format(arena, "there is no element %d",
                                             place->element > 0 ? place->element : 0)
                                 : "which element of the domain?",
                  bl_format(arena, "a domain has `%d.1` to `%d.%d`", place->domain, place->domain,
                            bus->elements));
    return (struct bl_bus_place){place->domain, place->element};
}

/* A time from 0 to a second; *seconds stays after an error. */
static void check_moment(struct bl_check *check, const struct bl_expression *expression,
                         double *seconds) {
    char text[80];
    struct bl_value value = bl_check_expression(check, expression);
    bool zero = value.whole && !value.integer;
    if (value.bad || zero) return;
    bl_value_text(text, 64, value);
    if (!bl_value_is(value, BL_AMOUNT_TIME))
        bl_report(check->diags, BL_MSG_WRONG_UNIT, expression->range, "at",
                  bl_amount_text(BL_AMOUNT_TIME), bl_amount_example(BL_AMOUNT_TIME),
                  bl_value_is(value, BL_AMOUNT_NUMBER) ? strcat(text, " without a unit") : text);
    else if (value.real < 0 || value.real > 1)
        bl_report(check->diags, BL_MSG_OUT_OF_RANGE, expression->range, "at", text, "0 ps", "1 s");
    else *seconds = value.real;
}

static void check_transfer(struct bl_check *check, const struct bl_bus *bus,
                           const struct bl_declaration *declaration,
                           struct bl_bus_transfer *transfer) {
    const struct bl_transfer_tree *tree = declaration->body;
    const struct bl_setting *setting = row_of(bl_traffic_settings, "words");
    double words = setting->usual, at = 0;
    if (declaration->broken) return;
    transfer->range = declaration->range;
    transfer->from = check_place(check, bus, &tree->from);
    transfer->to = check_place(check, bus, &tree->to);
    if (transfer->from.domain == transfer->to.domain &&
        transfer->from.element == transfer->to.element)
        bl_report(check->diags, BL_MSG_OWN_PLACE, tree->to.range);
    if (tree->words && !bl_setting_value(check, setting, tree->words, &words))
        words = setting->usual;
    if (tree->at) check_moment(check, tree->at, &at);
    transfer->words = (int)words;
    transfer->at_ps = picoseconds(at);
}

static void fill_bus(const struct bl_bus_parts *parts, struct bl_bus *bus) {
    const struct bl_symbol *arbitration = parts->arbitration.symbol;
    bus->name = parts->bus->name.symbol->text;
    bus->range = parts->bus->name.range;
    bus->arbitration = arbitration && !strcmp(arbitration->text, "centralised") ? BL_CENTRALISED
                                                                                : BL_DISTRIBUTED;
    bl_settings_fill(bl_bus_settings, parts->of_bus, bus);
    if (!parts->traffic) return;
    bl_settings_fill(bl_traffic_settings, parts->of_traffic, &bus->traffic);
    bus->traffic.last_gap_ps = parts->last_gap > 0 ? picoseconds(parts->last_gap)
                                                   : bus->traffic.gap_ps;
}

static void check_transfers(struct bl_check *check, const struct bl_bus_parts *parts,
                            struct bl_bus *bus) {
    bus->transfer_count = parts->transfers.count;
    bus->transfers = BL_NEW(check->arena, struct bl_bus_transfer, bus->transfer_count);
    for (int i = 0; i < bus->transfer_count; i++)
        check_transfer(check, bus, parts->transfers.items[i], &bus->transfers[i]);
    if (bus->transfer_count && parts->traffic)
        bl_report(check->diags, BL_MSG_TRAFFIC_AND_TRANSFER, parts->traffic->range);
}

/* A declaration that is of a bus. */
static void report_missing(struct bl_check *check, const struct bl_declaration *declaration) {
    bl_report(check->diags, BL_MSG_BUS_MISSING, declaration->range, declaration->word->word);
}

void bl_finish_bus(struct bl_check *check, void *collected) {
    const struct bl_bus_parts *parts = collected;
    if (!parts->bus) {
        report_missing(check, parts->traffic ? parts->traffic : parts->transfers.items[0]);
        return;
    }
    if (check->diags->errors) return;
    struct bl_bus *bus = BL_NEW(check->arena, struct bl_bus, 1);
    fill_bus(parts, bus);
    bus->symbol = bl_check_written_name(check->arena, &bus->renames, "bus", bus->name);
    check_cells(check, parts, bus);
    check_delays(check, parts, bus);
    check_clocks(check, parts, bus);
    if (parts->arbiter && bl_bus_is_centralised(bus))
        bl_report(check->diags, BL_MSG_CENTRAL_CELLS, parts->arbiter->range);
    else if (parts->arbiter) bus->arbiter = bl_check_arbiter(check, parts->arbiter);
    if (parts->board && !check->diags->errors)
        bus->onboard = bl_check_onboard(check, parts->board, bus);
    check_transfers(check, parts, bus);
    bl_check_made_program(check, &bl_bus_body, bus);
}
