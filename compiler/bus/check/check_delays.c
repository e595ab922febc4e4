#include "bus/check/check_delays.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/path.h"
#include "base/text.h"
#include "base/tools/toolchain.h"
#include "bus/model/rsb.h"
#include "bus/model/rsb_cell.h"
#include "check/check.h"

_Static_assert(BL_MOST_DELAYS == 2 * BL_RSB_CELLS, "one each way");

static const double MOST_SECONDS = 1e-6;

/* The file while it is read. */
struct delays {
    struct bl_check *check;
    struct bl_name label;
    int domains, line;
    double *clockwise, *counter; /* negative: not there yet */
};

static bool refuse(const struct delays *d, const char *why) {
    const char *where = d->line ? bl_format(d->check->arena, "%s, line %d", d->label.symbol->text,
                                            d->line)
                                : d->label.symbol->text;
    bl_report(d->check->diags, BL_MSG_DELAY_FILE, d->label.range, where, why);
    return false;
}

/* "4.45 ns", "4.45ns" or a number of nanoseconds; negative: neither. */
static double seconds_of(const char *text) {
    static const struct {
        const char *unit;
        double seconds;
    } units[] = {{"ps", 1e-12}, {"ns", 1e-9}, {"us", 1e-6}, {"", 1e-9}};
    char *end;
    double value = strtod(text, &end);
    if (end == text || !(value >= 0)) return -1;
    end += strspn(end, " \t");
    size_t length = strcspn(end, " \t\r");
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].unit) == length && !strncmp(end, units[i].unit, length))
            return value * units[i].seconds;
    return -1;
}

/* A line: two neighbours, and what a wire from the first to the second takes. */
static bool take_line(struct delays *d, const char *line) {
    int from, to, at = 0;
    if (sscanf(line, " %d , %d , %n", &from, &to, &at) < 2 || !at)
        return refuse(d, "not three values with commas");
    bool right = to == from % d->domains + 1, left = from == to % d->domains + 1;
    double seconds = seconds_of(line + at);
    if (from < 1 || from > d->domains || to < 1 || to > d->domains || (!right && !left))
        return refuse(d, bl_format(d->check->arena, "%d and %d are not neighbours", from, to));
    if (seconds < 0 || seconds > MOST_SECONDS)
        return refuse(d, "the delay is not from 0 to 1 us, as `4.45 ns` or in nanoseconds");
    double *place = right ? &d->clockwise[from - 1] : &d->counter[to - 1];
    if (*place >= 0) return refuse(d, "this delay is there already");
    *place = seconds;
    return true;
}

/* All lines but comments, empty ones and a heading. */
static bool take_lines(struct delays *d, char *text) {
    for (char *line = text, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end) *end++ = 0;
        d->line++;
        line += strspn(line, " \t\r");
        bool heading = d->line == 1 && !(*line >= '0' && *line <= '9');
        if (*line && *line != '#' && !heading && !take_line(d, line)) return false;
    }
    d->line = 0;
    return true;
}

/* A way that is nowhere is as long as the other one. */
static bool complete(struct delays *d) {
    for (int i = 0; i < d->domains; i++) {
        if (d->clockwise[i] < 0 && d->counter[i] < 0)
            return refuse(d, bl_format(d->check->arena, "there is no delay between %d and %d",
                                       i + 1, (i + 1) % d->domains + 1));
        if (d->clockwise[i] < 0) d->clockwise[i] = d->counter[i];
        if (d->counter[i] < 0) d->counter[i] = d->clockwise[i];
    }
    return true;
}

/* Of a CSV file, of segment i clockwise and the other way: lines `FROM,TO,DELAY` of two neighbours.
   False after a report. */
static bool read_delays(struct bl_check *check, struct bl_name label, int domains,
                        double *clockwise, double *counter) {
    struct delays d = {check, label, domains, 0, clockwise, counter};
    struct bl_text text = {0};
    const char *source = check->diags->sources->items[label.range.file].path;
    for (int i = 0; i < domains; i++) clockwise[i] = counter[i] = -1;
    int error = label.symbol
                    ? bl_read_file(&text, bl_path_beside(check->arena, source, label.symbol->text))
                    : EINVAL;
    if (error)
        bl_report(check->diags, BL_MSG_OWN_FILE, label.range, label.symbol->text, strerror(error));
    bool good = !error && text.length && take_lines(&d, text.bytes) && complete(&d);
    if (!error && !text.length) refuse(&d, "the file is empty");
    bl_text_free(&text);
    return good;
}

static int64_t picoseconds(double seconds) { return llround(seconds * 1e12); }

static int64_t longest(const double *clockwise, const double *counter, int domains) {
    int64_t most = 0;
    for (int i = 0; i < domains; i++) {
        if (picoseconds(clockwise[i]) > most) most = picoseconds(clockwise[i]);
        if (picoseconds(counter[i]) > most) most = picoseconds(counter[i]);
    }
    return most;
}

/* The longest stands for all, the others are so much shorter. */
static void set_delays(const double *clockwise, const double *counter, int domains,
                       struct bl_rsb_segments *segments, int64_t *delay_ps) {
    *delay_ps = longest(clockwise, counter, domains);
    for (int i = 0; i < domains; i++) {
        segments->clockwise_ps[i] = *delay_ps - picoseconds(clockwise[i]);
        segments->counter_ps[i] = *delay_ps - picoseconds(counter[i]);
    }
}

bool bl_finish_delays(struct bl_check *check, const struct bl_delays *delays, struct bl_range range,
                      int domains, struct bl_rsb_segments *segments, int64_t *delay_ps) {
    double clockwise[BL_RSB_CELLS], counter[BL_RSB_CELLS];
    int count = delays->count, n = domains;
    if (!count && !delays->file) return true;
    if (delays->file) {
        if (!read_delays(check, delays->file->label, n, clockwise, counter)) return false;
        set_delays(clockwise, counter, n, segments, delay_ps);
    } else if (count != n && count != 2 * n) {
        bl_report(check->diags, BL_MSG_DELAY_COUNT, range, count, n, 2 * n);
        return false;
    } else set_delays(delays->list, delays->list + (count == n ? 0 : n), n, segments, delay_ps);
    return true;
}
