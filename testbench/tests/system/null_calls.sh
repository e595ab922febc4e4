#!/bin/sh
# seconds: 20
# Every public host call with NULL in the place of each of its pointers, one at a time: a result
# with words, no crash. The calls are read from the headers, so that a new one is tried as well, or
# has a parameter for which this test lacks a value. Then what a start without a load does, on the
# simulated cluster, and comments of the generated header that say something of nothing.
here=testbench/tests/system
unset BANKLOOM_DEVICE
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; [ -f "$work/said" ] && tail -n 20 "$work/said"; exit 1; }

cat >"$work/count.loom" <<'END'
record row { key: u32; }
cluster k { board stratix10_mx2100; nodes 2; clock core 150 MHz;
            memory { channels 4; width 32 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 300 ns; } }
pipeline count(rows: row) on k { pass { read key -> histogram(key[4:2], key[7:6]) as h } }
END
cat >"$work/wide.loom" <<'END'
record row { key: u8; big: u128; }
cluster k { board stratix10_mx2100; nodes 1; clock core 150 MHz;
            memory { channels 4; width 32 B; strip 64; burst 64 B; }
            network full_mesh { link 6 GB/s; latency 300 ns; } }
pipeline wide(rows: row) on k {
    pass { read key, big -> crossbar(key[0:0]) -> write key1, big1 }
}
END
sort=examples/counting_sort
build() {
    "$BANKLOOM" build -q -o "$work/$1" "$2" --channels 2 >"$work/said" 2>&1 || fail "build $1"
}
build keys $sort/counting_sort.loom
build pairs $sort/with_values.loom
build filter examples/stages/filter.loom
build count "$work/count.loom"
build wide "$work/wide.loom"

# The calls of a generated header, and of those that stay, one a line:
# "RETURN NAME(TYPE NAME, TYPE NAME)".
public='bl_device.h bl_dma.h bl_device_pipeline.h bl_device_backend.h'
calls() { # HEADER FOLDER
    for one in "$1" $public; do echo "#include \"${one##*/}\""; done |
        gcc -E -P -I "$2/runtime" -I "$2/host" - | tr '\n' ' ' |
        sed 's/__attribute__ *(([^;]*)))//g; s/[;{}]/&\n/g' |
        sed -n 's/^ *\([a-z_ ]*[ *]\)\(\(bl_device\|'"$3"'\)_[a-z_0-9]* *(.*)\);$/\1\2/p' |
        sed 's/  */ /g' | grep -v '(\*' # members of a struct are no calls
}
# A program that makes each call with one NULL; what a call returns without a device, and for
# another pointer, follows from its type: a code, 0 or nothing.
program() { # CALLS HEADER OPEN
    awk -v open="$3" 'BEGIN {
            split("node 0 channel 0 channels 4 nodes 2 lane 0 address 0 size 4 first 0 count 1" \
                " n 1 capacity 8 version 0 stride 4 counted 0 room 8 gpu 0 value 0 threads 0" \
                " timeout_ps 0 cause 1 index 0 bus 0 offset 0" \
                " result BL_DEVICE_BAD_CALL", pair, " ")
            for (i = 1; i in pair; i += 2) number[pair[i]] = pair[i + 1]
            split("column &column histogram &histogram backend &backend state &state" \
                " device device name NULL pipeline table format \"words\"", pair, " ")
            for (i = 1; i in pair; i += 2) place[pair[i]] = pair[i + 1]
        }
        {
            head = substr($0, 1, index($0, "(") - 1); name = head; sub(/^.*[ *]/, "", name)
            type = substr(head, 1, length(head) - length(name)); gsub(/^ +| +$/, "", type)
            inner = substr($0, index($0, "(") + 1); sub(/\)$/, "", inner)
            many = split(inner, parameter, /, */)
            for (p = 1; p <= many; p++) {
                id[p] = parameter[p]; array = sub(/\[.*/, "", id[p]); sub(/^.*[ *]/, "", id[p])
                points[p] = array || parameter[p] ~ /\*/
                given[p] = points[p] ? (id[p] in place ? place[id[p]] : "any") : number[id[p]]
                if (parameter[p] == "...") { given[p] = ""; continue }
                if (parameter[p] ~ /\*\*device/) given[p] = "&other"
                if (given[p] != "") continue
                print "no value for " parameter[p] " of " name >"/dev/stderr"
                bad = 1
            }
            for (p = 1; p <= many; p++) {
                if (!points[p]) continue
                # a state belongs to the backend, which may have none
                if (name == "bl_device_make" && id[p] == "state") continue
                # the environment, and the device, have them
                if (name ~ /_open$/ && id[p] ~ /^(name|pipeline)$/) continue
                list = ""
                for (q = 1; q <= many; q++)
                    if (given[q] != "") list = list (q > 1 ? ", " : "") (q == p ? "NULL" : given[q])
                printf "    said(\"%s, %s\");\n", name, id[p]
                absent = id[p] == "device" && parameter[p] !~ /\*\*/
                if (type == "void") printf "    %s(%s);\n", name, list
                else if (name ~ /_(message|text)$/) printf "    words(%s(%s));\n", name, list
                else if (type ~ /\*$|^size_t$/ || name ~ /_(nodes|channels|counters)$/)
                    printf "    nothing(%s(%s) == 0);\n", name, list
                else if (type ~ /^(enum bl_device_result|int)$/)
                    printf "    code(%s(%s), BL_DEVICE_%s, %s);\n", name, list,
                        absent ? "NO_DEVICE" : "BAD_CALL",
                        id[p] == "device" || name ~ /_open$/ ? "NULL" : "device"
                else { print "what " name " returns is not known" >"/dev/stderr"; bad = 1 }
                tried++
            }
        }
        END { if (!tried) { print "no calls" >"/dev/stderr"; bad = 1 } exit bad }' "$1"
}
for name in keys pairs filter count wide; do
    folder=$work/$name
    header=$(ls "$folder"/host/*_host.h) && prefix=$(basename "$header" _host.h)
    calls "$header" "$folder" "$prefix" >"$work/calls"
    grep -q "${prefix}_open(" "$work/calls" && grep -q 'bl_device_message(' "$work/calls" ||
        fail "$name: no calls"
    program "$work/calls" >"$work/body" 2>"$work/said" || fail "$name"
    # none was overlooked: a declaration begins in the first column
    want=$(cd "$folder/runtime" && cat "$header" $public |
        grep -c "^[a-z].*\b\(bl_device\|$prefix\)_[a-z0-9_]*(\|^bl_device_[a-z]*(")
    [ "$(grep -c . "$work/calls")" -eq "$want" ] ||
        fail "$name: $want calls in the headers, $(grep -c . "$work/calls") read"
    capitals=$(echo "$prefix" | tr a-z A-Z)
    sed "s/HOST_H/${prefix}_host.h/; s/HOST_\(OPEN\|START\|WAIT\)/${prefix}_\L\1/g
        s/HOST_PIPELINE/${prefix}_pipeline/g
        s/HOST_\(NODES\|LANES\)/${capitals}_\1/g; /CALLS/{
r $work/body
d
}" $here/null_calls.c >"$work/nulls.c"
    gcc -std=c11 -D_GNU_SOURCE -g -fsanitize=address,undefined -pthread -I "$folder/runtime" \
        -I "$folder/host" -o "$work/nulls" "$work/nulls.c" "$folder"/runtime/bl_*.c \
        "$folder"/runtime/*/bl_*.c "$folder"/host/*_host.c >"$work/said" 2>&1 ||
        fail "$name does not compile"
    "$work/nulls" >"$work/said" 2>&1 || fail "$name"
    grep -q 'all answered$' "$work/said" || fail "$name: nothing was said"
    echo "$name: $(tail -n 1 "$work/said")"
done

# A call that forgets to look, and one that this test does not know, are noticed.
sed -i 's/if (cycles) \*cycles = 0;/*cycles = 0;/' "$folder/runtime/bl_device_pipeline.c"
gcc -std=c11 -D_GNU_SOURCE -pthread -I "$folder/runtime" -I "$folder/host" -o "$work/nulls" \
    "$work/nulls.c" "$folder"/runtime/bl_*.c "$folder"/runtime/*/bl_*.c "$folder"/host/*_host.c \
    >"$work/said" 2>&1 || fail "broken: does not compile"
"$work/nulls" >"$work/said" 2>&1 && fail "a call that does not look at a pointer is not noticed"
grep ", " "$work/said" | tail -n 1 | grep -q "_cycles, cycles\$" ||
    fail "another call than the broken one"
echo 'int bl_device_more(struct bl_device *device, double more)' >"$work/calls"
program "$work/calls" >"$work/body" 2>"$work/said" && fail "a parameter without a value passes"
grep -q 'no value for double more of bl_device_more' "$work/said" || fail "an unknown parameter"

# Where nodes have host ports, the generated calls have every back end open them: one that reaches
# no memory of the host is refused.
build port $sort/through_host.loom
sed 's/HOST_H/sort_host.h/; s/HOST_\(OPEN\|START\|WAIT\)/sort_\L\1/g; s/HOST_PIPELINE/sort_pipeline/
    s/HOST_\(NODES\|LANES\)/SORT_\1/g; s/^ *CALLS$//' $here/null_calls.c >"$work/nulls.c"
gcc -std=c11 -D_GNU_SOURCE -w -pthread -I "$work/port/runtime" -I "$work/port/host" \
    -o "$work/nulls" "$work/nulls.c" "$work"/port/runtime/bl_*.c "$work"/port/runtime/*/bl_*.c \
    "$work/port/host/sort_host.c" >"$work/said" 2>&1 || fail "port does not compile"
"$work/nulls" >"$work/said" 2>&1 && fail "host ports are not opened on every back end"
grep -q '^error: this device reaches no memory of the host' "$work/said" ||
    fail "host ports: other words"

"$BANKLOOM" run $sort/counting_sort.loom -q --nodes 2 --channels 2 --sim icarus \
    --host $here/host_starts.c >"$work/said" 2>&1 || fail "starts without a load"
grep -q 'do what the header says' "$work/said" || fail "starts without a load: nothing was said"

# A comment stands only where something follows that it speaks of; one is of all calls.
dangling() { # HEADER
    awk '/^\/\* All calls that return int/ { next }
        /^\/\* / { if (open) print open; open = $0 } /^[a-z#]/ { open = "" }' "$1"
}
for name in keys pairs filter count wide; do
    header=$(ls "$work/$name"/host/*_host.h)
    dangling "$header" >"$work/said"
    [ ! -s "$work/said" ] || fail "$name: a comment of nothing"
    ! grep -q 'in the same order' "$header" || grep -q '_counts_.*\]\[' "$header" ||
        fail "$name: an order that is documented nowhere"
done
sed '/_store_/d' "$work/keys/host/sort_host.h" >"$work/without.h"
dangling "$work/without.h" | grep -q 'One column of the result' ||
    fail "a comment of nothing passes"
