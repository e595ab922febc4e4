# The time one way by the length of the message as SVG, of the lines that
# testbench/bench/coe_kernels/kernels.sh writes: ours, what of it are models, and the published
# point.
BEGIN {
    FS = ","
    left = 60; right = 170; top = 20; bottom = 50; width = 700; height = 380
    x0 = 0.6; x1 = 6.1; y0 = 0; y1 = 2.5
}
function lg(x) { return log(x) / log(10) }
function x_of(bytes) { return left + (width - left - right) * (lg(bytes) - x0) / (x1 - x0) }
function y_of(us) { return height - bottom - (height - top - bottom) * (lg(us) - y0) / (y1 - y0) }
NR > 1 { bytes[++n] = $1; way[n] = $2; models[n] = $3 }
function label(x, y, words) {
    printf "<text x=\"%.1f\" y=\"%.1f\">%s</text>\n", x, y, words
}
function grid(   i, us) {
    for (us = 1; us <= 300; us *= 10)
        printf "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" " \
            "text-anchor=\"end\">%d us</text>\n", left, y_of(us), width - right, left - 8,
            y_of(us) + 4, us
    for (i = 1; i <= n; i += 3)
        printf "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" " \
            "text-anchor=\"middle\">%d B</text>\n", x_of(bytes[i]), top, height - bottom,
            x_of(bytes[i]), height - bottom + 18, bytes[i]
}
function line(style, list,   i) {
    printf "<polyline class=\"curve\" %s points=\"", style
    for (i = 1; i <= n; i++) printf "%s%.1f,%.1f", (i > 1 ? " " : ""), x_of(bytes[i]), y_of(list[i])
    printf "\"/>\n"
}
END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" " \
        "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", width, height, width, height
    print "<style>.grid{stroke:#ddd}.curve{fill:none;stroke-width:1.6}</style>"
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height
    grid()
    line("stroke=\"#1b6ca8\"", way)
    line("stroke=\"#888\" stroke-dasharray=\"6 4\"", models)
    printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"4\" fill=\"#c8553d\"/>\n", x_of(4), y_of(5.04)
    label(x_of(4) + 8, y_of(5.04) - 4, "published, 4 B: 5.04 us")
    label(x_of(bytes[n]) + 10, y_of(way[n]) + 4, "one way, simulated")
    label(x_of(bytes[n]) + 10, y_of(models[n]) + 4, "of it models, no logic")
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">bytes of the message</text>\n",
        (left + width - right) / 2, height - 10
    print "</svg>"
}
