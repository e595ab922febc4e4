#!/bin/sh
# seconds: 12
# Two boards of a hub as they are built, on models of the four hard blocks of PCI Express that their
# tops instantiate, with cables and hosts: stores, chains, a cut. What is broken in the ports is
# noticed; with BL_LONG more of it.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
here=testbench/tests/system models=boards/stratix4gx_530/models
system() { # RINGS
    sed "s/rings 1/rings $1/" examples/put/tca.loom >"$work/tca.loom"
    "$program" build -q "$work/tca.loom" -o "$work/tca" >"$work/said" 2>&1 || fail build
    sed -n '/network_table\[\] = {/,/};/s/^ *0x\([0-9a-f]*\),/\1/p' "$work/tca/host/tca_host.c" \
        >"$work/words.txt"
}
system 1

# The models by the names of the IP, whose clocks differ; W is a root port.
variation() { # NAME ROOT PERIOD SEED
    sed "s/bl_s4_hard_ip_model/bl_pcie_$1/; s/ROOT = 0/ROOT = $2/; s/PERIOD = 4.0/PERIOD = $3/
        s/SEED = 1/SEED = $4/" $models/bl_s4_hard_ip_model.v
}
{
    variation n 0 4.0 1
    variation e 0 4.003 2
    variation w 1 3.998 3
    variation s 0 4.001 4
    echo 'module bl_reconfig (input wire reconfig_clk, input wire [33:0] reconfig_fromgxb,
        output wire [3:0] reconfig_togxb, output wire busy);
        assign {reconfig_togxb, busy} = {4'"'b0, reconfig_clk & |reconfig_fromgxb};"'
        endmodule'
} >"$work/ip.v"
simulate() { # OPTION...: the last line of the bench
    (cd "$work/tca" && iverilog -g2001 -s tb_s4_boards "$@" -o "$work/boards.vvp" \
        "$root/$here/tb_s4_boards.v" rtl/*.v project/*.v "$root/$models/bl_s4_pcie_model.v" \
        "$root/$models/bl_s4_cable_model.v" "$work/ip.v") >"$work/said" 2>&1 &&
        (cd "$work" && vvp -n boards.vvp) >"$work/said" 2>&1
    tail -n 1 "$work/said"
}
[ "$(simulate)" = PASS ] || fail "two boards"
cat "$work/said"

without() { # FILE SED
    sed "$2" "$work/tca/project/$1" >"$work/changed" && cp "$work/tca/project/$1" "$work/kept"
    cmp -s "$work/changed" "$work/kept" && fail "$1: nothing was changed by $2"
    cp "$work/changed" "$work/tca/project/$1"
    case $(simulate) in *FAIL*) ;; *) fail "$1 with $2 is not noticed" ;; esac
    cp "$work/kept" "$work/tca/project/$1"
}
without bl_s4_host.v 's/{numbers, 3/{13'"'d0, 3/"
[ -n "$BL_LONG" ] || exit 0
without bl_s4_host.v 's/n_tdata\[95:64\]  <= placed/n_tdata[95:64] <= s_tdata[95:64] | placed/'
without bl_s4_config.v "s/== COMMAND/== 4'h4/"
without bl_s4_root.v "s/4'd8: .*/4'd8: {register, value} = {CONTROL, 32'd0};/"
without bl_s4_root.v "s/32'h45000001 :/32'h44000001 :/"
without bl_s4_port.v 's/(is_credit ? f_data\[103:96\]/(is_credit ? 8'"'d0/"
without bl_s4_port.v 's/owed > 8.d3 | //; s/owed != 8.d0 \& ~s_tvalid/1'"'b0/"
without bl_s4_align.v 's/four ? s_tdata\[98\]/four ? s_tdata[99]/'
without bl_s4_link.v 's/{npor, open, up} <= 3.d0/npor <= 1'"'b1/"
without tca_board.v 's/= ~node_up/= rst/'
without bl_s4_reset.v 's/lost <= ~dlup_exit/lost <= 1'"'b0/"
[ "$(simulate -Ptb_s4_boards.RESET=1)" = PASS ] || fail "a host resets"
system 2
[ "$(simulate -Ptb_s4_boards.RINGS=2)" = PASS ] || fail "two rings"
cat "$work/said"
