#!/bin/sh
# seconds: 35
# Projects for the vendors' tools: the files that each tool gets, every one of them read by what is
# at hand, the crossings that they constrain against those that Yosys elaborates. That every check
# fails on a file that was broken on purpose is seen in `make test-long`. The vendors' tools are not
# run.
here=testbench/tests/system
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "$*"; exit 1; }
cc -std=c11 -Wall -Wextra -o "$work/yaml_paths" $here/yaml_paths.c -lyaml || fail "no libyaml"

# ---- the memory ports of boards/ against models of the vendors' ports
areas=$(for folder in rtl_templates/*/ boards/common boards/stratix10_mx2100 \
    boards/arria10_a10pl4; do printf ' -y %s' "${folder%/}"; done)
port() { # OPTIONS...: the last line of the bench
    # shellcheck disable=SC2086
    iverilog -g2001 -o "$work/port.vvp" -s tb_memory_port "$@" $areas $here/tb_memory_port.v &&
        vvp -n "$work/port.vvp" | tail -n 1
}
resets=-Ptb_memory_port.RESETS=30 stray="-Ptb_memory_port.RESETS=9 -Ptb_memory_port.BAD=3"
ports() { # OPTIONS...: benches that pass
    for bench in "$@"; do
        # shellcheck disable=SC2086
        said=$(port $bench); [ "$said" = PASS ] || fail "memory port $bench: $said"
    done
}
ports "-DHBM" "-DAXI4" "-DEMIF" "-DHBM -Ptb_memory_port.BAD=1" "-DHBM $stray" "-DAXI4 $stray" \
    "-DEMIF $stray"
[ -z "$BL_LONG" ] || ports "-DHBM -Ptb_memory_port.BAD=2" "-DHBM -Ptb_memory_port.WORDS=1" \
    "-DAXI4 -Ptb_memory_port.BAD=1" "-DAXI4 -Ptb_memory_port.BAD=2" "-DAXI4 $resets" \
    "-DHBM $resets" "-DEMIF $resets"
# Broken ports: a request that is not cut, data before its request, an answer for every piece, words
# without room, an open gate.
broken() { # FILE OPTION EDIT
    mkdir "$work/broken" && sed "$3" "$1" >"$work/broken/$(basename "$1")" &&
        ! cmp -s "$1" "$work/broken/$(basename "$1")" || fail "no such place: $3"
    # shellcheck disable=SC2086
    iverilog -g2001 -o "$work/port.vvp" -s tb_memory_port $2 -y "$work/broken" $areas \
        $here/tb_memory_port.v || fail "broken $1 does not compile"
    said=$(timeout 100 vvp -n "$work/port.vvp" | tail -n 1); case $said in FAIL*) ;; *) fail \
        "not noticed: $3 ($said)" ;; esac
    rm -r "$work/broken"
}
gate=boards/common/bl_port_gate.v hbm=boards/stratix10_mx2100/bl_hbm_port.v \
    split=boards/stratix10_mx2100/bl_hbm_split.v emif=boards/arria10_a10pl4/bl_emif_port.v
broken_ports() {
    broken $split -DHBM 's/&& !addr\[SIZE\]//'
    broken $hbm -DHBM 's/m_axi_wvalid = g_wvalid & w_known/m_axi_wvalid = g_wvalid/
        s/g_wready = m_axi_wready & w_known/g_wready = m_axi_wready/'
    broken $hbm -DHBM 's/g_bvalid = m_axi_bvalid & (b_end | ~b_known)/g_bvalid = m_axi_bvalid/'
    broken $hbm -DHBM 's/g_rlast  = m_axi_rlast & (r_end | ~r_known)/g_rlast  = m_axi_rlast/'
    broken $gate -DHBM 's/wire pass  = open & ~shut/wire pass  = ~shut/'
    broken $gate -DAXI4 's/aw_ready & pass/aw_ready \& ~shut/'
    broken $emif -DEMIF 's/read_may   = g_arvalid & fits/read_may   = g_arvalid/'
    broken $emif -DEMIF \
        's/g_bvalid   = state == ANSWER/g_bvalid   = state == ANSWER | state == WRITE/'
    broken $gate -DAXI4 's/{(DATA_W\/8){~shut}}, s_axi_wdata/{(DATA_W\/8){~shut}}, ~s_axi_wdata/'
    broken $gate \
        '-DAXI4 -Ptb_memory_port.RESETS=9' \
        's/lens_valid & (shut | s_axi_wvalid)/lens_valid \& s_axi_wvalid/'
    broken $gate '-DHBM -Ptb_memory_port.RESETS=9' 's/clear = shut & ~open/clear = shut/'
    broken $gate \
        '-DEMIF -Ptb_memory_port.RESETS=9' \
        's/s_axi_rvalid = m_axi_rvalid & ~shut/s_axi_rvalid = m_axi_rvalid/'
}
[ -z "$BL_LONG" ] || broken_ports

# How bursts are cut is proven, and the proof sees it when they are not.
proof() { printf 'bl_hbm_split 12 6 ADDR_W=8,SIZE=5,WORDS=%s smt\n' "$2" >"$work/proofs"; RTL=$1 \
    LIST=$work/proofs testbench/formal/prove; }
for words in 1 2; do said=$(proof boards $words) || fail "$said"; done
mkdir -p "$work/mutant/x" && sed 's/&& !addr\[SIZE\]//' $split >"$work/mutant/x/bl_hbm_split.v"
proof "$work/mutant" 2 | grep -q FAILED || fail "the proof of bl_hbm_split cannot fail"

# Reset and lights.
said=$(iverilog -g2001 -o "$work/board.vvp" -s tb_board $areas $here/tb_board.v &&
    vvp -n "$work/board.vvp" | tail -n 1)
[ "$said" = PASS ] || fail "reset and lights: $said"

# ---- boards with memory enough for a program: those of boards/ are not all so
memory='memory ram { channels 4; width 32 B; size 16 MiB; clock 100 MHz; '\
'read 100 ns; refresh 100 ns; protocol axi4; }'
own_as() { mkdir "$work/$2" && sed "$3" "boards/$1/board.loom" >"$work/$2/board.loom" ||
    exit 1; } # BOARD NAME EDIT
own() { own_as "$1" "$1" "$2"; }
own stratix10_mx2100 ''
own kc705 's/channels 1;/channels 4;/'
own arria10_a10pl4 's/channels 2;/channels 4;/'
own stratix4gx_530 's/channels 1;/channels 4;/'
pins='clock sys 150 MHz { pin "A1"; standard "LVCMOS33"; }\n    '\
'reset key { pin "A2"; active low; }\n    led user { pin "A3" "A4"; active high; }'
own spartan3e_1200 \
    "s/^    clock sys 50 MHz;.*/    $memory\n    $pins/"
own spartan2_150 "s/^    clock system/    $memory\n    clock system/"
own ice40_hx8k \
    "s/^    clock sys/    $memory\n    clock sys/; s/\"synth_ice40\"/\"synth_ice40 -dff\"/"
for board in arria10_a10pl4 stratix4gx_530 kc705 spartan3e_1200 spartan2_150 ice40_hx8k; do
    "$BANKLOOM" build examples/counting_sort/counting_sort.loom --board $board \
        -q -o "$work/refused" 2>"$work/said" && fail "$board takes a program"
    grep -q E1002 "$work/said" || fail "$board: $(cat "$work/said")"
done

# ---- checks, each prints nothing when all is well
tcl() { tclsh $here/project_check.tcl "$1" "$2" "$3" >"$work/tcl" 2>&1 ||
    { tail -n 1 "$work/tcl"; return 1; }; }
# core FOLDER: every file is there and in the right list, the tops are those of the project, and
# every key is one of CAPI2's
core() {
    "$work/yaml_paths" "$1/../sort_board.core" >"$work/yaml" || return 1
    [ "$(head -n 1 "$1/../sort_board.core")" = CAPI=2: ] || { echo "no CAPI2 file"; return 1; }
    keys='CAPI=2|name|description|filesets/(rtl|board)/files/-(/[^ ]+/(file_type|copyto))?'
    keys="$keys|filesets/rtl/file_type|scripts/ip/cmd/-"
    target='filesets/-|toplevel|default_tool|tools/[a-z]+/[a-z_]+(/-)?|hooks/pre_build/-'
    keys="^($keys|targets/(default|lint|board)/($target))\$"
    awk -F' = ' -v keys="$keys" '
        $1 !~ keys { print "core: no key " $1; bad = 1 }
        END { exit bad }' "$work/yaml" || return 1
    sed -n 's,^filesets/rtl/files/- = ,rtl ,p
        s,^filesets/board/files/-/\(.*\)/file_type = .*,board \1,p' "$work/yaml" >"$work/files"
    [ "$(wc -l <"$work/files")" -gt 10 ] || { echo "no files in the core"; return 1; }
    while read -r set file; do
        [ -f "$1/../$file" ] || { echo "core: no $file"; return 1; }
        case $file in *sort_board.*|*/bl_board_*|*/bl_clock_*|*.tcl|*.sh) want=board ;; *) \
            want=rtl ;; esac
        [ $set = $want ] || { echo "core: $file is in $set"; return 1; }
    done <"$work/files" || return 1
    for file in "$1"/../rtl/*.v "$1"/*.v; do grep -q "/$(basename "$file")\$" "$work/files" ||
        { echo "core: $file is missing"; return 1; }; done
    for line in 'targets/default/toplevel = sort_shell' 'targets/board/toplevel = sort_board'; do \
        grep -qx "$line" "$work/yaml" || { echo "core: no $line"; return 1; }; done
    awk -F' = ' \
        '/^targets\/[a-z]*\/default_tool/ { split($1, p, "/"); tool[p[2]] = $2 }
        /^targets\/[a-z]*\/tools\// {
            split($1, p, "/"); if (tool[p[2]] != p[4]) { print "core: options for " p[4]; bad = 1 }
            has[p[2]] = 1 }
        END { if (!has["board"] || !has["lint"]) { print "core: no options"; bad = 1 } exit bad }' \
            "$work/yaml" || return 1
    core_carries "$1"
}
# What the tool's own project has beside the files is in the core's target as well.
core_carries() { # FOLDER
    tool=$(sed -n 's,^targets/board/default_tool = ,,p' "$work/yaml") \
        tcl=project/sort_board_fusesoc.tcl
    sed -n 's,^filesets/board/files/-/project/\([^/]*\)/file_type = \(.*\),\1 \2,p' "$work/yaml" |
        grep -v verilogSource >"$work/types"
    case $tool in
        quartus) set -- "$1" 'sort_board_fusesoc.tcl tclSource|sort_board.sdc SDC'; [ ! \
            -f "$1/ip.sh" ] || set -- "$1" "$2|ip.sh user" ;;
        vivado) set -- "$1" 'sort_board_fusesoc.tcl tclSource|sort_board.xdc xdc' ;;
        ise) set -- "$1" 'sort_board_fusesoc.tcl tclSource|sort_board.ucf UCF' ;;
        icestorm) set -- "$1" 'sort_board.pcf PCF' ;;
    esac
    [ "$(tr '\n' '|' <"$work/types")" = "$2|" ] ||
        { echo "core: board's files: $(tr '\n' '|' <"$work/types")"; return 1; }
    "core_$tool" "$1"
}
option() { grep -qx -- "targets/board/tools/$tool/$1" "$work/yaml" ||
    { echo "core: no $1"; return 1; }; }
core_quartus() { # all assignments but those that FuseSoC makes itself
    its='FAMILY\|DEVICE\|TOP_LEVEL_ENTITY\|PROJECT_OUTPUT_DIRECTORY\|VERILOG_FILE\|SDC_FILE'
    grep '^set_' "$1/sort_board.qsf" | grep -v -e "-name \($its\) " | sort >"$work/want"
    grep '^set_' "$1/sort_board_fusesoc.tcl" | sort | diff - "$work/want" | head -n 5
    [ -f "$1/ip.sh" ] || { ! grep 'hooks\|scripts\|ip\.sh' "$work/yaml"; return; }
    for line in 'scripts/ip/cmd/- = sh' 'scripts/ip/cmd/- = ip.sh' \
        'targets/board/hooks/pre_build/- = ip' \
            'filesets/board/files/-/project/ip.sh/copyto = ip.sh'; do
        grep -qx "$line" "$work/yaml" || { echo "core: no $line"; return 1; }
    done
}
core_vivado() { grep -A 1 '^set_property -name {STEPS' "$1/sort_board.tcl" |
    diff - "$1/sort_board_fusesoc.tcl" | grep '^[<>] [^#]'; option 'pnr = none'; }
core_ise() { # the options of the .xst and of map in run.sh
    case $(cat "$1/../board.loom") in *spartan3e*) option 'family = Spartan3E' ;; *) option \
        'family = Spartan2' ;; esac || return 1
    { printf '%s\n' '-opt_mode Speed|Optimization Goal|Speed' \
        '-opt_level 1|Optimization Effort|Normal' '-keep_hierarchy Soft|Keep Hierarchy|Soft' \
        '-netlist_hierarchy Rebuilt|Netlist Hierarchy|Rebuilt' \
            '-hierarchy_separator /|Hierarchy Separator|/' '-bus_delimiter <>|Bus Delimiter|<>' \
        '-case Maintain|Case|Maintain' \
            '-equivalent_register_removal NO|Equivalent Register Removal|false' \
                '-iobuf NO|Add I/O Buffers|false'; } |
        while IFS='|' read -r xst property value; do
            grep -qxe "$xst" "$1/sort_board.xst" || echo "xst: no $xst"
            printf 'project set "%s" "%s" -process "Synthesize - XST"\n' "$property" "$value"
        done >"$work/want"
    grep -q '^map -u ' "$1/run.sh" && echo \
        'project set "Trim Unconnected Signals" "false" -process "Map"' >>"$work/want"
    grep -q '^ngdbuild .* -aul ' "$1/run.sh" && echo \
        'project set "Allow Unmatched LOC Constraints" "true" -process "Translate"' >>"$work/want"
    [ "$(grep -c '^-[a-z_]* [^ ]*$' "$1/sort_board.xst")" -eq 15 ] ||
        echo "xst: options that the core does not know"
    sort "$work/want" >"$work/want.s"; grep -v '^#' "$1/sort_board_fusesoc.tcl" | sort |
        diff - "$work/want.s"
}
core_icestorm() {
    option "nextpnr_options/- = $(sed -n 's/.*--freq \([0-9.]*\) .*/\1/p' "$1/Makefile")" &&
        option 'nextpnr_options/- = --freq'
}
ports_of() { awk '/^ *(input|output) +wire/ { name = $NF; sub(/,$/, "", name); high = 0
    if (match($0, /\[[0-9]+:/)) high = substr($0, RSTART + 1, RLENGTH - 2) + 0
    print name, match($0, /\[/) ? high + 1 : 1 }' "$1"; }
ise() { # FOLDER
    ports_of "$1/sort_board.v" >"$work/ports"
    while read -r language library file; do
        file=$(echo "$file" | tr -d '"'); [ "$language $library" = "verilog work" ] &&
            [ -f "$1/$file" ] || { echo "prj: $file"; return 1; }
    done <"$1/sort_board.prj" || return 1
    options='ifn|ifmt|ofn|ofmt|p|top|opt_mode|opt_level|keep_hierarchy|netlist_hierarchy'
    options="$options|hierarchy_separator|bus_delimiter|case|equivalent_register_removal|iobuf"
    awk -v options="^-($options)\$" '
        NR <= 2 { if ($1 != "set") bad = 1; next } NR == 3 { if ($0 != "run") bad = 1; next }
        { if ($1 !~ options || NF != 2 || seen[$1]++) { print "xst: " $0; exit 1 } }
        END { if (bad || !seen["-top"] || !seen["-p"] || !seen["-ifn"]) {
            print "xst: incomplete"; exit 1 } }' "$1/sort_board.xst" || return 1
    awk -v ports="$work/ports" 'function bad(why) { print "ucf: " why ": " $0; failed = 1; exit 1 }
        BEGIN { while ((getline line < ports) > 0) { split(line, p, " "); width[p[1]] = p[2] } }
        /^#/ || /^$/ { next }
        !/;$/ { bad("no end") }
        /^NET "[^"]*" TNM_NET = "[a-z_0-9]*";$/ {
            split($0, q, "\""); if (!(q[2] in width)) bad("no port"); group[q[4]] = 1; next }
        /^TIMESPEC "TS_[a-z_0-9]*" = PERIOD "[a-z_0-9]*" [0-9.]* ns HIGH 50%;$/ {
            split($0, q, "\""); if (!(q[4] in group)) bad("no group"); used[q[4]] = 1
            if (spec[q[2]]++) bad("twice"); next }
        /^NET "[a-z_0-9]*(<[0-9]+>)?" LOC = "[A-Z0-9]+"( \| IOSTANDARD = [A-Z0-9_]+)?;$/ {
            split($0, q, "\""); name = q[2]; sub(/<.*/, "", name)
            if (!(name in width)) bad("no port"); if (loc[q[4]]++) bad("twice"); next }
        /^INST "[^"]*" TNM = (FFS|RAMS) "x[0-9]+_[a-z_]*";$/ {
            split($0, q, "\""); group[q[4]] = 1; path = q[2]; cell = path; sub(/_\*$/, "", cell)
            sub(/Mram_ram\*$/, "ram", cell); print "cell " cell >"/dev/stderr"
            if (sub(/\/wr_\*$/, "", path)) print "fifo " path >"/dev/stderr"; path = q[2];
            if (path !~ /to_[ms]\/chain/ &&
                sub(/\/chain_\*$/, "", path)) print "bits " path >"/dev/stderr"; next }
        /^TIMESPEC "TS_[a-z_0-9]*" = FROM "[a-z_0-9]*" TO "[a-z_0-9]*" [0-9.]* ns DATAPATHONLY;$/ {
            split($0, q, "\""); if (!(q[4] in group) || !(q[6] in group)) bad("no group")
            used[q[4]] = used[q[6]] = 1; if (spec[q[2]]++) bad("twice"); next }
        { bad("no constraint") }
        END { for (name in group) if (!failed && !(name in used)) {
            print "ucf: nothing is said of group " name; exit 1 }
            }' "$1/sort_board.ucf" 2>"$work/tcl" || return 1
    for clock in $(awk '{ print $1 }' "$work/ports" |
        grep '^memory_clk$\|^ip_clk_\|^pin_sys'); do grep -q "^NET \"$clock\" TNM_NET" \
            "$1/sort_board.ucf" || { echo "ucf: no clock $clock"; return 1; }; done
    ise_run "$1"
}
pcf() { # FOLDER
    ports_of "$1/sort_board.v" >"$work/ports"
    awk -v ports="$work/ports" 'BEGIN {
        while ((getline line < ports) > 0) { split(line, p, " "); width[p[1]] = p[2] } }
        /^#/ { next } { name = $2; sub(/\[.*/, "", name)
            if ($1 != "set_io" || NF != 3 || !(name in width) || seen[$3]++) {
                print "pcf: " $0; exit 1 } }' "$1/sort_board.pcf" || return 1
    make -n -C "$1" >"$work/said" 2>&1 || { cat "$work/said"; return 1; }
    for word in read_verilog synth_ice40 nextpnr-ice40 icepack; do grep -q $word "$work/said" ||
        { echo "no $word"; return 1; }; done
}
# The scripts of a project, run with stand-ins for the vendor's commands: what one of them reads has
# to be there, made by another or written.
mkdir "$work/tools"
stand_in() { { echo '#!/bin/sh'; cat; } >"$work/tools/$1" && chmod +x "$work/tools/$1"; }
stand_in ip-deploy <<'END'
for word in "$@"; do case $word in
    --component-name=?*|--family=?*|--part=?*|--component-parameter=?*=?*) ;;
    --output-name=?*) name=${word#*=} ;; --output-directory=?*) folder=${word#*=} ;;
    *) echo "ip-deploy $word"; exit 1 ;;
esac; done
[ -d "$folder" ] && : >"$folder/$name.ip"
END
stand_in qsys-generate <<'END'
[ -f "$1" ] && [ "$2" = --synthesis=VERILOG ] && [ "${3%%=*} ${4%%=*} $#" = "--family --part 4" ] &&
    mkdir -p "${1%.ip}" || { echo "qsys-generate $*"; exit 1; }
END
stand_in xst <<'END'
[ "$1 $3" = "-ifn -ofn" ] && [ -f "$2" ] && [ -d xst ] && [ -d xst_tmp ] &&
    [ -f "$(sed -n 's/^-ifn //p' "$2")" ] && : >"$(sed -n 's/^-ofn //p' "$2").ngc" || {
    echo "xst $*"; exit 1; }
END
stand_in ngdbuild <<'END'
[ "$1 $3 $4 $#" = "-p -aul -uc 7" ] && [ -f "$5" ] && [ -f "$6" ] && : >"$7" || {
    echo "ngdbuild $*"; exit 1; }
END
stand_in map <<'END'
[ "$1 $2 $3 $5 $#" = "-u -w -p -o 8" ] && [ -f "$7" ] && : >"$6" && : >"$8" || {
    echo "map $*"; exit 1; }
END
stand_in trce <<'END'
[ "$1 $2 $5 $#" = "-v 10 -o 6" ] && [ -f "$3" ] && [ -f "$4" ] && : >"$6" || {
    echo "trce $*"; exit 1; }
END
# ip_made FOLDER: all IP that the project and the core name, in the project's folder and, as FuseSoC
# runs it, in another one
ip_made() {
    mkdir "$work/ip" && cp "$1/ip.sh" "$work/ip/" && (PATH=$work/tools:$PATH &&
        sh "$work/ip/ip.sh") || echo "ip.sh failed"
    for file in $(sed -n 's/.*-name IP_FILE "\(.*\)"/\1/p' "$1/sort_board.qsf" \
        "$1/sort_board_fusesoc.tcl" | sort -u); do
        [ -f "$work/ip/$file" ] && [ -d "$work/ip/${file%.ip}" ] || echo "$file is not made"
    done
    [ "$(grep -c . "$1/ip.sh")" -gt 5 ] && ls "$work"/ip/ip/*.ip 2>/dev/null |
        while read -r file; do grep -q "IP_FILE \"ip/${file##*/}\"" "$1/sort_board.qsf" ||
            echo "$file is in no list"; done
    rm -r "$work/ip"
}
ise_run() { # FOLDER
    mkdir "$work/ise" && cp -r "$1/." "$work/ise" && (PATH=$work/tools:$PATH &&
        sh "$work/ise/run.sh") && [ -s "$work/ise/sort_board.prj" ] &&
            [ -f "$work/ise/sort_board.twr" ] || echo "run.sh failed"
    rm -r "$work/ise"
}
# The PLL that ip.sh asks for: its pins alone.
pll() {
    outputs=$(sed -n 's/.*gui_number_of_clocks=\([0-9]\).*/\1/p' "$1/ip.sh" 2>/dev/null)
    [ "$outputs" ] || return 0
    { printf '/* verilator lint_off %s */\n' DECLFILENAME UNUSED UNDRIVEN
      printf 'module bl_pll (input wire refclk, input wire rst, output wire locked'
      for i in 0 1 2; do [ $i -lt "$outputs" ] && printf ', output wire outclk_%d' $i; done; \
          printf ');\nendmodule\n'; } >"$work/pll.v"
    echo "$work/pll.v"
}
design() { # FOLDER: without any warning
    cells="$here/vendor_cells.v $(pll "$1")"
    # shellcheck disable=SC2086
    { testbench/lint_verilator --top-module sort_board -y "$1" -y "$1/../rtl" "$1/sort_board.v" \
        $cells
      iverilog -g2001 -Wall -Wno-timescale -s sort_board -y "$1" -y "$1/../rtl" \
          -o "$work/circuit.vvp" "$1/sort_board.v" $cells; } 2>&1 | head -n 5
}
# The crossings in what Yosys elaborates, rounds of a loop as [*], and what is in them: registers
# and memories.
elaborated() {
    yosys -q -p "read_verilog $1/*.v $1/../rtl/*.v; hierarchy -top sort_board
        write_rtlil $work/design.il" >"$work/said" 2>&1 || { cat "$work/said"; return 1; }
    awk 'function walk(module, path,   i, type, inner) {
            for (i = 1; i <= count[module]; i++) {
                type = types[module, i]; inner = path names[module, i]
                gsub(/\[[0-9]+\]/, "[*]", inner)
                if (type ~ /bl_async_fifo/) { print "fifo " inner; inside(type, inner "/") }
                else if (type ~ /bl_synchroniser/) { print "bits " inner; inside(type, inner "/") }
                else { if (!(type in seen)) print "cell " inner; walk(type, inner "/") }
            } }
        function inside(module, path,   i) {
            for (i = 1; i <= nets[module]; i++) print "cell " path net[module, i]
            for (i = 1; i <= count[module]; i++) inside(types[module, i], path names[module, i] "/")
        }
        $1 == "module" { module = $2; seen[module] = 1 }
        ($1 == "wire" || $1 == "memory") && $NF ~ /^\\/ {
            net[module, ++nets[module]] = substr($NF, 2) }
        $1 == "cell" { name = $3; sub(/^\\/, "", name); n = ++count[module]; types[module, n] = $2
            names[module, n] = name }
        END { walk("\\sort_board", "") }' "$work/design.il" | sort -u
}
same() { # FOLDER [SEPARATOR-FREE]: what the constraints name is what is there
    awk '{ print $1, $2 }' "$work/tcl" | grep '^fifo\|^bits' | sort -u >"$work/constrained"
    elaborated "$1" >"$work/there"
    [ "$2" ] && { sed 's/\[\*\]/*/g' "$work/there" |
        sort -u >"$work/there.x"; mv "$work/there.x" "$work/there"; }
    grep '^cell ' "$work/there" | sed 's/\[\*\]/*/g' >"$work/cells"
    grep -v '^cell ' "$work/there" >"$work/there.x"; mv "$work/there.x" "$work/there"
    grep -q '^cell ' "$work/tcl" || echo "no cell is constrained"
    sed -n 's/\[\*\]/*/g; /^cell /p' "$work/tcl" | sort -u | grep -vxFf "$work/cells" |
        sed 's/^/not there: /' | head -n 5
    [ -s "$work/there" ] && diff "$work/there" "$work/constrained" | head -n 5
}
quiet() { said=$("$@"); status=$?; [ $status -eq 0 ] && [ -z "$said" ] ||
    fail "$*: ${said:-status $status}"; }

# README counts every port of the top that no pin has, by the beginning of its name.
readme() { # FOLDER
    ports_of "$1/sort_board.v" | awk -v readme="$1/README" '
        function base(name) { gsub(/[0-9]/, "", name); sub(/[*]$/, "", name); return name }
        BEGIN {
            while ((getline line <readme) > 0) {
                if (!match(line, / [0-9]+ in, [0-9]+ out/)) continue
                split(line, word, " "); begins[base(word[1])] = 1
                split(substr(line, RSTART), count, " "); listed += count[1] + count[3]
                if (line !~ /clock: (none|[a-z]+, [0-9.]+ MHz)$/) print "README: no clock: " line
            } }
        $1 !~ /^pin_/ {
            ports++; named = 0
            for (begin in begins) if (index(base($1), begin) == 1) named = 1
            if (!named) print "README: no " $1 }
        END { if (listed != ports) print "README: " listed + 0 " of " ports " ports" }'
}

# ---- every board's project, with one clock and with three
build() { # NAME PROGRAM OPTIONS...
    name=$1 program=$2; shift 2
    "$BANKLOOM" build "examples/counting_sort/$program.loom" --nodes 2 --channels 2 \
        -q -o "$work/$name" "$@" || fail "build $name"
    folder=$work/$name/project
    quiet design "$folder"
    quiet core "$folder"
    quiet readme "$folder"
}
# left WORDS: the README says so of what is left to connect
left() { grep -q -e "$1" "$folder/README" || { cat "$folder/README"; fail "README: no $1"; }; }
intel() {
    quiet tcl qsf "$folder/sort_board.qsf" "$folder/sort_board.v"
    grep -q 'PROJECT_REVISION = "sort_board"' "$folder/sort_board.qpf" ||
        fail "$folder/sort_board.qpf"
    quiet tcl hw "$folder/sort_shell_hw.tcl" "$folder/sort_shell.v"
    [ "$(grep -c "^interface $1\$" "$work/tcl")" -eq 4 ] || fail "$folder: not four $1 interfaces"
    quiet tcl sdc "$folder/sort_board.sdc" "$folder/sort_board.v"
    quiet useless "$folder/sort_board.sdc"
    [ "$(grep -c "^derive_pll_clocks" "$folder/sort_board.sdc")" -eq "${derived:-0}" ] ||
        fail "$folder: derive_pll_clocks"
    [ ! -f "$folder/ip.sh" ] || quiet ip_made "$folder"
    [ "$2" ] && quiet same "$folder"
}
# Lines that constrain nothing: bits from no clock, and procedures that nothing calls.
useless() { # FILE.sdc
    grep -n '^bl_[a-z]* {[^}]*} {}' "$1"
    grep -q '^proc ' "$1" && ! grep -q '^bl_[a-z]* {' "$1" && echo "$1: procedures for nothing"
    return 0
}
clock() { grep -q "^clock $1\$" "$work/tcl" || fail "$folder: no clock $1: $(grep ^clock \
    "$work/tcl")"; }

if [ "$BL_LONG" ]; then build s10 counting_sort; intel axi4; clock 'core 6.666667'; fi
build s10_3 three_clocks --board "$work/stratix10_mx2100"; intel axi4 all
clock 'hbm 5.000000'; clock 'made_0 6.666667'; clock 'made_2 6.400000'; clock 'pin_sys 10.000000'
grep -q 'altera_s10_user_rst_clkgate' "$folder/ip.sh" &&
    grep -q OSC_CLK_1_125MHZ "$folder/sort_board.qsf" ||
        fail "Stratix 10 lacks its reset release or clock"
for assignment in 'set_location_assignment PIN_AU17 -to {pin_sys}' \
    'set_location_assignment PIN_AU16 -to {pin_sys(n)}' \
    'set_instance_assignment -name IO_STANDARD "1.8 V" -to {pin_user\[3\]}'; do grep \
        -qx "$assignment" "$folder/sort_board.qsf" || fail "no $assignment"; done
build a10 three_clocks --board "$work/arria10_a10pl4" --width 64; intel avalon all
left '^  mem0_\* ... mem3_\* .* clock: hbm, 266.67 MHz$'
left '^      external memory interface: mem0_ready is amm_ready_0 and so on'
left '^  m_link0_\* ... m_link1_\* .* clock: net, 156.25 MHz$'
grep -v '^  s_axil' "$folder/README" >"$work/README" && mkdir "$work/short" &&
    cp "$folder/sort_board.v" "$work/README" "$work/short" &&
    readme "$work/short" | grep -q 'no s_axil_awvalid' || fail "a port that is not in README"
clock 'hbm 3.749953'   # the controller's 266.67 MHz, not the program's 200
for row in "arria10_a10pl4 sdc 64 3.749953 266670000" "kc705 xdc 64 5.000000 " \
    "arria10_a10pl4 sdc 32 3.749953 266670000" "kc705 xdc 32 5.000000 " \
    "kc705 xdc 16 5.000000 "; do # with a core of 150 MHz
    # shellcheck disable=SC2086
    set -- $row
    "$BANKLOOM" build examples/counting_sort/counting_sort.loom --nodes 2 --channels 1 --width $3 \
        -q --board $1 \
        -o "$work/controller_$1" 2>"$work/said" && grep -q 'W2005' "$work/said" ||
            fail "$1: the memory's clock: $(cat "$work/said")"
    grep -q "^create_clock -name {core} -period $4 \[get_ports {memory_clk}\]" \
        "$work/controller_$1/project/sort_board.$2" || fail "$1: memory_clk"
    [ ! "$5" ] || grep -q "clockRate $5" "$work/controller_$1"/project/*_hw.tcl ||
        fail "$1: no clockRate $5"
    [ $2 = xdc ] || quiet useless "$work/controller_$1/project/sort_board.sdc"
done
grep -q bl_emif_port "$folder/sort_shell.v" || fail "no Avalon port"
if [ "$BL_LONG" ]; then
    build a10_narrow three_clocks --board "$work/arria10_a10pl4"; intel axi4
    [ ! -f "$folder/ip.sh" ] || fail "IP for a board without clock pins"
fi
if [ "$BL_LONG" ]; then
    own_as arria10_a10pl4 arria10_pins \
        's/channels 2;/channels 4;/
        s/clock core 200 MHz;/clock core 100 MHz { pin "A1" "A2"; standard "LVDS"; }/'
    build a10_pins three_clocks --board "$work/arria10_pins" --width 64
    derived=1; intel avalon all; derived=0
    clock 'made_0 6.666667'; clock 'made_1 6.400000'; clock 'pin_core 10.000000'
    build s4 three_clocks --board "$work/stratix4gx_530"; intel axi4 all
fi
for program in ${BL_LONG:+counting_sort} three_clocks; do
    build kc705_$program $program --board "$work/kc705" --width 64
    quiet tcl vivado "$folder/sort_board.tcl" "$folder/sort_board.v"
    quiet tcl xdc "$folder/sort_board.xdc" "$folder/sort_board.v"
    quiet same "$folder"
done
clock 'hbm 5.000000'
left '^      MIG 7 series with its AXI4 slave'
for board in spartan3e_1200 ${BL_LONG:+spartan2_150}; do
    build "x_$board" three_clocks --board "$work/$board"
    quiet ise "$folder"
    quiet same "$folder" x
done
build ice40 three_clocks --board "$work/ice40_hx8k"
quiet pcf "$folder"
tool=icestorm
quiet option "yosys_synth_options/- = -dff"
for option in --pcf-allow-unconstrained --hx8k --package ct256; do
    grep -qx "targets/board/tools/icestorm/nextpnr_options/- = $option" "$work/yaml" ||
        fail "the core does not give $option"
done

[ "$BL_LONG" ] || { echo "projects of five boards hold"; exit 0; }
# The MMCM's settings give the clocks: 150 and 156.25 MHz have no common oscillator, 100 and 150 do.
sed 's/156.25 MHz/100 MHz/' examples/counting_sort/three_clocks.loom >"$work/pll.loom"
"$BANKLOOM" build "$work/pll.loom" --nodes 2 --channels 2 --width 64 --board "$work/kc705" \
    -q -o "$work/pll" || fail "build pll"
folder=$work/pll/project
quiet design "$folder"
quiet tcl xdc "$folder/sort_board.xdc" "$folder/sort_board.v"
grep -q 'create_generated_clock -name {net}' "$folder/sort_board.xdc" ||
    fail "the MMCM's clock has no name"
quiet same "$folder"
awk -F'[().]' '/\.MULTIPLY/ { m = $3 } /\.DIVIDE/ { d = $3 } /\.OUT_0/ { a = $3 }
/\.OUT_1/ { b = $3 }
    END { vco = 200 * m / d; exit !(vco >= 600 && vco <= 1200 && vco / a == 150 &&
        vco / b == 100) }' "$folder/sort_board.v" || fail "the MMCM is set wrongly"

# Only content counts: the same bytes from another folder, and none of its name.
mkdir "$work/elsewhere" && cp examples/counting_sort/three_clocks.loom "$work/elsewhere/" &&
    (cd "$work/elsewhere" &&
    "$BANKLOOM" build three_clocks.loom --board "$work/kc705" --nodes 2 --channels 2 --width 64 \
        -q -o out) || fail "build elsewhere"
diff -r "$work/kc705_three_clocks/project" "$work/elsewhere/out/project" ||
    fail "the project depends on where it was made"

# ---- every check fires
fires() { # TEXT COMMAND...: the command must fail with that text
    text=$1; shift
    said=$("$@"); [ -n "$said" ] || fail "not noticed: $text"
    echo "$said" | grep -q -- "$text" || fail "noticed as: $said; wanted: $text"
}
edit() { sed "$2" "$1" >"$1.new" && ! cmp -s "$1" "$1.new" ||
    fail "no such place: $2"; mv "$1.new" "$1"; }
spoil() { # TEXT KIND FILE EDIT MODULE: of the project in $folder
    cp "$folder/$3" "$work/kept" && edit "$folder/$3" "$4"
    fires "$1" tcl "$2" "$folder/$3" "$folder/$5.v"
    cp "$work/kept" "$folder/$3"
}
folder=$work/s10_3/project
spoil 'unknown command: set_locatoin' qsf sort_board.qsf \
    's/set_location_assignment PIN_BL14/set_locatoin PIN_BL14/' sort_board
spoil 'is none of' qsf sort_board.qsf \
    's/-name VIRTUAL_PIN ON -to {s_axil_wdata/-name VIRTUAL_PINS ON -to {s_axil_wdata/' sort_board
spoil 'no file' qsf sort_board.qsf 's/bl_board_reset.v/bl_bord_reset.v/' sort_board
spoil 'no port pin_use' qsf sort_board.qsf 's/PIN_BH11 -to {pin_user/PIN_BH11 -to {pin_use/' \
    sort_board
spoil 's_axil_wdata.* has 0 of pin' qsf sort_board.qsf '/VIRTUAL_PIN ON -to {s_axil_wdata/d' \
    sort_board
spoil 'twice' qsf sort_board.qsf 's/PIN_BG11/PIN_BH11/' sort_board
[ "$BL_LONG" ] || { echo "projects of seven boards hold"; exit 0; }
spoil 'IP after the SDC' qsf sort_board.qsf \
    '$s/$/\nset_global_assignment -name IP_FILE "ip\/bl_pll.ip"/' sort_board
# What FuseSoC's target must carry, and the scripts: each without one thing, and the check that
# misses it.
without() { # TEXT CHECK FILE EDIT: of the project in $folder, FILE relative to it
    cp "$folder/$3" "$work/kept" && edit "$folder/$3" "$4"
    fires "$1" "$2" "$folder"
    cp "$work/kept" "$folder/$3"
}
without 'PIN_BL14' core sort_board_fusesoc.tcl '/PIN_BL14/d'
without 'VIRTUAL_PIN.*s_axil_bready' core sort_board_fusesoc.tcl '/s_axil_bready/d'
without 'IP_FILE' core sort_board_fusesoc.tcl '/IP_FILE.*bl_pll/d'
without 'no targets/board/hooks' core ../sort_board.core '/hooks:/d; /pre_build/d'
without 'copyto' core ../sort_board.core 's/, copyto: ip.sh//'
without 'no key targets/board/hook/' core ../sort_board.core 's/hooks:/hook:/'
without 'board.s files: sort_board.sdc' core ../sort_board.core '/fusesoc.tcl/d'
without 'sort_board.v is in rtl' core ../sort_board.core \
    '/project\/sort_board.v/d; s/^    file_type/      - "project\/sort_board.v"\n&/'
without 'bl_pll.ip is not made' ip_made ip.sh '/^qsys-generate ip.bl_pll/d'
without 'ip.sh failed' ip_made ip.sh 's/--output-name=bl_pll/--output=bl_pll/'
without 'is in no list' ip_made sort_board.qsf '/IP_FILE.*bl_reset/d'
spoil 'set_max_skew has no option -skew' sdc sort_board.sdc 's/-skew_value_multiplier/-skew/' \
    sort_board
spoil 'lacks a constraint\|has only' sdc sort_board.sdc 's/^        set_net_delay.*//' sort_board
spoil 'no clock made_7' sdc sort_board.sdc 's/{made_2}/{made_7}/' sort_board
spoil 'a false path for more' sdc sort_board.sdc \
    '$s/$/\nset_false_path -from [get_clocks hbm] -to [get_clocks made_0]/' sort_board
spoil 'a blanket false path' sdc sort_board.sdc '$s/$/\nset_false_path -from [get_clocks hbm]/' \
    sort_board
spoil 'is not constrained' sdc sort_board.sdc '/_delay.*{mem0_rdata/d' sort_board
spoil 'mem0_araddr is output 28' hw sort_shell_hw.tcl \
    's/mem0_araddr araddr Output 28/mem0_araddr araddr Output 27/' sort_shell
spoil 'lacks rready' hw sort_shell_hw.tcl '/mem1_rready rready/d' sort_shell
spoil 'is none of' hw sort_shell_hw.tcl \
    's/add_interface mem0 axi4 start/add_interface mem0 axi5 start/' sort_shell
quiet tcl sdc "$folder/sort_board.sdc" "$folder/sort_board.v"
sed '/^fifo .*read_crossing_ch0/d' "$work/tcl" >"$work/tcl.x" && mv "$work/tcl.x" "$work/tcl"
fires read_crossing_ch0 same "$folder"
edit "$folder/sort_board.sdc" 's/{counter}_gray/{counter}_grey/' &&
    quiet tcl sdc "$folder/sort_board.sdc" "$folder/sort_board.v" &&
        fires 'not there: .*rd_grey' same "$folder"
folder=$work/kc705_three_clocks/project
spoil 'unknown command: set_bus_skw' xdc sort_board.xdc '0,/set_bus_skew/s//set_bus_skw/' sort_board
spoil 'lacks ASYNC_REG' xdc sort_board.xdc '/ASYNC_REG.*selection/d' sort_board
spoil 'looks at the clocks' xdc sort_board.xdc 's/ -datapath_only//' sort_board
spoil 'no file' vivado sort_board.tcl 's/bl_board_reset/bl_board_rest/' sort_board
sed 's/board_pll.mmcm/board_pll\/mmc/' "$work/pll/project/sort_board.xdc" \
    >"$work/pll/project/wrong.xdc"
quiet tcl xdc "$work/pll/project/wrong.xdc" "$work/pll/project/sort_board.v"; fires \
    'not there: cell board_pll.mmc$' same "$work/pll/project"
without 'no pnr' core ../sort_board.core '/pnr: none/d'
without 'out_of_context' core sort_board_fusesoc.tcl 's/out_of_context/default/'
folder=$work/a10_pins/project
spoil 'no clock made_' sdc sort_board.sdc '/^derive_pll_clocks/d' sort_board
spoil 'before a pin' sdc sort_board.sdc '/^derive_pll_clocks/d; 2s/^/derive_pll_clocks\n/' \
    sort_board
folder=$work/x_spartan3e_1200/project
without 'no family = Spartan3E' core ../sort_board.core 's/Spartan3E/Spartan-3E/'
grep -qx 'NET "pin_sys" LOC = "A1" | IOSTANDARD = LVCMOS33;' "$folder/sort_board.ucf" ||
    fail 'no pin of the clock'
without 'no clock pin_sys' ise sort_board.ucf \
    '/PERIOD "core"/d; /TNM_NET = "core"/d; /x[0-9]*_core/d; /TO "core"/d'
without 'Allow Unmatched' core sort_board_fusesoc.tcl '/Allow Unm/d'
without 'Add I/O Buffers' core sort_board_fusesoc.tcl '/Add I/d'
without 'no -iobuf NO' core sort_board.xst 's/-iobuf NO/-iobuf YES/'
without 'run.sh failed' ise_run run.sh 's/-uc sort_board.ucf/-uc sort.ucf/'
cp "$folder/sort_board.ucf" "$work/kept" && edit "$folder/sort_board.ucf" \
    's/DATAPATHONLY/DATAPATH/' && fires 'ucf: no constraint' ise "$folder"
cp "$work/kept" "$folder/sort_board.ucf" && edit "$folder/sort_board.ucf" \
    's/TO "x3_to_m"/TO "x3_to_n"/' && fires 'ucf: no group' ise "$folder"
cp "$work/kept" "$folder/sort_board.ucf" && edit "$folder/sort_board.xst" \
    's/-keep_hierarchy/-hierarchy/' && fires 'xst:' ise "$folder"
folder=$work/ice40/project
without 'no nextpnr_options' core ../sort_board.core 's/"--freq", "[0-9.]*", //'
edit "$folder/sort_board.pcf" '0,/set_io pin_user/s//set_io pin_usr/' && fires 'pcf:' pcf "$folder"
edit "$folder/../sort_board.core" 's/^    filesets: \[rtl, board\]/    filesets: [rtl, board/' &&
    { core "$folder" 2>/dev/null && fail "broken YAML passes"; }
edit "$work/s4/sort_board.core" 's/bl_skid.v/bl_skidd.v/' &&
    fires 'no .*bl_skidd' core "$work/s4/project"
edit "$work/s4/project/sort_board.v" 's/^    wire rst;/    wire [1:0] rst;/' &&
    fires Warning design "$work/s4/project"
echo "projects of seven boards hold"
