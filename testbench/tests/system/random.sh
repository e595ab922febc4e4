#!/bin/sh
# seconds: 15
# Random programs of a fixed seed: each is refused with a position, or builds, is clean in three
# tools, and right in Icarus. And of the bench itself: a seed's programs are always the same, a
# failing one gets smaller; a broken compiler is found, in `make test-long`.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; tail -n 40 "$work/said"; exit 1; }
random() { python3 -B testbench/random/main.py --out "$work/out" "$@" >"$work/said" 2>&1; }

# Those around them are in `make test-long`.
first=5 count=5
[ -z "$BL_LONG" ] || first=1 count=25
random --bankloom "$BANKLOOM" --quick --seed 8 --first $first --count $count --jobs 2 ||
    fail "$count programs of seed 8 from $first on"
grep -q '^accepted  *[1-9]' "$work/said" && grep -q '^refused  *[1-9]' "$work/said" ||
    fail "none accepted, or none refused"
grep -q '^judged by a third  *[1-9]' "$work/said" || fail "no third opinion"

# A program depends on its seed and number alone.
printed() { random --print --seed "$1" --first "$2" --count "$3" && cat "$work/said"; }
printed 3 1 40 >"$work/forty" || fail "--print"
printed 3 21 20 >"$work/twenty" || fail "--print"
tail -n "$(wc -l <"$work/twenty")" "$work/forty" | cmp -s - "$work/twenty" ||
    fail "the number of the first program matters"
printed 4 21 20 | cmp -s - "$work/twenty" && fail "the seed does not matter"

python3 -B testbench/random/test_random.py >"$work/said" 2>&1 || fail "unit tests"
python3 -B testbench/bench/predicted/test_predicted.py >"$work/said" 2>&1 ||
    fail "bars of predictions"

# The same program with its passes joined or taken apart is the same circuit; rules that see only
# one of the spellings are found.
spellings() { python3 -B testbench/random/spellings.py --bankloom "$BANKLOOM" --jobs 2 "$@" \
    >"$work/said" 2>&1; }
spellings --seed 5 --count 50 || fail "50 programs in two spellings"
grep -q '^same  *[1-9]' "$work/said" || fail "no spelling gives the same circuit"
spellings --seed 5 --count 8 --fuse none && fail "spellings that differ are not found"
grep -q '^different  *[1-9]' "$work/said" || fail "spellings that differ are found otherwise"

[ "$BL_LONG" ] || exit 0
# Templates with a lane swapped are found. A compiler takes them from the tree that it lies in.
tree=$work/tree
mkdir -p "$tree/build" "$tree/testbench" "$tree/compiler"
cp "$BANKLOOM" "$(dirname "$BANKLOOM")/libbl_sim.a" "$tree/build" || fail copy
cp -r rtl_templates boards "$tree" &&
    cp -r testbench/simulation "$tree/testbench" &&
    cp -r compiler/runtime compiler/base compiler/ir compiler/memory compiler/plan \
        compiler/network compiler/bus "$tree/compiler" || fail copy
broken=$tree/rtl_templates/sort/bl_crosspoint.v
sed -i 's/heads\[chosen\*ELEM_W/heads[(chosen ^ 1)*ELEM_W/' "$broken"
cmp -s rtl_templates/sort/bl_crosspoint.v "$broken" && fail "nothing is broken"
random --bankloom "$tree/build/bankloom" --quick --no-lint --seed 8 --count 25 --jobs 2 \
    --stop-at-first && fail "a swapped lane is not found"
grep -q '^FAILED program .*: wrong result' "$work/said" || fail "a swapped lane is found otherwise"
echo ok
