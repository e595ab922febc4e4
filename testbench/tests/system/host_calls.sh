#!/bin/sh
# seconds: 25
# The generated calls: as C and as C++ of several standards without a warning; every result is
# returned where it belongs; a host program in C++ runs on the simulated cluster.
folder=examples/counting_sort tests=testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

"$BANKLOOM" build -q -o "$work/keys" --nodes 2 --channels 2 $folder/counting_sort.loom \
    >"$work/said" 2>&1 || fail "build"
"$BANKLOOM" build -q -o "$work/pairs" --nodes 2 --channels 2 --fuse none $folder/with_values.loom \
    >"$work/said" 2>&1 || fail "build"

# The standards that a compiler does not know yet are left out; C11 and C++17 are known to all.
knows() { echo 'int x;' | "$@" -fsyntax-only - >/dev/null 2>&1; }
compile() {
    language=$1 std=$2
    shift 2
    for compiler in "$@"; do
        command -v "$compiler" >/dev/null && knows "$compiler" -x "$language" "-std=$std" ||
            continue
        for dir in keys pairs; do
            "$compiler" -x "$language" "-std=$std" -Wall -Wextra -Wpedantic -Werror -fsyntax-only \
                -I "$work/$dir" -I "$work/$dir/runtime" \
                "$work/$dir/host/sort_host.c" "$work/$dir/golden/sort_golden.c" >"$work/said" 2>&1 \
                    || fail "$compiler -std=$std: $dir"
        done
        echo "$compiler-$std" >>"$work/compiled"
    done
}
for std in c11 c17 c2x c23; do compile c $std gcc clang; done
for std in c++17 c++20 c++2b c++23; do compile c++ $std g++ clang++; done
for one in gcc-c11 g++-c++17 g++-c++20; do grep -q -x -e "$one" "$work/compiled" ||
    fail "$one did not compile anything"; done

sed '/extern "C"/d' "$work/keys/host/sort_host.h" >"$work/without.h"
cmp -s "$work/without.h" "$work/keys/host/sort_host.h" && fail 'no extern "C"'

for source in "$work"/keys/runtime/bl_*.c "$work"/keys/runtime/*/bl_*.c; do
    part=$(basename "$source" .c)
    [ "$part" != bl_device_open ] || continue # the program has its own
    gcc -std=c11 -D_GNU_SOURCE -Wall -Wextra -c -I "$work/keys/runtime" \
        -o "$work/${part#bl_}.o" "$source" >"$work/said" 2>&1 ||
        fail "bl_$part.c"
done
gcc -std=c11 -c -I "$work/keys/runtime" -o "$work/host.o" "$work/keys/host/sort_host.c" \
    >"$work/said" 2>&1 &&
    g++ -std=c++17 -Wall -Wextra -Wpedantic -Werror -I "$work/keys/runtime" -I "$work/keys/host" \
        -pthread -o "$work/calls" \
        $tests/host_calls.cpp "$work"/device*.o "$work/dma.o" "$work/host.o" >"$work/said" 2>&1 ||
            fail "host_calls.cpp"
"$work/calls" >"$work/said" 2>&1 || fail "results"
grep -q 'all results are returned' "$work/said" || fail "results: nothing was said"

"$BANKLOOM" run $folder/counting_sort.loom -q --nodes 2 --channels 2 --host $tests/host_sort.cpp \
    -- 3000 >"$work/said" 2>&1 || fail "C++"
grep -q -x '3000 keys sorted from C++' "$work/said" || fail "C++: nothing was said"
cp $tests/host_sort.cpp "$work/other.cc"
"$BANKLOOM" run $folder/counting_sort.loom -q --nodes 2 --channels 2 --sim icarus \
    --host "$work/other.cc" -- 20 >"$work/said" 2>&1 ||
    fail "C++ under Icarus"
"$BANKLOOM" run $folder/counting_sort.loom -q --host "$work/other.h" >"$work/said" 2>&1; [ $? \
    -eq 2 ] || fail "a header as host program"
grep -q 'not a C or C++ file' "$work/said" || fail "a header as host program: what was said"
