#!/bin/sh
# seconds: 30
# Buses from the command line: the examples' results are as recorded, faults are reported, the
# emitted Verilog gives the model's answers, wrong use is reported. In `make test-long` a changed
# one does not, and more shapes do. With the argument `record` the results are recorded anew.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
golden=testbench/tests/system/golden
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
complain() { echo "FAIL $*"; : >"$work/failed"; }   # a file, for it may run in a pipe
has() { grep -q -e "$2" "$work/out" || { complain "$1: no line like '$2'"; cat "$work/out"; }; }

# ends STATUS ARGUMENTS...: the output is in $work/out
ends() {
    wanted=$1
    shift
    "$BANKLOOM" "$@" >"$work/out" 2>&1
    status=$?
    [ $status -eq "$wanted" ] || { complain "bankloom $*: status $status, wanted $wanted"; cat \
        "$work/out"; }
}

# far GOLDEN NOW: prints the lines that are not as recorded. Numbers with a decimal point are times
# and rates, which may be a tenth off, for a gate more or less in a cell moves them a little; all
# else is the same.
far() {
    awk 'function is_real(text) { return text ~ /^[0-9]+\.[0-9]+$/ }
        function differ(a, b) { return is_real(a) && is_real(b) ? a - b > 0.1 * b ||
            b - a > 0.1 * b : a != b }
        NR == FNR { known[++rows] = $0; next }
        { count = split(known[FNR], field, /[ ,]/)
          fields = split($0, now, /[ ,]/)
          bad = count != fields
          for (i = 1; i <= fields && !bad; i++) bad = differ(now[i], field[i])
          if (bad) print "now " $0 ", recorded " known[FNR] }
        END { if (FNR != rows) print FNR " lines, recorded " rows }' "$1" "$2"
}

# near NAME: what is on stdin is about what was recorded
near() {
    cat >"$work/now"
    [ "$record" ] && cp "$work/now" "$golden/$1"
    far "$golden/$1" "$work/now" >"$work/far"
    [ -s "$work/far" ] && { complain "$1 is not as recorded"; cat "$work/far"; }
}

# The lines of transfers: which paths were built when, beside which others; then what is below the
# table.
flat() {
    awk '/->/ { line = $1 " " $2 $3 $4; for (i = 5; i <= NF; i++) line = line " " $i
        print line; next }
         NR > 1 { sub(/at most [0-9]+ operations?/, "at most some operations"); print }' "$work/out"
}
record=
[ "$1" = record ] && record=yes

ends 0 run examples/rsb/eight_domains.loom
flat | near eight_domains.txt
ends 0 run examples/rsb/hierarchy.loom
[ "$(tail -c 1 "$work/out" | od -An -c | tr -d ' ')" = '\n' ] ||
    complain "the last line of a hierarchical run has no end"
flat | near hierarchy.txt
# the same over the centralised arbiter, whose times follow from its formula
sed 's/distributed;/centralised;/' examples/rsb/eight_domains.loom >"$work/central.loom"
ends 0 run "$work/central.loom"
flat | near eight_centralised.txt
# these comparisons notice a slower segment, a later request and another way
for change in 's/4.45 ns/5.45 ns/' 's/at 2000 ns/at 2300 ns/' 's/1 -> 3/1 -> 8/'; do
    for name in eight_domains eight_centralised; do
        file=$work/central.loom
        [ $name = eight_domains ] && file=examples/rsb/eight_domains.loom
        sed "$change" "$file" >"$work/other.loom"
        "$BANKLOOM" run "$work/other.loom" >"$work/out"
        flat >"$work/other"
        [ "$(far "$golden/$name.txt" "$work/other")" ] ||
            complain "$name.txt: nobody notices $change"
    done
done
sed 's/4.45 ns/9 ns/' examples/rsb/hierarchy.loom >"$work/other.loom"
"$BANKLOOM" run "$work/other.loom" >"$work/out"
flat >"$work/other"
[ "$(far "$golden/hierarchy.txt" "$work/other")" ] ||
    complain "hierarchy.txt: nobody notices a slower segment"
for example in eight_domains hierarchy; do
    ends 0 run examples/rsb/$example.loom --json
    has "$example" '"errors":.0'
    has "$example" '"most_paths_at_once":.3'
    ends 0 run examples/rsb/$example.loom -q --json-file "$work/file.json"
    cmp -s /dev/null "$work/out" || complain "run -q of $example prints"
    "$BANKLOOM" run examples/rsb/$example.loom --json | cmp - "$work/file.json" ||
        complain "--json-file of $example differs"
done

# The curves of both arbiters: about as recorded; no rule broken, the bound kept.
ends 0 run examples/rsb/curves.loom --domains 4,8,16 --delay 4.45ns,20.50ns \
    --arbitration distributed,centralised --transfers 1000 \
    --csv "$work/curves.csv" --svg "$work/curves.svg"
has curves '^108[0-9]* transfers, .* 0 broken rules$'
cut -d, -f1,2,4,9,16 "$work/curves.csv" | near curves.csv
sed '20s/,\([0-9]\)[0-9]*\.\([0-9]*\),/,9\1.\2,/' "$work/now" >"$work/other"
[ "$(far "$golden/curves.csv" "$work/other")" ] ||
    complain "curves.csv: nobody notices another rate"
awk -F, 'NR > 1 && ($13 > $14 || $15 > 0 || $14 != $1 - 1) { exit 1 }' "$work/curves.csv" ||
    complain "a bound or a rule in curves.csv"
[ "$(grep -c 'stroke-width="2"' "$work/curves.svg")" -eq 12 ] ||
    complain "twelve curves in the drawing"
[ "$(grep -o '<circle' "$work/curves.svg" | wc -l)" -eq 108 ] ||
    complain "108 points in the drawing"
"$BANKLOOM" run examples/rsb/curves.loom --domains 4,8 --transfers 300 --threads 1 \
    --csv "$work/one.csv" -q
"$BANKLOOM" run examples/rsb/curves.loom --domains 4,8 --transfers 300 --threads 3 \
    --csv "$work/three.csv" -q
cmp "$work/one.csv" "$work/three.csv" || complain "the result depends on the threads"

for arbitration in distributed centralised; do
    for fault in withdraw stuck token; do
        ends 1 run examples/rsb/curves.loom --gap 1us --transfers 400 --arbitration $arbitration \
            --fault $fault
        has "$fault" '^[1-9].* 1 broken rule$'
        has "$fault" ' after reset.*; broken rules:$'
    done
    has "$arbitration, token" '^  token lost or stuck, noticed '
done
ends 1 run examples/rsb/curves.loom --gap 1us --transfers 400 --arbitration centralised \
    --fault stuck
has "centralised, stuck" '^  segment shared at domain '
ends 1 run examples/rsb/curves.loom --gap 1us --transfers 400 --fault withdraw --json
has withdraw '"rule":.*"request withdrawn"'

# Elements of domains: over both arbiters no rule is broken and the bounds are kept; faults and
# deadlocks are reported.
elements=examples/rsb/elements.loom
ends 0 run $elements --gap 62.5ns,1us --transfers 400 --domains 3,4 --delay 4.45ns,20.5ns \
    --arbitration distributed,centralised \
    --csv "$work/elements.csv" --svg "$work/elements.svg"
has elements ' 0 broken rules$'
awk -F, 'NR > 1 { rows++
    if ($13 > $14 || $15 > 0 || $17 != 4 || $18 != 2 || $19 < 1 || $19 > $20) exit 1 }
    END { exit rows != 16 }' \
    "$work/elements.csv" || { complain "rules or bounds of elements"; cat "$work/elements.csv"; }
[ "$(grep -o '<circle' "$work/elements.svg" | wc -l)" -eq 16 ] ||
    complain "16 points in the drawing of elements"
for fault in withdraw stuck token; do
    ends 1 run $elements --gap 1us --transfers 200 --fault $fault
    has "elements, $fault" ' 1 broken rule$'
done
for rules in order give-up equal,give-up; do
    ends 1 run $elements --gap 62.5ns --transfers 2000 --without $rules
    has "without $rules" '^  deadlock, noticed '
done
ends 0 run $elements --gap 62.5ns --transfers 400 --without equal -q
sed 's/distributed;/centralised;/' examples/rsb/hierarchy.loom >"$work/other.loom"
ends 0 run "$work/other.loom"
flat | near hierarchy_centralised.txt
# two elements that ask for each other
printf 'bus two { domains 4; delay 0 ns; elements 4; connectors 2; clock 50 MHz; }
    transfer 1.1 -> 3.1;
    transfer 3.1 -> 1.1;\n' \
    >"$work/other.loom"
ends 0 run "$work/other.loom"
ends 1 run "$work/other.loom" --without order
has "each other" '; 2 transfers not released$'
has "each other" '^  deadlock, noticed '
ends 1 run "$work/other.loom" --without order --json
has "each other" '"rule":.*"deadlock"'

# Model and Verilog, with the delays of segments and without: the same answers at the same times. A
# wrong answer, a faster token and a broken cell are noticed.
ends 0 run examples/rsb/eight_domains.loom --sim icarus
has "icarus, slow segments" \
    "Verilog under Icarus: [0-9]* answers agree, .*, 0.00 ns at most from the model's"
sed 's/4.45 ns/0 ns/' examples/rsb/eight_domains.loom >"$work/near.loom"
ends 0 run "$work/near.loom" --sim icarus
has icarus "Verilog under Icarus: [0-9]* answers agree, .*, 0.00 ns at most from the model's"
rings=3,4 several=4
[ -z "$BL_LONG" ] || rings=3,4,8 several=6
ends 0 run examples/rsb/curves.loom --domains $rings --delay 0ns,4.45ns --gap 1us --transfers 300 \
    --sim icarus --requests 25
[ "$(grep -c ": Verilog under Icarus: 25 answers agree.*, 0.00 ns at most from the model's" \
    "$work/out")" -eq $several ] ||
    { complain "$several rings under Icarus"; cat "$work/out"; }
ends 0 build "$work/near.loom" -o "$work/ring"
has build ' files$'
bench() {
    (cd "$work/ring" && iverilog -g2001 -Wno-timescale -s ring_arbiter_bench -y rtl -o bench.vvp \
        sim/ring_arbiter_bench.v &&
        vvp -n bench.vvp +requests="$1") >"$work/out" 2>&1
}
bench sim/ring_requests.txt
has bench "^PASS 100 answers agree, .*, 0.00 ns at most from the model's"
if [ "$BL_LONG" ]; then
    sed -i 's/MARGIN(5)/MARGIN(4)/' "$work/ring/rtl/ring_arbiter.v"
    bench sim/ring_requests.txt
    has "a faster token" "^PASS .*, [^0][0-9.]* ns at most from the model's"
    sed -i 's/MARGIN(4)/MARGIN(5)/' "$work/ring/rtl/ring_arbiter.v"
    awk 'NR == 20 { $3 = ($3 + 1) % 3 } 1' "$work/ring/sim/ring_requests.txt" \
        >"$work/ring/wrong.txt"
    bench wrong.txt
    has "a wrong answer" '^FAIL request 20: '
    sed 's/assign m_right  *=.*/assign m_right = 1'"'"'b0;/' "$work/ring/rtl/bl_rarb_cell.v" \
        >"$work/cell"
    cmp -s "$work/cell" "$work/ring/rtl/bl_rarb_cell.v" && complain "the cell has no wire to break"
    cp "$work/cell" "$work/ring/rtl/bl_rarb_cell.v"
    bench sim/ring_requests.txt
    has "a broken cell" '^FAIL '
fi

# Ways of equal length on a flat bus: the tie is over after a few tables, the model lets it fall as
# the Verilog does, and what follows is compared. A tie that lasts for ever is a failure, as is an
# arbiter that tells nobody.
printf 'bus ring { domains 4; delay 4 ns; }\ntransfer 2 -> 3 words 2;\n' >"$work/flat.loom"
for at in 2000 3000 5000; do
    printf 'transfer 1 -> 3 words 2 at %s ns;\ntransfer 4 -> 2 at %s500 ns;\n' $at $at \
        >>"$work/flat.loom"
done
rm -rf "$work/ring"
ends 0 run "$work/flat.loom" --sim icarus --json --keep "$work/ring"
has "flat ties" '"answers":.14,'
has "flat ties" '"ended_by_tie":.false'
[ "$(grep -c ' 1 [0-9]* [0-9]*$' "$work/ring/sim/ring_requests.txt")" -eq 6 ] ||
    complain "six ties"
awk -F'[:,]' '/most_difference_ns/ { seen++; bad += !($2 >= 0 && $2 < 10) }
    /"mean_answer_ns/ { seen++; bad += $2 < 20 }
    END { exit seen != 2 || bad }' "$work/out" || { complain "flat ties, times"; cat "$work/out"; }
bench sim/ring_requests.txt
has "bench of flat ties" '^PASS 14 answers agree'
awk 'NR == 3 { $3 = 3 - $3 } 1' "$work/ring/sim/ring_requests.txt" >"$work/ring/turned.txt"
bench turned.txt
has "a tie that falls otherwise" '^a tie fell otherwise: '
has "a tie that falls otherwise" '^PASS 3 answers agree'
if [ "$BL_LONG" ]; then
    cp "$work/ring/sim/ring_arbiter_bench.v" "$work/bench.v"
    sed -i '/define BL_TIE/d' "$work/ring/sim/ring_arbiter_bench.v"
    bench sim/ring_requests.txt
    has "a tie that lasts" '^FAIL request 3: cell 0 to 2: no answer came within '
    grep -q '^PASS' "$work/out" && complain "a tie that lasts passes"
    sed \
        's/\.m_notified(notified)/.m_notified()/; s/notified, busy,/busy,/
        s/always @(notified)/wire [CELLS-1:0] notified = 0; &/' "$work/bench.v" \
        >"$work/ring/sim/ring_arbiter_bench.v"
    bench sim/ring_requests.txt
    has "an arbiter that tells nobody" '^FAIL request 1: cell 1 to 2: no answer came within '
fi

# All domains in Verilog; data that is changed, a transfer that is late and one that is missing are
# noticed.
for arbitration in distributed centralised; do
    sed "s/distributed;/$arbitration;/" examples/rsb/hierarchy.loom >"$work/other.loom"
    ends 0 run "$work/other.loom" --sim icarus --keep "$work/domains_$arbitration"
    has "$arbitration domains" \
        'Verilog under Icarus: all words of 3 transfers arrive, the last ones 0.00 ns at most from'
done
# The same cycle for every last word where transfers wait for each other, are refused at either end
# and ask the other cell; with both arbiters, and over long ways.
elements_at='delay 4.45 ns; gate 0.6 ns; clock 100 MHz; connectors 2;'
printf 'bus b { domains 5; %s elements 3; }
    transfer 1.1 -> 2.2 words 27 at 100 ns;
    transfer 5.2 -> 4.1 words 36 at 0 ns;\n%s\n%s\n' \
    "$elements_at" 'transfer 2.1 -> 2.3 words 35 at 0 ns;' \
        'transfer 3.3 -> 1.3 words 5 at 100 ns;' >"$work/wait.loom"
printf 'bus b { domains 5; %s elements 8; }\n%s\n%s\n' "$elements_at" \
    'transfer 1.8 -> 5.8; transfer 1.1 -> 1.2; transfer 5.8 -> 1.8;' \
    'transfer 1.7 -> 5.8; transfer 1.6 -> 5.8;' >"$work/turned.loom"
printf 'bus b { domains 4; delay 1 ns; gate 1 ns; clock 125 MHz; elements 8; connectors 1;
    arbitration centralised; }\n%s\n%s\n' \
    'transfer 1.3 -> 4.7 words 40 at 1000 ns; transfer 3.8 -> 3.1 words 1 at 100 ns;
    transfer 4.6 -> 4.7 words 16 at 0 ns;' \
    'transfer 2.4 -> 2.1 words 2 at 100 ns; transfer 2.3 -> 3.3 words 5 at 500 ns;' \
        >"$work/edges.loom"
sed "s/words [0-9]*/words ${BL_LONG:+2}56/" examples/rsb/hierarchy.loom >"$work/words.loom"
for name in wait edges words ${BL_LONG:+turned}; do
    ends 0 run "$work/$name.loom" --sim icarus
    has "$name, icarus" \
        'under Icarus: all words of [0-9]* transfers arrive, the last ones 0.00 ns at most from'
done
# Ways of equal length, whose requests meet at the same picosecond: chance decides, and all words
# arrive.
printf 'bus b { domains 4; delay 0 ns; gate 1 ns; clock 50 MHz; elements 2; connectors 1; }\n%s\n' \
    'transfer 1.1 -> 3.1 words 3; transfer 2.1 -> 4.2 words 3; transfer 3.2 -> 1.2 words 3;' \
        >"$work/tie.loom"
ends 0 run "$work/tie.loom" --sim icarus
has "ties" 'Verilog under Icarus: all words of 3 transfers arrive'
sed 's/m_tdata *<= s_line\[WIDTH-1:0\]/m_tdata <= ~s_line[WIDTH-1:0]/' \
    "$work/domains_distributed/rtl/bl_larb_connector.v" >"$work/cell"
cmp -s "$work/cell" "$work/domains_distributed/rtl/bl_larb_connector.v" &&
    complain "the connector has no data to break"
cp "$work/cell" "$work/domains_distributed/rtl/bl_larb_connector.v"
(cd "$work/domains_distributed" && iverilog -g2001 -Wno-timescale -s hierarchy_bench -y rtl \
    -o bench.vvp sim/hierarchy_bench.v &&
    vvp -n bench.vvp) >"$work/out" 2>&1
has "changed data" '^FAIL element '
mkdir "$work/bin"
for late in 'word 2 9365.0' ''; do
    printf '#!/bin/sh\nprintf "word 0 1360.0\\nword 1 3195.0\\n%s\\nPASS 3 transfers\\n"\n' \
        "$late" >"$work/bin/vvp"
    chmod +x "$work/bin/vvp"
    PATH="$work/bin:$PATH" ends 1 run examples/rsb/hierarchy.loom --sim icarus
done
# a cycle more is reported
sed 's/^printf.*/printf "word 0 1380.0\\nword 1 3195.0\\nword 2 3265.0\\nPASS 3 transfers\\n"/' \
    "$work/bin/vvp" >"$work/vvp"
cat "$work/vvp" >"$work/bin/vvp"
PATH="$work/bin:$PATH" ends 0 run examples/rsb/hierarchy.loom --sim icarus
has "a cycle more" 'the last ones 20.00 ns at most from'

ends 0 build examples/rsb/eight_domains.loom -o "$work/lint" -q

# The centralised arbiter: who is answered when, which the model is tested against; the answers, and
# the time from request to answer, of model and Verilog; a wrong answer is noticed.
for shape in "5 3" "8 3" "16 4"; do
    iverilog -g2001 -Wall -Wno-timescale -s tb_garb_order -Ptb_garb_order.DOMAINS="${shape% *}" \
        -Ptb_garb_order.NUMBER="${shape#* }" \
        -y rtl_templates/async -y rtl_templates/rsb -o "$work/vvp" \
            testbench/tests/system/tb_garb_order.v && vvp -n "$work/vvp"
done >"$work/order" 2>&1
cmp "$work/order" "$golden/garb_order.txt" || complain "the order of answers"
ends 0 run "$work/central.loom" --sim icarus
has "centralised, icarus" \
    "Verilog under Icarus: [0-9]* answers agree, .*, 0.00 ns at most from the model's"
rings=3,8 several=2
[ -z "$BL_LONG" ] || rings=3,8,16 several=3
ends 0 run examples/rsb/curves.loom --arbitration centralised --domains $rings --gap 1us \
    --transfers 300 --sim icarus --requests 60
[ "$(grep -c "answers agree, .*, 0.00 ns at most from the model's" "$work/out")" -eq $several ] ||
    { complain "model and Verilog of the centralised arbiter"; cat "$work/out"; }
ends 0 build "$work/central.loom" -o "$work/ring"
has build 'centralised arbiter of 8 domains'
bench sim/ring_requests.txt
has "bench, centralised" '^PASS 100 answers agree'
awk 'NR == 20 { $3 = ($3 + 1) % 3 } 1' "$work/ring/sim/ring_requests.txt" >"$work/ring/wrong.txt"
bench wrong.txt
has "a wrong answer, centralised" '^FAIL request 20: '

# The tables that explain tells are those that Yosys counts.
# counts FILE FOLDER: for the bus in FILE, built in FOLDER
counts() {
    ends 0 explain "$1"
    has explain 'at most 7 operations of others'
    explained=$(awk '$1 == "LUTs" { tables = $2 } $1 == "with" && $2 == "FABRIC" { tables -= $4 }
    END { print tables }' "$work/out")
    yosys \
        -q -p "read_verilog $2/rtl/*.v; chparam -set FABRIC 1 ring_arbiter;
        read_verilog -lib +/xilinx/cells_sim.v
        hierarchy -check -top ring_arbiter
        synth_xilinx -family xc3se -nowidelut -flatten -top ring_arbiter; tee -o $work/stat stat" \
            >"$work/log" 2>&1 || cat "$work/log"
    counted=$(awk '$1 ~ /^(LUT[2-6]|FD[A-Z]*|LD[A-Z_]*)$/ { sum += $2 } END { print sum }' \
        "$work/stat")
    [ "$explained" = "$counted" ] ||
        complain "explain reports $explained tables for $1, Yosys counts $counted"
}
counts examples/rsb/eight_domains.loom "$work/lint"
[ -z "$BL_LONG" ] || counts "$work/central.loom" "$work/ring"
ends 0 explain "$work/central.loom" --json
has explain '"answer_most_ps":'
# What run changes of the bus, explain changes too: the same as if the source said so, and the
# tables that the changed source has.
sed 's/distributed;/centralised;/; s/domains .*8;/domains 5;/; s/4.45 ns/7 ns/; s/0.6 ns/1 ns/' \
    examples/rsb/curves.loom >"$work/changed.loom"
for json in "" --json; do
    ends 0 explain "$work/changed.loom" $json
    cp "$work/out" "$work/wanted"
    ends 0 explain examples/rsb/curves.loom --arbitration centralised --domains=5 --delay 7ns \
        --gate 1ns $json
    cmp -s "$work/wanted" "$work/out" || { complain "explain with options $json"; diff \
        "$work/wanted" "$work/out"; }
done
ends 0 explain examples/rsb/eight_domains.loom --arbitration centralised
has explain '8 domains, centralised arbitration'
for options in "--arbitration none" "--arbitration distributed,centralised" "--domains 4,8" \
    "--domains 2" "--delay 1ns,2ns" "--gate x"; do
    # shellcheck disable=SC2086
    ends 2 explain examples/rsb/curves.loom $options
    has "explain $options" "^bankloom explain: ${options% *}"
done
ends 2 explain examples/rsb/elements.loom --domains 16
has "explain of too many" '^bankloom explain: --domains'
ends 2 explain examples/rsb/curves.loom --gate 1ns --gate 2ns
has "explain --gate twice" 'E0081'
ends 2 explain examples/rsb/curves.loom --gap 1us
ends 0 explain examples/rsb/hierarchy.loom --json
has explain '"elements":.4'

# Pictures: domains, segments, connectors and elements, the arbiter.
# picture FILE NODES SEGMENTS WIRES
picture() {
    ends 0 graph "$1" -o "$work/bus.svg"
    found="$(grep -c '<g id="node' "$work/bus.svg") $(grep -c 'class="edge segment"' \
        "$work/bus.svg")"
    found="$found $(grep -c 'class="edge wires"' "$work/bus.svg")"
    [ "$found" = "$2 $3 $4" ] || complain \
        "picture of $1: $found nodes, segments, wires; wanted $2 $3 $4"
}
picture examples/rsb/eight_domains.loom 8 8 0
picture "$work/central.loom" 9 8 8
picture examples/rsb/hierarchy.loom 28 8 0
ends 0 graph examples/rsb/hierarchy.loom --dot
has graph 'd1_5 -- d2_0 .*class="segment"'
has graph 'label="C34"'
ends 2 graph examples/rsb/hierarchy.loom -o "$work/bus.txt"

# Names can be read on a screen of 390, and cover no other.
# readable DOMAINS CONNECTORS ELEMENTS ARBITRATION
readable() {
    printf 'bus wide { domains %s; connectors %s; elements %s; arbitration %s; delay 4.45 ns; }\n' \
        "$@" >"$work/wide.loom"
    ends 0 graph "$work/wide.loom" -o "$work/bus.svg"
    awk -F'"' '/^<svg width=/ { width = $2 + 0 }
        { for (i = 1; i < NF; i++)
            if ($i ~ / font-size=$/ && (!least || $(i + 1) + 0 < least)) least = $(i + 1) + 0 }
        END { exit !(least * 390 / width >= 8.5) }' "$work/bus.svg" || complain "small letters: $*"
    ends 0 graph "$work/wide.loom" --dot
    dot -Tplain "$work/out" | awk '$1 == "node" {
            for (i = 0; i < n; i++) {
                dx = x[i] - $3; dy = y[i] - $4
                if ((dx < 0 ? -dx : dx) < 0.45 * (w[i] + $5) &&
                    (dy < 0 ? -dy : dy) < 0.45 * (h[i] + $6))
                        print name[i] " covers " $2
            }
            name[n] = $2; x[n] = $3; y[n] = $4; w[n] = $5; h[n++] = $6
        }
        END { if (!n) print "no nodes" }' >"$work/covers"
    [ ! -s "$work/covers" ] || { complain "picture of $*"; head -n 3 "$work/covers"; }
}
readable 8 2 8 distributed
readable 8 2 3 distributed
readable 16 1 8 centralised
readable 16 1 1 centralised
readable 4 2 4 distributed

# Wrong use, and what a bus cannot do.
printf 'bus idle { domains 4; delay 1 ns; }\n' >"$work/idle.loom"
printf 'bus one { domains 4; delay 1 ns; elements 4; connectors 2; arbitration centralised; }
    transfer 1.1 -> 2.1;\n' >"$work/one.loom"
printf 'import "idle.loom";\ntransfer 1 -> 3;\n' >"$work/imports.loom"
ends 0 check "$work/idle.loom"
ends 0 run "$work/imports.loom"
ends 1 run "$work/idle.loom"
has idle 'E3001'
ends 0 build "$work/one.loom" -o "$work/one"
has centralised 'arbiter of 8 connectors'
ends 1 sweep "$work/idle.loom" -o "$work/none"
has sweep 'E0171'
for options in "--domains 2" "--domains 4,x" "--domains 4.5" "--delay 4.45" "--gap 3s" \
    "--gap 2us..1us" "--gate 0ns" "--arbitration none" \
    "--arbitration distributed,distributed" "--sim nothing" "--fault none" \
    "--nodes 4" "--transfers 0"; do
    # shellcheck disable=SC2086
    ends 2 run examples/rsb/curves.loom $options
done
for option in --gap=1us..0.5us --gap=1us,2us..1us --delay=4ns..2ns; do
    ends 2 run examples/rsb/curves.loom $option
    has "$option" "^bankloom run: ${option%=*}: the end of '[0-9a-z.]*' is before its beginning$"
done
ends 2 run examples/rsb/curves.loom --gap 1us..x
has "no range" "^bankloom run: --gap takes times up to 1 s"
ends 2 run examples/rsb/eight_domains.loom --fault token
ends 2 run examples/rsb/eight_domains.loom --without order
ends 2 run $elements --without nothing
ends 2 run $elements --domains 9
ends 1 run examples/rsb/curves.loom --domains 4 --gap 1us --transfers 100 \
    --csv "$work/no/such/folder.csv"
ends 0 run examples/rsb/curves.loom --help
has help '--fault FAULT'

# Options that would do nothing, and outputs that cannot be, are reported before anything runs.
misused() {
    code=$1
    shift
    case $1 in check) verb= ;; *) verb=run ;; esac
    # shellcheck disable=SC2086
    ends 2 $verb "$@"
    has "$*" "$code"
    has "$*" "^1 error"
}
curves=examples/rsb/curves.loom
misused E3003 $curves --requests 5
misused E3003 $curves --keep "$work/kept"
misused E3003 $curves --sim icarus --fault token
misused E3003 $curves --sim icarus --domains 4,8 --keep "$work/kept"
misused "E3003: .--delay" examples/rsb/eight_domains.loom --delay 1ns
misused "E3003: .--threads" examples/rsb/eight_domains.loom --threads 1
misused E0081 $curves --fault stuck --fault token
misused E0081 $curves --gap=1us --gap 2us
misused "E3003: .--nodes" check "$work/idle.loom" --nodes 4
misused "E3003: .--fuse" check "$work/idle.loom" --fuse none
for option in --csv --svg --json-file; do
    timeout 10 env PATH=/nonexistent "$BANKLOOM" run $curves --transfers 1000000000 $option \
        "$work/none/x" >"$work/out" 2>&1
    [ $? -eq 1 ] || complain "$option into no folder"
    has "$option" "^bankloom run: $option: cannot write .*No such file or directory$"
done
timeout 10 env PATH=/nonexistent "$BANKLOOM" run $curves --transfers 1000000000 --sim icarus \
    >"$work/out" 2>&1 && complain "no iverilog"
has iverilog "the program .iverilog. is missing"
ends 2 run $curves --delay 0.4ps
ends 0 run $curves --gate 100ns --gap 1us --transfers 20 -q
ends 0 run $curves --delay 1us --gap 1us --transfers 20 -q
# the kind of a program follows from what it declares, also through a pipe or under another name
cat examples/rsb/eight_domains.loom >"$work/named"
for given in "$work/named" /dev/stdin; do
    "$BANKLOOM" explain "$given" <examples/rsb/eight_domains.loom 2>&1 |
        grep -q '^bus ring: 8 domains' || complain "explain $given"
done
mkfifo "$work/pipe"
timeout 60 cat "$work/pipe" >"$work/piped" &
ends 0 run $curves --gap 1us --transfers 20 -q --csv "$work/pipe"
wait $!
{ [ -p "$work/pipe" ] && [ "$(wc -l <"$work/piped")" -eq 2 ]; } ||
    complain "a fifo that is written to"

# An interrupt ends a run soon, although hardly anything is ever finished; what is complete stays.
for signal in INT ${BL_LONG:+TERM}; do
    env --default-signal=INT "$BANKLOOM" run $curves --gap 1us,1s --transfers 50 --threads 2 \
        --csv "$work/left.csv" >"$work/out" 2>&1 &
    process=$!
    sleep 2
    kill -"$signal" $process
    wait $process
    [ $? -eq 130 ] || complain "SIG$signal: no status 130"
    has "SIG$signal" "^bankloom: interrupted; 1 of 2 points are complete"
    [ "$(wc -l <"$work/left.csv")" -eq 2 ] || complain "SIG$signal: not the point that was complete"
done

mkdir "$work/scratch" "$work/tools" "$work/slow"
# stops PATH ARGUMENTS...: a comparison that is interrupted after two seconds; PATH comes first in
# the search for tools
stops() {
    first=$1
    shift
    PATH=$first:$PATH TMPDIR=$work/scratch env --default-signal=INT "$BANKLOOM" run "$@" \
        --sim icarus --json >"$work/out" 2>&1 &
    process=$!
    sleep 2
    kill -INT $process
    wait $process
    [ $? -eq 130 ] || complain "SIGINT during a comparison of $1: no status 130"
    has "SIGINT during a comparison of $1" \
        "^bankloom: interrupted while the Verilog was being compared"
    [ -z "$(ls "$work/scratch")" ] || complain "left by a comparison of $1: $(ls "$work/scratch")"
}
stops "$work/slow" $curves --domains 4 --gate 1ps --delay 1us --gap 1us --transfers 20
printf '#!/bin/sh\nexec sleep 20\n' >"$work/slow/vvp"
chmod +x "$work/slow/vvp"
stops "$work/slow" examples/rsb/hierarchy.loom

# A bench that says nothing is no comparison.
printf "#!/bin/sh\n" >"$work/tools/vvp"
chmod +x "$work/tools/vvp"
env PATH="$work/tools:$PATH" "$BANKLOOM" run examples/rsb/eight_domains.loom --sim icarus \
    >"$work/out" 2>&1
[ $? -eq 1 ] || complain "a silent bench: status not 1"
has "a silent bench" "the bench said nothing"

# Of several points a fault says which it is of; one that nobody notices is a failure, too.
ends 1 run $curves --domains 4,8 --gap 1us --transfers 50 --fault token
has points "^4 domains, distributed, 4.45 ns, gap 1 us: the token wire out of domain 3 was stuck "
ends 1 run $curves --arbitration centralised --fault stuck --gap 1us --transfers 2
has unnoticed "; no rule was broken$"

# The comparison with the Verilog is in the document.
ends 0 run $curves --domains 4 --gap 1us,2us --transfers 50 --sim icarus --requests 5 --json
[ "$(grep -c "\"answers\":.5" "$work/out")" -eq 1 ] || complain "one comparison in the document"
ends 0 run examples/rsb/eight_domains.loom --sim icarus --json
has document "\"most_difference_ns\":.0"
has document "\"broken_rules\":.\[\]"
ends 0 run examples/rsb/hierarchy.loom --sim icarus --json --json-file "$work/document"
cmp "$work/out" "$work/document" || complain "--json-file with a comparison of domains"
for line in '"agrees":.true' '"transfers":.3' '"most_difference_ns":.[0-9][0-9.]*$'; do has \
    "domains in the document" "$line"; done

# Segments of unequal delays: the longer way of quick segments wins; words take as long as their
# way; a list of one value is as that value for all; what takes one delay for all refuses a list.
uneven() {
    echo "bus ring { domains 4; delay $1; }" >"$work/uneven.loom"
    echo "$2" >>"$work/uneven.loom"
}
uneven "1 ns, 2 ns, 40 ns, 3 ns" "transfer 3 -> 4 words 10;"
ends 0 run "$work/uneven.loom"
has "the quick way" "3 -> 4 .* ccw .* 3-2 2-1 1-4 "
awk '$3 == "->" { exit !($7 - $6 > 145.9 && $7 - $6 < 146.1) }' "$work/out" ||
    complain "ten words over 2 + 1 + 3 ns, g and two cycles: 10 (2 * 6 + 0.6) + 20 ns"
ends 0 run "$work/uneven.loom" --sim icarus
has "the Verilog" "answers agree, .* 0.00 ns at most"
ends 0 build "$work/uneven.loom" -o "$work/uneven"
(cd "$work/uneven" && iverilog -g2001 -Wall -Wno-timescale -s ring_bench -y rtl -o bench.vvp \
    sim/ring_bench.v && vvp -n bench.vvp) >"$work/out" 2>&1
has "the bench over unequal segments" "^PASS"
# Clocks of single domains: reported, in the bench, and in both models.
echo "bus ring { domains 4; delay 5 ns; clock 2 125 MHz phase 1.3 ns; clock 3 99.9 MHz; }
traffic { gap 1 us; transfers 300; }" >"$work/clocks.loom"
ends 0 explain "$work/clocks.loom"
has "explain" "2: 125 MHz phase 1.3 ns, 3: 99.9 MHz phase 0 ps"
ends 0 run "$work/clocks.loom"
has "its traffic" " 0 broken rules"
ends 0 build "$work/clocks.loom" -o "$work/clocks"
(cd "$work/clocks" && iverilog -g2001 -Wall -Wno-timescale -s ring_bench -y rtl -o bench.vvp \
    sim/ring_bench.v && vvp -n bench.vvp) >"$work/out" 2>&1
has "the bench with clocks of their own" "^PASS"
ends 0 explain "$work/uneven.loom"
has "explain" "segments  1 ns, 2 ns, 40 ns, 3 ns"
traffic="traffic { gap 1 us; transfers 500; }"
for delay in "5 ns" "5 ns, 5 ns, 5 ns, 5 ns" "1 ns, 2 ns, 5 ns, 3 ns"; do
    uneven "$delay" "$traffic"
    ends 0 run "$work/uneven.loom" --csv "$work/$(echo "$delay" | tr -d ' ,').csv"
done
cmp "$work/5ns.csv" "$work/5ns5ns5ns5ns.csv" || complain "a list of equal delays is one delay"
cmp -s "$work/5ns.csv" "$work/1ns2ns5ns3ns.csv" && complain "a list does nothing to traffic"

# A terminal has a bar for the Verilog of domains, which moves.
sed 's/words [0-9]*/words 128/' examples/rsb/hierarchy.loom >"$work/long.loom"
if script -qec true /dev/null </dev/null >/dev/null 2>&1; then
    script -qec "$BANKLOOM run $work/long.loom --sim icarus" /dev/null </dev/null |
        tr '\r' '\n' >"$work/out"
    has "a bar" 'simulating \[#.* [1-9][0-9]* %, [0-9]* s left'
else
    echo "skipped: the bar on a terminal; this machine gives no pseudo-terminal"
fi

[ ! -e "$work/failed" ]
