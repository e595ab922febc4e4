#!/bin/sh
# seconds: 16
# `bankloom stage`: a new stage passes at once and replaces nothing; a wrong latency, a wrong value,
# a register without `en` and a wrong golden function are reported, each as what it is; --json says
# the same; misuse and missing tools are reported. `make test-long` has more new stages.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
fail() { echo "FAIL $*"; cat "$work/said"; failed=1; }
export TMPDIR="$work/tmp"
mkdir "$TMPDIR" "$work/place" && cp examples/stages/* "$work/place" && cd "$work/place" || exit 1

# stage STATUS ARGUMENTS...: what it says is in said
stage() {
    wanted=$1
    shift
    "$BANKLOOM" stage "$@" >"$work/said" 2>&1 </dev/null
    status=$?
    [ $status -eq "$wanted" ] || fail "status $status, wanted $wanted: stage $*"
}
says() { grep -q -e "$1" "$work/said" || fail "nothing about '$1'"; }
silent() { ! grep -q -e "$1" "$work/said" || fail "a word about '$1'"; }
# of STAGE: only what was said of that one is left
of() { awk -v stage="$1:" '/^stage / { found = $2 == stage } found' "$work/all" >"$work/said"; }

# ---- new ones, of every form; they pass, and no tool has a word about them; a stage may have any
# name that C leaves to its user, also `answer`, a name of the program that asks it
stage 0 answer.v '(key: u32) -> (bucket: u8)' --latency 3
says '^stage answer (key: u32) -> (bucket: u8) {$'
sed -n '/^stage/,$p' "$work/said" >new.loom
stage 0 filter2.v '(a: i8, b_now: u64, steps: f32, unused: u8)
    -> (b: i32, c: f32, d: f64, e: u16, f: i8) keeps' --latency 2
sed -n '/^stage/,$p' "$work/said" >>new.loom
stage 0 copies.v '(x: f64, y: u8) -> (z: f64)' --latency 0
[ -z "$BL_LONG" ] || sed -n '/^stage/,$p' "$work/said" >>new.loom
stage 0 only.v '(value: u16) keeps'
[ -z "$BL_LONG" ] || sed -n '/^stage/,$p' "$work/said" >>new.loom
stage 0 new.loom --count 500
all=$(grep -c '^stage' new.loom)
[ "$(grep -c '^  values   Icarus and Verilator: [0-9]* records agree, with `en` held and dropped$' \
    "$work/said")" -eq "$all" ] || fail "all stages agree"
[ "$(grep -c '^  lint     nothing' "$work/said")" -eq "$all" ] || fail "no word of the linters"
says '^  takes    0 LUTs of 6 inputs, 24 flip-flops; 0 levels of LUTs$'

# A file that is there stays as it is, and the other one is not written.
echo mine >half.c
stage 1 half.v
says 'half.c is there already; nothing was written'
[ "$(cat half.c)" = mine ] && [ ! -e half.v ] || fail "half a stage was written"
cp only.v before.v
stage 1 only.v '(key: u8) keeps'
cmp -s only.v before.v || fail "a stage was replaced"
stage 1 other.v '(clk: u8) -> (x: u9)'
says 'E0181'
says 'E0090'
stage 1 other.v '(key: u8) -> (x: u8) {} stage two (a: u8)'
[ ! -e other.v ] || fail "written in spite of errors"

# ---- what is wrong is reported as what it is
cat >wrong.loom <<'EOF'
stage late (key: u32) -> (bucket: u8) { verilog "late.v"; golden "late.c"; latency 2; }
stage clocked (key: u32) -> (bucket: u8) { verilog "clocked.v"; golden "half2.c"; latency 2; }
stage wrong (key: u32, v: i16) -> (bucket: u8, w: f32) keeps { verilog "wrong.v"; golden "wrong.c";
    latency 0; }
stage loose (key: u32) -> (bucket: u8) { verilog "loose.v"; golden "loose.c"; latency 2; }
stage signature (key: u32) -> (bucket: u8) { verilog "signature.v"; golden "signature.c";
    latency 3; }
stage nowhere (key: u32) -> (bucket: u8) { verilog "nowhere.v"; golden "late.c"; latency 3; }
stage counts (key: u32) -> (bucket: u8) { verilog "counts.v"; golden "counts.c"; latency 3; }
stage crashes (key: u32) -> (bucket: u8) { verilog "crashes.v"; golden "crashes.c"; latency 3; }
stage open (key: u32) -> (bucket: u8) { verilog "open.v"; golden "open.c"; latency 1; }
stage refused (key: u32) -> (bucket: u8) { verilog "refused.v"; golden "late.c"; latency 1; }
stage bound (key: i32) -> (bucket: i8) { verilog "bound.v"; golden "bound.c"; latency 0;
    parameter LIMIT -5; }
EOF
# The example's multiplier takes its time to synthesise: an XOR will do here.
sed -i 's/first \* MULTIPLIER/first ^ MULTIPLIER/' hash.v && sed -i 's/16) \*/16) ^/' hash.c
for name in late signature nowhere counts crashes; do sed "s/\bhash\b/$name/g" hash.v >$name.v; done
sed 's/\bhash\b/late/' hash.c >late.c
{ echo '#include <stdint.h>'; echo \
    'void clocked(uint32_t key, uint8_t *bucket) { *bucket = (uint8_t)key; }'; } >half2.c
cat >clocked.v <<'EOF'
module clocked (input wire clk, input wire en, input wire [31:0] key, output reg [7:0] bucket);
    always @(posedge clk) if (en) bucket <= key[7:0];
endmodule
EOF
cat >wrong.v <<'EOF'
module wrong (input wire [31:0] key, input wire [15:0] v, output wire [7:0] bucket,
    output wire [31:0] w, output wire keep);
    assign keep = key != 32'h1000, bucket = key[7:0], w = {16'd0, v[14:0], 1'b0};
endmodule
EOF
cat >wrong.c <<'EOF'
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
bool wrong(uint32_t key, int16_t v, uint8_t *bucket, float *w) {
    uint32_t bits = (uint32_t)(uint16_t)v << 1;
    *bucket = (uint8_t)key;
    memcpy(w, &bits, 4);
    return key != 0x1000;
}
EOF
cat >loose.v <<'EOF'
module loose (input wire clk, input wire en, input wire [31:0] key, output reg [7:0] bucket);
    reg [7:0] first;
    always @(posedge clk) first <= key[7:0];
    always @(posedge clk) if (en) bucket <= first;
endmodule
EOF
sed 's/clocked/loose/' half2.c >loose.c
sed 's/clocked/open/' half2.c >open.c
sed 's/clocked/signature/; s/uint32_t/uint64_t/' half2.c >signature.c
sed 's/clocked/counts/; s/{/{ static int calls;/; s/key;/(key + (uint32_t)calls++);/' half2.c \
    >counts.c
sed 's/clocked/crashes/; s/{/{ if (key == 0xffffffff) __builtin_trap();/' half2.c >crashes.c
cat >open.v <<'EOF'
module open (input wire clk, input wire en, input wire [31:0] key, output reg [7:0] bucket);
    wire [7:0] nothing;
    always @(posedge clk) if (en) bucket <= key[7:0] ^ nothing;
endmodule
EOF
sed 's/open/refused/; s/nothing/priority/' open.v >refused.v # a word of SystemVerilog
cat >bound.v <<'EOF'
module bound #(parameter LIMIT = 3) (input wire [31:0] key, output wire [7:0] bucket);
    assign bucket = $signed(key) <= LIMIT ? key[7:0] : 8'd0;
endmodule
EOF
cat >bound.c <<'EOF'
#include <stdint.h>
void bound(int32_t key, int32_t LIMIT, int8_t *bucket) {
    *bucket = key < LIMIT ? (int8_t)key : 0; }
EOF
stage 1 wrong.loom --count 200
mv "$work/said" "$work/all"

of late
says '^  WRONG    Icarus and Verilator: answers after 3 cycles, and the program says 2$'
of clocked
says 'answers after 1 cycle, and the program says 2$'
of wrong
says '^  WRONG    Icarus and Verilator: [0-9]* of [0-9]* records differ, record 2 first$'
says '^           v            0xffff (-1)$'
says '^           bucket       0x00 (0)  *0x00 (0)$'
says '^           w            0x0001fffe (1.83[0-9]*e-40)  *0x0000fffe (9.18[0-9]*e-41)$'
says '^           keep         kept  *kept$'
of loose
says '^  WRONG    Icarus and Verilator: does not hold while `en` is 0'
says 'warnings Verilator: 1'
says "loose.v:1:.*Bits of signal are not used: 'key'\[31:8\]"
of signature
says '^  WRONG    signature.c does not compile with$'
says '^             void signature(uint32_t key, uint8_t \*bucket);$'
says 'signature.c:2:.*conflicting types'
silent '^  values'
of nowhere
says '^  WRONG    late.c has no function$'
of counts
says 'has two answers for one record'
of crashes
says '^  WRONG    the golden function ended with signal [0-9]* at record 2$'
says '^           key          0xffffffff (4294967295)$'
of open
says 'unknown)$'
says 'nothing.*driver'
of refused
says '^  WRONG    Verilator refuses refused.v$'
of bound
says ' [0-9]* of [0-9]* records differ'
says '0xfffffffb (-5)'

# ---- records of the user's come first; the same as JSON
printf '# two records\n5, 7\n0x1000 -3 // dropped\n\n  2 0x8000\n' >in.txt
stage 1 wrong.loom wrong --inputs in.txt --count 0 --json
python3 - "$work/said" <<'EOF' || fail "the document"
import json, sys
document = json.load(open(sys.argv[1]))
stage, = document["stages"]
assert document["program"] == "wrong.loom" and not document["right"] and document["errors"] == 0
assert stage["stage"] == "wrong" and not stage["right"]
assert stage["latency"] == 0 and stage["remarks"]
assert [s["simulator"] for s in stage["simulators"]] == ["Icarus", "Verilator"]
for seen in stage["simulators"]:
    assert seen["verdict"] == "value" and seen["wrong"] > 1
    assert seen["record"] == {"number": 3, "takes": {"key": "0x00000002", "v": "0x8000"},
                              "golden": {"bucket": "0x02", "w": "0x00010000", "keep": "kept"},
                              "verilog": {"bucket": "0x02", "w": "0x00000000",
                                  "keep": "kept"}}, seen
assert stage["synthesis"]["flip_flops"] == 0 and stage["synthesis"]["luts"] > 0
EOF
for line in '5' '5 7 9' 'x 7' '-1 7' '5 32768' '0x100000000 7' '5 0x' '5 7y'; do
    echo "$line" >in.txt
    stage 2 wrong.loom wrong --inputs in.txt
    says '^bankloom stage: in.txt:1: '
done
stage 2 wrong.loom wrong --inputs there_is_none.txt
says 'cannot read there_is_none.txt'
stage 2 wrong.loom --inputs in.txt
says 'name it behind the program'

# ---- misuse, and what is missing
stage 2 new.loom --latency 2
stage 2 new2.v --count 5
stage 2 new.loom a b
stage 2
stage 1 new.loom nobody
says 'declares no stage nobody'
echo 'record r { key: u32; }' >none.loom
stage 1 none.loom
says 'declares no stage'
echo 'stage lost (key: u32) -> (x: u8) { verilog "lost.v"; golden "lost.c"; latency 1; }' >none.loom
stage 1 none.loom
says 'E0180'
stage 1 none.loom --json
python3 -c 'import json, sys; assert json.load(open(sys.argv[1]))["errors"] == 2' "$work/said" ||
    fail "errors as JSON"
mkdir "$work/none"
ln -s "$(command -v yosys)" "$work/none/yosys"
tools=$PATH
PATH=$work/none stage 1 new.loom
PATH=$tools
says "the program 'verilator' is missing"
[ -z "$(ls "$TMPDIR")" ] || fail "something is left in TMPDIR"
exit $failed
