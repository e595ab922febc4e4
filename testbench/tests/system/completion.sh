#!/bin/sh
# seconds: 3
# Completions and the man page have every option of every verb, and what is stale is noticed; bash
# offers what fits.
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "FAIL $*"; failed=1; }
build=$(dirname "$BANKLOOM")

testbench/options_files --check --build "$build" || fail "stale"
for verb in check explain build run synth stage kernel graph sweep boards stg; do
    for file in '' ${BL_LONG:+examples/rsb/curves.loom}; do
        # shellcheck disable=SC2086
        "$BANKLOOM" $verb $file --help | sed -n 's/^  \(-[a-z], \)\{0,1\}--\([a-z-]*\).*/\2/p' |
            grep -v '^help$' >"$work/options"
        [ -s "$work/options" ] || fail "$verb has no options"
        while read -r option; do
            sed -n "/^        $verb:-\*)/,/;;/p" docs/completion/bankloom.bash |
                grep -q -e "--$option\([ ']\|$\)" || fail "bash: $verb --$option"
            sed -n "/^    $verb)/,/;;/p" docs/completion/_bankloom | grep -q -e "--$option[}'[]" ||
                fail "zsh: $verb --$option"
            grep "from $verb'" docs/completion/bankloom.fish | grep -q -e " -l $option " ||
                fail "fish: $verb --$option"
            sed 's/\\-/-/g' docs/bankloom.1 | grep -q -e "--$option\([^a-z-]\|\$\)" ||
                fail "man page: --$option"
        done <"$work/options"
    done
done

# Another verb's options would be stale.
mkdir -p "$work/copy/testbench" "$work/copy/examples" && cp -r docs "$work/copy/" &&
    cp -r examples/rsb examples/pingpong "$work/copy/examples/" &&
    cp testbench/options_files "$work/copy/testbench/" &&
        sed -i 's/--seed/--sead/' "$work/copy/docs/completion/bankloom.bash"
"$work/copy/testbench/options_files" --check --build "$build" >"$work/said" &&
    fail "a stale file is not noticed"
[ "$(grep -c 'bankloom.bash: stale' "$work/said")" = 1 ] && [ "$(wc -l <"$work/said")" = 1 ] ||
    { cat "$work/said"; fail "stale as what?"; }
"$work/copy/testbench/options_files" --build "$build" &&
    cmp -s docs/completion/bankloom.bash "$work/copy/docs/completion/bankloom.bash" ||
    fail "not written anew"

# offers WANTED WORD...: what bash says behind the words; the last one is being typed
offers() {
    wanted=$1
    shift
    said=$(bash -c '. docs/completion/bankloom.bash
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)); _bankloom
        echo "${COMPREPLY[*]}"' - "$@")
    [ "$said" = "$wanted" ] || fail "behind $*: $said"
}
if command -v bash >/dev/null; then
    offers 'verilator icarus model' bankloom run --sim ''
    offers '--keys --key-bits --keep' bankloom run --ke
    offers 'explain' bankloom ex
    offers '' bankloom run --keys ''
    offers 'before both' bankloom graph --view b
else echo "skipped: no bash"
fi
exit $failed
