# Runs a Tcl-based file of project/ with stand-ins for the vendor's commands: a command, option, property or argument that is not listed
# here is an error, as is a port that the module does not have or a file that is not there. Afterwards every port must be accounted for.
# usage: tclsh project_check.tcl KIND FILE MODULE.v     KIND: qsf sdc hw vivado xdc
# On stdout: "fifo PATH FROM TO" and "bits PATH TO" for the crossings that the file constrains, and "clock NAME NS".
lassign $argv kind file verilog
set folder [file dirname $file]
proc fail {why} { puts "FAIL $why"; exit 1 }

# ---- the module's ports: name -> {direction width}
set stream [open $verilog]; set text [read $stream]; close $stream
set ports [dict create]
foreach {all direction range high name} [regexp -all -inline -line {^ +(input|output) +wire +(\[(\d+):0\] +)?(\w+),?$} $text] {
    dict set ports $name [list $direction [expr {$high eq "" ? 1 : $high + 1}]]
}
if {[dict size $ports] == 0} { fail "no ports in $verilog" }
set bits [dict create] ;# bit of a port -> what takes care of it

# A port, a bit of one, or all its bits.
proc port_bits {pattern} {
    global ports
    if {![regexp {^(\w+)(\[(\d+|\*)\])?$} $pattern all name index bit]} { fail "no form of a port: $pattern" }
    if {![dict exists $ports $name]} { fail "no port $name" }
    set width [lindex [dict get $ports $name] 1]
    if {$index eq ""} { if {$width > 1} { fail "$name is a vector" }; return [list $name] }
    if {$width == 1} { fail "$name is no vector" }
    if {$bit eq "*"} { set all {}; for {set i 0} {$i < $width} {incr i} { lappend all "$name\[$i\]" }; return $all }
    if {$bit >= $width} { fail "$pattern is outside of the port" }
    return [list $pattern]
}
proc care {pattern by} { foreach bit [port_bits $pattern] { dict lappend ::bits $bit $by } }
proc all_bits {} {
    set all {}
    dict for {name what} $::ports { lappend all {*}[port_bits [expr {[lindex $what 1] > 1 ? "$name\[*\]" : $name}]] }
    return $all
}
proc there {path} { if {![file exists [file join $::folder $path]]} { fail "no file $path" } }

# ---- options: declare NAME {options with a value} {flags} least most BODY; the body sees `option`, `flag` and `rest`
proc declare {name valued flags least most body} {
    proc $name args [format {
        set option [dict create]; set flag {}; set rest {}
        for {set i 0} {$i < [llength $args]} {incr i} {
            set word [lindex $args $i]
            if {$word in {%s}} {
                if {[dict exists $option $word]} { fail "%s: $word twice" }
                if {[incr i] >= [llength $args]} { fail "%s: $word without a value" }
                dict set option $word [lindex $args $i]
            } elseif {$word in {%s}} { lappend flag $word
            } elseif {[regexp {^-[a-z]} $word]} { fail "%s has no option $word"
            } else { lappend rest $word }
        }
        if {[llength $rest] < %d || [llength $rest] > %d} { fail "%s: [llength $rest] arguments: $args" }
        %s
    } $valued $name $name $flags $name $least $most $name $body]
}
proc want {option words name} { foreach word $words { if {![dict exists $option $word]} { fail "$name lacks $word" } } }
proc number {value} { if {![string is double -strict $value]} { fail "no number: $value" }; return $value }
proc one_of {value list} { if {$value ni $list} { fail "$value is none of $list" } }

set clocks [dict create]
# Clocks that the PLL's own constraints make: on Stratix 10 they come with the IP, on older devices derive_pll_clocks makes them.
proc pll_clocks {} {
    foreach {all number frequency} [regexp -all -inline {gui_output_clock_frequency(\d)=([0-9.]+)} [read [open $::folder/ip.sh]]] {
        dict set ::clocks made_$number [format %.6f [expr {1000.0 / $frequency}]]
    }
}
if {$kind eq "sdc" && [file exists $folder/ip.sh] && [regexp {family="Stratix 10"} [read [open $folder/ip.sh]]]} { pll_clocks }
proc known_clock {name} { if {![dict exists $::clocks $name]} { fail "no clock $name" }; return $name }

# Collections are lists of patterns, with what they are of.
declare get_ports {} {} 1 1 { foreach pattern [lindex $rest 0] { port_bits $pattern }; return [list ports [lindex $rest 0]] }
declare get_clocks {} {} 1 1 { foreach name [lindex $rest 0] { known_clock $name }; return [list clocks [lindex $rest 0]] }
declare create_clock {-name -period} {} 1 1 {
    want $option {-name -period} create_clock
    if {[number [dict get $option -period]] <= 0} { fail "a period of [dict get $option -period]" }
    if {[dict exists $::clocks [dict get $option -name]]} { fail "two clocks [dict get $option -name]" }
    dict set ::clocks [dict get $option -name] [dict get $option -period]
    lassign [lindex $rest 0] of pattern
    if {$of ne "ports"} { fail "a clock on no port" }
    care $pattern clock
}
proc timed {flag option rest name} {
    lassign [lindex $rest 1] of pattern
    want $option -clock $name
    number [lindex $rest 0]
    if {$of ne "ports"} { fail "$name on no port" }
    one_of [lindex [dict get $::ports [regsub {\[.*} $pattern {}]] 0] [expr {$name eq "set_input_delay" ? "input" : "output"}]
    care $pattern timed
}
declare set_input_delay {-clock} {} 2 2 { timed $flag $option $rest set_input_delay }
declare set_output_delay {-clock} {} 2 2 { timed $flag $option $rest set_output_delay }
declare set_false_path {-from -to} {} 0 0 {
    if {[dict size $option] != 1} { fail "a false path for more than one port" }
    lassign [lindex [dict values $option] 0] of pattern
    if {$of ne "ports"} { fail "a blanket false path" }
    one_of [lindex [dict get $::ports [regsub {\[.*} $pattern {}]] 0] [expr {[dict exists $option -from] ? "input" : "output"}]
    care $pattern false
}
proc ends {option name} {
    want $option {-from -to} $name
    return [list {*}[dict get $option -from] {*}[dict get $option -to]]
}
set limits [dict create]
proc limit {command option} {
    lassign [ends $option $command] of from to_of to
    dict lappend ::limits [list $of $from $to_of $to] $command
}

# ---- one set of commands for each kind of file
proc kind_qsf {} {
    declare set_global_assignment {-name} {} 1 1 {
        want $option -name set_global_assignment
        set name [dict get $option -name]
        one_of $name {FAMILY DEVICE TOP_LEVEL_ENTITY PROJECT_OUTPUT_DIRECTORY NUM_PARALLEL_PROCESSORS VERILOG_FILE SDC_FILE IP_FILE
            STRATIX_DEVICE_CONFIGURATION_SCHEME DEVICE_INITIALIZATION_CLOCK}
        if {$name in {VERILOG_FILE SDC_FILE}} { there [lindex $rest 0] }
        if {$name eq "IP_FILE" && [info exists ::given(SDC_FILE)]} { fail "IP after the SDC file, which names the IP's clocks" }
        if {$name eq "IP_FILE" && ![regexp -line "output-name=[file rootname [file tail [lindex $rest 0]]]\\M" [read [open $::folder/ip.sh]]]} {
            fail "nothing makes [lindex $rest 0]"
        }
        if {$name eq "TOP_LEVEL_ENTITY" && [lindex $rest 0] ne [file rootname [file tail $::verilog]]} { fail "another top" }
        if {$name ni {VERILOG_FILE IP_FILE} && [incr ::given($name)] > 1} { fail "$name twice" }
    }
    declare set_location_assignment {-to} {} 1 1 {
        want $option -to set_location_assignment
        if {![regexp {^PIN_[A-Z]+[0-9]+$} [lindex $rest 0]]} { fail "no pin: [lindex $rest 0]" }
        if {[incr ::given([lindex $rest 0])] > 1} { fail "[lindex $rest 0] twice" }
        if {![regexp {^(.*)\(n\)$} [dict get $option -to] all positive]} { care [dict get $option -to] pin } else { port_bits $positive }
    }
    declare set_instance_assignment {-name -to} {} 1 1 {
        want $option {-name -to} set_instance_assignment
        one_of [dict get $option -name] {IO_STANDARD VIRTUAL_PIN IMPLEMENT_AS_OUTPUT_OF_LOGIC_CELL}
        if {[dict get $option -name] eq "VIRTUAL_PIN"} { one_of [lindex $rest 0] ON; care [dict get $option -to] virtual }
        if {[dict get $option -name] eq "IO_STANDARD"} { port_bits [dict get $option -to] }
    }
}
proc end_qsf {} {
    foreach name {FAMILY DEVICE TOP_LEVEL_ENTITY SDC_FILE} { if {![info exists ::given($name)]} { fail "no $name" } }
    foreach bit [all_bits] { # a clock of vendor IP can be neither
        set count [expr {[dict exists $::bits $bit] ? [llength [dict get $::bits $bit]] : 0}]
        if {$count != 1 && !($count == 0 && [regexp {^(memory_clk|memory_core_clk|ip_clk_\w+)$} $bit])} { fail "$bit has $count of pin and virtual pin" }
    }
}
proc kind_sdc {} {
    declare derive_clock_uncertainty {} {} 0 0 {}
    declare derive_pll_clocks {} {} 0 0 {
        if {[dict filter $::bits key pin_*] eq "" || [dict exists $::clocks made_0]} { fail "derive_pll_clocks before a pin's clock, or not needed" }
        pll_clocks
    }
    declare get_keepers {} {-nowarn -compatibility_mode} 1 1 { return [list keepers [lindex $rest 0]] }
    proc get_collection_size {collection} { return [llength [lindex $collection 1]] }
    declare post_message {-type} {} 1 1 { fail [lindex $rest 0] }
    declare set_max_skew {-from -to -get_skew_value_from_clock_period -skew_value_multiplier} {} 0 0 {
        one_of [dict get $option -get_skew_value_from_clock_period] {src_clock_period dst_clock_period min_clock_period}
        number [dict get $option -skew_value_multiplier]
        limit set_max_skew $option
    }
    declare set_net_delay {-from -to -get_value_from_clock_period -value_multiplier} {-max -min} 0 0 {
        one_of [dict get $option -get_value_from_clock_period] {src_clock_period dst_clock_period min_clock_period}
        number [dict get $option -value_multiplier]
        limit set_net_delay $option
    }
    foreach name {set_max_delay set_min_delay} { declare $name {-from -to} {} 1 1 "number \[lindex \$rest 0\]; limit $name \$option" }
}
# Registers and memories that a limit names, for the comparison with those of the design.
proc print_cells {of patterns} {
    if {$of ni {keepers cells filter}} return
    foreach pattern $patterns {
        regsub -all {\|} $pattern / path
        regsub {^NAME =~ "(.*)\*" && IS_PRIMITIVE$} $path {\1} path
        regsub {\*ram\*$} $path ram path
        puts "cell [regsub {(_reg)?(\[\*\])?$} $path {}]"
    }
}
proc end_sdc {} {
    dict for {ends commands} $::limits {
        lassign $ends of from to_of to
        print_cells $of [expr {$of eq "filter" ? [list $from] : $from}]; print_cells $to_of $to
        if {[regexp {^(.*)\|wr\[} [lindex $from 0] all path] && $of eq "keepers"} {
            if {$commands ne {set_max_skew set_net_delay set_max_delay set_min_delay}} { fail "a counter of $path has only $commands" }
            incr counters($path)
        } elseif {[regexp {^(.*)\|rd\[} [lindex $from 0] all path]} { incr counters($path)
        } elseif {[regexp {^(.*)\|\*ram\*$} $from all path]} { incr memories($path); set to_clock($path) $to
        } elseif {$of eq "clocks"} { set bit_paths([regsub {\|chain.*} $to {}]) 1
        } else { fail "a limit of another kind: $ends" }
    }
    foreach path [array names counters] {
        if {$counters($path) != 2 || $memories($path) != 1} { fail "$path lacks a constraint" }
        puts "fifo [string map {| /} $path] $to_clock($path)"
    }
    foreach path [array names bit_paths] { puts "bits [string map {| /} $path]" }
    end_timing
}
proc end_timing {} {
    dict for {name period} $::clocks { puts "clock $name $period" }
    foreach bit [all_bits] {
        if {![dict exists $::bits $bit] && ![regexp {^(memory_core_clk|pin_\w+_n)$} $bit]} { fail "$bit is not constrained" }
    }
}
proc kind_hw {} {
    rename package {}
    proc package args { if {[lrange $args 0 2] ne {require -exact qsys}} { fail "package $args" } }
    proc set_module_property {name value} { one_of $name {NAME VERSION DISPLAY_NAME GROUP DESCRIPTION EDITABLE} }
    proc add_fileset {name kind} { one_of $kind {QUARTUS_SYNTH SIM_VERILOG} }
    proc set_fileset_property {fileset name value} { if {$name ne "TOP_LEVEL" || $value ne [file rootname [file tail $::verilog]]} { fail "top $value" } }
    proc add_fileset_file {name type how path} { one_of $type VERILOG; one_of $how PATH; there $path }
    proc add_interface {name kind side} {
        one_of $kind {clock reset axi4 axi4lite avalon conduit}
        one_of $side {start end}
        if {[info exists ::interface($name)]} { fail "two interfaces $name" }
        set ::interface($name) $kind
        set ::roles($name) {}
    }
    proc set_interface_property {name property value} {
        one_of $property {associatedClock associatedReset clockRate synchronousEdges addressUnits maximumPendingReadTransactions readLatency}
        if {$property eq "associatedClock" && $::interface($value) ne "clock"} { fail "$value is no clock" }
        if {$property eq "associatedReset" && $::interface($value) ne "reset"} { fail "$value is no reset" }
        set ::property($name,$property) $value
    }
    proc set_port_property {port property value} { one_of $property VHDL_TYPE; one_of $value {STD_LOGIC STD_LOGIC_VECTOR} }
    proc add_interface_port {name port role direction width} {
        if {[dict get $::ports $port] ne [list [string tolower $direction] $width]} { fail "$port is [dict get $::ports $port]" }
        care [expr {$width > 1 ? "$port\[*\]" : $port}] $name
        if {$role in $::roles($name)} { fail "$role twice in $name" }
        lappend ::roles($name) $role
    }
}
proc end_hw {} {
    set address {araddr arprot arready arvalid awaddr awprot awready awvalid}
    set lite [lsort "$address bready bresp bvalid rdata rready rresp rvalid wdata wready wstrb wvalid"]
    set full [lsort "$lite arid arlen arsize arburst awid awlen awsize awburst wlast rlast rid bid"]
    set avalon [lsort {waitrequest_n read write address readdata writedata burstcount byteenable readdatavalid}]
    foreach {name kind} [array get ::interface] {
        foreach role [dict get [dict create clock clk reset reset conduit {} axi4 $full axi4lite $lite avalon $avalon] $kind] {
            if {$role ni $::roles($name)} { fail "$name lacks $role" }
        }
        if {$kind in {axi4 axi4lite avalon} && !([info exists ::property($name,associatedClock)] && [info exists ::property($name,associatedReset)])} {
            fail "$name has no clock or no reset"
        }
        puts "interface $kind"
    }
    foreach bit [all_bits] { if {![dict exists $::bits $bit] || [llength [dict get $::bits $bit]] != 1} { fail "$bit is not in one interface" } }
}
proc kind_vivado {} {
    proc create_project args { if {[lrange $args 0 1] ne {-force -part} || [llength $args] != 5} { fail "create_project $args" } }
    declare add_files {-fileset} {-norecurse} 1 1 { one_of [dict get $option -fileset] {sources_1 constrs_1}; there [lindex $rest 0] }
    declare get_filesets {} {} 1 1 { return [list filesets [lindex $rest 0]] }
    declare get_runs {} {} 1 1 { return [list runs [lindex $rest 0]] }
    declare update_compile_order {-fileset} {} 0 0 {}
    proc set_property args {
        if {[lindex $args 0] eq "top"} { if {[lindex $args 1] ne [file rootname [file tail $::verilog]]} { fail "top [lindex $args 1]" }; return }
        if {$args ne {-name {STEPS.SYNTH_DESIGN.ARGS.MORE OPTIONS} -value {-mode out_of_context} -objects {runs synth_1}}} { fail "set_property $args" }
    }
}
proc end_vivado {} {}
proc prepare_xdc {} {
    declare get_cells {-filter} {-hierarchical -quiet} 0 1 {
        if {[dict exists $option -filter]} { return [list filter [dict get $option -filter]] }
        return [list cells [lindex $rest 0]]
    }
    declare get_nets {-filter} {-hierarchical} 0 1 { return [list nets {}] }
    declare get_pins {} {} 1 1 { return [list pins [lindex $rest 0]] }
    declare create_generated_clock {-name} {} 1 1 { puts "cell [file dirname [lindex $rest 0 1]]"; dict set ::clocks [dict get $option -name] 0; if {[lindex [lindex $rest 0] 0] ne "pins"} { fail "no pin" } }
    declare set_max_delay {-from -to} {-datapath_only} 1 1 {
        if {$flag ne "-datapath_only"} { fail "a limit that looks at the clocks" }
        if {[number [lindex $rest 0]] <= 0} { fail "no time" }
        limit set_max_delay $option
    }
    declare set_bus_skew {-from -to} {} 1 1 { number [lindex $rest 0]; limit set_bus_skew $option }
    proc set_property {name value what} {
        one_of $name {PACKAGE_PIN IOSTANDARD PULLTYPE DIFF_TERM ASYNC_REG DONT_TOUCH ALLOW_COMBINATORIAL_LOOPS CFGBVS CONFIG_VOLTAGE}
        lassign $what of pattern
        if {$name in {PACKAGE_PIN IOSTANDARD PULLTYPE DIFF_TERM} && $of ne "ports"} { fail "$name on $of" }
        if {$name eq "PACKAGE_PIN" && [incr ::given($value)] > 1} { fail "$value twice" }
        if {$name eq "PACKAGE_PIN"} { dict set ::located [lindex [port_bits $pattern] 0] 1 }
        if {$name eq "ASYNC_REG"} { one_of $value TRUE; set ::async([regsub {/chain_reg.*} $pattern {}]) 1 }
    }
}
proc end_xdc {} {
    dict for {ends commands} $::limits {
        lassign $ends of from to_of to
        print_cells $of [expr {$of eq "filter" ? [list $from] : $from}]; print_cells $to_of $to
        if {$of eq "cells"} {
            if {![regexp {^(.*)/(wr|rd)_reg} [lindex $from 0] all path] || $commands ne {set_max_delay set_bus_skew}} { fail "counter $ends: $commands" }
            incr counters($path)
        } elseif {$of eq "filter"} {
            if {![regexp {^NAME =~ "(.*)/ram_reg\*" && IS_PRIMITIVE$} $from all path]} { fail "filter $from" }
            set memories($path) $to
        } else { set bit_paths([regsub {/chain_reg.*} $to {}]) 1 }
    }
    foreach path [array names counters] {
        set any [string map {{[*]} *} $path]
        if {$counters($path) != 2 || ![info exists memories($any)]} { fail "$path lacks a constraint" }
        if {![info exists ::async($path/to_m)] || ![info exists ::async($path/to_s)]} { fail "$path lacks ASYNC_REG" }
        puts "fifo $path $memories($any)"
    }
    foreach path [array names bit_paths] { if {![info exists ::async($path)]} { fail "$path lacks ASYNC_REG" } }
    foreach path [array names ::async] { # with one clock, what comes from no clock is all there is
        puts "cell $path/chain"
        if {[regexp {/to_[ms]$} $path]} continue
        if {[dict size $::clocks] > 2 && ![info exists bit_paths($path)]} { fail "$path lacks a constraint" }
        puts "bits $path"
    }
    end_timing
}

# A board of a domain: asynchronous gates, whose ways have bounds, beside the node. What is bounded is asked by bus_boards.sh.
proc kind_domain {} {
    prepare_xdc
    interp alias {} current_design {} list design
    declare get_nets {-filter -of_objects} {-hierarchical -quiet} 0 1 { return [list nets {}] }
    declare get_pins {-filter -of_objects} {-leaf -hierarchical -quiet} 0 1 { return [list pins {}] }
    declare set_clock_groups {-group} {-asynchronous} 0 0 {
        want $option -group set_clock_groups
        if {$flag ne "-asynchronous"} { fail "set_clock_groups without -asynchronous" }
    }
    declare set_max_delay {-from -to} {-datapath_only} 1 1 {
        if {[number [lindex $rest 0]] <= 0} { fail "no time" }
        if {[dict size $option] == 0} { fail "a bound for everything" }
    }
    declare create_macro {} {} 1 1 { dict set ::macros [lindex $rest 0] 1 }
    declare update_macro {} {} 2 2 { if {![dict exists $::macros [lindex $rest 0]]} { fail "no macro [lindex $rest 0]" } }
    rename set_property set_own
    proc set_property {name value what} {
        if {$name eq "CLOCK_DEDICATED_ROUTE"} { one_of $value FALSE } else { set_own $name $value $what }
    }
}
set macros [dict create]
proc end_domain {} { if {[dict size $::located] == 0 || [dict size $::clocks] == 0} { fail "no pins or no clocks" } }

if {$kind eq "xdc"} { prepare_xdc; interp alias {} current_design {} list design } else { kind_$kind }
# Only the file's own commands may fail as unknown ones.
proc unknown args { fail "unknown command: [lindex $args 0]" }
if {[catch { uplevel #0 [list source $file] } why]} { fail "$file: $why" }
end_$kind
