# Rates of puts by their size as SVG, of the lines x,curve,value,us,GB/s that testbench/bench/hub
# writes: a curve for each name, on a scale of logarithms; x is bytes of a request, or how many of
# 4 KB. With time=1: their microseconds, on a scale of logarithms too. Published points stand as
# rings.
BEGIN {
    FS = ","
    left = 56; right = 276; top = 20; bottom = 50; width = 776; height = 400; highest = 4
    split("#1b6ca8 #c8553d #3a7d44 #7b4fa3 #b8860b #222222 #5aa9d6 #e08e79 #8c8c8c", colours, " ")
}
function lg(x) { return log(x) / log(2) }
function x_of(x) {
    return left + (width - left - right) * (lg(x) - lg(low)) / (lg(high) - lg(low))
}
function y_of(y) { return height - bottom - (height - top - bottom) * part(y) }
function part(y) { return time ? lg(y) / lg(longest) : y / highest }
NR > 1 && $1 == kind && $2 == "published" && !time {
    at[++points] = $3
    point[points] = $5
}
NR > 1 && $1 == kind && $2 != "published" {
    if (!($2 in count)) order[++curves] = $2
    xs[$2, ++count[$2]] = $3
    rates[$2, count[$2]] = time ? $4 : $5
    for (longest += !longest; longest < $4; ) longest *= 2
    if (!low || $3 < low) low = $3
    if ($3 > high) high = $3
}
function shown(x) { return kind != "requests" && x >= 1024 ? x / 1024 " K" : x }
function grid(   i, x) {
    for (i = time ? 1 : 0; i <= (time ? longest : highest); i += time ? i : 1)
        printf "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" " \
            "text-anchor=\"end\">%d</text>\n", left, y_of(i), width - right, left - 8,
            y_of(i) + 4, i
    for (x = low; x <= high; x *= kind == "requests" ? 2 : 4)
        printf "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" " \
            "text-anchor=\"middle\">%s</text>\n", x_of(x), top, height - bottom, x_of(x),
            height - bottom + 18, shown(x)
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%s</text>\n",
        (left + width - right) / 2, height - 10,
        kind == "requests" ? "requests of 4 KB" : "bytes of a request"
    printf "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">%s</text>\n",
        (top + height - bottom) / 2, time ? "us" : "GB/s"
}
function curve(name, number,   i, place) {
    place = top + 18 * number
    printf "<polyline class=\"curve\" stroke=\"%s\" points=\"", colours[number]
    for (i = 1; i <= count[name]; i++)
        printf "%s%.1f,%.1f", (i > 1 ? " " : ""), x_of(xs[name, i]), y_of(rates[name, i])
    printf "\"/>\n<path class=\"curve\" stroke=\"%s\" d=\"M%d %dh28\"/>" \
        "<text x=\"%d\" y=\"%d\">%s</text>\n", colours[number], width - right + 12, place,
        width - right + 46, place + 4, name
}
END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" " \
        "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", width, height, width, height
    print "<style>.grid{stroke:#ddd}.curve{fill:none;stroke-width:1.6}</style>"
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height
    grid()
    for (i = 1; i <= curves; i++) curve(order[i], i)
    for (i = 1; i <= points; i++)
        printf "<circle class=\"curve\" stroke=\"#000\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>" \
            "<text x=\"%.1f\" y=\"%.1f\">published</text>\n", x_of(at[i]), y_of(point[i]),
            x_of(at[i]) - 24, y_of(point[i]) + 16
    print "</svg>"
}
