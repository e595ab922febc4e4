#!/bin/sh
# The counting sort over cells in simulation: right without and with words, headers and wires back
# that are damaged; a link that is dead ends the run. What `check` refuses; the carrier's rules, in
# `make test-long` with more nodes, the port above it, and seeded faults.
# seconds: 12
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
source=examples/counting_sort/over_cells.loom

fail() { echo "FAIL $*"; exit 1; }
has() { grep -q "$1" "$work/said" || { cat "$work/said"; fail "no $1"; }; }
# run OPTIONS...
run() { timeout 900 "$program" run -q "$source" "$@" >"$work/said" 2>&1 ||
    { tail -n 20 "$work/said"; fail "run $*"; }; }

# Icarus knows of bits that nobody has given a value: a parity over them would never be right.
run --channels 2 --keys 70 --sim icarus
has 'matches the golden model'
has '[1-9][0-9]* cells, from node 1, link 1'
if [ "$BL_LONG" ]; then
    for nodes in 4 8; do
        run --nodes $nodes --keys 16K
        has 'matches the golden model'
        run --nodes $nodes --keys 16K --faults data=0.05,header=0.05,nack=0.05
        has 'matches the golden model'
        for what in 'a flip in the data' 'a flip in the header' 'flips on the wire back'; do
            has "[1-9].* $what, from node"
        done
    done
else
    run --channels 2 --keys 400 --sim icarus --faults data=0.2,header=0.2,nack=0.2
    has 'matches the golden model'
    has '[1-9][0-9]* cells with a flip in the data, from node'
    has '[1-9][0-9]* flips on the wire back, from node'
fi
sed 's/wire 6;/wire 6; retries 4;/' $source >"$work/few.loom"
timeout 300 "$program" run -q "$work/few.loom" --channels 2 --keys 70 --sim icarus \
    --faults header=1 >"$work/said" 2>&1 && fail 'no cell gets over, and the run ends well'
has 'the network has stopped: no cell gets over link'
# Nothing is sent again: a flip ends the run, and its cause names the link.
sed 's/wire 6;/wire 6; idle 5; errors report;/' $source >"$work/report.loom"
timeout 300 "$program" run -q "$work/report.loom" --channels 2 --keys 400 --sim icarus \
    >"$work/said" 2>&1 || { cat "$work/said"; fail 'cells apart from each other'; }
has 'matches the golden model'
timeout 300 "$program" run -q "$work/report.loom" --channels 2 --keys 400 --sim icarus \
    --faults data=0.05 >"$work/said" 2>&1 && fail 'a flip, and the run ends well'
has 'the network has stopped: a damaged word came over link [01], and .errors report. sends'
"$program" explain "$work/report.loom" >"$work/said" 2>&1
has 'guarantee: every word arrives, once and in order, unless a link flips a bit'
# Links that come with clocks of their own, in as many phases as there are nodes.
sed 's/wire 6;/wire 6; clocking source_synchronous;/' $source >"$work/clocks.loom"
timeout 300 "$program" run -q "$work/clocks.loom" --channels 2 --keys 400 --sim icarus \
    --faults data=0.1,header=0.1,nack=0.1 >"$work/said" 2>&1 ||
    { tail -n 20 "$work/said"; fail 'links with clocks of their own'; }
has 'matches the golden model'
has '[1-9][0-9]* flips on the wire back, from node'
if [ "$BL_LONG" ]; then
    sed 's/source_synchronous;/& idle 5; forward whole;/' "$work/clocks.loom" >"$work/whole.loom"
    for file in clocks whole; do
        timeout 900 "$program" run -q "$work/$file.loom" --nodes 16 --channels 16 --keys 4K \
            >"$work/said" 2>&1 || { cat "$work/said"; fail "$file, clocks in 16 phases"; }
        has 'matches the golden model'
    done
fi
"$program" build -q "$work/clocks.loom" -o "$work/clocks" >"$work/said" 2>&1 || fail 'their project'
for clock in s_cell0 s_cell1 m_cell0 m_cell1; do
    grep -q "create_clock -name {$clock} -period 4.000000 .get_ports {ip_clk_$clock}" \
        "$work"/clocks/project/*.sdc && grep -q "^bl_fifo .*${clock}_crossing|queue} {$clock}" \
        "$work"/clocks/project/*.sdc || fail "constraints of $clock"
done
grep -q 'set_input_delay -clock .get_clocks {s_cell1}. .* .get_ports {s_cell1_word' \
    "$work"/clocks/project/*.sdc || fail 'constraints of pins'
"$program" explain "$work/clocks.loom" >"$work/said" 2>&1
has 'cells: each link and each wire back on a clock of its own, s_cell0_clk'
# Longer links want longer cells.
sed 's/wire 6;/wire 20;/; s/cell 17/cell 43/' $source >"$work/long.loom"
timeout 300 "$program" run -q "$work/long.loom" --channels 2 --keys 400 --sim icarus \
    --faults data=0.1 >"$work/said" 2>&1 || { cat "$work/said"; fail 'longer links'; }
has 'matches the golden model'
timeout 60 "$program" run -q "$source" --keys 70 --faults jam=1 >"$work/said" 2>&1 &&
    fail 'a fault that there is not'
has 'unknown fault `jam`'

# On the core's clock; in `make test-long` with as many cycles in either simulator.
sed 's/ clock link;//; /^    clock   link/d' $source >"$work/core.loom"
for simulator in ${BL_LONG:+verilator} icarus; do
    timeout 300 "$program" run -q "$work/core.loom" --channels 2 --keys 70 --sim $simulator \
        >"$work/said" 2>&1 || { tail -n 20 "$work/said"; fail "the core's clock in $simulator"; }
    has 'matches the golden model'
    grep '^cycles' "$work/said" >"$work/$simulator"
done
[ -z "$BL_LONG" ] || cmp -s "$work/verilator" "$work/icarus" ||
    fail "other cycles in Icarus on the core's clock"

# A ring of many.
sed 's/word 256 bit/word 64 bit/' $source >"$work/many.loom"
if [ "$BL_LONG" ]; then
    timeout 900 "$program" run -q "$work/many.loom" --nodes 32 --channels 4 --keys 512 \
        >"$work/said" 2>&1 || { tail -n 20 "$work/said"; fail '32 nodes'; }
    has 'matches the golden model'
fi
"$program" check "$work/many.loom" --nodes 64 --channels 4 >"$work/said" 2>&1 ||
    { cat "$work/said"; fail '64 nodes'; }

# Words of 16 and 32 bits, whose header takes several.
narrow() { # WORD CELL OPTIONS...
    sed "s/word 256 bit; cell 17/word $1 bit; cell $2/" $source >"$work/narrow.loom"
    shift 2
    timeout 300 "$program" run -q "$work/narrow.loom" --width 16 "$@" >"$work/said" 2>&1 ||
        { cat "$work/said"; fail "narrow $*"; }
    has 'matches the golden model'
}
narrow 16 17 --channels 2 --keys 70 --sim icarus
[ -z "$BL_LONG" ] || narrow 16 65 --nodes 4 --keys 4000 --faults data=0.05,header=0.05,nack=0.05
[ -z "$BL_LONG" ] || narrow 32 17 --nodes 8 --channels 8 --keys 4000

# Kernels over it.
timeout 300 "$program" run -q testbench/tests/lang/good_kernels_cells.loom --sim icarus --set n=40 \
    --faults data=0.1,nack=0.1 >"$work/said" 2>&1 || { cat "$work/said"; fail 'kernels'; }
has 'equal to the golden model'
barrier=testbench/tests/lang/good_kernels_cells_barrier.loom
timeout 300 "$program" run -q $barrier --sim icarus --set n=40 --faults data=0.1,header=0.1 \
    >"$work/said" 2>&1 || { cat "$work/said"; fail 'barriers'; }
has 'equal to the golden model'
"$program" explain $barrier >"$work/said" 2>&1
has 'hand: in the network, which counts the nodes that are there'
has 'all leave a barrier by one cell, copied on the way, up to 2 links'
has 'copies of a cell for all from node 0: 3 nodes; it takes 3'
if [ "$BL_LONG" ]; then
    sed 's/network cells {/network cells { topology omega;/; s/nodes  *4/nodes 8/' $barrier \
        >"$work/tree.loom"
    timeout 300 "$program" run -q "$work/tree.loom" --set n=40 --faults data=0.1,header=0.1 \
        >"$work/said" 2>&1 || { cat "$work/said"; fail 'barriers of an omega network'; }
    has 'equal to the golden model'
fi
# One that fails, before its barrier, ends those that wait there.
cat >"$work/fails.loom" <<'EOS'
cluster ring {
    board   arria10_a10pl4;
    nodes   4;
    clock   core 200 MHz;
    network cells { word 64 bit; }
    host    { bus pcie; memory 1 MiB; }
}
kernel hand on ring (n: u32, far: u32) {
    barrier;
    read host(far * node, n) -> write host(4 KiB, n);
    barrier;
}
EOS
timeout 300 "$program" run -q "$work/fails.loom" --sim icarus --set n=40,far=524288 \
    >"$work/said" 2>&1
has 'kernel hand of node 1: a kernel at the other end .* channel hand_barrier -> nothing'
has 'kernel hand of node 2: a move leaves its memory'

# The other topologies, with virtual channels that a search has found.
joined() { # TOPOLOGY OPTIONS...
    sed "s/topology ring/topology $1/" $source >"$work/joined.loom"
    shift
    timeout 300 "$program" run -q "$work/joined.loom" "$@" >"$work/said" 2>&1 ||
        { cat "$work/said"; fail "$*"; }
    has 'matches the golden model'
}
joined 'manhattan; rows 2' --nodes 4 --channels 4 --keys 70 --sim icarus
[ -z "$BL_LONG" ] || joined 'manhattan; rows 2' --nodes 8 --channels 8 --keys 5000
[ -z "$BL_LONG" ] || joined omega --nodes 8 --channels 8 --keys 5000

# refused TEXT MESSAGE: with this in the network
refused() {
    sed -E "s/${1%% *} +[a-z0-9]+( bit)?;/$1;/" $source >"$work/bad.loom"
    "$program" check "$work/bad.loom" >"$work/said" 2>&1 && fail "$1 is taken"
    has "$2"
}
refused 'topology star' 'E0020: expected `ring`, `manhattan` or `omega`, found `star`'
refused 'word 8 bit' 'E0082: `word` is 8 bit; it must be a power of two from 16 bit'
refused 'word 16 bit' 'E1020: cell: 17 words, and it takes 19: those of the header, and of a flit'
refused 'cell 16' 'E0083: `cell` is 16; it must be from 17 to 1025'
refused 'buffer 3' 'E0082: `buffer`'
refused 'wire 512' 'E0083: `wire` is 512; it must be from 4 to 511'
refused 'wire 100' 'E0114: a cell of 17 words .* 100 cycles each: `cell 203` or more'
refused 'wire 6; idle 9' 'E0083: `idle` is 9; it must be from 0 to 8'
refused 'wire 6; virtual_channels 5' 'E0083: `virtual_channels` is 5; it must be from 1 to 4'
refused 'wire 6; errors hide' 'E0020: expected `report` or `repair`, found `hide`'
refused 'nodes 65' 'E0083: `nodes` is 65; it must be from 1 to 64'
refused 'nodes 2' 'E0083: `nodes` is 2; it must be from 3 to 64'

"$program" explain $source >"$work/said" 2>&1
has 'cells: 17 words of 256 bits, with 16 flits of payload, 94.1 %'
# What the node takes, by part: they and what is between them are what all of it takes.
awk '$3 == "bl_cells" { all = $4 }
    /^    ([0-9]+ x bl_|between them)/ { sum += $(NF - 2); parts++ }
    END { exit !(all && parts >= 7 && sum >= all - parts && sum <= all + parts) }' "$work/said" ||
    { cat "$work/said"; fail 'the parts of a node'; }
grep -q 'not counted' "$work/said" && fail 'the cost of a template'
"$program" check $source --dump program >"$work/said" 2>&1
has 'cell 17 virtual_channels 2 buffer 8 wire 6 clocking common errors repair'
has 'errors repair order oldest forward cut_through'

# The part of the published node, with its serialisers as links: what is written is for it, and says
# that a node with kernels does not fit; words of 32 bits are more than the pairs carry.
sed -E 's/arria10_a10pl4/spartan2_150/; s/core 200/core 80/; s/ clock net;//; /clock +net/d' \
    testbench/tests/lang/good_kernels_cells_narrow.loom >"$work/card.loom"
timeout 60 "$program" build -q "$work/card.loom" -o "$work/card" >"$work/said" 2>&1 &&
    grep -q 'xc2s150' "$work/card/project/"*.xst || { cat "$work/said"; fail 'the published part'; }
"$program" explain "$work/card.loom" >"$work/said" 2>&1
has 'of 3456 LUT4s.*it does not fit'
sed 's/word 16 bit/word 32 bit/' "$work/card.loom" >"$work/bad.loom"
"$program" check "$work/bad.loom" >"$work/said" 2>&1 && fail 'links wider than the pairs'
has 'E0115: .* of 2.72 Gbit/s, and board .spartan2_150. 1: with words of 16 bits it has 2'

cd testbench/conformance || exit 1
if [ "$BL_LONG" ]; then
    SHAPES='3 4 8' ./run --carrier cells && SHAPES='3 4' ./run --carrier cells_lossy random \
        flood slow bursts && ./run --carrier cells_crossed &&
        ./run --carrier cells_wandering random flood slow bursts &&
        ./run --carrier cells_narrow && ./run cells && ./run --channels cells &&
        ./run --bundles cells && ./run --carrier --faults cells &&
        SHAPES='3 8' LOADED='.FLIP(100), .SILENCE(4000)' ./run --barrier cells
else
    export SHAPES=3 FLITS=20
    ./run --carrier cells random stop && ./run --carrier cells_lossy random &&
        ./run --carrier cells_crossed random && ./run --carrier cells_narrow random &&
        ./run --barrier cells random
fi
