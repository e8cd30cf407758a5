// The text that `device` answers GRADER_REPORT with: what was found and counted since the last GRADER_CALL.
//
// One record a line. A record is its kind, then fields KEY=VALUE, separated by tabs; in values a tab is
// written \t, a newline \n, a backslash \\. Unknown kinds and keys are to be ignored. Order is deterministic.
//
//   finding
//   check=race|out-of-bounds|uninitialised|barrier|misaligned|host-dereference|timeout|launch|leak|assert|
//                  trap|not-simulated
//            fatal=0|1 (1: the kernel or the case was stopped there)   count=N occurrences
//            kernel=NAME (demangled, without parameters)   file=PATH line=N column=N (absent where not known)
//            block=X,Y,Z thread=X,Y,Z (absent for host findings)
//            other_file= other_line= other_block= other_thread= other_what=   (the other party of a race, the
//                  allocation's line for out-of-bounds and leaks)
//            message=one or two sentences: what happened, in words for a student
//            next=one sentence: what to do about it
//   launch   kernel=NAME grid=X,Y,Z block=X,Y,Z shared=BYTES count=N times in a row, file= line= of the call
//   kernel   name=NAME launches=N, then every counter of the JSON contract as KEY=NUMBER, summed over
//   launches line     kernel=NAME file=PATH line=N, then the counters that are not zero on this line work
//   launches=N copies=N reads_back=BYTES (device-to-host bytes that the launch function asked for)
//
// Counters: global_load_requests, global_load_sectors, global_store_requests, global_store_sectors,
// global_sectors_excessive, shared_load_requests, shared_store_requests, shared_load_bank_conflicts,
// shared_store_bank_conflicts, warp_instructions, thread_instructions, branches, divergent_branches,
// barriers; a kernel also has shared_bytes_per_block. Requests, sectors and bank conflicts are what ncu
// counts under l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum,
// l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum (and _st), and
// l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum (and _st). Excessive sectors, of loads, stores and
// atomics, are those beyond what the bytes of a request would fill side by side, as ncu's
// derived__memory_l2_theoretical_sectors_global_excessive.
#ifndef WARPBOOK_REPORT_FORMAT_H
#define WARPBOOK_REPORT_FORMAT_H

#define REPORT_FIELD_MAX    2048 // bytes of one value, escapes not counted
#define REPORT_LAUNCHES_MAX 256  // launch records, and leaks; further ones are left out

#endif
