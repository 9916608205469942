export type Precision = 'fp16' | 'float32' | 'int8+fp16'

/** Where the networks run. */
export type Device = {
  readonly backend: 'webgpu' | 'wasm'
  /** Of the processor; 1 on WebGPU. */
  readonly threads: number
  /** Whether the page is cross-origin isolated, without which there are no threads. */
  readonly isolated: boolean
  readonly precision: Precision
  /** In words, for people: `WebGPU` or `CPU, 2 threads`. */
  readonly label: string
  /** What happened on the way to this device, oldest first, in sentences for people. */
  readonly notes: readonly string[]
}

/** What a browser says of itself; plain data, so that the choice is tested without a GPU. */
export type DeviceFacts = {
  /** Absent where WebGPU or its adapter is. */
  readonly gpu?: {
    /** Names the adapter across visits: vendor, architecture, device. */
    readonly adapter: string
    readonly hasFp16: boolean
    readonly maxBufferBytes: number
    /** A GPU played by the processor: right, but far slower than WASM. */
    readonly isSoftware: boolean
  }
  readonly isolated: boolean
  /** Logical processor cores. */
  readonly cores: number
  readonly isIos: boolean
}

/** Overrules the choice, for tests and for people whose GPU misbehaves. */
export type DevicePreference = 'auto' | 'gpu' | 'cpu' | 'cpu-1-thread'

/** One way to run the networks, to be tried in the order of the ladder. */
export type BackendCandidate = Pick<Device, 'backend' | 'threads' | 'precision' | 'label'> & {
  /** Names the rung and what it runs on, for remembering that it answered wrongly. */
  readonly key: string
}

/**
 * The largest tensor of a 1024 px pass, which a GPU must take in one buffer: IS-Net joins two of 64
 * channels at 512 x 512 (counted in its graph, in float32).
 */
export const largestTensorBytes = 128 * 512 * 512 * 4

/** More threads than this gained nothing on common machines and cost memory (onnxruntime's own cap). */
const maxThreads = 4

/** The rungs that these facts allow, best first; the last one runs anywhere. */
export function backendCandidates(
  facts: DeviceFacts,
  wish: DevicePreference = 'auto',
): readonly BackendCandidate[] {
  const threads =
    facts.isolated && !facts.isIos && wish !== 'cpu-1-thread' ? Math.min(maxThreads, facts.cores) : 1
  return [
    ...gpuCandidates(facts, wish),
    ...(threads > 1 ? [cpuCandidate(threads)] : []),
    // iOS with threads hung in session creation (microsoft/onnxruntime#11679), and every browser may run out of them.
    cpuCandidate(1),
  ]
}

const gpuCandidates = ({ gpu }: DeviceFacts, wish: DevicePreference): readonly BackendCandidate[] => {
  if (!gpu || wish === 'cpu' || wish === 'cpu-1-thread') return []
  if (wish === 'auto' && (gpu.isSoftware || gpu.maxBufferBytes < largestTensorBytes)) return []
  const rung = { backend: 'webgpu', threads: 1, label: 'WebGPU' } as const
  const inFp16 = { ...rung, precision: 'fp16', key: `webgpu fp16 ${gpu.adapter}` } as const
  const inFloat32 = { ...rung, precision: 'float32', key: `webgpu float32 ${gpu.adapter}` } as const
  return gpu.hasFp16 ? [inFp16, inFloat32] : [inFloat32]
}

const cpuCandidate = (threads: number): BackendCandidate => ({
  backend: 'wasm',
  threads,
  precision: 'int8+fp16',
  label: threads === 1 ? 'CPU, 1 thread' : `CPU, ${threads} threads`,
  key: `wasm ${threads}`,
})

/** Asks the browser that this worker runs in. Never rejects: what cannot be asked is absent. */
export async function probeDevice(): Promise<DeviceFacts> {
  const gpu = await probeGpu().catch(() => undefined)
  return {
    ...(gpu ? { gpu } : {}),
    isolated: globalThis.crossOriginIsolated === true && canShareMemory(),
    cores: navigator.hardwareConcurrency || 1,
    isIos: /iPhone|iPad|iPod/.test(navigator.userAgent) || isIpadAsMac(),
  }
}

async function probeGpu(): Promise<DeviceFacts['gpu']> {
  const adapter = await requestAdapter()
  if (!adapter) return undefined
  const { vendor, architecture, device, description } = adapter.info
  return {
    adapter: [vendor, architecture, device, description].filter((word) => word !== '').join(' ') || 'unnamed',
    hasFp16: adapter.features.has('shader-f16'),
    maxBufferBytes: Math.min(adapter.limits.maxBufferSize, adapter.limits.maxStorageBufferBindingSize),
    isSoftware:
      adapter.info.isFallbackAdapter || /swiftshader|llvmpipe/i.test(`${architecture} ${description}`),
  }
}

/** The adapter that is probed and the one that runs are the same: asked for in the same words. */
export const requestAdapter = async (): Promise<GPUAdapter | null> =>
  (await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null

/** Isolated pages in a tight process can still be refused the memory that threads share. */
const canShareMemory = (): boolean => {
  try {
    return (
      new WebAssembly.Memory({ initial: 1, maximum: 65_536, shared: true }).buffer instanceof
      SharedArrayBuffer
    )
  } catch {
    return false
  }
}

/** An iPad calls itself a Mac, and no Mac has a touch screen. */
const isIpadAsMac = (): boolean => /Macintosh/.test(navigator.userAgent) && 'ontouchend' in globalThis
