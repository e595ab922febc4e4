# Results of long simulations, kept between benches, read by their scripts with `.` once $build,
# $work and $kept are set: $kept is a folder. A result is taken from there for the same files of the
# same design, with the same harness and records; without that folder everything is simulated.

# What a result depends on: all that is built of the design, and the harness. 64 digits, or nothing.
digest() { # KEYS PROGRAM OPTION...
    records=$1
    shift
    rm -rf "$work/built"
    "$build/bankloom" build "$@" -q -o "$work/built" >"$work/log" 2>&1 || return
    { find "$work/built" -type f | LC_ALL=C sort | xargs cat
      cat "$build/libbl_sim.a"
      echo "$records"; } | sha256sum | cut -d ' ' -f 1
}

# kept_run JSON KEYS PROGRAM OPTION...: one run with so many uniform keys a node; leaves its JSON,
# and in $took the seconds, `kept`, or - when it failed.
kept_run() {
    json=$1 took=kept began=$(date +%s)
    shift
    rm -f "$json"
    digest=$(digest "$@")
    [ ${#digest} -eq 64 ] || { echo >&2; tail -n 5 "$work/log" >&2; took=-; return; }
    result=$kept/$digest.json
    [ -f "$result" ] && cp "$result" "$json" && return
    records=$1
    shift
    "$build/bankloom" run "$@" --keys "$records" --json --json-file "$json" \
        >"$work/log" 2>&1 || { echo >&2; tail -n 5 "$work/log" >&2; took=-; return; }
    took=$(($(date +%s) - began))
    cp "$json" "$result.new" && mv "$result.new" "$result"
}
