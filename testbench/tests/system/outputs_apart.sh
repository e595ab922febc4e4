#!/bin/sh
# An output never replaces what the program is read from, or another output: that is reported with
# status 2 before anything runs or is written.
sort=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
mkdir "$work/from" "$work/none" && cp examples/rsb/curves.loom "$work/from/bus.loom" || exit 2
cp examples/stg/c_element.g "$work/from/c.g" || exit 2
echo 'import "imported.loom";' >"$work/from/sort.loom" && cat $sort >>"$work/from/sort.loom"
echo 'const unused = 1;' >"$work/from/imported.loom"
ln -s sort.loom "$work/from/link.loom" && ln "$work/from/bus.loom" "$work/from/hard.loom"
sed 's/key: u32;/key: u32; value: u32;/' $sort >"$work/from/left.loom"
cp -r "$work/from" "$work/before"
cd "$work/from" || exit 2
complain() { echo "FAIL $*"; cat "$work/said"; : >"$work/failed"; }

# refused TEXT ARGUMENTS...: wrong use, no tool is near, and all is left as it is
refused() {
    text=$1
    shift
    (PATH=$work/none; export PATH; "$program" "$@") >"$work/said" 2>&1 </dev/null
    status=$?
    [ $status -eq 2 ] || complain "status $status, wanted 2: $*"
    grep -q -e "^bankloom $1: $text" "$work/said" || complain "nothing about '$text': $*"
    diff -r "$work/before" "$work/from" >"$work/changed" && return
    complain "files were changed: $*"
    cat "$work/changed"
    rm -rf "$work/from" && cp -r "$work/before" "$work/from" && cd "$work/from" || exit 2
}
program=$BANKLOOM

few="--transfers 10 --domains 4 --delay 4.45ns --gap 1us"
for option in --csv --svg --json-file --keep; do
    # shellcheck disable=SC2086
    refused "$option bus.loom: it is what the program is read from" run bus.loom $few --sim icarus \
        $option bus.loom
done
# shellcheck disable=SC2086
{
    refused "--csv ../from/bus.loom: it is what" run bus.loom $few --csv ../from/bus.loom
    refused "--csv hard.loom: it is what" run bus.loom $few --csv hard.loom
    refused "--svg ./a: it is the same file as --csv a" run bus.loom $few --csv a --svg ./a
    refused "--json-file .*/from/a: it is the same file as --svg a" run bus.loom $few --svg a \
        --json-file "$work/from/a"
}
for option in --json-file --output --trace; do
    refused "$option sort.loom: it is what the program is read from" run sort.loom --keys 10 \
        $option sort.loom
    refused "$option imported.loom: it is what" run sort.loom --keys 10 $option imported.loom
done
refused "--output: the pipeline hands back no version of the column value" run left.loom --output a
refused "--trace link.loom: it is what" run sort.loom --trace link.loom,node=1
refused "--json-file a: it is the same file as --output a" run sort.loom --output a --json-file a
refused "--trace a.vcd: it is the same file as --json-file a.vcd" run sort.loom --json-file a.vcd \
    --trace a.vcd,from=3
refused "--json-file sort.loom: it is what" synth sort.loom --json-file sort.loom
refused "--json-file imported.loom: it is what" synth link.loom --json-file imported.loom
refused "--json-file a: it is the same file as --place a" synth sort.loom --place a --json-file a
refused "-o imported.loom: it is what" graph sort.loom --dot -o imported.loom
refused "-o bus.loom: it is what" graph bus.loom --dot -o bus.loom
refused "--vcd c.g: it is what" stg c.g --equations --vcd c.g
refused "--vcd ./a: it is the same file as -o a" stg c.g -o a --vcd ./a
for verb in build sweep; do
    refused "-o sort.loom: it is what" $verb sort.loom -o sort.loom
done
refused "-o bus.loom: it is what" build bus.loom -o bus.loom
refused "-o c.g: it is what" stg c.g -o c.g

# Devices and pipes hold nothing to lose, and different files may stand beside each other.
# shellcheck disable=SC2086
"$program" run bus.loom $few -q --csv /dev/null --svg /dev/null --json-file "$work/a.json" \
    >"$work/said" 2>&1 ||
    complain "two times /dev/null"
# shellcheck disable=SC2086
"$program" run bus.loom $few -q --csv "$work/a" --svg "$work/b" >"$work/said" 2>&1 ||
    complain "two files"
[ -s "$work/a" ] && [ -s "$work/b" ] && [ -s "$work/a.json" ] || complain "not all was written"
! [ -e "$work/failed" ]
