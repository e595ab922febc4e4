# A random program of kernels: awk -v seed=N -f random.awk. Two to four nodes, a kernel on each, up
# to four channels between them; in half of them the nodes have memory of their own, on core's clock
# or another. A list of transfers is drawn, and each becomes a move of the kernel
# that sends and one of the kernel that receives, in the order of the list: such a program goes on.
# In half of them kernels have neighbouring moves the other way round, and may stand still.
function below(n) { return int(rand() * n) }
# Its own place in a memory of 1 MiB, or one of two that others have as well: what is read there has
# to be written first.
function address(write) {
    if (shared && below(4)) return 4096 * below(2)
    return (write ? 524288 : 8192) + next_place++ * 4096 + 4 * below(64)
}
# A memory: of the host, of the GPU, of the card.
function pick() {
    if (cards && below(2)) return "card" (cards > 1 ? below(cards) : "")
    return below(4) == 0 ? "gpu" : "host"
}
function number(   kind) {
    kind = below(4)
    if (kind == 0) return "n"
    if (kind == 1) return 1 + below(40)
    if (kind == 2) return "n + " below(9)
    return "2 * n"
}
function add(node, move) { moves[node, ++count[node]] = move }
function transfer(i,   c, many, from, to) {
    c = below(channels)
    many = number()
    from = "read " pick() "(" address(0) ", " many ")"
    to = "write " pick() "(" address(1) ", " many ")"
    add(source[c], from " -> send c" c ";")
    add(target[c], "recv c" c " -> " to ";")
    used[c] = 1
}
function swap(node,   i, move) {
    if (count[node] < 2) return
    i = 1 + below(count[node] - 1)
    move = moves[node, i]; moves[node, i] = moves[node, i + 1]; moves[node, i + 1] = move
}
BEGIN {
    srand(seed)
    for (i = 0; i < 20; i++) rand()
    split("u32 f32 u64 i32", types, " ")
    nodes = 2 + below(3)
    channels = 1 + below(4)
    print "// Random program " seed "."
    cards = below(2) ? 2 ^ below(3) : 0
    board = cards == 4 ? "stratix10_mx2100" : cards == 1 ? "kc705" : "arria10_a10pl4"
    print "cluster k { board " board "; nodes " nodes ";"
    print "    clock core 200 MHz; clock pcie 250 MHz;"
    if (below(2))
        print "    network full_mesh { link 6 GB/s; latency " 50 + below(400) " ns; }"
    else
        print "    clock mac 312.5 MHz;\n    network ethernet { port 40 Gbit/s; clock mac; }"
    if (cards)
        print "    clock dram 250 MHz;\n    memory { channels " cards "; width 32 B; strip 16;" \
            " burst 64 B;" (below(2) ? " clock dram;" : "") " }"
    print "    host { bus pcie; gpus 1; memory 1 MiB; gpu 1 MiB; clock pcie; } }"
    for (c = 0; c < channels; c++) {
        source[c] = below(nodes)
        target[c] = (source[c] + 1 + below(nodes - 1)) % nodes
    }
    n = 3 + below(8)
    shared = below(3)
    for (i = 0; i < n; i++) transfer(i)
    if (shared && below(3)) for (i = 0; i < 4; i++) swap(below(nodes))
    for (c = 0; c < channels; c++)
        if (used[c])
            print "channel c" c ": " types[1 + below(4)] " from " source[c] " to " target[c] \
                " { buffer " 512 * (1 + below(4)) " B;" (below(2) ? " send now;" : "") " }"
    rounds = below(3) == 0
    for (node = 0; node < nodes; node++) {
        if (!count[node]) continue
        print "kernel k" node " on k node " node " (n: u32) {"
        if (rounds) print "    repeat i in 1.." 2 " {"
        for (i = 1; i <= count[node]; i++) print (rounds ? "        " : "    ") moves[node, i]
        print (rounds ? "    }\n" : "") "}"
    }
}
