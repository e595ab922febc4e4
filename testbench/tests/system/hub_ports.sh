#!/bin/sh
# The bench of a hub's ports: a clean run, and that it notices a hub that loses a write, flips a bit
# of one, sends more than there is room for or fills a ring, and two writes that come the wrong way
# around. One model has all of these, which its command line asks for.
# seconds: 15
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
command -v verilator >/dev/null || { echo 'skipped: no Verilator'; exit 77; }
. testbench/bench/hub_ports/model.sh
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }

# broken FILE NAME COMMAND: an edit of a template, or of the bench, in which `broken` is +NAME
broken() {
    sed "s/^);\$/);\n    reg broken_$2;\n    initial broken_$2 = \$test\$plusargs(\"$2\");/
         $3" "$1" >"$work/broken" && [ "$(diff "$1" "$work/broken" | grep -c '^<')" -eq 1 ] ||
        fail "$2 does not apply"
    cp "$work/broken" "$1"
}
cp -r rtl_templates "$work/rtl" && cp -r testbench/bench/hub_ports "$work/bench" || exit 2
templates=$work/rtl bench=$work/bench
broken "$work/rtl/hub/bl_hub_take.v" lose \
    's/want\[p\] | \(hit[^;]*\);/want[p] | (\1 \& ~(broken_lose \& tag == 8'"'d77));/"
broken "$work/rtl/hub/bl_hub_take.v" flip \
    's/aside_data <= next;/aside_data <= next ^ {127'"'d0, broken_flip};/"
broken "$work/rtl/hub/bl_hub_give.v" room \
    's/begins & ~freed, more/begins \& ~freed \& ~broken_room, more/'
broken "$work/rtl/hub/bl_hub_give.v" bubble \
    's/{INPUTS{two_next}} |/{INPUTS{two_next | (broken_bubble \& one_next)}} |/'
broken "$work/bench/hub_source.v" order \
    's/\.number(number)/.number(number ^ {31'"'d0, broken_order \\& number[31:1] == 31'd40})/"
: >"$work/said"
OPT=-O1 hub_ports_model least 2 6 || fail 'no model'

# run NAME...: 5,000 writes
run() { timeout 60 "$work/least/ports" 1250 1 "$@" >"$work/said"; }
run || fail 'clean'
grep -q '^5000 writes for other ports' "$work/said" || fail 'clean: what was counted'
for name in order payload room bubble; do
    case $name in payload) what=flip ;; *) what=$name ;; esac
    run "+$what" && fail "$what: not noticed"
    grep -q "^wrong: $name, " "$work/said" || fail "$what: not as $name"
done
run +lose && fail 'lose: not noticed'
grep -q '^wrong: order, ' "$work/said" || fail 'lose: not as what comes next'
echo PASS
