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
# measured BAR: that column of the bar, of the tree as it was, or of the worse one
measured() { awk -F, -v bar="$1" 'index($1, bar) { print $3 }' "$work/bench/${2:-house}.csv"; }
measure() { "$copy/testbench/bench/house" --build "$work" "$@" >"$work/said" 2>&1; }
# more BAR COUNT: the worse tree has so many more of what the bar counts
more() {
    [ "$(measured "$1")" = $(($(measured "$1" before) + $2)) ] ||
        fail "$1: $(measured "$1" before), then $(measured "$1"), which is not $2 more"
}
# above BAR NUMBER
above() {
    awk -v of="$(measured "$1")" -v than="$2" 'BEGIN { exit !(of + 0 > than + 0) }' ||
        fail "$1: $(measured "$1") is not above $2"
}

against ''
measure --text
mv "$work/bench/house.csv" "$work/bench/before.csv"

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

# ---- bench/house on a tree with one thing more against every bar

echo '#include "lower/lower.h"' >>"$copy/compiler/ir/pass.c"
against '^compiler/ir/pass.c: includes "lower/lower.h"$'
# A network's header is known to who includes it, and to who includes that; a folder has too many
# files; and functions stand where they should not, also where nobody calls them.
attic=$copy/compiler/attic
mkdir "$attic"
for number in $(seq 24); do : >"$attic/number$number.txt"; done
first_header() { (cd "$copy/compiler" && find "$1" -name '*.h' | sort | head -n 1); }
for network in rsb links; do
    echo "#include \"$(first_header network/$network)\"" >"$attic/$network.h"
    echo "#include \"attic/$network.h\"" >"$attic/$network.c"
done
# This test is looked through for calls, too: what nobody calls has no name in it.
own=bl_attic own=${own}_own
{ seq 50 | sed 's/.*/void bl_attic_&(void);/'; echo "void $own(void);"
    echo "void ${own}er(void);"; } >"$attic/far.h"
seq 50 | sed 's/.*/void bl_attic_&(void) {}/' >"$attic/near.c"
seq 50 | sed '1i void calls(void) {
    s/.*/    bl_attic_&();/; $a }' >"$attic/calls.c"
printf '%s\n' "void $own(void) {}" "void ${own}er(void) {}" \
    "static void calls(void) { $own(); }" >"$attic/far.c"
# What the compiler should not name or include, and lines that are too long.
printf '%s\n' 'enum bl_kind kind = BL_HISTOGRAM;' 'bl_lower(plan);' \
    '#include "simulation/core/pool.h"' >"$attic/names.c"
long=$(printf '%0120d' 0)
for name in c v sh py in; do echo "$long" >"$copy/testbench/tests/long.$name"; done
{ echo '#!/bin/sh'; echo "$long"; } >"$copy/testbench/tests/long"
# Files that call each other in a ring, which is larger than any other; a permission that nobody
# uses; a plan where a node would do; a setting of the user's that is overwritten; a template that
# nothing tests.
for number in $(seq 9); do
    echo "void bl_ring_$number(void) { bl_ring_$((number % 9 + 1))(); }" >"$attic/ring$number.c"
done
sed -i 's/^lower .*/& board/' "$copy/compiler/folders.txt"
echo 'struct bl_plan;' >"$copy/compiler/kernel/attic.h"
echo '    cluster->memory.width = 1;' >>"$attic/names.c"
: >"$copy/rtl_templates/stream/bl_attic.v"
# Functions of 20 lines, more than there are others, and one of 90.
awk 'BEGIN { for (f = 0; f <= 20000; f++) { print "void f" f "(void) {"
    for (l = 2; l < (f ? 20 : 90); l++) print "    ;"
    print "}" } }' >"$attic/long.c"
measure --text
more 'a header of rsb' 2
more 'a header of full_mesh' 2
more 'name a kind of stage' 1
more 'lower a plan' 1
more 'own file alone or of nobody' 2
more 'without a comment' 52
above "in another .c than" "$(measured "in another .c than" before)"
more 'a folder that stands behind' 1
more 'include testbench/' 1
above 'cycles between' 0
[ "$(measured 'the largest circle')" = 9 ] || fail 'the largest circle'
more 'permissions of folders.txt' 1
more 'take a bl_plan' 1
more 'a checker overwrites' 1
more 'templates without bench' 1
more 'more than 25 files' 1
above 'median of the lines' 8
above 'nine functions of ten' 17
[ "$(measured 'the longest function')" = 90 ] || fail 'the longest function'
more 'over 100 columns' 6
# Where the header says that it is inner, its functions may stand anywhere; not when others include
# it all the same.
mv "$attic/far.h" "$attic/far_inner.h"
far() { testbench/public_functions "$copy" | grep -c '^elsewhere .*/far_inner.h'; }
[ "$(far)" = 0 ] || fail 'an inner header counts'
echo '#include "attic/far_inner.h"' >>"$copy/compiler/ir/pass.c"
[ "$(far)" = 52 ] || fail 'a header that others include counts as inner'
rm -r "$attic" "$copy"/testbench/tests/long* "$copy/compiler/kernel/attic.h" \
    "$copy/rtl_templates/stream/bl_attic.v"
cp compiler/ir/pass.c "$copy/compiler/ir/pass.c"

# Each network is left out and the tests of another one are run, with a `make` that wants what
# nobody knows any more to be gone; a toy is missing first. Tests that only pass or fail.
mkdir "$work/bin"
cat >"$work/bin/make" <<'END'
#!/bin/sh
while [ "$1" != -C ]; do shift; done
cd "$2" && ! grep -rq 'network/links/links.h' compiler/ir && [ "$(ls -d compiler/network/*/ |
    wc -l)" -lt "$(wc -l <"$0.folders")" ] || exit 1
END
chmod +x "$work/bin/make"
(cd "$copy" && ls -d compiler/network/*/) >"$work/bin/make.folders"
rm "$copy"/testbench/tests/system/*.sh
for test in $(sed -n 's/^ *\(full_mesh\|rsb\)) echo \([a-z_ ]*\) ;;$/\2/p' \
    "$copy/testbench/bench/house"); do
    echo 'exit 0' >"$copy/testbench/tests/system/$test.sh"
done
usual=$PATH PATH=$work/bin:$PATH
measure
for network in rsb full_mesh; do
    [ "$(measured "without $network: it builds")" = 1 ] || fail "without $network: no build"
    above "without $network: tests of" 0
done
grep -q '^without .*,no$' "$work/bench/house.csv" && fail 'what passes does not hold'
grep -q '^tests of the toy .*,no$' "$work/bench/house.csv" || fail 'no toy, and the bar holds'
echo '#include "network/links/links.h"' >>"$copy/compiler/ir/pass.c"
echo 'exit 1' >"$copy/testbench/tests/system/bus_trace.sh"
echo 'exit 0' >"$copy/testbench/tests/system/toys.sh"
measure
PATH=$usual
grep -q '^without full_mesh: it builds,>= 1,0,,no$' "$work/bench/house.csv" ||
    fail 'a build that fails is not reported'
grep -q '^tests of the toy .*,>= 1,1,tests,yes$' "$work/bench/house.csv" || fail 'the toy passes'
cp compiler/ir/pass.c "$copy/compiler/ir/pass.c"
against '^lower board: nobody there includes it$'
cp compiler/folders.txt "$copy/compiler/folders.txt"
mkdir "$copy/compiler/attic"
: >"$copy/compiler/attic/attic.c"
echo >>"$copy/compiler/attic/attic.c"
against '^compiler/attic/attic.c: its folder is not in compiler/folders.txt$'
rm -r "$copy/compiler/attic"

sed -i 's/^ir .*/& plan/' "$copy/compiler/folders.txt"
echo '#include "plan/plan.h"' >>"$copy/compiler/ir/pass.c"
against '^ir stands before plan$'
cp compiler/ir/pass.c "$copy/compiler/ir/pass.c"
sed "1s/\$/$(printf '%090d' 0)/" compiler/folders.txt >"$copy/compiler/folders.txt"
against '^compiler/folders.txt:1: 1[0-9]* columns$'

# same_files compares two compilers: what one of them writes otherwise is reported, by file.
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
cases = (("sort", {}, ["build", str(program), "--nodes", "2", "--channels", "2"]),
         ("kernels", same["kernels"](3, False), ["build", "program.loom"]))
for case in cases:
    name, changed, built = same["compared"](case, [one, two], work)
    print(name, *changed, "" if built else "not built")
EOF
}
# differs SORT KERNELS: the files in which they differ
differs() { printf 'sort %s \nkernels %s \n' "$@" | sed 's/  *$/ /' | cmp -s - "$work/said" ||
    fail "of sort '$1' and of kernels '$2' was to differ"; }
same_files true
differs '' ''
same_files "echo >>out/rtl/bl_node.v; sed -i 's/^#include/& /' out/host/*.h"
differs rtl/bl_node.v rtl/bl_node.v
same_files '[ ! -f out/rtl/k_kernel_k0.v ] || echo >>out/rtl/k_kernel_k0.v'
differs '' rtl/k_kernel_k0.v
same_files 'echo more'
differs 'status and words' 'status and words'
exit $failed
