# shellcheck shell=sh disable=SC2154
# Read by tests with `.`: compiles in the folder of a bench that was built, with what does not
# depend on it compiled once for all tests. $BANKLOOM is the compiler.
: "${BANKLOOM:=build/bankloom}" "${BL_SIM_OPT:=-O0}"
: "${XDG_CACHE_HOME:=$(cd "$(dirname "$BANKLOOM")" && pwd)/test_cache}"
export BL_SIM_OPT XDG_CACHE_HOME

# What `run` keeps: Verilator's library and header, and parts of models by their content. A part is
# the same whether `run` compiles it or a test does.
model_kept=$XDG_CACHE_HOME/bankloom

# The header that `run` has kept, if all is there that goes with it.
model_find() {
    for model_header in "$model_kept"/verilated0-*.h; do
        for model_part in "${model_header%.h}.a" "$model_header.gch"; do
            [ -e "$model_part" ] && [ -e "$model_part.sum" ] || continue 2
        done
        return 0
    done
    return 1
}

# A small run leaves it; tests with a model of their own find that circuit compiled.
model_share() {
    model_find && return
    model_said=$("$BANKLOOM" run examples/counting_sort/counting_sort.loom --nodes 2 \
        --channels 2 --width 16 --keys 1 -q 2>&1) && model_find || { echo "$model_said"; return 1; }
}

# model_make FOLDER WORD...: `make -s` there
model_make() {
    model_folder=$1
    shift
    case " $* " in
        *' SIM=icarus '*) set -- "$@" ;;
        *) model_share || return
            set -- "$@" VERILATED="${model_header%.h}.a" HEADER="$model_header" \
                KEPT="$model_kept/parts" ;;
    esac
    make -s -C "$model_folder" OPT="$BL_SIM_OPT" \
        SIM_LIB="$(cd "$(dirname "$BANKLOOM")" && pwd)/libbl_sim.a" "$@"
}
