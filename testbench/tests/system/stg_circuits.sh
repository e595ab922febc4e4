#!/bin/sh
# seconds: 25
# Circuits of the examples: written in every style, linted, played under Icarus with random delays
# against their graphs (the gates and the model), and synthesized by Yosys into as many look-up
# tables as the sign-off list says. Then broken circuits, and what may not be written.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
complain() { echo "FAIL $*"; failed=1; }

# play FOLDER NAME: both circuits, with more than one seed when there is time
play() {
    models=-DBL_MODEL
    case $1 in *.lut) ;; *) [ "$BL_LONG" ] || models= ;; esac
    for circuit in $models -DBL_RANDOM_DELAY=20; do
        for seed in 1 ${BL_LONG:+2 3}; do
            iverilog -g2001 -Wall -Wno-timescale "$circuit" "-P$2_bench.BL_SEED=$seed" \
                "-P$2_bench.BL_EVENTS=1000" -o "$work/bench" -y "$1/rtl" -y "$1/sim" \
                "$1/sim/$2_bench.v" >"$work/said" 2>&1 || complain "$1 does not compile"
            ! [ -s "$work/said" ] || { complain "$1: Icarus says"; head -n 5 "$work/said"; }
            timeout 60 vvp -n "$work/bench" >"$work/out" </dev/null
            [ "$(tail -n 1 "$work/out")" = PASS ] ||
                { complain "$1 $circuit seed $seed"; tail -n 2 "$work/out"; }
        done
    done
}

# tables FOLDER NAME FABRIC FAMILY...: look-up tables that Yosys is left with
tables() {
    folder=$1 name=$2 fabric=$3
    shift 3
    yosys -q -p "read_verilog $folder/rtl/*.v; chparam -set FABRIC $fabric $name
        $* -top $name; flatten; tee -o $work/stat stat" >"$work/yosys" 2>&1 ||
        { tail -n 3 "$work/yosys"; return; }
    awk '/^ +(LUT[1-6]|SB_LUT4) / { sum += $2 } END { print sum + 0 }' "$work/stat"
}

# Every example as look-up tables; in the other styles all of them in `make test-long`, and here one
# after the other.
others='complex generalized standard'
for file in examples/stg/*.g; do
    name=$(basename "$file" .g)
    [ "$BL_LONG" ] || others="${others#* } ${others%% *}"
    styles="lut ${others%% *}"
    [ "$name" != bus_controller ] || styles='lut standard'
    [ -z "$BL_LONG" ] || styles="lut $others"
    for style in $styles; do
        folder=$work/$name.$style
        "$BANKLOOM" stg "$file" -o "$folder" --style $style >"$work/out" 2>&1 ||
            { complain "$file $style"; cat "$work/out"; continue; }
        grep -q ': correct (' "$work/out" || complain "$file $style: not verified"
        play "$folder" "$name"
        testbench/lint_verilator -Wno-UNOPTFLAT -y "$folder/rtl" "$folder/rtl/$name.v" \
            >"$work/said" 2>&1 ||
            { complain "$folder: Verilator"; head -n 5 "$work/said"; }
        grep -q 'wires matter' "$folder/signoff.txt" ||
            complain "$folder: no forks in the sign-off list"
        "$BANKLOOM" stg "$folder/$name.g" >/dev/null 2>&1 ||
            complain "$folder: the graph that was written cannot be read"
    done
done

# Two requests that come at one moment to gates of one delay: the tie ends, whatever that delay is.
for name in arbiter_3 arbiter_3_early arbiter_4; do
    for most in 1 2; do
        for seed in 1 ${BL_LONG:+2 3}; do
            iverilog -g2001 -Wno-timescale -DBL_RANDOM_DELAY=$most "-P${name}_bench.BL_SEED=$seed" \
                -o "$work/bench" -y "$work/$name.lut/rtl" "$work/$name.lut/sim/${name}_bench.v"
            timeout 60 vvp -n "$work/bench" >"$work/out" </dev/null
            [ "$(tail -n 1 "$work/out")" = PASS ] ||
                { complain "$name with gates of at most $most, seed $seed"; tail -n 2 "$work/out"; }
        done
    done
done

# What the constraints name is there, and a name that is not is noticed.
# constrained FOLDER NAME: what is not there
constrained() {
    yosys -q -p "read_verilog $1/rtl/*.v; read_verilog -lib +/xilinx/cells_sim.v
        chparam -set FABRIC 2 $2; hierarchy -top $2; proc; opt_clean; write_json $work/net.json" &&
        python3 testbench/tests/system/constrained.py "$work/net.json" "$2" "$1/$2.sdc" "$1/$2.xdc"
}
for circuit in arbiter_4.lut bus_controller.lut bus_controller.standard; do
    constrained "$work/$circuit" "${circuit%.*}" >"$work/out" 2>&1 && ! [ -s "$work/out" ] ||
        { complain "constraints of $circuit"; cat "$work/out"; }
done
for kind in sdc xdc; do
    sed -i 's/\([{*]\)bl_gate_/\1xl_gate_/g' "$work/$circuit/bus_controller.$kind"
    constrained "$work/$circuit" bus_controller >"$work/out" 2>&1
    grep -q "controller.$kind: no pins .*gate_" "$work/out" || complain "no pin is missed in $kind"
done

# What state signals there are for is reported: how many the coding needs, and which edge has no
# monotonous cover.
cat >"$work/gap.g" <<'END'
.inputs a
.outputs z c d
.graph
a+ z+ c+
c+ d+
z+ c-
d+ c-
c- z-
z- a-
a- d-
d- a+
.marking { <d-,a+> }
.end
END
"$BANKLOOM" stg "$work/gap.g" --equations --style standard >"$work/out" 2>&1 ||
    complain "the graph with a gap"
grep -q '^without a monotonous cover: `z+` after a+: .* after a+ z+ c+ d+ c- z-,' "$work/out" ||
    { complain "the gap is not reported"; cat "$work/out"; }
grep -q ', 0 state signals inserted; [1-9] more for the style$' "$work/out" ||
    complain "signals of the style are not reported"
for expected in examples/stg/sequencer:2 testbench/tests/stg/coding_two:2 \
    testbench/tests/stg/coding_three:3; do
    "$BANKLOOM" stg "${expected%:*}.g" --equations >"$work/out" 2>&1
    grep -q ", ${expected#*:} state signals inserted, the fewest that can do\$" "$work/out" ||
        { complain "${expected%:*}: not the fewest"; tail -n 1 "$work/out"; }
    grep -q ': correct (' "$work/out" || complain "${expected%:*}: not verified"
done

# No table may be lost, merged or added.
for name in c_element arbiter_late bus_controller; do
    "$BANKLOOM" stg examples/stg/$name.g -o "$work/four" --lut-inputs 4 >"$work/out" 2>&1 ||
        complain "$name with tables of four"
    want=$(sed -n 's/^It takes \([0-9]*\) look-up tables* of at most .*/\1/p' \
        "$work/four/signoff.txt")
    for target in "1 synth_xilinx -noiopad -noclkbuf -family xc3se" \
        "2 synth_xilinx -noiopad -noclkbuf -family xc7" "3 synth_ice40"; do
        # Yosys takes long for Xilinx: one circuit for each family.
        case "$name ${target##* }${BL_LONG:+ long}" in *long | *ice40 | "c_element xc3se" | \
            "bus_controller xc7") ;; *) continue ;; esac
        # shellcheck disable=SC2086
        got=$(tables "$work/four" $name $target)
        [ -n "$want" ] && [ "$got" = "$want" ] || complain \
            "$name on ${target#* }: $got tables, wanted $want"
    done
    rm -rf "$work/four"
done

# A model that is broken must be caught by the bench, too.
folder=$work/c_element.lut
sed 's/a & b | a & c | b & c/a \& b | a \& c/' "$folder/sim/c_element_model.v" >"$work/model" &&
    ! cmp -s "$work/model" "$folder/sim/c_element_model.v" ||
    complain "the model has another function than this test expects"
cp "$work/model" "$folder/sim/c_element_model.v"
iverilog -g2001 -DBL_MODEL -o "$work/bench" -y "$folder/sim" "$folder/sim/c_element_bench.v" &&
    vvp -n "$work/bench" >"$work/out"
grep -q '^FAIL' "$work/out" && ! grep -q PASS "$work/out" ||
    complain "a C element without feedback of b passes"

# Nothing is written into a foreign folder, with a wrong word, or for a graph that no circuit can be
# made of.
mkdir "$work/mine" && touch "$work/mine/file"
"$BANKLOOM" stg examples/stg/c_element.g -o "$work/mine" >/dev/null 2>&1 &&
    complain "a foreign folder was written into"
"$BANKLOOM" stg examples/stg/c_element.g -o "$work/none" --style none >/dev/null 2>&1
[ $? -eq 2 ] || complain "a style that is none"
"$BANKLOOM" stg testbench/tests/stg/nonpersistent.g -o "$work/none" >/dev/null 2>&1
[ $? -eq 1 ] && ! [ -e "$work/none" ] || complain "a circuit of a graph that has none"
exit $failed
