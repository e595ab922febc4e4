#!/bin/sh
# seconds: 15
# Pairs of features: each stands in a program of testbench/pairs/programs.txt or among those that
# `check` refuses, and docs/pairs.md says the same; a few of the programs are built, elaborated and
# linted, and a few of the refused pairs are refused with their codes. All of them, and that faults
# are noticed, in `make test-long`.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
pairs() { python3 -B testbench/pairs/main.py --folder "$work/pairs" "$@" >"$work/said" 2>&1; }

slice="--only 2,8 --refused 12"
[ -z "$BL_LONG" ] || slice=
# shellcheck disable=SC2086
pairs --bankloom "$BANKLOOM" $slice || fail "programs"
tail -n 1 "$work/said" | grep -q '^[0-9]* of [0-9]* programs, 675 pairs' || fail "no pairs"

# A program less, or a word of the page, is missed.
tree=$work/tree
mkdir -p "$tree/testbench" "$tree/docs" && cp -r testbench/pairs "$tree/testbench" &&
    cp docs/pairs.md "$tree/docs" || exit 1
covered() { python3 -B "$tree/testbench/pairs/main.py" --covered >"$work/said" 2>&1; }
covered || fail "a copy"
sed -i '3d' "$tree/testbench/pairs/programs.txt"
covered && fail "a program less is not missed"
grep -q 'in no program, and not refused' "$work/said" || fail "a program less"
cp testbench/pairs/programs.txt "$tree/testbench/pairs"
sed -i 's/E0088/E0099/' "$tree/docs/pairs.md"
covered && fail "another code on the page is not missed"

[ "$BL_LONG" ] || exit 0
# Templates that are broken are noticed: a wire used before it is declared, a port too narrow, a
# crossing without a constraint.
mkdir -p "$tree/build" "$tree/compiler"
cp "$BANKLOOM" "$(dirname "$BANKLOOM")/libbl_sim.a" "$tree/build" &&
    cp -r rtl_templates boards examples "$tree" && cp -r testbench/simulation "$tree/testbench" &&
    cp -r compiler/runtime compiler/base compiler/ir compiler/memory compiler/plan \
        compiler/network compiler/bus compiler/kernel "$tree/compiler" || exit 1
broken() { # WORD FILE SED: noticed in a few programs, by the check of this name
    sed -i "$3" "$tree/$2" && ! cmp -s "$2" "$tree/$2" || fail "no such place: $3"
    pairs --bankloom "$tree/build/bankloom" --only 2,3 --refused 0 && fail "not noticed: $3"
    grep -q "^FAIL program [0-9]*: $1" "$work/said" || fail "noticed otherwise: $3"
    cp "$2" "$tree/$2"
}
broken verilator boards/common/bl_port_gate.v '/^endmodule/i wire [3:0] unread = 4'"'"'d0;'
broken icarus boards/common/bl_node_reset.v 's/^endmodule/assign nothing = clk;\nendmodule/'
echo ok
