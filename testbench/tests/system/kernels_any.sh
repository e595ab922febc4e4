#!/bin/sh
# seconds: 15
# Channels whose nodes each move names: one node after the other, all to all, moves that are taken
# in parts and together, longer than all buffers, over the full mesh and over Ethernet that loses
# frames; a node that there is not. The host joins nothing. (tb_bl_channel_from has what is broken.)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }
cat >"$work/mesh.loom" <<'END'
cluster four {
    board   stratix10_mx2100;
    nodes   4;
    clock   core 200 MHz;
    clock   pcie 250 MHz;
    network full_mesh { link 6.4 GB/s; latency 200 ns; }
    host    { bus pcie; gpus 1; gpu 8 MiB; clock pcie; }
}
END
cat >"$work/ethernet.loom" <<'END'
cluster four {
    board   arria10_a10pl4;
    nodes   2;
    clock   core 222.5 MHz;
    clock   mac 312.5 MHz;
    clock   pcie 250 MHz;
    network ethernet { port 40 Gbit/s; frame 1518 B; latency 150 ns; switch 400 ns; clock mac; }
    host    { bus pcie; gpus 1; gpu 8 MiB; clock pcie; }
}
END
# A node asks one after the other, and is answered in the other order; what it sends at once is
# taken in two parts, and what comes in two moves is taken as one. Every node sends to every other
# one. Node 0 sends to itself, or to a node that there is not.
cat >"$work/moves" <<'END'
channel ask: u32 from any to any { send now; buffer 512 B; }
channel answer: u32 from any to any { buffer 512 B; }
channel words: u32 from any to any;
channel own: u32 from any to any;
const space = 256 KiB;
kernel first on four node 0 (n: u32, far: u32) {
    repeat p in 1..nodes - 1 { read gpu(space * p, 2 * n) -> send ask to p; }
    repeat p in 1..nodes - 1 {
        recv answer from nodes - p -> write gpu(4 * space + space * p, 2 * n);
    }
    repeat p in 1..nodes - 1 {
        recv answer from nodes - p -> write gpu(20 * space + space * p, n);
    }
    fill(7, 1) -> send own to 12 * far;
    recv own(1) from 12 * far -> drop;
}
kernel others on four node 1..nodes - 1 (n: u32) {
    recv ask from 0 -> write gpu(0, n);
    recv ask from 0 -> write gpu(space, n);
    repeat part in 0..2 { read gpu(space * part, n) -> send answer to 0; }
}
kernel all on four (m: u32) {
    barrier;
    repeat step in 1..nodes - 1 {
        read gpu(8 * space, 2 * m) -> send words to (node + step) % nodes;
        recv words from (node + nodes - step) % nodes -> write gpu((12 + step) * space, m);
        recv words from (node + nodes - step) % nodes -> write gpu((16 + step) * space, m);
    }
}
END
for network in mesh ethernet; do
    cat "$work/$network.loom" "$work/moves" >"$work/over_$network.loom"
done
run() { # NETWORK SETTINGS [OPTIONS]
    network=$1 settings=$2
    shift 2
    timeout 200 "$BANKLOOM" run "$work/over_$network.loom" --sim icarus --keep "$work/$network" -q \
        --set "$settings" "$@" >"$work/said" 2>&1
}
right() {
    run "$@" || fail "$*"
    grep -q '^result *equal to the golden model' "$work/said" || fail "$*: no result"
}

right mesh n=5,m=9,far=0
right mesh n=300,m=203,far=0 --seed 2
right mesh n=0,m=1,far=0
right ethernet n=203,m=77,far=0 --faults drop=0.05 --seed 3
grep -q 'data frames sent again' "$work/said" || fail 'no frame was lost'

# There is no node 12.
right mesh n=1,m=1,far=1
grep -q '^kernel first of node 0: a move names a node that the cluster .*: a value -> channel own' \
    "$work/said" || fail 'a node that there is not'
grep -q 'ask_to' "$work/mesh/host/four_host.h" && fail 'the host joins a channel of any nodes'

echo 'moves go where they say'
