#!/bin/sh
# The dumps of the examples' trees and typed programs are as recorded; a printed tree reads back to
# the same tree and program; `partition` is the base flow. With the argument `record` the recorded
# dumps are written anew.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
golden=testbench/tests/lang/golden
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
failed=0

fail() { echo "FAIL $*"; failed=1; }
dump() { "$program" check "$1" --dump "$2" 2>"$folder/errors" ||
    { cat "$folder/errors"; fail "$1 does not check"; }; }

for source in examples/counting_sort/counting_sort.loom examples/counting_sort/with_values.loom \
    examples/counting_sort/three_columns.loom \
              examples/shuffle/shuffle.loom examples/counting_sort/three_clocks.loom \
                  examples/counting_sort/over_rsb.loom testbench/tests/lang/fuzz/repeat.loom \
              examples/rsb/eight_domains.loom examples/rsb/hierarchy.loom \
                  examples/rsb/curves.loom examples/pingpong/pingpong.loom \
              testbench/tests/lang/good_kernels.loom; do
    name=$(basename "$source" .loom)
    for level in tree program; do
        dump "$source" $level >"$folder/$name.$level"
        [ "$1" = record ] && cp "$folder/$name.$level" "$golden/$name.$level"
        diff "$golden/$name.$level" "$folder/$name.$level" || fail "$source: the $level has changed"
    done
    cp "$folder/$name.tree" "$folder/again.loom"
    dump "$folder/again.loom" tree | cmp - "$folder/$name.tree" ||
        fail "$source: the printed tree reads back differently"
    dump "$folder/again.loom" program | cmp - "$folder/$name.program" ||
        fail "$source: the printed tree means something else"
done

for name in counting_sort with_values; do
    awk '/^    pass \{/ { if (!done++) print "    partition items by node, channel;"; next }
    { print }' "$folder/$name.tree" \
        >"$folder/named.loom"
    dump "$folder/named.loom" program | diff "$folder/$name.program" - ||
        fail "partition differs from the passes of $name"
done
exit $failed
