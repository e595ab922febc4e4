#!/bin/sh
# The picture that testbench/bench/ethernet draws of its curve: a line for each port and kind of
# fault, with a corner for each rate, higher where the share is; docs/ethernet_curve.svg is one.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
{
    echo gbit,kind,rate,share
    echo 40,drop,1e-4,99.9
    echo 40,drop,1e-3,99.5
    echo 40,drop,1e-2,96
    echo 100,all,1e-4,99.8
    echo 100,all,1e-2,90
} >"$work/csv"
awk -f testbench/bench/ethernet_ports/chart.awk "$work/csv" >"$work/svg" || exit 1
python3 - "$work/svg" docs/ethernet_curve.svg <<'EOS'
import sys
import xml.etree.ElementTree as tree

def lines(path):
    root = tree.parse(path).getroot()
    return [[tuple(map(float, point.split(","))) for point in line.get("points").split()]
            for line in root.iter("{http://www.w3.org/2000/svg}polyline")]

drawn = lines(sys.argv[1])
assert [len(line) for line in drawn] == [3, 2], drawn
(left, highest), (middle, _), (right, lower) = drawn[0]
(first, _), (last, lowest) = drawn[1]
assert left == first and right == last and abs(left + right - 2 * middle) <= 0.1, drawn
assert highest < lower < lowest, drawn
assert [len(line) for line in lines(sys.argv[2])] == 10 * [5]
EOS
