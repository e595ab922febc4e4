#!/bin/sh
# seconds: 15
# The centralised arbiter of the ring segmented bus and the clocked one of a domain: the models and
# the Verilog give the same answers to the same requests.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
build=$(dirname "$BANKLOOM")
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
complain() { echo "FAIL $*"; failed=1; }

tool=$build/bench/rsb_hier
[ -x "$tool" ] || make -s B="$build" "$tool" || { complain "rsb_hier cannot be built"; exit 1; }
"$tool" garb 2 10 1 >/dev/null 2>&1
[ $? -eq 2 ] || complain "a centralised arbiter of two domains is taken"

define=
# play BENCH LINES PARAMETER=VALUE...: the script through a bench
play() {
    bench=$1 lines=$2
    shift 2
    options=
    for option in "$@"; do options="$options -P$bench.$option"; done
    # shellcheck disable=SC2086
    iverilog -g2001 -Wall -Wno-timescale $define -s "$bench" $options -y rtl_templates/async \
        -y rtl_templates/network -y rtl_templates/rsb \
        -o "$work/vvp" "testbench/tests/system/$bench.v" >"$work/log" 2>&1
    vvp -n "$work/vvp" +script="$work/script" >>"$work/log" 2>&1
    [ "$(cat "$work/log")" = "$lines lines agree" ]
}

for arbiter in ${BL_LONG:+"4 2" "8 3"} "3 2" "7 3" "16 4"; do
    domains=${arbiter% *} number=${arbiter#* }
    "$tool" garb "$domains" 300 "$domains" >"$work/script"
    play tb_garb_script 300 DOMAINS="$domains" NUMBER="$number" ||
        { complain "centralised, $domains domains"; head "$work/log"; }
    [ "$(awk '$2 >= 0 && !$3' "$work/script" | wc -l)" -gt 5 ] &&
        [ "$(awk '$3 == 2' "$work/script" | wc -l)" -gt 5 ] ||
        complain "the script for $domains domains tests too little"
    define=-DBL_RANDOM_DELAY=1
    play tb_garb_script 300 DOMAINS="$domains" NUMBER="$number" DELAY=$((domains + 9)) ||
        complain "the shortest delay, $domains domains"
    define=
done

# A delay of as many tables as it covers is taken, a shorter one is refused.
for delay in 12 13; do
    iverilog -g2001 -Wno-timescale -s bl_garb -Pbl_garb.DELAY=$delay -y rtl_templates/async \
        -y rtl_templates/rsb -o "$work/vvp" \
        rtl_templates/rsb/bl_garb.v >"$work/log" 2>&1
    status=$?
    [ $((status == 0)) -eq $((delay == 13)) ] || { complain \
        "a delay of $delay tables with four domains"; cat "$work/log"; }
    [ $delay -eq 13 ] || grep -q bl_garb_illegal_DELAY "$work/log" ||
        complain "a short delay is refused otherwise"
done
# a wrong answer is noticed
sed '7s/.$/9/' "$work/script" >"$work/wrong" && mv "$work/wrong" "$work/script"
play tb_garb_script 300 DOMAINS=16 NUMBER=4 && complain "a wrong way is not noticed"

for shape in ${BL_LONG:+"4 0 4 2" "16 2 3 1"} "4 3 4 2" "2 1 2 1" "8 5 8 2" "5 4 5 2"; do
    # shellcheck disable=SC2086
    "$tool" larb $shape 4000 7 >"$work/script"
    # shellcheck disable=SC2086
    set -- $shape
    play tb_larb_script 4000 DOMAINS="$1" DOMAIN="$2" ELEMENTS="$3" CONNECTORS="$4" ||
        { complain "local, $shape"; head "$work/log"; }
    [ "$(awk '$4 != last { n++ } { last = $4 } END { print n }' "$work/script")" -gt 500 ] ||
        complain "the script for $shape tests too little"
done
sed '1000s/^\([0-9]*\) \([0-9]*\) \([0-9]*\) [0-9]*/\1 \2 \3 1023/' "$work/script" >"$work/wrong" &&
    mv "$work/wrong" "$work/script"
play tb_larb_script 4000 DOMAINS=5 DOMAIN=4 ELEMENTS=5 CONNECTORS=2 &&
    complain "a wrong path is not noticed"
exit $failed
