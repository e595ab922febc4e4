#!/bin/sh
# seconds: 20
# A project for the Arria 10 board with a host part and Ethernet, and one for the boards of a hub
# with four ports of PCI Express, hold everything but what the
# vendor's tool generates: every port of its top is on a pin or at a port of the IP, constraints
# name what is there, and the Verilog is clean with empty modules in the place of the IP. Each check
# is seen to fail.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
here=testbench/tests/system
fail() { echo "FAIL $*"; exit 1; }

# complete NAME OPEN [OPTION]: the project and the Verilog of $work/NAME, whose top is of the same
# name
complete() {
    python3 $here/project_ip.py "$work/$1/project" "$1_board" "$2" "$work/stubs.v" \
        >"$work/said" || { head -n 5 "$work/said"; fail "$1"; }
    [ -s "$work/stubs.v" ] || fail "$1: no IP in the top"
    (cd "$work/$1/rtl" && sed "s|^|$work/$1/rtl/|" files.f) >"$work/files"
    for file in "$work/$1"/project/*.v; do echo "$file"; done >>"$work/files"
    # shellcheck disable=SC2046
    verilator --lint-only -Wall -Wno-DECLFILENAME -Wno-UNUSEDSIGNAL -Wno-UNDRIVEN \
        --top-module "$1_board" $3 $(cat "$work/files") "$work/stubs.v" >"$work/said" 2>&1 ||
        { grep -v stubs.v "$work/said" | head -n 5; fail "$1 in Verilator"; }
    # shellcheck disable=SC2046
    iverilog -g2001 -Wall -Wno-timescale $3 -s "$1_board" -o "$work/top.vvp" $(cat "$work/files") \
        "$work/stubs.v" >"$work/said" 2>&1
    [ -s "$work/said" ] && { head -n 5 "$work/said"; fail "$1 in Icarus"; }
    return 0
}

"$program" build -q examples/pingpong/pingpong.loom -o "$work/pair" || fail build
complete pair 'no port is open'
sed 's/mac 156.25 MHz/mac 312.5 MHz/
    s/burst 128 B; }/burst 256 B; clock mem; }/
    s/^    clock   pcie/    clock   mem 266.67 MHz;\n&/' \
    examples/counting_sort/through_host.loom >"$work/sort.loom"
"$program" build -q "$work/sort.loom" --board arria10_a10pl4 --channels 1 --width 64 \
    --burst 256 -o "$work/sort" 2>"$work/said" || { cat "$work/said"; fail build; }
complete sort 'mem[01]_.*|memory_.*'
# a node with DMA and copies of kernels has both sides
"$program" build -q examples/descriptors/descriptors.loom -o "$work/card" || fail build
complete card 'mem[01]_.*|memory_.*'
# the four hard blocks of Stratix IV, each with its file in both revisions, on both boards
"$program" build -q examples/put/tca.loom -o "$work/tca" || fail build
complete tca 'no port is open'
yosys -q -p "read_verilog $(tr '\n' ' ' <"$work/files") $work/stubs.v
    hierarchy -check -top tca_board; proc; check -assert" >"$work/said" 2>&1 &&
    [ ! -s "$work/said" ] ||
    { head -n 5 "$work/said"; fail "tca in Yosys"; }
cp "$work/tca/project/tca_board_s_root.qsf" "$work/tca/project/tca_board.qsf"
complete tca 'no port is open' -DBL_S_ROOT=1
# ip.sh, with a stand-in for the wizard, which makes the files that the projects name
mkdir "$work/bin" && cat >"$work/bin/qmegawiz" <<'END'
#!/bin/sh
for file in "$@"; do :; done
touch "${file%.v}.qip"
END
chmod +x "$work/bin/qmegawiz"
(cd / && PATH=$work/bin:$PATH sh "$work/tca/project/ip.sh") >"$work/said" 2>&1 || fail ip.sh
python3 - "$work/tca/project" <<'END' || fail "the IP's files"
import pathlib, re, sys, xml.etree.ElementTree as tree
folder = pathlib.Path(sys.argv[1])
for qsf in folder.glob("*.qsf"):
    for path in re.findall(r'QIP_FILE "(.*)"', qsf.read_text()):
        assert (folder / path).exists(), path
types = {}
for path in folder.glob("ip/**/bl_pcie_*.v"):
    text = "".join(re.findall(r"^// Retrieval info: (.*)\n", path.read_text(), re.M))
    values = {row.get("name"): row.get("value") for row in tree.fromstring(text).iter("PRIVATE")}
    assert values["p_pcie_variation_name"] == path.stem + "_core", path
    types[str(path.relative_to(folder / "ip"))] = (
        values["p_pcie_port_type"], values.get("p_pcie_bar_size_bar_0"),
        values.get("p_pcie_bar_size_bar_2"), values["p_pcie_max_payload_size"])
window, words = "512 GBytes - 39 bits", "256 Bytes"
assert types == {
    "bl_pcie_n.v": ("Native Endpoint", window, "64 KBytes - 16 bits", words),
    "bl_pcie_e.v": ("Native Endpoint", window, None, words),
    "bl_pcie_w.v": ("Root Port", None, None, words),
    "endpoint/bl_pcie_s.v": ("Native Endpoint", window, None, words),
    "root/bl_pcie_s.v": ("Root Port", None, None, words)}, types
END
rm -rf "$work/tca"
"$program" build -q examples/put/tca.loom --board stratix4gx_290 -o "$work/tca" || fail build
complete tca 'no port is open'
sides() { grep -o 'SIDES([0-9])' "$work/$1/project/$1_shell.v"; }
[ "$(sides pair) $(sides sort) $(sides card)" = 'SIDES(2) SIDES(1) SIDES(3)' ] ||
    fail "sides: $(sides pair) $(sides sort) $(sides card)"

# ---- what is broken is noticed
broken() { # FILE EDIT TEXT
    rm -rf "$work/broken" && cp -R "$work/pair/project" "$work/broken"
    sed -i "$2" "$work/broken/$1"
    cmp -s "$work/broken/$1" "$work/pair/project/$1" && fail "nothing is changed: $2"
    python3 $here/project_ip.py "$work/broken" pair_board 'no port is open' >"$work/said" &&
        fail "not noticed: $2"
    grep -q "$3" "$work/said" || { cat "$work/said"; fail "another fault: $2"; }
}
broken pair_board.qsf '/pin_pcie_perst/d' 'pin_pcie_perst has no pin'
broken pair_board.qsf 's/{pin_mac_rx/{pin_mac_in/' 'pin_mac_in is no port'
broken pair_board.qsf '/bl_mac.ip/d' 'bl_mac has no file'
broken pair_board.v 's/\.refclk(pin_pcie_refclk)/.refclk(1'"'b0"')/' 'pin_pcie_refclk leads nowhere'
broken pair_board.sdc '/-name {pcie}/d' 'no clock pcie is made'
broken pair_board.sdc 's/get_nets {ip_clk_mac}/get_nets {ip_clock}/' 'constraint of no net'
broken pair_board.sdc '/pin_pcie_rx/d' 'pin_pcie_rx is not constrained'
echo "complete but for the vendor's IP"
