#!/bin/sh
# seconds: 8
# A run ends with the last node's `done`: a last pass that only counts, or that drops every record,
# is timed, and no run is faster than its keys allow. A node whose counter stands still, so that the
# run seems to end with the last write response, is reported with both figures. In Icarus.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; cat "$work/said"; exit 1; }
root=$(cd "$(dirname "$0")/../../.." && pwd)

cat >"$work/none.v" <<'END'
module none (input wire [31:0] id, output wire keep);
    assign keep = &id[1:0] & ~|id[1:0];
endmodule
END
cat >"$work/none.c" <<'END'
#include <stdbool.h>
#include <stdint.h>
bool none(uint32_t id) { (void)id; return false; }
END
program() { # NAME STATEMENTS
    { echo 'record event { id: u32; }'
      echo 'stage none (id: u32) keeps { verilog "none.v"; golden "none.c"; latency 0; }'
      echo 'stage few (id: u32) keeps { verilog "few.v"; golden "few.c"; latency 0; }'
      echo 'cluster one { board stratix10_mx2100; nodes 1; clock core 150 MHz;'
      echo '    memory { channels 2; width 32 B; } }'
      printf 'pipeline p (events: event) on one {\n%s\n}\n' "$2"; } >"$work/$1.loom"
}
sed 's/none/few/; s/= .*;/= id[3:0] == 4'"'d5;/" "$work/none.v" >"$work/few.v"
sed 's/none/few/; s/(void).*;/return (id \& 15) == 5;/' "$work/none.c" >"$work/few.c"
program counts 'pass { read id -> crossbar(id[0]) -> write id1 }
                pass { read id1 -> histogram(id[3:0]) as final }'
program drops 'pass { read id -> crossbar(id[0]) -> write id1 }
               pass { read id1 -> none -> write id2 }'
number() { sed -n "s/^  \"$1\": \([0-9.]*\),/\1/p" "$work/json"; }
run() { # PROGRAM
    "${bankloom:-$BANKLOOM}" run "$work/$1.loom" -q --sim icarus --keys 4K \
        --json-file "$work/json" >"$work/said" 2>&1
}
for name in counts drops; do
    run $name || fail "$name: status $?"
    grep -q "^cycles .*from the start register to the last node's done\$" "$work/said" ||
        fail "$name: where the run ends is not said"
    awk -v cycles="$(number cycles)" -v bound="$(number bound_cycles)" \
        'BEGIN { exit !(bound >= 1024 && cycles >= bound && cycles <= 1.2 * bound) }' ||
        fail "$name: $(number cycles) cycles, bound $(number bound_cycles)"
done

# A pass behind a filter has less to do: a sixteenth is read, and the peak is that of 17/16 passes
# and not of two.
program few 'pass { read id -> few -> crossbar(id[4]) -> write id1 }
             pass { read id1 -> histogram(id[4:0]) as final }'
run few || fail "few: status $?"
grep -q '^peak .* of any number of keys of which as many are kept$' "$work/said" || fail "the peak"
awk -v peak="$(number peak_bytes_per_second)" -v share="$(number share_of_peak)" \
    -v cycles="$(number cycles)" -v predicted="$(number predicted_cycles)" 'BEGIN {
        off = cycles / predicted - 1
        exit !(peak > 4.4e9 && peak < 4.6e9 && share > 0.7 && share <= 1 && off * off < 0.01) }' ||
    fail "the figures of a filter"

# A copy of the installation in which a node's counter stands still.
mkdir -p "$work/home/bin"
cp "$BANKLOOM" "$(dirname "$BANKLOOM")/libbl_sim.a" "$work/home/bin/" &&
    cp -r "$root/rtl_templates" "$root/boards" "$work/home/" &&
    ln -s "$root/compiler" "$root/testbench" "$work/home/" || fail "the copy"
broken=$work/home/rtl_templates/control/bl_sequencer.v
sed 's/^\( *\)if (busy) {carry, clocks.*/\1carry <= 1'"'b0;/" "$broken" >"$work/text"
! cmp -s "$work/text" "$broken" && cp "$work/text" "$broken" || fail "the counter is not broken"
bankloom=$work/home/bin/bankloom
for name in counts drops; do
    run $name; [ $? -eq 1 ] || fail "$name: faster than its bound, and status $?"
    grep -q "^error: E3005: .* measured with $(number cycles) cycles, .* $(number bound_cycles) at \
least" "$work/said" || fail "$name: the figures are not reported as contradictory"
    grep -q '"problems": \["E3005: ' "$work/json" || fail "$name: it is not in the document"
done
[ "$BL_LONG" ] || exit 0
# The point of a sweep is one that has failed.
"$bankloom" sweep "$work/counts.loom" --fuse none --keys 4K --no-synth -o "$work/sweep" \
    >"$work/said" 2>&1
[ $? -eq 1 ] || fail "a point that beats its bound, and status $?"
grep -q '^failed: .*E3005: .* measured with [0-9]* cycles' "$work/said" || fail "sweep"
