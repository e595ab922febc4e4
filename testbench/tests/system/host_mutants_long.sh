#!/bin/sh
# With a part of the DMA taken out or turned, the cases of host_faults.c fail.
# shellcheck disable=SC2034
program=${BANKLOOM:-build/bankloom}
root=$(cd "$(dirname "$0")/../../.." && pwd) && cd "$root" || exit 2
command -v verilator >/dev/null || { echo "skipped: no Verilator"; exit 77; }
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
fail() { echo "FAIL $*"; exit 1; }
# shellcheck source=/dev/null
. testbench/tests/mutants/host_port.sh
host_mesh
host_cases lengths descriptors queue || { cat "$work/said"; fail "nothing is taken out"; }

host_broken "the strobes of a last word" bl_dma_mover \
    's/lane\[LANE_W-1:0\] < back/lane[LANE_W-1:0] <= back/' lengths
host_broken "the errors of reads" bl_dma_mover \
    's/{|m_axi_rresp, m_axi_rdata}/{1'"'b0"', m_axi_rdata}/' descriptors
host_broken "the errors before the last word" bl_dma_mover \
    's/{broken | error, ends}/{1'"'b0"', ends}/' descriptors
host_broken "the test of the length" bl_dma_mover "s/length == 18'd0 ? 2'd1/1'b0 ? 2'd1/" \
    descriptors
host_broken "the test of alignment" bl_dma_mover "s/crooked ? 2'd2/1'b0 ? 2'd2/" descriptors
host_broken "the test of ids" bl_dma_queue 's/: host_id\[7\] | (&host_id\[6:0\])/: 1'"'b0"'/' \
    descriptors
host_broken "the completion's id" bl_dma_queue "s/8'd6, id}/8'd6, 8'd0}/" descriptors
host_broken "the place of a record" bl_dma_status \
    "s/{57'd0, before_it\[6:0\]}/{57'd0, number[6:0]}/" queue
host_broken "the number of a record" bl_dma_status \
    "s/number        <= number + 16'd1/number <= number/" queue
host_broken "the end of the table" bl_dma_fetch \
    's/count <= due > to_end ? to_end : due;/count <= due;/' queue
host_broken "the room for descriptors" bl_dma_fetch \
    's/if (step\[2\] & count > room) count <= room;//' queue
BL_SIM_FAULTS=host-abort=0.03
export BL_SIM_FAULTS
host_broken "the interrupt of a failed module" bl_dma_status \
    's/alarm | (done != seen)/done != seen/' errors
host_broken "the failure of a table" bl_dma_fetch \
    "s/& error) failed <= 1'b1/\& error) failed <= 1'b0/" errors
echo "13 mutants of the DMA"
