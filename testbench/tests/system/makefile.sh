#!/bin/sh
# The repository's Makefile: what a packager sets reaches every command that it is for, and files go
# to places with blanks in their names.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; tail -n 20 "$work/said"; exit 1; }
unset MAKEFLAGS MFLAGS MAKELEVEL

# planned SETTING...: the commands of a build from nothing
planned() {
    env "$@" make -n B="$work/b" all units failing replays >"$work/commands" 2>"$work/said" ||
        fail "make -n"
    grep -E ' -c -o ' "$work/commands" >"$work/compiled"
    grep -E '^[^ ]*cc ' "$work/commands" | grep -v ' -c ' >"$work/linked"
    grep -E '^[^ ]*ar ' "$work/commands" >"$work/archived"
    [ "$(wc -l <"$work/compiled")" -gt 200 ] && [ "$(wc -l <"$work/linked")" -gt 40 ] &&
        [ "$(wc -l <"$work/archived")" = 2 ] || fail "that is no build"
}
# all_have FILE WORD
all_have() {
    grep -v -e "$2" "$work/$1" >"$work/said" && fail "$2 is not in every command that $1"
    return 0
}
planned CC=cc CPPFLAGS=-DBL_ANY CFLAGS=-Oany LDFLAGS=-Wl,-z,any AR=any-ar
all_have compiled ' -DBL_ANY '
all_have compiled ' -Oany '
all_have linked ' -Oany '
all_have linked ' -Wl,-z,any '
all_have archived '^any-ar '
planned CC=any-cc
all_have compiled '^any-cc '
all_have linked '^any-cc '

place="$work/a place"
installed() { # TARGET WORD...: make with the places
    target=$1; shift
    make -s "$target" B="$(dirname "$BANKLOOM")" DESTDIR="$place" PREFIX='/usr/my own' "$@" \
        >"$work/said" 2>&1 || { cat "$work/said"; fail "$target"; }
}
installed install LIBDIR='/usr/my own/lib/any-linux-gnu'
pc="$place/usr/my own/lib/any-linux-gnu/pkgconfig/bankloom-device.pc"
grep -qx 'libdir=${prefix}/lib/any-linux-gnu' "$pc" &&
    [ -s "$place/usr/my own/lib/any-linux-gnu/libbankloom-device.so" ] &&
    [ ! -e "$place/usr/my own/lib/pkgconfig" ] || fail "another LIBDIR"
# Help names files that are there.
installed_help="$place/usr/my own/bin/bankloom"
for verb in '' run kernel stage stg; do
    (cd / && "$installed_help" $verb --help) >"$work/said" 2>&1 || fail "help of $verb"
    grep -o '[^ ]* *[^ ]*\(examples\|docs\)/[a-z0-9_./]*' "$work/said" >"$work/named"
    grep -q '/share/bankloom/' "$work/named" || fail "$verb --help names no installed file"
    ! grep -v "own/share/bankloom/" "$work/named" || fail "$verb --help: a file that is nowhere"
done
rm "$work/named"
installed uninstall LIBDIR='/usr/my own/lib/any-linux-gnu'
[ -z "$(find "$place" ! -type d)" ] || { find "$place" ! -type d | head; fail "uninstall"; }
installed install
[ "$(ls "$work" | grep -v -x -e 'a place' -e commands -e compiled -e linked -e archived -e said)" \
    ] &&
    fail "something was put beside: $(ls "$work")"
prefix="$place/usr/my own"
for file in lib/bankloom/libbl_sim.a share/man/man1/bankloom.1 share/bankloom/README.md \
    lib/libbankloom-device.so lib/libbankloom-device.so.1 lib/pkgconfig/bankloom-device.pc \
    include/bankloom/bl_device.h share/man/man3/bankloom-device.3 \
    share/bash-completion/completions/bankloom share/zsh/site-functions/_bankloom \
    share/fish/vendor_completions.d/bankloom.fish share/bankloom/rtl_templates/stream/bl_fifo.v; do
    [ -s "$prefix/$file" ] || fail "$file was not installed"
done
grep -qx 'libdir=${prefix}/lib' "$prefix/lib/pkgconfig/bankloom-device.pc" || fail 'libdir'
(cd / && "$prefix/bin/bankloom" build "$prefix/share/bankloom/examples/shuffle/shuffle.loom" \
    -q -o "$work/out") >"$work/said" 2>&1 || fail "what was installed does not build"
exit 0
