#!/bin/sh
# seconds: 25
# What another network needs: its folders, one row, and what the conformance bench drives. The toy
# of testbench/tests/toys/network has settings, one of them of words, two ports, a register, a
# table that the runtime writes, barriers, causes, a message and a medium of its own, and another
# carrier that a setting names. A copy of the project gets it, and nothing else; is built without
# a warning; lint finds nothing; explain, graph, cost, constraints and the host's header know it;
# the sort runs over it in both simulators, with faults and without; it passes the conformance
# bench, in `make test-long` with all cases, and that bench notices faults.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
build=$(dirname "${BANKLOOM:-$root/build/bankloom}")
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
fail() { echo "FAIL $*"; cat "$work/said"; failed=1; }
: >"$work/said"
toy=testbench/tests/toys/network copy=$work/copy program=testbench/tests/toys/network/program.loom
unset BANKLOOM

# The sources, and what is compiled of them, which is younger.
mkdir "$copy" "$copy/build" || exit 1
tar -cf - --exclude ./build --exclude ./.git . | tar -xf - -C "$copy" &&
    cp -a "$build/obj" "$build"/*.a "$build/gen" "$copy/build" || exit 1
[ ! -d "$build/verilated" ] || cp -a "$build/verilated" "$copy/build" || exit 1
mkdir -p "$copy/compiler/network/shared/carried" "$copy/rtl_templates/shared" \
    "$copy/testbench/simulation/medium/shared" &&
    cp $toy/compiler/* "$copy/compiler/network/shared" &&
    cp $toy/carried/* "$copy/compiler/network/shared/carried" &&
    cp $toy/rtl/* "$copy/rtl_templates/shared" &&
    cp $toy/simulation/* "$copy/testbench/simulation/medium/shared" &&
    cp $toy/conformance/shared.v "$copy/testbench/conformance/networks" &&
    cp $toy/conformance/carrier_shared.v "$copy/testbench/conformance/carriers" &&
    cat $toy/row.txt >>"$copy/compiler/network/networks.def" || exit 1
cat >"$work/wanted" <<'END'
Files ./compiler/network/networks.def and COPY/compiler/network/networks.def differ
Only in COPY/compiler/network: shared
Only in COPY/rtl_templates: shared
Only in COPY/testbench/conformance/carriers: carrier_shared.v
Only in COPY/testbench/conformance/networks: shared.v
Only in COPY/testbench/simulation/medium: shared
END
diff -rq -x build -x .git . "$copy" | sed "s|$copy|COPY|g" | sort | diff "$work/wanted" - \
    >"$work/said" || fail 'other files had to change'
cd "$copy" || exit 1
make -s -j2 all >"$work/said" 2>&1 && ! [ -s "$work/said" ] || { fail 'not built without a word'; \
    exit 1; }
testbench/lint_folders >"$work/said" 2>&1 && ! [ -s "$work/said" ] || fail 'includes'
testbench/lint_declarations >"$work/said" 2>&1 || fail 'declarations'
verilator --lint-only -Wall --language 1364-2001 rtl_templates/shared/bl_shared_port.v \
    >"$work/said" 2>&1 || fail 'Verilator warns'

# runs WORDS OF THE REPORT -- OPTIONS...
runs() {
    wanted=$1
    shift
    build/bankloom run -q $program "$@" >"$work/said" 2>&1 && grep -q "$wanted" "$work/said" &&
        grep -q '^golden model    matches the golden model' "$work/said" || fail "run $*"
}
runs cycles --sim icarus --keys 300
runs cycles --sim icarus --nodes 2 --channels 2 --keys 300 --fuse none
runs cycles --sim verilator --keys 4K
# All that it carries is a word in a cycle, and the plan knows.
sed -n 's/^bound by keys.*reached to \([0-9.]*\) %$/\1/p' "$work/said" |
    awk '{ exit !($1 > 95 && $1 <= 100) }' || fail 'the bound'
# Barriers of kernels, which the medium counts: none waits for words of the others.
for simulator in icarus verilator; do
    build/bankloom run -q testbench/tests/toys/network/barrier.loom --sim $simulator \
        --set n=40 >"$work/said" 2>&1 && grep -q 'equal to the golden model' "$work/said" ||
        fail "barriers in $simulator"
done
build/bankloom explain testbench/tests/toys/network/barrier.loom >"$work/said" 2>&1 &&
    grep -A1 '^barriers' "$work/said" | grep -q 'network' || fail 'barriers explained'
# A fault of the medium is counted, and does no harm; one that stops the network ends every node.
runs '^network .*turns withheld, by node 0' --keys 1K --faults withhold=0.2
build/bankloom run -q $program --keys 4K --faults jam=1e-3 >"$work/said" 2>&1
[ $? = 1 ] && grep -q 'node 0: the network has stopped: the shared medium is jammed; node 1' \
    "$work/said" ||
    fail 'a medium that jams'
build/bankloom run -q $program --keys 1K --faults melt=1 >"$work/said" 2>&1
[ $? = 2 ] && grep -q 'unknown fault `melt`; `network shared` has withhold and jam' "$work/said" ||
    fail 'a fault that there is not'
build/bankloom run -q examples/counting_sort/counting_sort.loom --nodes 2 --channels 2 --keys 64 \
    --sim icarus --faults jam=1 >"$work/said" 2>&1
[ $? = 2 ] && grep -q 'no faults to inject' "$work/said" || fail 'a fault of the full mesh'

said() { # PATTERN WHAT FILE
    grep -q "$1" "$3" || { cp "$3" "$work/said"; fail "$2"; }
}
build/bankloom explain $program >"$work/explained" 2>&1
said 'shared medium: turns of 2 cycles' 'explain' "$work/explained"
grep -q 'not counted' "$work/explained" && fail 'the cost of its template'
build/bankloom check $program --dump program >"$work/dump" 2>&1
said 'network shared latency 100 ns turn 2 order down' 'printing' "$work/dump"
sed 's/turn 2/turn 65/' $program >"$work/wrong.loom"
build/bankloom check "$work/wrong.loom" >"$work/dump" 2>&1
said 'E00.*`turn` is 65' 'the range of its setting' "$work/dump"
sed 's/order down/order left/' $program >"$work/wrong.loom"
build/bankloom check "$work/wrong.loom" >"$work/dump" 2>&1
said 'E0020: expected `up` or `down`, found `left`' 'a word that there is not' "$work/dump"
sed 's/order down/order up/' $program >"$work/up.loom"
build/bankloom run -q "$work/up.loom" --sim icarus --keys 64 >"$work/dump" 2>&1
said 'matches the golden model' 'the other order' "$work/dump"
sed 's/turn 2/turn 64/; s/nodes  *[0-9]*/nodes 16/' $program >"$work/wrong.loom"
build/bankloom check "$work/wrong.loom" >"$work/dump" 2>&1
said 'E0999: a round of turns takes 1024 cycles' 'its message' "$work/dump"
sed 's/turn 2/turn 2; guarded 1/' $program >"$work/guarded.loom"
build/bankloom run -q "$work/guarded.loom" --keys 64 --faults jam=1 >"$work/dump" 2>&1
said 'no faults to inject' 'the other carrier' "$work/dump"
build/bankloom build -q -o "$work/guarded" "$work/guarded.loom" &&
    grep -rq 'the shared medium, guarded' "$work/guarded/rtl" || fail 'the title of a carrier'
build/bankloom graph $program -o "$work/graph.svg" >"$work/said" 2>&1 || fail 'graph'
said 'shared' 'the picture' "$work/graph.svg"
build/bankloom build -q $program -o "$work/built" >"$work/said" 2>&1 || fail 'build'
said 'NETWORK_SENT' "the register in the host's header" "$work/built/host/sort_host.h"
said 'm_shared_flit' 'constraints' "$work/built/project/"*.sdc

cd testbench/conformance || exit 1
carrier=2 cases='random stalls epochs select'
[ -z "$BL_LONG" ] || carrier='2 4' cases=
# shellcheck disable=SC2086
SHAPES=$carrier ./run --carrier shared >"$work/said" &&
    SHAPES=2x2 ./run shared $cases >"$work/said" || fail 'the conformance bench'
[ -z "$BL_LONG" ] ||
    FAULTS="drop swap lost_credit block_others after_stop" ./run --carrier --faults shared \
        >"$work/said" || fail 'the conformance bench with faults'
exit $failed
