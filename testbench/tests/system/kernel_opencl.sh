#!/bin/sh
# seconds: 5
# The top whose kernels in Verilog are left out, for a kernel of OpenCL on their streams: its ports
# are those that the XML of the board names, beside those of the node's own top, and no tool
# complains.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
command -v iverilog >/dev/null || { echo "skipped: no Icarus"; exit 77; }
fail() { echo "FAIL $*"; tail -n 20 "$work/said"; exit 1; }
"$BANKLOOM" build examples/allreduce/allreduce.loom -o "$work/out" -q >"$work/said" 2>&1 ||
    fail build
grep -q '^Kernel [a-z]* on ' "$work/out/project/README" || fail 'what the project is of'
cat >"$work/look.py" <<'END'
import re, sys, xml.etree.ElementTree as xml
folder = sys.argv[1]
text = open(folder + "/opencl/ring.v").read()
header = re.search(r"module ring \((.*?)\);", text, re.S).group(1)
ports = {name: (way, width) for way, width, name in
         re.findall(r"(input|output) +wire +(\[\d+:0\])? *(\w+)", header)}
root = xml.parse(folder + "/opencl/channels.xml").getroot()
assert root.tag == "channels"
wanted = {}
for channel in root:
    assert channel.tag == "interface" and channel.get("name") == "ring"
    ahead, back = {"streamsource": ("output", "input"),
                   "streamsink": ("input", "output")}[channel.get("type")]
    port = channel.get("port")
    wanted[port + "_valid"] = (ahead, "")
    wanted[port + "_ready"] = (back, "")
    wanted[port + "_data"] = (ahead, "[%d:0]" % (int(channel.get("width")) - 1))
assert wanted and wanted == {n: p for n, p in ports.items() if n.startswith("opencl_")}, wanted
assert [c.get("chan_id") for c in root] == ["part", "own", "sum"]
outer = re.search(r"module ring \((.*?)\);", open(folder + "/rtl/ring.v").read(), re.S).group(1)
names = re.findall(r"(?:input|output) +wire +(?:\[\d+:0\])? *(\w+)", outer)
assert set(names) | set(wanted) == set(ports) and "opencl" not in outer
END
( cd "$work/out/rtl" && grep -v '^ring.v$\|^add.v$' files.f >inside.f &&
    iverilog -g2001 -Wall -Wno-timescale -s ring -o "$work/open" -c inside.f ../opencl/ring.v &&
    { ! command -v verilator >/dev/null ||
        verilator --lint-only -Wall --top-module ring -f inside.f ../opencl/ring.v; } ) \
    >"$work/said" 2>&1 || fail 'the open top'
grep -q -i warning "$work/said" && fail 'a warning'
python3 "$work/look.py" "$work/out" >"$work/said" 2>&1 || fail 'the ports and the XML'
echo 'streams of kernels are ports of the open top, as the XML says'
