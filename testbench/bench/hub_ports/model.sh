# What the bench of a hub's ports builds, read by its script with `.` once $work is set.

# hub_ports_model NAME SLOTS LOG_WORDS: $work/NAME/ports, of the templates in $templates; OPT is how
# much the C++ compiler optimises.
hub_ports_model() {
    libraries=$(for folder in "${templates:-rtl_templates}"/*/; do printf ' -y %s' "$folder"; done)
    # shellcheck disable=SC2046,SC2086
    OBJCACHE=$(command -v ccache) verilator --cc --exe --build -O3 --x-assign fast \
        --x-initial fast --noassert -Wno-fatal -Wno-lint --top-module hub_ports -GSLOTS="$2" \
        -GLOG_WORDS="$3" --Mdir "$work/$1" -o ports \
        -MAKEFLAGS "OPT_FAST=${OPT:--O2} OPT_SLOW=-O0 OPT_GLOBAL=${OPT:--O2}" \
        -y "${bench:-testbench/bench/hub_ports}" $libraries \
        "${bench:-testbench/bench/hub_ports}/hub_ports.v" \
        "$PWD/testbench/bench/hub_ports/ports.cpp" >"$work/$1.log" 2>&1 ||
        { tail -n 20 "$work/$1.log" >&2; return 1; }
}
