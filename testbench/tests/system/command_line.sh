#!/bin/sh
# Wrong use, bad input, missing tools: each a clear message and the right exit status.
program=examples/counting_sort/counting_sort.loom
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# expect STATUS TEXT COMMAND...
expect() {
    wanted=$1 text=$2
    shift 2
    "$@" >"$work/said" 2>&1 </dev/null
    status=$?
    [ $status -eq "$wanted" ] || fail "status $status, wanted $wanted: $*"
    grep -q -e "$text" "$work/said" || fail "nothing about '$text': $*"
}

expect 0 'run ' "$BANKLOOM" --help
expect 0 '^bankloom [0-9]' "$BANKLOOM" --version
expect 2 "did you mean 'check'" "$BANKLOOM" chekc
expect 2 'there is no verb' "$BANKLOOM" frobnicate
expect 2 'usage' "$BANKLOOM"
expect 0 '\-\-output' "$BANKLOOM" help build
expect 0 '\-\-keys' "$BANKLOOM" run --help
expect 2 'which file' "$BANKLOOM" run
expect 2 '-o DIR' "$BANKLOOM" build $program
expect 2 'unknown option' "$BANKLOOM" build $program --outptu x
expect 2 "'magic' is not a fusion rule" "$BANKLOOM" build $program -o "$work/x" --fuse table,magic
expect 2 'a number from' "$BANKLOOM" run $program --keys lots
expect 1 'no-such-file.loom' "$BANKLOOM" build no-such-file.loom -o "$work/x"
expect 1 'nothing was changed' "$BANKLOOM" build $program -o "$work/no/such/folder/x"
[ -e "$work/x" ] && fail "a failed build left something"

# A table of results that there is not is reported, before anything is built for it.
expect 2 'there is no NAME=foo; there are: .*sort' make B="$work/built" bench NAME="sort foo"
[ -e "$work/built" ] && fail "something was built for a bench that there is not"

# Wrong values and questions are answered before anything is compiled: no simulator is near.
mkdir "$work/none"
early() { # TEXT OPTIONS...
    text=$1
    shift
    expect 2 "$text" env PATH="$work/none" "$BANKLOOM" run $program "$@"
}
early "no distribution" --dist rope
early "not a number" --dist zipf:x
early "no memory model" --memory rope
early 'no faults to inject; `network full_mesh` with wire has flip and down' --faults drop=1
early 'no frames to capture; `network ethernet` has them' --pcap x.pcap
for fault in foo=1:'unknown fault `foo`; there are drop,' drop=2:'`drop=2`: .*from 0 to 1' \
    drop:'`drop`: it is written drop=RATE'; do
    expect 2 "${fault#*:}" env PATH="$work/none" "$BANKLOOM" run \
        examples/counting_sort/over_ethernet.loom --faults "${fault%%:*}"
done
expect 2 "every point reads it again" sh -c '"$1" sweep /dev/stdin --slurm -o "$2" <"$3"' sh \
    "$BANKLOOM" "$work/x" $program
early "late=CYCLES" --memory hbm2,late
for memory in hbm2 ideal,late=3 ideal,read-error=0.0:1 ideal,reset=2:1; do
    expect 2 "no memory on their cards\|not there" env PATH="$work/none" "$BANKLOOM" run \
        examples/put/tca.loom --host examples/put/store.c --memory $memory
done
of_hub() { # STATUS TEXT OPTIONS...
    status=$1 text=$2
    shift 2
    expect "$status" "$text" env PATH="$work/none" "$BANKLOOM" run examples/put/tca.loom \
        --host examples/put/store.c "$@"
    grep -q BL_SIM "$work/said" && fail "$*: a variable that nobody has set is named"
}
while read -r fault text; do of_hub 2 "$text" --faults "$fault"; done <<'END'
host-lost=2 `host-lost=2`: the rate of a fault is a number from 0 to 1
foo=1 unknown fault `foo`; there are cut, host-abort, .*host-lost
host-foo=1 unknown fault `host-foo`; there are cut, host-abort
cut `cut`: it is written cut=NODE:PORT@TIME
cut=1 `cut=1`: it is written cut=NODE:PORT@TIME
cut=0:E@1us,cut=1:E `cut=1:E`: it is written cut=NODE:PORT@TIME
cut=1:E@1usx it is written cut=NODE:PORT@TIME
cut=1:X@1us `cut=1:X@1us`: at node 1, a cable is at E and W
cut=1:S@1us at node 1, a cable is at E and W
cut=2:E@1us no such node, but 0 to 1
cut=1:E@soon a time is a number and ns, us or ms
cut=1:E@1 a time is a number and ns, us or ms
cut=1:E@0ns a time is from 1 ns to 999 ms
cut=1:E@1us-1000ms a time is from 1 ns to 999 ms
cut=1:E@60us-33us the second time is not after the first
cut=1:E@1us-1000ns the second time is not after the first
END
of_hub 2 'no such node to capture' --pcap "$work/x,node=7"
of_hub 2 'not a value for this option' --pcap "$work/x,nods=1"
of_hub 1 'cannot be written' --pcap "$work/no/x"
early "the report goes there" --output /dev/stdout
early "the report goes there" --json --output /dev/stdout
early "of 1 Hz or more" --clock '0.5 Hz'
early "of 1 or more" --channels 0
early "a rule is missing" --fuse zip,
early "'all' is not a fusion rule" --fuse all,zip
early "no such node" --trace x.vcd,node=8
early "not a value" --trace x.vcd,nods=1
early "empty" --trace x.vcd,from=9,to=9
early "verilator or icarus" --sim rope
for option in --keys=5 --seed=3 --dist=equal; do early "has its own records" --input $program \
    $option; done
expect 0 "sawtooth" env PATH="$work/none" "$BANKLOOM" run $program --dist list
expect 0 "sawtooth" env PATH="$work/none" "$BANKLOOM" run --dist=list

# Words fit the number, a full disk is reported, help is for what there is.
expect 2 "there is no verb .foo." "$BANKLOOM" help foo
{ sed "/^pipeline/,\$d" $program; echo \
    "pipeline one(items: item) on optweb { pass { read key -> crossbar(key[2:0]) -> write key1 } }";
    } \
    >"$work/one.loom"
expect 0 "1 pass, 2 column versions" "$BANKLOOM" check "$work/one.loom"
expect 0 "1 pass as written, 1 in the circuit" "$BANKLOOM" build "$work/one.loom" -o "$work/one"
if [ -e /dev/full ]; then
    for verb in check explain "check --json" "explain --json" version "run --dist list" \
        "run --help"; do
        # shellcheck disable=SC2086
        "$BANKLOOM" $verb $([ "$verb" = version ] || echo $program) >/dev/full 2>"$work/said" &&
            fail "$verb: a full disk was no error"
        grep -q "cannot write to standard output" "$work/said" ||
            fail "$verb: a full disk was not reported"
    done
fi

# The errors of a program are one JSON document where one was asked for, the same for every verb.
sed "s/crossbar(t1)/crossbar(t9)/" $program >"$work/bad.loom"
"$BANKLOOM" check --json "$work/bad.loom" >"$work/check.json"; [ $? -eq 1 ] ||
    fail "check --json of a bad program"
for verb in run explain; do
    "$BANKLOOM" $verb --json "$work/bad.loom" >"$work/said" 2>"$work/errors"; [ $? -eq 1 ] ||
        fail "$verb --json of a bad program"
    cmp -s "$work/said" "$work/check.json" || fail "$verb --json tells errors differently"
    [ ! -s "$work/errors" ] || fail "$verb --json printed text too"
done

# A tool that is missing is named with its package, and nothing is left in the cache.
mkdir "$work/bin" && ln -s "$(command -v make)" "$(command -v g++)" "$(command -v ar)" "$work/bin"
expect 1 'package verilator' env PATH="$work/bin" XDG_CACHE_HOME="$work/cache" "$BANKLOOM" run \
    $program
expect 1 'cannot make the folder' env XDG_CACHE_HOME=/dev/null/x "$BANKLOOM" run $program
[ -z "$(find "$work/cache" -type f 2>/dev/null)" ] ||
    fail "a run without Verilator left files in the cache"
exit 0
