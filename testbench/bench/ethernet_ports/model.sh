# What the benches of the Ethernet ports build and run, read by their scripts with `.` once $build
# and $work are set: the compiler's plan, the model that Verilator makes of it, and a run.
ports=testbench/bench/ethernet_ports

# plan NAME NODES GBIT CLOCK_MHZ WORD_BYTES [SETTINGS]: what the compiler plans for the counting
# sort on such a cluster, as lines "NAME VALUE" in $work/NAME: the parameters of bl_ethernet, and
# what lies between the nodes.
plan() {
    sed -e "s/clock   mac .*/clock   mac $4 MHz;/;s/width 32 B/width $5 B/
        s/burst 128 B/burst 256 B/;s/port 40 Gbit\/s;/port $3 Gbit\/s;$6/" \
        examples/counting_sort/over_ethernet.loom >"$work/$1.loom" || return
    "$build/bankloom" build "$work/$1.loom" --nodes "$2" -q -o "$work/$1.out" \
        >"$work/$1.log" 2>&1 || { cat "$work/$1.log" >&2; return 1; }
    {
        sed -n '/^ *bl_ethernet #(/,/^ *)/{
            s/^ *\.\([A-Z_]*\)(\([0-9]*\)),*$/\1 \2/p;}' "$work/$1.out"/rtl/sort.v
        sed -n '/bl_ethernet_config medium/,/};/p' "$work/$1.out"/bench/sort_bench.c |
            tr ',;' '\n\n' | sed -n 's/.*\.\([a-z_]*\) = \([0-9]*\).*/\1 \2/p' |
            grep -v '^width\|^silence_ps'
        sed -n 's/.*{"mac", \([0-9]*\)}.*/hertz \1/p' "$work/$1.out"/bench/sort_bench.c
    } >"$work/$1"
    [ "$(wc -l <"$work/$1")" -eq 22 ] || { echo "ethernet: no plan of $1" >&2; return 1; }
}

# change NAME PARAMETER VALUE...: other values than planned
change() {
    changed=$1
    shift
    while [ $# -gt 0 ]; do
        sed -i "s/^$1 .*/$1 $2/" "$work/$changed"
        shift 2
    done
}

# value NAME PARAMETER
value() { awk -v name="$2" '$1 == name { print $2 }' "$work/$1"; }

# model NAME [RTL]: $work/NAME.model/run, of that plan and of the templates below RTL
model() {
    folder=$work/$1.model
    rtl=${2:-rtl_templates}
    objects
    fast=${OPT:--O3}
    [ "$(value "$1" NODES)" -le 4 ] || fast=-O1      # -O3 takes minutes longer
    parameters=$(awk '$1 ~ /^[A-Z]/ { printf " -G%s=%s", $1, $2 }' "$work/$1")
    # shellcheck disable=SC2086
    OBJCACHE=$(command -v ccache) verilator --cc --exe --build -O3 --x-assign fast \
        --x-initial fast --noassert -Wno-fatal -Wno-lint --top-module ethernet_ports $parameters \
        -CFLAGS "-O2 -I$PWD/$ports" -MAKEFLAGS "OPT_FAST=$fast OPT_SLOW=-O1 OPT_GLOBAL=-O2" \
        --Mdir "$folder" -o run $(for f in "$rtl"/*/; do printf ' -y %s' "$f"; done) \
        "$PWD/$ports/ethernet_ports.v" "$PWD/$ports/ports.cpp" "$work/objects/ethernet_ports.o" \
        "$work/objects/traffic.o" "$work/objects/fuzz.o" "$work/objects/wires.o" \
        "$(cd "$build" && pwd)/libbl_sim.a" \
        -LDFLAGS "-lxxhash -lm" >"$work/$1.log" 2>&1 || { cat "$work/$1.log" >&2; return 1; }
}

objects() {
    [ -f "$work/objects/wires.o" ] && return
    mkdir -p "$work/objects"
    for source in ethernet_ports traffic fuzz wires; do
        ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -O2 -D_GNU_SOURCE -Icompiler -Itestbench \
            -c -o "$work/objects/$source.o" $ports/$source.c || return
    done
}

# run NAME OPTION...: leaves what it prints in $work/said, and its exit status
run() {
    name=$1
    shift
    "$work/$name.model/run" "$work/$name" "$@" >"$work/said" 2>&1
}

# said NAME: of the last run
said() { sed -n "s/^$1 //p" "$work/said"; }

# small NAME NODES PARAMETER VALUE...: a plan whose model is made in seconds: 10 Gbit/s, words of
# 16 B, frames of four, a peer given up after 11 times 10 us, and the least memories for a window of
# 3
small() {
    small=$1 nodes=$2
    shift 2
    [ -f "$work/small" ] || plan small 2 10 156.25 16 \
        ' latency 50 ns; switch 250 ns; timeout 10 us;' || return
    cp "$work/small" "$work/$small" || return
    bits=1
    [ "$nodes" -le 2 ] || bits=2
    change "$small" NODES "$nodes" NODE_W $bits LOG_WINDOW 3 WINDOW 3 RETRIES 10 LOG_BUFFER 4 \
        RUN_WORDS 4 CHAN_W 1 SEND_FRAMES $((nodes + 2)) RECV_FRAMES $((3 * nodes + 4)) "$@"
}

# without_checks DIR: templates below DIR whose parameters are not looked at
without_checks() {
    cp -r rtl_templates "$1" || return
    grep -rhoE 'bl_eth[a-z_]*_illegal_[A-Z_]*' "$1/ethernet" | sort -u |
        while read -r name; do echo "module $name; endmodule" >"$1/ethernet/$name.v"; done
}
