#!/bin/bash
# ./grade run: programs of the CUDA runtime, as they are, on the simulated GPU.
set -u
. tests/script.sh

programs=build/tests/run_programs
grade=build/bin/grade

prints_what_is_expected() {
    exits_with 0 "$grade" run --quiet "$programs/$1" && diff -u "tests/run_programs/$1.expected" "$work/output" >"$work/diff" ||
        { cat "$work/diff" >>"$work/errors"; false; }
}
no_findings() {
    no complains . # --quiet says nothing where nothing was found
}

check memory prints_what_is_expected memory
check memory_finds_one complains '1 finding .*out-of-bounds: .*cudaMemset of 4 bytes does not fit'
check streams prints_what_is_expected streams
check streams_finds_one complains '1 finding .*cudaFree of memory that was already given back'

check ordering prints_what_is_expected ordering
check ordering_finds_nothing no_findings

# Two translation units, linked: what is found in the other one has its own line.
check linked exits_with 0 "$grade" run --quiet "$programs/linked"
check linked_results says '^111 176, calls 11 15 cudaDeviceSynchronize\(\): cudaErrorIllegalAddress'
check linked_names_the_line complains 'linked_other.cu:11, kernel more, block \(0,0,0\), thread \(32,0,0\)'

# -G: fields without a value are copied; words that nobody wrote are still found.
check debug exits_with 0 "$grade" run --quiet "$programs/debug"
check debug_results says '^16 176'
check debug_finds_nothing no_findings
check debug_array exits_with 0 "$grade" run --quiet "$programs/debug" array
check debug_array_is_found complains 'uninitialised: .*kernel total'

check suites prints_what_is_expected suites
check suites_finds_none no_findings

check limits prints_what_is_expected limits
check limits_of_the_bound complains '256 x 1 x 1 is 256 threads, and __launch_bounds__ promises at most 128'
check limits_not_asked_for complains '50000 bytes of dynamic shared memory .* the 49152 bytes'
check limits_asked_for complains '50001 bytes of dynamic shared memory .* the 50000 bytes'

# The program's own status, input, arguments and environment; a report on standard error alone.
echo_status() {
    RUN_TEST=set exits_with 42 "$grade" run "$programs/ends" echo --quiet <<<'12345'
}
check status_and_arguments echo_status
check its_output_is_its_own grep -qx '6 --quiet set' "$work/output"
check says_that_no_kernel_ran complains 'No kernel was launched'
check quiet exits_with 7 "$grade" run --quiet "$programs/ends"
check quiet_is_quiet no_findings

check past exits_with 7 "$grade" run "$programs/ends" past
check past_returns_the_error says '^cudaErrorIllegalAddress'
check past_is_found complains 'out-of-bounds: This would write 4 bytes, 0 bytes past the end of an allocation of 400 bytes'
check past_names_the_line complains '11 \| if \(i < n\) p\[i\] = i; .* ends.cu:11, kernel write, block \(3,0,0\), thread \(4,0,0\)'
check past_counts complains 'write, launched 1 time global stores: 4 requests'
check race exits_with 7 "$grade" run --workers 1 "$programs/ends" race
check race_is_found complains 'race: .*kernel race, block \(0,0,0\)'

# What a signal ends has 128 + its number, as in a shell.
check host_dereference exits_with 139 "$grade" run "$programs/ends" host
check host_dereference_is_found complains 'host-dereference: Host code reads or writes device memory'
check aborts exits_with 134 "$grade" run "$programs/ends" abort
check killed exits_with 137 "$grade" run "$programs/ends" kill
check killed_is_said complains 'ended by signal 9'

# Kernels that do not end: a limit, and Ctrl-C, which still reports.
check limit exits_with 7 "$grade" run --limit 5000000 "$programs/ends" endless
check limit_is_found complains 'timeout: The kernel was stopped after 5 million thread-instructions.*kernel wait_for'
interrupt() {
    setsid "$grade" run "$programs/ends" endless >"$work/output" 2>"$work/errors" &
    local group=$!
    sleep 1.5
    kill -INT -- -$group
    wait $group
    (($? == 130))
}
check interrupt interrupt
check interrupt_reports complains 'ended from outside.*timeout: The kernel was stopped after .*when the run was ended'
seconds=$SECONDS
check orphan exits_with 7 "$grade" run --quiet "$programs/ends" orphan
check orphan_is_not_waited_for test $((SECONDS - seconds)) -lt 20

# Several processes, several objects.
check fork exits_with 0 "$grade" run --quiet "$programs/ends" fork
check fork_uses_the_gpu says '^cudaSuccess 99'
check both_processes exits_with 1 "$grade" run --quiet "$programs/ends" both
check both_processes_one_served says '^cudaSuccess 99 cudaErrorInitializationError cudaSuccess 99'
check one_after_the_other exits_with 0 "$grade" run --quiet "$programs/ends" turns
check one_after_the_other_served says '^cudaSuccess 99 cudaSuccess 99 $'
check library exits_with 0 "$grade" run --quiet "$programs/ends" library "$PWD/$programs/library.so"
check library_kernel says '^42 cudaSuccess 99'

# A search path that the program was linked with does not win.
check own_search_path exits_with 7 "$grade" run --quiet "$programs/ends_with_rpath"

# For programs.
check json exits_with 7 "$grade" run --json "$work/json" "$programs/ends" past
json_says() {
    tr -d ' \n' <"$work/json" | grep -qE -e "$1" || { cat "$work/json" >"$work/errors"; false; }
}
check json_status json_says '"exit_status":7'
check json_device json_says '"device":\{"kind":"sim","name":"NVIDIAH200"'
check json_finding json_says '"check":"out-of-bounds","file":"[^"]*ends.cu","line":11,"block":\[3,0,0\],"thread":\[4,0,0\]'
check json_counters json_says '"counters":\{"write":\{.*"global_store_requests":4'
check gpu exits_with 7 "$grade" run --gpu t4 "$programs/ends"
check gpu_is_named complains 'On a simulated .*T4'

# What cannot be run is said before it starts, with what to do.
check not_there exits_with 2 "$grade" run ./no_such_program
check source_file exits_with 2 "$grade" run tests/run_programs/ends.cu
check source_file_is_told_how complains 'Build it first: nvcc -cudart shared -no-compress'
check script exits_with 2 "$grade" run tests/run
check script_is_told complains 'no 64-bit program'
check static exits_with 2 "$grade" run "$programs/ends_static"
check static_is_told complains 'linked into this program statically.*-cudart shared'
check no_program exits_with 2 "$grade" run
finish
