#!/bin/sh
# seconds: 14
# Host programs on 2 nodes with 2 channels each: the example gives what the bench gives, and its
# check notices a wrong result, that of a broken circuit in `make test-long`; columns are loaded
# and stored one by one, several times; from a build folder, under both simulators, under
# sanitizers, and installed.
folder=examples/counting_sort tests=testbench/tests
small='--nodes 2 --channels 2 --width 16 -q'
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }

# shellcheck source=/dev/null
. testbench/tests/model.sh
# host PROGRAM.c FILE.loom OPTIONS [-- ARGUMENTS]
# shellcheck disable=SC2086
host() {
    program=$1
    shift
    "$BANKLOOM" run --host "$program" $small "$@" >"$work/said" 2>&1
}

# The result is the one of `bankloom run`, bucket by bucket.
buckets() { od -An -v -tu4 -w4 "$1" | awk '{ print int($1 % 4), $1 }'; }
head -c 40000 /dev/urandom >"$work/in"
host $folder/host_sort.c $folder/counting_sort.loom -- "$work/in" "$work/out" ||
    fail "the example failed"
grep -q '^10000 keys sorted by 2 nodes in [0-9]* cycles, .* GB/s at 150 MHz; the result is right' \
    "$work/said" ||
    fail "the example says something else"
# shellcheck disable=SC2086
"$BANKLOOM" run $folder/counting_sort.loom $small --input "$work/in" --output "$work/bench" \
    >"$work/bench.said" 2>&1 ||
    fail "the bench failed"
buckets "$work/out" >"$work/out.buckets"
buckets "$work/bench" | sort -n -k1 -k2 | cmp - "$work/out.buckets" ||
    fail "the example's result is not the bench's"
theirs=$(sed -n 's/^cycles *\([0-9]*\).*/\1/p' "$work/bench.said") ours=$(sed \
    -n 's/.* in \([0-9]*\) cycles.*/\1/p' "$work/said")
awk -v a="$theirs" -v b="$ours" 'BEGIN { exit !(a > 0 && b > 0.98 * a && b < 1.02 * a) }' ||
    fail "the bench took $theirs cycles, the example says $ours"
host $folder/host_sort.c $folder/counting_sort.loom --memory ideal --threads 1 -- 4099 ||
    fail "4099 keys"

# shellcheck disable=SC2086
"$BANKLOOM" build $folder/counting_sort.loom -o "$work/dir" $small || fail "build"
model_make "$work/dir/bench" host HOST=$folder/host_sort.c ARGS=3000 >"$work/said" 2>&1 ||
    fail "make host"
grep -q '^3000 keys sorted' "$work/said" || fail "make host said nothing"
for n in 0 1; do "$work/dir/bench/host/host_sort" $n >"$work/said" 2>&1 || fail "$n keys"; done

# A wrong result is noticed: three that are made in the program, one of a broken circuit.
wrong() {
    sed "s|^    const char \*wrong = check|    $1\n&|" $folder/host_sort.c >"$work/wrong.c"
    cmp -s $folder/host_sort.c "$work/wrong.c" && fail "nothing was broken: $1"
    model_make "$work/dir/bench" host-program HOST="$work/wrong.c" >"$work/said" 2>&1 ||
        fail "a wrong program does not compile"
    "$work/dir/bench/host/wrong" 5000 >"$work/said" 2>&1; [ $? -eq 1 ] || fail "status of: $1"
    grep -q "error: the result: $2" "$work/said" || fail "not noticed: $1"
}
wrong 'n--;' 'another number'
wrong 'job->sorted[n / 2].key ^= 256;' 'some keys are not'
wrong 'job->sorted[n / 2] = job->sorted[0];' 'the keys are not in the order'

make -s -C "$work/dir/bench" host >"$work/said" 2>&1 && fail "make host without HOST"
if [ "$BL_LONG" ]; then
    cp "$work/dir/rtl/bl_crossbar_input.v" "$work/whole.v"
    awk -v mutant=wrong_destination -f $tests/mutants/patch.awk $tests/mutants/mutants.txt \
        "$work/whole.v" >"$work/dir/rtl/bl_crossbar_input.v" ||
        fail "the mutant does not fit"
    model_make "$work/dir/bench" host HOST=$folder/host_sort.c ARGS=3000 >"$work/said" 2>&1 &&
        fail "a broken circuit passed"
    grep -q '^error: the result: the keys are not in the order' "$work/said" ||
        fail "a broken circuit was not noticed"
    cp "$work/whole.v" "$work/dir/rtl/bl_crossbar_input.v"
fi
model_make "$work/dir/bench" SIM=icarus host HOST=$folder/host_sort.c ARGS=100 >"$work/said" 2>&1 ||
    fail "make host under Icarus"
grep -q '^100 keys sorted' "$work/said" || fail "make host under Icarus said nothing"
host $folder/host_sort.c $folder/counting_sort.loom --sim icarus -- 50 || fail "--sim icarus"

# Columns; more than one run; wrong calls. Two fusions, so that versions lie in two places.
host $tests/system/host_columns.c $folder/with_values.loom || fail "columns"
[ -z "$BL_LONG" ] || host $tests/system/host_columns.c $folder/with_values.loom --fuse none ||
    fail "columns, all passes"

# No warning, and nothing for the sanitizers: the host's part of it.
# shellcheck disable=SC2086
"$BANKLOOM" build $folder/with_values.loom -o "$work/values" $small || fail "build"
for cc in gcc clang; do
    command -v $cc >/dev/null || continue
    for file in "$work/dir/host/sort_host.c $folder/host_sort.c" \
        "$work/values/host/sort_host.c $tests/system/host_columns.c"; do
        for one in $file; do
            $cc -std=c11 -Wall -Wextra -Wpedantic -Werror -I"$(dirname "${file%% *}")" \
                -I"$work/dir/runtime" -c -o "$work/o" "$one" >"$work/said" 2>&1 ||
                fail "$cc: $one"
        done
    done
done
san='-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined'
model_make "$work/values/bench" node0.a >"$work/said" 2>&1 || fail "the model"
lib=$(cd "$(dirname "$BANKLOOM")" && pwd)/san/libbl_sim.a # `make test` has made one
[ -e "$lib" ] || lib=simulation/libbl_sim.a
make -s -j2 -C "$work/values/bench" OPT="$san" SIM_LIB="$lib" NODE=node0.a \
    VERILATED="${model_header%.h}.a" \
    -o node0.a HOST=$tests/system/host_columns.c host >"$work/said" 2>&1 ||
    fail "sanitizers"
grep -q 'columns are right' "$work/said" || fail "sanitizers: nothing was said"

# Installed, with nothing of this folder.
make -s install B="$(dirname "$BANKLOOM")" DESTDIR="$work/root" PREFIX=/usr >"$work/said" 2>&1 ||
    fail "install"
share=$work/root/usr/share/bankloom
(cd "$work" && "$work/root/usr/bin/bankloom" run "$share/$folder/counting_sort.loom" \
    --host "$share/$folder/host_sort.c" --nodes 2 --channels 2 -q -- 2000) \
    >"$work/said" 2>&1 || fail "installed"
grep -q '^2000 keys sorted' "$work/said" || fail "installed: nothing was said"

# Wrong use, and what the program itself says.
host $folder/host_sort.c $folder/counting_sort.loom --keys 5; [ $? -eq 2 ] ||
    fail "--keys beside --host"
host "$work/missing.c" $folder/counting_sort.loom; [ $? -eq 2 ] || fail "a missing host program"
# shellcheck disable=SC2086
"$BANKLOOM" run $folder/counting_sort.loom $small -- 5 >"$work/said" 2>&1; [ $? -eq 2 ] ||
    fail "arguments without --host"
host $folder/host_sort.c $folder/counting_sort.loom -- "$work/missing"; [ $? -eq 1 ] ||
    fail "a missing file of keys"
echo 'int main(void) { return undeclared; }' >"$work/bad.c"
host "$work/bad.c" $folder/counting_sort.loom; [ $? -eq 1 ] ||
    fail "a program that does not compile"
grep -q 'bad.c:1:.*undeclared' "$work/said" || fail "the compiler's words are not shown"
echo 'int main(void) { return 7; }' >"$work/seven.c"
host "$work/seven.c" $folder/counting_sort.loom; [ $? -eq 7 ] ||
    fail "the program's own exit status"
exit 0
