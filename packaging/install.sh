#!/bin/bash
# Installs what Warpbook needs on Debian or Ubuntu, as root: a compiler, the jail, libraries of ./grade class, and of the CUDA Toolkit
# the compiler and the headers alone. What is there stays as it is.
set -eu
cuda=12-8
export DEBIAN_FRONTEND=noninteractive
packages=(make gcc g++ libarchive-dev libsqlite3-dev bubblewrap ca-certificates)
missing=()
for package in "${packages[@]}"; do
    dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
if ((${#missing[@]})); then
    apt-get update
    apt-get install -y --no-install-recommends "${missing[@]}"
fi

# Distributions carry a toolkit that is too old: NVIDIA's own registry has one.
if [[ ! -x ${CUDA_HOME:-/usr/local/cuda}/bin/nvcc ]] && ! command -v nvcc >/dev/null; then
    . /etc/os-release
    [[ $ID == debian ]] && registry=debian$VERSION_ID || registry=$ID${VERSION_ID//./}
    apt-get install -y --no-install-recommends wget
    wget -q "https://developer.download.nvidia.com/compute/cuda/repos/$registry/x86_64/cuda-keyring_1.1-1_all.deb" -O /tmp/cuda-keyring.deb
    dpkg -i /tmp/cuda-keyring.deb
    apt-get update
    apt-get install -y --no-install-recommends "cuda-nvcc-$cuda" "cuda-cudart-dev-$cuda"
fi
