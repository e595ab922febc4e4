# fish completion of bankloom
complete -c bankloom -f -n __fish_use_subcommand -a 'check\t"report errors" explain\t"say why" build\t"write a folder" run\tsimulate synth\t"what it takes of the device" graph\t"draw the program" sweep\t"compare many designs" boards\t"list boards" stg\t"check an STG" help version'
complete -c bankloom -n 'not __fish_use_subcommand' -F
complete -c bankloom -l help -d 'print the options'
for verb in check explain build run synth graph sweep
    complete -c bankloom -n "__fish_seen_subcommand_from $verb" -x -l fuse -a 'all none zip table histogram eop split' -d 'fusion rules'
end
for option in nodes channels width burst clock link
    complete -c bankloom -n '__fish_seen_subcommand_from check explain build run synth graph sweep' -x -l $option -d 'change the cluster'
end
complete -c bankloom -n '__fish_seen_subcommand_from check explain build run synth graph sweep' -r -l board -d 'another board'
complete -c bankloom -n '__fish_seen_subcommand_from build graph sweep stg' -s o -l output -r -d 'folder'
for option in keys dist seed key-bits threads
    complete -c bankloom -n '__fish_seen_subcommand_from run sweep' -x -l $option
end
for option in input output trace json-file keep host
    complete -c bankloom -n '__fish_seen_subcommand_from run' -r -l $option
end
complete -c bankloom -n '__fish_seen_subcommand_from check explain run synth sweep boards stg' -l json -d 'one JSON document'
complete -c bankloom -n '__fish_seen_subcommand_from build run synth graph sweep' -s q -l quiet
complete -c bankloom -n '__fish_seen_subcommand_from check' -x -l dump -a 'tree program' -d 'print the program'
complete -c bankloom -n '__fish_seen_subcommand_from run' -x -l sim -a 'verilator icarus model' -d 'simulator'
complete -c bankloom -n '__fish_seen_subcommand_from run' -x -l without -a 'equal give-up order' -d 'leave out rules against deadlock'
complete -c bankloom -n '__fish_seen_subcommand_from run' -x -l fault -a 'withdraw stuck token' -d 'make a fault on a bus'
complete -c bankloom -n '__fish_seen_subcommand_from explain' -x -l domains -d 'of a bus'
complete -c bankloom -n '__fish_seen_subcommand_from explain' -x -l delay -d 'of a segment'
complete -c bankloom -n '__fish_seen_subcommand_from explain' -x -l gate -d 'of a table'
complete -c bankloom -n '__fish_seen_subcommand_from run explain' -x -l arbitration -a 'distributed centralised distributed,centralised' -d 'of a bus'
for option in domains delay gap gate words transfers wishes
    complete -c bankloom -n '__fish_seen_subcommand_from run' -x -l $option -d 'of a bus'
end
complete -c bankloom -n '__fish_seen_subcommand_from run' -r -l csv -d 'points as a table'
complete -c bankloom -n '__fish_seen_subcommand_from run' -r -l svg -d 'curves as a drawing'
complete -c bankloom -n '__fish_seen_subcommand_from run' -x -l memory -a 'hbm2 hbm2_1600 ddr4 ddr3 ideal' -d 'memory model'
complete -c bankloom -n '__fish_seen_subcommand_from stg' -x -l dot -a 'stg graph' -d 'draw'
complete -c bankloom -n '__fish_seen_subcommand_from graph' -x -l view -a 'before after both' -d 'what to draw'
complete -c bankloom -n '__fish_seen_subcommand_from sweep' -x -l gather -a '(__fish_complete_directories)' -d 'collect results'
for option in no-synth slurm
    complete -c bankloom -n '__fish_seen_subcommand_from sweep' -l $option
end
complete -c bankloom -n '__fish_seen_subcommand_from sweep' -s j -l jobs -x -d 'tasks at a time'
complete -c bankloom -n '__fish_seen_subcommand_from stg' -x -l states -d 'most states'
complete -c bankloom -n '__fish_seen_subcommand_from stg' -l equations -d 'print the circuit'
complete -c bankloom -n '__fish_seen_subcommand_from stg' -x -l style -a 'lut complex generalized standard' -d 'of the gates'
complete -c bankloom -n '__fish_seen_subcommand_from stg' -x -l lut-inputs -a '4 5 6' -d 'of a table'
complete -c bankloom -n '__fish_seen_subcommand_from stg' -r -l vcd -d 'counterexample'
complete -c bankloom -n '__fish_seen_subcommand_from synth' -l depth -d 'longest paths'
complete -c bankloom -n '__fish_seen_subcommand_from synth' -r -l place -d 'folder for the bitstream'
complete -c bankloom -n '__fish_seen_subcommand_from synth' -r -l json-file
complete -c bankloom -n '__fish_seen_subcommand_from synth' -x -s j -l jobs -d 'processes at a time'
