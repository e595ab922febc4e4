#!/bin/sh
# The whole bus that `bankloom build` writes, synthesised for two Xilinx families: of the arbiter
# there are as many tables and latches, and tables that only delay, as `explain` says: none merged
# into another, none gone. A bus with one table less is noticed. Where latches are tables, no
# inverter is left in the arbiter but those of m_busy, which would be tables of their own on
# branches of forks.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
complain() { echo "FAIL $*"; failed=1; }

program=examples/rsb/eight_domains.loom
"$BANKLOOM" build $program -o "$work/ring" -q || complain build
said=$("$BANKLOOM" explain $program |
    sed -n 's/^ *LUTs *\([0-9]*\) LUTs of 2 to 4 inputs and latches/\1/p' |
    sed -n 's/^\([0-9]*\).*; \([0-9]*\) LUTs that only delay$/\1 \2/p')
[ "$said" ] || complain "explain does not tell the tables"

# counted FOLDER FABRIC COMMAND: tables and latches of the arbiter in the synthesised whole but for
# tables of one input, then those
counted() {
    yosys \
        -q -p "read_verilog $1/rtl/*.v; chparam -set FABRIC $2 ring;
        $3 -nowidelut -flatten -top ring;
        check -assert
        tee -q -o $work/all select -count c:arbiter.* t:LUT* t:LDCPE %u %i;
            tee -q -o $work/delays select -count c:arbiter.* t:LUT1 %i" \
        >"$work/log" 2>&1 || cat "$work/log"
    all=$(sed 's/ objects.//' "$work/all") delays=$(sed 's/ objects.//' "$work/delays")
    echo "$((all - delays)) $delays"
}

domains=8 latches=$((7 * 8))
# with FABRIC 1 a table less in each cell but the first, where `go` is joined with `drive`, and one
# that delays more in each
joined="$((${said% *} - domains + 1)) $((${said#* } + domains))"
have=$(counted "$work/ring" 1 "synth_xilinx -family xc3se")
[ "$have" = "$joined" ] || complain "xc3se: $have tables and delays, explain says $joined"
have=$(counted "$work/ring" 2 "synth_xilinx -family xc7")
[ "$have" = "$said" ] || complain "xc7: $have tables and delays, explain says $said"

cp -r "$work/ring" "$work/less"
sed 's/^\( *assign m_busy *= \)!done;/\11'"'"'b0;/; s/\.s_d(done)/.s_d(1'"'"'b1)/' \
    "$work/ring/rtl/bl_rarb_cell.v" |
    grep -v 'table_done' >"$work/less/rtl/bl_rarb_cell.v"
have=$(counted "$work/less" 1 "synth_xilinx -family xc3se")
[ "$have" = "$((${joined% *} - domains)) ${joined#* }" ] ||
    complain "a table less in each of eight cells: $have"

# alone FABRIC COMMAND KIND: elements of that kind in the arbiter alone; and what Yosys says of
# loops, of which none shows among instances
alone() {
    yosys \
        -q -p "read_verilog $work/ring/rtl/*.v; chparam -set FABRIC $1 ring_arbiter;
        $2 -top ring_arbiter
        tee -q -o $work/all select -count t:$3" \
        >"$work/log" 2>&1 || cat "$work/log"
    sed 's/ objects.//' "$work/all"
    grep loop "$work/log"
}
have=$(alone 1 "synth_xilinx -family xc3se -nowidelut -flatten" MUXCY)
[ "$have" = $((2 * (domains - 1))) ] || complain \
    "$have carry multiplexers beside tables of four inputs"
have=$(alone 2 "synth_xilinx -family xc7 -flatten" INV)
[ "$have" = $domains ] || complain "$have inverters on tables of six inputs"
have=$(alone 3 synth_ice40 SB_LUT4) # a latch is two tables
[ "$have" = $((${said% *} + latches + ${said#* } + domains)) ] || complain "$have tables on iCE40"

# Tables of no fabric: no loop is reported while the hierarchy is kept, and a flattened arbiter has
# some.
loops() { # COMMANDS: how many Yosys warns of in the arbiter
    yosys -q -p "read_verilog $work/ring/rtl/*.v; $1" >"$work/log" 2>&1 || cat "$work/log"
    grep -c 'found logic loop' "$work/log"
}
for command in synth 'synth_intel_alm -family cyclone10gx -noflatten'; do
    have=$(loops "$command -top ring_arbiter")
    [ "$have" = 0 ] || complain "$command: $have loops in the arbiter with its hierarchy"
done
have=$(loops 'hierarchy -check -top ring_arbiter; proc; flatten; check')
[ "$have" -gt 0 ] || complain "$have loops in the flattened arbiter"
exit $failed
