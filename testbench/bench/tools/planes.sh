# Records whose columns lie in 6 to 33 planes of the narrowest, read by benches with `.`: on two
# nodes, a partition that moves whole records. A row: PLANES MEMORY BOARD CHANNELS WIDTH LINK
# TYPE...
planes_rows() {
    while read -r planes types; do
        while read -r cluster; do echo "$planes $cluster $types"; done <<'END'
hbm2 stratix10_mx2100 4 32 6.25
ddr4 arria10_a10pl4 2 64 5
END
    done <<'END'
6 u32 u64 u64 u32
7 u16 u64 f32
8 u32 u32 u32 u32 u32 u32 u32 u32
9 u64 u8
16 u32 u32 u32 u32 u32 u32 u32 u32 u32 u32 u32 u32 u32 u32 u32 u32
21 u8 u128 u32
33 u8 u128 u128
END
}

# planes_program ROW...: the program, on stdout
planes_program() {
    echo "cluster two { board $3; nodes 2; clock core 150 MHz;"
    echo "              memory { channels $4; width $5 B; strip 512; burst 128 B; }"
    echo "              network full_mesh { link $6 GB/s; latency 400 ns; } }"
    shift 6
    printf 'record wide {'
    column=0
    for type in "$@"; do column=$((column + 1)); printf ' c%d: %s;' $column "$type"; done
    printf ' }\npipeline planes (records: wide) on two {\n'
    printf '    partition records by c1[0], c1[1];\n}\n'
}

# planes_label ROW...: "9 planes (u64 u8)"; of sixteen equal columns "16 planes (16 u32)"
planes_label() {
    planes=$1
    shift 6
    echo "$planes planes ($(printf '%s\n' "$@" | uniq -c |
        awk '{ printf "%s%s", (NR > 1 ? " + " : ""), ($1 > 1 ? $1 " " $2 : $2) }'))"
}

# planes_off RESULT: by how many percent of the cycles measured they were predicted wrong
planes_off() {
    awk -F: '/"cycles":/ && !m { m = $2 + 0 } /"predicted_cycles":/ { p = $2 + 0 }
             END { if (m && p) { e = 100 * p / m - 100; printf "%.2f", e < 0 ? -e : e } }' "$1"
}
