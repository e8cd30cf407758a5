#!/bin/bash
# Does the page let as many blocks onto an SM as NVIDIA's rules do? Each row of tests/gpus/occupancy_oracle.tsv, with the
# limits as the JSON of a result has them.
source tests/script.sh
command -v node >/dev/null || { echo "skip occupancy: node is not installed" && exit 0; }
cat >"$work/small.cu" <labs/lab1_warp_divergence/skeleton/divergence.cu
for gpu in v100 t4 a100 rtx3060 rtx4090 h100 b200 rtx5090 k20 m2070; do
    ./grade lab1 "$work/small.cu" --todo 1.2 --gpu "$gpu" --quiet --json "$work/$gpu.json" >/dev/null 2>&1
    check "$gpu" node tests/page/occupancy.mjs "$work/$gpu.json" "$gpu"
done
finish
