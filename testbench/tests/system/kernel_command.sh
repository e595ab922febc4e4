#!/bin/sh
# seconds: 20
# `bankloom kernel`: the modules of the examples are right, with their rates; a new kernel passes at
# once and replaces nothing; modules that give a wrong sum, drop a word, have a wrong tlast, change
# a word under backpressure or stall are reported, each as what it is, and wrong golden functions;
# --json says the same; wrong use is reported. `make test-long` has more examples and more faults.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
fail() { echo "FAIL $*"; cat "$work/said"; failed=1; }
export TMPDIR="$work/tmp"
mkdir "$TMPDIR" "$work/place" && cp examples/allreduce/[!R]* examples/halo/[!R]* "$work/place" &&
    cd "$work/place" || exit 1

# kernel STATUS ARGUMENTS...: what it says is in said
kernel() {
    wanted=$1
    shift
    "$BANKLOOM" kernel "$@" >"$work/said" 2>&1 </dev/null
    status=$?
    [ $status -eq "$wanted" ] || fail "status $status, wanted $wanted: kernel $*"
}
says() { grep -q -e "$1" "$work/said" || fail "nothing about '$1'"; }

# ---- those of the examples
kernel 0 allreduce.loom
says '^  moves    Icarus and Verilator: 40 moves of [0-9]* to 2048 elements agree'
says '^  rate     words a cycle: 1.00 at part, 1.00 at own, 1.00 at sum; 1 cycle from word to word$'
says '^  lint     nothing from Verilator, Icarus, Yosys and the C compiler$'
says '^  takes    [0-9]* LUTs of 6 inputs, 266 flip-flops'
says 'agree, with gaps and backpressure$'
if [ "$BL_LONG" ]; then
    kernel 0 halo.loom stencil --lengths 1..100 --count 30 --seed 5
    says 'agree, with gaps and backpressure$'
    says '1.00 at cells, 1.00 at means; 2 cycles from word to word$'
fi

# ---- new ones pass, and no tool has a word about them
kernel 0 copy.v '{ in a: f64; out b: u64; in c: i64; out d: f64; }'
sed -n '/^kernel/,$p' "$work/said" >new.loom
kernel 0 wide.v '{ in x: u8; }'
[ -z "$BL_LONG" ] || sed -n '/^kernel/,$p' "$work/said" >>new.loom
kernel 0 new.loom copy --count 2 --lengths 1..1
says '^  rate     words a cycle: not measured at a, '
kernel 0 new.loom --count 12 --lengths 1..100 --seed 5
all=$(grep -c '^kernel' new.loom)
[ "$(grep -c '^  lint     nothing' "$work/said")" -eq "$all" ] || fail 'no word of the linters'
[ "$(grep -c '^  moves    Icarus and Verilator: 12 moves of [0-9]* to [0-9]\{1,3\} ' \
    "$work/said")" -eq "$all" ] || fail 'all agree'
kernel 0 scaled.v '(scale: u32, int: u32) { in x: u32; out y: u32; }'
gcc -std=c11 -Wall -Wextra -Werror -fsyntax-only scaled.c >"$work/said" 2>&1 ||
    fail 'a new kernel with arguments'
cp copy.v before.v
kernel 1 copy.v '{ in a: u32; }'
says 'copy.v is there already; nothing was written'
cmp -s copy.v before.v || fail 'a kernel was replaced'
kernel 1 odd.v '{ in a: u32; out b: u64; }'
says 'elements of one size'
kernel 1 odd.v '{ out b: u64; }'
says 'E0223'
[ ! -e odd.v ] || fail 'written in spite of errors'

# ---- what is wrong is reported as what it is: SED of add.v, TEXT
without() { # SED
    sed "$1" "$OLDPWD/examples/allreduce/add.v" >add.v
    cmp -s add.v "$OLDPWD/examples/allreduce/add.v" && fail "nothing is broken: $1"
}
broken() {
    without "$1"
    kernel 1 allreduce.loom add --limit 500 --count 20
    says "^  WRONG    Icarus and Verilator: $2"
}
broken 's/\] + own/] - own/' '`sum` differs from the golden function at element 1$'
says '^ *golden model *Verilog$'
says '^ *part  *0x[0-9a-f]* ([0-9]*)$'
broken 's/(~sum_tvalid | sum_tready);/1;/' '`sum` changes word [0-9]* before it is taken'
says '^ *with gaps and backpressure, in cycle [0-9]*$'
broken 's/(~sum_tvalid | sum_tready);/sum_tready;/' 'stalled: `part` does not take word 1$'
says 'with outputs that are ready only once they are valid'
last='s/sum_tlast <= part_tlast/sum_tlast <= \&part_tkeep/'
if [ "$BL_LONG" ]; then
    broken 's/(takes | (sum_tvalid/(takes \& ~(part_tdata[4:0] == 5'"'"'d3) | (sum_tvalid/' \
        '`sum` leaves out 8 elements, element [0-9]* first$'
    broken "$last" '`sum` has a wrong tlast at word 1:'
    broken 's/(~sum_tvalid | sum_tready);/(~sum_tvalid | sum_tready) \& ~part_tlast;/' \
        'stalled: `part` does not take word 256$'
fi
without "$last"
kernel 1 allreduce.loom add --limit 500 --count 20 --json
python3 - "$work/said" <<'END' || fail 'the JSON document'
import json, sys
said = json.load(open(sys.argv[1]))
kernel, = said["kernels"]
assert not said["right"] and kernel["kernel"] == "add" and kernel["moves"] == 20
assert [(s["simulator"], s["verdict"], s["port"], s["word"]) for s in kernel["simulators"]] == [
    (name, "tlast", "sum", 1) for name in ("Icarus", "Verilator")]
END
sed '/own_tkeep/d; s/own_tkeep, //' "$OLDPWD/examples/allreduce/add.v" >add.v
kernel 1 allreduce.loom
says 'E0184: module `add` lacks the port `own_tkeep`'

# ---- golden functions that are wrong
cp "$OLDPWD/examples/allreduce/add.v" .
golden() { # SED TEXT
    sed "$1" "$OLDPWD/examples/allreduce/add.c" >add.c
    kernel 1 allreduce.loom --count 5
    says "$2"
}
golden 's/return 1;/return 3;/' 'returned bits of outputs that there are not at call 1$'
golden 's/\*sum = \*part/if (*part \& 1) *sum = *part/' \
    'the golden function leaves unset what it says it gives'
golden 's/\*sum = \*part/if (last) __builtin_trap(); *sum = *part/' \
    'ended with signal [0-9]* at call 2048$'
golden 's/unsigned last/int last/' 'add.c does not compile with$'
golden 's/return 1;/return !last;/' \
    'the golden function does not give an element at `sum`, declared `per part`: call 2048$'
sed -i 's/per part/per 2 own/' allreduce.loom
golden 's/nothing//' 'the golden function gives an element at `sum`, declared `per 2 own`: call 1$'
if [ "$BL_LONG" ]; then
    kernel 1 allreduce.loom --count 5 --json
    grep -q '"declared":.*"per 2 own"' "$work/said" || fail 'the declaration as JSON'
fi
golden 's/\badd\b/sub/' 'add.c has no function$'

# ---- misuse
kernel 1 allreduce.loom sub
says 'declares no kernel sub in Verilog'
kernel 2 allreduce.loom --lengths 5
says 'it is A..B'
kernel 2 new.v --count 3
says '--count is for a program with kernels'
kernel 2
exit $failed
