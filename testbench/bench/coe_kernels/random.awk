# A random program of kernels: awk -v seed=N [-v gate=1] [-v copies=1] [-v unreliable=1] -f
# random.awk; the same one everywhere.
# Two to four nodes, half of them with memory of their own, on core's clock or another; up to four
# channels between them, or from each node to another or itself. A list of transfers is drawn, and
# each becomes a move of the kernel that sends and one of the kernel that receives, in the order of
# the list: such a program goes on. In half of them kernels have neighbouring moves the other way
# round, and may deadlock. In half of them another kernel is on all nodes and has up to three
# collectives. Half of them are to have a module in Verilog, add.v, to which one of the kernels
# moves two streams, and from which it moves the sums.
# unreliable=1: all channels are, over Ethernet, and nothing is beside them that needs more.
# copies=1: the nodes have memory, and kernels copy between it and the host's bus.
# gate=1: with n = N + 2^20 the program does what it does without a gate with n = N, and for all n
# below 2^20, those that `check` tries, nothing: so it is accepted, and its golden model can be run
# with values for which the program was refused. It has no collectives then.
function next_number() { return state = state * 16807 % 2147483647 }
function below(n) { return int(next_number() / 2147483647 * n) }
# Its own place in a memory of 1 MiB, or one of two that others have as well: what is read there has
# to be written first.
function address(write) {
    if (shared && below(4)) return 4096 * below(2)
    return (write ? 524288 : 8192) + next_place++ * 4096 + 4 * below(64)
}
# A count of elements of which so many fill 4 bytes.
function number(granule,   kind, text) {
    kind = below(4)
    if (kind == 0) text = n
    else if (kind == 1) text = 1 + below(40)
    else if (kind == 2) text = n " + " below(9)
    else text = "2 * " n
    return granule == 1 ? text : granule " * (" text ")"
}
# A memory: of the card, of the host, of the GPU.
function memory() {
    if (cards && below(2)) return "card" (cards > 1 ? below(cards) : "")
    return below(4) ? "host" : "gpu"
}
function add(node, move) { moves[node, ++count[node]] = move }
function source_of(many) {
    if (below(8) == 0) return "fill(" (below(2) ? n : below(1000)) ", " many ")"
    return "read " memory() "(" address(0) ", " many ")"
}
function target_of(many) {
    if (below(8) == 0) return "drop"
    return "write " memory() "(" address(1) ", " many ")"
}
# A copy between the host's bus and the card, at addresses that are alike modulo 32, or at those
# that others have as well; now and then with its cycles.
function copy(node,   bus, card, low, many, ways, name) {
    low = shared && below(4) ? -1 : 4 * below(8)
    bus = (below(4) ? "gpu(" : "host(") copy_address(low)
    card = "card" (cards > 1 ? below(cards) : "") "(" copy_address(low)
    many = ", " number(1) ")"
    ways = below(2) ? bus many " -> " card many : card many " -> " bus many
    name = "t" copied++
    add(node, "copy " ways (below(3) ? ";" : \
        " as " name "; fill(" name ", 1) -> write host(" 917504 + 4 * copied ", 1);"))
}
function copy_address(low) {
    if (low < 0) return 4096 * below(2)
    return 262144 + next_place++ * 4096 + 32 * below(8) + low
}
# From channel c of its sender to that of its receiver; now and then a wait, or a move within one.
function transfer(   c, many, to, node) {
    c = below(channels)
    many = number(granule[type[c]])
    add(source[c], source_of(many) " -> send c" c ";")
    to = target_of(many)
    add(target[c], "recv c" c (to == "drop" ? "(" many ")" : "") " -> " to ";")
    used[c] = 1
    node = everywhere ? 0 : below(nodes)
    if (below(8) == 0) add(node, "read " memory() "(" address(0) ", " n ") -> write " memory() \
        "(" address(1) ", " n ");")
    if (copies && below(2)) copy(node)
    if (count[node] && below(12) == 0)
        add(node, everywhere && !unreliable && below(2) ? "barrier;" : "wait;")
}
# A sum of two streams; one of them may come from a channel of the same type.
function sum(   node, many, c) {
    node = home
    sums++
    many = number(1)
    c = below(channels)
    if (!everywhere && target[c] == node && type[c] == "u32" && below(2)) {
        add(source[c], source_of(many) " -> send c" c ";")
        add(node, "recv c" c " -> part(" many ");")
        used[c] = 1
    } else add(node, source_of(many) " -> part;")
    add(node, source_of(many) " -> own;")
    add(node, "sum -> write " memory() "(" address(1) ", " many ");")
}
# Elements of a collective: few, for a length that leaves a memory is an error, and those are not
# tried for deadlocks.
function some(granule) { return granule " * (" (below(3) ? "n % 64" : 1 + below(40)) ")" }
# A place of its own, of memories of which no other kernel moves these bytes: for several parts, and
# for a node's own in another memory.
function place(   name) {
    name = cards ? "card" (cards > 1 ? below(cards) : "") : "host"
    if (cards >= nodes && below(2)) name = "card"
    return name "(" 786432 + next_area++ * 8192 + 4 * below(64) ", "
}
function own() { return "gpu(" 786432 + next_area++ * 8192 + 4 * below(64) ", " }
function collective(   kind, type, many, root) {
    kind = below(6)
    type = types[1 + below(8)]
    if (kind < 2 && (type ~ /f/ || type == "u128")) type = "u64"
    many = some(granule[type]) ")"
    root = below(nodes)
    if (kind < 2) return "allreduce " operators[1 + below(3)] " " type " " place() many ";"
    if (kind == 2) return "broadcast " type " " place() many " from " root ";"
    if (kind == 3) return "scatter " type " " place() many " -> " own() many " from " root ";"
    if (kind == 4) return "gather " type " " own() many " -> " place() many " to " root ";"
    return "allgather " type " " own() many " -> " place() many ";"
}
function together(   i) {
    print "kernel together on k (n: u32) {"
    if (rounds) print "    repeat i in " twice " {"
    for (i = 1 + below(3); i > 0; i--) print "    " (rounds ? "    " : "") collective()
    if (rounds) print "    }"
    print "}"
}
function swap(node,   i, move) {
    if (count[node] < 2) return
    i = 1 + below(count[node] - 1)
    move = moves[node, i]; moves[node, i] = moves[node, i + 1]; moves[node, i + 1] = move
}
function draw_channels(   c) {
    for (c = 0; c < channels; c++) {
        type[c] = types[1 + below(8)]
        source[c] = everywhere ? 0 : below(nodes)
        target[c] = everywhere ? 0 : \
            (source[c] + (unreliable || below(8) ? 1 + below(nodes - 1) : 0)) % nodes
        step[c] = unreliable ? 1 + below(nodes - 1) : below(nodes)
    }
}
function print_cluster() {
    print "// Random program " seed "."
    print "cluster k { board " board "; nodes " nodes ";"
    print "    clock core 200 MHz; clock pcie 250 MHz;"
    if (mesh)
        print "    network full_mesh { link 6 GB/s; latency " 50 + below(400) " ns; }"
    else
        print "    clock mac 312.5 MHz;\n    network ethernet { port 40 Gbit/s; clock mac;" \
            (unreliable ? " silence 20 us;" : "") " }"
    if (cards)
        print "    clock dram 250 MHz;\n    memory { channels " cards "; width 32 B; strip 16;" \
            " burst 64 B;" (below(2) ? " clock dram;" : "") " }"
    print "    host { bus pcie; gpus 1; memory 1 MiB; gpu 1 MiB; clock pcie; } }"
}
function print_channels(   c) {
    for (c = 0; c < channels; c++)
        if (used[c])
            print "channel c" c ": " type[c] " from " (everywhere ? "all" : source[c]) " to " \
                (everywhere ? "(node + " step[c] ") % nodes" : target[c]) \
                (unreliable ? " { unreliable;" : " { buffer " 512 * (1 + below(4)) " B;") \
                (below(2) ? " send now;" : "") " }"
}
function print_kernel(node,   indent, i) {
    print "kernel k" node " on k" (everywhere ? "" : " node " node) " (n: u32) {"
    indent = "    "
    if (gate) { print indent "repeat g in 1..(n >> 20) {"; indent = indent "    " }
    if (rounds) { print indent "repeat i in " twice " {"; indent = indent "    " }
    for (i = 1; i <= count[node]; i++) print indent moves[node, i]
    if (rounds) print "    }"
    if (gate) print "    }"
    print "}"
}
BEGIN {
    twice = seed % 2 ? "1..2" : "1..<3"
    state = (seed * 7919 + 104729) % 2147483647
    for (i = 0; i < 20; i++) next_number()
    n = gate ? "(n - 1048576)" : "n"
    split("u8 i16 u32 f32 u64 i32 f64 u128", types, " ")
    for (i = 1; i <= 8; i++) granule[types[i]] = 1
    granule["u8"] = 4; granule["i16"] = 2
    nodes = 2 + below(3)
    channels = 1 + below(4)
    everywhere = below(4) == 0
    cards = below(2) ? 2 ^ below(3) : 0
    if (copies && !cards) cards = 2
    mesh = below(2) && !unreliable
    board = mesh || cards == 4 ? "stratix10_mx2100" : cards == 1 ? "kc705" : "arria10_a10pl4"
    print_cluster()
    draw_channels()
    shared = below(3)
    module = below(2)
    home = everywhere ? 0 : below(nodes)
    for (i = 3 + below(8); i > 0; i--) if (module && below(4) == 0) sum(); else transfer()
    if (shared && below(3)) for (i = below(30); i > 0; i--) swap(everywhere ? 0 : below(nodes))
    rounds = below(3) == 0
    print_channels()
    if (sums)
        print "kernel add on k () verilog \"add.v\" golden \"add.c\" {" \
            " in part: u32; in own: u32; out sum: u32 per part; }"
    for (node = 0; node < nodes; node++) if (count[node]) print_kernel(node)
    split("sum min max", operators, " ")
    if (!gate && !unreliable && below(2)) together()
}
