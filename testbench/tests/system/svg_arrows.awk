# The words in a picture of Graphviz that an arrow runs through, one a line; nothing when
# there are none. An arrow is followed in small steps. A letter is taken to be half as wide as its
# size and 0.7 of it high, which is about the average.
function attribute(name,    rest) {
    rest = $0
    sub(".* " name "=\"", "", rest)
    sub("\".*", "", rest)
    return rest
}

function look(x, y,    w) {
    for (w = 1; w <= words; w++)
        if (x > left[w] && x < right[w] && y > top[w] && y < bottom[w]) hit[w] = 1
}

# A place on a Bezier curve.
function on(a, b, c, d, t,    u) {
    u = 1 - t
    return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
}

# c[1..n]: x and y of the start, then of two handles and an end for each part
function follow(c, n,    i, k) {
    for (i = 1; i + 7 <= n; i += 6)
        for (k = 0; k <= 32; k++)
            look(on(c[i], c[i + 2], c[i + 4], c[i + 6], k / 32),
                on(c[i + 1], c[i + 3], c[i + 5], c[i + 7], k / 32))
}

/<text / {
    said = $0
    sub(/^[^>]*>/, "", said)
    sub(/<.*/, "", said)
    gsub(/&#[0-9]*;|×|–/, "-", said)
    size = attribute("font-size") + 0
    wide = 0.47 * size * length(said)
    words++
    text[words] = said
    left[words] = attribute("x") - (attribute("text-anchor") == "middle" ? wide / 2 : 0)
    right[words] = left[words] + wide
    bottom[words] = attribute("y") + 0
    top[words] = bottom[words] - 0.7 * size
}
/class="edge"/ { edge = 1 }
/<path / && edge { path[++edges] = attribute("d"); edge = 0 }
END {
    if (!words || !edges) print "no words or no arrows"
    for (e = 1; e <= edges; e++) {
        gsub(/[MC, ]+/, " ", path[e])
        follow(c, split(path[e], c, " "))
    }
    for (w = 1; w <= words; w++) if (w in hit) print "an arrow runs through \"" text[w] "\""
}
