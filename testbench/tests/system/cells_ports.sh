#!/bin/sh
# The bench of nodes with cells: a clean run, one whose links flip bits, and that it notices a cell
# that counts as another one, one that comes twice, templates that do not see damage, and routes with
# a circle, on which cells stand still.
# seconds: 30
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
program=${BANKLOOM:-build/bankloom}
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
command -v verilator >/dev/null || { echo 'skipped: no Verilator'; exit 77; }
build=$(dirname "$program") templates=rtl_templates OPT=-O1 WIDE=0
. testbench/bench/cells_ports/model.sh
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }

cells_model ring 8 'topology ring; wire 4; buffer 2' || fail 'no model'
run ring --load 0.3 --cells 2000 || fail 'clean'
[ "$(said damaged)" = 0 ] && [ "$(said cells)" = 2000 ] || fail 'clean: what was counted'
run ring --load 0.3 --cells 2000 --faults 0.01,0.01,0.01 --credits || fail 'links that flip'
for count in damaged flips_data flips_header flips_back; do
    [ "$(said $count)" -gt 0 ] || fail "$count: none"
done
run ring --load 0.3 --cells 2000 --flaw 20 && fail 'a cell counts as another one: not noticed'
run ring --load 0.3 --cells 2000 --twice 20 && fail 'a cell comes twice: not noticed'

# All cells in virtual channel 0: a circle.
run ring --load 17 --keep 8 --cells 2000 || fail 'sources that never rest'
cp "$work/ring.config" "$work/two.config"
awk 'tables && ++line > 16 { digits = ""
        for (i = 1; i <= 8; i++) {
            digit = index("0123456789abcdef", substr($0, i, 1)) - 1
            # bits 0, 3, 6, 9 of a word
            if (i == 8) digit -= digit % 2 + (digit >= 8 ? 8 : 0)
            if (i == 7) digit -= int(digit / 4) % 2 * 4
            if (i == 6) digit -= int(digit / 2) % 2 * 2
            digits = digits substr("0123456789abcdef", digit + 1, 1) }
        $0 = digits }
    { print } /^tables/ { tables = 1 }' "$work/two.config" >"$work/ring.config"
run ring --load 17 --keep 8 --cells 2000 && fail 'a circle: not noticed'
[ "$(said wrong)" -gt 0 ] || fail 'a circle: no cell stands still'

# The parity is not looked at: a flip is not noticed by the link, but by the bench.
cp -r rtl_templates "$work/rtl" || exit 2
sed 's/good  <= .*;/good  <= 1'"'b1;/" rtl_templates/cells/bl_cell_receive.v \
    >"$work/rtl/cells/bl_cell_receive.v"
cmp -s "$work/rtl/cells/bl_cell_receive.v" rtl_templates/cells/bl_cell_receive.v &&
    fail 'nothing was taken out'
templates=$work/rtl
cells_model blind 8 'topology ring; wire 4; buffer 2' || fail 'no model'
run blind --load 0.3 --cells 2000 --faults 0.5,0,0 && fail 'damaged cells: not noticed'
[ "$(said wrong)" -gt 0 ] || fail 'damaged cells: not told'
echo PASS
