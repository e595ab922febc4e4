#!/bin/sh
# seconds: 10
# `bankloom sweep` of kernels: points of arguments, what each task is given, tables and page
# without the columns of a pipeline, points of earlier calls, wrong use. Areas are written by hand.
set -u
root=$(cd "$(dirname "$0")/../../.." && pwd)
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }
program=$out/one.loom
cat >"$program" <<'ONE'
cluster one {
    board   stratix10_mx2100;
    nodes   1;
    clock   core 150 MHz;
    host    { bus pcie; memory 1 MiB; clock core; }
}
kernel copy on one (words: u32) {
    require words <= 1024;
    read host(0, words) -> write host(65536, words);
}
ONE
sweep() { "$BANKLOOM" sweep "$program" -o "$out/s" "$@" >"$out/stdout" 2>"$out/stderr"; }
# column NAME ROW: a cell of the table
column() {
    awk -F, -v name="$1" -v row="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
    NR == row + 1 { print at ? $at : "no such column" }' "$out/s/sweep.csv"
}

# Wrong use: reported at once, and nothing is written.
usage() {
    words=$1
    shift
    "$BANKLOOM" sweep "$@" -o "$out/never" >"$out/stdout" 2>"$out/stderr"
    status=$?
    [ $status = 2 ] && grep -q -e "$words" "$out/stderr" && [ ! -e "$out/never" ] ||
        { cat "$out/stderr"; fail "sweep $*: status $status"; }
}
for option in --fuse=all --keys=64 --dist=equal; do
    usage "sweep: ${option%=*} is for a pipeline, and .*one.loom has kernels" "$program" $option
done
usage '--set is for kernels, and .*counting_sort.loom has a pipeline' \
    "$root/examples/counting_sort/counting_sort.loom" --set words=4
usage 'an empty point' "$program" --set words=4//words=8
usage 'an empty point' "$program" --set ''
usage 'length=4: no kernel has such an argument' "$program" --set words=4/length=4
usage 'it is NAME=NUMBER' "$program" --set words
usage 'no such group' "$program" --group some
usage "names no memory\|memory" "$program" --memory nowhere
"$BANKLOOM" sweep --gather "$out" --set words=4 >"$out/stdout" 2>"$out/stderr"
[ $? = 2 ] || fail "--gather with --set"

# Two points of arguments are two simulations and one synthesis.
sweep --set 'words=64/words=1024/words=64' --nodes 1 --slurm || { cat "$out/stderr"; fail "slurm"; }
grep -q '^3 tasks in an array of 3\.' "$out/stdout" ||
    { cat "$out/stdout"; fail "not three tasks"; }
[ "$(cat "$out"/s/points/run-*.sh | grep -c -e "--set='words=[0-9]*' --nodes=1")" = 2 ] ||
    fail "the arguments are not given to run"
grep -q -e --set "$out"/s/points/synth-*.sh && fail "synth is given arguments"
for task in "$out"/s/points/run-*.sh; do sh "$task" || fail "$(cat "${task%.sh}.log")"; done
cat >"$(ls "$out"/s/points/synth-*.sh | sed 's/sh$/json/')" <<'COUNTED'
{"fits": true, "fabric": {"command": "synth_some", "yosys": "Yosys 0", "logic_unit": "ALM"},
 "totals": {"logic": {"used": 5000, "share": 0.01}, "ff": {"used": 9000, "share": 0.005},
            "block_ram": {"used": 20, "share": 0.002}, "dsp": {"used": 0, "share": 0}}}
COUNTED
"$BANKLOOM" sweep --gather "$out/s" >"$out/stdout" 2>"$out/stderr" ||
    { cat "$out/stderr"; fail "gathering"; }
grep -q '^2 points, 0 failed;' "$out/stdout" || { cat "$out/stdout"; fail "the summary"; }

# The table: cycles and rate are those of run, and the columns of a pipeline are not there.
[ "$(column set 1) $(column set 2)" = 'words=64 words=1024' ] || fail "the points"
[ "$(column bytes_moved 1) $(column bytes_moved 2)" = '256 4096' ] || fail "the bytes"
[ "$(column golden 1)$(column golden 2)" = yesyes ] || fail "the golden model"
[ "$(column front_logic 1) $(column front_logic 2)" = 'no yes' ] || fail "the front"
[ "$(column channels 1)$(column width_bytes 1)$(column burst_bytes 1)" = '' ] ||
    fail "a shape that the cluster has not"
for name in fuse passes predicted_bytes_per_second share_of_peak share_of_bound keys distribution
do [ "$(column $name 1)" = 'no such column' ] || fail "a column of pipelines: $name"; done
"$BANKLOOM" run "$program" --set words=1024 --json >"$out/json" 2>"$out/stderr" || fail "run"
python3 - "$out/json" "$(column cycles 2)" "$(column measured_bytes_per_second 2)" <<'CHECK' ||
import json, sys
said, cycles, rate = json.load(open(sys.argv[1])), float(sys.argv[2]), float(sys.argv[3])
longest = max(kernel["cycles"] for kernel in said["kernels"])
seconds = said["simulated_ps"] / 1e12
assert said["ok"] is True and said["equal"] is True
assert cycles == said["cycles"] == round(seconds * 150e6) and cycles >= longest > 128, cycles
assert abs(rate / (4096 / seconds) - 1) < 1e-9 and said["measured_bytes_per_second"] > 0
CHECK
    fail "cycles and rate are not those of run"
grep -q '"cluster":.*"one"' "$out/s/sweep.json" && ! grep -q '"pipeline"' "$out/s/sweep.json" ||
    fail "the JSON's name"
for words in 'id="plot-logic"' 'id="plot-ram"' '>arguments<' '>cycles<' '<wbr>' \
    'title>--set words=1024, 1 node: '; do
    grep -q "$words" "$out/s/sweep.html" || fail "the page has no $words"
done
grep -q '{{\|id="plot-model"\|>passes<\|predicted\|of peak\|of bound\|records\|fuse\|0 channels' \
    "$out/s/sweep.html" && fail "the page has what kernels have not"

# Earlier points stay, with what was counted; other contents of memories are other points.
sweep --set words=64 --nodes 1 --no-synth || { cat "$out/stderr"; fail "a narrower sweep"; }
grep -q '^2 points (1 of earlier calls), 0 failed;' "$out/stdout" &&
    [ "$(column logic 1) $(column logic 2)" = '5000 5000' ] ||
    { cat "$out/stdout"; fail "the earlier point is hidden"; }
sweep --nodes 1 --no-synth --seed 7 || { cat "$out/stderr"; fail "the usual arguments"; }
grep -q '^left out: 2 points of .*, version, --group, --seed or --memory$' "$out/stdout" &&
    [ "$(column set 1)$(column bytes_moved 1)" = 64 ] && grep -q '>as usual<' "$out/s/sweep.html" ||
    { cat "$out/stdout" "$out/s/sweep.csv"; fail "a point without arguments"; }

# A point that cannot be started has failed.
sweep --set words=64/words=2K --nodes 1 --no-synth && fail "a failed point is not noticed"
grep -q "^failed: --set='words=2K' --nodes=1: simulation: " "$out/stderr" &&
    [ "$(column golden 1)" = yes ] || { cat "$out/stderr"; fail "the failure is not reported"; }
exit $failed
