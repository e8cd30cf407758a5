# A false GPU (fake_libcuda.c) for a script, sourced after tests/script.sh: one of its own, so that no other test is
# waited for where a time is measured.
export WARPBOOK_LIBCUDA=$PWD/build/tests/gpu_driver/fake_libcuda.so FAKE_UUID=$$
gpu_lock=/tmp/warpbook-gpu-$(printf %032x $$)
trap 'rm -rf "$work" "$gpu_lock".*' EXIT
