// The text that `device` answers GRADER_REPORT with: what was found and counted since the last GRADER_CALL.
//
// One record a line. A record is its kind, then fields KEY=VALUE, separated by tabs; in values a tab is
// written \t, a newline \n, a backslash \\. Unknown kinds and keys are to be ignored. Order is deterministic.
//
//   finding
//   check=race|out-of-bounds|uninitialised|barrier|misaligned|host-dereference|host-arithmetic|host-crash|timeout|launch|
//                  leak|assert|read-only|input-written|trap|interrupted|not-simulated|out-of-memory
//            fatal=0|1 (1: the kernel or the case was stopped there)   count=N occurrences
//            kernel=NAME (demangled, without parameters)   file=PATH line=N column=N (absent where not known)
//            call_line=N of the call that the line is inlined into, in the user's files (absent where there is none)
//            block=X,Y,Z thread=X,Y,Z (absent for host findings)
//            other_file= other_line= other_block= other_thread= other_what=   (the other access of a race, the
//                  allocation's line for out-of-bounds and leaks)
//            facts=NAME,NAME...   what the message says, for explanations (grader/contract/finding_facts.h)
//            absent_thread=X,Y,Z   which a barrier, or an operation of its warp, waits for in vain
//            wait_file= wait_line=   the wait that facts of an asynchronous copy speak of   wait_left=N groups that it leaves open
//            wait_most=N that it might leave open for the copy to be there (both absent where it leaves none)
//            bytes=N of the access   at=N room=N   which byte of the block's shared memory, or which element of an array of the
//                  grader's, and how many there are; `at` is negative before the start (absent where not known)
//            message=one or two sentences: what happened, in words for a student
//            next=one sentence: what to do about it
//   departure  a barrier that opened when threads of the block (other_thread=) had left the kernel, which is allowed by itself:
//            as a finding
//   launch   kernel=NAME grid=X,Y,Z block=X,Y,Z shared=BYTES count=N times in a row, file= line= of the call
//   kernel   name=NAME, then every counter of the JSON contract as KEY=NUMBER, summed over launches
//            shared_bytes_per_block=BYTES (static and dynamic, the largest of the launches)
//            Where GRADER_REPORT asks for occupancy and ptxas can say it:
//            registers_per_thread=N   registers_target=sm_NN (the GPU that ptxas counted them for; another
//                  than the simulated one where this ptxas has no such GPU)
//            theoretical_occupancy_percent=NUMBER (warps that an SM holds at a time, of those that it has
//                  room for; the smallest of the launches; launch__registers_per_thread and
//                  sm__maximum_warps_per_active_cycle_pct of ncu)
//            instance=NAME (with arguments of templates and parameters)   symbol=NAME (mangled)
//   configuration  grid=X,Y,Z block=X,Y,Z dynamic_shared_bytes=BYTES of launches of the kernel above (block 0,0,0: of all
//            configurations for which there was no room)   shared_bytes_per_block=BYTES
//            theoretical_occupancy_percent=NUMBER where it is known, then the counters of all these launches that are not
//            zero, which add up to those of the kernel
//   contribution  count=N launches of the kernel above that stored to global memory, with the same blocks, and
//            counted the same (0: there were more kinds of them than are told)   block=X,Y,Z
//            shared_bytes_per_block=BYTES, then the counters of one of them that are not zero
//   refused  grid=X,Y,Z block=X,Y,Z of a launch that CUDA refuses; the first ones alone   seen=0|1 (1: the call itself or a later one
//            has handed the error to the student's code)   file= line= of the launch   seen_file= seen_line= of that later call
//   move     kind=allocate|free|to|back|on|fill|launch|no room|failed copy   what the host code of a function that moves its data asked for, in
//            order, the first ones alone; or played launch|played wait|played clock, of the first game; times=N in a row; at=ADDRESS bytes=N room=BYTES of the allocation there (0: none)
//            holds=NAME of the array whose beginning was uploaded (absent: of none)   error=N cudaError_t   file= line=
//   played   game=N (from 0) launches=N waits=N clock=N   what a game of CALL_PLAY was asked for, how often
//   line     kernel=NAME instance=NAME file=PATH line=N, then the counters that are not zero on this line
//   time     (the answer to GRADER_TIME) ms= copy_ms= percent_of_copy= runs= spread_percent=
//            low= high= (percent_of_copy lies between them, at 99.7 %)
//            bytes=N (of the grader's buffers)   floor_ms=NUMBER (what the memory alone takes for them at its
//            peak) cold_start_ms= cold_ms= (by this machine's clock: starting the GPU and loading the
//            kernels, then the
//                  first launch of this process)
//   listed   (where it was asked for) kernel= instance= grid= block= shared=BYTES of a launch, its counters, and what the model of
//            time says: the names of grader/session/modelled.h
//   spread   of the launch listed last, where samples alone run: what blocks all over its grid do: their counters, from begin
//            to end, and of all blocks stored= read=BYTES of device memory, different ones, stored_error= read_error= standard
//            errors of both
//   modelled_line   file= line= instructions_percent= time_percent= of the launch listed last: what the line has of its
//            machine instructions and of its modelled time
//   Where GRADER_WATCH was asked for:
//   shape    runs=LANE:COUNT:OFFSET:STEP ...   the addresses of a warp's lanes: bytes from that of its first active lane.
//            Shapes are numbered from 0, in their order
//   access   place=N (from 0) launch=N kernel=NAME grid=X,Y,Z shape=X,Y,Z (of the block) block=X,Y,Z file= line= column=
//            what=load|store|atomic space=global|shared element=BYTES of a lane   buffer=NAME buffer_bytes=N: one memory
//            instruction in one block of the first launch of a kernel
//   visits   place=N visits=WARP:BASE:SHAPE:STEP:NUMBER[:FROM:LANES] ...   in the order of the run; BASE: bytes from the
//            buffer's start, or from that of shared memory, to the first active lane's address; STEP: barriers that the
//            block had passed; NUMBER: of the visit, among all. Of a store to shared memory FROM is the visit of the same
//            warp that has loaded its values from global memory, and LANES a bit for each lane of which that is so
//   owners   first=N runs=OWNER:COUNT ...   cells of the output from the first on, and 1 + the number of the block that
//            wrote them last, 0: none
//   limits   name=GPU and what runs out on an SM of it: the names of GPU_LIMITS in grader/session/records.h
//   path_file name=PATH   files that paths go through, numbered from 0
//   path     launch= kernel= grid= shape= block= as of an access, warp=N cut=1 (there were more steps than are told)
//   path_steps steps=FILE:LINE:LAST:LANES:INSTRUCTIONS ...   of the path before it: stretches of code that the warp ran with
//            these lanes, from LINE to LAST (0: not known), and how many instructions of PTX it executed there
//   Where GRADER_REPORT asks for the work, and it is not too much (grader/device/plan_of_work.c):
//   step     kind=launch symbol=MANGLED signature= grid= block= shared=BYTES cooperative=0|1 params=HEX
//            pointers=OFFSET:BUFFER:BYTE ... (of the parameters, words that point into a buffer) sizes=OFFSET:BYTES ... (of each
//            parameter); or kind=write at=BUFFER:BYTE data=HEX; kind=fill at= value= bytes=; kind=copy at= from= bytes=
//   buffer   name= bytes= element= variable=0|1 (of the module, of that name) written=0|1 (the grader's, filled before the call):
//            numbered from 0
//   ptx      text=...   the next piece of the PTX that the kernels are in
//   watched  cut=1: there were more accesses than are told
//   work     launches=N copies=N reads_back=BYTES (device-to-host bytes that the launch function asked for)
//            returned=BYTES (of these, the ones that it then wrote to the grader's buffers, unchanged)
//            copied_bytes=BYTES (device to device)
//            digest=N (of all that was asked for, the launches' arguments among it; 0: not all of it is known)
//            race_unchecked_launches=N race_unchecked_bytes=BYTES (absent where 0: launches in which memory
//            did not
//                  suffice for the race check's records of all that they may store to; the most that one left
//                  out. Absent, too, where that is a submission's own fault, of which there is a finding)
//            findings_left_out=N (absent where 0: places for which there was no room)
//            order_unchecked=1 (absent where all was: memory did not suffice to look for races between streams)
//
// Counters, and what ncu calls those that hardware counts too (_st where it is a store):
//
//   global_load_requests, global_store_requests     l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
//   global_load_sectors, global_store_sectors       l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
//   global_load_bytes, global_store_bytes           smsp__sass_data_bytes_mem_global_op_ld.sum
//   global_sectors_excessive                        derived__memory_l2_theoretical_sectors_global_excessive
//   shared_load_requests, shared_store_requests
//   shared_load_bytes, shared_store_bytes           smsp__sass_data_bytes_mem_shared_op_ld.sum
//   shared_load_bank_conflicts, shared_store_bank_conflicts
//                                                   l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum
//   global_atomic_requests, global_atomic_sectors, global_atomic_bytes
//   shared_atomic_requests, shared_atomic_bytes
//   local_load_bytes, local_store_bytes (of what PTX keeps there: arrays of a thread's own that are indexed at run time; what ptxas
//   spills comes to it on hardware)               smsp__sass_data_bytes_mem_local_op_ld.sum
//   texture_requests (surface accesses too)         l1tex__t_requests_pipe_tex.sum
//   texture_bytes
//   constant_data_bytes (loaded from __constant__ variables to which device memory was copied)
//   copied_bytes (of the case, not of a kernel: copied from device to device by the host)
//   warp_instructions, thread_instructions, branches, divergent_branches, barriers: those of PTX
//   launches, blocks, threads (of a kernel only)    launch__grid_size, launch__thread_count
//   storing_threads, storing_blocks (of a kernel only: of its threads and blocks those that stored to global memory, by stores or
//   atomic operations, once or often)
//
// Bytes are those that active lanes ask for: lanes x bytes of their element, a vector (float4) being one
// element. Lanes that share an element count each; ncu's smsp__sass_data_bytes counts shared bytes once a
// request (seen on an H200), so the two are equal where no lanes share. Atomic operations are neither loads
// nor stores, as in ncu, which has op_atom and op_red for them: they add to their own counters and to
// global_sectors_excessive. A look that only waits counts once, however often it is repeated: loads that are
// volatile, relaxed or acquire, and atomic operations that change nothing, by the same instruction at the same
// addresses with nothing between (grid.sync(), a lock, a barrier by hand). Constant memory has a cache of its own; what the host has put there counts as
// nothing. totals.h adds up what moves values in one way or another. Excessive
// sectors, of loads, stores and atomics, are those beyond what the bytes of a request would fill side by
// side.
#ifndef WARPBOOK_REPORT_FORMAT_H
#define WARPBOOK_REPORT_FORMAT_H

#define REPORT_FIELD_MAX    2048 // bytes of one value, escapes not counted
#define REPORT_LAUNCHES_MAX 256  // launch records, and leaks; further ones are left out

#endif
