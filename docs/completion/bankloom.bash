# bash completion of bankloom. Made by testbench/options_files.
_bankloom() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local verb=${COMP_WORDS[1]}
    COMPREPLY=()
    offer() { mapfile -t COMPREPLY < <(compgen "$@" -- "$word"); }
    if [ "$COMP_CWORD" -eq 1 ]; then
        offer -W 'check explain build run synth stage kernel graph sweep boards stg help version
            --help --version'
        return
    fi
    case $verb:$before in
        check:--dump)
            offer -W 'tree program'
            return ;;
        check:--fuse | explain:--fuse | build:--fuse | run:--fuse | synth:--fuse | graph:--fuse)
            offer -W 'all none zip table histogram eop split'
            return ;;
        check:--board | explain:--board | build:--board | run:--board | synth:--board | \
            graph:--board | sweep:--board)
            offer -W "$(bankloom boards 2>/dev/null | sed '1d;s/ .*//')" -f
            return ;;
        check:--nodes | check:--channels | check:--width | check:--burst | check:--clock | \
            check:--link | explain:--nodes | explain:--channels | explain:--width | \
            explain:--burst | explain:--clock | explain:--link | explain:--domains | \
            explain:--delay | explain:--gate | build:--nodes | build:--channels | build:--width | \
            build:--burst | build:--clock | build:--link | run:--keys | run:--dist | \
            run:--key-bits | run:--seed | run:--threads | run:--faults | run:--nodes | \
            run:--channels | run:--width | run:--burst | run:--clock | run:--link | \
            run:--requests | run:--domains | run:--delay | run:--gap | run:--gate | \
            run:--words | run:--transfers | run:--set | run:--group | synth:--jobs | \
            synth:-j | synth:--nodes | synth:--channels | synth:--width | synth:--burst | \
            synth:--clock | synth:--link | stage:--count | stage:--seed | stage:--latency | \
            kernel:--count | kernel:--lengths | kernel:--seed | kernel:--limit | graph:--nodes | \
            graph:--channels | graph:--width | graph:--burst | graph:--clock | graph:--link | \
            sweep:--keys | sweep:--dist | sweep:--fuse | sweep:--nodes | sweep:--channels | \
            sweep:--width | sweep:--burst | sweep:--clock | sweep:--link | sweep:--seed | \
            sweep:--jobs | sweep:-j | sweep:--group | sweep:--set | stg:--states)
            return ;;
        explain:--arbitration | run:--arbitration)
            offer -W 'distributed centralised distributed,centralised'
            return ;;
        build:--output | build:-o | run:--keep | synth:--place | sweep:--output | sweep:-o | \
            sweep:--gather | stg:--output | stg:-o)
            offer -d
            return ;;
        run:--input | run:--output | run:--trace | run:--pcap | run:--json-file | run:--host | \
            run:--csv | run:--svg | synth:--json-file | stage:--inputs | graph:--output | \
            graph:-o | stg:--vcd)
            offer -f
            return ;;
        run:--sim)
            offer -W 'verilator icarus model'
            return ;;
        run:--memory | sweep:--memory)
            offer -W 'hbm2 hbm2_1600 ddr4 ddr3 ideal'
            return ;;
        run:--without)
            offer -W 'equal give-up order'
            return ;;
        run:--fault)
            offer -W 'withdraw stuck token'
            return ;;
        graph:--view)
            offer -W 'before after both'
            return ;;
        stg:--dot)
            offer -W 'stg graph'
            return ;;
        stg:--style)
            offer -W 'lut complex generalized standard'
            return ;;
        stg:--lut-inputs)
            offer -W '4 5 6'
            return ;;
    esac
    case $verb:$word in
        check:-*)
            offer -W '--json --dump --fuse --board --nodes --channels --width --burst --clock
                --link --help' ;;
        explain:-*)
            offer -W '--json --fuse --board --nodes --channels --width --burst --clock --link
                --domains --delay --gate --arbitration --help' ;;
        build:-*)
            offer -W '-o --output -q --quiet --fuse --board --nodes --channels --width --burst
                --clock --link --help' ;;
        run:-*)
            offer -W '--keys --dist --input --output --key-bits --seed --threads --trace --pcap
                --sim --memory --faults --json --json-file -q --quiet --host --keep --fuse
                --board --nodes --channels --width --burst --clock --link --requests --without
                --domains --delay --arbitration --gap --gate --words --transfers --csv --svg
                --fault --set --group --help' ;;
        synth:-*)
            offer -W '--depth -j --jobs --place --json --json-file -q --quiet --fuse --board
                --nodes --channels --width --burst --clock --link --help' ;;
        stage:-*)
            offer -W '--inputs --count --seed --json --latency --help' ;;
        kernel:-*)
            offer -W '--count --lengths --seed --limit --json --help' ;;
        graph:-*)
            offer -W '--view -o --output --dot -q --quiet --fuse --board --nodes --channels
                --width --burst --clock --link --help' ;;
        sweep:-*)
            offer -W '--keys --dist --fuse --board --nodes --channels --width --burst --clock
                --link --seed --memory -o --output -j --jobs --no-synth --slurm --gather --json
                -q --quiet --group --set --help' ;;
        boards:-*)
            offer -W '--json --help' ;;
        stg:-*)
            offer -W '--json --dot --states -o --output --equations --style --lut-inputs --vcd
                --help' ;;
        synth:*) offer -o plusdirs -f -X '!*.@(loom|v)' ;;
        stage:*) offer -o plusdirs -f -X '!*.@(loom|v)' ;;
        kernel:*) offer -o plusdirs -f -X '!*.@(loom|v)' ;;
        boards:*) offer -W "$(bankloom boards 2>/dev/null | sed '1d;s/ .*//')" -f ;;
        stg:*) offer -o plusdirs -f -X '!*.g' ;;
        *) offer -o plusdirs -f -X '!*.loom' ;;
    esac
}
complete -o filenames -F _bankloom bankloom
