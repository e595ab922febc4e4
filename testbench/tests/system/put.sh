#!/bin/sh
# Hosts that write into each other's memory through hubs: the example's store takes no longer than
# the bus, the link and twelve cycles; every host stores into all memories of all others at once, in
# one ring and two, with Verilator and with Icarus; chains of their engines; without a host program
# nothing runs.
# seconds: 25
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
BL_SIM_OPT=-O1 # so much is simulated that it is worth its compilation
export BL_SIM_OPT
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
source=examples/put/tca.loom

fail() { echo "FAIL $*"; exit 1; }
has() { grep -q "$1" "$work/said" || { cat "$work/said"; fail "no $1"; }; }
# run FILE HOST OPTIONS...
run() {
    file=$1 host=$2
    shift 2
    timeout 600 "$program" run -q "$file" --host "$host" "$@" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "run $file $*"; }
}

# 200 ns to the hub, 200 ns over the link, 300 ns until it is visible: 700; two hubs of 6 cycles.
run $source examples/put/store.c
has '^4 B from node 0 to node 1 in 7[0-4][0-8] ns$'

stores=testbench/tests/system/put_stores.c
run $source $stores --sim icarus
has '^ok: 12 stores$'
sed 's/nodes   2/nodes 4/; s/rings 1/rings 2/; s/payload 256 B;/payload 256 B; gpus 2;/
     s/buffer 4 KiB/buffer 1 KiB/' $source >"$work/two.loom"
if [ "$BL_LONG" ]; then
    for nodes in 2 6 8 16; do
        run "$work/two.loom" $stores --nodes $nodes -- 5
        has "^ok: $((nodes * nodes * 15)) stores$"
    done
    run "$work/two.loom" $stores -- 20
    has '^ok: 960 stores$'
    for nodes in 3 5 8 16; do
        run $source $stores --nodes $nodes -- 20
        has "^ok: $((nodes * nodes * 20)) stores$"
    done
fi
run "$work/two.loom" $stores -- 5
has '^ok: 240 stores$'

# One edge of each ring is not used: no bubbles.
sed 's/latency 200 ns;/& deadlock cut;/' "$work/two.loom" >"$work/cut.loom"
count=3
[ -z "$BL_LONG" ] || count=10
run "$work/cut.loom" $stores --nodes 6 -- $count
has "^ok: $((108 * count)) stores$"
"$program" explain "$work/cut.loom" --nodes 16 >"$work/said" || fail 'explain, cut'
has 'the edge from its last node to its first is not used'
has 'nothing waits for itself, so there is no deadlock'

# The hubs' own memory: stores, loads, chains into it and out of it.
run "$work/two.loom" testbench/tests/system/put_memory.c
has '^ok: memory$'
has '^warning: the host of node 1 has dropped 1 writes of its node .* at 0x104000000$'

# Chains of all engines at once, and those that stop; the rate of 128 blocks, which the links allow.
chains=testbench/tests/system/put_chain.c
run "$work/two.loom" $chains
has '^ok: chains$'
[ "$BL_LONG" ] && for nodes in 2 7 8; do
    run $source $chains --nodes $nodes
    has '^ok: chains$'
done
run $source $chains --faults host-late=0.2
has '^ok: chains$'
run $source $chains --faults host-abort=0.01,host-late=0.1 -- aborts
has '^ok: aborts$'
run $source $chains --faults host-lost=0.003 -- aborts 'not answered in time'
has '^ok: aborts$'
sed 's/store 200 ns;/store 200 ns; interrupt 3 us;/; s/{ }/{ timeout 10 us; registers 8; }/' \
    $source >"$work/sleep.loom"
run "$work/sleep.loom" $chains -- sleep
has '^2[0-9][.][0-9]* us by polling, 2[0-9][.][0-9]* by an interrupt$'
run $source $chains -- rate 128 4096 1
has ' 3[.][56][0-9]* GB/s$'
run $source $chains -- rate 128 4096 0
has ' 3[.][34][0-9]* GB/s$'
# More requests than registers, and ends by an interrupt; its bytes are compared.
for ends in 'from_gpu slept' 'to_gpu polled'; do
    # shellcheck disable=SC2086
    run "$work/two.loom" $chains -- rate 9 1024 1 registers $ends
    has '^9 x 1024 B to node 1: '
done

"$program" run -q $source >"$work/said" 2>&1 && fail 'a run without a program'
has 'is run by a program of the host: --host FILE'
"$program" run -q $source --host $stores --json >"$work/said" 2>&1 && fail 'a report'
has 'a host program prints what it measures itself'
"$program" run $source --help >"$work/said"
grep -q -e '--json' "$work/said" && fail 'help of options that are refused'
"$program" run --help | awk 'blank && !NF { exit 1 } { blank = !NF }' || fail 'two empty lines'
"$program" build -q $source -o "$work/out" >"$work/said" 2>&1 || fail 'a build'
grep -q '^Cluster tca on' "$work/out/project/README" || fail 'whose project it is'
# All that explain says, as JSON.
"$program" explain $source --json >"$work/said"
for part in quarter mask timeout_ps waits buffers bound; do
    has "\"$part\":"
done
# A bus at which 31 reads take longer than 50 us.
sed 's/generation 2; lanes 8/generation 1; lanes 1/' "$work/two.loom" >"$work/slow.loom"
run "$work/slow.loom" $chains -- rate 16 4096 1
has ' 0[.]2[0-9]* GB/s$'
# the order of completions is drawn: the same one for the same seed
timed() { run $source $chains --seed "$1" -- rate 16 4096 1; cat "$work/said"; }
second=$(timed 2)
[ "$second" = "$(timed 2)" ] || fail 'the same seed, another time'
[ "$second" != "$(timed 1)" ] || fail 'a seed of nothing'
BL_SIM_SEED=-3
export BL_SIM_SEED
"$program" run -q $source --host $stores >"$work/said" 2>&1 && fail 'a seed below 0'
unset BL_SIM_SEED
"$program" sweep $source >"$work/said" 2>&1 && fail 'a sweep'
has 'has nothing to compare'

# What is said of it, and its files.
"$program" explain $source >"$work/said" || fail explain
has '^    E: mask ffc000, 404000 to 404000$'
has '^    host at 0x0 of a slice$'
has '^    hub, 65536 bytes, at 0x3000000000$'
has 'nothing waits for itself, so there is no deadlock'
"$program" explain --json $source >"$work/said" || fail 'explain --json'
has '"guarantee"'
"$program" graph $source --dot -o "$work/picture.dot" >"$work/said" 2>&1 ||
    { cat "$work/said"; fail graph; }
grep -q 'n2 -- n3' "$work/picture.dot" || fail 'the picture has no link'
"$program" build $source -o "$work/out" >"$work/said" 2>&1 || { cat "$work/said"; fail build; }
iverilog -g2001 -Wall -o "$work/top" -s tca "$work"/out/rtl/*.v 2>"$work/said" ||
    { cat "$work/said"; fail 'the top in Icarus'; }
[ -s "$work/said" ] && { cat "$work/said"; fail 'warnings of Icarus'; }
echo ok
