#!/bin/sh
# The bench of nodes with cells: a clean run, one whose links flip bits, and that it notices a cell
# that counts as another one, one that comes twice, templates that do not see damage, and routes on
# which cells never come.
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

# Node 2 has the routes of node 3: what is for node 2 goes on for ever.
run ring --load 17 --keep 8 --cells 2000 || fail 'sources that never rest'
awk 'tables && ++line > 16 { words[line - 17] = $0; next }
    $1 == "words" { count = $2 } { print } /^tables/ { tables = 1 }
    END { for (i = 0; i < 8 * count; i++)
        print words[i + (int(i / count) == 2 ? count : 0)] }' "$work/ring.config" >"$work/astray"
mv "$work/astray" "$work/ring.config"
run ring --load 17 --keep 8 --cells 2000 && fail 'cells that never come: not noticed'
[ "$(said wrong)" -gt 0 ] || fail 'cells that never come: not reported'

# The parity is not looked at: a flip is not noticed by the link, but by the bench.
cp -r rtl_templates "$work/rtl" || exit 2
sed 's/good  <= .*;/good  <= 1'"'b1;/" rtl_templates/cells/bl_cell_receive.v \
    >"$work/rtl/cells/bl_cell_receive.v"
cmp -s "$work/rtl/cells/bl_cell_receive.v" rtl_templates/cells/bl_cell_receive.v &&
    fail 'nothing was taken out'
templates=$work/rtl
cells_model blind 8 'topology ring; wire 4; buffer 2' || fail 'no model'
run blind --load 0.3 --cells 2000 --faults 0.5,0,0 && fail 'damaged cells: not noticed'
[ "$(said wrong)" -gt 0 ] || fail 'damaged cells: not reported'
echo PASS
