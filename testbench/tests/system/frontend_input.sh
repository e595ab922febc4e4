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
    echo "FAIL check $*: exit status $status, wanted $want and '$text'"; head -n 5 "$folder/out"; \
        failed=1
}

good=examples/counting_sort/counting_sort.loom
expect 1 E0001 "$folder/missing.loom"
expect 1 E0001 "$folder"
expect 1 E0100 /dev/null
expect 1 'E0001.*/dev/zero' /dev/zero
: >"$folder/empty.loom"
expect 1 E0100 "$folder/empty.loom"
head -c 100000 "$program" >"$folder/binary.loom"
expect 1 'E0001.*binary' "$folder/binary.loom"
head -c 300 $good >"$folder/cut.loom"
expect 1 E0022 "$folder/cut.loom"
# UTF-16, with a byte order mark and without, as a program and as an import: one error that says so.
for encoding in UTF-16LE UTF-16BE UTF-16; do
    iconv -f UTF-8 -t $encoding $good >"$folder/wide.loom"
    expect 1 'E0001.*wide.loom.*UTF-16' "$folder/wide.loom"
    [ "$(grep -c 'error E' "$folder/out")" -eq 1 ] && [ "$(wc -c <"$folder/out")" -lt 200 ] ||
        { echo "FAIL $encoding: more than an error"; failed=1; }
    { echo 'import "wide.loom";'; cat $good; } >"$folder/import.loom"
    expect 1 'E0030.*wide.loom.*UTF-16' "$folder/import.loom"
    [ "$(grep -c 'error E' "$folder/out")" -eq 1 ] ||
        { echo "FAIL $encoding, imported: more than an error"; failed=1; }
done
# A letter outside ASCII in a name, in UTF-8 and in Latin-1: one error, whatever the name stands for
# and however often.
for word in key key1 t1 item sort optweb read crossbar; do
    sed "s/\\b$word\\b/gr\xc3\xb6\xc3\x9fe$word/g" $good >"$folder/letter.loom"
    expect 1 'E0009' "$folder/letter.loom"
    [ "$(grep -c 'error E' "$folder/out")" -eq 1 ] ||
        { echo "FAIL $word: more than an error"; cat "$folder/out"; failed=1; }
done
LC_ALL=C sed "s/\\bt1\\b/\xf6l/" $good >"$folder/letter.loom"
expect 1 'E0009' "$folder/letter.loom"
printf 'const a = 1 \342\206\222 2;\n' >"$folder/arrow.loom"
expect 1 'E0010.*`->`' "$folder/arrow.loom"
# One cause is one message, which says the way out; what follows from it is not said.
one() { # TEXT NAME ARGUMENTS...: as `expect 1`, of $folder/NAME.loom, and nothing else is said
    text=$1 name=$2; shift 2
    expect 1 "$text" "$folder/$name.loom" "$@"
    [ "$(grep -c 'error [EW]\|warning W' "$folder/out")" -eq 1 ] ||
        { echo "FAIL $name: more than an error"; cat "$folder/out"; failed=1; }
}
changed() { sed "$2" "${3:-$good}" >"$folder/$1.loom"; } # NAME SCRIPT [FILE]
cp rtl_templates/host/bl_dma_walk.v "$folder/verilog.loom"
one 'E0012.*Verilog.*`verilog "FILE";`' verilog
cp testbench/simulation/medium/medium.c "$folder/c.loom"
one 'E0012.*C;.*`golden "FILE";`' c
cp Makefile "$folder/make.loom"
one 'E0002' make
changed statement '0,/pass {/s//pas {/'
one 'E0020.*did you mean `pass`' statement
changed declaration 's/^pipeline/pipelin/'
one 'E0020.*did you mean `pipeline`' declaration
changed part 's/nodes  /node  /'
one 'E0026.*did you mean `nodes`' part
changed shape 's/latency 400 ns;/& shape torus;/'
one "E0026.*expected link, latency, wire or clock; the topology is the network's name: full_mesh," \
    shape
changed board 's/stratix10_mx2100/stratix10/'
one 'E1001.*did you mean `stratix10_mx2100`' board
one 'E1001.*did you mean `kc705`' board --board kc70
changed rest 's/let node .*/let node = key % 8;/'
one 'E0028.*`key % 8` is `key\[2:0\]`' rest
changed sum 's/let node .*/let node = key + 3;/'
one 'E0028.*user-defined stage' sum
changed and 's/let node .*/let node = key \& 7;/'
one 'E0002' and
changed unknown 's/let .*= key/&z/'
one 'E0050.*`keyz`; did you mean `key`' unknown
changed sign '0,/->/s//=>/'
one 'E0010.*`=>`; did you mean `->`' sign
expect 2 "unknown option '--nodse': did you mean --nodes?" $good --nodse 2
expect 2 "unknown option '--chan=4': did you mean --channels?" $good --chan=4
expect 2 "unknown option '--bogus'\$" $good --bogus
expect 2 "unknown option" $good --bogus
expect 2 tree $good --dump circuit
expect 2 "takes a frequency" $good --clock fast
expect 1 E0083 $good --nodes 65
expect 0 "6 passes" $good --nodes 16 --channels 2
expect 0 '"errors":	0' $good --json
expect 1 '"code":	"E0001"' "$folder/missing.loom" --json

# Pipes are read to their end, however slowly it comes; what reads the program more than once says
# so.
slowly() { head -c 700 "$1"; sleep 0.2; tail -c +701 "$1"; }
from_pipe() { # STATUS TEXT FILE ARGUMENTS...
    want=$1 text=$2 file=$3; shift 3
    slowly "$file" | timeout 20 "$program" "$@" >"$folder/out" 2>&1; status=$?
    [ $status -eq "$want" ] && grep -q -e "$text" "$folder/out" && return
    echo "FAIL $* from a pipe: exit status $status, wanted $want and '$text'"; head -n 5 \
        "$folder/out"; failed=1
}
from_pipe 0 "6 passes" $good check /dev/stdin
from_pipe 0 "no errors" examples/rsb/curves.loom check /dev/stdin
from_pipe 0 "passes" $good explain /dev/stdin
from_pipe 0 "rtl/sort.v" $good build /dev/stdin -o "$folder/built"
from_pipe 0 "digraph" $good graph --dot /dev/stdin
from_pipe 0 "^bus ring: 8 domains" examples/rsb/eight_domains.loom explain /dev/stdin
from_pipe 1 "E0171" examples/rsb/curves.loom synth /dev/stdin
from_pipe 2 "reads it again" $good sweep /dev/stdin -o "$folder/sweep"
from_pipe 1 "standard input is /dev/stdin" $good check -
from_pipe 0 "digraph" $good graph --dot /proc/self/fd/0
cp $good "$folder/stdin" && "$program" build "$folder/stdin" -o "$folder/usual" -q &&
    diff -r "$folder/usual" "$folder/built" >"$folder/out" ||
    { echo "FAIL a program from a pipe builds something else"; head -n 5 "$folder/out"; failed=1; }
mkfifo "$folder/named.loom"
slowly $good >"$folder/named.loom" &
timeout 20 "$program" check "$folder/named.loom" >"$folder/out" 2>&1 &&
    grep -q "6 passes" "$folder/out" ||
    { echo "FAIL a named pipe"; failed=1; }
wait
from_pipe 0 "c_element" examples/stg/c_element.g stg /dev/stdin
from_pipe 0 "c = a (b + c) + b c" examples/stg/c_element.g stg --equations -
from_pipe 1 "^<stdin>:[0-9]*:.*error E" testbench/tests/stg/errors.g stg -
from_pipe 1 "^<stdin>: cannot be synthesized" testbench/tests/stg/deadlock.g stg --equations -
echo 'import "/dev/null";' | cat - $good >"$folder/import.loom"
expect 0 "6 passes" "$folder/import.loom"
"$program" stg - --equations --vcd "$folder/graph.g" <examples/stg/c_element.g >"$folder/out" 2>&1 \
    || { echo "FAIL stg - from a file"; failed=1; }
cp examples/stg/c_element.g "$folder/graph.g"
"$program" stg - --equations --vcd "$folder/graph.g" <"$folder/graph.g" >"$folder/out" 2>&1
[ $? -eq 2 ] && cmp -s examples/stg/c_element.g "$folder/graph.g" ||
    { echo "FAIL stg - and --vcd of the same file"; failed=1; }
# Ten times the lines take some ten times the program's own time, and the memory: other work on the
# machine never makes forty of it, and what is quadratic takes a hundred. The bars are in
# frontend_speed_long.sh.
echo 'cluster big { board stratix10_mx2100; nodes 8; clock core 150 MHz;
    memory { channels 16; width 32 B; strip 512; burst 128 B; }
    network full_mesh { link 6.25 GB/s; latency 400 ns; } }' >"$folder/cluster.loom"
for kind in plain errors names; do
    for lines in 15000 150000; do
        awk -v lines=$lines -v kind=$kind -f testbench/tests/system/long_program.awk \
            >"$folder/$lines.loom"
    done
    python3 - "$program" "$folder/15000.loom" "$folder/150000.loom" >"$folder/out" <<'END' ||
import resource, subprocess, sys
def used(file, times):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    for _ in range(times):
        subprocess.run([sys.argv[1], "check", file], stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (after.ru_utime - before) / times, after.ru_maxrss
small, large = used(sys.argv[2], 5), used(sys.argv[3], 1)
print(f"{large[0] / small[0]:.1f} times the time, {large[1] / small[1]:.1f} times the memory")
sys.exit(large[0] > 40 * small[0] or large[1] > 12 * small[1])
END
        { echo "FAIL ten times the lines, $kind"; cat "$folder/out"; failed=1; }
done
exit $failed
