#!/bin/sh
# `bankloom sweep`: tables and page of a small sweep; a failed point; what is finished is kept; an interrupt; Slurm's script; the page in a browser.
set -u
here=$(cd "$(dirname "$0")" && pwd)
program=$here/../../../examples/counting_sort/counting_sort.loom
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
failed=0
fail() { echo "FAIL: $*"; failed=1; }
sweep() { "$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K -o "$out/s" "$@" >"$out/stdout" 2>"$out/stderr"; }
# column NAME ROW: a cell of the table, by the name of its column (no quotes inside the tables of these tests)
column() { awk -F, -v name="$1" -v row="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i } NR == row + 1 { print $at }' "$out/s/sweep.csv"; }

# Two points, simulated and synthesised.
sweep --fuse none/all || { cat "$out/stderr"; fail "the sweep"; }
[ "$(column passes 1)" = 6 ] && [ "$(column passes 2)" = 1 ] || fail "not 6 passes and 1"
[ "$(column golden 1)" = yes ] && [ "$(column golden 2)" = yes ] || fail "not equal to the golden model"
[ "$(column logic 2 | cut -d. -f1)" -gt "$(column logic 1 | cut -d. -f1)" ] || fail "two crossbars do not take more logic than one"
[ "$(column front_logic 2)" = yes ] || fail "the faster point is not on the front"
[ "$(grep -c '"golden":.*true' "$out/s/sweep.json")" = 2 ] || fail "the JSON has not two points"
for words in 'name="viewport"' 'id="plot-logic"' 'id="plot-ram"' 'id="plot-model"' '<title>--fuse table,histogram,eop,split\|<title>--fuse all'; do
    grep -q "$words" "$out/s/sweep.html" || fail "the page has no $words"
done
if grep -o '\(src\|href\|@import\|url(\)[^>]*' "$out/s/sweep.html" | grep -v 'xlink:href\|href="#'; then fail "the page asks for something outside"; fi
grep -q '{{' "$out/s/sweep.html" && fail "the page's template is not filled"

# Done again: nothing is; one result lost: it alone is.
touch -d '2020-01-01' "$out"/s/points/*.log "$out"/s/points/*.json
sweep --fuse none/all || fail "the sweep again"
[ "$(find "$out/s/points" -name '*.log' -newermt 2021-01-01 | wc -l)" = 0 ] || fail "a finished point was done again"
lost=$(ls "$out"/s/points/run-*.json | head -n 1)
cp "$out/s/sweep.csv" "$out/before" && : >"$lost"
sweep --fuse none/all || fail "the sweep with a result lost"
[ "$(find "$out/s/points" -name '*.log' -newermt 2021-01-01 | wc -l)" = 1 ] || fail "not only the lost point was done"
cmp -s "$out/s/sweep.csv" "$out/before" || fail "the point done again differs"

# A point that fails is told, and the others are there.
sweep --fuse all --channels 2,32 --no-synth
status=$?
[ $status = 1 ] || fail "status $status with a failed point"
grep -q '^failed: --fuse=all --nodes=2 --channels=32: simulation: .*error E[0-9]*: ' "$out/stderr" || { cat "$out/stderr"; fail "the failure is not told"; }
[ "$(column golden 1)" = yes ] && [ "$(column golden 2)" = no ] || fail "the other point is not there"
grep -q 'class="failures"' "$out/s/sweep.html" || fail "the page does not list the failure"

# Wrong use.
usage() {
    sweep "$@"
    status=$?
    [ $status = 2 ] && [ -s "$out/stderr" ] || fail "sweep $*: status $status"
}
usage --fuse none/tables
usage --fuse none//all
usage --nodes 2,three
usage --dist nowhere
usage --memory nowhere

# What is wrong with every point is told once, and nothing is started or written.
for options in '--board nowhere' '--width 33' '--nodes 3,5'; do
    # shellcheck disable=SC2086
    "$BANKLOOM" sweep "$program" --no-synth -o "$out/never" $options >"$out/stdout" 2>"$out/stderr"
    status=$?
    [ $status = 1 ] && [ "$(grep -c 'error E[0-9]*: ' "$out/stderr")" = 1 ] && [ ! -e "$out/never" ] ||
        { cat "$out/stderr"; fail "$options: status $status"; }
done
"$BANKLOOM" sweep "$program" -o "$here" >/dev/null 2>"$out/stderr" && fail "a folder that is no sweep is taken"

# An interrupt ends what runs and says how to go on.
mkdir "$out/bin" && cat >"$out/bin/verilator" <<'SLOW'
#!/bin/sh
[ "$1" = --version ] && exec echo slow
exec sleep 60
SLOW
chmod +x "$out/bin/verilator"
PATH=$out/bin:$PATH XDG_CACHE_HOME=$out/cache timeout --preserve-status -s INT 3 "$BANKLOOM" sweep "$program" --fuse steps --nodes 2 --channels 2 \
    --no-synth -o "$out/i" >"$out/stdout" 2>"$out/stderr"
status=$?
[ $status = 130 ] || fail "status $status after an interrupt"
grep -q 'The same command goes on' "$out/stderr" || fail "the interrupt is not told"
"$BANKLOOM" sweep --gather "$out/i" >"$out/stdout" 2>"$out/stderr" && fail "gathering what was interrupted succeeds"
grep -q '5 points, 0 failed, 5 not done;' "$out/stdout" && [ "$(grep -c '^not done: .*simulation: not done yet' "$out/stderr")" = 5 ] ||
    { cat "$out/stdout" "$out/stderr"; fail "what was interrupted counts as failed"; }
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { sub(/^"[^"]*"/, "f") } $at["golden"] $at["front_logic"] != "" { exit 1 }' "$out/i/sweep.csv" ||
    fail "a point that is not done is said to differ"
grep -q '<h2>Not done</h2>' "$out/i/sweep.html" || fail "the page does not say what is not done"
for process in /proc/[0-9]*/cmdline; do
    if { tr '\0' ' ' <"$process"; } 2>/dev/null | grep -q "$out/i/points"; then fail "$process still runs"; fi
done

# Slurm's script does the same by hand, and the results are gathered from the folder alone.
sweep --fuse none/all --no-synth || fail "the sweep without synthesis"
[ "$(column golden 1)" = yes ] && [ -z "$(column front_logic 1)$(column front_block_ram 2)" ] || fail "a front without synthesis"
cp "$out/s/sweep.csv" "$out/before"
"$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K --fuse none/all --no-synth -o "$out/c" --slurm >"$out/stdout" || fail "--slurm"
grep -q '^#SBATCH --array=1-2$' "$out/c/sweep.slurm" || fail "not two members in the array job"
"$BANKLOOM" sweep --gather "$out/c" >/dev/null 2>"$out/stderr" && fail "gathering what was not done succeeds"
grep -q 'not done yet' "$out/stderr" || fail "what was not done is not told"
for i in 1 2; do
    (cd "$out/c/points" && sh "$(sed -n "${i}p" slurm.list)") || fail "member $i"
done
"$BANKLOOM" sweep --gather "$out/c" >/dev/null || fail "gathering"
cmp -s "$out/c/sweep.csv" "$out/before" || fail "what was gathered differs from what was run"
"$BANKLOOM" sweep --gather "$out/bin" >/dev/null 2>&1 && fail "any folder is gathered from"

# In a browser: a click sorts, nothing is wider than a phone, it prints.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$browser" ]; then
    sweep --fuse none/all || fail "the sweep for the browser"
    cat >"$out/s/probe.html" <<'PROBE'
<!DOCTYPE html><title>waiting</title>
<iframe src="sweep.html" style="width: 390px; height: 844px; border: 0" onload="probe(this.contentDocument)"></iframe>
<script>
function probe(page) {
    var heads = page.querySelectorAll("#points thead th"), said = [page.documentElement.scrollWidth + " wide"];
    function first() { return page.querySelector("#points tbody tr td").textContent.trim(); }
    function click(name) { heads.forEach(function (head) { if (head.textContent.indexOf(name) === 0) head.querySelector("[role=button]").click(); }); }
    click("measured"); said.push("down " + first());
    click("measured"); said.push("up " + first());
    said.push(page.querySelectorAll("#plot-logic .mark title").length + " marks");
    document.title = "PROBE " + said.join(", ") + " END";
}
</script>
PROBE
    HOME=$out timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --allow-file-access-from-files \
        --virtual-time-budget=5000 --dump-dom "file://$out/s/probe.html" >"$out/dom" 2>"$out/stderr"
    said=$(grep -o 'PROBE [^<]* END' "$out/dom" | head -n 1)
    [ "$said" = "PROBE 390 wide, down all, up none, 2 marks END" ] || { cat "$out/stderr"; fail "the browser says \"$said\""; }
    HOME=$out timeout 60 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --print-to-pdf="$out/page.pdf" \
        "file://$out/s/sweep.html" >/dev/null 2>&1
    head -c 5 "$out/page.pdf" 2>/dev/null | grep -q '%PDF-' || fail "the page does not print"
else echo "skipped: no chromium, the page was not opened"
fi
exit $failed
