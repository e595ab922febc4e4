#!/bin/sh
# compiler/templates/tables.awk makes tables of the templates' files, and says with file and line
# what it cannot read: a parameter without a range, ranges and defaults that are none, a cost
# without its template. The build ends with that.
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
cd "$work" || exit 2
failed=0
fail() { echo "FAIL $*"; cat said; failed=1; }

made() { awk -v table="$1" -f "$root/compiler/templates/tables.awk" cost.c bl_toy.v; }
cost() { echo "void bl_cost_$1(struct bl_costing *to, const int *p) { (void)to, (void)p; }"; }
# toy: the module with the parameters of stdin behind its first, from line 5 on
toy() {
    { printf '%s\n' '// A toy: of no use.' 'module bl_toy #(' '    // bits in a word: 1 or more' \
        '    parameter WIDTH = 32,'
        sed 's/^/    /'
        printf '%s\n' ') (' '    input wire [WIDTH-1:0] s_data' ');' 'endmodule'; } >bl_toy.v
}
# table NAME: it has the rows of stdin
table() {
    made "$1" >table.c 2>said || fail "no table of $1"
    grep '^    {' table.c | diff - /dev/fd/3 3<&0 >>said || fail "other rows of $1"
}
# says MESSAGE...: both tables are refused, with nothing but these lines
says() {
    for name in ranges costs; do
        made $name >table.c 2>said && fail "$name: no error in spite of: $1"
        [ ! -s table.c ] || fail "$name: something is made in spite of: $1"
        printf '%s\n' "$@" | cmp -s - said || fail "$name: not what was expected: $*"
    done
}

# A comment of three lines with colons in it, defaults that are other parameters, vectors, what is
# derived, and a range that names a parameter behind it.
cost toy >cost.c
echo '    bl_cost_block(to, 1, 2); /* a call is no cost function */' >>cost.c
toy <<'END'
// log2 of the words (up to 5: one distributed RAM):
// max(1, log2(LANES) - 1)..min(12,
// 2 ^ WIDTH / 2)
parameter LOG_DEPTH = 5,
// lanes: 1..16, a power of two
parameter LANES = 8, // more would be too many
// of all lanes: LANES or more, a multiple of LANES
parameter ALL = LANES * 2 + 1,
// the bits that are looked at: any
parameter [ALL*WIDTH-1:0] MASK = {ALL*WIDTH{1'b1}},
// bits that are inverted
parameter [15:0] INVERT = 16'h8f01,
// what is read
parameter [31:0] VERSION = 32'd19,
// nothing: any
parameter [7:0] NONE = {8{1'b0}},
// derived, leave alone
parameter HALF = (WIDTH + 1) / 2,
parameter HALVES = 2 * HALF
END
table ranges <<'END'
    {"bl_toy", "WIDTH", "32", "1 or more"},
    {"bl_toy", "LOG_DEPTH", "5", "max(1, log2(LANES) - 1)..min(12, 2 ^ WIDTH / 2)"},
    {"bl_toy", "LANES", "8", "1..16, a power of two"},
    {"bl_toy", "ALL", "LANES * 2 + 1", "LANES or more, a multiple of LANES"},
    {0},
END
made costs | tr -d '\n' | sed 's/.*\[\] = //; s/}, {"/},\n{"/g' >costs
cat >wanted <<'END'
{    {"bl_toy", bl_cost_toy, {{"WIDTH", 32},
{"LOG_DEPTH", 5},
{"LANES", 8},
{"ALL", (8 * 2 + 1)},
{"MASK", ((8 * 2 + 1)*32)},
{"INVERT", 6},
{"VERSION", 3},
{"NONE", 0}, {0}}},    {0},};
END
echo >>costs
diff wanted costs >said || fail 'other rows of costs'

# Templates in the order of their names, whatever that of the files; without a cost none.
for name in bl_b bl_a bl_c; do sed "s/bl_toy/$name/" bl_toy.v >$name.v; done
{ cost b; cost a; } >cost.c
awk -v table=ranges -f "$root/compiler/templates/tables.awk" cost.c bl_b.v bl_c.v bl_a.v |
    sed -n 's/.*"\(bl_.\)", "WIDTH".*/\1/p' | tr '\n' ' ' >said
[ "$(cat said)" = 'bl_a bl_b ' ] || fail 'another order'

# wrong MESSAGE: of the one parameter of stdin
wrong() { toy && says "$1"; }
cost toy >cost.c
wrong 'bl_toy.v:5: LANES has no range: the comment above it ends in ": RANGE"' <<'END'
parameter LANES = 8
END
wrong 'bl_toy.v:6: LANES has no range: the comment above it ends in ": RANGE"' <<'END'
// lanes, 1..8
parameter LANES = 8
END
line='bl_toy.v:6: cannot read the range of LANES'
while read -r range; do
    wrong "$line: $range" <<END
// lanes: $range
parameter LANES = 8
END
done <<'END'
any
1..
1 to 8
1..8 or more
1..2..3
1..8, an odd number
1..8, a multiple of
1..log2(NOBODY)
1..log2(WIDTH
1..max(WIDTH)
1..2 WIDTH
1..$clog2(WIDTH)
END
wrong 'bl_toy.v:6: cannot read the default of LANES' <<'END'
// lanes: 1..8
parameter LANES = BEHIND
END
wrong 'bl_toy.v:6: cannot read the default of LANES' <<'END'
// lanes: 1..8
parameter LANES = $clog2(WIDTH)
END
wrong 'bl_toy.v:6: cannot read the default of BITS' <<'END'
// bits: any
parameter [3:0] BITS = 4'bx001
END
wrong 'bl_toy.v:6: cannot read this parameter' <<'END'
// lanes: 1..8
parameter integer LANES = 8
END
for number in $(seq 20); do printf '// one of many: 1\nparameter P%d = 1,\n' "$number"; done | toy
says 'bl_toy.v:44: more than 20 parameters'
echo '// lanes: 1..8' | toy
sed -i '2s/(/(parameter LANES = 8,/' bl_toy.v
says 'bl_toy.v:2: the list of parameters begins on the next line'

# Two errors at once are both said; and a cost of nothing.
toy <<'END'
// lanes: any
parameter LANES = 8,
// words
parameter WORDS = 8
END
cost other >>cost.c
says 'bl_toy.v:8: WORDS has no range: the comment above it ends in ": RANGE"' \
    "$line: any" 'cost.c:2: a cost, but no template bl_other.v'

# The build ends with what is said.
mkdir copy && cd "$root" && tar -cf - Makefile compiler rtl_templates testbench/simulation |
    tar -xf - -C "$work/copy" && cd "$work" || exit 2
file=rtl_templates/stream/bl_skid.v
line=$(grep -n 'parameter WIDTH' "$root/$file" | sed 's/:.*//')
sed -i 's/: 1 or more$/: one or more/' copy/$file
make -s -C copy build/gen/ranges.c >said 2>&1 && fail 'the build goes on'
grep -q "^$file:$line: cannot read the range of WIDTH: one or more\$" said ||
    fail 'the build does not say it'
[ ! -f copy/build/gen/ranges.c ] || fail 'the build makes a table of nothing'

# docs/templates.md says what the files say: contract, latency, tests and proofs. A template that
# nobody tests is seen.
cd "$root" || exit 2
testbench/bench/templates --keep-sizes --build "$work" --out "$work/now.md" >"$work/said" 2>&1 &&
    cmp -s docs/templates.md "$work/now.md" || {
    diff docs/templates.md "$work/now.md" | cut -c 1-200 | head -n 6
    fail 'docs/templates.md is not what testbench/bench/templates --keep-sizes writes'; }
cp -r rtl_templates testbench docs "$work/copy" && cd "$work/copy" || exit 2
printf '// A toy. Latency: 0 cycles.\nmodule bl_toy;\nendmodule\n' \
    >rtl_templates/stream/bl_toy.v
! testbench/bench/templates --keep-sizes --out toy.md >"$work/said" 2>&1 &&
    grep -q 'no size of bl_toy' "$work/said" &&
    grep -q 'bl_toy.*circuits of programs alone' toy.md ||
    fail 'a template without size, bench and proof is not seen'
exit $failed
