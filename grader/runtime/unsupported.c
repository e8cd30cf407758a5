// Every function of the CUDA runtime that Warpbook does not simulate: it says so in the report, at the
// caller's source line, and returns cudaErrorNotSupported. Each stands here so that programs that contain a
// call to it at least load and run up to it.
//
// Apart from the others because it must not see CUDA's own declarations: no function here looks at its
// parameters.
#include <driver_types.h>

#define EXPORT __attribute__((visibility("default")))

cudaError_t report_unsupported(const char *name);

#define UNSUPPORTED(name)                                                                                    \
    EXPORT cudaError_t name(void) {                                                                          \
        return report_unsupported(#name);                                                                    \
    }

// With the name that programs for per-thread default streams import.
#define UNSUPPORTED_ALSO(name, per_thread_name)                                                              \
    UNSUPPORTED(name)                                                                                        \
    EXPORT __typeof__(name) per_thread_name __attribute__((alias(#name)));

// Calls that we have, but with the parameters of newer toolkits only: built with an older one, this takes
// their place.
#define SINCE_LATER(name)                                                                                    \
    EXPORT __attribute__((weak)) cudaError_t name(void) {                                                    \
        return report_unsupported(#name);                                                                    \
    }

// clang-format off
// Arrays, textures and surfaces
UNSUPPORTED(cudaArrayGetMemoryRequirements)
UNSUPPORTED(cudaArrayGetPlane)
UNSUPPORTED(cudaArrayGetSparseProperties)
UNSUPPORTED(cudaDeviceGetTexture1DLinearMaxWidth)
UNSUPPORTED(cudaExternalMemoryGetMappedMipmappedArray)
UNSUPPORTED(cudaGetTextureObjectResourceViewDesc)
UNSUPPORTED(cudaGraphicsResourceGetMappedMipmappedArray)
UNSUPPORTED(cudaGraphicsSubResourceGetMappedArray)
UNSUPPORTED(cudaGraphicsVDPAURegisterOutputSurface)
UNSUPPORTED(cudaGraphicsVDPAURegisterVideoSurface)
UNSUPPORTED(cudaMipmappedArrayGetMemoryRequirements)
UNSUPPORTED(cudaMipmappedArrayGetSparseProperties)

// Graphs and stream capture
UNSUPPORTED(cudaDeviceGetGraphMemAttribute)
UNSUPPORTED(cudaDeviceSetGraphMemAttribute)
UNSUPPORTED(cudaGraphAddExternalSemaphoresSignalNode)
UNSUPPORTED(cudaGraphAddExternalSemaphoresWaitNode)
UNSUPPORTED(cudaGraphChildGraphNodeGetGraph)
UNSUPPORTED(cudaGraphDestroyNode)
UNSUPPORTED(cudaGraphEventRecordNodeGetEvent)
UNSUPPORTED(cudaGraphEventRecordNodeSetEvent)
UNSUPPORTED(cudaGraphEventWaitNodeGetEvent)
UNSUPPORTED(cudaGraphEventWaitNodeSetEvent)
UNSUPPORTED(cudaGraphExecChildGraphNodeSetParams)
UNSUPPORTED(cudaGraphExecEventRecordNodeSetEvent)
UNSUPPORTED(cudaGraphExecEventWaitNodeSetEvent)
UNSUPPORTED(cudaGraphExecExternalSemaphoresSignalNodeSetParams)
UNSUPPORTED(cudaGraphExecExternalSemaphoresWaitNodeSetParams)
UNSUPPORTED(cudaGraphExecGetFlags)
UNSUPPORTED(cudaGraphExecMemcpyNodeSetParamsFromSymbol)
UNSUPPORTED(cudaGraphExecMemcpyNodeSetParamsToSymbol)
UNSUPPORTED(cudaGraphExecNodeSetParams)
UNSUPPORTED(cudaGraphExternalSemaphoresSignalNodeGetParams)
UNSUPPORTED(cudaGraphExternalSemaphoresSignalNodeSetParams)
UNSUPPORTED(cudaGraphExternalSemaphoresWaitNodeGetParams)
UNSUPPORTED(cudaGraphExternalSemaphoresWaitNodeSetParams)
UNSUPPORTED(cudaGraphHostNodeGetParams)
UNSUPPORTED(cudaGraphKernelNodeCopyAttributes)
UNSUPPORTED(cudaGraphKernelNodeGetAttribute)
UNSUPPORTED(cudaGraphKernelNodeSetAttribute)
UNSUPPORTED(cudaGraphMemcpyNodeGetParams)
UNSUPPORTED(cudaGraphMemcpyNodeSetParamsFromSymbol)
UNSUPPORTED(cudaGraphMemcpyNodeSetParamsToSymbol)
UNSUPPORTED(cudaGraphMemFreeNodeGetParams)
UNSUPPORTED(cudaGraphMemsetNodeGetParams)
UNSUPPORTED(cudaGraphNodeGetDependentNodes)
UNSUPPORTED(cudaGraphNodeSetParams)
UNSUPPORTED(cudaGraphReleaseUserObject)
UNSUPPORTED(cudaGraphRemoveDependencies)
UNSUPPORTED(cudaGraphRetainUserObject)
UNSUPPORTED(cudaUserObjectCreate)
UNSUPPORTED(cudaUserObjectRelease)
UNSUPPORTED(cudaUserObjectRetain)

// Managed and mapped memory
UNSUPPORTED(cudaLibraryGetManaged)
UNSUPPORTED_ALSO(cudaMemDiscardAndPrefetchBatchAsync, cudaMemDiscardAndPrefetchBatchAsync_ptsz)
UNSUPPORTED_ALSO(cudaMemDiscardBatchAsync, cudaMemDiscardBatchAsync_ptsz)
UNSUPPORTED_ALSO(cudaMemPrefetchBatchAsync, cudaMemPrefetchBatchAsync_ptsz)

// Memory pools
UNSUPPORTED(cudaMemGetDefaultMemPool)
UNSUPPORTED(cudaMemGetMemPool)
UNSUPPORTED(cudaMemPoolExportPointer)
UNSUPPORTED(cudaMemPoolExportToShareableHandle)
UNSUPPORTED(cudaMemPoolImportFromShareableHandle)
UNSUPPORTED(cudaMemPoolImportPointer)
UNSUPPORTED(cudaMemSetMemPool)

// Three-dimensional and batched copies
UNSUPPORTED_ALSO(cudaMemcpy3DBatchAsync, cudaMemcpy3DBatchAsync_ptsz)
UNSUPPORTED_ALSO(cudaMemcpyBatchAsync, cudaMemcpyBatchAsync_ptsz)

// Several GPUs and other processes
UNSUPPORTED(cudaDeviceGetHostAtomicCapabilities)
UNSUPPORTED(cudaDeviceGetP2PAtomicCapabilities)
UNSUPPORTED(cudaIpcCloseMemHandle)
UNSUPPORTED(cudaIpcGetEventHandle)
UNSUPPORTED(cudaIpcGetMemHandle)
UNSUPPORTED(cudaIpcOpenEventHandle)
UNSUPPORTED(cudaIpcOpenMemHandle)

// Graphics and other libraries
UNSUPPORTED(cudaDestroyExternalMemory)
UNSUPPORTED(cudaDestroyExternalSemaphore)
UNSUPPORTED(cudaDeviceFlushGPUDirectRDMAWrites)
UNSUPPORTED(cudaDeviceGetNvSciSyncAttributes)
UNSUPPORTED(cudaEGLStreamConsumerAcquireFrame)
UNSUPPORTED(cudaEGLStreamConsumerConnect)
UNSUPPORTED(cudaEGLStreamConsumerConnectWithFlags)
UNSUPPORTED(cudaEGLStreamConsumerDisconnect)
UNSUPPORTED(cudaEGLStreamConsumerReleaseFrame)
UNSUPPORTED(cudaEGLStreamProducerConnect)
UNSUPPORTED(cudaEGLStreamProducerDisconnect)
UNSUPPORTED(cudaEGLStreamProducerPresentFrame)
UNSUPPORTED(cudaEGLStreamProducerReturnFrame)
UNSUPPORTED(cudaEventCreateFromEGLSync)
UNSUPPORTED(cudaExternalMemoryGetMappedBuffer)
UNSUPPORTED(cudaGLGetDevices)
UNSUPPORTED(cudaGLMapBufferObject)
UNSUPPORTED(cudaGLMapBufferObjectAsync)
UNSUPPORTED(cudaGLRegisterBufferObject)
UNSUPPORTED(cudaGLSetBufferObjectMapFlags)
UNSUPPORTED(cudaGLSetGLDevice)
UNSUPPORTED(cudaGLUnmapBufferObject)
UNSUPPORTED(cudaGLUnmapBufferObjectAsync)
UNSUPPORTED(cudaGLUnregisterBufferObject)
UNSUPPORTED(cudaGraphicsEGLRegisterImage)
UNSUPPORTED(cudaGraphicsGLRegisterBuffer)
UNSUPPORTED(cudaGraphicsGLRegisterImage)
UNSUPPORTED(cudaGraphicsMapResources)
UNSUPPORTED(cudaGraphicsResourceGetMappedEglFrame)
UNSUPPORTED(cudaGraphicsResourceGetMappedPointer)
UNSUPPORTED(cudaGraphicsResourceSetMapFlags)
UNSUPPORTED(cudaGraphicsUnmapResources)
UNSUPPORTED(cudaGraphicsUnregisterResource)
UNSUPPORTED(cudaImportExternalMemory)
UNSUPPORTED(cudaImportExternalSemaphore)
UNSUPPORTED_ALSO(cudaSignalExternalSemaphoresAsync, cudaSignalExternalSemaphoresAsync_ptsz)
UNSUPPORTED(cudaVDPAUGetDevice)
UNSUPPORTED(cudaVDPAUSetVDPAUDevice)
UNSUPPORTED_ALSO(cudaWaitExternalSemaphoresAsync, cudaWaitExternalSemaphoresAsync_ptsz)

// Code loaded at run time and access to the driver
UNSUPPORTED(__cudaGetProcAddress)
UNSUPPORTED(__cudaRegisterHostVar)
UNSUPPORTED(__cudaRegisterUnifiedTable)
UNSUPPORTED(cudaDeviceRegisterAsyncNotification)
UNSUPPORTED(cudaDeviceUnregisterAsyncNotification)
UNSUPPORTED(cudaGetExportTable)
UNSUPPORTED(cudaKernelSetAttributeForDevice)
UNSUPPORTED(cudaLibraryEnumerateKernels)
UNSUPPORTED(cudaLibraryGetGlobal)
UNSUPPORTED(cudaLibraryGetKernel)
UNSUPPORTED(cudaLibraryGetKernelCount)
UNSUPPORTED(cudaLibraryGetUnifiedFunction)
UNSUPPORTED(cudaLibraryLoadData)
UNSUPPORTED(cudaLibraryLoadFromFile)
UNSUPPORTED(cudaLibraryUnload)
UNSUPPORTED(cudaLogsCurrent)
UNSUPPORTED(cudaLogsDumpToFile)
UNSUPPORTED(cudaLogsDumpToMemory)
UNSUPPORTED(cudaLogsRegisterCallback)
UNSUPPORTED(cudaLogsUnregisterCallback)

// Streams, clusters and the rest

// Names that only CUDA 12 has
UNSUPPORTED_ALSO(cudaStreamGetCaptureInfo_v2, cudaStreamGetCaptureInfo_v2_ptsz)
UNSUPPORTED_ALSO(cudaStreamGetCaptureInfo_v3, cudaStreamGetCaptureInfo_v3_ptsz)
UNSUPPORTED_ALSO(cudaStreamUpdateCaptureDependencies_v2, cudaStreamUpdateCaptureDependencies_v2_ptsz)
UNSUPPORTED(cudaGraphAddDependencies_v2)
UNSUPPORTED(cudaGraphAddNode_v2)
UNSUPPORTED(cudaGraphGetEdges_v2)
UNSUPPORTED(cudaGraphNodeGetDependencies_v2)
UNSUPPORTED(cudaGraphNodeGetDependentNodes_v2)
UNSUPPORTED(cudaGraphRemoveDependencies_v2)
UNSUPPORTED_ALSO(cudaSignalExternalSemaphoresAsync_v2, cudaSignalExternalSemaphoresAsync_v2_ptsz)
UNSUPPORTED_ALSO(cudaWaitExternalSemaphoresAsync_v2, cudaWaitExternalSemaphoresAsync_v2_ptsz)
UNSUPPORTED(cudaLaunchCooperativeKernelMultiDevice)
UNSUPPORTED(cudaThreadGetCacheConfig)
UNSUPPORTED(cudaThreadGetLimit)
UNSUPPORTED(cudaThreadSetCacheConfig)
UNSUPPORTED(cudaThreadSetLimit)

// Names whose parameters changed between CUDA 12 and 13
SINCE_LATER(cudaGraphAddNode)
SINCE_LATER(cudaGraphConditionalHandleCreate)
SINCE_LATER(cudaGraphGetEdges)
SINCE_LATER(cudaGraphNodeGetDependencies)
SINCE_LATER(cudaStreamGetCaptureInfo)
SINCE_LATER(cudaStreamGetCaptureInfo_ptsz)
SINCE_LATER(cudaStreamUpdateCaptureDependencies)
SINCE_LATER(cudaStreamUpdateCaptureDependencies_ptsz)
SINCE_LATER(cudaMemAdvise_v2)
SINCE_LATER(cudaMemPrefetchAsync_v2)
SINCE_LATER(cudaMemPrefetchAsync_v2_ptsz)
SINCE_LATER(cudaStreamBeginCaptureToGraph)
SINCE_LATER(cudaStreamBeginCaptureToGraph_ptsz)
SINCE_LATER(cudaStreamGetDevice)
SINCE_LATER(cudaStreamGetDevice_ptsz)
