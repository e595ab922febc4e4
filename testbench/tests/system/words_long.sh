#!/bin/sh
# seconds: 20
# Every word that Verilog, SystemVerilog, C and C++ reserve (words.txt), macros of the C library and
# every name that the written files use themselves, as the name of a pipeline, record, column,
# version, bus and STG signal: the files are clean in all tools. With --long the macros of all
# headers, every name as that of a pipeline and bus, and more standards.
tests=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; head -n 20 "$work/said"; exit 1; }
jobs=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)

# ---- the words

counted() { # counted WORDS ROW...: as many as the standards have
    want=$1; shift
    got=$(for row in "$@"; do sed -n "s/^$row //p" "$tests/words.txt"; done | tr ' ' '\n' |
        sort -u | wc -l)
    [ "$got" -eq "$want" ] || fail "$* have $got words, not $want"
}
counted 124 verilog1995 verilog2001 verilog2005
counted 248 verilog1995 verilog2001 verilog2005 systemverilog2005 systemverilog2009 \
    systemverilog2012
counted 59 c90 c99 c11 c23
counted 92 cpp98 cpp11 cpp20

# Those of the language itself cannot be names in it.
own='import const cluster record bus traffic transfer pipeline let pass repeat partition on in by as
at read histogram table crossbar alltoallv write nodes channels width'
echo "$own" | tr ' ' '\n' >"$work/ours"
grep -v '^#' "$tests/words.txt" | cut -d' ' -f2- | tr ' ' '\n' | sort -u >"$work/keywords"
grep -v -x -F -f "$work/ours" "$work/keywords" >"$work/modules"

cluster='cluster %s { board stratix10_mx2100; nodes 2; clock core 150 MHz; clock count 200 MHz;
    memory { channels 4; width 32 B; strip 512; burst 128 B; clock count; }
        network full_mesh { link 6.25 GB/s; latency 400 ns; } }\n'
# shellcheck disable=SC2059
{ printf "$cluster" small
  echo 'record two { a: u32; b: u32; } pipeline k(i: two) on small { partition i by a[0], a[1]; }'
} >"$work/k.loom"
"$BANKLOOM" build -q --fuse none -o "$work/k" "$work/k.loom" >"$work/said" 2>&1 ||
    fail "the program whose names are taken"
headers='errno stdbool stddef stdint stdio string'
[ -z "$BL_LONG" ] || \
    headers='assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal
    stdalign stdarg stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads
    time uchar wchar wctype'
for header in $headers; do echo "#include <$header.h>"; done >"$work/c.h"
sed '/stdatomic\|threads\|iso646\|stdnoreturn\|complex\|tgmath/d' "$work/c.h" >"$work/cpp.h"
{
    gcc -std=c2x -dM -E -x c "$work/c.h" | sed -n 's/^#define \([A-Za-z][A-Za-z0-9_]*\) .*/\1/p' |
        grep -v '^\(PRI\|SCN\).*[1346FLMP]'
    # without comments, which are words of people
    cd "$work/k" && for file in host/*.[ch] golden/*.[ch] runtime/bl_device.h \
        ${BL_LONG:+bench/*.c ir/carried/bench.h ir/carried/node_model.h}; do
        gcc -fpreprocessed -dD -E -P "$file" 2>/dev/null; done
    sed 's|//.*||' rtl/k.v ${BL_LONG:+bench/icarus_top.v project/*.v}
} | grep -o '[A-Za-z_][A-Za-z0-9_]*' | cat - "$work/keywords" | sort -u |
    grep -v -x -F -f "$work/ours" >"$work/all"
[ "$(wc -l <"$work/all")" -gt 900 ] || fail "only $(wc -l <"$work/all") words"

# ---- columns and versions: 64 words of each in a program

awk -v work="$work" -v cluster="$cluster" '{ word[n++] = $0 } END {
    for (c = 0; c * 64 < n; c++) {
        file = work "/many" c ".loom"; printf cluster, "small" >file
        printf "record r%d {", c >file
        for (i = 0; i < 64; i++) printf " %s: u32;", word[(c * 64 + i) % n] >file
        printf " }\npipeline many%d(its_records: r%d) on small {\n", c, c >file
        for (i = 0; i < 64; i += 2)
            printf "    pass { read %s, %s -> crossbar(%s[0]) -> write %s, %s }\n",
                word[(c * 64 + i) % n], word[(c * 64 + i + 1) % n],
                   word[(c * 64 + i) % n], word[((c + 1) * 64 + i) % n],
                   word[((c + 1) * 64 + i + 1) % n] >file
        print "}" >file; close(file); print "many" c
    } }' "$work/all" >"$work/programs"

# ---- pipelines, records, inputs and clusters: a word each; every one with --long, else each eighth
# of the reserved ones

if [ "$BL_LONG" ]; then cp "$work/all" "$work/modules"
else sed -n '1~8p' "$work/modules" >"$work/some" && mv "$work/some" "$work/modules"; fi
awk -v work="$work" -v cluster="$cluster" \
    '{ file = work "/one" NR ".loom"; printf cluster, last ? last : "small" >file
    printf "record %s { x1: u32; x2: u32; }\npipeline %s(%s: %s) on %s {\n", $0, $0, $0, $0,
        last ? last : "small" >file
    print "    let y = x1[0]; pass { read x1, x2 -> crossbar(y) -> write x3, x4 } }" >file
    close(file); print "one" NR; last = $0 }' "$work/modules" >>"$work/programs"

cat >"$work/make" <<'END'
"$BANKLOOM" build -q --fuse none -o "$1/$2" "$1/$2.loom" >"$1/$2.said" 2>&1 ||
    { echo "$2: build"; cat "$1/$2.said"; exit 1; }
END
xargs -P "$jobs" -n 1 sh "$work/make" "$work" <"$work/programs" >"$work/said" 2>&1 || fail "build"

cat >"$work/compile" <<'END'
work=$1 name=$2
set -- -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$work/k" -I "$work/k/runtime" \
    "$work/$name"/host/*.c "$work/$name"/golden/*.c
gcc -std=c2x -include "$work/c.h" "$@" &&
    g++ -x c++ -std=gnu++2b -include "$work/cpp.h" -Wno-pedantic "$@" || exit 1
[ -z "$BL_LONG" ] || { gcc -std=c11 "$@" && g++ -x c++ -std=c++17 "$@"; } || exit 1
END
grep -e many ${BL_LONG:+-e one} "$work/programs" |
    xargs -P "$jobs" -n 1 sh "$work/compile" "$work" >"$work/said" 2>&1 ||
    fail "host and golden files"

# All headers together: nothing in one of them is in the way of another.
for dir in "$work"/one*/; do printf '#include "%s"\n' "$dir"host/*.h "$dir"golden/*.h; done \
    >"$work/headers.c"
gcc -std=c2x -include "$work/c.h" -Wall -Wextra -Werror -fsyntax-only -I "$work/k" \
    -I "$work/k/runtime" "$work/headers.c" >"$work/said" 2>&1 &&
    g++ -x c++ -std=gnu++2b -include "$work/cpp.h" \
        -Wall -Wextra -Werror -fsyntax-only -I "$work/k" -I "$work/k/runtime" "$work/headers.c" \
        >"$work/said" 2>&1 || fail "headers"

# tops FOLDER: every module that is not of the templates
tops() { for file in "$1"/*/rtl/*.v; do case ${file##*/} in bl_*) ;; *) echo "$file" ;; esac; \
    done; }
mkdir "$work/templates"
for dir in "$work"/*/rtl; do cp "$dir"/bl_*.v "$work/templates"; done
tops "$work" >"$work/tops"
# Beside whole circuits, which are alike but for the names: modules of all names.
# shellcheck disable=SC2046
sed -n 's/^module \([^ ]*\) .*/module \1 (input wire a, output wire b);\n'\
'    assign b = a;\nendmodule/p' $(cat "$work/tops") \
    >"$work/modules.v"
grep -e '/many' -e '/one[0-9]*5/' "$work/tops" >"$work/whole"
[ "$(grep -c '^module' "$work/modules.v")" -eq "$(wc -l <"$work/tops")" ] ||
    fail "modules without a name"
verilator --lint-only -Wall -Wno-MULTITOP -Wno-DECLFILENAME "$work/modules.v" >"$work/said" 2>&1 ||
    fail "Verilator: modules"
iverilog -g2001 -Wall -o "$work/vvp" "$work/modules.v" >"$work/said" 2>&1 || fail "Icarus: modules"
for top in $(if [ -n "$BL_LONG" ]; then cat "$work/whole"; else sed -n '1~9p' "$work/whole"; fi); do
    verilator --lint-only -Wall -y "$work/templates" "$top" >"$work/said" 2>&1 ||
        fail "Verilator: $top"
    iverilog -g2001 -Wall -Wno-timescale -o "$work/vvp" -y "$work/templates" "$top" >"$work/said" \
        2>&1 || fail "Icarus: $top"
    [ ! -s "$work/said" ] || fail "Icarus warns: $top"
done
yosys -q -p "read_verilog $(tr '\n' ' ' <"$work/tops")" >"$work/said" 2>&1 || fail "Yosys"

# ---- buses: some; each with --long

cat >"$work/bus" <<'END'
work=$1 word=$2
printf 'bus %s { domains 4; delay 1 ns; clock 100 MHz; }\n' "$word" >"$work/bus_$word.loom"
"$BANKLOOM" build -q -o "$work/buses/$word" "$work/bus_$word.loom" || exit 1
END
mkdir "$work/buses"
if [ -n "$BL_LONG" ]; then cat "$work/modules"; else printf '%s\n' automatic EOF bl_lut; fi |
    xargs -P "$jobs" -n 1 sh "$work/bus" "$work" >"$work/said" 2>&1 || fail "bus"
for dir in "$work"/buses/*/rtl; do cp "$dir"/bl_*.v "$work/templates"; done
tops "$work/buses" >"$work/tops"
# shellcheck disable=SC2046
verilator --lint-only -Wall -Wno-MULTITOP -y "$work/templates" $(cat "$work/tops") >"$work/said" \
    2>&1 || fail "Verilator: buses"
yosys -q -p "read_verilog $(tr '\n' ' ' <"$work/tops")" >"$work/said" 2>&1 || fail "Yosys: buses"

# ---- graphs: 64 signals each, one after the other around a ring

printf '%s\n' abort list map queue set stack vector reference interrupt far near sc_in sensitive \
    type_info rst unused FABRIC DELAY \
    bl_gate_always BL_SEED ring1_model | cat - "$work/keywords" | sort -u >"$work/all"
awk -v work="$work" '{ word[n++] = $0 } END {
    for (c = 0; c * 64 < n; c++) {
        file = work "/ring" c ".g"; printf ".model %s\n", c ? "ring" c : "table" >file
        for (side = 0; side < 2; side++) {
            printf side ? "\n.outputs" : ".inputs" >file
            for (i = side; i < 64; i += 2) printf " %s", word[(c * 64 + i) % n] >file
        }
        print "\n.graph" >file
        for (i = 0; i < 128; i++) {
            a = word[(c * 64 + i % 64) % n] (i < 64 ? "+" : "-"); j = (i + 1) % 128
            b = word[(c * 64 + j % 64) % n] (j < 64 ? "+" : "-"); print a, b >file
        }
        printf ".marking { <%s,%s> }\n.end\n", a, b >file; close(file); print "ring" c
    } }' "$work/all" >"$work/graphs"
mkdir "$work/graph"
while read -r ring; do
    "$BANKLOOM" stg "$work/$ring.g" -o "$work/graph/$ring" >"$work/said" 2>&1 || fail "$ring"
done <"$work/graphs"
grep -q 'signal null: null_1$\|signal table: table_1$' "$work"/graph/*/rtl/*.v ||
    fail "no signal was renamed"
cp "$work"/graph/ring1/rtl/bl_*.v "$work/templates"
{ tops "$work/graph"; ls "$work"/graph/*/sim/*_model.v; } >"$work/tops"
for top in $(tops "$work/graph"); do
    verilator --lint-only -Wno-fatal -y "$work/templates" "$top" >"$work/said" 2>&1 ||
        fail "Verilator: $top"
    ! grep -q 'Error\|SYMRSVD' "$work/said" || fail "Verilator: $top"
done
# shellcheck disable=SC2046
iverilog -g2001 -Wall -Wno-timescale -o "$work/vvp" -y "$work/templates" $(cat "$work/tops") \
    "$work"/graph/*/sim/*_bench.v \
    >"$work/said" 2>&1 || fail "Icarus: graphs"
yosys -q -p "read_verilog $(tops "$work/graph" | tr '\n' ' ')" >"$work/said" 2>&1 ||
    fail "Yosys: graphs"

# ---- the checks notice a name as it stands in the program

file=$(grep -l 'signal table: table_1' "$work"/graph/*/rtl/*.v | head -n 1)
sed 's/\btable_1\b/table/g' "$file" >"$work/raw.v"
verilator --lint-only -Wno-fatal -y "$work/templates" "$work/raw.v" >"$work/said" 2>&1 &&
    fail "Verilator takes a signal table"
file=$(grep -l 'column EOF: EOF_1' "$work"/many*/host/*.h | head -n 1)
sed 's/\bEOF_1;/EOF;/' "$file" >"$work/raw.h"
gcc -std=c2x -include "$work/c.h" -fsyntax-only -I "$work/k" -I "$work/k/runtime" -x c \
    "$work/raw.h" >"$work/said" 2>&1 && fail "C takes a column EOF"

# ---- what was renamed is reported

"$BANKLOOM" check --json "$work/$(basename "$file" _host.h).loom" >"$work/json" 2>/dev/null
tr -d '\n\t ' <"$work/json" | grep -q '{"kind":"column","name":"EOF","written":"EOF_1"}' ||
    fail "check --json does not tell"
exit 0
