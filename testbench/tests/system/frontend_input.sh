#!/bin/sh
# What is no program: each gives a message and the right exit status.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
failed=0

expect() { # STATUS TEXT ARGUMENTS...
    want=$1 text=$2; shift 2
    timeout 20 "$program" check "$@" >"$folder/out" 2>&1; status=$?
    [ $status -eq "$want" ] && grep -q "$text" "$folder/out" && return
    echo "FAIL check $*: exit status $status, wanted $want and '$text'"; head -n 5 "$folder/out"; failed=1
}

good=examples/counting_sort/counting_sort.loom
expect 1 E0001 "$folder/missing.loom"
expect 1 E0001 "$folder"
expect 1 E0001 /dev/null
: >"$folder/empty.loom"
expect 1 E0100 "$folder/empty.loom"
head -c 100000 "$program" >"$folder/binary.loom"
expect 1 E0003 "$folder/binary.loom"
head -c 300 $good >"$folder/cut.loom"
expect 1 E0022 "$folder/cut.loom"
# UTF-16, with a byte order mark and without, as a program and as an import: one error that says so.
for encoding in UTF-16LE UTF-16BE UTF-16; do
    iconv -f UTF-8 -t $encoding $good >"$folder/wide.loom"
    expect 1 'E0001.*wide.loom.*UTF-16' "$folder/wide.loom"
    [ "$(grep -c 'error E' "$folder/out")" -eq 1 ] && [ "$(wc -c <"$folder/out")" -lt 200 ] || { echo "FAIL $encoding: more than an error"; failed=1; }
    { echo 'import "wide.loom";'; cat $good; } >"$folder/import.loom"
    expect 1 'E0030.*wide.loom.*UTF-16' "$folder/import.loom"
    [ "$(grep -c 'error E' "$folder/out")" -eq 1 ] || { echo "FAIL $encoding, imported: more than an error"; failed=1; }
done
# A letter outside ASCII in a name, in UTF-8 and in Latin-1: one error, whatever the name stands for and however often.
for word in key key1 t1 item sort optweb read crossbar; do
    sed "s/\\b$word\\b/gr\xc3\xb6\xc3\x9fe$word/g" $good >"$folder/letter.loom"
    expect 1 'E0009' "$folder/letter.loom"
    [ "$(grep -c 'error E' "$folder/out")" -eq 1 ] || { echo "FAIL $word: more than an error"; cat "$folder/out"; failed=1; }
done
LC_ALL=C sed "s/\\bt1\\b/\xf6l/" $good >"$folder/letter.loom"
expect 1 'E0009' "$folder/letter.loom"
printf 'const a = 1 \342\206\222 2;\n' >"$folder/arrow.loom"
expect 1 'E0003' "$folder/arrow.loom"
expect 2 "unknown option" $good --bogus
expect 2 tree $good --dump circuit
expect 2 "wants a frequency" $good --clock fast
expect 1 E0082 $good --nodes 6
expect 0 "6 passes" $good --nodes 16 --channels 2
expect 0 '"errors":	0' $good --json
expect 1 '"code":	"E0001"' "$folder/missing.loom" --json
exit $failed
