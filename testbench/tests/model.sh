# shellcheck shell=sh disable=SC2154
# Read by tests with `.`: compiles in the folder of a bench that was built, with what does not
# depend on it compiled once for all tests. $BANKLOOM is the compiler.
: "${BANKLOOM:=build/bankloom}"

# Verilator's library and header for models without optimisation, in the cache of the tests.
model_shared=${XDG_CACHE_HOME:-$(dirname "$BANKLOOM")/test_cache}/model

model_share() {
    [ ! -e "$model_shared/verilated0.h.gch.sum" ] || return 0
    mkdir -p "$model_shared" || return
    made=$(mktemp -d "$model_shared/made.XXXXXX") || return
    cp "$(dirname "$BANKLOOM")/verilated/Makefile" "$made" &&
        make -s -C "$made" CXX=g++ OPT=-O0 >"$made/said" 2>&1 || { cat "$made/said"; return 1; }
    # the sum last: who sees it sees all
    for end in a h h.gch h.gch.sum; do mv -f "$made/verilated0.$end" "$model_shared"; done
    rm -rf "$made"
}

# model_make FOLDER WORD...: `make -s` there
model_make() {
    model_folder=$1
    shift
    case " $* " in
        *' SIM=icarus '*) set -- "$@" ;;
        *) model_share || return
            set -- "$@" VERILATED="$model_shared/verilated0.a" \
                HEADER="$model_shared/verilated0.h" KEPT="$model_shared/parts" ;;
    esac
    make -s -C "$model_folder" OPT=-O0 \
        SIM_LIB="$(cd "$(dirname "$BANKLOOM")" && pwd)/libbl_sim.a" "$@"
}
