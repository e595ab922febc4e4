/* The command lines of `bankloom run` and `explain` for a bus program. */
#include "bus/command/bus_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/value.h"
#include "base/exit_status.h"
#include "settings/setting.h"
#include "command/options/options.h"
#include "bus/bus.h"

static int complain(const char *verb, const char *option, const char *wanted, const char *text) {
    fprintf(stderr, "bankloom %s: %s takes %s, not '%s'\n", verb, option, wanted, text);
    return BL_EXIT_USAGE;
}

/* The number at `text`, with its unit; where it ends, or NULL. */
static const char *read_amount(const char *text, enum bl_amount amount, double *real) {
    char *end, word[8] = "";
    struct bl_value value = bl_value_real(strtod(text, &end));
    if (end == text) return NULL;
    while (*end == ' ') end++;
    size_t length = strspn(end, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (length >= sizeof word) return NULL;
    memcpy(word, end, length);
    if (length && !bl_value_unit(&value, word, false)) return NULL;
    *real = value.real;
    return bl_value_is(value, amount) || (amount == BL_AMOUNT_TIME && value.real == 0)
               ? end + length
               : NULL;
}

/* The length of a range of times at `text` whose end is before its beginning; else 0. */
static int backwards(const char *text) {
    double first, last;
    const char *end = read_amount(text, BL_AMOUNT_TIME, &first);
    if (!end || strncmp(end, "..", 2) || !(end = read_amount(end + 2, BL_AMOUNT_TIME, &last)))
        return 0;
    return last < first ? (int)(end - text) : 0;
}

static const char *next_item(const char *at) {
    const char *comma = strchr(at, ',');
    return comma ? comma + 1 : NULL;
}

/* The same as complain for a list of times that could not be read, of which a range that runs
 * backwards is reported as such. */
static int complain_list(const char *verb, const char *option, const char *wanted,
                         const char *text) {
    for (const char *at = text; at; at = next_item(at)) {
        int length = backwards(at);
        if (!length) continue;
        fprintf(stderr, "bankloom %s: %s: the end of '%.*s' is before its beginning\n", verb,
                option, length, at);
        return BL_EXIT_USAGE;
    }
    return complain(verb, option, wanted, text);
}

static bool add(struct bl_bus_list *list, double real) {
    if (list->count == BL_BUS_LIST) return false;
    list->items[list->count++] = real;
    return true;
}

/* That of a bus or of its traffic. */
static const struct bl_setting *setting_of(const char *word) {
    int i = bl_setting_find(bl_bus_settings, word);
    return i >= 0 ? &bl_bus_settings[i]
                  : &bl_traffic_settings[bl_setting_find(bl_traffic_settings, word)];
}

static int64_t least(const char *word) { return (int64_t)setting_of(word)->low; }
static int64_t most(const char *word) { return (int64_t)setting_of(word)->high; }

/* Values separated by commas, within limits; "a..b" stands for a, 2 a, 4 a and so on up to b. */
static bool read_list(const char *text, const char *word, struct bl_bus_list *list) {
    const struct bl_setting *setting = setting_of(word);
    double first, last;
    for (const char *at = text;; at++) {
        if (!(at = read_amount(at, setting->amount, &first)) || !bl_setting_allows(setting, first))
            return false;
        last = first;
        if (!strncmp(at, "..", 2) && !(at = read_amount(at + 2, setting->amount, &last)))
            return false;
        if (last < first || !bl_setting_allows(setting, last) || (last > first && first <= 0))
            return false;
        if (!add(list, first)) return false;
        for (double real = 2 * first; real <= last * (1 + 1e-9) && first > 0; real *= 2)
            if (!add(list, real)) return false;
        if (*at != ',') return !*at;
    }
}

static int find_fault(const char *word) {
    for (int i = BL_RSB_DAMAGE_NONE + 1; i < BL_RSB_DAMAGE_COUNT; i++)
        if (!strcmp(word, bl_rsb_damage_word((enum bl_rsb_damage)i))) return i;
    return -1;
}

/* Words separated by commas, each once. */
static bool read_arbitrations(const char *text, struct bl_bus_list *list) {
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int i = BL_DISTRIBUTED;
        while (i <= BL_CENTRALISED &&
               (strlen(bl_arbitration_word((enum bl_arbitration)i)) != length ||
                strncmp(bl_arbitration_word((enum bl_arbitration)i), at, length)))
            i++;
        if (i > BL_CENTRALISED || (list->count && list->items[0] == i) || !add(list, i))
            return false;
        at += length;
        if (!*at) return true;
    }
}

/* Words separated by commas. */
static bool read_rules(const char *text, bool without[BL_LARB_RULE_COUNT]) {
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int i = 0;
        while (i < BL_LARB_RULE_COUNT &&
               (strlen(bl_larb_rule_word((enum bl_larb_rule)i)) != length ||
                strncmp(bl_larb_rule_word((enum bl_larb_rule)i), at, length)))
            i++;
        if (i == BL_LARB_RULE_COUNT) return false;
        without[i] = true;
        at += length;
        if (!*at) return true;
    }
}

/* "times up to 1 us such as 4.45ns,20.50ns" */
static int complain_times(const char *verb, const char *word, const char *example,
                          const char *text) {
    char option[16], wanted[160], high[64];
    bl_setting_text(high, setting_of(word), setting_of(word)->high);
    snprintf(option, sizeof option, "--%s", word);
    snprintf(wanted, sizeof wanted, "times up to %s such as %s", high, example);
    return complain_list(verb, option, wanted, text);
}

/* "a time from 1 ps to 100 ns such as 0.6ns" */
static int complain_range(const char *verb, const char *word, const char *what, const char *example,
                          const char *text) {
    char option[16], wanted[384], range[256];
    bl_setting_range(range, setting_of(word));
    snprintf(option, sizeof option, "--%s", word);
    snprintf(wanted, sizeof wanted, "%s from %s such as %s", what, range, example);
    return complain(verb, option, wanted, text);
}

/* What has a grammar of its own. */
static int read_texts(struct bl_bus_request *request, const struct bl_bus_texts *texts) {
    struct bl_bus_list gate = {0};
    if (texts->domains && !read_list(texts->domains, "domains", &request->domains))
        return complain_range(texts->verb, "domains", "numbers", "4,8,16", texts->domains);
    if (texts->delay && !read_list(texts->delay, "delay", &request->delays))
        return complain_times(texts->verb, "delay", "4.45ns,20.50ns", texts->delay);
    if (texts->gap && !read_list(texts->gap, "gap", &request->gaps))
        return complain_times(texts->verb, "gap", "1us,2us or 62.5ns..16us", texts->gap);
    if (texts->gate && (!read_list(texts->gate, "gate", &gate) || gate.count > 1))
        return complain_range(texts->verb, "gate", "a time", "0.6ns", texts->gate);
    if (texts->arbitration && !read_arbitrations(texts->arbitration, &request->arbitrations))
        return complain(texts->verb, "--arbitration",
                        "distributed, centralised or both, with a comma", texts->arbitration);
    request->gate = gate.count ? gate.items[0] : 0;
    request->icarus = texts->simulator && !strcmp(texts->simulator, "icarus");
    if (texts->simulator && !request->icarus && strcmp(texts->simulator, "model"))
        return complain(texts->verb, "--sim", "model or icarus", texts->simulator);
    if (texts->without && !read_rules(texts->without, request->without))
        return complain(texts->verb, "--without", "equal, give-up, order or several, with commas",
                        texts->without);
    int fault = texts->fault ? find_fault(texts->fault) : BL_RSB_DAMAGE_NONE;
    if (fault < 0)
        return complain(texts->verb, "--fault", "withdraw, stuck or token", texts->fault);
    request->fault = (enum bl_rsb_damage)fault;
    return -1;
}

static bool is_option(const char *word, const char *name) {
    size_t length = strlen(name);
    return !strncmp(word, name, length) && (!word[length] || word[length] == '=');
}

/* An option with a value that stands there more than once, or NULL. */
static const char *given_twice(const struct bl_option *table, int argc, char **argv) {
    for (const struct bl_option *row = table; row->name || row->help; row++) {
        int count = 0;
        for (int i = 1; row->name && row->kind != BL_OPTION_FLAG && i < argc; i++)
            count += is_option(argv[i], row->name);
        if (count > 1) return row->name;
    }
    return NULL;
}

static bool names_fst(const char *path) {
    size_t length = strlen(path);
    return length >= 4 && !strcmp(path + length - 4, ".fst");
}

static void add_run(struct bl_bus_own *own, struct bl_option_list *list) {
    // clang-format off
    const struct bl_option rows[] = {
        {.name = "--sim", .kind = BL_OPTION_TEXT, .value = &own->texts.simulator,
         .argument = "NAME",
         .choices = "model icarus",
         .help = "model (default): events in C; icarus: the same requests also to the emitted "
                 "Verilog, answers compared"},
        {.name = "--requests", .kind = BL_OPTION_NUMBER, .value = &own->request.requests,
         .argument = "N", .low = 1, .high = 1000000,
         .help = "random requests that are compared (100); transfers that are written down are "
                 "compared as they are"},
        {.name = "--keep", .kind = BL_OPTION_TEXT, .value = &own->request.keep, .argument = "DIR",
         .help = "leave the Verilog and the bench of --sim icarus in DIR"},
        {.name = "--trace", .kind = BL_OPTION_TEXT, .value = &own->request.trace,
         .argument = "FILE",
         .help = "write a waveform (VCD) of transfers that are written down: the arbiter's wires, "
                 "of a bus with elements what each transfer does"},
        {.name = "--without", .kind = BL_OPTION_TEXT, .value = &own->texts.without,
         .argument = "RULES",
         .choices = "equal give-up order",
         .help = "leave out rules against deadlock of a bus with elements: equal,give-up,order"},
        {.name = "--json", .kind = BL_OPTION_FLAG, .value = &own->request.json,
         .help = "print the result as one JSON document"},
        {.name = "--json-file", .kind = BL_OPTION_TEXT, .value = &own->request.json_file,
         .argument = "FILE", .help = "write that document to a file as well"},
        {.name = "--quiet", .short_name = "-q", .kind = BL_OPTION_FLAG,
         .value = &own->request.quiet,
         .help = "print nothing when all is well"},
        {0}
    };
    // clang-format on
    bl_options_add(list, rows);
}

static void add_traffic(struct bl_bus_own *own, struct bl_option_list *list) {
    // clang-format off
    const struct bl_option rows[] = {
        {.kind = BL_OPTION_HEADING, .help = "random traffic; in place of what the source says:"},
        {.name = "--domains", .kind = BL_OPTION_TEXT, .value = &own->texts.domains,
         .argument = "N,N",
         .help = "numbers of domains, each in turn: 4,8,16"},
        {.name = "--delay", .kind = BL_OPTION_TEXT, .value = &own->texts.delay, .argument = "T,T",
         .help = "delay of a segment: 4.45ns,20.50ns"},
        {.name = "--arbitration", .kind = BL_OPTION_TEXT, .value = &own->texts.arbitration,
         .argument = "A,A", .choices = "distributed centralised distributed,centralised",
         .help = "distributed,centralised: both, to compare"},
        {.name = "--gap", .kind = BL_OPTION_TEXT, .value = &own->texts.gap, .argument = "T,T",
         .help = "mean gap between requests; 62.5ns..16us: always twice as long"},
        {.name = "--gate", .kind = BL_OPTION_TEXT, .value = &own->texts.gate, .argument = "T",
         .help = "delay of a look-up table: 0.6ns"},
        {.name = "--words", .kind = BL_OPTION_NUMBER, .value = &own->request.words, .argument = "N",
         .low = least("words"), .high = most("words"), .help = "words of a transfer"},
        {.name = "--transfers", .kind = BL_OPTION_NUMBER, .value = &own->request.transfers,
         .argument = "N", .low = least("transfers"), .high = most("transfers"),
         .help = "transfers to finish at every point"},
        {.name = "--seed", .kind = BL_OPTION_NUMBER, .value = &own->request.seed, .argument = "N",
         .low = least("seed"), .high = most("seed"), .help = "of the random numbers"},
        {.name = "--threads", .kind = BL_OPTION_NUMBER, .value = &own->request.threads,
         .argument = "N",
         .low = 1, .high = 1024, .help = "points at a time (one per processor)"},
        {.name = "--csv", .kind = BL_OPTION_TEXT, .value = &own->request.csv, .argument = "FILE",
         .help = "write all points as a table"},
        {.name = "--svg", .kind = BL_OPTION_TEXT, .value = &own->request.svg, .argument = "FILE",
         .help = "draw throughput over how often requests come; of transfers that are written "
                 "down over a bus with elements, their waveform"},
        {.name = "--fault", .kind = BL_OPTION_TEXT, .value = &own->texts.fault, .argument = "FAULT",
         .choices = "withdraw stuck token",
         .help = "a fault half way: withdraw (a request), stuck (a segment), token (is lost)"},
        {.kind = BL_OPTION_HEADING,
         .help = "examples:\n"
                 "  bankloom run examples/rsb/eight_domains.loom --trace three.vcd\n"
                 "  bankloom run examples/rsb/curves.loom --transfers 1000 --svg curves.svg "
                  "--csv curves.csv\n"
                 "  bankloom run examples/rsb/curves.loom --domains 8 --delay 4.45ns --gap 1us "
                  "--fault stuck"},
        {0}
    };
    // clang-format on
    bl_options_add(list, rows);
}

static void add_explain(struct bl_bus_own *own, struct bl_option_list *list) {
    // clang-format off
    const struct bl_option rows[] = {
        {.kind = BL_OPTION_HEADING,
         .help = "in place of what the source says, one value each, as run has them:"},
        {.name = "--domains", .kind = BL_OPTION_TEXT, .value = &own->texts.domains, .argument = "N",
         .help = "domains on the ring"},
        {.name = "--delay", .kind = BL_OPTION_TEXT, .value = &own->texts.delay, .argument = "T",
         .help = "delay of a segment: 4.45ns"},
        {.name = "--gate", .kind = BL_OPTION_TEXT, .value = &own->texts.gate, .argument = "T",
         .help = "delay of a look-up table: 0.6ns"},
        {.name = "--arbitration", .kind = BL_OPTION_TEXT, .value = &own->texts.arbitration,
         .argument = "A", .choices = "distributed centralised distributed,centralised",
         .help = "distributed or centralised"},
        {0}
    };
    // clang-format on
    bl_options_add(list, rows);
}

int bl_bus_options(struct bl_request *request, struct bl_option_list *list) {
    struct bl_bus_own *own = request->own;
    own->request = (struct bl_bus_request){
        .words = -1, .transfers = -1, .seed = -1, .threads = -1, .requests = -1};
    if (request->verb == BL_VERB_RUN) add_run(own, list), add_traffic(own, list);
    if (request->verb == BL_VERB_EXPLAIN) add_explain(own, list);
    return -1;
}

/* Of what run takes several values of, explain takes one. */
static int check_single(const struct bl_bus_request *request, const struct bl_bus_texts *texts) {
    const struct {
        const char *option, *text;
        int count;
    } lists[] = {{"--domains", texts->domains, request->domains.count},
                 {"--delay", texts->delay, request->delays.count},
                 {"--arbitration", texts->arbitration, request->arbitrations.count}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (lists[i].count > 1)
            return complain(texts->verb, lists[i].option, "one value", lists[i].text);
    return -1;
}

int bl_bus_check_options(struct bl_request *request) {
    struct bl_bus_own *own = request->own;
    bool run = request->verb == BL_VERB_RUN;
    own->texts.verb = request->name;
    own->request.twice = given_twice(request->list.items, request->argc, request->argv);
    if (run) request->json = own->request.json;
    else own->request.json = request->json;
    if (own->request.trace && names_fst(own->request.trace))
        return complain("run", "--trace", "a file for a VCD; a bus has no FST", own->request.trace);
    int status = read_texts(&own->request, &own->texts);
    return status < 0 && !run ? check_single(&own->request, &own->texts) : status;
}
