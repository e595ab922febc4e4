#!/bin/sh
# seconds: 180
# What another kind of stage needs: one file, one template and one row. What another network needs:
# its folders, one row, and what the conformance bench drives. testbench/tests/toys has a toy of
# each; a copy of the project gets it, and nothing else, is built without a warning, and runs a
# program with it in both simulators, fused and unfused. The network passes the conformance bench,
# which notices faults.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
fail() { echo "FAIL $*"; failed=1; }
toys=testbench/tests/toys
unset BANKLOOM

# copy FOLDER: the project as it is
copy() { mkdir "$1" && tar -cf - --exclude ./build --exclude ./.git . | tar -xf - -C "$1"; }
built() { make -s -C "$1" all >"$work/said" 2>&1 && ! [ -s "$work/said" ] ||
    { cat "$work/said"; fail "$1: not built without a word"; }; }
# changed FOLDER: the files that are not the project's
changed() { diff -rq -x build -x .git . "$1" | sed "s|$1|COPY|g" | sort; }
matches() { # FOLDER PROGRAM OPTIONS...
    folder=$1 program=$2
    shift 2
    for fusion in none all; do
        "$folder/build/bankloom" run -q "$program" --fuse $fusion "$@" >"$work/said" 2>&1 &&
            grep -q '^golden model    matches the golden model' "$work/said" ||
                { cat "$work/said"; fail "$program --fuse $fusion $*"; }
    done
}

copy "$work/stage" || exit 1
cp $toys/stage/complement.c "$work/stage/compiler/stage" &&
    cp $toys/stage/bl_complement.v "$work/stage/rtl_templates/stream" &&
    cat $toys/stage/row.txt >>"$work/stage/compiler/ir/stages.def" || exit 1
cat >"$work/wanted" <<'END'
Files ./compiler/ir/stages.def and COPY/compiler/ir/stages.def differ
Only in COPY/compiler/stage: complement.c
Only in COPY/rtl_templates/stream: bl_complement.v
END
changed "$work/stage" | diff "$work/wanted" - || fail "other files had to change"
built "$work/stage"
matches "$work/stage" $toys/stage/program.loom --sim icarus --keys 300
matches "$work/stage" $toys/stage/program.loom --sim verilator --keys 300
# Its output is compared: without the inversion the golden model differs.
sed -i 's/{~s_axis_tdata/{s_axis_tdata/' "$work/stage/rtl_templates/stream/bl_complement.v"
"$work/stage/build/bankloom" run -q $toys/stage/program.loom --keys 300 --sim icarus >"$work/said" \
    2>&1
grep -q '^golden model    DIFFERS' "$work/said" ||
    { cat "$work/said"; fail "a wrong template is not noticed"; }

copy "$work/network" || exit 1
mkdir "$work/network/compiler/network/shared" "$work/network/rtl_templates/shared" || exit 1
cp $toys/network/shared.c "$work/network/compiler/network/shared" &&
    cp $toys/network/bl_shared_slot.v "$work/network/rtl_templates/shared" &&
    cp $toys/network/shared.v "$work/network/testbench/conformance/networks" &&
    cp $toys/network/carrier_shared.v "$work/network/testbench/conformance/carriers" &&
    cat $toys/network/row.txt >>"$work/network/compiler/network/networks.def" || exit 1
cat >"$work/wanted" <<'END'
Files ./compiler/network/networks.def and COPY/compiler/network/networks.def differ
Only in COPY/compiler/network: shared
Only in COPY/rtl_templates: shared
Only in COPY/testbench/conformance/carriers: carrier_shared.v
Only in COPY/testbench/conformance/networks: shared.v
END
changed "$work/network" | diff "$work/wanted" - || fail "other files had to change"
built "$work/network"
(cd "$work/network" && testbench/lint_folders) >"$work/said" 2>&1 && ! [ -s "$work/said" ] ||
    { cat "$work/said"; fail "includes"; }
matches "$work/network" $toys/network/program.loom --sim icarus --keys 300
matches "$work/network" $toys/network/program.loom --sim icarus --nodes 2 --channels 2 --keys 300
matches "$work/network" $toys/network/program.loom --sim verilator --keys 4K
# A word in a cycle is all that it carries, and the plan knows.
sed -n 's/^bound by keys.*reached to \([0-9.]*\) %$/\1/p' "$work/said" |
    awk '{ exit !($1 > 95 && $1 <= 100) }' || { cat "$work/said"; fail "the bound"; }
bench=$work/network/testbench/conformance/run
"$bench" --carrier shared && "$bench" --carrier --faults shared && "$bench" shared &&
    SHAPES=3x2 "$bench" shared && "$bench" --faults shared ||
    fail "the conformance bench"
exit $failed
