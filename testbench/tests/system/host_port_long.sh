#!/bin/sh
# As host_port.sh, with all channels of the example, on a narrow bus with few tags, and with a
# message that is larger than the host's memory; and transfers of more than 16 MB.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
source=examples/counting_sort/through_host.loom

fail() { echo "FAIL $*"; exit 1; }
member() { sed -n "s/.*\"$1\": \([0-9]*\).*/\1/p" "$work/said"; }
# run KEYS PROGRAM OPTION...: right, and every byte of the keys has crossed the ports both ways
run() {
    keys=$1 of=$2
    shift 2
    timeout 600 "$program" run -q "$of" --keys "$keys" --json "$@" >"$work/said" 2>&1 ||
        { tail -n 20 "$work/said"; fail "run $of of $keys keys, $*"; }
    for way in to from; do
        [ "$(member bytes_${way}_nodes)" -ge $((2 * 4 * keys)) ] ||
            { cat "$work/said"; fail "$(member bytes_${way}_nodes) bytes $way the nodes"; }
    done
    [ "$(member refused)" -eq 0 ] || fail "addresses of nobody were asked for"
}

run 20000 "$source"
mesh='network full_mesh { link 6.25 GB\/s; latency 400 ns; }'
sed "s/clock pcie; }/}/; s/    clock   pcie .*//; s/network ethernet.*/$mesh/" \
    "$source" >"$work/mesh.loom"
run 1001 "$work/mesh.loom" --width 16
run 1001 "$work/mesh.loom" --width 64 --burst 256
sed 's/lanes 8;/lanes 1; payload 128 B; request 4096 B; tags 3;/' "$source" >"$work/narrow.loom"
run 3000 "$work/narrow.loom"
sed 's/lanes 8;/lanes 8; memory 1 MB;/' "$source" >"$work/small.loom"
run 300000 "$work/small.loom"
timeout 900 "$program" run -q "$work/mesh.loom" --channels 1 --width 64 --burst 256 \
    --host testbench/tests/system/host_faults.c -- longest >"$work/said" 2>&1 ||
    { cat "$work/said"; fail "more than 16 MB"; }
grep -q '^more than 16 MB' "$work/said" || fail "more than 16 MB: not tried"
echo "all channels, a narrow bus, a small memory"
