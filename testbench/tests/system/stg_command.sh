#!/bin/sh
# The command around the circuits: one JSON document with everything in it, options that contradict
# each other, names that the written files need themselves, inputs that nothing reads, internal
# signals that never rest, and small print.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
complain() { echo "FAIL $*"; failed=1; }

# document STATUS ARGUMENT...: stdout must be one JSON document, stderr empty; what must stand in
# the document comes on stdin
document() {
    wanted=$1
    shift
    "$BANKLOOM" stg "$@" --json >"$work/json" 2>"$work/said"
    status=$?
    [ $status -eq "$wanted" ] || complain "$*: status $status, wanted $wanted"
    [ "$(sed -n '1s/^{$/open/p;$s/^}$/close/p' "$work/json" | tr -d '\n')" = openclose ] &&
        [ "$(grep -c '^[{}]' "$work/json")" -eq 2 ] ||
        { complain "$*: not one JSON document"; head -n 3 "$work/json"; tail -n 3 "$work/json"; }
    ! [ -s "$work/said" ] || { complain "$*: said beside the document"; cat "$work/said"; }
    while read -r line; do
        grep -qF -e "$line" "$work/json" || { complain "$*: no $line"; sed -n '/"circuit"/,$p' \
            "$work/json"; }
    done
}

document 0 examples/stg/c_element.g <<'END'
"synthesizable":	true
"diagnostics":	[]
END
! grep -q '"circuit"' "$work/json" || complain "a circuit that nobody asked for"
document 0 testbench/tests/stg/warnings.g <<'END'
"code":	"W4203"
"warnings":	6
END
document 0 examples/stg/c_element.g --equations <<'END'
"style":	"lut"
"equations":	["c = a (b + c) + b c"]
"literals":	5
"verdict":	"correct"
END
! grep -q '"files"' "$work/json" || complain "files that nobody asked for"
document 0 examples/stg/sequencer.g --equations --style standard -o "$work/sequencer" <<'END'
"style":	"standard"
"names":	["csc0", "csc1"
"fewest_for_coding":	2
"rtl/sequencer.v"
"folder":	"
END
[ -s "$work/sequencer/rtl/sequencer.v" ] || complain "no files with --json"
for file in $(sed -n '/"files"/,/]/p' "$work/json" | grep -o '"[^" ]*/[^" ]*"' | tr -d '"'); do
    [ -s "$work/sequencer/$file" ] || complain "$file is reported and not there"
done
document 1 testbench/tests/stg/nonpersistent.g --equations <<'END'
"synthesizable":	false
END
document 1 testbench/tests/stg/errors.g --equations <<'END'
"severity":	"error"
END

# Too many signals: the checks pass, and synthesis does not begin.
awk 'BEGIN {
    before = "a"
    printf ".inputs a\n.outputs"
    for (i = 1; i <= 64; i++) printf " z%d", i
    print "\n.graph"
    for (i = 1; i <= 64; before = "z" i++) printf "%s+ z%d+\n%s- z%d-\n", before, i, before, i
    print "z64+ a-\nz64- a+\n.marking { <z64-,a+> }\n.end"
}' >"$work/many.g"
document 1 "$work/many.g" --equations <<'END'
"synthesizable":	false
"code":	"E4060"
"errors":	1
END

# A graph without a byte lacks what every graph has, whether a file, a pipe or the null device is
# empty.
nothing() { # STDIN ARGUMENT
    "$BANKLOOM" stg "$2" >"$work/out" 2>"$work/said" <"$1"
    status=$?
    [ $status -eq 1 ] && ! [ -s "$work/out" ] && grep -q 'error E4002' "$work/said" &&
        ! grep -q E0001 "$work/said" ||
        { complain "stg $2 <$1: status $status"; cat "$work/said"; }
}
: >"$work/empty.g"
nothing /dev/null -
nothing /dev/null /dev/null
nothing "$work/empty.g" -
nothing /dev/null "$work/empty.g"
: | nothing /dev/stdin -

# What does not go together is wrong use, and nothing is printed or written.
for arguments in "--json --dot stg" "--dot graph --equations" "--dot stg -o $work/wrong" \
    "--vcd $work/wrong" \
    "--style complex" "--style lut --json" "--lut-inputs 5" "--dot stg --style lut" \
        "--equations --lut-inputs 5 --style complex"; do
    # shellcheck disable=SC2086
    "$BANKLOOM" stg examples/stg/c_element.g $arguments >"$work/out" 2>"$work/said"
    status=$?
    [ $status -eq 2 ] && ! [ -s "$work/out" ] && [ "$(wc -l <"$work/said")" -eq 1 ] ||
        complain "$arguments: status $status"
    ! [ -e "$work/wrong" ] || complain "$arguments: written"
done

# What the tables of the device hold counts for the Verilog of every style.
for inputs in 4 6; do
    "$BANKLOOM" stg examples/stg/sequencer.g -o "$work/tables" --style complex \
        --lut-inputs $inputs >"$work/out" 2>&1 ||
        complain "complex gates, -o"
    grep -q "tables* of at most $inputs inputs" "$work/tables/signoff.txt" ||
        complain "complex gates: not in tables of $inputs"
done

# graph NAME: from stdin, with the words that say which model it is
graph() { cat >"$work/$1.g"; }

# plays FILE: the circuit and its model play against their graph, and Verilator has nothing to say
# about the gates
plays() {
    name=$(basename "$1" .g)
    folder=$work/$name.out
    "$BANKLOOM" stg "$1" -o "$folder" >"$work/out" 2>&1 ||
        { complain "$name"; cat "$work/out"; return; }
    module=$(basename "$folder"/sim/*_bench.v _bench.v)
    for circuit in -DBL_MODEL -DBL_RANDOM_DELAY=20; do
        iverilog -g2001 -Wall -Wno-timescale "$circuit" "-P${module}_bench.BL_EVENTS=300" \
            -o "$work/bench" -y "$folder/rtl" -y "$folder/sim" \
            "$folder/sim/${module}_bench.v" >"$work/said" 2>&1 || complain "$name does not compile"
        ! [ -s "$work/said" ] || { complain "$name: Icarus says"; head -n 5 "$work/said"; }
        timeout 60 vvp -n "$work/bench" >"$work/out" </dev/null
        [ "$(tail -n 1 "$work/out")" = PASS ] || { complain "$name $circuit"; tail -n 2 \
            "$work/out"; }
    done
    testbench/lint_verilator -Wno-UNOPTFLAT -y "$folder/rtl" "$folder/rtl/$module.v" >"$work/said" \
        2>&1 ||
        { complain "$name: Verilator"; head -n 5 "$work/said"; }
    yosys -q -p "read_verilog $folder/rtl/*.v; hierarchy -check -top $module" >"$work/said" 2>&1 &&
        ! [ -s "$work/said" ] ||
        { complain "$name: Yosys"; head -n 5 "$work/said"; }
}

# Internal signals that never come to rest do not make the bench wait for an output.
graph oscillator <<'END'
.inputs r
.outputs a
.internal x
.graph
r+ a+
a+ r-
r- a-
a- r+
x+ x-
x- x+
.marking { <a-,r+> <x-,x+> }
.end
END
graph one_client <<'END'
.inputs r1
.outputs g1
.internal r2 g2
.graph
me g1+ g2+
r1+ g1+
g1+ r1-
r1- g1-
g1- r1+ me
r2+ g2+
g2+ r2-
r2- g2-
g2- r2+ me
.marking { <g1-,r1+> <g2-,r2+> me }
.end
END
graph inside_only <<'END'
.internal x y
.graph
x+ y+
y+ x-
x- y-
y- x+
.marking { <y-,x+> }
.end
END
graph dummies <<'END'
.inputs r
.outputs a
.dummy d e
.graph
r+ a+
a+ r-
r- a-
a- r+
d e
e d
.marking { <a-,r+> <e,d> }
.end
END
# An input that no gate reads, and a circuit without a gate.
graph unread <<'END'
.inputs a b
.outputs z
.graph
a+ z+ b+
b+ b-
b- a-
z+ a-
a- z-
z- a+
.marking { <z-,a+> }
.end
END
graph no_gate <<'END'
.inputs a
.graph
a+ a-
a- a+
.marking { <a-,a+> }
.end
END
# Names that the written files use themselves.
graph names <<'END'
.model FABRIC
.inputs DELAY BL_SEED BL_EVENTS
.outputs BL_DELAY BL_PATIENCE unused
.internal FABRIC_model FABRIC_bench
.graph
DELAY+ BL_DELAY+
BL_DELAY+ DELAY-
DELAY- BL_DELAY-
BL_DELAY- DELAY+
BL_SEED+ FABRIC_model+
FABRIC_model+ BL_PATIENCE+
BL_PATIENCE+ BL_SEED-
BL_SEED- FABRIC_model-
FABRIC_model- BL_PATIENCE-
BL_PATIENCE- BL_SEED+
BL_EVENTS+ FABRIC_bench+
FABRIC_bench+ unused+
unused+ BL_EVENTS-
BL_EVENTS- FABRIC_bench-
FABRIC_bench- unused-
unused- BL_EVENTS+
.marking { <BL_DELAY-,DELAY+> <BL_PATIENCE-,BL_SEED+> <unused-,BL_EVENTS+> }
.end
END
for model in rst DELAY gate_c BL_SEED unused; do sed "s/^\.model .*/.model $model/" \
    examples/stg/c_element.g >"$work/model_$model.g"; done
for file in oscillator one_client inside_only dummies unread no_gate names model_rst model_DELAY \
    model_gate_c model_BL_SEED model_unused; do
    plays "$work/$file.g"
done

# An output that never comes is still missed by the bench where an internal signal oscillates.
sed 's/always @\* bl_next_a = .*/always @* bl_next_a = r \& 1'"'b0;/" \
    "$work/oscillator.out/sim/oscillator_model.v" >"$work/model"
! cmp -s "$work/model" "$work/oscillator.out/sim/oscillator_model.v" &&
    cp "$work/model" "$work/oscillator.out/sim/oscillator_model.v" ||
    complain "the model has another form than this test expects"
iverilog -g2001 -DBL_MODEL -o "$work/bench" -y "$work/oscillator.out/sim" \
    "$work/oscillator.out/sim/oscillator_bench.v" &&
    timeout 60 vvp -n "$work/bench" >"$work/out" </dev/null
grep -q '^FAIL nothing moves' "$work/out" || complain "an output that never comes passes"

# One of a thing is one, and the limit of states says what to do.
"$BANKLOOM" stg "$work/no_gate.g" --equations >"$work/out" 2>&1
! grep -qE '(^|[^0-9])1 (gates|states|moves|markings|literals)' "$work/out" ||
    { complain "plural of one"; cat "$work/out"; }
grep -q '(1 gate, 2 states, 2 moves, 2 markings)' "$work/out" ||
    { complain "sizes"; cat "$work/out"; }
"$BANKLOOM" stg "$work/oscillator.g" --equations --style complex >"$work/out" 2>&1
grep -q 'literals, ' "$work/out" || complain "no literals"
"$BANKLOOM" stg "$work/oscillator.g" --states 3 >"$work/out" 2>"$work/said"
[ $? -eq 1 ] && grep -q 'not decided: .*raise --states' "$work/said" ||
    { complain "the limit of states"; cat "$work/said"; }

# A foreign folder is refused before the work, not after it.
mkdir "$work/mine" && touch "$work/mine/file"
"$BANKLOOM" stg "$work/no_gate.g" -o "$work/mine" >"$work/out" 2>"$work/said"
[ $? -eq 1 ] && ! [ -s "$work/out" ] && grep -q 'left as it is' "$work/said" ||
    { complain "a foreign folder"; cat "$work/out" "$work/said"; }
"$BANKLOOM" stg "$work/no_gate.g" -o "$work/mine" --json >"$work/out" 2>/dev/null
[ $? -eq 1 ] && grep -q '"written":.false' "$work/out" || complain "a foreign folder, with --json"

# Three grants at one place are a mutual exclusion of three ways, made of two-way ones; two numbers
# of states, two verdicts.
awk 'BEGIN {
    print ".inputs r1 r2 r3\n.outputs g1 g2 g3\n.graph\nme g1+ g2+ g3+"
    for (i = 1; i <= 3; i++) printf "r%d+ g%d+\ng%d+ r%d-\nr%d- g%d-\ng%d- r%d+ me\n", i, i, i,
        i, i, i, i, i
    print ".marking { me <g1-,r1+> <g2-,r2+> <g3-,r3+> }\n.end"
}' >"$work/three.g"
"$BANKLOOM" stg "$work/three.g" >"$work/out" || complain "three grants: status $?"
made='made of 3 two-way ones with 6 more internal signals: me_g1_before_g2, '
grep -q "^mutual exclusion me of 3 ways: r1 -> g1, r2 -> g2, r3 -> g3, LATE; $made" "$work/out" &&
    grep -q '^32 reachable markings, ' "$work/out" &&
        grep -q ' 0 internal signals; 12 transitions' "$work/out" ||
            { complain "three grants"; cat "$work/out"; }
"$BANKLOOM" stg "$work/three.g" --json -o "$work/three.out" >"$work/json" ||
    complain "three grants in JSON: status $?"
python3 - "$work/json" <<'END' || { complain "three grants in JSON"; cat "$work/json"; }
import json, sys
report = json.load(open(sys.argv[1]))
[ways] = report["mutexes_of_more_ways"]
assert (ways["place"], ways["protocol"], ways["ways"]) == ("me", "LATE", 3)
assert ways["requests"] == ["r1", "r2", "r3"] and ways["grants"] == ["g1", "g2", "g3"]
assert len(ways["added_signals"]) == 6
assert [pair["place"] for pair in ways["made_of"]] == ["me_g1_or_g2", "me_g1_or_g3", "me_g2_or_g3"]
assert report["states"] == 32 and len(report["signals"]) == 6 and report["synthesizable"]
circuit = report["circuit"]
assert circuit["verification"]["correct"] and circuit["verification_for_file"]["correct"]
assert circuit["verification"]["markings"] > circuit["verification_for_file"]["markings"] == 32
END
grep -q before "$work/three.out/three.g" && complain "the graph that was read is another one"
"$BANKLOOM" stg "$work/three.out/three_two_way.g" | grep -c '^mutual exclusion me_.*LATE$' |
    grep -qx 3 || complain "the two-way ones cannot be read again"
sed 's/^\.inputs r1/#@mutex me protocol=EARLY\n&/' "$work/three.g" >"$work/said.g"
"$BANKLOOM" stg "$work/said.g" 2>&1 | grep -q 'warning W4205' ||
    complain "another protocol of three"

# Shared places that are nearly a mutual exclusion are pointed out.
graph mixed <<'END'
.inputs r1 r2
.outputs g1 g2
.graph
me g1+ g2+
r1+ g1+
g1+ r1-
r1- g1- me
g1- r1+
r2+ g2+
g2+ r2-
r2- g2-
g2- r2+ me
.marking { me <g1-,r1+> <g2-,r2+> }
.end
END
"$BANKLOOM" stg "$work/mixed.g" >"$work/out" 2>/dev/null
grep -q '^note: `me` looks like a mutual exclusion but .* EARLY .* LATE' "$work/out" ||
    { complain "one EARLY, one LATE"; cat "$work/out"; }
"$BANKLOOM" stg examples/stg/arbiter_late.g | grep -q '^note' &&
    complain "a note on a mutual exclusion that is one"

# A byte order mark and the line ends of other systems.
{ printf '\357\273\277' && cat examples/stg/arbiter_late.g; } >"$work/mark.g"
tr '\n' '\r' <examples/stg/arbiter_late.g >"$work/return.g"
awk '{ printf "%s\r\n", $0 }' examples/stg/arbiter_late.g >"$work/both.g"
"$BANKLOOM" stg examples/stg/arbiter_late.g >"$work/want"
for file in mark return both; do
    "$BANKLOOM" stg "$work/$file.g" >"$work/out" 2>&1 && cmp -s "$work/want" "$work/out" ||
        { complain "$file"; head -n 3 "$work/out"; }
done
exit $failed
