#!/bin/sh
# seconds: 18
# Faults that users of DMA met, from host programs: lengths of 1 to 3 bytes, bad descriptors, a full
# table, error answers to data, tables and records, at rates of --faults. Two modules that are
# broken on purpose are noticed, in `make test-long`.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
BL_SIM_OPT=-O1 # so much is simulated that it is worth its compilation
export BL_SIM_OPT
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; exit 1; }
# shellcheck source=/dev/null
. testbench/tests/mutants/host_port.sh
host_mesh

# cases FAULTS CASE...
cases() {
    faults=$1
    shift
    BL_SIM_FAULTS=$faults host_cases "$@" ||
        { tail -n 20 "$work/said"; fail "$* with ${faults:-no faults}"; }
}
cases "" lengths descriptors queue
[ "$(grep -c . "$work/said")" -eq 3 ] || fail "a case did nothing"
for kind in abort unsupported; do
    cases host-$kind=0.05 errors
    grep -q '^[1-9][0-9]* failed, [1-9][0-9]* resets$' "$work/said" ||
        { cat "$work/said"; fail "$kind: no error was met"; }
done
cases host-late=0.1 errors
grep -q '^0 failed, 0 resets$' "$work/said" || fail "late answers are no errors"

# What is no fault of this cluster is refused, by the bench and before a host program.
refused() { # FAULTS TEXT PROGRAM
    "$program" run -q "$3" --channels 1 --keys 10 --faults "$1" >"$work/said" 2>&1 &&
        fail "$1 is taken"
    grep -q "$2" "$work/said" || { cat "$work/said"; fail "$1: not said: $2"; }
}
refused host-early=1 'unknown fault `host-early`; there are host-abort' "$work/mesh.loom"
refused host-late=2 'a number from 0 to 1' "$work/mesh.loom"
refused host-late=0.1,drop=0.1 'the network .* has no faults' "$work/mesh.loom"
sed '/    host /d; /    clock   pcie/d' "$work/mesh.loom" >"$work/none.loom"
refused host-late=0.1 'no host port' "$work/none.loom"

[ "$BL_LONG" ] || { echo "faults end with a code and a text"; exit 0; }
host_broken "the test of the window" bl_dma_mover "s/beyond ? 2'd3 : 2'd0/2'd0/" descriptors
host_broken "the strobes of a first word" bl_dma_mover \
    "s/(~begins | lane\[LANE_W-1:0\] >= front)/1'b1/" lengths
echo "faults end with a code and a text"
