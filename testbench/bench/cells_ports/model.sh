# What the bench of cells builds and runs, read by its script with `.` once $build and $work are
# set: the compiler's plan, the model that Verilator makes of a node, and a run.
cells_ports=testbench/bench/cells_ports

# cells_source SETTINGS: nodes.loom, with these settings of its network in place of its own
cells_source() {
    awk -v settings="$1" '
        BEGIN { count = split(settings, own, /; */)
            for (i = 1; i <= count; i++) { split(own[i], word, " "); named[word[1]] = 1 } }
        /network cells/ {
            match($0, /[{].*[}]/)
            kept = ""
            number = split(substr($0, RSTART + 1, RLENGTH - 2), all, /; */)
            for (i = 1; i < number; i++) { split(all[i], word, " ")
                if (!(word[1] in named)) kept = kept all[i] "; " }
            print "    network cells { " kept settings "; }"; next }
        { print }' $cells_ports/nodes.loom
}

# cells_tables NODES DIR: of what `bankloom build` wrote there, words of a node's table, and
# `tables`: where links lead, the nodes' tables
cells_tables() {
    awk -v nodes="$1" '
        /uint8_t ends\[\]/ { leads = 1; sub(/.*[{]/, "") }
        leads { text = text $0 }
        leads && /[}]/ { leads = 0; gsub(/[ };]/, "", text) }
        /uint32_t network_table/ { inside = 1; next }
        inside && /[}]/ { inside = 0 }
        inside { gsub(/[ ,]|0x/, ""); words[n++] = $0 }
        END { print "words", n / nodes; print "tables"
            count = split(text, ends, ",")
            for (i = 1; i <= count; i++) printf "%x\n", ends[i]
            for (i = 0; i < n; i++) print words[i] }' \
        "$2"/bench/nodes_bench.c "$2"/host/nodes_host.c
}

# cells_plan NAME NODES SETTINGS: $work/NAME.config, what cells_ports reads; $work/NAME.plan,
# parameters of bl_cells, and HEADER, its words; $work/NAME.fullest, the load of the fullest link
# over the mean; $work/NAME.loom. Status 1, and what the compiler says, when it refuses.
cells_plan() {
    cells_source "$3" >"$work/$1.loom" || return
    "$build/bankloom" build "$work/$1.loom" --nodes "$2" -q -o "$work/$1.out" \
        >"$work/$1.log" 2>&1 || { cat "$work/$1.log" >&2; return 1; }
    sed -n '/^ *bl_cells #(/,/^ *)/{s/^ *\.\([A-Z_]*\)(\([0-9]*\)),*$/\1 \2/p;}' \
        "$work/$1.out"/rtl/nodes.v |
        grep -v '^NODES \|^ELEMS \|^ELEM_W \|^CHAN_W \|^LOG_BUFFER ' >"$work/$1.plan"
    {
        echo "nodes $2"
        echo "room ${ROOM:-65}"
        sed -n 's/^WORD_W /width /p; s/^CELL_WORDS /cell /p' "$work/$1.plan"
        sed -n 's/.*\.wire = \([0-9]*\).*/wire \1/p' "$work/$1.out"/bench/nodes_bench.c
        cells_tables "$2" "$work/$1.out"
    } >"$work/$1.config"
    "$build/bankloom" explain "$work/$1.loom" --nodes "$2" >"$work/$1.log"
    sed -n 's/.*the fullest link with \([0-9.]*\) of the mean.*/\1/p' "$work/$1.log" \
        >"$work/$1.fullest"
    sed -n 's/.*a header of [0-9]* bits, \([0-9]*\) word.*/HEADER \1/p' "$work/$1.log" \
        >>"$work/$1.plan"
    rm -rf "$work/$1.out"
    grep -q '^HEADER ' "$work/$1.plan" &&
        [ "$(grep -cE '^(nodes|room|width|cell|wire|words) [0-9]' "$work/$1.config")" -eq 6 ] &&
        [ -s "$work/$1.fullest" ] || { echo "cells: no plan of $1" >&2; return 1; }
}

# cells_node NAME NODES: $work/NAME.run, of that plan; one of the same parameters is made once.
# WIDE 0: flits of 32 bits, which takes a fraction of the time with many nodes.
cells_node() {
    set -- "$1" "$2" "$(echo "$2 $OPT $WIDE $templates" | cat - "$work/$1.plan" | cksum | tr ' ' .)"
    ln -sf "node.$3/run" "$work/$1.run"
    [ ! -x "$work/node.$3/run" ] || return 0
    {
        printf '`define CELLS_PLAN '
        awk '$1 !~ /^(NODE_W|WORD_W|CELL_WORDS|HEADER|CROSSES)$/ { printf "%s.%s(%s)", comma, $1, $2
            comma = ", " } END { print "" }' "$work/$1.plan"
    } >"$work/$1.vh"
    parameters=$(awk '/^(NODE_W|WORD_W|CELL_WORDS|HEADER|CROSSES) / { printf " -G%s=%s", $1, $2 }' \
        "$work/$1.plan")
    # shellcheck disable=SC2046,SC2086
    OBJCACHE=$(command -v ccache) verilator --cc --exe --build -O3 --x-assign fast \
        --x-initial fast --noassert -Wno-fatal -Wno-lint --top-module cell_node \
        -GNODES="$2" -GWIDE="${WIDE:-1}" \
        $parameters --Mdir "$work/node.$3" -o run \
        -CFLAGS "-O2 -D_GNU_SOURCE -I$PWD/compiler -I$PWD/testbench -I$PWD/$cells_ports" \
        -MAKEFLAGS "OPT_FAST=${OPT:--O2} OPT_SLOW=-O0 OPT_GLOBAL=-O2" \
        $(for folder in "$templates"/*/; do printf ' -y %s' "$folder"; done) "$work/$1.vh" \
        $cells_ports/cell_node.v "$PWD/$cells_ports/node.cpp" "$work/cells_ports.o" \
        "$work/wires.o" "$(cd "$build" && pwd)/libbl_sim.a" -LDFLAGS "-lxxhash -lm -pthread" \
        >"$work/$1.log" 2>&1 || { tail -n 20 "$work/$1.log" >&2; return 1; }
}

cells_objects() {
    [ -f "$work/wires.o" ] && return
    for source in cells_ports wires; do
        ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -O2 -D_GNU_SOURCE -Icompiler -Itestbench \
            -c -o "$work/$source.o" $cells_ports/$source.c || return
    done
}

# cells_model NAME NODES SETTINGS: the plan, and the model of a node
cells_model() { cells_plan "$@" && cells_objects && cells_node "$1" "$2"; }

# run NAME OPTION...: leaves what it prints in $work/said, and its exit status
run() {
    name=$1
    shift
    timeout "${LIMIT:-3600}" "$work/$name.run" "$work/$name.config" --seed "${SEED:-1}" "$@" \
        >"$work/said" 2>&1
}

# said NAME: of the last run
said() { sed -n "s/^$1 //p" "$work/said"; }
