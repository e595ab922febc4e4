#include "templates/range_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "templates/ranges.h"

/* Where a text is read, and what the names in it stand for. A name without a value makes the whole
 * expression worthless. */
struct reader {
    const char *at;
    const struct bl_range_values *values;
    bool bad;
};

static int64_t read_sum(struct reader *reader);

static bool skip(struct reader *reader, const char *word) {
    while (*reader->at == ' ') reader->at++;
    size_t length = strlen(word);
    if (strncmp(reader->at, word, length)) return false;
    reader->at += length;
    return true;
}

static int64_t log2_of(int64_t value) {
    int64_t bits = 0;
    while (bits < 62 && (INT64_C(1) << bits) < value) bits++;
    return bits;
}

static int64_t call(struct reader *reader, bool two, char kind) {
    int64_t first = read_sum(reader), second = two && skip(reader, ",") ? read_sum(reader) : 0;
    reader->bad |= !skip(reader, ")");
    if (!two) return log2_of(first);
    return (kind == 'i') == (first < second) ? first : second;
}

static int64_t value_of(struct reader *reader) {
    size_t length = strspn(reader->at, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    const char *name = reader->at;
    reader->at += length;
    for (int i = 0; i < reader->values->count; i++)
        if (strlen(reader->values->items[i].name) == length &&
            !strncmp(reader->values->items[i].name, name, length))
            return reader->values->items[i].value;
    reader->bad = true;
    return 1;
}

static int64_t read_term(struct reader *reader) {
    char *end;
    if (skip(reader, "log2(")) return call(reader, false, 0);
    if (skip(reader, "min(")) return call(reader, true, 'i');
    if (skip(reader, "max(")) return call(reader, true, 'a');
    if (skip(reader, "(")) {
        int64_t inside = read_sum(reader);
        reader->bad |= !skip(reader, ")");
        return inside;
    }
    if (!isdigit((unsigned char)*reader->at)) return value_of(reader);
    int64_t number = strtoll(reader->at, &end, 10);
    reader->at = end;
    return number;
}

static int64_t read_power(struct reader *reader) {
    int64_t base = read_term(reader), result = base;
    if (!skip(reader, "^")) return base;
    int64_t exponent = read_term(reader);
    for (result = 1; exponent-- > 0 && result < (INT64_C(1) << 40);) result *= base;
    return result;
}

static int64_t read_product(struct reader *reader) {
    int64_t product = read_power(reader);
    for (;;) {
        if (skip(reader, "*")) product *= read_power(reader);
        else if (skip(reader, "/")) {
            int64_t by = read_power(reader);
            product = by ? product / by : 0;
        } else return product;
    }
}

static int64_t read_sum(struct reader *reader) {
    int64_t sum = read_product(reader);
    for (;;) {
        if (skip(reader, "+")) sum += read_product(reader);
        else if (skip(reader, "-")) sum -= read_product(reader);
        else return sum;
    }
}

/* What stands behind the comma: "a power of two", "ELEM_W times a power of two", "a multiple of 8",
 * "a divisor of LANES". */
static void read_form(struct reader *reader, struct bl_bounds *bounds) {
    bounds->unit = 1;
    if (skip(reader, "a multiple of "))
        bounds->form = BL_FORM_MULTIPLE, bounds->unit = read_sum(reader);
    else if (skip(reader, "a divisor of "))
        bounds->form = BL_FORM_DIVISOR, bounds->unit = read_sum(reader);
    else {
        bounds->form = BL_FORM_POWER;
        if (skip(reader, "a power of two")) return;
        bounds->unit = read_sum(reader);
        reader->bad |= !skip(reader, "times a power of two");
    }
}

struct bl_bounds bl_range_bounds(const struct bl_range_row *row,
                                 const struct bl_range_values *values) {
    struct reader reader = {row->legal, values, false};
    struct bl_bounds bounds = {0, BL_NO_END, BL_FORM_ANY, 1};
    bounds.least = read_sum(&reader);
    if (skip(&reader, "..")) bounds.most = read_sum(&reader);
    else if (!skip(&reader, "or more")) bounds.most = bounds.least;
    if (skip(&reader, ",")) read_form(&reader, &bounds);
    if (reader.bad || *reader.at)
        bounds.most = bounds.least - 1; /* takes nothing, so that the tests find it */
    return bounds;
}

static bool has_form(const struct bl_bounds *bounds, int64_t value) {
    int64_t unit = bounds->unit;
    if (bounds->form == BL_FORM_ANY) return true;
    if (unit < 1 || value < 1) return false;
    if (bounds->form == BL_FORM_DIVISOR) return unit % value == 0;
    if (value % unit) return false;
    return bounds->form == BL_FORM_MULTIPLE || !(value / unit & (value / unit - 1));
}

bool bl_bounds_take(const struct bl_bounds *bounds, int64_t value) {
    return value >= bounds->least && value <= bounds->most && has_form(bounds, value);
}

int64_t bl_bounds_nearest(const struct bl_bounds *bounds, int64_t value) {
    enum { FAR = 1 << 20 };
    if (value < bounds->least) value = bounds->least;
    if (value > bounds->most) value = bounds->most;
    for (int64_t away = 0; away < FAR; away++) {
        if (bl_bounds_take(bounds, value - away)) return value - away;
        if (bl_bounds_take(bounds, value + away)) return value + away;
    }
    return -1;
}

void bl_range_set(struct bl_range_values *values, const char *parameter, int64_t value) {
    int i = 0;
    while (i < values->count && strcmp(values->items[i].name, parameter)) i++;
    if (i == BL_MOST_PARAMETERS) return;
    values->items[i].name = parameter;
    values->items[i].value = value;
    if (i == values->count) values->count++;
}

int64_t bl_range_value(const struct bl_range_values *values, const char *parameter) {
    for (int i = 0; i < values->count; i++)
        if (!strcmp(values->items[i].name, parameter)) return values->items[i].value;
    return -1;
}

void bl_range_usual(struct bl_range_values *values, const char *module) {
    for (const struct bl_range_row *row = bl_range_rows(module); bl_range_of(row, module); row++) {
        struct reader reader = {row->usual, values, false};
        if (bl_range_value(values, row->parameter) < 0)
            bl_range_set(values, row->parameter, read_sum(&reader));
    }
}

static struct bl_bounds plain(const char *module, const char *parameter) {
    static const struct bl_range_values none;
    return bl_range_bounds(bl_range_row(module, parameter), &none);
}

int bl_range_least(const char *module, const char *parameter) {
    return (int)plain(module, parameter).least;
}
int bl_range_most(const char *module, const char *parameter) {
    return (int)plain(module, parameter).most;
}
