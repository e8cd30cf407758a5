// What is not simulated says so, with the instruction and its line, and only when a thread comes there.
#include "tests/warpsim/check_instruction.h"

// The second line of the kernel is the instruction; `named` is how the message must name it.
static void check_refused(const char *instruction, const char *named) {
    char body[1000];
    snprintf(body, sizeof body,
             "mov.u32 %%r0, 0; mov.b64 %%x0, 0; mov.b64 %%x1, 0;\n%s\nst.u64 [%%out], %%x0;", instruction);
    PtxRun run = {.declarations = ".global .texref tex; .global .surfref surf; .shared .align 16 .b8 s[64];",
                  .body = body,
                  .out_count = 1,
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_NOT_SIMULATED);
    CHECK_EQ(run.error, cudaErrorIllegalInstruction);
    CHECK_HAS(run.message, "not simulated: ");
    CHECK_HAS(run.message, named);
    CHECK_EQ(run.line, 2);
}

TEST(textures_and_surfaces) {
    check_refused("tex.1d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [tex, {%r4}];", "texture reference");
    check_refused("tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%x0, %x1, {%r4, %r5}];", "tex.2d.v4.f32.f32");
    check_refused("tex.2d.v2.f16x2.f32 {%r0, %r1}, [%x0, {%r4, %r5}];", "tex.2d.v2.f16x2.f32");
    check_refused("tld4.r.cube.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%x0, {%r4, %r5, %r6, %r7}];", "tld4.r.cube");
    check_refused("tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}|%p0, [%x0, {%r4, %r5}];", "sparse array");
    check_refused("suld.b.1d.b32.trap %r0, [surf, {%r1}];", "suld.b.1d.b32.trap");
    check_refused("sust.p.1d.b32.trap [%x0, {%r1}], %r2;", "sust.p.1d.b32.trap");
    check_refused("txq.channel_order.b32 %r0, [%x0];", "txq.channel_order.b32");
}

TEST(tensor_cores) {
    check_refused("wmma.load.a.sync.aligned.row.m8n8k128.global.b1 {%r0}, [%x0], %r8;",
                  "wmma.load.a.sync.aligned.row.m8n8k128.global.b1");
    check_refused(
        "mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7}, {%r4, "
        "%r5}, {%r6, %r7}, {%r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7};",
        "mma.sync");
    check_refused(
        "mma.sync.aligned.m8n8k128.row.col.s32.b1.b1.s32.and.popc {%r0, %r1}, {%r4}, {%r6}, {%r7, %r8};",
        "mma.sync");
    check_refused("ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r0, %r1}, [%x0];", "ldmatrix.sync");
    check_refused("wgmma.fence.sync.aligned;", "wgmma.fence");
}

// Of some of them the operands alone are a test: the module must be readable.
TEST(compute_capability_9_and_10) {
    check_refused("cp.async.bulk.tensor.2d.shared::cluster.global.im2col.mbarrier::complete_tx::bytes."
                  "multicast::cluster"
                  ".L2::cache_hint [%r0], [%x0, {%r1, %r2, %r3, %r4}], [%r5], {%h0, %h1}, %h2, %x1;",
                  "cp.async.bulk.tensor.2d.shared::cluster.global.im2col");
    check_refused("cp.async.bulk.prefetch.tensor.2d.L2.global [%x0, {%r1, %r2}];",
                  "cp.async.bulk.prefetch.tensor");
    check_refused("wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {%r0, %r1, %r2, %r3}, %x0, %x1, %r9, "
                  "0, %p0, 1, "
                  "1, 0, 0;",
                  "wgmma.mma_async.sp");
    check_refused("tcgen05.mma.cta_group::1.kind::mxf8f6f4.block_scale.scale_vec::1X [%r0], %x0, %x1, %r1, "
                  "[%r2], [%r3], "
                  "%p0;",
                  "tcgen05.mma.cta_group::1");
    check_refused("multimem.ld_reduce.global.add.f32 %r0, [%x0];", "multimem.ld_reduce");
    check_refused(
        "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%r0], [%r1];",
        "clusterlaunchcontrol");
    check_refused("st.async.weak.global.u32 [%x0], 1;", "st.async.weak.global");
    check_refused("cp.reduce.async.bulk.global.shared::cta.bulk_group.min.f32 [%x0], [%r0], 16;", "min.f32");
}

TEST(forms_of_known_instructions) {
    check_refused("min.xorsign.abs.f32 %r0, %r1, %r2;", "min.xorsign.abs.f32");
    check_refused("atom.global.exch.b128 %x0, [%out], %x0;", "atom.global.exch.b128");
    check_refused("max.xorsign.abs.bf16x2 %r0, %r1, %r2;", "max.xorsign.abs.bf16x2");
    check_refused("fma.rn.oob.f16x2 %r0, %r1, %r2, %r3;", "fma.rn.oob.f16x2");
    check_refused("cvt.rs.f16x2.f32 %r0, %r1, %r2, %r3;", "cvt.rs.f16x2.f32");
    check_refused("add.sat.s16x2 %r0, %r1, %r2;", "add.sat.s16x2");
    check_refused("mov.pred %p0, %is_explicit_cluster;", "mov.pred");
    check_refused("alloca.u64 %x0, 16, 16;", "alloca.u64");
    check_refused("frobnicate.u32 %r0, %r1;", "frobnicate.u32");
}

// Without what `grade run` prepares: as in a lab.
TEST(launches_from_kernels) {
    PtxRun run = {.declarations = ".extern .func (.param .b32 r) __cudaCDP2LaunchDeviceV2(.param .b64 a, "
                                  ".param .b64 b);",
                  .body =
                      "{ .param .b64 a; .param .b64 b; .param .b32 r;\nst.param.b64 [a], %out; st.param.b64 "
                      "[b], 0;\ncall.uni (r), __cudaCDP2LaunchDeviceV2, (a, b); }",
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_NOT_SIMULATED);
    CHECK_EQ(run.error, cudaErrorIllegalInstruction);
    CHECK_HAS(run.message, "not simulated: cudaLaunchDeviceV2 in a kernel");
    CHECK_HAS(run.message, "in a lab");
    CHECK_EQ(run.line, 3);
}

TEST(functions_without_a_body) {
    PtxRun run = {.declarations = ".extern .func (.param .b64 r) mystery(.param .b64 size);",
                  .body = "{ .param .b64 a; .param .b64 b; st.param.b64 [a], 16;\ncall.uni (b), mystery, "
                          "(a); ld.param.b64 %x0, [b]; }",
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_NOT_SIMULATED);
    CHECK_HAS(run.message, "mystery");
    CHECK_EQ(run.line, 2);
}

TEST(nobody_comes_there) {
    PtxRun run = {.body = "mov.u64 %x0, 5; st.u64 [%out], %x0; setp.eq.u32 %p0, %i, 99; @!%p0 bra end;\n"
                          "tex.1d.v4.f32.s32 {%r0, %r1, %r2, %r3}, [%x0, {%r4}];\nend: @%p0 "
                          "wgmma.fence.sync.aligned;",
                  .out_count = 1};
    if (run_ptx(&run)) CHECK_EQ(run.out[0], 5);
}

// The first thread that comes there is named, in the block with the smallest index.
TEST(first_thread) {
    PtxRun run = {.body = "setp.lt.u32 %p0, %i, 45; @%p0 bra end;\ntld4.r.2d.v4.f32.f32 {%r0, %r1, %r2, "
                          "%r3}, [%x0, {%r4, %r5}];\nend:",
                  .block = {64},
                  .grid = {3},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.thread, 45);
    CHECK_EQ(run.line, 2);
}

TEST(trap) {
    PtxRun run = {.body = "setp.eq.u32 %p0, %i, 7;\n@%p0 trap;", .block = {32}, .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_TRAP);
    CHECK_EQ(run.error, cudaErrorLaunchFailure);
    CHECK_EQ(run.thread, 7);
    CHECK_EQ(run.line, 2);
}

TEST(recursion_without_end) {
    PtxRun run = {.declarations = ".func down(.param .b32 v) { .local .b32 l; .reg .b32 %a; ld.param.b32 %a, "
                                  "[v]; st.local.b32 [l], %a;\n"
                                  " { .param .b32 x; st.param.b32 [x], %a; call down, (x); } ret; }",
                  .body = "{ .param .b32 v; st.param.b32 [v], 1; call down, (v); }",
                  .block = {32},
                  .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_HAS(run.message, "nested this deep");
}

// A warp of the simulator has room for 64 K registers of 32 bits.
TEST(kernels_that_no_warp_has_room_for) {
    PtxRun local = {.body = ".local .align 4 .b8 l[600000]; st.local.u32 [l+599996], %i;",
                    .expects_finding = true};
    if (run_ptx(&local)) {
        CHECK_EQ(local.check, CHECK_NOT_SIMULATED);
        CHECK_HAS(local.message, "512 KiB of local memory");
    }
    PtxRun registers = {.body = ".reg .b32 %many<70000>; mov.u32 %many1, %i;", .expects_finding = true};
    if (run_ptx(&registers)) {
        CHECK_EQ(registers.check, CHECK_NOT_SIMULATED);
        CHECK_HAS(registers.message, "this many registers");
    }
}

// Of an argument and a parameter of different sizes, as many bytes are copied as both have.
TEST(arguments_larger_than_the_parameter) {
    PtxRun run = {
        .declarations = ".func (.param .b32 r) f(.param .b32 a) { .reg .b32 %a; ld.param.b32 %a, [a]; "
                        "add.u32 %a, %a, 1; st.param.b32 [r], %a; ret; }",
        .body = "{ .param .align 4 .b8 a[2000]; .param .align 4 .b8 r[2000];\n"
                "st.param.b32 [a], 41; call (r), f, (a); ld.param.b32 %r0, [r]; st.u32 [%mine], %r0; }",
        .out_count = 1};
    if (run_ptx(&run)) CHECK_EQ((u32)run.out[0], 42);
}

TEST(endless_loop) {
    PtxRun run = {.body = "again:\nadd.u32 %r0, %r0, 1; bra again;", .block = {32}, .expects_finding = true};
    if (!run_ptx(&run)) return;
    CHECK_EQ(run.check, CHECK_TIMEOUT);
    CHECK_EQ(run.error, cudaErrorLaunchTimeout);
}

CHECK_MAIN()
