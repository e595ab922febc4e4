#!/bin/sh
# seconds: 20
# Copies of kernels: descriptors of the node's DMA, beside the host's, from GPU and host memory to
# the cards and back, double-buffered, on one clock and on two; what a descriptor cannot say, an
# answer with an error, cycles that nobody knows before. A circuit that is broken is noticed, in
# `make test-long`.
tests=testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
# shellcheck source=/dev/null
. testbench/tests/model.sh
failed=0
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; failed=1; }
says() { grep -q -- "$1" "$work/said" || fail "nobody says: $1"; }

program() { # CLOCK MOVES: of the memory; more of `other`
    cat <<END
cluster pair {
    board   stratix10_mx2100;
    nodes   2;
    clock   core 300 MHz;
    clock   hbm 400 MHz;
    clock   pcie 250 MHz;
    memory  { channels 2; width 32 B; strip 512; burst 128 B; clock $1; }
    network full_mesh { link 6.25 GB/s; latency 400 ns; }
    host    { bus pcie; gpus 1; gpu 1 MiB; memory 4 MiB; clock pcie; }
}
kernel stage on pair (n: u32, at: u32, rounds: u32) {
    repeat i in 0..<rounds {
        copy gpu(8192 * i, n) -> card0(at, n);
        copy gpu(8192 * i + 4096, n) -> card1(0x1000, n) as slow;
        copy card0(at, n) -> gpu(0x80000 + 8192 * i, n) as fast;
        copy card1(0x1000, n) -> gpu(0x80000 + 8192 * i + 4096, n);
        fill(slow, 1) -> write host(8 * i, 1);
        fill(fast, 1) -> write host(8 * i + 4, 1);
    }
}
kernel other on pair node 1 (m: u32, to: u32) {
    copy host(0x100000, m) -> card1(0x8000, m);
    wait;
    read card1(0x8000, m) -> write card0(to, m);
    copy card0(to, m) -> host(0x200000, m);
    $2
}
END
}
program core '' >"$work/one.loom"
program hbm '' >"$work/two.loom"
program core 'wait; copy host(0, m) -> card0(0x20000, m);' >"$work/guess.loom"

# What nodes on a network know each other by.
"$BANKLOOM" check --dump program "$work/one.loom" >"$work/said" 2>&1 || fail 'the program in words'
says '^ *copy gpu -> card1, from '
says '^ *wait for move 2$'
says '^ *fill -> write host, from cycles of move 2, to '

play() { # NAME SETTINGS [OPTIONS]
    name=$1 settings=$2
    shift 2
    timeout 100 "$BANKLOOM" run "$work/$name.loom" --sim icarus -q --set "$settings" \
        --keep "$work/$name" "$@" >"$work/said" 2>&1
}
right() {
    play "$@" || fail "$*"
    grep -q '^result *equal to the golden model: [1-9][0-9]* bytes' "$work/said" || fail "$*"
}
right one n=16,at=0,rounds=1,m=1,to=8192
right one n=300,at=268430464,rounds=2,m=401,to=4096 --seed 5
[ -z "$BL_LONG" ] || right two n=133,at=32,rounds=3,m=500,to=0x40000 --memory hbm2,late=30
grep -q 'kernel stage' "$work/said" || fail 'the kernels of a run'

# What a descriptor cannot say ends the kernel, and the golden model's.
play one n=16,at=4,rounds=1,m=1,to=8192
says '^kernel stage of node 0: a copy has addresses that differ .*: gpu -> card0, one.loom:13'
play one n=16,at=0,rounds=1,m=262144,to=8192
says '^kernel other of node 1: a copy has .* or is longer .*: host -> card1, one.loom:22'
says '^result *equal to the golden model'
play one n=16,at=268435456,rounds=1,m=1,to=8192
says '^kernel stage of node 1: a move leaves its memory: gpu -> card0, one.loom:13'

# An error of a memory is the kernel's, and says which move.
play one n=16,at=0,rounds=1,m=1,to=8192 --memory hbm2,read-error=0.0:1 && fail 'a bad answer'
says 'kernel stage of node 0: a read was answered with an error: card0 -> gpu, one.loom:15$'
play one n=16,at=0,rounds=1,m=1,to=8192 --memory hbm2,write-error=1.1:1 && fail 'a bad write'
says 'kernel [a-z]* of node 1: a write was answered with an error: [a-z]* -> card1, one.loom:'

# The example, below whose host port is the Arria 10's DMA.
timeout 100 "$BANKLOOM" run examples/descriptors/descriptors.loom --sim icarus -q \
    --set words=40,pairs=2 --keep "$work/example" >"$work/said" 2>&1 || fail 'the example'
says '^result *equal to the golden model'

# Cycles are not compared, and nothing may be made of them.
play guess n=16,at=0,rounds=1,m=1,to=8192 && fail 'cycles that are read'
says '^error: memory host of node 1: a move reads the cycles of a copy at 0x0, which the golden'

# The host's own transfers go on beside them.
"$BANKLOOM" build "$work/two.loom" -o "$work/two" -q >"$work/said" 2>&1 || fail build
model_make "$work/two/bench" SIM=icarus host HOST="$PWD/$tests/kernel_copies.c" \
    >"$work/said" 2>&1 || fail 'the host beside kernels'
says '^copies: [1-9][0-9]* words of cycles, '

[ "$BL_LONG" ] || exit $failed

# What is broken is noticed.
broken() { # FILE SED TEXT
    cp "$work/one/rtl/$1" "$work/whole.v"
    sed "$2" "$work/whole.v" >"$work/one/rtl/$1"
    cmp -s "$work/whole.v" "$work/one/rtl/$1" && fail "nothing was broken: $1"
    model_make "$work/one/bench" SIM=icarus run \
        ARGS='--set n=13,at=64,rounds=2,m=9,to=128' >"$work/said" 2>&1 && fail "not noticed: $1 $2"
    says "$3"
    cp "$work/whole.v" "$work/one/rtl/$1"
}
broken bl_kernel_descriptor.v 's/{32.d0, TARGET} << ADDR_W/64'"'"'d0/' 'memory card0 of node'
broken bl_kernel_descriptor.v 's/^ *length <= .*;/length <= 8;/' '^error: memory [a-z0-9]* of'
broken bl_dma_kernels.v 's/id == FIRST_ID + k\[7:0\]/id != FIRST_ID + k/' '^error: '
broken pair_kernel_stage.v 's/_active & (from_first/_active \& 1'"'"'b0 \& (from_first/' \
    '^error: memory '
exit $failed
