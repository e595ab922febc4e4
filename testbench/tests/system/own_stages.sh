#!/bin/sh
# seconds: 10
# Stages of the user's own: every place that they can have in a pass, before and behind a crossbar
# and an exchange, with and without fusion, does under Icarus what the golden model does; errors are
# reported by check. `make test-long` runs all of them without fusion as well, and one in Verilator.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
cp examples/stages/*.v examples/stages/*.c "$work" || exit 1
cat >"$work/twice.v" <<'END'
module twice (input wire [31:0] value, input wire [7:0] bucket, output wire [31:0] sum,
    output wire [15:0] low);
    assign sum = value + {24'd0, bucket};
    assign low = value[15:0] ^ {8'd0, bucket};
endmodule
END
cat >"$work/twice.c" <<'END'
#include <stdint.h>
void twice(uint32_t value, uint8_t bucket, uint32_t *sum, uint16_t *low) { *sum = value + bucket;
    *low = (uint16_t)(value ^ bucket); }
END
cat >"$work/positive.v" <<'END'
module positive (input wire [31:0] weight, output wire keep, output wire [31:0] half);
    assign keep = ~weight[31];
    assign half = {weight[31], weight[30:23] - 8'd1, weight[22:0]};
endmodule
END
cat >"$work/positive.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
bool positive(float weight, float *half) { uint32_t bits; memcpy(&bits, &weight, 4);
    bits = (bits & 0x807fffffu) | ((bits >> 23) - 1 & 255u) << 23;
    memcpy(half, &bits, 4); return !(bits >> 31); }
END
head=$(cat <<'END'
record row { key: u32; value: u32; weight: f32; }
stage hash (key: u32) -> (bucket: u8) { verilog "hash.v"; golden "hash.c"; latency 3; }
stage below (value: u32) keeps { verilog "below.v"; golden "below.c"; latency 1;
    parameter LIMIT 1500000000; }
stage twice (value: u32, bucket: u8) -> (sum: u32, low: u16) { verilog "twice.v"; golden "twice.c";
    latency 0; }
stage positive (weight: f32) -> (half: f32) keeps { verilog "positive.v"; golden "positive.c";
    latency 0; }
cluster k { board stratix10_mx2100; nodes 4; clock core 150 MHz;
    memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
END
)
program() { printf '%s\npipeline p (rows: row) on k {\n%s\n}\n' "$head" "$1" >"$work/p.loom"; }
fuses='all none'
matches() { # STATEMENTS OPTIONS...
    program "$1"
    shift
    for fuse in $fuses; do
        "$BANKLOOM" run -q "$work/p.loom" --sim icarus --keys 200 --fuse $fuse "$@" >"$work/said" \
            2>&1 || fail "run --fuse $fuse $*: $(tail -3 "$work/p.loom")"
        grep -q '^golden model    matches the golden model' "$work/said" || fail "no match: $*"
    done
}
refused() { # CODE STATEMENTS
    program "$2"
    "$BANKLOOM" check "$work/p.loom" >"$work/said" 2>&1 && fail "accepted: $2"
    grep -q "error $1:" "$work/said" || fail "not $1: $2"
}

matches 'pass { read key, value -> below -> hash -> crossbar(bucket) -> write a, b }
pass { read a, b -> hash -> alltoallv(bucket) -> write c, d }'
matches 'pass { read key, value -> hash -> crossbar(bucket[1:0]) -> write a, b }
pass { read a, b -> alltoallv(bucket[1:0]) -> write c, d }
         pass { read c, d -> hash -> crossbar(bucket[3:2]) -> write e, g }' --nodes 2
matches \
    'pass { read key, value -> below -> hash -> crossbar(bucket) -> alltoallv(bucket)
        -> write c, d }' --nodes 3
[ "$BL_LONG" ] || fuses=all
matches 'pass { read key, value -> hash -> twice -> crossbar(low[4:1]) -> write a, b }
pass { read a, b -> below -> write e, g }' --nodes 1
matches 'pass { read key, value -> below -> hash -> histogram(bucket[3:0]) as h }' --nodes 2
matches \
    'pass { read value -> below -> histogram(value[3:0]) as h -> crossbar(value[3:0]) -> write a }
    pass { read a -> alltoallv(value[3:0], h) -> write b }'
matches 'pass { read key -> hash -> crossbar(bucket) -> write a, b }' --nodes 1
matches 'pass { read weight -> positive -> crossbar(weight[4:3]) -> write a, b }
pass { read b -> crossbar(half[3:2]) -> write c }' --nodes 1
if [ "$BL_LONG" ]; then
    "$BANKLOOM" run -q "$work/p.loom" --nodes 1 --keys 300 >"$work/said" 2>&1 || fail "Verilator"
    grep -q '^golden model    matches' "$work/said" || fail "no match under Verilator"
fi
# A crossbar that moves nothing stands between stages, and what it looks at is not needed behind it.
matches \
    'pass { read key, value, weight -> hash -> crossbar(bucket[log2(nodes)-1 : 0]) -> positive
        -> crossbar(half[3:2]) -> write a, b, c }' --nodes 1
# Histograms behind different stages count in streams of their own.
matches \
    'pass { read key, value -> hash -> histogram(bucket[1:0]) as h -> crossbar(bucket[1:0])
        -> write a, b } pass { read a, b -> below -> histogram(key[0]) as g }' --nodes 1

# Sizes that nobody needs go, and with them the stage that makes what they count.
matches 'pass { read key -> hash -> histogram(bucket[0]) as h }
pass { read key -> hash -> crossbar(bucket[0]) -> alltoallv(bucket[0], h) -> write a }' --nodes 2

# --output holds the records that are kept, and no more; behind their own columns those that stages
# have made and that are results of the same records, as `run` says.
program 'pass { read key, value, weight -> below -> hash -> twice -> crossbar(key[1:0])
                -> write a, b, c, d, e, f }'
head -c 1188 /dev/urandom | tr '\200-\377' '\000-\177' >"$work/input" || exit 1
printf '....\377\377\377\377....' >>"$work/input"
"$BANKLOOM" run -q "$work/p.loom" --sim icarus --nodes 1 --input "$work/input" \
    --output "$work/output" --json-file "$work/json" >"$work/said" 2>&1 || fail "--output"
kept=$(sed -n 's/^kept by pass 1 *\([0-9]*\) of 100 records.*/\1/p' "$work/said")
grep -q "^output          $kept records of 19 bytes: key 4 B, value 4 B, weight 4 B, bucket 1 B, \
sum 4 B, low 2 B\$" "$work/said" || fail "the layout of --output is not said"
grep -q "\"output\": {\"records\": $kept, \"record_bytes\": 19, .*\"weight\", \"bytes\": 4, \
\"made\": false}, {\"name\": \"bucket\", \"bytes\": 1, \"made\": true}" "$work/json" ||
    fail "the layout of --output is not in the document"
rows() { od -An -v -tu1 "-w$1" "$2" | awk '{ print $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
    }' | sort; }
rows 12 "$work/input" | sort >"$work/rows"
[ "$kept" -gt 10 ] && [ "$(wc -c <"$work/output")" -eq $((19 * kept)) ] &&
    [ "$(rows 19 "$work/output" | comm -23 - "$work/rows" | wc -l)" -eq 0 ] ||
    fail "--output has other records"
od -An -v -tu1 -w19 "$work/output" | awk 'function word(at) {
        return $at + 256 * ($(at + 1) + 256 * ($(at + 2) + 256 * $(at + 3))) }
    word(14) != word(5) + $13 || $19 != $6 { wrong++ }
    END { exit wrong > 0 }' || fail "--output has other made columns"

# A stage whose answers come a cycle late is found.
program 'pass { read key -> hash -> crossbar(bucket) -> write a }'
sed -i 's/latency 3/latency 2/' "$work/p.loom"
"$BANKLOOM" run -q "$work/p.loom" --sim icarus --nodes 1 --keys 200 >"$work/said" 2>&1 &&
    fail "a wrong latency matches"
grep -q 'records missing' "$work/said" || fail "a wrong latency is reported otherwise"

program 'pass { read key -> hash -> crossbar(key[0]) -> write a }'
"$BANKLOOM" check "$work/p.loom" >"$work/said" 2>&1 || fail 'a stage for nothing'
grep -q 'warning W0206' "$work/said" || fail 'a stage for nothing is not reported'
refused E0186 'pass { read key -> below -> write a }'
refused E0188 'pass { read key -> hash -> hash -> crossbar(bucket) -> write a }'
refused E0130 \
    'pass { read key -> crossbar(bucket) -> write a }
    pass { read a -> hash -> crossbar(bucket) -> write b }'
refused E0123 \
    'pass { read key -> hash -> table(bucket) as t } pass { read key -> crossbar(t) -> write a }'
refused E0189 \
    'pass { read key -> table(key[0]) as t } pass { read key -> hash -> crossbar(t) -> write a }'

# ---- files and names
cat >"$work/pair.v" <<'END'
module low (input wire [31:0] value, output wire [7:0] a); pick u (.x(value), .y(a)); endmodule
module high (input wire [31:0] value, output wire [7:0] b);
pick u (.x(value >> 24), .y(b)); endmodule
module pick (input wire [31:0] x, output wire [7:0] y); assign y = x[7:0]; endmodule
END
cat >"$work/pair.c" <<'END'
void helper(void);
void helper(void) {}
void low(uint32_t value, uint8_t *a) { helper(); *a = (uint8_t)value; }
void high(uint32_t value, uint8_t *b) { helper(); *b = (uint8_t)(value >> 24); }
END
cat >"$work/p_golden.v" <<'END'
module p_golden (input wire [31:0] key, output wire [7:0] c);
ones count (.value(key), .n(c)); endmodule
module ones #(parameter W = 32) (input wire [W-1:0] value, output wire [7:0] n);
    generate
        if (W == 1) begin : g_leaf
            assign n = {7'd0, value};
        end else begin : g_node
            wire [7:0] a, b;
            ones #(.W(W / 2)) low (.value(value[W/2-1:0]), .n(a));
            ones #(.W(W - W / 2)) high (.value(value[W-1:W/2]), .n(b));
            assign n = a + b;
        end
    endgenerate
endmodule
END
cat >"$work/p_golden.c" <<'END'
int helper(uint32_t value);
int helper(uint32_t value) { int n = 0; for (; value; value &= value - 1) n++; return n; }
void p_golden(uint32_t key, uint8_t *c) { *c = (uint8_t)helper(key); }
END
head=$(cat <<'END'
record row { key: u32; value: u32; weight: f32; }
stage low  (value: u32) -> (a: u8) { verilog "pair.v"; golden "pair.c"; latency 0; }
stage high (value: u32) -> (b: u8) { verilog "pair.v"; golden "pair.c"; latency 0; }
stage p_golden (key: u32) -> (c: u8) { verilog "p_golden.v"; golden "p_golden.c"; latency 0; }
cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;
    memory { channels 4; width 16 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 100 ns; } }
END
)
# Two stages of one file, functions of one name in two files, a stage called like the golden model,
# and a module that is a tree of itself.
matches 'pass { read key, value -> low -> high -> p_golden -> crossbar(a[0])
    -> write d, e, f, g, h }'
(ulimit -v 4000000; exec "$BANKLOOM" build -q -o "$work/out" "$work/p.loom") >"$work/said" 2>&1 ||
    fail 'build'
[ -f "$work/out/rtl/low.v" ] && [ ! -e "$work/out/rtl/high.v" ] &&
    [ ! -e "$work/out/golden/stages/high.c" ] || fail 'a file of two stages is there twice'
[ "$(grep -c '^low.v$' "$work/out/rtl/files.f")" -eq 1 ] ||
    fail 'a file of two stages is listed otherwise than once'

refused_with() { # CODE WORDS FILE
    "$BANKLOOM" check "$work/$3.loom" >"$work/said" 2>&1 && fail "accepted: $3"
    [ "$(grep -c 'error E' "$work/said")" -eq 1 ] && grep -q "error $1: .*$2" "$work/said" ||
        fail "not $1: $3"
}
one_stage() { # NAME WORDS-OF-THE-MODULE
    printf 'module %s (input wire [31:0] key, output wire [7:0] low); %s\n' "$1" "$2" >"$work/$1.v"
    printf 'void %s(uint32_t key, uint8_t *low) { *low = (uint8_t)key; }\n' "$1" >"$work/$1.c"
}
use() { # FILE STAGES...
    file=$1 from='read key' to='write x, y'
    shift
    { echo 'record row { key: u32; }'
      for stage in "$@"; do
          made=low; [ "$stage" != "$2" ] || made=low2
          echo "stage $stage (key: u32) -> ($made: u8) {"
          echo "    verilog \"$stage.v\"; golden \"$stage.c\"; latency 0; }"
          from="$from -> $stage" to="$to, $made$made"
      done
      echo 'cluster k { board stratix10_mx2100; nodes 1; clock core 150 MHz;
          memory { channels 4; width 16 B; strip 64; burst 64 B; } }'
      echo "pipeline p(rows: row) on k {"
      echo "    pass { $from -> crossbar(low[0]) -> write x, y${2:+, z} } }"
    } >"$work/$file.loom"
}
# Two meanings of one name, with both places; names that the circuit has.
ports='(input wire [31:0] x, output wire [7:0] y)'
one_stage first \
    "helper u (.x(key), .y(low)); endmodule module helper $ports; assign y = x[7:0]; endmodule"
one_stage second \
    "helper u (.x(key), .y(low2)); endmodule module helper $ports; assign y = x[8:1]; endmodule"
sed -i 's/output wire \[7:0\] low)/output wire [7:0] low2)/' "$work/second.v"
use two first second
refused_with E0198 'both have a module `helper`' two
[ "$(grep -c '\.v:1:.*note' "$work/said")" -eq 2 ] || fail 'not both places'
for name in p p_board p_shell bl_fifo bl_own_third; do
    one_stage third \
        "$name u (.x(key), .y(low)); endmodule module $name $ports; assign y = x[7:0]; endmodule"
    use third third
    refused_with E0199 "has a module \`$name\`" third
done
# A module that instantiates itself without end: Yosys is stopped, here soon.
one_stage endless 'endless again (.key(key), .low(low)); endmodule'
use endless endless
(ulimit -t 2; exec "$BANKLOOM" check "$work/endless.loom") >"$work/said" 2>&1 &&
    fail 'a module without end is accepted'
grep -q 'error E0196: .*without end' "$work/said" ||
    fail 'a module without end is reported otherwise'
# Without Yosys: its package is named. What was read is kept, so that an unchanged file needs it
# once.
one_stage fresh "assign low = key[7:0]; endmodule // $$"
use fresh fresh
mkdir "$work/bin" "$work/cache" || exit 1
(PATH=$work/bin; exec "$BANKLOOM" check "$work/fresh.loom") >"$work/said" 2>&1 &&
    fail 'accepted without Yosys'
grep -q 'error E0197: .*apt-get install yosys' "$work/said" ||
    fail 'Yosys is missing, and that is reported otherwise'
printf '#!/bin/sh\necho called >>"%s/calls"\nPATH=%s exec yosys "$@"\n' "$work" "$PATH" \
    >"$work/bin/yosys" && chmod +x "$work/bin/yosys" || exit 1
for turn in 1 2; do
    PATH=$work/bin:$PATH XDG_CACHE_HOME=$work/cache "$BANKLOOM" check "$work/fresh.loom" \
        >"$work/said" 2>&1 || fail "turn $turn"
done
[ "$(wc -l <"$work/calls")" -eq 1 ] || fail 'an unchanged file is read again'
echo '// changed' >>"$work/fresh.v"
PATH=$work/bin:$PATH XDG_CACHE_HOME=$work/cache "$BANKLOOM" check "$work/fresh.loom" >"$work/said" \
    2>&1 || fail 'changed'
[ "$(wc -l <"$work/calls")" -eq 2 ] || fail 'a changed file is not read again'
# One call for all files of a program; nothing can be kept, and all is well.
rm "$work/calls"
sed -i 's/helper/other/g' "$work/second.v"
use two first second
PATH=$work/bin:$PATH XDG_CACHE_HOME=/dev/null "$BANKLOOM" check "$work/two.loom" >"$work/said" \
    2>&1 || fail 'two files'
[ "$(wc -l <"$work/calls")" -eq 1 ] || fail 'a call for each file'
exit 0
