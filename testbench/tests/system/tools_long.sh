#!/bin/sh
# A tool that is too old is named and not used; one that is newer than any that was tested is named
# and used.
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
failed=0
fail() { echo "FAIL $*"; failed=1; }
says() { grep -q -e "$1" "$work/said" || { fail "nothing about '$1'"; cat "$work/said"; }; }
sort='examples/counting_sort/counting_sort.loom --nodes 2 --channels 2 --width 16 --keys 100'

# tool NAME OPTION TEXT: the tool, with another version to tell
tool() {
    mkdir -p "$work/bin"
    printf '#!/bin/sh\n[ "$1" = %s ] && exec echo "%s"\nexec %s "$@"\n' "$2" "$3" "$(command \
        -v "$1")" >"$work/bin/$1"
    chmod +x "$work/bin/$1"
}
# with STATUS ARGUMENTS...: bankloom, with those tools
with() {
    status=$1
    shift
    PATH=$work/bin:$PATH "$BANKLOOM" "$@" >"$work/said" 2>&1
    [ $? -eq "$status" ] || { fail "$*: another status than $status"; cat "$work/said"; }
}

tool verilator --version 'Verilator 4.038 2020-07-11 rev v4.036'
tool iverilog -V 'Icarus Verilog version 10.3 (stable) ()'
tool yosys -V 'Yosys 0.9 (git sha1 1979e0b)'
# shellcheck disable=SC2086
with 1 run $sort
says '^bankloom: verilator 4.038 is too old; it has to be 5.006 or newer$'
# shellcheck disable=SC2086
with 1 run $sort --keep "$work/kept"
says 'verilator 4.038 is too old'
# shellcheck disable=SC2086
with 1 run $sort --sim icarus
says '^bankloom: iverilog 10.3 is too old; it has to be 11.0 or newer$'
with 1 run examples/rsb/eight_domains.loom --sim icarus
says 'iverilog 10.3 is too old'
with 1 synth rtl_templates/stream/bl_skid.v -q
says '^bankloom: yosys 0.9 is too old; it has to be 0.23 or newer$'
[ "$(wc -l <"$work/said")" -eq 1 ] || fail "more is said of a tool that is too old"

tool verilator --version 'Verilator 9.001 2031-01-01 rev v9.001'
tool iverilog -V 'Icarus Verilog version 19.0 (devel) (v19)'
tool yosys -V 'Yosys 1.0+17 (git sha1 1979e0b)'
export XDG_CACHE_HOME="$work/cache"
with 0 synth rtl_templates/stream/bl_skid.v --board kc705 -q
says '^bankloom: warning: yosys 1.0 is newer than 0.52, the last that was tested$'
says 'counted by Yosys 1.0+17'
with 0 run examples/rsb/eight_domains.loom --sim icarus
says 'iverilog 19.0 is newer than 12.0, the last that was tested$'
# shellcheck disable=SC2086
with 0 run $sort
says 'verilator 9.001 is newer than 5.032, the last that was tested$'
# shellcheck disable=SC2086
with 0 run $sort
grep -q 'newer' "$work/said" && fail "a warning of a tool that is not used, for the model is kept"

# What has no version that can be read is not judged.
tool yosys -V 'Yosys of my own'
with 0 synth rtl_templates/stream/bl_skid.v --board kc705 -q
grep -q 'too old\|newer' "$work/said" && fail "a tool without a version is judged"
exit $failed
