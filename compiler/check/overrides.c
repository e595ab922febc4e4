#include "check/overrides.h"

#include <stdio.h>
#include <string.h>

#include "base/value.h"

/* What one option changes, and within which limits its number makes sense at all; the checker has
 * the exact rules. */
enum target { TO_NODES, TO_CHANNELS, TO_WIDTH, TO_BURST, TO_CLOCK, TO_LINK };

static const struct {
    const char *name;
    enum target target;
    enum bl_amount amount;
    double low, high;
    bool unit_needed;
    const char *limits; /* of what the messages call the amount */
} options[] = {
    {"--nodes", TO_NODES, BL_AMOUNT_NUMBER, 1, 1e6, false, " of 1 or more"},
    {"--channels", TO_CHANNELS, BL_AMOUNT_NUMBER, 1, 1e6, false, " of 1 or more"},
    {"--width", TO_WIDTH, BL_AMOUNT_SIZE, 1, 1e6, false, " of 1 or more"},
    {"--burst", TO_BURST, BL_AMOUNT_SIZE, 1, 1e6, false, " of 1 or more"},
    {"--clock", TO_CLOCK, BL_AMOUNT_FREQUENCY, 1, 1e15, true, " of 1 Hz or more"},
    {"--link", TO_LINK, BL_AMOUNT_RATE, 1, 1e15, true, " of 1 B/s or more"},
};
enum { OPTIONS = sizeof options / sizeof *options };

static void set_override(struct bl_overrides *overrides, enum target target, double real) {
    switch (target) {
    case TO_NODES: overrides->nodes = (int)real; break;
    case TO_CHANNELS: overrides->channels = (int)real; break;
    case TO_WIDTH: overrides->width = (int)real; break;
    case TO_BURST: overrides->burst = (int)real; break;
    case TO_CLOCK: overrides->clock_hertz = real; break;
    case TO_LINK: overrides->link_bytes_per_second = real; break;
    }
}

/* `before` and `text`: what was given, if anything. */
static int complain(const char *verb, int i, const char *before, const char *text) {
    fprintf(stderr, "bankloom %s: %s takes %s%s such as \"%s\"%s%s%s\n", verb, options[i].name,
            bl_amount_text(options[i].amount), options[i].limits,
            bl_amount_example(options[i].amount), before, text, *before ? "'" : "");
    return -1;
}

static int set_option(struct bl_overrides *overrides, const char *verb, int i, const char *text) {
    struct bl_value value;
    bool good = bl_value_read(&value, text);
    if (good && bl_value_is(value, BL_AMOUNT_NUMBER) && !options[i].unit_needed) {
        value.bytes = options[i].amount == BL_AMOUNT_SIZE;
    }
    good = good && bl_value_is(value, options[i].amount) && value.real >= options[i].low &&
           value.real <= options[i].high;
    if (good && options[i].target <= TO_BURST) good = value.real == (double)(int)value.real;
    if (!good) return complain(verb, i, ", not '", text);
    set_override(overrides, options[i].target, value.real);
    return 2;
}

int bl_overrides_option(struct bl_overrides *overrides, const char *verb, int count,
                        char **arguments) {
    if (count > 1 && !strcmp(arguments[0], "--board")) {
        overrides->board = arguments[1];
        return 2;
    }
    for (int i = 0; i < OPTIONS && count > 0; i++) {
        if (strcmp(arguments[0], options[i].name)) continue;
        if (count > 1) return set_option(overrides, verb, i, arguments[1]);
        return complain(verb, i, "", "");
    }
    return 0;
}
