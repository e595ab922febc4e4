#!/bin/sh
# Clocks that are called like something in the files for a board: every such name, one of them after
# the other, is built, and no two clocks or groups of the constraints have one name.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# program CLOCK CLOCK: Ethernet at the first, the host at the second
program() {
    cat <<END
cluster pair {
    board   arria10_a10pl4;
    nodes   2;
    clock   core 222.5 MHz; clock $1 312.5 MHz; clock $2 250 MHz;
    network ethernet { port 40 Gbit/s; frame 1518 B; latency 150 ns; clock $1; }
    host    { bus pcie; generation 3; lanes 8; memory 16 MiB; clock $2; }
}
channel words: u32 from 0 to 1;
kernel left on pair node 0 (n: u32) { read host(0, n) -> send words; }
kernel right on pair node 1 (n: u32) { recv words -> write host(0, n); }
END
}
# sorts CLOCK CLOCK: a pipeline on a board for ISE or Vivado
sorts() {
    sed -e "s/\bhbm\b/$1/g" -e "s/\bnet\b/$2/g" examples/counting_sort/three_clocks.loom
}
# build NAME OPTIONS...: of NAME.loom; its constraints name nothing twice
build() {
    name=$1
    shift
    "$BANKLOOM" build -q -o "$work/out" "$work/$name.loom" "$@" >"$work/said" 2>&1 ||
        fail "clocks $name: build"
    sed -nE -e 's/^create_(generated_)?clock .*-name \{([^}]*)\}.*/\2/p' \
        -e 's/^(TIMESPEC "[^"]*").*/\1/p' -e 's/^NET .*(TNM_NET = "[^"]*").*/\1/p' \
        "$work"/out/project/*.sdc "$work"/out/project/*.xdc "$work"/out/project/*.ucf \
        2>"$work/none" | sort >"$work/named"
    [ -s "$work/named" ] || fail "clocks $name: no clock is constrained"
    uniq -d "$work/named" >"$work/said"
    [ ! -s "$work/said" ] || fail "clocks $name: twice in the constraints"
}

program mac pcie >"$work/plain.loom"; build plain
sed 's,//.*,,' "$work"/out/project/pair_board.v | grep -oE '\b[a-z][a-z0-9_]*' |
    sed -E 's/^(ip_clk|pll_clk|rst|clk|pin)_//; p; s/_(reset|clock|clk)$//' |
    grep -E '^(mac|pcie|pin|made|memory|board|node|host|rst|clk|core)(_|$)' |
    sort -u >"$work/names"
{ cat "$work/names"; sed 's/^/pin_/' "$work/names" | grep -E 'clk|rx'
    echo made_0 node_made_0 x0_ram RAMS; } | tr ' ' '\n' | grep -vxE 'core|mac|pcie' >"$work/all"
[ "$(wc -l <"$work/all")" -gt 20 ] || { cp "$work/all" "$work/said"; fail "few names are found"; }
while read -r name; do
    program mac "$name" >"$work/$name.loom"; build "$name"
done <"$work/all"
for name in pin_mac_rx mac_rx memory_clk; do
    program "$name" pcie >"$work/$name.loom"
    build "$name"
done
for name in x0_ram pin_clk made_0 RAMS pin_sys_p; do
    sorts "$name" "node_$name" >"$work/$name.loom"
    build "$name" --board kc705 --nodes 2 --channels 1 --width 64
done
exit 0
