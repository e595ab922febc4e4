#!/bin/sh
# What watches over the shape of the sources sees what is against it: testbench/lint_folders,
# lint_docs, lint_functions, lint_declarations, same_files and bench/house, each on a copy that is
# made worse.
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
fail() { echo "FAIL $*"; cat "$work/said"; failed=1; }
copy=$work/copy
mkdir "$copy" && tar -c compiler testbench rtl_templates boards | tar -x -C "$copy" || exit 2

# against PATTERN: the copy's folders are not as they should be, and only this is said
against() {
    testbench/lint_folders "$copy" >"$work/said"
    if [ -z "$1" ]; then [ ! -s "$work/said" ] || fail "said of a tree that is right"
    elif [ "$(grep -c . "$work/said")" -ne 1 ] || ! grep -q "$1" "$work/said"; then fail \
        "nothing but '$1' was expected"
    fi
}
# house BAR: the column `measured` of a bar
house() { awk -F, -v bar="$1" 'index($1, bar) { print $3 }' "$work/bench/house.csv"; }
measure() { "$copy/testbench/bench/house" --build "$work" >"$work/said" 2>&1; }

against ''
measure

# Text that is too wide, and a paragraph that is too long.
text=$work/text.md
{ echo '# A heading'; echo; seq 60 | tr '\n' ' '; echo; echo; echo '    code that stays as it is'; \
    } >"$text"
testbench/lint_docs "$text" >"$work/said" && fail 'a line of 170 columns'
grep -q 'text.md:3: 1[0-9]* columns$' "$work/said" || fail 'which line is too wide'
testbench/lint_docs --wrap "$text" >"$work/said" || fail 'it wraps'
[ "$(sed -n '3,4p' "$text" | tr '\n' ' ')" = "$(seq 60 | tr '\n' ' ')" ] &&
    grep -qx '    code that stays as it is' "$text" || fail 'words are lost'
seq 130 >"$text"
testbench/lint_docs --wrap "$text" >"$work/said" && fail 'a paragraph of 130 words'
grep -q 'text.md:1: a paragraph of 130 words' "$work/said" || fail 'how many words'

# A function for logic in a template that is instantiated often; not those of constants or proofs.
testbench/lint_functions >"$work/said"
[ ! -s "$work/said" ] || fail 'a function for logic in the templates'
queue=$work/queue.v
printf '%s\n' 'function integer log2(input integer of);' '`ifdef FORMAL' \
    'function [3:0] f_next(input [3:0] of);' '`endif' >"$queue"
testbench/lint_functions "$queue" >"$work/said"
[ ! -s "$work/said" ] || fail 'functions of constants and of a proof'
echo '    function [3:0] lowest(input [3:0] bits);' >>"$queue"
testbench/lint_functions "$queue" >"$work/said"
grep -qx "$queue:5: a function for logic.*" "$work/said" || fail 'a function for logic'

# Verilog names: a use in front of the declaration, in an expression, a connection and a header,
# also behind another name of one declaration; not one in a block of its own, nor what only looks
# so.
cat >"$work/late.v" <<'EOF'
// early = late;
`define LATE late
module late_names #(parameter A = B, parameter B = 2) (input wire clk, output reg q);
    (* keep = "late" *) wire early = late & 4'hb, early_2 /* late */;
    wire late, b;
    child inst (.late(early), .x(row[k]));
    integer k, row [0:3];
    always @(*) q = step(seen);
    reg seen;
    function step(input seen); step = seen; endfunction
    generate
        for (g = 0; g < 2; g = g + 1) begin : g_one
            wire inner = outer;
            wire outer = 1'b1;
        end
        if (A) begin : g_two
            wire outer = g_one[0].outer & inside.x;
            initial begin : block integer n; n = 0; end
            assign early_2 = outer;
        end
    endgenerate
    genvar g;
    initial $display("late n %d", n_late);
    event n_late;
endmodule
module other; wire x = late; wire late; endmodule
module below_header(a, b); input a; output b; assign b = a; endmodule
EOF
testbench/lint_declarations "$work/late.v" >"$work/said" && fail 'late names pass'
sed 's/.*late.v:\([0-9]*\): `\(.*\)` is used before it is declared in line \([0-9]*\)$/\1 \2 \3/' \
    "$work/said" | sort -n | tr '\n' ';' >"$work/found"
late='3 B 3;4 late 5;6 k 7;6 row 7;8 seen 9;12 g 22;13 outer 14;23 n_late 24;26 late 26;'
[ "$(cat "$work/found")" = "$late" ] ||
    { cat "$work/found"; fail 'which names are late'; }
testbench/lint_declarations rtl_templates/memory/bl_reader.v >"$work/said" || fail 'a template'

[ "$(house 'cycles between')" = 0 ] || fail 'a cycle between folders that is not there'
lines=$(house 'lines over')
networks=$(house 'name a network')

echo '#include "plan/plan.h"' >>"$copy/compiler/ir/pass.c"
printf '// %0120d\n' 0 >>"$copy/compiler/ir/pass.c"
echo '// the rsb' >>"$copy/compiler/ir/pass.c"
against '^compiler/ir/pass.c: includes "plan/plan.h"$'
measure
[ "$(house 'cycles between')" -gt 0 ] || fail 'ir and plan include each other, not told'
[ "$(house 'lines over')" = $((lines + 1)) ] || fail 'one more line over 100 columns'
[ "$(house 'name a network')" = $((networks + 1)) ] || fail 'one more file that names a network'
cp compiler/ir/pass.c "$copy/compiler/ir/pass.c"

mkdir "$copy/compiler/attic"
: >"$copy/compiler/attic/attic.c"
echo >>"$copy/compiler/attic/attic.c"
against '^compiler/attic/attic.c: its folder is not in compiler/folders.txt$'
rm -r "$copy/compiler/attic"

sed -i 's/^ir .*/& plan/' "$copy/compiler/folders.txt"
against '^ir stands before plan$'

# same_files compares two compilers: what one of them writes otherwise is told, by file.
same_files() {
    python3 - "$BANKLOOM" "$work/other" "$1" "$work" <<'EOF' >"$work/said"
import runpy, sys
from pathlib import Path
sys.dont_write_bytecode = True
same = runpy.run_path("testbench/same_files")
one, two = Path(sys.argv[1]).resolve(), Path(sys.argv[2])
program = Path("examples/counting_sort/counting_sort.loom").resolve()
work = Path(sys.argv[4])
two.write_text(f'#!/bin/sh\n"{one}" "$@" && {sys.argv[3]}\n')
two.chmod(0o755)
case = ("sort", {}, ["build", str(program), "--nodes", "2", "--channels", "2"])
print(*same["compared"](case, [one, two], work)[1])
EOF
}
same_files true
[ "$(cat "$work/said")" = '' ] || fail 'the same compiler differs from itself'
same_files "echo >>out/rtl/bl_node.v; sed -i 's/include/& /' out/host/*.h"
[ "$(cat "$work/said")" = 'rtl/bl_node.v' ] || fail 'one file was changed'
same_files 'echo more'
[ "$(cat "$work/said")" = 'status and words' ] || fail 'one word more was said'
exit $failed
