#!/bin/sh
# seconds: 15
# Records with columns of several widths: moved together and alone, with and without fusion, on
# several numbers of nodes, they are what the golden model says, with one pass where equal columns
# have one; a host program and --output see whole elements.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
program() { # COLUMNS STATEMENTS
    cat >"$work/p.loom" <<END
record row { $1 }
cluster k { board stratix10_mx2100; nodes 4; clock core 150 MHz;
    memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
pipeline p (rows: row) on k { $2 }
END
}
# In make test only the first program is run without fusion as well.
matches() { # OPTIONS...
    for fuse in all $fuses; do
        "$BANKLOOM" run -q "$work/p.loom" --sim icarus --keys 150 --fuse $fuse "$@" >"$work/said" \
            2>&1 || fail "run --fuse $fuse $*: $(cat "$work/p.loom")"
        grep -q '^golden model    matches the golden model' "$work/said" || fail "no match: $*"
    done
}

program 'key: u32; value: u64;' 'partition rows by key[1:0], key[3:2];'
fuses=none
matches
[ "$BL_LONG" ] || fuses=
"$BANKLOOM" explain "$work/p.loom" >"$work/said" || fail "explain"
grep -q 'steps of the circuit (A = 1)' "$work/said" || fail "not one pass"
grep -q '^  value .* in 2 planes of 32 bits' "$work/said" || fail "planes are not reported"
grep -q 'of the 12 bytes counted' "$work/said" || fail "T is not in bytes of records"
program 'key: u64; value: u32;' 'partition rows by key[33:31], key[1:0];'
matches --nodes 2
program 'tag: u8; key: f64; mark: i16;' \
    'pass { read tag, key, mark -> crossbar({key[63], key[7]}) -> write a, b, c }
    pass { read a, b, c -> alltoallv({key[63], key[7]}) -> write d, e, f }
    pass { read d, e, f -> crossbar(mark[1:0]) -> write g, h, i }'
matches --nodes 2
program 'key: u32; value: u64;' \
    'pass { read value -> crossbar(value[33:32]) -> write a }
    pass { read key -> crossbar(key[1:0]) -> write b }'
matches --nodes 1 --channels 2
program 'key: u16; value: u64; w: u32;' \
    'pass { read key, value -> histogram(value[34:32]) as h -> crossbar(value[34:32])
        -> write a, b }
    pass { read a, b -> alltoallv(value[34:32], h) -> write c, d }'
matches --nodes 2

# Elements of 128 bits: beside narrow ones, alone in words of which two halves fit, by bits of both
# halves.
program 'key: u8; value: u32; wide: u128;' 'partition rows by key[1:0], wide[100:99];'
matches --nodes 2 --channels 2
program 'key: u128;' 'partition rows by {key[127], key[0]}, crc32c(key)[9:8];'
matches --nodes 2
matches --nodes 3 --channels 2 --width 32 --dist few
program 'key: i128; mark: f64;' 'pass { read key, mark -> crossbar(key) -> write a, b }'
matches --nodes 1

# A host program loads and stores whole elements.
cat >"$work/host.c" <<'END'
#include <stdio.h>
#include "p_host.h"
int main(void) {
    enum { COUNT = 300 };
    struct bl_device *device;
    struct row rows[COUNT], stored[COUNT];
    unsigned char seen[COUNT] = {0};
    size_t n = 0;
    for (unsigned i = 0; i < COUNT; i++)
        rows[i] = (struct row){(uint8_t)i, {i * UINT64_C(0x9e3779b97f4a7c15),
            (uint64_t)i << 50 | i}};
    if (p_open(&device) || p_load_rows(device, rows, COUNT) || p_start(device) ||
        p_wait(device, 0) ||
        p_store_rows(device, stored, COUNT, &n) || n != COUNT)
        return 1;
    bl_device_close(device);
    for (unsigned i = 0; i < COUNT; i++) {
        uint64_t k = stored[i].wide.high & 0xffff;
        if (k >= COUNT || seen[k]++ || stored[i].key != rows[k].key ||
            stored[i].wide.low != rows[k].wide.low ||
            stored[i].wide.high != rows[k].wide.high)
            return 1;
    }
    return printf("all records are whole\n") < 0;
}
END
program 'key: u8; wide: i128;' 'pass { read key, wide -> crossbar(wide[114]) -> write a, b }'
"$BANKLOOM" run -q "$work/p.loom" --sim icarus --nodes 1 --channels 2 --host "$work/host.c" \
    >"$work/said" 2>&1 || fail "host program"
grep -q '^all records are whole' "$work/said" || fail "a host program sees other elements"

# A column that lies elsewhere in the records of a later pass.
program 'a: u32; b: u32; c: u32;' \
    'pass { read a, b, c -> crossbar(b[1:0]) -> write d, e, f }
    pass { read d, f, e -> crossbar(b[1:0]) -> write g, h, i }'
matches --nodes 1

# The same records leave as came in.
program 'key: u32; value: u64;' 'pass { read key, value -> crossbar(key[0]) -> write a, b }'
head -c 2400 /dev/urandom >"$work/in"
"$BANKLOOM" run -q "$work/p.loom" --sim icarus --nodes 1 --channels 1 --input "$work/in" \
    --output "$work/out" >"$work/said" 2>&1 || fail "--output"
[ "$(wc -c <"$work/out")" -eq 2400 ] || fail "the output has another size"
for file in in out; do od -An -v -w12 -tx1 "$work/$file" | sort >"$work/$file.sorted"; done
cmp -s "$work/in.sorted" "$work/out.sorted" || fail "the output has other records"
exit 0
