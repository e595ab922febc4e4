# The rates of two Ethernet ports by the rate of faults as SVG, of the lines
# gbit,kind,rate,share that testbench/bench/ethernet writes: a curve for each port and kind. The
# share is of the rate without faults, in percent.
BEGIN {
    FS = ","
    left = 56; right = 190; top = 20; bottom = 50; width = 700; height = 380
    split("#1b6ca8 #c8553d #3a7d44 #7b4fa3 #222222", colours, " ")
    split("drop flip repeat reorder all", kinds, " ")
    names["drop"] = "dropped"; names["flip"] = "a bit flipped"; names["repeat"] = "repeated"
    names["reorder"] = "held back"; names["all"] = "all four"
    for (i = 1; i <= 5; i++) colour[kinds[i]] = colours[i]
    low = 100
}
function lg(x) { return log(x) / log(10) }
function x_of(rate) { return left + (width - left - right) * (lg(rate) - x0) / (x1 - x0) }
function y_of(share) {
    return height - bottom - (height - top - bottom) * (share - low) / (100 - low)
}
NR > 1 && NF == 4 {
    key = $1 "," $2
    if (!(key in count)) order[++curves] = key
    rates[key, ++count[key]] = $3
    shares[key, count[key]] = $4
    if ($4 < low) low = $4
    x = lg($3)
    if (NR == 2 || x < x0) x0 = x
    if (NR == 2 || x > x1) x1 = x
}
function grid(   s, r) {
    step = low > 90 ? 2 : low > 60 ? 5 : 20
    low = step * int(low / step)
    for (s = low; s <= 100; s += step)
        printf "<path class=\"grid\" d=\"M%d %.1fH%d\"/><text x=\"%d\" y=\"%.1f\" " \
            "text-anchor=\"end\">%d</text>\n", left, y_of(s), width - right, left - 8,
            y_of(s) + 4, s
    for (r = int(x0 - 0.5); r <= x1 + 1e-6; r++) if (r >= x0 - 1e-6)
        printf "<path class=\"grid\" d=\"M%.1f %dV%d\"/><text x=\"%.1f\" y=\"%d\" " \
            "text-anchor=\"middle\">1e%d</text>\n", x_of(10 ^ r), top, height - bottom,
            x_of(10 ^ r), height - bottom + 18, r
    printf "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">faults of each kind, a frame</text>\n",
        (left + width - right) / 2, height - 10
    printf "<text transform=\"translate(14 %d) rotate(-90)\" text-anchor=\"middle\">" \
        "%% of the rate without faults</text>\n", (top + height - bottom) / 2
}
function curve(key, place,   part, i, style) {
    split(key, part, ",")
    style = "stroke=\"" colour[part[2]] "\"" (part[1] == 40 ? " stroke-dasharray=\"6 4\"" : "")
    printf "<polyline class=\"curve\" %s points=\"", style
    for (i = 1; i <= count[key]; i++)
        printf "%s%.1f,%.1f", (i > 1 ? " " : ""), x_of(rates[key, i]), y_of(shares[key, i])
    printf "\"/>\n<path class=\"curve\" %s d=\"M%d %dh28\"/><text x=\"%d\" y=\"%d\">%s Gbit/s, " \
        "%s</text>\n", style, width - right + 12, place, width - right + 46, place + 4, part[1],
        names[part[2]]
}
END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" " \
        "height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n", width, height, width, height
    print "<style>.grid{stroke:#ddd}.curve{fill:none;stroke-width:1.6}</style>"
    printf "<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>\n", width, height
    grid()
    for (i = 1; i <= curves; i++) curve(order[i], top + 14 + 20 * i)
    print "</svg>"
}
