# Sourced by the tests of the module: builds it, or ends the test with the reason why not.
for program in node clang wasm-ld; do
    command -v $program >/dev/null || { echo "skip module: $program is not installed" && exit 0; }
done
for file in /usr/include/wasm32-wasi/stdio.h "$(clang --target=wasm32-wasi -print-libgcc-file-name)"; do
    [[ -e $file ]] || { echo "skip module: $file is not there: wasi-libc, libclang-rt-dev-wasm32" && exit 0; }
done
(exec 9>build/wasm.lock && flock 9 && make wasm >build/wasm.log 2>&1) || { echo "not ok module: $(tail -n 3 build/wasm.log | tr '\n' ' ')" && exit 1; }
