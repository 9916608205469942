import type { Size } from '#base/geometry.ts'
import { createTaskQueue, memoizePromise } from '#base/promises.ts'
import { withDeadline } from '#base/stall-watchdog.ts'
import { createYielder } from '#base/timers.ts'
import { ServiceError } from '#contract/service-error.ts'
import { toFeatureMap } from '#engine/clicks/feature-maps.ts'
import type { AlphaMaskF32 } from '#engine/raster.ts'
import { resizePlane } from '#engine/resample/resize.ts'
import { formatTensor } from '#engine/tensor.ts'
import { layerBytes, planProgram } from './kernel-program.ts'
import type { KernelThreadAnswer, KernelThreadStart } from './kernel-thread.ts'
import type { OnShare } from './matting-call.ts'
import { type NetworkPlan, type PictureId, roundUp } from './network-plan.ts'
import { defaultThreadsTimeoutMs, type Runtime, type RuntimeOptions, type Session } from './runtime.ts'

/** The exports of `src/kernels/kernels.ts`. */
type Kernels = { run(layer: number): void; allowSleep(): void; countHelpers(): number }

/** A helping thread; `ready` resolves just before it helps. */
type KernelThread = { readonly ready: Promise<void>; end(): void }
/** Starts a helping thread, in a browser a worker. */
export type StartKernelThread = (start: KernelThreadStart) => KernelThread

/** Bytes of memory that the kernels themselves use. */
const reservedBytes = 1024
const pageBytes = 65_536
/** Milliseconds of a pass between chances to stop it. Browsers make each pause 4 ms long. */
const yieldEveryMs = 150

type KernelRuntimeOptions = Pick<RuntimeOptions, 'threads' | 'module' | 'threadsTimeoutMs'> & {
  /** A browser worker by default. */
  readonly startThread?: StartKernelThread
}

/**
 * Starts the studio's own kernels (`src/kernels`): 3 x 3 convolutions in float32 on a processor, several times as fast
 * as onnxruntime's. Sessions take a `NetworkPlan` as JSON instead of an ONNX graph. Rejects if the threads do not start
 * in time.
 */
export async function openKernelRuntime({
  threads,
  module,
  threadsTimeoutMs = defaultThreadsTimeoutMs,
  startThread = startWorker,
}: KernelRuntimeOptions): Promise<Runtime> {
  const memory = new WebAssembly.Memory(
    threads > 1 ? { initial: 16, maximum: 65_536, shared: true } : { initial: 16 },
  )
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } })
  const kernels = exports as Kernels
  if (!('document' in globalThis)) kernels.allowSleep()
  const helpers: KernelThread[] = []
  const end = () => {
    for (const helper of helpers) helper.end()
  }
  try {
    for (let thread = 1; thread < threads; thread++) helpers.push(startThread({ module, memory, thread }))
    await withDeadline(
      {
        limitMs: threadsTimeoutMs,
        reason: () => new Error('the threads of the kernels did not start in time'),
      },
      async (signal) => {
        await Promise.all(helpers.map(({ ready }) => ready))
        const turn = createYielder(signal)
        while (kernels.countHelpers() < helpers.length) await turn()
      },
    )
  } catch (cause) {
    end()
    throw cause
  }

  const closed = new AbortController()
  const enqueue = createTaskQueue()
  let weightsEnd = reservedBytes
  const reserve = (bytes: number) => {
    const missing = bytes - memory.buffer.byteLength
    try {
      if (missing > 0) memory.grow(Math.ceil(missing / pageBytes))
    } catch (cause) {
      // A service error, since a backend with fewer threads has the same memory.
      throw new ServiceError('internal_server_error', { details: 'There is not enough memory.', cause })
    }
  }

  const openSession: Runtime['openSession'] = async (files) => {
    const plan = JSON.parse(new TextDecoder().decode(files.graph)) as NetworkPlan
    // Passes write after all weights; in the queue no pass is running.
    const [weights, behind] = await enqueue(async () => {
      const at = weightsEnd
      reserve(at + files.weights.length)
      new Uint8Array(memory.buffer, at).set(files.weights)
      weightsEnd = roundUp(at + files.weights.length, 64)
      return [at, weightsEnd] as const
    })
    const compute = async (
      picture: Float32Array,
      size: Size,
      wanted: readonly PictureId[],
      given: AbortSignal,
      onShare?: OnShare,
    ): Promise<readonly (AlphaMaskF32 & { readonly channels: number })[]> => {
      const signal = AbortSignal.any([given, closed.signal])
      signal.throwIfAborted()
      const program = planProgram({ plan, size, wanted, weights, start: weightsEnd, threads })
      reserve(program.end)
      new Uint8Array(memory.buffer, program.start).set(new Uint8Array(program.words))
      new Float32Array(memory.buffer, program.placeOf(0)).set(formatTensor(picture, files.input))
      const turn = createYielder(signal, yieldEveryMs)
      for (let layer = 0; layer < program.layers; layer++) {
        kernels.run(program.start + layer * layerBytes)
        onShare?.(program.shares[layer] ?? 1)
        await turn()
      }
      return wanted.map((id) => {
        const { channels = 1, halvings = 0 } = plan.pictures[id] ?? {}
        const [width, height] = [size.width / 2 ** halvings, size.height / 2 ** halvings]
        const values = new Float32Array(memory.buffer, program.placeOf(id), width * height * channels)
        return { width, height, channels, data: values.slice() }
      })
    }
    return {
      run: (picture, size, signal, onShare) =>
        enqueue(async () => {
          const [matte] = await compute(picture, size, [plan.matte], signal, onShare)
          if (!matte) throw new Error('no matte')
          return toAlpha(resizePlane(matte, size))
        }),
      runFeatures: (picture, size, signal) =>
        enqueue(async () => {
          const maps = await compute(picture, size, plan.features, signal)
          return maps.map((map) => toFeatureMap(map.data, map, map.channels, 'interleaved'))
        }),
      // Earlier weights stay until the runtime is closed.
      dispose: memoizePromise(() =>
        enqueue(async () => {
          if (weightsEnd === behind) weightsEnd = weights
        }),
      ),
    } satisfies Session
  }
  return {
    lost: new Promise(() => undefined),
    openSession,
    dispose: () => {
      closed.abort(new DOMException('The kernels were closed.', 'AbortError'))
      // A running pass needs its helpers until it stops.
      return enqueue(async () => end())
    },
  }
}

const startWorker: StartKernelThread = (start) => {
  const worker = new Worker(new URL('./kernel-thread.ts', import.meta.url), {
    type: 'module',
    name: 'kernels',
  })
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (cause: string) => reject(new Error(`a thread of the kernels failed: ${cause}`))
    worker.onmessage = ({ data }: MessageEvent<KernelThreadAnswer>) =>
      data === 'ready' ? resolve() : fail(data.failed)
    worker.onerror = ({ message }) => fail(message)
  })
  worker.postMessage(start)
  return { ready, end: () => worker.terminate() }
}

const toAlpha = ({ width, height, data }: AlphaMaskF32): AlphaMaskF32 => ({
  width,
  height,
  data: data.map((logit) => 1 / (1 + Math.exp(-logit))),
})
