#!/bin/sh
# seconds: 20
# The golden model of programs whose stages and columns meet in odd ways: a filter behind the
# crossbar by which later passes exchange column by column, columns that were written after they
# were needed or never, one stage twice in a pass or for two stages at once, inputs of 0 and 1
# records. Each compiles and matches under Icarus, with fusion and without.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; tail -5 "$work/said"; exit 1; }
cat >"$work/some.v" <<'END'
module some (input wire [31:0] key, output wire keep);
    assign keep = key[9:8] != 2'd0;
endmodule
END
cat >"$work/some.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
bool some(uint32_t key) { return key >> 8 & 3; }
END
cat >"$work/none.v" <<'END'
module none (input wire [31:0] key, output wire keep);
    assign keep = key[0] & ~key[0];
endmodule
END
cat >"$work/none.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
bool none(uint32_t key) { (void)key; return false; }
END
cat >"$work/mix.v" <<'END'
module mix (
    input wire [31:0] key, output wire [15:0] half, output wire [7:0] low, output wire keep
);
    assign half = key[15:0] ^ key[31:16];
    assign low = key[7:0] ^ 8'h5a;
    assign keep = key[10] | key[12];
endmodule
END
cat >"$work/mix.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
bool mix(uint32_t key, uint16_t *half, uint8_t *low) {
    *half = (uint16_t)(key ^ key >> 16);
    *low = (uint8_t)(key ^ 0x5a);
    return key >> 10 & 1 || key >> 12 & 1;
}
END
cat >"$work/odd.v" <<'END'
module odd (input wire [15:0] half, input wire [7:0] low, output wire [7:0] tag, output wire keep);
    assign tag = half[11:4] ^ low;
    assign keep = ~&half[3:1];
endmodule
END
cat >"$work/odd.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
bool odd(uint16_t half, uint8_t low, uint8_t *tag) {
    *tag = (uint8_t)(half >> 4 ^ low);
    return (half >> 1 & 7) != 7;
}
END
cat >"$work/last.v" <<'END'
module last (input wire [31:0] key, input wire [7:0] low, output wire [31:0] code);
    assign code = key + {24'd0, low};
endmodule
END
cat >"$work/last.c" <<'END'
#include <stdint.h>
void last(uint32_t key, uint8_t low, uint32_t *code) { *code = key + low; }
END
program() { # STATEMENTS
    cat >"$work/p.loom" <<END
record row { key: u32; value: u32; }
stage some (key: u32) keeps { verilog "some.v"; golden "some.c"; latency 0; }
stage none (key: u32) keeps { verilog "none.v"; golden "none.c"; latency 0; }
stage mix (key: u32) -> (half: u16, low: u8) keeps
        { verilog "mix.v"; golden "mix.c"; latency 0; }
stage odd (half: u16, low: u8) -> (tag: u8) keeps
        { verilog "odd.v"; golden "odd.c"; latency 0; }
stage last (key: u32, low: u8) -> (code: u32) { verilog "last.v"; golden "last.c"; latency 0; }
cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;
            memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
pipeline p (rows: row) on k {
$1
}
END
}
head -c 8 /dev/urandom >"$work/one" && : >"$work/empty" || exit 1
run() { # FUSION OPTIONS...
    fuse=$1; shift
    "$BANKLOOM" run -q "$work/p.loom" --sim icarus --fuse "$fuse" "$@" >"$work/said" 2>&1 &&
        grep -q '^golden model    matches the golden model' "$work/said"
}
matches() { # STATEMENTS
    program "$1"
    run all --keys 70 || fail "--fuse all: $1"
    run all --input "$work/one" || fail "one record, --fuse all: $1"
    run none --keys 70 || fail "--fuse none: $1"
    run none --input "$work/empty" || fail "no record, --fuse none: $1"
}

# A filter behind the crossbar: a later exchange of one column goes by the other one, of the records
# that were kept.
matches 'pass { read key, value -> crossbar(value[1]) -> some -> write a, b }
         pass { read a -> alltoallv(value[1]) -> write c }
         pass { read b -> alltoallv(value[1]) -> write d }'
matches 'pass { read key, value -> crossbar(value[1]) -> none -> write a, b }
         pass { read a -> alltoallv(value[1]) -> write c }'
# No pass has written the column that the exchange goes by for these records yet.
matches 'pass { read key, value -> crossbar(value[1]) -> write a, b }
         pass { read a -> some -> write c }
         pass { read c -> alltoallv(value[1]) -> write d }
         pass { read a, b -> some -> write e, f }'
# The same filter twice in a pass.
matches 'pass { read key, value -> crossbar(value[1]) -> some -> write a, b }
         pass { read a -> some -> alltoallv(value[1]) -> some -> write c }'
# What an exchange goes by is made by stages that the pass has as well, before it or behind it, one
# for two columns of another.
matches 'pass { read key, value -> mix -> odd -> crossbar(tag[3]) -> write a, b }
         pass { read a, b -> mix -> alltoallv(tag[3]) -> last -> write c, d }'
matches 'pass { read key, value -> mix -> odd -> crossbar(tag[3]) -> write a, b }
         pass { read a, b -> alltoallv(tag[3]) -> mix -> odd -> write c, d }
         pass { read c, d -> mix -> odd -> crossbar(tag[3]) -> alltoallv(tag[3]) -> write e, f }'
# The pass reads what another stage had made.
matches 'pass { read key, value -> mix -> odd -> crossbar(tag[3]) -> write a, b, s, t }
         pass { read a, s, t -> alltoallv(tag[3]) -> odd -> write c, d, e }'
# Counts by two columns, of the records where they are counted.
matches 'pass { read key, value -> some -> mix -> histogram(low[1:0], key[9:8]) as h
              -> crossbar(value[1]) -> write a, b }'
exit 0
