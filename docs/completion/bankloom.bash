# bash completion of bankloom
_bankloom() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
    local plan='--fuse --board --nodes --channels --width --burst --clock --link --help'
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W 'check explain build run synth graph sweep boards stg help version --help --version' -- "$word")
        return
    fi
    case $before in
        --board) mapfile -t COMPREPLY < <(compgen -W "$(bankloom boards 2>/dev/null | sed '1d;s/ .*//')" -- "$word"; compgen -f -- "$word"); return ;;
        --view) mapfile -t COMPREPLY < <(compgen -W 'before after both' -- "$word"); return ;;
        --fuse) mapfile -t COMPREPLY < <(compgen -W 'all none zip table histogram eop split' -- "$word"); return ;;
        --gather) mapfile -t COMPREPLY < <(compgen -d -- "$word"); return ;;
        --dump) mapfile -t COMPREPLY < <(compgen -W 'tree program' -- "$word"); return ;;
        --dot) [ "${COMP_WORDS[1]}" = stg ] && mapfile -t COMPREPLY < <(compgen -W 'stg graph' -- "$word"); return ;;
        --style) mapfile -t COMPREPLY < <(compgen -W 'lut complex generalized standard' -- "$word"); return ;;
        --lut-inputs) mapfile -t COMPREPLY < <(compgen -W '4 5 6' -- "$word"); return ;;
        --sim) mapfile -t COMPREPLY < <(compgen -W 'verilator icarus model' -- "$word"); return ;;
        --arbitration) mapfile -t COMPREPLY < <(compgen -W 'distributed centralised distributed,centralised' -- "$word"); return ;;
        --without) mapfile -t COMPREPLY < <(compgen -W 'equal give-up order' -- "$word"); return ;;
        --fault) mapfile -t COMPREPLY < <(compgen -W 'withdraw stuck token' -- "$word"); return ;;
        --memory) mapfile -t COMPREPLY < <(compgen -W 'hbm2 hbm2_1600 ddr4 ddr3 ideal' -- "$word"); return ;;
        -o | --output | --input | --keep | --host | --trace | --json-file | --vcd | --csv | --svg) mapfile -t COMPREPLY < <(compgen -f -- "$word"); return ;;
    esac
    case ${COMP_WORDS[1]}:$word in
        check:-*) mapfile -t COMPREPLY < <(compgen -W "--json --dump $plan" -- "$word") ;;
        boards:-*) mapfile -t COMPREPLY < <(compgen -W '--json --help' -- "$word") ;;
        boards:*) mapfile -t COMPREPLY < <(compgen -W "$(bankloom boards 2>/dev/null | sed '1d;s/ .*//')" -- "$word"; compgen -f -- "$word") ;;
        explain:-*) mapfile -t COMPREPLY < <(compgen -W "--json --domains --delay --gate --arbitration $plan" -- "$word") ;;
        build:-*) mapfile -t COMPREPLY < <(compgen -W "-o --output --quiet $plan" -- "$word") ;;
        run:-*) mapfile -t COMPREPLY < <(compgen -W "--keys --dist --seed --key-bits --input --output --threads --trace --sim --memory --json --json-file --quiet --keep --host --domains --delay --arbitration --gap --gate --words --transfers --wishes --csv --svg --fault --without $plan" -- "$word") ;;
        synth:-*) mapfile -t COMPREPLY < <(compgen -W "--depth --place --jobs --json --json-file --quiet $plan" -- "$word") ;;
        synth:*) mapfile -t COMPREPLY < <(compgen -f -X '!*.@(loom|v)' -- "$word"; compgen -d -- "$word") ;;
        graph:-*) mapfile -t COMPREPLY < <(compgen -W "-o --output --view --dot --quiet $plan" -- "$word") ;;
        sweep:-*) mapfile -t COMPREPLY < <(compgen -W "-o --output -j --jobs --no-synth --slurm --gather --json --quiet --keys --dist --seed --memory $plan" -- "$word") ;;
        stg:-*) mapfile -t COMPREPLY < <(compgen -W '--json --dot --states -o --output --equations --style --lut-inputs --vcd --help' -- "$word") ;;
        stg:*) mapfile -t COMPREPLY < <(compgen -f -X '!*.g' -- "$word"; compgen -d -- "$word") ;;
        *) mapfile -t COMPREPLY < <(compgen -f -X '!*.loom' -- "$word"; compgen -d -- "$word") ;;
    esac
}
complete -o filenames -F _bankloom bankloom
