// System calls that the headers of an older system do not name.
//
// Calls numbered from 424 on have the same number on all machines.
#ifndef WARPBOOK_JAIL_CALLS_H
#define WARPBOOK_JAIL_CALLS_H

enum {
    CALL_pidfd_send_signal = 424,
    CALL_io_uring_setup = 425,
    CALL_io_uring_enter = 426,
    CALL_io_uring_register = 427,
    CALL_open_tree = 428,
    CALL_move_mount = 429,
    CALL_fsopen = 430,
    CALL_fsconfig = 431,
    CALL_fsmount = 432,
    CALL_fspick = 433,
    CALL_pidfd_open = 434,
    CALL_clone3 = 435,
    CALL_close_range = 436,
    CALL_openat2 = 437,
    CALL_pidfd_getfd = 438,
    CALL_process_madvise = 440,
    CALL_mount_setattr = 442,
    CALL_landlock_create_ruleset = 444,
    CALL_landlock_add_rule = 445,
    CALL_landlock_restrict_self = 446,
    CALL_fchmodat2 = 452,
};

#endif
