#!/bin/sh
# seconds: 60
# `bankloom sweep`: tables and page of a small sweep; a failed point; what is finished is kept; an
# interrupt; Slurm's script; the page in a browser.
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
# Narrow words of few elements are sooner synthesised.
program=$out/counting_sort.loom
sed 's/width 32 B;/width 16 B;/; s/key: u32;/key: u64;/' \
    "$here/../../../examples/counting_sort/counting_sort.loom" >"$program"
failed=0
fail() { echo "FAIL: $*"; failed=1; }
sweep() { "$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K -o "$out/s" "$@" \
    >"$out/stdout" 2>"$out/stderr"; }
# column NAME ROW: a cell of the table, by the name of its column (no quotes inside the tables of
# these tests)
column() {
    awk -F, -v name="$1" -v row="$2" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) at = i }
    NR == row + 1 { print $at }' \
        "$out/s/sweep.csv"
}

# Two points, simulated and synthesised; one at a time, for the second has modules of the first.
sweep --fuse none/all -j 1 || { cat "$out/stderr"; fail "the sweep"; }
! command -v dot >/dev/null || grep \
    -q '^2 points: 2 simulations, 2 syntheses, 3 pictures to do, [0-9]* at a time$' "$out/stdout" ||
    { cat "$out/stdout"; fail "what is to do is not printed"; }
[ "$(column passes 1)" = 6 ] && [ "$(column passes 2)" = 1 ] || fail "not 6 passes and 1"
[ "$(column golden 1)" = yes ] && [ "$(column golden 2)" = yes ] ||
    fail "not equal to the golden model"
[ "$(column logic 2 | cut -d. -f1)" -gt "$(column logic 1 | cut -d. -f1)" ] ||
    fail "two crossbars do not take more logic than one"
[ "$(column front_logic 2)" = yes ] || fail "the faster point is not on the front"
[ "$(grep -c '"golden":.*true' "$out/s/sweep.json")" = 2 ] || fail "the JSON has not two points"
for words in 'name="viewport"' 'id="plot-logic"' 'id="plot-ram"' 'id="plot-model"' \
    '<title>--fuse table,histogram,eop,split\|<title>--fuse all'; do
    grep -q "$words" "$out/s/sweep.html" || fail "the page has no $words"
done
if grep -o '\(src\|href\|@import\|url(\)[^>]*' "$out/s/sweep.html" |
    grep -v 'xlink:href\|href="#'; then fail "the page asks for something outside"; fi
grep -q '{{' "$out/s/sweep.html" && fail "the page's template is not filled"

# What was simulated, and by what the resources were counted, is said everywhere.
[ "$(column keys 1) $(column distribution 1) $(column seed 2) $(column memory 2) $(column \
    board_memory 2)" = '1024 uniform 1 hbm2 hbm2' ] ||
    fail "the CSV does not say what was simulated"
[ "$(column fabric_stand_in 1)" = yes ] && column yosys 2 | grep -q '^Yosys [0-9]' ||
    fail "the CSV does not say what counted"
for words in '"keys":.1024' '"distribution":."uniform"' '"seed":.1' '"memory":."hbm2"'; do
    [ "$(grep -c "^.$words" "$out/s/sweep.json")" = 1 ] &&
        [ "$(grep -c "$words" "$out/s/sweep.json")" = 3 ] ||
        fail "the JSON has no $words"
done
text='distribution <code>uniform</code>, seed&nbsp;1, memory model <code>hbm2</code>'
grep -q "1.*024&nbsp;records a node, $text" "$out/s/sweep.html" ||
    fail "the page does not say what was simulated"
grep -q 'by Yosys [0-9].* with <code>synth_intel_alm -family [a-z0-9]*</code>, a stand-in' \
    "$out/s/sweep.html" ||
    fail "the page does not say that another fabric stands in"
grep -q 'memory that was timed is not' "$out/s/sweep.html" &&
    fail "the page denies the memory of the board"
cp "$out/s/sweep.csv" "$out/before" && cp "$out/s/sweep.html" "$out/page" &&
    "$BANKLOOM" sweep --gather "$out/s" -q || fail "gathering"
cmp -s "$out/s/sweep.csv" "$out/before" && cmp -s "$out/s/sweep.html" "$out/page" ||
    fail "gathering forgets what was simulated"
# A board with another memory is timed with its own; timed with HBM2, that is said not to be its
# own. Records with a seed of more digits than a double keeps.
"$BANKLOOM" sweep "$program" --nodes 2 --channels 1 --keys 256 --fuse all \
    --no-synth --board arria10_a10pl4 --seed 9007199254740993 \
    --dist sorted --memory hbm2 -o "$out/ddr" >"$out/stdout" 2>"$out/stderr"
grep -q 'The memory that was timed is not that of the board <code>arria10_a10pl4</code> (ddr4)' \
    "$out/ddr/sweep.html" &&
    grep -q ',sorted,256,9007199254740993,hbm2,ddr4,' "$out/ddr/sweep.csv" &&
        grep -q '"seed":.9007199254740993' "$out/ddr/sweep.json" ||
    { cat "$out/stderr" "$out/ddr/sweep.csv"; fail "that DDR4 is timed as HBM2 is not reported"; }
"$BANKLOOM" sweep "$program" --nodes 2 --channels 1 --keys 256 --fuse all \
    --no-synth --board arria10_a10pl4,stratix10_mx2100 \
    -o "$out/both" >"$out/stdout" 2>"$out/stderr"
cut -d, -f 2,29,30 "$out/both/sweep.csv" >"$out/memories"
printf 'board,memory,board_memory\narria10_a10pl4,ddr4,ddr4\nstratix10_mx2100,hbm2,hbm2\n' |
    cmp -s - "$out/memories" ||
    { cat "$out/stderr" "$out/memories"; fail \
        "two boards are not timed with a memory of their own each"; }
grep -q 'memory that was timed is not\|memory model' "$out/both/sweep.html" &&
    fail "one memory is named for two boards"

# Done again: nothing is; one result lost: it alone is.
touch -d '2020-01-01' "$out"/s/points/*.log "$out"/s/points/*.json
sweep --fuse none/all || fail "the sweep again"
[ "$(find "$out/s/points" -name '*.log' -newermt 2021-01-01 | wc -l)" = 0 ] ||
    fail "a finished point was done again"
lost=$(ls "$out"/s/points/run-*.json | head -n 1)
cp "$out/s/sweep.csv" "$out/before" && : >"$lost"
sweep --fuse none/all || fail "the sweep with a result lost"
[ "$(find "$out/s/points" -name '*.log' -newermt 2021-01-01 | wc -l)" = 1 ] ||
    fail "not only the lost point was done"
cmp -s "$out/s/sweep.csv" "$out/before" || fail "the point done again differs"

# A point that fails is reported, and the others are there.
sweep --fuse all --channels 2,32 --no-synth
status=$?
[ $status = 1 ] || fail "status $status with a failed point"
grep -q '^failed: --fuse=all --nodes=2 --channels=32: simulation: .*error E[0-9]*: ' "$out/stderr" \
    ||
    { cat "$out/stderr"; fail "the failure is not reported"; }
[ "$(column golden 1)" = yes ] && [ -z "$(column golden 2)" ] ||
    fail "the other point is not there, or one without a simulation is judged"
grep -q 'class="failures"' "$out/s/sweep.html" || fail "the page does not list the failure"

# Points of earlier calls stay in all tables: finished ones with what they had, the failed one does
# not count for this call; other --keys are others.
grep -q '^3 points (1 of earlier calls), 1 failed;' "$out/stdout" &&
    [ "$(column fuse 3)" = none ] ||
    { cat "$out/stdout"; fail "the earlier point is hidden"; }
[ "$(column logic 3)" = "$(awk -F, 'NR == 2 { print $16 }' "$out/before")" ] &&
    [ "$(column front_logic 1)" = yes ] ||
    fail "the syntheses of earlier calls are hidden"
sweep --fuse table --no-synth || fail "the point of a narrower sweep"
grep -q '^3 points (2 of earlier calls), 0 failed;' "$out/stdout" &&
    grep -q '^left out: 1 point of earlier calls, not finished$' "$out/stdout" ||
    { cat "$out/stdout"; fail "the points of a narrower sweep are not reported"; }
[ "$(cut -d, -f1 "$out/s/sweep.csv" | tr '\n' ' ')" = 'fuse table all none ' ] ||
    fail "the CSV lacks an earlier point"
[ "$(grep -c '"fuse":' "$out/s/sweep.json")" = 3 ] &&
    [ "$(grep -c '<td data-value="[a-z]*"><svg' "$out/s/sweep.html")" = 3 ] ||
    fail "the JSON or the page lacks an earlier point"
cp "$out/s/sweep.csv" "$out/union" && "$BANKLOOM" sweep --gather "$out/s" -q &&
    cmp -s "$out/s/sweep.csv" "$out/union" ||
    fail "gathering loses earlier points"
sweep --fuse table --no-synth --keys 512 || fail "the sweep with other keys"
grep -q '^left out: 3 points of earlier calls, with another program' "$out/stdout" &&
    [ "$(wc -l <"$out/s/sweep.csv")" = 2 ] ||
    { cat "$out/stdout"; fail "points with other keys are mixed"; }

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
"$BANKLOOM" sweep --gather "$out/s" --nodes 2 >"$out/stdout" 2>"$out/stderr"
[ $? = 2 ] && grep -q -- '--gather takes' "$out/stderr" ||
    fail "--gather takes an option that it does nothing with"

# What is wrong with every point is reported once, and nothing is started or written.
for options in '--board nowhere' '--width 33' '--nodes 65,66'; do
    # shellcheck disable=SC2086
    "$BANKLOOM" sweep "$program" --no-synth -o "$out/never" $options >"$out/stdout" 2>"$out/stderr"
    status=$?
    [ $status = 1 ] && [ "$(grep -c 'error E[0-9]*: ' "$out/stderr")" = 1 ] &&
        [ ! -e "$out/never" ] ||
        { cat "$out/stderr"; fail "$options: status $status"; }
done
# So are more records than a node or this computer has room for; another one of the points may have
# it.
"$BANKLOOM" sweep "$program" --nodes 2,4 --channels 2 --keys 2^40 --no-synth -o "$out/never" \
    >"$out/stdout" 2>"$out/stderr"
status=$?
[ $status = 2 ] && [ "$(grep -c 'has no room for so many records' "$out/stderr")" = 1 ] &&
    [ ! -e "$out/never" ] ||
    { cat "$out/stderr"; fail "2^40 keys: status $status"; }
"$BANKLOOM" sweep "$program" --nodes 2 --channels 1,2 --keys 2^26 --fuse all \
    --no-synth -o "$out/room" --slurm \
    >"$out/stdout" 2>"$out/stderr" ||
    { cat "$out/stderr"; fail "one of two points has room, and is refused"; }
[ -s "$out/stderr" ] && { cat "$out/stderr"; fail \
    "a point without room is reported though another has it"; }

# The points are judged, not the source: its own number of nodes may be none, or one of a warning
# that no point has.
sed 's/nodes   8;/nodes 65;/' "$program" >"$out/three.loom"
"$BANKLOOM" sweep "$out/three.loom" --nodes 2 --channels 2 --fuse all --no-synth -o "$out/three" \
    --slurm >"$out/stdout" 2>"$out/stderr" ||
    { cat "$out/stderr"; fail "nodes 65 in the source is refused though --nodes 2 is right"; }
sed 's/nodes   8;/nodes 64;/' "$program" >"$out/many.loom"
"$BANKLOOM" sweep "$out/many.loom" --nodes 2 --channels 2 --fuse all --no-synth -o "$out/many" \
    --slurm >"$out/stdout" 2>"$out/stderr" ||
    fail "the sweep of a source with 64 nodes"
[ -s "$out/stderr" ] && { cat "$out/stderr"; fail "a warning that no point has"; }
# A warning that points have is reported once, and of which it is.
"$BANKLOOM" sweep "$out/many.loom" --nodes 16 --channels 2 --link '6.25 GB/s,12.5 GB/s' \
    --fuse none/all --no-synth \
    -o "$out/warned" --slurm >"$out/stdout" 2>"$out/stderr" || fail "the sweep with a warning"
[ "$(grep -c 'warning W2003' "$out/stderr")" = 1 ] &&
    grep -q "not said of every point; --fuse=none .*--link='12.5 GB/s'" "$out/stderr" ||
    { cat "$out/stderr"; fail "a warning of some points is not reported once"; }
"$BANKLOOM" sweep "$program" -o "$here" >/dev/null 2>"$out/stderr" &&
    fail "a folder that is no sweep is taken"

# An interrupt ends what runs and says how to go on. It comes from the first Verilator that runs, to
# all processes of the sweep, as from a terminal.
mkdir "$out/bin" && cat >"$out/bin/verilator" <<SLOW
#!/bin/sh
[ "\$1" = --version ] && exec echo slow
mkdir "$out/runs" 2>/dev/null && kill -INT "\$(cat "$out/guard")"
exec sleep 60
SLOW
chmod +x "$out/bin/verilator"
# shellcheck disable=SC2016
PATH=$out/bin:$PATH XDG_CACHE_HOME=$out/cache timeout --preserve-status 300 \
    sh -c 'echo $PPID >"$0"; exec "$@"' "$out/guard" "$BANKLOOM" sweep "$program" --fuse steps \
    --nodes 2 --channels 2 --no-synth -o "$out/i" >"$out/stdout" 2>"$out/stderr"
status=$?
[ $status = 130 ] || fail "status $status after an interrupt"
grep -q 'The same command goes on' "$out/stderr" || fail "the interrupt is not reported"
"$BANKLOOM" sweep --gather "$out/i" >"$out/stdout" 2>"$out/stderr" &&
    fail "gathering what was interrupted succeeds"
grep -q '5 points, 0 failed, 5 not done;' "$out/stdout" &&
    [ "$(grep -c '^not done: .*simulation: not done yet' "$out/stderr")" = 5 ] ||
    { cat "$out/stdout" "$out/stderr"; fail "what was interrupted counts as failed"; }
awk -F, '
    NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
    { sub(/^"[^"]*"/, "f") } $at["golden"] $at["front_logic"] != "" { exit 1 }' "$out/i/sweep.csv" \
        ||
    fail "a point that is not done is said to differ"
grep -q '<h2>Not done</h2>' "$out/i/sweep.html" || fail "the page does not say what is not done"
for process in /proc/[0-9]*/cmdline; do
    if { tr '\0' ' ' <"$process"; } 2>/dev/null | grep -q "$out/i/points"; then fail \
        "$process still runs"; fi
done

# Slurm's script does the same by hand, and the results are gathered from the folder alone.
rm -rf "$out/s"
sweep --fuse none/all --no-synth || fail "the sweep without synthesis"
[ "$(column golden 1)" = yes ] && [ -z "$(column front_logic 1)$(column front_block_ram 2)" ] ||
    fail "a front without synthesis"
cp "$out/s/sweep.csv" "$out/before"
"$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K --fuse none/all \
    --no-synth -o "$out/c" --slurm >"$out/stdout" ||
    fail "--slurm"
grep -q '^#SBATCH --array=1-2$' "$out/c/sweep.slurm" || fail "not two members in the array job"
"$BANKLOOM" sweep --gather "$out/c" >/dev/null 2>"$out/stderr" &&
    fail "gathering what was not done succeeds"
grep -q 'not done yet' "$out/stderr" || fail "what was not done is not reported"
cmp -s "$(sed \
    -n 's/^#SBATCH --output="\(.*\)\/slurm-%A_%a.log"$/\1/p' "$out/c/sweep.slurm")/index.json" \
        "$out/c/points/index.json" ||
    fail "the members' logs are not beside the tasks"
sh "$out/c/sweep.slurm" >"$out/stdout" 2>"$out/stderr"
[ $? = 2 ] && [ "$(cat "$out/stdout" "$out/stderr" | wc -l)" = 1 ] &&
    grep -q 'an array job of Slurm: sbatch' "$out/stderr" ||
    { cat "$out/stderr"; fail "Slurm's script by hand"; }
# What is to be pasted may be: a folder with a blank.
"$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K --fuse all --no-synth -o "$out/a b" \
    --slurm >"$out/stdout" ||
    fail "--slurm, blank"
grep -q "^  sbatch '$out/a b/sweep.slurm'$" "$out/stdout" &&
    grep -q "^  bankloom sweep --gather '$out/a b'$" "$out/stdout" ||
    { cat "$out/stdout"; fail "a path to paste is not quoted"; }
# What sbatch reads of a path: quotes are escaped; what it cannot take is refused.
to_slurm() {
    "$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K --fuse all --no-synth \
        -o "$1" --slurm >"$out/stdout" 2>"$out/stderr"
}
to_slurm "$out/a\"b%" &&
    grep -qxF "#SBATCH --output=\"$(cd "$out" && pwd -P)/a\\\"b%%/points/slurm-%A_%a.log\"" \
        "$out/a\"b%/sweep.slurm" || fail "a quote in the folder's name"
for name in 'a\b' 'a
b'; do
    to_slurm "$out/$name"
    [ $? = 1 ] && grep -q 'sbatch cannot take' "$out/stderr" && [ ! -e "$out/$name/sweep.slurm" ] ||
        { cat "$out/stderr"; fail "a path that sbatch cannot take: $name"; }
done
said=$("$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --keys 1K --fuse all \
    --no-synth -o "$out/s" --slurm -q) && [ -z "$said" ] ||
    fail "--slurm -q says \"$said\""
# member ID MEMBERS: what Slurm would do, with the models that this machine has
mkdir "$out/host" && ln -s "${XDG_CACHE_HOME:-$HOME/.cache}" "$out/host/bankloom-on-$(hostname)"
member() { XDG_CACHE_HOME=$out/host SLURM_ARRAY_TASK_ID=$1 SLURM_ARRAY_TASK_MAX=$2 sh \
    "$out/c/sweep.slurm" \
    >"$out/c/points/slurm-7_$1.log" 2>&1; }
first=$(find "$out/c/points" -name 'run-*.sh' | head -n 1)
mv "$first" "$first.away" && printf 'echo broken >%s.log; exit 3\n' "${first%.sh}" >"$first"
member 1 1 && fail "a member of which a task fails succeeds"
[ "$(grep -c '^run-[0-9a-f]*: done$' "$out/c/points/slurm-7_1.log")" = 1 ] &&
    grep -q ': failed on .*, see .*/c/points/run-' "$out/c/points/slurm-7_1.log" &&
    grep -q '^broken$' "$out/c/points/slurm-7_1.log" ||
        { cat "$out/c/points/slurm-7_1.log"; fail "the member's log does not tell of both tasks"; }
"$BANKLOOM" sweep --gather "$out/c" >/dev/null 2>"$out/stderr" &&
    fail "gathering a failed task succeeds"
grep -q '^failed: .*broken$' "$out/stderr" && grep -q 'slurm-\*\.log$' "$out/stderr" ||
    { cat "$out/stderr"; fail "where Slurm's members failed is not reported"; }
mv "$first.away" "$first"
for i in 1 2; do member $i 2 || fail "member $i"; done
"$BANKLOOM" sweep --gather "$out/c" >/dev/null || fail "gathering"
cmp -s "$out/c/sweep.csv" "$out/before" || fail "what was gathered differs from what was run"
"$BANKLOOM" sweep --gather "$out/bin" >/dev/null 2>&1 && fail "any folder is gathered from"
# Behind --gather the completion offers folders only.
if command -v bash >/dev/null; then
    said=$(cd "$out" && bash \
        -c '. "$0"; COMP_WORDS=(bankloom sweep --gather "") COMP_CWORD=3; _bankloom;
        echo "${COMPREPLY[*]}"' \
        "$here/../../../docs/completion/bankloom.bash" | tr " " "\n" | grep -c "loom$")
    [ "$said" = 0 ] || fail "the completion of --gather offers programs"
fi

# More tasks than an array of Slurm may have by default (1,001, counted from 0): the members share
# them.
wide() {
    clocks=$(awk 'BEGIN { for (i = 0; i < 1100; i++) printf "%s%d kHz", i ? "," : "", 100000 + i }')
    "$BANKLOOM" sweep "$program" --nodes 2 --channels 2 --fuse all --no-synth --clock "$clocks" \
        -o "$out/wide" --slurm >"$out/stdout" ||
        fail "--slurm, wide"
    grep -q '^1100 tasks in an array of 1000\.' "$out/stdout" &&
        grep -q '^#SBATCH --array=1-1000$' "$out/wide/sweep.slurm" ||
        fail "the array is too large"
    mkdir "$out/fake" && printf '#!/bin/sh\nbasename "$1" .sh\n' >"$out/fake/sh" &&
        chmod +x "$out/fake/sh"
    [ "$(PATH=$out/fake:$PATH SLURM_ARRAY_TASK_ID=100 /bin/sh "$out/wide/sweep.slurm" |
        grep -c '^run-[0-9a-f]*$')" = 2 ] &&
        [ "$(PATH=$out/fake:$PATH SLURM_ARRAY_TASK_ID=101 /bin/sh "$out/wide/sweep.slurm" |
            grep -c '^run-[0-9a-f]*$')" = 1 ] ||
        fail "the members do not share the tasks"
}
[ -z "${BL_LONG:-}" ] || wide

# In a browser: a click sorts, nothing is wider than a phone or a small screen, what is moved
# sideways has a shade, it prints.
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -n "$browser" ]; then
    sweep --fuse none/all || fail "the sweep for the browser"
    cat >"$out/s/probe.html" <<'PROBE'
<!DOCTYPE html><title>waiting</title>
<iframe src="sweep.html" style="width: 390px; height: 844px; border: 0"
    onload="probe(this.contentDocument)"></iframe>
<script>
function probe(page) {
    var heads = page.querySelectorAll("#points thead th"),
        said = [page.documentElement.scrollWidth + " wide"];
    function first() { return page.querySelector("#points tbody tr td code").textContent.trim(); }
    function click(name) {
        heads.forEach(function (head) {
            if (head.textContent.indexOf(name) === 0) head.querySelector("[role=button]").click();
        });
    }
    click("measured"); said.push("down " + first());
    click("measured"); said.push("up " + first());
    said.push(page.querySelectorAll("#plot-logic .mark title").length + " marks");
    var scroll = page.querySelector(".scroll"), shade = scroll.parentNode;
    function look() {
        var shown = Array.prototype.filter.call(heads, function (head) {
            return head.offsetWidth > 0; }).length;
        var moving = scroll.scrollWidth > scroll.clientWidth ? " moving" : "";
        said.push(shown + " columns" + moving + " " + shade.className);
    }
    look();
    page.querySelector("button.columns").click(); look();
    said.push(getComputedStyle(page.querySelector("#points td")).position);
    var frame = document.querySelector("iframe");
    frame.style.width = "1280px";
    // A browser says so when it draws next, which without a screen may be never.
    frame.contentWindow.dispatchEvent(new Event("resize"));
    look(); document.title = "PROBE " + said.join(", ") + " END";
}
</script>
PROBE
    HOME=$out timeout 60 "$browser" \
        --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
        --allow-file-access-from-files --virtual-time-budget=5000 --dump-dom \
        "file://$out/s/probe.html" >"$out/dom" 2>"$out/stderr"
    said=$(grep -o 'PROBE [^<]* END' "$out/dom" | head -n 1)
    wanted='390 wide, down all, up none, 2 marks, 5 columns shade'
    wanted="$wanted, 13 columns moving shade wide right, sticky, 13 columns shade"
    [ "$said" = "PROBE $wanted END" ] || { cat "$out/stderr"; fail "the browser says \"$said\""; }
    # print PAGE: says the number of sheets
    print() {
        HOME=$out timeout 60 "$browser" \
            --headless --no-sandbox --disable-gpu --disable-dev-shm-usage \
            --print-to-pdf="$out/page.pdf" \
            "file://$out/s/$1" >/dev/null 2>&1
        grep -ac '/Type /Page$' "$out/page.pdf"
    }
    # A sheet with the plots, one with the table, and one for each picture; no heading and no note
    # is alone on another.
    sheets=$(print sweep.html)
    [ "$sheets" = 4 ] || fail "the page prints on $sheets sheets"
    # The table begins a sheet, also where there would be room for its first rows.
    sed 's/^<\/style>/.plots, .legend, .notes, .tall { display: none; } &/' "$out/s/sweep.html" \
        >"$out/s/short.html"
    sheets=$(print short.html)
    [ "$sheets" = 2 ] || fail "the page without plots prints on $sheets sheets"
else echo "skipped: no chromium, the page was not opened"
fi
exit $failed
