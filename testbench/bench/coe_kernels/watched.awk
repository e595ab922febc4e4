# A random program of kernels on one node that move among the memories on its bus, for
# watched.sh: -v seed=N. Addresses and lengths are made of arguments, counters and numbers.
function below(n) { return int(rand() * n) }
function memory() { i = below(gpus + 1); return i == gpus ? "host" : gpus == 1 ? "gpu" : "gpu" i }
function address(counter) {
    i = below(counter ? 7 : 5)
    if (i == 0) return 4 * below(500)
    if (i == 1) return "a"
    if (i == 2) return "b"
    if (i == 3) return "a + " 4 * below(64)
    if (i == 4) return "b * " 1 + below(8)
    if (i == 5) return "a + 16 * i"
    return "b + 4 * n * i"
}
function count() {
    i = below(5)
    return i == 0 ? 1 + below(40) : i == 1 ? "n + " 1 + below(9) : i == 2 ? "n >> 2" : "n"
}
function move(counter,  n, kind) {
    n = count()
    kind = below(6)
    if (kind == 0) return "read " memory() "(" address(counter) ", " n ") -> drop;"
    if (kind == 1) return "fill(7, " n ") -> write " memory() "(" address(counter) ", " n ");"
    return "read " memory() "(" address(counter) ", " n ") -> write " memory() "(" \
        address(counter) ", " n ");"
}
BEGIN {
    srand(seed)
    gpus = 1 + below(3)
    print "cluster one { board stratix10_mx2100; nodes 1; clock core 50 MHz;"
    print "    host { bus pcie; memory 1 MiB; gpus " gpus "; gpu 1 MiB; } }"
    kernels = 1 + below(4)
    for (k = 0; k < kernels; k++) {
        print "kernel k" k " on one (a: u32, b: u32, n: u32) {"
        for (m = 1 + below(3); m > 0; m--) {
            turns = below(3)
            if (turns) print "    repeat i in 1.." turns + 1 " {"
            print "    " (turns ? "    " : "") move(turns)
            if (turns) print "    }"
            if (below(4) == 0) print "    wait;"
        }
        print "}"
    }
}
