#!/bin/sh
# seconds: 60
# What another kind of program needs: its folder and one row. testbench/tests/toys/kind has a list
# of sleeps. A copy of the project gets it and nothing else, is built without a warning, includes
# what it may, and every verb takes such a program: what is built runs as `run` says.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
fail() { echo "FAIL $*"; failed=1; }
toy=$root/testbench/tests/toys/kind copy=$work/copy
build=$(cd "$(dirname "$BANKLOOM")" && pwd) && BANKLOOM=$build/bankloom || exit 2

# The project with what is compiled of it, but the tests' own.
mkdir "$copy" && tar -cf - --exclude ./build --exclude ./.git . | tar -xf - -C "$copy" &&
    mkdir "$copy/build" &&
    cp -a "$build/obj" "$build/gen" "$build"/*.a "$copy/build" &&
    cp -a "$toy/sleeps" "$copy/compiler/kind" &&
    cat "$toy/row.txt" >>"$copy/compiler/kind/kinds.def" || exit 1
{ [ ! -d "$build/verilated" ] || cp -a "$build/verilated" "$copy/build"; } || exit 1
cat >"$work/wanted" <<'END'
Files ./compiler/kind/kinds.def and COPY/compiler/kind/kinds.def differ
Only in COPY/compiler/kind: sleeps
END
diff -rq -x build -x .git . "$copy" | sed "s|$copy|COPY|g" | sort | diff "$work/wanted" - ||
    fail "other files had to change"
make -s -C "$copy" all >"$work/said" 2>&1 && ! [ -s "$work/said" ] ||
    { cat "$work/said"; fail "not built without a word"; exit 1; }
bankloom=$copy/build/bankloom

# lint: the rules of folders, width and form of the sources, completion and man page.
(cd "$copy" && testbench/lint_folders . && testbench/options_files --check --build build &&
    testbench/lint_settings --build build) \
    >"$work/said" 2>&1 && ! [ -s "$work/said" ] || { cat "$work/said"; fail "lint"; }
awk 'length > 100 { print FILENAME ":" FNR; bad = 1 } END { exit bad }' "$toy"/sleeps/* ||
    fail "lines over 100 columns"
if command -v clang-format >/dev/null; then
    clang-format --dry-run -Werror "$toy"/sleeps/*.[ch] 2>"$work/said" || fail "clang-format"
fi
# The rules fire: the parser may not know the kind, and its settings have to be declared.
mv "$copy/compiler/kind/sleeps/sleeps.md" "$work"
(cd "$copy" && testbench/lint_settings --build build) |
    grep -q 'no table of the settings of sleeps' || fail "settings that no text tells"
mv "$work/sleeps.md" "$copy/compiler/kind/sleeps"
cp "$copy/compiler/syntax/tree.c" "$work/tree.c"
echo '#include "kind/sleeps/sleeps.h"' >>"$copy/compiler/syntax/tree.c"
(cd "$copy" && testbench/lint_folders .) | grep -q '^compiler/syntax/tree.c: includes' ||
    fail "an include of the kind is not noticed"
cp -p "$work/tree.c" "$copy/compiler/syntax/tree.c"

# says WANTED... : what the verb has said, a line for each word
says() { printf '%s\n' "$@" | diff - "$work/said" || fail "said otherwise"; }
cd "$work" || exit 1
cp "$toy/program.loom" nap.loom
"$bankloom" check nap.loom >said 2>&1 || fail check
says 'nap.loom: sleeps nap, 3 of them, no errors'
"$bankloom" check --dump program nap.loom >said 2>&1 || fail "check --dump program"
says 'sleeps nap {' '    sleep 10 ns;' '    sleep 25 ns;' '    sleep 1 us;' '}'
# The print of the tree is a program, with the same print.
"$bankloom" check --dump tree nap.loom >again.loom && "$bankloom" check --dump tree again.loom |
    diff again.loom - || fail "the print of the tree"
"$bankloom" explain nap.loom >said 2>&1 || fail explain
says '3 sleeps, a cycle of the clock is 10 ns' '10 ns: 1 cycles' '25 ns: 3 cycles' \
    '1 us: 100 cycles'
"$bankloom" run nap.loom >said 2>&1 || fail run
says 'sleep 1 ends in cycle 1' 'sleep 2 ends in cycle 4' 'sleep 3 ends in cycle 104'
"$bankloom" run - <nap.loom >said 2>&1 && fail "- is no file"
"$bankloom" run /dev/stdin <nap.loom >said 2>&1 || fail "run of a pipe"
says 'sleep 1 ends in cycle 1' 'sleep 2 ends in cycle 4' 'sleep 3 ends in cycle 104'

# What is built does what `run` says, and a wrong circuit does not.
"$bankloom" build -q nap.loom -o out >said 2>&1 || { cat said; fail build; }
circuit() {
    iverilog -g2001 -Wall -Wno-timescale -s sleeps_nap_bench -o bench.vvp out/rtl/*.v \
        out/sim/*.v && vvp -n bench.vvp
}
circuit >simulated 2>&1
diff said simulated >/dev/null && fail "nothing was simulated"
"$bankloom" run nap.loom | diff - simulated || fail "the circuit"
"$root/testbench/lint_verilator" --top-module sleeps_nap out/rtl/sleeps_nap.v >said 2>&1 &&
    ! [ -s said ] || { cat said; fail "verilator about the circuit"; }
sed -i "s/cycles = 32'd3;/cycles = 32'd2;/" out/rtl/sleeps_nap.v
circuit >simulated 2>&1
"$bankloom" run nap.loom | diff - simulated >/dev/null && fail "a wrong circuit is not noticed"

"$bankloom" graph --dot nap.loom | grep -q 's1 -> s2' || fail "graph --dot"
"$bankloom" graph nap.loom >said 2>&1 && grep -q '</svg>' nap.svg || { cat said; fail graph; }
"$bankloom" graph nap.loom -o nap.txt >said 2>&1 && fail "a picture without a format"
for verb in explain build run graph; do
    "$bankloom" $verb nap.loom --help | grep -q "FILE.loom has a list of sleeps" ||
        fail "$verb --help"
done
"$bankloom" --help |
    grep -q 'a program with a bus, kernels, a .dma. alone or a list of sleeps, too' || fail help

# wrong TEXT PLACE-AND-MESSAGE: refused by every verb
wrong() {
    printf '%s\n' "$1" >wrong.loom
    for verb in check explain run 'graph --dot' 'build -o no'; do
        "$bankloom" $verb wrong.loom >said 2>&1
        [ $? -eq 1 ] && grep -qF "wrong.loom:$2" said || { cat said; fail "$verb: $1"; }
    done
}
wrong 'sleeps nap { sleep 2 ms; }' \
    '1:20-23: error E0083: `sleep` is 2 ms; it must be from 10 ns to 1 ms'
wrong 'sleeps nap { sleep 2 B; }' \
    '1:20-22: error E0062: `sleep` takes a time such as `400 ns`; this is 2 B'
wrong 'sleeps nap { nap 2 ns; }' \
    '1:14-16: error E0026: unknown part `nap` of a list of sleeps; expected sleep'
wrong 'sleeps nap { }' '1:8-10: error E0080: a list of sleeps lacks `sleep`'
wrong 'sleeps nap { sleep 1 us; } sleeps two { sleep 1 us; }' '1:28-33: error E0081: '
wrong 'sleeps nap { sleep 1 us; ' '1:12: error E0022: '
wrong 'bus b { domains 4; delay 4 ns; } sleeps nap { sleep 1 us; }' \
    '1:1-3: error E0161: a program has either a list of sleeps or a bus; this one has both'
wrong 'record nap { x: u32; } sleeps nap { sleep 1 us; }' '1:31-33: error '
wrong 'nonsense' '1:1-8: error E0020: expected `import`, `const`, `cluster`, `record`, `stage`, '
grep -qF '`transfer`, `kernel`, `channel`, `group` or `sleeps`, found `nonsense`' said ||
    { cat said; fail "what may stand there"; }
# Verbs for pipelines alone say what it is; options about a cluster do nothing.
"$bankloom" sweep nap.loom -o swept >said 2>&1
grep -qF 'E0171: `nap` is a list of sleeps and has no nodes' said || { cat said; fail sweep; }
"$bankloom" check --nodes 4 nap.loom >said 2>&1
grep -qF 'E3003: `--nodes` does nothing here' said || { cat said; fail "check --nodes"; }
# Its word can be a name; and programs of the other kinds are as before.
printf 'record sleeps { sleeps: u32; sleep: u32; }\nsleeps sleeps { sleep 1 us; }\n' >names.loom
"$bankloom" check names.loom >said 2>&1
grep -q 'E0[0-9]*: .*sleeps' said || { cat said; fail "one name for two things"; }
for program in counting_sort/counting_sort rsb/curves; do
    for verb in check explain 'graph --dot'; do
        "$bankloom" $verb "$root/examples/$program.loom" >said 2>&1
        "$BANKLOOM" $verb "$root/examples/$program.loom" 2>&1 | diff - said || fail "$verb $program"
    done
done
exit $failed
