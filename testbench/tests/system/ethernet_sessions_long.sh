#!/bin/sh
# seconds: 20
# Sessions of Ethernet ports of templates: one that opens late, one that stays closed, one of
# another build; with a check taken out each is missed, in `make test-long`.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
program=${BANKLOOM:-$root/build/bankloom}
build=$(dirname "$program")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; tail -n 40 "$work/said"; exit 1; }
command -v verilator >/dev/null || { echo "SKIP: no Verilator"; exit 0; }
. testbench/bench/ethernet_ports/model.sh
OPT=-O0
made() { small "$@" && model "$1" "$work/rtl" || exit 2; }
cp -r rtl_templates "$work/rtl" || exit 2

# without FILE SED: a part of a template is taken out
without() {
    sed "$2" "rtl_templates/ethernet/$1.v" >"$work/rtl/ethernet/$1.v"
    cmp -s "rtl_templates/ethernet/$1.v" "$work/rtl/ethernet/$1.v" && fail "$1 has no such part"
}
whole() { cp rtl_templates/ethernet/*.v "$work/rtl/ethernet"; }

made right 2
run right --words 4 --packets 400 --late 60 || fail "late: $(said verdict)"
for counter in again probe in_session in_had; do
    [ "$(said $counter)" -eq 0 ] || fail "late: $counter $(said $counter)"
done
run right --words 4 --packets 400 --absent 1 || fail "absent: $(said verdict)"
[ "$(said data)" -eq 0 ] || fail 'absent: a frame was sent to nobody'

# 11 times 25 ticks of 64 cycles of 156.25 MHz, and what is on its way
awk -v us="$(said detection_us)" 'BEGIN { exit !(us > 110 && us < 116) }' ||
    fail "absent: detected after $(said detection_us) us"

small other 2 && echo 'OTHER 1' >>"$work/other" && model other "$work/rtl" || exit 2
run other --words 4 --packets 400 && fail 'another build: nothing is reported'
[ "$(said verdict)" = 'node 0 stops; cause 34' ] || fail "another build: $(said verdict)"
[ "$(said in_data)" -eq 0 ] || fail 'another build: a frame was taken'

[ "$BL_LONG" ] || { echo 'late, absent and other nodes'; exit 0; }
# A greeting that is not waited for: the first frame to a port that opens late is lost.
without bl_eth_tx_window 's/fresh     = ready & /fresh     = /'
made unmet 2
run unmet --words 4 --packets 400 --late 60 && [ "$(said again)" -eq 0 ] &&
    [ "$(said probe)" -eq 0 ] && fail 'not noticed: frames to a port that is closed'
whole
without bl_eth_receive "s/(h_hash != hash)/1'b0/"
small blind 2 && echo 'OTHER 1' >>"$work/blind" && model blind "$work/rtl" || exit 2
run blind --words 4 --packets 400 || fail 'another build is still reported'
echo 'late, absent and other nodes'
