#!/bin/sh
# seconds: 19
# The bench of DMA with a short message, few keys and, in `make test-long`, few descriptors, for
# which tb_bl_dma.v is a test of its own: its bars hold but for that of the share of the bus, which
# a short message does not reach; and it notices, in `make test-long`, a queue that lets kernels go
# twice, and bytes that did not cross a host port.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
program=${BANKLOOM:-$root/build/bankloom}
build=$(cd "$(dirname "$program")" && pwd)
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }

export PHASES=1 BYTES=100000 KEYS=1500 CSV="$work/right.csv"
# shellcheck disable=SC2086
testbench/bench/coe --build "$build" ${BL_LONG:+descriptors} host sort >"$work/said" 2>&1
grep -v 'share of the model' "$CSV" | grep -q ',no$' && fail "a bar does not hold"
bars=6
[ -z "$BL_LONG" ] || bars=12
[ "$(grep -c ',yes$' "$CSV")" -ge $bars ] || fail "bars are missing"
grep -q 'host: host to card: share' "$CSV" || fail "no share of the bus"
testbench/bench/coe --build "$build" nothing >"$work/said" 2>&1
[ $? -eq 2 ] || fail "an unknown section"
[ "$BL_LONG" ] || { echo "the bench of DMA"; exit 0; }

cp -r rtl_templates "$work/rtl" || exit 2
queue=$work/rtl/host/bl_dma_queue.v
sed 's/ & ~(kernel_last & able\[0\])//' "$queue" >"$work/broken.v"
cmp -s "$queue" "$work/broken.v" && fail "the queue is not broken"
cp "$work/broken.v" "$queue"
TEMPLATES=$work/rtl CSV=$work/broken.csv testbench/bench/coe --build "$build" descriptors \
    >"$work/said" 2>&1 && fail "kernels that go twice are not noticed"
grep -q 'went before.*,no$' "$work/broken.csv" || grep -q 'wrong.*,no$' "$work/broken.csv" ||
    fail "kernels that go twice: another bar"
# A run through the back door moves nothing over a host port.
sed 's/sort_run port through_host/sort_run port over_ethernet/' testbench/bench/coe >"$work/door"
grep -q 'port over_ethernet' "$work/door" || fail "the bench is not broken"
sed -i "s|^root=.*|root=$root; cd \"\$root\" \|\| exit 2|" "$work/door"
CSV=$work/door.csv sh "$work/door" --build "$build" sort >"$work/said" 2>&1 &&
    fail "no byte at the host port is not noticed"
grep -q 'bytes to the nodes.*,no$' "$work/door.csv" || fail "no byte at the port: another bar"
echo "the bench of DMA"
