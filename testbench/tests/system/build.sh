#!/bin/sh
# bankloom build: complete, the same bytes every time, and all or nothing.
program=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; exit 1; }

"$BANKLOOM" build $program -o "$work/one" -q || fail "build failed"
for file in rtl/sort.v rtl/files.f rtl/sort.map.json host/sort_host.h host/sort_host.c \
    golden/sort_golden.c bench/sort_bench.c \
    bench/shim.cpp bench/Makefile ir/carried/bench.h; do
    [ -s "$work/one/$file" ] || fail "$file is missing"
done
while read -r file; do [ -s "$work/one/rtl/$file" ] ||
    fail "files.f names $file, which is missing"; done <"$work/one/rtl/files.f"
[ "$(find "$work/one/rtl" -name '*.v' | wc -l)" -eq "$(wc -l <"$work/one/rtl/files.f")" ] ||
    fail "rtl/ holds files that files.f does not name"

"$BANKLOOM" build $program -o "$work/two" -q && diff -r "$work/one" "$work/two" ||
    fail "the same program gave other bytes"
"$BANKLOOM" build $program -o "$work/two" -q --nodes 4 || fail "build over an earlier output failed"
diff -rq "$work/one" "$work/two" >/dev/null && fail "--nodes 4 changed nothing"

# Another spelling of the same path: the same bytes. A path with characters that end comments or
# strings does no harm.
mkdir "$work/sub" && cp $program "$work/sort.loom" || exit 1
(cd "$work" && "$BANKLOOM" build ./sub/../sort.loom -o four -q &&
    "$BANKLOOM" build "$work/sort.loom" -o five -q) ||
    fail "build by another path failed"
diff -r "$work/four" "$work/five" || fail "another spelling of the path gave other bytes"
odd="$work/a\"\\ b'
c.loom"
cp $program "$odd" && "$BANKLOOM" build "$odd" -o "$work/odd" -q || fail "an odd path"
iverilog -g2001 -s sort -o "$work/odd.vvp" "$work"/odd/rtl/*.v || fail "an odd path in Verilog"
grep -q 'source": "a\\"\\\\ b'"'"'\\nc.loom"' "$work/odd/rtl/sort.map.json" ||
    fail "an odd path in JSON"

# An error: status 1, a message, and what was there stays.
sed 's/crossbar(t1)/crossbar(t9)/' $program >"$work/bad.loom"
"$BANKLOOM" build "$work/bad.loom" -o "$work/one" -q 2>"$work/said"; [ $? -eq 1 ] ||
    fail "a bad program did not give status 1"
grep -q 'E[0-9]' "$work/said" || fail "no coded error was said"
"$BANKLOOM" build $program -o "$work/two" -q && diff -r "$work/one" "$work/two" ||
    fail "an error touched the output folder"
"$BANKLOOM" build "$work/bad.loom" -o "$work/three" -q 2>/dev/null; [ -e "$work/three" ] &&
    fail "an error left a folder"
# What a user adds to the folder stays, what the build no longer has goes, and an edit is kept
# aside and reported.
echo note >"$work/two/notes" && mkdir "$work/two/mine" && echo edit >>"$work/two/rtl/sort.v"
sed "s/^pipeline sort/pipeline other/" $program >"$work/other.loom"
"$BANKLOOM" build "$work/other.loom" -o "$work/two" -q 2>"$work/said" ||
    fail "build over an earlier output failed"
[ "$(cat "$work/two/notes")" = note ] && [ -d "$work/two/mine" ] ||
    fail "a file of the user is gone"
[ -s "$work/two/rtl/other.v" ] && [ ! -e "$work/two/host/sort_host.c" ] ||
    fail "files of an earlier build are still there"
tail -n 1 "$work/two/rtl/sort.v" | grep -q "^edit$" || fail "an edited file is gone"
grep -q "rtl/sort.v is no longer written, but is not as bankloom wrote it" "$work/said" ||
    fail "an edited file that is no longer written was not reported"
"$BANKLOOM" build $program -o "$work/two" -q 2>"$work/said" ||
    fail "build over an earlier output failed"
grep -q "rtl/sort.v is not as bankloom wrote it.* kept as .*sort.v.old" "$work/said" &&
    grep -q "^edit$" "$work/two/rtl/sort.v.old" ||
    fail "an edit is gone"

mkdir "$work/mine" && echo keep >"$work/mine/notes"
"$BANKLOOM" build $program -o "$work/mine" -q 2>/dev/null && fail "a foreign folder was replaced"
[ "$(cat "$work/mine/notes")" = keep ] || fail "a foreign folder was changed"
[ "$(find "$work" -maxdepth 1 -name '*new*' | wc -l)" -eq 0 ] || fail "a temporary folder was left"

# The C that is written compiles without a warning.
for cc in gcc clang; do
    command -v $cc >/dev/null || continue
    for file in "$work"/one/host/*.c "$work"/one/golden/*.c "$work"/one/bench/*_bench.c \
        "$work"/one/bench/icarus_model.c \
        "$work"/odd/bench/*_bench.c; do
        $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$work/one" -I"$work/one/runtime" \
            -I"$work/one/golden" -I"$work/one/host" \
            -c -o "$work/object.o" "$file" || fail "$cc: $file"
    done
done
exit 0
