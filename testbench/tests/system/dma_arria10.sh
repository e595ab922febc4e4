#!/bin/sh
# seconds: 40
# Programs over the Arria 10's descriptor controller and a model of the vendor's IP: kernels that
# move from GPU to GPU, in words of one of the IP's, and a pipeline whose keys come and go by DMA,
# in words of two. Results are golden, the rate is that of the bus, an error of the bus and resets
# are got over, and what is broken in the controller is noticed, in `make test-long`. A node with
# copies of kernels, their own ends and the host's transfers has both sides at the IP.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

fail() { echo "FAIL $*"; exit 1; }
run() {
    timeout 600 "$program" run -q "$@" >"$work/said" 2>&1 || { tail -n 20 "$work/said"
        fail "run $*"; }
}

# kernels, from GPU to GPU
sed 's|^// What a move ends|dma engine on pair { descriptor arria10; queue 4; }\n&|' \
    examples/pingpong/pingpong.loom >"$work/pair.loom"
grep -q '^dma' "$work/pair.loom" || fail "no dma in the example"
echo 'kernel other on pair node 1 (n: u32) { read gpu(12 MiB, n) -> write gpu(8 MiB, n); }' \
    >>"$work/pair.loom"
# shellcheck source=/dev/null
. testbench/tests/model.sh
"$program" build "$work/pair.loom" -o "$work/out" -q || fail build
model_make "$work/out/bench" run ARGS='--set words=1000,rounds=2' >"$work/said" 2>&1 ||
    { tail -n 20 "$work/said"; fail "kernels"; }
grep -q 'equal to the golden model' "$work/said" || fail "kernels: $(tail -n 1 "$work/said")"
"$program" explain "$work/pair.loom" >"$work/said" || fail explain
grep -q 'ids 0 to 63 of the host, 128 to 191 of kernels; queues of 4' "$work/said" || fail ids
grep -q 'waits for at most 7 others' "$work/said" || fail "the bound of a wait"

# an aborted read is reported; resets in the middle of messages leave nothing behind
model_make "$work/out/bench" run ARGS='--set words=900,rounds=2 --faults host-abort=0.2' \
    >"$work/said" 2>&1 && fail "aborts are right"
grep -q 'was answered with an error' "$work/said" || { tail "$work/said"; fail "aborts"; }
model_make "$work/out/bench" host HOST="$PWD/testbench/tests/system/kernel_reset.c" \
    >"$work/said" 2>&1 && grep -q '^right after each reset$' "$work/said" ||
    { tail "$work/said"; fail "resets"; }

# a pipeline
mesh='network full_mesh { link 6.25 GB\/s; latency 400 ns; }'
sed "s/^record item/dma engine on switched { descriptor arria10; }\n&/
    s/clock pcie; }/}/; s/    clock   pcie .*//; s/network ethernet.*/$mesh/" \
    examples/counting_sort/through_host.loom >"$work/sort.loom"
run "$work/sort.loom" --keys 601 --channels 1 --width 64 --burst 256
grep -q 'matches the golden model' "$work/said" || fail "pipeline: $(tail -n 5 "$work/said")"

# the rate, with and without the controller, both ways at once
cat >"$work/with.loom" <<END
cluster one {
    board   arria10_a10pl4;
    nodes   1;
    clock   core 250 MHz;
    clock   pcie 250 MHz;
    host    {
        bus pcie; read 1000 ns; write 450 ns; memory 1 MiB; gpus 1; gpu 1 MiB; clock pcie;
    }
}
dma engine on one { descriptor arria10; }
kernel outward on one node 0 (n: u32) { fill(7, n) -> write gpu(0, n); }
kernel inward on one node 0 (n: u32) { read gpu(0, n) -> drop; }
END
sed '/^dma/d' "$work/with.loom" >"$work/without.loom"
for side in with without; do
    run "$work/$side.loom" --set n=250000
    sed -n 's/^ *kernel.* \([0-9]*\) cycles.*/\1/p' "$work/said" >"$work/$side"
done
paste "$work/with" "$work/without" | awk '{ print "cycles, with the controller and without:", $1, $2
    if (!$2 || $2 < 0.97 * $1) bad = 1 } END { exit bad || NR != 2 }' || fail "the rate"

# both sides: copies, ends of kernels and the host's transfers at once; what goes to the IP is
# reported
cat >"$work/both.loom" <<END
cluster pair {
    board   arria10_a10pl4;
    nodes   2;
    clock   core 250 MHz;
    clock   ddr 266.67 MHz;
    clock   pcie 250 MHz;
    memory  { channels 2; width 32 B; strip 512; burst 128 B; clock ddr; }
    network full_mesh { link 6.25 GB/s; latency 400 ns; }
    host    { bus pcie; gpus 1; gpu 1 MiB; memory 4 MiB; clock pcie; }
}
dma engine on pair { descriptor arria10; queue 16; }
kernel stage on pair (n: u32, at: u32, rounds: u32) {
    repeat i in 0..<rounds {
        copy gpu(8192 * i, n) -> card0(at, n);
        copy gpu(8192 * i + 4096, n) -> card1(0x1000, n) as slow;
        copy card0(at, n) -> gpu(0x80000 + 8192 * i, n) as fast;
        copy card1(0x1000, n) -> gpu(0x80000 + 8192 * i + 4096, n);
        fill(slow, 1) -> write host(8 * i, 1);
        fill(fast, 1) -> write host(8 * i + 4, 1);
        repeat j in 0..<4 { read gpu(8192 * i, n) -> write gpu(0xc0000 + 8192 * i, n); }
    }
}
kernel other on pair node 1 (m: u32, to: u32) {
    repeat j in 0..<9 { read host(0x100000, m) -> write card0(to, m); }
    copy card0(to, m) -> host(0x200000, m);
}
END
sides_build() {
    "$program" build "$work/both.loom" -o "$work/both" -q || fail "build both"
    awk '/^endmodule/ {
        print "    always @(posedge clk) begin"
        print "        if (RdAstRxValid) $display(\"ip,read,%0d\", RdAstRxData[153] ? 2 : 1);"
        print "        if (WrAstRxValid) $display(\"ip,write,%0d\", WrAstRxData[153] ? 2 : 1);"
        print "    end"
    } { print }' "$work/both/bench/dma/bl_a10_dma.v" >"$work/broken.v" &&
        cp "$work/broken.v" "$work/both/bench/dma/bl_a10_dma.v"
}
# sides_play WORD...: what the circuit says is in $work/said, the sides of reads and of writes at
# the IP in $work/sides
sides_play() {
    model_make "$work/both/bench" "$@" >"$work/said" 2>&1
    result=$?
    grep '^ip,' "$work/said" | sort -u | tr '\n' ' ' >"$work/sides"
    grep -v '^ip,' "$work/said" | tail -n 5 >"$work/ends"
    return $result
}
sides_right() {
    sides_play host HOST="$PWD/testbench/tests/system/kernel_copies.c" &&
        [ "$(cat "$work/sides")" = 'ip,read,1 ip,read,2 ip,write,1 ip,write,2 ' ]
}
sides_build
sides_right || { cat "$work/sides" "$work/ends"; fail "the host beside kernels"; }
sides_play run ARGS='--set n=300,at=96,rounds=2,m=401,to=4096' || { cat "$work/ends"
    fail "both sides"; }
grep -q 'equal to the golden model' "$work/ends" || fail "both sides"

# Icarus; what is broken in the controller
if command -v iverilog >/dev/null; then
    model_make "$work/out/bench" run SIM=icarus ARGS="--set words=9,rounds=1" \
        >"$work/said" 2>&1 || { tail -n 20 "$work/said"; fail "Icarus"; }
else echo "skipped: no Icarus"; fi

[ "$BL_LONG" ] || { echo "over the Arria 10's descriptors"; exit 0; }
broken() { # FILE SED
    file=$work/out/bench/dma/$1.v
    cp "$file" "$work/kept.v"
    sed -i "$2" "$file"
    cmp -s "$file" "$work/kept.v" && fail "nothing is changed in $1"
    model_make "$work/out/bench" run ARGS="--set words=900,rounds=1" \
        >"$work/said" 2>&1 && fail "$1 with $2 is right"
    cp "$work/kept.v" "$file"
}
# data that have not come
broken bl_a10_read_side 's/assign s_axi_rvalid = .*/assign s_axi_rvalid = listed \& fresh;/'
# bursts of kernels on the host's side
port=$work/both/bench/dma/bl_a10_port.v
cp "$port" "$work/kept.v"
sed -i "s/BOTH ? {s_axi_aruser/BOTH ? {1'b0/" "$port"
cmp -s "$port" "$work/kept.v" && fail "nothing is changed in bl_a10_port"
sides_right && fail "both sides are one and right"
echo "over the Arria 10's descriptors"
