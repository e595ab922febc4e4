#!/bin/sh
# seconds: 10
# The files that a run reads and writes: what cannot be is reported before anything is compiled, and
# an earlier result is replaced only by a whole one.
sort=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { echo "$*"; cat "$work/said"; exit 1; }
run() { "$BANKLOOM" run $sort --nodes 2 --channels 1 --width 16 -q "$@" >"$work/said" 2>&1 \
    </dev/null; }

# early STATUS TEXT OPTIONS...: no simulator is near
mkdir "$work/none" "$work/folder"
early() {
    status=$1 text=$2
    shift 2
    (PATH=$work/none; export PATH; "$BANKLOOM" run $sort --nodes 2 --channels 1 "$@") \
        >"$work/said" 2>&1
    [ $? -eq "$status" ] || fail "status not $status: $*"
    [ "$(grep -c . "$work/said")" -le 2 ] && grep -q "^bankloom run: .*$text" "$work/said" ||
        fail "nothing about '$text': $*"
}
for option in --output --json-file --trace; do
    early 1 "$option .*Is a directory" $option "$work/folder"
    early 1 "$option .*No such file or directory" $option "$work/folder/none/x.vcd"
    early 1 "$option .*Not a directory" $option "$work/said/x.vcd"
done
[ -z "$(ls "$work/folder")" ] || fail "something was left"
early 2 "--input .*not a regular file" --input "$work/folder"
early 2 "--input .*No such file" --input "$work/no"
early 2 "memory has no room for so many records a node, only for" --keys 2^40
early 2 "memory has no room for so many records a node, only for" --keys 2^34
early 2 "the key has 32 bits" --key-bits 33
early 2 "there is no distribution" --dist rope
early 2 "--nodes takes" --nodes two
early 2 "it is verilator or icarus" --sim rope

# A run that is interrupted, or whose input is bad, leaves the files of an earlier one; one with a
# result replaces them.
echo earlier >"$work/result.json"; echo earlier >"$work/result.bin"
head -c 4001 /dev/zero >"$work/torn"
run --input "$work/torn" --json-file "$work/result.json" --output "$work/result.bin"; [ $? -eq 2 ] \
    || fail "a torn input was no error"
[ "$(cat "$work/result.json" "$work/result.bin" | uniq -c | tr -s ' ')" = ' 2 earlier' ] ||
    fail "bad input replaced an earlier result"
"$BANKLOOM" run $sort --nodes 2 --channels 1 --width 16 -q --keys 16M --threads 1 \
    --json-file "$work/result.json" --output "$work/result.bin" >"$work/said" 2>&1 &
process=$!
sleep 1.5; kill -TERM $process
wait $process; [ $? -eq 130 ] || fail "SIGTERM did not end a run with 130"
[ "$(cat "$work/result.json" "$work/result.bin" | uniq -c | tr -s ' ')" = ' 2 earlier' ] ||
    fail "an interrupt replaced an earlier result"
chmod 640 "$work/result.json" && ln -s result.json "$work/link.json"
run --keys 100 --json-file "$work/link.json" --output "$work/result.bin" ||
    fail "a run by way of a link"
[ -L "$work/link.json" ] && grep -q '"ok": true' "$work/result.json" ||
    fail "no result where the link leads to"
[ "$(stat -c %a "$work/result.json") $(wc -c <"$work/result.bin")" = '640 800' ] ||
    fail "other permissions, or another size"
[ "$(ls "$work" | sort | tr '\n' ' ')" = "folder link.json none result.bin result.json said torn " \
    ] || fail "left: $(ls "$work")"
run --keys 10 --json-file /dev/stdout && grep -q '"ok": true' "$work/said" ||
    fail "--json-file /dev/stdout"

# A window of a waveform that the run never came to is reported, and leaves no empty file.
run --keys 100 --trace "$work/late.vcd,from=1000000" || fail "a late window"
text='nothing was traced: the window begins at cycle 1000000, and the run ended after [1-9][0-9]*'
grep -q "^warning: .*late.vcd: $text$" "$work/said" ||
    fail "a late window was not reported"
[ ! -e "$work/late.vcd" ] || fail "an empty waveform was left"
run --keys 100 --trace "$work/late.vcd,from=10,to=20" || fail "a window"
grep -q warning "$work/said" && fail "a warning without a cause"
[ -s "$work/late.vcd" ] || fail "no waveform"

# check has one standard output.
for level in tree program; do
    "$BANKLOOM" check $sort --json --dump $level >"$work/said" 2>&1; [ $? -eq 2 ] ||
        fail "--json and --dump $level"
    grep -q '^bankloom check: --dump and --json' "$work/said" ||
        fail "--json and --dump: no message"
done
exit 0
