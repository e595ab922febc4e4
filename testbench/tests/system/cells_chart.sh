#!/bin/sh
# The picture that testbench/bench/cells draws of latency by load: a line for each network, order
# and pattern, with a corner for each load, higher where the latency is, cut off above the scale;
# docs/cells_curve.svg is that of docs/cells_curve.csv.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
chart=testbench/bench/cells_ports/chart.awk
{
    echo network,order,pattern,load,accepted,mean,worst,least
    echo ring:8,fifo,uniform,0.1,0.1,80,200,0.99
    echo ring:8,fifo,uniform,0.3,0.3,160,400,0.99
    echo ring:8,fifo,uniform,0.5,0.4,9000,20000,0.7
    echo ring:8,fifo,opposite,0.1,0.1,100,200,0.99
    echo ring:8,fifo,opposite,0.5,0.5,10,30,0.99
} >"$work/csv"
awk -f $chart "$work/csv" >"$work/svg" || exit 1
python3 - "$work/svg" <<'EOS' || exit 1
import sys
import xml.etree.ElementTree as tree

drawn = [[tuple(map(float, point.split(","))) for point in line.get("points").split()]
         for line in tree.parse(sys.argv[1]).getroot().iter("{http://www.w3.org/2000/svg}polyline")]
assert [len(line) for line in drawn] == [3, 2], drawn
(left, low), (middle, mean), (right, high) = drawn[0]
(first, begin), (last, floor) = drawn[1]
assert left == first and right == last and abs(left + right - 2 * middle) <= 0.2, drawn
assert low > begin > mean > high == 20 and floor == 350, drawn
EOS
awk -f $chart docs/cells_curve.csv | cmp - docs/cells_curve.svg
