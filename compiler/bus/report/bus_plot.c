#include "bus/report/bus_plot.h"

#include <math.h>

#include "base/text.h"
#include "bus/bus_print.h"
#include "bus/report/bus_run.h"

enum {
    WIDTH = 780,
    HEIGHT = 440,
    LEFT = 64,
    RIGHT = 250,
    TOP = 24,
    BOTTOM = 56,
    COLOURS = 6,
    DASHES = 4
};

struct plot {
    double x_low, x_high, y_high;
};

static double x_of(const struct bl_bus_point *point) { return 1e6 / (double)point->load.gap_ps; }

static double x_place(const struct plot *plot, double x) {
    return LEFT + (WIDTH - LEFT - RIGHT) * log(x / plot->x_low) / log(plot->x_high / plot->x_low);
}

static double y_place(const struct plot *plot, double y) {
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * y / plot->y_high;
}

/* 1, 2 or 5 times a power of ten, so that about five of it make `most`. */
static double tick_step(double most) {
    double step = pow(10, floor(log10(most / 5)));
    return most / step > 25 ? 5 * step : most / step > 10 ? 2 * step : step;
}

static struct plot make_plot(const struct bl_bus_points *points) {
    struct plot plot = {INFINITY, 0, 1e-3};
    for (int i = 0; i < points->count; i++) {
        plot.x_low = fmin(plot.x_low, x_of(&points->items[i]));
        plot.x_high = fmax(plot.x_high, x_of(&points->items[i]));
        plot.y_high = fmax(plot.y_high, points->items[i].yield.words_per_us);
    }
    double step = tick_step(plot.y_high);
    plot.y_high = step * ceil(plot.y_high / step);
    if (plot.x_high < plot.x_low * 1.001) plot.x_low /= 2, plot.x_high *= 2;
    return plot;
}

static void add_axes(struct bl_text *text, const struct plot *plot) {
    double step = tick_step(plot->y_high);
    for (int i = 0; i * step <= plot->y_high * 1.0001; i++) {
        double y = y_place(plot, i * step);
        bl_text_add(text,
                    "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" "
                    "text-anchor=\"end\">%g</text>\n",
                    LEFT, y, WIDTH - RIGHT, LEFT - 8, y + 4, i * step);
    }
    for (double x = pow(2, ceil(log2(plot->x_low) - 1e-6)); x <= plot->x_high * 1.0001; x *= 2)
        bl_text_add(text,
                    "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" "
                    "text-anchor=\"middle\">%.3g</text>\n",
                    x_place(plot, x), TOP, HEIGHT - BOTTOM, x_place(plot, x), HEIGHT - BOTTOM + 18,
                    x);
    bl_text_add(text,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">requests a &#181;s, of each "
                "domain</text>\n",
                (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14);
    bl_text_add(text,
                "<text transform=\"translate(16 %d) rotate(-90)\" text-anchor=\"middle\">words a "
                "&#181;s, of all domains</text>\n",
                (TOP + HEIGHT - BOTTOM) / 2);
}

static bool same_curve(const struct bl_bus_point *a, const struct bl_bus_point *b) {
    return a->load.domains == b->load.domains && a->load.wire_ps == b->load.wire_ps &&
           a->load.centralised == b->load.centralised;
}

/* How many different delays come before that of point i: curves of one delay have one kind of line.
 */
static int delay_number(const struct bl_bus_points *points, int i) {
    int number = 0;
    for (int k = 1; k <= i; k++)
        number += points->items[k].load.wire_ps != points->items[k - 1].load.wire_ps;
    return number;
}

static int domains_number(const struct bl_bus_points *points, int i) {
    int number = 0;
    for (int k = i; k > 0 && points->items[k].load.wire_ps == points->items[k - 1].load.wire_ps;
         k--)
        number += points->items[k].load.domains != points->items[k - 1].load.domains;
    return number;
}

/* The points from `first` on that belong to one curve, hollow ones with a centralised arbiter, and
   its line in the legend. Returns the first point of the next. */
static int add_curve(struct bl_text *text, const struct plot *plot,
                     const struct bl_bus_points *points, int first, int curve) {
    static const char *const colours[COLOURS] = {"#1b6ca8", "#c8502d", "#3b8f4a",
                                                 "#8a4fae", "#8c6d1f", "#4a4a4a"};
    static const char *const dashes[DASHES] = {"none", "7 4", "2 3", "9 3 2 3"};
    const char *colour = colours[domains_number(points, first) % COLOURS],
               *dash = dashes[delay_number(points, first) % DASHES];
    bool centralised = points->items[first].load.centralised;
    int i = first, y = TOP + 10 + 20 * curve;
    char delay[32];
    bl_text_add(
        text,
        "<g stroke=\"%s\" fill=\"none\" stroke-width=\"2\"><path stroke-dasharray=\"%s\" d=\"",
        colour, dash);
    for (; i < points->count && same_curve(&points->items[i], &points->items[first]); i++)
        bl_text_add(text, "%s%.1f %.1f", i == first ? "M" : "L",
                    x_place(plot, x_of(&points->items[i])),
                    y_place(plot, points->items[i].yield.words_per_us));
    bl_text_add(text, "\"/>");
    for (int k = first; k < i; k++)
        bl_text_add(text, "<circle r=\"%s\" fill=\"%s\" cx=\"%.1f\" cy=\"%.1f\"/>",
                    centralised ? "4" : "2.5", centralised ? "#fff" : colour,
                    x_place(plot, x_of(&points->items[k])),
                    y_place(plot, points->items[k].yield.words_per_us));
    bl_text_add(
        text,
        "<path stroke-dasharray=\"%s\" d=\"M%d %dh30\"/></g><text x=\"%d\" y=\"%d\">%d domains, "
        "%s%s</text>\n",
        dash, WIDTH - RIGHT + 12, y, WIDTH - RIGHT + 48, y + 4, points->items[first].load.domains,
        bl_bus_time(delay, points->items[first].load.wire_ps), centralised ? ", centralised" : "");
    return i;
}

void bl_bus_plot(struct bl_text *text, const struct bl_bus_points *points) {
    struct plot plot = make_plot(points);
    bl_text_add(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
                "height=\"%d\" "
                "font-family=\"sans-serif\" "
                "font-size=\"12\">\n<style>.grid{stroke:#ddd;fill:none}</style>\n"
                "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n",
                WIDTH, HEIGHT, WIDTH, HEIGHT, WIDTH, HEIGHT);
    add_axes(text, &plot);
    for (int i = 0, curve = 0; i < points->count; curve++)
        i = add_curve(text, &plot, points, i, curve);
    bl_text_add(text, "</svg>\n");
}
