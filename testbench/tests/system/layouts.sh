#!/bin/sh
# seconds: 8
# compiler/layout/layouts: a header that is one more file gets its two modules, which Icarus brings
# together, its header for C and its table of a page; with --check it names what is stale: a module,
# a page, a place that a template names. Rows that cannot be are said.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
find compiler/layout compiler/runtime compiler/ir compiler/network rtl_templates docs \
    testbench/tests/rtl/fabric -type f \
    ! -name '*.pyc' | tar cf - -T - | tar xf - -C "$work" || exit 2
cd "$work" || exit 2
failed=0
fail() { echo "FAIL $*"; cat said; failed=1; }
layouts() { compiler/layout/layouts "$@" >said 2>&1; }

layouts --check || fail 'something is stale'

# ---- one more table
table=rtl_templates/network/cell.def
cat >$table <<'END'
/* The header of a cell.
   verilog: rtl_templates/network/bl_toy_head
   of: a cell's header
   parameter: NODE_W = 3, bits of a node's number: 1..6
   parameter: ELEMS = 8, elements in a word: 1..16
   width: CELL_W
   c: compiler/ir/toy_cell.h
   docs: docs/networks.md cell */
BL_BITS(length, 6, "words")
BL_BITS(node, NODE_W, "where to, \"local\" too")
BL_BITS(keep, 2 + ELEMS * 4, "kept elements")
BL_BITS(is_last, 1, "of a packet")
END
printf '\n<!-- cell -->\n' >>docs/networks.md
cat >rtl_templates/network/bl_toy_user.v <<'END'
module bl_toy_user #(
    parameter NODE_W = 3,
    parameter CELL_W = 3 + NODE_W
) (
    input wire clk
);
    localparam TOY_HEAD_IS_LAST_AT = 7,
        TOY_HEAD_NODE_W = 2, TOY_HEAD_LENGTH_AT = 3;
endmodule
END
sed 's/CELL_W = .*/CELL_W = 270/' rtl_templates/network/bl_toy_user.v |
    sed '/localparam/d; s/bl_toy_user/bl_toy_other/' >rtl_templates/network/bl_toy_other.v
layouts --check && fail 'a new table is not missed'
for name in network/bl_toy_head_pack.v docs/networks.md ir/toy_cell.h; do
    grep -q "$name: stale" said || fail "$name is not stale"
done
layouts || fail 'a new table'
layouts --check || fail 'what was just made is stale'
grep -q 'TOY_HEAD_IS_LAST_AT = NODE_W + ELEMS \* 4 + 8,$' rtl_templates/network/bl_toy_user.v ||
    fail 'a place in a template'
grep -q 'TOY_HEAD_NODE_W = NODE_W, TOY_HEAD_LENGTH_AT = 0;' rtl_templates/network/bl_toy_user.v ||
    fail 'places in a template'
grep -q 'parameter CELL_W = NODE_W + ELEMS \* 4 + 9$' rtl_templates/network/bl_toy_user.v ||
    fail 'a width in a template'
grep -q 'CELL_W = 270' rtl_templates/network/bl_toy_other.v || fail 'a number of its own'
grep -q '^| NODE_W | `node` | where to, "local" too |' docs/networks.md || fail 'a page'
cat >user.c <<'END'
#include "compiler/ir/toy_cell.h"
int main(void) { return bl_toy_head_width(3, 8) != 44 || BL_TOY_HEAD_NODE_AT != 6; }
END
{ cc -Wall -Wextra -Werror -o user user.c && ./user; } >said 2>&1 || fail 'a header for C'
cat >tb.v <<'END'
module tb;
    reg  [4:0]  node;
    reg  [5:0]  length;
    reg  [13:0] keep;
    reg         is_last;
    wire [25:0] bits;
    wire [25:0] back;
    bl_toy_head_pack #(.NODE_W(5), .ELEMS(3)) pack (.length(length), .node(node), .keep(keep),
        .is_last(is_last), .head(bits));
    bl_toy_head_unpack #(.NODE_W(5), .ELEMS(3)) unpack (.head(bits), .length(back[5:0]),
        .node(back[10:6]), .keep(back[24:11]), .is_last(back[25]));
    initial begin
        {node, length, keep, is_last} = 26'h2b1c35;
        #1 if (bits !== {is_last, keep, node, length} || back !== bits) $display("FAIL");
        else $display("PASS");
    end
endmodule
END
iverilog -g2001 -Wall -Wno-timescale -o tb.vvp tb.v rtl_templates/network/bl_toy_head_*.v \
    >said 2>&1 || fail 'Icarus'
[ -s said ] && fail 'Icarus warns'
[ "$(vvp tb.vvp)" = PASS ] || fail 'fields do not come back'
sed 's/ELEMS(3)/ELEMS(17)/' tb.v >tb_far.v
iverilog -g2001 -o tb.vvp tb_far.v rtl_templates/network/bl_toy_head_*.v >said 2>&1 &&
    fail 'a parameter beyond its range'

# ---- what cannot be
refused() { # EDIT WORDS: with the edit the table is refused with these words
    cp $table kept
    sed -i "$1" $table
    layouts --check && fail "$1: taken"
    grep -q "$2" said || fail "$1: without \"$2\""
    cp kept $table
}
refused 's/(length, 6/(node, 6/' 'a field is there twice'
refused 's/(length, 6/(length, WORDS/' 'the parameters are not those of the widths'
refused 's/"words"/"words", 3/' 'a row of 4 cells'
refused 's/networks.md cell/networks.md cells/' 'no line `<!-- cells -->`'
refused 's/NODE_W = 3, bits/NODE_W, bits/' 'parameter'
refused 's/width: CELL_W/width: FLIT_W/' 'another table has FLIT_W too'
table=compiler/network/ethernet/carried/header.def
refused 's/(session, 16/(session, 15/' '127 bits, not 128'
refused 's/(epoch, 1,/(epoch, 3,/; s/(session, 16/(session, 14/' 'neither whole bytes'
table=rtl_templates/control/registers.def
refused 's/0x0020/0x0A24/' 'no register 0x0A24'

# ---- what is stale is named
stale() { # FILE EDIT
    cp "$1" kept
    sed -i "$2" "$1"
    layouts --check && fail "$1: not noticed"
    grep -q "^$1: stale" said || fail "$1: not named"
    cp kept "$1"
}
stale rtl_templates/ethernet/bl_eth_header_pack.v 's/= credit\[7:0\]/= credit[15:8]/'
stale rtl_templates/ethernet/bl_eth_send_event.v 's/again | report/again/'
stale compiler/runtime/bl_dma_descriptor.h 's/128, 18/128, 17/'
stale compiler/runtime/bl_device_registers.h 's/BUSY, 0/BUSY, 3/'
stale compiler/network/ethernet/text/ethernet.lua.in 's/11, 1, 0x00/12, 1, 0x00/'
stale docs/faults.md 's/| 9 | `PROTOCOL`/| 7 | `PROTOCOL`/'
exit $failed
