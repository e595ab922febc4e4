#!/bin/sh
# seconds: 8
# Every setting of a program that sets a parameter of a template, at both ends of what it may be and
# one beyond: `check` takes the ends and they come out like the golden model; what is beyond is
# refused at a place in the source, and what the message offers instead is taken. With --long all
# ends are simulated, fused and unfused, else a few. Parameters that no setting moves: test_ranges.c
# elaborates their ends.
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
file=$folder/ends.loom failed=0 tried=0 simulated=0 refused=0

fail() { echo "FAIL $*"; cat "$folder/log"; failed=1; }

# A program of these settings; `sets` changes some. BODY may use k and, where there are two columns,
# v.
usual='board=stratix10_mx2100 nodes=2 channels=4 width=32 strip=64 burst=128 clock="150 MHz"
       network="full_mesh { link 6.25 GB/s; latency 400 ns; }"
       columns="k: u32;" body="partition items by k[0 +: log2(nodes)], k[8 +: log2(channels)];"'
sets() { # NAME=VALUE...
    eval "$usual"
    for setting; do eval "${setting%%=*}=\${setting#*=}"; done
    said="$*"
    cat >"$file" <<END
cluster ends { board $board; nodes $nodes; clock core $clock;
    memory { channels $channels; width $width B; strip $strip; burst $burst B; } network $network }
record item { $columns }
pipeline ends(items: item) on ends { $body }
END
}

takes() { "$program" check "$file" "$@" >"$folder/log" 2>&1 || fail "refused: $said $*"; }

right() { # OPTIONS...: like the golden model
    simulated=$((simulated + 1))
    "$program" run -q --keys 300 "$file" "$@" >"$folder/log" 2>&1 &&
        grep -q '^golden model    matches the golden model' "$folder/log" ||
        fail "not like the golden model: $said $*"
}

# end SETTINGS: taken, and in the long test simulated both ways; `quick` simulates always, and fused
# only.
end() {
    sets "$@"
    tried=$((tried + 1))
    takes
    takes --fuse none
    if [ "$BL_LONG" ]; then right; right --fuse none; fi
}
quick() { end "$@"; [ "$BL_LONG" ] || right --sim icarus; }

# beyond CODE TEXT SETTINGS: refused with this code, at a place, in these words. What the message
# offers is taken: an option, or with a range the end of it that is nearer (which `end` has tried).
beyond() {
    code=$1 text=$2
    shift 2
    sets "$@"
    refused=$((refused + 1))
    for fuse in none all; do
        "$program" check --fuse $fuse "$file" >"$folder/log" 2>&1
        [ $? -eq 1 ] || fail "taken, --fuse $fuse: $*"
        grep -q "^$file:[0-9]*:[0-9]*.*error $code: .*$text" "$folder/log" ||
            fail "--fuse $fuse, not '$code $text': $*"
        sed -n 's/.*note: with \(`.*\),* it has a circuit$/\1/p' "$folder/log" |
            grep -o '`--[^`]*`' | tr -d '`' >"$folder/offers"
        while read -r offer; do eval "takes --fuse $fuse $offer"; done <"$folder/offers"
    done
}

end nodes=1
end nodes=64 channels=8
beyond E0083 'from 1 to 64' nodes=65
end channels=2
end channels=32 nodes=2
beyond E0082 'from 1 to 32' channels=64
beyond E0082 'from 2 to 32' channels=1
quick width=16 channels=2
end width=64
beyond E0082 'from 16 B to 64 B' width=8
beyond E0082 'from 16 B to 64 B' width=128
end strip=16 burst=64
end strip=4096
beyond E0082 'from 16 to 4096' strip=8
beyond E0082 'from 16 to 4096' strip=8192
end burst=64 width=64
end burst=256 width=16
beyond E0082 'from 64 B to 256 B' burst=32
beyond E0082 'from 64 B to 256 B' burst=512
end clock='1 MHz'
end clock='450 MHz' width=64 burst=64
end clock='2 GHz'
beyond E0083 'from 1 MHz to 2 GHz' clock='0.999 MHz'
beyond E0083 'from 1 MHz to 2 GHz' clock='2.001 GHz'

# Records of a word: 2 to 16 of what travels.
end columns='k: u64;' width=16
end columns='k: u8;' width=16 channels=2 body='partition items by k[0 +: log2(nodes)], k[4 +: 1];'
end columns='k: u64; v: u64;' width=16
beyond E1017 'must hold 2 to 16 records .* holds 32: ' columns='k: u8;' width=32 \
    body='pass { read k -> crossbar(k[0]) -> write k1 }'
beyond E1017 'must hold 2 to 16 records .* holds 32: ' columns='k: u16;' width=64 \
    body='pass { read k -> crossbar(k[0]) -> write k1 }'

# Columns that travel together: 2 to 16 records of a word, 1024 bits of a record that is exchanged,
# 64 columns.
together() { # NUMBER TYPE
    seq 2 "$1" | sed "s/.*/ c&: $2;/" | tr -d '\n' | sed "s/^/columns='k: $2;/; s/\$/'/"
    read=k$(seq 2 "$1" | sed 's/^/, c/' | tr -d '\n') write=w1$(seq 2 "$1" | sed 's/^/, w/' |
        tr -d '\n')
    exchange='crossbar(k[0]) -> alltoallv(k[0]) -> crossbar(k[1])'
    echo " body='pass { read $read -> $exchange -> write $write }'"
}
eval "quick width=16 $(together 2 u64)"
eval "end width=32 $(together 3 u8)"
eval "end width=64 $(together 4 u8)"
eval "beyond E1017 'must hold 2 to 16 records .* holds 32: ' width=64 $(together 3 u8)"
eval "end $(together 16 u64)"
eval "beyond E1017 'records of 1088 bits .* at most 1024' $(together 17 u64)"
eval "end width=16 $(together 64 u16)"
eval "beyond E0093 'at most 64' $(together 65 u8)"

# Inputs and outputs of a crossbar, and nodes that share a channel.
wide='pass { read k -> crossbar(k[3:0]) -> write k1 }'
end channels=32 width=16 columns='k: u64;' body="$wide"
to_nodes='pass { read k -> crossbar(k[4:0]) -> alltoallv(k[4:0]) -> write k1 }'
end nodes=16 channels=2 body="$to_nodes"
beyond E1017 'at most 16 outputs' nodes=32 channels=8 body="$to_nodes"
apart='pass { read k -> crossbar(k[4:0]) -> write k1 }
pass { read k1 -> alltoallv(k[4:0]) -> write k2 }'
end nodes=16 channels=2 body="$apart"
beyond E1017 'at most 16 nodes share a channel' nodes=32 channels=2 body="$apart"

# The bits of a histogram. (The block RAM's end is in limits.sh.)
counting() {
    echo "pass { read k -> histogram(k[0 +: $1]) as h }
        pass { read k -> crossbar(k[0 +: 1]) -> write k1 }"; }
quick channels=2 body="$(counting 1)"
quick channels=2 body="$(counting 11)"
end channels=2 body="$(counting 10)"
end channels=2 body="$(counting 16)"
beyond E0140 '2^17 counters; .* at most 2^16' channels=2 body="$(counting 17)"

# Steps and registers: pass beside pass, which no rule makes one.
passes() { # NUMBER
    i=0
    while [ $i -lt "$1" ]; do
        echo "pass { read k -> crossbar(k[$((i % 8))]) -> write a$i }"
        i=$((i + 1))
    done
}
sixty_four=$(passes 64)
end channels=2 body="$sixty_four"
beyond E1017 'at most 64 steps' channels=2 body="$(passes 65)"
end channels=32 width=64 body="$sixty_four"
# Pass after pass, of which nobody but the next reads what it writes: as written too many, fused
# few.
chain=$(passes 65 | awk 'NR > 1 { sub("read k", "read a" NR - 2) } 1')
sets channels=2 body="$chain"
tried=$((tried + 1))
takes
"$program" check --fuse none "$file" >"$folder/log" 2>&1 && fail "taken, --fuse none: 65 in a row"
grep -q 'note: with `--fuse all` it has a circuit' "$folder/log" || fail "nothing is offered"

# A bus in place of links.
end nodes=4 network='rsb { delay 4 ns; lines 1; }'
end nodes=16 network='rsb { delay 4 ns; lines 512; }'
beyond E0083 'from 1 to 512' nodes=4 network='rsb { delay 4 ns; lines 513; }'
beyond E0083 'from 1 to 512' nodes=4 network='rsb { delay 4 ns; lines 0; }'
beyond E0083 'from 4 to 16' nodes=32 network='rsb { delay 4 ns; lines 8; }'
beyond E0083 'from 4 to 16' nodes=2 network='rsb { delay 4 ns; lines 8; }'

# A memory for which no queue is long enough: the clock that the message names is taken.
sed 's/^board stratix10_mx2100/board slow/; s/read     300 ns/read     99 us/' \
    boards/stratix10_mx2100/board.loom >"$folder/slow.loom"
end board="\"$folder/slow.loom\"" clock='100 MHz' channels=2
beyond E1017 'reader queues of [0-9]* words take' board="\"$folder/slow.loom\"" clock='450 MHz' \
    channels=32

echo "$tried ends taken, $simulated simulations like the golden model, $refused refused beyond them"
exit $failed
