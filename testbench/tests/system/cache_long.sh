#!/bin/sh
# seconds: 20
# The cache of compiled models and the folders that are compiled in: blanks in their paths, a cache
# that cannot be written, damaged files.
sort=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { echo "$*"; cat "$work/said"; exit 1; }
here=$work/a\ folder\'s
mkdir "$here" || exit 1
export XDG_CACHE_HOME="$here/cache"

# run OPTIONS...: $limited may be a command that takes rights away
run() { $limited "$BANKLOOM" run $sort --nodes 2 --channels 1 --width 16 --keys 200 "$@" \
    >"$work/said" 2>&1 </dev/null; }
limited=
matches() { run "$@" && grep -q 'matches the golden model' "$work/said" || fail "no match: $*"; }
compiled() { grep -q 'model compiled' "$work/said"; }

# A blank and a quote in the path of the cache, of --keep and of build's folder.
for simulator in verilator icarus; do
    matches --sim $simulator
    compiled || fail "--sim $simulator was in a new cache"
    matches --sim $simulator
    compiled && fail "--sim $simulator was not kept"
done
matches --sim icarus --keep "$here/kept model"
"$BANKLOOM" build $sort --nodes 2 --channels 1 --width 16 -o "$here/out" >"$work/said" ||
    fail "build"
hint=$(sed -n "s/.*simulates and compares: //p" "$work/said")
[ -n "$hint" ] || fail "no hint"
sh -c "${hint% run} SIM=icarus run ARGS='--keys 200'" >"$work/said" 2>&1 ||
    fail "the hint of build does not run: $hint"
grep -q 'matches the golden model' "$work/said" || fail "no match from the hint"

# A damaged file is made again: the program, what it needs beside it, the archives that it is linked
# from.
kept=$XDG_CACHE_HOME/bankloom
for file in "$kept"/sort-*; do
    case $file in *.sum) continue ;; esac
    [ "$(wc -c <"$file")" -gt 2000 ] || fail "$file is small"
    dd if=/dev/zero of="$file" bs=1 seek=1000 count=1 conv=notrunc 2>/dev/null; head -c 2000 \
        "$file" >"$work/part"; cat "$work/part" >"$file"
done
for file in "$kept"/node-*.a; do head -c 2000 "$file" >"$work/part"; cat "$work/part" >"$file"; done
for simulator in verilator icarus; do
    matches --sim $simulator
    compiled || fail "--sim $simulator: a damaged model was taken for whole"
    matches --sim $simulator
    compiled && fail "--sim $simulator was not kept after it was made again"
done

# A cache that cannot be written: what is in it is used, the compiler need not be there; what is not
# is reported before it is compiled.
[ "$(id -u)" -ne 0 ] || limited='setpriv --bounding-set -dac_override'
chmod -R a-w "$XDG_CACHE_HOME"
$limited touch "$kept/x" 2>/dev/null && fail "the cache can be written"
matches
mkdir "$work/bin" && ln -s "$(command -v verilator)" "$(command -v setpriv)" "$(command -v perl)" \
    "$work/bin"
(PATH=$work/bin; export PATH; run) || fail "a kept model needs more than Verilator's version"
run --nodes 4; [ $? -eq 1 ] || fail "a cache that cannot be written was no error"
grep -q "not compiled yet and cannot be kept in '$kept': Permission denied" "$work/said" ||
    fail "a cache that cannot be written was not reported"
(PATH=$work/none; export PATH; limited=; run); [ $? -eq 1 ] || fail "no Verilator was no error"
grep -q "program 'verilator' is missing" "$work/said" || fail "no Verilator was not reported"
exit 0
