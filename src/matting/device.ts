import type { Reason } from '#contract/error-reasons.ts'
import type { Backend, DeviceNeeds } from './network-catalog.ts'

/** The device that runs the networks. */
export type Device = {
  readonly backend: Backend
  /** Threads of the processor; 1 on WebGPU. */
  readonly threads: number
  /** Whether the page is cross-origin isolated, which threads require. */
  readonly isolated: boolean
  /** `fp16` or `float32` on a GPU; on a processor the precisions of the networks in use, joined by `+`, as `int8`. */
  readonly precision: string
  /** For logs and measurements: `WebGPU` or `CPU, 2 threads`. */
  readonly label: string
  /** Reasons for this choice of device, oldest first. */
  readonly notes: readonly Reason[]
}

/** Facts from the browser, as plain data, so that tests need no GPU. */
export type DeviceFacts = {
  /** Absent without WebGPU or an adapter. */
  readonly gpu?: {
    /** Identifies the adapter across visits: vendor, architecture, device, description. */
    readonly adapter: string
    readonly hasFp16: boolean
    readonly maxBufferBytes: number
    /** Whether the processor emulates the GPU: correct, but far slower than WASM. */
    readonly isSoftware: boolean
  }
  readonly isolated: boolean
  /** Logical processor cores. */
  readonly cores: number
  readonly isIos: boolean
}

/** Overrides the choice, for tests and for people whose GPU misbehaves. */
export type DevicePreference = 'auto' | 'gpu' | 'cpu' | 'cpu-1-thread'

/** One way to run the networks; a device has several, tried in turn. */
export type BackendCandidate = Pick<Device, 'backend' | 'threads' | 'precision' | 'label'> & {
  /** Identifies the candidate and its hardware in the `BackendDenylist`. */
  readonly key: string
}

/** The most threads. More gained nothing on common machines and cost memory (onnxruntime's own cap). */
const maxThreads = 4

/** The backends on which a device can run these networks, best first; the last one runs anywhere. */
export function backendCandidates(
  facts: DeviceFacts,
  needs: DeviceNeeds,
  preference: DevicePreference = 'auto',
): readonly BackendCandidate[] {
  const hasThreads = facts.isolated && !facts.isIos && preference !== 'cpu-1-thread'
  const threads = hasThreads ? Math.min(maxThreads, facts.cores) : 1
  return [
    ...gpuCandidates(facts, needs, preference),
    ...(threads > 1 ? [cpuCandidate(threads, needs)] : []),
    // iOS with threads hung in session creation (microsoft/onnxruntime#11679), and any browser may run out of threads.
    cpuCandidate(1, needs),
  ]
}

const gpuCandidates = (
  { gpu }: DeviceFacts,
  { gpuBufferBytes }: DeviceNeeds,
  preference: DevicePreference,
): readonly BackendCandidate[] => {
  if (!gpu || preference === 'cpu' || preference === 'cpu-1-thread') return []
  if (preference === 'auto' && (gpu.isSoftware || gpu.maxBufferBytes < gpuBufferBytes)) return []
  const onGpu = { backend: 'webgpu', threads: 1, label: 'WebGPU' } as const
  const inFp16 = { ...onGpu, precision: 'fp16', key: `webgpu fp16 ${gpu.adapter}` } as const
  const inFloat32 = { ...onGpu, precision: 'float32', key: `webgpu float32 ${gpu.adapter}` } as const
  return gpu.hasFp16 ? [inFp16, inFloat32] : [inFloat32]
}

const cpuCandidate = (threads: number, { cpuPrecision }: DeviceNeeds): BackendCandidate => ({
  backend: 'wasm',
  threads,
  precision: cpuPrecision,
  label: threads === 1 ? 'CPU, 1 thread' : `CPU, ${threads} threads`,
  key: `wasm ${threads}`,
})

/** Reads the facts from the browser. Never rejects: unknown facts are absent. */
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

/** The adapter for probing and for running, which need the same one; null without WebGPU. */
export const requestAdapter = async (): Promise<GPUAdapter | null> =>
  (await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' })) ?? null

/** Even an isolated page may lack shared memory when its process is short of address space. */
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

/** An iPad's user agent contains Macintosh, but no Mac has a touch screen. */
const isIpadAsMac = (): boolean => /Macintosh/.test(navigator.userAgent) && 'ontouchend' in globalThis
