#!/bin/sh
# seconds: 10
# The counting sort on processors, examples/counting_sort/cpu: with 1 to 5 processes it gives the
# stable order by bucket, and the buckets of `bankloom run`; wrong results are noticed.
source=examples/counting_sort/cpu/counting_sort_mpi.c
for tool in mpicc mpirun; do
    command -v $tool >/dev/null ||
        { echo "skipped: $tool is missing (openmpi-bin, libopenmpi-dev)"; exit 77; }
done
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; cat "$work/said"; exit 1; }
# For root, and for more processes than processors, by Open MPI; other MPIs do not read these.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_MCA_rmaps_base_oversubscribe=1 OMPI_MCA_mpi_yield_when_idle=1

compile() { # SOURCE PROGRAM
    mpicc -std=c11 -O1 -Wall -Wextra -Wpedantic -o "$2" "$1" >"$work/said" 2>&1 || fail "mpicc"
    grep 'warning:' "$work/said" && fail "a warning"
}
deal() { # PROCESSES OPTION...
    processes=$1
    shift
    mpirun -n "$processes" "$work/sort" "$@" --repeat 1 >"$work/said" 2>&1
}
says() { grep -q "$1" "$work/said" || fail "does not say: $1"; }
compile $source "$work/sort"

# numbers FILE: a key a line; by_bucket BUCKETS: behind its bucket
numbers() { od -An -v -tu4 -w4 "$1" | tr -d ' '; }
by_bucket() { awk -v buckets="$1" '{ print $1 % buckets, $1 }'; }

head -c 40000 /dev/urandom >"$work/random"
head -c 12 /dev/urandom >"$work/three"
awk 'BEGIN { for (i = 0; i < 3000; i++) printf "same" }' >"$work/equal"
: >"$work/none"
for run in 1:random 2:random 5:random 3:equal 5:three 2:none; do
    file=$work/${run#*:}
    numbers "$file" | by_bucket 64 | sort -s -n -k 1,1 | cut -d ' ' -f 2 >"$work/right"
    deal "${run%:*}" --input "$file" --output "$work/dealt" || fail "$run"
    numbers "$work/dealt" | cmp - "$work/right" || fail "$run is not in order"
done
deal 2 --keys 2^14 --nodes 4 --channels 2 || fail "keys of its own"
says '^16384 keys dealt to 8 buckets by 2 processes in [0-9.]* ms, [0-9.]* GB/s (the best of 1); '

# What the simulated cluster makes of them, within each bucket in another order.
head -c 1600 "$work/random" >"$work/few"
"$BANKLOOM" run examples/counting_sort/counting_sort.loom --nodes 2 --channels 2 --width 16 -q \
    --sim icarus --input "$work/few" --output "$work/bankloom" >"$work/said" 2>&1 || fail "bankloom"
deal 2 --input "$work/few" --output "$work/dealt" --nodes 2 --channels 2 || fail "four buckets"
for result in bankloom dealt; do
    numbers "$work/$result" | by_bucket 4 >"$work/$result.buckets"
    sort -s -n -k 1,1 -c "$work/$result.buckets" >"$work/said" 2>&1 || fail "order of $result"
    sort -o "$work/$result.buckets" "$work/$result.buckets"
done
cmp "$work/bankloom.buckets" "$work/dealt.buckets" || fail "other buckets than bankloom's"

# Wrong results, made in the program, are noticed by it; so are wrong options and files.
wrong() { # STATEMENT MESSAGE
    sed "s|^        const char \*wrong = check|        $1\n&|" $source >"$work/wrong.c"
    cmp -s $source "$work/wrong.c" && fail "nothing was broken: $1"
    compile "$work/wrong.c" "$work/sort"
    deal 2 --keys 1000 && fail "not noticed: $1"
    says "error: the result: $2"
}
refused() { # MESSAGE OPTION...
    message=$1
    shift
    deal 2 "$@" && fail "accepted: $*"
    [ "$(grep -c "^error: $message" "$work/said")" -eq 1 ] || fail "does not say once: $message"
}
refused '2x: no number' --keys 2x
refused 'nodes and channels: powers of two' --nodes 6
refused "$work/absent: cannot be opened" --input "$work/absent"
printf 'five.' >"$work/five"
refused "$work/five: no whole number of keys" --input "$work/five"
wrong 'job->received--;' 'another number of keys'
wrong 'job->dealt[job->received / 2] ^= 64;' 'some keys are not'
wrong 'job->dealt[0] ^= 1;' 'the keys are not in the order'
exit 0
