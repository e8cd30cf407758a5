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

if ldconfig -p | grep -q libzstd.so.1; then
    check zstd exits_with 0 "$grade" run --quiet "$programs/parameters_zstd"
    check zstd_results says '^15 15 42 42 cudaErrorIllegalAddress'
else
    echo "skip zstd: this machine has no libzstd.so.1"
fi
check parameters exits_with 0 "$grade" run --quiet "$programs/parameters"
check parameters_results says '^15 15 42 42 cudaErrorIllegalAddress'
check parameters_finds_one complains '1 finding out-of-bounds: .*kernel many, block \(0,0,0\), thread \(2,0,0\)'

# The user's own headers are the user's, in whatever folder; those of the toolkit are not.
own_header() { # which, the status, what is found
    check "own_headers_$1" exits_with "$2" "$grade" run --quiet "$programs/own_headers" "$1"
    check "own_headers_$1_names_the_line" complains "$3"
}
own_header kernel 0 'kernels.cuh:5, kernel fill'
own_header launch 0 'a block of 2048 x 1 x 1 is 2048 threads, .*kernels.cuh:13'
own_header thrust 134 'out-of-bounds: .*own_headers.cu:13, kernel'

# What ends a kernel is told, however much was found before.
many_findings() { # which, the status, what the program says, what the report says first
    check "many_findings_$1" exits_with "$2" "$grade" run --quiet --limit 1000000 "$programs/many_findings" "$1"
    check "many_findings_$1_returns" says "$3"
    check "many_findings_$1_is_told" complains "$4"
}
many_findings past 0 '^cudaErrorIllegalAddress' ': 2 findings out-of-bounds: .*kernel past'
many_findings many 0 '^cudaErrorIllegalAddress' ': [0-9]+ findings out-of-bounds: .*kernel many'
many_findings endless 0 '^cudaErrorLaunchTimeout' ': 2 findings timeout: .*kernel wait_for'
check many_findings_host exits_with 139 "$grade" run --quiet "$programs/many_findings" host
check many_findings_host_is_told complains 'host-dereference: .*race: .*kernel race'

# What the simulator has room for, and what is beyond it.
depth() { # what, how much, what the program says
    check "depths_$1_$2" exits_with 0 "$grade" run --quiet "$programs/depths" "$1" "$2"
    check "depths_$1_$2_results" says "$3"
}
depth calls 4094 'cudaSuccess 4979'
depth calls 5000 'cudaErrorIllegalInstruction'
check depths_of_calls_are_told complains 'not-simulated: .*calls nested this deep'
depth registers 400 'cudaSuccess 0'
depth registers 3500 'cudaErrorIllegalInstruction'
check depths_of_registers_are_told complains 'not-simulated: .*calls nested this deep'
depth printed 25000 'line 24999 .*cudaSuccess'
check depths_printed_is_whole no says 'Further printf'
depth printed 30000 '\(Further printf output of kernels is lost: its buffer holds at most 2 MiB.*cudaSuccess'
check depths_printed_ends_with_a_line no grep -qvE '^(line .* end\. \.|\(Further printf.*\)|cudaSuccess .*)$' "$work/output"
depth shapes 64 'cudaSuccess 64'
depth shapes 65 'cudaSuccess 65'

# Work in different streams: what races, with the lines of both calls, and what does not.
races_between_streams() {
    check "stream_order_$1" exits_with 0 "$grade" run --quiet "$programs/stream_order" "$1"
    check "stream_order_$1_is_found" complains '1 finding race: A race between two streams: .*stream_order.cu:[0-9]+ Host code asked for .*stream_order.cu:[0-9]+'
}
races_with_host() {
    check "stream_order_$1" exits_with 0 "$grade" run --quiet "$programs/stream_order" "$1"
    check "stream_order_$1_is_found" complains '1 finding race: A race between the host and the device: .*stream_order.cu:[0-9]+ Host code asked for .*stream_order.cu:[0-9]+'
}
keeps_order() {
    check "stream_order_$1" exits_with 0 "$grade" run --quiet "$programs/stream_order" "$1"
    check "stream_order_$1_finds_nothing" no_findings
}
for case in two_streams default_first default_second two_blocking fill copy_inside read_back rows pinned \
    event_of_the_other event_too_early waited_for_the_other host_function host_function_and_work host_copies_to_host asked_once asked_twice event_asked_once event_timed_too_early counter_is_read freed allocated graph child \
    texture constant third last_byte thread_streams; do
    races_between_streams $case
done
for case in one_stream event events event_waited_for stream_waited_for device_waited_for asked_until_done function_waited_for function_amid_work \
    default_between default_after_blocking blocking_after_default copy_waited_for upload pageable halves every_second \
    both_read both_count freed_in_order freed_and_again graph_in_order thread_waits event_asked_until_done asked_when_done \
    host_writes_first host_reads_what_is_read host_waits_and_writes host_waits_and_reads host_waits_for_event \
    host_waits_for_what_waits host_asks_until_done host_asks_event host_waits_by_a_copy host_uses_the_rest \
    host_reads_between_rows pageable_is_staged one_after_the_other host_function_behind host_frees host_writes_a_file; do
    keeps_order $case
done
for case in host_writes host_writes_last host_reads host_copies host_overwrites host_asks_and_reads \
    host_waits_for_another host_waits_for_too_early host_reads_in_default host_reads_in_thread host_reads_rows host_writes_registered \
    host_writes_while_graph host_function_of_another; do
    races_with_host $case
done

# Memory that host code and kernels share.
for case in reads writes writes_what_is_read reads_in_a_loop reads_variable reads_table reads_mapped waits_for_another waits_too_early \
    reads_a_sum fills second_launch copies_by_hand; do
    check "managed_order_$case" exits_with 0 "$grade" run --quiet "$programs/managed_order" "$case"
    check "managed_order_${case}_is_found" complains '1 finding race: A race between the host and the device: .*managed_order.cu:[0-9]+ Host code asked for .*managed_order.cu:[0-9]+'
done
for case in waits waits_for_stream waits_for_event attached another_allocation other_bytes reads_what_is_read copy_waits copy_of_it \
    writes_before prefetches asks_until_done flag_of_the_kernel counter_for_all sums_in_two_streams host_function frees reads_variable_later; do
    check "managed_order_$case" exits_with 0 "$grade" run --quiet "$programs/managed_order" "$case"
    check "managed_order_${case}_finds_nothing" no_findings
done

# Compiled with --default-stream per-thread, 0 is a stream of the thread's own, which no other thread waits for.
check stream_order_of_threads exits_with 0 "$grade" run --quiet "$programs/stream_order_of_threads" two_threads
check stream_order_of_threads_is_found complains '1 finding race: .*kernel add, in another stream, writes'
check stream_order_of_one_thread exits_with 0 "$grade" run --quiet "$programs/stream_order" two_threads
check stream_order_of_one_thread_finds_nothing no_findings

# Two translation units, linked: what is found in the other one has its own line.
check linked exits_with 0 "$grade" run --quiet "$programs/linked"
check linked_results says '^111 176, calls 11 15 cudaDeviceSynchronize\(\): cudaErrorIllegalAddress'
check linked_names_the_line complains 'linked_other.cu:11, kernel more, block \(0,0,0\), thread \(32,0,0\)'

# -G: fields without a value are copied; words that were never written are still found.
check debug exits_with 0 "$grade" run --quiet "$programs/debug"
check debug_results says '^16 176'
check debug_finds_nothing no_findings
check debug_array exits_with 0 "$grade" run --quiet "$programs/debug" array
check debug_array_is_found complains 'uninitialised: .*kernel total'

check suites prints_what_is_expected suites
check suites_finds_none no_findings

check bit_fields exits_with 0 "$grade" run --quiet "$programs/bit_fields"
check bit_fields_results says '^right right right'
check bit_fields_find_nothing no_findings
bit_field_mistake() { # which, the kernel
    check "bit_fields_$1" exits_with 0 "$grade" run --quiet "$programs/bit_fields" "$1"
    check "bit_fields_$1_is_found" complains "1 finding .*uninitialised: .*kernel $2"
}
bit_field_mistake flag set_flag
bit_field_mistake moved keep_some
bit_field_mistake read read_field

check relaxation exits_with 0 "$grade" run --quiet "$programs/relaxation"
check relaxation_results says '^wrong 0'
check relaxation_finds_nothing no_findings
check relaxation_scale exits_with 0 "$grade" run --quiet "$programs/relaxation" scale
check relaxation_scale_is_found complains 'race: .*kernel scale'
check relaxation_spread exits_with 0 "$grade" run --quiet "$programs/relaxation" spread
check relaxation_spread_is_found complains 'race: .*kernel spread'

# Textures, surfaces and arrays; then each mistake with them.
check textures prints_what_is_expected textures
check textures_find_nothing no_findings
check textures_are_counted_apart exits_with 0 "$grade" run "$programs/textures"
check textures_count complains 'read_rows, launched 1 time global stores: 1 request,.*textures and surfaces: 1 request( |$)'
mistake() { # $1 which, $2 the exit status, $3 what is found
    check "texture_$1" exits_with "$2" "$grade" run --quiet "$programs/texture_mistakes" "$1"
    check "texture_$1_is_found" complains "1 finding .*$3"
}
mistake zero 7 'This uses 0 as a texture object.*texture_mistakes.cu:5, kernel read'
mistake number 7 '0x7e00000000112345, which is not a texture object'
mistake destroyed 7 'a texture object that was destroyed before the launch'
mistake reset 7 'a texture object that was destroyed before the launch'
mistake freed 7 'cudaFreeArray has freed.*Host code allocated it: texture_mistakes.cu:30'
mistake freed_memory 7 'cudaFree has freed'
mistake shape 7 'the texture object stands for a 2D array'
mistake surface 7 'a surface object as if it were a texture object'
mistake unwritten 0 'uninitialised: .*byte 64 of a CUDA array of 1024 bytes'
mistake past 7 'out-of-bounds: .*at byte 64, but the surface has 64 bytes a row'
mistake elements 7 'misaligned: .*at byte 1 of a row'
mistake race 0 'race: .*kernel write'
mistake narrow_race 0 'race: .*kernel write_narrow'
# What is refused returns CUDA's error and is explained; the program goes on.
check refused exits_with 0 "$grade" run --quiet --verbose "$programs/texture_mistakes" refused
check refused_returns diff -u tests/run_programs/texture_mistakes.expected "$work/output"
check refused_explains complains '14 findings.*does not fit a CUDA array of 64 bytes x 1 rows.*Only floats can be filtered'
# Kernels that launch kernels.
check launches prints_what_is_expected launches
check launches_finds_nothing no_findings
wrong_launch() { # mistake, what the program says, what the report says
    check "launches_$1" exits_with 0 "$grade" run --quiet --limit 10000000 "$programs/launches_wrong" "$1"
    check "launches_$1_result" says "^$2"
    check "launches_$1_is_found" complains "1 finding .*$3"
}
wrong_launch past 'cudaErrorIllegalAddress' \
    'out-of-bounds: .* launches_wrong.cu:10, kernel fill, block \(1,0,0\), thread \(36,0,0\)'
wrong_launch too_large 'cudaSuccess, 9 ' \
    'launch: The launch of fill fails with cudaErrorInvalidConfiguration: a block of 2048 .* launches_wrong.cu:19, kernel too_large'
wrong_launch no_stream 'cudaSuccess, 400 ' 'cudaLaunchDeviceV2 fails with cudaErrorInvalidResourceHandle'
wrong_launch too_many 'cudaSuccess, 1024 ' 'cudaErrorLaunchPendingCountExceeded: .*first of 1024 times'
wrong_launch for_ever 'cudaErrorLaunchTimeout' 'timeout: .* launches_wrong.cu:34, kernel for_ever'
wrong_launch own_array 'cudaSuccess, 1 ' 'cudaMemcpyAsync fails with cudaErrorInvalidValue: one of its addresses is in local'
wrong_launch copy_past 'cudaErrorIllegalAddress' 'write 404 bytes, and only 400 are left .* launches_wrong.cu:43'
wrong_launch endless_rows 'cudaErrorLaunchTimeout' 'timeout: .* launches_wrong.cu:48, kernel endless_rows'
check launches_no_kernel exits_with 0 "$grade" run --quiet "$programs/launches_wrong" no_kernel
check launches_no_kernel_result says '^cudaSuccess, 1 '
wrong_launch freed_early 'cudaErrorIllegalAddress' 'memory that free\(\) has freed .* kernel fill'
wrong_launch wrong_free 'cudaErrorIllegalAddress' 'free\(\) of .* launches_wrong.cu:64'
wrong_launch race 'cudaSuccess' 'race: .* kernel last_wins'

# Graphs that choose and repeat.
check conditional prints_what_is_expected conditional
check conditional_finds_nothing no_findings
check conditional_wrong exits_with 0 "$grade" run --quiet "$programs/conditional" wrong
check conditional_wrong_is_found complains 'launch: cudaGraphSetConditional fails with cudaErrorInvalidValue: 0x3039 is not a handle'

# Several devices.
on_three_devices() {
    exits_with 0 "$grade" run --quiet --devices 3 "$programs/devices" "$@"
}
all_devices() {
    on_three_devices && diff -u tests/run_programs/devices.expected "$work/output" >"$work/errors"
}
check devices all_devices
check devices_peer on_three_devices peer
check devices_peer_result says '^3 devices cudaSuccess cudaErrorIllegalAddress'
check devices_peer_is_found complains 'out-of-bounds: This would read 4 bytes in memory of device 0. .*cudaDeviceEnablePeerAccess\(0, 0\) while device 1'
check devices_stream on_three_devices stream
check devices_stream_result says '^3 devices cudaErrorInvalidResourceHandle'
check devices_stream_is_found complains 'the stream was not created on the current device'
check one_device exits_with 0 "$grade" run --quiet "$programs/devices" peer
check one_device_is_one says '^1 devices cudaSetDevice\(device\): cudaErrorInvalidDevice'
check too_many_devices exits_with 2 "$grade" run --devices 17 "$programs/devices"

# Thread block clusters.
check clusters exits_with 0 "$grade" run --quiet "$programs/clusters"
check clusters_results diff -u tests/run_programs/clusters.expected "$work/output"
wrong_cluster() { # mistake, the error, what the report says
    check "clusters_mistake_$1" exits_with 0 "$grade" run --quiet "$programs/clusters" "$1"
    check "clusters_mistake_$1_result" says "^$2 \$"
    check "clusters_mistake_$1_is_found" complains "$3"
}
wrong_cluster 1 cudaErrorIllegalAddress 'asks for the shared memory of the block of rank 2. The cluster has 2 blocks'
wrong_cluster 2 cudaErrorIllegalAddress 'byte 128 of the shared memory of block [01] of the cluster; a block has 128'
wrong_cluster 3 cudaSuccess 'uninitialised: .*the shared memory of another block of the cluster'
wrong_cluster 4 cudaErrorIllegalAddress 'of block 1 of the cluster, which has not begun or has ended'
check clusters_elsewhere exits_with 0 "$grade" run --quiet --gpu t4 "$programs/clusters" 0
check clusters_elsewhere_are_refused complains 'cudaErrorInvalidClusterSize'
# Bulk copies, mbarriers of other blocks, kernels that may begin early.
check asynchronous prints_what_is_expected asynchronous
check asynchronous_finds_nothing no_findings
wrong_copy() { # mistake, the error, what the report says
    check "asynchronous_mistake_$1" exits_with 0 "$grade" run --quiet "$programs/asynchronous" $1
    check "asynchronous_mistake_$1_result" says "^$2"
    check "asynchronous_mistake_$1_is_found" complains "$3"
}
wrong_copy 1 cudaErrorLaunchFailure 'is deadlocked: this mbarrier still expects 0 arrivals and 16 bytes.* asynchronous.cu:36'
wrong_copy 2 cudaSuccess 'race: .*uninitialised: .*byte 0 of shared memory.* asynchronous.cu:37, kernel doubled'
wrong_copy 3 cudaErrorMisalignedAddress 'source address of a bulk copy .* the remainder is 4.* asynchronous.cu:31'
wrong_copy 4 cudaErrorIllegalAddress 'write 16 bytes, 0 bytes past the end of an allocation.* asynchronous.cu:41'
wrong_copy 5 cudaErrorLaunchFailure 'an mbarrier that nobody has initialised.* asynchronous.cu:3[14]'
wrong_copy '1 tensor' cudaErrorIllegalInstruction 'cp.async.bulk.tensor.*asynchronous.cu:123, kernel tensor'
check limits prints_what_is_expected limits
check limits_of_the_bound complains '256 x 1 x 1 is 256 threads, and __launch_bounds__ promises at most 128'
check limits_not_asked_for complains '50000 bytes of dynamic shared memory .* the 49152 bytes'
check limits_asked_for complains '50001 bytes of dynamic shared memory .* the 50000 bytes'
check registers prints_what_is_expected registers
check registers_are_counted complains 'hungry fails with cudaErrorLaunchOutOfResources .*the most is 65536.*registers.cu:27'
check registers_of_maxrregcount exits_with 0 "$grade" run --quiet "$programs/registers_limited"
check registers_of_maxrregcount_fit no complains OutOfResources
check registers_of_maxrregcount_launch no says OutOfResources

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
check divides exits_with 136 "$grade" run "$programs/ends" divide
check divides_is_no_pointer_fault complains 'host-arithmetic: Host code divides an integer by zero'
check status_above_128 exits_with 200 "$grade" run "$programs/ends" status_200
check status_above_128_is_its_own no complains 'signal'
check error_exitcode exits_with 9 "$grade" run --error-exitcode 9 "$programs/ends" success
check error_exitcode_is_not_asked_for exits_with 0 "$grade" run "$programs/ends" success
check error_exitcode_of_a_failure exits_with 7 "$grade" run --error-exitcode 9 "$programs/ends" past
check killed exits_with 137 "$grade" run "$programs/ends" kill
check killed_is_said complains 'ended by signal 9'

# Kernels that do not end: a limit, and Ctrl-C, which still reports.
check limit exits_with 7 "$grade" run --limit 5000000 "$programs/ends" endless
check limit_is_found complains 'timeout: The kernel was stopped after 5 million thread-instructions.*kernel wait_for'
# What a kernel printed before it was stopped is shown.
check printed exits_with 7 "$grade" run --quiet --limit 5000000 "$programs/ends" say_endless
check printed_before_the_limit says '^thread 0 was here thread 1 was here cudaErrorLaunchTimeout'
check printed_fault exits_with 7 "$grade" run --quiet "$programs/ends" say_past
check printed_before_the_fault says '^block 0 was here block 1 was here cudaErrorIllegalAddress'
interrupt() {
    setsid "$grade" run "$programs/ends" endless >"$work/output" 2>"$work/errors" &
    local group=$!
    sleep 1.5
    kill -INT -- -$group
    wait $group
    (($? == 130))
}
check interrupt interrupt
check interrupt_reports complains 'ended from outside.*interrupted: The kernel was stopped after .*when the run was ended'
terminate() { # the whole group, as `timeout` and schedulers do
    setsid "$grade" run "$programs/ends" endless >"$work/output" 2>"$work/errors" &
    local group=$!
    sleep 1.5
    kill -TERM -- -$group
    wait $group
    (($? == 143))
}
check terminate terminate
check terminate_reports complains 'ended from outside.*interrupted: The kernel was stopped after .*when the run was ended'
hang_up() { # the terminal is closed
    setsid "$grade" run "$programs/ends" endless >"$work/output" 2>"$work/errors" &
    local group=$!
    sleep 1.5
    kill -HUP -- -$group
    wait $group
    (($? == 129))
}
check hang_up hang_up
check hang_up_reports complains 'ended from outside.*interrupted: The kernel was stopped after .*when the run was ended'
killed() { # grade alone, while the program is busy without CUDA
    setsid "$grade" run "$programs/ends" sleep >"$work/output" 2>"$work/errors" &
    local group=$!
    sleep 1.5
    kill -KILL $group
    wait $group
    sleep 0.5
    ps -eo pgid=,stat=,args= | awk -v group=$group '$1 == group && $2 !~ /^Z/ { print; found = 1 } END { exit found }' >"$work/errors"
}
check killed_leaves_nothing_running killed
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
check limits_of_one_process exits_with 0 "$grade" run --quiet "$programs/ends" limits
check limits_end_with_it says '^1 0 $'
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
check json_lines json_says '"lines":\[\{"kernel":"[a-z_]+","file":"[^"]*ends.cu","line":[0-9]+,'
check json_sources json_says '"sources":\[\{"file":"[^"]*ends.cu","text":"'
check gpu exits_with 7 "$grade" run --gpu t4 "$programs/ends"
check gpu_is_named complains 'On a simulated .*T4'

# A finding without a line says how to get one. As nvcc builds it, with its own compression.
check plain_program nvcc -cudart shared -arch=compute_75 -code=compute_75 -I. tests/run_programs/ends.cu -o "$work/plain"
check plain_program_runs exits_with 7 "$grade" run --quiet "$work/plain" past
check plain_program_is_told_the_option complains 'Build the program with -lineinfo to see the line'
strip -g "$programs/many_findings" -o "$work/stripped"
check without_host_lines exits_with 139 "$grade" run --quiet "$work/stripped" host
check without_host_lines_is_told_the_option complains 'Build the program with -g .nvcc -Xcompiler -g. to see the line'
check with_lines exits_with 7 "$grade" run --quiet "$programs/ends" past
check with_lines_asks_for_no_option no complains 'Build the program with'

# What cannot be run is said before it starts, with what to do.
check not_there exits_with 2 "$grade" run ./no_such_program
check source_file exits_with 2 "$grade" run tests/run_programs/ends.cu
check source_file_is_told_how complains 'Build it first: nvcc -cudart shared -arch'
check script exits_with 2 "$grade" run tests/run
check script_is_told complains 'not a 64-bit program'
check static exits_with 2 "$grade" run "$programs/ends_static"
check static_is_told complains 'linked into this program statically.*-cudart shared'
check no_program exits_with 2 "$grade" run
finish
