#!/bin/sh
# seconds: 20
# One binary of a host program, linked once with the installed library, on several simulations: of
# 2 and 4 nodes, of 2 and 4 channels, with a host port and with Icarus. A program of generated calls
# runs on every build that its header fits, and on no other. Names that are no device are refused
# with a code and words, and so is a simulation that cannot start; nothing that a host program links
# ends it.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
build=$(cd "$(dirname "$program")" && pwd)
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
sort=examples/counting_sort here=testbench/tests/system
unset BANKLOOM_DEVICE

fail() { echo "FAIL $*"; [ -f "$work/said" ] && tail -n 20 "$work/said"; exit 1; }

make -s install B="$build" DESTDIR="$work/root" PREFIX=/usr >"$work/said" 2>&1 || fail install
usr=$work/root/usr
export LD_LIBRARY_PATH="$usr/lib"

# The man page has every call of the headers.
sed -n 's/^[a-z][a-z0-9_ ]*[ *]\(bl_device_[a-z_0-9]*\)(.*/\1/p' "$usr"/include/bankloom/*.h \
    >"$work/calls.txt"
[ "$(wc -l <"$work/calls.txt")" -ge 40 ] || fail "few calls in the headers"
while read -r call; do
    grep -q "\\<$call(" "$usr/share/man/man3/bankloom-device.3" || fail "no $call in the man page"
done <"$work/calls.txt"

# compile SOURCE PROGRAM FLAG...: against what is installed, by pkg-config where there is one
compile() {
    source=$1 out=$2
    shift 2
    flags="-I$usr/include/bankloom -L$usr/lib -lbankloom-device"
    command -v pkg-config >/dev/null && flags=$(PKG_CONFIG_PATH=$usr/lib/pkgconfig \
        PKG_CONFIG_SYSROOT_DIR="$work/root" pkg-config --cflags --libs bankloom-device)
    # shellcheck disable=SC2086
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -o "$out" "$source" "$@" $flags \
        >"$work/said" 2>&1 || fail "$source does not compile"
}

# shellcheck source=/dev/null
. testbench/tests/model.sh
# simulation NAME PROGRAM OPTION...: a build with its library; by Icarus, which is sooner there,
# where its name begins with a capital
simulation() {
    name=$1
    shift
    "$program" build -q -o "$work/$name" "$@" >"$work/said" 2>&1 || fail "build $name"
    case $name in [A-Z]*) set -- SIM=icarus ;; *) set -- ;; esac
    model_make "$work/$name/bench" device "$@" >"$work/said" 2>&1 ||
        fail "make device of $name"
}
# device NAME: what a host program calls it
device() {
    case $1 in [A-Z]*) echo "sim:$work/$1/bench/device_icarus.so" ;; *) echo "sim:$work/$1" ;; esac
}
simulation two $sort/counting_sort.loom --nodes 2 --channels 2 --width 16
simulation Four $sort/counting_sort.loom --nodes 4 --channels 2 --width 16
simulation Wide $sort/counting_sort.loom --nodes 2 --channels 4 --width 16
simulation port $sort/through_host.loom --nodes 2 --channels 2
[ "$(nm -D --defined-only "$work/two/bench/device.so" | wc -l)" -eq 1 ] ||
    fail "more is seen of a simulation than its table"

compile examples/any_device/any_device.c "$work/any"
before=$(cksum <"$work/any")
# on NAME WORDS: the program, by its environment, says so
on() {
    BANKLOOM_DEVICE=$(device "$1") timeout 600 "$work/any" 701 >"$work/said" 2>&1 || fail "on $1"
    grep -q -x "701 keys sorted by $2 in [1-9][0-9]* cycles" "$work/said" || fail "on $1: no $2"
}
on two "2 nodes with 4 channels"
on Four "4 nodes with 4 channels"
on Wide "2 nodes with 8 channels"
on port "2 nodes with 4 channels"
[ "$before" = "$(cksum <"$work/any")" ] || fail "the program was changed"
# by its argument; from a folder that the name is relative to; the file itself
(cd "$work" && timeout 300 ./any 500 sim:two) >"$work/said" 2>&1 || fail "a relative folder"
(cd "$work/two/bench" && timeout 300 "$work/any" 500 sim:device.so) >"$work/said" 2>&1 ||
    fail "a file"
icarus=$work/two/bench/device_icarus
if command -v iverilog >/dev/null; then
    model_make "$work/two/bench" device SIM=icarus >"$work/said" 2>&1 ||
        fail "make device SIM=icarus"
    timeout 300 "$work/any" 50 "sim:$icarus.so" >"$work/said" 2>&1 || fail "Icarus"
fi

# What is no device. The program exits with 10 and the code.
code() { # NAME OF A CODE: its number in the header
    printf '#include <bl_device.h>\nint code = BL_DEVICE_%s + 10;\n' "$1" |
        gcc -I"$usr/include/bankloom" -S -O -o - -xc - | awk '$1 == ".long" { print $2; exit }'
}
refused() { # CODE WORDS DEVICE
    timeout 60 "$work/any" 10 "$3" >"$work/said" 2>&1
    status=$?
    [ $status -eq "$(code "$1")" ] || fail "$3: status $status, not that of $1"
    grep -q "^error: $3: .*$2" "$work/said" || fail "$3: other words"
}
mkdir "$work/empty" "$work/bad" "$work/bad/bench"
refused BAD_CALL 'begins with its kind: sim:' tape:1
refused BAD_CALL 'begins with its kind' "$work/two"
refused NO_DEVICE 'No such file' "sim:$work/none"
refused NO_DEVICE 'make -C DIR/bench device' "sim:$work/empty"
refused NO_DEVICE 'No such file' sim:
echo 'text' >"$work/bad/bench/device.so"
refused NO_DEVICE 'no simulation: ' "sim:$work/bad"
echo 'int other;' | gcc -shared -fPIC -o "$work/bad/bench/device.so" -xc -
refused NO_DEVICE 'a library, but no simulation' "sim:$work/bad"
table() { # NUMBERS WORDS
    echo "const unsigned bl_device_simulation[16] = {$1};" |
        gcc -shared -fPIC -o "$work/bad/bench/device.so" -xc -
    refused MISMATCH "$2: build it again" "sim:$work/bad"
}
table '99, 0, 0' 'built for version 99 .*'
table '2, 8, 8' "built with other tables of the device interface than this program's"
timeout 60 "$work/any" 10 >"$work/said" 2>&1
[ $? -eq "$(code NO_DEVICE)" ] || fail "without a name"
grep -q '^error: BANKLOOM_DEVICE does not say' "$work/said" || fail "without a name: other words"

# A simulation that cannot start, or cannot go on, is a code as well. A vvp in the place of
# Icarus's: it answers as many messages as its name says, then ends.
if [ -e "$icarus.so" ]; then
    for answers in 0 1 2; do
        mkdir "$work/vvp$answers"
        {
            echo '#!/bin/sh'
            for i in 1 2; do
                [ $i -gt $answers ] ||
                    echo 'dd bs=4 count=1 <&3 >/dev/null 2>&1' \
                        '&& dd if=/dev/zero bs=4 count=1 2>/dev/null >&3'
            done
        } >"$work/vvp$answers/vvp"
        chmod +x "$work/vvp$answers/vvp"
    done
    (PATH=$work/empty; export PATH; exec "$work/any" 10 "sim:$icarus.so") >"$work/said" 2>&1
    [ $? -eq "$(code NO_DEVICE)" ] || fail "without vvp"
    grep -q 'cannot start: icarus: cannot start vvp: No such file' "$work/said" || fail "no words"
    (PATH=$work/vvp0:$PATH; refused NO_DEVICE 'cannot start: .* ended before it began' \
        "sim:$icarus.so") || exit 1
    (PATH=$work/vvp1:$PATH; refused NO_DEVICE 'cannot start: .* cannot copy vvp' \
        "sim:$icarus.so") || exit 1
    (PATH=$work/vvp2:$PATH; exec timeout 60 "$work/any" 10 "sim:$icarus.so") >"$work/said" 2>&1
    [ $? -eq "$(code NO_DEVICE)" ] || fail "vvp ends on the way"
    grep -q "^error: the simulation has ended: icarus: vvp has ended" "$work/said" || fail words
    (ulimit -n 5; exec "$work/any" 10 "sim:$icarus.so") >"$work/said" 2>&1
    [ $? -eq "$(code NO_DEVICE)" ] || fail "five files"
    grep -q 'Too many open files' "$work/said" || fail "five files: other words"
    mv "$icarus.vvp" "$icarus.away"
    refused NO_DEVICE 'cannot start: icarus: .*device_icarus.vvp: No such file' "sim:$icarus.so"
    mv "$icarus.away" "$icarus.vvp"
fi
# With less and less memory: at last there is none for the nodes, or for a thread.
few() { # KIB: as much memory as that
    (ulimit -v "$1"; exec timeout 60 "$work/any" 10 "sim:$work/two") >"$work/said" 2>&1
}
least=0 enough=4000000
while [ $((enough - least)) -gt 64 ]; do
    middle=$(((least + enough) / 2))
    if few $middle; then enough=$middle; else least=$middle; fi
done
named=0
# Where the libraries lie differs from run to run, and with it what they need.
for less in 0 0 32 64 96 128 160 192 256 512 1024 2048 4096 8192; do
    few $((least - less))
    status=$?
    case $status in
    127) continue ;; # not even the libraries
    esac
    [ $status -lt 128 ] || fail "$((least - less)) KiB: status $status"
    ! grep -q 'cannot start: \|has ended: \|out of memory' "$work/said" || named=$((named + 1))
done
[ $named -gt 0 ] || fail "with $least KiB no word of what there is too little of"
# What a host program links or loads calls nothing that ends it. (A list of C++'s own library that
# is compiled without optimisation, as Verilator's is here, has an abort() that it never comes to.)
ends() {
    nm -u "$@" 2>/dev/null | grep -E ' (_?_?exit|_Exit|quick_exit|__assert_fail'"$aborts"')(@.*)?$'
}
aborts='|abort'
echo '#include <stdlib.h>
void stop(void) { exit(1); }' | gcc -shared -fPIC -o "$work/ending.so" -xc -
ends "$work/ending.so" >/dev/null || fail "a library that calls exit() is not seen"
! ends "$usr"/lib/libbankloom-device.* "$build/libbl_sim.a" >"$work/said" ||
    fail "the library ends a host program"
[ ! -e "$icarus.so" ] || ! ends "$icarus.so" >"$work/said" || fail "so does Icarus's simulation"
aborts=
! ends "$work/two/bench/device.so" >"$work/said" || fail "so does Verilator's"

# Generated calls: on the build that they are of, and on one with longer links, whose header is the
# same; not where the shape differs, nor where registers and memory may.
compile $sort/host_sort.c "$work/calls" -I"$work/two/host" "$work/two/host/sort_host.c"
sed 's/latency 400 ns/latency 900 ns/' $sort/counting_sort.loom >"$work/far.loom"
simulation Far "$work/far.loom" --nodes 2 --channels 2 --width 16
cmp -s "$work/two/rtl/sort.v" "$work/Far/rtl/sort.v" && fail "longer links are the same circuit"
[ -z "$BL_LONG" ] || simulation Other $sort/with_values.loom --nodes 2 --channels 2 --width 16
for name in two Far; do
    BANKLOOM_DEVICE=$(device $name) timeout 600 "$work/calls" 600 >"$work/said" 2>&1 ||
        fail "generated calls on $name"
    grep -q '^600 keys sorted by 2 nodes' "$work/said" || fail "generated calls: nothing was said"
done
for name in Four Wide ${BL_LONG:+Other}; do
    BANKLOOM_DEVICE=$(device $name) timeout 600 "$work/calls" 10 >"$work/said" 2>&1 &&
        fail "generated calls run on $name"
    grep -q '^error: \(sort needs 2 nodes\|the device runs another build of sort\)' "$work/said" ||
        fail "generated calls on $name: other words"
done

# A program without the table of the host ports comes to no memory of nodes that have them. Several
# devices at once, one of them twice, with nothing for the sanitizers.
san='-g -fsanitize=address,undefined -fno-sanitize-recover=undefined'
# shellcheck disable=SC2086
gcc -std=c11 -D_GNU_SOURCE $san -pthread -I "$usr/include/bankloom" -o "$work/door" \
    -I compiler/runtime $here/device_back_door.c compiler/runtime/*.c compiler/runtime/*/*.c \
    >"$work/said" 2>&1 || fail "device_back_door.c"
timeout 60 "$work/door" "sim:$work/two" "sim:$work/port" "sim:$work/two" >"$work/said" 2>&1 ||
    fail "three devices at once"
[ "$(grep -c -x 'all is well: word' "$work/said")" -eq 2 ] || fail "no back door without host ports"
grep -q '^a call with wrong arguments: .* has no back door' "$work/said" ||
    fail "a back door beside host ports"
[ "$(grep -c '^a call with wrong arguments: tape:1: .* its kind: sim:$' "$work/said")" -eq 1 ] ||
    fail "what went wrong is not in the text that was asked for"
! grep -q '^error' "$work/said" || fail "it is on stderr, too"

# Kernels, whose calls are generated likewise: the two programs beside the ping-pong.
simulation Pair examples/pingpong/pingpong.loom
pair=$work/Pair/host
compile examples/pingpong/pingpong.c "$work/kernels" -I"$pair" "$pair/pair_host.c"
compile examples/pingpong/again.c "$work/again" -pthread -I"$pair" "$pair/pair_host.c"
BANKLOOM_DEVICE=$(device Pair) timeout 600 "$work/kernels" 301 1 >"$work/said" 2>&1 ||
    fail kernels
grep -q '^301 words of 4 bytes from GPU to GPU, 1 rounds: .*, all of them right$' "$work/said" ||
    fail "kernels: nothing was said"
BANKLOOM_DEVICE=$(device Pair) timeout 600 "$work/again" >"$work/said" 2>&1 || fail again
grep -q -x 'the wait of the other thread: a node reported an error' "$work/said" ||
    fail "again: the reset"
grep -q -x '512 words moved, 0 wrong' "$work/said" || fail "again: the second start"
BANKLOOM_DEVICE=sim:$work/two timeout 60 "$work/kernels" >"$work/said" 2>&1
[ $? -eq "$(code MISMATCH)" ] || fail "kernels run on a sorting device"

# A program that a simulation is linked into runs on others as well.
model_make "$work/two/bench" host-program HOST=examples/any_device/any_device.c \
    >"$work/said" 2>&1 || fail "make host-program"
timeout 300 "$work/two/bench/host/any_device" 700 >"$work/said" 2>&1 || fail "linked"
grep -q '^700 keys sorted by 2 nodes with 4 channels' "$work/said" || fail "linked: another one"
BANKLOOM_DEVICE=$(device Four) timeout 300 "$work/two/bench/host/any_device" 700 >"$work/said" \
    2>&1 || fail "linked, and another one named"
grep -q '^700 keys sorted by 4 nodes with 4 channels' "$work/said" || fail "not the one named"
# Where one simulation is compiled for a program, the environment names no other.
(export BANKLOOM_DEVICE="$(device Four)" && model_make "$work/two/bench" host ARGS=700 \
    HOST=examples/any_device/any_device.c) >"$work/said" 2>&1 ||
    fail "make host"
grep -q '^700 keys sorted by 2 nodes with 4 channels' "$work/said" || fail "make host: another one"
if [ "$BL_LONG" ]; then
    BANKLOOM_DEVICE=$(device Four) "$program" run -q $sort/counting_sort.loom --nodes 2 \
        --channels 2 --width 16 --host examples/any_device/any_device.c -- 700 >"$work/said" 2>&1 ||
        fail "run --host"
    grep -q '^700 keys sorted by 2 nodes with 4 channels' "$work/said" ||
        fail "run --host: another one"
fi
echo "one binary on every simulation"
