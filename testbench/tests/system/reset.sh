#!/bin/sh
# seconds: 10
# What a host asks of a node's registers in and after its reset is answered, and right: every cycle
# from the fall of the reset on, with memories that answer at once or late and owe answers when the
# reset comes, calibrated from the start or late, in the core's clock or in one of their own. In
# `make test-long` each with each, and with gates and registers that were broken on purpose.
here=testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; exit 1; }

# ---- the node, in a shell with AXI4 ports; the bench's side of the shell's ports
mkdir "$work/board" || exit 1
ram='memory ram { channels 4; width 32 B; size 1 GiB; clock 200 MHz; read 100 ns; refresh 100 ns;'
sed "s/^    clock sys .*/    $ram protocol axi4; }\n&/" boards/ice40_hx8k/board.loom \
    >"$work/board/board.loom"
for file in examples/stages/below.*; do cp "$file" "$work"; done
sed 's/clock   core 150 MHz;/& clock ram 200 MHz;/; s/memory  {/& clock ram;/' \
    examples/stages/filter.loom >"$work/two_clocks.loom"
cp examples/stages/filter.loom "$work/one_clock.loom"
bench_ports() { # SHELL
    awk '/^ *(input|output) +wire/ {
            name = $NF; sub(/,$/, "", name)
            width = match($0, /\[[0-9]+:0\]/) ? substr($0, RSTART, RLENGTH) " " : ""
            net = name; sub(/^s_axil_/, "", net); sub(/^memory_calibrated$/, "calibrated", net)
            if (name == "clk_ram") net = "memory_clk"
            if (name ~ /^s_axil_a[wr]prot$/) net = "3'"'d0"'"
            if (name == "s_axil_wstrb") net = "4'"'hF"'"
            if (name ~ /^mem[0-3]_/) wires = wires "    wire " width name ";\n"
            if (name ~ /^mem[0-3]_rdata$/) channels++
            list = list (list ? ", " : "") "." name "(" net ")"
        }
        END {
            printf "%s    filter_shell dut (%s);\n", wires, list
            split("araddr arlen arvalid arready rdata rlast rvalid rready awaddr awlen awvalid" \
                " awready wdata wstrb wlast wvalid wready bvalid bready", port, " ")
            for (c = 0; c < channels; c++) {
                printf "    assign {mem%d_rid, mem%d_rresp, mem%d_bid, mem%d_bresp} = 0;\n", c, c,
                    c, c
                printf "    tb_memory #(.SLOW(SLOW), .VALUE(VALUE)) memory_%d (", c
                printf ".clk('"$2"'), .forget(forget)"
                for (p = 1; p in port; p++) printf ", .%s(mem%d_%s)", port[p], c, port[p]
                print ");"
            }
        }' "$1"
}
for clocks in one_clock two_clocks; do
    "$BANKLOOM" build "$work/$clocks.loom" --channels 2 --board "$work/board" \
        -q -o "$work/$clocks" ||
        fail "build $clocks"
    clock=clk; [ $clocks = one_clock ] || clock=memory_clk
    bench_ports "$work/$clocks/project/filter_shell.v" $clock >"$work/$clocks/tb_reset_ports.vh"
done

compile() { # DESIGN SLOW LATE [FOLDER-BEFORE-IT]
    value=$(sed -n 's/^#define FILTER_VALUE_BASE \(0x[0-9a-f]*\)ull/\1/p' "$work/$1"/host/*.h)
    # shellcheck disable=SC2086
    iverilog -g2001 -o "$work/bench.vvp" -s tb_reset -I "$work/$1" -Ptb_reset.SLOW="$2" \
        -Ptb_reset.LATE="$3" -Ptb_reset.VALUE=$((value)) ${4:+-y "$4"} \
        -y "$work/$1/project" -y "$work/$1/rtl" $here/tb_reset.v
}
bench() { timeout 300 vvp -n "$work/bench.vvp" "$@" | tail -n 1; }

# ---- every cycle, again and again, and some as the first after the configuration
answered=0 waited=0 owed=0 runs=0
count() { # SHAPE PASS N answered, N of them waited, N memories owed answers, N runs
    [ "$2" = PASS ] || fail "$*"
    answered=$((answered + $3)) waited=$((waited + $5)) owed=$((owed + $9)) runs=$((runs + ${13}))
}
shape() { # DESIGN SLOW LATE ROUNDS POWERED...
    name=$1/$2/$3 rounds=$4
    compile "$1" "$2" "$3" || fail "$name does not compile"
    shift 4
    # shellcheck disable=SC2046
    count "$name" $(bench +rounds="$rounds")
    # shellcheck disable=SC2046
    for first in "$@"; do count "$name, from $first" $(bench +first="$first" +rounds=1); done
}
least=240
if [ "$BL_LONG" ]; then
    least=800
    for slow in 0 500; do
        for late in 0 150; do
            shape one_clock $slow $late 100 7 22 35 41 63 88
            shape two_clocks $slow $late 20 31 50
        done
    done
else
    shape one_clock 500 150 100 7 35 63
    shape one_clock 0 0 30 22 88
    shape two_clocks 500 0 20 31
    shape two_clocks 0 150 10 50
fi
[ $answered -ge $least ] && [ $waited -gt $((least / 2)) ] && [ $owed -gt $((least / 8)) ] &&
    [ $runs -gt $((least * 3 / 80)) ] ||
    fail "too little was tried: $answered answered, $waited waited, $owed owed, $runs runs"

said="$answered requests answered, $waited waited for the node, $runs runs,"
said="$said $owed resets of memories that owed answers"
[ "$BL_LONG" ] || { echo "$said"; exit 0; }

# ---- broken: requests that do not wait, an order without the memory, counters that nothing clears
broken() { # DESIGN SLOW FILE EDIT
    mkdir "$work/broken" && sed "$4" "$work/$1/project/$3" >"$work/broken/$3"
    ! cmp -s "$work/$1/project/$3" "$work/broken/$3" || fail "no such place: $4"
    compile "$1" "$2" 0 "$work/broken" || fail "$4 does not compile"
    last=$(bench +rounds=20)
    case $last in FAIL*) ;; *) fail "not noticed: $4 ($last)" ;; esac
    rm -r "$work/broken"
}
broken one_clock 0 filter_shell.v \
    's/s_axil_arvalid & node_up/s_axil_arvalid/; s/ready & node_up/ready/'
broken one_clock 0 filter_shell.v 's/s_axil_\(aw\|w\)valid & node_up/s_axil_\1valid/'
broken one_clock 500 bl_node_reset.v 's/ & ~waits//'
broken two_clocks 0 bl_port_open.v 's/seen & begun/seen/'
echo "$said"
