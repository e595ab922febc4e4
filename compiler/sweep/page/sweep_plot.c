/* Plots as places on a drawing of WIDTH x HEIGHT, which the page's template draws. */
#include "sweep/page/sweep_plot.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/arena.h"
#include "base/text.h"
#include "sweep/sweep.h"
#include "sweep/page/sweep_page.h"

enum {
    WIDTH = 480,
    HEIGHT = 330,
    LEFT = 58,
    RIGHT = 22,
    TOP = 12,
    BOTTOM = 48,
    TICKS = 5,
    COLOURS = 7
};

/* From a value to a place: proportional from 0, or by the logarithm where the values differ by more
 * than ten times. */
struct scale {
    double low, high;
    bool by_log;
};

/* What is plotted against what. */
struct plot {
    const char *id, *title, *x_label;
    struct scale x, y;
    bool diagonal; /* both scales are the same, and where both values are equal there is a line */
};

enum quantity { MEASURED, PREDICTED, LOGIC, BLOCK_RAM };

static double value_of(const struct bl_sweep *sweep, const struct bl_sweep_result *results, int i,
                       enum quantity quantity) {
    switch (quantity) {
    case MEASURED: return results[i].measured / 1e9;
    case PREDICTED: return results[i].predicted / 1e9;
    case LOGIC: return results[i].logic * sweep->points.items[i].shape.nodes;
    default: return results[i].block_ram * sweep->points.items[i].shape.nodes;
    }
}

/* 1, 2 or 5 times a power of ten, so that at most TICKS of it make `most`. */
static double tick_step(double most) {
    double step = pow(10, floor(log10(most / TICKS)));
    const double times[] = {1, 2, 5, 10};
    int i = 0;
    while (i < 3 && most / (step * times[i]) > TICKS) i++;
    return step * times[i];
}

/* The next of ..., 1, 2, 5, 10, 20, ... above `value`, or the last that is not above it. */
static double round_number(double value, bool above) {
    const double times[] = {1, 2, 5, 10};
    double power = pow(10, floor(log10(value) + 1e-9));
    int i = 0;
    while (i < 3 && power * times[i + 1] <= value * (1 + 1e-9)) i++;
    return power * times[i] < value * (1 - 1e-9) && above ? power * times[i + 1] : power * times[i];
}

static struct scale make_scale(double least, double most) {
    if (!(most > 0)) return (struct scale){0, 1, false};
    if (least > 0 && most > 10 * least)
        return (struct scale){round_number(least, false), round_number(most, true), true};
    double step = tick_step(most);
    return (struct scale){0, step * ceil(most / step), false};
}

/* 0 at the low end of the scale, 1 at its high end. */
static double part(const struct scale *scale, double value) {
    if (!scale->by_log) return (value - scale->low) / (scale->high - scale->low);
    return log(value / scale->low) / log(scale->high / scale->low);
}

static double x_place(const struct plot *plot, double x) {
    return LEFT + (WIDTH - LEFT - RIGHT) * part(&plot->x, x);
}
static double y_place(const struct plot *plot, double y) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * part(&plot->y, y);
}

static cJSON *add_object(cJSON *items) {
    cJSON *object = cJSON_CreateObject();
    cJSON_AddItemToArray(items, object);
    return object;
}

static void add_tick(struct bl_arena *arena, cJSON *items, const struct plot *plot, bool across,
                     double value) {
    double at = across ? x_place(plot, value) : y_place(plot, value);
    cJSON *tick = add_object(items);
    cJSON_AddNumberToObject(tick, "at", round(at * 10) / 10);
    double high = across ? plot->x.high : plot->y.high, unit = high >= 1e7   ? 1e6
                                                               : high >= 1e4 ? 1e3
                                                                             : 1;
    const char *word = !(value > 0) || unit < 2 ? "" : unit > 1e3 ? " M" : " k";
    cJSON_AddStringToObject(tick, "label", bl_format(arena, "%g%s", value / unit, word));
}

static void add_ticks(struct bl_arena *arena, cJSON *to, const char *name, const struct plot *plot,
                      bool across) {
    const struct scale *scale = across ? &plot->x : &plot->y;
    cJSON *items = cJSON_AddArrayToObject(to, name);
    if (scale->by_log)
        for (double value = scale->low; value <= scale->high * 1.0001;
             value = round_number(value * 1.5, true))
            add_tick(arena, items, plot, across, value);
    else
        for (int i = 0; i * tick_step(scale->high) <= scale->high * 1.0001; i++)
            add_tick(arena, items, plot, across, i * tick_step(scale->high));
}

/* How many different values the points before this one have of a whole number: an order in which
 * they can be drawn. */
static int place_of(const struct bl_sweep *sweep, int value, bool channels) {
    int smaller[64], count = 0;
    for (int i = 0; i < sweep->points.count && count < 64; i++) {
        int other = channels ? sweep->points.items[i].shape.channels
                             : sweep->points.items[i].shape.nodes;
        bool known = other >= value;
        for (int k = 0; k < count; k++) known |= smaller[k] == other;
        if (!known) smaller[count++] = other;
    }
    return count;
}

int bl_sweep_choice_place(const struct bl_sweep *sweep, int point) {
    int count = 0;
    for (int i = 0; i < point; i++) {
        bool first = true;
        for (int k = 0; k < i; k++)
            first &= strcmp(sweep->points.items[k].choice, sweep->points.items[i].choice) != 0;
        if (!strcmp(sweep->points.items[i].choice, sweep->points.items[point].choice)) return count;
        count += first;
    }
    return count;
}

/* The outline of a mark around (0, 0): circle, square, triangle, diamond, by the number of nodes;
 * larger with more channels. */
static const char *outline(struct bl_arena *arena, int shape, double size) {
    double s = size, d = 1.35 * size;
    switch (shape % 4) {
    case 0:
        return bl_format(arena, "M%g 0a%g %g 0 1 0 %g 0a%g %g 0 1 0 %g 0z", -s, s, s, 2 * s, s, s,
                         -2 * s);
    case 1:
        return bl_format(arena, "M%g %gh%gv%gh%gz", -0.9 * s, -0.9 * s, 1.8 * s, 1.8 * s, -1.8 * s);
    case 2: return bl_format(arena, "M0 %gL%g %gH%gz", -1.2 * s, 1.15 * s, 0.85 * s, -1.15 * s);
    default: return bl_format(arena, "M0 %gL%g 0L0 %gL%g 0z", -d, d, d, -d);
    }
}

static bool on_front(const struct bl_sweep_result *result, enum quantity across) {
    return (across == LOGIC && result->front_logic) || (across == BLOCK_RAM && result->front_ram);
}

static const char *mark_title(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                              int i, enum quantity across) {
    const char *words = bl_format(sweep->arena, "%s: %s GB/s measured",
                                  bl_sweep_point_title(sweep, i),
                                  bl_sweep_rate(sweep->arena, results[i].measured));
    double x = value_of(sweep, results, i, across);
    if (across == PREDICTED) return bl_format(sweep->arena, "%s, %.1f predicted", words, x);
    return bl_format(sweep->arena, "%s, %.0f %s in all%s", words, x,
                     across == LOGIC ? "logic" : "block RAMs",
                     on_front(&results[i], across) ? "; on the Pareto front" : "");
}

static void add_marks(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                      cJSON *to, const struct plot *plot, enum quantity across) {
    cJSON *items = cJSON_AddArrayToObject(to, "marks");
    for (int i = 0; i < sweep->points.count; i++) {
        const struct bl_sweep_shape *shape = &sweep->points.items[i].shape;
        double x = value_of(sweep, results, i, across), y = value_of(sweep, results, i, MEASURED);
        if (isnan(x) || isnan(y)) continue;
        cJSON *mark = add_object(items);
        cJSON_AddStringToObject(
            mark, "place",
            bl_format(sweep->arena, "%.1f %.1f", x_place(plot, x), y_place(plot, y)));
        cJSON_AddStringToObject(mark, "outline",
                                outline(sweep->arena, place_of(sweep, shape->nodes, false),
                                        5 + 2 * place_of(sweep, shape->channels, true)));
        cJSON_AddNumberToObject(mark, "colour", bl_sweep_choice_place(sweep, i) % COLOURS);
        cJSON_AddBoolToObject(mark, "front", on_front(&results[i], across));
        cJSON_AddStringToObject(mark, "title", mark_title(sweep, results, i, across));
    }
}

struct corner {
    double x, y;
};
static int by_x(const void *a, const void *b) {
    const struct corner *p = a, *q = b;
    return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}

/* The front as steps: at each cost, the most that can be had for it. */
static void add_front(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                      cJSON *to, const struct plot *plot, enum quantity across) {
    struct corner *corners = BL_NEW(sweep->arena, struct corner, sweep->points.count);
    const char *path = "";
    int count = 0;
    for (int i = 0; i < sweep->points.count; i++)
        if (on_front(&results[i], across))
            corners[count++] = (struct corner){value_of(sweep, results, i, across),
                                               value_of(sweep, results, i, MEASURED)};
    if (count) qsort(corners, (size_t)count, sizeof *corners, by_x);
    for (int i = 0; i < count; i++)
        path = bl_format(sweep->arena, i ? "%sH%.1fV%.1f" : "%sM%.1f %.1f", path,
                         x_place(plot, corners[i].x), y_place(plot, corners[i].y));
    if (count)
        cJSON_AddStringToObject(to, "front", bl_format(sweep->arena, "%sH%d", path, WIDTH - RIGHT));
}

struct extent {
    double least, most;
};
static void widen(struct extent *extent, double value) {
    extent->least = fmin(extent->least, value);
    extent->most = fmax(extent->most, value);
}

/* Scales that hold all points. False when there is none. */
static bool set_scales(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                       struct plot *plot, enum quantity across) {
    struct extent x = {INFINITY, 0}, y = {INFINITY, 0};
    for (int i = 0; i < sweep->points.count; i++) {
        double px = value_of(sweep, results, i, across), py = value_of(sweep, results, i, MEASURED);
        if (isnan(px) || isnan(py)) continue;
        widen(&x, px);
        widen(&y, py);
        if (plot->diagonal) widen(&x, py), widen(&y, px);
    }
    plot->x = make_scale(x.least, x.most);
    plot->y = make_scale(y.least, y.most);
    return isfinite(x.least);
}

static void add_plot(const struct bl_sweep *sweep, const struct bl_sweep_result *results,
                     cJSON *items, struct plot plot, enum quantity across) {
    if (!set_scales(sweep, results, &plot, across)) return;
    cJSON *to = add_object(items);
    cJSON_AddStringToObject(to, "id", plot.id);
    cJSON_AddStringToObject(to, "title", plot.title);
    cJSON_AddStringToObject(to, "x_label", plot.x_label);
    if (plot.diagonal)
        cJSON_AddStringToObject(
            to, "diagonal",
            bl_format(sweep->arena, "M%d %dL%d %d", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, TOP));
    add_ticks(sweep->arena, to, "x_ticks", &plot, true);
    add_ticks(sweep->arena, to, "y_ticks", &plot, false);
    add_front(sweep, results, to, &plot, across);
    add_marks(sweep, results, to, &plot, across);
}

struct cJSON *bl_sweep_plots(const struct bl_sweep *sweep, const struct bl_sweep_result *results) {
    const char *unit = NULL;
    for (int i = 0; i < sweep->points.count && !unit; i++) unit = results[i].logic_unit;
    cJSON *items = cJSON_CreateArray();
    add_plot(sweep, results, items,
             (struct plot){.id = "logic",
                           .title = "Throughput against logic",
                           .x_label = bl_format(sweep->arena, "logic of the whole cluster (%s)",
                                                unit ? unit : "elements")},
             LOGIC);
    add_plot(sweep, results, items,
             (struct plot){.id = "ram",
                           .title = "Throughput against block RAM",
                           .x_label = "block RAMs of the whole cluster"},
             BLOCK_RAM);
    add_plot(sweep, results, items,
             (struct plot){.id = "model",
                           .title = "Measured against predicted",
                           .x_label = "predicted (GB/s)",
                           .diagonal = true},
             PREDICTED);
    return items;
}

static void add_choice_legend(const struct bl_sweep *sweep, cJSON *root) {
    cJSON *items = cJSON_AddArrayToObject(root, "choice_legend");
    for (int i = 0; i < sweep->points.count; i++) {
        int place = bl_sweep_choice_place(sweep, i);
        if (place != cJSON_GetArraySize(items)) continue;
        const char *choice = sweep->points.items[i].choice;
        cJSON *item = add_object(items);
        cJSON_AddStringToObject(item, "label", *choice ? choice : sweep->kind->sweep->absent);
        cJSON_AddNumberToObject(item, "colour", place % COLOURS);
    }
}

static void add_number_legend(const struct bl_sweep *sweep, cJSON *root, bool channels) {
    cJSON *items = cJSON_AddArrayToObject(root, channels ? "channel_legend" : "node_legend");
    for (int next = 0, found = 1; found;) {
        found = 0;
        for (int i = 0; i < sweep->points.count && !found; i++) {
            int value = channels ? sweep->points.items[i].shape.channels
                                 : sweep->points.items[i].shape.nodes;
            if (place_of(sweep, value, channels) != next) continue;
            cJSON *item = add_object(items);
            cJSON_AddStringToObject(item, "label",
                                    bl_format(sweep->arena, "%d %s%s", value,
                                              channels ? "channel" : "node",
                                              bl_ending(value, "s")));
            cJSON_AddStringToObject(
                item, "outline",
                outline(sweep->arena, channels ? 0 : next, channels ? 5 + 2 * next : 6));
            found = 1, next++;
        }
    }
    if (cJSON_GetArraySize(items) < 2) cJSON_DeleteItemFromObject(root, items->string);
}

void bl_sweep_legends(const struct bl_sweep *sweep, struct cJSON *root) {
    add_choice_legend(sweep, root);
    add_number_legend(sweep, root, false);
    add_number_legend(sweep, root, true);
}
