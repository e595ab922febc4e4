# Latency of cells by the load as SVG, of the lines network,order,pattern,load,accepted,mean,...
# that testbench/bench/cells writes: a curve for each network, order and pattern. The mean, in
# cycles, stands on a scale of logarithms; what is above it is cut off there, and the curve ends.
BEGIN {
    FS = ","
    left = 56; right = 210; top = 20; bottom = 50; width = 720; height = 400
    low = 40; high = 4000
    split("#1b6ca8 #c8553d #3a7d44 #7b4fa3 #b8860b #222222", colours, " ")
    split("uniform hot_spot opposite neighbours permutation crossing", patterns, " ")
    for (i = 1; i <= 6; i++) { colour[patterns[i]] = colours[i]; name[patterns[i]] = patterns[i] }
    name["hot_spot"] = "hot spot"
    split("none 7_4 2_3", dashes, " ")
}
function lg(x) { return log(x) / log(10) }
function x_of(load) { return left + (width - left - right) * load / most }
function y_of(mean) {
    return height - bottom - (height - top - bottom) * (lg(mean) - lg(low)) / (lg(high) - lg(low))
}
NR > 1 && NF >= 6 {
    group = $1 "," $2
    if (!(group in dash)) dash[group] = dashes[++groups]
    key = $1 "," $2 "," $3
    if (!(key in count)) order[++curves] = key
    if (key in cut) next
    mean = $6 < low ? low : $6
    if (mean > high) { mean = high; cut[key] = 1 }
    loads[key, ++count[key]] = $4
    means[key, count[key]] = mean
    if ($4 > most) most = $4
}
function grid(   s, r, ticks, i, n) {
    n = split("40 100 200 400 1000 2000 4000", ticks, " ")
    for (i = 1; i <= n; i++)
        printf "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" " \
            "text-anchor=\"end\">%d</text>\n", left, y_of(ticks[i]), width - right, left - 8,
            y_of(ticks[i]) + 4, ticks[i]
    for (r = 0; r <= most + 1e-6; r += 0.2)
        printf "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" " \
            "text-anchor=\"middle\">%.1f</text>\n", x_of(r), top, height - bottom, x_of(r),
            height - bottom + 18, r
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">load, cells a node and cell time" \
        "</text>\n", (left + width - right) / 2, height - 10
    printf "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">" \
        "mean latency, cycles</text>\n", (top + height - bottom) / 2
}
function curve(key, place,   part, i, style, dots) {
    split(key, part, ",")
    gsub(/:/, " ", part[1])
    dots = dash[substr(key, 1, length(key) - length(part[3]) - 1)]
    style = "stroke=\"" colour[part[3]] "\""
    if (dots != "none") { sub(/_/, " ", dots); style = style " stroke-dasharray=\"" dots "\"" }
    printf "<polyline class=\"curve\" %s points=\"", style
    for (i = 1; i <= count[key]; i++)
        printf "%s%.1f,%.1f", (i > 1 ? " " : ""), x_of(loads[key, i]), y_of(means[key, i])
    printf "\"/>\n<path class=\"curve\" %s d=\"M%d %dh28\"/><text x=\"%d\" y=\"%d\">%s, %s, " \
        "%s</text>\n", style, width - right + 12, place, width - right + 46, place + 4, part[1],
        part[2], name[part[3]]
}
END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" " \
        "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", width, height, width, height
    print "<style>.grid{stroke:#ddd}.curve{fill:none;stroke-width:1.6}</style>"
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height
    grid()
    for (i = 1; i <= curves; i++) curve(order[i], top + 10 + 18 * i)
    print "</svg>"
}
