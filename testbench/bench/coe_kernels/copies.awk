# Judges what the two modules of the DMA have done, of lines that copies.sh puts into the circuit:
#   dma,MODULE,ask,ID      a copy offers its descriptor
#   dma,MODULE,give,ID,HOST  the mover is given one; HOST: one of the host could have been
#   dma,MODULE,done,ID,RESULT,CLOCKS
# Prints completions of kernels, of the
# host, those that are wrong, the longest waits for others of kernels and of the host, and
# descriptors of kernels in a row beside one of the host that could have gone.
BEGIN { FS = "," }
$1 != "dma" { next }
{ $2 = $2 ~ /read/ ? "read" : "write" }
$3 == "ask" {
    before[$2, $4, asked[$2, $4] + 0] = kernels[$2] + 0
    hosts[$2, $4, asked[$2, $4]++ + 0] = host[$2] + 0
}
$3 == "give" {
    queue[$2, tail[$2]++] = $4
    if ($4 >= 128) {
        number = given[$2, $4]++ + 0
        if (number >= asked[$2, $4]) wrong++
        waited = kernels[$2] - before[$2, $4, number]
        if (waited > most) most = waited
        waited = host[$2] - hosts[$2, $4, number]
        if (waited > beside) beside = waited
        kernels[$2]++
        row[$2] = passed[$2] ? row[$2] + 1 : 1
        passed[$2] = $5
        if (row[$2] > rows) rows = row[$2]
    } else {
        host[$2]++
        row[$2] = passed[$2] = 0
    }
}
$3 == "done" {
    if (head[$2] == tail[$2] || queue[$2, head[$2]++] != $4 || $5 != 0 || $6 < 1) wrong++
    if ($4 >= 128) of_kernels++
    else of_host++
}
END {
    for (side in tail) if (head[side] != tail[side]) wrong += tail[side] - head[side]
    for (id in asked) wrong += asked[id] - given[id]
    print of_kernels + 0, of_host + 0, wrong + 0, most + 0, beside + 0, rows + 0
}
