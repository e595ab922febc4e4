#!/bin/sh
# Headers of two programs in one C file: both are there, or the compiler says why not; none hides
# the other's record, calls or sizes behind a guard of the same name. Nor do cores of two builds.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
sort=examples/counting_sort

build() { # NAME PROGRAM OPTIONS...
    name=$1
    shift
    "$BANKLOOM" build -q -o "$work/$name" "$@" >"$work/said" 2>&1 || fail "build of $name"
}
sed 's/^pipeline sort/pipeline pairs/' $sort/with_values.loom >"$work/pairs.loom"
sed 's/^pipeline sort/pipeline alike/' $sort/counting_sort.loom >"$work/alike.loom"
small='--nodes 2 --channels 2'
# shellcheck disable=SC2086
{
    build keys $sort/counting_sort.loom $small
    build again $sort/counting_sort.loom $small
    build larger $sort/counting_sort.loom --nodes 4 --channels 2
    build alike "$work/alike.loom" $small
    build pairs "$work/pairs.loom" $small
    build values $sort/with_values.loom $small
}
build puts examples/put/tca.loom
head -n 2 "$work/puts/bench/Makefile" >"$work/said"
grep -q 'make host HOST=' "$work/said" && ! grep -q golden "$work/said" || fail 'bench of puts'
build kernels examples/barrier/barrier.loom
build fewer_kernels examples/barrier/barrier.loom --nodes 4

# compiles HEADER...: a file that includes them, as C and as C++
compiles() {
    for header; do echo "#include \"$header\""; done >"$work/file.c"
    gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -I "$work" -I "$work/keys" \
        -I compiler -I compiler/runtime "$work/file.c" >"$work/said" 2>&1 &&
        for standard in 11 14 17; do
            g++ -std=c++$standard -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ -I "$work" \
                -I "$work/keys" -I compiler -I compiler/runtime "$work/file.c" >"$work/said" 2>&1 ||
                return 1
        done
}
taken() { compiles "$@" || fail "does not compile: $*"; }
# refused TEXT HEADER...: by an #error of that text, whichever of two comes first
refused() {
    text=$1 first=$2 second=$3
    for order in "$first $second" "$second $first"; do
        # shellcheck disable=SC2086
        compiles $order && fail "compiles: $order"
        grep -q "#error.*$text" "$work/said" || fail "nothing of '$text': $order"
    done
}

taken puts/host/tca_host.h bl_chain_descriptor.h bl_dma_descriptor.h
taken keys/host/sort_host.h keys/host/sort_host.h
taken keys/host/sort_host.h again/host/sort_host.h
taken keys/host/sort_host.h alike/host/alike_host.h keys/golden/sort_golden.h
taken keys/host/sort_host.h kernels/host/mesh_host.h
refused 'struct item with other columns' keys/host/sort_host.h pairs/host/pairs_host.h
refused 'sort_host.h of another build' keys/host/sort_host.h larger/host/sort_host.h
refused 'mesh_host.h of another build' kernels/host/mesh_host.h fewer_kernels/host/mesh_host.h
refused 'sort_golden.h of another build' keys/golden/sort_golden.h values/golden/sort_golden.h

# Cores of all of them in one library of FuseSoC: a name each, which says board and shape.
for name in keys larger alike pairs values kernels fewer_kernels; do
    sed -n 's/^name: //p' "$work/$name"/*.core
done | sort >"$work/cores"
uniq -d "$work/cores" >"$work/said"
[ ! -s "$work/said" ] && [ "$(wc -l <"$work/cores")" = 7 ] || fail 'cores of one name'
grep -q '^"bankloom:optweb:sort_stratix10_mx2100_4n4c32b_[0-9a-f]*:1.0"$' "$work/cores" ||
    { cp "$work/cores" "$work/said"; fail 'no board and shape in the name of a core'; }
exit 0
