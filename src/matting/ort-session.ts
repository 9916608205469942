import type { Env, InferenceSession } from 'onnxruntime-web'
import type { Size } from '#base/geometry.ts'
import { createTaskQueue } from '#base/promises.ts'
import { withDeadline } from '#base/stall-watchdog.ts'
import { loadPart } from '#contract/load-part.ts'
import { type FeatureMap, type FeatureMaps, toFeatureMap } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { formatTensor, tensorDimensions } from '#engine/tensor.ts'
import { requestAdapter } from './device.ts'
import type { Backend } from './network-catalog.ts'
import {
  defaultThreadsTimeoutMs,
  type Runtime,
  type RuntimeOptions,
  type Session,
  type SessionFiles,
  type Tensors,
} from './runtime.ts'

/** Milliseconds after which a session that does not open has failed (on iOS: microsoft/onnxruntime#11679). */
const createTimeoutMs = 60_000

/** The used exports of onnxruntime. */
type Ort = Pick<typeof import('onnxruntime-web'), 'InferenceSession' | 'Tensor'> & { readonly env: Env }

/**
 * A copy of onnxruntime starts only once: it can neither change its number of threads nor restart after a failure. So
 * each way of starting has its own copy of the 70-kB script.
 */
const copies = {
  webgpu: (): Promise<Ort> => import('onnxruntime-web/webgpu'),
  wasm: (): Promise<Ort> => import('onnxruntime-web/wasm'),
  'wasm, 1 thread': (): Promise<Ort> => import('onnxruntime-web/wasm?one-thread'),
}

const copyOf = ({ backend, threads }: RuntimeOptions): keyof typeof copies => {
  if (backend === 'webgpu') return 'webgpu'
  return threads === 1 ? 'wasm, 1 thread' : 'wasm'
}

/** Starts onnxruntime. Rejects if WebGPU gives no adapter or no device. */
export async function openRuntime(options: RuntimeOptions): Promise<Runtime> {
  const ort = await loadPart(copies[copyOf(options)])
  ort.env.logLevel = 'error'
  ort.env.wasm.numThreads = options.threads
  ort.env.wasm.initTimeout = options.threads > 1 ? (options.threadsTimeoutMs ?? defaultThreadsTimeoutMs) : 0
  // With bytes, onnxruntime fetches nothing itself.
  ort.env.wasm.wasmBinary = noBytes
  const device = options.backend === 'webgpu' ? await openGpuDevice() : undefined
  const provider = device ? { name: 'webgpu' as const, device } : 'wasm'
  const enqueue = createTaskQueue()
  const sessions = new Set<Session>()
  // Defined outside the scope of `files`: browsers keep everything in the scope of a living function, and onnxruntime
  // has its own copy of the files.
  const opened = (session: InferenceSession, tensors: Tensors): Session => {
    const open: Session = {
      run: (picture, size, signal) =>
        enqueue(async () => {
          signal.throwIfAborted()
          return run(ort, session, tensors, picture, size)
        }),
      runFeatures: (picture, size, signal) =>
        enqueue(async () => {
          signal.throwIfAborted()
          return runFeatures(ort, session, tensors, picture, size)
        }),
      dispose: async () => {
        if (sessions.delete(open)) await enqueue(() => session.release())
      },
    }
    sessions.add(open)
    return open
  }
  return {
    lost: device
      ? device.lost.then(({ message, reason }) => message || reason)
      : new Promise(() => undefined),
    async openSession(files) {
      const session = await enqueue(() =>
        withDeadline(
          {
            limitMs: createTimeoutMs,
            reason: () => new Error('onnxruntime did not open the network in time'),
          },
          () =>
            withRuntimeModule(options.module, () =>
              createSession(ort, files, runsOn(files, options.backend) ? provider : 'wasm'),
            ),
        ),
      )
      const { input, output, features = [] } = files
      return opened(session, { input, output, features })
    },
    async dispose() {
      // A session of a lost device may fail to close; its memory is freed all the same.
      await Promise.allSettled([...sessions].map((session) => session.dispose()))
      device?.destroy()
    },
  }
}

/** Requests the limits and features that onnxruntime would, on a device of our own, to detect its loss. */
async function openGpuDevice(): Promise<GPUDevice> {
  const adapter = await requestAdapter()
  if (!adapter) throw new Error('WebGPU gives no adapter')
  const { limits } = adapter
  return adapter.requestDevice({
    requiredFeatures: (['shader-f16', 'subgroups'] as const).filter((feature) =>
      adapter.features.has(feature),
    ),
    requiredLimits: {
      maxBufferSize: limits.maxBufferSize,
      maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
      maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
      maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
      maxComputeInvocationsPerWorkgroup: limits.maxComputeInvocationsPerWorkgroup,
      maxComputeWorkgroupSizeX: limits.maxComputeWorkgroupSizeX,
      maxComputeWorkgroupSizeY: limits.maxComputeWorkgroupSizeY,
      maxComputeWorkgroupSizeZ: limits.maxComputeWorkgroupSizeZ,
      maxComputeWorkgroupsPerDimension: limits.maxComputeWorkgroupsPerDimension,
    },
  })
}

const runsOn = ({ backends }: SessionFiles, backend: Backend): boolean => backends?.includes(backend) ?? true

const createSession = (
  { InferenceSession }: Ort,
  { graph, weightsPath, weights }: SessionFiles,
  provider: InferenceSession.ExecutionProviderConfig,
): Promise<InferenceSession> =>
  InferenceSession.create(graph, {
    executionProviders: [provider],
    externalData: [{ path: weightsPath, data: weights }],
    // Errors only: onnxruntime warns of intended shape arithmetic on the CPU.
    logSeverityLevel: 3,
  })

async function run(
  { Tensor }: Ort,
  session: InferenceSession,
  { input, output }: Tensors,
  picture: Float32Array,
  size: Size,
): Promise<AlphaMaskF32> {
  const tensor = new Tensor('float32', formatTensor(picture, input), tensorDimensions(input.layout, size))
  const outputs = await session.run({ [input.name]: tensor }, [output.name])
  const { data } = await takeOutput(outputs, output.name)
  return { ...size, data }
}

async function runFeatures(
  { Tensor }: Ort,
  session: InferenceSession,
  { input, features = [] }: Tensors,
  picture: Float32Array,
  size: Size,
): Promise<FeatureMaps> {
  if (features.length === 0) return []
  const tensor = new Tensor('float32', formatTensor(picture, input), tensorDimensions(input.layout, size))
  const outputs = await session.run({ [input.name]: tensor }, features)
  const maps: FeatureMap[] = []
  for (const name of features) {
    const { data, dimensions } = await takeOutput(outputs, name)
    const [, channels = 0, height = 0, width = 0] = dimensions
    maps.push(toFeatureMap(data, { width, height }, channels))
  }
  return maps
}

/** Returns the numbers of an output and disposes of it. */
async function takeOutput(
  outputs: InferenceSession.OnnxValueMapType,
  name: string,
): Promise<{ readonly data: Float32Array; readonly dimensions: readonly number[] }> {
  const tensor = outputs[name]
  if (!tensor) throw new Error(`the network has no output ${name}`)
  const data = await tensor.getData()
  const { dims: dimensions, type } = tensor
  tensor.dispose()
  if (!(data instanceof Float32Array)) throw new Error(`the output is ${type}, not float32`)
  return { data, dimensions }
}

/** Passed to onnxruntime instead of its file; no WASM is empty. */
const noBytes = new Uint8Array()

/**
 * Runs `start`, in which onnxruntime starts with `module`. It accepts only bytes, so `WebAssembly.instantiate` replaces
 * `noBytes` by the module meanwhile. One start at a time.
 */
const withRuntimeModule = <T>(module: WebAssembly.Module, start: () => Promise<T>): Promise<T> =>
  enqueue(async () => {
    const original = WebAssembly.instantiate
    const instantiate = original.bind(WebAssembly)
    const own = async (source: BufferSource, imports?: WebAssembly.Imports) =>
      source.byteLength === 0
        ? { module, instance: await instantiate(module, imports) }
        : instantiate(source, imports)
    Object.assign(WebAssembly, { instantiate: own })
    try {
      return await start()
    } finally {
      Object.assign(WebAssembly, { instantiate: original })
    }
  })

const enqueue = createTaskQueue()
