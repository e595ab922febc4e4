#!/bin/sh
# seconds: 16
# The card's memory as an end of a kernel's moves: from a GPU through the cards of two nodes to the
# other GPU, on one clock and on two, in several models of the memory; addresses beyond a channel;
# an answer with an error. A host program loads and reads the cards. A circuit that is broken is
# noticed, in `make test-long`.
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

cluster() { # CLOCK: of the memory
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
channel over: u32 from 0 to 1;
END
}
# The words come back from card1 of node 1 to its GPU.
program() {
    cluster "$1"
    cat <<END
kernel near on pair node 0 (n: u32, at: u32) {
    read gpu(0, n) -> write card0(at, n);
    read card0(at, n) -> send over;
}
kernel far on pair node 1 (n: u32, at: u32) {
    recv over -> write card1(at + 4, n);
    read card1(at + 4, n) -> write gpu(4096, n);
    read card1(at, 1) -> write card0(0, 1);
}
END
}
# From card to card alone.
across() {
    cluster "$1"
    cat <<END
kernel near on pair node 0 (n: u32, at: u32) { read card0(at, n) -> send over; }
kernel far on pair node 1 (n: u32, at: u32) { recv over -> write card1(at + 4, n); }
END
}
program core >"$work/one.loom"
program hbm >"$work/two.loom"
across core >"$work/across_one.loom"
across hbm | sed 's/channels 2/channels 1/; s/card[01]/card/' >"$work/across_two.loom"

play() { # NAME SETTINGS [OPTIONS]
    name=$1 settings=$2
    shift 2
    timeout 60 "$BANKLOOM" run "$work/$name.loom" --sim icarus -q --set "$settings" \
        --keep "$work/$name" "$@" >"$work/said" 2>&1
}
right() {
    play "$@" || fail "$*"
    grep -q '^result *equal to the golden model: [1-9][0-9]* bytes' "$work/said" || fail "$*"
}
for name in one two; do
    right $name n=1,at=0
    right $name n=1003,at=65500 --memory ddr4 --seed 7
    right $name n=333,at=4 --memory hbm2,late=30
done
right one n=16,at=268435388

# Beyond the channel's 256 MiB: an error of the kernel, which the golden model has as well.
play one n=16,at=268435396
says '^kernel near of node 0: a move leaves its memory: gpu -> card0, one.loom:13, at '
says '^kernel far of node 1: a move leaves its memory: channel over -> card1, one.loom:17'

# An error of the memory is the kernel's.
play one n=16,at=0 --memory hbm2,read-error=0.0:1 && fail 'an answer with an error'
says 'kernel near of node 0: a read was answered with an error: card0 -> .*, one.loom:14$'
right one n=16,at=0 --memory hbm2,write-error=1.1:77
says 'warning: --memory hbm2,write-error=1.1:77: write-error=1.1:77 did not happen: there were only'
play one n=16,at=0 --memory hbm2,reset=1:50 && fail 'a reset within a run'
play one n=16,at=0 --memory nothing
[ $? -eq 2 ] || fail 'the status of an unknown memory'

# A card has no bus address that the host would have to give.
"$BANKLOOM" explain --json "$work/one.loom" >"$work/said" 2>&1 || fail explain
says '{"name": "card1", "bytes": 268435456, "on_bus": false}'
says '"name": "gpu_base_low"'
grep -q 'card[01]_base' "$work/said" && fail 'a base of a card'

# The host writes and reads the cards through the host ports: two channels, and a single one.
for name in across_one across_two; do
    channels=$([ $name = across_one ] && echo 2 || echo 1)
    "$BANKLOOM" build "$work/$name.loom" -o "$work/$name" -q >"$work/said" 2>&1 || fail "$name"
    model_make "$work/$name/bench" SIM=icarus host \
        HOST="$PWD/$tests/kernel_cards.c" ARGS="$channels" >"$work/said" 2>&1 || fail "host: $name"
    says '^from node 1: 20[0-9]* bytes for 20000$'
done

[ "$BL_LONG" ] || exit $failed

# What is broken is noticed: another channel, another address.
broken() { # FILE SED TEXT
    cp "$work/one/rtl/$1" "$work/whole.v"
    sed "$2" "$work/whole.v" >"$work/one/rtl/$1"
    cmp -s "$work/whole.v" "$work/one/rtl/$1" && fail "nothing was broken: $1"
    model_make "$work/one/bench" SIM=icarus run ARGS='--set n=13,at=0' \
        >"$work/said" 2>&1 && fail "not noticed: $1 with $2"
    says "$3"
    cp "$work/whole.v" "$work/one/rtl/$1"
}
broken pair_kernel_near.v 's/\(  to_address *<= e[0-9]*\);/\1 + 32;/' \
    '^error: memory card0 of node 0: '
broken pair.v 's/axi_awaddr(ch1_writers_awaddr)/axi_awaddr(ch1_writers_awaddr ^ 64)/' \
    'memory card1 of node 1: '
exit $failed
