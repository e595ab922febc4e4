#!/bin/sh
# Boards: listed, documented, chosen on the command line, part of every build and of the cache's
# key, and found where bankloom is installed.
program=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; exit 1; }

# Every message has a row in the reference and a test that provokes it.
codes=$(sed -n 's/^BL_MESSAGE([A-Z0-9_]*, *"\(E[0-9]*\)".*/\1/p' \
    compiler/base/messages/messages_board.def)
[ -n "$codes" ] || fail "no messages found"
for code in $codes; do
    grep -q "^| $code | " docs/boards.md || fail "$code is not in docs/boards.md"
    grep -q "// error:.*$code" testbench/tests/boards/*.loom || fail "$code has no test"
done

# What a program asks beyond its board is a warning, each with a row in the reference, at the line
# that announces it.
codes=$(sed -n 's/^BL_MESSAGE([A-Z0-9_]*, *"\(W[0-9]*\)".*/\1/p' \
    compiler/base/messages/messages_board.def)
[ -n "$codes" ] || fail "no warnings found"
for code in $codes; do
    grep -q "^| $code | " docs/boards.md || fail "$code is not in docs/boards.md"
    grep -q "// warning:.*$code" testbench/tests/boards/*.loom || fail "$code has no test"
done
for file in testbench/tests/boards/*.loom examples/*/*.loom; do
    grep -q '// error:' "$file" && continue
    # shellcheck disable=SC2046
    "$BANKLOOM" check "$file" $(sed -n '1s,^// flags: *,,p' "$file") >"$work/text" 2>"$work/said" ||
        fail "check $file: $(cat "$work/said")"
    awk 'match($0, /\/\/ warning: W[0-9]+/) { print NR, substr($0, RSTART + 12, RLENGTH - 12) }' \
        "$file" | sort >"$work/want"
    sed -n "s,^$file:\([0-9]*\):[-0-9]*: warning \(W20[0-9]*\): .*,\1 \2,p" "$work/said" |
        sort >"$work/got"
    cmp -s "$work/want" "$work/got" || fail "warnings of $file: $(cat "$work/said")"
done
file=testbench/tests/boards/program_memory_clock.loom
"$BANKLOOM" check $file --json >"$work/json" && grep -q '"W2000"' "$work/json" &&
    grep -q 'good_memory.loom' "$work/json" ||
    fail "no warning and note in $(cat "$work/json")"
for verb in explain build; do
    out= && [ $verb = explain ] || out="-o $work/warned"
    "$BANKLOOM" $verb $file $out >/dev/null 2>"$work/said" &&
        grep -q 'warning W2000' "$work/said" || fail "$verb does not warn: $(cat "$work/said")"
done
"$BANKLOOM" explain $file --json 2>"$work/said" >"$work/json" && grep -q '"W2000"' "$work/json" &&
    grep -q '"W2001"' "$work/json" &&
    grep -q 'warning W2000' "$work/said" || fail "no warning of explain in $(cat "$work/json")"

# Every board passes, is named like its folder, says where its values come from, and stands in both
# tables.
"$BANKLOOM" boards >"$work/list" 2>"$work/said" || fail "boards: $(cat "$work/said")"
[ -s "$work/said" ] && fail "boards said: $(cat "$work/said")"
for file in boards/*/board.loom; do
    name=$(basename "$(dirname "$file")")
    "$BANKLOOM" check "$file" >"$work/text" || fail "check $file"
    grep -q "board $name, no errors" "$work/text" || fail "$file describes another board"
    grep -q "^$name  *[A-Za-z0-9]" "$work/list" || fail "boards does not list $name"
    grep -q "^| \`$name\` |" docs/boards.md || fail "docs/boards.md does not have $name"
    grep -q '\[unchecked\]\|\[assumed\]' "$file" ||
        fail "$file does not say what is unchecked or assumed"
    verified=$(sed -n 's/^ *verified *\(.*\);$/\1/p' "$file")
    sed -n "s/^| \`$name\` |.*| \([a-z ,]*\) |\$/\1/p" docs/boards.md | tr -d , |
        grep -qx "$verified" ||
        fail "docs/boards.md says $name is verified otherwise"
    "$BANKLOOM" boards "$name" | grep -q "^$name: " || fail "boards $name"
done
[ "$(wc -l <"$work/list")" -eq "$(($(ls boards/*/board.loom | wc -l) + 1))" ] ||
    fail "boards lists too much: $(cat "$work/list")"

# As JSON, and with status 1 when there is an error.
"$BANKLOOM" boards --json >"$work/json" && grep -q '"lane_bits_per_second":' "$work/json" ||
    fail "boards --json"
"$BANKLOOM" boards kc705 --json | grep -q '"logic_unit":.*"lut6"' || fail "boards kc705 --json"
"$BANKLOOM" boards kc705 | grep -q '1 channel of ddr3' && "$BANKLOOM" boards kc705 |
    grep -q '1 sma of 1 lane at' || fail "one channel, one lane"
"$BANKLOOM" boards kc705 | grep -q 'connector *lpc_pairs, 34 pairs (LVDS_25)' ||
    fail "boards kc705 does not count its pairs"
"$BANKLOOM" boards kc705 --json | tr -d ' \t\n' >"$work/json"
for row in '{"name":"hpc_wires","standard":"LVCMOS25","wires":[{"position":"G6","pin":"C25"}' \
    '{"position":"G6","pin":"AD23","negative_position":"G7","negative_pin":"AE24"}'; do
    grep -qF "$row" "$work/json" || fail "boards kc705 --json lacks $row"
done
"$BANKLOOM" boards nowhere 2>"$work/said"; [ $? -eq 1 ] && grep -q 'E1001.*kc705' "$work/said" ||
    fail "an unknown board: $(cat "$work/said")"
"$BANKLOOM" check testbench/tests/boards/two_clocks.loom --json >"$work/json"; [ $? -eq 1 ] ||
    fail "two clocks pass"
for part in '"code":.*"E2008"' '"line":.*13,' '"line":.*11,' '"column":.*11,' '"end_column":.*13' \
    '"message":.*"declared here"'; do
    grep -q "$part" "$work/json" || fail "no $part in $(cat "$work/json")"
done

# An empty description is one by its name; any other empty file is a program.
: >"$work/board.loom" && : >"$work/empty.loom"
"$BANKLOOM" check "$work/board.loom" 2>"$work/said"; [ $? -eq 1 ] &&
    grep -q 'E0020: expected .board' "$work/said" ||
    fail "an empty board: $(cat "$work/said")"
"$BANKLOOM" check "$work/empty.loom" 2>"$work/said"; [ $? -eq 1 ] && grep -q 'E0100' "$work/said" ||
    fail "an empty program: $(cat "$work/said")"

# An error in a board that a program names is reported in the board's own file.
mkdir "$work/own" && sed '/^    ff/d; s/board stratix10_mx2100/board own/' \
    boards/stratix10_mx2100/board.loom >"$work/own/board.loom"
sed 's/board *stratix10_mx2100/board "own"/' $program >"$work/own.loom"
"$BANKLOOM" check "$work/own.loom" 2>"$work/said" && fail "a board without flip-flops passes"
grep -q "own/board.loom:[0-9]*:7-9: error E2004: .*\`ff\`" "$work/said" ||
    fail "missing capacity: $(cat "$work/said")"

# The board decides whether a second crossbar fits; --board overrides the program's.
sed 's/702720 alm/90000 alm/; s/board stratix10_mx2100/board own/' \
    boards/stratix10_mx2100/board.loom >"$work/own/board.loom"
"$BANKLOOM" explain $program >"$work/large" && "$BANKLOOM" explain $program --board "$work/own" \
    >"$work/small" || fail "explain --board"
"$BANKLOOM" explain "$work/own.loom" >"$work/named" && cmp -s "$work/small" "$work/named" ||
    fail "named in the program and on the command line: not the same"
grep -q 'split .* leaves 40500 of its 90000' "$work/small" ||
    fail "a small board takes two crossbars"
grep -q 'split .* leaves .* of its' "$work/large" && fail "the large board takes no two crossbars"

# The description is in the folder, and with it in the key under which models are kept.
"$BANKLOOM" build $program -o "$work/one" -q && cmp -s "$work/one/board.loom" \
    boards/stratix10_mx2100/board.loom ||
    fail "build does not keep the board"
cp boards/stratix10_mx2100/board.loom "$work/own/board.loom" &&
    echo "// changed" >>"$work/own/board.loom"
"$BANKLOOM" build $program -o "$work/two" -q --board "$work/own/board.loom" || fail "build --board"
diff -rq -x board.loom -x bankloom.manifest "$work/one" "$work/two" ||
    fail "a comment in the board changes more than the board"
cmp -s "$work/one/board.loom" "$work/two/board.loom" &&
    fail "the build does not take the board of the command line"

# Installed: no folder of the sources is needed.
make -s install B="$(dirname "$BANKLOOM" | sed "s,^$PWD/,,")" PREFIX="$work/prefix" >"$work/said" \
    2>&1 ||
    fail "install: $(cat "$work/said")"
for doc in README.md $(grep -rho 'docs/[a-z0-9_]*\.md' compiler --include='*.c' --include='*.def' |
    sort -u); do
    [ -s "$work/prefix/share/bankloom/$doc" ] || fail \
        "installed, $doc is not there, and a message names it"
done
(cd / && "$work/prefix/bin/bankloom" boards) >"$work/installed" &&
    cmp -s "$work/list" "$work/installed" ||
    fail "installed, boards are not found"
exit 0
