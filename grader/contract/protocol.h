// The messages between the student's process, the device process and the grader.
//
// One stream socket joins the student's process (our libcudart) to `device`, another joins the grader to
// `device`. Each request is one MessageHead and `size` bytes of payload; the answer is one ReplyHead and
// `size` bytes. A side never sends a second request before the answer to the first, with one exception: while
// `device` serves GRADER_CALL it sends the student STUDENT_CALL and then answers the student's requests until
// CALL_RETURNED arrives.
//
// Native byte order and layout: both ends are built together and run on one machine. The student's end is
// hostile: `device` checks every field, and the grader reads nothing that the student wrote.
#ifndef WARPBOOK_PROTOCOL_H
#define WARPBOOK_PROTOCOL_H

#include <stddef.h>
#include <stdint.h>

#define GPU_DEFAULT "h200" // what is simulated where nobody names a GPU

enum {
    PROTOCOL_VERSION = 2,
    MESSAGE_ARGS = 8,
    MAX_DEVICES = 16, // in one simulated machine
    MESSAGE_CALLERS = 6,
    STUDENT_SOCKET_FD = 3, // where the student's process finds its socket
    SHARED_MEMORY_FD = 4,  // and, where HELLO_SHARES_MEMORY is set, the file behind shared memory
};

// Device addresses lie in [DEVICE_ADDRESS_BASE, DEVICE_ADDRESS_END): never mapped in the student's process,
// so that a host dereference of a device pointer always faults.
#define DEVICE_ADDRESS_BASE 0x200000000000ull
#define DEVICE_ADDRESS_END  0x210000000000ull

typedef struct {
    uint32_t call;   // one of MessageCall
    uint32_t device; // current one of the thread that asks
    uint64_t size;   // bytes of payload that follow
    // Of work in a stream, and of synchronisation: the stream, as CUDA names it (0, 1, 2: the default streams); a
    // number of the host thread that asks; 1 where the host goes on only when it is done.
    uint64_t stream;
    uint32_t thread, waits;
    uint64_t arg[MESSAGE_ARGS];
    // Return addresses of the call, innermost first, relative to the load address of the student's file; only
    // frames inside that file, 0 where there are fewer. For messages with a source line.
    uint64_t caller[MESSAGE_CALLERS];
} MessageHead;

typedef struct {
    uint32_t error; // a cudaError_t value, 0 for success
    uint32_t unused;
    uint64_t size; // bytes of payload that follow
    uint64_t value[4];
} ReplyHead;

typedef enum {
    // From the student's process. Payload and results after the colon.
    CALL_HELLO = 1,    // arg0 PROTOCOL_VERSION, arg1 CUDART_VERSION -> value0: HelloFlags
    CALL_DEVICE_COUNT, // -> value0
    CALL_PROPERTIES,   // arg0 device -> payload DeviceDescription
    CALL_ATTRIBUTE,    // arg0 cudaDeviceAttr, arg1 device -> value0 (as int)
    CALL_SET_DEVICE,   // arg0 device
    CALL_RESET,        // cudaDeviceReset
    CALL_SYNCHRONIZE,  // waits for all work; payload of the reply: text that kernels printed
    CALL_MALLOC,       // arg0 bytes -> value0 device address; not waited for: cudaMallocAsync
    CALL_MALLOC_PITCH, // arg0 width bytes, arg1 height -> value0 address, value1 pitch
    CALL_FREE,         // arg0 address; not waited for: cudaFreeAsync
    CALL_MEM_INFO,     // -> value0 free, value1 total
    CALL_WRITE,        // host to device: arg0 address, arg1 as below; payload: the bytes
    CALL_READ,         // device to host: arg0 address, arg1 bytes, arg2 as below -> payload: the bytes
    CALL_COPY,         // device to device: arg0 dst, arg1 src, arg2 bytes
    CALL_WRITE_2D, // arg0 dst, arg1 dst pitch, arg2 width, arg3 height, arg4, arg5 as below; payload packed rows
    CALL_READ_2D, // arg0 src, arg1 src pitch, arg2 width, arg3 height, arg4, arg5 as below -> packed rows
                  // Below: where the host's end is page-locked, its address there, and then its pitch.
    CALL_COPY_2D, // arg0 dst, arg1 dst pitch, arg2 src, arg3 src pitch, arg4 width, arg5 height
    CALL_FILL,    // cudaMemset: arg0 address, arg1 byte value, arg2 bytes
    CALL_FILL_2D, // arg0 address, arg1 pitch, arg2 byte value, arg3 width, arg4 height, arg6
                  // bytes of an element, whose value arg2 then is: 2, 4
    // In these, arg0 is the number of the file (0: the one given at the start, else as CALL_LOAD answered)
    // and arg1
    // the address of the fat binary in it. A name may stand in several; where none is at that place, any will
    // do.
    CALL_REGISTER_FUNCTION, // payload: device name (no NUL) -> value0 handle (0: not in the module), payload
                            // KernelLayout
    CALL_REGISTER_VARIABLE, // payload: device name -> value0 address, value1 bytes, value2 1 for __constant__
    CALL_LAUNCH, // arg0 handle, arg1 grid x | y << 32, arg2 grid z | block x << 32, arg3 block y | z << 32,
                 // arg4 dynamic shared bytes, arg6 flags (1: cooperative) and from bit 16
                 // on, 8 bits each, the x, y and z of a cluster (0: as the kernel has it); payload:
                 // parameters; arg5 1: nobody sees what this call returns, as with <<<...>>>
    CALL_FUNCTION_INFO, // arg0 handle -> payload FunctionDescription
    CALL_FUNCTION_SET,  // arg0 handle, arg1 cudaFuncAttribute, arg2 value
    CALL_OCCUPANCY,     // arg0 handle, arg1 threads a block, arg2 dynamic shared bytes -> value0 blocks an SM
    CALL_STREAM_CREATE, // arg0 flags, arg1 priority -> value0 stream (never 0, 1 or 2)
    CALL_STREAM_DESTROY,     // arg0 stream
    CALL_STREAM_SYNCHRONIZE, // of the head's stream; reply payload as CALL_SYNCHRONIZE
    CALL_STREAM_WAIT_EVENT,  // arg0 event; the head's stream waits
    CALL_EVENT_CREATE,       // arg0 flags -> value0 event
    CALL_EVENT_DESTROY,      // arg0 event
    CALL_EVENT_RECORD,       // arg0 event; in the head's stream
    CALL_EVENT_SYNCHRONIZE,  // arg0 event; reply payload as CALL_SYNCHRONIZE
    CALL_EVENT_ELAPSED,      // arg0 start, arg1 end -> value0: float milliseconds as its 32 bits
    CALL_RETURNED,           // the function asked for by STUDENT_CALL has returned; no reply
    CALL_HOST_FAULT, // arg0 address that the host code touched, arg1 signal, arg2 1: the stack has no room left;
                     // caller[0]: where; no reply
    CALL_UNSUPPORTED, // arg0 1: of a library like cuBLAS; payload: name of a call that is not simulated
                      // -> cudaErrorNotSupported
    CALL_MISUSE, // arg0 cudaError_t that the call returns, arg1 1: it was given a null pointer; payload: a
                 // sentence that says what is wrong with it

    // Only where HELLO_PROGRAM is set: a program of the user's own, not a submission.
    CALL_LOAD, // payload: path of a file with device code, to be used from now on -> value0 its number
    // Only where HELLO_SHARES_MEMORY is set. The bytes of a shared address A are those of SHARED_MEMORY_FD at
    // A - DEVICE_ADDRESS_BASE, in whole pages, and the student's process maps them at A.
    CALL_ALLOCATE_SHARED, // arg0 bytes, arg1 offset that the address is to have in its page -> value0 address
    CALL_SHARE_VARIABLE,  // as CALL_REGISTER_VARIABLE, of a __managed__ variable
    CALL_SET_HEAP,        // arg0 bytes that malloc() in kernels may give out at once
    // CUDA arrays, textures and surfaces, likewise. Handles are numbers of `device`'s own.
    CALL_ARRAY_CREATE, // payload ArrayDescription -> value0 handle of the array, or of the mipmapped array
    CALL_ARRAY_FREE,   // arg0 handle, arg1 1: of a mipmapped array
    CALL_ARRAY_LEVEL,  // arg0 handle of a mipmapped array, arg1 level -> value0 handle of an array
    CALL_ARRAY_INFO,   // arg0 handle of an array -> payload ArrayDescription
    CALL_ARRAY_PLACE, // of a copy: arg0 handle, arg1 byte of the row, arg2 row, arg3 slice, arg4 bytes a row,
                      // arg5 rows, arg6 slices, arg7 1: a single row may run on into the next ones
                      // -> value0 address, value1 pitch, value2 rows of a slice
    CALL_TEXTURE_CREATE,  // payload TextureDescription -> value0 handle
    CALL_TEXTURE_DESTROY, // arg0 handle, arg1 1: of a surface object
    CALL_SET_PENDING,     // arg0 launches from a kernel's grid that may wait at once; program only
    CALL_PEER,            // arg0 device, whose memory the current one may use from now on, arg1 1: yes, 0: no
    CALL_CLUSTERS, // arg0 handle, arg1 grid x | y << 32, arg2 grid z, arg3 threads a block, arg4 dynamic
                   // shared bytes, arg5 cluster x, y, z, 8 bits each -> value0 clusters at once, value1
                   // largest cluster
    CALL_OWNER,    // arg0 address or, where arg1 is 1, stream -> value0 its device
    CALL_ERROR_SEEN, // arg0 cudaError_t of a refused <<<...>>> that a later call has handed to the student's code
    CALL_STREAM_QUERY, // of the head's stream -> cudaErrorNotReady, or as CALL_SYNCHRONIZE
    CALL_EVENT_QUERY,  // arg0 event -> likewise
    CALL_HOST_ACCESS, // the host uses memory that copies use: arg0 its address, arg1 bytes, HOST_ACCESS_MOST at
    // most, arg2 1: it writes, arg3 HostAccess, arg4 1: in a host function in the head's stream
    // -> value0 1: work under way uses the bytes, too
    CALL_HOST_FUNCTION, // arg0 HostFunctionStep, arg1 one of HOST_FUNCTIONS_MOST places -> value0
    CALL_PLAY, // only where games were sent: arg0 one of PlayStep, arg1 game -> value0: the bits of a double, milliseconds on
    // the played host's clock. PLAY_FAULT without games, too: arg1 one of PlayedFault, which lasts until another one comes, or the
    // call of the student's function ends

    // From device to the student's process, on the same socket, only while no request is open.
    STUDENT_CALL = 100, // payload: CallRequest, then per argument uint64 size and its bytes padded to 8

    // From the grader.
    GRADER_HELLO =
        200,    // -> payload: text: name of the device; error 1: the file could not be used, payload says why
    GRADER_GPU, // -> payload DeviceDescription: what the student's process is told about the GPU
    GRADER_ALLOCATE, // arg0 bytes, arg1 1: initialised, arg2 bytes of an element, arg3 1: an input, whose
    // address the submission gets; payload: name of the parameter, for messages -> value0 address
    GRADER_WRITE, // arg0 address; payload
    GRADER_READ,  // arg0 address, arg1 bytes -> payload
    GRADER_CALL, // payload as STUDENT_CALL; arg0 budget of thread-instructions, arg1 idle limit in ms, arg2 1: warps and
    // blocks in reverse order, arg3 1: races in global memory are not looked for -> value0 CallOutcome, value1 ms in which the host code was waited for
    GRADER_REPLAY, // runs the recorded work again; where that is too much to be repeated in other orders of warps and
    // blocks, it is run in another one. arg0 1: in the first one, and then in others, however much it
    // is -> value0 CallOutcome, value1 1: it was in another order
    GRADER_MODEL, // from now on launches are modelled, and only the blocks that the model looks at run: results are
    // worth nothing, and buffers need no contents. arg0: which other blocks are looked at for what they
    // store and read
    GRADER_VALUES, // after GRADER_MODEL and GRADER_CALL -> payload as grader/contract/sampled_values.h has it. error: no memory
    GRADER_SUPPOSE, // from now on launches are other than they were asked for: arg0 their blocks, x | y << 16 | z << 32,
    // with as many threads along each axis, rounded up to whole blocks, 0: as asked for. For the model:
    // arg1 registers fewer a thread, arg2 DRAM's and arg3 L2's bandwidth in percent of what it is (0:
    // 100), arg4 shared memory of a block likewise
    GRADER_WATCH, // from now on launches are watched, for records of accesses and owners; arg0 address of the output, arg1
    // its elements, arg2 bytes of one, arg3 0, or 1 + the number of a block to be watched. With one
    // worker. error: no memory
    GRADER_STORE,  // from now on it is kept which bytes of device memory are written
    GRADER_STORED, // after GRADER_STORE and GRADER_CALL: arg0 address of a buffer, arg1 its elements, arg2 bytes of one -> payload: a bit
    // for each element, from the lowest bit of the first byte on: was it written? Nothing is kept any more. error: no memory
    GRADER_RUN,    // serves a program of the user's own until it ends -> value0 CallOutcome
    GRADER_REPORT, // arg1 1: with the work; arg0 1: with registers and occupancy, for which ptxas must run -> payload: findings and
                   // counters as text lines, see grader/contract/device_report.h. error: no memory for them
    GRADER_KEEP, // arg0 round, arg1 1: after it, 0: before: remembers what the grader's buffers hold, or its
                 // fingerprints, for GRADER_TIME. error: payload says why it cannot
    GRADER_TIME, // times the recorded work; arg0: thousandths of a percent of the copy's speed, near which
                 // more runs are taken, 0: none -> payload: a `time` record; error: payload says why it
                 // cannot; 1: by the work's fault; NOT_OF_THE_WORK
    GRADER_NEXT, // on a GPU: another case of the same file, as if this process had just been started; arg0
                 // bytes of memory that it may have. After the answer one byte follows with the socket of the
                 // new student's process (SCM_RIGHTS). error 1: this process cannot
    GRADER_WITNESS, // with --witness, after GRADER_CALL: arg0 address of a buffer of 4-byte elements, arg1 to arg3
    // how many along x, y and z, arg4 0, or 1 + the number of a thread of the last launch whose way to
    // where it is now is asked for; payload:
    // numbers of elements, 8 bytes each -> payload: grader/contract/witness_report.h. error: no
    // memory, or no witness
    GRADER_FOLLOW, // with --witness, before GRADER_CALL, for GRADER_WAYS: arg0 salt that chooses what is followed, arg1 of how
    // many times fewer threads than usual, arg2 FollowedBlocks
    GRADER_WAYS, // with --witness, after GRADER_FOLLOW and GRADER_CALL: arg0 address of the output, arg1 to arg3 its elements along x,
    // y and z, arg4 of how many terms each is the sum, 0: not known -> payload: a WaysReport. error: no memory
    GRADER_INPUT, // for GRADER_REPLAY of a function that moves its data itself: arg0 InputElement; payload: an array of the
    // host that it was called with, and as many bytes that take their place wherever it was uploaded
    GRADER_ARRAY, // before GRADER_CALL of such a function: an array of the host that it is called with; arg0 bytes of its name,
    // arg1 bytes of the array, arg2 of an element; payload: the name, then the array, but for the one that it is to fill.
    // error: no room
    GRADER_PLAY, // payload: PlayedGame, one a game, MAX_GAMES at most: what CALL_PLAY plays from now on
    GRADER_TRY, // after GRADER_CALL, on the simulator: the recorded work once more with other device code; arg0 thread-instructions
    // that it may take; payload: the PTX, or, where arg1 is 1, a ChangedLaunch; where it is 2, the PTX of a single block, with which the grid has one -> value0 CallOutcome: OUTCOME_RETURNED where all went well and nothing was found;
    // value1 to value3 what it took, a TriedWork.
    // error: the code cannot be used, or the work not be repeated
    GRADER_QUIT,
} MessageCall;

// What the recorded work took.
typedef struct {
    uint64_t instructions,          // of threads
        stored_bytes, loaded_bytes; // in global memory
} TriedWork;

// By which ways the values of points came, and how many a block works on: the counts of grader/witness/witness.h.
typedef struct {
    uint64_t points, strayed, strayed_line, cut_short, blocks_missed;
    double passed, crossing, alone, columns, again, line;
} WaysReport;

typedef enum {
    HOST_ASKS,     // whether it might
    HOST_TOUCHES,  // it does: a finding where it races
    HOST_RELEASES, // the memory is given back: what used it does not matter any more
    HOST_LISTS     // of shared memory: value0, and as many UsedPages as payload of the reply
} HostAccess;

// Pages that work uses which the host does not know to be done, but those of which it leaves an end alone: other work,
// or a system call, may have that.
typedef struct {
    uint64_t first; // address
    uint32_t pages, written;
} UsedPages;

enum { USED_PAGES_MOST = 1024 }; // in one reply

#define HOST_ACCESS_MOST (64ull << 20)

// A host function of a stream: the host learns that it has run by waiting for the stream, or by what the function does.
typedef enum {
    HOST_FUNCTION_ASKED, // in the head's stream, in place arg1; value0 1: for work that the host may not know to be done
    HOST_FUNCTION_BEFORE, // arg1: of the functions in these places, a bit each, value0 has those that come before the next
                          // work in the head's stream
    HOST_FUNCTION_KNOWN,  // likewise: those of which the host knows that they have run
    HOST_FUNCTION_AWAITED // the host waits for the one in place arg1
} HostFunctionStep;

enum { HOST_FUNCTIONS_MOST = 64 };

typedef enum { INPUT_FLOAT, INPUT_DOUBLE, INPUT_INT } InputElement;

// A GPU that is played, with a kernel whose launches take these milliseconds: the first one, and those after it on the
// average of each two.
typedef struct {
    double first_ms, later_ms;
    uint64_t noise; // what the later ones vary by, see grader/device/play.c
} PlayedGame;

enum { MAX_GAMES = 1024 };

// One game after the other is begun, each once.
typedef enum { PLAY_BEGIN, PLAY_LAUNCH, PLAY_WAIT, PLAY_CLOCK, PLAY_FAULT } PlayStep;

// What fails from now on. FAULT_ANSWERED: nothing, and what the function made of the fault before was right.
typedef enum { FAULT_NONE, FAULT_MEMORY, FAULT_ANSWERED, FAULT_COPY_TO, FAULT_COPY_BACK } PlayedFault;

// The error of GRADER_KEEP and GRADER_TIME that is the machine's fault, or its driver's.
enum { NOT_OF_THE_WORK = 2 };

// What the student's end may use, in the answer to CALL_HELLO.
enum { HELLO_PROGRAM = 1, HELLO_SHARES_MEMORY = 2 };

typedef enum {
    OUTCOME_RETURNED,     // the function came back
    OUTCOME_DISCONNECTED, // the process ended or died inside the call
    OUTCOME_TIMEOUT,      // host code ran or slept past the limit
    OUTCOME_HOST_FAULT,   // host dereference of a device pointer, or another fault that the process reported
    OUTCOME_PROTOCOL,     // the process sent nonsense
    OUTCOME_NOT_REPLAYABLE, // GRADER_REPLAY: the recorded work read device data back to the host
} CallOutcome;

// STUDENT_CALL's payload starts with this.
typedef struct {
    char name[64];      // entry point, NUL-terminated: "launch_stencil"
    uint64_t arg_count; // arguments that follow
} CallRequest;

// Where a kernel wants each parameter inside the parameter block. A block has at most 32764 bytes (CUDA C++ Programming
// Guide, "__global__ Function Parameters"), so that many parameters.
enum { MAX_PARAMETERS = 32764 };
typedef struct {
    uint32_t count;
    uint32_t block_size; // bytes
    struct {
        uint32_t offset, size;
    } param[MAX_PARAMETERS]; // the first `count` are sent
} KernelLayout;

// What cudaGetDeviceProperties and cudaDeviceGetAttribute are answered from. Units as in CUDA: bytes, kHz,
// bits.
typedef struct {
    char name[256];
    uint64_t total_global_memory, total_constant_memory;
    uint64_t shared_per_block, shared_per_block_optin, shared_per_sm, shared_reserved_per_block;
    uint64_t l2_bytes, memory_pitch_max, texture_alignment;
    uint32_t registers_per_block, registers_per_sm;
    uint32_t warp_size, threads_per_block_max, threads_per_sm, blocks_per_sm;
    uint32_t block_max[3], grid_max[3];
    uint32_t major, minor, sm_count;
    uint32_t clock_khz, memory_clock_khz, memory_bus_bits;
    uint32_t driver_version; // as cudaDriverGetVersion: 13000
} DeviceDescription;

// A CUDA array. Sizes in elements; height and depth are 0 where the array has none.
typedef struct {
    uint64_t width, height, depth; // depth: layers too, and the faces of cube maps
    uint32_t levels;               // of a mipmapped array, else 0
    uint32_t flags;                // as cudaMalloc3DArray takes them
    uint32_t bits[4];              // of each channel: struct cudaChannelFormatDesc
    uint32_t kind;                 // enum cudaChannelFormatKind
} ArrayDescription;

enum { ARRAY_LAYERED = 1, ARRAY_SURFACE = 2, ARRAY_CUBEMAP = 4, ARRAY_GATHER = 8, ARRAY_COLOR = 32 };

// A texture or surface object: struct cudaResourceDesc and struct cudaTextureDesc.
typedef struct {
    uint64_t resource;             // handle of an array or of a mipmapped array, or address
    uint64_t width, height, pitch; // RESOURCE_LINEAR: bytes in `width`; RESOURCE_PITCH: elements, rows, bytes
    uint32_t type;                 // ResourceType, the values of enum cudaResourceType
    uint32_t surface;              // 1: a surface object, of an array
    uint32_t bits[4], kind;        // of memory; an array knows its own
    uint32_t address_mode[3], filter_linear, levels_linear, normalized_values, normalized_coordinates, srgb;
    float border[4], level_bias, level_min, level_max;
} TextureDescription;

typedef enum { RESOURCE_ARRAY, RESOURCE_MIPMAPPED, RESOURCE_LINEAR, RESOURCE_PITCH } ResourceType;

// What cudaFuncGetAttributes is answered from.
typedef struct {
    uint64_t shared_bytes, const_bytes, local_bytes;
    uint32_t threads_max, registers, ptx_version, binary_version;
    uint64_t dynamic_shared_max;
} FunctionDescription;

#endif
