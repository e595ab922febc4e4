#!/bin/sh
# seconds: 180
# What another kind of stage needs: one file, one template and one row. testbench/tests/toys has a
# toy; a copy of the project gets it, and nothing else, is built without a warning, and runs a
# program with it in both simulators, fused and unfused.
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

exit $failed
