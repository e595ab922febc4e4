#!/bin/sh
# What no template exists for is refused at its stage (E1017) and not by a Verilog tool; what is
# accepted elaborates.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
failed=0
sort=examples/counting_sort/counting_sort.loom

refused() { # OPTIONS...
    "$program" build -q "$@" -o "$folder/out" >"$folder/log" 2>&1 &&
        { echo "FAIL accepted: $*"; failed=1; }
    grep -q 'error E1017' "$folder/log" || { echo "FAIL $*: no E1017"; cat "$folder/log"; \
        failed=1; }
    [ -e "$folder/out" ] && { echo "FAIL $*: left a folder"; failed=1; }
    "$program" check "$@" 2>&1 | diff - "$folder/log" ||
        { echo "FAIL $*: check says something else than build"; failed=1; }
}
once() { [ "$(grep -c 'error E1017' "$folder/log")" = 1 ] ||
    { echo "FAIL more than one E1017 for one cause"; cat "$folder/log"; failed=1; }; }
says() { grep -q -e "$1" "$folder/log" || { echo "FAIL nothing about '$1'"; cat "$folder/log"; \
    failed=1; }; }
elaborates() { # TOP OPTIONS...
    top=$1
    shift
    rm -rf "$folder/out"
    "$program" build -q "$@" -o "$folder/out" && iverilog -g2001 -Wall -s "$top" \
        -o "$folder/circuit.vvp" "$folder"/out/rtl/*.v 2>"$folder/log" &&
        [ ! -s "$folder/log" ] ||
        { echo "FAIL $*"; cat "$folder/log"; failed=1; }
}
one_pass() { # COLUMN-TYPE WIDTH SLICE
    cat >"$folder/inline.loom" <<END
cluster small { board stratix10_mx2100; nodes 2; clock core 150 MHz;
    memory { channels 4; width $2 B; strip 512; burst 128 B; }
                network full_mesh { link 6.25 GB/s; latency 400 ns; } }
record item { k: $1; }
pipeline inline_slices(items: item) on small {
    pass { read k -> crossbar(k[0]) -> alltoallv(k[0]) -> crossbar(k[$3]) -> write k1 } }
END
}

# wide PASSES: u64 columns that do not fit an exchange together.
wide() {
    sed -e 's/^record.*/record item { key: u64; value: u64; }/' -e '/^    pass/d' -e "s/^}\$/&/" \
        $sort | awk -v passes="$1" '
        /^pipeline/ { inside = 1 } inside && /^}/ { print passes } { print }' >"$folder/wide.loom"
}

wide \
    'pass { read key, value -> crossbar(node) -> alltoallv(node) -> crossbar(channel)
        -> write a, b }'
"$program" check "$folder/wide.loom" >"$folder/log" 2>&1 ||
    { echo "FAIL two columns of 64 bits that are exchanged together"; failed=1; }
wide 'pass { read key -> table(channel) as t } pass { read key -> crossbar(t) -> write key1 }
      pass { read key -> table(channel) as u } pass { read value -> crossbar(u) -> write value1 }
      pass { read key1 -> histogram(channel) as h }
      pass { read key1 -> alltoallv(channel, h) -> write key2 }
      pass { read value1 -> alltoallv(channel, h) -> write value2 }'
sed '/let node/d' "$folder/wide.loom" >"$folder/zip.loom"
fused() { # SENTENCE OPTIONS...: fusion stops where the limit is, and what is left of it runs
    words=$1
    shift
    "$program" explain "$@" >"$folder/log" 2>&1; says "$words"
}
fused "^steps of the circuit (A = 1)" "$folder/zip.loom"
"$program" run -q --nodes 2 --channels 2 --sim icarus --keys 500 "$folder/zip.loom" >"$folder/log" \
    2>&1
says "^golden model    matches the golden model"
fused "eop  *The fused pass cannot be implemented: a crossbar has at most 16 outputs" $sort \
    --nodes 32 --channels 2
elaborates sort $sort --nodes 32 --channels 2
rm -rf "$folder/out"
one_pass u8 64 7:4
refused "$folder/inline.loom"
says "holds 64: take narrower words"
says 'with `--width 16` (`width 16 B;` in the program).* it has a circuit$'
sed 's/pass {.*}/partition items by k[0], k[1]; }/' "$folder/inline.loom" >"$folder/partition.loom"
refused "$folder/partition.loom"
once
one_pass u16 32 15:12
elaborates inline_slices "$folder/inline.loom"
elaborates sort $sort --width 16 --nodes 2 --channels 2

# The counters of a histogram: 16 bits at most, of the functions and of all histograms together, and
# as many as block RAM holds.
counted() { # NODES CHANNELS HISTOGRAM [PASS]: a histogram whose counts an exchange takes
    cat >"$folder/counted.loom" <<END
cluster small { board stratix10_mx2100; nodes $1; clock core 150 MHz;
    memory { channels $2; width 32 B; strip 512; burst 128 B; }
                network full_mesh { link 6.25 GB/s; latency 400 ns; } }
record item { k: u32; }
pipeline counted(items: item) on small { pass { read k -> $3 as h }
    pass { read k -> crossbar(k[0]) -> write k1 } $4
    pass { read k1 -> alltoallv(k[0], h) -> write k2 } }
END
}
right() { "$program" run -q --keys 500 --fuse none "$folder/counted.loom" >"$folder/log" 2>&1; \
    says "^golden model    matches the golden model"; }
for bits in ${BL_LONG:+11} 16; do
    counted 2 2 "histogram(k[0], k[$((bits - 1)):1])"
    right
done
"$program" explain --fuse none "$folder/counted.loom" >"$folder/log"
says "histogram counters   65536 x 32 bits, 8 of them, 1024 block RAMs"
# Fewer are where they take the smaller share of the device.
for bits in 6 8 10; do
    counted 2 2 "histogram(k[0], k[$((bits - 1)):1])"
    right
    "$program" explain --fuse none "$folder/counted.loom" >"$folder/log"
    if [ $bits = 6 ]; then ! grep -q 'histogram counters' "$folder/log" ||
        { echo "FAIL 2^6 counters in block RAM"; failed=1; }
    else says "histogram counters   *$((1 << bits)) x 32 bits, 8 of them"; fi
done
rm -rf "$folder/out"
counted 2 2 "histogram(k[0], k[12:1])" "pass { read k -> histogram(k[11:0]) as all }"
refused --fuse none "$folder/counted.loom"
says 'numbers of 24 bits, 12 of the first and 12 of the second function.* and 16 are possible'
counted 2 16 "histogram(k[2:0], k[15:3])"
sed -i 's/k\[0\]/k[2:0]/g' "$folder/counted.loom"
refused --fuse none "$folder/counted.loom"
says '2^16 counters in each of 64 places of an element take 8192 block RAMs.* by at most 15 bits$'
sed -i 's/k\[15:3\]/k[14:3]/' "$folder/counted.loom"
"$program" check --fuse none "$folder/counted.loom" >"$folder/log" 2>&1 ||
    { echo "FAIL the nearest number of bits"; cat "$folder/log"; failed=1; }

# Of kernels `check` asks the same: what is refused is refused by both in the same words, at once;
# what `check` takes is built.
kernels() { # CODE CORE NETWORK HOST CHANNEL [KERNEL]; CODE "": taken
    cat >"$folder/k.loom" <<END
cluster k { board arria10_a10pl4; nodes 2; clock core $2; network $3 host { bus pcie; $4 } }
channel a: u32 from 0 to 1 $5
kernel left on k node 0 (n: u32) { read host(0, n) -> send a; }
kernel right on k node 1 (n: u32) { recv a -> write host(0, n); }
kernel all on k (n: u32, x: u32, y: u32) { ${6:-read host(x, n) -> write host(y, n);} }
END
    rm -rf "$folder/out"
    (ulimit -t 10; "$program" check "$folder/k.loom" >"$folder/checked" 2>&1); checked=$?
    (ulimit -t 10; "$program" build -q "$folder/k.loom" -o "$folder/out" >"$folder/log" 2>&1)
    built=$?
    [ $checked -lt 2 ] && [ $checked -eq $built ] || {
        echo "FAIL $*: check has status $checked, build $built"; cat "$folder/log"; failed=1; }
    said=$(sed -n 's/.*: error \(E[0-9]*\):.*/\1/p' "$folder/checked" | head -n 1)
    [ "$said" = "$1" ] || { echo "FAIL $*: said $said"; cat "$folder/checked"; failed=1; }
    [ $checked -eq 0 ] || grep -v '^$' "$folder/checked" | diff - "$folder/log" ||
        { echo "FAIL $*: check says something else than build"; failed=1; }
}
mesh='full_mesh { link 6.25 GB/s; latency 400 ns; }'
kernels '' '200 MHz' "$mesh" '' '{ buffer 512 KiB; }'
kernels E0083 '200 MHz' "$mesh" '' '{ buffer 1 MiB; }'
kernels E0246 '200 MHz' 'full_mesh { link 6.25 GB/s; latency 1 ms; }' '' ';'
says 'latency 1 ms.*' && says '`buffer 512 KiB;` it has a circuit'
kernels '' '200 MHz' 'full_mesh { link 6.25 GB/s; latency 1 ms; }' '' '{ buffer 512 KiB; }'
kernels E0246 '2 GHz' 'full_mesh { link 6.25 GB/s; latency 1 ms; }' 'gpus 2; gpu 16 MB;' \
    '{ buffer 512 B; }' 'allreduce max u16 gpu0(0, n); read gpu1(x, n) -> write host(y, n);'
kernels E1020 '200 MHz' 'ethernet { port 40 Gbit/s; received 9; }' '' ';'
kernels E0247 '2 GHz' "$mesh" 'read 1 ms;' ';'
kernels '' '1 GHz' "$mesh" 'read 1 ms;' ';'
# As much as there is to try, in large buffers: the test whether kernels deadlock has an end.
kernels '' '200 MHz' 'full_mesh { link 6.25 GB/s; latency 30 us; }' \
    'memory 1 GiB; gpus 1; gpu 1 GiB;' '{ buffer 512 KiB; }' \
    'repeat i in 0..n { repeat j in 0..x { repeat k in 0..y {
         read gpu(x + 4 * i, 4 * n) -> write host(0, 4 * n); } } } allreduce max u16 gpu(0, 2 * n);'

[ $failed -eq 0 ] && echo ok
exit $failed
