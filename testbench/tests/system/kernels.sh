#!/bin/sh
# seconds: 25
# Kernels and channels, run and compared with their golden model: the ping-pong over Ethernet of
# several sizes, with loss and a capture, a ring over the full mesh, all types of elements; errors;
# host programs whose partner is late, or never comes. What is broken on purpose is noticed, in
# `make test-long`.
tests=testbench/tests pingpong=examples/pingpong/pingpong.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }

# play PROGRAM SETTINGS [OPTIONS]: in Icarus, from a folder that is kept for the program
play() {
    program=$1 settings=$2
    shift 2
    timeout 120 "$BANKLOOM" run "$program" --sim icarus -q --set "$settings" \
        --keep "$work/of_$(basename "$program")" "$@" >"$work/said" 2>&1
}
right() {
    play "$@" || fail "$*"
    grep -q '^result *equal to the golden model: [1-9][0-9]* bytes' "$work/said" ||
        fail "$*: result"
}
says() { grep -q -- "$1" "$work/said" || fail "nobody says: $1"; }

# One word, words that fill no word of the stream, more than all buffers, nothing; no round.
right $pingpong words=1,rounds=2
says '^pair: 2 nodes, 32 bytes moved'
# The models' times are settings: in four ways a read, a write and twice the FEC are longer.
two_rounds() { # PROGRAM: cycles of the two behind the first
    right "$1" words=1,rounds=1
    first=$(awk '/kernel start/ { print $5 }' "$work/said")
    right "$1" words=1,rounds=3
    took=$(awk -v first="$first" '/kernel start/ { print $5 - first }' "$work/said")
}
two_rounds $pingpong
usual=$took
sed 's/gpus 1;/& gpu_read 1700 ns; gpu_write 650 ns; jitter 1 ns;/
    s/latency 150 ns;/& fec 100 ns; jitter 2 ns;/' $pingpong >"$work/times.loom"
two_rounds "$work/times.loom"
longer=$((took - usual))
[ $longer -ge 975 ] && [ $longer -le 985 ] || fail "4400 ns are $longer cycles"
cat "$work"/of_times.loom/bench/pair_bench.c >"$work/said"
says 'jitter_ps = 1000,'
says 'jitter_ps = 2000,'
right $pingpong words=13003,rounds=1
right $pingpong words=0,rounds=2
says '^pair: 2 nodes, 0 bytes moved'
[ -z "$BL_LONG" ] || right $pingpong words=9,rounds=0
right $pingpong start.words=13,reply.words=13,rounds=2,words=9 --seed 5

# Nothing arrives from the start: a wait names the node that is silent, and what it waits for.
timeout 200 "$BANKLOOM" run $pingpong --set words=64,rounds=1 -q --faults drop=1 >"$work/said" \
    2>&1 && fail 'a link that is dead from the start'
says 'for channel pong to bring 64 words of 4 bytes from node 1; node 1 has not answered since'

# Frames are lost and damaged, and sent again; what went over the wire can be read.
# Items of several --set count, and of several --faults.
right $pingpong words=3000 --set rounds=1 --faults drop=0.05 --faults flip=0.05 \
    --pcap "$work/frames.pcap" --json-file "$work/frames.json"
says 'data frames sent again'
says '^network  *[1-9][0-9]* frames sent, MAC of node 0$'
says '^  *[1-9][0-9]* frames dropped, wire from node [01] to the switch$'
python3 - "$work/frames.json" 2>"$work/said" <<'END' || fail 'the counts of the network'
import json, sys
said = json.load(open(sys.argv[1]))
assert said["bytes_moved"] == 4 * 4 * 3000
sums = {}
for row in said["network"]:
    sums[row["name"]] = sums.get(row["name"], 0) + row["count"]
assert sums["frames dropped"] > 0 and sums["bits flipped"] > 0, sums
END
if command -v tshark >/dev/null; then
    frames=$(HOME=$work tshark -r "$work/frames.pcap" -T fields -e frame.len 2>"$work/said" |
        awk '$1 > 1000' | wc -l)
    [ "$frames" -ge 16 ] || fail "the capture has $frames long frames"
else
    echo 'skipped: the capture, no tshark'
fi

# Errors of kernels: those that the golden model has too are reported, and are what was to happen.
right $pingpong words=8388608,rounds=1
says '^kernel start of node 0: a move leaves its memory: gpu -> channel ping, pingpong.loom:21'
says '^kernel reply of node 1: a move leaves its memory: channel ping -> gpu, pingpong'

# Wrong options; arguments with which the kernels deadlock.
wrong() { # SETTINGS STATUS TEXT
    play $pingpong "$1"
    [ $? -eq "$2" ] || fail "status of $1"
    says "$3"
}
wrong word=1 2 'no kernel has such an argument'
wrong words=x 2 'it is NAME=NUMBER'
wrong words=0x 2 'it is NAME=NUMBER'
right $pingpong words=0x9,rounds=2^0
says '^pair: 2 nodes, 144 bytes moved'
wrong start.words=9,reply.words=5,rounds=1 1 'the golden model deadlocks'
says 'kernel start of node 0 waits for channel pong to bring 4 words of 4 bytes'
"$BANKLOOM" run $pingpong --sim nothing >"$work/said" 2>&1
[ $? -eq 2 ] || fail 'the status of an unknown simulator'

# A ring of four over the full mesh, in place, and a program of all that there is; its first kernel
# is not on the first node, and the JSON document is one.
cat >"$work/ring.loom" <<'END'
cluster ring {
    board   stratix10_mx2100;
    nodes   4;
    clock   core 200 MHz;
    clock   pcie 250 MHz;
    network full_mesh { link 6.4 GB/s; latency 400 ns; }
    host    { bus pcie; memory 1 MiB; gpus 1; gpu 1 MiB; clock pcie; }
}
channel right: u32 from all to (node + 1) % nodes { buffer 512 B; }
kernel last on ring node 3 () { read host(4, 5) -> write host(0x1001c, 5); }
kernel around on ring (words: u32, turns: u32) {
    repeat turn in 1..turns {
        read gpu(0, words) -> send right;
        recv right -> write gpu(0x80000, words);
        read gpu(0x80000, words) -> write gpu(0, words);
    }
}
END
right "$work/ring.loom" words=203,turns=2
refused() { # STATUS TEXT OPTIONS...
    wanted=$1 text=$2
    shift 2
    play "$work/ring.loom" words=3,turns=1 "$@"
    [ $? -eq "$wanted" ] || fail "status of $*"
    says "^bankloom run: .*$text"
}
refused 2 'the network `full_mesh` .* no frames .*; `network ethernet` has' --pcap "$work/none.pcap"
play $pingpong words=1,rounds=1 --pcap "$work/none.pcap,ode=1"
[ $? -eq 2 ] || fail "status of a capture's options"
says '^bankloom run: .*it is FILE\[,node=N\]'
refused 1 'cannot be written' --json-file "$work/none/none.json"
refused 2 'needs --sim verilator' --trace "$work/none.vcd"
refused 2 '--set does not go with --host' --host examples/pingpong/pingpong.c
refused 2 'for a host program: --host FILE' -- 1 2
right $tests/lang/good_kernels.loom n=5,around.n=301,ROW=64,go=3
play "$work/ring.loom" words=9,turns=1 --json --json-file "$work/ring.json" || fail 'as JSON'
python3 - "$work/said" "$work/ring.json" <<'END' || fail 'the JSON document'
import json, sys
said = json.load(open(sys.argv[1]))
assert said == json.load(open(sys.argv[2]))
assert said["equal"] and said["nodes"] == 4 and said["bytes_moved"] == 4 * (4 * 27 + 5)
assert [(k["kernel"], k["node"]) for k in said["kernels"]] == [
    ("around", 0), ("around", 1), ("around", 2), ("last", 3), ("around", 3)]
assert all(k["cycles"] > 0 for k in said["kernels"])
END

# Four moves of an end wait in the circuit too: to receive what is sent behind them, and to send a
# value that is received behind them.
sed '/^channel/,$d' "$work/ring.loom" >"$work/wait.loom"
cat >>"$work/wait.loom" <<'END'
channel c: f64 from all to (node + 3) % nodes { buffer 512 B; send now; }
channel d: u32 from all to node { buffer 512 B; }
kernel receives on ring (n: u32) {
    recv c -> write host(0x40008, n);
    recv c -> write gpu(4096, 11);
    recv c(3) -> drop;
    recv c -> write host(0x80000, n);
    read gpu(0, 11) -> send c;
    read host(4096, 2 * n + 3) -> send c;
}
kernel sends on ring (n: u32) {
    repeat value in 1..4 { fill(value, 200) -> send d; }
    recv d -> write host(0xc0000, 800);
    recv d(n) -> drop;
    fill(5, n) -> send d;
}
END
right "$work/wait.loom" n=2
timeout 120 "$BANKLOOM" run $tests/lang/good_kernels_many_ends.loom --sim icarus -q \
    >"$work/said" 2>&1 || fail 'more than 16 readers at a host port'

# What the user's own code does in the golden model is said to be that: it crashes; and, in
# `make test-long`, never returns, which an interrupt ends.
sed '/^channel/,$d' "$work/ring.loom" >"$work/own.loom"
cat >>"$work/own.loom" <<'END'
kernel add on ring node 0 () verilog "add.v" golden "add.c" {
    in part: u32; in own: u32; out sum: u32;
}
kernel mover on ring node 0 (n: u32) {
    read host(0, n) -> part;
    read gpu(0, n) -> own;
    sum -> write host(0x8000, n);
}
END
cp examples/allreduce/add.v "$work"
with() { # STATEMENT: in front of all others of the function
    sed "s/^{\|) {\$/&\n    $1/" examples/allreduce/add.c >"$work/add.c"
    cmp -s examples/allreduce/add.c "$work/add.c" && fail "nothing was broken: $1"
}
with '*(volatile int *)0 = 1;'
play "$work/own.loom" n=9
[ $? -eq 1 ] || fail 'status of a golden function that crashes'
says '^bankloom: the simulation was ended by signal 11'
says '^golden functions of your own run in it: `bankloom kernel` tries each alone$'
cp examples/allreduce/add.c "$work"
sed 's/out sum: u32/& per 2 own/; s/host(0x8000, n)/host(0x8000, n >> 1)/' "$work/own.loom" \
    >"$work/half.loom"
play "$work/half.loom" n=10 && fail 'a module that gives more than it declares'
says '^error: the golden function of add gives another number of elements at `sum` than it decl'
if [ "$BL_LONG" ]; then
    with 'for (volatile int z = 0; !z;) { }'
    timeout --preserve-status -k 20 -s INT 10 "$BANKLOOM" run "$work/own.loom" --sim icarus -q \
        --set n=9 --keep "$work/of_own.loom" >"$work/said" 2>&1
    [ $? -eq 130 ] || fail 'status of a golden function that is interrupted'
fi

# Host programs: the example; a partner that is late, one that never comes, an error. Those over the
# full mesh with slow clocks, of which less has to be simulated.
host() { # FOLDER PROGRAM ARGUMENTS
    folder=$1
    shift
    model_make "$work/$folder/bench" SIM=icarus host HOST="$PWD/$1" ARGS="$2" \
        >"$work/said" 2>&1 || fail "$1 $2"
}
timeout 120 "$BANKLOOM" run $pingpong --sim icarus --host examples/pingpong/pingpong.c -- 401 2 \
    >"$work/said" 2>&1 || fail 'the host program of the ping-pong'
says '^401 words of 4 bytes from GPU to GPU, 2 rounds: [1-9][.0-9]* us one way, all of them right$'
sed 's|network ethernet.*|network full_mesh { link 5 GB/s; latency 400 ns; }|; /clock   mac/d
    s/222.5 MHz/50 MHz/; s/250 MHz/50 MHz/' $pingpong >"$work/mesh.loom"
"$BANKLOOM" build "$work/mesh.loom" -o "$work/mesh" -q >"$work/said" 2>&1 || fail 'over the mesh'
for what in late never beyond read write; do host mesh $tests/system/kernels.c $what; done

# Nodes with other kernels, or channels of another type, do not understand each other on Ethernet.
hash_of() { # SED: of the ping-pong, changed
    sed "$1" $pingpong >"$work/other.loom"
    "$BANKLOOM" build "$work/other.loom" -o "$work/other" -q >"$work/said" 2>&1 || fail "build: $1"
    sed -n 's/.*HASH_[HL][A-Z]*(\(.*\)).*/\1/p' "$work/other/rtl/pair.v"
}
same=$(hash_of '') type=$(hash_of 's/: f32/: u32/')
moves=$(hash_of 's/read gpu(0, words) -> send pong/read gpu(4, words) -> send pong/')
comment=$(hash_of '1s/Words/Bytes/')
[ "$same" ] || fail 'no hash'
[ "$same" = "$comment" ] || fail "hashes: $same, of another comment $comment"
[ "$same" != "$type" ] || fail "hashes: $same, of another type, too"
[ "$same" != "$moves" ] || fail "hashes: $same, of other moves, too"

# Arguments may be called what C, C++ or the calls themselves have a word for.
cat >"$work/names.loom" <<END
import "$PWD/$tests/lang/shared/pair.loom";
channel open: u32 from 0 to 1;
kernel join on pair node 0 (device: u32, node: u32, int: u32, arguments: u32, new: u32, go: u32) {
    read gpu0(node, int) -> send open;
    read gpu0(device, new) -> write gpu1(arguments, new);
}
kernel gpu0 on pair node 1 (int: u32, uint32_t: u32) { recv open -> write gpu0(uint32_t, int); }
END
"$BANKLOOM" build "$work/names.loom" -o "$work/names" -q >"$work/said" 2>&1 || fail 'names'
for compiler in 'gcc -std=c11 -x c' 'g++ -std=c++17 -x c++'; do
    echo '#include "pair_host.h"' |
        $compiler -Wall -Wextra -Werror -fsyntax-only -I"$work/names/runtime" \
            -I"$work/names/host" - >"$work/said" 2>&1 || fail "$compiler of the calls"
done
gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$work/names/runtime" \
    "$work/names/host/pair_host.c" >"$work/said" 2>&1 || fail 'the calls'

# A channel gets other ends while the program runs.
"$BANKLOOM" build "$work/ring.loom" -o "$work/ring" -q >"$work/said" 2>&1 || fail build
model_make "$work/ring/bench" SIM=icarus host HOST="$PWD/$tests/system/kernels_to.c" \
    >"$work/said" 2>&1 || fail 'the ring is turned round'
for further in 1 3 2 0; do says "^to the node $further further on: 0 wrong"; done
[ "$BL_LONG" ] || exit $failed

# What is broken is noticed: an address in the kernel, bytes behind the last one in a template.
broken() { # FILE SED TEXT
    cp "$work/ring/rtl/$1" "$work/whole.v"
    sed "$2" "$work/whole.v" >"$work/ring/rtl/$1"
    cmp -s "$work/whole.v" "$work/ring/rtl/$1" && fail "nothing was broken: $1"
    model_make "$work/ring/bench" SIM=icarus run ARGS='--set words=13,turns=1' \
        >"$work/said" 2>&1 && fail "not noticed: $1 with $2"
    says "$3"
    cp "$work/whole.v" "$work/ring/rtl/$1"
}
broken ring_kernel_around.v "s/= 32'd524288;/= 32'd524320;/" '^error: memory gpu of node'
broken bl_kernel_write.v 's/= {4{keep\[l\]}};/= 4'"'"'hf;/' '^error: memory'
exit $failed
