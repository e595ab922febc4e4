#!/bin/sh
# The ports between a node's streams and the vendors' serial cores: clean in Verilator, Icarus and
# Yosys at every width, and what goes in comes out. No vendor's tool is here to read them.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
ports="boards/kc705/bl_aurora_port.v boards/stratix10_mx2100/bl_seriallite_port.v"
stream=rtl_templates/stream
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }

for file in $ports; do
    port=$(basename "$file" .v)
    for width in 64 128 256 512; do
        testbench/lint_verilator --language 1364-2001 --top-module "$port" -GWIDTH=$width \
            -y $stream "$file" >"$work/said" 2>&1 && [ ! -s "$work/said" ] || fail "$port $width"
    done
    iverilog -g2001 -Wall -Wno-timescale -s "$port" -y $stream -o "$work/port" "$file" \
        >"$work/said" 2>&1 && [ ! -s "$work/said" ] || fail "$port in Icarus"
    if command -v yosys >/dev/null; then
        yosys -q -p "read_verilog $file; hierarchy -check -libdir $stream -top $port; proc;
            check -assert" >"$work/said" 2>&1 || fail "$port in Yosys"
    fi
done

# bench FOLDER: the verdict with the ports of a folder
bench() {
    iverilog -g2001 -s tb_wire_ports -P"tb_wire_ports.WIDTH=$1" -y $stream -o "$work/bench" \
        testbench/tests/system/tb_wire_ports.v "$2"/bl_*_port.v >"$work/said" 2>&1 &&
        vvp -n "$work/bench" >"$work/said" 2>&1
    tail -n 1 "$work/said"
}
mkdir "$work/ports" && cp $ports "$work/ports" || exit 2
for width in 64 256; do
    [ "$(bench $width "$work/ports")" = PASS ] || fail "bench, $width bits"
done
# The bench notices what is changed.
# without FILE SED
without() {
    sed "$2" "$work/ports/$1" >"$work/changed" && cp "$work/ports/$1" "$work/kept" || exit 2
    cmp -s "$work/changed" "$work/kept" && fail "$1: nothing was changed by $2"
    cp "$work/changed" "$work/ports/$1"
    case $(bench 64 "$work/ports") in FAIL*) ;; *) fail "$1 with $2 is not noticed" ;; esac
    cp "$work/kept" "$work/ports/$1"
}
without bl_aurora_port.v 's/{m_axi_rx_tlast, m_axi_rx_tdata}/{1'"'b0, m_axi_rx_tdata}/"
without bl_aurora_port.v 's/(s_axi_tx_tready)/(1'"'b1)/"
without bl_seriallite_port.v 's/first <= end_of_burst_tx/first <= 1'"'b1/"
without bl_seriallite_port.v 's/(ready_tx)/(1'"'b1)/"
echo "two ports, four widths"
