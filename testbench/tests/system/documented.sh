#!/bin/sh
# seconds: 20
# The commands of README.md, docs/ and the examples, as they stand there, one after the other in a
# folder with the examples. Those that simulate or synthesise only with --long, sweeps of many
# points never (make bench NAME=boards has them): these are named as left out.
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
repository=$PWD
mkdir "$work/bin" "$work/place" "$work/place/shared"
ln -s "$BANKLOOM" "$work/bin/bankloom"
PATH=$work/bin:$PATH
cp -r examples docs rtl_templates "$work/place"
cd "$work/place" || exit 1
head -c 40000 /dev/urandom >keys.bin
# the files that docs/stages.md shows, each below its name
mkdir mine
awk '/^`mine\/[a-z.]*`:$/ { file = substr($0, 2, length($0) - 3) }
/^```/ { if (inside || file == "") inside = file = ""; else { inside = 1; next } }
inside { print >file }' docs/stages.md
failed=0 count=0

# refuses COMMAND: what it shows ends with an error on purpose
refuses() { case $1 in *--fault*|*--without*|*-error=*) ;; *) false ;; esac; }

# indented, or in the README's blocks, and beginning with a tool's name; not the repository's own
# make
{ grep -E '^(build/bankloom|head) ' "$repository/README.md"; grep \
    -hE '^    (bankloom [a-z]+ .*[./]|cc -|make -C )' docs/*.md examples/*/README.md; } |
    sed 's,^ *,,; s,^build/,,; s,/shared/,shared/,' >"$work/commands"
[ "$(wc -l <"$work/commands")" -ge 30 ] || { echo "FAIL: only $(wc \
    -l <"$work/commands") commands found"; exit 1; }
while read -r command; do
    case $command in
        "bankloom sweep"*--slurm) ;;
        "bankloom sweep"*) echo "left out: $command"; continue ;;
        "bankloom run"*|"bankloom synth"*|"bankloom stage examples"*|"bankloom kernel"*|make*)
            [ "$BL_LONG" ] ||
            { echo "left out: $command"; continue; } ;;
    esac
    count=$((count + 1))
    sh -c "$command" >"$work/said" 2>&1 </dev/null
    status=$?
    [ $status -eq 0 ] && ! refuses "$command" && continue
    [ $status -eq 1 ] && refuses "$command" && continue
    failed=$((failed + 1))
    echo "FAIL: status $status: $command"
    tail -n 5 "$work/said"
done <"$work/commands"

# What README.md shows of a run is what it prints, but for the speed of the machine.
awk '/^\$ build\/bankloom/ { shown = 1; print substr($0, 3) >"command"; next }
    /^```/ { shown = 0 }
    shown && !/^simulation/ { print >"wanted" }' "$repository/README.md"
[ -s command ] && [ -s wanted ] || { echo "FAIL: README.md shows no run"; exit 1; }
sh -c "$(sed 's,build/,,' command)" 2>"$work/said" | grep -v '^simulation' | diff wanted - || {
    failed=$((failed + 1))
    echo "FAIL: README.md shows something else (<) than: $(cat command)"; }
echo "$count commands, $failed failed"
[ $failed -eq 0 ] && [ $count -ge 10 ]
