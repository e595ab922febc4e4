#!/bin/sh
# seconds: 6
# The waveform of a bus: its wires move when the table of `run` says so, three paths stand at once,
# the token is seen in every lap; a check of another program's waveform fails; what has no waveform
# is refused, and what cannot be written leaves nothing.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
complain() { echo "FAIL $*"; : >"$work/failed"; }
has() { grep -q -e "$2" "$work/out" || { complain "$1: no line like '$2'"; cat "$work/out"; }; }

# ends STATUS ARGUMENTS...: the output is in $work/out
ends() {
    wanted=$1
    shift
    timeout 120 "$BANKLOOM" "$@" >"$work/out" 2>&1 </dev/null
    status=$?
    [ $status -eq "$wanted" ] || { complain "bankloom $*: status $status, wanted $wanted"; cat \
        "$work/out"; }
}

# unlike TABLE VCD: prints where they differ: `notified` and `path` of a domain and the wire of the
# transfer move at the times of the table (which rounds to 10 ps), `notified` rises once for each
# path and each refusal; as many paths at once as the table says; times rise, every change is one,
# and in the end nothing is busy.
unlike() {
    awk 'function complain(what) { print what; bad++ }
        function near(times, wanted,   n, i, list) {
            n = split(times, list, " ")
            for (i = 1; i <= n; i++) if (list[i] - wanted <= 5 && wanted - list[i] <= 5) return 1
            return 0
        }
        function moves(wire, row, from, to) {
            if (!near(rises[wire], from * 1000)) complain(wire " does not rise at " from ": " row)
            if (!near(falls[wire], to * 1000)) complain(wire " does not fall at " to ": " row)
        }
        FNR == NR && $3 == "->" { row[++rows] = $0; from[rows] = $2; to[rows] = $4; begin[rows] = $6
            end[rows] = $8; tells[$2] += 1 + $10 }
        FNR == NR { if ($0 ~ /^times in ns/) { sub(/.*ns; at most /, ""); most = $1 + 0 }; next }
        $1 == "$scope" { scope = $3 }
        $1 == "$var" { name[$4] = scope "." $5; if ($5 == "path") path[$4] = 1 }
        $1 == "$timescale" && $2 != "1ps" { complain("not in ps") }
        /^#/ { now = substr($0, 2) + 0; if (now < last) complain("back to " now)
            last = now }
        /^[01]/ { value = substr($0, 1, 1) + 0; code = substr($0, 2); wire = name[code]
            if (wire == "") complain("unknown: " code)
            if (!(code in is)) { is[code] = value; next }
            if (is[code] == value) complain(wire " is " value " already")
            is[code] = value
            if (code in path) { count += value ? 1 : -1; if (count > top) top = count }
            if (value) { rises[wire] = rises[wire] " " now; risen[wire]++ }
            else falls[wire] = falls[wire] " " now }
        END {
            for (i = 1; i <= rows; i++) {
                moves("domain_" from[i] ".notified", row[i], begin[i], end[i])
                moves("domain_" from[i] ".path", row[i], begin[i], end[i])
                moves("paths.transfer_" i "_from_" from[i] "_to_" to[i], row[i], begin[i], end[i])
            }
            for (d in tells) if (risen["domain_" d ".notified"] != tells[d])
                complain("domain " d " was not notified " tells[d] " times")
            for (code in name) if (!(code in is)) complain(name[code] " has no first value")
                else if (name[code] ~ /[.](busy|path|notified|request)$/ && is[code])
                    complain(name[code] " is 1 in the end")
            if (!rows || top != most) complain(top + 0 " paths at once, not " most)
        }' "$1" "$2"
}

# agrees PROGRAM NAME: its waveform is $work/NAME.vcd, its table $work/NAME
agrees() {
    ends 0 run "$1" --trace "$work/$2.vcd"
    cp "$work/out" "$work/$2"
    ends 0 run "$1"
    cmp -s "$work/out" "$work/$2" || complain "$2: another table with --trace"
    unlike "$work/$2" "$work/$2.vcd" >"$work/unlike"
    [ -s "$work/unlike" ] && { complain "$2: the waveform is not what the table says"; head \
        "$work/unlike"; }
}
eight=examples/rsb/eight_domains.loom
agrees $eight eight
has "three at once" "at most 3 paths at once"
for wire in request notified busy path token own_cw own_ccw end_cw end_ccw pass_cw pass_ccw go_cw \
    go_ccw na_cw na_ccw taken open; do
    [ "$(grep -c "^.var wire 1 [^ ]* $wire .end" "$work/eight.vcd")" -eq 8 ] ||
        complain "not eight wires $wire"
done
sed 's/delay .*4.45 ns;/delay 4.45 ns, 5 ns, 6.1 ns, 4 ns, 4 ns, 4 ns, 7 ns, 4 ns;/' $eight \
    >"$work/uneven.loom"
agrees "$work/uneven.loom" uneven
sed 's/domains  *8;/& arbiter { }/' $eight >"$work/graphs.loom"
agrees "$work/graphs.loom" graphs
[ "$(wc -l <"$work/graphs.vcd")" -gt "$(wc -l <"$work/eight.vcd")" ] ||
    complain "the cell of graphs has no gates of its own"

# The check notices other times, another way, an early end and changes that are missing.
for change in 's/at 2000 ns/at 2300 ns/' 's/words 24/words 48/' 's/1 -> 3/1 -> 8/'; do
    sed "$change" $eight >"$work/other.loom"
    ends 0 run "$work/other.loom"
    [ "$(unlike "$work/out" "$work/eight.vcd")" ] || complain "nobody notices $change"
done
head -n 800 "$work/eight.vcd" >"$work/short.vcd"
[ "$(unlike "$work/eight" "$work/short.vcd")" ] || complain "nobody notices the end that is missing"
sed 's/^1\(.\)$/x\1/' "$work/eight.vcd" >"$work/short.vcd"
[ "$(unlike "$work/eight" "$work/short.vcd")" ] ||
    complain "nobody notices changes that are missing"

# While nobody asks for anything, the token goes round, and every lap is there.
sed 's/at 2000 ns/at 30 us/' $eight >"$work/quiet.loom"
agrees "$work/quiet.loom" quiet
awk '$5 == "token" { token[$4] = 1 } /^#/ { now = substr($0, 2) + 0 }
    /^[01]/ && substr($0, 2) in token { if (now - last > most) most = now - last; last = now }
    END { exit !(most > 0 && most < 300000) }' "$work/quiet.vcd" ||
    complain "laps of the token are missing"

# A bus with elements, over either arbiter: the steps of each transfer move when the table says so,
# elements and connectors with them; the picture has as many edges; docs/ has that picture.
steps() { # TABLE VCD: prints where they differ
    awk 'function complain(what) { print what; bad++ }
        function near(a, b) { return a - b <= 5 && b - a <= 5 }
        function moves(wire, from, to) {
            if (from == "-") { if (wire in rise) complain(wire " rises"); return }
            if (!near(rise[wire], from * 1000)) complain(wire " does not rise at " from)
            if (!near(fall[wire], to * 1000)) complain(wire " does not fall at " to)
        }
        FNR == NR && $3 == "->" { name[++rows] = "transfer_" $1 "_" $2 "_to_" $4; from[rows] = $2
            inner[rows] = $5; asks[rows] = $6; notified[rows] = $7; came[rows] = $8
            words[rows] = $9; end[rows] = $10 }
        FNR == NR { next }
        $1 == "$scope" { scope = $3 }
        $1 == "$var" { wire[$4] = scope "." $5 }
        /^#/ { now = substr($0, 2) + 0; if (now < last) complain("back to " now)
            last = now; begun = 1 }
        begun && /^[01]/ { name_of = wire[substr($0, 2)]
            if (/^1/) rise[name_of] = now; else fall[name_of] = now }
        END {
            for (i = 1; i <= rows; i++) {
                whole = came[i] == "-" ? inner[i] : came[i]
                moves(name[i] ".inner", inner[i], end[i])
                moves(name[i] ".outer_request", asks[i], notified[i])
                moves(name[i] ".outer", notified[i], end[i])
                moves(name[i] ".path", whole, end[i])
                moves(name[i] ".words", whole, words[i])
                moves("domain_" substr(from[i], 2, 1) "." from[i] "_sends", whole, end[i])
            }
            if (rows != 3) complain(rows " rows") }' "$1" "$2"
}
sed 's/distributed;/centralised;/' examples/rsb/hierarchy.loom >"$work/central_too.loom"
for program in examples/rsb/hierarchy.loom "$work/central_too.loom"; do
    ends 0 run "$program" --trace "$work/h.vcd" --svg "$work/h.svg"
    cp "$work/out" "$work/h"
    steps "$work/h" "$work/h.vcd" >"$work/unlike"
    [ -s "$work/unlike" ] && { complain "$program: not what the table says"; head "$work/unlike"; }
    [ "$(grep -c '^$var .* connector_' "$work/h.vcd")" -eq 8 ] || complain "not eight connectors"
    [ "$(grep -c '<path stroke' "$work/h.svg")" -eq 18 ] || complain "$program: not 18 lines drawn"
    [ "$program" = "$work/central_too.loom" ] || cmp -s "$work/h.svg" docs/rsb_hierarchy.svg ||
        complain "docs/rsb_hierarchy.svg is not what bankloom run draws"
done
sed 's/ 440.00 / 441.00 /; s/ 1360.00 / 1361.00 /' "$work/h" >"$work/other"
cmp -s "$work/h" "$work/other" || [ "$(steps "$work/other" "$work/h.vcd" | wc -l)" -gt 0 ] ||
    complain "nobody notices other times"
ends 2 run $eight --svg "$work/x.svg"
has "a flat bus" 'E3003: .--svg. does nothing'

# What has no waveform.
refused() {
    text=$1
    shift
    ends 2 run "$@" --trace "$work/none.vcd"
    has "$*" "$text"
    [ ! -e "$work/none.vcd" ] || complain "written nevertheless: $*"
}
sed 's/distributed;/centralised;/' $eight >"$work/central.loom"
refused 'E3003: .--trace. does nothing here: .* centralised one' "$work/central.loom"
refused 'E3003: .--trace. does nothing here: .* random traffic' examples/rsb/curves.loom
refused 'E3003: .--csv. does nothing' $eight --csv "$work/x.csv"
refused 'E0081' $eight --trace "$work/none.vcd"
refused '.--json-file\|--trace.*: it is the same file as' $eight --json-file "$work/none.vcd"
ends 2 run $eight --trace "$work/none.fst"
has "an FST" "^bankloom run: --trace takes .* a bus has no FST"
cp $eight "$work/own.loom"
ends 2 run "$work/own.loom" --trace "$work/own.loom"
cmp -s $eight "$work/own.loom" || complain "the program is written over"

# What cannot be written, and an interrupt, leave what was there.
ends 1 run $eight --trace "$work/no/folder.vcd"
has "no folder" "^bankloom run: --trace: cannot write .*No such file or directory$"
ends 1 run $eight --trace /dev/full
has "a full disk" "^bankloom: cannot write /dev/full: No space left on device$"
sed 's/at 2000 ns/at 1 s/' $eight >"$work/long.loom"
mkdir "$work/long" && echo before >"$work/long/a.vcd"
env --default-signal=INT "$BANKLOOM" run "$work/long.loom" --trace "$work/long/a.vcd" \
    >"$work/out" 2>&1 &
process=$!
sleep 1
kill -INT $process
wait $process; [ $? -eq 130 ] || complain "SIGINT: no status 130"
has SIGINT "^bankloom: interrupted; nothing was written$"
[ "$(ls "$work/long")" = a.vcd ] && [ "$(cat "$work/long/a.vcd")" = before ] ||
    complain "left by an interrupt: $(ls "$work/long")"
! [ -e "$work/failed" ]
